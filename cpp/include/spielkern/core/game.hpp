#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "spielkern/core/observation.hpp"
#include "spielkern/core/options.hpp"
#include "spielkern/core/outcome.hpp"
#include "spielkern/core/player.hpp"
#include "spielkern/core/rng.hpp"
#include "spielkern/core/sinks.hpp"
#include "spielkern/core/text.hpp"
#include "spielkern/core/value.hpp"

namespace spielkern {

// What a match of a game stops at unless its players agree on something else; empty: no such limit.
struct MatchDefaults {
  std::optional<std::uint32_t> repetition;  // this occurrence of one position is a draw
  std::optional<std::uint32_t> max_plies;   // a match of so many plies is a draw
};

// A game is a type with the static members below; no object of it is ever made.
//
// REQUIRED
//   types      Rules             an immutable value: the options and what is derived from them
//              Position          a trivially copyable value: all that is needed to go on under the rules, nothing of
//                                the past
//              Move              a trivially copyable value: one ply of one player
//   constants  name, title       "mu-torere" (small letters, digits, hyphens), "Mū Tōrere"
//              alternates        the turn passes to the opponent after every ply
//              one_ending        turns alternate, and under given rules every finished position has the same result
//                                for the player on turn; then the parity of the remoteness tells a win from a loss
//   rules      options()         the options as data, in the order of the constructor's arguments; their names are
//                                small letters, digits and underscores, and none that Python's Rules class has
//              make_rules(v)     one value for each option, each of which passed check_option; throws RulesError
//              option_values(r)  the way back: make_rules(option_values(r)) == r
//              match_defaults(r)
//   play       start(r)          for games in which chance deals the start: start(r, rng), see Chance
//              player(r, p)      whose turn it is; in a finished position whose turn it would be
//              outcome(r, p)     empty as long as the game goes on
//              generate(r, p, sink)  hands every legal move to the sink, each once, in a fixed order; none in a finished
//                                position, at least one in any other. Takes any Sink; returns false if and only if the
//                                sink stopped it
//              is_legal(r, p, m)     for *any* value of Move whatever, also nonsense
//              why_illegal(r, p, m)  in words for people; only called when is_legal is false
//              play(r, p, m)     PRECONDITION is_legal(r, p, m)
//   identity   key(r, p)         equal positions have equal keys; others should differ as random 64-bit words do
//   text       format(r, p), parse_position(r, text), format_move(r, m), parse_move(r, text)
//                                one text a value, one value a text, but that moves ignore case; parsing throws
//                                NotationError. A position's text names the player on turn
//
// PRECONDITION of every function with a position: it came from start, play, parse_position or a space under equal rules.
// Nothing here may allocate but the option and text functions.
//
// OPTIONAL, each a concept below: Symmetric, Impartial, DenseMoves, Scored, Observed, Chance, HiddenInformation,
// QuickWalks. Name those you mean in a static_assert: a member that is missing or misspelt just switches its concept off.
template <class G>
concept GameBasics =
    requires(const typename G::Rules& rules, const typename G::Position& position, const typename G::Move& move,
             CountSink& count, ListSink<typename G::Move>& list, const OptionValues& values, std::string_view text) {
      requires std::equality_comparable<typename G::Rules> && std::copyable<typename G::Rules>;
      requires std::equality_comparable<typename G::Position> && std::is_trivially_copyable_v<typename G::Position>;
      requires std::equality_comparable<typename G::Move> && std::is_trivially_copyable_v<typename G::Move>;
      { G::name } -> std::convertible_to<std::string_view>;
      { G::title } -> std::convertible_to<std::string_view>;
      { G::alternates } -> std::convertible_to<bool>;
      { G::one_ending } -> std::convertible_to<bool>;
      { G::options() } -> std::same_as<std::vector<Option>>;
      { G::make_rules(values) } -> std::same_as<typename G::Rules>;
      { G::option_values(rules) } -> std::same_as<OptionValues>;
      { G::match_defaults(rules) } -> std::same_as<MatchDefaults>;
      { G::player(rules, position) } -> std::same_as<Player>;
      { G::outcome(rules, position) } -> std::same_as<std::optional<Outcome>>;
      { G::generate(rules, position, count) } -> std::same_as<bool>;
      { G::generate(rules, position, list) } -> std::same_as<bool>;
      { G::is_legal(rules, position, move) } -> std::same_as<bool>;
      { G::why_illegal(rules, position, move) } -> std::same_as<std::string>;
      { G::key(rules, position) } -> std::same_as<std::uint64_t>;
      { G::format(rules, position) } -> std::same_as<std::string>;
      { G::parse_position(rules, text) } -> std::same_as<typename G::Position>;
      { G::format_move(rules, move) } -> std::same_as<std::string>;
      { G::parse_move(rules, text) } -> std::same_as<typename G::Move>;
    };

// Chance has a hand in the game: it deals the start, and some plies draw. The random numbers are always the caller's.
//   start(r, rng)
//   draws(r, p, m)       does this legal move draw anything?
//   play(r, p, m, rng)   the position after the move, with what was drawn
template <class G>
concept Chance = GameBasics<G> && requires(const typename G::Rules& rules, const typename G::Position& position,
                                           const typename G::Move& move, Rng& rng) {
  { G::start(rules, rng) } -> std::same_as<typename G::Position>;
  { G::draws(rules, position, move) } -> std::same_as<bool>;
  { G::play(rules, position, move, rng) } -> std::same_as<typename G::Position>;
};

template <class G>
concept PlaysWithoutChance =
    requires(const typename G::Rules& rules, const typename G::Position& position, const typename G::Move& move) {
      { G::start(rules) } -> std::same_as<typename G::Position>;
      { G::play(rules, position, move) } -> std::same_as<typename G::Position>;
    };

template <class G>
concept Game = GameBasics<G> && (Chance<G> || PlaysWithoutChance<G>);

// Games without chance: what search trees and exhaustive solvers work on.
template <class G>
concept Deterministic = GameBasics<G> && PlaysWithoutChance<G> && !Chance<G>;

// The board has symmetries under which values do not change.
//   canonical(r, p)           the same position for all images of p, itself one of them
//   for_each_image(r, p, f)   calls f with every image of p, p itself included, each at least once
template <class G>
concept Symmetric = Game<G> && requires(const typename G::Rules& rules, const typename G::Position& position) {
  { G::canonical(rules, position) } -> std::same_as<typename G::Position>;
  G::for_each_image(rules, position, [](const typename G::Position&) {});
};

// Both players have the same moves, so a position has a Grundy value.
//   misere(r)   whoever makes the last move loses
template <class G>
concept Impartial = Game<G> && requires(const typename G::Rules& rules) {
  { G::misere(rules) } -> std::same_as<bool>;
};

// The moves that can be legal in some position of the rules are numbered 0 .. move_slots - 1.
//   move_slots(r)
//   slot_of(r, m)        the number, or move_slots(r) for a move that is never legal
//   move_in_slot(r, i)   the way back
template <class G>
concept DenseMoves =
    Game<G> && requires(const typename G::Rules& rules, const typename G::Move& move, std::uint64_t slot) {
      { G::move_slots(rules) } -> std::same_as<std::uint64_t>;
      { G::slot_of(rules, move) } -> std::same_as<std::uint64_t>;
      { G::move_in_slot(rules, slot) } -> std::same_as<typename G::Move>;
    };

// Points are counted, and what was scored so far does not change what can be scored from here.
//   score(r, p)      points of player 1 and 2 so far
//   goal_key(r, p)   a key (see key) that leaves out the score, and the mover where it makes no difference: with equal
//                    goal keys the player on turn has the same net still to come
template <class G>
concept Scored = Game<G> && requires(const typename G::Rules& rules, const typename G::Position& position) {
  { G::score(rules, position) } -> std::same_as<std::array<std::int32_t, 2>>;
  { G::goal_key(rules, position) } -> std::same_as<std::uint64_t>;
};

// A position can be shown as numbers, for programs that learn: all that a player may know, as that player sees it, so that
// both players' observations look alike.
//   observation_shape(r)
//   observe(r, p, player, cells)   writes every cell. PRECONDITION cells.size() == observation_shape(r).cells()
template <class G>
concept Observed = Game<G> && requires(const typename G::Rules& rules, const typename G::Position& position,
                                       Player player, std::span<float> cells) {
  { G::observation_shape(rules) } -> std::same_as<Shape>;
  G::observe(rules, position, player, cells);
};

// Players do not see everything.
//   View                     what one player may know; positions that differ only in what is hidden give equal views
//   view(r, p, player)
//   determinize(r, v, rng)   a position that fits the view, all such positions equally likely
//   format_view(r, v)
template <class G>
concept HiddenInformation = Game<G> && requires(const typename G::Rules& rules, const typename G::Position& position,
                                                const typename G::View& view, Player player, Rng& rng) {
  requires std::equality_comparable<typename G::View>;
  { G::view(rules, position, player) } -> std::same_as<typename G::View>;
  { G::determinize(rules, view, rng) } -> std::same_as<typename G::Position>;
  { G::format_view(rules, view) } -> std::same_as<std::string>;
};

// A game that can play many plies in a row faster than one by one, as it keeps what it finds out on the way: for random
// games. Walk is a class of
//   Walk(r, p)
//   count() const      how many moves are legal now; 0 once the game is over
//   play(n)            plays the n-th of them, in generate's order. PRECONDITION n < count()
//   position() const   where the walk has come to
template <class G>
concept QuickWalks =
    Deterministic<G> && requires(typename G::Walk& walk, const typename G::Walk& walked, std::uint64_t n) {
      requires std::constructible_from<typename G::Walk, const typename G::Rules&, const typename G::Position&>;
      walk.play(n);
      { walked.count() } -> std::same_as<std::uint64_t>;
      { walked.position() } -> std::same_as<typename G::Position>;
    };

// What a list of moves holds at most: beyond it nobody looks at them one by one.
inline constexpr std::size_t most_listed_moves = std::size_t{1} << 20;

// Lists the legal moves in `moves`, whose memory is used again. Throws RulesError if they are too many.
template <Game G>
void list_moves(const typename G::Rules& rules, const typename G::Position& position,
                std::vector<typename G::Move>& moves) {
  moves.clear();
  ListSink<typename G::Move> sink{moves, most_listed_moves};
  if (G::generate(rules, position, sink)) return;
  throw RulesError(std::string(G::title) + ": more than " + std::to_string(most_listed_moves) +
                   " legal moves are too many to list");
}

// The position as its mover knows it: what stands in a message may be read by both players.
template <Game G>
std::string format_known(const typename G::Rules& rules, const typename G::Position& position) {
  if constexpr (HiddenInformation<G>) {
    return G::format_view(rules, G::view(rules, position, position.player));
  } else {
    return G::format(rules, position);
  }
}

// Throws IllegalMove with the reason unless the move is legal.
template <Game G>
void check_legal(const typename G::Rules& rules, const typename G::Position& position, const typename G::Move& move) {
  if (G::is_legal(rules, position, move)) return;
  const auto outcome = G::outcome(rules, position);
  throw IllegalMove(
      std::string(G::title) + ": " + G::format_move(rules, move) + " cannot be played in " +
      in_quotes(format_known<G>(rules, position)) + ": " +
      (outcome ? "the game is over (" + std::string(outcome->reason) + ")" : G::why_illegal(rules, position, move)));
}

template <Game G>
std::uint64_t count_moves(const typename G::Rules& rules, const typename G::Position& position) {
  CountSink sink;
  G::generate(rules, position, sink);
  return sink.count;
}

// The options as one text, as "nim heaps=3,4,5 misere=false": what table files and messages call the rules.
template <Game G>
std::string format_rules(const typename G::Rules& rules) {
  std::string out(G::name);
  const OptionValues values = G::option_values(rules);
  const std::vector<Option> options = G::options();
  for (std::size_t i = 0; i < options.size(); ++i) {
    ((out += ' ') += options[i].name) += '=';
    out += format_option(values[i]);
  }
  return out;
}

// Rules from one value for each option, each checked.
template <Game G>
typename G::Rules checked_rules(const OptionValues& values) {
  const std::vector<Option> options = G::options();
  for (std::size_t i = 0; i < options.size(); ++i) check_option(G::title, options[i], values.at(i));
  return G::make_rules(values);
}

// The name of the game in the text of rules.
constexpr std::string_view game_in_rules(std::string_view text) {
  return text.substr(0, text.find(' '));
}

// Rules from what format_rules wrote; options that are not named have their defaults. Throws RulesError.
template <Game G>
typename G::Rules parse_rules(std::string_view text) {
  const std::vector<Option> options = G::options();
  const auto refuse = [&](const std::string& what) { throw RulesError("rules " + in_quotes(text) + ": " + what); };
  if (game_in_rules(text) != G::name) refuse("expected '" + std::string(G::name) + "' and its options");
  OptionValues values = standard_values(options);
  std::vector<bool> named(options.size());
  for (std::size_t at = G::name.size(); at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at + 1), text.size());
    const std::string_view part = text.substr(at + 1, end - at - 1);
    const std::string_view name = part.substr(0, part.find('='));
    const auto option = std::find_if(options.begin(), options.end(), [&](const Option& o) { return o.name == name; });
    if (option == options.end()) {
      std::string names;
      for (const Option& o : options) (names += names.empty() ? "" : ", ") += o.name;
      refuse(std::string(G::title) + " has no option " + in_quotes(name) + "; its options are " + names);
    }
    const auto i = static_cast<std::size_t>(option - options.begin());
    if (named[i]) refuse("the option " + in_quotes(name) + " comes twice");
    if (name.size() == part.size()) refuse("expected '=' and a value after " + in_quotes(name));
    named[i] = true;
    values[i] = parse_option(G::title, *option, part.substr(name.size() + 1));
    at = end;
  }
  return checked_rules<G>(values);
}

// The result of a finished position for the player on turn.
inline Result result_for(const Outcome& outcome, Player player) {
  if (outcome.winner == 0) return Result::draw;
  return outcome.winner == player ? Result::win : Result::loss;
}

}  // namespace spielkern
