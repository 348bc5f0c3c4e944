#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "spielkern/search/exact_table.hpp"
#include "spielkern/search/net_steps.hpp"

namespace spielkern {

// Bounds of positions that a search for the net has seen. All values of a position have one parity, so that an entry
// keeps each bound plus the greatest value there is, halved.
class Transpositions {
 public:
  using Entry = ExactTable::Entry;

  static constexpr std::size_t bucket_size = ExactTable::bucket_size;
  static constexpr std::uint64_t bucket_bytes = ExactTable::bucket_bytes;

  struct Found {
    Bounds bounds;
    bool any = false;
  };

  static std::uint64_t least_buckets(unsigned key_bits) { return ExactTable::least_buckets(key_bits, 2 * bound_bits); }
  static std::uint64_t most_buckets(unsigned key_bits) { return ExactTable::most_buckets(key_bits); }

  // For values from -greatest to greatest; all else as in ExactTable.
  Transpositions(unsigned key_bits, int greatest, Entry* memory, std::uint64_t buckets)
      : greatest_(greatest), table_(key_bits, 2 * bound_bits, memory, buckets) {}

  std::size_t size() const { return table_.size(); }
  double use() const { return table_.use(); }

  struct Place {
    ExactTable::Place place;
    int odd;  // 1 if the position's values have not the parity of the greatest one
  };

  // `remaining` has the parity of the position's values.
  Place place(std::uint64_t key, int remaining) const { return {table_.place(key), (remaining ^ greatest_) & 1}; }

  void prefetch(const Place& place) const { table_.prefetch(place.place); }

  // Inline always: a call costs as much as all that it does, and searches do little else.
  [[gnu::always_inline]] Found find(const Place& place) const {
    const std::uint64_t facts = table_.find(place.place);
    if (facts == 0) return {{-greatest_, greatest_}, false};
    return {unpacked(facts, place.odd), true};
  }

  // Adds what was found out about a position to what the table knows of it.
  void store(const Place& place, Bounds bounds, std::uint64_t nodes) {
    table_.store(place.place, nodes, [&](std::uint64_t facts) {
      if (facts != 0) {
        const Bounds known = unpacked(facts, place.odd);
        bounds = {std::max(bounds.lower, known.lower), std::min(bounds.upper, known.upper)};
      }
      return packed(bounds);
    });
  }

 private:
  static constexpr unsigned bound_bits = 5;  // values of one parity from -31 to 31
  static constexpr std::uint64_t bound_mask = (1U << bound_bits) - 1;

  // The lower bound counts from 1 up, so that no facts are zero: lower + greatest is at most twice the greatest, 50 with 25
  // boxes, and halved plus one 26.
  std::uint64_t packed(Bounds bounds) const {
    const auto lower = static_cast<std::uint64_t>((bounds.lower + greatest_) / 2 + 1);
    const auto upper = static_cast<std::uint64_t>((bounds.upper + greatest_) / 2);
    return upper << bound_bits | lower;
  }

  Bounds unpacked(std::uint64_t facts, int odd) const {
    const int lower = static_cast<int>(facts & bound_mask) - 1;
    const int upper = static_cast<int>(facts >> bound_bits & bound_mask);
    return {2 * lower - greatest_ + odd, 2 * upper - greatest_ + odd};
  }

  int greatest_;
  ExactTable table_;
};

}  // namespace spielkern
