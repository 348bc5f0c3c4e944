#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "arrays.hpp"
#include "convert.hpp"
#include "objects.hpp"
#include "python_control.hpp"
#include "register_bases.hpp"
#include "spielkern/core/batch.hpp"
#include "spielkern/game_list.hpp"
#include "words.hpp"

// What programs that learn ask of a game: numbered actions, positions as arrays of numbers, many games in step. The class
// spielkern.Batch checks what is given and owns the arrays; the core fills them.
namespace spielkern::python {

template <DenseMoves G>
void check_action_count(const typename G::Rules& rules) {
  if (G::move_slots(rules) <= most_listed_moves) return;
  throw RulesError(std::string(G::title) + ": " + std::to_string(G::move_slots(rules)) +
                   " actions are too many for an array; at most " + std::to_string(most_listed_moves) + " are not");
}

// One after the other: a batch changes.
template <Observed G>
class BatchObject {
 public:
  BatchObject(std::shared_ptr<RulesObject<G>> game, Batch<G> batch)
      : game_(std::move(game)), batch_(std::move(batch)) {}

  std::size_t size() const { return batch_.size(); }
  std::uint64_t action_count() const { return batch_.action_count(); }

  PositionObject<G> position(std::size_t i) {
    if (i >= size()) {
      throw py::index_error("game must be from 0 to " + std::to_string(size() - 1) + ", not " + std::to_string(i));
    }
    return locked([&](Control&) { return PositionObject<G>(game_, batch_.position(i)); });
  }

  void begin(const py::buffer& players) {
    const auto to_players = cells_of<std::uint8_t>(players, size());
    locked([&](Control&) {
      for (std::size_t i = 0; i < size(); ++i) to_players[i] = batch_.player(i);
    });
  }

  void step(const py::buffer& actions, const py::buffer& players, const py::buffer& rewards, const py::buffer& done,
            unsigned threads) {
    const auto given = cells_of<const std::int64_t>(actions, size());
    const typename Batch<G>::Report report{cells_of<std::uint8_t>(players, size()),
                                           cells_of<float>(rewards, 2 * size()), cells_of<bool>(done, size())};
    locked([&](Control& control) { batch_.step(given, report, threads, control); });
  }

  void choose(const py::buffer& actions, unsigned threads) {
    const auto cells = cells_of<std::int64_t>(actions, size());
    locked([&](Control& control) { batch_.choose(cells, threads, control); });
  }

  void mask(const py::buffer& masks, unsigned threads) {
    const auto cells = cells_of<std::uint8_t>(masks, size() * static_cast<std::size_t>(action_count()));
    locked([&](Control& control) { batch_.mask(cells, threads, control); });
  }

  void observe(const py::buffer& observations, unsigned threads) {
    const auto cells = cells_of<float>(observations, size() * batch_.shape().cells());
    locked([&](Control& control) { batch_.observe(cells, threads, control); });
  }

  void playouts(std::uint64_t each, std::uint64_t seed, const py::buffer& counts, unsigned threads) {
    const auto cells = cells_of<std::int64_t>(counts, 3 * size());
    locked([&](Control& control) { batch_.playouts(each, seed, cells, threads, control); });
  }

 private:
  template <class Work>
  decltype(auto) locked(const Work& work) {
    Control control = python_control();
    const WithoutGil without_gil;
    const std::scoped_lock lock(mutex_);
    return work(control);
  }

