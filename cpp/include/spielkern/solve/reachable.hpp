#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "spielkern/core/control.hpp"
#include "spielkern/core/pages.hpp"
#include "spielkern/core/space.hpp"

namespace spielkern {

inline std::uint64_t reachable_bytes(Index size) {
  return (size / 64 + 1) * 2 * sizeof(std::uint64_t);
}

// Calls f(index, position) once for every index that play from `start` reaches, `start` itself included. Takes two bits
// an index: "seen" and "still to look at". Sweeps go over the second up and down in turn until nothing is left there; a
// list of what is left could become many times as large.
template <Space S, class F>
void for_each_reachable(const S& space, const typename S::Game::Position& start, Control& control, F&& f) {
  control.begin("finding reachable positions", 0);
  const auto words = static_cast<std::size_t>(space.size() / 64 + 1);
  auto seen = filled_pages(words, std::uint64_t{0}, control);
  auto open = filled_pages(words, std::uint64_t{0}, control);
  std::uint64_t left = 0;
  const auto reach = [&](Index index) {
    const std::uint64_t bit = std::uint64_t{1} << index % 64;
    const auto word = static_cast<std::size_t>(index / 64);
    if ((seen[word] & bit) != 0) return;
    seen[word] |= bit;
    open[word] |= bit;
    ++left;
  };
  reach(space.rank(start));
  for (bool up = true; left > 0; up = !up) {
    for (std::size_t nth = 0; nth < words && left > 0; ++nth) {
      const std::size_t word = up ? nth : words - 1 - nth;
      if (nth % 64 == 0) control.tick();
      while (open[word] != 0) {  // looking at one may open others of this word
        control.tick(1);
        const int bit = up ? std::countr_zero(open[word]) : 63 - std::countl_zero(open[word]);
        open[word] &= ~(std::uint64_t{1} << bit);
        --left;
        const Index index = Index{word} * 64 + static_cast<Index>(bit);
        const auto position = space.position(index);
        f(index, position);
        for_each_successor_index(space, index, position, reach);
      }
    }
  }
}

}  // namespace spielkern
