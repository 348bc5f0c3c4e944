#pragma once

#include <random>

#include "spielkern/games/dots_and_boxes/geometry.hpp"

// Few, many and middling numbers of edges, also sets that no play reaches.
inline spielkern::dots_and_boxes::Edges random_set(std::mt19937_64& random,
                                                   const spielkern::dots_and_boxes::Geometry& board) {
  const auto one = random();
  const auto two = random();
  switch (random() % 3) {
    case 0: return one & board.all();
    case 1: return one & two & board.all();
    default: return (one | two) & board.all();
  }
}
