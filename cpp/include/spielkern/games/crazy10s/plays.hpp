#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/games/crazy10s/board.hpp"
#include "spielkern/games/crazy10s/found.hpp"
#include "spielkern/games/crazy10s/line_plays.hpp"
#include "spielkern/games/crazy10s/linked_plays.hpp"
#include "spielkern/games/crazy10s/rack_table.hpp"

namespace spielkern::crazy10s {

// Hands everything that can be laid with the rack to the consumer (see found.hpp), in a fixed order.
template <class Consumer>
bool for_each_found(const Rules& rules, const Board& board, const RackTable& rack, Consumer& consumer) {
  if (rules.placing() == Placing::line) return LinePlays(rules, board, rack).generate(consumer);
  return LinkedPlays<Consumer>(rules, board, rack, consumer).generate();
}

// What all plays come to, without making a move of any.
struct PlayCounts {
  std::uint64_t plays = 0;
  std::array<std::uint64_t, rack_tiles + 1> by_tiles{};  // at [n] those that lay n tiles
  std::uint64_t sum_of_scores = 0;
  std::int32_t best_score = -1;  // -1: no play
  std::uint64_t best_plays = 0;  // that score so much

  friend bool operator==(const PlayCounts&, const PlayCounts&) = default;
};

// `tick` is called now and then, for its exceptions.
template <class Tick>
PlayCounts count_plays(const Rules& rules, const Board& board, const Tiles& rack, Tick&& tick) {
  struct Counter : Everything {
    const Tiles& rack;
    Tick& tick;
    PlayCounts counts{};

    void step() { tick(); }
    bool operator()(const Found& found) {
      tick();
      const std::uint64_t plays = count_joker_sets(found, rack);
      counts.plays += plays;
      counts.by_tiles[at(found.count)] += plays;
      counts.sum_of_scores += plays * static_cast<std::uint64_t>(found.score);
      if (found.score > counts.best_score) {
        counts.best_score = found.score;
        counts.best_plays = 0;
      }
      if (found.score == counts.best_score) counts.best_plays += plays;
      return true;
    }
  };
  Counter counter{{}, rack, tick};
  for_each_found(rules, board, RackTable(rack), counter);
  return counter.counts;
}

struct ScoredMove {
  Move move;
  std::int32_t score = 0;
};

// Is a to be named before b? More points first, then by their texts.
class NamedBefore {
 public:
  explicit NamedBefore(const Rules& rules) : size_(rules.size()) {}

  bool operator()(const ScoredMove& a, const ScoredMove& b) const {
    if (a.score != b.score) return a.score > b.score;
    return std::lexicographical_compare(
        a.move.placements.begin(), a.move.placements.begin() + a.move.count, b.move.placements.begin(),
        b.move.placements.begin() + b.move.count,
        [this](const Placement& one, const Placement& two) { return place_in_text(one) < place_in_text(two); });
  }

 private:
  // Numbers that compare as the texts do, "a1=3" after "a10=3" and a joker, "a1=*3", before the digits.
  int place_in_text(const Placement& placement) const {
    const int row = placement.square / size_ + 1;
    const int row_text = row < 10 ? 16 * row + 15 : 16 * (row / 10) + row % 10;
    const int stone_text = placement.stone.digit() + (placement.stone.is_joker() ? 0 : 10);
    return (placement.square % size_ * 256 + row_text) * 32 + stone_text;
  }

  int size_;
};

// More points first; then the earlier squares, row by row, and the lesser stones on them. The puzzles of all days hang on
// this order.
struct LaidBefore {
  explicit LaidBefore(const Rules&) {}

  bool operator()(const ScoredMove& a, const ScoredMove& b) const {
    if (a.score != b.score) return a.score > b.score;
    return std::lexicographical_compare(a.move.placements.begin(), a.move.placements.begin() + a.move.count,
                                        b.move.placements.begin(), b.move.placements.begin() + b.move.count);
  }
};

// The n plays that score most, in `kept`.
template <class Before, class Tick>
class BestPlays {
 public:
  BestPlays(const Rules& rules, const Board& board, const Tiles& rack, std::size_t n, Tick& tick)
      : rules_(rules), best_{board, rack, n, tick, Before(rules)} {}

