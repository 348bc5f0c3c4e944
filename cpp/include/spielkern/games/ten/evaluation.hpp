#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "spielkern/core/evaluation.hpp"
#include "spielkern/games/ten/ten.hpp"

namespace spielkern {

// How good a position of 10 looks: what is held of the five winning sets, how many figures there are, where they get to.
// The weights are those that won most in games of the search against itself (benchmarks/ten_players.cpp).
template <>
struct Evaluation<Ten> {
  using Rules = ten::Rules;
  using Position = ten::Position;
  using Points = ten::Points;

  struct Weights {
    // By how many points of a winning set are held, and whether an enemy stands on another of its points.
    std::array<int, 4> held{0, 6, 20, 60};
    std::array<int, 4> disputed{0, 3, 10, 30};
    int figure = 30;  // of whatever height
    int reach = 3;    // a point that a figure gets to
    int turn = 25;    // to be on turn
  };

  static constexpr int most = 20'000;
  static constexpr double unit = 30;  // a figure

  static int score(const Rules&, const Position& position, const Weights& weights) {
    const int own = of_one(position, position.mine(), position.theirs(), weights);
    const int other = of_one(position, position.theirs(), position.mine(), weights);
    return std::clamp(own - other + weights.turn, -most, most);
  }

 private:
  static int of_one(const Position& position, Points own, Points enemy, const Weights& weights) {
    int total = 0;
    for (const Points set : ten::winning) {
      const auto held = static_cast<std::size_t>(std::min(std::popcount(own & set), 3));
      total += (enemy & set) == 0 ? weights.held[held] : weights.disputed[held];
    }
    const Points occupied = position.occupied();
    for (Points left = own; left != 0; left &= left - 1) {
      const int from = std::countr_zero(left);
      const int height = position.height(from);
      const Points reached = height == 1   ? ten::linked(from)
                             : height == 2 ? ten::geometry.slides(from, occupied)
                                           : ten::jumps_to(from);
      total += weights.figure + weights.reach * std::popcount(reached & ~own);
    }
    return total;
  }
};

static_assert(HasEvaluation<Ten>);

}  // namespace spielkern
