#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "spielkern/core/space.hpp"
#include "spielkern/games/nim/nim.hpp"

namespace spielkern::nim {

// All heap sizes up to those of the rules. Both players have the same moves, so the mover is no part of it; player 1
// stands for both. The first heap counts ones, so taking objects always leads to a smaller index.
class HeapSpace {
 public:
  using Game = Nim;
  static constexpr std::string_view scheme = "heaps 1";
  static constexpr bool successors_first = true;

  explicit HeapSpace(const Rules& rules) : rules_(rules) {}

  const Rules& rules() const { return rules_; }
  Index size() const { return rules_.positions(); }
  Index rank(const Position& position) const { return Nim::index_of_heaps(rules_, position); }
  std::uint64_t total_weight() const { return size(); }

  std::uint32_t max_degree() const {
    const std::uint64_t slots = Nim::move_slots(rules_);
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(slots, std::numeric_limits<std::uint32_t>::max()));
  }

  Position position(Index index) const {
    Position position;
    for (std::size_t i = 0; i < rules_.heaps(); ++i) {
      rules_.add(position, i, index % (rules_.size(i) + 1));
      index /= rules_.size(i) + 1;
    }
    return position;
  }

  template <class F>
  void for_each(Index begin, Index end, F&& f) const {
    if (begin >= end) return;
    Position current = position(begin);
    for (Index index = begin; index < end; ++index) {
      f(index, current);
      for (std::size_t i = 0; i < rules_.heaps(); ++i) {  // counts one on, with carry
        const std::uint64_t heap = rules_.heap(current, i);
        if (heap < rules_.size(i)) {
          rules_.add(current, i, 1);
          break;
        }
        rules_.add(current, i, ~heap + 1);
      }
    }
  }

  template <class F>
  void for_each_weight(Index begin, Index end, F&& f) const {
    f(begin, end, std::uint64_t{1});
  }

  template <class F>
  void for_each_successor_index(Index index, const Position& position, F&& f) const {
    for (std::size_t i = 0; i < rules_.heaps(); ++i) {
      const std::uint64_t heap = rules_.heap(position, i);
      for (std::uint64_t count = 1; count <= heap; ++count) f(index - count * rules_.stride(i));
    }
  }

  template <class F>
  void for_each_predecessor(Index index, const Position& position, F&& f) const {
    for (std::size_t i = 0; i < rules_.heaps(); ++i) {
      const std::uint64_t room = rules_.size(i) - rules_.heap(position, i);
      for (std::uint64_t count = 1; count <= room; ++count) f(index + count * rules_.stride(i), false);
    }
  }

 private:
  Rules rules_;
};

static_assert(SuccessorsFirst<HeapSpace>);

}  // namespace spielkern::nim

template <>
struct spielkern::Spaces<spielkern::Nim> {
  using Full = nim::HeapSpace;
  using Solved = nim::HeapSpace;
};
static_assert(spielkern::OffersSpaces<spielkern::Nim>);
