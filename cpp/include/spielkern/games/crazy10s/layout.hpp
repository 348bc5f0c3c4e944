#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spielkern/core/errors.hpp"
#include "spielkern/core/rng.hpp"
#include "spielkern/core/text.hpp"
#include "spielkern/games/crazy10s/tiles.hpp"

namespace spielkern::crazy10s {

inline constexpr int min_size = 5;
inline constexpr int max_size = 25;
inline constexpr int most_squares = max_size * max_size;

// What a square is worth to a tile that is laid on it: it multiplies the tile's digit, or the sum of its run.
struct Bonus {
  std::uint8_t number = 1;
  std::uint8_t line = 1;

  friend constexpr bool operator==(const Bonus&, const Bonus&) = default;
};

// Which bonus lies where. As text the rows from the top, joined by '/': . plain, d and t double and triple number, D and T
// double and triple line. The corner of the default layout of 13 x 13, and how far its squares are from the middle:
//
//      t...D..       (6,6)               (6,2)
//      .D.d...             (5,5)   (5,3)
//      .......
//      .d..            (3,5), the image of (5,3), and so on: all eight images of each
class Layout {
 public:
  explicit Layout(int size) : size_(size), bonuses_(at(size * size)) {}

  int size() const { return size_; }
  const Bonus& bonus(int square) const { return bonuses_[at(square)]; }

  static Layout standard(int size) {
    Layout layout(size);
    if (size == 13) {
      layout.put_images('D', {{5, 5}, {6, 2}});
      layout.put_images('t', {{6, 6}, {4, 0}});
      layout.put_images('d', {{2, 2}, {3, 1}, {5, 3}});
    } else if (size == 11) {
      layout.put_images('D', {{4, 4}, {5, 1}});
      layout.put_images('t', {{5, 5}, {3, 0}});
      layout.put_images('d', {{2, 2}, {4, 2}});
    }
    return layout;
  }

  // A layout drawn by chance, as symmetric as the default ones: about every eighth square has a bonus, number bonuses
  // more often than line bonuses. The same seed gives the same layout for ever.
  static Layout drawn(int size, std::uint64_t seed) {
    static constexpr std::string_view letters = "dddttDDT";
    Layout layout(size);
    Rng rng(seed);
    for (int down = 0; down <= size / 2; ++down) {
      for (int right = 0; right <= down; ++right) {
        const bool bare = rng.below(8) != 0;
        const char letter = letters[rng.below(letters.size())];
        if (!bare && down > 0) layout.put_images(letter, {{down, right}});
      }
    }
    return layout;
  }

  static Layout parse(int size, std::string_view text) {
    Layout layout(size);
    Scanner scanner("Crazy10s layout", text);
    for (int square = 0; square < size * size; ++square) {
      if (square > 0 && square % size == 0) scanner.expect('/', "after " + std::to_string(size) + " squares");
      const char letter = scanner.peek();
      if (scanner.at_end() || std::string_view(".dtDT").find(letter) == std::string_view::npos) {
        scanner.fail("'.' or a bonus (d, t, D or T)");
      }
      scanner.accept(letter);
      layout.bonuses_[at(square)] = bonus_of(letter);
    }
    scanner.expect_end();
    return layout;
  }

  std::string format() const {
    std::string text;
    for (int square = 0; square < size_ * size_; ++square) {
      if (square > 0 && square % size_ == 0) text += '/';
      const Bonus& bonus = bonuses_[at(square)];
      text += bonus.line == 3 ? 'T' : bonus.line == 2 ? 'D' : bonus.number == 3 ? 't' : bonus.number == 2 ? 'd' : '.';
    }
    return text;
  }

  friend bool operator==(const Layout&, const Layout&) = default;

 private:
  static Bonus bonus_of(char letter) {
    const auto by = static_cast<std::uint8_t>(letter == 'd' || letter == 'D' ? 2 : letter == '.' ? 1 : 3);
    return letter == 'd' || letter == 't' ? Bonus{by, 1} : Bonus{1, by};
  }

  void put_images(char letter, const std::vector<std::pair<int, int>>& offsets) {
    const int middle = size_ / 2;
    for (const auto& [a, b] : offsets) {
      for (const auto& [down, right] : {std::pair(a, b), std::pair(b, a)}) {
        for (const int i : {-down, down}) {
          for (const int j : {-right, right}) {
            bonuses_[at((middle + i) * size_ + middle + j)] = bonus_of(letter);
          }
        }
      }
    }
  }

  int size_;
  std::vector<Bonus> bonuses_;
};

}  // namespace spielkern::crazy10s
