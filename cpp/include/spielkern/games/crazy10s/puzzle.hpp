#pragma once

#include <cstdint>
#include <string>

#include "spielkern/core/keys.hpp"
#include "spielkern/core/rng.hpp"
#include "spielkern/games/crazy10s/crazy10s.hpp"
#include "spielkern/games/crazy10s/plays.hpp"

namespace spielkern::crazy10s {

// A board, a layout and a rack: which play scores most?
struct Puzzle {
  Rules rules;
  Position position;  // the rack is that of the player on turn
  ScoredMove best;    // the only play that scores so much
};

// The puzzle of a number, as of the day 20261130. The same number gives the same puzzle for ever; another way to make
// puzzles needs another version. It hangs on the rules, on Rng and on the order of best plays, and on nothing else.
//
// Two players lay tiles for some turns, each any of the eight best plays in one line. What comes of it is a puzzle if
//   - there are at least five plays, and one of them scores more than every other;
//   - that one scores at least 30, and at least 10 more than the best in one line, which is what one sees at once.
inline Puzzle make_puzzle(std::uint64_t number) {
  constexpr std::uint64_t version = 1;
  constexpr int size = 11;
  const auto nothing = [] {};
  Rng rng(mix(version, number));
  while (true) {
    const std::string layout = Layout::drawn(size, rng.next()).format();
    const Rules rules(size, Placing::linked, layout);
    const Rules line(size, Placing::line, layout);
    Position position = Crazy10s::start(rules, rng);
    for (std::uint64_t turns = 4 + rng.below(6); turns > 0; --turns) {
      const Tiles& rack = position.rack(position.player).tiles;
      const auto plays = best_plays<LaidBefore>(line, Board(line, position.board), rack, 8, nothing);
      Move move;
      std::int32_t score = 0;
      if (!plays.empty()) {
        const ScoredMove& play = plays[rng.below(plays.size())];
        move = play.move;
        score = play.score;
      }
      Crazy10s::make(position, move, score, rng);
    }
    if (Crazy10s::outcome(rules, position)) continue;
    const Tiles& rack = position.rack(position.player).tiles;
    if (rack.count(joker) > 1) continue;
    const Board board(rules, position.board);
    const int seen_at_once = greedy_play(line, board, rack).score;
    const auto plays = best_plays(rules, board, rack, 5, nothing);
    if (plays.size() < 5 || plays[0].score == plays[1].score) continue;
    if (plays[0].score < 30 || plays[0].score < seen_at_once + 10) continue;
    return {rules, position, plays[0]};
  }
}

}  // namespace spielkern::crazy10s
