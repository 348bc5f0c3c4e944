#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "spielkern/core/combinations.hpp"
#include "spielkern/core/space.hpp"
#include "spielkern/games/ten/retract.hpp"
#include "spielkern/games/ten/ten.hpp"

namespace spielkern::ten {

// The bits of a subset of `of`, moved together:  of 0b11010, set 0b10010 -> 0b101.
inline Points squeezed(Points set, Points of) {
  Points out = 0;
  for (; set != 0; set &= set - 1) out |= bit(std::popcount(of & ((set & (~set + 1)) - 1)));
  return out;
}

// The way back.
inline Points spread(Points squeezed_set, Points of) {
  Points out = 0;
  for (; squeezed_set != 0; squeezed_set >>= 1, of &= of - 1) {
    if ((squeezed_set & 1) != 0) out |= of & (~of + 1);
  }
  return out;
}

// Numbers sets of points among those of their size, in the order of the masks as numbers; so those of the first n points
// come first, and one numbering does for any n.
class SetNumbers {
 public:
  SetNumbers() : sets_(all_points + std::size_t{1}) {
    std::array<std::uint32_t, points + 1> next{};
    for (std::size_t size = 0; size <= points; ++size) {
      first_[size + 1] = first_[size] + static_cast<std::uint32_t>(binomial(points, size));
      next[size] = first_[size];
    }
    for (Points set = 0; set <= all_points; ++set) sets_[next[static_cast<std::size_t>(std::popcount(set))]++] = set;
    // The number is the sum of (place over k) over the k-th lowest bits; the high bits' part hangs on how many low ones
    // there are.
    for (Points low = 0; low < low_.size(); ++low) low_[low] = static_cast<std::uint16_t>(sum(low, 0, 0));
    for (std::size_t below = 0; below < high_.size(); ++below) {
      for (Points high = 0; high < high_.front().size(); ++high) {
        if (below + static_cast<std::size_t>(std::popcount(high)) > points) continue;
        high_[below][high] = static_cast<std::uint32_t>(sum(high, below, low_bits));
      }
    }
  }

  std::uint32_t number(Points set) const {
    const Points low = set & ((1U << low_bits) - 1);
    return low_[low] + high_[static_cast<std::size_t>(std::popcount(low))][set >> low_bits];
  }

  Points set(int size, std::uint64_t number) const {
    return sets_[static_cast<std::size_t>(first_[static_cast<std::size_t>(size)] + number)];
  }

 private:
  static constexpr int low_bits = 10;

  static std::uint64_t sum(Points set, std::size_t k, int offset) {
    std::uint64_t total = 0;
    for (; set != 0; set &= set - 1) total += binomial(static_cast<std::size_t>(std::countr_zero(set) + offset), ++k);
    return total;
  }

  std::array<std::uint32_t, points + 2> first_{};  // of a size, in sets_
  std::vector<Points> sets_;                       // by size, then by number
  std::array<std::uint16_t, 1 << low_bits> low_{};
  std::array<std::array<std::uint32_t, 1 << (points - low_bits)>, low_bits + 1> high_{};
};

// The sets of points that the player on turn may hold, by size: those that win nothing. With `turned` those that the
// board's symmetries make equal count as one, written as the smallest mask.
class HeldSets {
 public:
  explicit HeldSets(bool turned) : entries_(all_points + std::size_t{1}) {
    const int symmetries_used = turned ? Symmetries::count : 1;
    for (Points set = 0; set <= all_points; ++set) {
      if (holds_winning_points(set)) continue;
      Entry entry;
      Points least = set;
      for (int symmetry = 0; symmetry < symmetries_used; ++symmetry) {
        const Points image = symmetries.image(symmetry, set);
        if (image < least) {
          least = image;
          entry.symmetry = static_cast<std::uint8_t>(symmetry);
        }
        entry.order = static_cast<std::uint8_t>(entry.order + (image == set ? 1 : 0));
      }
      auto& of_size = sets_[static_cast<std::size_t>(std::popcount(set))];
      if (least == set) {
        entry.number = static_cast<std::uint32_t>(of_size.size());
        of_size.push_back(set);
      } else {
        entry.number = entries_[least].number;
      }
      entries_[set] = entry;
    }
  }

