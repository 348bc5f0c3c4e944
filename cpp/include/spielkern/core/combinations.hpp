#pragma once

#include <array>
#include <bit>
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

// Subsets of a fixed size as bit masks, ranked in the order of the masks as numbers (colexicographic).
//   rank of {a < b < c < ...} = (a over 1) + (b over 2) + (c over 3) + ...
class Combinations {
 public:
  Combinations(int points, int chosen) : points_(points), chosen_(chosen) {
    const auto chunks = static_cast<std::size_t>((points + chunk_bits - 1) / chunk_bits);
    const auto rows = static_cast<std::size_t>(chosen) + 1;
    table_.resize(chunks * rows * chunk_values);
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      for (std::size_t before = 0; before < rows; ++before) {
        for (std::uint64_t bits = 0; bits < chunk_values; ++bits) {
          std::uint64_t sum = 0;
          std::size_t k = before;
          for (std::uint64_t left = bits; left != 0; left &= left - 1) {
            const auto point = chunk * chunk_bits + static_cast<std::size_t>(std::countr_zero(left));
            if (++k <= point) sum += binomial(point, k);
          }
          table_[(chunk * rows + before) * chunk_values + bits] = sum;
        }
      }
    }
  }

  std::uint64_t size() const { return binomial(static_cast<std::size_t>(points_), static_cast<std::size_t>(chosen_)); }
  std::uint64_t first() const { return (std::uint64_t{1} << chosen_) - 1; }

  // PRECONDITION: exactly `chosen` bits, all below `points`.
  std::uint64_t rank(std::uint64_t mask) const {
    const std::size_t rows = static_cast<std::size_t>(chosen_) + 1;
    std::uint64_t sum = 0;
    std::size_t before = 0;
    for (std::size_t chunk = 0; mask != 0; ++chunk, mask >>= chunk_bits) {
      const std::uint64_t bits = mask & (chunk_values - 1);
      sum += table_[(chunk * rows + before) * chunk_values + bits];
      before += static_cast<std::size_t>(std::popcount(bits));
    }
    return sum;
  }

  // PRECONDITION: rank < size().
  std::uint64_t unrank(std::uint64_t rank) const {
    std::uint64_t mask = 0;
    auto point = static_cast<std::size_t>(points_);
    for (auto k = static_cast<std::size_t>(chosen_); k > 0; --k) {
      do --point;
      while (binomial(point, k) > rank);
      rank -= binomial(point, k);
      mask |= std::uint64_t{1} << point;
    }
    return mask;
  }

  // The mask after this one (Gosper); past the last one the result means nothing.
  static std::uint64_t next(std::uint64_t mask) {
    const std::uint64_t lowest = mask & (~mask + 1);
    const std::uint64_t carried = mask + lowest;
    return carried | (((mask ^ carried) >> 2) >> std::countr_zero(mask));
  }

 private:
  static constexpr int chunk_bits = 9;
  static constexpr std::uint64_t chunk_values = 1 << chunk_bits;

  int points_;
  int chosen_;
  std::vector<std::uint64_t> table_;
};

}  // namespace spielkern
