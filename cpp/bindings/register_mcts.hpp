#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "objects.hpp"
#include "python_control.hpp"
#include "spielkern/search/mcts.hpp"
#include "values.hpp"

// Monte-Carlo tree search from one position of any game without chance.
namespace spielkern::python {

// As far as time and simulations allow, or until `progress` returns False: a dict
//   candidates (tuples of move, visits, mean reward, proven result or None, plies), the best first; whole: they are all
//   legal moves; line; proven (a result or None); simulations
template <Deterministic G>
py::dict search_by_simulation(const RulesObject<G>& game, const typename G::Position& position,
                              std::optional<double> seconds, const MctsOptions& options, Before before,
                              const py::object& progress) {
  const auto deadline = deadline_after(seconds);
  if (G::outcome(*game.rules, position)) {
    throw RulesError(std::string(G::title) + ": the game is over in " + in_quotes(G::format(*game.rules, position)));
  }
  const auto found = run_without_gil(python_control(progress, deadline), [&](Control& control) {
    Mcts<G> search(*game.rules, position, std::move(before), options);
    try {
      search.run(control);
    } catch (const Cancelled&) {
      // What was found until then is the answer.
    }
    return search.found();
  });
  const auto name = [](const std::optional<Result>& result) {
    return result ? py::object(py::str(result_name(*result))) : py::none();
  };
  py::list candidates;
  for (const auto& candidate : found.candidates) {
    candidates.append(py::make_tuple(py::reinterpret_steal<py::object>(game.moves.get(candidate.move)),
                                     candidate.visits, candidate.mean, name(candidate.proven), candidate.plies));
  }
  py::dict out;
  out["candidates"] = candidates;
  out["whole"] = found.whole;
  out["line"] = move_objects<G>(game, found.line);
  out["proven"] = name(found.proven);
  out["simulations"] = found.simulations;
  return out;
}

// Binds of a game's rules
//   _mcts(position, seconds or None, simulations or None, tree_bytes, threads, seed, keys, plies_left or None, progress)
template <Game G, class RulesClass>
void register_mcts(RulesClass& rules_class) {
  if constexpr (Deterministic<G>) {
    rules_class.def(
        "_mcts", [](const RulesObject<G>& self, const PositionObject<G>& position, std::optional<double> seconds,
                    std::optional<std::uint64_t> simulations, std::uint64_t tree_bytes, unsigned threads,
                    std::uint64_t seed, const std::vector<std::uint64_t>& keys, std::optional<std::uint32_t> plies_left,
                    const py::object& progress) {
          MctsOptions options;
          if (simulations) options.simulations = *simulations;
          options.tree_bytes = tree_bytes;
          options.threads = threads;
          options.seed = seed;
          return search_by_simulation<G>(self, position_under<G>(self.rules, position), seconds, options,
                                         to_before(keys, plies_left), progress);
        });
  }
}

}  // namespace spielkern::python
