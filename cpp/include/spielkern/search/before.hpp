#pragma once

#include <cstdint>
#include <vector>

namespace spielkern {

// What a search should know of the match that its position stands in.
struct Before {
  std::vector<std::uint64_t> keys{};             // G::key of the positions that are drawn if they come (again)
  std::uint32_t plies_left = ~std::uint32_t{0};  // until the match is drawn
};

}  // namespace spielkern
