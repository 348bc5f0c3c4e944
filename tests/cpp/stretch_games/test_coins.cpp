#include "stretch_games/coins.hpp"

#include <functional>

#include "conformance.hpp"
#include "spielkern/core/reachable_space.hpp"

using namespace spielkern;
using stretch_games::Coins;

namespace {

Solution<ReachableSpace<Coins>> solve(const Coins::Rules& rules) {
  Control control;
  return solve_space(ReachableSpace<Coins>(rules, {Coins::start(rules)}, 1 << 30, control), {}, control);
}

}  // namespace

TEST_CASE("a game with repeated turns and scores meets the concepts") {
  for (const char* row : {"1", "22", "31221", "123456789", "2468642"}) {
    conformance::check_game<Coins>({row}, {{false}, {true}});
  }
  conformance::check_parsers<Coins>({"31221"}, 20000);
}

TEST_CASE("its reachable space is a space") {
  Control control;
  const Coins::Rules rules{"312213"};
  conformance::check_space(ReachableSpace<Coins>(rules, {Coins::start(rules)}, 1 << 30, control));
}

TEST_CASE("repeated turns, draws and mixed endings are solved") {
  for (const char* row : {"1", "11", "22", "4", "2112", "31221", "1234321", "98765432123"}) {
    const Coins::Rules rules{row};
    const auto solution = solve(rules);
    conformance::check_values(solution);
    // The same by plain minimax over the points still to come.
    const std::function<int(const Coins::Position&)> net = [&](const Coins::Position& position) {
      int best = -1000;
      for (const auto& move : conformance::list_moves<Coins>(rules, position)) {
        const auto after = Coins::play(rules, position, move);
        const auto mover = static_cast<std::size_t>(position.player - 1);
        const int gained = after.score[mover] - position.score[mover];
        best = std::max(best, gained + (after.player == position.player ? net(after) : -net(after)));
      }
      return best == -1000 ? 0 : best;
    };
    const int expected = net(Coins::start(rules));
    const Value value = solution.value(Coins::start(rules));
    CHECK(*value.result == (expected > 0 ? Result::win : expected < 0 ? Result::loss : Result::draw));
  }
}

TEST_CASE("the goal key leaves the score out and nothing else") {
  const Coins::Rules rules{"31221"};
  const auto a = Coins::parse_position(rules, "1-4 2 3-1");
  const auto b = Coins::parse_position(rules, "1-4 2 1-3");
  CHECK(Coins::goal_key(rules, a) == Coins::goal_key(rules, b));
  CHECK(Coins::key(rules, a) != Coins::key(rules, b));
}