  struct Entry {
    std::uint32_t number = 0;   // among the sets of its size
    std::uint8_t symmetry = 0;  // takes the set to the one that is written; 0 only for that one itself
    std::uint8_t order = 0;     // how many symmetries leave the set as it is
  };

  const Entry& entry(Points set) const { return entries_[set]; }
  std::uint64_t count(int size) const { return sets_[static_cast<std::size_t>(size)].size(); }
  Points set(int size, std::uint64_t number) const {
    return sets_[static_cast<std::size_t>(size)][static_cast<std::size_t>(number)];
  }

 private:
  std::vector<Entry> entries_;
  std::array<std::vector<Points>, points + 1> sets_;
};

// The figures of one player: how many of each height.
struct Material {
  int singles = 0;
  int doubles = 0;
  int triples = 0;

  int figures() const { return singles + doubles + triples; }
  int stones() const { return singles + 2 * doubles + 3 * triples; }
  // In how many ways the heights go round among the figures.
  std::uint64_t orders() const {
    return binomial(static_cast<std::size_t>(figures()), static_cast<std::size_t>(triples)) *
           binomial(static_cast<std::size_t>(singles + doubles), static_cast<std::size_t>(doubles));
  }
  // Below `numbers`, and different for different material.
  std::size_t number() const {
    return static_cast<std::size_t>((triples * (points + 1) + doubles) * (points + 1) + singles);
  }
  static constexpr std::size_t numbers = std::size_t{points + 1} * (points + 1) * (points + 1);
};

// Numbers everything that can be on the board once both players have made a ply, seen from the player on turn:
//
//      material of the player on turn, and of the other      blocks, in the order of `blocks_`
//      the points that the player on turn holds              as HeldSets numbers them
//      the order of the heights on them
//      the points that the other holds, of those left        as SetNumbers does
//      the order of the heights on them
//
// The other one moved last and so has a figure; the one on turn holds no winning set.
class Arrangements {
 public:
  Arrangements(const Rules& rules, bool turned) : held_(turned), place_(Material::numbers) {
    std::vector<Material> materials;
    for (int triples = 0; triples <= points; ++triples) {
      for (int doubles = 0; doubles + triples <= points; ++doubles) {
        for (int singles = 0; singles + doubles + triples <= points; ++singles) {
          const Material material{singles, doubles, triples};
          if (material.stones() > rules.stones()) continue;
          place_[material.number()] = static_cast<std::uint32_t>(materials.size());
          materials.push_back(material);
        }
      }
    }
    materials_ = materials.size();
    for (const Material& mine : materials) {
      for (const Material& his : materials) {
        block_of_.push_back(static_cast<std::uint32_t>(blocks_.size()));
        if (his.figures() == 0 || mine.figures() + his.figures() > points) continue;
        const auto left = static_cast<std::size_t>(points - mine.figures());
        const Block block{
            size_, mine, his, mine.orders(), binomial(left, static_cast<std::size_t>(his.figures())), his.orders()};
        size_ += held_.count(mine.figures()) * block.of_one_set();
        blocks_.push_back(block);
      }
    }
  }

  std::uint64_t size() const { return size_; }
  const HeldSets& held() const { return held_; }

  std::uint64_t rank(const Position& position) const {
    const HeldSets::Entry& entry = held_.entry(position.mine());
    const Position turned = entry.symmetry == 0 ? position : Ten::image(entry.symmetry, position);
    const Points mine = turned.mine();
    const Points his = turned.theirs();
    const Block& block = block_of(material(turned, mine), material(turned, his));
    std::uint64_t rank = entry.number * block.my_orders + order_number(turned, mine);
    rank = rank * block.his_sets + numbers_.number(squeezed(his, all_points & ~mine));
    return block.first + rank * block.his_orders + order_number(turned, his);
  }

  // With player 1 on turn.
  Position position(std::uint64_t rank) const {
    Position position;
    for_each(rank, rank + 1, [&](std::uint64_t, const Position& found) { position = found; });
    return position;
  }

