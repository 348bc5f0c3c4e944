#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/keys.hpp"
#include "spielkern/games/crazy10s/crazy10s.hpp"
#include "spielkern/games/crazy10s/plays.hpp"

namespace spielkern::crazy10s {

// What is known about the end of a match once the bag is empty. Points are those still to come, final adjustments
// included, of the player on turn minus the opponent's.
struct EndgameResult {
  std::int32_t lower = 0;
  std::int32_t upper = 0;
  bool bounded_below = false;  // without, nothing is known on that side
  bool bounded_above = false;
  std::vector<Move> best;  // all moves that keep the value, if it is proven; else the one that looks best
  std::vector<Move> line;  // best play to the end, if it is proven
  std::uint64_t nodes = 0;

  bool proven() const { return bounded_below && bounded_above && lower == upper; }
};

// Alpha-beta search to the end of the match. Nothing is hidden any more and chance is over, so it is exact: null windows
// are searched round a guess until both bounds meet, with a table of positions that were met before. What the table
// keeps is told apart by 128 bits of hash.
class Endgame {
 public:
  explicit Endgame(const Rules& rules, std::size_t table_entries = std::size_t{1} << 20)
      : rules_(rules), table_(table_entries) {}

  std::size_t table_bytes() const { return table_.size() * sizeof(Entry); }
  // How much of the table is in use, from 0 to 1.
  double table_use() const {
    const auto used = std::count_if(table_.begin(), table_.end(), [](const Entry& entry) { return entry.key[0] != 0; });
    return static_cast<double>(used) / static_cast<double>(table_.size());
  }

  // PRECONDITION: the bag is empty, both racks are known and the match is not over. When `control` ends the search, the
  // result says what is proven by then.
  EndgameResult solve(const Position& position, Control& control) {
    control_ = &control;
    nodes_ = 0;
    const State root = state_of(position);
    EndgameResult result;
    try {
      find_value(root, result);
      find_best(root, result);
    } catch (const Cancelled&) {
      if (result.best.empty()) result.best.push_back(ordered_moves(root, none)[0].move);
    }
    result.nodes = nodes_;
    return result;
  }

 private:
  static constexpr int infinity = 1 << 20;
  static constexpr int none = -1;
  using Key = std::array<std::uint64_t, 2>;

  struct State {
    Board board;
    std::array<Tiles, 2> racks{};  // of the player on turn, and the other's
    Key stones{};                  // hashes of what lies on the board
    int scoreless = 0;
  };

  struct Choice {
    Move move;
    int score = 0;
    int promise = 0;  // what it is ordered by
    int number = 0;
  };

  struct Entry {
    Key key{};
    std::int32_t lower = -infinity;
    std::int32_t upper = infinity;
    std::int32_t move = none;  // the number of the one that was best

    bool holds(const Key& wanted) const { return key[0] == wanted[0] && key[1] == wanted[1]; }
  };

  State state_of(const Position& position) const {
    State state{Board(rules_, position.board), {}, {}, position.scoreless};
    state.racks[0] = position.rack(position.player).tiles;
    state.racks[1] = position.rack(opponent(position.player)).tiles;
    for (int square = 0; square < rules_.squares(); ++square) {
      const Stone stone = position.board[at(square)];
      if (!stone.none()) add(state.stones, {static_cast<std::uint16_t>(square), stone});
    }
    return state;
  }

  // Whether a stone is a joker makes no difference once it lies.
  static void add(Key& stones, const Placement& placement) {
    const std::uint64_t word =
        std::uint64_t{placement.square} * joker + static_cast<std::uint64_t>(placement.stone.digit());
    stones[0] += mix(word + 1);
    stones[1] += mix(~word);
  }

