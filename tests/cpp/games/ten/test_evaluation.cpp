#include "spielkern/games/ten/evaluation.hpp"

#include <doctest/doctest.h>

#include "spielkern/core/rng.hpp"

using namespace spielkern;
using Position = Ten::Position;

namespace {

const Ten::Rules rules(10, Ten::Shortage::truncate);

int score(const Position& position) {
  return Evaluation<Ten>::score(rules, position, Evaluation<Ten>::Weights());
}
int score(const char* text) {
  return score(Ten::parse_position(rules, text));
}

}  // namespace

TEST_CASE("images look equally good, and what one likes the other does not") {
  Rng rng(2);
  for (int game = 0; game < 200; ++game) {
    Position position = Ten::start(rules);
    while (!Ten::outcome(rules, position)) {
      const int here = score(position);
      CHECK(std::abs(here) <= Evaluation<Ten>::most);
      Ten::for_each_image(rules, position, [&](const Position& image) { CHECK(score(image) == here); });
      Position other = position;
      other.player = opponent(position.player);
      CHECK(score(other) == 2 * Evaluation<Ten>::Weights().turn - here);
      NthSink<Ten::Move> sink{rng.below(count_moves<Ten>(rules, position))};
      Ten::generate(rules, position, sink);
      position = Ten::play(rules, position, sink.move);
    }
  }
}

TEST_CASE("what looks good") {
  // More figures, more of a winning set, and one that no enemy stands on.
  CHECK(score("s/../.../..../S...S/.... 1 2") > score("s/../.../..../S..../.... 1 2"));
  CHECK(score("s/../.../S.../.S.../.... 1 2") > score("s/../.../..../SS.../.... 1 2"));
  CHECK(score("s/../.../S.../.S.../.... 1 2") > score("./../.../S.../.S.../s... 1 2"));
}
