#include "spielkern/search/win_analysis.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>

#include "spielkern/core/rng.hpp"
#include "spielkern/games/ten/evaluation.hpp"
#include "spielkern/games/ten/proofs.hpp"
#include "spielkern/games/ten/space.hpp"
#include "spielkern/solve/solution.hpp"

using namespace spielkern;
using namespace std::chrono_literals;
using Position = Ten::Position;

TEST_CASE("win analysis: length, all best moves and the line of solved positions") {
  const Ten::Rules rules(3, Ten::Shortage::truncate);
  Control control;
  const auto solution = solve_space(ten::ReducedSpace(rules), {}, control);
  const auto& space = solution.space();
  Rng rng(3);
  int seen = 0;
  while (seen < 100) {
    const Position position = space.position(rng.below(space.size()));
    const Value value = solution.value(position);
    if (value.result == Result::draw || value.remoteness == 0U || *value.remoteness > 9) continue;
    ++seen;
    WinAnalysis<Ten> analysis(rules, 1 << 22, 1);
    const auto found = analysis.find(position, 60s, control);
    CHECK(found.value == value);
    REQUIRE(found.best_moves.has_value());
    CHECK(*found.best_moves == solution.best_moves(position));
    CHECK(found.line.size() == *value.remoteness);
    Position now = position;
    for (const auto& move : found.line) {
      const auto best = solution.best_moves(now);
      REQUIRE(std::find(best.begin(), best.end(), move) != best.end());
      now = Ten::play(rules, now, move);
    }
    CHECK(Ten::outcome(rules, now).has_value());
  }
}

TEST_CASE("win analysis: what is not settled in time gets a score and a line") {
  const Ten::Rules rules(10, Ten::Shortage::truncate);
  WinAnalysis<Ten> analysis(rules, 1 << 24, 2);
  Control control;
  const auto found = analysis.find(Ten::start(rules), 1s, control);
  CHECK(!found.value.proven);
  CHECK(found.value.score.has_value());
  CHECK(!found.line.empty());
  CHECK(found.depth > 0);
  CHECK(found.no_win_within[0] >= 5);
  CHECK(found.no_win_within[1] >= 4);
  CHECK(analysis.nodes() > 0);
}

TEST_CASE("win analysis: the caller's stop comes through") {
  const Ten::Rules rules(10, Ten::Shortage::truncate);
  WinAnalysis<Ten> analysis(rules, 1 << 22, 1);
  Control control([](const Progress& progress) { return progress.done < 50'000; });
  CHECK_THROWS_AS(analysis.find(Ten::start(rules), 3600s, control), Cancelled);
}
