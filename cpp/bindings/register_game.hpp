#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>

#include "convert.hpp"
#include "game_extras.hpp"
#include "game_words.hpp"
#include "objects.hpp"
#include "pickling.hpp"
#include "python_control.hpp"
#include "register_batch.hpp"
#include "register_mcts.hpp"
#include "register_solution.hpp"
#include "register_wins.hpp"
#include "spielkern/core/perft.hpp"
#include "spielkern/core/playout.hpp"
#include "words.hpp"

namespace spielkern::python {

// Counts no further than is of use.
struct CountListed {
  static constexpr bool takes_batches = true;
  std::uint64_t count = 0;

  template <class Move>
  bool operator()(const Move&) {
    return ++count <= most_listed_moves;
  }
  template <class Nth>
  bool batch(std::uint64_t n, const Nth&) {
    return (count += n) <= most_listed_moves;
  }
};

template <Game G>
py::tuple list_moves(const PositionObject<G>& self) {
  CountListed listed;
  if (!G::generate(self.rules(), self.position, listed)) {
    throw RulesError(std::string(G::title) + ": more than " + std::to_string(most_listed_moves) +
                     " legal moves are too many to list");
  }
  const std::uint64_t count = listed.count;
  py::tuple tuple(count);
  Py_ssize_t i = 0;
  auto sink = [&](const typename G::Move& move) {
    if ((i + 1) % (1 << 16) == 0 && PyErr_CheckSignals() != 0) throw py::error_already_set();
    PyTuple_SET_ITEM(tuple.ptr(), i++, self.game->moves.get(move));
    return true;
  };
  G::generate(self.rules(), self.position, sink);
  return tuple;
}

// The options as a constructor call shows them: "heaps=(3, 4, 5), misere=False".
template <Game G>
std::string shown_options(const typename G::Rules& rules) {
  const std::vector<Option> options = G::options();
  const OptionValues values = G::option_values(rules);
  std::string out;
  for (std::size_t i = 0; i < options.size(); ++i) {
    ((out += i == 0 ? "" : ", ") += options[i].name) += "=";
    out += to_text(py::repr(to_python(values[i])));
  }
  return out;
}

// Option values from a constructor's arguments, in order or by name, the rest at their defaults.
template <Game G>
OptionValues to_options(const py::args& args, const py::kwargs& kwargs) {
  const std::vector<Option> options = G::options();
  OptionValues values = standard_values(options);
  std::string names;
  for (const Option& option : options) (names += names.empty() ? "" : ", ") += option.name;
  const std::string call = class_name(G::name) + "()";
  if (args.size() > options.size()) {
    throw py::type_error(call + " takes at most " + std::to_string(options.size()) + " options (" + names + "), not " +
                         std::to_string(args.size()));
  }
  for (std::size_t i = 0; i < args.size(); ++i) values[i] = to_option(G::title, options[i], args[i]);
  for (const auto& [key, value] : kwargs) {
    const std::string name = to_text(key);
    const auto option = std::find_if(options.begin(), options.end(), [&](const Option& o) { return o.name == name; });
    if (option == options.end()) {
      throw py::type_error(call + " has no option " + in_quotes(name) + "; its options are " + names);
    }
    const auto i = static_cast<std::size_t>(option - options.begin());
    if (i < args.size()) throw py::type_error(call + " got the option " + in_quotes(name) + " twice");
    values[i] = to_option(G::title, *option, value);
  }
  return values;
}

template <Game G>
py::tuple options_tuple(const typename G::Rules& rules) {
  const OptionValues values = G::option_values(rules);
  py::tuple tuple(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) tuple[i] = to_python(values[i]);
  return tuple;
}

template <Game G>
py::dict options_dict(const typename G::Rules& rules) {
  py::dict dict;
  const std::vector<Option> options = G::options();
  const OptionValues values = G::option_values(rules);
  for (std::size_t i = 0; i < options.size(); ++i) dict[py::str(options[i].name.data())] = to_python(values[i]);
  return dict;
}

// The options as spielkern.values.Option objects.
template <Game G>
py::tuple described_options() {
  const std::vector<Option> options = G::options();
  const py::object type = py::module_::import("spielkern.values").attr("Option");
  static constexpr const char* kinds[] = {"bool", "int", "choice", "ints"};  // as OptionValue has them
  py::tuple tuple(options.size());
  for (std::size_t i = 0; i < options.size(); ++i) {
    const Option& option = options[i];
    py::tuple choices(option.choices.size());
    for (std::size_t j = 0; j < option.choices.size(); ++j) choices[j] = py::str(option.choices[j].data());
    const bool numbers = option.standard.index() % 2 == 1;  // an int or a list of them
    const bool free_text = std::holds_alternative<std::string>(option.standard) && option.choices.empty();
    tuple[i] = type(py::str(option.name.data()), free_text ? "text" : kinds[option.standard.index()],
                    to_python(option.standard), choices, numbers ? py::object(py::int_(option.minimum)) : py::none(),
                    numbers ? py::object(py::int_(option.maximum)) : py::none(), py::str(option.help.data()));
  }
  return tuple;
}

// What else an option can be than its default: " (2 to 57)".
inline std::string other_values(const Option& option) {
  if (option.standard.index() % 2 == 1) {  // an int or a list of them
    const bool open = option.maximum > std::int64_t{1} << 53;
    const std::string each = std::holds_alternative<Ints>(option.standard) ? " (each " : " (";
    const std::string least = std::to_string(option.minimum);
    return each + (open ? "at least " + least : least + " to " + std::to_string(option.maximum)) + ")";
  }
  std::string out;
  for (const std::string_view choice : option.choices) {
    if (option.standard == OptionValue(std::string(choice))) continue;
    (out += out.empty() ? " (or " : ", ") += "'" + std::string(choice) + "'";
  }
  return out.empty() ? out : out + ")";
}

// The class's own words: what the game is, and what the constructor takes.
template <Game G>
std::string rules_doc() {
  std::string doc =
      "The rules of " + std::string(G::title) + ". " + words::of_game(static_cast<const G*>(nullptr)).rules;
  doc += " `spielkern rules " + std::string(G::name) + "` tells them in full, and what was decided. Options:\n";
  for (const Option& option : G::options()) {
    doc += "\n" + std::string(option.name) + " = " + to_text(py::repr(to_python(option.standard))) +
           other_values(option) + ": " + std::string(option.help);
  }
  return doc +
         "\n\nRulesError (a ValueError) for a value of another type, out of range, or that makes no game with the "
         "others; TypeError for an option that there is not.";
}

template <Game G>
std::string position_doc() {
  const std::string own = words::of_game(static_cast<const G*>(nullptr)).position;
  return "A position of " + std::string(G::title) + ". " + own +
         "\n\n`rules.position(text)` raises NotationError for a text that is no position of the rules; `play` raises "
         "NotationError for a text that is no move and IllegalMove for a move that the rules do not allow here.";
}

template <Game G>
py::object perft_from(const RulesObject<G>& self, const PositionObject<G>& position, py::handle depth) {
  const auto& from = position_under<G>(self.rules, position);
  const auto plies = static_cast<std::uint32_t>(required_number(depth, "depth", 0, max_perft_depth));
  return py::int_(
      run_without_gil(python_control(), [&](Control& control) { return perft<G>(*self.rules, from, plies, control); }));
}

template <Game G>
py::object playouts_from(const RulesObject<G>& self, py::handle games, py::handle seed, const py::object& position,
                         const py::object& max_plies) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  std::optional<typename G::Position> from;
  if (!position.is_none()) from = position_under<G>(self.rules, required_position<G>(position));
  if constexpr (!Chance<G>) {
    if (!from) from = G::start(*self.rules);
  }
  const auto count = static_cast<std::uint64_t>(required_number(games, "n", 0));
  Rng rng(required_seed(seed));
  const auto own = G::match_defaults(*self.rules).max_plies;
  const std::uint64_t limit = max_plies.is_none()
                                  ? own.value_or(static_cast<std::uint64_t>(most))
                                  : static_cast<std::uint64_t>(required_number(max_plies, "max_plies", 0));
  Control control = python_control();
  Playouts result;
  {
    const WithoutGil without_gil;
    if constexpr (Chance<G>) {
      result = chance_playouts<G>(*self.rules, from, count, limit, rng, control);
    } else {
      result = random_playouts<G>(*self.rules, *from, count, limit, rng, control);
    }
  }
  return py::module_::import("spielkern.values")
      .attr("Playouts")(py::make_tuple(result.wins_1, result.wins_2), result.draws, result.plies);
}

