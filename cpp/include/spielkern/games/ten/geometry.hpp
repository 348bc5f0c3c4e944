#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spielkern::ten {

// Four triangles of seven points - three corners, the three median points of their sides, and the middle - make one big
// triangle. 19 points, in the order of names and texts:
//
//                      a5                                        14
//                      |                                         |
//                  a4  |   b4                                12  |   13
//                      m3                                        17
//              a3------b3------c3                        9-------10------11
//                      m4                                        18
//          a2      b2  |   c2      d2                5       6   |   7       8
//              m1      |       m2                        15      |       16
//      a1------b1------c1------d1------e1        0-------1-------2-------3-------4
//
// Points next to each other on a line are linked. The lines are the three sides and the three altitudes of every
// triangle, joined where one goes on as another: `lines` has them all.
using Points = std::uint32_t;  // a set, bit per point

inline constexpr int points = 19;
inline constexpr Points all_points = (Points{1} << points) - 1;

constexpr Points bit(int point) {
  return Points{1} << point;
}

// Two letters each.
inline constexpr std::string_view names = "a1b1c1d1e1a2b2c2d2a3b3c3a4b4a5m1m2m3m4";

constexpr std::string_view name_of(int point) {
  return names.substr(static_cast<std::size_t>(point) * 2, 2);
}

// The set of the points named in a text as "a1 m1 b2".
constexpr Points named(std::string_view text) {
  Points set = 0;
  for (std::size_t at = 0; at + 1 < text.size(); at += 3) {
    for (int point = 0; point < points; ++point) set |= name_of(point) == text.substr(at, 2) ? bit(point) : 0;
  }
  return set;
}

inline constexpr std::array<std::string_view, 15> lines{
    "a1 b1 c1 d1 e1", "a1 a2 a3 a4 a5", "e1 d2 c3 b4 a5",  // sides of the big triangle
    "a1 m1 b2 m4 c3", "e1 m2 c2 m4 a3", "a5 m3 b3 m4 c1",  // its altitudes
    "c1 b2 a3",       "c1 c2 c3",       "a3 b3 c3",        // sides of the inner triangle
    "c1 m1 a2",       "a3 m1 b1",                          // the other altitudes of the corner triangles
    "c1 m2 d2",       "c3 m2 d1",       "a3 m3 b4",       "c3 m3 a4"};

inline constexpr Points middles = named("m1 m2 m3 m4");
inline constexpr Points big_corners = named("a1 e1 a5");
inline constexpr Points inner_triangle = named("c1 a3 c3 b2 c2 b3 m4");
inline constexpr Points entries = all_points & ~middles & ~inner_triangle;  // where new Singles come in

// Whoever holds one of these has won: all middle points, or the middle point of a triangle with its median points.
inline constexpr std::array<Points, 5> winning{middles, named("m1 b1 a2 b2"), named("m2 d1 d2 c2"),
                                               named("m3 a4 b4 b3"), named("m4 b2 c2 b3")};

constexpr bool holds_all_middles(Points set) {
  return (set & middles) == middles;
}

constexpr bool holds_a_triangle(Points set) {
  for (std::size_t i = 1; i < winning.size(); ++i) {
    if ((set & winning[i]) == winning[i]) return true;
  }
  return false;
}

constexpr bool holds_winning_points(Points set) {
  return holds_all_middles(set) || holds_a_triangle(set);
}

// A point further off on a line, and what lies between.
struct FarPoint {
  Points between = 0;
  Points target = 0;
};

struct Geometry {
  std::array<Points, points> linked{};
  std::array<Points, points> in_line{};     // on a common line, near or far
  std::array<Points, points> jumps_to{};    // where a Triple goes
  std::array<Points, points> jumps_from{};  // where a Triple can have come from
  std::array<std::array<FarPoint, 9>, points> far{};
  std::array<std::uint8_t, points> far_points{};  // how many of `far` there are

  constexpr Geometry() {
    for (const std::string_view line : lines) add_line(line);
    for (int from = 0; from < points; ++from) {
      const bool middle = (bit(from) & middles) != 0;
      jumps_to[index(from)] = (linked[index(from)] | (middle ? middles | big_corners : 0)) & ~bit(from);
    }
    for (int from = 0; from < points; ++from) {
      for (int to = 0; to < points; ++to) {
        if ((jumps_to[index(from)] & bit(to)) != 0) jumps_from[index(to)] |= bit(from);
      }
    }
  }

  // Where a Double goes, or came from: any distance along a line up to the first occupied point, that one included.
  constexpr Points slides(int from, Points occupied) const {
    Points reached = linked[index(from)];
    for (std::size_t i = 0; i < far_points[index(from)]; ++i) {
      const FarPoint& point = far[index(from)][i];
      reached |= (point.between & occupied) == 0 ? point.target : 0;
    }
    return reached;
  }

