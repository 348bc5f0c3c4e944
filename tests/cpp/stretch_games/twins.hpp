#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spielkern/core/keys.hpp"
#include "spielkern/core/space.hpp"
#include "spielkern/core/text.hpp"

namespace stretch_games {

using namespace spielkern;

// A game only for tests, in which different plies lead to one position. Two stacks that nobody tells apart, so that a
// position names the higher one first; a ply takes 1 or 2 from one of them. From two equal stacks "high" and "low" come
// to the same. Who takes the last one wins.
struct Twins {
  struct Rules {
    int height = 5;
    friend bool operator==(const Rules&, const Rules&) = default;
  };
  struct Position {
    std::uint8_t high = 0;
    std::uint8_t low = 0;
    Player player = 1;
    friend bool operator==(const Position&, const Position&) = default;
  };
  struct Move {
    bool low = false;
    std::uint8_t count = 0;
    friend bool operator==(const Move&, const Move&) = default;
  };

  static constexpr std::string_view name = "twins";
  static constexpr std::string_view title = "Twins";
  static constexpr bool alternates = true;
  static constexpr bool one_ending = true;

  static std::vector<Option> options() { return {{"height", std::int64_t{5}, "of both stacks", 1, 200}}; }
  static Rules make_rules(const OptionValues& values) { return {static_cast<int>(std::get<std::int64_t>(values[0]))}; }
  static OptionValues option_values(const Rules& rules) { return {std::int64_t{rules.height}}; }
  static MatchDefaults match_defaults(const Rules&) { return {}; }
  static bool misere(const Rules&) { return false; }

  static Position start(const Rules& rules) {
    const auto height = static_cast<std::uint8_t>(rules.height);
    return Position{height, height, 1};
  }
  static Player player(const Rules&, const Position& position) { return position.player; }
  static std::optional<Outcome> outcome(const Rules&, const Position& position) {
    if (position.high != 0) return std::nullopt;
    return Outcome{opponent(position.player), "last one taken"};
  }

  template <Sink<Move> S>
  static bool generate(const Rules& rules, const Position& position, S& sink) {
    for (const bool low : {false, true}) {
      for (std::uint8_t count = 1; count <= 2; ++count) {
        const Move move{low, count};
        if (is_legal(rules, position, move) && !sink(move)) return false;
      }
    }
    return true;
  }
  static bool is_legal(const Rules&, const Position& position, const Move& move) {
    return move.count >= 1 && move.count <= 2 && move.count <= (move.low ? position.low : position.high);
  }
  static std::string why_illegal(const Rules&, const Position&, const Move&) { return "the stack is too low"; }

  static Position play(const Rules&, Position position, const Move& move) {
    std::uint8_t& stack = move.low ? position.low : position.high;
    stack = static_cast<std::uint8_t>(stack - move.count);
    if (position.low > position.high) std::swap(position.low, position.high);
    position.player = opponent(position.player);
    return position;
  }

  static std::uint64_t key(const Rules&, const Position& position) {
    return mix(position.high + (std::uint64_t{position.low} << 8) + (std::uint64_t{position.player} << 16));
  }
  static std::string format(const Rules&, const Position& position) {
    return std::to_string(position.high) + "," + std::to_string(position.low) + " " + std::to_string(position.player);
  }
  static Position parse_position(const Rules& rules, std::string_view text) {
    Scanner scanner("Twins position", text);
    Position position;
    position.high =
        static_cast<std::uint8_t>(scanner.number("the higher stack", 0, static_cast<std::uint64_t>(rules.height)));
    scanner.expect(',');
    position.low = static_cast<std::uint8_t>(scanner.number("the lower stack", 0, position.high));
    scanner.expect(' ');
    position.player = scanner.player();
    scanner.expect_end();
    return position;
  }
  static std::string format_move(const Rules&, const Move& move) {
    return (move.low ? "low:" : "high:") + std::to_string(move.count);
  }
  static Move parse_move(const Rules&, std::string_view text) {
    Scanner scanner("Twins move", text);
    const bool low = lower(scanner.peek()) == 'l';
    for (const char c : std::string_view(low ? "low:" : "high:")) {
      if (lower(scanner.peek()) != c || scanner.at_end()) scanner.fail("'high:' or 'low:'");
      scanner.accept(scanner.peek());
    }
    const auto count = static_cast<std::uint8_t>(scanner.number("1 or 2", 1, 2));
    scanner.expect_end();
    return Move{low, count};
  }
};

// All pairs high >= low, whoever moves:  index = high * (high + 1) / 2 + low
class TwinsSpace {
 public:
  using Game = Twins;
  static constexpr std::string_view scheme = "pairs 1";

  explicit TwinsSpace(Twins::Rules rules) : rules_(rules) {}

  const Twins::Rules& rules() const { return rules_; }
  Index size() const { return triangle(static_cast<Index>(rules_.height) + 1); }
  Index rank(const Twins::Position& position) const { return triangle(position.high) + position.low; }
  std::uint64_t total_weight() const { return size(); }
  std::uint32_t max_degree() const { return 4; }

  Twins::Position position(Index index) const {
    Index high = 0;
    while (triangle(high + 1) <= index) ++high;
    return Twins::Position{static_cast<std::uint8_t>(high), static_cast<std::uint8_t>(index - triangle(high)), 1};
  }
  template <class F>
  void for_each(Index begin, Index end, F&& f) const {
    for (Index index = begin; index < end; ++index) f(index, position(index));
  }
  template <class F>
  void for_each_weight(Index begin, Index end, F&& f) const {
    f(begin, end, std::uint64_t{1});
  }
  template <class F>
  void for_each_predecessor(Index, const Twins::Position& position, F&& f) const {
    const auto visit = [&](int a, int b) {
      if (std::max(a, b) > rules_.height) return;
      const Index before = triangle(static_cast<Index>(std::max(a, b))) + static_cast<Index>(std::min(a, b));
      f(before, false);
      if (a == b) f(before, false);  // "high" and "low" both lead here
    };
    for (const int count : {1, 2}) {
      visit(position.high + count, position.low);
      if (position.high != position.low) visit(position.high, position.low + count);
    }
  }

 private:
  static Index triangle(Index n) { return n * (n + 1) / 2; }
  Twins::Rules rules_;
};

static_assert(Deterministic<Twins> && Impartial<Twins> && Space<TwinsSpace>);

}  // namespace stretch_games