  template <class F>
  void for_each(std::uint64_t begin, std::uint64_t end, F&& f) const {
    for_each_block(begin, end, [&](const Block& block, std::uint64_t rank, std::uint64_t block_end) {
      const std::uint64_t within = rank - block.first;
      std::uint64_t his_order = within % block.his_orders;
      std::uint64_t his_set = within / block.his_orders % block.his_sets;
      std::uint64_t my_order = within / block.his_orders / block.his_sets % block.my_orders;
      std::uint64_t my_set = within / block.of_one_set();
      for (; rank < block_end; ++my_set, my_order = 0) {
        const Points mine = held_.set(block.mine.figures(), my_set);
        for (; my_order < block.my_orders && rank < block_end; ++my_order, his_set = 0) {
          Position half;
          half.phase = 2;
          half.figures[0] = mine;
          put_heights(half, mine, block.mine, my_order);
          for (; his_set < block.his_sets && rank < block_end; ++his_set, his_order = 0) {
            const Points his = spread(numbers_.set(block.his.figures(), his_set), all_points & ~mine);
            for (; his_order < block.his_orders && rank < block_end; ++his_order, ++rank) {
              Position position = half;
              position.figures[1] = his;
              put_heights(position, his, block.his, his_order);
              f(rank, position);
            }
          }
        }
      }
    });
  }

  // Calls f(first, one past the last, the set of points) for runs of arrangements in which the player on turn holds the
  // same points.
  template <class F>
  void for_each_held(std::uint64_t begin, std::uint64_t end, F&& f) const {
    for_each_block(begin, end, [&](const Block& block, std::uint64_t rank, std::uint64_t block_end) {
      while (rank < block_end) {
        const std::uint64_t set = (rank - block.first) / block.of_one_set();
        const std::uint64_t run_end = std::min(block_end, block.first + (set + 1) * block.of_one_set());
        f(rank, run_end, held_.set(block.mine.figures(), set));
        rank = run_end;
      }
    });
  }

 private:
  struct Block {
    std::uint64_t first;
    Material mine;
    Material his;
    std::uint64_t my_orders;
    std::uint64_t his_sets;
    std::uint64_t his_orders;

    std::uint64_t of_one_set() const { return my_orders * his_sets * his_orders; }
  };

  const Block& block_of(const Material& mine, const Material& his) const {
    return blocks_[block_of_[place_[mine.number()] * materials_ + place_[his.number()]]];
  }

  // Calls f(block, from, to) for the blocks that begin..end has a part of.
  template <class F>
  void for_each_block(std::uint64_t begin, std::uint64_t end, F&& f) const {
    if (begin >= end) return;
    auto block = std::upper_bound(blocks_.begin(), blocks_.end(), begin,
                                  [](std::uint64_t rank, const Block& other) { return rank < other.first; });
    for (--block; begin < end; ++block) {
      const auto next = block + 1;
      const std::uint64_t block_end = std::min(end, next == blocks_.end() ? size_ : next->first);
      f(*block, begin, block_end);
      begin = block_end;
    }
  }

  static Material material(const Position& position, Points set) {
    const int doubles = std::popcount(set & position.doubles);
    const int triples = std::popcount(set & position.triples);
    return {std::popcount(set) - doubles - triples, doubles, triples};
  }

  // Which of the figures on a set are the Triples, then which of the others the Doubles.
  std::uint64_t order_number(const Position& position, Points set) const {
    const Points triples = set & position.triples;
    const Points doubles = set & position.doubles;
    if ((triples | doubles) == 0) return 0;
    const Points others = set & ~triples;
    const std::uint64_t ways =
        binomial(static_cast<std::size_t>(std::popcount(others)), static_cast<std::size_t>(std::popcount(doubles)));
    return numbers_.number(squeezed(triples, set)) * ways + numbers_.number(squeezed(doubles, others));
  }

  void put_heights(Position& position, Points set, const Material& material, std::uint64_t order) const {
    if (material.doubles + material.triples == 0) return;
    const std::uint64_t ways = binomial(static_cast<std::size_t>(material.singles + material.doubles),
                                        static_cast<std::size_t>(material.doubles));
    const Points triples = spread(numbers_.set(material.triples, order / ways), set);
    position.triples |= triples;
    position.doubles |= spread(numbers_.set(material.doubles, order % ways), set & ~triples);
  }

