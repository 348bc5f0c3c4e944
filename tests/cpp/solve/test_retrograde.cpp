#include "spielkern/solve/retrograde.hpp"

#include "conformance.hpp"
#include "spielkern/games/nim/space.hpp"

using namespace spielkern;

TEST_CASE("cells widen with the remoteness, and start wide where there are many moves") {
  Control control;
  // Two equal heaps of n last 2n plies: more than a byte holds.
  for (const std::int64_t heap : {100, 140, 200, 300}) {
    const Solution solution(nim::HeapSpace(Nim::Rules({heap, heap}, false)), 1 << 30, control);
    CHECK(solution.histogram().rbegin()->first == 2 * heap);
    conformance::check_values(solution);
  }
  const Solution wide(nim::HeapSpace(Nim::Rules({70000}, false)), 1 << 30, control);
  CHECK(wide.counts().loss == 1);
  CHECK(wide.histogram() == Histogram{{0, 1}, {1, 70000}});
}

TEST_CASE("solving can be stopped") {
  int calls = 0;
  Control control([&](const Progress&) { return ++calls < 3; });
  const nim::HeapSpace space(Nim::Rules({200, 200}, false));
  CHECK_THROWS_AS(Retrograde<nim::HeapSpace>(space, control).run(), Cancelled);
}
