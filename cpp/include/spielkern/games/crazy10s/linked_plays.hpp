#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "spielkern/games/crazy10s/board.hpp"
#include "spielkern/games/crazy10s/found.hpp"
#include "spielkern/games/crazy10s/potential.hpp"
#include "spielkern/games/crazy10s/rack_table.hpp"

namespace spielkern::crazy10s {

// Squares that a linked play may have its first tile on: those beside tiles, of the first play the middle.
using Roots = std::array<Cell, std::size_t{4} * all_tiles>;

// Finds them, with `potential` those first that promise most. It is no template, so that it is compiled once.
inline std::size_t find_roots(const Board& board, const Potential* potential, Roots& roots) {
  std::size_t count = 0;
  if (board.bare()) {
    roots[count++] = board.middle();
    return count;
  }
  for (int row = 0; row < board.size(); ++row) {
    const std::uint32_t filled = board.filled(across, row);
    const std::uint32_t all = (1U << board.size()) - 1;
    std::uint32_t anchors = (filled << 1 | filled >> 1 | board.crossed(across, row)) & ~filled & all;
    for (; anchors != 0; anchors &= anchors - 1) roots[count++] = Board::first(across, row) + std::countr_zero(anchors);
  }
  if (potential != nullptr) {
    const auto promise = [&](Cell cell) {
      return potential->run(across, cell, rack_tiles) + potential->run(down, cell, rack_tiles);
    };
    std::sort(roots.begin(), roots.begin() + static_cast<std::ptrdiff_t>(count),
              [&](Cell a, Cell b) { return promise(a) != promise(b) ? promise(a) > promise(b) : a < b; });
  }
  return count;
}

// Finds plays that may bend. One tile is laid first; then, for one tile after the other and in both directions, it is
// decided how far the run through it reaches, which lays more tiles:
//
//         . . . .         . x . .         . x . .         the first tile; the run down through it is to be x, it and y,
//         . a . .   ->    . a . .   ->    . a . .         so the squares beyond stay empty (-); then the run across
//         3 . . .         3 y . .         3 y b .         through y, and so on, until no tile has an open direction
//         . . . .         . - . .         . - . -
//
// What is decided about a square, laid or empty, stays decided, so no play is met twice from one first tile. A play's
// first tile is the first of its tiles that lies beside old ones; squares like that which come before it stay empty.
template <class Consumer>
class LinkedPlays {
 public:
  // With `potential`, plays that cannot be wanted are given up early, and first tiles that promise most come first.
  LinkedPlays(const Rules& rules, const Board& board, const RackTable& rack, Consumer& consumer,
              const Potential* potential = nullptr)
      : board_(board), rack_(rack), consumer_(consumer), potential_(potential), full_play_(rules.full_play()) {
    for (Cell cell = 0; cell < cell_count; ++cell) {
      states_[at(cell)] = static_cast<std::int8_t>(board.digit(cell));
    }
    numbers_.fill(0);
    root_count_ = find_roots(board, potential, roots_);
  }

  bool generate() {
    for (std::size_t root = 0; root < root_count_; ++root) {
      if (!from(roots_[root])) return false;
      states_[at(roots_[root])] = closed;
    }
    return true;
  }

  // The same in parts, by the squares of first tiles; one part may be asked for several times. PRECONDITION: no later one
  // was asked for before.
  std::size_t root_count() const { return root_count_; }
  bool generate_from(std::size_t root) {
    for (std::size_t before = 0; before < root; ++before) states_[at(roots_[before])] = closed;
    return from(roots_[root]);
  }

 private:
  // States of squares beside the digits: what may still be laid, and what stays empty.
  static constexpr std::int8_t open = Board::empty;
  static constexpr std::int8_t closed = Board::beyond;

  struct Run {
    Direction direction;
    Cell before;  // the squares at its ends
    Cell after;
    int sum;
    unsigned tiles;  // the new ones in it, a bit each
    bool single;     // only one tile so far, and not a run
  };

  bool filled(Cell cell) const { return states_[at(cell)] >= 0; }

