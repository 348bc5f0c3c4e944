#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "spielkern/games/dots_and_boxes/geometry.hpp"

namespace spielkern::dots_and_boxes {

// The *shape* of a position is its boxes and free edges taken as coins and strings, never mind where on the board they
// lie: what can be done with them depends on nothing else (Winning Ways, chapter 16). These three are one shape, a chain of
// three coins, each end on a string to the ground:
//
//      +---+---+---+     +---+---+---+     +   +---+---+
//                                |   |     |   |   |   |
//      +---+---+---+     +---+   +---+     +   +---+---+
//      |   |   |   |     |   |   |   |     |       |   |
//      +---+---+---+     +---+   +---+     +---+   +---+
//
// The more edges are drawn the more positions share one: on 3 x 4 boxes 2.6 of those that a search sees, in late ones eight.
//
// A shape is written as a number from which it could be drawn again, so that different shapes never have the same number.
// The coins are gone through in breadth, and each tells how many of its strings that were not told of before lead to the
// ground, to coins that wait for their turn (and to which), and to new ones. In what order makes no difference to what is
// written being right, only to how often one shape gets the same number: coins are ordered by colours that depend on what
// hangs on them some strings far (B. Weisfeiler and A. Leman, 1968). Where colours are equal and coins are not, one shape
// may have several numbers, and the search looks at it several times.
class Shapes {
 public:
  static constexpr unsigned bits = 62;

  explicit Shapes(const Geometry& board) : rows_(at(board.rows())), cols_(at(board.cols())) {
    for (std::size_t row = 0; row < rows_; ++row) left_column_ |= Lanes{1} << row * cols_;
    for (std::size_t used = 0; used < words_.size(); ++used) make_words(used);
    for (std::size_t side = 0; side < around_.size(); ++side) {
      const std::array<Lanes, 4> next{1, Lanes{1} << 2 * cols_, Lanes{1} << (cols_ - 1), Lanes{1} << (cols_ + 1)};
      for (std::size_t i = 0; i < 4; ++i) around_[side] |= (side >> i & 1) != 0 ? next[i] : 0;
    }
    for (std::size_t set = 0; set < spread_.size(); ++set) {
      for (std::size_t i = 0; i < 8; ++i) spread_[set][i] = (set >> i & 1) != 0 ? 0xffff : 0;
    }
  }

  // The number, below 2^bits; empty if it takes more bits, as positions with many strings do. PRECONDITION: every box has
  // no free edge or at least two.
  std::optional<std::uint64_t> code(Edges free) const {
    return rows_ * cols_ <= 16 ? code_of<16>(free) : code_of<32>(free);
  }

 private:
  // A set of coins, each in the bit of its box; numbers of all coins side by side.
  using Lanes = std::uint64_t;
  using Colour = std::uint16_t;
  static constexpr std::size_t margin = 24;  // a row of boxes and more
  static constexpr int rounds = 3;
  static constexpr Colour to_ground = 0x4f1b;
  static constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }

