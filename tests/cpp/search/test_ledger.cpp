#include "spielkern/search/ledger.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "spielkern/games/dots_and_boxes/quiet.hpp"
#include "temporary_folder.hpp"

using namespace spielkern;
using namespace spielkern::dots_and_boxes;

namespace {

NetSearchOptions small_table() {
  NetSearchOptions options;
  options.table_bytes = 1 << 22;
  return options;
}

void append(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::app) << text;
}

}  // namespace

TEST_CASE("a value in pieces: a later run needs the ledger only") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "ledger.txt";
  Control control;
  for (const int depth : {0, 1, 3}) {
    std::filesystem::remove(path);
    std::size_t lines = 0;
    {
      NetSearch<QuietSteps> search(QuietSteps(Geometry(2, 4)), small_table());
      Ledger ledger(path, "2x4", control);
      SplitSearch<QuietSteps> split(search, ledger, depth, [&](Edges, Bounds bounds) {
        CHECK(bounds.lower <= bounds.upper);
        ++lines;
      });
      CHECK(split.value(0, control) == 2);
      CHECK(ledger.size() > 0);
      CHECK(ledger.size() <= lines);
    }
    NetSearch<QuietSteps> search(QuietSteps(Geometry(2, 4)), small_table());
    Ledger ledger(path, "2x4", control);
    SplitSearch<QuietSteps> split(search, ledger, depth, [](Edges, Bounds) { FAIL("nothing is left to prove"); });
    CHECK(split.value(0, control) == 2);
    CHECK(search.nodes() == 0);
  }
}

TEST_CASE("a run that was stopped goes on where it was") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "ledger.txt";
  Control control;
  struct Enough {};
  {
    NetSearch<QuietSteps> search(QuietSteps(Geometry(2, 4)), small_table());
    Ledger ledger(path, "2x4", control);
    int left = 10;
    SplitSearch<QuietSteps> split(search, ledger, 3, [&](Edges, Bounds) {
      if (--left == 0) throw Enough();
    });
    CHECK_THROWS_AS(split.value(0, control), Enough);
  }
  append(path, "2x4 00000000000");  // half a line
  NetSearch<QuietSteps> search(QuietSteps(Geometry(2, 4)), small_table());
  Ledger ledger(path, "2x4", control);
  const std::size_t before = ledger.size();
  CHECK(before > 5);
  CHECK(SplitSearch<QuietSteps>(search, ledger, 3).value(0, control) == 2);
  CHECK(Ledger(path, "2x4", control).size() > before);
}

TEST_CASE("a ledger says which line is wrong") {
  const TemporaryFolder folder;
  Control control;
  const auto path = folder.path() / "ledger.txt";
  append(path, "3x3 0000000000000 -3 -3 10 0.1\n2x4 0000000000000 0 8 10 0.1\n");
  CHECK(Ledger(path, "2x4", control).size() == 1);
  CHECK(Ledger(path, "2x4", control).find(0) == Bounds{0, 8});
  CHECK(!Ledger(path, "2x4", control).find(1));
  append(path, "2x4 0000000000000 -8 2 10 0.1\n");
  CHECK(Ledger(path, "2x4", control).find(0) == Bounds{0, 2});
  append(path, "2x4 zz -8 2 10 0.1\n");
  CHECK_THROWS_WITH_AS(Ledger(path, "2x4", control), doctest::Contains("line 4"), TableError);
  CHECK_THROWS_AS(Ledger(path, "3x3", control), TableError);
}

TEST_CASE("a folder or a pipe is no ledger") {
  const TemporaryFolder folder;
  Control control;
  CHECK_THROWS_AS(Ledger(folder.path(), "2x4", control), TableError);
#ifdef SPIELKERN_POSIX
  const auto pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  ::alarm(10);  // no waiting for its writer
  CHECK_THROWS_AS(Ledger(pipe, "2x4", control), TableError);
  ::alarm(0);
#endif
}
