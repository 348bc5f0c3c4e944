#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "spielkern/games/crazy10s/board.hpp"
#include "spielkern/games/crazy10s/found.hpp"
#include "spielkern/games/crazy10s/rack_table.hpp"

namespace spielkern::crazy10s {

// Where a play in one row or column can lie: from one square to another, so that the new run between them is maximal. On
// squares with a tile beside them crosswise the digit is fixed, on the others any digits do that make up what is missing.
//
//         a b c d e f        row 2 from a to d: old 3; c2 must be 2, as it completes 3 5; so two free tiles make 5
//       1 . . 3 . . .
//       2 . 3 . . . .
//       3 . . 5 . . .
//
// All that the fixed tiles score is known, and every run adds up to ten: only number bonuses on free squares are open.
struct Interval {
  Direction direction = across;
  int line = 0;
  int begin = 0;
  int end = 0;              // one past it
  std::uint32_t fixed = 0;  // new squares whose digit is fixed
  std::uint32_t free = 0;   // the other new ones
  Part left = 0;            // of the rack, without the fixed digits
  int missing = 0;          // what the free tiles add up to
  int extra = 0;            // by number bonuses of fixed tiles
  int lines = 1;            // the product of line bonuses
  int crossing = 0;         // what the runs across score, and seven tiles at once
  bool lone_zero = false;

  int score(int free_extra) const { return lone_zero ? 0 : Board::run_score(extra + free_extra, lines) + crossing; }
};

// Finds plays in one row or column. `Consumer`: see found.hpp.
class LinePlays {
 public:
  LinePlays(const Rules& rules, const Board& board, const RackTable& rack)
      : board_(board), rack_(rack), full_play_(rules.full_play()) {}

  template <class Consumer>
  bool generate(Consumer& consumer) const {
    return for_each_interval(LayAll<Consumer>{*this, consumer});
  }

  // The same in one row or column.
  template <class Consumer>
  bool generate_in(Direction direction, int line, Consumer& consumer) const {
    return for_each_in_line(direction, line, LayAll<Consumer>{*this, consumer});
  }

  // One of the plays that score most; its count is 0 if there is none.
  Found best() const {
    struct KeepBest {
      const LinePlays& plays;
      Interval best{};
      int most = -1;

      bool wants(int bound) const { return bound > most; }
      bool operator()(const Interval& interval) {
        if (!wants(interval.score(plays.most_extra(interval)))) return true;
        const std::uint32_t numbered = interval.free & plays.board_.numbered(interval.direction, interval.line);
        const int free = std::popcount(interval.free);
        const int score = interval.score(plays.best_extra(interval, numbered, interval.left, interval.missing, free));
        if (wants(score)) {
          most = score;
          best = interval;
        }
        return true;
      }
    };
    KeepBest kept{*this};
    for_each_interval(kept);
    Found found;
    if (kept.most < 0) return found;
    lay_fixed(kept.best, found);
    lay_best(kept.best, kept.most, found);
    return found;
  }

 private:
  template <class Consumer>
  struct LayAll {
    const LinePlays& plays;
    Consumer& consumer;

    bool wants(int bound) const { return consumer.wants(bound); }
    bool operator()(const Interval& interval) const {
      if (!wants(interval.score(plays.most_extra(interval)))) return true;
      Found found;
      plays.lay_fixed(interval, found);
      return plays.lay_free(interval, interval.free, interval.left, interval.missing, 0, found, consumer);
    }
  };

  static std::uint32_t bits(int begin, int end) { return (1U << end) - (1U << begin); }

  template <class F>
  bool for_each_interval(F&& f) const {
    for (const Direction direction : {across, down}) {
      for (int line = 0; line < board_.size(); ++line) {
        if (!for_each_in_line(direction, line, f)) return false;
      }
    }
    return true;
  }

  template <class F>
  bool for_each_in_line(Direction direction, int line, F&& f) const {
    const std::uint32_t filled = board_.filled(direction, line);
    // The squares that a play can be tied to: those with a tile, and with one beside them.
    std::uint32_t stops = filled | board_.crossed(direction, line);
    if (board_.bare() && line == board_.size() / 2) stops = 1U << line;
    if (stops == 0) return true;
    const std::uint32_t begins = stops & ~(filled << 1) & ~out_of_reach(direction, line);
    for (std::uint32_t left = begins; left != 0; left &= left - 1) {
      const int stop = std::countr_zero(left);
      const std::uint32_t before = stops & ((1U << stop) - 1);
      // The run begins at the stop or on free squares before it, and not right after a tile.
      int earliest = 0;
      if (before != 0) {
        const int last = 31 - std::countl_zero(before);
        earliest = last + ((filled >> last & 1) != 0 ? 2 : 1);
      }
      if (!for_each_from(direction, line, earliest, stop, f)) return false;
    }
    return true;
  }

