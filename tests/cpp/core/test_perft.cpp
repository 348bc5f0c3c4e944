#include "spielkern/core/perft.hpp"

#include <doctest/doctest.h>

#include "spielkern/games/nim/nim.hpp"

using namespace spielkern;

TEST_CASE("one heap of n has compositions: n over exactly k plies") {
  Control control;
  const Nim::Rules rules({6}, false);
  // Sequences of k plies taking at most 6 in all: the sum over totals t of (t - 1 over k - 1).
  const std::uint64_t expected[] = {1, 6, 15, 20, 15, 6, 1, 0};
  for (std::uint32_t depth = 0; depth < 8; ++depth) {
    CHECK(perft<Nim>(rules, Nim::start(rules), depth, control) == expected[depth]);
    CHECK(perft_played<Nim>(rules, Nim::start(rules), depth, control) == expected[depth]);
  }
}

TEST_CASE("the depth is limited and the count may not overflow") {
  Control control;
  const Nim::Rules rules({std::int64_t{1} << 62}, false);
  CHECK(perft<Nim>(rules, Nim::start(rules), 1, control) == std::uint64_t{1} << 62);
  CHECK_THROWS_AS(perft<Nim>(rules, Nim::start(rules), 2, control), RulesError);
  CHECK_THROWS_AS(perft<Nim>(rules, Nim::start(rules), max_perft_depth + 1, control), RulesError);
}

TEST_CASE("perft can be stopped") {
  Control control([](const Progress&) { return false; });
  const Nim::Rules rules({50, 50, 50}, false);
  CHECK_THROWS_AS(perft<Nim>(rules, Nim::start(rules), 40, control), Cancelled);
}
