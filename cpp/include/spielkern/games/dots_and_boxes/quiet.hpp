#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "spielkern/games/dots_and_boxes/geometry.hpp"
#include "spielkern/games/dots_and_boxes/shape.hpp"

namespace spielkern::dots_and_boxes {

// What a search may leave out. All of it is exact; each can be switched off to see what it is worth.
struct Reductions {
  bool captures = true;       // boxes that can be taken are taken by rule, not by search
  bool one_per_chain = true;  // of the ways to open a chain one is looked at
  bool symmetries = true;     // positions that are images of each other are one
  bool corners = true;        // the two outer edges of a corner are one
  bool shapes = true;         // positions with the same coins and strings are one
};

// Dots and Boxes as a search for the net sees it: sets of edges, and the steps from one to others whose values give its
// own. The score so far plays no part.
//
// A *quiet* position has no box with three edges drawn. Only those are searched, since what is best to do with boxes that
// can be taken is known (E. R. Berlekamp, The Dots and Boxes Game; J. K. Barker and R. E. Korf, Solving Dots-and-Boxes,
// AAAI 2012). Boxes are coins here and free edges strings that hold them (Winning Ways, chapter 16); a *chain* is a row of
// boxes with two free edges each. Let X have one free edge, to Y:
//
//   Y is no box, has three or four free edges, or like X only this one
//       Taking X at once is best. Whoever draws something else first leaves the opponent the choice to take X just then
//       and be where the other would have been, with X on the wrong side.
//
//   Y has two free edges, so that X is the head of a chain X Y ... with one open end
//       As long as three boxes are left the first is taken, by the same argument; of the last two either both, or none by
//       drawing the edge behind them: the opponent takes two with one edge and has to move. v for the one who moves then:
//
//           +---+---+---+                +---+---+---+
//             X   Y   |   all: 2 + v       X   Y ! |     leaving two: -2 - v       the better: |v + 2|
//           +---+---+---+                +---+---+---+
//
//   a chain whose both ends can be taken (a loop that was opened)
//       The same with the last four, which the opponent takes with two edges: |v + 4|. With three or fewer nothing can be
//       left: the edge between would take a box.
//
// Of several chains all but one are taken whole, for one is enough to pass the turn with; one with an open end is kept if
// there is any, it is cheaper. Taking may join what is left of a chain to another, so it is looked at afresh after each.
class QuietSteps {
 public:
  static constexpr int max_steps = max_edges;
  static constexpr int order_unit = 40;  // half a box nearer to the middle

  using Set = Edges;  // the edges drawn
  using Move = int;   // an edge

  struct Node {
    Edges free;
  };

  // The value of the position before is, with v that of `after`:
  //    turn kept: points + v      turn passed: points - v      with a deal: points - |v + deal|
  struct Step {
    Node after;
    int points;
    int deal;
    bool passes;
    int order;  // higher comes first
  };

  // What becomes of any position before it is quiet: taken + v, or with a deal taken + |v + deal|.
  struct Settled {
    Node quiet;
    int taken = 0;
    int deal = 0;
  };

  explicit QuietSteps(const Geometry& board, Reductions reductions = {})
      : board_(board),
        symmetries_(std::make_shared<const Symmetries>(board)),
        shapes_(board),
        reductions_(reductions),
        stride_(2 * board.cols() + 1),
        cols_(board.cols()) {
    for (int box = 0; box < board.boxes(); ++box) {
      const int upper = board.horizontal(box / cols_, box % cols_);
      boxes_ |= bit(upper);
      around_[at(upper)] = board.box_edges(box);
    }
    for (int edge = 0; edge < board.edges(); ++edge) {
      int both = 0;
      for (const int box : board.boxes_of(edge)) {
        both ^= box == Geometry::no_box ? no_box : board.horizontal(box / cols_, box % cols_);
      }
      across_[at(edge)] = static_cast<std::uint8_t>(both);
    }
    for (int edge = 0; edge < board.edges(); ++edge) {
      // From the middle of the board outwards: edges there have more to do with others, and what remains is the same more
      // often. Those on the border come a box later, and of those equally far vertical ones first; found by trying.
      const int row = 2 * board.row(edge) + (board.is_horizontal(edge) ? 0 : 1) - board.rows();
      const int col = 2 * board.col(edge) + (board.is_horizontal(edge) ? 1 : 0) - board.cols();
      const bool at_border = board.boxes_of(edge)[1] == Geometry::no_box;
      central_[at(edge)] = -order_unit * (std::abs(row) + std::abs(col) + (at_border ? 1 : 0)) -
                           (board.is_horizontal(edge) ? order_unit / 5 : 0);
    }
  }

