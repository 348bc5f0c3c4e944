#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "objects.hpp"
#include "python_control.hpp"
#include "spielkern/core/nets.hpp"
#include "spielkern/search/ledger.hpp"
#include "spielkern/search/net_search.hpp"
#include "spielkern/solve/game_solution.hpp"
#include "values.hpp"

// Games with points: solutions that are tables of nets, and exact search for the net of one position.
namespace spielkern::python {

template <HasNets G>
class NetSolutionObject {
 public:
  NetSolutionObject(std::shared_ptr<RulesObject<G>> game, NetSolution<G> solution)
      : game_(std::move(game)), solution_(std::move(solution)) {}

  std::shared_ptr<RulesObject<G>> game() const { return game_; }
  const NetSolution<G>& solution() const { return solution_; }

  py::object value(py::handle position) const { return to_python(solution_.value(checked(position))); }

  py::tuple best_moves(py::handle position) const {
    return move_objects<G>(*game_, solution_.best_moves(checked(position)));
  }

  py::tuple line(py::handle position, py::handle max_plies) const {
    return move_objects<G>(*game_, solution_.line(checked(position), plies_of_line(max_plies)));
  }

  py::dict tally(unsigned threads, const py::object& progress) const {
    const auto counts =
        run_without_gil(python_control(progress), [&](Control& control) { return solution_.tally(threads, control); });
    py::dict dict;
    for (const auto& [net, count] : counts) dict[py::int_(net)] = count;
    return dict;
  }

  std::uint64_t verify(unsigned threads, const py::object& progress) const {
    return run_without_gil(python_control(progress),
                           [&](Control& control) { return solution_.verify(threads, control); });
  }

  void save(const std::filesystem::path& path, const py::object& progress) const {
    run_without_gil(python_control(progress), [&](Control& control) { solution_.save(path, control); });
  }

  // The next positions from a set on, player 1 on turn with all points so far, that have a net; and the set to go on from.
  py::tuple find(py::handle begin, const py::object& net) const {
    constexpr std::uint64_t most_looked_at = 1 << 16;
    constexpr std::size_t most_found = 1 << 10;
    const auto first = static_cast<std::uint64_t>(required_number(begin, "begin", 0));
    std::optional<std::int64_t> wanted;
    if (!net.is_none()) wanted = required_number(net, "net", -128, 127);
    py::list found;
    const std::uint64_t size = solution_.table().size();
    const std::uint64_t end = std::min(size, first + most_looked_at);
    std::uint64_t set = first;
    for (; set < end && found.size() < most_found; ++set) {
      if (wanted && solution_.table().net(set) != *wanted) continue;
      found.append(PositionObject<G>(game_, Nets<G>::position(*game_->rules, set)));
    }
    return py::make_tuple(std::move(found), set < size ? py::object(py::int_(set)) : py::none());
  }

  // The nets, for NumPy and others to look at without a copy. All of a file is checked first.
  py::buffer_info packed() const {
    const NetTable& table = solution_.table();
    run_without_gil(python_control(), [&](Control& control) { table.check_all(control); });
    const auto size = static_cast<py::ssize_t>(table.size());
    return py::buffer_info(const_cast<std::int8_t*>(table.data()), 1, py::format_descriptor<std::int8_t>::format(), 1,
                           {size}, {1}, true);
  }

 private:
  const typename G::Position& checked(py::handle position) const {
    return position_under<G>(game_->rules, required_position<G>(position));
  }

  std::shared_ptr<RulesObject<G>> game_;
  NetSolution<G> solution_;
};

// As a bar may say it, which has few characters: "12%".
inline std::string shown_share(double share) {
  return std::to_string(static_cast<int>(100 * share)) + "%";
}

inline Value value_of_bounds(Bounds bounds) {
  Value value;
  value.bounds = std::pair<std::int32_t, std::int32_t>(bounds.lower, bounds.upper);
  return value;
}

// Searches for the value of a position, all its best moves and a line of best play, as far as the time allows: a dict
//   value (with bounds only if that is all that is proven), best_moves and line (or None), nodes, table_bytes, table_use,
//   save(file, progress), which keeps the table
// With a file the table begins with what is there, and what it knows is written there if something else than the time
// ends the search.
template <HasNets G>
py::dict analyse_nets(const RulesObject<G>& game, const typename G::Position& position, std::optional<double> seconds,
                      const NetSearchOptions& options, const std::optional<std::filesystem::path>& file,
                      const py::object& progress) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = deadline_after(seconds);
  const auto& rules = *game.rules;
  const std::string rules_text = format_rules<G>(rules);
  const auto set = Nets<G>::set(position);
  using Search = NetSearch<typename Nets<G>::Problem>;
  const auto search = std::make_shared<Search>(Nets<G>::problem(rules), options);

