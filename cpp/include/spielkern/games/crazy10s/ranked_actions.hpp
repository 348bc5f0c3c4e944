#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spielkern/core/actions.hpp"
#include "spielkern/games/crazy10s/crazy10s.hpp"

namespace spielkern {

// Crazy10s has no list of all its plays. Its actions, `count` of them, are
//
//      0 ... count - 130           the plays that score most, the best first, equal ones in the order of their texts
//      count - 129 + mask          to swap the tiles of the sorted rack whose bits the mask has, 1 to 127; of the masks
//                                  that mean the same swap only the least is legal
//      count - 1                   to pass
//
// which leaves out plays where there are more than count - 129 of them.
template <>
class Actions<Crazy10s> {
 public:
  using Rules = Crazy10s::Rules;
  using Move = Crazy10s::Move;
  using Position = Crazy10s::Position;

  static constexpr std::uint64_t standard_count = 1024;
  static constexpr std::uint64_t not_plays = 129;
  static constexpr std::uint64_t least_count = not_plays + 1;
  static constexpr std::uint64_t most_count = 1 << 20;

  struct Prepared {
    std::vector<Move> plays;
  };

  Actions() = default;
  explicit Actions(std::uint64_t count) : count_(count) {
    if (count < least_count || count > most_count) {
      throw RulesError("Crazy10s: actions must be from " + std::to_string(least_count) + " to " +
                       std::to_string(most_count) + ", not " + std::to_string(count));
    }
  }

  std::uint64_t count(const Rules&) const { return count_; }

  // PRECONDITION: the rack of the player on turn is known.
  void prepare(const Rules& rules, const Position& position, Prepared& prepared) const {
    prepared.plays.clear();
    if (Crazy10s::outcome(rules, position)) return;
    const crazy10s::Board board(rules, position.board);
    const auto best =
        crazy10s::best_plays(rules, board, position.rack(position.player).tiles, count_ - not_plays, [] {});
    for (const crazy10s::ScoredMove& scored : best) prepared.plays.push_back(scored.move);
  }

  std::optional<Move> legal_move(const Rules& rules, const Position& position, const Prepared& prepared,
                                 std::uint64_t action) const {
    if (action < prepared.plays.size()) return prepared.plays[action];
    if (action >= count_ || action <= first_swap() || Crazy10s::outcome(rules, position)) return std::nullopt;
    if (action == count_ - 1) return Move{};
    const auto mask = static_cast<unsigned>(action - first_swap());
    const crazy10s::Tiles& rack = position.rack(position.player).tiles;
    const auto swap = masked(rack, mask);
    if (!swap || swap->swapped.size() > position.in_bag || least_mask(rack, swap->swapped) != mask) return std::nullopt;
    return swap;
  }

  template <class F>
  void for_each_legal(const Rules& rules, const Position& position, const Prepared& prepared, F&& f) const {
    for (std::uint64_t action = 0; action < prepared.plays.size(); ++action) f(action);
    if (Crazy10s::outcome(rules, position)) return;
    for (std::uint64_t action = first_swap() + 1; action < count_; ++action) {
      if (legal_move(rules, position, prepared, action)) f(action);
    }
  }

  std::uint64_t count_legal(const Rules& rules, const Position& position, const Prepared& prepared) const {
    std::uint64_t count = 0;
    for_each_legal(rules, position, prepared, [&](std::uint64_t) { ++count; });
    return count;
  }

  std::uint64_t nth_legal(const Rules& rules, const Position& position, const Prepared& prepared,
                          std::uint64_t n) const {
    std::uint64_t found = 0;
    for_each_legal(rules, position, prepared, [&](std::uint64_t action) {
      if (n-- == 0) found = action;
    });
    return found;
  }

  // The action of a legal move; empty for a play beyond those that have numbers.
  std::optional<std::uint64_t> action_of(const Position& position, const Prepared& prepared, const Move& move) const {
    if (move.kind == Move::Kind::pass) return count_ - 1;
    if (move.kind == Move::Kind::swap) {
      return first_swap() + least_mask(position.rack(position.player).tiles, move.swapped);
    }
    const auto place = std::find(prepared.plays.begin(), prepared.plays.end(), move);
    if (place == prepared.plays.end()) return std::nullopt;
    return static_cast<std::uint64_t>(place - prepared.plays.begin());
  }

 private:
  // The action that mask 0 would have, the swap of nothing.
  std::uint64_t first_swap() const { return count_ - not_plays; }

  // The swap of the tiles of a mask; empty if the rack has fewer tiles than that or the mask is 0.
  static std::optional<Move> masked(const crazy10s::Tiles& rack, unsigned mask) {
    Move move;
    move.kind = Move::Kind::swap;
    for (int kind = 0; kind < crazy10s::kinds; ++kind) {
      for (int i = 0; i < rack.count(kind); ++i, mask >>= 1) {
        if ((mask & 1) != 0) move.swapped.add(kind);
      }
    }
    if (mask != 0 || move.swapped.empty()) return std::nullopt;
    return move;
  }

  // Of equal tiles the first ones.
  static unsigned least_mask(const crazy10s::Tiles& rack, const crazy10s::Tiles& swapped) {
    unsigned mask = 0;
    int place = 0;
    for (int kind = 0; kind < crazy10s::kinds; ++kind) {
      mask |= ((1U << swapped.count(kind)) - 1) << place;
      place += rack.count(kind);
    }
    return mask;
  }

  std::uint64_t count_ = standard_count;
};

}  // namespace spielkern
