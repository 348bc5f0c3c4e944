#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "spielkern/games/crazy10s/position.hpp"

namespace spielkern::crazy10s {

// What tiles that stay on the rack are worth for the turns to come, in hundredths of a point, against tiles as the bag has
// them: so much for each tile of a kind, more or less if it is not the first of its kind, and for each pair that makes ten.
//
//      1 1 9:   1 + again a 1 + 9 + the pair 1 9
//
// benchmarks/learn_leaves.py makes such numbers from matches of the program against itself: they are what fits best what
// came of the next turns.
struct LeaveTable {
  std::array<std::int16_t, kinds> first{};
  std::array<std::int16_t, kinds> again{};
  std::array<std::int16_t, wanted_sum / 2> pairs{};  // 0 with a joker, 1 9, 2 8, 3 7, 4 6

  int value(const Tiles& tiles) const {
    int value = 0;
    for (int kind = 0; kind < kinds; ++kind) {
      const int count = tiles.count(kind);
      if (count > 0) value += first[at(kind)] * count + again[at(kind)] * (count - 1);
    }
    for (int digit = 0; digit < wanted_sum / 2; ++digit) {
      value += pairs[at(digit)] * std::min(tiles.count(digit), tiles.count(wanted_sum - digit));
    }
    return value;
  }

  // Calls f with everything that can be kept of a rack, all and nothing among it.
  template <class F>
  static void for_each_part(const Tiles& rack, F&& f, const Tiles& part = {}, int kind = 0) {
    if (kind == kinds) {
      f(part);
      return;
    }
    Tiles more = part;
    for (int count = 0;; ++count) {
      for_each_part(rack, f, more, kind + 1);
      if (count == rack.count(kind)) return;
      more.add(kind);
    }
  }

  friend bool operator==(const LeaveTable&, const LeaveTable&) = default;
};

// Learned for each placement on its own: linked plays take most of a rack at once. As
//
//      python benchmarks/learn_leaves.py line --matches 20000        365,740 turns
//      python benchmarks/learn_leaves.py linked --matches 20000      179,968 turns
//
// print them. Laying what is best by score and leave instead of by score alone brings 20 points a game in one line and 7
// linked (5,000 pairs of matches each, standard error below 1).
constexpr LeaveTable learned_leaves(Placing placing) {
  if (placing == Placing::line) {
    return {{{921, 56, -56, -131, -178, -200, -218, -221, -222, -222, 1100}},
            {{-607, -111, -140, -151, -187, -142, -191, -165, -165, -158, -590}},
            {{-382, 73, 95, 91, 64}}};
  }
  return {{{449, 521, 271, -4, -130, -342, -531, -708, -1017, -1218, 2028}},
          {{-746, -855, -751, -624, -855, -227, -1178, -1091, -894, -840, -1074}},
          {{-83, 1152, 1087, 830, 718}}};
}

}  // namespace spielkern::crazy10s
