#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace spielkern {

// A sink receives the legal moves of a position one by one, in the game's canonical order, and returns false to stop.
// A generator itself returns false if and only if its sink stopped it.
template <class S, class Move>
concept Sink = requires(S& sink, const Move& move) {
  { sink(move) } -> std::same_as<bool>;
};

// A sink that need not see every move also offers batch(n, nth): "here come n moves, the j-th of them is nth(j)". A
// generator that knows n without walking through the moves hands them over so; `if constexpr (BatchSink<S>)` asks.
// Counting and picking one at random then cost a few instructions a position.
template <class S>
concept BatchSink = S::takes_batches;

struct CountSink {
  static constexpr bool takes_batches = true;
  std::uint64_t count = 0;

  template <class Move>
  bool operator()(const Move&) {
    ++count;
    return true;
  }
  template <class Nth>
  bool batch(std::uint64_t n, const Nth&) {
    count += n;
    return true;
  }
};

// Is there any move?
struct AnySink {
  static constexpr bool takes_batches = true;
  bool found = false;

  template <class Move>
  bool operator()(const Move&) {
    found = true;
    return false;
  }
  template <class Nth>
  bool batch(std::uint64_t n, const Nth&) {
    found = n > 0;
    return !found;
  }
};

// Stops at the move with a given number, counted from 0.
template <class Move>
struct NthSink {
  static constexpr bool takes_batches = true;
  std::uint64_t left;
  Move move{};

  bool operator()(const Move& candidate) {
    if (left-- > 0) return true;
    move = candidate;
    return false;
  }
  template <class Nth>
  bool batch(std::uint64_t n, const Nth& nth) {
    if (left >= n) {
      left -= n;
      return true;
    }
    move = nth(left);
    return false;
  }
};

// Collects the moves, at most `limit` of them; `overflowed` tells that there were more.
template <class Move>
struct ListSink {
  std::vector<Move>& moves;
  std::size_t limit;
  bool overflowed = false;

  bool operator()(const Move& move) {
    if (moves.size() == limit) {
      overflowed = true;
      return false;
    }
    moves.push_back(move);
    return true;
  }
};

}  // namespace spielkern
