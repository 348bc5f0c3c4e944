#pragma once

#include <bit>
#include <optional>
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

// What control is worth where nothing but long chains and loops is left, none of them touching another: the player on turn has
// to open one, and so on, if the other one leaves two boxes of each chain and four of each loop. That makes n - 4 of a chain
// of n boxes and n - 8 of a loop for the one in control, and a bonus at the end, where all of the last is taken. If it comes to
// two or more it is the net of whoever is in control under best play (K. Buzzard and M. Ciere, Playing simple loony dots and
// boxes endgames optimally, 2014), if less, the net is that or more. Nothing for all other positions.
inline std::optional<int> worth_of_control(const Geometry& board, Edges drawn) {
  const Edges free = board.all() & ~drawn;
  for (int box = 0; box < board.boxes(); ++box) {
    const int strings = std::popcount(free & board.box_edges(box));
    if (strings != 0 && strings != 2) return std::nullopt;
  }
  int worth = 0;
  bool loops = false;
  bool chains = false;
  bool longer = false;  // a chain of more than three
  for (const Chain& chain : find_chains(board, drawn)) {
    const bool is_loop = chain.kind == Chain::Kind::loop;
    if (!is_loop && !chain.is_long()) return std::nullopt;
    worth += chain.length - (is_loop ? 8 : 4);
    (is_loop ? loops : chains) = true;
    longer = longer || (!is_loop && chain.length > 3);
  }
  if (!loops && !chains) return std::nullopt;
  // Where besides loops there are chains of three alone, control ends with the last loop.
  return worth + (!chains ? 8 : loops && !longer ? 6 : 4);
}

}  // namespace spielkern::dots_and_boxes