  const Geometry& board() const { return board_; }
  const Reductions& reductions() const { return reductions_; }

  unsigned key_bits() const { return static_cast<unsigned>(board_.edges()); }
  int greatest() const { return board_.boxes(); }

  std::string scheme() const {
    std::string name = "quiet-positions 2";
    if (reductions_.captures) name += " captures";
    if (reductions_.symmetries) name += " symmetries";
    if (reductions_.corners) name += " corners";
    if (has_shapes()) name += " shapes";
    return name;
  }

  Node node(Edges drawn) const { return {board_.all() & ~drawn}; }
  Edges set(const Node& node) const { return board_.all() & ~node.free; }
  Edges canonical(Edges drawn) const { return symmetries_->canonical(board_, drawn); }

  // Calls f(edge, the set with it, boxes completed) for every free edge until it returns false.
  template <class F>
  void for_each_move(Edges drawn, F&& f) const {
    for (Edges left = board_.all() & ~drawn; left != 0; left &= left - 1) {
      const int edge = std::countr_zero(left);
      if (!f(edge, drawn | bit(edge), board_.completes(drawn, edge))) return;
    }
  }

  // The open boxes: all points that are still to be had.
  int remaining(const Node& node) const {
    const Edges f = node.free;
    return std::popcount(boxes_ & (f | f >> cols_ | f >> (cols_ + 1) | f >> stride_));
  }

  bool is_big(const Node& node) const { return std::popcount(node.free) >= many; }

  // The same for all positions that a symmetry or the corners make equal. Where shapes tell as much, and of positions with
  // few free edges they do, keys are the quicker the better: then it is just the set.
  Edges key(const Node& node) const {
    if (has_shapes() && !is_big(node)) return node.free;
    const Edges drawn = set(node);
    return board_.all() & ~representative(drawn);
  }

  // The same for many of the positions that play alike though no symmetry makes them equal; nothing if there is no telling.
  static constexpr unsigned shape_bits = Shapes::bits;
  bool has_shapes() const { return reductions_.shapes && reductions_.captures; }
  std::optional<std::uint64_t> shape(const Node& node) const { return shapes_.code(node.free); }

  // A step by its edge.
  std::size_t number(const Node& node, const Step& step) const {
    return at(std::countr_zero(node.free & ~step.after.free));
  }

  Settled settle(Node node) const {
    Settled settled{node, 0, 0};
    if (reductions_.captures) take(settled.quiet, settled.taken, settled.deal);
    return settled;
  }

