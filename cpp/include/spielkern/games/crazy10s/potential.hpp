#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "spielkern/games/crazy10s/board.hpp"
#include "spielkern/games/crazy10s/rack_table.hpp"

namespace spielkern::crazy10s {

// What runs can score at most, judged line by line and without a look at what crosses them: the shadow that a play throws
// before it. A run from one square to another needs so many new tiles; they must make up what its old tiles lack of ten,
// so number bonuses bring no more than that, times the greatest of them.
//
//         a b c d e f        a run from b2 to e2 takes two new tiles that make 2 together; with a double number on e2 and
//       2 . . 3 5 . .        a double line on b2 it scores at most (10 + 2) * 2
class Potential {
 public:
  Potential(const Board& board, const RackTable& rack) : tiles_(RackTable::size(rack.full())) {
    for (const Direction direction : {across, down}) {
      for (int line = 0; line < board.size(); ++line) look_at(board, rack, direction, line);
    }
    std::array<int, rack_tiles> best{};  // by how many other new tiles: of any run anywhere
    for (const Direction direction : {across, down}) {
      for (int line = 0; line < board.size(); ++line) {
        for (int i = 0; i < board.size(); ++i) {
          const Cell cell = Board::first(direction, line) + i * step_of(direction);
          for (int others = 0; others < tiles_; ++others) {
            auto& own = runs_[direction][at(cell)][at(others)];
            if (others > 0) own = std::max(own, runs_[direction][at(cell)][at(others - 1)]);
            best[at(others)] = std::max<int>(best[at(others)], own);
          }
        }
      }
    }
    for (const Direction direction : {across, down}) {
      for (int line = 0; line < board.size(); ++line) {
        for (int i = 0; i < board.size(); ++i) {
          const Cell cell = Board::first(direction, line) + i * step_of(direction);
          auto& most = crossing_[direction][at(line)];
          most = std::max(most, runs_[other(direction)][at(cell)][0]);
        }
      }
    }
    // Each of n tiles to come may be in one run that nothing has called for yet, together with others of them.
    for (int n = 1; n <= tiles_; ++n) {
      std::array<int, rack_tiles> most{};  // by the tiles that may be others
      for (int tile = 0; tile < n; ++tile) {
        for (int budget = n - 1; budget >= 0; --budget) {
          int sum = 0;
          for (int others = 0; others <= budget; ++others) {
            sum = std::max(sum, most[at(budget - others)] + best[at(others)]);
          }
          most[at(budget)] = sum;
        }
      }
      to_come_[at(n)] = most[at(n - 1)];
    }
  }

  // The run through a new tile on this square, with so many other new ones at most.
  int run(Direction direction, Cell cell, int others) const {
    return runs_[direction][at(cell)][at(std::min(others, tiles_ - 1))];
  }
  // A run that crosses this row or column at one new tile.
  int crossing(Direction direction, int line) const { return crossing_[direction][at(line)]; }
  // All runs that n tiles to come bring beside those that call for them.
  int to_come(int n) const { return to_come_[at(n)]; }

 private:
  void look_at(const Board& board, const RackTable& rack, Direction direction, int line) {
    const std::uint32_t filled = board.filled(direction, line);
    const std::uint32_t lined = board.lined(direction, line);
    const std::uint32_t numbered = board.numbered(direction, line);
    const Cell step = step_of(direction);
    const Cell first = Board::first(direction, line);
    for (int begin = 0; begin < board.size(); ++begin) {
      if (begin > 0 && (filled >> (begin - 1) & 1) != 0) continue;
      int sum = 0;
      int laid = 0;
      int lines = 1;
      int times = 0;
      for (int end = begin; end < board.size(); ++end) {
        const Cell cell = first + end * step;
        if ((filled >> end & 1) != 0) {
          sum += board.digit(cell);
          if (sum > wanted_sum) break;
        } else {
          if (++laid > tiles_) break;
          if ((lined >> end & 1) != 0) lines *= board.bonus(cell).line;
          if ((numbered >> end & 1) != 0) times = std::max(times, board.bonus(cell).number - 1);
        }
        if (laid == 0 || end == begin || (filled >> (end + 1) & 1) != 0) continue;
        const int missing = wanted_sum - sum;
        if ((rack.sizes(rack.full(), missing) >> laid & 1) == 0) continue;
        const auto score = static_cast<std::uint16_t>(Board::run_score(missing * times, lines));
        std::uint32_t squares = ((2U << end) - (1U << begin)) & ~filled;
        for (; squares != 0; squares &= squares - 1) {
          auto& most = runs_[direction][at(first + std::countr_zero(squares) * step)][at(laid - 1)];
          most = std::max(most, score);
        }
      }
    }
  }

  int tiles_;
  std::array<std::array<std::array<std::uint16_t, rack_tiles + 1>, cell_count>, 2> runs_{};  // 27 KB
  std::array<std::array<std::uint16_t, max_size>, 2> crossing_{};
  std::array<int, rack_tiles + 1> to_come_{};
};

}  // namespace spielkern::crazy10s
