#include <pybind11/pybind11.h>

#include "register_bases.hpp"
#include "register_errors.hpp"
#include "register_game.hpp"
#include "spielkern/core/processor.hpp"
#include "spielkern/game_list.hpp"

namespace py = pybind11;
using namespace spielkern;

PYBIND11_MODULE(_core, module, py::mod_gil_not_used()) {
  try {
    check_processor();
  } catch (const UnsupportedProcessor& error) {
    throw py::import_error(error.what());
  }
  module.doc() = "The compiled core of spielkern; use it through the package.";
  python::register_bases(module);
  python::register_errors(module);
  python::register_table_file(module);
  module.def("_shown_bytes", &shown_bytes, "A number of bytes for people, as `2.6 MiB`.");

  module.def("_parse_rules", [](const std::string& text) {
    py::object rules;
    const bool known = GameList::for_named(game_in_rules(text), [&]<class G>() {
      rules = py::cast(std::make_shared<python::RulesObject<G>>(parse_rules<G>(text)));
    });
    if (!known) throw RulesError("there is no game of the rules " + in_quotes(text));
    return rules;
  });

  py::dict classes;
  py::dict options;
  GameList::for_each([&]<class G>() { python::register_game<G>(module, classes, options); });
  module.attr("GAMES") = classes;
  module.attr("OPTIONS") = options;
}
