#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/space.hpp"
#include "spielkern/core/text.hpp"
#include "spielkern/solve/cells.hpp"
#include "spielkern/solve/reachable.hpp"
#include "spielkern/solve/retrograde.hpp"

namespace spielkern {

// How many positions have each result, for their player to move.
struct Counts {
  std::uint64_t win = 0;
  std::uint64_t loss = 0;
  std::uint64_t draw = 0;

  void add(Result result, std::uint64_t positions) {
    (result == Result::win ? win : result == Result::loss ? loss : draw) += positions;
  }
  friend bool operator==(const Counts&, const Counts&) = default;
};

// Positions by remoteness; draws are not in it.
using Histogram = std::map<std::uint32_t, std::uint64_t>;

// A solved game: the value of every position of a space.
template <Space S>
class Solution {
 public:
  using Game = typename S::Game;
  using Position = typename Game::Position;
  using Move = typename Game::Move;

  // Throws MemoryLimitError, before any work, if more than `max_bytes` would be needed.
  Solution(S space, std::uint64_t max_bytes, Control& control)
      : space_(std::move(space)), solved_(solve(space_, max_bytes, control)) {
    control.begin("counting results", space_.size());
    space_.for_each(0, space_.size(), [&](Index index, const Position&) {
      control.tick(1);
      const Value value = value_at(index);
      const std::uint64_t weight = space_.weight(index);
      counts_.add(*value.result, weight);
      if (value.remoteness) histogram_[*value.remoteness] += weight;
    });
  }

  const S& space() const { return space_; }
  const typename Game::Rules& rules() const { return space_.rules(); }
  const Counts& counts() const { return counts_; }
  const Histogram& histogram() const { return histogram_; }

  Value value(const Position& position) const { return value_at(space_.rank(position)); }

  Value value_at(Index index) const {
    return std::visit([&](const auto& cells) { return solved_.coding.value(cells[index]); }, solved_.cells);
  }

  // The moves that keep the result, and of those the shortest wins or the longest losses; in canonical order. None in
  // a finished position.
  std::vector<Move> best_moves(const Position& position) const {
    const Player mover = Game::player(rules(), position);
    std::vector<Move> best;
    std::optional<std::pair<int, std::int64_t>> best_rank;
    auto sink = [&](const Move& move) {
      const Position after = Game::play(rules(), position, move);
      const Value value = this->value(after);
      const Result result = Game::player(rules(), after) == mover ? *value.result : flipped(*value.result);
      const std::int64_t plies = value.remoteness.value_or(0);
      const std::pair rank(static_cast<int>(result), result == Result::win ? -plies : plies);
      if (!best_rank || rank > *best_rank) {
        best.clear();
        best_rank = rank;
      }
      if (rank == *best_rank) best.push_back(move);
      return true;
    };
    Game::generate(rules(), position, sink);
    return best;
  }

  // Perfect play from a position, the first of the best moves each time; it stops at the end of the game, after
  // `max_plies`, and before a position would come up again.
  std::vector<Move> line(Position position, std::uint32_t max_plies) const {
    std::vector<Move> moves;
    std::vector<Position> seen{position};
    while (moves.size() < max_plies) {
      const std::vector<Move> best = best_moves(position);
      if (best.empty()) break;
      position = Game::play(rules(), position, best.front());
      if (std::find(seen.begin(), seen.end(), position) != seen.end()) break;
      seen.push_back(position);
      moves.push_back(best.front());
    }
    return moves;
  }

  // The results of the positions of `full` that play from `start` reaches.
  template <Space Full>
  Counts reachable_counts(const Full& full, const Position& start, Control& control) const {
    Counts counts;
    for_each_reachable(full, start, control,
                       [&](Index, const Position& position) { counts.add(*value(position).result, 1); });
    return counts;
  }

 private:
  static Solved solve(const S& space, std::uint64_t max_bytes, Control& control) {
    const std::uint64_t need = Retrograde<S>::bytes(space);
    if (space.size() > max_bytes || need > max_bytes) {
      throw MemoryLimitError(std::string(Game::title) + ": solving " + std::to_string(space.size()) +
                             " positions needs " + shown_bytes(need) + " of memory, allowed are " +
                             shown_bytes(max_bytes));
    }
    return Retrograde<S>(space, control).run();
  }

  S space_;
  Solved solved_;
  Counts counts_;
  Histogram histogram_;
};

}  // namespace spielkern
