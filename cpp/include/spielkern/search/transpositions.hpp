#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "spielkern/core/pages.hpp"
#include "spielkern/search/net_steps.hpp"

namespace spielkern {

// Bounds of positions that a search has seen, in memory of a fixed size that all threads share without locks.
//
// Keys are sets of up to 64 bits. They are first mixed, one to one; the highest 32 bits of the mixed key, times the number
// of buckets, choose the bucket. So the mixed keys of one bucket lie side by side, and their lowest bits, as many as make
// up the length of such a stretch, tell them apart: what is found is the very position that was asked for, never one
// that only looks like it.
//
// An entry is one 64-bit word, from the lowest bit up: the lowest bits of the mixed key; bounds, both plus the greatest
// value there is and halved, as all values of a position have one parity; the work it took, as a logarithm, which goes
// without when a big board and a small table leave no room. An empty entry is a zero, which no stored one is, see `pack`.
// A bucket is half a line of the processor's cache.
class Transpositions {
 public:
  static constexpr std::size_t bucket_size = 4;
  static constexpr std::uint64_t bucket_bytes = bucket_size * sizeof(std::uint64_t);

  struct Found {
    Bounds bounds;
    bool any = false;
  };

  using Entry = std::atomic<std::uint64_t>;

  // The buckets of the least table for keys of so many bits, and of the greatest that is of any use.
  static std::uint64_t least_buckets(unsigned key_bits) {
    std::uint64_t buckets = 64;
    while (rest_bits(key_bits, buckets) > 64 - 2 * bound_bits) buckets *= 2;
    return buckets;
  }
  static std::uint64_t most_buckets(unsigned key_bits) {
    return std::uint64_t{1} << std::clamp<unsigned>(key_bits, 7, 31);
  }

  // For keys below 2^key_bits and values from -greatest to greatest. PRECONDITION: there are at least least_buckets
  // and at most most_buckets; the memory holds bucket_size entries for each, all zero, and stays where it is.
  Transpositions(unsigned key_bits, int greatest, Entry* memory, std::uint64_t buckets)
      : key_bits_(key_bits),
        greatest_(greatest),
        buckets_(buckets),
        rest_bits_(rest_bits(key_bits, buckets)),
        rest_mask_(low_bits(rest_bits_)),
        entries_(memory) {
    const unsigned spare = 64 - 2 * bound_bits - rest_bits_;
    work_bits_ = std::min(spare, 6U);
  }

  std::size_t size() const { return static_cast<std::size_t>(buckets_) * bucket_size; }

  // Entries in use, judged by a part of the table.
  double use() const {
    const std::size_t seen = std::min<std::size_t>(size(), 1 << 14);
    std::size_t used = 0;
    for (std::size_t i = 0; i < seen; ++i) used += entries_[i].load(std::memory_order_relaxed) != 0 ? 1 : 0;
    return static_cast<double>(used) / static_cast<double>(seen);
  }

  // Where a key belongs. Made once, used for prefetching, looking up and storing.
  struct Place {
    std::uint64_t bucket;
    std::uint64_t rest;
    int odd;  // 1 if the position's values have not the parity of the greatest one
  };

  // `remaining` has the parity of the position's values.
  Place place(std::uint64_t key, int remaining) const {
    const std::uint64_t mixed = mixed_key(key);
    const std::uint64_t high = (mixed << (64 - key_bits_)) >> 32;
    return {(high * buckets_) >> 32, mixed & rest_mask_, (remaining ^ greatest_) & 1};
  }

  void prefetch(const Place& place) const {
    spielkern::prefetch(&entries_[static_cast<std::size_t>(place.bucket) * bucket_size]);
  }

  Found find(const Place& place) const {
    const auto* bucket = &entries_[static_cast<std::size_t>(place.bucket) * bucket_size];
    for (std::size_t i = 0; i < bucket_size; ++i) {
      const std::uint64_t entry = bucket[i].load(std::memory_order_relaxed);
      if (((entry ^ place.rest) & rest_mask_) == 0 && entry >> rest_bits_ != 0) return unpack(entry, place.odd);
    }
    return {{-greatest_, greatest_}, false};
  }