  std::shared_ptr<RulesObject<G>> game_;
  Batch<G> batch_;
  std::mutex mutex_;
};

// For spielkern.Batch. How long a match lasts is given as numbers, 0 for no limit; so is the number of actions, 0 for the
// game's own.
template <Observed G>
void register_batch_class(py::module_& module,
                          py::class_<RulesObject<G>, AnyRules, std::shared_ptr<RulesObject<G>>>& rules) {
  using Object = BatchObject<G>;
  const std::string name = "_" + class_name(G::name) + "Batch";
  py::class_<Object> cls(module, name.c_str());
  refuse_new(cls, "batches come from rules.batch()");
  cls.def("position", &Object::position);
  cls.def("action_count", &Object::action_count);
  cls.def("begin", &Object::begin);
  cls.def("step", &Object::step);
  cls.def("choose", &Object::choose);
  cls.def("mask", &Object::mask);
  cls.def("observe", &Object::observe);
  cls.def("playouts", &Object::playouts);
  rules.def("_batch", [](std::shared_ptr<RulesObject<G>> self, std::size_t games, std::uint64_t seed,
                         std::uint32_t repetition, std::uint32_t max_plies, std::uint64_t count, unsigned threads) {
    const auto limit = [](std::uint32_t number) { return number == 0 ? std::nullopt : std::optional(number); };
    const auto& its_rules = *self->rules;
    if constexpr (DenseMoves<G>) {
      check_action_count<G>(its_rules);
      if (count != 0) throw RulesError(std::string(G::title) + ": the number of actions is fixed by the rules");
    }
    const auto actions = [&] {
      if constexpr (!DenseMoves<G>) {
        if (count != 0) return Actions<G>(count);
      }
      return Actions<G>();
    }();
    Control control = python_control();
    const WithoutGil without_gil;
    return std::make_unique<Object>(std::move(self), Batch<G>(its_rules, actions, games, seed,
                                                              {limit(repetition), limit(max_plies)}, threads, control));
  });
  def_batch(rules,
            [](const py::object& self, py::handle n, py::handle seed, const py::args& more, const py::kwargs& options) {
              if (!more.empty()) {
                throw py::type_error("batch() takes only n and seed without their names, not " +
                                     std::to_string(2 + more.size()) + " values; name the options, as threads=1");
              }
              return py::module_::import("spielkern.batches").attr("Batch")(self, n, seed, **options);
            });
}

// What a game without slots says.
template <Observed G>
[[noreturn]] void refuse_numbers() {
  throw RulesError(std::string(G::title) +
                   ": its plays have no fixed numbers; position.ranked_moves() numbers the best");
}

template <Observed G, class Class>
void register_rules_numbers(Class& cls) {
  using Object = RulesObject<G>;
  cls.def_property_readonly(
      "observation_shape", [](const Object& self) { return shape_tuple(G::observation_shape(*self.rules)); },
      words::observation_shape);
  if constexpr (DenseMoves<G>) {
    cls.def_property_readonly(
        "action_count", [](const Object& self) { return G::move_slots(*self.rules); }, words::action_count);
    cls.def(
        "action",
        [](const Object& self, py::handle given) {
          const auto move = to_move<G>(self, given);
          const std::uint64_t slot = G::slot_of(*self.rules, move);
          if (slot < G::move_slots(*self.rules)) return slot;
          throw IllegalMove(std::string(G::title) + ": " + G::format_move(*self.rules, move) +
                            " is legal in no position of these rules and has no number");
        },
        words::action);
    cls.def(
        "move_of",
        [](const Object& self, py::handle action) {
          const std::uint64_t count = G::move_slots(*self.rules);
          const std::uint64_t most = std::min<std::uint64_t>(count - 1, std::numeric_limits<std::int64_t>::max());
          const auto slot =
              static_cast<std::uint64_t>(required_number(action, "action", 0, static_cast<std::int64_t>(most)));
          return py::reinterpret_steal<py::object>(self.moves.get(G::move_in_slot(*self.rules, slot)));
        },
        words::move_of);
  } else {
    cls.def_property_readonly("action_count", [](const Object&) -> int { refuse_numbers<G>(); }, words::no_numbers);
    cls.def("action", [](const Object&, py::handle) { refuse_numbers<G>(); }, words::no_numbers);
    cls.def("move_of", [](const Object&, py::handle) { refuse_numbers<G>(); }, words::no_numbers);
  }
}

template <Observed G, class Class>
void register_position_numbers(Class& cls) {
  using Object = PositionObject<G>;
  cls.def(
      "observation",
      [](const Object& self, const py::object& player) {
        const Player viewer = player.is_none() ? G::player(self.rules(), self.position)
                                               : static_cast<Player>(required_number(player, "player", 1, 2));
        return new_observation<G>(
            self.rules(), [&](std::span<float> cells) { G::observe(self.rules(), self.position, viewer, cells); });
      },
      py::arg("player") = py::none(), words::observation);
  if constexpr (DenseMoves<G>) {
    cls.def(
        "legal_actions",
        [](const Object& self) {
          check_action_count<G>(self.rules());
          std::vector<std::uint64_t> slots;
          Actions<G>().for_each_legal(self.rules(), self.position, {},
                                      [&](std::uint64_t slot) { slots.push_back(slot); });
          std::sort(slots.begin(), slots.end());
          py::list list(slots.size());
          for (std::size_t i = 0; i < slots.size(); ++i) list[i] = slots[i];
          return list;
        },
        words::legal_actions);
    cls.def(
        "action_mask",
        [](const Object& self) {
          check_action_count<G>(self.rules());
          const std::uint64_t count = G::move_slots(self.rules());
          auto array = new_array<std::int8_t>({static_cast<py::ssize_t>(count)});
          const std::span<std::int8_t> cells(array.mutable_data(), static_cast<std::size_t>(count));
          std::fill(cells.begin(), cells.end(), std::int8_t{0});
          Actions<G>().for_each_legal(self.rules(), self.position, {}, [&](std::uint64_t slot) { cells[slot] = 1; });
          return array;
        },
        words::action_mask);
  } else {
    cls.def("legal_actions", [](const Object&) { refuse_numbers<G>(); }, words::no_numbers);
    cls.def("action_mask", [](const Object&) { refuse_numbers<G>(); }, words::no_numbers);
  }
}

}  // namespace spielkern::python