  // The squares whose digit is fixed, but not by one that the rack has.
  std::uint32_t out_of_reach(Direction direction, int line) const {
    std::uint32_t squares = 0;
    const Cell first = Board::first(direction, line);
    for (std::uint32_t left = board_.crossed(direction, line); left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      const int digit = wanted_sum - board_.touching(other(direction), first + i * step_of(direction));
      if (digit < 0 || digit > 9 || !rack_.has(digit)) squares |= 1U << i;
    }
    return squares;
  }

  // The run's first stop is `stop`.
  template <class F>
  bool for_each_from(Direction direction, int line, int earliest, int stop, F&& f) const {
    const std::uint32_t filled = board_.filled(direction, line);
    const std::uint32_t crossed = board_.crossed(direction, line);
    const Cell step = step_of(direction);
    const int tiles = RackTable::size(rack_.full());
    const int most_before = std::min(stop - earliest, tiles);
    Interval interval;
    interval.direction = direction;
    interval.line = line;
    interval.left = rack_.full();
    int sum = 0;
    int fixed_digits = 0;
    int free = 0;
    int laid = 0;
    Cell cell = Board::first(direction, line) + stop * step;
    for (int i = stop; i < board_.size(); ++i, cell += step) {
      if ((filled >> i & 1) != 0) {
        sum += board_.digit(cell);
      } else {
        if (++laid > tiles) break;
        if ((crossed >> i & 1) != 0) {
          const int digit = wanted_sum - board_.touching(other(direction), cell);
          if (digit < 0 || digit > 9) break;
          interval.left = rack_.without(interval.left, digit);
          if (interval.left == RackTable::none) break;
          const Bonus& bonus = board_.bonus(cell);
          const int more = digit * (bonus.number - 1);
          sum += digit;
          fixed_digits += digit;
          interval.fixed |= 1U << i;
          interval.extra += more;
          interval.lines *= bonus.line;
          interval.crossing += Board::run_score(more, bonus.line);
        } else {
          ++free;
        }
      }
      if (sum + rack_.least(free) > wanted_sum) break;
      if ((filled >> (i + 1) & 1) != 0) continue;
      interval.missing = wanted_sum - sum;
      // Bit n: n free squares before the stop make it ten.
      unsigned before = rack_.sizes(interval.left, interval.missing) >> free & ((2U << most_before) - 1);
      if (laid == 0 || i == stop) before &= ~1U;  // at least one new tile, and two tiles in all
      // A single tile in two runs is found across.
      if (laid == 1 && free == 0 && direction == down) before &= ~1U;
      if (before == 0 || !f.wants(most_score(interval, bits(earliest, i + 1) & ~filled))) continue;
      for (; before != 0; before &= before - 1) {
        const int n = std::countr_zero(before);
        Interval whole = interval;
        whole.begin = stop - n;
        whole.end = i + 1;
        whole.free = bits(whole.begin, whole.end) & ~filled & ~interval.fixed;
        multiply_lines(whole);
        if (laid + n == rack_tiles) whole.crossing += full_play_;
        whole.lone_zero = laid + n == 1 && whole.missing + fixed_digits == 0;
        if (!f(whole)) return false;
      }
    }
    return true;
  }

  // No more than an interval can score that lies on some of these new squares.
  int most_score(const Interval& interval, std::uint32_t squares) const {
    std::uint32_t bonuses =
        squares & ~interval.fixed &
        (board_.lined(interval.direction, interval.line) | board_.numbered(interval.direction, interval.line));
    int lines = interval.lines;
    int times = 0;
    for (; bonuses != 0; bonuses &= bonuses - 1) {
      const Bonus& bonus = board_.bonus(cell(interval, std::countr_zero(bonuses)));
      lines *= bonus.line;
      times = std::max(times, bonus.number - 1);
    }
    return Board::run_score(interval.extra + times * interval.missing, lines) + interval.crossing +
           (std::popcount(squares) >= rack_tiles ? full_play_ : 0);
  }

