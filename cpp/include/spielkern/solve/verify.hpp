#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "spielkern/core/control.hpp"
#include "spielkern/core/parallel.hpp"
#include "spielkern/core/space.hpp"
#include "spielkern/solve/table_file.hpp"

namespace spielkern {

// What a position's value must be, given those of its successors. `value_of` is asked for the positions after each
// move.
template <Deterministic G, class ValueOf>
Value value_from_successors(const typename G::Rules& rules, const typename G::Position& position, ValueOf&& value_of) {
  const Player mover = G::player(rules, position);
  if (const auto outcome = G::outcome(rules, position)) return exact_value(result_for(*outcome, mover), 0);
  Result best = Result::loss;
  std::uint32_t shortest_win = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t longest_loss = 0;
  auto sink = [&](const typename G::Move& move) {
    const auto after = G::play(rules, position, move);
    const Value value = value_of(after);
    const Result result = G::player(rules, after) == mover ? *value.result : flipped(*value.result);
    const std::uint32_t plies = value.remoteness.value_or(0) + 1;
    best = std::max(best, result);
    if (result == Result::win) shortest_win = std::min(shortest_win, plies);
    if (result == Result::loss) longest_loss = std::max(longest_loss, plies);
    return true;
  };
  G::generate(rules, position, sink);
  return exact_value(best, best == Result::win ? shortest_win : longest_loss);
}

// Goes forward over all positions and checks each value against those of its successors: an independent proof, for
// remoteness falls with every step of a win, and where every move from a draw that does not lose leads to a draw, play
// can be held there for ever. Throws VerificationError at the first value that is wrong; returns how many were checked.
template <Space S>
std::uint64_t verify_values(const S& space, const PackedValues& values, unsigned threads, Control& control) {
  using G = typename S::Game;
  control.begin("verifying", space.size());
  const auto value_at = [&](Index index) { return values.coding().value(values.code(index)); };
  for_each_block_in_parallel(threads, space.size(), 1 << 14, control, [&](Worker& worker, Index begin, Index end) {
    worker.done(end - begin);
    space.for_each(begin, end, [&](Index index, const typename G::Position& position) {
      worker.tick();
      const Value expected = value_from_successors<G>(space.rules(), position, [&](const typename G::Position& after) {
        worker.tick();
        return value_at(space.rank(after));
      });
      // The code as well as the value: a value has one code, and any other is damage.
      const std::uint32_t code = values.coding().code(*expected.result, expected.remoteness.value_or(0));
      if (values.code(index) == code && value_at(index) == expected) return;
      throw VerificationError(std::string(G::title) + ": the value of '" + G::format(space.rules(), position) +
                              "' (cell " + std::to_string(index) + ") does not follow from its successors' values");
    });
  });
  return space.size();
}

}  // namespace spielkern
