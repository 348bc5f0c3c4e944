#pragma once

#include <cstdint>
#include <string_view>

#include "spielkern/core/game.hpp"
#include "spielkern/core/rng.hpp"

// What the .pxd files of the Python package need beyond the core: Cython makes its variables without arguments, and assigns
// to them then.
namespace spielkern::cython {

template <Game G>
class Rules : public G::Rules {
 public:
  // The default ones.
  Rules() : Rules(G::name) {}
  // From their text, see parse_rules.
  explicit Rules(std::string_view text) : G::Rules(parse_rules<G>(text)) {}
};

class Rng : public spielkern::Rng {
 public:
  explicit Rng(std::uint64_t seed = 1) : spielkern::Rng(seed) {}
};

}  // namespace spielkern::cython
