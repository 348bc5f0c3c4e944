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
#include "spielkern/games/crazy10s/line_book.hpp"
#include "spielkern/games/crazy10s/plays.hpp"

namespace spielkern::crazy10s {

// What is known about the end of a match once the bag is empty. Points are those still to come, final adjustments
// included, of the player on turn minus the opponent's.
struct EndgameResult {
  std::int32_t lower = 0;
  std::int32_t upper = 0;
  bool bounded_below = false;  // without, nothing is known on that side
  bool bounded_above = false;
  // If `complete` all moves that keep the value; else one that does, if it is proven, or the one that looks best.
  std::vector<Move> best;
  std::vector<Move> line;  // best play to the end, if `complete`
  bool complete = false;
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
  // result says what is proven by then; the same when it has looked at `most_nodes` positions.
  EndgameResult solve(const Position& position, Control& control,
                      std::uint64_t most_nodes = std::numeric_limits<std::uint64_t>::max()) {
    control_ = &control;
    most_nodes_ = most_nodes;
    nodes_ = 0;
    EndgameResult result;
    try {
      const State root = state_of(position);
      result.best = {move_of(root, ordered_moves(root, none)[0])};
      try {
        find_value(root, result);
        find_best(root, result);
      } catch (const Cancelled&) {
      }
    } catch (const Cancelled&) {
      if (result.best.empty()) result.best = {quick_move(position)};
    }
    result.nodes = nodes_;
    return result;
  }

 private:
  static constexpr int infinity = 1 << 20;
  static constexpr int few_steps = 1000;
  // More moves of one position than this are not held in memory: linked racks with jokers can have millions.
  static constexpr std::size_t most_moves = 1 << 19;
  static constexpr int none = -1;
  using Key = std::array<std::uint64_t, 2>;

  struct State {
    Board board;
    std::array<Tiles, 2> racks{};  // of the player on turn, and the other's
    Key stones{};                  // hashes of what lies on the board
    int scoreless = 0;
    int side = 0;                 // 0: who is on turn at the root
    LineBook::Numbers numbers{};  // in one line only
  };

  struct Choice {
    Found found;  // nothing: to pass
    unsigned jokers = 0;
    Tiles left;       // of the own rack
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

  State state_of(const Position& position) {
    State state{Board(rules_, position.board), {}, {}, position.scoreless, 0, {}};
    state.racks[0] = position.rack(position.player).tiles;
    state.racks[1] = position.rack(opponent(position.player)).tiles;
    for (int square = 0; square < rules_.squares(); ++square) {
      const Stone stone = position.board[at(square)];
      if (!stone.none()) add(state.stones, state.board.cell(square), stone.digit());
    }
    book_.reset();
    if (rules_.placing() == Placing::line) {
      book_.emplace(rules_, state.racks);
      state.numbers = book_->numbers(state.board);
    }
    return state;
  }

  // Whether a stone is a joker makes no difference once it lies.
  static void add(Key& stones, Cell cell, int digit) {
    const auto word = static_cast<std::uint64_t>(cell * joker + digit);
    stones[0] += mix(word + 1);
    stones[1] += mix(~word);
  }

  static Key key_of(const Key& stones, const Tiles& mine, const Tiles& others, int scoreless) {
    const std::uint64_t racks = mix(mix(mine.packed()), others.packed());
    const auto turns = static_cast<std::uint64_t>(scoreless);
    return {mix(stones[0] + racks, turns), mix(stones[1] ^ racks, turns)};
  }

  // Has the rack all these digits, or jokers for those that it lacks?
  static bool makes_up(const Tiles& rack, const Tiles& digits) {
    int lacking = 0;
    for (int digit = 0; digit < joker; ++digit) lacking += std::max(0, digits.count(digit) - rack.count(digit));
    return lacking <= rack.count(joker);
  }

  // Calls f with everything that can be laid, by jokers only where the digit is lacking, and what is left of the rack.
  template <class F>
  void for_each_play(const State& state, F&& f) {
    const Tiles& rack = state.racks[0];
    if (book_) {
      book_->for_each_play(state.board, state.numbers, state.side, rack.size(), [&](const LineBook::Play& play) {
        if (!rack.has(joker)) {
          if (rack.includes(play.tiles)) f(play.found, 0U);
          return true;
        }
        if (makes_up(rack, play.tiles)) f(play.found, needed_jokers(play.found, rack));
        return true;
      });
      return;
    }
    struct Collect : Everything {
      Endgame& endgame;
      const Tiles& rack;
      F& f;

      void step() { endgame.step(); }
      bool operator()(const Found& found) {
        f(found, needed_jokers(found, rack));
        return true;
      }
    };
    Collect collect{{}, *this, rack, f};
    for_each_found(rules_, state.board, RackTable(rack), collect);
  }

