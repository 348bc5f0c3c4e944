#pragma once

#include <algorithm>
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

// A game only for tests, with hidden information and chance. A deck of cards 1 to n; each player holds one that the
// other does not see. On turn one either stays, or lays the card away openly and draws the next, or puts the card back,
// has the deck shuffled and draws one. When both have stayed in a row, or nothing is left to draw from, the higher card
// wins.
//
//      position "3|5 2,6 14 1 0": the hands, the deck from its top, the cards laid away, the player to move, the stays
struct Cards {
  static constexpr std::size_t most_cards = 9;
  struct Rules {
    int cards = 6;
    friend bool operator==(const Rules&, const Rules&) = default;
  };
  struct Position {
    std::array<std::uint8_t, 2> hands{};
    std::array<std::uint8_t, most_cards> deck{};  // the top first, then zeros
    std::uint8_t in_deck = 0;
    std::uint16_t laid_away = 0;  // bit per card
    Player player = 1;
    std::uint8_t stays = 0;
    friend bool operator==(const Position&, const Position&) = default;
  };
  enum class Move : std::uint8_t { stay, draw, shuffle };
  struct View {
    Player viewer = 1;
    std::uint8_t hand = 0;
    std::uint8_t in_deck = 0;
    std::uint16_t laid_away = 0;
    Player player = 1;
    std::uint8_t stays = 0;
    friend bool operator==(const View&, const View&) = default;
  };

  static constexpr std::string_view name = "cards";
  static constexpr std::string_view title = "Cards";
  static constexpr bool alternates = true;
  static constexpr bool one_ending = false;

  static std::vector<Option> options() { return {{"cards", std::int64_t{6}, "cards in the deck", 2, most_cards}}; }
  static Rules make_rules(const OptionValues& values) { return {static_cast<int>(std::get<std::int64_t>(values[0]))}; }
  static OptionValues option_values(const Rules& rules) { return {std::int64_t{rules.cards}}; }
  static MatchDefaults match_defaults(const Rules&) { return {std::nullopt, 50}; }

  static Position start(const Rules& rules, Rng& rng) {
    std::vector<std::uint8_t> cards;
    for (int card = 1; card <= rules.cards; ++card) cards.push_back(static_cast<std::uint8_t>(card));
    rng.shuffle(cards);
    Position position;
    position.hands = {cards[0], cards[1]};
    std::copy(cards.begin() + 2, cards.end(), position.deck.begin());
    position.in_deck = static_cast<std::uint8_t>(cards.size() - 2);
    return position;
  }
  static Player player(const Rules&, const Position& position) { return position.player; }

  static std::optional<Outcome> outcome(const Rules&, const Position& position) {
    if (position.stays < 2 && position.in_deck > 0) return std::nullopt;
    return Outcome{static_cast<Player>(position.hands[0] > position.hands[1] ? 1 : 2), "the higher card"};
  }

  template <Sink<Move> S>
  static bool generate(const Rules& rules, const Position& position, S& sink) {
    if (outcome(rules, position)) return true;
    return sink(Move::stay) && sink(Move::draw) && sink(Move::shuffle);
  }
  static bool is_legal(const Rules& rules, const Position& position, const Move& move) {
    return move <= Move::shuffle && !outcome(rules, position);
  }
  static std::string why_illegal(const Rules&, const Position&, const Move&) { return "the game is over"; }
  static bool draws(const Rules&, const Position&, const Move& move) { return move == Move::shuffle; }

  static Position play(const Rules&, Position position, const Move& move, Rng& rng) {
    std::uint8_t& hand = position.hands[static_cast<std::size_t>(position.player - 1)];
    if (move == Move::stay) {
      ++position.stays;
    } else {
      position.stays = 0;
      if (move == Move::draw) {
        position.laid_away = static_cast<std::uint16_t>(position.laid_away | (1U << hand));
      } else {
        std::vector<std::uint8_t> deck(position.deck.begin(), position.deck.begin() + position.in_deck);
        deck.push_back(hand);
        rng.shuffle(deck);
        std::copy(deck.begin(), deck.end(), position.deck.begin());
        ++position.in_deck;
      }
      hand = position.deck[0];
      std::rotate(position.deck.begin(), position.deck.begin() + 1, position.deck.end());
      position.deck.back() = 0;
      --position.in_deck;
    }
    position.player = opponent(position.player);
    return position;
  }

