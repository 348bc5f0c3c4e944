#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "spielkern/core/perft.hpp"
#include "spielkern/core/playout.hpp"
#include "spielkern/core/space.hpp"
#include "spielkern/solve/solution.hpp"

// What every game and every space must keep, whatever it is: the promises of core/game.hpp and core/space.hpp.
namespace conformance {

using namespace spielkern;

template <Game G>
using Moves = std::vector<typename G::Move>;

template <Game G>
Moves<G> list_moves(const typename G::Rules& rules, const typename G::Position& position) {
  Moves<G> moves;
  spielkern::list_moves<G>(rules, position, moves);
  return moves;
}

template <Game G>
typename G::Position start(const typename G::Rules& rules, Rng& rng) {
  if constexpr (Chance<G>) {
    return G::start(rules, rng);
  } else {
    return G::start(rules);
  }
}

template <Game G>
typename G::Position play(const typename G::Rules& rules, const typename G::Position& position,
                          const typename G::Move& move, Rng& rng) {
  if constexpr (Chance<G>) {
    return G::play(rules, position, move, rng);
  } else {
    return G::play(rules, position, move);
  }
}

// Different positions met in random games, at most `count`.
template <Game G>
std::vector<typename G::Position> random_positions(const typename G::Rules& rules, std::size_t count,
                                                   std::uint64_t seed) {
  Rng rng(seed);
  std::vector<typename G::Position> positions;
  std::unordered_set<std::string> seen;
  for (std::size_t game = 0; game < count && positions.size() < count; ++game) {
    auto position = start<G>(rules, rng);
    for (int ply = 0; ply < 60 && positions.size() < count; ++ply) {
      if (seen.insert(G::format(rules, position)).second) positions.push_back(position);
      const auto moves = list_moves<G>(rules, position);
      if (moves.empty()) break;
      position = play<G>(rules, position, moves[rng.below(moves.size())], rng);
    }
  }
  return positions;
}

template <Game G>
void check_rules(const typename G::Rules& rules) {
  const OptionValues values = G::option_values(rules);
  const std::vector<Option> options = G::options();
  REQUIRE(values.size() == options.size());
  for (std::size_t i = 0; i < options.size(); ++i) CHECK_NOTHROW(check_option(G::title, options[i], values[i]));
  CHECK(G::make_rules(values) == rules);
  CHECK(checked_rules<G>(standard_values(options)) == G::make_rules(standard_values(options)));
  CHECK(parse_rules<G>(format_rules<G>(rules)) == rules);
  CHECK(game_in_rules(format_rules<G>(rules)) == G::name);
  CHECK(parse_rules<G>(G::name) == G::make_rules(standard_values(options)));
  CHECK_THROWS_AS(parse_rules<G>(std::string(G::name) + " no_option=1"), RulesError);
  const auto is_name = [](std::string_view text, char joint) {
    return !text.empty() && text.front() >= 'a' && text.front() <= 'z' &&
           std::all_of(text.begin(), text.end(),
                       [&](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == joint; });
  };
  CHECK(is_name(G::name, '-'));
  CHECK(!std::string_view(G::title).empty());
  static const std::set<std::string_view> taken{"name",  "title", "options",  "repetition", "max_plies",
                                                "start", "move",  "position", "perft",      "playouts"};
  std::set<std::string_view> names;
  for (const Option& option : options) {
    CHECK(is_name(option.name, '_'));
    CHECK(!taken.contains(option.name));
    CHECK(names.insert(option.name).second);
    CHECK(!option.help.empty());
  }
}

// All sinks see the same moves, each once, in one order; stopping works; a finished game has none.
template <Game G>
void check_generation(const typename G::Rules& rules, const typename G::Position& position) {
  const auto moves = list_moves<G>(rules, position);
  CHECK(moves.empty() == G::outcome(rules, position).has_value());
  CHECK(count_moves<G>(rules, position) == moves.size());
  CHECK(list_moves<G>(rules, position) == moves);

  AnySink any;
  CHECK(G::generate(rules, position, any) == moves.empty());
  CHECK(any.found == !moves.empty());

  std::set<std::string> texts;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    CHECK(G::is_legal(rules, position, moves[i]));
    CHECK(texts.insert(G::format_move(rules, moves[i])).second);
    NthSink<typename G::Move> nth{i};
    CHECK(!G::generate(rules, position, nth));
    CHECK(nth.move == moves[i]);
    std::size_t seen = 0;
    auto stop = [&](const typename G::Move&) { return ++seen <= i; };
    CHECK(!G::generate(rules, position, stop));
    CHECK(seen == i + 1);
  }
  NthSink<typename G::Move> beyond{moves.size()};
  CHECK(G::generate(rules, position, beyond));
}

