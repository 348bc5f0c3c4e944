#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "spielkern/games/crazy10s/notation.hpp"
#include "spielkern/games/crazy10s/position.hpp"

namespace spielkern::crazy10s {

// What the rules have against a move, and where.
struct Fault {
  enum class Kind : std::uint8_t {
    none,
    no_move,    // nonsense that no text describes
    occupied,   // first
    lacking,    // first: the kind of tile that the rack has too few of
    short_bag,  // for a swap of so many tiles: first
    middle,     // the first play must cover the middle
    no_run,     // and form a run
    sum,        // the run from first to last
    apart,      // no new tile beside an old one
    unlinked,   // first and last
    bent,       // first and last lie in different rows and columns, and must not
  };
  Kind kind = Kind::none;
  int first = 0;
  int last = 0;
  int sum = 0;
};

// Checks and scores one play square by square, straight from the rules. The generators know better ways for many plays.
class PlayCheck {
 public:
  // PRECONDITION: is_sound(rules, move).
  PlayCheck(const Rules& rules, const std::array<Stone, most_squares>& board, const Move& move)
      : rules_(rules), board_(board), move_(move) {}

  // Is it a play that can be written, on any board?
  static bool is_sound(const Rules& rules, const Move& move) {
    if (move.kind != Move::Kind::play || !move.swapped.empty()) return false;
    if (move.count < 1 || move.count > rack_tiles) return false;
    for (int i = 0; i < rack_tiles; ++i) {
      const Placement& placement = move.placements[at(i)];
      if (i >= move.count) {
        if (placement != Placement{}) return false;
      } else if (placement.square >= rules.squares() || !placement.stone.valid() ||
                 (i > 0 && placement.square <= move.placements[at(i - 1)].square)) {
        return false;
      }
    }
    return true;
  }

  static Tiles tiles_of(const Move& move) {
    Tiles tiles;
    for (int i = 0; i < move.count; ++i) tiles.add(move.placements[at(i)].stone.kind());
    return tiles;
  }

  Fault fault() const {
    using Kind = Fault::Kind;
    bool bare = true;
    for (int square = 0; square < rules_.squares() && bare; ++square) bare = board_[at(square)].none();
    for (int i = 0; i < move_.count; ++i) {
      if (!board_[at(square_of(i))].none()) return {Kind::occupied, square_of(i)};
    }
    if (bare && digit(rules_.middle()) < 0) return {Kind::middle, rules_.middle()};
    if (bare && move_.count == 1) return {Kind::no_run};
    std::array<unsigned, rack_tiles> linked{};  // the tiles in a run with each
    bool touches = bare;
    for (int i = 0; i < move_.count; ++i) {
      for (const int step : {1, rules_.size()}) {
        const Run run = run_through(square_of(i), step);
        if (run.first != run.last && run.sum != wanted_sum) return {Kind::sum, run.first, run.last, run.sum};
        linked[at(i)] |= run.tiles;
        touches = touches || run.old;
      }
    }
    if (!touches) return {Kind::apart};
    unsigned reached = 1;
    for (unsigned before = 0; before != reached;) {
      before = reached;
      for (int i = 0; i < move_.count; ++i) {
        if ((reached & linked[at(i)]) != 0) reached |= linked[at(i)];
      }
    }
    for (int i = 0; i < move_.count; ++i) {
      if ((reached >> i & 1) == 0) return {Kind::unlinked, square_of(0), square_of(i)};
    }
    if (rules_.placing() == Placing::line && !in_line()) return {Kind::bent, square_of(0), square_of(move_.count - 1)};
    return {};
  }

  // PRECONDITION: the play is legal.
  int score() const {
    if (move_.count == 1 && move_.placements[0].stone.digit() == 0) return 0;
    int score = move_.count == rack_tiles ? rules_.full_play() : 0;
    for (int i = 0; i < move_.count; ++i) {
      for (const int step : {1, rules_.size()}) {
        const Run run = run_through(square_of(i), step);
        const bool counted = std::countr_zero(run.tiles) < i;  // with an earlier tile
        if (run.first != run.last && !counted) score += run.score;
      }
    }
    return score;
  }

