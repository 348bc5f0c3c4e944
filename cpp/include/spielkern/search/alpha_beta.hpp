#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/evaluation.hpp"
#include "spielkern/core/pages.hpp"
#include "spielkern/core/proofs.hpp"
#include "spielkern/search/before.hpp"

namespace spielkern {

struct AlphaBetaOptions {
  std::uint64_t table_bytes = std::uint64_t{1} << 26;
  // To be switched off for measuring.
  bool reductions = true;  // late moves are first searched a ply less deep
};

// Alpha-beta search with iterative deepening for games in which plies alternate: the principal variation is searched with
// the whole window, all else with a null window. A win in n plies scores `won - n`. At the leaves stands the evaluation;
// that the player on turn can win at once is seen without searching.
//
// The scores of a search that repetitions touch hang on the way, as in any such search: what is proven comes from
// ForcedWins and ProofNumbers.
template <HasEvaluation G>
  requires HasProofs<G> && DenseMoves<G>
class AlphaBeta {
 public:
  using Rules = typename G::Rules;
  using Position = typename G::Position;
  using Move = typename G::Move;
  using Weights = typename Evaluation<G>::Weights;

  static constexpr int won = 30'000;
  static constexpr int most_depth = 100;

  struct Best {
    int depth = 0;  // 0: nothing was searched
    int score = 0;  // for the player on turn
    std::vector<Move> line{};
  };

  explicit AlphaBeta(Rules rules, const AlphaBetaOptions& options = {}, const Weights& weights = Weights())
      : rules_(std::move(rules)),
        options_(options),
        weights_(weights),
        size_(std::bit_floor(std::max<std::uint64_t>(options.table_bytes / sizeof(Entry), 1024))),
        entries_(static_cast<std::size_t>(size_)) {
    for (auto& slots : history_) slots.resize(static_cast<std::size_t>(G::move_slots(rules_)));
  }

  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t table_bytes() const { return size_ * sizeof(Entry); }

  // The best line that a search of `depth` plies, or as far as `most_nodes` positions lead, finds. `told` hears of every
  // depth that is done. What was found before Cancelled is thrown, it has heard of.
  // PRECONDITION: the position is not finished.
  Best best(const Position& position, int depth, std::uint64_t most_nodes, const Before& before, Control& control,
            const std::function<void(const Best&)>& told = {}) {
    control_ = &control;
    control.begin("searching", 0);
    before_ = &before;
    path_ = before.keys;
    last_node_ = most_nodes > ~nodes_ ? ~std::uint64_t{0} : nodes_ + most_nodes;
    Best found;
    for (int now = 1; now <= std::min(depth, most_depth); ++now) {
      control.progress().layer = static_cast<std::uint64_t>(now);
      try {
        moves_.clear();
        const int score = search(position, now, -won, won, 0, now > 1);
        found = {now, score, principal_line(position)};
      } catch (const OutOfNodes&) {
        break;
      }
      if (told) told(found);
      if (std::abs(found.score) >= won - now) break;  // nothing deeper will be better
    }
    return found;
  }

 private:
  struct OutOfNodes {};

  enum class Bound : std::uint8_t { none, lower, upper, exact };

  struct Entry {
    std::uint64_t key = 0;
    std::int16_t score = 0;
    std::uint16_t slot = 0;
    std::uint8_t depth = 0;
    Bound bound = Bound::none;
  };

  struct Candidate {
    Move move;
    std::int32_t order;
  };

  static constexpr std::uint16_t no_slot = 0xffff;

