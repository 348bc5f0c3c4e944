#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace spielkern::dots_and_boxes {

// A set of edges, bit i for edge i; also of boxes, each by the number of its upper edge.
using Edges = std::uint64_t;

inline constexpr int max_edges = 64;
inline constexpr int max_boxes = 25;  // of 5 x 5, 60 edges

constexpr Edges bit(int edge) {
  return Edges{1} << edge;
}

// How many edges a board of so many boxes has. Any int fits.
constexpr std::int64_t count_edges(std::int64_t rows, std::int64_t cols) {
  return rows * (cols + 1) + cols * (rows + 1);
}

// Edges are numbered as they come in the text: rows of edges from top to bottom, horizontal and vertical ones in turn.
// With 2 rows of 3 boxes:
//
//        a     b     c     d
//      1 +--0--+--1--+--2--+
//        3     4     5     6         box 0 has the edges 0, 3, 4, 7: its upper edge 0,
//      2 +--7--+--8--+--9--+         the left one cols further, the right one cols + 1,
//       10    11    12    13         the lower one 2 cols + 1
//      3 +-14--+-15--+-16--+
//
// Boxes are numbered row by row: 0 1 2 / 3 4 5. Half a turn of the board turns the numbers round: edge e becomes
// edges - 1 - e.
class Geometry {
 public:
  static constexpr std::uint8_t no_box = 255;

  // PRECONDITION: rows and cols are at least 1 and count_edges(rows, cols) <= max_edges.
  constexpr Geometry(int rows, int cols) : rows_(rows), cols_(cols), edges_(static_cast<int>(count_edges(rows, cols))) {
    all_ = ~Edges{0} >> (max_edges - edges());
    for (int edge = 0; edge < edges(); ++edge) {
      const bool lies = is_horizontal(edge);
      cells_[at(edge)] =
          static_cast<std::uint8_t>((2 * row(edge) + (lies ? 0 : 1)) * stride() + 2 * col(edge) + (lies ? 1 : 0));
      boxes_of_[at(edge)] = {no_box, no_box};
      others_[at(edge)] = {bit(edge), bit(edge)};
    }
    for (int box = 0; box < boxes(); ++box) {
      const int top = horizontal(box / cols_, box % cols_);
      upper_ |= bit(top);
      box_edges_[at(box)] = bit(top) | bit(top + cols_) | bit(top + cols_ + 1) | bit(top + stride());
      for (const int edge : {top, top + cols_, top + cols_ + 1, top + stride()}) {
        const std::size_t side = boxes_of_[at(edge)][0] == no_box ? 0 : 1;
        boxes_of_[at(edge)][side] = static_cast<std::uint8_t>(box);
        others_[at(edge)][side] = box_edges_[at(box)] & ~bit(edge);
      }
    }
    for (const int box : {0, cols_ - 1, boxes() - cols_, boxes() - 1}) {
      Edges outer = 0;
      for (int edge = 0; edge < edges(); ++edge) {
        if (boxes_of_[at(edge)][0] == box && boxes_of_[at(edge)][1] == no_box) outer |= bit(edge);
      }
      if (count_corners_ == 0 || !is_corner(outer)) corners_[at(count_corners_++)] = outer;
    }
  }

  constexpr int rows() const { return rows_; }
  constexpr int cols() const { return cols_; }
  constexpr int edges() const { return edges_; }
  constexpr int boxes() const { return rows_ * cols_; }
  constexpr Edges all() const { return all_; }

  // The number of the edge from dot (row, col) to its right, or to the dot below it; everything counts from 0.
  constexpr int horizontal(int row, int col) const { return row * stride() + col; }
  constexpr int vertical(int row, int col) const { return row * stride() + cols_ + col; }