  static View view(const Rules&, const Position& position, Player viewer) {
    return View{viewer,           position.hands[static_cast<std::size_t>(viewer - 1)],
                position.in_deck, position.laid_away,
                position.player,  position.stays};
  }
  static Position determinize(const Rules& rules, const View& view, Rng& rng) {
    std::vector<std::uint8_t> unseen;
    for (int card = 1; card <= rules.cards; ++card) {
      if (card != view.hand && (view.laid_away >> card & 1) == 0) unseen.push_back(static_cast<std::uint8_t>(card));
    }
    rng.shuffle(unseen);
    Position position;
    position.hands[static_cast<std::size_t>(view.viewer - 1)] = view.hand;
    position.hands[static_cast<std::size_t>(2 - view.viewer)] = unseen.back();
    std::copy(unseen.begin(), unseen.end() - 1, position.deck.begin());
    position.in_deck = view.in_deck;
    position.laid_away = view.laid_away;
    position.player = view.player;
    position.stays = view.stays;
    return position;
  }
  static std::string format_view(const Rules&, const View& view) {
    const std::string hand = std::to_string(view.hand);
    return (view.viewer == 1 ? hand + "|?" : "?|" + hand) + " ?" + std::to_string(view.in_deck) + " " +
           format_set(view.laid_away) + " " + std::to_string(view.player) + " " + std::to_string(view.stays);
  }

  static std::uint64_t key(const Rules&, const Position& position) {
    std::uint64_t deck = 0;
    for (const std::uint8_t card : position.deck) deck = deck * 10 + card;
    return mix(mix(deck), position.hands[0] + (std::uint64_t{position.hands[1]} << 4) +
                              (std::uint64_t{position.laid_away} << 8) + (std::uint64_t{position.player} << 24) +
                              (std::uint64_t{position.stays} << 28));
  }

  static std::string format(const Rules&, const Position& position) {
    std::string deck;
    for (std::size_t i = 0; i < position.in_deck; ++i) deck += std::to_string(position.deck[i]);
    return std::to_string(position.hands[0]) + "|" + std::to_string(position.hands[1]) + " " +
           (deck.empty() ? "-" : deck) + " " + format_set(position.laid_away) + " " + std::to_string(position.player) +
           " " + std::to_string(position.stays);
  }
  static Position parse_position(const Rules& rules, std::string_view text) {
    Scanner scanner("Cards position", text);
    Position position;
    std::uint32_t left = (2U << rules.cards) - 2;  // cards not read yet
    const auto card = [&](std::uint32_t above) {
      const int digit = scanner.peek() - '0';
      if (digit < 1 || digit > rules.cards || (left >> digit & 1) == 0 || static_cast<std::uint32_t>(digit) <= above) {
        scanner.fail("a card that is still to come");
      }
      left &= ~(1U << digit);
      scanner.accept(scanner.peek());
      return static_cast<std::uint8_t>(digit);
    };
    position.hands[0] = card(0);
    scanner.expect('|');
    position.hands[1] = card(0);
    scanner.expect(' ');
    if (!scanner.accept('-')) {
      do position.deck[position.in_deck++] = card(0);
      while (scanner.peek() != ' ' && !scanner.at_end());
    }
    scanner.expect(' ');
    if (!scanner.accept('-')) {
      std::uint8_t last = 0;
      do position.laid_away = static_cast<std::uint16_t>(position.laid_away | (1U << (last = card(last))));
      while (scanner.peek() != ' ' && !scanner.at_end());
    }
    if (left != 0) scanner.fail("every card once");
    scanner.expect(' ');
    position.player = scanner.player();
    scanner.expect(' ');
    position.stays = static_cast<std::uint8_t>(scanner.number("the number of stays", 0, 2));
    scanner.expect_end();
    return position;
  }
  static std::string format_move(const Rules&, const Move& move) {
    return move == Move::stay ? "stay" : move == Move::draw ? "draw" : "shuffle";
  }
  static Move parse_move(const Rules&, std::string_view text) {
    for (const Move move : {Move::stay, Move::draw, Move::shuffle}) {
      const std::string name = format_move({}, move);
      if (std::equal(text.begin(), text.end(), name.begin(), name.end(),
                     [](char a, char b) { return lower(a) == b; })) {
        return move;
      }
    }
    Scanner("Cards move", text).fail("'stay', 'draw' or 'shuffle'");
  }

 private:
  static std::string format_set(std::uint32_t set) {
    std::string out;
    for (int card = 1; card <= 9; ++card) {
      if ((set >> card & 1) != 0) out += std::to_string(card);
    }
    return out.empty() ? "-" : out;
  }
};

static_assert(Chance<Cards> && HiddenInformation<Cards> && !Deterministic<Cards>);

}  // namespace stretch_games
