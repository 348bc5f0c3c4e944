#include "spielkern/search/net_search.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "games/dots_and_boxes/random_set.hpp"
#include "spielkern/games/dots_and_boxes/net_kernel.hpp"
#include "spielkern/games/dots_and_boxes/quiet.hpp"
#include "temporary_folder.hpp"

using namespace spielkern;
using namespace spielkern::dots_and_boxes;

namespace {

using Search = NetSearch<QuietSteps>;

NetSearchOptions small_table(unsigned threads = 1) {
  NetSearchOptions options;
  options.table_bytes = 1 << 23;
  options.threads = threads;
  return options;
}

struct Problem {
  std::string name;
  int rows, cols;
  std::string edges;
  int net;
  std::string best;
};

int edge_of(const Geometry& board, const std::string& name) {
  const int row = name[1] - '1';
  const int col = name[0] - 'a';
  return name[1] == name[3] ? board.horizontal(row, col) : board.vertical(row, col);
}

Edges edges_of(const Geometry& board, const std::string& names) {
  Edges edges = 0;
  for (std::size_t i = 0; i < names.size(); i += 5) edges |= bit(edge_of(board, names.substr(i, 4)));
  return edges;
}

// E. R. Berlekamp, The Dots and Boxes Game.
const std::vector<Problem> problems{
    {"3.1", 3, 3, "a1b1 b1c1 b2c2 c2d2 b4c4 a1a2 a2a3 b2b3 b3b4 d3d4", 3, "c3d3"},
    {"3.3", 3, 3, "a1b1 b1c1 c1d1 b1b2 d1d2 a2a3 b2b3 c2c3 d2d3 b3b4 c3c4", 3, "a2b2"},
    {"3.5", 3, 3, "b1c1 c1d1 a2b2 b2c2 b3c3 c3d3 a4b4 a1a2 c1c2 a2a3 d2d3 a3a4", 3, "a1b1"},
    {"3.7", 3, 3, "a1b1 b2c2 a1a2 c1c2 d1d2 a2a3 c2c3 d2d3 c3c4", 3, "c2d2"},
    {"3.9", 3, 5,
     "d1e1 e1f1 c2d2 d2e2 a3b3 d3e3 e3f3 a4b4 c4d4 d4e4 e4f4 a1a2 b1b2 c1c2 f1f2 a2a3 b2b3 c2c3 f2f3 a3a4 b3b4 c3c4", 6,
     "a1b1"},
    {"3.11", 5, 5,
     "a1b1 b1c1 d1e1 c2d2 e2f2 b3c3 c3d3 d3e3 e3f3 a4b4 b4c4 e4f4 b5c5 c5d5 d5e5 e5f5 a6b6 b6c6 c6d6 d6e6 b1b2 e1e2 "
     "a2a3 "
     "b2b3 a3a4 d3d4 a4a5 d4d5 a5a6 f5f6",
     11, "c1d1"},
    {"3.13", 5, 5,
     "a1b1 c1d1 a2b2 d2e2 a3b3 b3c3 c3d3 d3e3 e3f3 c4d4 d4e4 a5b5 b5c5 c1c2 e1e2 c2c3 b3b4 f3f4 b4b5 d4d5 d5d6 f5f6", 5,
     "b2b3"},
    {"12.15", 5, 5,
     "a1b1 c1d1 b2c2 e2f2 d3e3 a4b4 b4c4 e4f4 a5b5 c5d5 d5e5 e5f5 c6d6 b1b2 d1d2 f1f2 b2b3 d3d4 d4d5 e5e6", 1, "b3b4"},
};

}  // namespace

TEST_CASE("nets of the empty boards") {
  const std::vector<std::tuple<int, int, int>> boards{{1, 1, -1}, {1, 2, 0},  {1, 3, -1}, {1, 4, 0},  {1, 5, -1},
                                                      {1, 6, 0},  {1, 7, -1}, {1, 8, 0},  {1, 9, -1}, {1, 10, 0},
                                                      {2, 2, 2},  {2, 3, -2}, {2, 4, 2},  {2, 5, -2}, {3, 3, -3}};
  for (const auto& [rows, cols, net] : boards) {
    CAPTURE(rows);
    CAPTURE(cols);
    Control control;
    CHECK(Search(QuietSteps(Geometry(rows, cols)), small_table()).value(0, control) == net);
    CHECK(Search(QuietSteps(Geometry(cols, rows)), small_table(2)).value(0, control) == net);
  }
}