template <Game G>
void register_moves(py::module_& module) {
  using Object = MoveObject<G>;
  const std::string name = class_name(G::name) + "Move";
  py::class_<Object, AnyMove> cls(module, name.c_str());
  cls.attr("__module__") = "spielkern";
  cls.doc() = "A move of " + std::string(G::title) + ".";
  refuse_new(cls, "a move comes from position.moves() or rules.move(text)");
  cls.def("__str__", [](const Object& self) { return G::format_move(*self.rules, self.move); });
  cls.def("__repr__",
          [name](const Object& self) { return name + "('" + G::format_move(*self.rules, self.move) + "')"; });
  cls.def(
      "__eq__", [](const Object& a, const Object& b) { return a.move == b.move && same_rules(a.rules, b.rules); },
      py::is_operator());
  cls.def("__hash__",
          [](const Object& self) { return std::hash<std::string>{}(G::format_move(*self.rules, self.move)); });
  cls.def("__reduce__", [](const Object& self) {
    return py::make_tuple(Restorers::get().move,
                          py::make_tuple(format_rules<G>(*self.rules), G::format_move(*self.rules, self.move)));
  });
  game_extras::extend_move(cls, static_cast<const G*>(nullptr));
}

template <Game G>
void register_positions(py::module_& module) {
  using Object = PositionObject<G>;
  const std::string name = class_name(G::name) + "Position";
  py::class_<Object, AnyPosition> cls(module, name.c_str());
  cls.attr("__module__") = "spielkern";
  cls.doc() = position_doc<G>();
  refuse_new(cls, "a position comes from rules.start() or rules.position(text)");
  cls.def_property_readonly("rules", [](const Object& self) { return self.game; }, words::rules);
  cls.def_property_readonly(
      "player", [](const Object& self) { return G::player(self.rules(), self.position); }, words::player);
  cls.def_property_readonly(
      "outcome",
      [](const Object& self) -> py::object {
        const auto outcome = G::outcome(self.rules(), self.position);
        if (!outcome) return py::none();
        return py::module_::import("spielkern.values")
            .attr("Outcome")(outcome->winner == 0 ? py::object(py::none()) : py::int_(outcome->winner),
                             py::str(outcome->reason.data(), outcome->reason.size()));
      },
      words::outcome);
  cls.def_property_readonly(
      "returns",
      [](const Object& self) {
        const auto outcome = G::outcome(self.rules(), self.position);
        const double first = !outcome || outcome->winner == 0 ? 0.0 : outcome->winner == 1 ? 1.0 : -1.0;
        return py::make_tuple(first, first == 0.0 ? 0.0 : -first);
      },
      words::returns);
  cls.def_property_readonly("key", [](const Object& self) { return G::key(self.rules(), self.position); }, words::key);
  cls.def("moves", &list_moves<G>, words::moves);
  cls.def(
      "is_legal",
      [](const Object& self, py::handle given) {
        try {
          return G::is_legal(self.rules(), self.position, to_move<G>(*self.game, given));
        } catch (const NotationError&) {
          return false;
        } catch (const IllegalMove&) {
          return false;  // of other rules
        }
      },
      words::is_legal);
  if constexpr (Chance<G>) {
    cls.def(
        "play",
        [](const Object& self, py::handle given, py::handle seed) {
          const auto move = to_move<G>(*self.game, given);
          check_legal<G>(self.rules(), self.position, move);
          Rng rng(required_seed(seed));
          return Object(self.game, G::play(self.rules(), self.position, move, rng));
        },
        py::arg("move"), py::arg("seed") = 1, words::play_with_chance);
  } else {
    cls.def(
        "play",
        [](const Object& self, py::handle given) {
          const auto move = to_move<G>(*self.game, given);
          check_legal<G>(self.rules(), self.position, move);
          return Object(self.game, G::play(self.rules(), self.position, move));
        },
        words::play);
  }
  cls.def("__str__", [](const Object& self) { return G::format(self.rules(), self.position); });
  cls.def("__repr__",
          [name](const Object& self) { return name + "('" + G::format(self.rules(), self.position) + "')"; });
  cls.def(
      "__eq__",
      [](const Object& a, const Object& b) {
        return a.position == b.position && same_rules(a.game->rules, b.game->rules);
      },
      py::is_operator());
  cls.def("__hash__",
          [](const Object& self) { return static_cast<Py_hash_t>(G::key(self.rules(), self.position) >> 1); });
  cls.def("__reduce__", [](const Object& self) {
    return py::make_tuple(Restorers::get().position,
                          py::make_tuple(self.game->text, G::format(self.rules(), self.position)));
  });
  if constexpr (Observed<G>) register_position_numbers<G>(cls);
  game_extras::extend_position(cls, static_cast<const G*>(nullptr));
}

