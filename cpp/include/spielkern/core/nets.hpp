#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include "spielkern/core/game.hpp"

namespace spielkern {

// What the room of a game with points offers for finding nets - points still to come, the mover's minus the opponent's -
// by specialisation beside it. The net hangs on a *set* alone: the position without score and mover.
//
//   Set, set(p)              the set of a position
//   position(r, set)         a position with this set: player 1 is on turn and has all points so far
//   Problem, problem(r)      for NetSearch, see search/net_search.hpp
//   move(m)                  the game's move, from a move of the problem
//   elements(r)              sets are subsets of so many elements, and every move adds one
//   make_kernel(r)           a pointer to the kernel that NetTable fills a table with, see solve/net_table.hpp
//   notes(r, p)              what people should see in a position, in words
template <class G>
struct Nets;

template <class G>
concept HasNets = Scored<G> && Deterministic<G> && requires { sizeof(Nets<G>); } &&
                  requires(const typename G::Rules& rules, const typename G::Position& position) {
                    { Nets<G>::set(position) } -> std::same_as<typename Nets<G>::Set>;
                    { Nets<G>::position(rules, Nets<G>::set(position)) } -> std::same_as<typename G::Position>;
                    { Nets<G>::problem(rules) } -> std::same_as<typename Nets<G>::Problem>;
                    { Nets<G>::elements(rules) } -> std::same_as<int>;
                    { Nets<G>::notes(rules, position) } -> std::same_as<std::vector<std::string>>;
                  };

}  // namespace spielkern