// `conceivable` holds moves of every kind, most of them illegal here.
template <Game G>
void check_legality(const typename G::Rules& rules, const typename G::Position& position, const Moves<G>& conceivable) {
  const auto moves = list_moves<G>(rules, position);
  for (const auto& move : conceivable) {
    const bool listed = std::find(moves.begin(), moves.end(), move) != moves.end();
    CHECK(G::is_legal(rules, position, move) == listed);
    if (!listed) CHECK(!G::why_illegal(rules, position, move).empty());
    if constexpr (DenseMoves<G>) {
      const std::uint64_t slot = G::slot_of(rules, move);
      CHECK(slot <= G::move_slots(rules));
      if (slot < G::move_slots(rules)) CHECK(G::move_in_slot(rules, slot) == move);
    }
  }
}

template <Game G>
void check_text(const typename G::Rules& rules, const typename G::Position& position) {
  const std::string text = G::format(rules, position);
  const auto again = G::parse_position(rules, text);
  CHECK(again == position);
  CHECK(G::key(rules, again) == G::key(rules, position));
  CHECK(G::format(rules, again) == text);
  for (const auto& move : list_moves<G>(rules, position)) {
    CHECK(G::parse_move(rules, G::format_move(rules, move)) == move);
    std::string upper = G::format_move(rules, move);
    for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    CHECK(G::parse_move(rules, upper) == move);
  }
}

// Different positions have different texts, and texts tell the player on turn.
template <Game G>
void check_injective(const typename G::Rules& rules, const std::vector<typename G::Position>& positions) {
  std::map<std::string, std::size_t> by_text;
  std::map<std::uint64_t, std::size_t> by_key;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto [text, new_text] = by_text.emplace(G::format(rules, positions[i]), i);
    CHECK((new_text || positions[text->second] == positions[i]));
    const auto [key, new_key] = by_key.emplace(G::key(rules, positions[i]), i);
    CHECK((new_key || positions[key->second] == positions[i]));
  }
}

template <Game G>
void check_turns(const typename G::Rules& rules, const typename G::Position& position, Rng& rng) {
  const Player mover = G::player(rules, position);
  CHECK((mover == 1 || mover == 2));
  for (const auto& move : list_moves<G>(rules, position)) {
    const auto before = position;
    const auto after = play<G>(rules, position, move, rng);
    CHECK(before == position);
    if constexpr (G::alternates) CHECK(G::player(rules, after) == opponent(mover));
    if constexpr (G::one_ending) {
      if (const auto outcome = G::outcome(rules, after)) CHECK(outcome->winner != 0);
    }
    if (const auto outcome = G::outcome(rules, after)) CHECK(!outcome->reason.empty());
  }
}

template <DenseMoves G>
void check_slots(const typename G::Rules& rules, const typename G::Position& position) {
  for (const auto& move : list_moves<G>(rules, position)) {
    const std::uint64_t slot = G::slot_of(rules, move);
    REQUIRE(slot < G::move_slots(rules));
    CHECK(G::move_in_slot(rules, slot) == move);
  }
}

