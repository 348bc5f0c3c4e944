#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "objects.hpp"
#include "words.hpp"

// The classes Rules, Position and Move: what every game's own classes have.
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
  position.def_property_readonly("rules", abstract_property, words::rules);
  position.def_property_readonly("player", abstract_property, words::player);
  position.def_property_readonly("outcome", abstract_property, words::outcome);
  position.def_property_readonly("returns", abstract_property, words::returns);
  position.def_property_readonly("key", abstract_property, words::key);
  position.def("moves", abstract, words::moves);
  position.def("is_legal", abstract, words::is_legal);
  position.def("play", abstract, words::play);
  position.def("observation", abstract, words::observation);
  position.def("action_mask", abstract, words::action_mask);
  position.def("legal_actions", abstract, words::legal_actions);

  py::class_<AnyRules, std::shared_ptr<AnyRules>> rules(module, "Rules");
  make_value(rules);
  refuse_new(rules, "the games have classes of their own");
  rules.doc() =
      "The rules of a game with its options. An immutable value: equal to all rules with the same options. "
      "`str(rules)` names the game and its options.";
  rules.attr("name") = "";
  rules.attr("title") = "";
  rules.attr("chance") = false;
  rules.def_property_readonly("options", abstract_property, words::options);
  rules.def_property_readonly("repetition", abstract_property, words::repetition);
  rules.def_property_readonly("max_plies", abstract_property, words::max_plies);
  rules.def("start", abstract, words::start);
  rules.def("position", abstract, words::position);
  rules.def("move", abstract, words::move);
  rules.def("perft", abstract, words::perft);
  rules.def_property_readonly("observation_shape", abstract_property, words::observation_shape);
  rules.def_property_readonly("action_count", abstract_property, words::action_count);
  rules.def("action", abstract, words::action);
  rules.def("move_of", abstract, words::move_of);
  rules.def("batch", abstract, words::batch);
  rules.def("playouts", abstract, words::playouts);
}

}  // namespace spielkern::python
