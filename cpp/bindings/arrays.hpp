#pragma once

#include <pybind11/gil_safe_call_once.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>

#include "spielkern/core/game.hpp"
#include "spielkern/core/observation.hpp"

// NumPy arrays that the core writes.
namespace spielkern::python {

namespace py = pybind11;

// What makes arrays, looked up once. NumPy is an extra: ImportError if it is not there.
struct ArrayMakers {
  py::object empty;
  py::object zeros;
  py::object float32;
  py::object int8;

  static const ArrayMakers& get() {
    PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<ArrayMakers> storage;
    return storage.call_once_and_store_result(&ArrayMakers::find).get_stored();
  }

 private:
  static ArrayMakers find() {
    try {
      const auto numpy = py::module_::import("numpy");
      const auto dtype = [&](const char* name) { return numpy.attr("dtype")(name); };
      return {numpy.attr("empty"), numpy.attr("zeros"), dtype("float32"), dtype("int8")};
    } catch (py::error_already_set& error) {
      if (!error.matches(PyExc_ImportError)) throw;
      throw py::import_error("arrays need NumPy: pip install 'spielkern[numpy]'");
    }
  }
};

inline py::tuple shape_tuple(const Shape& shape) {
  py::tuple tuple(shape.rank);
  for (std::size_t i = 0; i < shape.rank; ++i) tuple[i] = shape.sizes[i];
  return tuple;
}

// The cells of an array for the core to write, or if they are const to read.
template <class Cell>
std::span<Cell> cells_of(const py::buffer& array, std::size_t count) {
  const py::buffer_info info = array.request(!std::is_const_v<Cell>);
  if (!info.item_type_is_equivalent_to<std::remove_const_t<Cell>>() || static_cast<std::size_t>(info.size) != count ||
      !PyBuffer_IsContiguous(info.view(), 'C')) {
    throw py::value_error("an array of the core must have " + std::to_string(count) + " cells of its type in order");
  }
  return {static_cast<Cell*>(info.ptr), count};
}

// A new array of a game's observations, which `fill` writes.
template <Observed G, class Fill>
py::object new_observation(const typename G::Rules& rules, const Fill& fill) {
  const Shape shape = G::observation_shape(rules);
  const ArrayMakers& make = ArrayMakers::get();
  py::object array = make.empty(shape_tuple(shape), make.float32);
  fill(cells_of<float>(array, shape.cells()));
  return array;
}

}  // namespace spielkern::python
