#pragma once

#include <pybind11/pybind11.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "spielkern/core/game.hpp"

// Values on their way between Python and the core.
namespace spielkern::python {

namespace py = pybind11;

// The text of a Python string; what UTF-8 cannot hold (lone surrogates) comes as an escape, for the parser to refuse.
inline std::string to_text(py::handle object) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (data != nullptr) return std::string(data, static_cast<std::size_t>(size));
  PyErr_Clear();
  const auto bytes =
      py::reinterpret_steal<py::object>(PyUnicode_AsEncodedString(object.ptr(), "utf-8", "backslashreplace"));
  if (!bytes) throw py::error_already_set();
  return std::string(PyBytes_AS_STRING(bytes.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr())));
}

inline std::string required_text(py::handle object, std::string_view what) {
  if (!PyUnicode_Check(object.ptr())) {
    throw py::type_error(std::string(what) + " must be a str, not " + Py_TYPE(object.ptr())->tp_name);
  }
  return to_text(object);
}

// `repr` of any object, cut short, for messages. An object may refuse to be shown, as a number of too many digits does;
// then its type is.
inline std::string shown(py::handle object) {
  constexpr std::size_t most = 60;
  try {
    std::string text = to_text(py::repr(object));
    if (text.size() <= most) return text;
    std::size_t end = most - 3;
    while (end > 0 && (static_cast<unsigned char>(text[end]) >> 6) == 2) --end;  // not within a character
    return text.substr(0, end) + "...";
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_Exception)) throw;  // Ctrl-C, say
    return std::string("an object of type ") + Py_TYPE(object.ptr())->tp_name;
  }
}

enum class Number { fits, out_of_range, none };

// Reads an int, or anything that can stand for one; a bool is none.
inline Number read_number(py::handle object, std::int64_t& number) {
  if (PyBool_Check(object.ptr()) || PyIndex_Check(object.ptr()) == 0) return Number::none;
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!index) throw py::error_already_set();
  int overflow = 0;
  number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  return overflow == 0 ? Number::fits : Number::out_of_range;
}

// A whole number argument in minimum..maximum; ValueError and TypeError name it.
inline std::int64_t required_number(py::handle object, std::string_view what, std::int64_t minimum,
                                    std::int64_t maximum = std::numeric_limits<std::int64_t>::max()) {
  std::int64_t number = 0;
  const Number kind = read_number(object, number);
  if (kind == Number::none) throw py::type_error(std::string(what) + " must be an int, not " + shown(object));
  if (kind == Number::fits && number >= minimum && number <= maximum) return number;
  throw py::value_error(std::string(what) + " must be from " + std::to_string(minimum) + " to " +
                        std::to_string(maximum) + ", not " + shown(object));
}

// A seed: any number of 64 bits.
inline std::uint64_t required_seed(py::handle object) {
  std::int64_t number = 0;
  const Number kind = read_number(object, number);
  if (kind == Number::none) throw py::type_error("seed must be an int, not " + shown(object));
  if (kind == Number::fits && number >= 0) return static_cast<std::uint64_t>(number);
  if (kind == Number::out_of_range) {
    const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
    const std::uint64_t seed = PyLong_AsUnsignedLongLong(index.ptr());
    if (PyErr_Occurred() == nullptr) return seed;
    PyErr_Clear();
  }
  throw py::value_error("seed must be from 0 to 18446744073709551615, not " + shown(object));
}

inline py::object to_python(const OptionValue& value) {
  if (const auto* numbers = std::get_if<Ints>(&value)) {
    py::tuple tuple(numbers->size());
    for (std::size_t i = 0; i < numbers->size(); ++i) tuple[i] = (*numbers)[i];
    return tuple;
  }
  if (const auto* flag = std::get_if<bool>(&value)) return py::bool_(*flag);
  if (const auto* number = std::get_if<std::int64_t>(&value)) return py::int_(*number);
  return py::str(std::get<std::string>(value));
}

// An option's value from what a caller gave, of the option's own type.
inline OptionValue to_option(std::string_view game, const Option& option, py::handle given) {
  const auto refuse = [&](const std::string& right) {
    throw RulesError(std::string(game) + ": " + std::string(option.name) + " must be " + right + ", not " +
                     shown(given));
  };
  const auto range = [&] { return "from " + std::to_string(option.minimum) + " to " + std::to_string(option.maximum); };
  if (std::holds_alternative<bool>(option.standard)) {
    if (!PyBool_Check(given.ptr())) refuse("True or False");
    return given.ptr() == Py_True;
  }
  if (std::holds_alternative<std::int64_t>(option.standard)) {
    std::int64_t number = 0;
    if (read_number(given, number) != Number::fits) refuse("an int " + range());
    return number;
  }
  if (std::holds_alternative<std::string>(option.standard)) {
    if (given.is_none() && option.choices.empty()) return option.standard;
    if (!PyUnicode_Check(given.ptr())) refuse("a str, as " + shown(to_python(option.standard)));
    return to_text(given);
  }
  constexpr std::size_t most = 1000;  // an endless iterable must not hang the constructor
  Ints numbers;
  if (PyUnicode_Check(given.ptr()) || PyBytes_Check(given.ptr()) || !py::isinstance<py::iterable>(given)) {
    refuse("a sequence of ints, as " + shown(to_python(option.standard)));
  }
  for (const py::handle item : py::iter(given)) {
    std::int64_t number = 0;
    if (numbers.size() == most) refuse("a sequence of at most " + std::to_string(most) + " ints");
    if (read_number(item, number) != Number::fits) refuse("a sequence of ints, each " + range());
    numbers.push_back(number);
  }
  return numbers;
}

// "mu-torere" -> "MuTorere"
inline std::string class_name(std::string_view game) {
  std::string name;
  bool upper = true;
  for (const char c : game) {
    if (c == '-') {
      upper = true;
    } else {
      name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
      upper = false;
    }
  }
  return name;
}

}  // namespace spielkern::python
