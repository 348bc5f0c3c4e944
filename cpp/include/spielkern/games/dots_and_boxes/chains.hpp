#pragma once

#include <bit>
#include <vector>

#include "spielkern/games/dots_and_boxes/geometry.hpp"

namespace spielkern::dots_and_boxes {

// Boxes in a row that are taken one after the other once the first of them can be: each has at most two free edges. The
// words are those of E. R. Berlekamp, The Dots and Boxes Game.
//
//      +---+---+---+---+
//        1   2   3 | . .      a chain of three from the border to the border: the left edge of 1, two between
//      +---+---+   +---+      them, the lower edge of 3
//      | .   . |   | . .
struct Chain {
  enum class Kind { chain, loop };

  Kind kind = Kind::chain;
  int length = 0;        // boxes
  Edges edges = 0;       // its free edges
  Edges boxes = 0;       // bit i for box i, counted row by row
  int ends_to_take = 0;  // boxes in it that can be taken at once: 0, 1, or 2 if both its ends are open

  // Long enough that the opponent, who is made to open it, can be made to move again.
  bool is_long() const { return kind == Kind::chain && length >= 3; }

  friend bool operator==(const Chain&, const Chain&) = default;
};

// All chains and loops, by their first boxes.
inline std::vector<Chain> find_chains(const Geometry& board, Edges drawn) {
  const Edges free = board.all() & ~drawn;
  const auto strings = [&](int box) { return std::popcount(free & board.box_edges(box)); };
  std::vector<Chain> chains;
  Edges seen = 0;
  for (int first = 0; first < board.boxes(); ++first) {
    if ((seen & bit(first)) != 0 || strings(first) == 0 || strings(first) > 2) continue;
    Chain chain;
    std::vector<int> waiting{first};
    seen |= bit(first);
    int inner = 0;  // edges between two of its boxes, each counted twice
    while (!waiting.empty()) {
      const int box = waiting.back();
      waiting.pop_back();
      ++chain.length;
      chain.boxes |= bit(box);
      chain.edges |= free & board.box_edges(box);
      chain.ends_to_take += strings(box) == 1 ? 1 : 0;
      for (Edges left = free & board.box_edges(box); left != 0; left &= left - 1) {
        for (const int other : board.boxes_of(std::countr_zero(left))) {
          if (other == Geometry::no_box || other == box || strings(other) > 2) continue;
          ++inner;
          if ((seen & bit(other)) == 0) waiting.push_back(other);
          seen |= bit(other);
        }
      }
    }
    if (inner == 2 * chain.length) chain.kind = Chain::Kind::loop;
    chains.push_back(chain);
  }
  return chains;
}

// The long chain rule: who has to open the first long chain loses the fight for control. For the player on turn.
struct ChainRule {
  int long_chains = 0;
  bool wants_odd = false;  // so many long chains, in the end, that their number is odd; otherwise an even number

  // As many as there are now would be right for the player on turn.
  bool suits_mover() const { return (long_chains % 2 != 0) == wants_odd; }
};

// Let f edges be free and r boxes open. A move that completes no box passes the turn; if d edges complete two boxes at
// once, the turn is passed f - r + d more times, and who draws the last edge had control. Whoever is in control leaves two
// boxes, to be taken with one edge, of every long chain but the last: d = chains - 1. So the player on turn, who draws the
// last edge if the turn is passed an even number of times, wants f - r + chains to be odd. On the empty board f - r is the
// number of dots less one: the first player wants dots + chains to be even, as the rule is usually put.
inline ChainRule chain_rule(const Geometry& board, Edges drawn) {
  ChainRule rule;
  for (const Chain& chain : find_chains(board, drawn)) rule.long_chains += chain.is_long() ? 1 : 0;
  const int free = std::popcount(board.all() & ~drawn);
  const int open = board.boxes() - board.count_closed(drawn);
  rule.wants_odd = (free - open) % 2 == 0;
  return rule;
}

}  // namespace spielkern::dots_and_boxes
