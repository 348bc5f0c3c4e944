#pragma once

#include <utility>

#include "spielkern/games/mu_torere/mu_torere.hpp"
#include "spielkern/games/mu_torere/space.hpp"
#include "spielkern/games/nim/nim.hpp"
#include "spielkern/games/nim/space.hpp"

// To add a game:
//   1. Make its room cpp/include/spielkern/games/<game>/: a position.hpp that draws the board before any code, and
//      <game>.hpp with a struct that has the members listed in core/game.hpp; end it with a static_assert of the
//      concepts.
//   2. If a numbering of all positions is at hand, add space.hpp (core/space.hpp lists its members) and specialise
//      spielkern::Spaces at its end. Without it the game is solved over its ReachableSpace.
//   3. Include both above and add the struct to GameList below. That is all the engine, the Python face and the
//      command line need.
//   4. Add it to tests/cpp/games/test_<game>.cpp (copy the shape of another game's) and its name in CMakeLists.txt: the
//      conformance suite over several options, the rule text's examples.
//   5. Write it a second time in python/spielkern/reference/<game>.py, plainly, from the rule text and not from step 1,
//   and
//      add it to GAMES in python/spielkern/reference/__init__.py: the Python tests then compare both.
//   6. Declare its three classes in python/spielkern/_core.pyi, export them in python/spielkern/__init__.py, and
//   describe the
//      rules in python/spielkern/cli/texts/.
namespace spielkern {

template <class... Games>
struct ListOfGames {
  template <class F>
  static void for_each(F&& f) {
    (f.template operator()<Games>(), ...);
  }
};

using GameList = ListOfGames<Nim, MuTorere>;

}  // namespace spielkern