  void find() {
    const RackTable table(best_.rack);
    if (best_.n > 0 && rules_.placing() == Placing::line) {
      LinePlays(rules_, best_.board, table).generate(best_);
    } else if (best_.n > 0) {
      const Potential potential(best_.board, table);
      LinkedPlays<Best>(rules_, best_.board, table, best_, &potential).generate();
    }
  }

  // The best first.
  std::vector<ScoredMove> take() {
    std::sort_heap(best_.kept.begin(), best_.kept.end(), best_.before);
    return std::move(best_.kept);
  }

 private:
  struct Best {
    const Board& board;
    const Tiles& rack;
    std::size_t n;
    Tick& tick;
    Before before;
    std::vector<ScoredMove> kept{};  // a heap with the last of them on top

    void step() { tick(); }

    // A play that scores as much as the last one may still come before it.
    bool wants(int bound) const { return kept.size() < n || bound >= kept.front().score; }

    bool operator()(const Found& found) {
      tick();
      if (!wants(found.score)) return true;
      return for_each_joker_set(found, rack, [&](unsigned jokers) {
        const ScoredMove scored{to_move(board, found, jokers), found.score};
        if (kept.size() == n) {
          if (!before(scored, kept.front())) return true;
          std::pop_heap(kept.begin(), kept.end(), before);
          kept.pop_back();
        }
        kept.push_back(scored);
        std::push_heap(kept.begin(), kept.end(), before);
        return true;
      });
    }
  };

  const Rules& rules_;
  Best best_;
};

// The n plays that score most, the best first.
template <class Before = NamedBefore, class Tick>
std::vector<ScoredMove> best_plays(const Rules& rules, const Board& board, const Tiles& rack, std::size_t n,
                                   Tick&& tick) {
  BestPlays<Before, Tick> best(rules, board, rack, n, tick);
  best.find();
  return best.take();
}

// One of the plays that score most, for games in which that is all one wants: which of equal ones is not said, only that
// it is always the same. Its count is 0 if there is no play.
//
// `steps` limits the work on linked plays where jokers would make it long; what is best of the plays looked at by then is
// nearly always the best of all, since the most promising squares come first.
inline Found greedy_play(const Rules& rules, const Board& board, const Tiles& rack,
                         int steps = std::numeric_limits<int>::max()) {
  const RackTable table(rack);
  if (rules.placing() == Placing::line) return LinePlays(rules, board, table).best();
  struct First {
    int steps;
    Found best{};
    int most = -1;

    bool wants(int bound) {
      if (steps == 0) return false;
      --steps;
      return bound > most;
    }
    bool operator()(const Found& found) {
      best = found;
      most = found.score;
      return true;
    }
  };
  First first{steps};
  const Potential potential(board, table);
  LinkedPlays<First>(rules, board, table, first, &potential).generate();
  return first.best;
}

// A turn of such a player, who swaps all tiles without a play if the bag has enough, else passes.
struct GreedyTurn {
  Found found;
  Move move;
};
inline GreedyTurn greedy_turn(const Rules& rules, const Board& board, const Tiles& rack, int in_bag,
                              int steps = std::numeric_limits<int>::max()) {
  GreedyTurn turn{greedy_play(rules, board, rack, steps), {}};
  if (turn.found.count > 0) {
    turn.move = to_move(board, turn.found, needed_jokers(turn.found, rack));
  } else if (in_bag >= rack.size()) {
    turn.move.kind = Move::Kind::swap;
    turn.move.swapped = rack;
  }
  return turn;
}

// So much work on one linked play is enough for a good one; racks with jokers would take far longer than all others.
inline constexpr int quick_steps = 3000;

// As best_plays, but if `tick` throws Cancelled, the best of those found by then, and of what a short look finds.
template <class Tick>
std::vector<ScoredMove> best_plays_in_time(const Rules& rules, const Board& board, const Tiles& rack, std::size_t n,
                                           Tick&& tick) {
  BestPlays<NamedBefore, Tick> best(rules, board, rack, n, tick);
  try {
    best.find();
    return best.take();
  } catch (const Cancelled&) {
  }
  std::vector<ScoredMove> found = best.take();
  if (n > 0) {
    const Found one = greedy_play(rules, board, rack, quick_steps);
    if (one.count > 0 && (found.empty() || one.score > found.front().score)) {
      found.insert(found.begin(), {to_move(board, one, needed_jokers(one, rack)), one.score});
      if (found.size() > n) found.pop_back();
    }
  }
  return found;
}

}  // namespace spielkern::crazy10s