  SetNumbers numbers_;
  HeldSets held_;
  std::vector<Block> blocks_;
  std::size_t materials_ = 0;
  std::vector<std::uint32_t> place_;     // of a material among all, by its number
  std::vector<std::uint32_t> block_of_;  // by the places of both materials
  std::uint64_t size_ = 0;
};

// The most plies that a figure of a height has: on an empty board, at its best point.
constexpr std::uint64_t most_plies(int height) {
  std::uint64_t most = 0;
  for (int from = 0; from < points; ++from) {
    const Points reached = height == 1 ? linked(from) : height == 2 ? geometry.slides(from, 0) : jumps_to(from);
    const auto targets = static_cast<std::size_t>(std::popcount(reached));
    const std::uint64_t splits = height == 1   ? 0
                                 : height == 2 ? binomial(targets, 2)
                                               : binomial(targets, 3) + 2 * binomial(targets, 2);
    most = std::max(most, targets + splits);
  }
  return most;
}

// An upper bound: all pairs enter, and the stones make as many Triples as they can. No other heights have more plies,
// as a Triple has at least those of three Singles, or of a Double and a Single.
inline std::uint32_t degree(const Rules& rules) {
  static_assert(most_plies(3) >= 3 * most_plies(1) && most_plies(3) >= most_plies(2) + most_plies(1));
  static_assert(2 * most_plies(3) >= 3 * most_plies(2) && most_plies(3) + most_plies(1) >= 2 * most_plies(2));
  const auto stones = static_cast<std::uint64_t>(rules.stones());
  const std::uint64_t rest = stones % 3 == 2 ? most_plies(2) : stones % 3 == 1 ? most_plies(1) : 0;
  const std::uint64_t entering = binomial(static_cast<std::size_t>(std::popcount(entries)), 2);
  return static_cast<std::uint32_t>(entering + stones / 3 * most_plies(3) + rest);
}

// All positions: the start, player 2's first ply by the point where player 1's Single stands, then all arrangements with
// player 1 on turn, then those with player 2.
class FullSpace {
 public:
  using Game = Ten;
  static constexpr std::string_view scheme = "material 1";

  explicit FullSpace(const Rules& rules)
      : rules_(rules), arrangements_(std::make_shared<const Arrangements>(rules, false)) {}

  const Rules& rules() const { return rules_; }
  Index size() const { return opened + 2 * arrangements_->size(); }
  std::uint64_t total_weight() const { return size(); }
  std::uint32_t max_degree() const { return degree(rules_); }

  Index rank(const Position& position) const {
    if (position.phase == 0) return 0;
    if (position.phase == 1) return 1 + static_cast<Index>(std::countr_zero(position.theirs()));
    return opened + (position.player == 2 ? arrangements_->size() : 0) + arrangements_->rank(position);
  }

  Position position(Index index) const {
    Position position;
    for_each(index, index + 1, [&](Index, const Position& found) { position = found; });
    return position;
  }

  template <class F>
  void for_each(Index begin, Index end, F&& f) const {
    for (; begin < std::min(end, opened); ++begin) f(begin, opening(begin));
    for (const Player player : {Player{1}, Player{2}}) {
      const Index first = opened + (player == 2 ? arrangements_->size() : 0);
      const Index last = std::min(end, first + arrangements_->size());
      if (begin >= last) continue;
      arrangements_->for_each(begin - first, last - first, [&](std::uint64_t rank, Position position) {
        if (player == 2) std::swap(position.figures[0], position.figures[1]);
        position.player = player;
        f(first + rank, position);
      });
      begin = last;
    }
  }

  template <class F>
  void for_each_weight(Index begin, Index end, F&& f) const {
    f(begin, end, std::uint64_t{1});
  }

  template <class F>
  void for_each_predecessor(Index, const Position& position, F&& f) const {
    for_each_retraction(rules_, position, [&](const Position& previous) { f(rank(previous), false); });
  }

 private:
  static constexpr Index opened = 1 + points;

  static Position opening(Index index) {
    Position position;
    if (index == 0) return position;
    position.put(1, static_cast<int>(index) - 1, 1);
    position.player = 2;
    position.phase = 1;
    return position;
  }

