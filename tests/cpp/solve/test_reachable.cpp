#include "spielkern/solve/reachable.hpp"

#include <doctest/doctest.h>

#include <set>

#include "spielkern/core/reachable_space.hpp"
#include "spielkern/games/mu_torere/space.hpp"

using namespace spielkern;

TEST_CASE("the positions found by index are those found by hashing") {
  Control control;
  for (const auto entry : {MuTorere::Entry::always, MuTorere::Entry::opening}) {
    const MuTorere::Rules rules(10, entry, 3);
    const mu_torere::FullSpace full(rules);
    const ReachableSpace<MuTorere> hashed(rules, {MuTorere::start(rules)}, 1 << 30, control);
    std::set<Index> seen;
    for_each_reachable(full, MuTorere::start(rules), control, [&](Index index, const MuTorere::Position& position) {
      CHECK(hashed.contains(position));
      CHECK(seen.insert(index).second);
    });
    CHECK(seen.size() == hashed.size());
  }
}
