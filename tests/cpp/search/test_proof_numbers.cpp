#include "spielkern/search/proof_numbers.hpp"

#include <doctest/doctest.h>

#include <string>

#include "spielkern/core/rng.hpp"
#include "spielkern/games/mu_torere/space.hpp"
#include "spielkern/games/ten/proofs.hpp"
#include "spielkern/games/ten/space.hpp"
#include "spielkern/solve/solution.hpp"

// Mū Tōrere, in which nearly everything is endless play.
template <>
struct spielkern::Proofs<spielkern::MuTorere> {
  using Rules = MuTorere::Rules;
  using Position = MuTorere::Position;

  static unsigned key_bits(const Rules&) { return 40; }
  static std::uint64_t key(const Rules& rules, const Position& position) {
    return mu_torere::FullSpace(rules).rank(position);
  }
  static bool wins_at_once(const Rules& rules, const Position& position) {
    bool wins = false;
    const auto sink = [&](const MuTorere::Move& move) {
      wins = MuTorere::outcome(rules, MuTorere::play(rules, position, move)).has_value();
      return !wins;
    };
    MuTorere::generate(rules, position, sink);
    return wins;
  }
  static int least_plies(const Rules&, const Position&, Player) { return 1; }
};

using namespace spielkern;
using Shortage = Ten::Shortage;

namespace {

template <class G>
using Answer = typename ProofNumbers<G>::Answer;

// Asks whether a player wins, and compares with the solution. Whether there was an answer.
template <class G, class Solved>
bool agrees(ProofNumbers<G>& search, const Solved& solution, const typename G::Position& position, Player attacker,
            std::uint64_t most_nodes, Control& control) {
  const auto& rules = solution.space().rules();
  const Value value = solution.value(position);
  const bool wins = value.result == (attacker == G::player(rules, position) ? Result::win : Result::loss);
  const auto found = search.prove(position, most_nodes, control);
  if (found.answer == Answer<G>::unknown) return false;
  REQUIRE_MESSAGE((found.answer == Answer<G>::wins) == wins, G::format(rules, position));
  if (!wins) return true;
  REQUIRE(found.plies >= *value.remoteness);
  // The line is one of legal moves to the attacker's win, at most as long as was said unless the table has forgotten.
  const auto line = search.line(position, control);
  REQUIRE(line.size() <= found.plies);
  typename G::Position now = position;
  for (const auto& move : line) {
    REQUIRE(G::is_legal(rules, now, move));
    now = G::play(rules, now, move);
  }
  REQUIRE(G::outcome(rules, now).has_value());
  REQUIRE(G::outcome(rules, now)->winner == attacker);
  return true;
}

}  // namespace

TEST_CASE("proof numbers: every position with two stones, wins and endless play") {
  int unanswered = 0;  // a few are all endless play, which takes long
  for (const auto shortage : {Shortage::truncate, Shortage::forbid}) {
    const Ten::Rules rules(2, shortage);
    Control control;
    const auto solution = solve_space(ten::ReducedSpace(rules), {}, control);
    for (const Player attacker : {Player{1}, Player{2}}) {
      ProofNumbers<Ten> search(rules, attacker, 1 << 22);
      const auto& space = solution.space();
      for (Index index = 0; index < space.size(); ++index) {
        const auto position = space.position(index);
        const bool answered = agrees<Ten>(search, solution, position, attacker, 3'000, control);
        REQUIRE((answered || solution.value(position).result == Result::draw));
        unanswered += answered ? 0 : 1;
      }
    }
  }
  CHECK(unanswered <= 500);  // of nearly 50,000
}

TEST_CASE("proof numbers: positions of Mū Tōrere, each from scratch") {
  for (const auto entry : {MuTorere::Entry::always, MuTorere::Entry::none}) {
    for (const int ring : {4, 6, 8}) {
      const MuTorere::Rules rules(ring, entry, 4);
      Control control;
      const auto solution = solve_space(mu_torere::FullSpace(rules), {}, control);
      for (const Player attacker : {Player{1}, Player{2}}) {
        for (Index index = 0; index < solution.space().size(); index += ring == 8 ? 7 : 1) {
          ProofNumbers<MuTorere> search(rules, attacker, 1 << 16);
          REQUIRE(agrees<MuTorere>(search, solution, solution.space().position(index), attacker, 1'000'000, control));
        }
      }
    }
  }
}

TEST_CASE("proof numbers: won and lost positions with three stones") {
  const Ten::Rules rules(3, Shortage::truncate);
  Control control;
  const auto solution = solve_space(ten::ReducedSpace(rules), {}, control);
  const auto& space = solution.space();
  ProofNumbers<Ten> first(rules, 1, 1 << 22);
  ProofNumbers<Ten> second(rules, 2, 1 << 22);
  Rng rng(6);
  int answered = 0;
  for (int i = 0; i < 10'000; ++i) {
    const auto position = space.position(rng.below(space.size()));
    const bool drawn = solution.value(position).result == Result::draw;
    if (drawn && i % 500 != 0) continue;
    for (const Player attacker : {Player{1}, Player{2}}) {
      const bool settled = agrees<Ten>(attacker == 1 ? first : second, solution, position, attacker, 5'000, control);
      if (!drawn) REQUIRE_MESSAGE(settled, Ten::format(rules, position));
      answered += settled ? 1 : 0;
    }
  }
  CHECK(answered > 200);
}

TEST_CASE("proof numbers: a tiny table forgets, and answers stay right") {
  const Ten::Rules rules(2, Shortage::truncate);
  Control control;
  const auto solution = solve_space(ten::ReducedSpace(rules), {}, control);
  ProofNumbers<Ten> search(rules, 2, 1);
  Rng rng(9);
  for (int i = 0; i < 60; ++i) {
    const auto position = solution.space().position(rng.below(solution.space().size()));
    const auto found = search.prove(position, 5'000, control);
    if (found.answer == Answer<Ten>::unknown) continue;
    const Value value = solution.value(position);
    CHECK((found.answer == Answer<Ten>::wins) == (value.result == (position.player == 2 ? Result::win : Result::loss)));
  }
}

TEST_CASE("proof numbers: a search can be stopped") {
  const Ten::Rules rules(10, Shortage::truncate);
  ProofNumbers<Ten> search(rules, 1, 1 << 22);
  Control control([](const Progress&) { return false; });
  CHECK_THROWS_AS(search.prove(Ten::start(rules), ~std::uint64_t{0}, control), Cancelled);
  Control free;
  CHECK(search.prove(Ten::start(rules), 100, free).answer == Answer<Ten>::unknown);
}
