#pragma once

#include <cstdint>
#include <limits>

#include "spielkern/core/control.hpp"
#include "spielkern/core/game.hpp"

namespace spielkern {

// What came of a number of random games.
struct Playouts {
  std::uint64_t wins_1 = 0;
  std::uint64_t wins_2 = 0;
  std::uint64_t draws = 0;  // those cut off by the ply limit too
  std::uint64_t plies = 0;

  friend bool operator==(const Playouts&, const Playouts&) = default;
};

// `games` games from `position`, each ply uniform among the legal moves in canonical order, all from one generator:
// the same numbers on every platform.
template <Deterministic G>
Playouts random_playouts(const typename G::Rules& rules, const typename G::Position& position, std::uint64_t games,
                         std::uint64_t max_plies, Rng& rng, Control& control) {
  Playouts result;
  for (std::uint64_t game = 0; game < games; ++game) {
    control.tick();  // a game may have no plies
    auto current = position;
    std::uint64_t plies = 0;
    while (plies < max_plies) {
      const std::uint64_t moves = count_moves<G>(rules, current);
      if (moves == 0) break;
      NthSink<typename G::Move> pick{rng.below(moves)};
      G::generate(rules, current, pick);
      current = G::play(rules, current, pick.move);
      ++plies;
      control.tick();
    }
    result.plies += plies;
    const auto outcome = G::outcome(rules, current);
    const Player winner = outcome ? outcome->winner : Player{0};
    ++(winner == 1 ? result.wins_1 : winner == 2 ? result.wins_2 : result.draws);
  }
  return result;
}

}  // namespace spielkern