TEST_CASE("published problems, with all their best moves") {
  for (const Problem& problem : problems) {
    CAPTURE(problem.name);
    const Geometry board(problem.rows, problem.cols);
    Search search(QuietSteps(board), small_table());
    Control control;
    const Edges drawn = edges_of(board, problem.edges);
    CHECK(search.value(drawn, control) == problem.net);
    CHECK(search.best_moves(drawn, control) == std::vector<int>{edge_of(board, problem.best)});
    const auto line = search.line(drawn, 100, control);
    CHECK(line.size() == static_cast<std::size_t>(std::popcount(board.all() & ~drawn)));
    CHECK(line.front() == edge_of(board, problem.best));
  }
}

TEST_CASE("the search finds what the table of all sets says") {
  std::mt19937_64 random(1);
  for (const auto& [rows, cols, sets] : {std::tuple{3, 3, 50000}, {2, 4, 30000}, {1, 7, 20000}}) {
    const Geometry board(rows, cols);
    std::vector<std::int8_t> nets(std::size_t{1} << board.edges());
    std::make_unique<NetKernel>(board)->fill(nets.data(), 0, nets.size());
    Search search(QuietSteps(board), small_table());
    Control control;
    for (int i = 0; i < sets; ++i) {
      const Edges drawn = random_set(random, board);
      CAPTURE(drawn);
      REQUIRE(search.value(drawn, control) == nets[drawn]);
      if (i % 20 != 0) continue;
      std::vector<int> best;
      search.problem().for_each_move(drawn, [&](int edge, Edges after, int points) {
        if ((points > 0 ? points + nets[after] : -nets[after]) == nets[drawn]) best.push_back(edge);
        return true;
      });
      REQUIRE(search.best_moves(drawn, control) == best);
    }
  }
}

TEST_CASE("nothing that can be switched off changes a value") {
  const Geometry board(2, 3);
  Control control;
  for (unsigned bits = 0; bits < 1024; ++bits) {
    const auto on = [bits](unsigned bit) { return (bits >> bit & 1) != 0; };
    NetSearchOptions options = small_table();
    options.cutoffs_by_table = on(5);
    options.prefetching = on(6);
    options.ordering = on(7);
    options.history = on(8);
    options.looking_ahead = on(9);
    Search search(QuietSteps(board, {on(0), on(1), on(2), on(3), on(4)}), options);
    REQUIRE(search.value(0, control) == -2);
  }
}

TEST_CASE("what a search learns from one position is right for others, whoever is on turn") {
  // Half-drawn positions of 4 x 4, big enough for looking at replies, in one search after the other and each in its own.
  const Geometry board(4, 4);
  Search together(QuietSteps(board), small_table(2));
  NetSearchOptions plain = small_table();
  plain.history = false;
  plain.looking_ahead = false;
  Control control;
  std::mt19937_64 random(4);
  for (int i = 0; i < 8; ++i) {
    Edges drawn = 0;
    while (std::popcount(drawn) < 12) {
      const Edges more = drawn | bit(static_cast<int>(random() % 40));
      if (QuietSteps(board).settle({board.all() & ~more}).taken == 0 && board.count_closed(more) == 0) drawn = more;
    }
    CAPTURE(drawn);
    REQUIRE(together.value(drawn, control) == Search(QuietSteps(board), plain).value(drawn, control));
  }
}

TEST_CASE("a trace hears of every node") {
  struct Counting {
    std::map<NetEvent, std::uint64_t>* counts;
    void operator()(const QuietSteps::Node&, NetEvent event) const { ++(*counts)[event]; }
  };
  std::map<NetEvent, std::uint64_t> counts;
  NetSearch<QuietSteps, Counting> search(QuietSteps(Geometry(3, 3)), small_table(), {&counts});
  Control control;
  CHECK(search.value(0, control) == -3);
  CHECK(counts[NetEvent::searched] == search.nodes());
  CHECK(counts[NetEvent::cut_by_table] + counts[NetEvent::cut_by_first] + counts[NetEvent::cut_by_later] +
            counts[NetEvent::failed] ==
        search.nodes());
  CHECK(counts[NetEvent::alike] > 0);
}

TEST_CASE("a table far too small costs time and nothing else") {
  NetSearchOptions options;
  options.table_bytes = 1 << 16;
  Control control;
  CHECK(Search(QuietSteps(Geometry(2, 5)), options).value(0, control) == -2);
  options.table_bytes = 1 << 10;
  CHECK_THROWS_AS(Search(QuietSteps(Geometry(2, 5)), options), MemoryLimitError);
}