  // Adds what was found out about a position to what the table knows of it; forgets the entry of the bucket that was
  // least work if there is no room.
  void store(const Place& place, Bounds bounds, std::uint64_t nodes) {
    auto* bucket = &entries_[static_cast<std::size_t>(place.bucket) * bucket_size];
    unsigned work = std::min<unsigned>(static_cast<unsigned>(std::bit_width(nodes)), (1U << work_bits_) - 1);
    std::size_t slot = 0;
    std::uint64_t least = ~std::uint64_t{0};
    for (std::size_t i = 0; i < bucket_size; ++i) {
      const std::uint64_t entry = bucket[i].load(std::memory_order_relaxed);
      if (((entry ^ place.rest) & rest_mask_) == 0 && entry >> rest_bits_ != 0) {
        const Found known = unpack(entry, place.odd);
        bounds.lower = std::max(bounds.lower, known.bounds.lower);
        bounds.upper = std::min(bounds.upper, known.bounds.upper);
        work = std::max(work, work_of(entry));
        slot = i;
        break;
      }
      const std::uint64_t kept = entry == 0 ? 0 : 1 + work_of(entry);
      if (kept < least) {
        least = kept;
        slot = i;
      }
    }
    bucket[slot].store(pack(place.rest, bounds, work), std::memory_order_relaxed);
  }

 private:
  static_assert(Entry::is_always_lock_free && sizeof(Entry) == sizeof(std::uint64_t));

  static constexpr unsigned bound_bits = 5;  // values of one parity from -31 to 31

  // The highest 32 bits of mixed keys share a bucket with 2^32 / buckets others at most, rounded up. Keys of fewer bits
  // are kept whole.
  static unsigned rest_bits(unsigned key_bits, std::uint64_t buckets) {
    return key_bits < 32 ? key_bits : key_bits + 1 - (static_cast<unsigned>(std::bit_width(buckets)) - 1);
  }

  static constexpr std::uint64_t low_bits(unsigned count) { return ~std::uint64_t{0} >> (64 - count); }

  // One to one on the numbers below 2^key_bits: multiplying by an odd number and xoring with higher bits both are.
  std::uint64_t mixed_key(std::uint64_t key) const {
    const std::uint64_t mask = low_bits(key_bits_);
    const unsigned half = (key_bits_ + 1) / 2;
    key = ((key ^ (key >> half)) * 0xbf58476d1ce4e5b9U) & mask;
    key = ((key ^ (key >> half)) * 0x94d049bb133111ebU) & mask;
    return key;
  }

  // The lower bound counts from 1 up, so that no entry is zero above the key: lower + greatest is at most twice the
  // greatest, 50 with 25 boxes, and halved plus one 26.
  std::uint64_t pack(std::uint64_t rest, Bounds bounds, unsigned work) const {
    const auto lower = static_cast<std::uint64_t>((bounds.lower + greatest_) / 2 + 1);
    const auto upper = static_cast<std::uint64_t>((bounds.upper + greatest_) / 2);
    std::uint64_t high = work;
    high = high << bound_bits | upper;
    high = high << bound_bits | lower;
    return high << rest_bits_ | rest;
  }

  Found unpack(std::uint64_t entry, int odd) const {
    const std::uint64_t high = entry >> rest_bits_;
    const int lower = static_cast<int>(high & low_bits(bound_bits)) - 1;
    const int upper = static_cast<int>((high >> bound_bits) & low_bits(bound_bits));
    return {{2 * lower - greatest_ + odd, 2 * upper - greatest_ + odd}, true};
  }

  unsigned work_of(std::uint64_t entry) const {
    return work_bits_ == 0 ? 0 : static_cast<unsigned>(entry >> (rest_bits_ + 2 * bound_bits));
  }

  unsigned key_bits_;
  int greatest_;
  std::uint64_t buckets_;
  unsigned rest_bits_;
  std::uint64_t rest_mask_;
  unsigned work_bits_ = 0;
  Entry* entries_;
};

}  // namespace spielkern
