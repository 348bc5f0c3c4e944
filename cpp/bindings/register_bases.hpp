#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <utility>

#include "objects.hpp"
#include "words.hpp"

// The classes Rules, Position and Move: what every game's own classes have.
namespace spielkern::python {

namespace detail {

// A member that the game's own class replaces; what it takes is for help() to tell.
template <class Class, class... Taken>
py::object abstract(const Class&, Taken...) {
  PyErr_SetString(PyExc_NotImplementedError, "a game's own class has this");
  throw py::error_already_set();
}

}  // namespace detail

// A copy of an immutable value is the value.
template <class Class>
void make_value(Class& cls) {
  cls.attr("__module__") = "spielkern";
  cls.def("__copy__", [](py::object self) { return self; });
  cls.def("__deepcopy__", [](py::object self, py::handle) { return self; });
}

// The options of a batch are those of spielkern.Batch, which checks them; the signature names them all the same.
template <class Class, class Function>
void def_batch(Class& cls, Function&& function) {
  py::options options;
  options.disable_function_signatures();
  cls.def("batch", std::forward<Function>(function), py::arg("n"), py::arg("seed") = 0, words::batch);
}

inline void register_bases(py::module_& module) {
  using detail::abstract;
  using py::arg;
  using py::handle;

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
  position.def_property_readonly("rules", abstract<AnyPosition>, words::rules);
  position.def_property_readonly("player", abstract<AnyPosition>, words::player);
  position.def_property_readonly("outcome", abstract<AnyPosition>, words::outcome);
  position.def_property_readonly("returns", abstract<AnyPosition>, words::returns);
  position.def_property_readonly("key", abstract<AnyPosition>, words::key);
  position.def("moves", abstract<AnyPosition>, words::moves);
  position.def("is_legal", abstract<AnyPosition, handle>, words::is_legal);
  position.def("play", abstract<AnyPosition, handle>, words::play);
  position.def("observation", abstract<AnyPosition, handle>, arg("player") = py::none(), words::observation);
  position.def("action_mask", abstract<AnyPosition>, words::action_mask);
  position.def("legal_actions", abstract<AnyPosition>, words::legal_actions);

  py::class_<AnyRules, std::shared_ptr<AnyRules>> rules(module, "Rules");
  make_value(rules);
  refuse_new(rules, "the games have classes of their own");
  rules.doc() =
      "The rules of a game with its options. An immutable value: equal to all rules with the same options. "
      "`str(rules)` names the game and its options.";
  rules.attr("name") = "";
  rules.attr("title") = "";
  rules.attr("chance") = false;
  rules.def_property_readonly("options", abstract<AnyRules>, words::options);
  rules.def_property_readonly("repetition", abstract<AnyRules>, words::repetition);
  rules.def_property_readonly("max_plies", abstract<AnyRules>, words::max_plies);
  rules.def("start", abstract<AnyRules>, words::start);
  rules.def("position", abstract<AnyRules, handle>, arg("text"), words::position);
  rules.def("move", abstract<AnyRules, handle>, arg("text"), words::move);
  rules.def("perft", abstract<AnyRules, handle, handle>, arg("position"), arg("depth"), words::perft);
  rules.def_property_readonly("observation_shape", abstract<AnyRules>, words::observation_shape);
  rules.def_property_readonly("action_count", abstract<AnyRules>, words::action_count);
  rules.def("action", abstract<AnyRules, handle>, words::action);
  rules.def("move_of", abstract<AnyRules, handle>, words::move_of);
  def_batch(rules, abstract<AnyRules, handle, handle, py::args, py::kwargs>);
  rules.def("playouts", abstract<AnyRules, handle, handle, handle, handle>, arg("n"), arg("seed") = 0,
            arg("position") = py::none(), arg("max_plies") = py::none(), words::playouts);
}

}  // namespace spielkern::python