  bool from(Cell cell) {
    for (int digit = 0; digit < joker; ++digit) {
      const Part left = rack_.without(rack_.full(), digit);
      if (left == RackTable::none || !can_be_ten(across, cell, digit, left) || !can_be_ten(down, cell, digit, left)) {
        continue;
      }
      lay(cell, digit);
      const bool more = decide(left);
      take_back(cell);
      if (!more) return false;
    }
    return true;
  }

  void lay(Cell cell, int digit) {
    states_[at(cell)] = static_cast<std::int8_t>(digit);
    numbers_[at(cell)] = static_cast<std::uint8_t>(found_.count + 1);
    undecided_[across] |= 1U << found_.count;
    undecided_[down] |= 1U << found_.count;
    ++in_line_[across][at(cell / 32 - 1)];
    ++in_line_[down][at(cell % 32 - 1)];
    found_.add(cell, digit);
  }
  void take_back(Cell cell) {
    --found_.count;
    undecided_[across] &= ~(1U << found_.count);
    undecided_[down] &= ~(1U << found_.count);
    --in_line_[across][at(cell / 32 - 1)];
    --in_line_[down][at(cell % 32 - 1)];
    numbers_[at(cell)] = 0;
    states_[at(cell)] = open;
  }

  // Could the run through this digit still make ten, or is there none?
  bool can_be_ten(Direction direction, Cell cell, int digit, Part left) const {
    const Cell step = step_of(direction);
    if (!filled(cell - step) && !filled(cell + step)) return true;
    int sum = digit;
    Cell before = cell - step;
    for (; filled(before); before -= step) sum += states_[at(before)];
    Cell after = cell + step;
    for (; filled(after); after += step) sum += states_[at(after)];
    if (sum >= wanted_sum) return sum == wanted_sum;
    return can_grow(before, after, step, wanted_sum - sum, left);
  }

  // Can a run between two squares get what it is short of: by tiles of the rack alone, or by tiles further on that a few
  // laid ones may link it to?
  bool can_grow(Cell before, Cell after, Cell step, int missing, Part left) const {
    const bool room_before = states_[at(before)] == open;
    const bool room_after = states_[at(after)] == open;
    if (!room_before && !room_after) return false;
    if (rack_.sizes(left, missing) != 0) return true;
    const int tiles = RackTable::size(left);
    Cell cell = before;
    for (int i = 0; room_before && i < tiles && states_[at(cell)] == open; ++i) cell -= step;
    if (cell != before && filled(cell)) return true;
    cell = after;
    for (int i = 0; room_after && i < tiles && states_[at(cell)] == open; ++i) cell += step;
    return cell != after && filled(cell);
  }

  // Takes the next tile with an open direction.
  bool decide(Part left) {
    if constexpr (requires { consumer_.step(); }) consumer_.step();
    const unsigned undecided = undecided_[across] | undecided_[down];
    if (undecided == 0) return hand_over();
    if (potential_ != nullptr && !consumer_.wants(bound(RackTable::size(left)))) return true;
    const int tile = std::countr_zero(undecided);
    const Direction direction = (undecided_[across] >> tile & 1) != 0 ? across : down;
    const Cell step = step_of(direction);
    const Cell cell = found_.cells[at(tile)];
    Run run{direction, cell, cell, states_[at(cell)], 1U << tile, true};
    extend(run, -step);
    extend(run, step);
    if (run.sum > wanted_sum) return true;
    return grow_before(run, left);
  }

  // Takes in what lies beyond one end.
  void extend(Run& run, Cell step) const {
    Cell& end = step < 0 ? run.before : run.after;
    for (end += step; filled(end); end += step) {
      run.sum += states_[at(end)];
      run.single = false;
      const int number = numbers_[at(end)];
      if (number != 0) run.tiles |= 1U << (number - 1);
    }
  }

  bool grow_before(const Run& run, Part left) {
    const Cell cell = run.before;
    const std::int8_t state = states_[at(cell)];
    states_[at(cell)] = closed;
    const bool more = grow_after(run, left);
    states_[at(cell)] = state;
    if (!more) return false;
    if (state != open) return true;
    return grow(run, cell, -step_of(run.direction), left,
                [this](const Run& longer, Part rest) { return grow_before(longer, rest); });
  }

