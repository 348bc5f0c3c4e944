#include "spielkern/core/rng.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <vector>

using namespace spielkern;

TEST_CASE("the sequence is fixed for ever") {
  // The first outputs of xoshiro256** for a state filled by SplitMix64 from 0; computed apart in Python.
  Rng rng(0);
  const std::array<std::uint64_t, 4> expected{0x99ec5f36cb75f2b4, 0xbf6e1f784956452a, 0x1a5f849d4933e6e0,
                                              0x6aa594f1262d2d2c};
  for (const std::uint64_t word : expected) CHECK(rng.next() == word);
}

TEST_CASE("below is in range and even") {
  Rng rng(5);
  for (const std::uint64_t n : {1U, 2U, 3U, 7U, 100U}) {
    std::vector<int> seen(n);
    const int draws = static_cast<int>(n) * 10000;
    for (int i = 0; i < draws; ++i) ++seen.at(rng.below(n));
    for (const int count : seen) CHECK(std::abs(count - 10000) < 500);
  }
  for (const std::uint64_t n : {(std::uint64_t{1} << 32), (std::uint64_t{1} << 32) + 1, ~std::uint64_t{0}}) {
    for (int i = 0; i < 1000; ++i) CHECK(rng.below(n) < n);
  }
}

TEST_CASE("shuffle reaches every order alike") {
  Rng rng(6);
  std::array<int, 6> seen{};
  for (int i = 0; i < 60000; ++i) {
    std::array<int, 3> cards{0, 1, 2};
    rng.shuffle(cards);
    ++seen[static_cast<std::size_t>(cards[0] * 2 + (cards[1] > cards[2] ? 1 : 0))];
  }
  for (const int count : seen) CHECK(std::abs(count - 10000) < 500);
}
