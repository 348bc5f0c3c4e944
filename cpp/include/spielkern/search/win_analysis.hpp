#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/value.hpp"
#include "spielkern/search/alpha_beta.hpp"
#include "spielkern/search/exact_table.hpp"
#include "spielkern/search/forced_wins.hpp"
#include "spielkern/search/proof_numbers.hpp"

namespace spielkern {

// What is known of one position of a game in which somebody wins, in a given time: a forced win or loss with its length, if one
// is found; else how many plies are free of them, and what looks best.
//
// Three searches one after the other, but that alpha-beta has a quick look first. Half of the time forced wins are looked
// for, ply by ply. Then proof numbers look for longer ones along forcing lines. What is left goes to alpha-beta.
template <HasEvaluation G>
  requires HasProofs<G> && DenseMoves<G>
class WinAnalysis {
 public:
  using Rules = typename G::Rules;
  using Position = typename G::Position;
  using Move = typename G::Move;
  using Clock = std::chrono::steady_clock;

  struct Result {
    Value value{};
    std::optional<std::vector<Move>> best_moves{};  // all of them, if known
    std::vector<Move> line{};
    // By player: no forced win within so many plies from here on.
    std::array<int, 2> no_win_within{0, 0};
    std::optional<std::uint32_t> most_plies{};  // of a win or loss whose length is not known
    int depth = 0;                              // of the alpha-beta search
  };

  // `table_bytes` are for the tables of all searches together.
  WinAnalysis(const Rules& rules, std::uint64_t table_bytes, unsigned threads)
      : rules_(rules), table_bytes_(table_bytes), forced_(rules, {forced_share(rules, table_bytes), threads}) {}

  std::uint64_t nodes() const { return nodes_ + forced_.nodes(); }
  std::uint64_t table_bytes() const { return table_bytes_; }
  double table_use() const { return forced_.table_use(); }

  // PRECONDITION: the position is not finished.
  Result find(const Position& position, Clock::duration time, Control& control) {
    Result result;
    const auto begin = Clock::now();
    AlphaBetaOptions options;
    options.table_bytes = table_bytes_ / 8;
    AlphaBeta<G> best(rules_, options);
    const auto told = [&](const auto& found) {
      result.value.score = found.score / Evaluation<G>::unit;
      result.line = found.line;
      result.depth = found.depth;
    };
    best.best(position, AlphaBeta<G>::most_depth, at_least, {}, control, told);
    const std::uint64_t first_look = best.nodes();
    nodes_ += first_look;

    in_time(begin + time / 2, control, [&](Control& own) { look_for_forced(position, result, own); });
    if (result.value.proven) {
      result.line.clear();
      in_time(begin + time, control, [&](Control& own) {
        result.best_moves = best_moves(position, result.value, own);
        result.line = forced_line(position, result.value, own);
      });
      return result;
    }
    std::array<bool, 2> may_win{true, true};
    for (const Player attacker : {Player{1}, Player{2}}) {
      in_time(Clock::now() + time / 10, control, [&](Control& own) {
        may_win[attacker - std::size_t{1}] = look_by_numbers(position, attacker, result, own);
      });
      if (result.value.proven) return result;
    }
    if (may_win[0] || may_win[1]) {
      in_time(begin + time, control,
              [&](Control& own) { best.best(position, AlphaBeta<G>::most_depth, ~std::uint64_t{0}, {}, own, told); });
    } else {
      result.value = exact_value(spielkern::Result::draw, 0);
    }
    nodes_ += best.nodes() - first_look;
    return result;
  }

 private:
  static constexpr std::uint64_t at_least = 1000;  // nodes to say something with, whatever the time

  // Three quarters, the others an eighth each. What is too little is told by the whole.
  static std::uint64_t forced_share(const Rules& rules, std::uint64_t bytes) {
    ExactTable::check_bytes("a search for wins", (ForcedWins<G>::least_bytes(rules) + 2) / 3 * 4, bytes);
    return bytes / 4 * 3;
  }

  void look_for_forced(const Position& position, Result& result, Control& control) {
    const auto found = shortest_forced<G>(
        G::player(rules_, position),
        [&](Player player, int plies) { return forced_.wins(position, player, plies, control); },
        [&](Player player, int plies) { result.no_win_within[player - std::size_t{1}] = plies; });
    if (found) result.value = *found;
  }

  // All moves after which the value is what it should be.
  std::vector<Move> best_moves(const Position& position, const Value& value, Control& control) {
    std::vector<Move> moves;
    const auto sink = [&](const Move& move) {
      if (keeps(position, move, value, control)) moves.push_back(move);
      return true;
    };
    G::generate(rules_, position, sink);
    return moves;
  }

  std::vector<Move> forced_line(Position position, Value value, Control& control) {
    std::vector<Move> line;
    while (!G::outcome(rules_, position)) {
      std::optional<Move> best;
      const auto sink = [&](const Move& move) {
        if (keeps(position, move, value, control)) best = move;
        return !best.has_value();
      };
      G::generate(rules_, position, sink);
      if (!best) break;
      line.push_back(*best);
      position = G::play(rules_, position, *best);
      value = exact_value(flipped(*value.result), *value.remoteness - 1);
    }
    return line;
  }

  // A winning move leaves the opponent a loss in a ply less; a losing one the opponent no win before that.
  bool keeps(const Position& position, const Move& move, const Value& value, Control& control) {
    const Player player = G::player(rules_, position);
    const int plies = static_cast<int>(*value.remoteness);
    const Position next = G::play(rules_, position, move);
    if (*value.result == spielkern::Result::win) return forced_.wins(next, player, plies - 1, control);
    return !forced_.wins(next, opponent(player), plies - 2, control);
  }

  // Whether the attacker may win, for all that is known.
  bool look_by_numbers(const Position& position, Player attacker, Result& result, Control& control) {
    using Answer = typename ProofNumbers<G>::Answer;
    ProofNumbers<G> search(rules_, attacker, table_bytes_ / 8);
    try {
      const auto found = search.prove(position, ~std::uint64_t{0}, control);
      nodes_ += search.nodes();
      if (found.answer != Answer::wins) return found.answer == Answer::unknown;
      const bool wins = attacker == G::player(rules_, position);
      result.value = exact_value(wins ? spielkern::Result::win : spielkern::Result::loss, found.plies);
      // The mover wins in an odd number of plies, so within one more than is free of wins, or two.
      const int free = result.no_win_within[attacker - std::size_t{1}];
      if (static_cast<int>(found.plies) > free + (wins && free == 0 ? 1 : 2)) {
        result.value.remoteness.reset();
        result.most_plies = found.plies;
      }
      result.line = search.line(position, control);
    } catch (const Cancelled&) {
      nodes_ += search.nodes();
      throw;
    }
    return true;
  }

  Rules rules_;
  std::uint64_t table_bytes_;
  ForcedWins<G> forced_;
  std::uint64_t nodes_ = 0;
};

}  // namespace spielkern