  void multiply_lines(Interval& interval) const {
    std::uint32_t lined = interval.free & board_.lined(interval.direction, interval.line);
    for (; lined != 0; lined &= lined - 1) {
      interval.lines *= board_.bonus(cell(interval, std::countr_zero(lined))).line;
    }
  }

  Cell cell(const Interval& interval, int i) const {
    return Board::first(interval.direction, interval.line) + i * step_of(interval.direction);
  }

  // No more than the free tiles can bring by number bonuses.
  int most_extra(const Interval& interval) const {
    std::uint32_t numbered = interval.free & board_.numbered(interval.direction, interval.line);
    int most = 0;
    for (; numbered != 0; numbered &= numbered - 1) {
      most = std::max(most, board_.bonus(cell(interval, std::countr_zero(numbered))).number - 1);
    }
    return most * interval.missing;
  }

  // The most that free tiles bring by number bonuses, which lie on `numbered`, the first squares to be decided.
  int best_extra(const Interval& interval, std::uint32_t numbered, Part left, int missing, int free) const {
    if (numbered == 0) return 0;
    const int times = board_.bonus(cell(interval, std::countr_zero(numbered))).number - 1;
    int most = -1;
    for (int digit = std::min(missing, 9); digit >= 0; --digit) {
      if (most >= 0 && most >= digit * times && (numbered & (numbered - 1)) == 0) break;
      const Part rest = rack_.without(left, digit);
      if (rest == RackTable::none || (rack_.sizes(rest, missing - digit) >> (free - 1) & 1) == 0) continue;
      most = std::max(most,
                      digit * times + best_extra(interval, numbered & (numbered - 1), rest, missing - digit, free - 1));
    }
    return most;
  }

  void lay_fixed(const Interval& interval, Found& found) const {
    for (std::uint32_t left = interval.fixed; left != 0; left &= left - 1) {
      const Cell at = cell(interval, std::countr_zero(left));
      found.add(at, wanted_sum - board_.touching(other(interval.direction), at));
    }
  }

  // Lays digits on free squares so that the play scores what it can.
  void lay_best(const Interval& interval, int score, Found& found) const {
    const std::uint32_t all_numbered = board_.numbered(interval.direction, interval.line);
    Part left = interval.left;
    int missing = interval.missing;
    int free = std::popcount(interval.free);
    const auto lay = [&](std::uint32_t squares, std::uint32_t numbered) {
      for (; squares != 0; squares &= squares - 1) {
        const int i = std::countr_zero(squares);
        const int times = numbered != 0 ? board_.bonus(cell(interval, i)).number - 1 : 0;
        const int most = best_extra(interval, numbered, left, missing, free);
        numbered &= numbered - 1;
        for (int digit = std::min(missing, 9); digit >= 0; --digit) {
          const Part rest = rack_.without(left, digit);
          if (rest == RackTable::none || (rack_.sizes(rest, missing - digit) >> (free - 1) & 1) == 0) continue;
          if (digit * times + best_extra(interval, numbered, rest, missing - digit, free - 1) < most) continue;
          found.add(cell(interval, i), digit);
          left = rest;
          missing -= digit;
          --free;
          break;
        }
      }
    };
    lay(interval.free & all_numbered, interval.free & all_numbered);
    lay(interval.free & ~all_numbered, 0);
    found.score = score;
  }

  template <class Consumer>
  bool lay_free(const Interval& interval, std::uint32_t free, Part left, int missing, int extra, Found& found,
                Consumer& consumer) const {
    if (free == 0) {
      found.score = interval.score(extra);
      return consumer(std::as_const(found));
    }
    const Cell at = cell(interval, std::countr_zero(free));
    const int times = board_.bonus(at).number - 1;
    const int others = std::popcount(free) - 1;
    for (int digit = 0; digit <= std::min(missing, 9); ++digit) {
      const Part rest = rack_.without(left, digit);
      if (rest == RackTable::none || (rack_.sizes(rest, missing - digit) >> others & 1) == 0) continue;
      found.add(at, digit);
      if (!lay_free(interval, free & (free - 1), rest, missing - digit, extra + digit * times, found, consumer)) {
        return false;
      }
      --found.count;
    }
    return true;
  }

  const Board& board_;
  const RackTable& rack_;
  int full_play_;
};

}  // namespace spielkern::crazy10s
