#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "spielkern/games/dots_and_boxes/geometry.hpp"

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
#define SPIELKERN_DOTS_AVX2 1
#include <immintrin.h>
#endif

namespace spielkern::dots_and_boxes {

// Finds the net V of every set of drawn edges: boxes still to come, the mover's minus the opponent's.
//
//     V(all) = 0,    V(S) = the greatest, over the free edges e, of    k + V(S + e)   if e completes k > 0 boxes
//                                                                     -V(S + e)      otherwise
//
// One signed byte a set, in the order of the sets as numbers; S + e is a greater number, so going down everything is there
// when it is needed. 32 sets that differ only in the five lowest edges, a *row*, are done at once. How many boxes a high
// edge e completes depends on a row's high edges, which are the same for all of it, and on its low edges, which are the
// same in every row: for each e there are four patterns of 32 bytes, by which of its two boxes lack no high edge.
// The steps to sets of the same row follow: those with four low edges drawn from that with five, and so on.
class NetKernel {
 public:
  static constexpr int row_edges = 5;
  static constexpr std::size_t row = std::size_t{1} << row_edges;

  explicit NetKernel(const Geometry& board) : board_(board), edges_(board.edges()) {
    for (int edge = 0; edge < edges_; ++edge) {
      const std::array<Edges, 2> others = others_of(edge);
      for (std::size_t box = 0; box < 2; ++box) needed_[at(edge)][box] = others[box] & ~low;
      for (std::size_t pattern = 0; pattern < 4; ++pattern) {
        for (std::size_t lane = 0; lane < row; ++lane) {
          int completed = 0;
          for (std::size_t box = 0; box < 2; ++box) {
            const bool lacks_no_high_edge = (pattern >> box & 1) != 0;
            completed += lacks_no_high_edge && others[box] != 0 && (others[box] & low & ~Edges{lane}) == 0 ? 1 : 0;
          }
          Pattern& out = patterns_[at(edge)][pattern];
          out.sign[lane] = completed > 0 ? 1 : -1;
          out.points[lane] = static_cast<std::int8_t>(completed);
          // No step from where the edge is drawn already.
          if (edge < row_edges && (Edges{lane} & bit(edge)) != 0) out.points[lane] = never;
        }
      }
    }
  }

  const Geometry& board() const { return board_; }

  // Fills the sets from `begin` to `end`, both multiples of `row`; on the board of one box, which has less than a row, all
  // of them. PRECONDITION: all sets that contain one of these and are not between the two are done.
  void fill(std::int8_t* nets, Edges begin, Edges end) const {
    if (edges_ < row_edges) return fill_singly(board_, nets);
#ifdef SPIELKERN_DOTS_AVX2
    if (__builtin_cpu_supports("avx2")) return fill_wide(nets, begin, end);
#endif
    fill_plain(nets, begin, end);
  }

  // In plain C++, for any processor.
  void fill_plain(std::int8_t* nets, Edges begin, Edges end) const {
    for (Edges high = end; high != begin;) {
      high -= row;
      std::array<std::int8_t, row> best;
      best.fill(nothing);
      if (high == (board_.all() & ~low)) best[row - 1] = 0;
      for (Edges left = board_.all() & ~low & ~high; left != 0; left &= left - 1) {
        const int edge = std::countr_zero(left);
        const Pattern& pattern = pattern_of(edge, high);
        const std::int8_t* after = nets + (high | bit(edge));
        for (std::size_t lane = 0; lane < row; ++lane) {
          const int net = after[lane] * pattern.sign[lane] + pattern.points[lane];
          best[lane] = static_cast<std::int8_t>(std::max<int>(best[lane], net));
        }
      }
      for (std::size_t lane = row - 1; lane-- > 0;) {
        for (int edge = 0; edge < row_edges; ++edge) {
          if ((lane >> edge & 1) != 0) continue;
          const Pattern& pattern = pattern_of(edge, high);
          const int net = best[lane | std::size_t{1} << edge] * pattern.sign[lane] + pattern.points[lane];
          best[lane] = static_cast<std::int8_t>(std::max<int>(best[lane], net));
        }
      }
      std::copy(best.begin(), best.end(), nets + high);
    }
  }

  // One set after the other, for boards of any size.
  static void fill_singly(const Geometry& board, std::int8_t* nets) {
    nets[board.all()] = 0;
    for (Edges drawn = board.all(); drawn-- > 0;) {
      int best = nothing;
      for (Edges left = board.all() & ~drawn; left != 0; left &= left - 1) {
        const int edge = std::countr_zero(left);
        const int completed = board.completes(drawn, edge);
        const int after = nets[drawn | bit(edge)];
        best = std::max(best, completed > 0 ? completed + after : -after);
      }
      nets[drawn] = static_cast<std::int8_t>(best);
    }
  }

 private:
  static constexpr Edges low = row - 1;
  // Less than any net. In the rounds of `fill_wide` what is not right yet stays between -80 and 80, and with `never` added
  // below all nets, so that no round lets it in.
  static constexpr std::int8_t nothing = -64;
  static constexpr std::int8_t never = -128;

