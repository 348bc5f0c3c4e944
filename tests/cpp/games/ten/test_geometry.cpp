#include "spielkern/games/ten/geometry.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "spielkern/core/rng.hpp"

using namespace spielkern;
using namespace spielkern::ten;

namespace {

// Where a point lies: along the base and along the left side of the big triangle, in twelfths of a side. Straight lines
// and middles are the same in such a leaning system as on paper.
struct Place {
  int right = 0;
  int up = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

Place operator+(Place a, Place b) {
  return {a.right + b.right, a.up + b.up};
}
Place operator-(Place a, Place b) {
  return {a.right - b.right, a.up - b.up};
}
Place operator/(Place a, int n) {
  REQUIRE(a.right % n == 0);
  REQUIRE(a.up % n == 0);
  return {a.right / n, a.up / n};
}

Place lattice_point(const std::string& name) {
  return {3 * (name[0] - 'a'), 3 * (name[1] - '1')};
}

struct Triangle {
  std::string middle;
  std::vector<Place> corners;

  Place centre() const { return (corners[0] + corners[1] + corners[2]) / 3; }
  Place median(std::size_t opposite) const { return (corners[(opposite + 1) % 3] + corners[(opposite + 2) % 3]) / 2; }
};

std::vector<Triangle> triangles() {
  const auto triangle = [](const char* middle, const char* a, const char* b, const char* c) {
    return Triangle{middle, {lattice_point(a), lattice_point(b), lattice_point(c)}};
  };
  return {triangle("m1", "a1", "c1", "a3"), triangle("m2", "c1", "e1", "c3"), triangle("m3", "a3", "c3", "a5"),
          triangle("m4", "c1", "a3", "c3")};
}

std::vector<Place> find_places() {
  std::vector<Place> all;
  for (int point = 0; point < points; ++point) {
    const std::string name(name_of(point));
    Place place = lattice_point(name);
    for (const Triangle& triangle : triangles()) {
      if (triangle.middle == name) place = triangle.centre();
    }
    all.push_back(place);
  }
  return all;
}

const std::vector<Place>& places() {
  static const std::vector<Place> all = find_places();
  return all;
}

int point_at(Place place) {
  const auto& all = places();
  const auto found = std::find(all.begin(), all.end(), place);
  REQUIRE(found != all.end());
  return static_cast<int>(found - all.begin());
}

// The sides and the altitudes of the four triangles, point by point.
std::set<std::pair<int, int>> find_links() {
  std::set<std::pair<int, int>> found;
  const auto link = [&](Place a, Place b) {
    found.insert({point_at(a), point_at(b)});
    found.insert({point_at(b), point_at(a)});
  };
  for (const Triangle& triangle : triangles()) {
    for (std::size_t i = 0; i < 3; ++i) {
      link(triangle.corners[i], triangle.median((i + 1) % 3));
      link(triangle.corners[i], triangle.median((i + 2) % 3));
      link(triangle.corners[i], triangle.centre());
      link(triangle.centre(), triangle.median(i));
    }
  }
  return found;
}

const std::set<std::pair<int, int>>& links() {
  static const auto all = find_links();
  return all;
}

// From a point by a link and on without a bend.
std::vector<int> straight_on(int from, int to) {
  const auto& all = places();
  const auto& linked_points = links();
  std::vector<int> way{to};
  for (;;) {
    int next = -1;
    for (int point = 0; point < points; ++point) {
      if (!linked_points.contains({to, point})) continue;
      const Place one = all[static_cast<std::size_t>(to)] - all[static_cast<std::size_t>(from)];
      const Place two = all[static_cast<std::size_t>(point)] - all[static_cast<std::size_t>(to)];
      const bool parallel = one.right * two.up == one.up * two.right;
      if (parallel && one.right * two.right + one.up * two.up > 0) next = point;
    }
    if (next < 0) return way;
    way.push_back(next);
    from = std::exchange(to, next);
  }
}

Points set_of(const std::vector<int>& way) {
  Points set = 0;
  for (const int point : way) set |= bit(point);
  return set;
}

}  // namespace

TEST_CASE("19 points and 42 links") {
  const auto& all = places();
  CHECK(std::set<Place>(all.begin(), all.end()).size() == 19);
  const auto& linked_points = links();
  CHECK(linked_points.size() == 2 * 42);
  for (int from = 0; from < points; ++from) {
    for (int to = 0; to < points; ++to) {
      CHECK(linked_points.contains({from, to}) == ((linked(from) & bit(to)) != 0));
    }
  }
}

TEST_CASE("the lines are the longest straight ways over links") {
  std::set<std::vector<int>> expected;
  for (const auto& [from, to] : links()) {
    std::vector<int> way = straight_on(from, to);
    if (straight_on(to, from).size() > 1) continue;  // goes on at the other end
    way.insert(way.begin(), from);
    if (way.front() > way.back()) std::reverse(way.begin(), way.end());
    expected.insert(way);
  }
  std::set<std::vector<int>> found;
  for (const std::string_view line : lines) {
    std::vector<int> way;
    for (std::size_t i = 0; i < line.size(); i += 3) way.push_back(std::countr_zero(named(line.substr(i, 2))));
    if (way.front() > way.back()) std::reverse(way.begin(), way.end());
    found.insert(way);
  }
  CHECK(found == expected);
  CHECK(found.size() == lines.size());
  std::map<std::size_t, int> lengths;
  for (const auto& way : found) ++lengths[way.size()];
  CHECK(lengths == std::map<std::size_t, int>{{3, 9}, {5, 6}});
}

TEST_CASE("a Double slides over free points to the first figure") {
  Rng rng(1);
  for (int i = 0; i < 100; ++i) {
    const Points occupied = static_cast<Points>(rng.below(all_points + 1)) & static_cast<Points>(rng.below(all_points));
    for (int from = 0; from < points; ++from) {
      Points expected = 0;
      for (int to = 0; to < points; ++to) {
        if ((linked(from) & bit(to)) == 0) continue;
        for (const int point : straight_on(from, to)) {
          expected |= bit(point);
          if ((occupied & bit(point)) != 0) break;
        }
      }
      CHECK(geometry.slides(from, occupied) == expected);
    }
  }
  for (int from = 0; from < points; ++from) {
    CHECK(geometry.slides(from, 0) == geometry.in_line[static_cast<std::size_t>(from)]);
    CHECK(geometry.slides(from, all_points) == linked(from));
  }
}

TEST_CASE("a Triple jumps from middle points to middle points and big corners") {
  for (int from = 0; from < points; ++from) {
    for (int to = 0; to < points; ++to) {
      const bool middle = name_of(from)[0] == 'm';
      const bool corner = to == point_at({0, 0}) || to == point_at({12, 0}) || to == point_at({0, 12});
      const bool jumps = (linked(from) & bit(to)) != 0 || (middle && (name_of(to)[0] == 'm' || corner));
      CHECK(((jumps_to(from) & bit(to)) != 0) == (jumps && from != to));
      CHECK(((jumps_from(to) & bit(from)) != 0) == ((jumps_to(from) & bit(to)) != 0));
    }
  }
  CHECK(std::popcount(jumps_to(18)) == 12);
  CHECK(std::popcount(jumps_to(15)) == 11);
}

TEST_CASE("the parts of the board") {
  Points inner = 0;
  const auto& all = places();
  for (int point = 0; point < points; ++point) {
    // The inner triangle's sides are where one distance is half of the whole.
    const auto [right, up] = all[static_cast<std::size_t>(point)];
    if (right <= 6 && up <= 6 && 12 - right - up <= 6) inner |= bit(point);
  }
  CHECK(inner == inner_triangle);
  CHECK(std::popcount(inner_triangle) == 7);
  CHECK(big_corners == (bit(0) | bit(4) | bit(14)));
  CHECK(entries == named("a1 b1 d1 e1 a2 d2 a4 b4 a5"));
  std::set<Points> expected{middles};
  for (const Triangle& triangle : triangles()) {
    expected.insert(set_of({point_at(triangle.centre()), point_at(triangle.median(0)), point_at(triangle.median(1)),
                            point_at(triangle.median(2))}));
  }
  CHECK(std::set<Points>(winning.begin(), winning.end()) == expected);
  for (Points set = 0; set <= all_points; ++set) {
    const bool wins = std::any_of(expected.begin(), expected.end(), [&](Points four) { return (set & four) == four; });
    if (wins != holds_winning_points(set)) FAIL_CHECK(set);
  }
}

TEST_CASE("the symmetries are the six ways to lay the big triangle on itself") {
  const auto& all = places();
  const std::vector<Place> corners{{0, 0}, {12, 0}, {0, 12}};
  std::vector<std::size_t> order{0, 1, 2};
  std::set<std::vector<int>> expected;
  do {
    const Place origin = corners[order[0]];
    const Place right = corners[order[1]] - origin;
    const Place up = corners[order[2]] - origin;
    std::vector<int> images;
    for (const Place place : all) {
      const Place moved{place.right * right.right + place.up * up.right, place.right * right.up + place.up * up.up};
      images.push_back(point_at(origin + moved / 12));
    }
    expected.insert(images);
  } while (std::next_permutation(order.begin(), order.end()));
  CHECK(expected.size() == 6);

  std::set<std::vector<int>> found;
  Rng rng(2);
  for (int symmetry = 0; symmetry < Symmetries::count; ++symmetry) {
    std::vector<int> images;
    for (int point = 0; point < points; ++point) {
      const int image = symmetries.image(symmetry, point);
      images.push_back(image);
      CHECK(symmetries.image(symmetry, bit(point)) == bit(image));
      CHECK(symmetries.image(symmetry, linked(point)) == linked(image));
      CHECK(symmetries.image(symmetries.inverse(symmetry), image) == point);
    }
    found.insert(images);
    for (int i = 0; i < 1000; ++i) {
      const Points set = static_cast<Points>(rng.below(all_points + 1));
      Points moved = 0;
      for (int point = 0; point < points; ++point) {
        if ((set & bit(point)) != 0) moved |= bit(images[static_cast<std::size_t>(point)]);
      }
      CHECK(symmetries.image(symmetry, set) == moved);
    }
  }
  CHECK(found == expected);
  CHECK(symmetries.image(0, all_points) == all_points);
  for (int point = 0; point < points; ++point) CHECK(symmetries.image(0, point) == point);
}
