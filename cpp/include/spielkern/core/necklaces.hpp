#pragma once

#include <bit>
#include <cstdint>
#include <numeric>
#include <vector>

#include "spielkern/core/combinations.hpp"
#include "spielkern/core/control.hpp"

namespace spielkern {

// Rings of `points` beads, `chosen` of them black, as bit masks that count as one if turning makes them equal. Each is
// written as the smallest number among its turned masks, and they are ranked in the order of these numbers.
class Necklaces {
 public:
  struct Turned {
    std::uint64_t mask;   // the smallest of the turned masks
    std::uint32_t order;  // how many of the `points` turns leave it as it is
  };

  // 2 <= points <= 40, 0 < chosen < points. Many points take seconds, in which `control` can stop it.
  Necklaces(int points, int chosen, Control& control)
      : points_(points), all_((std::uint64_t{1} << points) - 1), inner_(points - 2, chosen - 1) {
    words_.resize(inner_.size() / 64 + 1);
    generate(1, 1, 0, chosen, points - chosen, control);
    for (Word& word : words_) {
      word.before = size_;
      size_ += static_cast<std::uint64_t>(std::popcount(word.bits));
    }
  }

  std::uint64_t size() const { return size_; }

  Turned turned(std::uint64_t mask) const {
    // The smallest number begins with a longest run of zeros. First all zeros are marked; each round keeps the marks
    // with one more zero below, so what is left last are the top zeros of the longest runs.
    std::uint64_t runs = ~mask & all_;
    for (std::uint64_t longer = runs & turn(runs, 1); longer != 0; longer = runs & turn(longer, 1)) runs = longer;
    std::uint64_t least = all_;
    std::uint32_t order = 0;
    for (; runs != 0; runs &= runs - 1) {
      const std::uint64_t candidate = from_top(mask, std::countr_zero(runs));
      order = candidate < least ? 1 : order + (candidate == least ? 1 : 0);
      least = candidate < least ? candidate : least;
    }
    return {least, order};
  }

  // Of a mask as `turned` gives it.
  std::uint64_t rank(std::uint64_t smallest) const {
    const std::uint64_t inner = inner_.rank(smallest >> 1);
    const Word& word = words_[inner / 64];
    return word.before + static_cast<std::uint64_t>(std::popcount(word.bits & ((std::uint64_t{1} << inner % 64) - 1)));
  }

  // PRECONDITION: rank < size().
  std::uint64_t unrank(std::uint64_t rank) const {
    std::size_t begin = 0;
    std::size_t end = words_.size();  // the last word with before <= rank is in begin..end-1
    while (end - begin > 1) {
      const std::size_t middle = (begin + end) / 2;
      (words_[middle].before <= rank ? begin : end) = middle;
    }
    std::uint64_t bits = words_[begin].bits;
    for (std::uint64_t skip = rank - words_[begin].before; skip > 0; --skip) bits &= bits - 1;
    return outer(begin * 64 + static_cast<std::uint64_t>(std::countr_zero(bits)));
  }

  // Calls f(rank, smallest mask) for begin <= rank < end in rising order. PRECONDITION: end <= size().
  template <class F>
  void for_each(std::uint64_t begin, std::uint64_t end, F&& f) const {
    if (begin >= end) return;
    std::uint64_t inner = inner_.rank(unrank(begin) >> 1);
    std::uint64_t bits = words_[inner / 64].bits & (~std::uint64_t{0} << inner % 64);
    for (std::uint64_t rank = begin, word = inner / 64; rank < end; bits = words_[++word].bits) {
      for (; bits != 0 && rank < end; bits &= bits - 1) {
        f(rank++, outer(word * 64 + static_cast<std::uint64_t>(std::countr_zero(bits))));
      }
      if (rank == end) return;
    }
  }

  // How many there are (Burnside), without making the tables; and what the tables take.
  static std::uint64_t count(int points, int chosen) {
    std::uint64_t fixed = 0;
    for (int turn = 0; turn < points; ++turn) {
      const int cycles = std::gcd(points, turn);  // of points / cycles beads each
      if (chosen % (points / cycles) != 0) continue;
      fixed += binomial(static_cast<std::size_t>(cycles), static_cast<std::size_t>(chosen / (points / cycles)));
    }
    return fixed / static_cast<std::uint64_t>(points);
  }
  static std::uint64_t bytes(int points, int chosen) {
    const std::uint64_t inner = binomial(static_cast<std::size_t>(points - 2), static_cast<std::size_t>(chosen - 1));
    return inner / 64 * sizeof(Word) + Combinations::bytes(points - 2);
  }

 private:
  // The smallest mask has a 0 on top and a 1 at the bottom, so what is between is enough: a bit for each such inner
  // mask, set if it belongs to a smallest one, and how many are set before.
  struct Word {
    std::uint64_t bits = 0;
    std::uint64_t before = 0;
  };

  std::uint64_t turn(std::uint64_t mask, int by) const { return ((mask << by) | (mask >> (points_ - by))) & all_; }

  // The mask turned so that `bit` becomes the top bit.
  std::uint64_t from_top(std::uint64_t mask, int bit) const {
    const int by = points_ - 1 - bit;
    return by == 0 ? mask : turn(mask, by);
  }

  std::uint64_t outer(std::uint64_t inner) const { return (inner_.unrank(inner) << 1) | 1; }

  // Fredricksen, Kessler and Maiorana's recursion, cut where beads run out: extends a prefix of `length - 1` beads,
  // whose longest Lyndon prefix has `period` beads, in rising order.
  void generate(int length, int period, std::uint64_t prefix, int ones, int zeros, Control& control) {
    control.tick();
    if (length > points_) {
      if (points_ % period == 0) {
        const std::uint64_t inner = inner_.rank(prefix >> 1);
        words_[inner / 64].bits |= std::uint64_t{1} << inner % 64;
      }
      return;
    }
    // The bead `period` places back; before the first one stands a 0.
    const bool copied = length > period && (prefix >> (period - 1) & 1) != 0;
    if (copied) {
      if (ones > 0) generate(length + 1, period, prefix << 1 | 1, ones - 1, zeros, control);
      return;
    }
    if (zeros > 0) generate(length + 1, period, prefix << 1, ones, zeros - 1, control);
    if (ones > 0) generate(length + 1, length, prefix << 1 | 1, ones - 1, zeros, control);
  }

  int points_;
  std::uint64_t all_;
  Combinations inner_;
  std::vector<Word> words_;
  std::uint64_t size_ = 0;
};

}  // namespace spielkern
