#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "objects.hpp"
#include "python_control.hpp"
#include "spielkern/core/value.hpp"
#include "spielkern/search/before.hpp"
#include "spielkern/solve/solution.hpp"

// What solutions and analyses answer with, and how they work.
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

template <Game G>
py::tuple move_objects(const RulesObject<G>& game, const std::vector<typename G::Move>& moves) {
  py::tuple tuple(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i), game.moves.get(moves[i]));
  }
  return tuple;
}

// What an analysis tells whichever way it went.
template <class Search>
py::dict found_by(const Search& search, const Value& value) {
  py::dict out;
  out["value"] = to_python(value);
  out["nodes"] = search.nodes();
  out["table_bytes"] = search.table_bytes();
  out["table_use"] = search.table_use();
  return out;
}

// What the lines of a ledger call the rules: one word.
template <Game G>
std::string ledger_name(const typename G::Rules& rules) {
  std::string name = format_rules<G>(rules);
  std::replace(name.begin(), name.end(), ' ', ',');
  return name;
}

// A line of best play as a solution's `line` gives it: how many plies were asked for.
inline std::uint32_t plies_of_line(py::handle max_plies) {
  return static_cast<std::uint32_t>(required_number(max_plies, "max_plies", 0, 1 << 16));
}

// What every solution object has for spielkern.Solution to wrap. The class is called _<Game>Solution.
template <class Object, class Class>
void bind_solution(Class& cls) {
  cls.attr("__module__") = "spielkern._core";
  refuse_new(cls, "a solution comes from solve() or open_table()");
  cls.def_property_readonly("rules", &Object::game);
  cls.def("value", &Object::value);
  cls.def("best_moves", &Object::best_moves);
  cls.def("line", &Object::line);
  cls.def("tally", &Object::tally);
  cls.def("find", &Object::find);
  cls.def("verify", &Object::verify);
  cls.def("save", &Object::save);
  cls.def_buffer(&Object::packed);
}

// What a search is told of the match. `keys` are those of positions that are drawn if they come (again).
inline Before to_before(const std::vector<std::uint64_t>& keys, std::optional<std::uint32_t> plies_left) {
  Before before;
  before.keys = keys;
  if (plies_left) before.plies_left = *plies_left;
  return before;
}

// Long work without the GIL.
template <class Work>
decltype(auto) run_without_gil(Control control, Work&& work) {
  const WithoutGil without_gil;
  return work(control);
}

}  // namespace spielkern::python
