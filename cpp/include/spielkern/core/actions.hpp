#pragma once

#include <cstdint>
#include <optional>

#include "spielkern/core/game.hpp"

namespace spielkern {

// The numbers 0 .. count - 1 that programs which learn know the moves by, the same in every position: the slots of
// DenseMoves. A game without slots specialises this with a numbering that a position has to be prepared for.
template <class G>
struct Actions {
  static_assert(DenseMoves<G>);
  using Rules = typename G::Rules;
  using Position = typename G::Position;
  using Move = typename G::Move;

  // What the numbering has found out about a position.
  struct Prepared {};

  std::uint64_t count(const Rules& rules) const { return G::move_slots(rules); }

  void prepare(const Rules&, const Position&, Prepared&) const {}

  // Empty if the action is no legal move here.
  std::optional<Move> legal_move(const Rules& rules, const Position& position, const Prepared&,
                                 std::uint64_t action) const {
    if (action >= count(rules)) return std::nullopt;
    const Move move = G::move_in_slot(rules, action);
    if (!G::is_legal(rules, position, move)) return std::nullopt;
    return move;
  }

  // Calls f with the action of every legal move.
  template <class F>
  void for_each_legal(const Rules& rules, const Position& position, const Prepared&, F&& f) const {
    auto sink = [&](const Move& move) {
      f(G::slot_of(rules, move));
      return true;
    };
    G::generate(rules, position, sink);
  }

  // How many moves are legal, and the action of the n-th of them. PRECONDITION: n is below that.
  std::uint64_t count_legal(const Rules& rules, const Position& position, const Prepared&) const {
    return count_moves<G>(rules, position);
  }
  std::uint64_t nth_legal(const Rules& rules, const Position& position, const Prepared&, std::uint64_t n) const {
    NthSink<Move> pick{n};
    G::generate(rules, position, pick);
    return G::slot_of(rules, pick.move);
  }
};

}  // namespace spielkern
