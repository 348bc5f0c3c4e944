#include "spielkern/core/bits.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "spielkern/core/rng.hpp"

using namespace spielkern;

TEST_CASE("the n-th bit, while bits are taken out") {
  Rng rng(1);
  std::vector<std::uint64_t> sets{0, 1, ~std::uint64_t{0}, std::uint64_t{1} << 63, 0xff00ff00ff00ff00};
  for (int i = 0; i < 500; ++i) sets.push_back(i % 2 == 0 ? rng.next() : rng.next() & rng.next() & rng.next());
  for (const std::uint64_t set : sets) {
    CountedBits bits(set);
    std::vector<int> places;
    for (int place = 0; place < 64; ++place) {
      if ((set >> place & 1) != 0) places.push_back(place);
    }
    while (true) {
      REQUIRE(bits.size() == places.size());
      for (std::size_t n = 0; n < places.size(); ++n) CHECK(bits.nth(n) == places[n]);
      if (places.empty()) break;
      const auto out = static_cast<std::ptrdiff_t>(rng.below(places.size()));
      bits.take_out(places[static_cast<std::size_t>(out)]);
      places.erase(places.begin() + out);
    }
    CHECK(bits.set() == 0);
  }
}

static_assert(CountedBits(0x205).size() == 3 && CountedBits(0x205).nth(1) == 2 && CountedBits(0x205).nth(2) == 9);
