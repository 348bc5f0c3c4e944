#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spielkern/core/game.hpp"
#include "spielkern/core/keys.hpp"
#include "spielkern/core/text.hpp"

namespace stretch_games {

using namespace spielkern;

// A game only for tests, in which turns repeat and points are scored. A row of coins of 1 to 9; a move takes the coin
// at the left or the right end. Whoever takes a coin of even value moves again. More points win.
//
//      coins=3121, position "1-3 2 3-0": coin 0 is taken, coins 1 to 3 lie there, player 2 moves, 3 points to 0
struct Coins {
  struct Rules {
    std::string row;
    friend bool operator==(const Rules&, const Rules&) = default;
  };
  struct Position {
    std::uint8_t left = 0;
    std::uint8_t right = 0;  // one past the last coin
    Player player = 1;
    std::array<std::uint8_t, 2> score{};
    friend bool operator==(const Position&, const Position&) = default;
  };
  struct Move {
    bool right = false;
    friend bool operator==(const Move&, const Move&) = default;
  };

  static constexpr std::string_view name = "coins";
  static constexpr std::string_view title = "Coins";
  static constexpr bool alternates = false;
  static constexpr bool one_ending = false;

  static std::vector<Option> options() { return {{"row", std::string("31221"), "the coins, each 1 to 9"}}; }

  static Rules make_rules(const OptionValues& values) {
    const std::string& row = std::get<std::string>(values[0]);
    if (row.empty() || row.size() > 25 || row.find_first_not_of("123456789") != std::string::npos) {
      throw RulesError("Coins: row must be 1 to 25 digits from 1 to 9, not " + in_quotes(row));
    }
    return Rules{row};
  }
  static OptionValues option_values(const Rules& rules) { return {rules.row}; }
  static MatchDefaults match_defaults(const Rules&) { return {}; }

  static Position start(const Rules& rules) {
    Position position;
    position.right = static_cast<std::uint8_t>(rules.row.size());
    return position;
  }
  static Player player(const Rules&, const Position& position) { return position.player; }

  static std::optional<Outcome> outcome(const Rules&, const Position& position) {
    if (position.left != position.right) return std::nullopt;
    const auto [one, two] = position.score;
    return Outcome{static_cast<Player>(one > two ? 1 : one < two ? 2 : 0), "no coins left"};
  }

  template <Sink<Move> S>
  static bool generate(const Rules&, const Position& position, S& sink) {
    if (position.left == position.right) return true;
    if (!sink(Move{false})) return false;
    return position.right - position.left == 1 || sink(Move{true});
  }

  static bool is_legal(const Rules&, const Position& position, const Move& move) {
    return position.right - position.left >= (move.right ? 2 : 1);
  }
  static std::string why_illegal(const Rules&, const Position& position, const Move&) {
    return position.left == position.right ? "no coins are left" : "the last coin is taken from the left";
  }

  static Position play(const Rules& rules, Position position, const Move& move) {
    const std::size_t coin = move.right ? --position.right : position.left++;
    const auto value = static_cast<std::uint8_t>(rules.row[coin] - '0');
    auto& score = position.score[static_cast<std::size_t>(position.player - 1)];
    score = static_cast<std::uint8_t>(score + value);
    if (value % 2 != 0) position.player = opponent(position.player);
    return position;
  }

  static std::array<std::int32_t, 2> score(const Rules&, const Position& position) {
    return {position.score[0], position.score[1]};
  }
  static std::uint64_t goal_key(const Rules&, const Position& position) {
    return mix(position.left + (std::uint64_t{position.right} << 8) + (std::uint64_t{position.player} << 16));
  }
  static std::uint64_t key(const Rules& rules, const Position& position) {
    return mix(goal_key(rules, position), position.score[0] + (std::uint64_t{position.score[1]} << 8));
  }

  static std::string format(const Rules&, const Position& position) {
    return std::to_string(position.left) + "-" + std::to_string(position.right) + " " +
           std::to_string(position.player) + " " + std::to_string(position.score[0]) + "-" +
           std::to_string(position.score[1]);
  }
  static Position parse_position(const Rules& rules, std::string_view text) {
    Scanner scanner("Coins position", text);
    Position position;
    const auto byte = [&](std::string_view what, std::uint64_t minimum, std::uint64_t maximum) {
      return static_cast<std::uint8_t>(scanner.number(what, minimum, maximum));
    };
    position.left = byte("the first coin", 0, rules.row.size());
    scanner.expect('-');
    position.right = byte("the end of the row", position.left, rules.row.size());
    scanner.expect(' ');
    position.player = scanner.player();
    scanner.expect(' ');
    std::uint64_t taken = 0;
    for (std::size_t i = 0; i < rules.row.size(); ++i) {
      if (i < position.left || i >= position.right) taken += static_cast<std::uint64_t>(rules.row[i] - '0');
    }
    position.score[0] = byte("the points of player 1", 0, taken);
    scanner.expect('-');
    const auto rest = taken - position.score[0];
    position.score[1] = byte("the points of player 2", rest, rest);
    scanner.expect_end();
    return position;
  }
  static std::string format_move(const Rules&, const Move& move) { return move.right ? "right" : "left"; }
  static Move parse_move(const Rules&, std::string_view text) {
    Scanner scanner("Coins move", text);
    const bool right = lower(scanner.peek()) == 'r';
    for (const char c : std::string_view(right ? "right" : "left")) {
      if (lower(scanner.peek()) != c || scanner.at_end()) scanner.fail("'left' or 'right'");
      scanner.accept(scanner.peek());
    }
    scanner.expect_end();
    return Move{right};
  }
};

static_assert(Deterministic<Coins> && Scored<Coins> && !DenseMoves<Coins>);

}  // namespace stretch_games
