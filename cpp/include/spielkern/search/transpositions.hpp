#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "spielkern/core/control.hpp"
#include "spielkern/core/errors.hpp"
#include "spielkern/core/pages.hpp"
#include "spielkern/core/text.hpp"
#include "spielkern/solve/table_file.hpp"

namespace spielkern {

// What is known of a position's net: it lies between the two, both included.
struct Bounds {
  int lower;
  int upper;

  friend bool operator==(const Bounds&, const Bounds&) = default;
};

// Bounds of positions that a search has seen, in memory of a fixed size that all threads share without locks.
//
// Keys are sets of up to 64 bits. They are first mixed, one to one; the highest 32 bits of the mixed key, times the number
// of buckets, choose the bucket. So the mixed keys of one bucket lie side by side, and their lowest bits, as many as make
// up the length of such a stretch, tell them apart: what is found is the very position that was asked for, never one
// that only looks like it.
//
// An entry is one 64-bit word, from the lowest bit up: the lowest bits of the mixed key; bounds, both plus the greatest
// value there is and halved, as all values of a position have one parity; a hint (the best step's edge); the work it
// took, as a logarithm. Hint and work go without when a big board and a small table leave no room. An empty entry is
// a zero, which no stored one is, see `pack`. A bucket is a line of the processor's cache.
class Transpositions {
 public:
  static constexpr unsigned no_hint = 63;
  static constexpr std::uint64_t bucket_bytes = 64;
  static constexpr std::size_t bucket_size = bucket_bytes / sizeof(std::uint64_t);

  struct Found {
    Bounds bounds;
    unsigned hint = no_hint;
    bool any = false;
  };

  // Bytes taken by the least table for keys of so many bits.
  static std::uint64_t least_bytes(unsigned key_bits) {
    std::uint64_t buckets = 64;
    while (key_bits + 1 > key_bits_kept + static_cast<unsigned>(std::bit_width(buckets)) - 1) buckets *= 2;
    return buckets * bucket_bytes;
  }

  // For keys below 2^key_bits and values from -greatest to greatest. Takes as much of `bytes` as it can use.
  Transpositions(unsigned key_bits, int greatest, std::uint64_t bytes) : key_bits_(key_bits), greatest_(greatest) {
    if (bytes < least_bytes(key_bits)) {
      throw MemoryLimitError("a table of positions for this board takes at least " +
                             shown_bytes(least_bytes(key_bits)) + ", allowed are " + shown_bytes(bytes));
    }
    const std::uint64_t most = key_bits >= 31 ? std::uint64_t{1} << 31 : std::uint64_t{1} << key_bits;
    buckets_ = std::min(bytes / bucket_bytes, std::max<std::uint64_t>(most / bucket_size, 64));
    rest_bits_ = key_bits + 1 - (static_cast<unsigned>(std::bit_width(buckets_)) - 1);
    if (key_bits < 32) rest_bits_ = key_bits;
    const unsigned spare = 64 - bound_bits * 2 - rest_bits_;
    hint_bits_ = spare >= 6 ? 6 : 0;
    work_bits_ = std::min(spare - hint_bits_, 6U);
    entries_ = PagedVector<std::atomic<std::uint64_t>>(static_cast<std::size_t>(buckets_) * bucket_size);
  }

  std::uint64_t bytes() const { return buckets_ * bucket_bytes; }
  std::uint64_t size() const { return buckets_ * bucket_size; }

  // Entries in use, judged by a part of the table.
  double use() const {
    const std::size_t seen = std::min<std::size_t>(entries_.size(), 1 << 14);
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
    return {(high * buckets_) >> 32, mixed & low_bits(rest_bits_), (remaining ^ greatest_) & 1};
  }

  void prefetch(const Place& place) const {
    spielkern::prefetch(&entries_[static_cast<std::size_t>(place.bucket) * bucket_size]);
  }

  Found find(const Place& place) const {
    const auto* bucket = &entries_[static_cast<std::size_t>(place.bucket) * bucket_size];
    for (std::size_t i = 0; i < bucket_size; ++i) {
      const std::uint64_t entry = bucket[i].load(std::memory_order_relaxed);
      if (((entry ^ place.rest) & low_bits(rest_bits_)) == 0 && entry >> rest_bits_ != 0) return unpack(entry, place.odd);
    }
    return {{-greatest_, greatest_}, no_hint, false};
  }

