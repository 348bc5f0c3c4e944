#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "convert.hpp"
#include "objects.hpp"
#include "python_control.hpp"
#include "spielkern/games/crazy10s/crazy10s.hpp"
#include "spielkern/games/crazy10s/endgame.hpp"
#include "spielkern/games/crazy10s/puzzle.hpp"
#include "spielkern/games/crazy10s/ranked_actions.hpp"
#include "spielkern/games/crazy10s/self_play.hpp"
#include "spielkern/games/crazy10s/simulate.hpp"
#include "values.hpp"

// What the classes of Crazy10s have beyond those of every game: views, and the study of plays.
namespace spielkern::python {

struct Crazy10sView {
  std::shared_ptr<RulesObject<Crazy10s>> game;
  Crazy10s::View view;

  const Crazy10s::Rules& rules() const { return *game->rules; }
};

// Plays of one rack on one board, whether it is a position's or a view's.
struct Crazy10sStudy {
  std::shared_ptr<RulesObject<Crazy10s>> game;
  const Crazy10s::Position& position;
  Player player;

  const Crazy10s::Rules& rules() const { return *game->rules; }
  const crazy10s::Tiles& rack() const { return position.rack(player).tiles; }
};

inline Crazy10sStudy study_of(const PositionObject<Crazy10s>& self) {
  return {self.game, self.position, self.position.player};
}
inline Crazy10sStudy study_of(const Crazy10sView& self) {
  return {self.game, self.view.seen, self.view.viewer};
}

inline py::object to_object(const RulesObject<Crazy10s>& game, const Crazy10s::Move& move) {
  return py::reinterpret_steal<py::object>(game.moves.get(move));
}

// Makes plays as they are asked for, some thousands at a time. The generator cannot be left and entered again; so the
// part of it that a batch ended in is gone through again for the next one.
class Crazy10sPlays {
 public:
  explicit Crazy10sPlays(const Crazy10sStudy& study)
      : game_(study.game),
        rack_(study.rack()),
        board_(study.rules(), study.position.board),
        table_(rack_),
        over_(Crazy10s::outcome(study.rules(), study.position).has_value()) {}

  py::object next() {
    while (given_ == batch_.size()) {
      if (over_) throw py::stop_iteration();
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      fetch();
    }
    return to_object(*game_, batch_[given_++]);
  }

 private:
  static constexpr std::size_t most_fetched = 1 << 12;

  struct Batch : crazy10s::Everything {
    Crazy10sPlays& plays;
    std::uint64_t skipped = 0;

    bool operator()(const crazy10s::Found& found) {
      if (skipped < plays.done_) {
        ++skipped;
        return true;
      }
      if (plays.batch_.size() >= most_fetched) return false;
      ++plays.done_;
      ++skipped;
      return crazy10s::for_each_joker_set(found, plays.rack_, [&](unsigned jokers) {
        plays.batch_.push_back(crazy10s::to_move(plays.board_, found, jokers));
        return true;
      });
    }
  };

  void fetch() {
    const Crazy10s::Rules& rules = *game_->rules;
    batch_.clear();
    given_ = 0;
    Batch batch{{}, *this};
    bool whole = false;
    std::size_t roots = 1;
    if (rules.placing() == crazy10s::Placing::line) {
      whole = crazy10s::LinePlays(rules, board_, table_).generate(batch);
    } else {
      crazy10s::LinkedPlays<Batch> generator(rules, board_, table_, batch);
      roots = generator.root_count();
      whole = root_ == roots || generator.generate_from(root_);
    }
    if (!whole) return;
    done_ = 0;
    over_ = ++root_ >= roots;
  }

