#include "stretch_games/cards.hpp"

#include <cstdlib>

#include "conformance.hpp"
#include "spielkern/core/perft.hpp"

using namespace spielkern;
using stretch_games::Cards;

TEST_CASE("a game with hidden information and chance meets the concepts") {
  for (const int cards : {3, 6, 9}) {
    conformance::check_game<Cards>({cards},
                                   {Cards::Move::stay, Cards::Move::draw, Cards::Move::shuffle, Cards::Move{77}});
  }
  conformance::check_parsers<Cards>({6}, 20000);
}

TEST_CASE("a deck of two is dealt and over") {
  Rng rng(1);
  const auto position = Cards::start({2}, rng);
  CHECK(Cards::outcome({2}, position).has_value());
}

TEST_CASE("what one player cannot see does not change the view") {
  const Cards::Rules rules{6};
  const auto a = Cards::parse_position(rules, "3|5 26 14 1 0");
  const auto b = Cards::parse_position(rules, "3|2 65 14 1 0");
  CHECK(Cards::view(rules, a, 1) == Cards::view(rules, b, 1));
  CHECK(!(Cards::view(rules, a, 2) == Cards::view(rules, b, 2)));
}

TEST_CASE("determinizations are uniform") {
  const Cards::Rules rules{6};
  const auto position = Cards::parse_position(rules, "3|5 26 14 1 0");
  Rng rng(7);
  std::map<std::string, int> seen;
  constexpr int draws = 60000;
  for (int i = 0; i < draws; ++i)
    ++seen[Cards::format(rules, Cards::determinize(rules, Cards::view(rules, position, 1), rng))];
  REQUIRE(seen.size() == 6);                                                        // orders of 2, 5, 6
  for (const auto& [text, count] : seen) CHECK(std::abs(count - draws / 6) < 500);  // over five standard deviations
}

TEST_CASE("random games with chance come from one generator") {
  const Cards::Rules rules{6};
  Control control;
  Rng one(1);
  Rng other(1);
  const Playouts played = chance_playouts<Cards>(rules, std::nullopt, 200, 50, one, control);
  CHECK(played == chance_playouts<Cards>(rules, std::nullopt, 200, 50, other, control));
  CHECK(played.wins_1 + played.wins_2 + played.draws == 200);
  CHECK(played.wins_1 > 50);
  CHECK(played.wins_2 > 50);
  const auto nearly_over = Cards::parse_position(rules, "3|5 2 146 1 0");
  Rng third(1);
  CHECK(chance_playouts<Cards>(rules, nearly_over, 20, 1, third, control).plies == 20);
}

TEST_CASE("where chance follows, only the legal moves are counted") {
  Control control;
  const Cards::Rules rules{6};
  Rng rng(1);
  const auto start = Cards::start(rules, rng);
  CHECK(perft<Cards>(rules, start, 0, control) == 1);
  CHECK(perft<Cards>(rules, start, 1, control) == count_moves<Cards>(rules, start));
  CHECK_THROWS_AS(perft<Cards>(rules, start, 2, control), RulesError);
}
