#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "spielkern/core/keys.hpp"
#include "spielkern/games/crazy10s/board.hpp"
#include "spielkern/games/crazy10s/line_plays.hpp"
#include "spielkern/games/crazy10s/rack_table.hpp"

namespace spielkern::crazy10s {

// Remembers which plays a rack has in a row or column, for searches that meet the same ones over and over. What can be laid
// in a line hangs on nothing but its squares: the digits that lie there, those that the runs across ask for, and where no
// digit fits. A play changes a few lines only; the others keep their number and with it their plays.
class LineBook {
 public:
  // A play in one line, and the tiles it takes if there are no jokers.
  struct Play {
    Found found;
    Tiles tiles;
  };
  // By line, rows first: the number of what is there.
  using Numbers = std::array<std::uint32_t, std::size_t{2} * max_size>;

  // Plays are kept for parts of these two racks. PRECONDITION: the board is not bare.
  LineBook(const Rules& rules, const std::array<Tiles, 2>& racks)
      : rules_(rules), racks_{RackTable(racks[0]), RackTable(racks[1])}, slots_(1 << 10) {}

  Numbers numbers(const Board& board) {
    Numbers numbers{};
    for (const Direction direction : {across, down}) {
      for (int line = 0; line < board.size(); ++line) renew(board, direction, line, numbers);
    }
    return numbers;
  }

  // After tiles were laid on these cells.
  void update(const Board& board, const Found& laid, Numbers& numbers) {
    std::array<std::uint32_t, 2> changed{};
    for (int i = 0; i < laid.count; ++i) {
      const Cell cell = laid.cells[at(i)];
      for (const Direction direction : {across, down}) {
        changed[direction] |= 1U << line_of(direction, cell);
        // The squares at the ends of the run ask for other digits from the lines that cross there.
        const Cell step = step_of(direction);
        Cell before = cell - step;
        while (board.filled(before)) before -= step;
        Cell after = cell + step;
        while (board.filled(after)) after += step;
        const Direction crossing = other(direction);
        if (board.digit(before) != Board::beyond) changed[crossing] |= 1U << line_of(crossing, before);
        if (board.digit(after) != Board::beyond) changed[crossing] |= 1U << line_of(crossing, after);
      }
    }
    for (const Direction direction : {across, down}) {
      for (std::uint32_t lines = changed[direction]; lines != 0; lines &= lines - 1) {
        renew(board, direction, std::countr_zero(lines), numbers);
      }
    }
  }

  // Hands all plays of one of the two racks in these lines over that lay at most so many tiles, until f returns false. Of
  // plays that differ in jokers there is one, as in for_each_found.
  template <class F>
  bool for_each_play(const Board& board, const Numbers& numbers, int rack, int tiles, F&& f) {
    for (const Direction direction : {across, down}) {
      for (int line = 0; line < board.size(); ++line) {
        Line& known = lines_[numbers[index(direction, line)]];
        if (!known.made[at(rack)]) make(board, direction, line, rack, known);
        for (const Play& play : known.plays[at(rack)]) {
          if (play.found.count > tiles) break;
          if (!f(play)) return false;
        }
      }
    }
    return true;
  }

  std::size_t size() const { return lines_.size(); }

 private:
  // Five bits a square, twelve of them to a word: up to 9 the digit that lies there, from 10 on the one that is asked for.
  using Squares = std::array<std::uint64_t, 3>;
  static constexpr std::uint64_t any = 20;
  static constexpr std::uint64_t no_digit = 21;

  struct Line {
    std::size_t index = 0;
    Squares squares{};
    std::array<bool, 2> made{};
    std::array<std::vector<Play>, 2> plays{};  // few tiles first
  };

  static int line_of(Direction direction, Cell cell) { return (direction == across ? cell / 32 : cell % 32) - 1; }
  static std::size_t index(Direction direction, int line) {
    return static_cast<std::size_t>(direction * max_size + line);
  }

  static Squares squares_of(const Board& board, Direction direction, int line) {
    Squares squares{};
    Cell cell = Board::first(direction, line);
    for (int i = 0; i < board.size(); ++i, cell += step_of(direction)) {
      std::uint64_t code = any;
      if (board.filled(cell)) {
        code = static_cast<std::uint64_t>(board.digit(cell));
      } else if (board.touches(other(direction), cell)) {
        const int digit = wanted_sum - board.touching(other(direction), cell);
        code = digit < 0 || digit > 9 ? no_digit : static_cast<std::uint64_t>(10 + digit);
      }
      squares[at(i / 12)] |= code << 5 * (i % 12);
    }
    return squares;
  }

  void renew(const Board& board, Direction direction, int line, Numbers& numbers) {
    const Squares squares = squares_of(board, direction, line);
    const std::size_t place = index(direction, line);
    const std::uint64_t hash = mix(mix(mix(squares[0], squares[1]), squares[2]), place);
    for (std::size_t slot = hash & (slots_.size() - 1);; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot] == 0) {
        numbers[place] = static_cast<std::uint32_t>(lines_.size());
        lines_.push_back({place, squares, {}, {}});
        slots_[slot] = static_cast<std::uint32_t>(lines_.size());
        if (2 * lines_.size() > slots_.size()) rehash();
        return;
      }
      const Line& known = lines_[slots_[slot] - 1];
      if (known.squares == squares && known.index == place) {
        numbers[place] = slots_[slot] - 1;
        return;
      }
    }
  }

  void rehash() {
    slots_.assign(2 * slots_.size(), 0);
    for (std::size_t number = 0; number < lines_.size(); ++number) {
      const Squares& squares = lines_[number].squares;
      std::size_t slot = mix(mix(mix(squares[0], squares[1]), squares[2]), lines_[number].index) & (slots_.size() - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = static_cast<std::uint32_t>(number + 1);
    }
  }

  void make(const Board& board, Direction direction, int line, int rack, Line& known) {
    struct Keep : Everything {
      std::vector<Play>& plays;

      bool operator()(const Found& found) {
        Play play{found, {}};
        for (int i = 0; i < found.count; ++i) play.tiles.add(found.digits[at(i)]);
        plays.push_back(play);
        return true;
      }
    };
    auto& plays = known.plays[at(rack)];
    Keep keep{{}, plays};
    LinePlays(rules_, board, racks_[at(rack)]).generate_in(direction, line, keep);
    std::stable_sort(plays.begin(), plays.end(),
                     [](const Play& a, const Play& b) { return a.found.count < b.found.count; });
    known.made[at(rack)] = true;
  }

  const Rules& rules_;
  std::array<RackTable, 2> racks_;
  std::deque<Line> lines_;
  std::vector<std::uint32_t> slots_;  // numbers of lines + 1, by hash
};

}  // namespace spielkern::crazy10s
