#include "spielkern/search/split_proofs.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "message.hpp"
#include "spielkern/games/ten/proofs.hpp"
#include "temporary_folder.hpp"

using namespace spielkern;

namespace {

const std::string name = "ten,stones=2";

std::size_t lines_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line);) ++lines;
  return lines;
}

// Asks plies by plies, as an analysis does, within how many somebody wins.
int length(const std::filesystem::path& path, int depth, std::uint64_t& nodes) {
  const Ten::Rules rules(2, Ten::Shortage::truncate);
  ForcedWins<Ten> search(rules, {1 << 22, 1});
  Control control;
  Ledger ledger(path, name, control);
  SplitProofs<Ten> proofs(search, ledger, depth);
  int plies = 1;
  while (!proofs.wins(Ten::start(rules), static_cast<Player>(2 - plies % 2), plies, control)) ++plies;
  nodes = search.nodes();
  return plies;
}

}  // namespace

TEST_CASE("split proofs: the start of two stones, and a later run needs the ledger only") {
  for (const int depth : {0, 1, 2, 4}) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "ledger.txt";
    std::uint64_t nodes = 0;
    CHECK(length(path, depth, nodes) == 10);
    CHECK(nodes > 0);
    const std::size_t lines = lines_of(path);
    CHECK(lines >= 10);
    CHECK(length(path, depth, nodes) == 10);
    CHECK(nodes == 0);
    CHECK(lines_of(path) == lines);
  }
}

TEST_CASE("split proofs: numbers of plies that cannot be are refused") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "ledger.txt";
  // The last: a win within as many plies as are free of one.
  for (const std::string bounds : {"-4 70", "-1 61", "9 62", "5 5"}) {
    std::ofstream(path) << name << " 0000000000000 " << bounds << " 1 0.1\n";
    std::uint64_t nodes = 0;
    CHECK(message([&] { length(path, 1, nodes); }).find("cannot be") != std::string::npos);
  }
}
