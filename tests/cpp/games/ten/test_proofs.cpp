#include "spielkern/games/ten/proofs.hpp"

#include <doctest/doctest.h>

#include <map>
#include <vector>

#include "spielkern/core/rng.hpp"
#include "spielkern/games/ten/space.hpp"
#include "spielkern/solve/solution.hpp"

using namespace spielkern;
using Position = Ten::Position;
using Move = Ten::Move;
using Shortage = Ten::Shortage;

namespace {

Move any_move(const Ten::Rules& rules, const Position& position, Rng& rng) {
  NthSink<Move> sink{rng.below(count_moves<Ten>(rules, position))};
  Ten::generate(rules, position, sink);
  return sink.move;
}

// Positions of random games that are not finished.
std::vector<Position> positions_of_games(const Ten::Rules& rules, int games, Rng& rng) {
  std::vector<Position> positions;
  for (int game = 0; game < games; ++game) {
    Position position = Ten::start(rules);
    for (int ply = 0; ply < 80 && !Ten::outcome(rules, position); ++ply) {
      positions.push_back(position);
      position = Ten::play(rules, position, any_move(rules, position, rng));
    }
  }
  return positions;
}

bool some_move_wins(const Ten::Rules& rules, const Position& position) {
  bool wins = false;
  const auto sink = [&](const Move& move) {
    const auto outcome = Ten::outcome(rules, Ten::play(rules, position, move));
    wins = outcome && outcome->winner == position.player;
    return !wins;
  };
  Ten::generate(rules, position, sink);
  return wins;
}

std::vector<Ten::Rules> stretching_rules() {
  std::vector<Ten::Rules> rules;
  for (const int stones : {2, 3, 4, 6, 10, 12}) {
    for (const auto shortage : {Shortage::truncate, Shortage::forbid}) rules.emplace_back(stones, shortage);
  }
  return rules;
}

}  // namespace

TEST_CASE("wins_at_once: some move wins") {
  Rng rng(3);
  for (const auto& rules : stretching_rules()) {
    int wins = 0;
    for (const Position& position : positions_of_games(rules, 300, rng)) {
      const bool expected = some_move_wins(rules, position);
      REQUIRE_MESSAGE(Proofs<Ten>::wins_at_once(rules, position) == expected, Ten::format(rules, position));
      wins += expected ? 1 : 0;
    }
    CHECK((wins > 50 || rules.stones() == 2));
  }
}

TEST_CASE("wins_at_once and least_plies with all figures blocked") {
  const Ten::Rules rules(3, Shortage::forbid);
  // All positions of a space, as blocked figures are rare in games.
  const ten::ReducedSpace space(rules);
  std::uint64_t wins = 0;
  space.for_each(0, space.size(), [&](Index index, const Position& position) {
    if (index % 3 != 0 || Ten::outcome(rules, position)) return;
    const bool expected = some_move_wins(rules, position);
    REQUIRE_MESSAGE(Proofs<Ten>::wins_at_once(rules, position) == expected, Ten::format(rules, position));
    wins += expected ? 1 : 0;
  });
  CHECK(wins > 1000);
}

TEST_CASE("least_plies is no more than it took in any game") {
  Rng rng(4);
  for (const auto& rules : stretching_rules()) {
    int seen = 0;
    for (int game = 0; game < 1500; ++game) {
      std::vector<Position> positions{Ten::start(rules)};
      while (positions.size() < 200 && !Ten::outcome(rules, positions.back())) {
        positions.push_back(Ten::play(rules, positions.back(), any_move(rules, positions.back(), rng)));
      }
      const auto outcome = Ten::outcome(rules, positions.back());
      if (!outcome) continue;
      // The winner plied last, the opponent is on turn an even number of plies before.
      for (std::size_t back = 2; back < positions.size() && back <= 6; back += 2) {
        const Position& position = positions[positions.size() - 1 - back];
        const int least = Proofs<Ten>::least_plies(rules, position, outcome->winner);
        REQUIRE_MESSAGE(least <= static_cast<int>(back / 2), Ten::format(rules, position));
        REQUIRE(least >= 1);
        seen += least > 1 ? 1 : 0;
      }
    }
    CHECK(seen + (rules.stones() < 6 ? 1 : 0) > 0);
  }
}

TEST_CASE("least_plies is no more than the solved loss takes") {
  for (const auto shortage : {Shortage::truncate, Shortage::forbid}) {
    const Ten::Rules rules(3, shortage);
    Control control;
    const auto solution = solve_space(ten::ReducedSpace(rules), {}, control);
    const auto& space = solution.space();
    space.for_each(0, space.size(), [&](Index, const Position& position) {
      const Value value = solution.value(position);
      if (value.result != Result::loss || value.remoteness == 0U) return;
      const int least = Proofs<Ten>::least_plies(rules, position, opponent(position.player));
      REQUIRE_MESSAGE(2 * least <= static_cast<int>(*value.remoteness), Ten::format(rules, position));
    });
  }
}

TEST_CASE("equal keys: images of each other") {
  Rng rng(5);
  const Ten::Rules rules(10, Shortage::truncate);
  std::map<std::uint64_t, Position> seen;
  for (const Position& position : positions_of_games(rules, 500, rng)) {
    const std::uint64_t key = Proofs<Ten>::key(rules, position);
    CHECK(key < std::uint64_t{1} << Proofs<Ten>::key_bits(rules));
    Ten::for_each_image(rules, position, [&](const Position& image) { CHECK(Proofs<Ten>::key(rules, image) == key); });
    const Position canonical = Ten::canonical(rules, position);
    CHECK(seen.try_emplace(key, canonical).first->second == canonical);
  }
}