  std::shared_ptr<RulesObject<Crazy10s>> game_;
  crazy10s::Tiles rack_;
  crazy10s::Board board_;
  crazy10s::RackTable table_;
  bool over_;
  std::size_t root_ = 0;
  std::uint64_t done_ = 0;  // of what this root finds
  std::vector<Crazy10s::Move> batch_;
  std::size_t given_ = 0;
};

inline Crazy10s::Move to_play(const Crazy10sStudy& study, py::handle given) {
  if (PyUnicode_Check(given.ptr())) return Crazy10s::parse_move(study.rules(), to_text(given));
  if (!py::isinstance<MoveObject<Crazy10s>>(given)) {
    throw py::type_error("a play must be a Crazy10sMove or its text, not " + shown(given));
  }
  const auto& object = given.cast<const MoveObject<Crazy10s>&>();
  if (same_rules(object.rules, study.game->rules)) return object.move;
  throw IllegalMove("the move " + Crazy10s::format_move(*object.rules, object.move) + " is one of '" +
                    format_rules<Crazy10s>(*object.rules) + "', not of '" + format_rules<Crazy10s>(study.rules()) +
                    "'");
}

// Why a play is not legal; empty if it is.
inline std::string objection(const Crazy10sStudy& study, const Crazy10s::Move& move) {
  if (const auto outcome = Crazy10s::outcome(study.rules(), study.position)) {
    return "the game is over (" + std::string(outcome->reason) + ")";
  }
  const auto fault = Crazy10s::fault(study.rules(), study.position, study.player, move);
  if (fault.kind == crazy10s::Fault::Kind::none) return "";
  return crazy10s::in_words(study.rules(), study.position, study.player, fault);
}

template <class Work>
auto run_study(const Crazy10sStudy& study, Work&& work, Control control = python_control()) {
  const crazy10s::Board board(study.rules(), study.position.board);
  const crazy10s::Tiles rack = Crazy10s::outcome(study.rules(), study.position) ? crazy10s::Tiles() : study.rack();
  const WithoutGil without_gil;
  return work(board, rack, [&] { control.tick(); });
}

inline crazy10s::PlayCounts play_counts(const Crazy10sStudy& study) {
  return run_study(study, [&](const auto& board, const auto& rack, auto&& tick) {
    return crazy10s::count_plays(study.rules(), board, rack, tick);
  });
}

inline py::tuple kind_counts(const crazy10s::KindCounts& counts) {
  py::tuple tuple(counts.size());
  for (std::size_t kind = 0; kind < counts.size(); ++kind) tuple[kind] = counts[kind];
  return tuple;
}

inline py::object rack_text(const crazy10s::Rack& rack) {
  if (rack.hidden) return py::none();
  return py::str(crazy10s::format_tiles(rack.tiles));
}

// What positions and views have in common.
template <class Object, class Class, class Seen>
void bind_crazy10s_study(Class& cls, Seen seen) {
  cls.def(
      "plays", [](const Object& self) { return Crazy10sPlays(study_of(self)); },
      "All tile plays of the rack, made as they are asked for, in the generator's order.");
  cls.def(
      "count_plays", [](const Object& self) { return play_counts(study_of(self)).plays; },
      "How many tile plays the rack has, without making any.");
  cls.def(
      "tally_plays",
      [](const Object& self) {
        const auto counts = play_counts(study_of(self));
        py::dict by_tiles;
        for (std::size_t tiles = 1; tiles < counts.by_tiles.size(); ++tiles) {
          if (counts.by_tiles[tiles] > 0) by_tiles[py::int_(tiles)] = counts.by_tiles[tiles];
        }
        py::dict dict;
        dict["plays"] = counts.plays;
        dict["by_tiles"] = by_tiles;
        dict["sum_of_scores"] = counts.sum_of_scores;
        dict["best_score"] = counts.plays == 0 ? py::object(py::none()) : py::int_(counts.best_score);
        dict["best_count"] = counts.best_plays;
        return dict;
      },
      "The tile plays in numbers: `plays`, `by_tiles` (laid), `sum_of_scores`, `best_score` (None without plays), "
      "`best_count` (plays that reach it).");
  cls.def(
      "best_plays",
      [](const Object& self, py::handle n) {
        const Crazy10sStudy study = study_of(self);
        const auto most = static_cast<std::size_t>(required_number(n, "n", 0, most_listed_moves));
        const auto best = run_study(study, [&](const auto& board, const auto& rack, auto&& tick) {
          return crazy10s::best_plays(study.rules(), board, rack, most, tick);
        });
        py::tuple tuple(best.size());
        for (std::size_t i = 0; i < best.size(); ++i) tuple[i] = to_object(*study.game, best[i].move);
        return tuple;
      },
      py::arg("n") = 1, "The n plays that score most, the best first, equal ones in the order of their texts.");
  // For players: the same within a time; of those found until then, if it ends before.
  cls.def("_best_plays",
          [](const Object& self, std::size_t n, std::optional<double> seconds, const py::object& progress) {
            const Crazy10sStudy study = study_of(self);
            const auto best = run_study(
                study,
                [&](const auto& board, const auto& rack, auto&& tick) {
                  return crazy10s::best_plays_in_time(study.rules(), board, rack, n, tick);
                },
                python_control(progress, deadline_after(seconds)));
            py::list list;
            for (const auto& scored : best) list.append(to_object(*study.game, scored.move));
            return list;
          });
  cls.def(
      "ranked_moves",
      [](const Object& self, py::handle actions) {
        using Ranked = Actions<Crazy10s>;
        const Crazy10sStudy study = study_of(self);
        if (study.player != study.position.player) {
          throw RulesError("Crazy10s: player " + std::to_string(study.player) + ", whose view it is, is not on turn");
        }
        const Ranked numbers(static_cast<std::uint64_t>(
            required_number(actions, "actions", std::int64_t{Ranked::least_count}, std::int64_t{Ranked::most_count})));
        Ranked::Prepared prepared;
        {
          const WithoutGil without_gil;
          numbers.prepare(study.rules(), study.position, prepared);
        }
        py::dict dict;
        numbers.for_each_legal(study.rules(), study.position, prepared, [&](std::uint64_t action) {
          const auto move = numbers.legal_move(study.rules(), study.position, prepared, action);
          dict[py::int_(action)] = to_object(*study.game, *move);
        });
        return dict;
      },
      py::arg("actions") = std::uint64_t{Actions<Crazy10s>::standard_count},
      "Legal moves by numbers from 0 to `actions` - 1, for programs that want a fixed number of actions: from 0 on the "
      "`actions` - 129 plays that score most, the best first, equal ones in the order of their texts; at `actions` - "
      "129 + "
      "mask the swap of those tiles of the sorted rack whose bits (1, 2, 4, ...) are in the mask, 1 to 127, for equal "
      "tiles "
      "the least mask that means it; to pass at `actions` - 1. Plays beyond those are left out. {} once the game is "
      "over. "
      "RulesError for the view of a player who is not on turn.");
  cls.def(
      "score",
      [](const Object& self, py::handle play) {
        const Crazy10sStudy study = study_of(self);
        const Crazy10s::Move move = to_play(study, play);
        const std::string why = objection(study, move);
        if (!why.empty()) {
          throw IllegalMove("Crazy10s: " + Crazy10s::format_move(study.rules(), move) + " cannot be played: " + why);
        }
        return Crazy10s::score(study.rules(), study.position, move);
      },
      py::arg("play"), "What a play scores. IllegalMove, saying why, if it cannot be played.");
  cls.def(
      "why_illegal",
      [](const Object& self, py::handle play) -> py::object {
        const Crazy10sStudy study = study_of(self);
        const std::string why = objection(study, to_play(study, play));
        if (why.empty()) return py::none();
        return py::str(why);
      },
      py::arg("play"), "Why a play cannot be played, in words; None if it can.");
  cls.def_property_readonly(
      "board", [seen](const Object& self) { return crazy10s::format_board(self.rules(), seen(self)); },
      "The rows from the top, joined by '/'.");
  cls.def_property_readonly(
      "racks",
      [seen](const Object& self) {
        return py::make_tuple(rack_text(seen(self).racks[0]), rack_text(seen(self).racks[1]));
      },
      "Both racks' tiles; None for one that is hidden.");
  cls.def_property_readonly(
      "rack_sizes",
      [seen](const Object& self) { return py::make_tuple(seen(self).racks[0].size, seen(self).racks[1].size); },
      "How many tiles are on the racks.");
  cls.def_property_readonly(
      "bag_size", [seen](const Object& self) { return seen(self).in_bag; }, "How many tiles are in the bag.");
  cls.def_property_readonly(
      "scores", [seen](const Object& self) { return py::make_tuple(seen(self).scores[0], seen(self).scores[1]); },
      "The points of both players as played.");
  cls.def_property_readonly(
      "scoreless", [seen](const Object& self) { return seen(self).scoreless; },
      "How many turns in a row have scored nothing.");
  cls.def_property_readonly(
      "unseen", [seen](const Object& self) { return kind_counts(Crazy10s::unseen(self.rules(), seen(self))); },
      "How many tiles of each kind (0 to 9, then jokers) are neither on the board nor on a rack that can be seen.");
}

inline void register_crazy10s_view(py::module_& module) {
  py::class_<Crazy10sPlays> plays(module, "_Crazy10sPlays");
  plays.attr("__module__") = "spielkern._core";
  refuse_new(plays, "it comes from plays()");
  plays.def("__iter__", [](py::object self) { return self; });
  plays.def("__next__", &Crazy10sPlays::next);

  using Object = Crazy10sView;
  py::class_<Object> cls(module, "Crazy10sView");
  cls.attr("__module__") = "spielkern";
  cls.doc() =
      "What one player may know of a Crazy10s position: never the other rack or the order of the bag. An immutable "
      "value: equal to every view with the same text under equal rules. Plays are those of the viewer's rack.";
  refuse_new(cls, "a view comes from match.view(player), position.view(player), rules.view(text) or rules.board(...)");
  cls.def_property_readonly("rules", [](const Object& self) { return self.game; }, "The rules.");
  cls.def_property_readonly("viewer", [](const Object& self) { return self.view.viewer; }, "Whose view it is, 1 or 2.");
  cls.def_property_readonly(
      "player", [](const Object& self) { return self.view.seen.player; }, "The player on turn, 1 or 2.");
  cls.def_property_readonly(
      "rack", [](const Object& self) { return crazy10s::format_tiles(self.view.seen.rack(self.view.viewer).tiles); },
      "The viewer's tiles.");
  bind_crazy10s_study<Object>(cls, [](const Object& self) -> const Crazy10s::Position& { return self.view.seen; });
  cls.def(
      "determinize",
      [](const Object& self, py::handle seed) {
        Rng rng(required_seed(seed));
        return PositionObject<Crazy10s>(self.game, Crazy10s::determinize(self.rules(), self.view, rng));
      },
      py::arg("seed"), "A complete position that fits the view; over all seeds every one is equally likely.");
  cls.def(
      "to_json",
      [](const Object& self) {
        py::dict dict;
        dict["game"] = py::str(Crazy10s::name.data());
        dict["options"] = py::cast(self.game).attr("options");
        dict["view"] = Crazy10s::format_view(self.rules(), self.view);
        dict["viewer"] = self.view.viewer;
        return py::module_::import("json").attr("dumps")(dict);
      },
      "The view as one line of JSON: `game`, `options`, `view` (its text) and `viewer`.");
  cls.def(
      "observation",
      [](const Object& self) {
        return new_observation<Crazy10s>(
            self.rules(), [&](std::span<float> cells) { Crazy10s::observe(self.rules(), self.view, cells); });
      },
      "The view as numbers, as `position.observation(view.viewer)`.");
  cls.def("__str__", [](const Object& self) { return Crazy10s::format_view(self.rules(), self.view); });
  cls.def("__repr__", [](const Object& self) {
    return "Crazy10sView('" + Crazy10s::format_view(self.rules(), self.view) + "', viewer " +
           std::to_string(self.view.viewer) + ")";
  });
  cls.def(
      "__eq__",
      [](const Object& a, const Object& b) { return a.view == b.view && same_rules(a.game->rules, b.game->rules); },
      py::is_operator());
  cls.def("__hash__",
          [](const Object& self) { return static_cast<Py_hash_t>(Crazy10s::key(self.rules(), self.view.seen) >> 1); });
  cls.def("__copy__", [](py::object self) { return self; });
  cls.def("__deepcopy__", [](py::object self, py::handle) { return self; });
  cls.def("__reduce__", [](const Object& self) {
    return py::make_tuple(py::cast(self.game).attr("view"),
                          py::make_tuple(Crazy10s::format_view(self.rules(), self.view), self.view.viewer));
  });
}

// For spielkern.analyse and players: what is proven of a position with an empty bag, within `seconds` and `nodes` if they
// are given.
inline py::dict analyse_endgame(const RulesObject<Crazy10s>& self, const PositionObject<Crazy10s>& given,
                                std::optional<double> seconds, const py::object& progress,
                                std::optional<std::uint64_t> nodes, std::size_t table_entries) {
  const Crazy10s::Position& position = position_under<Crazy10s>(self.rules, given);
  if (position.in_bag > 0) {
    throw RulesError("Crazy10s: what " + std::to_string(position.in_bag) +
                     " tiles in the bag bring is chance; only a position with an empty bag can be analysed");
  }
  if (const auto outcome = Crazy10s::outcome(*self.rules, position)) {
    throw RulesError("Crazy10s: the game is over (" + std::string(outcome->reason) + ")");
  }
  Control control = python_control(progress, deadline_after(seconds));
  crazy10s::EndgameResult result;
  py::dict dict;
  std::size_t table_bytes = 0;
  double table_use = 0;
  {
    const WithoutGil without_gil;
    crazy10s::Endgame endgame(*self.rules, std::max<std::size_t>(table_entries, 1));
    result = endgame.solve(position, control, nodes.value_or(std::numeric_limits<std::uint64_t>::max()));
    table_bytes = endgame.table_bytes();
    table_use = endgame.table_use();
  }
  dict["table_bytes"] = table_bytes;
  dict["table_use"] = table_use;
  const auto optional = [](bool known, std::int32_t value) { return known ? py::object(py::int_(value)) : py::none(); };
  dict["lower"] = optional(result.bounded_below, result.lower);
  dict["upper"] = optional(result.bounded_above, result.upper);
  dict["best_known"] = to_object(self, result.best[0]);
  const auto if_complete = [&](const std::vector<Crazy10s::Move>& moves) {
    return result.complete ? py::object(move_objects<Crazy10s>(self, moves)) : py::none();
  };
  dict["best_moves"] = if_complete(result.best);
  dict["line"] = if_complete(result.line);
  dict["nodes"] = result.nodes;
  return dict;
}

// For the player of Crazy10s: the candidates of a view by what came of them in deals by chance, the best first, as tuples
// of move, points, win and samples.
inline py::list simulate_view(const RulesObject<Crazy10s>& self, const Crazy10sView& view,
                              std::optional<double> seconds, crazy10s::SimulationOptions options,
                              const py::object& progress) {
  const auto deadline = deadline_after(seconds);
  options.seconds = seconds;
  if (!same_rules(self.rules, view.game->rules)) throw RulesError("Crazy10s: the view is one of other rules");
  if (view.view.viewer != view.view.seen.player) {
    throw RulesError("Crazy10s: the view is player " + std::to_string(view.view.viewer) + "'s, who is not on turn");
  }
  if (const auto outcome = Crazy10s::outcome(*self.rules, view.view.seen)) {
    throw RulesError("Crazy10s: the game is over (" + std::string(outcome->reason) + ")");
  }
  Control control = python_control(progress, deadline);
  const crazy10s::Simulated found = [&] {
    const WithoutGil without_gil;
    return crazy10s::Simulation(*self.rules, view.view, options).run(control);
  }();
  py::list list;
  for (const auto& each : found.moves) {
    list.append(py::make_tuple(to_object(self, each.move), each.points, each.win, each.samples));
  }
  return list;
}

namespace game_extras {

inline void extend_module(py::module_& module, const Crazy10s*) {
  register_crazy10s_view(module);
  // Rules, board, rack and the best play of the puzzle of a number.
  module.def("_crazy10s_puzzle", [](std::uint64_t number) {
    const crazy10s::Puzzle puzzle = [&] {
      const WithoutGil without_gil;
      return crazy10s::make_puzzle(number);
    }();
    const auto rules = std::make_shared<RulesObject<Crazy10s>>(puzzle.rules);
    const crazy10s::Position& position = puzzle.position;
    return py::make_tuple(rules, crazy10s::format_board(puzzle.rules, position),
                          crazy10s::format_tiles(position.rack(position.player).tiles),
                          to_object(*rules, puzzle.best.move), puzzle.best.score);
  });
}

template <class Class>
void extend_rules(Class& cls, const Crazy10s*) {
  using Object = RulesObject<Crazy10s>;
  cls.def(
      "board",
      [](std::shared_ptr<Object> self, py::handle board, py::handle rack) {
        const auto view = Crazy10s::study(*self->rules, required_text(board, "a board"), required_text(rack, "a rack"));
        return Crazy10sView{std::move(self), view};
      },
      py::arg("board"), py::arg("rack"),
      "A board (rows joined by '/') and a rack of up to seven tiles to study, as player 1's view. NotationError says "
      "where a text is wrong.");
  cls.def(
      "view",
      [](std::shared_ptr<Object> self, py::handle text, const py::object& viewer) {
        auto view = Crazy10s::parse_view(*self->rules, required_text(text, "a view"));
        if (!viewer.is_none()) {
          const auto player = static_cast<Player>(required_number(viewer, "viewer", 1, 2));
          if (view.seen.rack(player).hidden) throw RulesError("Crazy10s: the viewer's own rack is hidden");
          view.viewer = player;
        }
        return Crazy10sView{std::move(self), view};
      },
      py::arg("text"), py::arg("viewer") = py::none(), "Reads a view's text; `viewer` is whose rack is shown.");
  cls.def("_endgame", &analyse_endgame, py::arg("position"), py::arg("seconds"), py::arg("progress"),
          py::arg("nodes") = py::none(), py::arg("table_entries") = std::size_t{1} << 20);
  cls.def("_simulate",
          [](const Object& self, const Crazy10sView& view, std::optional<double> seconds,
             std::optional<std::uint64_t> samples, std::uint64_t seed, bool leaves, bool tempo,
             std::optional<int> plays, std::optional<int> plies, const py::object& progress, const py::object& asked) {
            crazy10s::SimulationOptions options;
            if (!asked.is_none()) {
              options.asked = to_move<Crazy10s>(self, asked);
              check_legal<Crazy10s>(*self.rules, view.view.seen, *options.asked);
            }
            options.seed = seed;
            if (samples) options.samples = *samples;
            if (plays) options.plays = std::clamp(*plays, 1, 1000);
            if (plies) options.plies = std::clamp(*plies, 0, 1000);
            if (leaves) options.leaves = crazy10s::learned_leaves(self.rules->placing());
            if (tempo) options.tempo = crazy10s::learned_tempo(self.rules->placing(), self.rules->size());
            return simulate_view(self, view, seconds, options, progress);
          });
  cls.def(
      "self_play",
      [](const Object& self, py::handle matches, py::handle seed) {
        const auto count = static_cast<std::uint64_t>(required_number(matches, "matches", 0));
        Rng rng(required_seed(seed));
        Control control = python_control();
        crazy10s::SelfPlay played;
        {
          const WithoutGil without_gil;
          // A linked turn on a big board can take a hundredth of a second: a thousand of them are too long to wait.
          played = crazy10s::self_play(*self.rules, count, rng, [&] { control.poll(); });
        }
        py::dict dict;
        dict["matches"] = played.matches;
        dict["turns"] = played.turns;
        dict["tiles"] = played.tiles;
        dict["points"] = played.points;
        dict["wins"] = py::make_tuple(played.winners[1], played.winners[2]);
        dict["draws"] = played.winners[0];
        return dict;
      },
      py::arg("matches"), py::arg("seed") = 1,
      "Matches in which both always make the play that scores most: `matches`, `turns`, `tiles` laid, `points` of "
      "both, "
      "`wins` of players 1 and 2, `draws`. The same numbers everywhere. Ctrl-C stops it.");
  cls.def_property_readonly(
      "full_play", [](const Object& self) { return self.rules->full_play(); },
      "The extra points for laying exactly seven tiles in one play: none on 11 x 11, the board of the daily puzzle.");
  cls.def_static(
      "draw_layout",
      [](py::handle seed, py::handle size) {
        const auto side = static_cast<int>(required_number(size, "size", crazy10s::min_size, crazy10s::max_size));
        if (side % 2 == 0) throw RulesError("Crazy10s: size must be an odd number, not " + std::to_string(side));
        return crazy10s::Layout::drawn(side, required_seed(seed)).format();
      },
      py::arg("seed"), py::arg("size") = 13, "A layout drawn from a seed: the same everywhere, for ever.");
}

template <class Class>
void extend_position(Class& cls, const Crazy10s*) {
  using Object = PositionObject<Crazy10s>;
  bind_crazy10s_study<Object>(cls, [](const Object& self) -> const Crazy10s::Position& { return self.position; });
  cls.def_property_readonly(
      "final_scores",
      [](const Object& self) {
        const auto scores = Crazy10s::final_scores(self.rules(), self.position);
        return py::make_tuple(scores[0], scores[1]);
      },
      "The points of both players, in a finished position with what the tiles left on racks add or take away.");
  cls.def(
      "view",
      [](const Object& self, py::handle player) {
        const auto viewer = static_cast<Player>(required_number(player, "player", 1, 2));
        return Crazy10sView{self.game, Crazy10s::view(self.rules(), self.position, viewer)};
      },
      py::arg("player"), "What a player, 1 or 2, may know.");
}

template <class Class>
void extend_move(Class& cls, const Crazy10s*) {
  using Object = MoveObject<Crazy10s>;
  cls.def_property_readonly(
      "kind",
      [](const Object& self) {
        const auto kind = self.move.kind;
        return kind == Crazy10s::Kind::pass ? "pass" : kind == Crazy10s::Kind::swap ? "swap" : "play";
      },
      "'play', 'swap' or 'pass'.");
}

}  // namespace game_extras

}  // namespace spielkern::python
