#include "spielkern/core/necklaces.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace spielkern;

namespace {

std::uint64_t turned_by(std::uint64_t mask, int points, int by) {
  return ((mask << by) | (mask >> (points - by))) & ((std::uint64_t{1} << points) - 1);
}

}  // namespace

TEST_CASE("necklaces are the classes of turned masks") {
  for (int points = 2; points <= 14; ++points) {
    for (int chosen = 1; chosen < points; ++chosen) {
      Control control;
      const Necklaces necklaces(points, chosen, control);
      std::set<std::uint64_t> smallest_masks;
      for (std::uint64_t mask = 0; mask < std::uint64_t{1} << points; ++mask) {
        if (std::popcount(mask) != chosen) continue;
        std::uint64_t smallest = mask;
        std::uint32_t order = 0;
        for (int by = 0; by < points; ++by) {
          smallest = std::min(smallest, turned_by(mask, points, by));
          order += turned_by(mask, points, by) == mask;
        }
        const auto turned = necklaces.turned(mask);
        CHECK(turned.mask == smallest);
        CHECK(turned.order == order);
        smallest_masks.insert(smallest);
      }
      CHECK(necklaces.size() == smallest_masks.size());
      CHECK(Necklaces::count(points, chosen) == smallest_masks.size());
      std::uint64_t rank = 0;
      for (const std::uint64_t mask : smallest_masks) {
        CHECK(necklaces.rank(mask) == rank);
        CHECK(necklaces.unrank(rank) == mask);
        ++rank;
      }
      for (std::uint64_t begin = 0; begin <= rank; begin += 1 + rank / 7) {
        std::uint64_t next = begin;
        necklaces.for_each(begin, rank, [&](std::uint64_t index, std::uint64_t mask) {
          CHECK(index == next++);
          CHECK(necklaces.rank(mask) == index);
        });
        CHECK(next == rank);
      }
    }
  }
}

TEST_CASE("many necklaces") {
  Control control;
  const Necklaces necklaces(24, 12, control);
  CHECK(necklaces.size() == 112720);
  CHECK(Necklaces::count(36, 18) == 252088496);
}