  template <std::size_t lanes>
  std::optional<std::uint64_t> code_of(Edges free) const {
    const Strings strings = strings_of(free);
    std::array<Colour, lanes> colours;
    std::array<Colour, lanes> sides;
    colour(strings, colours, sides);

    // Coins are written in the order they are met, nearest first, those of greater colour before others.
    std::array<std::uint8_t, lanes> queue;
    std::array<std::uint8_t, lanes> places;
    Lanes unseen = strings.open;
    Lanes waiting = 0;
    std::size_t queued = 0;
    const auto count = static_cast<std::size_t>(std::popcount(strings.open));
    std::uint64_t code = count;
    unsigned size = 5;
    const auto put = [&](std::uint64_t symbol, unsigned length) {
      code |= size < bits ? symbol << size : 0;
      size += length;
    };
    const auto enqueue = [&](std::size_t coin) {
      unseen &= ~(Lanes{1} << coin);
      waiting |= Lanes{1} << coin;
      places[coin] = static_cast<std::uint8_t>(queued);
      queue[queued++] = static_cast<std::uint8_t>(coin);
    };
    const auto greatest = [&](Lanes among) {
      auto best = at(std::countr_zero(among));
      for (among &= among - 1; among != 0; among &= among - 1) {
        const auto coin = at(std::countr_zero(among));
        if (colours[coin] > colours[best]) best = coin;
      }
      return best;
    };
    for (std::size_t done = 0; done < count; ++done) {
      if (done == queued) enqueue(greatest(unseen));
      const std::size_t coin = queue[done];
      waiting &= ~(Lanes{1} << coin);
      // Shifted up by a row first, so that the coin above stays at a place that there is.
      const Lanes next = around_[sides[coin] & 15] << coin >> cols_;
      const Lanes back = next & waiting;
      Lanes on = next & unseen;
      const auto backs = at(std::popcount(back));
      const auto ons = at(std::popcount(on));
      const auto written = at(std::popcount(next)) - backs - ons;  // strings to coins before this one
      const Word& word = words_[written][std::size_t{sides[coin]} / 16 * 25 + backs * 5 + ons];
      put(word.bits, word.length);
      if (back != 0) {
        const auto width = static_cast<unsigned>(std::bit_width(queued - done - 2));
        Lanes at_places = 0;
        for (Lanes left = back; left != 0; left &= left - 1)
          at_places |= Lanes{1} << places[at(std::countr_zero(left))];
        for (; at_places != 0; at_places &= at_places - 1) put(at(std::countr_zero(at_places)) - done - 1, width);
      }
      for (; (on & (on - 1)) != 0;) {
        const std::size_t other = greatest(on);
        on &= ~(Lanes{1} << other);
        enqueue(other);
      }
      if (on != 0) enqueue(at(std::countr_zero(on)));
    }
    if (size > bits) return std::nullopt;
    return code;
  }

  // The coins that have a string to the coin above, and so on, or to the ground there.
  struct Strings {
    Lanes open;
    Lanes up, down, left, right;
    Lanes ground_up, ground_down, ground_left, ground_right;
  };

  Strings strings_of(Edges free) const {
    const Lanes row = (Lanes{1} << cols_) - 1;
    Lanes lying = 0;
    Lanes left = 0;
    Lanes right = 0;
    std::size_t shift = 0;
    for (std::size_t i = 0; i < rows_; ++i, shift += cols_) {
      lying |= (free & row) << shift;
      free >>= cols_;
      left |= (free & row) << shift;
      right |= (free >> 1 & row) << shift;
      free >>= cols_ + 1;
    }
    lying |= (free & row) << shift;
    const Lanes boxes = (Lanes{1} << shift) - 1;
    const Lanes last_row = row << (shift - cols_);
    const Lanes right_column = left_column_ << (cols_ - 1);
    const Lanes up = lying & boxes;
    const Lanes down = lying >> cols_;
    return {up | down | left | right, up & ~row, down & ~last_row, left & ~left_column_,
            right & ~right_column,    up & row,  down & last_row,  left & left_column_,
            right & right_column};
  }