  bool grow_after(const Run& run, Part left) {
    const Cell cell = run.after;
    const std::int8_t state = states_[at(cell)];
    if (run.single || run.sum == wanted_sum) {
      states_[at(cell)] = closed;
      const bool more = finish(run, left);
      states_[at(cell)] = state;
      if (!more) return false;
    }
    if (state != open) return true;
    return grow(run, cell, step_of(run.direction), left,
                [this](const Run& longer, Part rest) { return grow_after(longer, rest); });
  }

  // Lays every possible digit at an end of the run.
  template <class Next>
  bool grow(const Run& run, Cell cell, Cell step, Part left, Next&& next) {
    const int most = wanted_sum - run.sum;
    for (int digit = 0; digit <= most && digit < joker; ++digit) {
      const Part rest = rack_.without(left, digit);
      if (rest == RackTable::none) continue;
      Run longer = run;
      longer.sum += digit;
      longer.single = false;
      longer.tiles |= 1U << found_.count;
      extend(longer, step);
      if (longer.sum > wanted_sum || !can_be_ten(other(run.direction), cell, digit, rest)) continue;
      if (longer.sum < wanted_sum &&
          !can_grow(longer.before, longer.after, step_of(run.direction), wanted_sum - longer.sum, rest)) {
        continue;
      }
      lay(cell, digit);
      const bool more = next(longer, rest);
      take_back(cell);
      if (!more) return false;
    }
    return true;
  }

  // The run is as long as it gets, and ten.
  bool finish(const Run& run, Part left) {
    const unsigned undecided = undecided_[run.direction];
    const int score = score_;
    undecided_[run.direction] &= ~run.tiles;
    if (!run.single) score_ += score_of(run.tiles);
    const bool more = decide(left);
    score_ = score;
    undecided_[run.direction] = undecided;
    return more;
  }

  int score_of(unsigned tiles) const {
    int extra = 0;
    int lines = 1;
    for (; tiles != 0; tiles &= tiles - 1) {
      const int tile = std::countr_zero(tiles);
      const Bonus& bonus = board_.bonus(found_.cells[at(tile)]);
      extra += found_.digits[at(tile)] * (bonus.number - 1);
      lines *= bonus.line;
    }
    return Board::run_score(extra, lines);
  }

  // What the play can still score, if `left` more tiles may be laid.
  int bound(int left) const {
    int bound = score_ + (found_.count + left == rack_tiles ? full_play_ : 0);
    int crossing = 0;
    for (const Direction direction : {across, down}) {
      for (unsigned tiles = undecided_[direction]; tiles != 0; tiles &= tiles - 1) {
        const Cell cell = found_.cells[at(std::countr_zero(tiles))];
        const int line = direction == across ? cell / 32 - 1 : cell % 32 - 1;
        // Those laid already may be in the run too.
        bound += potential_->run(direction, cell, left + in_line_[direction][at(line)] - 1);
        crossing = std::max(crossing, potential_->crossing(direction, line));
      }
    }
    return bound + (left == 1 ? crossing : potential_->to_come(left));
  }

  bool hand_over() {
    if (found_.count == 1) {
      if (board_.bare()) return true;  // no run
      found_.score = found_.digits[0] == 0 ? 0 : score_;
    } else {
      found_.score = score_ + (found_.count == rack_tiles ? full_play_ : 0);
    }
    return !consumer_.wants(found_.score) || consumer_(std::as_const(found_));
  }

  const Board& board_;
  const RackTable& rack_;
  Consumer& consumer_;
  const Potential* potential_;
  int full_play_;
  std::array<std::int8_t, cell_count> states_;
  std::array<std::uint8_t, cell_count> numbers_;                 // of new tiles, counted from 1
  std::array<std::array<std::uint8_t, max_size>, 2> in_line_{};  // new tiles, by row and by column
  std::array<unsigned, 2> undecided_{};                          // by direction: a bit per new tile
  Roots roots_;
  std::size_t root_count_ = 0;
  Found found_;
  int score_ = 0;  // of the runs that are decided
};

}  // namespace spielkern::crazy10s