  // All moves, those that look good first: points, and tiles that are got rid of. `first` is the number of the one to begin
  // with.
  //
  // A joker is left out where the digit itself would do: with the joker kept, all can be done that can be done with the
  // digit, and it costs nothing in the end. `all` is for those who want to see every move.
  std::vector<Choice> ordered_moves(const State& state, int first, bool all = false) {
    std::vector<Choice> moves;
    const Tiles& rack = state.racks[0];
    const auto keep = [&](const Found& found, unsigned jokers) {
      if (moves.size() >= most_moves) throw Cancelled();
      Choice& choice = moves.emplace_back(Choice{found, jokers, rack, found.score, 0});
      for (int i = 0; i < found.count; ++i) {
        const bool is_joker = (jokers >> i & 1) != 0;
        choice.left.take(is_joker ? joker : found.digits[at(i)]);
        choice.promise += is_joker ? -3 : found.digits[at(i)];
      }
      if (choice.left.empty()) choice.promise += state.racks[1].value();
      return true;
    };
    for_each_play(state, [&](const Found& found, unsigned needed) {
      if (all) {
        for_each_joker_set(found, rack, [&](unsigned jokers) { return keep(found, jokers); });
      } else {
        keep(found, needed);
      }
    });
    moves.push_back({{}, 0, rack, 0, 0});
    for (std::size_t i = 0; i < moves.size(); ++i) {
      moves[i].number = static_cast<int>(i);
      if (moves[i].number == first) moves[i].promise = infinity;
    }
    std::sort(moves.begin(), moves.end(), [](const Choice& a, const Choice& b) {
      return a.promise != b.promise ? a.promise > b.promise : a.number < b.number;
    });
    return moves;
  }

  static Move move_of(const State& state, const Choice& choice) {
    return choice.found.count == 0 ? Move{} : to_move(state.board, choice.found, choice.jokers);
  }

  // Can the other player lay anything?
  bool other_can_play(const State& state) {
    const Tiles& rack = state.racks[1];
    if (!book_) {
      struct Any : Everything {
        Endgame& endgame;

        void step() { endgame.step(); }
        bool operator()(const Found&) const { return false; }
      };
      Any any{{}, *this};
      return !for_each_found(rules_, state.board, RackTable(rack), any);
    }
    return !book_->for_each_play(state.board, state.numbers, 1 - state.side, rack.size(),
                                 [&](const LineBook::Play& play) { return !makes_up(rack, play.tiles); });
  }

  // If the other cannot lay anything as long as nothing changes, passing comes back to the same position, two turns on. One
  // can play then what one could play now, and it makes no difference as long as every play scores, since the turns are
  // counted anew after it. So passing is worth what passing to the end is.
  static int end_by_waiting(const State& state) { return state.racks[1].value() - state.racks[0].value(); }
  static bool scores_always(const std::vector<Choice>& moves) {
    return std::all_of(moves.begin(), moves.end(),
                       [](const Choice& choice) { return choice.found.count == 0 || choice.found.score > 0; });
  }

  // What is still to come after a move, if that ends the match: for who made it, its own points left out.
  static std::optional<int> end_after(const State& state, const Choice& choice) {
    if (choice.left.empty()) return state.racks[1].value();
    if (scoreless_after(state, choice) < Rules::most_scoreless) return std::nullopt;
    return state.racks[1].value() - choice.left.value();
  }
  static int scoreless_after(const State& state, const Choice& choice) {
    return choice.found.score > 0 ? 0 : state.scoreless + 1;
  }

  static Key stones_after(const State& state, const Choice& choice) {
    Key stones = state.stones;
    for (int i = 0; i < choice.found.count; ++i) add(stones, choice.found.cells[at(i)], choice.found.digits[at(i)]);
    return stones;
  }

  State after(const State& state, const Choice& choice, const Key& stones) {
    State next = state;
    next.racks = {state.racks[1], choice.left};
    next.stones = stones;
    next.scoreless = scoreless_after(state, choice);
    next.side = 1 - state.side;
    next.board.lay(choice.found);
    if (book_ && choice.found.count > 0) book_->update(next.board, choice.found, next.numbers);
    return next;
  }
  State after(const State& state, const Choice& choice) { return after(state, choice, stones_after(state, choice)); }

