#pragma once

#include <array>
#include <cstdint>

#include "spielkern/games/crazy10s/position.hpp"

namespace spielkern::crazy10s {

// What the turns to come are worth for whoever has just moved, by how many tiles that player does not see: those on the
// other rack and in the bag. In hundredths of a point; the other one's turns count against it. Linked plays take most of
// a rack, so that the tiles go in big gulps, and it matters who gets the last one. If everybody lays seven:
//
//      unseen   in the bag, turn by turn
//        22     15  8  1  0      two turns for each, and the last tiles are those of the one who has just moved
//        29     22 15  8  1  0   a turn more for the other one, as from 15
//
// which is worth forty points. In one line plays are short, and there is nothing of the kind.
using TempoTable = std::array<std::int16_t, all_tiles + 1>;

// The means of what came of greedy matches on 13 x 13, as
//
//      python benchmarks/learn_tempo.py linked --matches 20000
//
// prints them. On smaller boards plays are shorter and the waves lie elsewhere: with this table the player loses more
// matches there (9 x 9) than without one.
constexpr TempoTable learned_tempo(Placing placing, int size) {
  if (placing == Placing::line || size != 13) return {};
  return {-352,  -352,  -87,   23,    -101,  -290,  -694,  -5389, -597,  -750,  -941,  -1212, -1957, -2586,
          -4155, -6510, -6154, -5991, -5569, -4800, -4163, -2892, -1576, -1851, -2066, -2682, -3327, -4141,
          -4935, -6174, -5801, -5166, -4725, -4008, -3381, -2727, -2224, -2590, -3104, -3605, -4120, -4864,
          -5513, -5581, -4976, -4573, -3964, -3571, -3258, -2883, -2926, -3271, -3648, -4421, -4701, -5035,
          -5668, -5777, -5571, -4186, -3529, -3325, -3025, -2549, -3171, -3909, -3909, -4782, -5269, -5823,
          -6914, -6914, -56,   -56,   -56,   -56,   -56,   -56,   -56,   -56,   -56};
}

}  // namespace spielkern::crazy10s
