#include "spielkern/search/transpositions.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <thread>
#include <vector>

using namespace spielkern;

namespace {

struct Memory {
  Memory(unsigned key_bits, int greatest, std::uint64_t buckets)
      : entries(static_cast<std::size_t>(buckets) * Transpositions::bucket_size),
        table(key_bits, greatest, entries.data(), buckets) {}

  std::vector<Transpositions::Entry> entries;
  Transpositions table;
};

}  // namespace

TEST_CASE("what is found was stored for that very key") {
  std::mt19937_64 random(1);
  for (const unsigned key_bits : {4U, 12U, 24U, 31U, 32U, 33U, 40U, 49U, 60U, 62U, 63U, 64U}) {
    for (const std::uint64_t more : {0U, 1U, 777U}) {
      CAPTURE(key_bits);
      Memory memory(key_bits, 25, Transpositions::least_buckets(key_bits) + more);
      const std::uint64_t mask = ~std::uint64_t{0} >> (64 - key_bits);
      std::map<std::uint64_t, Bounds> stored;
      // Neighbours, so that many differ in one bit only.
      const std::uint64_t base = random();
      for (int i = 0; i < 4000; ++i) {
        const std::uint64_t key = (base ^ std::uint64_t{1} << random() % 64 ^ std::uint64_t{1} << random() % 64) & mask;
        const int value = static_cast<int>(key % 26) * 2 - 25;
        memory.table.store(memory.table.place(key, 1), {value, value}, random() % 100);
        stored[key] = {value, value};
      }
      std::size_t found = 0;
      for (int i = 0; i < 100000; ++i) {
        const std::uint64_t key = (base ^ std::uint64_t{1} << random() % 64 ^ std::uint64_t{1} << random() % 64 ^
                                   (i % 2 == 0 ? 0 : std::uint64_t{1} << random() % 64)) &
                                  mask;
        const auto entry = memory.table.find(memory.table.place(key, 1));
        if (!entry.any) continue;
        ++found;
        REQUIRE(stored.count(key) == 1);
        REQUIRE(entry.bounds == stored[key]);
      }
      CHECK(found > 0);
    }
  }
}

TEST_CASE("small keys: every one has its own place") {
  Memory memory(16, 9, Transpositions::most_buckets(16));
  for (std::uint64_t key = 0; key < 1 << 16; ++key) {
    memory.table.store(memory.table.place(key, static_cast<int>(key & 1)),
                       {static_cast<int>(key & 1) - 2, static_cast<int>(key & 1) + 2}, 1);
  }
  std::size_t found = 0;
  for (std::uint64_t key = 0; key < 1 << 16; ++key) {
    const auto entry = memory.table.find(memory.table.place(key, static_cast<int>(key & 1)));
    if (!entry.any) continue;
    ++found;
    REQUIRE(entry.bounds == Bounds{static_cast<int>(key & 1) - 2, static_cast<int>(key & 1) + 2});
  }
  CHECK(found == 1 << 16);
}

TEST_CASE("bounds get narrower") {
  Memory memory(40, 16, 1 << 12);
  const auto place = memory.table.place(12345, 0);
  CHECK(!memory.table.find(place).any);
  CHECK(memory.table.find(place).bounds == Bounds{-16, 16});
  memory.table.store(place, {-4, 16}, 100);
  memory.table.store(place, {-16, 6}, 1);
  CHECK(memory.table.find(place).bounds == Bounds{-4, 6});
  memory.table.store(place, {-16, 16}, 1);
  CHECK(memory.table.find(place).bounds == Bounds{-4, 6});
  CHECK(memory.table.use() > 0);
}

TEST_CASE("great works outlive small ones") {
  Memory memory(40, 16, 64);
  const auto great = memory.table.place(1, 0);
  memory.table.store(great, {0, 0}, 1000000);
  for (std::uint64_t key = 2; key < 100000; ++key) {
    memory.table.store(memory.table.place(key, 0), {0, 0}, 1 + key % 1000);
  }
  CHECK(memory.table.find(great).any);
}

TEST_CASE("two threads may store and find at once") {
  Memory memory(40, 16, 64);
  const auto work = [&](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (int i = 0; i < 200000; ++i) {
      const std::uint64_t key = random() % 2000;
      const auto place = memory.table.place(key, 0);
      const int value = static_cast<int>(key % 17) * 2 - 16;
      const auto entry = memory.table.find(place);
      if (entry.any && entry.bounds != Bounds{value, value}) std::abort();
      memory.table.store(place, {value, value}, key);
    }
  };
  std::thread other(work, 1);
  work(2);
  other.join();
}