  // The steps from a quiet position; from any if captures are searched. Returns how many.
  int steps(const Node& node, Step* out) const {
    int count = 0;
    if (!reductions_.captures) {
      for (Edges left = node.free; left != 0; left &= left - 1) {
        const int edge = std::countr_zero(left);
        Step& step = out[count++];
        step.after = node;
        step.after.free &= ~bit(edge);
        step.points = board_.completes(board_.all() & ~node.free, edge);
        step.deal = 0;
        step.passes = step.points == 0;
        step.order = far * step.points + central_[at(edge)];
      }
      return count;
    }
    Edges chains = with_two(node.free);
    Edges safe = node.free & ~around(chains);
    if (reductions_.corners) {
      for (int nth = 0; nth < board_.corners(); ++nth) {
        const Edges both = safe & board_.corner(nth);
        safe &= ~(both & (both - 1));
      }
    }
    for (; safe != 0; safe &= safe - 1) {
      const int edge = std::countr_zero(safe);
      Step& step = out[count++];
      step.after = node;
      step.after.free &= ~bit(edge);
      step.points = 0;
      step.deal = 0;
      step.passes = true;
      step.order = central_[at(edge)];
    }
    while (chains != 0) {
      const Run run = next_run(node.free, chains);
      for (Edges left = openings(run); left != 0; left &= left - 1) {
        Step& step = out[count++];
        step.points = 0;
        step.deal = 0;
        step.passes = true;
        if (reductions_.one_per_chain && !run.returns) {
          // All is taken that hangs together, and nothing else changes but that the boxes at the ends have an edge less.
          step.after.free = node.free & ~run.edges;
          step.deal = run.loop ? 4 : run.length >= 3 ? 2 : 0;
          step.points = run.length - step.deal;
        } else {
          step.after.free = node.free & ~(left & (~left + 1));
          take(step.after, step.points, step.deal);
        }
        step.order = -16 * step.points - 4 * step.deal - far;
        step.points = -step.points;
      }
    }
    return count;
  }

 private:
  // Stands for what is beyond the border. No box has its upper edge there, since the last edge of a board is a lower one.
  static constexpr int no_box = 63;

  static constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }

  // The same for all that are one by symmetries, by corners or by both.
  Edges representative(Edges drawn) const {
    if (!reductions_.symmetries) return reductions_.corners ? board_.corners_settled(drawn) : drawn;
    if (reductions_.corners) return canonical(drawn);
    Edges least = drawn;
    for (int symmetry = 1; symmetry < symmetries_->count(); ++symmetry) {
      least = std::min(least, symmetries_->image(symmetry, drawn));
    }
    return least;
  }

  // All boxes are counted side by side, each in the bit of its upper edge: the sum of four bits by half adders.
  struct Counted {
    Edges one;
    Edges two;
  };
  Counted counted(Edges free) const {
    const Edges upper = free;
    const Edges left = free >> cols_;
    const Edges right = free >> (cols_ + 1);
    const Edges lower = free >> stride_;
    const Edges a = upper ^ left;
    const Edges b = right ^ lower;
    const Edges ones = a ^ b;
    const Edges twos = (upper & left) ^ (right & lower) ^ (a & b);
    return {boxes_ & ones & ~twos, boxes_ & twos & ~ones};
  }
  Edges with_two(Edges free) const { return counted(free).two; }

  // All edges of some boxes.
  Edges around(Edges boxes) const { return boxes | boxes << cols_ | boxes << (cols_ + 1) | boxes << stride_; }

  // The box on the other side of an edge, no_box beyond the border.
  int across(int edge, int box) const { return across_[at(edge)] ^ box; }

  // A chain from its head on: the box with one free edge, then those with two.
  struct Head {
    Edges edges;
    int length;
    int last;        // its last box
    bool closed;     // the other end can be taken as well
    bool at_border;  // the other end is on the border
  };
  Head follow(Edges free, const Counted& boxes, int box) const {
    Head head{0, 0, 0, false, false};
    Edges edge = free & around_[at(box)];
    for (;;) {
      ++head.length;
      head.edges |= edge;
      const int next = across(std::countr_zero(edge), box);
      if ((bit(next) & boxes.one) != 0 && next != no_box) {
        ++head.length;
        head.closed = true;
        head.last = next;
        return head;
      }
      head.at_border = next == no_box;
      head.last = box;
      if (next == no_box || (bit(next) & boxes.two) == 0) return head;
      box = next;
      edge = free & around_[at(box)] & ~edge;
    }
  }

  // Takes all that can be taken; what is best to do with the last chain is in `deal`, whose boxes are not in `taken`.
  void take(Node& node, int& taken, int& deal) const {
    deal = least_deal(node.free);
    taken -= deal;
    for (Counted boxes = counted(node.free); boxes.one != 0; boxes = counted(node.free)) {
      const Head head = follow(node.free, boxes, std::countr_zero(boxes.one));
      taken += head.length;
      node.free &= ~head.edges;
    }
  }

