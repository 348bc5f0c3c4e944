#include "spielkern/games/crazy10s/endgame.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "spielkern/games/crazy10s/self_play.hpp"

using namespace spielkern;
using namespace spielkern::crazy10s;

namespace {

// The points still to come by looking at everything.
int exhaustive(const Rules& rules, Position position, std::map<std::string, int>& known) {
  position.scores = {};
  const std::string text = Crazy10s::format(rules, position);
  if (const auto found = known.find(text); found != known.end()) return found->second;
  const std::size_t mine = position.player - 1U;
  int best = -1000;
  Rng rng(1);
  auto sink = [&](const Move& move) {
    const Position after = Crazy10s::play(rules, position, move, rng);
    const auto scores = Crazy10s::final_scores(rules, after);
    int value = scores[mine] - scores[1 - mine];
    if (!Crazy10s::outcome(rules, after)) value -= exhaustive(rules, after, known);
    best = std::max(best, value);
    return true;
  };
  Crazy10s::generate(rules, position, sink);
  return known[text] = best;
}

// Positions of greedy play with an empty bag and at most `tiles` tiles on both racks.
std::vector<Position> ends(const Rules& rules, int tiles, std::size_t count) {
  std::vector<Position> found;
  Rng rng(2);
  while (found.size() < count) {
    Position position = Crazy10s::start(rules, rng);
    while (!Crazy10s::outcome(rules, position)) {
      if (position.in_bag == 0 && position.racks[0].size + position.racks[1].size <= tiles) {
        found.push_back(position);
        break;
      }
      const Tiles rack = position.rack(position.player).tiles;
      const Found best = greedy_play(rules, Board(rules, position.board), rack);
      Move move;
      if (best.count > 0) move = to_move(Board(rules, position.board), best, needed_jokers(best, rack));
      position = Crazy10s::play(rules, position, move, rng);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("endgames are as exhaustive search has them") {
  for (const Placing placing : {Placing::line, Placing::linked}) {
    const Rules rules(15, placing, {});
    for (const Position& position : ends(rules, 5, 20)) {
      std::map<std::string, int> known;
      Control control;
      Endgame endgame(rules, 1 << 12);  // small, so that entries are lost
      const EndgameResult result = endgame.solve(position, control);
      INFO(Crazy10s::format(rules, position));
      CHECK(result.proven());
      CHECK(result.lower == exhaustive(rules, position, known));
      CHECK(!result.best.empty());
      CHECK(!result.line.empty());
    }
  }
}

TEST_CASE("a stopped search says what is proven") {
  const Rules rules(15, Placing::line, {});
  const Position position = ends(rules, 14, 1)[0];
  Control control([](const Progress&) { return false; });
  const EndgameResult result = Endgame(rules).solve(position, control);
  CHECK(!result.proven());
  CHECK(result.best.size() == 1);
  CHECK(Crazy10s::is_legal(rules, position, result.best[0]));
}

TEST_CASE("the move of a stopped search keeps what is proven, also where the table forgets") {
  const Rules rules(13, Placing::line, {});
  const Position position = Crazy10s::parse_position(
      rules,
      "8..0055.2...9/0514....43210/2..1126.37.9B/.532..451..../2..37.....235/A04015...73../2..0154...5../"
      "3...1.64.703./3......613.1./A424.......64/.2..........1/64.........82/............3 678|6 - 1 316:335 0");
  std::map<std::string, int> known;
  Control control;
  for (const std::size_t entries : {1U, 2U, 3U, 16U}) {
    Endgame endgame(rules, entries);
    for (std::uint64_t nodes = 0; nodes < 60; ++nodes) {
      const EndgameResult result = endgame.solve(position, control, nodes);
      if (!result.bounded_below) continue;
      for (const Move& move : result.best) {
        Rng rng(1);
        const Position after = Crazy10s::play(rules, position, move, rng);
        const auto scores = Crazy10s::final_scores(rules, after);
        int value = scores[0] - scores[1] - (position.scores[0] - position.scores[1]);
        if (!Crazy10s::outcome(rules, after)) value -= exhaustive(rules, after, known);
        INFO(entries << " entries, " << nodes << " nodes");
        CHECK(value >= result.lower);
      }
    }
  }
}

TEST_CASE("greedy matches are the same for the same seed") {
  for (const Placing placing : {Placing::line, Placing::linked}) {
    const Rules rules(9, placing, {});
    Rng one(3);
    Rng other(3);
    const SelfPlay played = self_play(rules, 10, one, [] {});
    CHECK(played == self_play(rules, 10, other, [] {}));
    CHECK(played.matches == 10);
    CHECK(played.winners[0] + played.winners[1] + played.winners[2] == 10);
  }
}