  static Key key_of(const Key& stones, const Tiles& own, const Tiles& others, int scoreless) {
    const std::uint64_t racks = mix(mix(own.packed()), others.packed());
    const auto turns = static_cast<std::uint64_t>(scoreless);
    return {mix(stones[0] + racks, turns), mix(stones[1] ^ racks, turns)};
  }
  static Key key_of(const State& state) {
    return key_of(state.stones, state.racks[0], state.racks[1], state.scoreless);
  }
  static Key key_after(const State& state, const Choice& choice) {
    Tiles left = state.racks[0];
    left.take_all(PlayCheck::tiles_of(choice.move));
    Key stones = state.stones;
    for (int i = 0; i < choice.move.count; ++i) add(stones, choice.move.placements[at(i)]);
    return key_of(stones, state.racks[1], left, choice.score > 0 ? 0 : state.scoreless + 1);
  }

  // All moves, those that look good first: points, and tiles that are got rid of. `first` is the number of the one to begin
  // with.
  //
  // A joker is left out where the digit itself would do: with the joker kept, all can be done that can be done with the
  // digit, and it costs nothing in the end. `all` is for those who want to see every move.
  std::vector<Choice> ordered_moves(const State& state, int first, bool all = false) const {
    struct Collect : Everything {
      const State& state;
      std::vector<Choice>& moves;
      bool all;

      bool operator()(const Found& found) {
        const auto keep = [&](unsigned jokers) {
          int laid = 0;
          for (int i = 0; i < found.count; ++i) laid += (jokers >> i & 1) != 0 ? -3 : found.digits[at(i)];
          moves.push_back({to_move(state.board, found, jokers), found.score, found.score + laid, 0});
          return true;
        };
        return all ? for_each_joker_set(found, state.racks[0], keep) : keep(needed_jokers(found, state.racks[0]));
      }
    };
    std::vector<Choice> moves;
    Collect collect{{}, state, moves, all};
    for_each_found(rules_, state.board, RackTable(state.racks[0]), collect);
    moves.push_back({});
    const int tiles = state.racks[0].size();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      moves[i].number = static_cast<int>(i);
      if (moves[i].move.count == tiles) moves[i].promise += state.racks[1].value();
      if (moves[i].number == first) moves[i].promise = infinity;
    }
    std::sort(moves.begin(), moves.end(), [](const Choice& a, const Choice& b) {
      return a.promise != b.promise ? a.promise > b.promise : a.number < b.number;
    });
    return moves;
  }

  bool has_play(const Board& board, const Tiles& rack) const {
    struct Any : Everything {
      bool operator()(const Found&) const { return false; }
    };
    Any any;
    return !for_each_found(rules_, board, RackTable(rack), any);
  }

  // If the other cannot lay anything as long as nothing changes, passing comes back to the same position, two turns on. One
  // can play then what one could play now, and it makes no difference as long as every play scores, since the turns are
  // counted anew after it. So passing is worth what passing to the end is.
  static int end_by_waiting(const State& state) { return state.racks[1].value() - state.racks[0].value(); }
  static bool scores_always(const std::vector<Choice>& moves) {
    return std::all_of(moves.begin(), moves.end(),
                       [](const Choice& choice) { return choice.move.count == 0 || choice.score > 0; });
  }

  // What is still to come after a move, if that ends the match: for who made it, its own points left out.
  std::optional<int> end_after(const State& state, const Choice& choice) const {
    if (choice.move.count == state.racks[0].size()) return state.racks[1].value();
    if (choice.score > 0 || state.scoreless + 1 < Rules::most_scoreless) return std::nullopt;
    Tiles left = state.racks[0];
    left.take_all(PlayCheck::tiles_of(choice.move));
    return state.racks[1].value() - left.value();
  }

  State after(const State& state, const Choice& choice) const {
    State next = state;
    next.racks[0].take_all(PlayCheck::tiles_of(choice.move));
    std::swap(next.racks[0], next.racks[1]);
    next.board.lay(choice.move.placements, choice.move.count);
    for (int i = 0; i < choice.move.count; ++i) add(next.stones, choice.move.placements[at(i)]);
    next.scoreless = choice.score > 0 ? 0 : state.scoreless + 1;
    return next;
  }