  // What it costs to pass the turn: 2 or 4 boxes, or 0 if it cannot be passed. All boxes that can be taken will be, in
  // whatever order, so that only this is left to choose.
  int least_deal(Edges free) const {
    std::array<Head, max_boxes> choices;
    for (;;) {
      const Counted boxes = counted(free);
      std::size_t count = 0;
      Edges closed_seen = 0;  // the other ends of closed chains
      bool taken = false;
      for (Edges left = boxes.one; left != 0 && !taken; left &= left - 1) {
        const Head head = follow(free, boxes, std::countr_zero(left));
        if (head.closed ? head.length < 4 : head.length < 2) {
          free &= ~head.edges;
          taken = true;
        } else if (!head.closed && head.at_border) {
          return 2;  // nothing that is taken elsewhere can change this chain
        } else if (!head.closed || (bit(std::countr_zero(left)) & closed_seen) == 0) {
          choices[count++] = head;
          closed_seen |= bit(head.last);
        }
      }
      if (taken) continue;
      if (count == 0) return 0;
      if (count == 1) return choices[0].closed ? 4 : 2;
      int least = 0;
      for (std::size_t i = 0; i < count && least != 2; ++i) {
        const int deal = least_deal(free & ~choices[i].edges);
        if (deal != 0) least = deal;
      }
      return least;
    }
  }

  // A chain or loop none of whose boxes can be taken yet.
  struct Run {
    Edges edges;
    Edges boxes;
    int length;
    bool loop;
    bool returns;  // both ends lead to the same box, which may then be taken as well
  };

  // The one that the first of `chains`, boxes with two free edges, belongs to; its boxes leave the set.
  Run next_run(Edges free, Edges& chains) const {
    const int first = std::countr_zero(chains);
    const Edges before = chains;
    chains &= chains - 1;
    Run run{free & around_[at(first)], 0, 1, false, false};
    std::array<int, 2> ends{};
    std::size_t end = 0;
    for (Edges sides = run.edges; sides != 0; sides &= sides - 1, ++end) {
      Edges edge = sides & (~sides + 1);
      int box = across(std::countr_zero(edge), first);
      while (box != no_box && (bit(box) & chains) != 0) {
        chains &= ~bit(box);
        ++run.length;
        edge = free & around_[at(box)] & ~edge;
        run.edges |= edge;
        box = across(std::countr_zero(edge), box);
      }
      ends[end] = box;
    }
    run.boxes = before & ~chains;
    run.loop = ends[0] == first;
    run.returns = !run.loop && ends[0] == ends[1] && ends[0] != no_box;
    return run;
  }

  // The one way to open a chain that is enough to look at. Two boxes are opened between them: the opponent can only take
  // both, while an end would let him choose. In any other chain all edges come to the same.
  Edges openings(const Run& run) const {
    if (!reductions_.one_per_chain) return run.edges;
    if (run.length != 2) return run.edges & (~run.edges + 1);
    return run.edges & around_[at(std::countr_zero(run.boxes))] &
           around_[at(std::countr_zero(run.boxes & (run.boxes - 1)))];
  }

  // So many free edges are many: what remains of a position with fewer fits into a shape.
  static constexpr int many = 28;

  static constexpr int far = 100 * order_unit;  // in orders: farther than any edge from the middle

  Geometry board_;
  std::shared_ptr<const Symmetries> symmetries_;
  Shapes shapes_;
  Reductions reductions_;
  int stride_;
  int cols_;
  Edges boxes_ = 0;
  std::array<Edges, max_edges> around_{};         // a box's edges, by its upper one
  std::array<std::uint8_t, max_edges> across_{};  // the boxes at an edge, xored
  std::array<int, max_edges> central_{};
};

}  // namespace spielkern::dots_and_boxes
