#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "spielkern/games/crazy10s/tiles.hpp"

namespace spielkern::crazy10s {

// What part of a rack is left: a bit per tile. Tiles of a kind lie side by side and are taken from the lowest bit on, so
// that what is left has one number however it came about.
using Part = std::uint8_t;

// How many tiles of a part can add up to what: bit k of byte s says that k tiles can make the sum s.
//
//      the part 2 2 5:   sum    0    2    4    5    7    9
//                        tiles  -    1    2    1    2    3
struct Reach {
  std::uint64_t low = 1;   // sums 0..7
  std::uint64_t high = 0;  // sums 8..10, and what does no harm

  // PRECONDITION: sum is in 0..10.
  unsigned sizes(int sum) const { return static_cast<unsigned>((sum < 8 ? low : high) >> 8 * (sum & 7) & 255); }

  // With one more tile.
  Reach with(int kind) const {
    const Reach more{low << 1 & tile_bits, high << 1 & tile_bits};
    Reach reach = *this;
    if (kind != joker) {
      reach.unite(more.shifted(kind));
    } else {
      for (int digit = 0; digit < joker; ++digit) reach.unite(more.shifted(digit));
    }
    return reach;
  }

 private:
  static constexpr std::uint64_t tile_bits = 0xfefefefefefefefe;

  Reach shifted(int sum) const {
    if (sum == 0) return *this;
    if (sum >= 8) return {0, low << 8 * (sum - 8)};
    return {low << 8 * sum, high << 8 * sum | low >> (64 - 8 * sum)};
  }
  void unite(const Reach& other) {
    low |= other.low;
    high |= other.high;
  }
};

// All that generators ask about parts of one rack.
class RackTable {
 public:
  static constexpr Part none = 0xff;  // a part has at most seven bits

  explicit RackTable(const Tiles& rack) {
    int size = 0;
    for (int kind = 0; kind < kinds; ++kind) {
      const int count = rack.count(kind);
      fields_[at(kind)] = static_cast<Part>(((1 << count) - 1) << size);
      for (int i = 0; i < count; ++i) kinds_[at(size++)] = static_cast<std::uint8_t>(kind);
    }
    full_ = static_cast<Part>((1 << size) - 1);
    const int jokers = rack.count(joker);
    for (int i = 0; i < size; ++i) {
      least_[at(i + 1)] = static_cast<std::uint8_t>(i < jokers ? 0 : least_[at(i)] + kinds_[at(i - jokers)]);
    }
    for (unsigned part = 1; part <= full_; ++part) {
      reach_[part] = reach_[part & (part - 1)].with(kinds_[at(std::countr_zero(part))]);
    }
  }

  Part full() const { return full_; }
  // No `tiles` tiles add up to less.
  int least(int tiles) const { return least_[at(tiles)]; }
  // Can a tile of the rack be this digit?
  bool has(int digit) const { return (fields_[at(digit)] | fields_[joker]) != 0; }
  static int size(Part part) { return std::popcount(part); }

  // What is left when a digit is laid, by a joker only where no such tile is left; `none` if it cannot be laid. Whatever
  // can be laid after a joker was used can be laid after the digit itself was, so nothing is missed in this way.
  Part without(Part part, int digit) const {
    const unsigned own = part & fields_[at(digit)];
    const unsigned from = own != 0 ? own : part & fields_[joker];
    return from == 0 ? none : static_cast<Part>(part ^ (from & (~from + 1)));
  }

  // How many tiles of the part can make a sum, as Reach has it.
  unsigned sizes(Part part, int sum) const { return reach_[part].sizes(sum); }

 private:
  std::array<Part, kinds> fields_{};
  std::array<std::uint8_t, rack_tiles> kinds_{};
  std::array<std::uint8_t, rack_tiles + 1> least_{};
  Part full_ = 0;
  std::array<Reach, 128> reach_{};
};

}  // namespace spielkern::crazy10s
