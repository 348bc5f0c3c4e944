#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "spielkern/core/errors.hpp"
#include "spielkern/core/player.hpp"
#include "spielkern/games/dots_and_boxes/geometry.hpp"

namespace spielkern::dots_and_boxes {

// Dots are named by column and row, edges by their two dots. On a board of 2 x 3 boxes:
//
//        a   b   c   d
//      1 +---+---+---+     edges a1b1 b1c1 c1d1            0  1  2
//        |   |                   a1a2 b1b2 c1c2 d1d2     3  4  5  6
//      2 +---+   +   +           a2b2 b2c2 c2d2            7  8  9
//            |                   a2a3 b2b3 c2c3 d2d3    10 11 12 13
//      3 +   +   +   +           a3b3 b3c3 c3d3           14 15 16
//
//      text ---/||../-../.|../... and the player on turn and the score, " 2 0-1"
//
// Who closed which box is of the past, and a match knows it.
struct Position {
  Edges drawn = 0;
  Player player = 1;                    // after the last edge the one who drew it
  std::array<std::uint8_t, 2> score{};  // boxes of player 1 and 2; the sum is the number of closed boxes

  friend bool operator==(const Position&, const Position&) = default;
};

struct Move {
  std::uint8_t edge = 0;

  friend bool operator==(const Move&, const Move&) = default;
};

class Rules {
 public:
  // PRECONDITION: both are from 1 to max_side, so that nothing overflows.
  Rules(int rows, int cols) : board_(checked(rows, cols)), symmetries_(std::make_shared<const Symmetries>(board_)) {}

  static constexpr int max_side = 64;

  const Geometry& board() const { return board_; }
  const Symmetries& symmetries() const { return *symmetries_; }

  friend bool operator==(const Rules& a, const Rules& b) { return a.board_ == b.board_; }

 private:
  static Geometry checked(int rows, int cols) {
    const std::int64_t edges = count_edges(rows, cols);
    if (edges > max_edges) {
      throw RulesError("Dots and Boxes: rows x cols must have at most " + std::to_string(max_edges) + " edges, " +
                       std::to_string(rows) + " x " + std::to_string(cols) + " boxes have " + std::to_string(edges));
    }
    return Geometry(rows, cols);
  }

  Geometry board_;
  std::shared_ptr<const Symmetries> symmetries_;  // large, and the same for all copies of the rules
};

}  // namespace spielkern::dots_and_boxes