  // Colours that do not depend on where a coin lies, only on what hangs together with it how, some strings far.
  // `sides` gets what hangs on each: a bit for up, down, left and right, and 16 for each string to the ground.
  template <std::size_t lanes>
  void colour(const Strings& strings, std::array<Colour, lanes>& colours, std::array<Colour, lanes>& sides) const {
    std::array<Colour, lanes> up, down, left, right, own;
    spread(strings.up, up);
    spread(strings.down, down);
    spread(strings.left, left);
    spread(strings.right, right);
    for (std::size_t i = 0; i < lanes; ++i) {
      sides[i] = static_cast<Colour>((up[i] & 1) | (down[i] & 2) | (left[i] & 4) | (right[i] & 8));
    }
    for (const Lanes ground : {strings.ground_up | strings.ground_left, strings.ground_down | strings.ground_right,
                               strings.ground_up & strings.ground_left, strings.ground_down & strings.ground_right}) {
      spread(ground, own);
      for (std::size_t i = 0; i < lanes; ++i) sides[i] = static_cast<Colour>(sides[i] + (own[i] & 16));
    }
    for (std::size_t i = 0; i < lanes; ++i) own[i] = static_cast<Colour>((sides[i] >> 4) * to_ground);
    std::array<Colour, margin + lanes + margin> mixed{};
    colours = own;
    for (int round = 0; round < rounds; ++round) {
      Colour* here = mixed.data() + margin;
      for (std::size_t i = 0; i < lanes; ++i) {
        const auto z = static_cast<Colour>((colours[i] + 0x6d2b) * 0x9e35);
        here[i] = static_cast<Colour>(z ^ z >> 7);
      }
      const Colour* above = here - cols_;
      const Colour* below = here + cols_;
      for (std::size_t i = 0; i < lanes; ++i) {
        colours[i] = static_cast<Colour>(own[i] + 5 * here[i] + (above[i] & up[i]) + (below[i] & down[i]) +
                                         (here[i - 1] & left[i]) + (here[i + 1] & right[i]));
      }
    }
  }

  // All bits of a lane are that of the set.
  template <std::size_t lanes>
  void spread(Lanes set, std::array<Colour, lanes>& out) const {
    for (std::size_t i = 0; i < lanes; i += 8, set >>= 8) {
      std::copy_n(spread_[set & 255].begin(), 8, out.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  // What is written for a coin: how many of its strings that are not written yet lead to the ground, to waiting coins and
  // to new ones, by how many are written already. Common things take few bits.
  struct Word {
    std::uint16_t bits = 0;
    std::uint16_t length = 0;
  };

  // Huffman's code, the first bit lowest, for frequencies roughly as in positions of 4 x 4 boxes.
  void make_words(std::size_t used) {
    static constexpr std::array<double, 5> ground{1, 0.5, 0.2, 0.02, 0.01};
    static constexpr std::array<double, 5> back{1, 0.08, 0.005, 0.001, 0.001};
    static constexpr std::array<double, 5> on{1, 0.8, 0.12, 0.015, 0.003};
    struct Group {
      double weight;
      std::vector<std::size_t> symbols;
    };
    std::vector<Group> groups;
    for (std::size_t g = 0; g <= 4; ++g) {
      for (std::size_t b = 0; b <= 4; ++b) {
        for (std::size_t n = 0; n <= 4; ++n) {
          const std::size_t strings = used + g + b + n;
          if (strings >= 2 && strings <= 4) groups.push_back({ground[g] * back[b] * on[n], {g * 25 + b * 5 + n}});
        }
      }
    }
    while (groups.size() > 1) {
      std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) { return a.weight > b.weight; });
      Group last = std::move(groups.back());
      groups.pop_back();
      Group& joined = groups.back();
      for (const std::size_t symbol : joined.symbols) prepend(words_[used][symbol], 0);
      for (const std::size_t symbol : last.symbols) prepend(words_[used][symbol], 1);
      joined.weight += last.weight;
      joined.symbols.insert(joined.symbols.end(), last.symbols.begin(), last.symbols.end());
    }
  }
  static void prepend(Word& word, unsigned first) {
    word.bits = static_cast<std::uint16_t>(word.bits << 1 | first);
    ++word.length;
  }

  std::size_t rows_;
  std::size_t cols_;
  Lanes left_column_ = 0;
  std::array<std::array<Word, 125>, 5> words_{};
  std::array<std::array<Colour, 8>, 256> spread_{};
  std::array<Lanes, 16> around_{};  // where a coin's strings lead, by its sides; a row further on
};

}  // namespace spielkern::dots_and_boxes