template <Symmetric G>
void check_symmetry(const typename G::Rules& rules, const typename G::Position& position) {
  const auto canonical = G::canonical(rules, position);
  const auto text = [&](const auto& p) { return G::format(rules, p); };
  std::set<std::string> images;
  G::for_each_image(rules, position, [&](const auto& image) {
    images.insert(text(image));
    CHECK(G::canonical(rules, image) == canonical);
    CHECK(G::parse_position(rules, text(image)) == image);
    CHECK(count_moves<G>(rules, image) == count_moves<G>(rules, position));
  });
  CHECK(images.contains(text(position)));
  CHECK(images.contains(text(canonical)));
  // Playing and taking the image lead to the same classes.
  const auto classes_after = [&](const auto& from) {
    std::multiset<std::string> classes;
    for (const auto& move : list_moves<G>(rules, from)) {
      classes.insert(text(G::canonical(rules, G::play(rules, from, move))));
    }
    return classes;
  };
  CHECK(classes_after(canonical) == classes_after(position));
}

template <HiddenInformation G>
void check_hiding(const typename G::Rules& rules, const typename G::Position& position, Rng& rng) {
  for (const Player player : {Player{1}, Player{2}}) {
    const auto view = G::view(rules, position, player);
    const auto other = G::determinize(rules, view, rng);
    CHECK(G::view(rules, other, player) == view);
    CHECK(G::format_view(rules, G::view(rules, other, player)) == G::format_view(rules, view));
    CHECK(G::player(rules, other) == G::player(rules, position));
    CHECK(G::parse_position(rules, G::format(rules, other)) == other);
  }
}

// A walk sees the moves that the game itself has, and random games are the same with it and without.
template <QuickWalks G>
void check_walk(const typename G::Rules& rules, const typename G::Position& from, Rng& rng) {
  typename G::Walk walk(rules, from);
  PlainWalk<G> plain(rules, from);
  for (int ply = 0; ply < 100; ++ply) {
    CHECK(walk.count() == plain.count());
    CHECK(walk.position() == plain.position());
    if (plain.count() == 0) break;
    const std::uint64_t n = rng.below(plain.count());
    walk.play(n);
    plain.play(n);
  }
  Control control;
  for (const std::uint64_t max_plies : {0, 3, 1000}) {
    Rng one(7);
    Rng other(7);
    CHECK(random_playouts<G>(rules, from, 10, max_plies, one, control) ==
          random_playouts<G, PlainWalk<G>>(rules, from, 10, max_plies, other, control));
  }
}

// Everything above over random games. `conceivable`: see check_legality; the moves of all slots are added.
template <Game G>
void check_game(const typename G::Rules& rules, Moves<G> conceivable, std::size_t positions = 300) {
  INFO("rules: ", format_rules<G>(rules));
  check_rules<G>(rules);
  if constexpr (DenseMoves<G>) {
    for (std::uint64_t slot = 0; slot < std::min<std::uint64_t>(G::move_slots(rules), 4096); ++slot) {
      const auto move = G::move_in_slot(rules, slot);
      CHECK(G::slot_of(rules, move) == slot);
      conceivable.push_back(move);
    }
  }
  const auto sample = random_positions<G>(rules, positions, 1);
  check_injective<G>(rules, sample);
  Rng rng(2);
  for (const auto& position : sample) {
    INFO("position: ", G::format(rules, position));
    check_generation<G>(rules, position);
    check_legality<G>(rules, position, conceivable);
    check_text<G>(rules, position);
    check_turns<G>(rules, position, rng);
    if constexpr (DenseMoves<G>) check_slots<G>(rules, position);
    if constexpr (Symmetric<G>) check_symmetry<G>(rules, position);
    if constexpr (HiddenInformation<G>) check_hiding<G>(rules, position, rng);
    if constexpr (QuickWalks<G>) check_walk<G>(rules, position, rng);
  }
  if constexpr (Deterministic<G>) {
    Control control;
    for (std::size_t i = 0; i < std::min<std::size_t>(sample.size(), 20); ++i) {
      std::uint64_t below = 0;
      for (const auto& move : list_moves<G>(rules, sample[i])) {
        below += perft<G>(rules, G::play(rules, sample[i], move), 2, control);
      }
      CHECK(perft<G>(rules, sample[i], 0, control) == 1);
      CHECK(perft<G>(rules, sample[i], 3, control) == below);
      CHECK(perft_played<G>(rules, sample[i], 3, control) == below);
    }
  }
}

