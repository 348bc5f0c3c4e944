#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/space.hpp"

namespace spielkern {

inline std::uint64_t grundy_bytes(std::uint64_t positions) {
  return positions * sizeof(std::uint32_t) * 2;
}

// The Grundy value of every index of an impartial game: the smallest number that no successor has. Under misere rules a
// finished position counts 1 instead of 0 (the "misere Grundy value" of Winning Ways, ch. 13): 0 still means lost for
// the player to move, but the values of a sum no longer follow from its parts.
//
// Throws RulesError if play can go on for ever: then there are no such values.
template <Space S>
  requires Impartial<typename S::Game>
std::vector<std::uint32_t> grundy_values(const S& space, Control& control) {
  using G = typename S::Game;
  using Position = typename G::Position;
  const auto size = static_cast<std::size_t>(space.size());
  std::vector<std::uint32_t> values(size);
  std::vector<Index> seen(static_cast<std::size_t>(space.max_degree()) + 2, size);  // which index last met a value

  const bool many_steps = space.max_degree() > 1024;

  const auto decide = [&](Index index, const Position& position) {
    control.tick(1);
    std::uint32_t least = 0;
    bool finished = true;
    for_each_successor_index(space, index, position, [&](Index successor) {
      if (many_steps) control.tick();
      seen[values[successor]] = index;
      finished = false;
    });
    while (seen[least] == index) ++least;
    values[index] = finished && G::misere(space.rules()) ? 1 : least;
  };

  control.begin("Grundy values", space.size());
  if constexpr (SuccessorsFirst<S>) {
    space.for_each(0, space.size(), decide);
    return values;
  } else {
    // Whoever has no open successor left is next.
    std::vector<std::uint32_t> open(size);
    std::vector<Index> ready;
    space.for_each(0, space.size(), [&](Index index, const Position& position) {
      open[index] = static_cast<std::uint32_t>(count_moves<G>(space.rules(), position));
      if (open[index] == 0) ready.push_back(index);
    });
    std::size_t decided = 0;
    while (!ready.empty()) {
      const Index index = ready.back();
      ready.pop_back();
      ++decided;
      const Position position = space.position(index);
      decide(index, position);
      space.for_each_predecessor(index, position, [&](Index before, bool) {
        if (--open[before] == 0) ready.push_back(before);
      });
    }
    if (decided != size) throw RulesError(std::string(G::title) + " can go on for ever, so it has no Grundy values");
    return values;
  }
}

}  // namespace spielkern
