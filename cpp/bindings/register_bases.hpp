#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "objects.hpp"

// The classes Rules, Position and Move: what every game's own classes have, and where it is described.
namespace spielkern::python {

namespace detail {

// A member that the game's own class replaces.
inline py::object abstract(const py::args&, const py::kwargs&) {
  PyErr_SetString(PyExc_NotImplementedError, "a game's own class has this");
  throw py::error_already_set();
}

inline py::object abstract_property(const py::object&) {
  return abstract({}, {});
}

}  // namespace detail

// A copy of an immutable value is the value.
template <class Class>
void make_value(Class& cls) {
  cls.attr("__module__") = "spielkern";
  cls.def("__copy__", [](py::object self) { return self; });
  cls.def("__deepcopy__", [](py::object self, py::handle) { return self; });
}

inline void register_bases(py::module_& module) {
  using detail::abstract;
  using detail::abstract_property;

  py::class_<AnyMove> move(module, "Move");
  make_value(move);
  refuse_new(move, "the games have classes of their own");
  move.doc() =
      "One ply of one player under given rules. An immutable value: equal to every move of equal rules with the same "
      "text. `str(move)` is its notation.";

  py::class_<AnyPosition> position(module, "Position");
  make_value(position);
  refuse_new(position, "the games have classes of their own");
  position.doc() =
      "Everything needed to go on with a game, and nothing of its past. An immutable value: equal to every position of "
      "equal rules with the same text, hashable, picklable, free to share between threads. `str(position)` is its "
      "notation, which `rules.position` reads.";
  position.def_property_readonly("rules", abstract_property, "The rules that the position is played under.");
  position.def_property_readonly("player", abstract_property,
                                 "Whose turn it is, 1 or 2; in a finished position whose turn it would be.");
  position.def_property_readonly("outcome", abstract_property,
                                 "None as long as the game goes on, then an Outcome (winner, reason).");
  position.def_property_readonly(
      "returns", abstract_property,
      "What players 1 and 2 have got: (0.0, 0.0) until the end and for draws, (1.0, -1.0) or (-1.0, 1.0).");
  position.def_property_readonly(
      "key", abstract_property,
      "A 64-bit number, the same on every platform for equal positions; different positions rarely share one.");
  position.def(
      "moves", abstract,
      "The legal moves in canonical order, as a tuple; () when the game is over. Equal moves are the same object, "
      "which the rules object keeps, unless the rules have more than 1,048,576 different ones. RulesError if there are "
      "more legal ones than that.");
  position.def("is_legal", abstract,
               "Whether a Move or a text is a legal move here; False also for a text that is no move at all.");
  position.def("play", abstract,
               "The position after a move, given as a Move or as its text. NotationError for a text that is no move, "
               "IllegalMove, saying why, for a move that the rules do not allow here.");
  position.def(
      "observation", abstract,
      "The position as numbers for programs that learn: a float32 NumPy array of the rules' `observation_shape`, as "
      "`player` (default: the one on turn) sees it, own pieces before the opponent's and nothing hidden. The planes, "
      "all "
      "within 0..1 unless said otherwise:\n\n"
      "Nim (heaps, digits): each heap in binary, lowest digit first.\n"
      "Mu Torere (3 or 4, ring + 1): own pieces, the opponent's, the empty point, the centre last; with entry=opening "
      "the part of the opening that is played.\n"
      "Dots and Boxes (3, 2 rows + 1, 2 cols + 1): drawn edges and closed boxes where they are drawn, dots at even "
      "places; the lead as a part of all boxes, -1..1.\n"
      "10 (9, 19): own Singles, Doubles, Triples, the opponent's, over the points a1 b1 ... m4; the part of the stones "
      "in the own and the opponent's supply; half the phase.\n"
      "Crazy10s (41, size, size): a plane a digit and one for jokers; number bonus 2, 3, line bonus 2, 3; for each "
      "kind "
      "0..9 and joker the own rack's tiles in sevenths, then the unseen part of all such tiles; the bag's part of all "
      "tiles, the opponent's rack in sevenths, the lead in hundreds of points (any number), scoreless turns in "
      "sixths.");
  position.def("action_mask", abstract,
               "An int8 NumPy array of `rules.action_count` cells: 1 for the actions that are legal moves, else 0.");
  position.def("legal_actions", abstract,
               "The numbers of the legal moves in rising order; their order in moves() may be another.");

  py::class_<AnyRules, std::shared_ptr<AnyRules>> rules(module, "Rules");
  make_value(rules);
  refuse_new(rules, "the games have classes of their own");
  rules.doc() =
      "The rules of a game with its options. An immutable value: equal to all rules with the same options. "
      "`str(rules)` names the game and its options.";
  rules.attr("name") = "";
  rules.attr("title") = "";
  rules.attr("chance") = false;
  rules.def_property_readonly("options", abstract_property, "The options by name, in the constructor's order.");
  rules.def_property_readonly("repetition", abstract_property,
                              "Which occurrence of a position makes a match a draw unless agreed otherwise, or None.");
  rules.def_property_readonly("max_plies", abstract_property,
                              "After how many plies a match is a draw unless agreed otherwise, or None.");
  rules.def("start", abstract, "The position that a game begins with.");
  rules.def("position", abstract, "Reads a position's text. NotationError says where it is wrong.");
  rules.def("move", abstract, "Reads a move's text, in either case. NotationError says where it is wrong.");
  rules.def(
      "perft", abstract,
      "The number of sequences of exactly `depth` plies (0..1000) from a position; a finished game has none. Ctrl-C "
      "stops it; ValueError if the number does not fit 64 bits.");
  rules.def_property_readonly("observation_shape", abstract_property, "The shape of `position.observation()`.");
  rules.def_property_readonly(
      "action_count", abstract_property,
      "How many numbers moves have under these rules, 0 to `action_count` - 1, the same in every position. Nim: heap "
      "by "
      "heap, take one, two, ... of what it has at the start. Mu Torere: from each ring point to the centre, from the "
      "centre to each, from each to the next, to the previous. Dots and Boxes: the edges as the position's text has "
      "them. 10: openings, pairs entered, then by the point of departure steps, captures, splits. Crazy10s has no such "
      "list and not this property; see `ranked_moves`.");
  rules.def("action", abstract,
            "The number of a move, given as a Move or its text. IllegalMove if it is legal in no position.");
  rules.def("move_of", abstract, "The move of a number. ValueError for one out of range.");
  rules.def("batch", abstract,
            "`n` games played together over NumPy arrays, see `spielkern.Batch`, which says what the options are.");
  rules.def(
      "playouts", abstract,
      "Plays `n` random games from a position (default: the start), each ply uniform among the legal moves, and "
      "returns Playouts (wins, draws, plies). One `seed` gives the same games on every platform. A game longer than "
      "`max_plies` (default: the game's own limit) counts as a draw. Ctrl-C stops it.");
}

}  // namespace spielkern::python
