#include "spielkern/games/dots_and_boxes/geometry.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "spielkern/core/rng.hpp"

using namespace spielkern::dots_and_boxes;

namespace {

// An edge as people see it: its two dots, (row, column) each.
using Dot = std::pair<int, int>;
using Line = std::set<Dot>;

std::vector<std::pair<int, int>> all_boards() {
  std::vector<std::pair<int, int>> boards;
  for (int rows = 1; rows <= 21; ++rows) {
    for (int cols = 1; cols <= 21; ++cols) {
      if (count_edges(rows, cols) <= max_edges) boards.emplace_back(rows, cols);
    }
  }
  return boards;
}

// The edges in the order of the text, found by walking over the dots.
std::vector<Line> lines_of(int rows, int cols) {
  std::vector<Line> lines;
  for (int row = 0; row <= rows; ++row) {
    for (int col = 0; col < cols; ++col) lines.push_back({{row, col}, {row, col + 1}});
    for (int col = 0; row < rows && col <= cols; ++col) lines.push_back({{row, col}, {row + 1, col}});
  }
  return lines;
}

Line box_side(int row, int col, int side) {
  switch (side) {
    case 0: return {{row, col}, {row, col + 1}};
    case 1: return {{row, col}, {row + 1, col}};
    case 2: return {{row, col + 1}, {row + 1, col + 1}};
    default: return {{row + 1, col}, {row + 1, col + 1}};
  }
}

}  // namespace

TEST_CASE("how many edges") {
  CHECK(count_edges(4, 4) == 40);
  CHECK(count_edges(1, 21) == 64);
  CHECK(count_edges(5, 6) == 71);
  std::int64_t most_boxes = 0;
  for (const auto& [rows, cols] : all_boards()) most_boxes = std::max<std::int64_t>(most_boxes, rows * cols);
  CHECK(most_boxes == max_boxes);
}

TEST_CASE("edges and boxes are where the drawing has them") {
  for (const auto& [rows, cols] : all_boards()) {
    CAPTURE(rows);
    CAPTURE(cols);
    const Geometry board(rows, cols);
    const auto lines = lines_of(rows, cols);
    REQUIRE(board.edges() == static_cast<int>(lines.size()));
    CHECK(std::popcount(board.all()) == board.edges());
    std::map<Line, int> numbers;
    for (int edge = 0; edge < board.edges(); ++edge) {
      const Dot first{board.row(edge), board.col(edge)};
      const bool lies = board.is_horizontal(edge);
      const Line line{first, {first.first + (lies ? 0 : 1), first.second + (lies ? 1 : 0)}};
      CHECK(line == lines[static_cast<std::size_t>(edge)]);
      CHECK((lies ? board.horizontal(first.first, first.second) : board.vertical(first.first, first.second)) == edge);
      numbers[line] = edge;
    }
    std::vector<std::vector<int>> boxes_at(lines.size());
    for (int box = 0; box < board.boxes(); ++box) {
      Edges sides = 0;
      for (int side = 0; side < 4; ++side) {
        const int edge = numbers.at(box_side(box / cols, box % cols, side));
        sides |= bit(edge);
        boxes_at[static_cast<std::size_t>(edge)].push_back(box);
      }
      CHECK(board.box_edges(box) == sides);
      CHECK(board.count_closed(sides) == 1);
      for (int edge = 0; edge < board.edges(); ++edge) {
        if ((sides >> edge & 1) != 0) CHECK(board.count_closed(board.all() & ~bit(edge)) < board.boxes());
      }
    }
    CHECK(board.count_closed(board.all()) == board.boxes());
    CHECK(board.count_closed(0) == 0);
    for (int edge = 0; edge < board.edges(); ++edge) {
      const auto& expected = boxes_at[static_cast<std::size_t>(edge)];
      const auto& found = board.boxes_of(edge);
      CHECK(found[0] == expected[0]);
      CHECK(found[1] == (expected.size() == 2 ? expected[1] : Geometry::no_box));
      CHECK(board.completes(board.all() & ~bit(edge), edge) == static_cast<int>(expected.size()));
      CHECK(board.completes(0, edge) == 0);
    }
  }
}

TEST_CASE("symmetries are those of the plane that keep the board") {
  for (const auto& [rows, cols] : all_boards()) {
    CAPTURE(rows);
    CAPTURE(cols);
    const Geometry board(rows, cols);
    const auto symmetries = std::make_unique<Symmetries>(board);
    const auto lines = lines_of(rows, cols);
    // All ways to keep, mirror and exchange the two coordinates of a dot, as far as the dots stay on the board.
    std::set<std::vector<int>> expected;
    for (int way = 0; way < 8; ++way) {
      if ((way & 4) != 0 && rows != cols) continue;
      std::vector<int> image;
      for (const Line& line : lines) {
        Line moved;
        for (auto [row, col] : line) {
          if ((way & 4) != 0) std::swap(row, col);
          moved.emplace((way & 2) != 0 ? rows - row : row, (way & 1) != 0 ? cols - col : col);
        }
        image.push_back(static_cast<int>(std::find(lines.begin(), lines.end(), moved) - lines.begin()));
      }
      expected.insert(image);
    }
    std::set<std::vector<int>> found;
    for (int symmetry = 0; symmetry < symmetries->count(); ++symmetry) {
      std::vector<int> image;
      for (int edge = 0; edge < board.edges(); ++edge) {
        image.push_back(symmetries->moved(symmetry, edge));
        CHECK(symmetries->image(symmetry, bit(edge)) == bit(image.back()));
      }
      found.insert(image);
      CHECK(symmetries->image(symmetry, board.all()) == board.all());
    }
    CHECK(found == expected);
    CHECK(symmetries->count() == (rows == cols ? 8 : 4));
    for (int edge = 0; edge < board.edges(); ++edge) {
      CHECK(symmetries->moved(0, edge) == edge);
      CHECK(symmetries->moved(3, edge) == board.edges() - 1 - edge);
    }
  }
}

