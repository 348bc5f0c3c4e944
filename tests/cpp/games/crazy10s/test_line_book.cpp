#include "spielkern/games/crazy10s/line_book.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "spielkern/games/crazy10s/crazy10s.hpp"

using namespace spielkern;
using namespace spielkern::crazy10s;

namespace {

using Plays = std::vector<std::vector<int>>;

std::vector<int> numbers_of(const Found& found) {
  std::vector<int> numbers{found.score};
  for (int i = 0; i < found.count; ++i) {
    numbers.push_back(found.cells[at(i)]);
    numbers.push_back(found.digits[at(i)]);
  }
  return numbers;
}

struct Collect : Everything {
  Plays plays{};

  bool operator()(const Found& found) {
    plays.push_back(numbers_of(found));
    return true;
  }
};

}  // namespace

TEST_CASE("a book of lines has the plays that the generator finds, however a board came about") {
  for (const int size : {5, 13}) {
    const Rules rules(size, Placing::line, {});
    Rng rng(4);
    for (int match = 0; match < (size == 5 ? 3 : 1); ++match) {
      Position position = Crazy10s::start(rules, rng);
      Board board(rules, position.board);
      std::array<Tiles, 2> racks{position.racks[0].tiles, {}};
      for (const int kind : {0, 2, 3, 5, 8, joker, joker}) racks[1].add(kind);
      Collect first;
      for_each_found(rules, board, RackTable(racks[0]), first);
      if (first.plays.empty()) continue;
      board.lay(greedy_play(rules, board, racks[0]));
      LineBook book(rules, racks);
      LineBook::Numbers numbers = book.numbers(board);
      for (int turn = 0; turn < 12; ++turn) {
        for (int rack = 0; rack < 2; ++rack) {
          Collect all;
          for_each_found(rules, board, RackTable(racks[at(rack)]), all);
          std::sort(all.plays.begin(), all.plays.end());
          for (int tiles = 1; tiles <= rack_tiles; ++tiles) {
            Plays kept;
            book.for_each_play(board, numbers, rack, tiles, [&](const LineBook::Play& play) {
              kept.push_back(numbers_of(play.found));
              return true;
            });
            std::sort(kept.begin(), kept.end());
            Plays expected = all.plays;
            std::erase_if(expected, [&](const auto& play) { return static_cast<int>(play.size()) > 1 + 2 * tiles; });
            CHECK(kept == expected);
          }
        }
        const Found laid = greedy_play(rules, board, racks[at(turn % 2)]);
        if (laid.count == 0) break;
        board.lay(laid);
        book.update(board, laid, numbers);
        CHECK(numbers == book.numbers(board));
      }
    }
  }
}