  // What comes of a move, judged only as to whether it is at least `bound`.
  int value_of(const State& state, const Choice& choice, int bound) {
    if (const auto end = end_after(state, choice)) return choice.score + *end;
    // Ours is at least `bound` if the other's is less than 1 + score - bound.
    return choice.score - search(after(state, choice), choice.score - bound + 1);
  }

  // A number that is at least `bound` if and only if the value is, and on the same side of it as the value or equal.
  int search(const State& state, int bound) {
    control_->tick();
    ++nodes_;
    const auto key = key_of(state);
    Entry& entry = table_[key[0] % table_.size()];
    int first = none;
    if (entry.holds(key)) {
      if (entry.lower >= bound) return entry.lower;
      if (entry.upper < bound) return entry.upper;
      first = entry.move;
    }
    int most = -infinity;
    int best = none;
    const std::vector<Choice> moves = ordered_moves(state, first);
    if (moves.size() == 1 && !has_play(state.board, state.racks[1])) return end_by_waiting(state);
    // A position met before may decide at once.
    for (const Choice& choice : moves) {
      if (end_after(state, choice)) continue;
      const Key next = key_after(state, choice);
      const Entry& known = table_[next[0] % table_.size()];
      if (known.holds(next) && choice.score - known.upper >= bound) return choice.score - known.upper;
    }
    for (const Choice& choice : moves) {
      const bool waits =
          choice.move.count == 0 && moves.size() > 1 && scores_always(moves) && !has_play(state.board, state.racks[1]);
      const int value = waits ? end_by_waiting(state) : value_of(state, choice, bound);
      if (value > most) {
        most = value;
        best = choice.number;
      }
      if (most >= bound) break;
    }
    Entry& kept = table_[key[0] % table_.size()];
    if (!kept.holds(key)) {
      kept = Entry();
      kept.key = key;
    }
    if (most >= bound) {
      kept.lower = std::max(kept.lower, most);
      kept.move = best;
    } else {
      kept.upper = std::min(kept.upper, most);
      if (kept.move == none) kept.move = best;
    }
    return most;
  }

  // What comes of both taking what looks best.
  int guess_of(State state) const {
    int points = 0;
    for (int sign = 1;; sign = -sign) {
      const Choice choice = ordered_moves(state, none)[0];
      points += sign * choice.score;
      if (const auto end = end_after(state, choice)) return points + sign * *end;
      state = after(state, choice);
    }
  }

  void find_value(const State& root, EndgameResult& result) {
    int guess = guess_of(root);
    int lower = -infinity;
    int upper = infinity;
    while (lower < upper) {
      const int bound = guess == lower ? guess + 1 : guess;
      guess = search(root, bound);
      if (guess >= bound) {
        lower = guess;
        result.lower = lower;
        result.bounded_below = true;
      } else {
        upper = guess;
        result.upper = upper;
        result.bounded_above = true;
      }
    }
  }

  // All best moves, and a line of best play.
  void find_best(State state, EndgameResult& result) {
    for (const Choice& choice : ordered_moves(state, none, true)) {
      if (value_of(state, choice, result.lower) >= result.lower) result.best.push_back(choice.move);
    }
    for (int value = result.lower;;) {
      const auto moves = ordered_moves(state, none);
      const auto best = std::find_if(moves.begin(), moves.end(),
                                     [&](const Choice& choice) { return value_of(state, choice, value) >= value; });
      result.line.push_back(best->move);
      if (end_after(state, *best)) return;
      state = after(state, *best);
      value = best->score - value;
    }
  }

  const Rules& rules_;
  std::vector<Entry> table_;
  Control* control_ = nullptr;
  std::uint64_t nodes_ = 0;
};

}  // namespace spielkern::crazy10s
