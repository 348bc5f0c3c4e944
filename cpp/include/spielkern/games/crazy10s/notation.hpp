#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "spielkern/core/text.hpp"
#include "spielkern/games/crazy10s/position.hpp"

// The texts of Crazy10s.
namespace spielkern::crazy10s {

inline std::string square_name(int size, int square) {
  return static_cast<char>('a' + square % size) + std::to_string(square / size + 1);
}

inline char letter_of_kind(int kind) {
  return kind == joker ? '*' : static_cast<char>('0' + kind);
}

inline char letter_of(Stone stone) {
  if (stone.none()) return '.';
  return static_cast<char>((stone.is_joker() ? 'A' : '0') + stone.digit());
}

inline std::string format_tiles(const Tiles& tiles) {
  std::string text;
  for (int kind = 0; kind < kinds; ++kind) text.append(at(tiles.count(kind)), letter_of_kind(kind));
  return text;
}

inline std::string format_board(const Rules& rules, const Position& position) {
  std::string text;
  for (int square = 0; square < rules.squares(); ++square) {
    if (square > 0 && square % rules.size() == 0) text += '/';
    text += letter_of(position.board[at(square)]);
  }
  return text;
}

inline std::string format_rack(const Rack& rack) {
  if (rack.size == 0) return "-";
  return rack.hidden ? "?" + std::to_string(rack.size) : format_tiles(rack.tiles);
}

inline std::string format_position(const Rules& rules, const Position& position) {
  std::string text =
      format_board(rules, position) + " " + format_rack(position.racks[0]) + "|" + format_rack(position.racks[1]) + " ";
  if (position.in_bag == 0) {
    text += '-';
  } else if (position.bag_hidden) {
    text += "?" + std::to_string(position.in_bag);
  } else {
    for (int i = 0; i < position.in_bag; ++i) text += letter_of_kind(position.bag[at(i)]);
  }
  return text + " " + std::to_string(position.player) + " " + std::to_string(position.scores[0]) + ":" +
         std::to_string(position.scores[1]) + " " + std::to_string(position.scoreless);
}

inline std::string format_move(const Rules& rules, const Move& move) {
  if (move.kind == Move::Kind::pass) return "pass";
  if (move.kind == Move::Kind::swap) return "swap " + format_tiles(move.swapped);
  std::string text;
  for (int i = 0; i < move.count; ++i) {
    const Placement& placement = move.placements[at(i)];
    if (i > 0) text += ',';
    text += square_name(rules.size(), placement.square) + "=";
    if (placement.stone.is_joker()) text += '*';
    text += static_cast<char>('0' + placement.stone.digit());
  }
  return text;
}

// "row 7 from e7 to h7 sums to 12, not 10"
inline std::string wrong_run(int size, int first, int last, int sum) {
  const bool lies = first / size == last / size;
  return (lies ? "row " + std::to_string(first / size + 1)
               : std::string("column ") + static_cast<char>('a' + first % size)) +
         " from " + square_name(size, first) + " to " + square_name(size, last) + " sums to " + std::to_string(sum) +
         ", not 10";
}

// Reads positions, and views: the same text with `?` for what is hidden.
class PositionReader {
 public:
  PositionReader(const Rules& rules, std::string_view what, std::string_view text)
      : rules_(rules), scanner_(what, text) {
    std::copy(full_bag.begin(), full_bag.end(), left_.begin());
  }

  Position read_position() {
    read_board();
    scanner_.expect(' ', "after the board");
    read_racks(false);
    read_rest(false);
    return position_;
  }

  // A view's hidden rack is the other one's; if none is hidden the viewer is the player on turn.
  View read_view() {
    read_board();
    scanner_.expect(' ', "after the board");
    read_racks(true);
    read_rest(true);
    const Player viewer = position_.racks[0].hidden   ? Player{2}
                          : position_.racks[1].hidden ? Player{1}
                                                      : position_.player;
    return View{position_, viewer};
  }

  // A board alone, and then a rack alone: what is studied apart from a match.
  Position read_board_only() {
    read_board();
    scanner_.expect_end();
    return position_;
  }
  Rack read_rack_only(const KindCounts& left) {
    left_ = left;
    const Rack rack = read_rack(false);
    scanner_.expect_end();
    return rack;
  }
  const KindCounts& left() const { return left_; }

 private:
  int tiles_left() const {
    int tiles = 0;
    for (const std::uint8_t count : left_) tiles += count;
    return tiles;
  }

  void read_board() {
    for (int square = 0; square < rules_.squares(); ++square) {
      if (square > 0 && square % rules_.size() == 0) {
        scanner_.expect('/', "after " + std::to_string(rules_.size()) + " squares");
      }
      const char letter = scanner_.peek();
      if (!scanner_.at_end() && letter >= '0' && letter <= '9') {
        take(letter - '0');
        position_.board[at(square)] = Stone::of(letter - '0', false);
      } else if (!scanner_.at_end() && letter >= 'A' && letter <= 'J') {
        take(joker);
        position_.board[at(square)] = Stone::of(letter - 'A', true);
      } else if (!scanner_.accept('.')) {
        scanner_.fail("'.' or a tile (0 to 9, or A to J for a joker)");
      }
    }
    check_runs(1);
    check_runs(rules_.size());
  }

