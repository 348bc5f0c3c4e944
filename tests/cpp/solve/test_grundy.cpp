#include "spielkern/solve/grundy.hpp"

#include <doctest/doctest.h>

#include "spielkern/core/reachable_space.hpp"
#include "spielkern/games/nim/space.hpp"
#include "spielkern/solve/solution.hpp"

using namespace spielkern;

TEST_CASE("the Grundy value of Nim is the xor of the heaps") {
  Control control;
  const nim::HeapSpace space(Nim::Rules({9, 12, 7, 3}, false));
  const auto values = grundy_values(space, control);
  space.for_each(0, space.size(), [&](Index index, const Nim::Position& position) {
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < 4; ++i) expected ^= space.rules().heap(position, i);
    CHECK(values[index] == expected);
  });
}

TEST_CASE("misere: 0 is lost for the player to move, and nothing else is") {
  Control control;
  const nim::HeapSpace space(Nim::Rules({5, 4, 3}, true));
  const auto values = grundy_values(space, control);
  const auto solution = solve_space(space, {}, control);
  for (Index index = 0; index < space.size(); ++index) {
    CHECK((values[index] == 0) == (solution.value_at(index).result == Result::loss));
  }
}

TEST_CASE("both ways through the positions agree") {
  Control control;
  const Nim::Rules rules({5, 4, 3}, false);
  const nim::HeapSpace ordered(rules);
  const ReachableSpace<Nim> found(rules, {Nim::start(rules)}, 1 << 30, control);
  const auto values = grundy_values(ordered, control);
  const auto same = grundy_values(found, control);
  found.for_each(0, found.size(), [&](Index index, const Nim::Position& position) {
    CHECK(same[index] == values[ordered.rank(position)]);
  });
}
