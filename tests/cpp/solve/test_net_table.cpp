#include "spielkern/solve/net_table.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "spielkern/games/dots_and_boxes/net_kernel.hpp"
#include "temporary_folder.hpp"

using namespace spielkern;
using namespace spielkern::dots_and_boxes;

namespace {

NetTable solve(const Geometry& board, unsigned threads) {
  Control control;
  return NetTable::solve(*std::make_unique<NetKernel>(board), board.edges(), std::uint64_t{1} << 30, threads, control);
}

}  // namespace

TEST_CASE("all nets, by any number of threads") {
  for (const unsigned threads : {1U, 2U, 3U}) {
    for (const auto& [rows, cols] : {std::pair{1, 1}, {1, 2}, {2, 2}, {2, 3}, {2, 4}}) {
      const Geometry board(rows, cols);
      const NetTable table = solve(board, threads);
      std::vector<std::int8_t> singly(std::size_t{1} << board.edges());
      NetKernel::fill_singly(board, singly.data());
      REQUIRE(table.size() == singly.size());
      for (std::size_t set = 0; set < singly.size(); ++set) REQUIRE(table.net(set) == singly[set]);
    }
  }
  const Geometry board(3, 3);
  const NetTable table = solve(board, 2);
  const auto net = [&](Edges drawn) { return table.net(drawn); };
  CHECK(net(0) == -3);
  CHECK(best_edges(board, 0, net).size() == 24);
  CHECK(best_edges(board, board.all(), net).empty());
}

TEST_CASE("a table of nets is saved and opened") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "table";
  const Geometry board(2, 3);
  const NetTable table = solve(board, 2);
  Control control;
  table.save(path, "dots-and-boxes rows=2 cols=3", control);
  const auto file = std::make_shared<const TableFile>(path);
  const NetTable opened = NetTable::open(file, "dots-and-boxes rows=2 cols=3", board.edges());
  for (std::uint64_t set = 0; set < table.size(); ++set) REQUIRE(opened.net(set) == table.net(set));
  CHECK_THROWS_AS(NetTable::open(file, "dots-and-boxes rows=3 cols=2", board.edges()), TableError);
  CHECK_THROWS_AS(NetTable::open(file, "dots-and-boxes rows=2 cols=3", 16), TableError);
}

TEST_CASE("a table takes the memory it says, and can be stopped") {
  const auto kernel = std::make_unique<NetKernel>(Geometry(3, 3));
  Control control;
  CHECK_THROWS_AS(NetTable::solve(*kernel, 24, (1 << 24) - 1, 1, control), MemoryLimitError);
  CHECK_THROWS_AS(NetTable::solve(*kernel, 64, ~std::uint64_t{0}, 1, control), MemoryLimitError);
  int calls = 0;
  Control stopping([&](const Progress&) { return ++calls < 5; });
  CHECK_THROWS_AS(NetTable::solve(*kernel, 24, 1 << 24, 2, stopping), Cancelled);
}
