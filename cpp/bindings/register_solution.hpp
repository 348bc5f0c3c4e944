#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "objects.hpp"
#include "python_control.hpp"
#include "spielkern/core/reachable_space.hpp"
#include "spielkern/solve/grundy.hpp"
#include "spielkern/solve/solution.hpp"

namespace spielkern::python {

inline py::dict to_python(const Counts& counts) {
  py::dict dict;
  dict["win"] = counts.win;
  dict["loss"] = counts.loss;
  dict["draw"] = counts.draw;
  return dict;
}

inline const char* result_name(Result result) {
  return result == Result::win ? "win" : result == Result::loss ? "loss" : "draw";
}

inline py::object to_python(const Value& value) {
  const py::module_ values = py::module_::import("spielkern.values");
  const auto optional = [](const auto& field) { return field ? py::cast(*field) : py::object(py::none()); };
  return values.attr("Value")(value.result ? values.attr("Result")(result_name(*value.result)) : py::object(py::none()),
                              optional(value.remoteness), optional(value.net), optional(value.score),
                              optional(value.bounds), value.proven);
}

// A solved game as Python holds it: the solution over the space that the game offers, or over the reachable positions.
template <Deterministic G, Space S>
class SolutionObject {
  using Position = typename G::Position;

 public:
  SolutionObject(std::shared_ptr<RulesObject<G>> game, S space, std::uint64_t max_bytes, Control& control)
      : game_(std::move(game)), max_bytes_(max_bytes), solution_(std::move(space), max_bytes, control) {}

  std::shared_ptr<RulesObject<G>> game() const { return game_; }
  const Solution<S>& solution() const { return solution_; }
  const Position& checked(const PositionObject<G>& position) const {
    const Position& own = position_under<G>(game_->rules, position);
    if constexpr (requires { solution_.space().contains(own); }) {
      if (!solution_.space().contains(own)) throw RulesError("the position cannot be reached from the start");
    }
    return own;
  }

  py::object value(const PositionObject<G>& position) const { return shared_value(solution_.value(checked(position))); }

  py::tuple best_moves(const PositionObject<G>& position) const {
    return objects(solution_.best_moves(checked(position)));
  }

  py::tuple line(const PositionObject<G>& position, std::uint32_t max_plies) const {
    return objects(solution_.line(checked(position), max_plies));
  }

  // The next positions, from an index of the space on, whose value fits; and the index to go on from. A long search is
  // cut into pieces so that the caller stays in charge.
  template <Space Any>
  py::tuple find(const Any& space, Index begin, std::optional<Result> result,
                 std::optional<std::uint32_t> remoteness) const {
    constexpr Index most_looked_at = 1 << 16;
    constexpr std::size_t most_found = 1 << 10;
    py::list found;
    Index next = begin;
    const Index end = std::min(space.size(), begin + most_looked_at);
    while (next < end && found.size() < most_found) {
      const Index block_end = std::min(end, next + most_found - found.size());
      space.for_each(next, block_end, [&](Index, const Position& position) {
        const Value value = solution_.value(position);
        if ((!result || value.result == result) && (!remoteness || value.remoteness == remoteness)) {
          found.append(PositionObject<G>(game_, position));
        }
      });
      next = block_end;
    }
    return py::make_tuple(std::move(found), next < space.size() ? py::object(py::int_(next)) : py::none());
  }

  Counts reachable_counts(Control& control) const {
    const Position start = G::start(*game_->rules);
    if constexpr (HasSpaces<G>) {
      const typename Spaces<G>::Full full(*game_->rules);
      check_memory(full.size() / 8, "counting reachable positions");
      return solution_.reachable_counts(full, start, control);
    } else {
      return solution_.reachable_counts(solution_.space(), start, control);
    }
  }

  std::uint32_t grundy(const Position& position, Control& control)
    requires Impartial<G>
  {
    const std::scoped_lock lock(grundy_mutex_);
    if (grundy_.empty()) {
      check_memory(grundy_bytes(solution_.space().size()), "finding Grundy values");
      grundy_ = grundy_values(solution_.space(), control);
    }
    return grundy_[static_cast<std::size_t>(solution_.space().rank(position))];
  }

 private:
  void check_memory(std::uint64_t need, const char* what) const {
    if (need <= max_bytes_) return;
    throw MemoryLimitError(std::string(what) + " needs " + shown_bytes(need) + " of memory, allowed are " +
                           shown_bytes(max_bytes_));
  }