 private:
  static constexpr std::size_t index(int point) { return static_cast<std::size_t>(point); }

  constexpr void add_line(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); i += 3) {
      const int from = std::countr_zero(named(line.substr(i, 2)));
      for (std::size_t j = 0; j < line.size(); j += 3) {
        if (i == j) continue;
        const Points to = named(line.substr(j, 2));
        const std::size_t first = i < j ? i : j;
        const std::size_t last = i < j ? j : i;
        in_line[index(from)] |= to;
        if (last - first == 3) {
          linked[index(from)] |= to;
        } else {
          far[index(from)][far_points[index(from)]++] = {named(line.substr(first + 3, last - first - 4)), to};
        }
      }
    }
  }
};

inline constexpr Geometry geometry;

constexpr Points linked(int point) {
  return geometry.linked[static_cast<std::size_t>(point)];
}
constexpr Points jumps_to(int point) {
  return geometry.jumps_to[static_cast<std::size_t>(point)];
}
constexpr Points jumps_from(int point) {
  return geometry.jumps_from[static_cast<std::size_t>(point)];
}

// The six symmetries of the big triangle, number 0 leaving all as it is.
class Symmetries {
 public:
  static constexpr int count = 6;

  constexpr Symmetries() {
    for (std::size_t symmetry = 0; symmetry < row(count); ++symmetry) {
      for (int point = 0; point < points; ++point) {
        to_[symmetry][static_cast<std::size_t>(point)] = moved(symmetry, point);
      }
      // Set by set: a set without its lowest point came before.
      for (std::size_t low = 1; low < low_[symmetry].size(); ++low) {
        low_[symmetry][low] = low_[symmetry][low & (low - 1)] | bit(to_[symmetry][row(std::countr_zero(low))]);
      }
      for (std::size_t high = 1; high < high_[symmetry].size(); ++high) {
        high_[symmetry][high] =
            high_[symmetry][high & (high - 1)] | bit(to_[symmetry][row(low_bits + std::countr_zero(high))]);
      }
    }
    for (int symmetry = 0; symmetry < count; ++symmetry) {
      for (int other = 0; other < count; ++other) {
        bool undoes = true;
        for (int point = 0; point < points; ++point) undoes = undoes && image(other, image(symmetry, point)) == point;
        if (undoes) inverse_[row(symmetry)] = other;
      }
    }
  }

  constexpr int image(int symmetry, int point) const { return to_[row(symmetry)][row(point)]; }

  constexpr Points image(int symmetry, Points set) const {
    return low_[row(symmetry)][set & ((1U << low_bits) - 1)] | high_[row(symmetry)][set >> low_bits];
  }

  // The symmetry that takes everything back.
  constexpr int inverse(int symmetry) const { return inverse_[row(symmetry)]; }

 private:
  static constexpr int low_bits = 10;
  static constexpr std::size_t row(int number) { return static_cast<std::size_t>(number); }

  // A point's distances from the three sides, in twelfths of the altitude:
  //
  //      a1 (12, 0, 0)    e1 (0, 12, 0)    a5 (0, 0, 12)    m4 (4, 4, 4)
  static constexpr std::array<int, 3> distances(int point) {
    constexpr std::array<std::array<int, 3>, 4> of_middles{{{8, 2, 2}, {2, 8, 2}, {2, 2, 8}, {4, 4, 4}}};
    const std::string_view name = name_of(point);
    const int number = name[1] - '1';
    if (name[0] == 'm') return of_middles[row(number)];
    const int right = 3 * (name[0] - 'a');
    const int up = 3 * number;
    return {12 - right - up, right, up};
  }

  // The symmetries permute the distances.
  static constexpr int moved(std::size_t symmetry, int point) {
    constexpr std::array<std::array<std::size_t, 3>, count> permutations{
        {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
    const std::array<int, 3> from = distances(point);
    std::array<int, 3> to{};
    for (std::size_t i = 0; i < to.size(); ++i) to[permutations[symmetry][i]] = from[i];
    int image = 0;
    while (distances(image) != to) ++image;
    return image;
  }

  std::array<std::array<int, points>, count> to_{};
  std::array<std::array<Points, 1 << low_bits>, count> low_{};  // images of sets of the first points, and of the others
  std::array<std::array<Points, 1 << (points - low_bits)>, count> high_{};
  std::array<int, count> inverse_{};
};

inline constexpr Symmetries symmetries;

}  // namespace spielkern::ten
