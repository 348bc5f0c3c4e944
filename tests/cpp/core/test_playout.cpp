#include "spielkern/core/playout.hpp"

#include <doctest/doctest.h>

#include "spielkern/games/mu_torere/mu_torere.hpp"
#include "spielkern/games/nim/nim.hpp"

using namespace spielkern;

TEST_CASE("playouts are the same for one seed and differ for another") {
  Control control;
  const Nim::Rules rules({3, 4, 5}, false);
  const auto play = [&](std::uint64_t seed) {
    Rng rng(seed);
    return random_playouts<Nim>(rules, Nim::start(rules), 1000, 1000, rng, control);
  };
  CHECK(play(1) == play(1));
  CHECK(!(play(1) == play(2)));
  CHECK(play(1).wins_1 + play(1).wins_2 == 1000);
  CHECK(play(1).draws == 0);
}

TEST_CASE("a ply limit makes draws") {
  Control control;
  Rng rng(1);
  const MuTorere::Rules rules(8, MuTorere::Entry::always, 4);
  const auto result = random_playouts<MuTorere>(rules, MuTorere::start(rules), 100, 1, rng, control);
  CHECK(result.draws == 100);
  CHECK(result.plies == 100);
  CHECK(random_playouts<MuTorere>(rules, MuTorere::start(rules), 0, 1, rng, control) == Playouts{});
}

TEST_CASE("huge heaps need no list of moves") {
  Control control;
  Rng rng(1);
  const Nim::Rules rules({(std::int64_t{1} << 62) + 12345}, false);
  const auto result = random_playouts<Nim>(rules, Nim::start(rules), 100, 1000, rng, control);
  CHECK(result.wins_1 + result.wins_2 == 100);
}