  const auto words = [&] {
    const auto status = search->status();
    return "net from " + std::to_string(status.bounds.lower) + " to " + std::to_string(status.bounds.upper) +
           ", table " + shown_share(status.table_use);
  };
  std::optional<Value> value;
  std::optional<std::vector<typename G::Move>> best_moves;
  std::optional<std::vector<typename G::Move>> line;
  std::optional<Bounds> known;
  const auto as_moves = [](const auto& found) {
    std::vector<typename G::Move> moves;
    for (const auto& move : found) moves.push_back(Nets<G>::move(move));
    return moves;
  };
  run_without_gil(python_control(progress, deadline, words), [&](Control& control) {
    bool loaded = true;
    try {
      std::error_code error;
      if (file && std::filesystem::exists(*file, error)) {
        loaded = false;
        search->load(*file, rules_text, control);
        loaded = true;
      }
      value = value_of_net<G>(rules, position, search->value(set, control));
      best_moves = as_moves(search->best_moves(set, control));
      line = as_moves(search->line(set, static_cast<std::size_t>(Nets<G>::elements(rules)), control));
    } catch (const Cancelled&) {
      if (!deadline || Clock::now() < *deadline) throw;
    } catch (...) {
      // What the search knows is worth keeping when the caller has had enough of it; a second Ctrl-C ends that too.
      if (file && loaded) {
        try {
          Control again = python_control();
          search->save(*file, rules_text, again);
        } catch (...) {
          // The caller hears of what came first.
        }
      }
      throw;
    }
    if (!loaded) known = Bounds{-search->problem().greatest(), search->problem().greatest()};
  });
  if (!value) value = value_of_bounds(known.value_or(search->status().bounds));
  py::dict out = found_by(*search, *value);
  out["best_moves"] = best_moves ? py::object(move_objects<G>(game, *best_moves)) : py::none();
  out["line"] = line ? py::object(move_objects<G>(game, *line)) : py::none();
  out["save"] = py::cpp_function([search, rules_text, known](const std::filesystem::path& path,
                                                             const py::object& save_progress) {
    if (known) return;  // there was not even the time to read what is there
    run_without_gil(python_control(save_progress), [&](Control& control) { search->save(path, rules_text, control); });
  });
  return out;
}

// What every move of a position is worth, as far as time and nodes allow or until `progress` returns False: a dict
//   value (exact, or with bounds only), moves (pairs of a move and its net for the player on turn, or None), in canonical
//   order, nodes, table_bytes, table_use
// Of the moves those that keep the value are told first.
template <HasNets G>
py::dict nets_of_moves(const RulesObject<G>& game, const typename G::Position& position, std::optional<double> seconds,
                       std::optional<std::uint64_t> nodes, const NetSearchOptions& options,
                       const py::object& progress) {
  const auto deadline = deadline_after(seconds);
  const auto& rules = *game.rules;
  NetSearch<typename Nets<G>::Problem> search(Nets<G>::problem(rules), options);
  std::optional<Value> value;
  std::vector<std::pair<typename G::Move, std::optional<int>>> moves;
  run_without_gil(python_control(progress, deadline), [&](Control& outer) {
    Control control([&](const Progress& state) {
      outer.progress() = state;
      outer.poll();
      return !nodes || search.nodes() < *nodes;
    });
    try {
      value = value_of_net<G>(rules, position, search.value(Nets<G>::set(position), control));
      const int best = *value->net;
      search.problem().for_each_move(Nets<G>::set(position), [&](const auto& move, const auto& after, int points) {
        const bool keeps = search.keeps(after, points, best, control);
        moves.emplace_back(Nets<G>::move(move), keeps ? std::optional(best) : std::nullopt);
        return true;
      });
      std::size_t i = 0;
      search.problem().for_each_move(Nets<G>::set(position), [&](const auto&, const auto& after, int points) {
        auto& net = moves[i++].second;
        if (!net) net = points > 0 ? points + search.value(after, control) : -search.value(after, control);
        return true;
      });
    } catch (const Cancelled&) {
      // What was found until then is the answer.
    }
  });
  if (!value) value = value_of_bounds(search.status().bounds);
  py::dict out = found_by(search, *value);
  py::list list;
  for (const auto& [move, net] : moves) {
    list.append(py::make_tuple(py::reinterpret_steal<py::object>(game.moves.get(move)), net));
  }
  out["moves"] = list;
  return out;
}

