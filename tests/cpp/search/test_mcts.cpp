#include "spielkern/search/mcts.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "spielkern/core/reachable_space.hpp"
#include "spielkern/core/rng.hpp"
#include "spielkern/games/dots_and_boxes/dots_and_boxes.hpp"
#include "spielkern/games/dots_and_boxes/nets.hpp"
#include "spielkern/games/mu_torere/mu_torere.hpp"
#include "spielkern/games/mu_torere/space.hpp"
#include "spielkern/games/nim/nim.hpp"
#include "spielkern/games/nim/space.hpp"
#include "spielkern/games/ten/space.hpp"
#include "spielkern/games/ten/ten.hpp"
#include "spielkern/solve/net_solution.hpp"
#include "spielkern/solve/solution.hpp"

using namespace spielkern;

namespace {

MctsOptions simulations(std::uint64_t count, unsigned threads = 1, std::uint64_t seed = 1) {
  MctsOptions options;
  options.simulations = count;
  options.tree_bytes = std::uint64_t{1} << 24;
  options.threads = threads;
  options.seed = seed;
  return options;
}

template <class G>
typename Mcts<G>::Found search(const typename G::Rules& rules, const typename G::Position& position,
                               const MctsOptions& options, const Before& before = {}) {
  Control control;
  Mcts<G> mcts(rules, position, before, options);
  mcts.run(control);
  return mcts.found();
}

// Whatever is proven of a position and its moves must be so; `result` knows. Returns whether the position was proven.
template <class G, class ResultOf>
bool agrees(const typename G::Rules& rules, const typename G::Position& position, const MctsOptions& options,
            ResultOf&& result) {
  const auto found = search<G>(rules, position, options);
  CHECK(found.candidates.size() == count_moves<G>(rules, position));
  if (found.proven) CHECK_MESSAGE(*found.proven == result(position), G::format(rules, position));
  const Player player = G::player(rules, position);
  for (const auto& candidate : found.candidates) {
    REQUIRE(G::is_legal(rules, position, candidate.move));
    if (!candidate.proven) continue;
    const auto next = G::play(rules, position, candidate.move);
    const Result known = G::player(rules, next) == player ? result(next) : flipped(result(next));
    CHECK_MESSAGE(*candidate.proven == known, G::format(rules, next));
  }
  auto now = position;
  for (const auto& move : found.line) {
    REQUIRE(G::is_legal(rules, now, move));
    now = G::play(rules, now, move);
  }
  return found.proven.has_value();
}

template <class G, class Space>
std::array<int, 2> compare_all(const typename G::Rules& rules, const Space& space, std::uint64_t count,
                               std::uint64_t step = 1) {
  Control control;
  const auto solution = solve_space(space, {}, control);
  std::array<int, 2> open_and_proven{};
  for (std::uint64_t index = 0; index < solution.space().size(); index += step) {
    const auto position = solution.space().position(index);
    if (G::outcome(rules, position)) continue;
    const bool proven = agrees<G>(rules, position, simulations(count, 1, index),
                                  [&](const auto& p) { return *solution.value(p).result; });
    ++open_and_proven[proven ? 1 : 0];
  }
  return open_and_proven;
}

}  // namespace

TEST_CASE("monte-carlo: what it proves of Nim is so, and small heaps it proves") {
  for (const bool misere : {false, true}) {
    const Nim::Rules rules({2, 3, 3}, misere);
    const auto counts = compare_all<Nim>(rules, nim::HeapSpace(rules), 3000);
    CHECK(counts[0] == 0);
    CHECK(counts[1] > 40);
  }
}

TEST_CASE("monte-carlo: what it proves of Mū Tōrere is so") {
  for (const int ring : {4, 6, 8}) {
    const MuTorere::Rules rules(ring, MuTorere::Entry::always, 4);
    const auto counts = compare_all<MuTorere>(rules, mu_torere::ReducedSpace(rules), 1000);
    if (ring == 8) CHECK(counts[1] > 0);  // on the others nearly all is a draw
  }
}

TEST_CASE("monte-carlo: what it proves of 10 with two stones is so") {
  const Ten::Rules rules(2, Ten::Shortage::truncate);
  const auto counts = compare_all<Ten>(rules, ten::ReducedSpace(rules), 1500, 83);
  CHECK(counts[1] > 10);
}

