#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace spielkern {

// A set of bits whose n-th member is found without a branch and without a loop, also while members are taken out one by
// one: it keeps how many bits there are up to each byte.
//
//      set 0x0205:   byte 1 0000'0010, byte 0 0000'0101
//      counts:       ... 3 3, 2        the third bit is in byte 1, since byte 0 has only two
class CountedBits {
 public:
  explicit constexpr CountedBits(std::uint64_t set) : set_(set), size_(static_cast<std::uint64_t>(std::popcount(set))) {
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f;
    counts_ = set * every_byte;
  }

  constexpr std::uint64_t set() const { return set_; }
  constexpr std::uint64_t size() const { return size_; }

  // The place of the n-th bit, counted from 0. PRECONDITION: n < size().
  constexpr int nth(std::uint64_t n) const {
    constexpr std::uint64_t high = every_byte << 7;
    // The high bit stays in each byte whose count is at most n; the bit is in the byte after those.
    const int shift = 8 * std::popcount(((n * every_byte | high) - counts_) & high);
    const std::uint64_t before = (counts_ << 8) >> shift & 255;
    return shift + nth_in_byte[(n - before) * 256 + (set_ >> shift & 255)];
  }

  // PRECONDITION: the bit is in the set.
  constexpr void take_out(int bit) {
    set_ ^= std::uint64_t{1} << bit;
    counts_ -= every_byte << (bit & 56);
    --size_;
  }

 private:
  static constexpr std::uint64_t every_byte = 0x0101010101010101;

  // The n-th bit of each byte, at [n * 256 + byte].
  static constexpr std::array<std::uint8_t, std::size_t{8} * 256> nth_in_byte = [] {
    std::array<std::uint8_t, std::size_t{8} * 256> table{};
    for (std::size_t byte = 0; byte < 256; ++byte) {
      std::size_t nth = 0;
      for (std::uint8_t i = 0; i < 8; ++i) {
        if ((byte >> i & 1) != 0) table[nth++ * 256 + byte] = i;
      }
    }
    return table;
  }();

  std::uint64_t set_;
  std::uint64_t size_;  // also the last count; apart, so that a random n need not wait for the counts
  std::uint64_t counts_ = 0;
};

}  // namespace spielkern
