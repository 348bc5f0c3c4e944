#pragma once

#include <cstdint>
#include <string>

#include "spielkern/core/control.hpp"
#include "spielkern/core/game.hpp"

namespace spielkern {

// Deeper would only eat the stack: no game here has a count that fits 64 bits at such a depth.
inline constexpr std::uint32_t max_perft_depth = 1000;

namespace detail {

// `Bulk` counts the last ply without playing it, which gives the same number.
template <bool Bulk, Deterministic G>
std::uint64_t perft(const typename G::Rules& rules, const typename G::Position& position, std::uint32_t depth,
                    Control& control) {
  if (depth == 0) return 1;
  if constexpr (Bulk) {
    if (depth == 1) return count_moves<G>(rules, position);
  }
  std::uint64_t total = 0;
  auto sink = [&](const typename G::Move& move) {
    control.tick();
    const std::uint64_t below = perft<Bulk, G>(rules, G::play(rules, position, move), depth - 1, control);
    total += below;
    if (total < below) throw RulesError("perft: the count does not fit 64 bits");
    return true;
  };
  G::generate(rules, position, sink);
  return total;
}

struct TickingCount : CountSink {
  Control& control;

  template <class Move>
  bool operator()(const Move& move) {
    control.tick();
    return CountSink::operator()(move);
  }
  template <class Nth>
  bool batch(std::uint64_t n, const Nth& nth) {
    control.tick();
    return CountSink::batch(n, nth);
  }
};

}  // namespace detail

// The number of sequences of exactly `depth` plies from `position`; a finished game has none.
template <Deterministic G>
std::uint64_t perft(const typename G::Rules& rules, const typename G::Position& position, std::uint32_t depth,
                    Control& control) {
  if (depth > max_perft_depth) {
    throw RulesError("perft: depth must be from 0 to " + std::to_string(max_perft_depth) + ", not " +
                     std::to_string(depth));
  }
  return detail::perft<true, G>(rules, position, depth, control);
}

// What follows a ply hangs on chance: the legal moves can be counted, and no more.
template <Chance G>
std::uint64_t perft(const typename G::Rules& rules, const typename G::Position& position, std::uint32_t depth,
                    Control& control) {
  if (depth > 1) throw RulesError(std::string(G::title) + ": depth must be 0 or 1 in a game with chance");
  if (depth == 0) return 1;
  detail::TickingCount sink{{}, control};
  G::generate(rules, position, sink);
  return sink.count;
}

// The same count with every ply played, the last one too: for tests, and to measure `play`.
template <Deterministic G>
std::uint64_t perft_played(const typename G::Rules& rules, const typename G::Position& position, std::uint32_t depth,
                           Control& control) {
  return detail::perft<false, G>(rules, position, depth, control);
}

}  // namespace spielkern