  // Every run was made ten when its last tile was laid.
  void check_runs(int step) {
    const int size = rules_.size();
    for (int line = 0; line < size; ++line) {
      const int first = step == 1 ? line * size : line;
      for (int i = 0; i < size; ++i) {
        const int begin = first + i * step;
        int sum = 0;
        int length = 0;
        for (; i < size && !position_.board[at(first + i * step)].none(); ++i, ++length) {
          sum += position_.board[at(first + i * step)].digit();
        }
        if (length > 1 && sum != wanted_sum) {
          scanner_.fail_at(at(begin + begin / size),
                           "runs of ten (" + wrong_run(size, begin, begin + (length - 1) * step, sum) + ")");
        }
      }
    }
  }

  // Reads a tile of the kind, if there is one left.
  void take(int kind) {
    std::uint8_t& count = left_[at(kind)];
    if (count == 0) {
      const std::string most = std::to_string(full_bag[at(kind)]);
      scanner_.fail(kind == joker ? "at most " + most + " jokers in all"
                                  : "at most " + most + " tiles " + letter_of_kind(kind) + " in all");
    }
    --count;
    scanner_.accept(scanner_.peek());
  }

  // The kind of tile that comes next; -1 if none does.
  int next_kind() const {
    const char letter = scanner_.at_end() ? ' ' : scanner_.peek();
    return letter == '*' ? joker : letter >= '0' && letter <= '9' ? letter - '0' : -1;
  }

  Rack read_rack(bool may_hide) {
    Rack rack;
    if (scanner_.accept('-')) return rack;
    if (may_hide && scanner_.accept('?')) {
      rack.size = static_cast<std::uint8_t>(scanner_.number("the number of tiles on the rack", 1, rack_tiles));
      rack.hidden = true;
      return rack;
    }
    int last = 0;
    while (true) {
      const int kind = next_kind();
      if (kind < 0) break;
      if (rack.size == rack_tiles) scanner_.fail("at most seven tiles on a rack");
      if (kind < last) scanner_.fail("tiles in ascending order, jokers last");
      take(kind);
      rack.tiles.add(kind);
      ++rack.size;
      last = kind;
    }
    if (rack.size == 0) {
      scanner_.fail(may_hide ? "the tiles of a rack, '?' and their number, or '-'"
                             : "the tiles of a rack (0 to 9, '*'), or '-'");
    }
    return rack;
  }

  void read_racks(bool view) {
    for (const int i : {0, 1}) {
      rack_places_[at(i)] = scanner_.place();
      position_.racks[at(i)] = read_rack(view && (i == 0 || !position_.racks[0].hidden));
      if (i == 0) scanner_.expect('|', "between the racks");
    }
    scanner_.expect(' ', "after the racks");
  }

  void read_bag() {
    const int hidden =
        position_.racks[0].size * position_.racks[0].hidden + position_.racks[1].size * position_.racks[1].hidden;
    const std::size_t place = scanner_.place();
    const int left = tiles_left() - hidden;
    if (left < 0) scanner_.fail_at(place, "no more than 80 tiles in all");
    const std::string rest = left == 0 ? "'-' (no tile is left)" : "the " + std::to_string(left) + " other tiles";
    if (scanner_.accept('-')) {
      if (left != 0) scanner_.fail_at(place, rest);
      return;
    }
    if (scanner_.accept('?')) {
      const std::size_t number_place = scanner_.place();
      if (scanner_.number("the number of tiles in the bag", 1, all_tiles) != at(left)) {
        scanner_.fail_at(number_place, left == 0 ? "no tile in the bag" : std::to_string(left) + ", the other tiles");
      }
      position_.bag_hidden = true;
      position_.in_bag = static_cast<std::uint8_t>(left);
      return;
    }
    if (hidden != 0 && left != 0) scanner_.fail("'?' and the number of tiles in the bag (a rack is hidden)");
    for (int kind = next_kind(); kind >= 0; kind = next_kind()) {
      take(kind);
      position_.bag[position_.in_bag++] = static_cast<std::uint8_t>(kind);
    }
    if (position_.in_bag != left || left == 0) scanner_.fail(rest);
  }

