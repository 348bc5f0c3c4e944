#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "spielkern/core/options.hpp"
#include "spielkern/core/player.hpp"

namespace spielkern::nim {

inline constexpr std::size_t max_heaps = 16;

// The heaps lie side by side in two words, each in a field just wide enough for its first size:
//
//      word 0   ...0 | 101 | 100 | 11      heaps 5, 4, 3 from 3,4,5
//
// The product of (size + 1) is below 2^63, so the fields take at most 63 + 16 bits, and no field straddles the words.
struct Position {
  std::array<std::uint64_t, 2> words{};
  Player player = 1;

  friend bool operator==(const Position&, const Position&) = default;
};

struct Move {
  std::uint8_t heap = 0;  // from 0
  std::uint64_t count = 0;

  friend bool operator==(const Move&, const Move&) = default;
};

class Rules {
 public:
  Rules(const Ints& heaps, bool misere) : misere_(misere) {
    if (heaps.empty() || heaps.size() > max_heaps) {
      throw RulesError("Nim: heaps must be 1 to 16 heaps, not " + std::to_string(heaps.size()));
    }
    for (const std::int64_t heap : heaps) {
      Field& field = fields_[count_++];
      field.size = static_cast<std::uint64_t>(heap);
      field.stride = positions_;
      field.first_slot = move_slots_;
      move_slots_ += field.size;
      if (field.size + 1 > limit / positions_) {
        throw RulesError("Nim: the product of (size + 1) over all heaps must be below 2^63, heaps " +
                         format_option(heaps) + " give more");
      }
      positions_ *= field.size + 1;
    }
    lay_out();
  }

  std::size_t heaps() const { return count_; }
  std::uint64_t size(std::size_t heap) const { return fields_[heap].size; }
  bool misere() const { return misere_; }
  std::uint64_t positions() const { return positions_; }

  // Moves are numbered heap by heap: how many there are, and which number a heap's "take one" has.
  std::uint64_t move_slots() const { return move_slots_; }
  std::uint64_t first_slot(std::size_t heap) const { return fields_[heap].first_slot; }

  std::uint64_t heap(const Position& position, std::size_t heap) const {
    const Field& field = fields_[heap];
    return (position.words[field.word] >> field.shift) & field.mask;
  }

  // Adds to a heap, or takes from it when `count` is negative in two's complement. PRECONDITION: the result is in
  // 0..size.
  void add(Position& position, std::size_t heap, std::uint64_t count) const {
    const Field& field = fields_[heap];
    position.words[field.word] += count << field.shift;
  }

  // Where the heap stands in the numbering of all positions, the first heap counting ones.
  std::uint64_t stride(std::size_t heap) const { return fields_[heap].stride; }

  friend bool operator==(const Rules&, const Rules&) = default;

 private:
  static constexpr std::uint64_t limit = (std::uint64_t{1} << 63) - 1;

  struct Field {
    std::uint64_t size = 0;
    std::uint64_t mask = 0;
    std::uint64_t stride = 0;
    std::uint64_t first_slot = 0;
    std::uint8_t word = 0;
    std::uint8_t shift = 0;
    friend bool operator==(const Field&, const Field&) = default;
  };

  void lay_out() {
    std::array<int, 2> used{};
    for (std::size_t i = 0; i < count_; ++i) {
      const int width = static_cast<int>(std::bit_width(fields_[i].size));
      const std::size_t word = used[0] + width <= 64 ? 0 : 1;
      fields_[i].mask = (std::uint64_t{1} << width) - 1;
      fields_[i].word = static_cast<std::uint8_t>(word);
      fields_[i].shift = static_cast<std::uint8_t>(used[word]);
      used[word] += width;
    }
  }

  std::array<Field, max_heaps> fields_{};
  std::size_t count_ = 0;
  std::uint64_t positions_ = 1;
  std::uint64_t move_slots_ = 0;
  bool misere_;
};

}  // namespace spielkern::nim
