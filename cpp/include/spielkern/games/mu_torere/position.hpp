#pragma once

#include <cstdint>
#include <string>

#include "spielkern/core/options.hpp"
#include "spielkern/core/player.hpp"

namespace spielkern::mu_torere {

// Points are numbered round the ring, the centre last. With ring = 8:
//
//          0               text:  1
//       7     1                 8   2
//      6   8   2               7  c  3
//       5     3                 6   4
//          4                      5
//
// All points but one are occupied, so player 1's pieces and the empty point say everything.
struct Position {
  std::uint64_t ones = 0;  // bit per point: player 1's pieces
  std::uint8_t empty = 0;
  Player player = 1;
  std::uint8_t plies = 0;  // played so far, counted up to Rules::counted_plies()

  friend bool operator==(const Position&, const Position&) = default;
};

struct Move {
  std::uint8_t from = 0;
  std::uint8_t to = 0;

  friend bool operator==(const Move&, const Move&) = default;
};

enum class Entry : std::uint8_t { always, none, opening };

class Rules {
 public:
  Rules(int ring, Entry entry, int opening_plies)
      : ring_(ring), entry_(entry), opening_plies_(entry == Entry::opening ? opening_plies : standard_opening_plies) {
    if (ring % 2 != 0) throw RulesError("Mū Tōrere: ring must be an even number, not " + std::to_string(ring));
  }

  static constexpr int standard_opening_plies = 4;

  int ring() const { return ring_; }
  int centre() const { return ring_; }
  int points() const { return ring_ + 1; }
  Entry entry() const { return entry_; }
  // Means something only under Entry::opening, and is the default elsewhere so that rules that play alike are equal.
  int opening_plies() const { return opening_plies_; }
  // How far a position counts its plies: no further than the rules ask.
  int counted_plies() const { return entry_ == Entry::opening ? opening_plies_ : 0; }

  // Must a piece that enters the centre stand beside an enemy, after so many plies?
  bool entry_restricted(int plies) const {
    return entry_ == Entry::always || (entry_ == Entry::opening && plies < opening_plies_);
  }

  std::uint64_t ring_mask() const { return (std::uint64_t{1} << ring_) - 1; }
  std::uint64_t all_points() const { return (std::uint64_t{2} << ring_) - 1; }

  int next(int point) const { return point + 1 == ring_ ? 0 : point + 1; }
  int previous(int point) const { return point == 0 ? ring_ - 1 : point - 1; }

  // The ring points beside any point of a set of ring points.
  std::uint64_t beside(std::uint64_t set) const {
    return ((set << 1) | (set >> 1) | (set >> (ring_ - 1)) | (set << (ring_ - 1))) & ring_mask();
  }

  // A set of ring points turned so that `by` comes to 0.
  std::uint64_t turned(std::uint64_t set, int by) const { return ((set >> by) | (set << (ring_ - by))) & ring_mask(); }

  friend bool operator==(const Rules&, const Rules&) = default;

 private:
  int ring_;
  Entry entry_;
  int opening_plies_;
};

constexpr std::uint64_t bit(int point) {
  return std::uint64_t{1} << point;
}

inline std::uint64_t twos(const Rules& rules, const Position& position) {
  return rules.all_points() & ~position.ones & ~bit(position.empty);
}

inline std::uint64_t pieces(const Rules& rules, const Position& position, Player player) {
  return player == 1 ? position.ones : twos(rules, position);
}

}  // namespace spielkern::mu_torere
