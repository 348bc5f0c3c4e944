#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>

#include "spielkern/core/combinations.hpp"
#include "spielkern/core/necklaces.hpp"
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

// With the centre empty all pieces may move, with a ring point empty three.
inline std::uint32_t degree(const Rules& rules) {
  return static_cast<std::uint32_t>(std::max(3, rules.ring() / 2));
}

// Cuts begin..end at the multiples of `block_size`: calls f(block, its first index, and from where to where in it).
template <class F>
void for_each_block(Index begin, Index end, Index block_size, F&& f) {
  while (begin < end) {
    const Index block = begin / block_size;
    const Index first = block * block_size;
    const Index block_end = std::min(end, first + block_size);
    f(block, first, begin - first, block_end - first);
    begin = block_end;
  }
}

// All arrangements and both movers. With k plies counted in positions there are k + 2 layers: one for each count below
// k, where the count tells the mover, and two for k.
//
//   index = ((layer * points) + empty point) * arrangements + rank of player 1's pieces among the other points
class FullSpace {
 public:
  using Game = MuTorere;
  static constexpr std::string_view scheme = "ring 1";

  explicit FullSpace(const Rules& rules) : rules_(rules), arrangements_(rules.ring(), rules.ring() / 2) {}

  const Rules& rules() const { return rules_; }
  Index size() const { return layers() * static_cast<Index>(rules_.points()) * arrangements_.size(); }
  std::uint64_t total_weight() const { return size(); }
  std::uint32_t max_degree() const { return degree(rules_); }

  Index rank(const Position& position) const {
    const std::uint64_t below = position.ones & (bit(position.empty) - 1);
    const std::uint64_t above = (position.ones >> (position.empty + 1)) << position.empty;
    const auto layer =
        static_cast<Index>(position.plies) + (position.plies == rules_.counted_plies() && position.player == 2 ? 1 : 0);
    return (layer * static_cast<Index>(rules_.points()) + position.empty) * arrangements_.size() +
           arrangements_.rank(below | above);
  }

  Position position(Index index) const {
    const Position position = first_of_block(index / arrangements_.size());
    return with_ones(position, arrangements_.unrank(index % arrangements_.size()));
  }

  template <class F>
  void for_each(Index begin, Index end, F&& f) const {
    for_each_block(begin, end, arrangements_.size(), [&](Index block, Index first, Index from, Index to) {
      const Position position = first_of_block(block);
      arrangements_.for_each(
          from, to, [&](std::uint64_t rank, std::uint64_t mask) { f(first + rank, with_ones(position, mask)); });
    });
  }

  template <class F>
  void for_each_weight(Index begin, Index end, F&& f) const {
    f(begin, end, std::uint64_t{1});
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

  // Everything but the pieces.
  Position first_of_block(Index block) const {
    const auto points = static_cast<Index>(rules_.points());
    const auto layer = static_cast<int>(block / points);
    const int counted = rules_.counted_plies();
    Position position;
    position.empty = static_cast<std::uint8_t>(block % points);
    position.plies = static_cast<std::uint8_t>(std::min(layer, counted));
    // Below the last count its parity tells the mover; the last count has a layer for each.
    position.player = static_cast<Player>((layer < counted ? layer % 2 : layer - counted) + 1);
    return position;
  }

  static Position with_ones(Position position, std::uint64_t mask) {
    const std::uint64_t below = bit(position.empty) - 1;
    position.ones = (mask & below) | ((mask & ~below) << 1);
    return position;
  }

  Rules rules_;
  Combinations arrangements_;
};

// Seen from the mover and turned. Per count of plies there is one layer:
//
//   a ring point empty     turned so that it comes first; then there are `ring` points left, the centre last. They are
//                          the bits of a mask of the mover's pieces: arrangements of them, ranked
//   the centre empty       turned so that the mask of the mover's pieces is the smallest number: necklaces, ranked
//
// Turns that leave a ring as it is need care, for steps are counted as a multiset. A ring with the empty centre that is
// the same after `order` of the turns has `order` plies to the position that one of its pieces leaves behind; and the
// position that a piece enters the ring from leads there with one ply only, though `order` pieces could have been the
// one.
class ReducedSpace {
 public:
  using Game = MuTorere;
  static constexpr std::string_view scheme = "turned ring 1";

