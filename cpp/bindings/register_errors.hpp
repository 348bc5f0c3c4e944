#pragma once

#include <pybind11/pybind11.h>

#include <algorithm>
#include <string_view>

#include "convert.hpp"
#include "spielkern/core/errors.hpp"

namespace spielkern::python {

// Raises the class of the same name from spielkern.errors.
inline void raise_named(const char* name, const Error& error) {
  const py::object type = py::module_::import("spielkern.errors").attr(name);
  // A message may name a file, and names of files need not be UTF-8.
  const std::string_view message = error.what();
  const auto text = py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(message.data(), static_cast<Py_ssize_t>(message.size()), "surrogateescape"));
  PyErr_SetObject(type.ptr(), type(text).ptr());
}

inline void raise_notation_error(const NotationError& error) {
  const auto characters =
      std::count_if(error.text().begin(), error.text().begin() + static_cast<std::ptrdiff_t>(error.place()),
                    [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; });
  const py::object type = py::module_::import("spielkern.errors").attr("NotationError");
  PyErr_SetObject(type.ptr(), type(error.what(), error.text(), characters, error.expected()).ptr());
}

inline void register_errors(py::module_&) {
  py::register_exception_translator([](std::exception_ptr pointer) {
    if (!pointer) return;
    try {
      std::rethrow_exception(pointer);
    } catch (const NotationError& error) {
      raise_notation_error(error);
    } catch (const IllegalMove& error) {
      raise_named("IllegalMove", error);
    } catch (const RulesError& error) {
      raise_named("RulesError", error);
    } catch (const MemoryLimitError& error) {
      raise_named("MemoryLimitError", error);
    } catch (const TableError& error) {
      raise_named("TableError", error);
    } catch (const VerificationError& error) {
      raise_named("VerificationError", error);
    } catch (const Cancelled& error) {
      raise_named("Cancelled", error);
    } catch (const Error& error) {
      raise_named("SpielkernError", error);
    }
  });
}

}  // namespace spielkern::python
