#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "spielkern/core/nets.hpp"
#include "spielkern/games/dots_and_boxes/chains.hpp"
#include "spielkern/games/dots_and_boxes/dots_and_boxes.hpp"
#include "spielkern/games/dots_and_boxes/net_kernel.hpp"
#include "spielkern/games/dots_and_boxes/quiet.hpp"

namespace spielkern::dots_and_boxes {

// Chains, loops and the long chain rule in words.
inline std::vector<std::string> notes(const Rules& rules, const Position& position) {
  const Geometry& board = rules.board();
  std::vector<std::string> notes;
  int takeable = 0;
  for (const Chain& chain : find_chains(board, position.drawn)) {
    std::string text = chain.kind == Chain::Kind::loop ? "loop of " : chain.is_long() ? "long chain of " : "chain of ";
    text += std::to_string(chain.length) + (chain.length == 1 ? " box:" : " boxes:");
    for (int box = 0; box < board.boxes(); ++box) {
      if ((chain.boxes & bit(box)) == 0) continue;
      text += ' ';  // a box is named by the dot at its upper left
      text += static_cast<char>('a' + box % board.cols());
      text += std::to_string(box / board.cols() + 1);
    }
    if (chain.ends_to_take > 0) text += chain.ends_to_take == 2 ? " (can be taken from both ends)" : " (can be taken)";
    takeable += chain.ends_to_take;
    notes.push_back(std::move(text));
  }
  if (position.drawn == board.all()) return notes;
  const ChainRule rule = chain_rule(board, position.drawn);
  const std::string mover = "player " + std::to_string(position.player);
  if (takeable > 0) {
    notes.push_back("boxes can be taken now: the long chain rule speaks of quiet positions only");
  } else {
    notes.push_back(std::to_string(rule.long_chains) + (rule.long_chains == 1 ? " long chain" : " long chains") +
                    ": by the long chain rule " + mover + ", who is on turn, wants an " +
                    (rule.wants_odd ? "odd" : "even") + " number in the end");
  }
  if (const auto worth = worth_of_control(board, position.drawn)) {
    const std::string other = "player " + std::to_string(3 - position.player);
    notes.push_back("only long chains and loops: " + mover + " has to open one; " + other +
                    (*worth >= 2 ? " keeps control by leaving 2 boxes of a chain and 4 of a loop, and gets net +" +
                                       std::to_string(*worth)
                                 : " need not profit from keeping control to the end"));
  }
  return notes;
}

// NetKernel for boards that are large enough for it, set by set for the others.
class BoardKernel {
 public:
  explicit BoardKernel(const Geometry& board) : board_(board) {
    if (board.edges() > NetKernel::row_edges) rows_ = std::make_unique<const NetKernel>(board);
  }

  void fill(std::int8_t* nets, Edges begin, Edges end) const {
    if (rows_) {
      rows_->fill(nets, begin, end);
    } else {
      NetKernel::fill_singly(board_, nets);
    }
  }

 private:
  Geometry board_;
  std::unique_ptr<const NetKernel> rows_;
};

}  // namespace spielkern::dots_and_boxes

template <>
struct spielkern::Nets<spielkern::DotsAndBoxes> {
  using Rules = dots_and_boxes::Rules;
  using Position = dots_and_boxes::Position;
  using Set = dots_and_boxes::Edges;
  using Problem = dots_and_boxes::QuietSteps;

  static Set set(const Position& position) { return position.drawn; }
  static Position position(const Rules& rules, Set set) {
    return {set, 1, {static_cast<std::uint8_t>(rules.board().count_closed(set)), 0}};
  }
  static Problem problem(const Rules& rules) { return Problem(rules.board()); }
  static dots_and_boxes::Move move(int edge) { return {static_cast<std::uint8_t>(edge)}; }
  static int elements(const Rules& rules) { return rules.board().edges(); }
  static std::unique_ptr<const dots_and_boxes::BoardKernel> make_kernel(const Rules& rules) {
    return std::make_unique<const dots_and_boxes::BoardKernel>(rules.board());
  }
  static std::vector<std::string> notes(const Rules& rules, const Position& position) {
    return dots_and_boxes::notes(rules, position);
  }
};

static_assert(spielkern::HasNets<spielkern::DotsAndBoxes>);
