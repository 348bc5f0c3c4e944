#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "spielkern/core/errors.hpp"
#include "spielkern/core/player.hpp"
#include "spielkern/games/crazy10s/layout.hpp"
#include "spielkern/games/crazy10s/tiles.hpp"

namespace spielkern::crazy10s {

// Squares are named by column and row and numbered row by row. On 5 x 5:
//
//         a b c d e
//       1 . . . . .        0  1  2  3  4
//       2 . . 7 . .        5  6  7  8  9       c3 is the middle, 12
//       3 . . 3 5 2       10 11 12 13 14       the joker on e3 has become a 2
//       4 . . . . .
//       5 . . . . .
//
//      text ...../..7../..35C/...../..... 0345566|1233446 ?61 1 20:10 0
//      the board, both racks, the bag, the player on turn, the scores, how many turns in a row scored nothing

// A player's tiles on the bench. What a player cannot see of the other's has only a size.
struct Rack {
  Tiles tiles;
  std::uint8_t size = 0;
  bool hidden = false;

  friend bool operator==(const Rack&, const Rack&) = default;
};

// All there is: in a complete position racks and bag are known. Where only the bag's order is hidden the position can be
// played too, and draws are chance events. Of a position in which a rack is hidden see View.
struct Position {
  std::array<Stone, most_squares> board{};
  std::array<Rack, 2> racks{};
  std::array<std::uint8_t, all_tiles> bag{};  // kinds, the first drawn first, then zeros
  std::uint8_t in_bag = 0;
  bool bag_hidden = false;
  Player player = 1;
  std::uint8_t scoreless = 0;            // turns in a row, up to 6
  std::array<std::int32_t, 2> scores{};  // as played: final adjustments belong to the outcome

  const Rack& rack(Player of) const { return racks[at(of - 1)]; }
  Rack& rack(Player of) { return racks[at(of - 1)]; }

  friend bool operator==(const Position&, const Position&) = default;
};

// What one player may know: a position in which the other rack and the bag are hidden.
struct View {
  Position seen;
  Player viewer = 1;

  friend bool operator==(const View&, const View&) = default;
};

struct Placement {
  std::uint16_t square = 0;
  Stone stone;

  friend constexpr bool operator==(const Placement&, const Placement&) = default;
  friend constexpr auto operator<=>(const Placement&, const Placement&) = default;
};

struct Move {
  enum class Kind : std::uint8_t { pass, swap, play };

  Kind kind = Kind::pass;
  std::uint8_t count = 0;                          // tiles laid
  std::array<Placement, rack_tiles> placements{};  // in the order of squares, then zeros
  Tiles swapped;

  friend bool operator==(const Move&, const Move&) = default;
};

enum class Placing : std::uint8_t { linked, line };

class Rules {
 public:
  // `layout` is the text of one, or empty for the default of the size. PRECONDITION: size is in range.
  Rules(int size, Placing placing, std::string_view layout)
      : size_(checked(size)), placing_(placing), layout_(std::make_shared<const Layout>(read(size, layout))) {}

  static constexpr int most_scoreless = 6;
  // More than can ever be scored, also where every square is a triple.
  static constexpr std::int32_t most_score = 1'000'000'000;

  int size() const { return size_; }
  int squares() const { return size_ * size_; }
  int middle() const { return squares() / 2; }
  Placing placing() const { return placing_; }
  const Layout& layout() const { return *layout_; }
  // Extra points for laying exactly seven tiles at once; 11 x 11 is the board of the daily puzzle, which has none.
  int full_play() const { return size_ == 11 ? 0 : 20; }

  friend bool operator==(const Rules& a, const Rules& b) {
    return a.placing_ == b.placing_ && (a.layout_ == b.layout_ || *a.layout_ == *b.layout_);
  }

 private:
  static int checked(int size) {
    if (size % 2 == 0) throw RulesError("Crazy10s: size must be an odd number, not " + std::to_string(size));
    return size;
  }
  static Layout read(int size, std::string_view layout) {
    if (layout.empty()) return Layout::standard(size);
    try {
      return Layout::parse(size, layout);
    } catch (const NotationError& error) {
      throw RulesError(std::string("Crazy10s: layout must be rows of the board's size: ") + error.what());
    }
  }

  int size_;
  Placing placing_;
  std::shared_ptr<const Layout> layout_;  // large, and the same for all copies of the rules
};

}  // namespace spielkern::crazy10s