  Rules rules_;
  std::shared_ptr<const Arrangements> arrangements_;
};

// The start; player 2's first ply, by the point, turned; then all arrangements seen from the player on turn, turned so
// that the points which that player holds are the smallest number among their images. Colours make no difference once
// both have made a ply, so player 1 is on turn in each representative.
//
// Where the points held are the same after `order` symmetries, positions that only those make equal stay apart: they
// are few, and the numbering keeps its form. What this asks of predecessors: an index stands for the images of its
// representative under *some* symmetries, one for each image of the points held. All steps into any of these count, and
// they are counted where they leave from representatives.
class ReducedSpace {
 public:
  using Game = Ten;
  static constexpr std::string_view scheme = "turned material 1";

  explicit ReducedSpace(const Rules& rules)
      : rules_(rules), arrangements_(std::make_shared<const Arrangements>(rules, true)) {}

  const Rules& rules() const { return rules_; }
  Index size() const { return opened() + arrangements_->size(); }
  std::uint32_t max_degree() const { return degree(rules_); }

  std::uint64_t total_weight() const {
    std::uint64_t total = 0;
    for_each_weight(0, size(),
                    [&](Index first, Index last, std::uint64_t weight) { total += (last - first) * weight; });
    return total;
  }

  Index rank(const Position& position) const {
    if (position.phase == 0) return 0;
    if (position.phase == 1) return 1 + held().entry(position.theirs()).number;
    return opened() + arrangements_->rank(position);
  }

  Position position(Index index) const {
    return index < opened() ? opening(index) : arrangements_->position(index - opened());
  }

  template <class F>
  void for_each(Index begin, Index end, F&& f) const {
    for (; begin < std::min(end, opened()); ++begin) f(begin, opening(begin));
    if (begin >= end) return;
    arrangements_->for_each(begin - opened(), end - opened(),
                            [&](std::uint64_t rank, const Position& position) { f(opened() + rank, position); });
  }

  template <class F>
  void for_each_weight(Index begin, Index end, F&& f) const {
    for (; begin < std::min(end, opened()); ++begin) f(begin, begin + 1, images(points_held(opening(begin))));
    if (begin >= end) return;
    arrangements_->for_each_held(begin - opened(), end - opened(),
                                 [&](std::uint64_t first, std::uint64_t last, Points held_points) {
                                   f(opened() + first, opened() + last, 2 * images(held_points));
                                 });
  }

  template <class F>
  void for_each_predecessor(Index, const Position& position, F&& f) const {
    const Points here = points_held(position);
    const bool plain = held().entry(here).order == 1;
    for_each_retraction(rules_, position, [&](const Position& previous) {
      const HeldSets::Entry& entry = held().entry(points_held(previous));
      if (plain && entry.order == 1) {
        f(rank(previous), false);  // of its six images just one is a representative
      } else {
        for_each_member(here, [&](int symmetry) {
          const Position image = Ten::image(symmetry, previous);
          if (held().entry(points_held(image)).symmetry == 0) f(rank(image), false);
        });
      }
    });
  }

 private:
  const HeldSets& held() const { return arrangements_->held(); }
  Index opened() const { return 1 + held().count(1); }

  // The points by which a position is turned.
  static Points points_held(const Position& position) {
    return position.phase == 2 ? position.mine() : position.figures[0];
  }

  std::uint64_t images(Points set) const { return Symmetries::count / held().entry(set).order; }

  // Calls f with the symmetries that take a representative to all positions of its index. `set`: its points held.
  template <class F>
  void for_each_member(Points set, F&& f) const {
    std::array<Points, Symmetries::count> met{};
    std::size_t count = 0;
    for (int symmetry = 0; symmetry < Symmetries::count; ++symmetry) {
      const Points image = symmetries.image(symmetry, set);
      if (std::find(met.begin(), met.begin() + count, image) != met.begin() + count) continue;
      met[count++] = image;
      f(symmetries.inverse(held().entry(image).symmetry));
    }
  }

  Position opening(Index index) const {
    Position position;
    if (index == 0) return position;
    position.put(1, std::countr_zero(held().set(1, index - 1)), 1);
    position.player = 2;
    position.phase = 1;
    return position;
  }

  Rules rules_;
  std::shared_ptr<const Arrangements> arrangements_;
};

static_assert(Space<FullSpace> && Space<ReducedSpace>);

}  // namespace spielkern::ten

template <>
struct spielkern::Spaces<spielkern::Ten> {
  using Full = ten::FullSpace;
  using Solved = ten::ReducedSpace;
};
static_assert(spielkern::OffersSpaces<spielkern::Ten>);