TEST_CASE("corners are the outer edges of the boxes there") {
  const auto corners = [](int rows, int cols) {
    const Geometry board(rows, cols);
    std::set<Edges> sets;
    for (int nth = 0; nth < board.corners(); ++nth) sets.insert(board.corner(nth));
    CHECK(static_cast<int>(sets.size()) == board.corners());
    return sets;
  };
  CHECK(corners(1, 1) == std::set<Edges>{0b1111});
  CHECK(corners(1, 2) == std::set<Edges>{0b0100101, 0b1010010});
  // 0 1 / 2 3 4 / 5 6 / 7 8 9 / 10 11
  CHECK(corners(2, 2) == std::set<Edges>{bit(0) | bit(2), bit(1) | bit(4), bit(7) | bit(10), bit(9) | bit(11)});
}

TEST_CASE("canonical is the least image with settled corners") {
  spielkern::Rng rng(12);
  for (const auto& [rows, cols] : all_boards()) {
    CAPTURE(rows);
    CAPTURE(cols);
    const Geometry board(rows, cols);
    const auto symmetries = std::make_unique<Symmetries>(board);
    for (int i = 0; i < 100; ++i) {
      const Edges edges = rng.below(board.all());
      Edges least = board.all();
      for (int symmetry = 0; symmetry < symmetries->count(); ++symmetry) {
        least = std::min(least, board.corners_settled(symmetries->image(symmetry, edges)));
      }
      CHECK(symmetries->canonical(board, edges) == least);
    }
  }
}

TEST_CASE("canonical is the same for exactly the sets that symmetries and corners make from each other") {
  for (const auto& [rows, cols] : std::vector<std::pair<int, int>>{{1, 1}, {1, 2}, {2, 1}, {1, 3}, {2, 2}, {1, 4}}) {
    CAPTURE(rows);
    CAPTURE(cols);
    const Geometry board(rows, cols);
    const auto symmetries = std::make_unique<Symmetries>(board);
    const auto lines = lines_of(rows, cols);
    const Edges sets = bit(board.edges());
    // Steps from a set to an equal one: mirrors of coordinates, and exchanging two outer edges of a corner's box.
    std::vector<std::vector<int>> steps;
    for (int way = 1; way <= (rows == cols ? 4 : 2); way *= 2) {
      std::vector<int> step;
      for (const Line& line : lines) {
        Line moved;
        for (auto [row, col] : line) {
          if (way == 4) std::swap(row, col);
          moved.emplace(way == 2 ? rows - row : row, way == 1 ? cols - col : col);
        }
        step.push_back(static_cast<int>(std::find(lines.begin(), lines.end(), moved) - lines.begin()));
      }
      steps.push_back(step);
    }
    for (const int row : {0, rows}) {
      for (const int col : {0, cols}) {  // the dot in a corner has just two edges
        std::vector<int> step;
        std::vector<int> ends;
        for (int edge = 0; edge < board.edges(); ++edge) {
          step.push_back(edge);
          if (lines[static_cast<std::size_t>(edge)].contains({row, col})) ends.push_back(edge);
        }
        REQUIRE(ends.size() == 2);
        std::swap(step[static_cast<std::size_t>(ends[0])], step[static_cast<std::size_t>(ends[1])]);
        steps.push_back(step);
      }
    }
    std::vector<Edges> least(sets, sets);  // of each class, found by flooding
    for (Edges set = 0; set < sets; ++set) {
      if (least[set] != sets) continue;
      std::vector<Edges> waiting{set};
      least[set] = set;
      while (!waiting.empty()) {
        const Edges current = waiting.back();
        waiting.pop_back();
        for (const auto& step : steps) {
          Edges next = 0;
          for (int edge = 0; edge < board.edges(); ++edge) {
            if ((current >> edge & 1) != 0) next |= bit(step[static_cast<std::size_t>(edge)]);
          }
          if (least[next] != sets) continue;
          least[next] = set;
          waiting.push_back(next);
        }
      }
    }
    int wrong = 0;
    for (Edges set = 0; set < sets; ++set) wrong += symmetries->canonical(board, set) == least[set] ? 0 : 1;
    CHECK(wrong == 0);
  }
}