  // What comes of a move, judged only as to whether it is at least `bound`.
  int value_of(const State& state, const Choice& choice, int bound) {
    const int score = choice.found.score;
    if (const auto end = end_after(state, choice)) return score + *end;
    // Ours is at least `bound` if the other's is less than 1 + score - bound.
    const int others = score - bound + 1;
    const Key stones = stones_after(state, choice);
    const Key key = key_of(stones, state.racks[1], choice.left, scoreless_after(state, choice));
    // The table is asked before the board is made.
    const Entry& entry = entry_of(key);
    if (entry.holds(key)) {
      if (entry.lower >= others) return score - entry.lower;
      if (entry.upper < others) return score - entry.upper;
    }
    return score - search(after(state, choice, stones), key, others);
  }

  Entry& entry_of(const Key& key) { return table_[key[0] % table_.size()]; }

  // Who waits for an answer waits for so many of these: nodes, or parts of the search for linked plays.
  void step() {
    if (++steps_ % 64 == 0) control_->poll();
  }

  // A number that is at least `bound` if and only if the value is, and on the same side of it as the value or equal.
  // `key` is that of the state.
  int search(const State& state, const Key& key, int bound) {
    if (nodes_ == most_nodes_) throw Cancelled();
    control_->progress().done = ++nodes_;
    step();
    int first = none;
    if (const Entry& entry = entry_of(key); entry.holds(key)) {
      if (entry.lower >= bound) return entry.lower;
      if (entry.upper < bound) return entry.upper;
      first = entry.move;
    }
    int most = -infinity;
    int best = none;
    const std::vector<Choice> moves = ordered_moves(state, first);
    if (moves.size() == 1 && !other_can_play(state)) return end_by_waiting(state);
    for (const Choice& choice : moves) {
      const bool waits = choice.found.count == 0 && moves.size() > 1 && scores_always(moves) && !other_can_play(state);
      const int value = waits ? end_by_waiting(state) : value_of(state, choice, bound);
      if (value > most) {
        most = value;
        best = choice.number;
      }
      if (most >= bound) break;
    }
    Entry& kept = entry_of(key);
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
  int search(const State& state, int bound) {
    return search(state, key_of(state.stones, state.racks[0], state.racks[1], state.scoreless), bound);
  }

  // What comes of both taking what looks best.
  int guess_of(State state) {
    int points = 0;
    for (int sign = 1;; sign = -sign) {
      const Choice choice = ordered_moves(state, none)[0];
      points += sign * choice.found.score;
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
        keep_best_known(root, result);  // before the bound: if time ends here, none is told that the move does not keep
        lower = guess;
        result.lower = lower;
        result.bounded_below = true;
      } else {
        upper = guess;
        result.upper = upper;
        result.bounded_above = true;
        if (!result.bounded_below) keep_best_known(root, result);
      }
    }
  }

  // What the table has as the best move. To be asked right after the search that found it: later the entry may have
  // given way to others, and come back with another move that proves nothing.
  void keep_best_known(const State& root, EndgameResult& result) {
    const Key key = key_of(root.stones, root.racks[0], root.racks[1], root.scoreless);
    const Entry& entry = entry_of(key);
    if (!entry.holds(key) || entry.move == none) return;
    result.best = {move_of(root, ordered_moves(root, entry.move)[0])};
  }

  // Where there was no time even to see what moves there are.
  Move quick_move(const Position& position) const {
    const Board board(rules_, position.board);
    return greedy_turn(rules_, board, position.rack(position.player).tiles, position.in_bag, few_steps).move;
  }

  // All best moves, and a line of best play.
  void find_best(State state, EndgameResult& result) {
    std::vector<Move> best;
    std::vector<Move> line;
    for (const Choice& choice : ordered_moves(state, none, true)) {
      if (value_of(state, choice, result.lower) >= result.lower) best.push_back(move_of(state, choice));
    }
    for (int value = result.lower;;) {
      const auto moves = ordered_moves(state, none);
      const auto found = std::find_if(moves.begin(), moves.end(),
                                      [&](const Choice& choice) { return value_of(state, choice, value) >= value; });
      line.push_back(move_of(state, *found));
      if (end_after(state, *found)) break;
      state = after(state, *found);
      value = found->found.score - value;
    }
    result.best = std::move(best);
    result.line = std::move(line);
    result.complete = true;
  }

  const Rules& rules_;
  std::vector<Entry> table_;
  Control* control_ = nullptr;
  std::uint64_t nodes_ = 0;
  std::uint64_t most_nodes_ = 0;
  std::uint64_t steps_ = 0;
  std::optional<LineBook> book_;
};

}  // namespace spielkern::crazy10s