  // The way back. `row` and `col` are those of the edge's left or upper dot.
  constexpr bool is_horizontal(int edge) const { return edge % stride() < cols_; }
  constexpr int row(int edge) const { return edge / stride(); }
  constexpr int col(int edge) const { return is_horizontal(edge) ? edge % stride() : edge % stride() - cols_; }

  // Where an edge lies among the cells of the board as it is drawn, 2 rows + 1 rows of 2 cols + 1 cells: dots in even
  // rows and columns, boxes in odd ones. A box is one row of cells below its upper edge.
  constexpr int cell(int edge) const { return cells_[at(edge)]; }
  constexpr int cells_in_row() const { return stride(); }

  // The four edges of a box.
  constexpr Edges box_edges(int box) const { return box_edges_[at(box)]; }

  // The box above or left of an edge and the one below or right; an edge on the border has one, and then no_box.
  constexpr const std::array<std::uint8_t, 2>& boxes_of(int edge) const { return boxes_of_[at(edge)]; }

  // The closed boxes, by their upper edges.
  constexpr Edges closed(Edges drawn) const {
    return upper_ & drawn & (drawn >> cols_) & (drawn >> (cols_ + 1)) & (drawn >> stride());
  }
  constexpr int count_closed(Edges drawn) const { return std::popcount(closed(drawn)); }

  // How many boxes drawing `edge` completes, 0 to 2. PRECONDITION: it is not drawn yet.
  constexpr int completes(Edges drawn, int edge) const {
    const auto& [one, two] = others_[at(edge)];
    return ((one & ~drawn) == 0 ? 1 : 0) + ((two & ~drawn) == 0 ? 1 : 0);
  }

  // The outer edges of the boxes in the corners, a set for each: they border on no second box, so which of them are
  // drawn does not matter, only how many. Four pairs; two threes on a board one box wide; four in one set on 1 x 1.
  constexpr int corners() const { return count_corners_; }
  constexpr Edges corner(int nth) const { return corners_[at(nth)]; }

  // In each corner as many edges as there are, those with the lowest numbers.
  constexpr Edges corners_settled(Edges drawn) const {
    for (int nth = 0; nth < count_corners_; ++nth) {
      const Edges outer = corner(nth);
      Edges free = outer;
      for (int left = std::popcount(drawn & outer); left > 0; --left) free &= free - 1;
      drawn = (drawn & ~outer) | (outer & ~free);
    }
    return drawn;
  }

  friend constexpr bool operator==(const Geometry& a, const Geometry& b) {
    return a.rows_ == b.rows_ && a.cols_ == b.cols_;
  }

 private:
  static constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }
  constexpr int stride() const { return 2 * cols_ + 1; }  // from an edge to the one below it

  constexpr bool is_corner(Edges outer) const {
    for (int nth = 0; nth < count_corners_; ++nth) {
      if (corner(nth) == outer) return true;
    }
    return false;
  }

  int rows_;
  int cols_;
  int edges_;
  Edges all_ = 0;
  Edges upper_ = 0;  // the upper edge of every box
  // The three other edges of the boxes at an edge. Where there is no second box, the edge itself stands in: it is still
  // free when it is drawn, so that no box is completed there.
  std::array<std::array<Edges, 2>, max_edges> others_{};
  std::array<Edges, max_boxes> box_edges_{};
  std::array<std::array<std::uint8_t, 2>, max_edges> boxes_of_{};
  std::array<std::uint8_t, max_edges> cells_{};  // at most 3 x 43
  std::array<Edges, 4> corners_{};
  int count_corners_ = 0;
};

