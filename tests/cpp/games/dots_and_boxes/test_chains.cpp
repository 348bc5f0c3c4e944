#include "spielkern/games/dots_and_boxes/chains.hpp"

#include <doctest/doctest.h>

using namespace spielkern::dots_and_boxes;

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
