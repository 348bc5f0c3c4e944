#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "spielkern/core/combinations.hpp"
#include "spielkern/games/ten/position.hpp"

namespace spielkern::ten {

constexpr Points targets_of(const Move& move) {
  Points set = 0;
  for (const std::uint8_t to : move.to) set |= to < points ? bit(to) : 0;
  return set;
}

// Are there as many points as the kind has, different ones and in order?
constexpr bool is_well_formed(const Move& move) {
  using Kind = Move::Kind;
  if (move.kind > Kind::double_and_single) return false;
  const bool has_from = move.kind != Kind::open && move.kind != Kind::enter;
  if (has_from ? move.from >= points : move.from != Move::nowhere) return false;
  const bool one = move.kind == Kind::open || move.kind == Kind::step || move.kind == Kind::capture;
  const std::size_t count = one ? 1 : move.kind == Kind::three_singles ? 3 : 2;
  for (std::size_t i = 0; i < move.to.size(); ++i) {
    if (i < count ? move.to[i] >= points || move.to[i] == move.from : move.to[i] != Move::nowhere) return false;
  }
  if (move.kind == Kind::double_and_single) return move.to[0] != move.to[1];
  for (std::size_t i = 1; i < count; ++i) {
    if (move.to[i - 1] >= move.to[i]) return false;
  }
  return true;
}

// The numbers of all moves that some position has:
//
//      opening, by the point
//      entering, by the pair of points
//      then by the point of departure
//          steps           to the points in line or a jump away
//          captures        of the same points
//          two Singles     on points in line
//          three Singles   on points that a Triple gets to
//          Double, Single  on points that a Triple gets to
//
// Two or three points of a set are numbered by the places p < q < r that they have in it: p + (q over 2) + (r over 3).
class Slots {
 public:
  constexpr Slots() {
    first_[0] = entering + pairs(entries);
    for (int from = 0; from < points; ++from) {
      first_[at(from) + 1] = first_[at(from)] + Block(from).end;
    }
  }

  constexpr std::uint64_t count() const { return first_.back(); }

  // count() if no position has the move.
  constexpr std::uint64_t number(const Move& move) const {
    if (!is_well_formed(move)) return count();
    if (move.kind == Move::Kind::open) return move.to[0];
    const Points targets = targets_of(move);
    if (move.kind == Move::Kind::enter) {
      return (targets & ~entries) == 0 ? entering + subset_number(entries, targets) : count();
    }
    const Block block(move.from);
    const std::uint64_t first = first_[move.from];
    switch (move.kind) {
      case Move::Kind::step:
      case Move::Kind::capture:
        if ((targets & ~block.all) != 0) return count();
        return first + (move.kind == Move::Kind::step ? 0 : block.captures) + subset_number(block.all, targets);
      case Move::Kind::two_singles:
        if ((targets & ~block.line) != 0) return count();
        return first + block.two_singles + subset_number(block.line, targets);
      default: break;
    }
    if ((targets & ~block.jumps) != 0) return count();
    if (move.kind == Move::Kind::three_singles) {
      return first + block.three_singles + subset_number(block.jumps, targets);
    }
    const bool double_last = move.to[0] > move.to[1];
    return first + block.doubles + 2 * subset_number(block.jumps, targets) + (double_last ? 1 : 0);
  }

  // PRECONDITION: slot < count().
  constexpr Move move(std::uint64_t slot) const {
    using Kind = Move::Kind;
    if (slot < entering) return make(Kind::open, Move::nowhere, bit(static_cast<int>(slot)));
    if (slot < first_[0]) return make(Kind::enter, Move::nowhere, subset(entries, 2, slot - entering));
    int from = 0;
    while (first_[at(from) + 1] <= slot) ++from;
    slot -= first_[at(from)];
    const Block block(from);
    const auto start = static_cast<std::uint8_t>(from);
    if (slot < block.captures) return make(Kind::step, start, subset(block.all, 1, slot));
    if (slot < block.two_singles) return make(Kind::capture, start, subset(block.all, 1, slot - block.captures));
    if (slot < block.three_singles) {
      return make(Kind::two_singles, start, subset(block.line, 2, slot - block.two_singles));
    }
    if (slot < block.doubles) {
      return make(Kind::three_singles, start, subset(block.jumps, 3, slot - block.three_singles));
    }
    slot -= block.doubles;
    Move move = make(Kind::double_and_single, start, subset(block.jumps, 2, slot / 2));
    if (slot % 2 == 1) std::swap(move.to[0], move.to[1]);
    return move;
  }

 private:
  static constexpr std::uint64_t entering = points;

  static constexpr std::size_t at(int point) { return static_cast<std::size_t>(point); }
  static constexpr std::uint64_t size(Points set) { return static_cast<std::uint64_t>(std::popcount(set)); }
  static constexpr std::uint64_t pairs(Points set) { return binomial(size(set), 2); }

  // From one point: where figures get to when nothing stands in their way, and where each kind's numbers begin.
  struct Block {
    constexpr explicit Block(int from)
        : line(geometry.in_line[at(from)]),
          jumps(jumps_to(from)),
          all(line | jumps),
          captures(size(all)),
          two_singles(2 * captures),
          three_singles(two_singles + pairs(line)),
          doubles(three_singles + binomial(size(jumps), 3)),
          end(doubles + 2 * pairs(jumps)) {}
    Points line;
    Points jumps;
    Points all;
    std::uint64_t captures;
    std::uint64_t two_singles;
    std::uint64_t three_singles;
    std::uint64_t doubles;
    std::uint64_t end;
  };

  static constexpr std::uint64_t subset_number(Points set, Points chosen) {
    std::uint64_t number = 0;
    for (std::size_t k = 1; chosen != 0; ++k, chosen &= chosen - 1) {
      const Points below = (chosen & (~chosen + 1)) - 1;
      number += binomial(size(set & below), k);
    }
    return number;
  }

  static constexpr Points subset(Points set, std::size_t k, std::uint64_t number) {
    Points chosen = 0;
    for (; k > 0; --k) {
      std::uint64_t place = size(set) - 1;
      while (binomial(place, k) > number) --place;
      number -= binomial(place, k);
      Points left = set;
      for (; place > 0; --place) left &= left - 1;
      chosen |= left & (~left + 1);
    }
    return chosen;
  }

  static constexpr Move make(Move::Kind kind, std::uint8_t from, Points targets) {
    Move move{kind, from, {Move::nowhere, Move::nowhere, Move::nowhere}};
    for (std::size_t i = 0; targets != 0; ++i, targets &= targets - 1) {
      move.to[i] = static_cast<std::uint8_t>(std::countr_zero(targets));
    }
    return move;
  }

  std::array<std::uint64_t, points + 1> first_{};
};

inline constexpr Slots slots;

}  // namespace spielkern::ten
