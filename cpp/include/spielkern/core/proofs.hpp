#pragma once

#include <concepts>
#include <cstdint>

#include "spielkern/core/game.hpp"

namespace spielkern {

// What the room of a game in which plies alternate and nothing is counted offers for proving forced wins, by
// specialisation beside it.
//
//   key_bits(r)                 keys are below 2^key_bits, at most 57
//   key(r, p)                   PRECONDITION: p is not finished. Different positions have different keys, but that images
//                               by the board's symmetries may share one
//   wins_at_once(r, p)          has the player on turn a move that wins? PRECONDITION: p is not finished
//   least_plies(r, p, player)   so many own plies `player` needs for a win at the very least, whatever the opponent does;
//                               the closer the better, 1 is always right. PRECONDITION: p is not finished, and the
//                               opponent of `player` is on turn
template <class G>
struct Proofs;

template <class G>
concept HasProofs = Deterministic<G> && G::alternates && G::one_ending && requires { sizeof(Proofs<G>); } &&
                    requires(const typename G::Rules& rules, const typename G::Position& position, Player player) {
                      { Proofs<G>::key_bits(rules) } -> std::same_as<unsigned>;
                      { Proofs<G>::key(rules, position) } -> std::same_as<std::uint64_t>;
                      { Proofs<G>::wins_at_once(rules, position) } -> std::same_as<bool>;
                      { Proofs<G>::least_plies(rules, position, player) } -> std::same_as<int>;
                    };

}  // namespace spielkern