// The symmetries of the board: mirrored left to right (bit 0 of a symmetry's number), top to bottom (bit 1), and if it
// is square also over the diagonal, before the other two (bit 2). Number 0 leaves everything where it is.
class Symmetries {
 public:
  explicit constexpr Symmetries(const Geometry& board) : count_(board.rows() == board.cols() ? 8 : 4) {
    for (int number = 0; number < count_; ++number) {
      for (int edge = 0; edge < board.edges(); ++edge) {
        // Across the diagonal a horizontal edge becomes a vertical one; a mirror exchanges an edge's two dots.
        const bool diagonal = (number & 4) != 0;
        const bool lies = board.is_horizontal(edge) != diagonal;
        int row = diagonal ? board.col(edge) : board.row(edge);
        int col = diagonal ? board.row(edge) : board.col(edge);
        if ((number & 1) != 0) col = board.cols() - (lies ? 1 : 0) - col;
        if ((number & 2) != 0) row = board.rows() - (lies ? 0 : 1) - row;
        images_[static_cast<std::size_t>(number)][static_cast<std::size_t>(edge)] =
            static_cast<std::uint8_t>(lies ? board.horizontal(row, col) : board.vertical(row, col));
      }
    }
    std::array<Images, max_edges> plain{};
    std::array<Images, max_edges> settled{};
    for (std::size_t edge = 0; edge < at(board.edges()); ++edge) {
      for (std::size_t number = 0; number < most; ++number) {
        plain[edge][number] = bit(images_[number % at(count_)][edge]);
        settled[edge][number] = in_corner(board, edge, plain[edge][number]);
      }
    }
    fill(tables_, plain);
    fill(settled_tables_, settled);
  }

  constexpr int count() const { return count_; }

  // Where a symmetry puts an edge.
  constexpr int moved(int symmetry, int edge) const { return images_[at(symmetry)][at(edge)]; }

  constexpr Edges image(int symmetry, Edges edges) const {
    Edges out = 0;
    for (const auto& table : tables_) {
      out |= table[edges & 255][at(symmetry)];
      edges >>= 8;
    }
    return out;
  }

  // The least of all images, the corners settled: the same set of edges for all that play alike.
  constexpr Edges canonical(const Geometry& board, Edges edges) const {
    edges = board.corners_settled(edges);
    Images images{};
    for (const auto& table : settled_tables_) {
      const auto& row = table[edges & 255];
      for (std::size_t number = 0; number < most; ++number) images[number] |= row[number];
      edges >>= 8;
    }
    return *std::min_element(images.begin(), images.end());
  }

 private:
  static constexpr std::size_t most = 8;
  static constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }

  // All images of a set, side by side; where there are but four symmetries, each twice.
  using Images = std::array<Edges, most>;
  // Those of each byte of edges by itself.
  using Tables = std::array<std::array<Images, 256>, 8>;

  static constexpr void fill(Tables& tables, const std::array<Images, max_edges>& of_edges) {
    for (std::size_t byte = 0; byte < 8; ++byte) {
      for (unsigned value = 1; value < 256; ++value) {
        const Images& lowest = of_edges[8 * byte + at(std::countr_zero(value))];
        const Images& others = tables[byte][value & (value - 1)];
        for (std::size_t number = 0; number < most; ++number) {
          tables[byte][value][number] = others[number] | lowest[number];
        }
      }
    }
  }

  // The image of an edge of a set whose corners are settled: in a corner the edge that comes as the same one by number
  // there, so that the image's corners are settled too.
  static constexpr Edges in_corner(const Geometry& board, std::size_t edge, Edges image) {
    const Edges own = bit(static_cast<int>(edge));
    for (int nth = 0; nth < board.corners(); ++nth) {
      if ((board.corner(nth) & own) == 0) continue;
      for (int other = 0; other < board.corners(); ++other) {
        Edges there = board.corner(other);
        if ((there & image) == 0) continue;
        for (int before = std::popcount(board.corner(nth) & (own - 1)); before > 0; --before) there &= there - 1;
        return there & (~there + 1);
      }
    }
    return image;
  }

  int count_;
  std::array<std::array<std::uint8_t, max_edges>, 8> images_{};
  Tables tables_{};
  Tables settled_tables_{};  // of sets whose corners are settled
};

}  // namespace spielkern::dots_and_boxes
