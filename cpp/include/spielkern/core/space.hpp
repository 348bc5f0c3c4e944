#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>

#include "spielkern/core/control.hpp"
#include "spielkern/core/game.hpp"

namespace spielkern {

using Index = std::uint64_t;

// A finite set of positions of a game, numbered, closed under legal moves: what an exhaustive solver works on. Solvers
// see nothing of a game but this.
//
// Every index stands for one position, its *representative*. In a reduced space it stands for all positions with the
// same rank, which must have the same value. The step relation of the space is that of the representatives:
//
//      i -> j, once for every legal ply from position(i) to a position whose rank is j
//
// REQUIRED
//   Game, rules()
//   scheme                      constant: a name of the numbering, with its version; table files carry it
//   size()                      number of indices
//   rank(p)                     PRECONDITION: p belongs to the set
//   position(i)                 the representative; rank(position(i)) == i
//   for_each_weight(begin, end, f)   cuts begin..end into runs of indices that stand for equally many positions of the
//                               full set, in rising order, and calls f(first, one past the last, how many)
//   total_weight()              how many positions the whole space stands for
//   max_degree()                an upper bound of the number of steps from any index, never 0
//   for_each(begin, end, f)     f(i, position(i)) for begin <= i < end in rising order; cheaper than position(i) each
//   for_each_predecessor(i, p, f)   PRECONDITION: p == position(i). Calls f(h, same_player) once for every step h -> i,
//                               *as a multiset*: if two plies from h lead to i, twice. same_player: the player on turn
//                               at h is the one on turn at i. Without this each of several plies would not count down
//                               its open successor, and the values would be wrong and look right
//
// OPTIONAL
//   successors_first            constant: every step goes from an index to a smaller one
//   for_each_successor_index(i, p, f)   PRECONDITION: p == position(i). f(j) for every step i -> j, once for each ply; where
//                               that is cheaper than playing and ranking
//   footprint(rules)            static: size, tables and greatest degree without making the space, where that takes long;
//                               such a space is made as S(rules, control)
//
// No function changes the space; all may be called from several threads at once.
template <class S>
concept Space = Deterministic<typename S::Game> &&
                requires(const S& space, Index index, const typename S::Game::Position& position) {
                  { S::scheme } -> std::convertible_to<std::string_view>;
                  { space.rules() } -> std::same_as<const typename S::Game::Rules&>;
                  { space.size() } -> std::same_as<Index>;
                  { space.rank(position) } -> std::same_as<Index>;
                  { space.position(index) } -> std::same_as<typename S::Game::Position>;
                  { space.total_weight() } -> std::same_as<std::uint64_t>;
                  { space.max_degree() } -> std::same_as<std::uint32_t>;
                  space.for_each(index, index, [](Index, const typename S::Game::Position&) {});
                  space.for_each_predecessor(index, position, [](Index, bool) {});
                  space.for_each_weight(index, index, [](Index, Index, std::uint64_t) {});
                };

struct Footprint {
  Index size = 0;                 // of the space
  std::uint64_t table_bytes = 0;  // what the space itself takes
  std::uint32_t max_degree = 1;
};

template <class S>
concept SuccessorsFirst = Space<S> && S::successors_first;

template <class S>
concept Foreseeable = Space<S> && requires(const typename S::Game::Rules& rules, Control& control) {
  { S::footprint(rules) } -> std::same_as<Footprint>;
  S(rules, control);
};

// The spaces that a game's own room offers, by specialisation beside them: `Full` numbers all positions of the rules,
// `Solved` is the one that exhaustive solving uses, reduced where that pays. Every representative has a text that the
// game's parser reads. Games without spaces are solved over their ReachableSpace.
template <Deterministic G>
struct Spaces;

template <class G>
concept HasSpaces = requires { sizeof(Spaces<G>); };

// What a room says at the end of its space.hpp: what is specialised there is what it should be.
template <class G>
concept OffersSpaces = Space<typename Spaces<G>::Full> && Space<typename Spaces<G>::Solved>;

// Calls f(rank of the successor, move) for every legal move of a position of the space.
template <Space S, class F>
void for_each_successor(const S& space, const typename S::Game::Position& position, F&& f) {
  using G = typename S::Game;
  auto sink = [&](const typename G::Move& move) {
    f(space.rank(G::play(space.rules(), position, move)), move);
    return true;
  };
  G::generate(space.rules(), position, sink);
}

// Calls f(j) for every step i -> j, once for each ply.
template <Space S, class F>
void for_each_successor_index(const S& space, Index index, const typename S::Game::Position& position, F&& f) {
  if constexpr (requires { space.for_each_successor_index(index, position, f); }) {
    space.for_each_successor_index(index, position, f);
  } else {
    for_each_successor(space, position, [&](Index successor, const auto&) { f(successor); });
  }
}

}  // namespace spielkern