template <Game G>
void register_rules(py::module_& module) {
  using Object = RulesObject<G>;
  const std::string name = class_name(G::name);
  py::class_<Object, AnyRules, std::shared_ptr<Object>> cls(module, name.c_str());
  cls.attr("__module__") = "spielkern";
  cls.attr("name") = py::str(G::name.data());
  cls.attr("title") = py::str(G::title.data());
  cls.def(py::init([](const py::args& args, const py::kwargs& kwargs) {
    return std::make_shared<Object>(checked_rules<G>(to_options<G>(args, kwargs)));
  }));
  construct_in_new(cls);
  cls.doc() = rules_doc<G>();
  const std::vector<Option> options = G::options();
  for (std::size_t i = 0; i < options.size(); ++i) {
    cls.def_property_readonly(
        options[i].name.data(), [i](const Object& self) { return to_python(G::option_values(*self.rules)[i]); },
        options[i].help.data());
  }
  cls.def_property_readonly("options", [](const Object& self) { return options_dict<G>(*self.rules); }, words::options);
  cls.def_property_readonly(
      "repetition", [](const Object& self) { return G::match_defaults(*self.rules).repetition; }, words::repetition);
  cls.def_property_readonly(
      "max_plies", [](const Object& self) { return G::match_defaults(*self.rules).max_plies; }, words::max_plies);
  cls.attr("chance") = Chance<G>;
  if constexpr (Chance<G>) {
    cls.def(
        "start",
        [](std::shared_ptr<Object> self, py::handle seed) {
          Rng rng(required_seed(seed));
          const auto position = G::start(*self->rules, rng);
          return PositionObject<G>(std::move(self), position);
        },
        py::arg("seed") = 1, words::start_with_chance);
  } else {
    cls.def(
        "start",
        [](std::shared_ptr<Object> self) {
          const auto position = G::start(*self->rules);
          return PositionObject<G>(std::move(self), position);
        },
        words::start);
  }
  cls.def(
      "position",
      [](std::shared_ptr<Object> self, py::handle text) {
        const auto position = G::parse_position(*self->rules, required_text(text, "a position"));
        return PositionObject<G>(std::move(self), position);
      },
      py::arg("text"), words::position);
  cls.def(
      "move",
      [](const Object& self, py::handle text) {
        const auto move = G::parse_move(*self.rules, required_text(text, "a move"));
        return py::reinterpret_steal<py::object>(self.moves.get(move));
      },
      py::arg("text"), words::move);
  cls.def("perft", &perft_from<G>, py::arg("position"), py::arg("depth"), words::perft);
  cls.def("playouts", &playouts_from<G>, py::arg("n"), py::arg("seed") = 0, py::arg("position") = py::none(),
          py::arg("max_plies") = py::none(), words::playouts);
  cls.def("__str__", [](const Object& self) { return self.text; });
  cls.def("__repr__", [name](const Object& self) { return name + "(" + shown_options<G>(*self.rules) + ")"; });
  cls.def("__eq__", [](const Object& a, const Object& b) { return same_rules(a.rules, b.rules); }, py::is_operator());
  cls.def("__hash__", [](const Object& self) { return std::hash<std::string>{}(self.text); });
  cls.def("__reduce__", [](const py::object& self) {
    return py::make_tuple(py::type::of(self), options_tuple<G>(*self.cast<const Object&>().rules));
  });
  if constexpr (Observed<G>) {
    register_rules_numbers<G>(cls);
    register_batch_class<G>(module, cls);
  }
  game_extras::extend_rules(cls, static_cast<const G*>(nullptr));
  register_solution<G>(module, cls);
  register_wins<G>(cls);
  register_mcts<G>(cls);
}

template <Game G>
void register_game(py::module_& module, py::dict& classes, py::dict& options) {
  game_extras::extend_module(module, static_cast<const G*>(nullptr));
  register_moves<G>(module);
  register_positions<G>(module);
  register_rules<G>(module);
  classes[py::str(G::name.data())] = module.attr(class_name(G::name).c_str());
  options[py::str(G::name.data())] = described_options<G>();
}

}  // namespace spielkern::python
