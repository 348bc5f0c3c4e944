#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "spielkern/games/crazy10s/position.hpp"

namespace spielkern::crazy10s {

// The two ways a run can lie.
enum Direction : std::uint8_t { across = 0, down = 1 };

constexpr Direction other(Direction direction) {
  return static_cast<Direction>(1 - direction);
}

// Squares with a margin round the board, 32 to a row, so that neighbours are +-1 and +-32 and always there.
using Cell = int;
inline constexpr int cell_count = (max_size + 2) * 32;
constexpr Cell step_of(Direction direction) {
  return direction == across ? 1 : 32;
}

// The board as generators want it, kept up to date tile by tile: what lies where, and what the runs that end at an empty
// square add up to. With the runs 3 7 and 5 5 of
//
//         a b c d e
//       1 . . 5 . .        b1: down any digit, across 5 (5 + 5)
//       2 . 3 7 . .        d2: down any, across 0 (3 + 7 are ten already)
//       3 . . . 5 5        c3: down none fits (5 + 7 are over ten), across 0
//
// a tile laid on an empty square completes, in each direction, the runs it touches with the one digit that is still
// missing, or it touches nothing there, or no digit fits.
class Board {
 public:
  static constexpr std::int8_t empty = -1;
  static constexpr std::int8_t beyond = -2;  // the margin
  static constexpr std::uint8_t untouched = 255;

  Board(const Rules& rules, const std::array<Stone, most_squares>& stones) : size_(rules.size()) {
    digits_.fill(beyond);
    for (auto& sums : touching_) sums.fill(untouched);
    bonuses_.fill(Bonus{});
    for (int square = 0; square < rules.squares(); ++square) {
      const Bonus& bonus = rules.layout().bonus(square);
      digits_[at(cell(square))] = empty;
      bonuses_[at(cell(square))] = bonus;
      if (bonus.number > 1) mark(numbered_, square / size_, square % size_);
      if (bonus.line > 1) mark(lined_, square / size_, square % size_);
    }
    for (int square = 0; square < rules.squares(); ++square) {
      if (!stones[at(square)].none()) put(cell(square), stones[at(square)].digit());
    }
    for (int square = 0; square < rules.squares(); ++square) {
      if (!stones[at(square)].none()) update_ends(cell(square));
    }
  }

  int size() const { return size_; }
  bool bare() const { return tiles_ == 0; }
  int tiles() const { return tiles_; }

  Cell cell(int square) const { return (square / size_ + 1) * 32 + square % size_ + 1; }
  int square(Cell cell) const { return (cell / 32 - 1) * size_ + cell % 32 - 1; }
  Cell middle() const { return (size_ / 2 + 1) * 33; }
  // The first cell of the n-th row or column.
  static Cell first(Direction direction, int line) { return direction == across ? (line + 1) * 32 + 1 : 33 + line; }

  // The digit there, `empty` or `beyond`.
  int digit(Cell cell) const { return digits_[at(cell)]; }
  bool filled(Cell cell) const { return digits_[at(cell)] >= 0; }
  const Bonus& bonus(Cell cell) const { return bonuses_[at(cell)]; }

  // What the runs (or single tiles) before and after an empty square add up to; `untouched` if there are none.
  std::uint8_t touching(Direction direction, Cell cell) const { return touching_[direction][at(cell)]; }
  bool touches(Direction direction, Cell cell) const { return touching(direction, cell) != untouched; }
  // Is there a tile beside this empty square?
  bool is_anchor(Cell cell) const { return touches(across, cell) || touches(down, cell); }

  // Bits of the squares of a row or column that are filled; that are empty and have a tile beside them crosswise.
  std::uint32_t filled(Direction direction, int line) const { return filled_[direction][at(line)]; }
  std::uint32_t crossed(Direction direction, int line) const { return crossed_[direction][at(line)]; }
  // Those that have a number bonus, and a line bonus.
  std::uint32_t numbered(Direction direction, int line) const { return numbered_[direction][at(line)]; }
  std::uint32_t lined(Direction direction, int line) const { return lined_[direction][at(line)]; }

  // What a run scores: it adds up to ten, and more only by the number bonuses of its new tiles, `extra` in all.
  static int run_score(int extra, int lines) { return (wanted_sum + extra) * lines; }

  // Lays tiles for good. PRECONDITION: the squares are empty.
  template <class Placements>
  void lay(const Placements& placements, int count) {
    for (int i = 0; i < count; ++i) put(cell(placements[at(i)].square), placements[at(i)].stone.digit());
    for (int i = 0; i < count; ++i) update_ends(cell(placements[at(i)].square));
  }
  // The same of what a generator found.
  template <class Found>
  void lay(const Found& found) {
    for (int i = 0; i < found.count; ++i) put(found.cells[at(i)], found.digits[at(i)]);
    for (int i = 0; i < found.count; ++i) update_ends(found.cells[at(i)]);
  }

 private:
  using Lines = std::array<std::array<std::uint32_t, max_size>, 2>;

  static void mark(Lines& lines, int row, int col) {
    lines[across][at(row)] |= 1U << col;
    lines[down][at(col)] |= 1U << row;
  }

  void put(Cell cell, int digit) {
    digits_[at(cell)] = static_cast<std::int8_t>(digit);
    const int row = cell / 32 - 1;
    const int col = cell % 32 - 1;
    mark(filled_, row, col);
    crossed_[across][at(row)] &= ~(1U << col);
    crossed_[down][at(col)] &= ~(1U << row);
    ++tiles_;
  }

  void update_ends(Cell cell) {
    for (const Direction direction : {across, down}) {
      const Cell step = step_of(direction);
      Cell before = cell - step;
      while (filled(before)) before -= step;
      Cell after = cell + step;
      while (filled(after)) after += step;
      update(direction, before);
      update(direction, after);
    }
  }

  void update(Direction direction, Cell cell) {
    if (digits_[at(cell)] != empty) return;
    const Cell step = step_of(direction);
    int sum = 0;
    for (Cell c = cell - step; filled(c); c -= step) sum += digit(c);
    for (Cell c = cell + step; filled(c); c += step) sum += digit(c);
    touching_[direction][at(cell)] = static_cast<std::uint8_t>(sum);
    const int row = cell / 32 - 1;
    const int col = cell % 32 - 1;
    if (direction == down) {
      crossed_[across][at(row)] |= 1U << col;
    } else {
      crossed_[down][at(col)] |= 1U << row;
    }
  }

  int size_;
  int tiles_ = 0;
  std::array<std::int8_t, cell_count> digits_;
  std::array<std::array<std::uint8_t, cell_count>, 2> touching_;
  std::array<Bonus, cell_count> bonuses_;
  Lines filled_{};
  Lines crossed_{};
  Lines numbered_{};
  Lines lined_{};
};

}  // namespace spielkern::crazy10s
