#include "spielkern/core/combinations.hpp"

#include <doctest/doctest.h>

using namespace spielkern;

TEST_CASE("binomials") {
  CHECK(binomial(0, 0) == 1);
  CHECK(binomial(36, 18) == 9075135300U);
  CHECK(binomial(5, 6) == 0);
  for (std::size_t n = 1; n <= 60; ++n) {
    for (std::size_t k = 1; k <= n; ++k) CHECK(binomial(n, k) == binomial(n - 1, k - 1) + binomial(n - 1, k));
  }
}

TEST_CASE("combinations are ranked in the order of their masks") {
  for (int points = 0; points <= 14; ++points) {
    for (int chosen = 0; chosen <= points; ++chosen) {
      const Combinations combinations(points, chosen);
      std::uint64_t rank = 0;
      for (std::uint64_t mask = 0; mask < std::uint64_t{1} << points; ++mask) {
        if (std::popcount(mask) != chosen) continue;
        CHECK(combinations.rank(mask) == rank);
        CHECK(combinations.unrank(rank) == mask);
        ++rank;
      }
      CHECK(combinations.size() == rank);
      for (std::uint64_t begin = 0; begin <= rank; begin += 1 + rank / 9) {
        for (std::uint64_t end = begin; end <= rank; end += 1 + rank / 9) {
          std::uint64_t next = begin;
          combinations.for_each(begin, end, [&](std::uint64_t index, std::uint64_t mask) {
            CHECK(index == next++);
            CHECK(combinations.rank(mask) == index);
          });
          CHECK(next == end);
        }
      }
    }
  }
}

TEST_CASE("large combinations") {
  const Combinations combinations(36, 18);
  for (std::uint64_t rank = 0; rank < combinations.size(); rank += 1234567) {
    CHECK(combinations.rank(combinations.unrank(rank)) == rank);
  }
  CHECK(combinations.rank(combinations.unrank(combinations.size() - 1)) == combinations.size() - 1);
}