  // Adds what was found out about a position to what the table knows of it; forgets the entry of the bucket that was
  // least work if there is no room.
  void store(const Place& place, Bounds bounds, unsigned hint, std::uint64_t nodes) {
    auto* bucket = &entries_[static_cast<std::size_t>(place.bucket) * bucket_size];
    unsigned work = std::min<unsigned>(static_cast<unsigned>(std::bit_width(nodes)), (1U << work_bits_) - 1);
    std::size_t slot = 0;
    std::uint64_t least = ~std::uint64_t{0};
    for (std::size_t i = 0; i < bucket_size; ++i) {
      const std::uint64_t entry = bucket[i].load(std::memory_order_relaxed);
      if (((entry ^ place.rest) & low_bits(rest_bits_)) == 0 && entry >> rest_bits_ != 0) {
        const Found known = unpack(entry, place.odd);
        bounds.lower = std::max(bounds.lower, known.bounds.lower);
        bounds.upper = std::min(bounds.upper, known.bounds.upper);
        work = std::max(work, work_of(entry));
        if (hint == no_hint) hint = known.hint;
        slot = i;
        break;
      }
      const std::uint64_t kept = entry == 0 ? 0 : 1 + work_of(entry);
      if (kept < least) {
        least = kept;
        slot = i;
      }
    }
    bucket[slot].store(pack(place.rest, bounds, hint, work), std::memory_order_relaxed);
  }

  void clear() {
    for (auto& entry : entries_) entry.store(0, std::memory_order_relaxed);
  }

  // The table as a file, so that a search that was stopped goes on where it was. No thread may be searching.
  void save(const std::filesystem::path& path, const std::string& rules, std::string_view scheme,
            Control& control) const {
    TableHeader header;
    header.kind = TableHeader::Kind::checkpoint;
    header.rules = rules;
    header.scheme = std::string(scheme);
    header.cells = size() * 2;
    header.width = 4;
    control.begin("writing", bytes());
    write_table(path, header, reinterpret_cast<const std::byte*>(entries_.data()), [&](std::uint64_t written) {
      control.progress().done = written;
      control.poll();
    });
  }

  // PRECONDITION: nothing was stored yet. Throws TableError if the file is not one of these rules and of this size.
  void load(const std::filesystem::path& path, const std::string& rules, std::string_view scheme) {
    const TableFile file(path);
    const TableHeader& header = file.header();
    if (header.rules != rules)
      fail_with_file(path, "is a table of '" + header.rules + "', not of '" + rules + "'");
    if (header.kind != TableHeader::Kind::checkpoint || header.scheme != scheme) {
      fail_with_file(path, "holds '" + header.scheme + "', not '" + std::string(scheme) + "'");
    }
    if (header.width != 4 || header.cells != size() * 2) {
      fail_with_file(path, "is a table of " + shown_bytes(file.bytes()) + ", not of " + shown_bytes(bytes()));
    }
    file.check_all();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      std::uint64_t entry = 0;
      std::memcpy(&entry, file.cells() + i * sizeof(entry), sizeof(entry));
      entries_[i].store(entry, std::memory_order_relaxed);
    }
  }

 private:
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
  static_assert(sizeof(std::atomic<std::uint64_t>) == sizeof(std::uint64_t));

  static constexpr unsigned bound_bits = 5;     // values of one parity from -31 to 31
  static constexpr unsigned key_bits_kept = 54;  // what an entry without hint and work has room for

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
  std::uint64_t pack(std::uint64_t rest, Bounds bounds, unsigned hint, unsigned work) const {
    const auto lower = static_cast<std::uint64_t>((bounds.lower + greatest_) / 2 + 1);
    const auto upper = static_cast<std::uint64_t>((bounds.upper + greatest_) / 2);
    std::uint64_t high = work;
    high = high << hint_bits_ | (hint_bits_ == 0 ? 0 : hint);
    high = high << bound_bits | upper;
    high = high << bound_bits | lower;
    return high << rest_bits_ | rest;
  }

  Found unpack(std::uint64_t entry, int odd) const {
    const std::uint64_t high = entry >> rest_bits_;
    const int lower = static_cast<int>(high & low_bits(bound_bits)) - 1;
    const int upper = static_cast<int>((high >> bound_bits) & low_bits(bound_bits));
    const unsigned hint =
        hint_bits_ == 0 ? no_hint : static_cast<unsigned>((high >> (2 * bound_bits)) & low_bits(hint_bits_));
    return {{2 * lower - greatest_ + odd, 2 * upper - greatest_ + odd}, hint, true};
  }

  unsigned work_of(std::uint64_t entry) const {
    return work_bits_ == 0 ? 0 : static_cast<unsigned>(entry >> (rest_bits_ + 2 * bound_bits + hint_bits_));
  }

  unsigned key_bits_;
  int greatest_;
  std::uint64_t buckets_ = 0;
  unsigned rest_bits_ = 0;
  unsigned hint_bits_ = 0;
  unsigned work_bits_ = 0;
  PagedVector<std::atomic<std::uint64_t>> entries_;
};

}  // namespace spielkern
