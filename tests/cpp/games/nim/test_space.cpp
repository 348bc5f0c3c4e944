#include "spielkern/games/nim/space.hpp"

#include "conformance.hpp"
#include "spielkern/core/reachable_space.hpp"

using namespace spielkern;

TEST_CASE("the heap space is a space") {
  for (const Ints& heaps : {Ints{3, 4, 5}, Ints{1}, Ints{30}, Ints{2, 1, 2, 1, 2}, Ints(12, 1)}) {
    for (const bool misere : {false, true}) conformance::check_space(nim::HeapSpace(Nim::Rules(heaps, misere)));
  }
}

TEST_CASE("its solution agrees with the one over all reachable positions") {
  Control control;
  for (const Ints& heaps : {Ints{3, 4, 5}, Ints{1}, Ints{7, 7}, Ints(6, 1)}) {
    for (const bool misere : {false, true}) {
      const Nim::Rules rules(heaps, misere);
      const auto own = solve_space(nim::HeapSpace(rules), {}, control);
      const auto found = solve_space(ReachableSpace<Nim>(rules, {Nim::start(rules)}, 1 << 30, control), {}, control);
      conformance::check_values(own);
      found.space().for_each(0, found.space().size(), [&](Index index, const Nim::Position& position) {
        CHECK(found.value_at(index) == own.value(position));
      });
    }
  }
}

TEST_CASE("ten million random positions have different keys") {
  conformance::check_keys(nim::HeapSpace(Nim::Rules({25, 30, 20, 21, 22, 23, 24, 9, 3, 40, 17, 11}, false)), 10000000);
}
