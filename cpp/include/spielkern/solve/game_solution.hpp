#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

#include "spielkern/core/control.hpp"
#include "spielkern/core/nets.hpp"
#include "spielkern/core/reachable_space.hpp"
#include "spielkern/core/space.hpp"
#include "spielkern/core/table_file.hpp"
#include "spielkern/solve/net_solution.hpp"
#include "spielkern/solve/solution.hpp"

// Any game without chance, solved in the way that its room offers.
namespace spielkern {

// The space that a game is solved over: its own, or the positions that its start reaches.
template <Deterministic G>
auto solved_space(const typename G::Rules& rules, std::uint64_t max_bytes, Control& control) {
  if constexpr (HasSpaces<G>) {
    using S = typename Spaces<G>::Solved;
    if constexpr (Foreseeable<S>) {
      check_solve_memory<S>(S::footprint(rules), max_bytes);
      return S(rules, control);
    } else {
      return S(rules);
    }
  } else {
    return ReachableSpace<G>(rules, {G::start(rules)}, max_bytes, control);
  }
}

template <Deterministic G>
using SolvedSpace = decltype(solved_space<G>(std::declval<const typename G::Rules&>(), 0, std::declval<Control&>()));

// The space that a game is solved over as it is seen before it is made; nothing if it has to be found.
template <Deterministic G>
std::optional<Footprint> footprint_of(const typename G::Rules& rules) {
  if constexpr (HasSpaces<G>) {
    using S = typename Spaces<G>::Solved;
    if constexpr (Foreseeable<S>) {
      return S::footprint(rules);
    } else {
      const S space(rules);
      return Footprint{space.size(), 0, space.max_degree()};
    }
  } else {
    return std::nullopt;
  }
}

namespace detail {

template <Deterministic G>
struct SolvedBy {
  using Type = Solution<SolvedSpace<G>>;
};
template <HasNets G>
struct SolvedBy<G> {
  using Type = NetSolution<G>;
};

}  // namespace detail

// A table of nets where the game has nets, else the values of a space. Both have value, best_moves, line, verify, save.
template <Deterministic G>
using SolutionOf = typename detail::SolvedBy<G>::Type;

// May a solution be asked for this position?
template <Deterministic G>
bool covers(const SolutionOf<G>& solution, const typename G::Position& position) {
  if constexpr (requires { solution.space().contains(position); }) {
    return solution.space().contains(position);
  } else {
    return true;
  }
}

// Throws MemoryLimitError before any work if it would take more than allowed, and if the system has less than that.
template <Deterministic G>
SolutionOf<G> solve(const typename G::Rules& rules, const SolveOptions& options, Control& control) {
  if constexpr (HasNets<G>) {
    return NetSolution<G>(rules, NetTable::solve(*Nets<G>::make_kernel(rules), Nets<G>::elements(rules),
                                                 options.max_bytes, options.threads, control));
  } else {
    try {
      return solve_space(solved_space<G>(rules, options.max_bytes, control), options, control);
    } catch (const std::bad_alloc&) {
      const auto footprint = footprint_of<G>(rules);
      if (!footprint) throw;
      throw MemoryLimitError(solving_needs<SolvedSpace<G>>(*footprint) + ", which the system does not give");
    }
  }
}

// The solution in a table file. Throws TableError if the file is none of these rules; `max_bytes` as in a solve.
template <Deterministic G>
SolutionOf<G> open_table(const typename G::Rules& rules, std::shared_ptr<const TableFile> file, std::uint64_t max_bytes,
                         Control& control) {
  if constexpr (HasNets<G>) {
    return NetSolution<G>(rules, NetTable::open(std::move(file), format_rules<G>(rules), Nets<G>::elements(rules)));
  } else if constexpr (HasSpaces<G>) {
    using S = typename Spaces<G>::Solved;
    // A false header must not make us build the tables of a huge space.
    if constexpr (Foreseeable<S>) {
      if (S::footprint(rules).size != file->header().cells) {
        fail_with_file(file->path(), "has a wrong number of cells");
      }
    }
    return open_solution(S(rules), std::move(file));
  } else {
    return open_solution(solved_space<G>(rules, max_bytes, control), std::move(file));
  }
}

}  // namespace spielkern