  void read_rest(bool view) {
    read_bag();
    for (const int i : {0, 1}) {
      const Rack& rack = position_.racks[at(i)];
      if (position_.in_bag > 0 && rack.size < rack_tiles && (!view || rack.hidden)) {
        scanner_.fail_at(rack_places_[at(i)], "seven tiles (the bag is not empty)");
      }
    }
    if (position_.racks[0].size + position_.racks[1].size == 0) {
      scanner_.fail_at(rack_places_[1], "a tile (the game ends when one rack is empty)");
    }
    scanner_.expect(' ', "after the bag");
    const std::size_t player_place = scanner_.place();
    position_.player = scanner_.player();
    if (position_.in_bag == 0 && position_.rack(position_.player).size == 0) {
      scanner_.fail_at(player_place,
                       position_.player == 1 ? "'2' (player 1 has gone out)" : "'1' (player 2 has gone out)");
    }
    scanner_.expect(' ', "and the scores");
    const bool bare = std::all_of(position_.board.begin(), position_.board.end(), [](Stone s) { return s.none(); });
    const std::uint64_t most = bare ? 0 : Rules::most_score;
    position_.scores[0] = static_cast<std::int32_t>(scanner_.number("the score of player 1", 0, most));
    scanner_.expect(':', "between the scores");
    position_.scores[1] = static_cast<std::int32_t>(scanner_.number("the score of player 2", 0, most));
    scanner_.expect(' ', "and the number of scoreless turns in a row");
    const std::size_t scoreless_place = scanner_.place();
    position_.scoreless =
        static_cast<std::uint8_t>(scanner_.number("the number of scoreless turns in a row", 0, Rules::most_scoreless));
    if (bare && position_.scoreless % 2 != position_.player - 1) {
      scanner_.fail_at(scoreless_place,
                       position_.player == 1 ? "an even number (player 1 opened)" : "an odd number (player 1 opened)");
    }
    scanner_.expect_end();
  }

  const Rules& rules_;
  Scanner scanner_;
  Position position_;
  KindCounts left_{};
  std::array<std::size_t, 2> rack_places_{};
};

// Reads moves, legal or not.
class MoveReader {
 public:
  MoveReader(const Rules& rules, std::string_view text) : rules_(rules), text_(text), scanner_("Crazy10s move", text) {}

  Move read() {
    Move move;
    if (begins_with("pass")) {
      if (text_.size() > 4) scanner_.fail_at(4, "the end of the text");
      return move;
    }
    if (begins_with("swap")) {
      read_swap(move);
    } else {
      read_play(move);
    }
    scanner_.expect_end();
    return move;
  }

 private:
  bool begins_with(std::string_view word) const {
    return text_.size() >= word.size() &&
           std::equal(word.begin(), word.end(), text_.begin(), [](char a, char b) { return a == lower(b); });
  }

  void read_swap(Move& move) {
    move.kind = Move::Kind::swap;
    for (int i = 0; i < 4; ++i) scanner_.accept(scanner_.peek());
    scanner_.expect(' ', "and the tiles");
    for (int count = 0;; ++count) {
      const char letter = scanner_.at_end() ? ' ' : scanner_.peek();
      if (letter != '*' && (letter < '0' || letter > '9')) {
        if (count == 0) scanner_.fail("tiles (0 to 9, '*')");
        return;
      }
      if (count == rack_tiles) scanner_.fail("at most seven tiles");
      move.swapped.add(letter == '*' ? joker : letter - '0');
      scanner_.accept(letter);
    }
  }

  void read_play(Move& move) {
    move.kind = Move::Kind::play;
    do {
      if (move.count == rack_tiles) scanner_.fail_at(scanner_.place() - 1, "the end of the text (at most seven tiles)");
      const std::size_t place = scanner_.place();
      const int square = read_square(move.count == 0);
      scanner_.expect('=', "and a digit");
      const bool is_joker = scanner_.accept('*');
      const char digit = scanner_.at_end() ? ' ' : scanner_.peek();
      if (digit < '0' || digit > '9') scanner_.fail(is_joker ? "a digit" : "a digit, or '*' and a digit");
      scanner_.accept(digit);
      insert(move, place, Placement{static_cast<std::uint16_t>(square), Stone::of(digit - '0', is_joker)});
    } while (scanner_.accept(','));
  }

  int read_square(bool first) {
    const char last = static_cast<char>('a' + rules_.size() - 1);
    const char letter = scanner_.at_end() ? ' ' : lower(scanner_.peek());
    if (letter < 'a' || letter > last) {
      std::string expected = "a column from a to ";
      expected += last;
      if (first) expected += ", 'swap' or 'pass'";
      scanner_.fail(expected);
    }
    scanner_.accept(scanner_.peek());
    const auto row = static_cast<int>(scanner_.number("a row", 1, at(rules_.size())));
    return (row - 1) * rules_.size() + letter - 'a';
  }

  void insert(Move& move, std::size_t place, const Placement& placement) {
    auto* const begin = move.placements.data();
    auto* const end = begin + move.count;
    auto* const next = std::find_if(begin, end, [&](const Placement& p) { return p.square >= placement.square; });
    if (next != end && next->square == placement.square) scanner_.fail_at(place, "a square not named before");
    std::move_backward(next, end, end + 1);
    *next = placement;
    ++move.count;
  }

  const Rules& rules_;
  std::string_view text_;
  Scanner scanner_;
};

}  // namespace spielkern::crazy10s