// Proves the value of a position by way of the positions some plies on, every proven bound a line of a ledger: a dict
//   value (with bounds only if that is all that is proven), nodes, table_bytes, table_use
template <HasNets G>
py::dict prove_nets(const RulesObject<G>& game, const typename G::Position& position, std::optional<double> seconds,
                    const NetSearchOptions& options, const std::filesystem::path& path, int plies,
                    const py::object& progress) {
  using Clock = std::chrono::steady_clock;
  using Problem = typename Nets<G>::Problem;
  const auto deadline = deadline_after(seconds);
  const auto& rules = *game.rules;
  const auto set = Nets<G>::set(position);
  NetSearch<Problem> search(Nets<G>::problem(rules), options);
  const Problem& problem = search.problem();
  const auto settled = problem.settle(problem.node(set));
  if (settled.taken != 0 || settled.deal != 0) {
    throw RulesError(std::string(G::title) + ": a ledger is kept of positions in which nothing can be taken, not of " +
                     in_quotes(G::format(rules, position)));
  }
  std::atomic<std::uint64_t> proven{0};
  const auto words = [&] {
    return std::to_string(proven.load()) + " bounds, table " + shown_share(search.status().table_use);
  };
  Value value;
  run_without_gil(python_control(progress, deadline, words), [&](Control& control) {
    const int remaining = problem.remaining(settled.quiet);
    Bounds known{-remaining, remaining};
    try {
      Ledger ledger(path, ledger_name<G>(rules), control);
      known = ledger.find(problem.canonical(set)).value_or(known);
      SplitSearch<Problem> split(search, ledger, plies, [&](const auto& proven_set, Bounds bounds) {
        ++proven;
        if (proven_set == problem.canonical(set)) known = bounds;
      });
      value = value_of_net<G>(rules, position, split.value(set, control));
    } catch (const Cancelled&) {
      if (!deadline || Clock::now() < *deadline) throw;
      value = value_of_bounds(known);
    }
  });
  return found_by(search, value);
}

// Binds _<Game>Solution as register_solution does; and of the game's rules _solve_need, _solve, _open as there, and
//   _analyse(position, seconds or None, threads, table_bytes, file or None, progress)
//   _prove(position, seconds or None, threads, table_bytes, ledger file, plies, progress)
//   _nets(position, seconds or None, nodes or None, threads, table_bytes, progress)
//   _notes(position)
template <HasNets G, class RulesClass>
void register_net_solution(py::module_& module, RulesClass& rules_class) {
  using Object = NetSolutionObject<G>;
  py::class_<Object> cls(module, ("_" + class_name(G::name) + "Solution").c_str(), py::buffer_protocol());
  bind_solution<Object>(cls);
  cls.def_property_readonly("size", [](const Object& self) { return self.solution().table().size(); });
  cls.def_property_readonly("cells", [](const Object& self) { return self.solution().table().size(); });
  cls.def_property_readonly("width", [](const Object&) { return 1; });

  rules_class.def("_solve_need", [](const RulesObject<G>& self) {
    const std::uint64_t bytes = NetTable::bytes(Nets<G>::elements(*self.rules));
    return py::make_tuple(bytes, bytes);
  });

  rules_class.def("_solve", [](std::shared_ptr<RulesObject<G>> self, std::uint64_t max_bytes, unsigned threads,
                               const std::optional<std::filesystem::path>&, double, const py::object& progress) {
    try {
      auto solution = run_without_gil(python_control(progress), [&](Control& control) {
        return solve<G>(*self->rules, SolveOptions{max_bytes, threads}, control);
      });
      return std::make_unique<Object>(std::move(self), std::move(solution));
    } catch (const MemoryLimitError& error) {
      throw MemoryLimitError(std::string(G::title) + ": " + error.what() + "; analyse finds the value of one position");
    }
  });

  rules_class.def("_open", [](std::shared_ptr<RulesObject<G>> self, const std::shared_ptr<TableFile>& file,
                              std::uint64_t max_bytes) {
    Control control = python_control();
    auto solution = open_table<G>(*self->rules, file, max_bytes, control);
    return std::make_unique<Object>(std::move(self), std::move(solution));
  });

  rules_class.def("_analyse", [](const RulesObject<G>& self, const PositionObject<G>& position,
                                 std::optional<double> seconds, unsigned threads, std::uint64_t table_bytes,
                                 const std::optional<std::filesystem::path>& file, const py::object& progress) {
    const NetSearchOptions options{.table_bytes = table_bytes, .threads = threads};
    return analyse_nets<G>(self, position_under<G>(self.rules, position), seconds, options, file, progress);
  });

  rules_class.def("_prove", [](const RulesObject<G>& self, const PositionObject<G>& position,
                               std::optional<double> seconds, unsigned threads, std::uint64_t table_bytes,
                               const std::filesystem::path& ledger, int plies, const py::object& progress) {
    const NetSearchOptions options{.table_bytes = table_bytes, .threads = threads};
    return prove_nets<G>(self, position_under<G>(self.rules, position), seconds, options, ledger, plies, progress);
  });

  rules_class.def("_nets", [](const RulesObject<G>& self, const PositionObject<G>& position,
                              std::optional<double> seconds, std::optional<std::uint64_t> nodes, unsigned threads,
                              std::uint64_t table_bytes, const py::object& progress) {
    const NetSearchOptions options{.table_bytes = table_bytes, .threads = threads};
    return nets_of_moves<G>(self, position_under<G>(self.rules, position), seconds, nodes, options, progress);
  });

  rules_class.def("_notes", [](const RulesObject<G>& self, const PositionObject<G>& position) {
    return Nets<G>::notes(*self.rules, position_under<G>(self.rules, position));
  });
}

}  // namespace spielkern::python
