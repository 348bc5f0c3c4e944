#include "spielkern/games/ten/space.hpp"

#include "conformance.hpp"
#include "spielkern/core/reachable_space.hpp"

using namespace spielkern;
using Rules = Ten::Rules;
using Shortage = Ten::Shortage;

namespace {

constexpr std::array<Shortage, 2> both{Shortage::truncate, Shortage::forbid};

// For spaces too large to keep all steps of: from random positions, steps and predecessors are the same multiset.
template <Space S>
void check_steps_at_random(const S& space, int samples) {
  INFO("rules: ", format_rules<Ten>(space.rules()));
  Rng rng(11);
  const auto steps_to = [&](Index index) {
    std::map<Index, int> steps;
    for_each_successor(space, space.position(index), [&](Index successor, const auto&) { ++steps[successor]; });
    return steps;
  };
  const auto steps_from = [&](Index index) {
    std::map<Index, int> steps;
    space.for_each_predecessor(index, space.position(index), [&](Index before, bool same) {
      CHECK(!same);
      ++steps[before];
    });
    return steps;
  };
  for (int i = 0; i < samples; ++i) {
    const Index index = rng.below(space.size());
    const auto position = space.position(index);
    CAPTURE(Ten::format(space.rules(), position));
    CHECK(space.rank(position) == index);
    CHECK(Ten::parse_position(space.rules(), Ten::format(space.rules(), position)) == position);
    CHECK(count_moves<Ten>(space.rules(), position) <= space.max_degree());
    for (const auto& [successor, count] : steps_to(index)) {
      REQUIRE(successor < space.size());
      CHECK(steps_from(successor)[index] == count);
    }
    for (const auto& [before, count] : steps_from(index)) {
      REQUIRE(before < space.size());
      CHECK(steps_to(before)[index] == count);
    }
    Index next = index;
    const Index end = std::min<Index>(space.size(), index + 20);
    space.for_each(index, end, [&](Index at, const auto& met) {
      CHECK(at == next++);
      CHECK(space.position(at) == met);
      CHECK(space.rank(met) == at);
    });
    CHECK(next == end);
  }
}

}  // namespace

TEST_CASE("10's full and reduced space are spaces") {
  for (const Shortage shortage : both) {
    const Rules rules(2, shortage);
    const ten::FullSpace full(rules);
    const ten::ReducedSpace reduced(rules);
    conformance::check_space(full);
    conformance::check_space(reduced);
    CHECK(full.total_weight() == reduced.total_weight());
  }
}

TEST_CASE("10's steps go both ways with any number of stones") {
  for (const int stones : {3, 4, 6, 10, 12, 57}) {
    for (const Shortage shortage : both) {
      check_steps_at_random(ten::FullSpace(Rules(stones, shortage)), stones < 10 ? 100 : 20);
      check_steps_at_random(ten::ReducedSpace(Rules(stones, shortage)), stones < 10 ? 100 : 20);
    }
  }
}

TEST_CASE("there are as many steps forward as back") {
  const ten::ReducedSpace space(Rules(3, Shortage::truncate));
  std::uint64_t forward = 0;
  std::uint64_t back = 0;
  space.for_each(0, space.size(), [&](Index index, const Ten::Position& position) {
    forward += count_moves<Ten>(space.rules(), position);
    space.for_each_predecessor(index, position, [&](Index, bool) { ++back; });
  });
  CHECK(forward == back);
}

TEST_CASE("how many positions there are") {
  // Each of the points is empty or holds one of six figures; counted figure by figure, less those in which the player on
  // turn holds a winning set or the other nothing.
  const auto arrangements = [](int stones) {
    std::map<std::pair<int, int>, std::uint64_t> ways{{{0, 0}, 1}};
    for (int point = 0; point < ten::points; ++point) {
      auto next = ways;
      for (const auto& [used, count] : ways) {
        for (int height = 1; height <= 3; ++height) {
          if (used.first + height <= stones) next[{used.first + height, used.second}] += count;
          if (used.second + height <= stones) next[{used.first, used.second + height}] += count;
        }
      }
      ways = next;
    }
    std::uint64_t total = 0;
    for (const auto& [used, count] : ways) total += used.second == 0 ? 0 : count;
    return total;
  };
  // With three stones nobody holds four points.
  CHECK(ten::FullSpace(Rules(2, Shortage::truncate)).size() == 20 + 2 * arrangements(2));
  CHECK(ten::FullSpace(Rules(3, Shortage::truncate)).size() == 20 + 2 * arrangements(3));
  CHECK(ten::FullSpace(Rules(3, Shortage::truncate)).size() == 3199202);
  for (const int stones : {4, 5, 6, 10}) {
    const ten::FullSpace full(Rules(stones, Shortage::truncate));
    CHECK(full.size() < 20 + 2 * arrangements(stones));
    CHECK(full.size() > 2 * arrangements(stones) / 4 * 3);
    CHECK(full.size() == ten::ReducedSpace(Rules(stones, Shortage::truncate)).total_weight());
  }
}

TEST_CASE("every class weighs what the full space has of it, with three stones") {
  const Rules rules(3, Shortage::truncate);
  const ten::FullSpace full(rules);
  const ten::ReducedSpace reduced(rules);
  std::vector<std::uint64_t> members(reduced.size());
  full.for_each(0, full.size(), [&](Index, const Ten::Position& position) { ++members[reduced.rank(position)]; });
  std::uint64_t wrong = 0;
  reduced.for_each_weight(0, reduced.size(), [&](Index first, Index last, std::uint64_t weight) {
    for (Index index = first; index < last; ++index) wrong += members[index] == weight ? 0 : 1;
  });
  CHECK(wrong == 0);
}

TEST_CASE("reduced values are the full ones, with two and three stones") {
  Control control;
  for (const Shortage shortage : both) {
    for (const int stones : {2, 3}) {
      const Rules rules(stones, shortage);
      const auto full = solve_space(ten::FullSpace(rules), {}, control);
      const auto reduced = solve_space(ten::ReducedSpace(rules), {}, control);
      conformance::check_same_values(full, reduced);
      if (stones > 2) {
        CHECK(reduced.verify(1, control) == reduced.space().size());
        continue;
      }
      conformance::check_values(full);
      conformance::check_values(reduced);
      // The reachable positions, found by search, have the values of the whole too.
      const auto found = solve_space(ReachableSpace<Ten>(rules, {Ten::start(rules)}, 1 << 30, control), {}, control);
      CHECK(found.tally(control).counts == full.reachable_counts(full.space(), Ten::start(rules), control));
      found.space().for_each(0, found.space().size(), [&](Index index, const Ten::Position& position) {
        CHECK(found.value_at(index) == full.value(position));
      });
    }
  }
}

TEST_CASE("a million random positions have different keys") {
  conformance::check_keys(ten::FullSpace(Rules(10, Shortage::truncate)), 1000000);
}
