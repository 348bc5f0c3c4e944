#include "spielkern/games/dots_and_boxes/shape.hpp"

#include <doctest/doctest.h>

#include "spielkern/games/dots_and_boxes/quiet.hpp"

using namespace spielkern::dots_and_boxes;

namespace {

Edges without(const Geometry& board, std::initializer_list<int> free) {
  Edges drawn = board.all();
  for (const int edge : free) drawn &= ~bit(edge);
  return drawn;
}

}  // namespace

TEST_CASE("a chain is a chain wherever it winds") {
  const Geometry board(3, 3);
  const Shapes shapes(board);
  const auto code = [&](std::initializer_list<int> free) { return shapes.code(board.all() & ~without(board, free)); };
  // Along the upper row; down the left column; round the corner from the border to the border.
  const auto row = code({board.vertical(0, 0), board.vertical(0, 1), board.vertical(0, 2), board.vertical(0, 3)});
  const auto column =
      code({board.horizontal(0, 0), board.horizontal(1, 0), board.horizontal(2, 0), board.horizontal(3, 0)});
  const auto corner =
      code({board.vertical(1, 0), board.horizontal(1, 0), board.vertical(0, 1), board.horizontal(0, 1)});
  REQUIRE(row);
  CHECK(row == column);
  CHECK(row == corner);
  const auto shorter = code({board.vertical(0, 0), board.vertical(0, 1), board.horizontal(0, 1)});
  CHECK(row != shorter);
  const auto loop = code({board.horizontal(1, 0), board.horizontal(1, 1), board.vertical(0, 1), board.vertical(1, 1)});
  REQUIRE(loop);
  CHECK(loop != row);
}

TEST_CASE("boards of every form have shapes") {
  for (const auto& [rows, cols] : {std::pair{1, 21}, {21, 1}, {2, 12}, {12, 2}, {3, 8}, {8, 3}, {5, 5}}) {
    const Geometry board(rows, cols);
    const Shapes shapes(board);
    // Two boxes at the border side by side, and the same at the other end.
    const Edges one = bit(board.horizontal(0, 0)) | bit(board.vertical(0, 0));
    const Edges other = bit(board.horizontal(rows, cols - 1)) | bit(board.vertical(rows - 1, cols));
    REQUIRE(shapes.code(one));
    CHECK(shapes.code(one) == shapes.code(other));
    CHECK(shapes.code(one | other) != shapes.code(one));
  }
  CHECK(!Shapes(Geometry(5, 5)).code(Geometry(5, 5).all()));  // too much to say
}
