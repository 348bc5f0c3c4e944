#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "spielkern/core/game.hpp"
#include "spielkern/core/observation.hpp"

// NumPy arrays that the core writes.
namespace spielkern::python {

namespace py = pybind11;

// A new array for the core to write. NumPy is an extra: ImportError if it is not there.
template <class Cell>
py::array_t<Cell> new_array(std::vector<py::ssize_t> shape) {
  try {
    return py::array_t<Cell>(std::move(shape));
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_ImportError)) throw;
    throw py::import_error("arrays need NumPy: pip install 'spielkern[numpy]'");
  }
}

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
  auto array = new_array<float>({shape.sizes.begin(), shape.sizes.begin() + static_cast<std::ptrdiff_t>(shape.rank)});
  fill(std::span<float>(array.mutable_data(), shape.cells()));
  return array;
}

}  // namespace spielkern::python