TEST_CASE("monte-carlo: what it proves of Dots and Boxes is so, with players who move again") {
  const DotsAndBoxes::Rules rules(2, 2);
  Control control;
  const NetSolution<DotsAndBoxes> solution(
      rules, NetTable::solve(*Nets<DotsAndBoxes>::make_kernel(rules), Nets<DotsAndBoxes>::elements(rules),
                             std::uint64_t{1} << 30, 1, control));
  const auto result = [&](const DotsAndBoxes::Position& position) {
    const int own = position.player - 1;
    const int final_net = position.score[static_cast<std::size_t>(own)] -
                          position.score[static_cast<std::size_t>(1 - own)] + *solution.value(position).net;
    return final_net > 0 ? Result::win : final_net < 0 ? Result::loss : Result::draw;
  };
  Rng rng(3);
  int proven = 0;
  for (int i = 0; i < 60; ++i) {
    auto position = DotsAndBoxes::start(rules);
    for (int ply = 0; ply < 4 + i % 7; ++ply) {
      NthSink<DotsAndBoxes::Move> sink{rng.below(count_moves<DotsAndBoxes>(rules, position))};
      DotsAndBoxes::generate(rules, position, sink);
      position = DotsAndBoxes::play(rules, position, sink.move);
    }
    proven +=
        agrees<DotsAndBoxes>(rules, position, simulations(20'000, 1, static_cast<std::uint64_t>(i)), result) ? 1 : 0;
  }
  CHECK(proven > 45);
}

TEST_CASE("monte-carlo: the same simulations, the same answer") {
  const DotsAndBoxes::Rules rules(4, 4);
  const auto start = DotsAndBoxes::start(rules);
  for (const unsigned threads : {1U, 2U}) {
    const auto one = search<DotsAndBoxes>(rules, start, simulations(2001, threads));
    const auto two = search<DotsAndBoxes>(rules, start, simulations(2001, threads));
    CHECK(one.simulations == 2001);
    CHECK(one.line == two.line);
    REQUIRE(one.candidates.size() == two.candidates.size());
    for (std::size_t i = 0; i < one.candidates.size(); ++i) {
      CHECK(one.candidates[i].move == two.candidates[i].move);
      CHECK(one.candidates[i].visits == two.candidates[i].visits);
      CHECK(one.candidates[i].mean == two.candidates[i].mean);
    }
  }
}

TEST_CASE("monte-carlo: threads add up their trees, and what one proves is proven") {
  const MuTorere::Rules rules(8, MuTorere::Entry::always, 4);
  Control control;
  const auto solution = solve_space(mu_torere::ReducedSpace(rules), {}, control);
  for (std::uint64_t index = 0; index < solution.space().size(); index += 5) {
    const auto position = solution.space().position(index);
    if (MuTorere::outcome(rules, position)) continue;
    agrees<MuTorere>(rules, position, simulations(2000, 3), [&](const auto& p) { return *solution.value(p).result; });
  }
  const auto found = search<MuTorere>(rules, MuTorere::start(rules), simulations(999, 2));
  std::uint64_t visits = 0;
  for (const auto& candidate : found.candidates) visits += candidate.visits;
  CHECK(visits == found.simulations);
}

TEST_CASE("monte-carlo: a position that comes again is a draw, and so is the last ply of a match") {
  const MuTorere::Rules rules(8, MuTorere::Entry::always, 4);
  Control control;
  const auto solution = solve_space(mu_torere::ReducedSpace(rules), {}, control);
  const auto start = MuTorere::start(rules);
  // The start is a draw by endless play. With two plies left nobody wins, and every move draws.
  Before last;
  last.plies_left = 2;
  const auto short_match = search<MuTorere>(rules, start, simulations(200), last);
  CHECK(short_match.proven == Result::draw);
  // What was there before draws at once; a winner has to do something else, or to take the draw.
  for (std::uint64_t index = 0; index < solution.space().size(); ++index) {
    const auto position = solution.space().position(index);
    const Value value = solution.value(position);
    if (value.result != Result::win || value.remoteness != 3U) continue;
    Before before;
    for (const auto& move : solution.best_moves(position)) {
      before.keys.push_back(MuTorere::key(rules, MuTorere::play(rules, position, move)));
    }
    const auto found = search<MuTorere>(rules, position, simulations(2000), before);
    for (const auto& candidate : found.candidates) {
      const auto next = MuTorere::play(rules, position, candidate.move);
      if (MuTorere::key(rules, next) == before.keys.front()) CHECK(candidate.proven == Result::draw);
    }
  }
}

TEST_CASE("monte-carlo: wins at once are found and taken, and the quickest stands first") {
  const Nim::Rules rules({9}, false);
  const auto found = search<Nim>(rules, Nim::start(rules), simulations(500));
  CHECK(found.proven == Result::win);
  CHECK(found.candidates.front().move == Nim::Move{0, 9});
  CHECK(found.line.size() == 1);
}

TEST_CASE("monte-carlo: a full tree grows no more, and moves without end are cut") {
  MctsOptions options = simulations(20'000);
  options.tree_bytes = 1;
  const DotsAndBoxes::Rules rules(4, 4);
  const auto found = search<DotsAndBoxes>(rules, DotsAndBoxes::start(rules), options);
  CHECK(found.simulations == 20'000);
  const Nim::Rules large({std::int64_t{1} << 60}, true);
  const auto cut = search<Nim>(large, Nim::start(large), simulations(5000));
  CHECK_FALSE(cut.whole);
  CHECK(cut.candidates.size() == Mcts<Nim>::most_children);
}

TEST_CASE("monte-carlo: Cancelled ends it, and what was found stays") {
  const DotsAndBoxes::Rules rules(4, 4);
  int polls = 0;
  Control control([&](const Progress&) { return ++polls < 20; });
  Mcts<DotsAndBoxes> mcts(rules, DotsAndBoxes::start(rules), {}, simulations(~std::uint64_t{0}));
  CHECK_THROWS_AS(mcts.run(control), Cancelled);
  CHECK(mcts.found().simulations > 100);
}
