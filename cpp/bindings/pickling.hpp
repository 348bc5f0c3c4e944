#pragma once

#include <pybind11/gil_safe_call_once.h>
#include <pybind11/pybind11.h>

// How values go into a pickle: as what a function of spielkern.pickling makes them from.
namespace spielkern::python {

namespace py = pybind11;

// The functions, looked up once.
struct Restorers {
  py::object position;
  py::object move;

  static const Restorers& get() {
    PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<Restorers> storage;
    return storage
        .call_once_and_store_result([] {
          const auto module = py::module_::import("spielkern.pickling");
          return Restorers{module.attr("restored_position"), module.attr("restored_move")};
        })
        .get_stored();
  }
};

}  // namespace spielkern::python
