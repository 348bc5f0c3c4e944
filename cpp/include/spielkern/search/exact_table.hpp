#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "spielkern/core/errors.hpp"
#include "spielkern/core/pages.hpp"
#include "spielkern/core/text.hpp"

namespace spielkern {

// What a search knows of positions, in memory of a fixed size that all threads share without locks.
//
// Keys are numbers of up to 64 bits. They are first mixed, one to one; the highest 32 bits of the mixed key, times the number
// of buckets, choose the bucket. So the mixed keys of one bucket lie side by side, and their lowest bits, as many as make
// up the length of such a stretch, tell them apart: what is found is the very position that was asked for, never one
// that only looks like it.
//
// An entry is one 64-bit word, from the lowest bit up: the lowest bits of the mixed key; `facts`, a number that is the
// user's own; the work it took, as a logarithm. Facts are never zero, so that a zero is an empty entry. A bucket is half a
// line of the processor's cache.
class ExactTable {
 public:
  static constexpr std::size_t bucket_size = 4;
  static constexpr std::uint64_t bucket_bytes = bucket_size * sizeof(std::uint64_t);

  using Entry = std::atomic<std::uint64_t>;

  // The buckets of the least table for such keys and facts, and of the greatest that is of any use.
  static std::uint64_t least_buckets(unsigned key_bits, unsigned fact_bits) {
    std::uint64_t buckets = 64;
    while (rest_bits(key_bits, buckets) + fact_bits > 64) buckets *= 2;
    return buckets;
  }
  static std::uint64_t most_buckets(unsigned key_bits) {
    return std::uint64_t{1} << std::clamp<unsigned>(key_bits, 7, 31);
  }

  // Throws MemoryLimitError if the bytes allowed are less than the least that the tables of such a search take.
  static void check_bytes(const std::string& search, std::uint64_t least, std::uint64_t allowed) {
    if (allowed >= least) return;
    throw MemoryLimitError(search + " takes a table of at least " + shown_bytes(least) + ", allowed are " +
                           shown_bytes(allowed));
  }

  // PRECONDITION: there are at least least_buckets and at most most_buckets; the memory holds bucket_size entries for each,
  // all zero, and stays where it is.
  ExactTable(unsigned key_bits, unsigned fact_bits, Entry* memory, std::uint64_t buckets)
      : key_bits_(key_bits),
        fact_bits_(fact_bits),
        buckets_(buckets),
        rest_bits_(rest_bits(key_bits, buckets)),
        rest_mask_(low_bits(rest_bits_)),
        most_work_((1U << std::min(64 - rest_bits_ - fact_bits, 6U)) - 1),
        entries_(memory) {}

  std::size_t size() const { return static_cast<std::size_t>(buckets_) * bucket_size; }

  // Entries in use, between 0 and 1, judged by a part of the table.
  double use() const {
    const std::size_t seen = std::min<std::size_t>(size(), 1 << 14);
    std::size_t used = 0;
    for (std::size_t i = 0; i < seen; ++i) used += entries_[i].load(std::memory_order_relaxed) != 0 ? 1U : 0U;
    return static_cast<double>(used) / static_cast<double>(seen);
  }

  // Where a key belongs. Made once, used for prefetching, looking up and storing.
  struct Place {
    std::uint64_t bucket;
    std::uint64_t rest;
  };

  Place place(std::uint64_t key) const {
    const std::uint64_t mixed = mixed_key(key);
    const std::uint64_t high = (mixed << (64 - key_bits_)) >> 32;
    return {(high * buckets_) >> 32, mixed & rest_mask_};
  }

  void prefetch(const Place& place) const { spielkern::prefetch(first_of(place)); }

  // 0 if nothing is known.
  std::uint64_t find(const Place& place) const {
    const Entry* bucket = first_of(place);
    for (std::size_t i = 0; i < bucket_size; ++i) {
      const std::uint64_t entry = bucket[i].load(std::memory_order_relaxed);
      if (is_of(entry, place)) return facts_of(entry);
    }
    return 0;
  }

  // Puts `with(what is known)` in the place of what is known; forgets the entry of the bucket that was least work if there
  // is no room.
  template <class With>
  void store(const Place& place, std::uint64_t nodes, With&& with) {
    Entry* bucket = first_of(place);
    unsigned work = std::min(static_cast<unsigned>(std::bit_width(nodes)), most_work_);
    std::size_t slot = 0;
    std::uint64_t known = 0;
    std::uint64_t least = ~std::uint64_t{0};
    for (std::size_t i = 0; i < bucket_size; ++i) {
      const std::uint64_t entry = bucket[i].load(std::memory_order_relaxed);
      if (is_of(entry, place)) {
        known = facts_of(entry);
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
    const std::uint64_t high = std::uint64_t{work} << fact_bits_ | std::forward<With>(with)(known);
    bucket[slot].store(high << rest_bits_ | place.rest, std::memory_order_relaxed);
  }

 private:
  static_assert(Entry::is_always_lock_free && sizeof(Entry) == sizeof(std::uint64_t));

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

  Entry* first_of(const Place& place) const { return entries_ + static_cast<std::size_t>(place.bucket) * bucket_size; }
  bool is_of(std::uint64_t entry, const Place& place) const {
    return ((entry ^ place.rest) & rest_mask_) == 0 && entry >> rest_bits_ != 0;
  }
  std::uint64_t facts_of(std::uint64_t entry) const { return entry >> rest_bits_ & low_bits(fact_bits_); }
  unsigned work_of(std::uint64_t entry) const {
    return static_cast<unsigned>(entry >> rest_bits_ >> fact_bits_) & most_work_;
  }

  unsigned key_bits_;
  unsigned fact_bits_;
  std::uint64_t buckets_;
  unsigned rest_bits_;
  std::uint64_t rest_mask_;
  unsigned most_work_;
  Entry* entries_;
};

}  // namespace spielkern
