#pragma once

#include <string_view>

#include "spielkern/core/player.hpp"

namespace spielkern {

// How a game ended. `reason` is a literal: a few words for people, as "last object taken".
struct Outcome {
  Player winner = 0;  // 0: a draw
  std::string_view reason;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace spielkern
