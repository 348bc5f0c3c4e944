#pragma once

#include <cstdint>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/space.hpp"

namespace spielkern {

// Calls f(index, position) once for every index that play from `start` reaches, `start` itself included. Takes one bit
// an index and a stack.
template <Space S, class F>
void for_each_reachable(const S& space, const typename S::Game::Position& start, Control& control, F&& f) {
  control.begin("finding reachable positions", 0);
  std::vector<bool> seen(static_cast<std::size_t>(space.size()));
  std::vector<Index> stack{space.rank(start)};
  seen[stack.back()] = true;
  while (!stack.empty()) {
    const Index index = stack.back();
    stack.pop_back();
    control.tick(1);
    const auto position = space.position(index);
    f(index, position);
    for_each_successor_index(space, index, position, [&](Index successor) {
      if (seen[successor]) return;
      seen[successor] = true;
      stack.push_back(successor);
    });
  }
}

}  // namespace spielkern
