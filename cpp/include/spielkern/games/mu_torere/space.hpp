#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "spielkern/core/combinations.hpp"
#include "spielkern/core/space.hpp"
#include "spielkern/games/mu_torere/mu_torere.hpp"

namespace spielkern::mu_torere {

// Calls f with every position, `plies` counted in it, from which one legal ply leads to `position`: the piece that came
// last goes back to the point that is empty now.
template <class F>
void for_each_retraction(const Rules& rules, const Position& position, int plies, F&& f) {
  const Player mover = opponent(position.player);
  const std::uint64_t his = pieces(rules, position, mover);
  const std::uint64_t centre = bit(rules.centre());
  std::uint64_t came_to = his & rules.ring_mask();
  if (position.empty != rules.centre()) {
    const std::uint64_t beside = rules.beside(bit(position.empty));
    came_to &= beside;
    const bool could_enter = !rules.entry_restricted(plies) || (beside & pieces(rules, position, position.player)) != 0;
    if (could_enter) came_to |= his & centre;
  }
  for (; came_to != 0; came_to &= came_to - 1) {
    const int to = std::countr_zero(came_to);
    Position previous = position;
    if (mover == 1) previous.ones ^= bit(to) | bit(position.empty);
    previous.empty = static_cast<std::uint8_t>(to);
    previous.player = mover;
    previous.plies = static_cast<std::uint8_t>(plies);
    f(previous);
  }
}

// Positions that a position with `plies` counted can come from have one ply less; where counting has stopped, they may
// also have as many. Calls f(plies of the previous position).
template <class F>
void for_each_previous_count(const Rules& rules, int plies, F&& f) {
  if (plies > 0) f(plies - 1);
  if (plies == rules.counted_plies()) f(plies);
}

// All arrangements and both movers. With k plies counted in positions there are k + 2 layers: one for each count below
// k, where the count tells the mover, and two for k.
//
//   index = ((layer * points) + empty point) * arrangements + rank of player 1's pieces among the other points
class FullSpace {
 public:
  using Game = MuTorere;

  explicit FullSpace(const Rules& rules) : rules_(rules), arrangements_(rules.ring(), rules.ring() / 2) {}

  const Rules& rules() const { return rules_; }
  Index size() const { return layers() * static_cast<Index>(rules_.points()) * arrangements_.size(); }
  std::uint64_t weight(Index) const { return 1; }
  std::uint64_t total_weight() const { return size(); }
  std::uint32_t max_degree() const { return static_cast<std::uint32_t>(std::max(3, rules_.ring() / 2)); }

  Index rank(const Position& position) const {
    const std::uint64_t below = position.ones & (bit(position.empty) - 1);
    const std::uint64_t above = (position.ones >> (position.empty + 1)) << position.empty;
    const auto layer =
        static_cast<Index>(position.plies) + (position.plies == rules_.counted_plies() && position.player == 2 ? 1 : 0);
    return (layer * static_cast<Index>(rules_.points()) + position.empty) * arrangements_.size() +
           arrangements_.rank(below | above);
  }

  Position position(Index index) const {
    Position result;
    for_each(index, index + 1, [&](Index, const Position& position) { result = position; });
    return result;
  }

  template <class F>
  void for_each(Index begin, Index end, F&& f) const {
    for (Index index = begin; index < end;) {
      const Index block = index / arrangements_.size();
      const Index block_end = std::min(end, (block + 1) * arrangements_.size());
      const auto layer = static_cast<int>(block / static_cast<Index>(rules_.points()));
      Position position;
      position.empty = static_cast<std::uint8_t>(block % static_cast<Index>(rules_.points()));
      position.plies = static_cast<std::uint8_t>(std::min(layer, rules_.counted_plies()));
      position.player = mover_in(layer);
      const std::uint64_t below = bit(position.empty) - 1;
      std::uint64_t mask = arrangements_.unrank(index % arrangements_.size());
      for (; index < block_end; ++index, mask = Combinations::next(mask)) {
        position.ones = (mask & below) | ((mask & ~below) << 1);
        f(index, std::as_const(position));
      }
    }
  }

  template <class F>
  void for_each_predecessor(Index, const Position& position, F&& f) const {
    for_each_previous_count(rules_, position.plies, [&](int plies) {
      if (plies < rules_.counted_plies() && plies % 2 != opponent(position.player) - 1) return;
      for_each_retraction(rules_, position, plies, [&](const Position& previous) { f(rank(previous), false); });
    });
  }

 private:
  Index layers() const { return static_cast<Index>(rules_.counted_plies()) + 2; }
  // Below the last count its parity tells; the last count has a layer for each mover.
  Player mover_in(int layer) const {
    const int counted = rules_.counted_plies();
    return static_cast<Player>((layer < counted ? layer % 2 : layer - counted) + 1);
  }

