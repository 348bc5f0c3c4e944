#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "spielkern/core/proofs.hpp"
#include "spielkern/games/ten/ten.hpp"

namespace spielkern {

namespace ten {

// Positions as numbers below 7^19: a digit a point, 0 where it is free, 1 to 3 for player 1's figures, 4 to 6 for player 2's.
class PositionNumbers {
 public:
  constexpr PositionNumbers() {
    std::array<std::uint64_t, half> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 7 * powers[i - 1];
    seventh_power_ = 7 * powers.back();
    for (std::size_t set = 1; set < sums_.size(); ++set) {
      sums_[set] = static_cast<std::uint32_t>(sums_[set & (set - 1)] + powers[at(std::countr_zero(set))]);
    }
  }

  static constexpr unsigned bits = 54;

  constexpr std::uint64_t number(const Position& position) const {
    return of_half(position, 0) + seventh_power_ * of_half(position, half);
  }

 private:
  static constexpr std::size_t half = 10;
  static constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }

  constexpr std::uint64_t of_half(const Position& position, std::size_t first) const {
    const auto sum = [&](Points set) -> std::uint64_t { return sums_[set >> first & ((1U << half) - 1)]; };
    return sum(position.figures[0]) + 4 * sum(position.figures[1]) + sum(position.doubles) + 2 * sum(position.triples);
  }

  std::array<std::uint32_t, 1 << half> sums_{};
  std::uint64_t seventh_power_ = 0;
};

inline constexpr PositionNumbers position_numbers;

// From where a Triple reaches all three of some points.
constexpr Points splits_to(Points three) {
  Points from = all_points;
  for (; three != 0; three &= three - 1) from &= jumps_from(std::countr_zero(three));
  return from;
}

}  // namespace ten

// How near a win is, seen from the winning sets of points: how many of one are still missing, and which plies fill several.
// Entering fills two at most, splitting a Double two, a Triple three, any other ply one.
template <>
struct Proofs<Ten> {
  using Rules = ten::Rules;
  using Position = ten::Position;
  using Points = ten::Points;

  static unsigned key_bits(const Rules&) { return ten::PositionNumbers::bits + 1; }

  // The phase goes without saying: as long as the game goes on it is 2 if player 2 has a figure.
  static std::uint64_t key(const Rules& rules, const Position& position) {
    return ten::position_numbers.number(Ten::canonical(rules, position)) << 1 | (position.player - 1U);
  }

  static bool wins_at_once(const Rules& rules, const Position& position) {
    const Points mine = position.mine();
    const Points theirs = position.theirs();
    const Points occupied = position.occupied();
    const bool enters = rules.supply(position, position.player) >= 2;
    const Points entries = enters ? ten::entries & ~occupied : 0;
    const auto can_get_to = [&](int to, Points figures) {
      Points from = figures & reached_from(position, to, ten::geometry.slides(to, occupied));
      if (rules.shortage() == Ten::Shortage::truncate || (theirs & ten::bit(to)) == 0) return from != 0;
      for (; from != 0; from &= from - 1) {
        const Ten::Move capture{Ten::Kind::capture,
                                static_cast<std::uint8_t>(std::countr_zero(from)),
                                {static_cast<std::uint8_t>(to), Ten::Move::nowhere, Ten::Move::nowhere}};
        if (Ten::is_legal(rules, position, capture)) return true;
      }
      return false;
    };
    if (position.phase == 2 && std::has_single_bit(theirs) && can_get_to(std::countr_zero(theirs), mine)) return true;
    for (const Points set : ten::winning) {
      const Points missing = set & ~mine;
      const int count = std::popcount(missing);
      const Points others = mine & ~set;
      if (count == 1) {
        if ((missing & entries) != 0 && !std::has_single_bit(entries)) return true;
        if (can_get_to(std::countr_zero(missing), others)) return true;
      } else if (count < 4 && (missing & occupied) == 0) {
        if (count == 2 && (missing & ~entries) == 0) return true;
        if (splits_onto(position, missing, others, occupied)) return true;
      }
    }
    return rules.shortage() == Ten::Shortage::forbid && blocks_at_once(rules, position);
  }

