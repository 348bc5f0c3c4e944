#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "spielkern/core/control.hpp"
#include "spielkern/core/parallel.hpp"
#include "spielkern/core/space.hpp"
#include "spielkern/solve/cells.hpp"
#include "spielkern/solve/table_file.hpp"

namespace spielkern {

// Calls f(move, result, plies) for every legal move: the result for its mover, and the plies until the end from before
// the move (1 for a draw). `code_of` tells the code of the position after it.
template <Deterministic G, class CodeOf, class F>
void for_each_move_valued(const typename G::Rules& rules, const typename G::Position& position, const Coding& coding,
                          CodeOf&& code_of, F&& f) {
  const Player mover = G::player(rules, position);
  auto sink = [&](const typename G::Move& move) {
    const auto after = G::play(rules, position, move);
    const std::uint32_t code = code_of(after);
    const Result result = coding.result(code);
    f(move, G::player(rules, after) == mover ? result : flipped(result), coding.remoteness(code) + 1);
    return true;
  };
  G::generate(rules, position, sink);
}

// The result and the remoteness (0 for a draw) that a position must have, given the codes of its successors; `code_of`
// as above.
template <Deterministic G, class CodeOf>
std::pair<Result, std::uint32_t> value_from_successors(const typename G::Rules& rules,
                                                       const typename G::Position& position, const Coding& coding,
                                                       CodeOf&& code_of) {
  if (const auto outcome = G::outcome(rules, position)) {
    return {result_for(*outcome, G::player(rules, position)), 0};
  }
  Result best = Result::loss;
  std::uint32_t shortest_win = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t longest_loss = 0;
  for_each_move_valued<G>(rules, position, coding, code_of, [&](const auto&, Result result, std::uint32_t plies) {
    best = std::max(best, result);
    if (result == Result::win) shortest_win = std::min(shortest_win, plies);
    if (result == Result::loss) longest_loss = std::max(longest_loss, plies);
  });
  return {best, best == Result::win ? shortest_win : best == Result::loss ? longest_loss : 0};
}

// Goes forward over all positions and checks each value against those of its successors: an independent proof, for
// remoteness falls with every step of a win, and where every move from a draw that does not lose leads to a draw, play
// can be held there for ever. Throws VerificationError at the first value that is wrong; returns how many were checked.
template <Space S>
std::uint64_t verify_values(const S& space, const PackedValues& values, unsigned threads, Control& control) {
  using G = typename S::Game;
  control.begin("verifying", space.size());
  for_each_block_in_parallel(threads, space.size(), 1 << 14, control, [&](Worker& worker, Index begin, Index end) {
    worker.done(end - begin);
    space.for_each(begin, end, [&](Index index, const typename G::Position& position) {
      worker.tick();
      const auto code_of = [&](const typename G::Position& after) {
        worker.tick();
        return values.code(space.rank(after));
      };
      const Coding& coding = values.coding();
      const auto [result, plies] = value_from_successors<G>(space.rules(), position, coding, code_of);
      // The code as well as the result: a value has one code, and any other is damage.
      const std::uint32_t code = values.code(index);
      if (code == coding.code(result, plies) && coding.result(code) == result) return;
      throw VerificationError(std::string(G::title) + ": the value of '" + G::format(space.rules(), position) +
                              "' (cell " + std::to_string(index) + ") does not follow from its successors' values");
    });
  });
  return space.size();
}

}  // namespace spielkern
