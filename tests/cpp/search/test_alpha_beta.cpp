#include "spielkern/search/alpha_beta.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <vector>

#include "spielkern/core/rng.hpp"
#include "spielkern/games/ten/evaluation.hpp"
#include "spielkern/games/ten/proofs.hpp"
#include "spielkern/games/ten/space.hpp"
#include "spielkern/solve/solution.hpp"

using namespace spielkern;
using Search = AlphaBeta<Ten>;
using Position = Ten::Position;

namespace {

const AlphaBetaOptions exact{1 << 20, false};

// Plain minimax, to the same leaves.
int minimax(const Ten::Rules& rules, const Position& position, int depth, int ply) {
  if (const auto outcome = Ten::outcome(rules, position)) {
    return outcome->winner == position.player ? Search::won - ply : -(Search::won - ply);
  }
  if (depth == 0) {
    if (Proofs<Ten>::wins_at_once(rules, position)) return Search::won - ply - 1;
    return Evaluation<Ten>::score(rules, position, {});
  }
  int best = -Search::won;
  const auto sink = [&](const Ten::Move& move) {
    best = std::max(best, -minimax(rules, Ten::play(rules, position, move), depth - 1, ply + 1));
    return true;
  };
  Ten::generate(rules, position, sink);
  return best;
}

Position after_random_plies(const Ten::Rules& rules, int plies, Rng& rng) {
  for (;;) {
    Position position = Ten::start(rules);
    for (int ply = 0; ply < plies && !Ten::outcome(rules, position); ++ply) {
      NthSink<Ten::Move> sink{rng.below(count_moves<Ten>(rules, position))};
      Ten::generate(rules, position, sink);
      position = Ten::play(rules, position, sink.move);
    }
    if (!Ten::outcome(rules, position)) return position;
  }
}

Search::Best best(const Ten::Rules& rules, const Position& position, int depth, const Before& before = {}) {
  Search search(rules, exact);
  Control control;
  return search.best(position, depth, ~std::uint64_t{0}, before, control);
}

}  // namespace

TEST_CASE("alpha-beta: the score of plain minimax") {
  const Ten::Rules rules(10, Ten::Shortage::truncate);
  Rng rng(1);
  for (int i = 0; i < 40; ++i) {
    const Position position = after_random_plies(rules, 3 + i % 20, rng);
    // Up to two plies no position comes again.
    for (const int depth : {1, 2}) {
      const auto found = best(rules, position, depth);
      if (found.depth == depth) CHECK(found.score == minimax(rules, position, depth, 0));
    }
  }
}

TEST_CASE("alpha-beta: its line is legal and begins with a move of the score") {
  const Ten::Rules rules(10, Ten::Shortage::truncate);
  Rng rng(2);
  for (int i = 0; i < 20; ++i) {
    const Position position = after_random_plies(rules, 10, rng);
    const auto found = best(rules, position, 3);
    REQUIRE(!found.line.empty());
    Position now = position;
    for (const auto& move : found.line) {
      REQUIRE(Ten::is_legal(rules, now, move));
      now = Ten::play(rules, now, move);
    }
    if (found.depth == 2) {
      CHECK(found.score == -minimax(rules, Ten::play(rules, position, found.line[0]), found.depth - 1, 1));
    }
  }
}

TEST_CASE("alpha-beta: forced wins and losses of solved positions, at their length") {
  const Ten::Rules rules(3, Ten::Shortage::truncate);
  Control control;
  const auto solution = solve_space(ten::ReducedSpace(rules), {}, control);
  const auto& space = solution.space();
  Rng rng(3);
  int seen = 0;
  while (seen < 150) {
    const Position position = space.position(rng.below(space.size()));
    const Value value = solution.value(position);
    if (value.result == Result::draw || value.remoteness == 0U || *value.remoteness > 5) continue;
    ++seen;
    const auto plies = static_cast<int>(*value.remoteness);
    const auto found = best(rules, position, plies);
    CHECK_MESSAGE(found.score == (value.result == Result::win ? Search::won - plies : plies - Search::won),
                  Ten::format(rules, position));
  }
}

TEST_CASE("alpha-beta: what it is told of the match counts") {
  const Ten::Rules rules(10, Ten::Shortage::truncate);
  Rng rng(4);
  const Position position = after_random_plies(rules, 8, rng);
  const auto free = best(rules, position, 2);
  // The position that it would go to is a draw now.
  const Position next = Ten::play(rules, position, free.line.at(0));
  Before before;
  before.keys = {Ten::key(rules, next)};
  const auto bound = best(rules, position, 2, before);
  CHECK(bound.line.at(0) != free.line.at(0));
  // No plies left: all that is not over is a draw.
  Before last;
  last.plies_left = 1;
  const auto drawn = best(rules, position, 4, last);
  CHECK((drawn.score == 0 || drawn.score == Search::won - 1));
}

TEST_CASE("alpha-beta: at least one ply is searched whatever the nodes, and Cancelled ends it") {
  const Ten::Rules rules(10, Ten::Shortage::truncate);
  Search search(rules, exact);
  Control control;
  const auto found = search.best(Ten::start(rules), 50, 0, {}, control);
  CHECK(found.depth == 1);
  CHECK(found.line.size() == 1);
  Control stopped([](const Progress& progress) { return progress.layer < 4; });
  int told = 0;
  CHECK_THROWS_AS(search.best(Ten::start(rules), 50, ~std::uint64_t{0}, {}, stopped, [&](const auto&) { ++told; }),
                  Cancelled);
  CHECK(told >= 3);
}

TEST_CASE("alpha-beta: the same nodes, the same answer") {
  const Ten::Rules rules(10, Ten::Shortage::truncate);
  Rng rng(5);
  const Position position = after_random_plies(rules, 12, rng);
  Control control;
  Search one(rules, {});
  Search two(rules, {});
  const auto first = one.best(position, 50, 20'000, {}, control);
  const auto second = two.best(position, 50, 20'000, {}, control);
  CHECK(first.score == second.score);
  CHECK(first.line == second.line);
}
