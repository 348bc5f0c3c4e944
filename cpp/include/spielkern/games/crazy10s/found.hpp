#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>

#include "spielkern/games/crazy10s/board.hpp"
#include "spielkern/games/crazy10s/position.hpp"

namespace spielkern::crazy10s {

// Digits on squares that are a legal play with the rack, and what they score. Which of them are jokers is left open: a
// joker counts as the digit it has become, so this stands for all plays that differ only there.
struct Found {
  std::array<Cell, rack_tiles> cells{};
  std::array<std::int8_t, rack_tiles> digits{};
  int count = 0;
  int score = 0;

  void add(Cell cell, int digit) {
    cells[at(count)] = cell;
    digits[at(count++)] = static_cast<std::int8_t>(digit);
  }
};

// A consumer of generators takes what is found and returns false to stop. `wants(bound)` asks whether plays that score
// at most `bound` are of interest: a generator may leave out what is not wanted. A consumer may have a `step` too, which the
// search for linked plays calls all the time, found or not, for its exceptions.
struct Everything {
  static constexpr bool wants(int) { return true; }
};

// The jokers of a play: every set of its tiles that the rack can cover by jokers, the rest by digits. In order of the
// sets' numbers; returns false if f did.
template <class F>
bool for_each_joker_set(const Found& found, const Tiles& rack, F&& f) {
  const int jokers = rack.count(joker);
  if (jokers == 0) return f(0U);
  std::array<unsigned, joker> tiles_of{};  // by digit: a bit per tile of the play
  for (int i = 0; i < found.count; ++i) tiles_of[at(found.digits[at(i)])] |= 1U << i;
  for (unsigned set = 0; set < 1U << found.count; ++set) {
    if (std::popcount(set) > jokers) continue;
    bool covered = true;
    for (int digit = 0; digit < joker && covered; ++digit) {
      covered = std::popcount(tiles_of[at(digit)] & ~set) <= rack.count(digit);
    }
    if (covered && !f(set)) return false;
  }
  return true;
}

// How many such sets there are: jokers are chosen among the tiles of each digit on its own.
inline std::uint64_t count_joker_sets(const Found& found, const Tiles& rack) {
  const int jokers = rack.count(joker);
  if (jokers == 0) return 1;
  std::array<int, joker> laid{};
  for (int i = 0; i < found.count; ++i) ++laid[at(found.digits[at(i)])];
  std::array<std::uint64_t, 4> ways{1, 0, 0, 0};  // by how many jokers are used; there are three in all
  for (int digit = 0; digit < joker; ++digit) {
    const int tiles = laid[at(digit)];
    if (tiles == 0) continue;
    std::array<std::uint64_t, 4> next{};
    std::uint64_t choose = 1;  // `used` of the tiles
    for (int used = 0; used <= jokers && used <= tiles; ++used) {
      if (tiles - used <= rack.count(digit)) {
        for (int before = 0; before + used <= jokers; ++before) next[at(before + used)] += ways[at(before)] * choose;
      }
      choose = choose * static_cast<std::uint64_t>(tiles - used) / static_cast<std::uint64_t>(used + 1);
    }
    ways = next;
  }
  return ways[0] + ways[1] + ways[2] + ways[3];
}

// The move with these of its tiles jokers; its tiles in the order of squares.
inline Move to_move(const Board& board, const Found& found, unsigned jokers) {
  Move move;
  move.kind = Move::Kind::play;
  move.count = static_cast<std::uint8_t>(found.count);
  for (int i = 0; i < found.count; ++i) {
    const Placement placement{static_cast<std::uint16_t>(board.square(found.cells[at(i)])),
                              Stone::of(found.digits[at(i)], (jokers >> i & 1) != 0)};
    int place = i;
    for (; place > 0 && move.placements[at(place - 1)].square > placement.square; --place) {
      move.placements[at(place)] = move.placements[at(place - 1)];
    }
    move.placements[at(place)] = placement;
  }
  return move;
}

// The jokers of one way to lay it: digits themselves as long as there are any.
inline unsigned needed_jokers(const Found& found, Tiles rack) {
  unsigned jokers = 0;
  for (int i = 0; i < found.count; ++i) {
    const int digit = found.digits[at(i)];
    if (rack.has(digit)) {
      rack.take(digit);
    } else {
      jokers |= 1U << i;
    }
  }
  return jokers;
}

}  // namespace spielkern::crazy10s
