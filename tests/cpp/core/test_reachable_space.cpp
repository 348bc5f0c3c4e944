#include "spielkern/core/reachable_space.hpp"

#include "conformance.hpp"
#include "spielkern/games/mu_torere/space.hpp"
#include "spielkern/games/nim/nim.hpp"

using namespace spielkern;

namespace {

template <Deterministic G>
ReachableSpace<G> reach(const typename G::Rules& rules) {
  Control control;
  return ReachableSpace<G>(rules, {G::start(rules)}, 1 << 30, control);
}

}  // namespace

TEST_CASE("any game has a space") {
  conformance::check_space(reach<MuTorere>(MuTorere::Rules(8, MuTorere::Entry::always, 4)));
  conformance::check_space(reach<MuTorere>(MuTorere::Rules(8, MuTorere::Entry::opening, 5)));
  conformance::check_space(reach<Nim>(Nim::Rules({3, 4, 5}, true)));
}

TEST_CASE("it finds what is reachable and no more") {
  const auto space = reach<MuTorere>(MuTorere::Rules(8, MuTorere::Entry::always, 4));
  CHECK(space.size() == 1180);
  const mu_torere::FullSpace full(space.rules());
  Index inside = 0;
  full.for_each(0, full.size(), [&](Index, const MuTorere::Position& position) { inside += space.contains(position); });
  CHECK(inside == 1180);
  CHECK(full.size() == 1260);
}

TEST_CASE("the memory limit is kept") {
  Control control;
  const MuTorere::Rules rules(16, MuTorere::Entry::always, 4);
  CHECK_THROWS_AS(ReachableSpace<MuTorere>(rules, {MuTorere::start(rules)}, 1 << 20, control), MemoryLimitError);
}
