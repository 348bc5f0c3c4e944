#include "spielkern/core/keys.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <vector>

using namespace spielkern;

TEST_CASE("mix is one to one and every input bit reaches every output bit") {
  std::vector<std::uint64_t> seen;
  for (std::uint64_t i = 0; i < 100000; ++i) seen.push_back(mix(i));
  std::sort(seen.begin(), seen.end());
  CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
  for (int in = 0; in < 64; ++in) {
    int flips = 0;
    for (std::uint64_t i = 0; i < 1000; ++i)
      flips += std::popcount(mix(i * 977) ^ mix((i * 977) ^ (std::uint64_t{1} << in)));
    CHECK(flips > 30000);
    CHECK(flips < 34000);
  }
}

TEST_CASE("the order of the words matters") {
  CHECK(mix(mix(1), 2) != mix(mix(2), 1));
}
