#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace spielkern::crazy10s {

inline constexpr int joker = 10;  // a kind of tile beside the digits 0..9
inline constexpr int kinds = 11;
inline constexpr int all_tiles = 80;
inline constexpr int rack_tiles = 7;
inline constexpr int wanted_sum = 10;  // of every run

// How many tiles of each kind the full bag holds.
inline constexpr std::array<std::uint8_t, kinds> full_bag{8, 11, 11, 11, 10, 9, 7, 5, 3, 2, 3};
static_assert(std::accumulate(full_bag.begin(), full_bag.end(), 0) == all_tiles);

constexpr std::size_t at(int number) {
  return static_cast<std::size_t>(number);
}

// Up to fifteen tiles of each kind, four bits a kind: 0345566 is
//
//      joker  9  8  7  6  5  4  3  2  1  0
//        0    0  0  0  2  2  1  1  0  0  1
class Tiles {
 public:
  constexpr Tiles() = default;

  constexpr int count(int kind) const { return static_cast<int>(counts_ >> 4 * kind & 15); }
  constexpr bool has(int kind) const { return (counts_ >> 4 * kind & 15) != 0; }
  constexpr void add(int kind) { counts_ += one(kind); }
  // PRECONDITION: has(kind).
  constexpr void take(int kind) { counts_ -= one(kind); }
  constexpr bool empty() const { return counts_ == 0; }
  constexpr int size() const {
    int size = 0;
    for (std::uint64_t left = counts_; left != 0; left >>= 4) size += static_cast<int>(left & 15);
    return size;
  }
  // What the digits add up to; a joker on a rack is worth nothing.
  constexpr int value() const {
    int value = 0;
    for (int digit = 0; digit < joker; ++digit) value += digit * count(digit);
    return value;
  }
  // PRECONDITION: at most seven tiles of a kind in both, so that the top bit of each count is free to show a borrow.
  constexpr bool includes(const Tiles& other) const {
    return (((counts_ | top_bits) - other.counts_) & top_bits) == top_bits;
  }
  // PRECONDITION: includes(other).
  constexpr void take_all(const Tiles& other) { counts_ -= other.counts_; }
  constexpr std::uint64_t packed() const { return counts_; }

  friend constexpr bool operator==(const Tiles&, const Tiles&) = default;

 private:
  static constexpr std::uint64_t top_bits = 0x888'8888'8888;

  static constexpr std::uint64_t one(int kind) { return std::uint64_t{1} << 4 * kind; }

  std::uint64_t counts_ = 0;
};

// Tiles of any number, as those that nobody has seen yet.
using KindCounts = std::array<std::uint8_t, kinds>;

// What lies on a square. A joker has become a digit when it was laid, and stays marked as a joker.
struct Stone {
  static constexpr std::uint8_t joker_mark = 16;

  std::uint8_t code = 0;  // 0: nothing; else the digit + 1, and the mark

  static constexpr Stone of(int digit, bool is_joker) {
    return {static_cast<std::uint8_t>(digit + 1 + (is_joker ? joker_mark : 0))};
  }
  constexpr bool none() const { return code == 0; }
  constexpr bool is_joker() const { return (code & joker_mark) != 0; }
  constexpr int digit() const { return (code & (joker_mark - 1)) - 1; }
  constexpr int kind() const { return is_joker() ? joker : digit(); }
  // No byte but these stands for a stone.
  constexpr bool valid() const { return (code & ~joker_mark) >= 1 && (code & ~joker_mark) <= 10; }

  friend constexpr bool operator==(const Stone&, const Stone&) = default;
  friend constexpr auto operator<=>(const Stone&, const Stone&) = default;
};

}  // namespace spielkern::crazy10s