  Rules rules_;
  Combinations arrangements_;
};

// Seen from the mover, and turned so that an empty ring point comes first; one layer for each count of plies.
//
//   index = (layer * 2 + (ring point empty ? 1 : 0)) * arrangements + rank of the mover's pieces
//
// With the centre empty nothing is turned (the ring has no first point then): its turned copies are indices of their
// own. So a step that empties the centre leads to just one of the copies, and each of the copies has a step to a
// position with the ring point empty that any of them has. Predecessors must say exactly that.
class ReducedSpace {
 public:
  using Game = MuTorere;

  explicit ReducedSpace(const Rules& rules) : rules_(rules), arrangements_(rules.ring(), rules.ring() / 2) {}

  const Rules& rules() const { return rules_; }
  Index size() const { return 2 * layers() * arrangements_.size(); }
  std::uint32_t max_degree() const { return static_cast<std::uint32_t>(std::max(3, rules_.ring() / 2)); }

  std::uint64_t weight(Index index) const {
    const Index block = index / arrangements_.size();
    return block_weight(block);
  }

  std::uint64_t total_weight() const {
    std::uint64_t sum = 0;
    for (Index block = 0; block < 2 * layers(); ++block) sum += block_weight(block) * arrangements_.size();
    return sum;
  }

  Index rank(const Position& position) const {
    const std::uint64_t mine = pieces(rules_, position, position.player);
    const Index block = static_cast<Index>(position.plies) * 2;
    if (position.empty == rules_.centre()) return block * arrangements_.size() + arrangements_.rank(mine);
    const std::uint64_t centre = mine >> rules_.ring();
    const std::uint64_t ring = rules_.turned(mine & rules_.ring_mask(), position.empty) >> 1;
    return (block + 1) * arrangements_.size() + arrangements_.rank(ring | (centre << (rules_.ring() - 1)));
  }

  Position position(Index index) const {
    Position result;
    for_each(index, index + 1, [&](Index, const Position& position) { result = position; });
    return result;
  }

  template <class F>
  void for_each(Index begin, Index end, F&& f) const {
    for (Index index = begin; index < end;) {
      const Index block = index / arrangements_.size();
      const Index block_end = std::min(end, (block + 1) * arrangements_.size());
      const bool ring_empty = block % 2 != 0;
      Position position;
      position.plies = static_cast<std::uint8_t>(block / 2);
      position.player =
          position.plies < rules_.counted_plies() ? static_cast<Player>(position.plies % 2 + 1) : Player{1};
      position.empty = static_cast<std::uint8_t>(ring_empty ? 0 : rules_.centre());
      std::uint64_t mask = arrangements_.unrank(index % arrangements_.size());
      for (; index < block_end; ++index, mask = Combinations::next(mask)) {
        // The ring points after the empty one and then the centre are numbered as the bits of the mask, plus one.
        const std::uint64_t mine = ring_empty ? mask << 1 : mask;
        position.ones = position.player == 1 ? mine : rules_.all_points() & ~mine & ~bit(position.empty);
        f(index, std::as_const(position));
      }
    }
  }

  template <class F>
  void for_each_predecessor(Index, const Position& position, F&& f) const {
    const bool centre_empty = position.empty == rules_.centre();
    for_each_previous_count(rules_, position.plies, [&](int plies) {
      for_each_retraction(rules_, position, plies, [&](const Position& previous) {
        if (centre_empty) {
          if (previous.empty == 0) f(rank(previous), false);
        } else if (previous.empty == rules_.centre()) {
          const std::uint64_t mine = pieces(rules_, previous, previous.player);
          const Index first = static_cast<Index>(plies) * 2 * arrangements_.size();
          for (int turn = 0; turn < rules_.ring(); ++turn) {
            f(first + arrangements_.rank(rules_.turned(mine, turn)), false);
          }
        } else {
          f(rank(previous), false);
        }
      });
    });
  }

 private:
  Index layers() const { return static_cast<Index>(rules_.counted_plies()) + 1; }

  std::uint64_t block_weight(Index block) const {
    const std::uint64_t turns = block % 2 != 0 ? static_cast<std::uint64_t>(rules_.ring()) : 1;
    const std::uint64_t movers = block / 2 == static_cast<Index>(rules_.counted_plies()) ? 2 : 1;
    return turns * movers;
  }

  Rules rules_;
  Combinations arrangements_;
};

static_assert(Space<FullSpace> && Space<ReducedSpace>);

}  // namespace spielkern::mu_torere

template <>
struct spielkern::Spaces<spielkern::MuTorere> {
  using Full = mu_torere::FullSpace;
  using Solved = mu_torere::ReducedSpace;
};
