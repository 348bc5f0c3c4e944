#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "objects.hpp"
#include "python_control.hpp"
#include "spielkern/core/evaluation.hpp"
#include "spielkern/core/proofs.hpp"
#include "spielkern/search/alpha_beta.hpp"
#include "spielkern/search/before.hpp"
#include "spielkern/search/ledger.hpp"
#include "spielkern/search/split_proofs.hpp"
#include "spielkern/search/win_analysis.hpp"
#include "values.hpp"

// Games in which somebody wins: search for forced wins from one position.
namespace spielkern::python {

// By player: so many plies are free of forced wins.
inline std::string no_forced_win(const std::array<int, 2>& plies) {
  return "No forced win: player 1 has none within " + std::to_string(plies[0]) + " plies, player 2 none within " +
         std::to_string(plies[1]) + ".";
}

// As far as the time allows: a dict
//   value (a win or loss, or a score), best_moves (or None), line, notes, nodes, table_bytes, table_use
template <HasProofs G>
py::dict analyse_wins(const RulesObject<G>& game, const typename G::Position& position, double seconds,
                      unsigned threads, std::uint64_t table_bytes, const py::object& progress) {
  using Search = WinAnalysis<G>;
  Search search(*game.rules, table_bytes, threads);
  const auto time =
      std::chrono::duration_cast<typename Search::Clock::duration>(std::chrono::duration<double>(seconds));
  const auto found =
      run_without_gil(python_control(progress), [&](Control& control) { return search.find(position, time, control); });
  py::list notes;
  if (found.most_plies) {
    notes.append("It is over within " + std::to_string(*found.most_plies) + " plies; the shortest way is not known.");
  } else if (!found.value.proven) {
    notes.append(no_forced_win(found.no_win_within));
    if (found.value.score)
      notes.append("The score is that of a search " + std::to_string(found.depth) + " plies deep.");
  }
  py::dict out = found_by(search, found.value);
  out["best_moves"] = found.best_moves ? py::object(move_objects<G>(game, *found.best_moves)) : py::none();
  out["line"] = move_objects<G>(game, found.line);
  out["notes"] = py::tuple(notes);
  return out;
}

// Looks for a forced win of either player within ever more plies, by way of the positions some plies on, every answer a
// line of a ledger: a dict
//   value (a win or loss, or nothing), notes, nodes, table_bytes, table_use
template <HasProofs G>
py::dict prove_wins(const RulesObject<G>& game, const typename G::Position& position, std::optional<double> seconds,
                    unsigned threads, std::uint64_t table_bytes, const std::filesystem::path& path, int split,
                    const py::object& progress) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = deadline_after(seconds);
  const auto& rules = *game.rules;
  ForcedWins<G> search(rules, {table_bytes, threads});
  std::array<int, 2> free{};
  Value value;
  // Of player 1 and player 2. A bar has few characters.
  const auto words = [&] { return "no win in " + std::to_string(free[0]) + "/" + std::to_string(free[1]) + " plies"; };
  run_without_gil(python_control(progress, deadline, words), [&](Control& control) {
    try {
      Ledger ledger(path, ledger_name<G>(rules), control);
      SplitProofs<G> proofs(search, ledger, split);
      const auto found = shortest_forced<G>(
          G::player(rules, position),
          [&](Player player, int plies) { return proofs.wins(position, player, plies, control); },
          [&](Player player, int plies) { free[player - std::size_t{1}] = plies; });
      if (found) value = *found;
    } catch (const Cancelled&) {
      if (!deadline || Clock::now() < *deadline) throw;
    }
  });
  py::list notes;
  if (!value.proven) notes.append(no_forced_win(free));
  py::dict out = found_by(search, value);
  out["notes"] = py::tuple(notes);
  return out;
}

// The line that looks best, as far as time, nodes and depth allow, or until `progress` returns False: a dict
//   score (for the player on turn, a figure more is about 1.0; None if somebody wins), wins (in how many plies the player
//   on turn does, as far as was searched, negative: loses, or None), depth, line, nodes
template <HasProofs G>
py::dict search_alpha_beta(const RulesObject<G>& game, const typename G::Position& position,
                           std::optional<double> seconds, std::optional<std::uint64_t> nodes, int depth,
                           std::uint64_t table_bytes, const Before& before, const py::object& progress) {
  using Search = AlphaBeta<G>;
  const auto deadline = deadline_after(seconds);
  if (G::outcome(*game.rules, position)) {
    throw RulesError(std::string(G::title) + ": the game is over in " + in_quotes(G::format(*game.rules, position)));
  }
  AlphaBetaOptions options;
  options.table_bytes = table_bytes;
  Search search(*game.rules, options);
  typename Search::Best best;
  const auto told = [&](const auto& found) { best = found; };
  run_without_gil(python_control(progress, deadline), [&](Control& control) {
    try {
      search.best(position, depth, nodes.value_or(~std::uint64_t{0}), before, control, told);
    } catch (const Cancelled&) {
      // What was found until then is the answer.
    }
  });
  const int left = Search::won - std::abs(best.score);
  const bool decided = best.depth > 0 && left <= Search::most_depth;
  py::dict out;
  out["score"] = decided ? py::object(py::none()) : py::float_(best.score / Evaluation<G>::unit);
  out["wins"] = decided ? py::object(py::int_(best.score > 0 ? left : -left)) : py::none();
  out["depth"] = best.depth;
  out["line"] = move_objects<G>(game, best.line);
  out["nodes"] = search.nodes();
  return out;
}

// Binds of a game's rules
//   _alpha_beta(position, seconds or None, nodes or None, depth, table_bytes, keys, plies_left or None, progress)
//   _analyse_wins(position, seconds, threads, table_bytes, progress)
//   _prove_wins(position, seconds or None, threads, table_bytes, ledger file, plies, progress)
template <Game G, class RulesClass>
void register_wins(RulesClass& rules_class) {
  if constexpr (HasProofs<G>) {
    rules_class.def("_alpha_beta", [](const RulesObject<G>& self, const PositionObject<G>& position,
                                      std::optional<double> seconds, std::optional<std::uint64_t> nodes, int depth,
                                      std::uint64_t table_bytes, const std::vector<std::uint64_t>& keys,
                                      std::optional<std::uint32_t> plies_left, const py::object& progress) {
      return search_alpha_beta<G>(self, position_under<G>(self.rules, position), seconds, nodes, depth, table_bytes,
                                  to_before(keys, plies_left), progress);
    });
    rules_class.def("_analyse_wins", [](const RulesObject<G>& self, const PositionObject<G>& position, double seconds,
                                        unsigned threads, std::uint64_t table_bytes, const py::object& progress) {
      return analyse_wins<G>(self, position_under<G>(self.rules, position), seconds, threads, table_bytes, progress);
    });
    rules_class.def("_prove_wins", [](const RulesObject<G>& self, const PositionObject<G>& position,
                                      std::optional<double> seconds, unsigned threads, std::uint64_t table_bytes,
                                      const std::filesystem::path& ledger, int plies, const py::object& progress) {
      return prove_wins<G>(self, position_under<G>(self.rules, position), seconds, threads, table_bytes, ledger, plies,
                           progress);
    });
  }
}

}  // namespace spielkern::python