  ReducedSpace(const Rules& rules, Control& control)
      : rules_(rules),
        arrangements_(rules.ring(), rules.ring() / 2),
        necklaces_(rules.ring(), rules.ring() / 2, control) {}
  explicit ReducedSpace(const Rules& rules) : ReducedSpace(rules, *std::make_unique<Control>()) {}

  static Footprint footprint(const Rules& rules) {
    const auto ring = static_cast<std::size_t>(rules.ring());
    const std::uint64_t layer = binomial(ring, ring / 2) + Necklaces::count(rules.ring(), rules.ring() / 2);
    return {layer * static_cast<Index>(rules.counted_plies() + 1),
            Combinations::bytes(rules.ring()) + Necklaces::bytes(rules.ring(), rules.ring() / 2), degree(rules)};
  }

  const Rules& rules() const { return rules_; }
  Index size() const { return layer_size() * (static_cast<Index>(rules_.counted_plies()) + 1); }
  std::uint32_t max_degree() const { return degree(rules_); }

  std::uint64_t total_weight() const {
    const std::uint64_t arrangements = arrangements_.size() * static_cast<std::uint64_t>(rules_.points());
    return arrangements * (static_cast<std::uint64_t>(rules_.counted_plies()) + 2);
  }

  Index rank(const Position& position) const {
    const Index first = static_cast<Index>(position.plies) * layer_size();
    const std::uint64_t mine = pieces(rules_, position, position.player);
    if (position.empty == rules_.centre()) return first + arrangements_.size() + rank_of_ring(mine).first;
    const std::uint64_t others = rules_.turned(mine & rules_.ring_mask(), position.empty) >> 1;
    return first + arrangements_.rank(others | ((mine >> rules_.ring()) << (rules_.ring() - 1)));
  }

  Position position(Index index) const {
    const Index rank = index % layer_size();
    const bool ring_empty = rank < arrangements_.size();
    const std::uint64_t mask = ring_empty ? arrangements_.unrank(rank) : necklaces_.unrank(rank - arrangements_.size());
    return with_mine(static_cast<int>(index / layer_size()), ring_empty, mask);
  }

  template <class F>
  void for_each(Index begin, Index end, F&& f) const {
    const Index arrangements = arrangements_.size();
    for_each_block(begin, end, layer_size(), [&](Index layer, Index first, Index from, Index to) {
      const auto plies = static_cast<int>(layer);
      arrangements_.for_each(from, std::min(to, arrangements), [&](std::uint64_t rank, std::uint64_t mask) {
        f(first + rank, with_mine(plies, true, mask));
      });
      if (to <= arrangements) return;
      const Index from_necklace = std::max(from, arrangements) - arrangements;
      necklaces_.for_each(from_necklace, to - arrangements, [&](std::uint64_t rank, std::uint64_t mask) {
        f(first + arrangements + rank, with_mine(plies, false, mask));
      });
    });
  }

  template <class F>
  void for_each_weight(Index begin, Index end, F&& f) const {
    const Index arrangements = arrangements_.size();
    const auto ring = static_cast<std::uint64_t>(rules_.ring());
    for_each_block(begin, end, layer_size(), [&](Index layer, Index first, Index from, Index to) {
      const std::uint64_t movers = layer == static_cast<Index>(rules_.counted_plies()) ? 2 : 1;
      if (from < arrangements) f(first + from, first + std::min(to, arrangements), ring * movers);
      if (to <= arrangements) return;
      const Index from_necklace = std::max(from, arrangements) - arrangements;
      necklaces_.for_each(from_necklace, to - arrangements, [&](std::uint64_t rank, std::uint64_t mask) {
        const Index index = first + arrangements + rank;
        f(index, index + 1, ring / necklaces_.turned(mask).order * movers);
      });
    });
  }

