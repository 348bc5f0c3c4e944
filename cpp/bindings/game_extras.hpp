#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "convert.hpp"
#include "crazy10s_extras.hpp"
#include "objects.hpp"
#include "spielkern/game_list.hpp"

// What a game's Python classes have beyond those of every game. The last argument only says which game; a game without
// extras needs nothing here.
namespace spielkern::python::game_extras {

inline void extend_module(py::module_&, const void*) {}
template <class Class>
void extend_rules(Class&, const void*) {}
template <class Class>
void extend_position(Class&, const void*) {}
template <class Class>
void extend_move(Class&, const void*) {}

// One of from_edges' edges as text: a move of equal rules, or a text.
inline std::string edge_text(const RulesObject<DotsAndBoxes>& rules, py::handle given) {
  if (PyUnicode_Check(given.ptr())) return to_text(given);
  if (!py::isinstance<MoveObject<DotsAndBoxes>>(given)) {
    throw py::type_error("edges must be a sequence of moves or their texts, not of " + shown(given));
  }
  const auto& object = given.cast<const MoveObject<DotsAndBoxes>&>();
  const std::string text = DotsAndBoxes::format_move(*object.rules, object.move);
  if (same_rules(object.rules, rules.rules)) return text;
  throw RulesError("the edge " + text + " is one of '" + format_rules<DotsAndBoxes>(*object.rules) + "', not of '" +
                   format_rules<DotsAndBoxes>(*rules.rules) + "'");
}

inline std::vector<std::string> edge_texts(const RulesObject<DotsAndBoxes>& rules, py::handle edges) {
  if (PyUnicode_Check(edges.ptr()) || !py::isinstance<py::iterable>(edges)) {
    throw py::type_error("edges must be a sequence of moves or their texts, not " + shown(edges));
  }
  constexpr std::size_t most = 1000;  // an endless iterable must not hang the caller
  std::vector<std::string> texts;
  for (const py::handle edge : py::iter(edges)) {
    if (texts.size() == most) throw py::value_error("edges must be at most " + std::to_string(most));
    texts.push_back(edge_text(rules, edge));
  }
  return texts;
}

inline std::array<std::int64_t, 2> score_pair(const py::object& score) {
  const bool pair = PySequence_Check(score.ptr()) != 0 && !PyUnicode_Check(score.ptr()) && py::len(score) == 2;
  std::array<std::int64_t, 2> numbers{};
  for (std::size_t i = 0; i < 2; ++i) {
    const Number kind = pair ? read_number(py::object(score[py::int_(i)]), numbers[i]) : Number::none;
    if (kind == Number::none) throw py::type_error("score must be two ints, not " + shown(score));
    if (kind == Number::out_of_range) {
      throw RulesError("Dots and Boxes: score must be two numbers of boxes, not " + shown(score));
    }
  }
  return numbers;
}

template <class Class>
void extend_rules(Class& cls, const DotsAndBoxes*) {
  using Object = RulesObject<DotsAndBoxes>;
  cls.def(
      "from_edges",
      [](std::shared_ptr<Object> self, py::handle edges, py::handle player, const py::object& score) {
        std::optional<std::array<std::int64_t, 2>> pair;
        if (!score.is_none()) pair = score_pair(score);
        std::int64_t number = 0;
        const Number kind = read_number(player, number);
        if (kind == Number::none) throw py::type_error("player must be an int, not " + shown(player));
        if (kind == Number::out_of_range) {
          throw RulesError("Dots and Boxes: player must be 1 or 2, not " + shown(player));
        }
        const auto position = DotsAndBoxes::from_edges(*self->rules, edge_texts(*self, edges), number, pair);
        return PositionObject<DotsAndBoxes>(std::move(self), position);
      },
      py::arg("edges"), py::arg("player") = 1, py::arg("score") = py::none(),
      "The position in which these edges, moves or their texts, are drawn, with `player` (1 or 2) on turn. `score` is "
      "a pair of numbers of boxes, together those closed; by default all of them are player 1's. RulesError if they "
      "are not; NotationError for a text that is no edge, or one that was named before.");
}

template <class Class>
void extend_position(Class& cls, const DotsAndBoxes*) {
  using Object = PositionObject<DotsAndBoxes>;
  cls.def_property_readonly(
      "score", [](const Object& self) { return py::make_tuple(self.position.score[0], self.position.score[1]); },
      "How many boxes players 1 and 2 have closed.");
  cls.def_property_readonly(
      "edges",
      [](const Object& self) {
        py::tuple edges(static_cast<std::size_t>(std::popcount(self.position.drawn)));
        std::size_t i = 0;
        for (auto left = self.position.drawn; left != 0; left &= left - 1) {
          const DotsAndBoxes::Move move{static_cast<std::uint8_t>(std::countr_zero(left))};
          edges[i++] = py::reinterpret_steal<py::object>(self.game->moves.get(move));
        }
        return edges;
      },
      "The edges that are drawn, as moves, in the order of the position's text.");
  cls.def_property_readonly(
      "closed",
      [](const Object& self) {
        const auto& board = self.rules().board();
        py::tuple closed(static_cast<std::size_t>(board.boxes()));
        for (int box = 0; box < board.boxes(); ++box) {
          const bool full = (board.box_edges(box) & ~self.position.drawn) == 0;
          closed[static_cast<std::size_t>(box)] = py::bool_(full);
        }
        return closed;
      },
      "Of each box, row by row from the top left, whether all its four edges are drawn.");
}

template <class Class>
void extend_position(Class& cls, const Nim*) {
  cls.def_property_readonly(
      "heaps",
      [](const PositionObject<Nim>& self) {
        py::tuple heaps(self.rules().heaps());
        for (std::size_t i = 0; i < heaps.size(); ++i) heaps[i] = self.rules().heap(self.position, i);
        return heaps;
      },
      "How many objects each heap has now.");
}

template <class Class>
void extend_position(Class& cls, const Ten*) {
  using Object = PositionObject<Ten>;
  cls.def_property_readonly(
      "phase", [](const Object& self) { return int{self.position.phase}; },
      "0 before player 1's first ply, 1 before player 2's, 2 from then on.");
  cls.def_property_readonly(
      "supplies",
      [](const Object& self) {
        return py::make_tuple(self.rules().supply(self.position, 1), self.rules().supply(self.position, 2));
      },
      "How many stones players 1 and 2 have off the board.");
}

}  // namespace spielkern::python::game_extras