// The numbering, and that predecessors are exactly the steps turned round, as a multiset. For small spaces: it keeps
// all steps in a map.
template <Space S>
void check_space(const S& space) {
  using G = typename S::Game;
  INFO("rules: ", format_rules<G>(space.rules()));
  std::map<std::pair<Index, Index>, int> steps;
  std::map<std::pair<Index, Index>, bool> same_player;
  std::uint64_t weights = 0;
  Index expected = 0;
  space.for_each(0, space.size(), [&](Index index, const auto& position) {
    CHECK(index == expected++);
    CHECK(space.position(index) == position);
    CHECK(space.rank(position) == index);
    CHECK(G::parse_position(space.rules(), G::format(space.rules(), position)) == position);
    std::uint32_t degree = 0;
    const Player mover = G::player(space.rules(), position);
    for_each_successor(space, position, [&](Index successor, const auto& move) {
      REQUIRE(successor < space.size());
      if constexpr (SuccessorsFirst<S>) CHECK(successor < index);
      ++steps[{index, successor}];
      same_player[{index, successor}] = G::player(space.rules(), G::play(space.rules(), position, move)) == mover;
      ++degree;
    });
    CHECK(degree <= space.max_degree());
    for_each_successor_index(space, index, position, [&](Index successor) { --steps[{index, successor}]; });
    for_each_successor(space, position, [&](Index successor, const auto&) { CHECK(++steps[{index, successor}] > 0); });
  });
  CHECK(expected == space.size());
  Index weighed = 0;
  space.for_each_weight(0, space.size(), [&](Index first, Index last, std::uint64_t weight) {
    CHECK(first == weighed);
    CHECK(last > first);
    weighed = last;
    weights += (last - first) * weight;
  });
  CHECK(weighed == space.size());
  CHECK(weights == space.total_weight());
  if constexpr (Foreseeable<S>) CHECK(S::footprint(space.rules()).size == space.size());
  CHECK(space.max_degree() >= 1);

  // Any piece of the index range gives the same positions.
  Rng rng(3);
  for (int i = 0; i < 50; ++i) {
    const Index begin = rng.below(space.size());
    const Index end = begin + rng.below(std::min<Index>(space.size() - begin, 500) + 1);
    Index next = begin;
    space.for_each(begin, end, [&](Index index, const auto& position) {
      CHECK(index == next++);
      CHECK(space.rank(position) == index);
    });
    CHECK(next == end);
  }

  space.for_each(0, space.size(), [&](Index index, const auto& position) {
    space.for_each_predecessor(index, position, [&](Index before, bool same) {
      const auto step = steps.find({before, index});
      REQUIRE(step != steps.end());
      --step->second;
      CHECK(same == same_player[{before, index}]);
    });
  });
  for (const auto& [step, left] : steps) CHECK(left == 0);
}

// Every value follows from the successors' values: an independent pass forward over the whole space.
template <Space S>
void check_values(const Solution<S>& solution) {
  using G = typename S::Game;
  const auto& rules = solution.rules();
  solution.space().for_each(0, solution.space().size(), [&](Index index, const auto& position) {
    const Value value = solution.value_at(index);
    const Player mover = G::player(rules, position);
    if (const auto outcome = G::outcome(rules, position)) {
      const Result result = result_for(*outcome, mover);
      CHECK(value == exact_value(result, 0));
      return;
    }
    bool can_win = false;
    bool can_draw = false;
    std::uint32_t shortest = 0;
    std::uint32_t longest = 0;
    auto sink = [&](const typename G::Move& move) {
      const auto after = G::play(rules, position, move);
      const Value next = solution.value(after);
      const Result result = G::player(rules, after) == mover ? *next.result : flipped(*next.result);
      const std::uint32_t plies = next.remoteness.value_or(0) + 1;
      if (result == Result::win && (!can_win || plies < shortest)) shortest = plies;
      can_win = can_win || result == Result::win;
      can_draw = can_draw || result == Result::draw;
      longest = std::max(longest, plies);
      return true;
    };
    G::generate(rules, position, sink);
    CHECK(value == (can_win    ? exact_value(Result::win, shortest)
                    : can_draw ? exact_value(Result::draw, 0)
                               : exact_value(Result::loss, longest)));
  });
}

