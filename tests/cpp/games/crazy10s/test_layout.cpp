#include "spielkern/games/crazy10s/layout.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace spielkern;
using namespace spielkern::crazy10s;

TEST_CASE("layouts are data") {
  const std::string text = "d...t/...../..D../...../T....";
  const Layout layout = Layout::parse(5, text);
  CHECK(layout.format() == text);
  CHECK(layout.bonus(0) == Bonus{2, 1});
  CHECK(layout.bonus(4) == Bonus{3, 1});
  CHECK(layout.bonus(12) == Bonus{1, 2});
  CHECK(layout.bonus(20) == Bonus{1, 3});
  for (const std::string wrong : {"", "d...t", "d...t/...../..D../...../T....."}) {
    CHECK_THROWS_AS(Layout::parse(5, wrong), NotationError);
  }
}

TEST_CASE("default layouts lie in all eight images") {
  CHECK(Layout::standard(11).format() ==
        "t...D.D...t/.D.d...d.D./.....t...../.d.d...d.d./D.........D/..t.....t../"
        "D.........D/.d.d...d.d./.....t...../.D.d...d.D./t...D.D...t");
  CHECK(Layout::standard(9).format() == Layout(9).format());
}

TEST_CASE("drawn layouts are symmetric, the same for ever, and different from seed to seed") {
  const Layout layout = Layout::drawn(13, 1);
  CHECK(layout == Layout::drawn(13, 1));
  CHECK(layout != Layout::drawn(13, 2));
  for (int row = 0; row < 13; ++row) {
    for (int col = 0; col < 13; ++col) {
      const Bonus& bonus = layout.bonus(row * 13 + col);
      CHECK(bonus == layout.bonus(col * 13 + row));
      CHECK(bonus == layout.bonus((12 - row) * 13 + col));
      CHECK(bonus == layout.bonus(row * 13 + 12 - col));
    }
  }
  CHECK(layout.bonus(84) == Bonus{});  // the middle is bare
}
