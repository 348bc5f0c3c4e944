#include "spielkern/solve/retrograde.hpp"

#include <cstring>

#include "conformance.hpp"
#include "spielkern/games/mu_torere/space.hpp"
#include "spielkern/games/nim/space.hpp"

using namespace spielkern;

TEST_CASE("cells widen with the remoteness, and start wide where there are many moves") {
  Control control;
  // Two equal heaps of n last 2n plies: more than a byte holds.
  for (const std::int64_t heap : {100, 140, 200, 300}) {
    const auto solution = solve_space(nim::HeapSpace(Nim::Rules({heap, heap}, false)), {}, control);
    CHECK(solution.tally(control).histogram.rbegin()->first == 2 * heap);
    conformance::check_values(solution);
  }
  const auto wide = solve_space(nim::HeapSpace(Nim::Rules({70000}, false)), {}, control);
  CHECK(wide.tally(control).counts.loss == 1);
  CHECK(wide.tally(control).histogram == Histogram{{0, 1}, {1, 70000}});
}

TEST_CASE("solving can be stopped") {
  int calls = 0;
  Control control([&](const Progress&) { return ++calls < 3; });
  const nim::HeapSpace space(Nim::Rules({200, 200}, false));
  CHECK_THROWS_AS(Retrograde<nim::HeapSpace>(space, 1, nullptr, control).run(), Cancelled);
}

TEST_CASE("any number of threads gives the same cells") {
  Control control;
  const auto check = [&](const auto& space) {
    using S = std::remove_cvref_t<decltype(space)>;
    const PackedValues one(Retrograde<S>(space, 1, nullptr, control).run());
    for (const unsigned threads : {2U, 3U, 8U}) {
      const PackedValues many(Retrograde<S>(space, threads, nullptr, control).run());
      REQUIRE(many.size() == one.size());
      REQUIRE(many.width() == one.width());
      CHECK(std::memcmp(many.data(), one.data(), one.size() * one.width()) == 0);
    }
  };
  check(mu_torere::ReducedSpace(MuTorere::Rules(16, MuTorere::Entry::always, 4)));
  check(mu_torere::FullSpace(MuTorere::Rules(12, MuTorere::Entry::none, 4)));
  check(nim::HeapSpace(Nim::Rules({45, 45, 45}, true)));
  check(nim::HeapSpace(Nim::Rules({300, 300}, false)));  // two bytes a cell
}

TEST_CASE("what one thread throws ends all") {
  int calls = 0;
  Control control([&](const Progress&) { return ++calls < 3; });
  const mu_torere::ReducedSpace space(MuTorere::Rules(20, MuTorere::Entry::always, 4));
  CHECK_THROWS_AS(Retrograde<mu_torere::ReducedSpace>(space, 4, nullptr, control).run(), Cancelled);
}
