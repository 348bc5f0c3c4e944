#include "spielkern/games/dots_and_boxes/net_kernel.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

using namespace spielkern::dots_and_boxes;

TEST_CASE("rows of sets at once, in wide registers and without, and sets one by one give the same nets") {
  for (const auto& [rows, cols] : {std::pair{1, 2}, {2, 1}, {1, 5}, {2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}}) {
    const Geometry board(rows, cols);
    CAPTURE(rows);
    CAPTURE(cols);
    const auto kernel = std::make_unique<NetKernel>(board);
    const std::size_t size = std::size_t{1} << board.edges();
    std::vector<std::int8_t> singly(size);
    std::vector<std::int8_t> plain(size);
    std::vector<std::int8_t> nets(size);
    NetKernel::fill_singly(board, singly.data());
    kernel->fill_plain(plain.data(), 0, size);
    kernel->fill(nets.data(), 0, size);
    CHECK(plain == singly);
    CHECK(nets == singly);
  }
}

TEST_CASE("one box: the second player takes it") {
  std::vector<std::int8_t> nets(16);
  NetKernel::fill_singly(Geometry(1, 1), nets.data());
  CHECK(nets == std::vector<std::int8_t>{-1, 1, 1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, 1, 1, 0});
}
