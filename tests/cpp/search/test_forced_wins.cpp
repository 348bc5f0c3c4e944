#include "spielkern/search/forced_wins.hpp"

#include <doctest/doctest.h>

#include <string>

#include "message.hpp"
#include "spielkern/core/rng.hpp"
#include "spielkern/games/ten/proofs.hpp"
#include "spielkern/games/ten/space.hpp"
#include "spielkern/solve/solution.hpp"

using namespace spielkern;
using Position = Ten::Position;
using Shortage = Ten::Shortage;

namespace {

ForcedWinsOptions small_table(unsigned threads = 1) {
  return {1 << 22, threads};
}

// Does a search answer as the table says, for the mover and the opponent, at the length and two plies below?
void check(ForcedWins<Ten>& search, const Position& position, const Value& value, int most, Control& control) {
  const std::string text = Ten::format(search.rules(), position);
  for (const Player player : {Player{1}, Player{2}}) {
    const bool wins = value.result == (player == position.player ? Result::win : Result::loss);
    const int plies = wins ? static_cast<int>(*value.remoteness) : most;
    if (plies > most) {
      REQUIRE_MESSAGE(!search.wins(position, player, most, control), text);
      continue;
    }
    REQUIRE_MESSAGE(search.wins(position, player, plies, control) == wins, text);
    if (wins && plies > 0) REQUIRE_MESSAGE(!search.wins(position, player, plies - 1, control), text);
    if (wins) REQUIRE_MESSAGE(search.wins(position, player, plies + 1, control), text);
  }
}

}  // namespace

TEST_CASE("forced wins: every position with two stones") {
  for (const auto shortage : {Shortage::truncate, Shortage::forbid}) {
    const Ten::Rules rules(2, shortage);
    Control control;
    const auto solution = solve_space(ten::ReducedSpace(rules), {}, control);
    ForcedWins<Ten> search(rules, small_table());
    const auto& space = solution.space();
    space.for_each(0, space.size(), [&](Index, const Position& position) {
      check(search, position, solution.value(position), 24, control);
    });
  }
}

TEST_CASE("forced wins: positions with three stones, alone and in company") {
  for (const auto shortage : {Shortage::truncate, Shortage::forbid}) {
    const Ten::Rules rules(3, shortage);
    Control control;
    const auto solution = solve_space(ten::ReducedSpace(rules), {}, control);
    for (const unsigned threads : {1U, 2U}) {
      ForcedWins<Ten> search(rules, small_table(threads));
      const auto& space = solution.space();
      Rng rng(threads);
      int decided = 0;
      for (int i = 0; i < 4'000; ++i) {
        const Position position = space.position(rng.below(space.size()));
        const Value value = solution.value(position);
        decided += value.result != Result::draw ? 1 : 0;
        if (value.result != Result::draw || i % 20 == 0) check(search, position, value, 7, control);
      }
      CHECK(decided > 50);
    }
  }
}

TEST_CASE("forced wins: the start of two stones is lost in ten plies") {
  const Ten::Rules rules(2, Shortage::truncate);
  ForcedWins<Ten> search(rules, small_table());
  Control control;
  const Position start = Ten::start(rules);
  CHECK(!search.wins(start, 2, 9, control));
  CHECK(search.wins(start, 2, 10, control));
  CHECK(!search.wins(start, 1, 41, control));
}

TEST_CASE("forced wins: two threads give the answers of one") {
  const Ten::Rules rules(10, Shortage::truncate);
  Control control;
  ForcedWins<Ten> one(rules, small_table(1));
  ForcedWins<Ten> two(rules, small_table(2));
  for (int plies = 1; plies <= 12; ++plies) {
    for (const Player player : {Player{1}, Player{2}}) {
      CHECK(one.wins(Ten::start(rules), player, plies, control) == two.wins(Ten::start(rules), player, plies, control));
    }
  }
  CHECK(two.nodes() > 0);
  CHECK(two.table_use() >= 0);
}

TEST_CASE("forced wins: a search can be stopped, and says when its table is too small") {
  const Ten::Rules rules(10, Shortage::truncate);
  for (const unsigned threads : {1U, 2U}) {
    ForcedWins<Ten> search(rules, small_table(threads));
    Control control([](const Progress& progress) { return progress.done < 100'000; });
    CHECK_THROWS_AS(search.wins(Ten::start(rules), 1, 21, control), Cancelled);
    CHECK(search.nodes() >= 100'000);  // what was done counts
    Control free;
    CHECK(!search.wins(Ten::start(rules), 1, 5, free));
  }
  CHECK(message([&] { ForcedWins<Ten>(rules, {100, 1}); }).find("at least") != std::string::npos);
}