  py::tuple objects(const std::vector<typename G::Move>& moves) const {
    py::tuple tuple(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i), game_->moves.get(moves[i]));
    }
    return tuple;
  }

  // There are few different values: one object each.
  py::object shared_value(const Value& value) const {
    const std::uint64_t name =
        (std::uint64_t{value.remoteness.value_or(0)} << 2) | static_cast<std::uint64_t>(*value.result);
    const std::scoped_lock lock(values_mutex_);
    auto& object = values_[name];
    if (!object) object = to_python(value);
    return object;
  }

  std::shared_ptr<RulesObject<G>> game_;
  std::uint64_t max_bytes_;
  Solution<S> solution_;
  std::vector<std::uint32_t> grundy_;
  std::mutex grundy_mutex_;
  mutable std::unordered_map<std::uint64_t, py::object> values_;
  mutable std::mutex values_mutex_;
};

template <Deterministic G>
auto solved_space(const typename G::Rules& rules, std::uint64_t max_bytes, Control& control) {
  if constexpr (HasSpaces<G>) {
    return typename Spaces<G>::Solved(rules);
  } else {
    return ReachableSpace<G>(rules, {G::start(rules)}, max_bytes, control);
  }
}

inline std::optional<Result> to_result(const py::object& name) {
  if (name.is_none()) return std::nullopt;
  const std::string text = required_text(name, "value");
  for (const Result result : {Result::win, Result::loss, Result::draw}) {
    if (text == result_name(result)) return result;
  }
  throw py::value_error("value must be 'win', 'loss' or 'draw', not " + quoted(text));
}

// Binds _<Game>Solution, which spielkern.Solution wraps, and _solve(max_bytes, progress) of the game's rules.
template <Game G, class RulesClass>
void register_solution(py::module_& module, RulesClass& rules_class) {
  if constexpr (Deterministic<G>) {
    using S = decltype(solved_space<G>(std::declval<const typename G::Rules&>(), 0, std::declval<Control&>()));
    using Object = SolutionObject<G, S>;
    py::class_<Object> cls(module, ("_" + class_name(G::name) + "Solution").c_str());
    cls.attr("__module__") = "spielkern._core";
    cls.def_property_readonly("rules", &Object::game);
    cls.def("value", &Object::value);
    cls.def("best_moves", &Object::best_moves);
    cls.def("line", [](const Object& self, const PositionObject<G>& position, py::handle max_plies) {
      constexpr std::int64_t most = 1 << 16;
      return self.line(position, static_cast<std::uint32_t>(required_number(max_plies, "max_plies", 0, most)));
    });
    cls.def_property_readonly("counts", [](const Object& self) { return to_python(self.solution().counts()); });
    cls.def_property_readonly("histogram", [](const Object& self) { return py::cast(self.solution().histogram()); });
    cls.def_property_readonly("size", [](const Object& self) { return self.solution().space().total_weight(); });
    cls.def_property_readonly("cells", [](const Object& self) { return self.solution().space().size(); });
    cls.def("find", [](const Object& self, py::handle begin, const py::object& value, const py::object& remoteness,
                       bool reduced) {
      const auto from = static_cast<Index>(required_number(begin, "begin", 0));
      std::optional<std::uint32_t> plies;
      if (!remoteness.is_none()) {
        plies = static_cast<std::uint32_t>(
            required_number(remoteness, "remoteness", 0, std::numeric_limits<std::uint32_t>::max()));
      }
      if constexpr (HasSpaces<G>) {
        if (!reduced) return self.find(typename Spaces<G>::Full(*self.game()->rules), from, to_result(value), plies);
      }
      return self.find(self.solution().space(), from, to_result(value), plies);
    });
    cls.def("reachable_counts", [](const Object& self, py::object progress) {
      Control control = python_control(std::move(progress));
      Counts counts;
      {
        const py::gil_scoped_release release;
        counts = self.reachable_counts(control);
      }
      return to_python(counts);
    });
    cls.def("grundy", [](Object& self, const PositionObject<G>& position) -> std::uint32_t {
      if constexpr (Impartial<G>) {
        Control control = python_control();
        const auto own = self.checked(position);
        const py::gil_scoped_release release;
        return self.grundy(own, control);
      } else {
        throw RulesError(std::string(G::title) + " has no Grundy values: its players have different moves");
      }
    });
    rules_class.def("_solve", [](std::shared_ptr<RulesObject<G>> self, py::handle memory, py::object progress) {
      const auto max_bytes = static_cast<std::uint64_t>(required_number(memory, "memory", 0));
      Control control = python_control(std::move(progress));
      const py::gil_scoped_release release;
      auto space = solved_space<G>(*self->rules, max_bytes, control);
      return std::make_unique<Object>(std::move(self), std::move(space), max_bytes, control);
    });
  }
}

}  // namespace spielkern::python
