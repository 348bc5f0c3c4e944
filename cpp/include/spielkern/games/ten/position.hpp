#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "spielkern/core/player.hpp"
#include "spielkern/games/ten/geometry.hpp"

namespace spielkern::ten {

// Sets of points; geometry.hpp draws and numbers them. S D T are player 1's Single, Double and Triple, s d t player 2's:
//
//                  .
//              .       T                text  ./.T/s.S/.D../Ss..d/..t. 1 2
//                  t
//          s       .       S            the rows from the top, the middle points m1 to m4,
//                  .                    the player on turn, the phase
//      .       D       .       .
//          .               .
//  S       s       .       .       d
//
struct Position {
  std::array<Points, 2> figures{};  // of player 1 and 2, of any height
  Points doubles = 0;               // of either player
  Points triples = 0;
  Player player = 1;
  std::uint8_t phase = 0;  // 0: the board is empty; 1: player 2's first ply; 2: later

  Points of(Player owner) const { return figures[owner - std::size_t{1}]; }
  Points& of(Player owner) { return figures[owner - std::size_t{1}]; }
  Points mine() const { return of(player); }
  Points theirs() const { return of(opponent(player)); }
  Points occupied() const { return figures[0] | figures[1]; }
  Points free() const { return all_points & ~occupied(); }
  Points singles() const { return ~(doubles | triples); }

  // PRECONDITION: a figure stands there.
  int height(int point) const {
    return 1 + static_cast<int>(doubles >> point & 1) + 2 * static_cast<int>(triples >> point & 1);
  }

  int stones_on_board(Player owner) const {
    const Points own = of(owner);
    return std::popcount(own) + std::popcount(own & doubles) + 2 * std::popcount(own & triples);
  }

  void put(Player owner, int point, int height) {
    of(owner) |= bit(point);
    doubles |= height == 2 ? bit(point) : 0;
    triples |= height == 3 ? bit(point) : 0;
  }

  void clear(int point) {
    const Points others = ~bit(point);
    figures[0] &= others;
    figures[1] &= others;
    doubles &= others;
    triples &= others;
  }

  friend bool operator==(const Position&, const Position&) = default;
};

// Fields that a kind does not use are `nowhere`.
struct Move {
  enum class Kind : std::uint8_t {
    open,              // to[0]
    enter,             // to[0] < to[1]
    step,              // from, to[0], which is free
    capture,           // from, to[0]
    two_singles,       // from, to[0] < to[1]
    three_singles,     // from, to[0] < to[1] < to[2]
    double_and_single  // from, to[0] the Double, to[1] the Single
  };
  static constexpr std::uint8_t nowhere = 255;

  Kind kind = Kind::open;
  std::uint8_t from = nowhere;
  std::array<std::uint8_t, 3> to{nowhere, nowhere, nowhere};

  friend bool operator==(const Move&, const Move&) = default;
};

class Rules {
 public:
  enum class Shortage : std::uint8_t { truncate, forbid };

  // 2 <= stones <= most_stones
  Rules(int stones, Shortage shortage) : stones_(stones), shortage_(shortage) {}

  static constexpr int most_stones = 3 * points;  // the board holds no more

  int stones() const { return stones_; }
  Shortage shortage() const { return shortage_; }

  int supply(const Position& position, Player owner) const { return stones_ - position.stones_on_board(owner); }

  friend bool operator==(const Rules&, const Rules&) = default;

 private:
  int stones_;
  Shortage shortage_;
};

}  // namespace spielkern::ten
