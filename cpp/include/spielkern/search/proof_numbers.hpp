#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/keys.hpp"
#include "spielkern/core/pages.hpp"
#include "spielkern/core/proofs.hpp"

namespace spielkern {

// Proof-number search in depth-first order (df-pn; A. Nagai, 2002) for one question: can the *attacker* force a win, in
// however many plies? Endless play is no win.
//
// phi of a position is how many leaves at least must turn out well to settle the question the way the player on turn wants
// it, delta the same for the opponent; the search goes where least is left to show. As many ways lead to one position, delta is
// taken as the hardest of the children's phi, plus one for each other open child, instead of the sum.
//
// Cycles. That the attacker wins is shown by a tree whose leaves are won positions, however it was reached. That he does
// not is shown by a *set* of positions that the defender can stay in, and in a set there may be cycles: a child that already
// is on the path, at depth j, counts as held by the defender - provided that the position at j turns out so. What a position
// was held by is kept as the least such depth:
//
//      0 ... j ... d       held if j is: conditional, true only while the path is what it is up to d - 1
//            ^     |
//            +-----+       once j is held by nothing above j, it and all that hung on it are held for good
//
// So the table of what is true for ever gets only what is; conditional results live in `provided_`, owned by a position on
// the path, and go when that is left with another result (as in R. Tarjan's search for strongly connected components).
// Without this one position's result could depend on how it was reached (the graph-history interaction problem, A. Kishimoto
// and M. Mueller, 2004).
template <HasProofs G>
class ProofNumbers {
 public:
  using Rules = typename G::Rules;
  using Position = typename G::Position;
  using Move = typename G::Move;

  enum class Answer : std::uint8_t { unknown, wins, does_not };

  struct Result {
    Answer answer = Answer::unknown;
    std::uint32_t plies = 0;  // the attacker wins within so many
  };

  ProofNumbers(Rules rules, Player attacker, std::uint64_t table_bytes)
      : rules_(std::move(rules)),
        attacker_(attacker),
        buckets_(std::bit_floor(std::max<std::uint64_t>(table_bytes / (entries_in_bucket * sizeof(Entry)), 64))),
        entries_(static_cast<std::size_t>(buckets_ * entries_in_bucket)) {}

  // Looks at so many positions at most.
  Result prove(const Position& position, std::uint64_t most_nodes, Control& control) {
    control_ = &control;
    if (const auto outcome = G::outcome(rules_, position)) {
      return {outcome->winner == attacker_ ? Answer::wins : Answer::does_not, 0};
    }
    last_node_ = nodes_ + most_nodes;
    path_.clear();
    provided_.clear();
    frames_.clear();
    children_.clear();
    const std::uint64_t key = key_of(position);
    Numbers found;
    if (!look_up(key, found) || !found.settled()) found = search(position, key, infinite, infinite, 0);
    if (found.is_proof(attacks(position))) return {Answer::wins, found.plies()};
    if (found.is_disproof(attacks(position)) && found.held_by == nothing) return {Answer::does_not, 0};
    return {};
  }

  // From a position that the attacker wins on: what wins in fewest plies as far as the table knows, against what holds out
  // longest. Where the table has forgotten how, it is proven again; where that takes too much, the line ends.
  std::vector<Move> line(Position position, Control& control) {
    std::vector<Move> moves;
    Result found = prove(position, most_again, control);
    while (!G::outcome(rules_, position) && moves.size() < longest_path) {
      const auto next = next_of_line(position, found.plies);
      if (!next) {
        forget(position);
        found = prove(position, most_again, control);
        if (found.answer != Answer::wins || !next_of_line(position, found.plies)) break;
        continue;
      }
      moves.push_back(next->first);
      position = G::play(rules_, position, next->first);
      found.plies = next->second;
    }
    return moves;
  }

  std::uint64_t nodes() const { return nodes_; }

 private:
  // Numbers from `infinite` on are infinite; those of a proof tell by how many plies.
  static constexpr std::uint32_t infinite = 1U << 30;
  static constexpr int nothing = std::numeric_limits<int>::max();
  static constexpr int unsettled = -1;  // held by a limit of the search, which is no reason
  static constexpr std::size_t longest_path = 1 << 10;
  static constexpr std::size_t most_provided = 1 << 20;
  static constexpr std::uint64_t most_again = 1 << 16;  // nodes to find a forgotten proof

  struct Numbers {
    std::uint32_t phi = 1;
    std::uint32_t delta = 1;
    int held_by = nothing;  // if the attacker does not win: the least depth that hangs on

    bool settled() const { return phi == 0 || delta == 0; }
    bool is_proof(bool attacks) const { return (attacks ? phi : delta) == 0; }
    bool is_disproof(bool attacks) const { return (attacks ? delta : phi) == 0; }
    std::uint32_t plies() const { return std::max(phi, delta) - infinite; }
  };
  static Numbers proof(bool attacks, std::uint32_t plies) {
    return attacks ? Numbers{0, infinite + plies} : Numbers{infinite + plies, 0};
  }
  static Numbers disproof(bool attacks, int held_by) {
    return attacks ? Numbers{infinite, 0, held_by} : Numbers{0, infinite, held_by};
  }

