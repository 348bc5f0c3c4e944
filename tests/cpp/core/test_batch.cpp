#include "spielkern/core/batch.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "doctest/doctest.h"
#include "spielkern/game_list.hpp"
#include "spielkern/games/crazy10s/ranked_actions.hpp"

using namespace spielkern;

namespace {

// What a step tells, with memory for it.
template <class G>
struct Told {
  explicit Told(std::size_t n) : players(n), rewards(2 * n), done(std::make_unique<bool[]>(n)), actions(n), size(n) {}
  typename Batch<G>::Report report() { return {players, rewards, {done.get(), size}}; }

  std::vector<std::uint8_t> players;
  std::vector<float> rewards;
  std::unique_ptr<bool[]> done;
  std::vector<std::int64_t> actions;
  std::size_t size;
};

template <class G>
void check_random_steps(const typename G::Rules& rules, std::size_t n, int steps) {
  Control control;
  Batch<G> batch(rules, {}, n, 1, G::match_defaults(rules), 2, control);
  Told<G> told(n);
  std::vector<std::uint8_t> masks(n * static_cast<std::size_t>(batch.action_count()), 7);
  std::vector<float> seen(n * batch.shape().cells(), 7);
  std::size_t ended = 0;
  for (int step = 0; step < steps; ++step) {
    batch.choose(told.actions, 2, control);
    batch.mask(masks, 2, control);
    batch.observe(seen, 2, control);
    REQUIRE(std::find(seen.begin(), seen.end(), 7.0F) == seen.end());
    REQUIRE(*std::max_element(masks.begin(), masks.end()) == 1);
    for (std::size_t i = 0; i < n; ++i) {
      REQUIRE(masks[i * static_cast<std::size_t>(batch.action_count()) + static_cast<std::size_t>(told.actions[i])] ==
              1);
    }
    batch.step(told.actions, told.report(), 2, control);
    for (std::size_t i = 0; i < n; ++i) {
      REQUIRE(told.rewards[2 * i] == -told.rewards[2 * i + 1]);
      REQUIRE(told.players[i] == G::player(rules, batch.position(i)));
      REQUIRE(!G::outcome(rules, batch.position(i)));
      ended += told.done[i] ? 1 : 0;
    }
  }
  CHECK(ended > 0);
}

}  // namespace

TEST_CASE("a batch plays random games to their ends") {
  check_random_steps<Nim>(Nim::Rules({3, 4, 5}, false), 3000, 12);
  check_random_steps<MuTorere>(MuTorere::Rules(8, MuTorere::Entry::always, 4), 100, 60);
  check_random_steps<DotsAndBoxes>(DotsAndBoxes::Rules(2, 2), 2500, 25);
  check_random_steps<Ten>(Ten::Rules(2, Ten::Shortage::truncate), 50, 40);
  check_random_steps<Crazy10s>(Crazy10s::Rules(5, crazy10s::Placing::line, ""), 6, 60);
}

TEST_CASE("an illegal action is refused before anything is played") {
  const Nim::Rules rules({1, 2}, false);
  Control control;
  Batch<Nim> batch(rules, {}, 3, 1, {}, 1, control);
  Told<Nim> told(3);
  for (const std::int64_t wrong : {std::int64_t{-1}, std::int64_t{3}, std::int64_t{1} << 62}) {
    told.actions = {0, 1, wrong};
    CHECK_THROWS_AS(batch.step(told.actions, told.report(), 1, control), IllegalMove);
  }
  for (std::size_t i = 0; i < 3; ++i) CHECK(batch.position(i) == Nim::start(rules));
}

TEST_CASE("swaps of Crazy10s are numbered by masks of the sorted rack") {
  const Crazy10s::Rules rules(5, crazy10s::Placing::linked, "");
  const auto position = Crazy10s::parse_position(rules, "...../...../...../...../..... 0011237|4445556 ?66 1 0:0 0");
  const Actions<Crazy10s> actions(140);
  Actions<Crazy10s>::Prepared prepared;
  actions.prepare(rules, position, prepared);
  CHECK(prepared.plays.size() == 11);
  const auto text = [&](std::uint64_t mask) {
    const auto move = actions.legal_move(rules, position, prepared, 11 + mask);
    return move ? Crazy10s::format_move(rules, *move) : "none";
  };
  CHECK(text(0) == "none");
  CHECK(text(1) == "swap 0");
  CHECK(text(2) == "none");  // the same as 1
  CHECK(text(3) == "swap 00");
  CHECK(text(0b1000101) == "swap 017");
  CHECK(text(127) == "swap 0011237");
  CHECK(text(128) == "pass");
  std::uint64_t legal = 0;
  actions.for_each_legal(rules, position, prepared, [&](std::uint64_t action) {
    const auto move = actions.legal_move(rules, position, prepared, action);
    REQUIRE(move);
    CHECK(Crazy10s::is_legal(rules, position, *move));
    CHECK(actions.action_of(position, prepared, *move) == action);
    ++legal;
  });
  CHECK(legal == 11 + 3 * 3 * 2 * 2 * 2 - 1 + 1);
  CHECK_THROWS_AS(Actions<Crazy10s>(129), RulesError);
}
