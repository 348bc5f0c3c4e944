#pragma once

#include <concepts>

#include "spielkern/core/game.hpp"

namespace spielkern {

// What the room of a game offers for playing well where nothing is proven, by specialisation beside it.
//
//   Weights                  what the parts of a score count; default: as measured
//   most                     scores are from -most to most, most below 30,000
//   unit                     so much is "1" to people
//   score(r, p, weights)     how good a position is for the player on turn, and minus that for the opponent.
//                            PRECONDITION: p is not finished
template <class G>
struct Evaluation;

template <class G>
concept HasEvaluation = Deterministic<G> && requires { sizeof(Evaluation<G>); } &&
                        requires(const typename G::Rules& rules, const typename G::Position& position,
                                 const typename Evaluation<G>::Weights& weights) {
                          { Evaluation<G>::most } -> std::convertible_to<int>;
                          { Evaluation<G>::unit } -> std::convertible_to<double>;
                          { Evaluation<G>::score(rules, position, weights) } -> std::same_as<int>;
                        };

}  // namespace spielkern
