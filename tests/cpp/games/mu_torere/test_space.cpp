#include "spielkern/games/mu_torere/space.hpp"

#include "conformance.hpp"
#include "spielkern/core/reachable_space.hpp"

using namespace spielkern;
using Entry = MuTorere::Entry;

namespace {

std::vector<MuTorere::Rules> small_rules() {
  std::vector<MuTorere::Rules> rules;
  for (const int ring : {4, 6, 8}) {
    rules.emplace_back(ring, Entry::always, 4);
    rules.emplace_back(ring, Entry::none, 4);
    for (const int plies : {0, 1, 2, 5}) rules.emplace_back(ring, Entry::opening, plies);
  }
  rules.emplace_back(10, Entry::always, 4);
  return rules;
}

}  // namespace

TEST_CASE("the full and the reduced space are spaces") {
  for (const auto& rules : small_rules()) {
    const mu_torere::FullSpace full(rules);
    const mu_torere::ReducedSpace reduced(rules);
    conformance::check_space(full);
    conformance::check_space(reduced);
    CHECK(full.total_weight() == reduced.total_weight());
  }
}

TEST_CASE("every class weighs what the full space has of it") {
  for (const auto& rules : small_rules()) {
    const mu_torere::FullSpace full(rules);
    const mu_torere::ReducedSpace reduced(rules);
    std::vector<std::uint64_t> members(reduced.size());
    full.for_each(0, full.size(),
                  [&](Index, const MuTorere::Position& position) { ++members[reduced.rank(position)]; });
    reduced.for_each_weight(0, reduced.size(), [&](Index first, Index last, std::uint64_t weight) {
      for (Index index = first; index < last; ++index) CHECK(members[index] == weight);
    });
  }
}

TEST_CASE("reduced values are the full ones") {
  Control control;
  auto rules_to_solve = small_rules();
  rules_to_solve.emplace_back(12, Entry::none, 4);
  rules_to_solve.emplace_back(12, Entry::opening, 3);
  for (const auto& rules : rules_to_solve) {
    const auto full = solve_space(mu_torere::FullSpace(rules), {}, control);
    const auto reduced = solve_space(mu_torere::ReducedSpace(rules), {}, control);
    conformance::check_values(full);
    conformance::check_values(reduced);
    conformance::check_same_values(full, reduced);
    // The reachable positions, found by search, have the values of the whole too.
    const auto found =
        solve_space(ReachableSpace<MuTorere>(rules, {MuTorere::start(rules)}, 1 << 30, control), {}, control);
    CHECK(found.tally(control).counts == full.reachable_counts(full.space(), MuTorere::start(rules), control));
    found.space().for_each(0, found.space().size(), [&](Index index, const MuTorere::Position& position) {
      CHECK(found.value_at(index) == full.value(position));
    });
  }
}

TEST_CASE("values are constant on symmetry classes") {
  Control control;
  for (const auto& rules : {MuTorere::Rules(8, Entry::always, 4), MuTorere::Rules(8, Entry::opening, 3)}) {
    const auto full = solve_space(mu_torere::FullSpace(rules), {}, control);
    full.space().for_each(0, full.space().size(), [&](Index index, const MuTorere::Position& position) {
      MuTorere::for_each_image(
          rules, position, [&](const MuTorere::Position& image) { CHECK(full.value(image) == full.value_at(index)); });
    });
  }
}

TEST_CASE("ten million random positions have different keys") {
  conformance::check_keys(mu_torere::FullSpace(MuTorere::Rules(36, Entry::opening, 120)), 10000000);
}
