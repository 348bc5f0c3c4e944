#pragma once

#include <cstdint>

namespace spielkern {

// 1 moves first, 2 second, as in every text; 0 stands for "nobody" where an answer may be nobody.
using Player = std::uint8_t;

constexpr Player opponent(Player player) {
  return static_cast<Player>(3 - player);
}

}  // namespace spielkern