  template <class F>
  void for_each_predecessor(Index, const Position& position, F&& f) const {
    for_each_previous_count(rules_, position.plies, [&](int plies) {
      const Index first = static_cast<Index>(plies) * layer_size();
      const std::uint64_t his = pieces(rules_, position, opponent(position.player));
      if (position.empty == rules_.centre()) {
        predecessors_of_empty_centre(first, his, f);
      } else {
        predecessors_of_empty_ring_point(first, his, plies, f);
      }
    });
  }

 private:
  Index layer_size() const { return arrangements_.size() + necklaces_.size(); }

  std::pair<Index, std::uint32_t> rank_of_ring(std::uint64_t mine) const {
    const auto turned = necklaces_.turned(mine);
    return {necklaces_.rank(turned.mask), turned.order};
  }

  // A piece of his came from the centre, to any of his points; of those that turning makes equal, one is enough.
  template <class F>
  void predecessors_of_empty_centre(Index first, std::uint64_t his, F&& f) const {
    const std::uint64_t centre = bit(rules_.ring() - 1);
    const int period = rules_.ring() / static_cast<int>(necklaces_.turned(his).order);
    for (int to = 0; to < period; ++to) {
      if ((his >> to & 1) != 0) f(first + arrangements_.rank((rules_.turned(his, to) >> 1) | centre), false);
    }
  }

  // The first point is empty. A piece of his left it for the next point, for the previous one, or for the centre.
  template <class F>
  void predecessors_of_empty_ring_point(Index first, std::uint64_t his, int plies, F&& f) const {
    const int last = rules_.ring() - 2;  // the bit of the previous point, when the next one is bit 0
    const std::uint64_t others_mask = bit(last + 1) - 1;
    const std::uint64_t others = (his & rules_.ring_mask()) >> 1;
    const bool in_centre = (his >> rules_.ring()) != 0;
    const std::uint64_t centre = in_centre ? bit(last + 1) : 0;
    const std::uint64_t beside = others & (bit(0) | bit(last));
    if ((beside & bit(0)) != 0) f(first + arrangements_.rank((others >> 1) | bit(last) | centre), false);
    if ((beside & bit(last)) != 0) {
      f(first + arrangements_.rank(((others << 1) & others_mask) | bit(0) | centre), false);
    }
    const bool beside_an_enemy = beside != (bit(0) | bit(last));
    if (in_centre && (beside_an_enemy || !rules_.entry_restricted(plies))) {
      const auto [rank, order] = rank_of_ring((others << 1) | 1);
      for (std::uint32_t ply = 0; ply < order; ++ply) f(first + arrangements_.size() + rank, false);
    }
  }

  // `mask`: the mover's pieces, as the space writes them.
  Position with_mine(int plies, bool ring_empty, std::uint64_t mask) const {
    Position position;
    position.plies = static_cast<std::uint8_t>(plies);
    position.empty = static_cast<std::uint8_t>(ring_empty ? 0 : rules_.centre());
    position.player = plies < rules_.counted_plies() ? static_cast<Player>(plies % 2 + 1) : Player{1};
    const std::uint64_t mine = ring_empty ? mask << 1 : mask;
    position.ones = position.player == 1 ? mine : rules_.all_points() & ~mine & ~bit(position.empty);
    return position;
  }

  Rules rules_;
  Combinations arrangements_;
  Necklaces necklaces_;
};

static_assert(Space<FullSpace> && Foreseeable<ReducedSpace>);

}  // namespace spielkern::mu_torere

template <>
struct spielkern::Spaces<spielkern::MuTorere> {
  using Full = mu_torere::FullSpace;
  using Solved = mu_torere::ReducedSpace;
};
static_assert(spielkern::OffersSpaces<spielkern::MuTorere>);
