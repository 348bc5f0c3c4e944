#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace spielkern {

// xoshiro256** (Blackman & Vigna 2018), its state filled by SplitMix64. Part of what we promise: the same seed gives
// the same sequence on every platform and in every version, so the standard library's distributions are not used.
class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) {
    for (auto& word : state_) {
      seed += 0x9e3779b97f4a7c15U;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
      word = z ^ (z >> 31);
    }
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in 0..n-1, n >= 1. Up to 2^32 by Lemire's multiplication (2019), beyond by drawing again.
  constexpr std::uint64_t below(std::uint64_t n) {
    constexpr std::uint64_t two_32 = std::uint64_t{1} << 32;
    if (n > two_32) {
      const int unused_bits = std::countl_zero(n - 1);
      std::uint64_t x = next() >> unused_bits;
      while (x >= n) x = next() >> unused_bits;
      return x;
    }
    std::uint64_t m = (next() >> 32) * n;
    if ((m & (two_32 - 1)) < n) {
      const std::uint64_t unfair = (two_32 - n) % n;
      while ((m & (two_32 - 1)) < unfair) m = (next() >> 32) * n;
    }
    return m >> 32;
  }

  // Fisher and Yates, from the back.
  template <class Range>
  constexpr void shuffle(Range& range) {
    for (std::size_t i = range.size(); i > 1; --i) {
      const auto j = static_cast<std::size_t>(below(i));
      const auto kept = range[i - 1];
      range[i - 1] = range[j];
      range[j] = kept;
    }
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace spielkern