  struct alignas(32) Pattern {
    std::array<std::int8_t, row> sign;    // -1 where the turn passes
    std::array<std::int8_t, row> points;  // boxes completed
  };

  static constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }

  // The three other edges of each box at an edge; none for a box that is not there.
  std::array<Edges, 2> others_of(int edge) const {
    std::array<Edges, 2> others{};
    for (std::size_t side = 0; side < 2; ++side) {
      const int box = board_.boxes_of(edge)[side];
      if (box != Geometry::no_box) others[side] = board_.box_edges(box) & ~bit(edge);
    }
    return others;
  }

  const Pattern& pattern_of(int edge, Edges high) const {
    const auto& needed = needed_[at(edge)];
    return patterns_[at(edge)][((needed[0] & ~high) == 0 ? 1U : 0U) | ((needed[1] & ~high) == 0 ? 2U : 0U)];
  }

#ifdef SPIELKERN_DOTS_AVX2
  [[gnu::target("avx2")]] void fill_wide(std::int8_t* nets, Edges begin, Edges end) const {
    // Byte i of the n-th comes from byte i | 1 << n. The fifth exchanges the halves.
    const __m256i from0 =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15));
    const __m256i from1 =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(2, 3, 2, 3, 6, 7, 6, 7, 10, 11, 10, 11, 14, 15, 14, 15));
    const __m256i from2 =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(4, 5, 6, 7, 4, 5, 6, 7, 12, 13, 14, 15, 12, 13, 14, 15));
    const __m256i from3 =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15));
    const Edges all_high = board_.all() & ~low;
    for (Edges high = end; high != begin;) {
      high -= row;
      __m256i best = _mm256_set1_epi8(nothing);
      if (high == all_high) best = _mm256_insert_epi8(best, 0, 31);
      for (Edges left = all_high & ~high; left != 0; left &= left - 1) {
        const int edge = std::countr_zero(left);
        const Pattern& pattern = pattern_of(edge, high);
        const __m256i after = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(nets + (high | bit(edge))));
        best = _mm256_max_epi8(best, _mm256_adds_epi8(_mm256_sign_epi8(after, sign(pattern)), points(pattern)));
      }
      // After the n-th round the sets with 5 - n low edges or more are right; what is not is made anew in the next.
      const Pattern& pattern0 = pattern_of(0, high);
      const Pattern& pattern1 = pattern_of(1, high);
      const Pattern& pattern2 = pattern_of(2, high);
      const Pattern& pattern3 = pattern_of(3, high);
      const Pattern& pattern4 = pattern_of(4, high);
      __m256i right = best;
      for (int round = 0; round < row_edges; ++round) {
        const __m256i net0 =
            _mm256_adds_epi8(_mm256_sign_epi8(_mm256_shuffle_epi8(right, from0), sign(pattern0)), points(pattern0));
        const __m256i net1 =
            _mm256_adds_epi8(_mm256_sign_epi8(_mm256_shuffle_epi8(right, from1), sign(pattern1)), points(pattern1));
        const __m256i net2 =
            _mm256_adds_epi8(_mm256_sign_epi8(_mm256_shuffle_epi8(right, from2), sign(pattern2)), points(pattern2));
        const __m256i net3 =
            _mm256_adds_epi8(_mm256_sign_epi8(_mm256_shuffle_epi8(right, from3), sign(pattern3)), points(pattern3));
        const __m256i net4 =
            _mm256_adds_epi8(_mm256_sign_epi8(_mm256_permute4x64_epi64(right, 0x4e), sign(pattern4)), points(pattern4));
        right = _mm256_max_epi8(_mm256_max_epi8(_mm256_max_epi8(net0, net1), _mm256_max_epi8(net2, net3)),
                                _mm256_max_epi8(net4, best));
      }
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(nets + high), right);
    }
  }

  [[gnu::target("avx2"), gnu::always_inline]] static inline __m256i sign(const Pattern& pattern) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(pattern.sign.data()));
  }
  [[gnu::target("avx2"), gnu::always_inline]] static inline __m256i points(const Pattern& pattern) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(pattern.points.data()));
  }
#endif

  Geometry board_;
  int edges_;
  std::array<std::array<Edges, 2>, max_edges> needed_{};
  std::array<std::array<Pattern, 4>, max_edges> patterns_;
};

// All edges that keep the net, given those of all sets, as net(set).
template <class Net>
std::vector<int> best_edges(const Geometry& board, Edges drawn, Net&& net) {
  std::vector<int> best;
  int most = std::numeric_limits<int>::min();
  for (Edges left = board.all() & ~drawn; left != 0; left &= left - 1) {
    const int edge = std::countr_zero(left);
    const int completed = board.completes(drawn, edge);
    const int after = net(drawn | bit(edge));
    const int value = completed > 0 ? completed + after : -after;
    if (value > most) best.clear();
    most = std::max(most, value);
    if (value == most) best.push_back(edge);
  }
  return best;
}

}  // namespace spielkern::dots_and_boxes
