#include <pybind11/pybind11.h>

#include "register_bases.hpp"
#include "register_errors.hpp"
#include "register_game.hpp"
#include "spielkern/game_list.hpp"

namespace py = pybind11;
using namespace spielkern;

namespace {

// This module is compiled for x86-64-v2 where it can be; better a clear word than an illegal instruction.
void check_processor() {
#if defined(__POPCNT__) && (defined(__GNUC__) || defined(__clang__))
  if (!__builtin_cpu_supports("popcnt") || !__builtin_cpu_supports("sse4.2")) {
    throw py::import_error("spielkern needs an x86-64-v2 processor (SSE4.2 and POPCNT; any since about 2009)");
  }
#endif
}

}  // namespace

PYBIND11_MODULE(_core, module, py::mod_gil_not_used()) {
  check_processor();
  module.doc() = "The compiled core of spielkern; use it through the package.";
  python::register_bases(module);
  python::register_errors(module);
  python::register_table_file(module);
  module.def("_shown_bytes", &shown_bytes, "A number of bytes for people, as `2.6 MiB`.");

  py::dict classes;
  py::dict options;
  GameList::for_each([&]<class G>() { python::register_game<G>(module, classes, options); });
  module.attr("GAMES") = classes;
  module.attr("OPTIONS") = options;
}