  struct Child {
    Position position;
    std::uint64_t key;
    Numbers numbers;  // from the side of who is on turn there
  };

  // A conditional result, of a position with this side on turn.
  struct Provided {
    int held_by;
    bool attacking;
  };

  // Of one position: numbers so far, or what is true for ever.
  struct Entry {
    std::uint64_t key;  // plus one, so that an empty entry is none; from bit 58 on the work it took, as a logarithm
    std::uint32_t phi;
    std::uint32_t delta;
  };
  static constexpr std::uint64_t entries_in_bucket = 4;  // one line of the processor's cache
  static constexpr unsigned work_at = 58;

  bool attacks(const Position& position) const { return G::player(rules_, position) == attacker_; }
  std::uint64_t key_of(const Position& position) const { return Proofs<G>::key(rules_, position); }

  // Goes on until the position is settled or its numbers reach the limits.
  Numbers search(const Position& position, std::uint64_t key, std::uint32_t most_phi, std::uint32_t most_delta,
                 std::size_t depth) {
    ++nodes_;
    control_->tick();
    const std::uint64_t before = nodes_;
    const bool attacking = attacks(position);
    path_.emplace(key, static_cast<int>(depth));
    frames_.emplace_back();
    const std::size_t begin = children_.size();
    const auto sink = [&](const Move& move) {
      const Position next = G::play(rules_, position, move);
      add_child(next, begin, attacking, depth);
      return true;
    };
    G::generate(rules_, position, sink);
    const std::size_t end = children_.size();

    Numbers numbers;
    for (;;) {
      // The child that is least to settle for the player on turn, and what the next best comes to.
      std::size_t best = end;
      std::uint32_t second = infinite;
      std::uint32_t hardest = 0;
      std::uint32_t open = 0;
      numbers = {infinite, 0, nothing};
      std::uint32_t plies = 0;          // of a proof by all children
      std::uint32_t least_plies = ~0U;  // of one by a child
      int by_child = unsettled - 1;
      for (std::size_t i = begin; i < end; ++i) {
        const Numbers& child = children_[i].numbers;
        if (child.delta == 0) {  // settled, the way the player on turn wants it
          numbers.phi = 0;
          if (attacking) least_plies = std::min(least_plies, child.plies());
          by_child = std::max(by_child, child.held_by);
          continue;
        }
        if (child.phi == 0) {
          if (!attacking) plies = std::max(plies, child.plies());
          numbers.held_by = std::min(numbers.held_by, child.held_by);
          continue;
        }
        if (best == end || child.delta < children_[best].numbers.delta) {
          if (best != end) second = std::min(second, children_[best].numbers.delta);
          best = i;
        } else {
          second = std::min(second, child.delta);
        }
        hardest = std::max(hardest, child.phi);
        ++open;
      }
      if (numbers.phi == 0) {
        numbers = attacking ? proof(true, least_plies + 1) : disproof(false, by_child);
        break;
      }
      if (open == 0) {
        numbers = attacking ? disproof(true, numbers.held_by) : proof(false, plies + 1);
        break;
      }
      numbers = {children_[best].numbers.delta, std::min(hardest + open - 1, infinite - 1), nothing};
      if (numbers.phi >= most_phi || numbers.delta >= most_delta || nodes_ >= last_node_) break;
      // The search after a brother may have found something out.
      const Position next = children_[best].position;
      const std::uint64_t next_key = children_[best].key;
      if (const Numbers now = known(next, next_key, !attacking, depth + 1); now.settled()) {
        children_[best].numbers = now;
        continue;
      }
      const std::uint32_t phi_limit = most_delta >= infinite ? infinite : most_delta - (open - 1);
      const std::uint32_t delta_limit = std::min(most_phi, second >= infinite ? infinite : second + second / 4 + 1);
      children_[best].numbers = search(next, next_key, phi_limit, delta_limit, depth + 1);
    }
    children_.resize(begin);
    path_.erase(key);
    leave(key, numbers, attacking, depth, nodes_ - before + 1);
    return numbers;
  }

  // A ply that leads to a proof of fewer than `plies`, and of how many.
  std::optional<std::pair<Move, std::uint32_t>> next_of_line(const Position& position, std::uint32_t plies) {
    const bool attacking = attacks(position);
    std::optional<std::pair<Move, std::uint32_t>> best;
    const auto sink = [&](const Move& move) {
      const Position next = G::play(rules_, position, move);
      const bool over = G::outcome(rules_, next).has_value();
      const Numbers numbers = over ? proof(!attacking, 0) : known(next, key_of(next), !attacking, 0);
      if (!numbers.is_proof(!attacking) || numbers.plies() >= plies) return true;
      if (!best || (attacking ? numbers.plies() < best->second : numbers.plies() > best->second)) {
        best.emplace(move, numbers.plies());
      }
      return true;
    };
    G::generate(rules_, position, sink);
    return best;
  }

