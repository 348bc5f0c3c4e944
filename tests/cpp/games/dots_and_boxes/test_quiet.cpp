#include "spielkern/games/dots_and_boxes/quiet.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "games/dots_and_boxes/random_set.hpp"
#include "spielkern/games/dots_and_boxes/net_kernel.hpp"

using namespace spielkern::dots_and_boxes;

namespace {

std::vector<std::int8_t> all_nets(const Geometry& board) {
  std::vector<std::int8_t> nets(std::size_t{1} << board.edges());
  std::make_unique<NetKernel>(board)->fill(nets.data(), 0, nets.size());
  return nets;
}

int value(const QuietSteps::Step& step, int after) {
  if (!step.passes) return step.points + after;
  return step.points - (step.deal > 0 ? std::abs(after + step.deal) : after);
}

// The rules for captures and chains at one set, checked against the nets of all.
void check(const QuietSteps& problem, const std::vector<std::int8_t>& nets, Edges drawn) {
  CAPTURE(drawn);
  const auto net = [&](const QuietSteps::Node& node) { return nets[problem.set(node)]; };
  const auto node = problem.node(drawn);
  const auto settled = problem.settle(node);
  const int rest = net(settled.quiet);
  REQUIRE(settled.taken + (settled.deal > 0 ? std::abs(rest + settled.deal) : rest) == nets[drawn]);
  if (settled.taken + settled.deal > 0 || node.free == 0) return;
  std::vector<QuietSteps::Step> steps(QuietSteps::max_steps);
  steps.resize(static_cast<std::size_t>(problem.steps(node, steps.data())));
  int best = -100;
  for (const auto& step : steps) {
    best = std::max(best, value(step, net(step.after)));
    const auto again = problem.settle(step.after);
    if (problem.reductions().captures) REQUIRE(again.taken + again.deal == 0);
  }
  REQUIRE(best == nets[drawn]);
}

}  // namespace

TEST_CASE("captures by rule and one step a chain lose nothing: all sets of small boards") {
  for (const auto& [rows, cols] : {std::pair{1, 1}, {1, 2}, {2, 1}, {1, 5}, {2, 2}, {2, 3}, {3, 2}}) {
    const Geometry board(rows, cols);
    std::vector<std::int8_t> nets(std::size_t{1} << board.edges());
    NetKernel::fill_singly(board, nets.data());
    const QuietSteps problem(board);
    for (Edges drawn = 0; drawn <= board.all(); ++drawn) check(problem, nets, drawn);
  }
}

TEST_CASE("captures by rule and one step a chain lose nothing: random sets") {
  std::mt19937_64 random(1);
  for (const auto& [rows, cols] : {std::pair{1, 7}, {2, 4}, {3, 3}}) {
    const Geometry board(rows, cols);
    const auto nets = all_nets(board);
    const QuietSteps problem(board);
    for (int i = 0; i < 100000; ++i) check(problem, nets, random_set(random, board));
    for (int bits = 1; bits < 32; ++bits) {
      const bool captures = (bits & 1) != 0;
      const QuietSteps other(board, {captures, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, (bits & 16) != 0});
      for (int i = 0; i < 1000; ++i) check(other, nets, random_set(random, board));
    }
  }
}

TEST_CASE("which chain is left matters where taking one joins others") {
  // Taking the single boxes below joins two chains into one with both ends open. The chain at the left, which runs to the
  // border, is the one to leave.
  const Geometry board(2, 5);
  const QuietSteps problem(board);
  const auto settled = problem.settle(problem.node(0x7e4bd3a));
  CHECK(settled.deal == 2);
  CHECK(settled.taken == 5);
}

TEST_CASE("what a chain is worth") {
  // Two rows of two boxes, all that is left a chain of four from the border to the border.
  const Geometry board(1, 4);
  const QuietSteps problem(board);
  const Edges drawn =
      board.all() & ~(bit(board.vertical(0, 0)) | bit(board.vertical(0, 1)) | bit(board.vertical(0, 2)) |
                      bit(board.vertical(0, 3)) | bit(board.vertical(0, 4)));
  std::vector<QuietSteps::Step> steps(QuietSteps::max_steps);
  CHECK(problem.steps(problem.node(drawn), steps.data()) == 1);
  CHECK(steps[0].points == -2);
  CHECK(steps[0].deal == 2);
  CHECK(steps[0].passes);
}

TEST_CASE("equal keys and equal shapes mean equal nets") {
  for (const auto& [rows, cols] : {std::pair{1, 7}, {2, 3}, {2, 4}, {3, 3}}) {
    const Geometry board(rows, cols);
    const auto nets = all_nets(board);
    const QuietSteps problem(board);
    std::map<std::uint64_t, std::int8_t> by_key;
    std::map<std::uint64_t, std::int8_t> by_shape;
    std::mt19937_64 random(2);
    std::size_t quiet = 0;
    for (int i = 0; i < 300000; ++i) {
      const auto settled = problem.settle(problem.node(random_set(random, board)));
      if (settled.quiet.free == 0) continue;
      ++quiet;
      const std::int8_t net = nets[problem.set(settled.quiet)];
      REQUIRE(by_key.try_emplace(problem.key(settled.quiet), net).first->second == net);
      if (const auto shape = problem.shape(settled.quiet)) {
        REQUIRE(*shape < std::uint64_t{1} << QuietSteps::shape_bits);
        REQUIRE(by_shape.try_emplace(*shape, net).first->second == net);
      }
    }
    CHECK(by_shape.size() < by_key.size());
    CHECK(quiet > 0);
  }
}

TEST_CASE("keys are the same for all images, and steps are numbered by their edges") {
  std::mt19937_64 random(3);
  for (const auto& [rows, cols] : {std::pair{2, 3}, {3, 3}, {5, 5}, {1, 21}, {21, 1}}) {
    const Geometry board(rows, cols);
    const Symmetries symmetries(board);
    const QuietSteps problem(board, {true, true, true, true, false});  // with shapes keys may tell more apart
    for (int i = 0; i < 1000; ++i) {
      const Edges drawn = random_set(random, board);
      const auto node = problem.node(drawn);
      for (int symmetry = 0; symmetry < symmetries.count(); ++symmetry) {
        const auto image = problem.node(symmetries.image(symmetry, drawn));
        REQUIRE(problem.key(image) == problem.key(node));
        REQUIRE(problem.remaining(image) == problem.remaining(node));
      }
      std::vector<QuietSteps::Step> steps(QuietSteps::max_steps);
      const auto quiet = problem.settle(node).quiet;
      const int count = problem.steps(quiet, steps.data());
      for (int nth = 0; nth < count; ++nth) {
        const auto& step = steps[static_cast<std::size_t>(nth)];
        const std::size_t number = problem.number(quiet, step);
        REQUIRE(number < static_cast<std::size_t>(board.edges()));
        REQUIRE((quiet.free & ~step.after.free & bit(static_cast<int>(number))) != 0);
      }
    }
  }
}
