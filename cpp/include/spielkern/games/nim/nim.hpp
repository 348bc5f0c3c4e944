#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spielkern/core/game.hpp"
#include "spielkern/core/keys.hpp"
#include "spielkern/core/text.hpp"
#include "spielkern/games/nim/position.hpp"

namespace spielkern {

// Nim: a move takes one or more objects from one heap; the last object wins, or loses under `misere`.
struct Nim {
  using Rules = nim::Rules;
  using Position = nim::Position;
  using Move = nim::Move;

  static constexpr std::string_view name = "nim";
  static constexpr std::string_view title = "Nim";
  static constexpr bool alternates = true;
  static constexpr bool one_ending = true;

  static std::vector<Option> options() {
    constexpr std::int64_t largest = (std::int64_t{1} << 62) - 1 + (std::int64_t{1} << 62) - 1;  // 2^63 - 2
    return {{"heaps", Ints{3, 4, 5}, "the heaps at the start, left to right", 1, largest},
            {"misere", false, "whoever takes the last object loses"}};
  }

  static Rules make_rules(const OptionValues& values) {
    return Rules(std::get<Ints>(values[0]), std::get<bool>(values[1]));
  }

  static OptionValues option_values(const Rules& rules) {
    Ints heaps;
    for (std::size_t i = 0; i < rules.heaps(); ++i) heaps.push_back(static_cast<std::int64_t>(rules.size(i)));
    return {heaps, rules.misere()};
  }

  static MatchDefaults match_defaults(const Rules&) { return {}; }
  static bool misere(const Rules& rules) { return rules.misere(); }

  static Position start(const Rules& rules) {
    Position position;
    for (std::size_t i = 0; i < rules.heaps(); ++i) rules.add(position, i, rules.size(i));
    return position;
  }

  static Player player(const Rules&, const Position& position) { return position.player; }

  static std::optional<Outcome> outcome(const Rules& rules, const Position& position) {
    if ((position.words[0] | position.words[1]) != 0) return std::nullopt;
    const Player last_mover = opponent(position.player);
    return Outcome{rules.misere() ? position.player : last_mover, "last object taken"};
  }

  template <Sink<Move> S>
  static bool generate(const Rules& rules, const Position& position, S& sink) {
    for (std::size_t i = 0; i < rules.heaps(); ++i) {
      const std::uint64_t size = rules.heap(position, i);
      const auto heap = static_cast<std::uint8_t>(i);
      if constexpr (BatchSink<S>) {
        if (!sink.batch(size, [heap](std::uint64_t nth) { return Move{heap, nth + 1}; })) return false;
      } else {
        for (std::uint64_t count = 1; count <= size; ++count) {
          if (!sink(Move{heap, count})) return false;
        }
      }
    }
    return true;
  }

  static bool is_legal(const Rules& rules, const Position& position, const Move& move) {
    return move.heap < rules.heaps() && move.count >= 1 && move.count <= rules.heap(position, move.heap);
  }

  static std::string why_illegal(const Rules& rules, const Position& position, const Move& move) {
    if (move.heap >= rules.heaps()) return "there is no heap " + std::to_string(move.heap + 1);
    const std::uint64_t size = rules.heap(position, move.heap);
    const std::string heap = "heap " + std::to_string(move.heap + 1);
    return size == 0 ? heap + " is empty" : heap + " holds only " + std::to_string(size);
  }

  static Position play(const Rules& rules, Position position, const Move& move) {
    rules.add(position, move.heap, ~move.count + 1);
    position.player = opponent(position.player);
    return position;
  }

  static std::uint64_t key(const Rules& rules, const Position& position) {
    return mix(index_of_heaps(rules, position) * 2 + position.player - 1);
  }

  // The number of the heaps among all positions of the rules, whoever moves.
  static std::uint64_t index_of_heaps(const Rules& rules, const Position& position) {
    std::uint64_t index = 0;
    for (std::size_t i = 0; i < rules.heaps(); ++i) index += rules.heap(position, i) * rules.stride(i);
    return index;
  }

  static std::string format(const Rules& rules, const Position& position) {
    std::string text;
    for (std::size_t i = 0; i < rules.heaps(); ++i) {
      if (i > 0) text += ',';
      text += std::to_string(rules.heap(position, i));
    }
    text += ' ';
    text += static_cast<char>('0' + position.player);
    return text;
  }

  static Position parse_position(const Rules& rules, std::string_view text) {
    Scanner scanner("Nim position", text);
    Position position;
    for (std::size_t i = 0; i < rules.heaps(); ++i) {
      const std::string_view heap = heap_names()[i];
      if (i > 0) scanner.expect(',', heap);
      rules.add(position, i, scanner.number(heap.substr(std::string_view("and ").size()), 0, rules.size(i)));
    }
    scanner.expect(' ', "after the last heap");
    position.player = scanner.player();
    scanner.expect_end();
    return position;
  }

  static std::string format_move(const Rules&, const Move& move) {
    return std::to_string(move.heap + 1) + ":" + std::to_string(move.count);
  }

  static Move parse_move(const Rules& rules, std::string_view text) {
    constexpr std::uint64_t most = (std::uint64_t{1} << 63) - 1;
    Scanner scanner("Nim move", text);
    Move move;
    move.heap = static_cast<std::uint8_t>(scanner.number("the number of a heap", 1, rules.heaps()) - 1);
    scanner.expect(':', "after the heap");
    move.count = scanner.number("how many objects to take", 1, most);
    scanner.expect_end();
    return move;
  }

  static std::uint64_t move_slots(const Rules& rules) { return rules.move_slots(); }

  static std::uint64_t slot_of(const Rules& rules, const Move& move) {
    const bool exists = move.heap < rules.heaps() && move.count >= 1 && move.count <= rules.size(move.heap);
    return exists ? rules.first_slot(move.heap) + move.count - 1 : rules.move_slots();
  }

  static Move move_in_slot(const Rules& rules, std::uint64_t slot) {
    std::uint8_t heap = 0;
    while (slot >= rules.first_slot(heap) + rules.size(heap)) ++heap;
    return Move{heap, slot - rules.first_slot(heap) + 1};
  }

  // Heaps by binary digits, the lowest first: 1 where the digit is 1. It looks the same for both players.
  static Shape observation_shape(const Rules& rules) {
    return {{static_cast<std::uint32_t>(rules.heaps()), static_cast<std::uint32_t>(digits(rules)), 1}, 2};
  }

  static void observe(const Rules& rules, const Position& position, Player, std::span<float> cells) {
    Planes planes(cells, digits(rules));
    for (std::size_t i = 0; i < rules.heaps(); ++i) planes.next_set(rules.heap(position, i));
  }

 private:
  // What errors call the heaps, made once and not for every text.
  static const std::array<std::string, nim::max_heaps>& heap_names() {
    static const auto names = [] {
      std::array<std::string, nim::max_heaps> made;
      for (std::size_t i = 0; i < made.size(); ++i) made[i] = "and the size of heap " + std::to_string(i + 1);
      return made;
    }();
    return names;
  }

  static std::size_t digits(const Rules& rules) {
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < rules.heaps(); ++i) any |= rules.size(i);
    return static_cast<std::size_t>(std::bit_width(any));
  }
};

static_assert(Deterministic<Nim> && Impartial<Nim> && DenseMoves<Nim> && Observed<Nim>);

}  // namespace spielkern
