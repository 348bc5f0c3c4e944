#pragma once

#include <cstdint>

namespace spielkern {

// A bijection of 64 bits whose every input bit reaches every output bit (Stafford's variant 13). A game whose position
// fits 64 bits keys it with this and has no collisions at all.
constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

// Folds one more word into a key; the order of the words matters.
constexpr std::uint64_t mix(std::uint64_t key, std::uint64_t word) {
  return mix(key ^ (word * 0x9e3779b97f4a7c15U + 0xd1b54a32d192ed03U));
}

}  // namespace spielkern
