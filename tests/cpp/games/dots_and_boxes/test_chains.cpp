#include "spielkern/games/dots_and_boxes/chains.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

#include "spielkern/games/dots_and_boxes/quiet.hpp"
#include "spielkern/search/net_search.hpp"

using namespace spielkern::dots_and_boxes;

namespace {

// Draws edges in a random order as long as no box is left with fewer than two: often all boxes have two in the end.
Edges few_strings(std::mt19937_64& random, const Geometry& board) {
  std::array<int, max_edges> order;
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.begin() + board.edges(), random);
  Edges free = board.all();
  for (int i = 0; i < board.edges(); ++i) {
    const Edges edge = bit(order[static_cast<std::size_t>(i)]);
    bool may = true;
    for (int box = 0; box < board.boxes(); ++box) {
      const Edges around = board.box_edges(box);
      may = may && ((around & edge) == 0 || std::popcount(free & around) > 2);
    }
    if (may) free &= ~edge;
  }
  return board.all() & ~free;
}

}  // namespace

TEST_CASE("chains and loops") {
  const Geometry board(3, 3);
  CHECK(find_chains(board, 0).empty());
  CHECK(find_chains(board, board.all()).empty());

  const Edges row =
      bit(board.vertical(0, 0)) | bit(board.vertical(0, 1)) | bit(board.vertical(0, 2)) | bit(board.vertical(0, 3));
  auto chains = find_chains(board, board.all() & ~row);
  REQUIRE(chains.size() == 1);
  CHECK(chains[0] == Chain{Chain::Kind::chain, 3, row, 7, 0});
  CHECK(chains[0].is_long());

  // Opened at the left: its first box can be taken.
  chains = find_chains(board, board.all() & ~(row & (row - 1)));
  REQUIRE(chains.size() == 1);
  CHECK(chains[0].ends_to_take == 1);
  CHECK(chains[0].length == 3);

  const Edges square =
      bit(board.horizontal(1, 0)) | bit(board.horizontal(1, 1)) | bit(board.vertical(0, 1)) | bit(board.vertical(1, 1));
  chains = find_chains(board, board.all() & ~square);
  REQUIRE(chains.size() == 1);
  CHECK(chains[0].kind == Chain::Kind::loop);
  CHECK(chains[0].length == 4);
  CHECK(!chains[0].is_long());
  chains = find_chains(board, board.all() & ~(square & (square - 1)));
  REQUIRE(chains.size() == 1);
  CHECK(chains[0].kind == Chain::Kind::chain);
  CHECK(chains[0].ends_to_take == 2);
}

TEST_CASE("a chain ends where a box has three free edges") {
  const Geometry board(1, 3);
  // The middle box has its upper edge, too.
  const Edges free = bit(board.vertical(0, 0)) | bit(board.vertical(0, 1)) | bit(board.vertical(0, 2)) |
                     bit(board.vertical(0, 3)) | bit(board.horizontal(0, 1));
  const auto chains = find_chains(board, board.all() & ~free);
  REQUIRE(chains.size() == 2);
  CHECK(chains[0].length == 1);
  CHECK(chains[0].boxes == 1);
  CHECK(chains[1].boxes == 4);
}

TEST_CASE("the long chain rule") {
  // 25 dots: the first player wants an odd number of long chains, the second an even one. 16 dots: the other way round.
  CHECK(chain_rule(Geometry(4, 4), 0).wants_odd);
  CHECK(!chain_rule(Geometry(4, 4), 1).wants_odd);
  CHECK(!chain_rule(Geometry(3, 3), 0).wants_odd);
  // One long chain and nothing else: who is on turn has to open it.
  const Geometry board(1, 3);
  const Edges row =
      bit(board.vertical(0, 0)) | bit(board.vertical(0, 1)) | bit(board.vertical(0, 2)) | bit(board.vertical(0, 3));
  const ChainRule rule = chain_rule(board, board.all() & ~row);
  CHECK(rule.long_chains == 1);
  CHECK(!rule.suits_mover());
}

TEST_CASE("where only long chains and loops are left, control is worth what the search finds") {
  std::mt19937_64 random(7);
  for (const auto& [rows, cols, wanted] : {std::tuple{3, 3, 30}, {4, 4, 300}, {4, 5, 2000}, {5, 5, 2000}}) {
    const Geometry board(rows, cols);
    spielkern::NetSearchOptions options;
    options.table_bytes = 1 << 22;
    spielkern::NetSearch<QuietSteps> search(QuietSteps(board), options);
    spielkern::Control control;
    std::set<Edges> seen;
    int loops = 0;
    int kept = 0;
    for (int i = 0; i < 200'000 && static_cast<int>(seen.size()) < wanted; ++i) {
      Edges drawn = few_strings(random, board);
      // Some of it was played before.
      for (const Chain& chain : find_chains(board, drawn)) {
        if (random() % 4 == 0) drawn |= chain.edges;
      }
      const auto worth = worth_of_control(board, drawn);
      if (!worth || !seen.insert(drawn).second) continue;
      const int net = -search.value(drawn, control);
      CAPTURE(drawn);
      CAPTURE(*worth);
      REQUIRE(net >= *worth);
      if (*worth >= 2) REQUIRE(net == *worth);
      kept += *worth >= 2 ? 1 : 0;
      const auto chains = find_chains(board, drawn);
      loops += std::any_of(chains.begin(), chains.end(), [](const Chain& c) { return c.kind == Chain::Kind::loop; });
    }
    CHECK(static_cast<int>(seen.size()) == wanted);
    CHECK(kept > wanted / 10);
    CHECK((rows == 3 || loops > wanted / 10));
  }
  CHECK(!worth_of_control(Geometry(3, 3), 0).has_value());
  CHECK(!worth_of_control(Geometry(3, 3), Geometry(3, 3).all()).has_value());
}