TEST_CASE("boards of 64 edges") {
  const Geometry board(1, 21);
  NetSearchOptions options;
  options.table_bytes = 1 << 20;
  Search search(QuietSteps(board), options);
  Control control;
  // A row of single boxes, each open above and below: whoever moves gives one away, and so on.
  Edges free = 0;
  for (int col = 0; col < 21; ++col) free |= bit(board.horizontal(0, col)) | bit(board.horizontal(1, col));
  const Edges drawn = board.all() & ~free;
  CHECK(search.value(drawn, control) == -1);
  CHECK(search.best_moves(drawn, control).size() == 42);
  // The last edge of all.
  CHECK(search.value(board.all() & ~bit(63), control) == 1);
  CHECK(search.value(board.all(), control) == 0);
  CHECK(search.best_moves(board.all(), control).empty());
}

TEST_CASE("a search goes on from a saved table, and only from its own") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "table";
  const auto other = folder.path() / "other";
  Control control;
  Search first(QuietSteps(Geometry(2, 5)), small_table());
  CHECK(first.value(0, control) == -2);
  first.save(path, "dots-and-boxes rows=2 cols=5", control);
  Search second(QuietSteps(Geometry(2, 5)), small_table());
  second.load(path, "dots-and-boxes rows=2 cols=5", control);
  CHECK(second.value(0, control) == -2);
  CHECK(second.nodes() * 10 < first.nodes());

  CHECK_THROWS_AS(second.load(path, "dots-and-boxes rows=5 cols=2", control), TableError);
  NetSearchOptions larger = small_table();
  larger.table_bytes *= 2;
  CHECK_THROWS_AS(Search(QuietSteps(Geometry(2, 5)), larger).load(path, "dots-and-boxes rows=2 cols=5", control),
                  TableError);
  CHECK_THROWS_AS(Search(QuietSteps(Geometry(2, 5), {true, true, true, false, true}), small_table())
                      .load(path, "dots-and-boxes rows=2 cols=5", control),
                  TableError);
  {
    std::ifstream in(path, std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(in), {});
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    std::ofstream(other, std::ios::binary) << bytes;
  }
  CHECK_THROWS_AS(
      Search(QuietSteps(Geometry(2, 5)), small_table()).load(other, "dots-and-boxes rows=2 cols=5", control),
      TableError);
}

TEST_CASE("so many bytes as a table has make the same table again") {
  for (const auto& [rows, cols] : {std::pair{1, 1}, {1, 5}, {2, 2}, {2, 3}, {2, 5}, {3, 3}, {4, 4}}) {
    for (unsigned power = 16; power <= 31; ++power) {
      for (const std::uint64_t more : {0, 12345}) {
        NetSearchOptions options;
        options.table_bytes = (std::uint64_t{1} << power) + more;
        const std::uint64_t bytes = Search(QuietSteps(Geometry(rows, cols)), options).table_bytes();
        CHECK(bytes <= options.table_bytes);
        options.table_bytes = bytes;
        CHECK(Search(QuietSteps(Geometry(rows, cols)), options).table_bytes() == bytes);
      }
    }
  }
}

TEST_CASE("a search can be stopped, and goes on") {
  for (const unsigned threads : {1U, 2U}) {
    Search search(QuietSteps(Geometry(3, 4)), small_table(threads));
    int calls = 0;
    Control stopping([&](const Progress& progress) {
      CHECK(progress.phase == "searching");
      const auto status = search.status();
      CHECK(status.bounds.lower <= status.bounds.upper);
      return ++calls < 4;
    });
    CHECK_THROWS_AS(search.value(0, stopping), Cancelled);
    CHECK(search.nodes() > 0);
    Control control;
    CHECK(search.value(0, control) == 0);
    CHECK(search.status().bounds == Bounds{0, 0});
  }
}

TEST_CASE("the use of the table is that of the part which remembers everything") {
  NetSearchOptions options;
  options.table_bytes = 1 << 25;
  Search search(QuietSteps(Geometry(3, 3)), options);
  Control control;
  CHECK(search.value(0, control) == -3);
  const double entries = search.table_use() * static_cast<double>(search.table_bytes() / sizeof(std::uint64_t));
  CHECK(entries > 0.5 * static_cast<double>(search.nodes()));
  CHECK(entries < 1.5 * static_cast<double>(search.nodes()));
}
