#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spielkern {

// n over k for n up to 64 where it fits 64 bits; larger ones wrap and are not used.
class Binomials {
 public:
  constexpr Binomials() {
    for (std::size_t n = 0; n < side; ++n) {
      table_[n][0] = 1;
      for (std::size_t k = 1; k <= n; ++k) table_[n][k] = table_[n - 1][k - 1] + (k < n ? table_[n - 1][k] : 0);
    }
  }
  constexpr std::uint64_t operator()(std::size_t n, std::size_t k) const { return table_[n][k]; }

 private:
  static constexpr std::size_t side = 65;
  std::array<std::array<std::uint64_t, side>, side> table_{};
};

inline constexpr Binomials binomial;

// Subsets of a fixed size as bit masks, ranked in the order of the masks as numbers. A mask is cut in two:
//
//      high half | low half        rank = first rank of the high half + rank of the low half among those of its size
//
// so ranking is two look-ups, and all masks with one high half are neighbours.
class Combinations {
 public:
  // 0 <= chosen <= points <= 40
  Combinations(int points, int chosen) : chosen_(chosen), low_bits_(points / 2), low_mask_((1U << low_bits_) - 1) {
    low_rank_.resize(low_mask_ + std::size_t{1});
    low_begin_.resize(static_cast<std::size_t>(low_bits_) + 2);
    for (std::size_t size = 0; size <= static_cast<std::size_t>(low_bits_); ++size) {
      low_begin_[size + 1] = low_begin_[size] + binomial(static_cast<std::size_t>(low_bits_), size);
    }
    low_halves_.resize(low_rank_.size());
    std::vector<std::uint64_t> next(low_begin_.begin(), low_begin_.end() - 1);
    for (std::uint32_t low = 0; low < low_rank_.size(); ++low) {
      const auto size = static_cast<std::size_t>(std::popcount(low));
      low_rank_[low] = static_cast<std::uint32_t>(next[size] - low_begin_[size]);
      low_halves_[next[size]++] = low;
    }
    first_rank_.resize((std::size_t{1} << (points - low_bits_)) + 1);
    for (std::size_t high = 0; high + 1 < first_rank_.size(); ++high) {
      first_rank_[high + 1] = first_rank_[high] + size_of_block(high);
    }
    // Where to begin looking for a rank's high half.
    jump_shift_ = std::max(0, static_cast<int>(std::bit_width(size())) - 16);
    jump_.resize((size() >> jump_shift_) + 1);
    std::uint32_t high = 0;
    for (std::size_t i = 0; i < jump_.size(); ++i) {
      while (first_rank_[high + 1] <= i << jump_shift_ && high + 2 < first_rank_.size()) ++high;
      jump_[i] = high;
    }
  }

  std::uint64_t size() const { return first_rank_.back(); }

  // PRECONDITION: exactly `chosen` bits, all below `points`.
  std::uint64_t rank(std::uint64_t mask) const { return first_rank_[mask >> low_bits_] + low_rank_[mask & low_mask_]; }

  // PRECONDITION: rank < size().
  std::uint64_t unrank(std::uint64_t rank) const {
    const std::uint64_t high = high_half(rank);
    return (high << low_bits_) | low_halves_[low_begin_[low_size(high)] + rank - first_rank_[high]];
  }

  // Calls f(rank, mask) for begin <= rank < end in rising order. PRECONDITION: end <= size().
  template <class F>
  void for_each(std::uint64_t begin, std::uint64_t end, F&& f) const {
    if (begin >= end) return;
    for (std::uint64_t rank = begin, high = high_half(begin); rank < end; ++high) {
      const std::uint64_t block_end = std::min(end, first_rank_[high + 1]);
      if (rank >= block_end) continue;
      const std::uint32_t* low = &low_halves_[low_begin_[low_size(high)] + rank - first_rank_[high]];
      for (; rank < block_end; ++rank) f(rank, (high << low_bits_) | *low++);
    }
  }

  // What the tables take.
  static std::uint64_t bytes(int points) {
    return (std::uint64_t{16} << (points - points / 2)) + (std::uint64_t{8} << (points / 2)) + (1 << 19);
  }

 private:
  std::uint64_t high_half(std::uint64_t rank) const {
    std::uint64_t high = jump_[rank >> jump_shift_];
    while (first_rank_[high + 1] <= rank) ++high;
    return high;
  }

  std::size_t low_size(std::uint64_t high) const { return static_cast<std::size_t>(chosen_ - std::popcount(high)); }

  std::uint64_t size_of_block(std::uint64_t high) const {
    const int size = chosen_ - std::popcount(high);
    if (size < 0 || size > low_bits_) return 0;
    return binomial(static_cast<std::size_t>(low_bits_), static_cast<std::size_t>(size));
  }

  int chosen_;
  int low_bits_;
  std::uint32_t low_mask_;
  int jump_shift_ = 0;
  std::vector<std::uint32_t> low_rank_;    // of a low half, among those of its size
  std::vector<std::uint64_t> low_begin_;   // where the low halves of a size begin in low_halves_
  std::vector<std::uint32_t> low_halves_;  // by size, then by rank
  std::vector<std::uint64_t> first_rank_;  // of a high half
  std::vector<std::uint32_t> jump_;        // of a rank cut short: the high half of the first rank like it
};

}  // namespace spielkern
