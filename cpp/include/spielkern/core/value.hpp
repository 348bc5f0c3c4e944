#pragma once

#include <cstdint>
#include <optional>
#include <utility>

namespace spielkern {

// For the player to move.
enum class Result : std::uint8_t { loss, draw, win };

constexpr Result flipped(Result result) {
  return static_cast<Result>(2 - static_cast<int>(result));
}

// What is known of a position, from the player to move's side. The one type that solving, analysis and the AI answer
// with; a field that the answer does not speak of is empty.
struct Value {
  std::optional<Result> result;
  // Plies until the end if the winner takes the shortest way and the loser the longest. Empty for draws.
  std::optional<std::uint32_t> remoteness;
  // Points still to come, the mover's minus the opponent's.
  std::optional<std::int32_t> net;
  // A heuristic score; higher is better for the mover. Unit: the game's own.
  std::optional<double> score;
  // What `net` (or `score`, scaled by the search) is known to lie between, both ends included.
  std::optional<std::pair<std::int32_t, std::int32_t>> bounds;
  // False: an estimate.
  bool proven = false;

  friend bool operator==(const Value&, const Value&) = default;
};

constexpr Value exact_value(Result result, std::uint32_t remoteness) {
  Value value;
  value.result = result;
  if (result != Result::draw) value.remoteness = remoteness;
  value.proven = true;
  return value;
}

}  // namespace spielkern
