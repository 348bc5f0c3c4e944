#include "spielkern/games/crazy10s/rack_table.hpp"

#include <doctest/doctest.h>

#include <string_view>

using namespace spielkern::crazy10s;

namespace {

Tiles tiles_of(std::string_view text) {
  Tiles tiles;
  for (const char c : text) tiles.add(c == '*' ? joker : c - '0');
  return tiles;
}

// Can `count` of the tiles from `next` on make `sum`?
bool makes(std::string_view text, std::size_t next, int count, int sum) {
  if (count == 0) return sum == 0;
  if (next == text.size() || sum < 0) return false;
  if (makes(text, next + 1, count, sum)) return true;
  if (text[next] != '*') return makes(text, next + 1, count - 1, sum - (text[next] - '0'));
  for (int digit = 0; digit < 10; ++digit) {
    if (makes(text, next + 1, count - 1, sum - digit)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("tiles are counted by kind") {
  Tiles tiles = tiles_of("0345566");
  CHECK(tiles.size() == 7);
  CHECK(tiles.value() == 29);
  CHECK(tiles.count(5) == 2);
  CHECK(tiles_of("19*").value() == 10);
  CHECK(tiles.includes(tiles_of("56")));
  CHECK(!tiles.includes(tiles_of("444")));
  tiles.take_all(tiles_of("0345566"));
  CHECK(tiles.empty());
}

TEST_CASE("which sums so many tiles make") {
  for (const std::string_view rack :
       {"", "0", "*", "0345566", "1112233", "0000000", "9999", "12***", "0000***", "89*"}) {
    const RackTable table(tiles_of(rack));
    for (int sum = 0; sum <= 10; ++sum) {
      for (int count = 0; count <= static_cast<int>(rack.size()); ++count) {
        CHECK((table.sizes(table.full(), sum) >> count & 1) == makes(rack, 0, count, sum));
      }
    }
  }
}

TEST_CASE("tiles are taken, digits before jokers") {
  const RackTable table(tiles_of("255*"));
  Part part = table.without(table.full(), 5);
  CHECK(RackTable::size(part) == 3);
  part = table.without(part, 5);
  CHECK((table.sizes(part, 9) & 2) != 0);  // the joker is still there
  part = table.without(part, 5);
  CHECK(part != RackTable::none);
  CHECK(table.without(part, 5) == RackTable::none);
  CHECK(table.without(part, 2) == 0);
  // What is left has one number however it came about.
  CHECK(table.without(table.without(table.full(), 2), 5) == table.without(table.without(table.full(), 5), 2));
}

TEST_CASE("the least that so many tiles make") {
  const RackTable table(tiles_of("0345*"));
  CHECK(table.least(1) == 0);
  CHECK(table.least(2) == 0);
  CHECK(table.least(3) == 3);
  CHECK(table.least(5) == 12);
}
