#include "spielkern/search/exact_table.hpp"

#include <doctest/doctest.h>

#include <map>
#include <vector>

#include "spielkern/core/rng.hpp"

using namespace spielkern;

namespace {

struct Table {
  Table(unsigned key_bits, unsigned fact_bits, std::uint64_t buckets)
      : memory(static_cast<std::size_t>(buckets) * ExactTable::bucket_size),
        table(key_bits, fact_bits, memory.data(), buckets) {}

  void store(std::uint64_t key, std::uint64_t facts, std::uint64_t work = 1) {
    table.store(table.place(key), work, [&](std::uint64_t) { return facts; });
  }
  std::uint64_t find(std::uint64_t key) const { return table.find(table.place(key)); }

  std::vector<std::atomic<std::uint64_t>> memory;
  ExactTable table;
};

}  // namespace

TEST_CASE("what is found is what was stored last, of that very key") {
  for (const unsigned key_bits : {8U, 24U, 40U, 55U, 57U}) {
    for (const std::uint64_t buckets :
         {ExactTable::least_buckets(key_bits, 20), ExactTable::least_buckets(key_bits, 20) * 3 / 2}) {
      if (buckets > std::uint64_t{1} << 20 || buckets > ExactTable::most_buckets(key_bits)) continue;
      Table table(key_bits, 20, buckets);
      Rng rng(key_bits);
      std::map<std::uint64_t, std::uint64_t> stored;
      int found = 0;
      for (int i = 0; i < 20'000; ++i) {
        // Neighbours too: keys that differ in few bits.
        const std::uint64_t key = (rng.next() >> (64 - key_bits)) ^ rng.below(2);
        const std::uint64_t facts = 1 + rng.below((1 << 20) - 1);
        table.store(key, facts, 1 + rng.below(1000));
        stored[key] = facts;
        CHECK(table.find(key) == facts);
        const std::uint64_t other = rng.next() >> (64 - key_bits);
        const std::uint64_t known = table.find(other);
        const auto expected = stored.find(other);
        if (known != 0) {
          REQUIRE(expected != stored.end());
          REQUIRE(known == expected->second);
          ++found;
        }
      }
      for (const auto& [key, facts] : stored) {
        const std::uint64_t known = table.find(key);
        REQUIRE((known == 0 || known == facts));
      }
      if (key_bits == 8) CHECK(found > 1000);
    }
  }
}

TEST_CASE("facts are handed on to what changes them") {
  Table table(55, 20, ExactTable::least_buckets(55, 20));
  const auto place = table.table.place(12345);
  table.table.store(place, 1, [](std::uint64_t known) { return known + 3; });
  table.table.store(place, 1, [](std::uint64_t known) { return known + 4; });
  CHECK(table.table.find(place) == 7);
}

TEST_CASE("what was more work stays longer") {
  Table table(20, 20, 64);
  const std::uint64_t dear = 77;
  table.store(dear, 5, 1 << 20);
  for (std::uint64_t key = 1000; key < 9000; ++key) table.store(key, 6, 1);
  CHECK(table.find(dear) == 5);
  CHECK(table.table.use() > 0.9);
}
