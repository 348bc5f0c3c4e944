#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/space.hpp"
#include "spielkern/core/text.hpp"

namespace spielkern {

// The positions that can be reached from some roots, found by search and kept in a hash table: makes any game without
// chance solvable for nothing. Steps are stored in both directions, so it takes far more memory than a game's own
// space.
template <Deterministic G>
class ReachableSpace {
 public:
  using Game = G;
  static constexpr std::string_view scheme = "reachable 1";
  using Position = typename G::Position;

  // Throws MemoryLimitError before more than `max_bytes` are taken.
  ReachableSpace(const typename G::Rules& rules, const std::vector<Position>& roots, std::uint64_t max_bytes,
                 Control& control)
      : rules_(rules), max_bytes_(max_bytes), slots_(1024, free_slot) {
    control.begin("finding positions", 0);
    for (const Position& root : roots) insert(root);
    std::vector<Number> targets;  // of all steps, by the index they leave from
    std::vector<Index> ends;      // where the steps of an index end in `targets`
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      control.tick(1);
      const Position position = positions_[i];
      auto sink = [&](const typename G::Move& move) {
        targets.push_back(insert(G::play(rules_, position, move)));
        return true;
      };
      G::generate(rules_, position, sink);
      ends.push_back(targets.size());
      if (i > 0) max_degree_ = std::max(max_degree_, static_cast<std::uint32_t>(ends[i] - ends[i - 1]));
      check_memory(targets.size());
    }
    if (!ends.empty()) max_degree_ = std::max(max_degree_, static_cast<std::uint32_t>(ends[0]));
    reverse(targets, ends);
  }

  const typename G::Rules& rules() const { return rules_; }
  Index size() const { return positions_.size(); }
  Position position(Index index) const { return positions_[index]; }
  std::uint64_t total_weight() const { return size(); }
  std::uint32_t max_degree() const { return max_degree_; }

  bool contains(const Position& position) const { return slots_[find(position)] != free_slot; }
  Index rank(const Position& position) const { return slots_[find(position)]; }

  template <class F>
  void for_each(Index begin, Index end, F&& f) const {
    for (Index i = begin; i < end; ++i) f(i, positions_[i]);
  }

  template <class F>
  void for_each_weight(Index begin, Index end, F&& f) const {
    f(begin, end, std::uint64_t{1});
  }

  template <class F>
  void for_each_predecessor(Index index, const Position& position, F&& f) const {
    const Player player = G::player(rules_, position);
    for (Index i = index == 0 ? 0 : sources_end_[index - 1]; i < sources_end_[index]; ++i) {
      f(Index{sources_[i]}, G::player(rules_, positions_[sources_[i]]) == player);
    }
  }

 private:
  using Number = std::uint32_t;  // an index, in as little memory as will do
  static constexpr Number free_slot = std::numeric_limits<Number>::max();

  // The slot that holds the position, or the free one where it would go. Linear probing, never more than half full.
  std::size_t find(const Position& position) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = static_cast<std::size_t>(G::key(rules_, position)) & mask;
    while (slots_[slot] != free_slot && !(positions_[slots_[slot]] == position)) slot = (slot + 1) & mask;
    return slot;
  }

  Number insert(const Position& position) {
    const std::size_t slot = find(position);
    if (slots_[slot] != free_slot) return slots_[slot];
    if (positions_.size() == free_slot) throw MemoryLimitError("more than 2^32 - 1 positions are reachable");
    const auto number = static_cast<Number>(positions_.size());
    positions_.push_back(position);
    slots_[slot] = number;
    if (positions_.size() * 2 > slots_.size()) grow();
    return number;
  }

  void grow() {
    check_memory(0, slots_.size() * sizeof(Number) * 2);
    slots_.assign(slots_.size() * 2, free_slot);
    for (std::size_t i = 0; i < positions_.size(); ++i) slots_[find(positions_[i])] = static_cast<Number>(i);
  }

  // Steps are held twice at the end, and a growing vector holds its old and its new copy for a moment.
  void check_memory(std::uint64_t steps, std::uint64_t more = 0) const {
    const std::uint64_t need = 2 * positions_.size() * sizeof(Position) + slots_.size() * sizeof(Number) +
                               3 * steps * sizeof(Number) + 2 * positions_.size() * sizeof(Index) + more;
    if (need <= max_bytes_) return;
    throw MemoryLimitError(std::string(G::title) + ": finding the reachable positions needs more than the allowed " +
                           shown_bytes(max_bytes_) + " (" + shown_number(positions_.size()) + " positions so far)");
  }

  // Turns "the steps of i lead to" into "the steps to i come from" by counting sort.
  void reverse(const std::vector<Number>& targets, const std::vector<Index>& ends) {
    sources_end_.assign(positions_.size(), 0);
    for (const Number target : targets) ++sources_end_[target];
    Index sum = 0;
    for (Index& end : sources_end_) sum = std::exchange(end, sum) + sum;
    sources_.resize(targets.size());
    std::size_t step = 0;
    for (std::size_t source = 0; source < ends.size(); ++source) {
      for (; step < ends[source]; ++step) sources_[sources_end_[targets[step]]++] = static_cast<Number>(source);
    }
  }

  typename G::Rules rules_;
  std::uint64_t max_bytes_;
  std::vector<Number> slots_;
  std::vector<Position> positions_;
  std::vector<Number> sources_;
  std::vector<Index> sources_end_;
  std::uint32_t max_degree_ = 1;
};

}  // namespace spielkern
