#pragma once

#include <array>
#include <cstdint>

#include "spielkern/core/rng.hpp"
#include "spielkern/games/crazy10s/crazy10s.hpp"
#include "spielkern/games/crazy10s/plays.hpp"

namespace spielkern::crazy10s {

// What came of greedy matches.
struct SelfPlay {
  std::uint64_t matches = 0;
  std::uint64_t turns = 0;
  std::uint64_t tiles = 0;                 // laid
  std::uint64_t points = 0;                // as played, of both
  std::array<std::uint64_t, 3> winners{};  // at [0] the draws

  friend bool operator==(const SelfPlay&, const SelfPlay&) = default;
};

// Matches in which both players always lay what scores most; without any play they swap all tiles if the bag has enough,
// else they pass. The board is kept from turn to turn, as a program that plays would keep it. `tick` is called every
// turn, for its exceptions.
template <class Tick>
SelfPlay self_play(const Rules& rules, std::uint64_t matches, Rng& rng, Tick&& tick) {
  SelfPlay result;
  const Board bare(rules, {});
  for (; result.matches < matches; ++result.matches) {
    Position position = Crazy10s::start(rules, rng);
    Board board = bare;
    for (auto outcome = Crazy10s::outcome(rules, position);; outcome = Crazy10s::outcome(rules, position)) {
      if (outcome) {
        ++result.winners[outcome->winner];
        break;
      }
      tick();
      const auto [found, move] = greedy_turn(rules, board, position.rack(position.player).tiles, position.in_bag);
      board.lay(found);
      Crazy10s::make(position, move, found.score, rng);
      ++result.turns;
      result.tiles += move.count;
      result.points += static_cast<std::uint64_t>(found.score);
    }
  }
  return result;
}

}  // namespace spielkern::crazy10s