 private:
  struct Run {
    int first = 0;
    int last = 0;
    int sum = 0;
    unsigned tiles = 0;  // new ones
    bool old = false;    // has others too
    int score = 0;
  };

  int square_of(int i) const { return move_.placements[at(i)].square; }

  // The new tile there; -1 if there is none.
  int tile_on(int square) const {
    for (int i = 0; i < move_.count; ++i) {
      if (square_of(i) == square) return i;
    }
    return -1;
  }

  int digit(int square) const {
    if (!board_[at(square)].none()) return board_[at(square)].digit();
    const int tile = tile_on(square);
    return tile < 0 ? -1 : move_.placements[at(tile)].stone.digit();
  }

  Run run_through(int square, int step) const {
    const int size = rules_.size();
    const int line_begin = step == 1 ? square - square % size : square % size;
    const int line_end = line_begin + size * step;
    Run run;
    for (run.first = square; run.first - step >= line_begin && digit(run.first - step) >= 0;) run.first -= step;
    int sum = 0;
    int lines = 1;
    for (int s = run.first; s < line_end && digit(s) >= 0; s += step) {
      run.last = s;
      run.sum += digit(s);
      const int tile = tile_on(s);
      if (tile < 0) {
        run.old = true;
        sum += digit(s);
      } else {
        run.tiles |= 1U << tile;
        sum += digit(s) * rules_.layout().bonus(s).number;
        lines *= rules_.layout().bonus(s).line;
      }
    }
    run.score = sum * lines;
    return run;
  }

  bool in_line() const {
    bool row = true;
    bool col = true;
    for (int i = 1; i < move_.count; ++i) {
      row = row && square_of(i) / rules_.size() == square_of(0) / rules_.size();
      col = col && square_of(i) % rules_.size() == square_of(0) % rules_.size();
    }
    return row || col;
  }

  const Rules& rules_;
  const std::array<Stone, most_squares>& board_;
  const Move& move_;
};

inline std::string tiles_in_words(int count, int kind) {
  const std::string number = count == 0 ? "no" : "only " + std::to_string(count);
  if (kind == joker) return number + (count == 1 ? " joker" : count == 0 ? " joker" : " jokers");
  return number + " tile" + (count > 1 ? "s " : " ") + letter_of_kind(kind);
}

// In words for people, of a move with the rack of a player.
inline std::string in_words(const Rules& rules, const Position& position, Player player, const Fault& fault) {
  const auto name = [&](int square) { return square_name(rules.size(), square); };
  switch (fault.kind) {
    case Fault::Kind::none: return "it is legal";
    case Fault::Kind::no_move: return "there is no such move";
    case Fault::Kind::occupied: return name(fault.first) + " is occupied";
    case Fault::Kind::lacking:
      return "the rack has " + tiles_in_words(position.rack(player).tiles.count(fault.first), fault.first);
    case Fault::Kind::short_bag:
      return "the bag holds " + std::to_string(position.in_bag) + ", too few to swap " + std::to_string(fault.first);
    case Fault::Kind::middle: return "the first play must cover " + name(fault.first) + ", the middle square";
    case Fault::Kind::no_run: return "the first play must form a run of two or more tiles";
    case Fault::Kind::sum: return wrong_run(rules.size(), fault.first, fault.last, fault.sum);
    case Fault::Kind::apart: return "no new tile lies beside a tile that was there before";
    case Fault::Kind::unlinked:
      return "the new tiles on " + name(fault.first) + " and " + name(fault.last) + " are not linked by runs";
    default:
      return "the new tiles must lie in one row or column (" + name(fault.first) + " and " + name(fault.last) +
             " do not, or one between)";
  }
}

}  // namespace spielkern::crazy10s
