#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "spielkern/core/control.hpp"
#include "spielkern/core/game.hpp"

namespace spielkern {

// What came of a number of random games.
struct Playouts {
  std::uint64_t wins_1 = 0;
  std::uint64_t wins_2 = 0;
  std::uint64_t draws = 0;  // those cut off by the ply limit too
  std::uint64_t plies = 0;

  friend bool operator==(const Playouts&, const Playouts&) = default;
};

// The walk of a game that has none of its own.
template <Deterministic G>
class PlainWalk {
 public:
  PlainWalk(const typename G::Rules& rules, const typename G::Position& position)
      : rules_(rules), position_(position) {}

  std::uint64_t count() const { return count_moves<G>(rules_, position_); }

  void play(std::uint64_t n) {
    NthSink<typename G::Move> pick{n};
    G::generate(rules_, position_, pick);
    position_ = G::play(rules_, position_, pick.move);
  }

  typename G::Position position() const { return position_; }

 private:
  const typename G::Rules& rules_;
  typename G::Position position_;
};

namespace detail {

template <class G>
struct WalkOf {
  using Type = PlainWalk<G>;
};
template <QuickWalks G>
struct WalkOf<G> {
  using Type = typename G::Walk;
};

}  // namespace detail

template <Deterministic G>
using WalkOf = typename detail::WalkOf<G>::Type;

// One random game from `position`, each ply uniform among the legal moves in canonical order: plays the walk on, to the
// end or for at most `max_plies`, and returns how many it played. `control` has tick().
template <class Walk, class Ticker>
std::uint64_t walk_at_random(Walk& walk, std::uint64_t max_plies, Rng& rng, Ticker& control) {
  std::uint64_t plies = 0;
  while (plies < max_plies) {
    const std::uint64_t moves = walk.count();
    if (moves == 0) break;
    walk.play(rng.below(moves));
    ++plies;
    control.tick();
  }
  return plies;
}

// `games` random games from `position`, all from one generator: the same numbers on every platform, and whatever walk
// plays them.
template <Deterministic G, class Walk = WalkOf<G>>
Playouts random_playouts(const typename G::Rules& rules, const typename G::Position& position, std::uint64_t games,
                         std::uint64_t max_plies, Rng& rng, Control& control) {
  Playouts result;
  for (std::uint64_t game = 0; game < games; ++game) {
    control.tick();  // a game may have no plies
    Walk walk(rules, position);
    result.plies += walk_at_random(walk, max_plies, rng, control);
    const auto outcome = G::outcome(rules, walk.position());
    const Player winner = outcome ? outcome->winner : Player{0};
    ++(winner == 1 ? result.wins_1 : winner == 2 ? result.wins_2 : result.draws);
  }
  return result;
}

// Random games with chance: what chance deals and draws comes from the same generator, the start too unless `from` is
// given.
template <Chance G>
Playouts chance_playouts(const typename G::Rules& rules, const std::optional<typename G::Position>& from,
                         std::uint64_t games, std::uint64_t max_plies, Rng& rng, Control& control) {
  Playouts result;
  for (std::uint64_t game = 0; game < games; ++game) {
    control.tick();
    auto position = from ? *from : G::start(rules, rng);
    std::uint64_t plies = 0;
    auto outcome = G::outcome(rules, position);
    for (; !outcome && plies < max_plies; ++plies) {
      NthSink<typename G::Move> pick{rng.below(count_moves<G>(rules, position))};
      G::generate(rules, position, pick);
      position = G::play(rules, position, pick.move, rng);
      outcome = G::outcome(rules, position);
      control.poll();  // one ply may take long
    }
    result.plies += plies;
    const Player winner = outcome ? outcome->winner : Player{0};
    ++(winner == 1 ? result.wins_1 : winner == 2 ? result.wins_2 : result.draws);
  }
  return result;
}

}  // namespace spielkern
