#pragma once

#include <utility>

#include "spielkern/games/crazy10s/crazy10s.hpp"
#include "spielkern/games/dots_and_boxes/dots_and_boxes.hpp"
#include "spielkern/games/dots_and_boxes/nets.hpp"
#include "spielkern/games/mu_torere/mu_torere.hpp"
#include "spielkern/games/mu_torere/space.hpp"
#include "spielkern/games/nim/nim.hpp"
#include "spielkern/games/nim/space.hpp"
#include "spielkern/games/ten/evaluation.hpp"
#include "spielkern/games/ten/proofs.hpp"
#include "spielkern/games/ten/space.hpp"

// To add a game named "some-game", of the class SomeGame (in Python SomeGame, SomeGamePosition, SomeGameMove):
//
//   1. Make its room cpp/include/spielkern/games/some_game/: a position.hpp that draws the board before any code, and
//      some_game.hpp with a struct that has the members listed in core/game.hpp. End it with a static_assert of all the
//      concepts that you mean.
//   2. If a numbering of all positions is at hand, add space.hpp (core/space.hpp lists its members) and specialise
//      spielkern::Spaces at its end. Without it the game is solved over its ReachableSpace. A game in which points are
//      counted may offer nets instead (core/nets.hpp), for tables of nets and exact search; one in which somebody wins
//      proofs and an evaluation (core/proofs.hpp, core/evaluation.hpp), for forced wins and good play.
//   3. Include these headers above and add the struct to GameList below. The engine, the Python face and the command
//      line now have the game. Extra Python properties go into bindings/game_extras.hpp.
//   4. Test it in tests/cpp/games/some_game/test_some_game.cpp, named in tests/cpp/CMakeLists.txt: the conformance suite
//      over options that stretch it, random texts for its parsers, the rule text's examples.
//   5. Write it a second time in python/spielkern/reference/some_game.py, plainly, from the rule text and not from
//      step 1, and name it in reference/__init__.py. Beyond the rules both must agree on the order of moves (where they
//      have a natural one: Crazy10s' plays do not), on the outcome's reason, on the place at which a text is refused, and
//      on the rules' str and repr.
//   6. Add options that stretch it to OPTIONS in tests/python/conftest.py, and small ones to SMALL in
//      tests/python/test_differential.py: with them the Python tests compare core and reference.
//   7. Declare its three classes in python/spielkern/_core.pyi and export them in python/spielkern/__init__.py. Write
//      its page of the rules guide (python/spielkern/guide: examples/some-game.toml, and en/ and de/some-game.toml with
//      the sections of the others); describe its board in drawing/boards/some_game.py and name it in its __init__.py.
//   8. Keep a record and a table for later versions to read: `spielkern play some-game --random both --seed 1 --json >
//      tests/data/records/some-game-1.json`, `spielkern solve some-game --save tests/data/tables/some-game-1.table`, with
//      options that make it small.
//   9. Name it in README.md and CHANGELOG.md, and run .ci/run.
namespace spielkern {

template <class... Games>
struct ListOfGames {
  template <class F>
  static void for_each(F&& f) {
    (f.template operator()<Games>(), ...);
  }
};

using GameList = ListOfGames<Ten, DotsAndBoxes, Nim, MuTorere, Crazy10s>;

}  // namespace spielkern