  // Settles what can be said of a child at once. Children that are the same by a symmetry are added once.
  void add_child(const Position& position, std::size_t begin, bool attacking, std::size_t depth) {
    const bool attacks_there = !attacking;
    Child child{position, 0, {}};
    if (const auto outcome = G::outcome(rules_, position)) {
      child.key = ~std::uint64_t{0};
      child.numbers = outcome->winner == attacker_ ? proof(attacks_there, 0) : disproof(attacks_there, nothing);
    } else {
      child.key = key_of(position);
      for (std::size_t i = begin; i < children_.size(); ++i) {
        if (children_[i].key == child.key) return;
      }
      child.numbers = known(position, child.key, attacks_there, depth + 1);
    }
    children_.push_back(child);
  }

  Numbers known(const Position& position, std::uint64_t key, bool attacking, std::size_t depth) {
    if (const auto on_path = path_.find(key); on_path != path_.end()) return disproof(attacking, on_path->second);
    Numbers numbers;
    if (look_up(key, numbers) && numbers.settled()) return numbers;
    if (const auto provided = provided_.find(key); provided != provided_.end()) {
      return disproof(attacking, provided->second.held_by);
    }
    if (depth >= longest_path) return disproof(attacking, unsettled);
    if (numbers.phi != 1 || numbers.delta != 1) return numbers;
    if (Proofs<G>::wins_at_once(rules_, position)) return attacking ? proof(true, 1) : disproof(false, nothing);
    if (!attacking) numbers.delta = static_cast<std::uint32_t>(Proofs<G>::least_plies(rules_, position, attacker_));
    return numbers;
  }

  // What is left on the way up: see the class's comment.
  void leave(std::uint64_t key, Numbers& numbers, bool attacking, std::size_t depth, std::uint64_t work) {
    std::vector<std::uint64_t> owned = std::move(frames_.back());
    frames_.pop_back();
    const bool held = numbers.is_disproof(attacking);
    if (held && numbers.held_by >= static_cast<int>(depth)) numbers.held_by = nothing;
    if (held && numbers.held_by != nothing) {
      for (const std::uint64_t other : owned) {
        Provided& provided = provided_.at(other);
        provided.held_by = std::min(provided.held_by, numbers.held_by);
      }
      if (provided_.size() < most_provided && provided_.try_emplace(key, Provided{numbers.held_by, attacking}).second) {
        owned.push_back(key);
      }
      if (depth > 0) {
        auto& above = frames_.back();
        above.insert(above.end(), owned.begin(), owned.end());
      }
      // For a later visit by another way: hard to win, easy to hold.
      Numbers guess{1, 1};
      (attacking ? guess.phi : guess.delta) = 1000;
      store(key, guess, work);
      return;
    }
    for (const std::uint64_t other : owned) {
      const auto provided = provided_.find(other);
      if (held && provided->second.held_by >= static_cast<int>(depth)) {
        store(other, disproof(provided->second.attacking, nothing), work);
      }
      provided_.erase(provided);
    }
    store(key, numbers, work);
  }

  Entry* bucket_of(std::uint64_t key) {
    return &entries_[static_cast<std::size_t>((mix(key) & (buckets_ - 1)) * entries_in_bucket)];
  }
  static std::uint64_t key_in(const Entry& entry) { return entry.key & ((std::uint64_t{1} << work_at) - 1); }

  void forget(const Position& position) { store(key_of(position), Numbers{}, 0); }

  bool look_up(std::uint64_t key, Numbers& numbers) {
    const Entry* bucket = bucket_of(key);
    for (std::size_t i = 0; i < entries_in_bucket; ++i) {
      if (key_in(bucket[i]) != key + 1) continue;
      numbers = {bucket[i].phi, bucket[i].delta, nothing};
      return true;
    }
    return false;
  }

  void store(std::uint64_t key, const Numbers& numbers, std::uint64_t work) {
    Entry* bucket = bucket_of(key);
    Entry* place = bucket;
    for (std::size_t i = 0; i < entries_in_bucket; ++i) {
      if (key_in(bucket[i]) == key + 1) {
        place = bucket + i;
        break;
      }
      if (bucket[i].key >> work_at < place->key >> work_at) place = bucket + i;
    }
    const auto logarithm = std::min<std::uint64_t>(static_cast<unsigned>(std::bit_width(work | 1)), 63);
    *place = {logarithm << work_at | (key + 1), numbers.phi, numbers.delta};
  }

  Rules rules_;
  Player attacker_;
  std::uint64_t buckets_;
  ZeroedPages<Entry> entries_;
  std::unordered_map<std::uint64_t, int> path_;
  std::unordered_map<std::uint64_t, Provided> provided_;
  std::vector<std::vector<std::uint64_t>> frames_;  // the keys in provided_ that hang on the path down to each depth
  std::vector<Child> children_;
  Control* control_ = nullptr;
  std::uint64_t nodes_ = 0;
  std::uint64_t last_node_ = 0;
};

}  // namespace spielkern