  static int least_plies(const Rules& rules, const Position& position, Player player) {
    const Points mine = position.of(player);
    const Points theirs = position.of(opponent(player));
    // The only one left: each ply, of whomever, takes one of their figures away at most. Player 2 first comes in.
    const int figures = position.phase < 2 && theirs == 0 ? 3 : std::popcount(theirs);
    int least = figures > 4 ? 3 : figures > 2 ? 2 : 1;
    if (rules.shortage() == Ten::Shortage::forbid) least = std::min(least, least_to_block(position, player));
    if (least == 1) return 1;
    const Points high = mine & (position.doubles | position.triples);
    for (const Points set : ten::winning) {
      const Points missing = set & ~mine;
      const Points others = mine & ~set;
      switch (std::popcount(missing)) {
        case 1: {
          const int to = std::countr_zero(missing);
          if ((missing & ten::entries) != 0) return 1;
          // A Double may find its line free by then.
          if ((others & reached_from(position, to, ten::geometry.in_line[at(to)])) != 0) return 1;
          least = 2;
          break;
        }
        case 2:
          if ((missing & ~ten::entries) == 0 || splits_onto(position, missing, others, 0)) return 1;
          least = 2;
          break;
        case 3:
          if (splits_onto(position, missing, others, 0)) return 1;
          // Two and one, or a Triple that comes about first.
          if (least == 3 &&
              (high != 0 || !has_at_most_one(missing & ten::entries) || (near(mine) & ten::splits_to(missing)) != 0)) {
            least = 2;
          }
          break;
        default:  // three and one, or two and two
          if (high != 0) least = 2;
      }
    }
    return least;
  }

 private:
  static constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }
  static constexpr bool has_at_most_one(Points set) { return (set & (set - 1)) == 0; }

  // The figures that get to a point, of which a Double sees `in_sight`.
  static Points reached_from(const Position& position, int to, Points in_sight) {
    return (position.singles() & ten::linked(to)) | (position.doubles & in_sight) |
           (position.triples & ten::jumps_from(to));
  }

  // Can one of the figures split onto two or three points? What lies between a Double and them is `occupied`.
  static bool splits_onto(const Position& position, Points targets, Points figures, Points occupied) {
    Points able = figures & position.triples;
    Points sliding = std::popcount(targets) == 2 ? figures & position.doubles : 0;
    for (Points left = targets; left != 0; left &= left - 1) {
      const int to = std::countr_zero(left);
      able &= ten::jumps_from(to);
      sliding &= ten::geometry.slides(to, occupied);
    }
    return (able | sliding) != 0;
  }

  // Where some figures are or get to within a ply, of whatever height they are.
  static Points near(Points figures) {
    Points out = figures;
    for (; figures != 0; figures &= figures - 1) {
      const auto from = at(std::countr_zero(figures));
      out |= ten::geometry.in_line[from] | ten::geometry.jumps_to[from];
    }
    return out;
  }

  // Leaves a ply the opponent without any? Only with shortage=forbid; a figure that has its own or a free point beside it
  // always has one.
  static bool blocks_at_once(const Rules& rules, const Position& position) {
    if (least_to_block(position, position.player) > 1) return false;
    bool found = false;
    const auto sink = [&](const Ten::Move& move) {
      const auto outcome = Ten::outcome(rules, Ten::play(rules, position, move));
      found = outcome && outcome->winner == position.player;
      return !found;
    };
    Ten::generate(rules, position, sink);
    return found;
  }

  // To leave the opponent no ply: all points beside every figure have to be held. A ply fills three at most, and the
  // opponent moves one figure meanwhile.
  static int least_to_block(const Position& position, Player player) {
    const Points mine = position.of(player);
    for (int plies = 1; plies < 3; ++plies) {
      int open = 0;
      for (Points left = position.of(opponent(player)); left != 0; left &= left - 1) {
        open += std::popcount(ten::linked(std::countr_zero(left)) & ~mine) > 3 * plies ? 1 : 0;
      }
      if (open <= plies) return plies;
    }
    return 3;
  }
};

static_assert(HasProofs<Ten>);

}  // namespace spielkern