// The same game solved over two spaces has the same value everywhere and the same counts.
template <Space A, Space B>
void check_same_values(const Solution<A>& full, const Solution<B>& reduced) {
  Control control;
  const Tally expected = full.tally(control);
  const Tally tally = reduced.tally(control);
  CHECK(tally.counts == expected.counts);
  CHECK(tally.histogram == expected.histogram);
  full.space().for_each(0, full.space().size(), [&](Index index, const auto& position) {
    CHECK(full.value_at(index) == reduced.value(position));
  });
}

// Under sanitizers, where all takes ten times as long, so much less is tried by chance.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t fewer = 5;
#else
constexpr std::uint64_t fewer = 1;
#endif

// Throws `count` texts at both parsers: random bytes, and valid texts with a few changes. A parser refuses, at a place
// inside the text, or the text is the canonical one of what it read. Move text ignores case; what else a notation leaves
// free, `settled` makes canonical.
template <Game G>
void check_parsers(const typename G::Rules& rules, std::uint64_t count,
                   const std::function<std::string(const std::string&)>& settled = {}) {
  INFO("rules: ", format_rules<G>(rules));
  count /= fewer;
  Rng rng(4);
  std::vector<std::string> valid;
  for (const auto& position : random_positions<G>(rules, 50, 5)) {
    valid.push_back(G::format(rules, position));
    for (const auto& move : list_moves<G>(rules, position)) valid.push_back(G::format_move(rules, move));
  }
  const std::string alphabet = "0123456789 .,:;/|-+=*?cxXabCdDsStT";
  const auto random_char = [&] {
    return rng.below(8) == 0 ? static_cast<char>(rng.below(256)) : alphabet[rng.below(alphabet.size())];
  };
  std::uint64_t accepted = 0;
  const auto attempt = [&](const std::string& text, auto&& parse_and_format) {
    try {
      const std::string again = parse_and_format(text);
      ++accepted;
      std::string small = text;
      std::transform(small.begin(), small.end(), small.begin(), [](char c) { return lower(c); });
      const auto says = [&](const std::string& given) {
        return again == given || (settled && again == settled(given));
      };
      if (!says(text) && !says(small)) FAIL_CHECK("accepted ", in_quotes(text), " as ", in_quotes(again));
    } catch (const NotationError& error) {
      if (error.place() > text.size() || error.expected().empty() || error.text() != text) FAIL_CHECK(error.what());
    }
  };
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string text;
    if (rng.below(2) == 0) {
      text = valid[rng.below(valid.size())];
      for (std::uint64_t change = rng.below(3); change > 0; --change) {
        const std::size_t at = rng.below(text.size() + 1);
        switch (rng.below(3)) {
          case 0: text.insert(text.begin() + static_cast<std::ptrdiff_t>(at), random_char()); break;
          case 1:
            if (at < text.size()) text.erase(at, 1);
            break;
          default:
            if (at < text.size()) text[at] = random_char();
        }
      }
    } else {
      for (std::uint64_t length = rng.below(30); length > 0; --length) text += random_char();
    }
    attempt(text, [&](const std::string& t) { return G::format(rules, G::parse_position(rules, t)); });
    attempt(text, [&](const std::string& t) { return G::format_move(rules, G::parse_move(rules, t)); });
  }
  CHECK(accepted > count / 100);  // the valid texts among them got through
}

// The keys of many random positions, different ones: none may be shared.
template <Space S>
void check_keys(const S& space, std::size_t count) {
  using G = typename S::Game;
  Rng rng(6);
  count /= fewer;
  std::vector<std::pair<std::uint64_t, Index>> keys(count);
  for (auto& [key, index] : keys) {
    index = rng.below(space.size());
    key = G::key(space.rules(), space.position(index));
  }
  std::sort(keys.begin(), keys.end());
  std::size_t different = 1;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (keys[i].second != keys[i - 1].second) ++different;
    if (keys[i].first == keys[i - 1].first && keys[i].second != keys[i - 1].second)
      FAIL_CHECK("two positions, one key");
  }
  CHECK(different > count / 2);
}

}  // namespace conformance
