#include "spielkern/solve/solution.hpp"

#include "conformance.hpp"
#include "spielkern/games/mu_torere/space.hpp"
#include "spielkern/games/nim/space.hpp"

using namespace spielkern;

TEST_CASE("3-4-5 Nim is won by 1:2 only") {
  Control control;
  const Nim::Rules rules({3, 4, 5}, false);
  const auto solution = solve_space(nim::HeapSpace(rules), {}, control);
  const auto start = Nim::start(rules);
  CHECK(solution.value(start).result == Result::win);
  CHECK(solution.best_moves(start) == std::vector{Nim::Move{0, 2}});
  CHECK(solution.line(start, 100).size() == solution.value(start).remoteness);
  CHECK(solution.line(start, 3).size() == 3);
}

TEST_CASE("best moves and lines keep the value to the end") {
  Control control;
  const MuTorere::Rules rules(10, MuTorere::Entry::always, 4);
  const auto solution = solve_space(mu_torere::ReducedSpace(rules), {}, control);
  const mu_torere::FullSpace full(rules);
  full.for_each(0, full.size(), [&](Index, const MuTorere::Position& position) {
    const Value value = solution.value(position);
    const auto best = solution.best_moves(position);
    CHECK(best.empty() == MuTorere::outcome(rules, position).has_value());
    for (const auto& move : best) {
      const Value next = solution.value(MuTorere::play(rules, position, move));
      CHECK(*next.result == flipped(*value.result));
      if (value.remoteness) CHECK(*next.remoteness + 1 == *value.remoteness);
    }
    if (value.remoteness) CHECK(solution.line(position, 1000).size() == *value.remoteness);
  });
}

TEST_CASE("a drawn line ends before it repeats a position") {
  Control control;
  const MuTorere::Rules rules(8, MuTorere::Entry::always, 4);
  const auto solution = solve_space(mu_torere::ReducedSpace(rules), {}, control);
  auto position = MuTorere::start(rules);
  std::set<std::string> seen{MuTorere::format(rules, position)};
  for (const auto& move : solution.line(position, 10000)) {
    position = MuTorere::play(rules, position, move);
    CHECK(seen.insert(MuTorere::format(rules, position)).second);
    CHECK(solution.value(position).result == Result::draw);
  }
}

TEST_CASE("the memory limit is kept before any work") {
  int calls = 0;
  Control control([&](const Progress&) { return ++calls > 0; });
  const nim::HeapSpace space(Nim::Rules({1000, 1000, 1000}, false));
  CHECK_THROWS_AS(solve_space(space, {1 << 20, 1, {}, 60}, control), MemoryLimitError);
  const Nim::Rules huge({std::int64_t{1} << 61, 2}, false);
  CHECK_THROWS_AS(solve_space(nim::HeapSpace(huge), {std::uint64_t{1} << 40, 1, {}, 60}, control), MemoryLimitError);
  CHECK(calls == 0);
}