  // `may_stop`: there is something to fall back on.
  int search(const Position& position, int depth, int alpha, int beta, int ply, bool may_stop) {
    ++nodes_;
    control_->tick();
    control_->progress().done = nodes_;
    if (may_stop && nodes_ >= last_node_) throw OutOfNodes();
    if (const auto outcome = G::outcome(rules_, position)) {
      const int sign = outcome->winner == 0 ? 0 : outcome->winner == G::player(rules_, position) ? 1 : -1;
      return sign * (won - ply);
    }
    if (static_cast<std::uint32_t>(ply) >= before_->plies_left) return 0;
    const std::uint64_t key = G::key(rules_, position);
    // Round in a circle, or where the match has been: endless play is a draw.
    if (ply > 0 && std::find(path_.begin(), path_.end(), key) != path_.end()) return 0;
    if (Proofs<G>::wins_at_once(rules_, position)) {
      if (ply > 0 || depth == 0) return won - ply - 1;
    } else if (depth == 0) {
      return Evaluation<G>::score(rules_, position, weights_);
    }
    // Nothing quicker than a win by the next own ply but one, nor slower to lose than by the opponent's next.
    alpha = std::max(alpha, -(won - ply - 2));
    beta = std::min(beta, won - ply - 1);
    if (alpha >= beta && ply > 0) return alpha;

    Entry& entry = entries_[static_cast<std::size_t>(key & (size_ - 1))];
    std::uint16_t known_slot = no_slot;
    if (entry.key == key && entry.bound != Bound::none) {
      known_slot = entry.slot;
      const int score = from_table(entry.score, ply);
      if (ply > 0 && entry.depth >= depth &&
          (entry.bound == Bound::exact || (entry.bound == Bound::lower ? score >= beta : score <= alpha))) {
        return score;
      }
    }

    const auto side = static_cast<std::size_t>(G::player(rules_, position) - 1);
    const std::size_t begin = moves_.size();
    const auto sink = [&](const Move& move) {
      const auto slot = static_cast<std::uint16_t>(G::slot_of(rules_, move));
      const std::int32_t order = slot == known_slot ? 1 << 30 : history_[side][slot];
      moves_.push_back({move, order});
      return true;
    };
    G::generate(rules_, position, sink);
    path_.push_back(key);
    int best = -won;
    std::uint16_t best_slot = no_slot;
    const int before_alpha = alpha;
    const std::size_t end = moves_.size();
    for (std::size_t i = begin; i < end && best < beta; ++i) {
      std::size_t next = i;
      for (std::size_t j = i + 1; j < end; ++j) {
        if (moves_[j].order > moves_[next].order) next = j;
      }
      std::swap(moves_[i], moves_[next]);
      const Move move = moves_[i].move;
      const Position after = G::play(rules_, position, move);
      const std::size_t nth = i - begin;
      const int less = options_.reductions && depth >= 3 && nth >= 6 ? (nth >= 24 && depth >= 4 ? 2 : 1) : 0;
      int score = 0;
      if (nth == 0) {
        score = -search(after, depth - 1, -beta, -alpha, ply + 1, may_stop);
      } else {
        score = -search(after, depth - 1 - less, -alpha - 1, -alpha, ply + 1, may_stop);
        if (less > 0 && score > alpha) score = -search(after, depth - 1, -alpha - 1, -alpha, ply + 1, may_stop);
        if (score > alpha && score < beta) score = -search(after, depth - 1, -beta, -alpha, ply + 1, may_stop);
      }
      if (score > best) {
        best = score;
        best_slot = static_cast<std::uint16_t>(G::slot_of(rules_, move));
        alpha = std::max(alpha, best);
        if (best >= beta) help(side, best_slot, depth);
      }
    }
    path_.pop_back();
    moves_.resize(begin);
    const Bound bound = best >= beta ? Bound::lower : best > before_alpha ? Bound::exact : Bound::upper;
    if (bound == Bound::upper && known_slot != no_slot) best_slot = known_slot;
    entry = {key, static_cast<std::int16_t>(to_table(best, ply)), best_slot, static_cast<std::uint8_t>(depth), bound};
    return best;
  }

  void help(std::size_t side, std::uint16_t slot, int depth) {
    auto& score = history_[side][slot];
    score += depth * depth;
    if (score < 1 << 28) return;
    for (auto& each : history_[side]) each /= 2;
  }

  // The table's scores count the plies of a win from the position itself, not from the root.
  static bool is_decided(int score) { return std::abs(score) > won - 1000; }
  static int to_table(int score, int ply) { return is_decided(score) ? score + (score > 0 ? ply : -ply) : score; }
  static int from_table(int score, int ply) { return is_decided(score) ? score - (score > 0 ? ply : -ply) : score; }

  // As far as the table tells. PRECONDITION: the root was searched.
  std::vector<Move> principal_line(Position position) {
    std::vector<Move> line;
    std::vector<std::uint64_t> seen;
    while (line.size() < static_cast<std::size_t>(most_depth) && !G::outcome(rules_, position)) {
      const std::uint64_t key = G::key(rules_, position);
      if (std::find(seen.begin(), seen.end(), key) != seen.end()) break;
      seen.push_back(key);
      if (Proofs<G>::wins_at_once(rules_, position)) {
        const auto sink = [&](const Move& move) {
          const auto outcome = G::outcome(rules_, G::play(rules_, position, move));
          if (!outcome || outcome->winner != G::player(rules_, position)) return true;
          line.push_back(move);
          return false;
        };
        G::generate(rules_, position, sink);
        break;
      }
      const Entry& entry = entries_[static_cast<std::size_t>(key & (size_ - 1))];
      if (entry.key != key || entry.bound == Bound::none || entry.slot == no_slot) break;
      if (!line.empty() && entry.bound == Bound::upper) break;
      const Move move = G::move_in_slot(rules_, entry.slot);
      if (!G::is_legal(rules_, position, move)) break;
      line.push_back(move);
      position = G::play(rules_, position, move);
    }
    return line;
  }

  Rules rules_;
  AlphaBetaOptions options_;
  Weights weights_;
  std::uint64_t size_;
  ZeroedPages<Entry> entries_;
  std::array<std::vector<std::int32_t>, 2> history_;  // by player and slot: how often a move was good enough
  std::vector<Candidate> moves_;                      // of all plies
  std::vector<std::uint64_t> path_;                   // keys
  const Before* before_ = nullptr;
  Control* control_ = nullptr;
  std::uint64_t nodes_ = 0;
  std::uint64_t last_node_ = 0;
};

}  // namespace spielkern
