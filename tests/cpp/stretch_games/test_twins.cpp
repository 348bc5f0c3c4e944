#include "stretch_games/twins.hpp"

#include "conformance.hpp"
#include "spielkern/core/reachable_space.hpp"
#include "spielkern/solve/grundy.hpp"

using namespace spielkern;
using stretch_games::Twins;
using stretch_games::TwinsSpace;

TEST_CASE("a game whose plies coincide in their result meets the concepts") {
  for (const int height : {1, 2, 5, 30}) {
    conformance::check_game<Twins>({height},
                                   {{false, 0}, {false, 1}, {false, 2}, {false, 3}, {true, 1}, {true, 2}, {true, 9}});
  }
  conformance::check_parsers<Twins>({5}, 20000);
}

TEST_CASE("predecessors count coinciding plies") {
  for (const int height : {1, 2, 5, 30}) conformance::check_space(TwinsSpace({height}));
}

TEST_CASE("its own space and the reachable one agree") {
  Control control;
  const Twins::Rules rules{20};
  const auto own = solve_space(TwinsSpace(rules), {}, control);
  const auto found = solve_space(ReachableSpace<Twins>(rules, {Twins::start(rules)}, 1 << 30, control), {}, control);
  conformance::check_values(own);
  conformance::check_values(found);
  found.space().for_each(0, found.space().size(), [&](Index index, const Twins::Position& position) {
    CHECK(found.value_at(index) == own.value(position));
  });
}

TEST_CASE("Grundy values without an order of the indices") {
  Control control;
  const TwinsSpace space({40});
  const auto values = grundy_values(space, control);
  space.for_each(0, space.size(), [&](Index index, const Twins::Position& position) {
    CHECK(values[index] == (position.high % 3U ^ position.low % 3U));  // taking 1 or 2 repeats with period 3
  });
}
