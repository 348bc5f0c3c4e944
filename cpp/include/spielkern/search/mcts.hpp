#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/game.hpp"
#include "spielkern/core/pages.hpp"
#include "spielkern/core/parallel.hpp"
#include "spielkern/core/playout.hpp"
#include "spielkern/core/rng.hpp"
#include "spielkern/search/before.hpp"

namespace spielkern {

struct MctsOptions {
  std::uint64_t simulations = ~std::uint64_t{0};  // of all threads together
  std::uint64_t tree_bytes = std::uint64_t{1} << 26;
  unsigned threads = 1;
  std::uint64_t seed = 0;
  float exploration = 0.7F;
  // Of the reward of a game with points, so much is for the margin and not for having won.
  float margin_share = 0.1F;
  // A leaf gets its children when it is visited once more than so often.
  std::uint32_t visits_of_leaf = 2;
  // Random games longer than that are draws.
  std::uint32_t playout_plies = 2'000;
};

// Monte-Carlo tree search: UCT (Kocsis & Szepesvári 2006) with random games, and proven wins, losses and draws carried
// up the tree (Winands, Björnsson & Saito 2008). Each thread grows a tree of its own and the answers are added up, so
// that the answer to a number of simulations is always the same, and no thread waits for another.
//
//      root, player 1 to move           a node says what it is worth for the player who chose to go there, whoever is
//       /        |        \             on turn in it: so does every player take the best child, also where turns do
//     0.6       0.4       0.5           not alternate
//
// A position that occurs twice on the way from the root is a draw, as endless play is; so is what `Before` says.
// Positions are not kept in the tree: every visit plays its way down.
template <Deterministic G>
class Mcts {
 public:
  using Rules = typename G::Rules;
  using Position = typename G::Position;
  using Move = typename G::Move;

  // Of a move from the root, for the player on turn there.
  struct Candidate {
    Move move{};
    std::uint64_t visits = 0;
    double mean = 0.5;  // of the rewards: 1 a win, 0 a loss
    std::optional<Result> proven{};
    std::uint32_t plies = 0;  // if proven: a line of so many plies from the root on was seen to end so
  };

  struct Found {
    std::vector<Candidate> candidates{};  // the best first
    std::vector<Move> line{};             // that the players would choose
    std::optional<Result> proven{};       // of the root, for the player on turn
    bool whole = true;                    // the candidates are all legal moves
    std::uint64_t simulations = 0;
  };

  // Moves of one position beyond that number are not looked at.
  static constexpr std::size_t most_children = 4096;

  // PRECONDITION: the position is not finished.
  Mcts(Rules rules, const Position& position, Before before, const MctsOptions& options)
      : rules_(std::move(rules)), position_(position), before_(std::move(before)), options_(options) {
    std::sort(before_.keys.begin(), before_.keys.end());
    const unsigned threads = std::max(options.threads, 1U);
    for (unsigned i = 0; i < threads; ++i) {
      const std::uint64_t share = options.simulations / threads + (i < options.simulations % threads ? 1 : 0);
      trees_.push_back(std::make_unique<Tree>(*this, share, options.seed + i * 0x9e3779b97f4a7c15U,
                                              std::max<std::uint64_t>(options.tree_bytes / threads, 1)));
    }
  }
  Mcts(const Mcts&) = delete;
  Mcts& operator=(const Mcts&) = delete;

  // Simulates until all simulations are made or the root is proven. Cancelled ends it before; `found` answers then too.
  void run(Control& control) {
    control.begin("simulating", options_.simulations == ~std::uint64_t{0} ? 0 : options_.simulations);
    for_each_block_in_parallel(
        static_cast<unsigned>(trees_.size()), trees_.size(), 1, control,
        [&](Worker& worker, std::uint64_t tree, std::uint64_t) { trees_[tree]->run(worker, settled_); });
  }

  Found found() const {
    Found found;
    const Tree& first = *trees_.front();
    found.whole = !first.root().truncated;
    for (std::size_t i = 0; i < first.root().children; ++i) {
      Candidate candidate;
      double sum = 0;
      for (const auto& tree : trees_) {
        const Node& child = tree->child_of_root(i);
        candidate.move = child.move;
        candidate.visits += child.visits;
        sum += static_cast<double>(child.visits) * std::max(0.0, static_cast<double>(child.mean));
        if (child.state == State::open || candidate.proven) continue;
        candidate.proven = result_of(child.state);
        candidate.plies = std::uint32_t{child.plies} + 1;
      }
      if (candidate.visits > 0) candidate.mean = sum / static_cast<double>(candidate.visits);
      if (candidate.proven) candidate.mean = static_cast<double>(*candidate.proven) / 2;
      found.candidates.push_back(candidate);
    }
    for (const auto& tree : trees_) found.simulations += tree->root().visits;
    std::stable_sort(found.candidates.begin(), found.candidates.end(), is_better);
    found.proven = proven_by(found.candidates, found.whole);
    if (!found.candidates.empty()) found.line = line(found.candidates.front().move);
    return found;
  }

 private:
  enum class State : std::uint8_t { open, loss, draw, win };

  static constexpr float rarity_of_new = 1e6F;

  // Children lie side by side. Whoever chooses a child looks at the first eight bytes only.
  struct Node {
    float mean;    // reward of whoever chose to come here; of proven nodes a number that no simulation changes
    float rarity;  // 1 / sqrt(visits); more than any other for nodes not visited yet, 0 for proven ones
    std::uint32_t visits;
    std::uint32_t first_child;
    std::uint16_t children;  // 0: a leaf
    State state;             // for whoever chose to come here
    bool truncated;          // there are more moves than children
    std::uint16_t plies;     // of a proven node, to the end of the line that proved it
    Move move;               // that leads here
  };

  static Result result_of(State state) { return static_cast<Result>(static_cast<int>(state) - 1); }
  static State state_of(Result result) { return static_cast<State>(static_cast<int>(result) + 1); }

  // Wins, the shortest first; then what is open or drawn, by visits; then losses, the longest first.
  static bool is_better(const Candidate& a, const Candidate& b) {
    const auto rank = [](const Candidate& c) {
      return !c.proven || *c.proven == Result::draw ? 1 : static_cast<int>(*c.proven);
    };
    if (rank(a) != rank(b)) return rank(a) > rank(b);
    if (rank(a) == 1) return a.visits != b.visits ? a.visits > b.visits : a.mean > b.mean;
    return rank(a) == 2 ? a.plies < b.plies : a.plies > b.plies;
  }

  static std::optional<Result> proven_by(const std::vector<Candidate>& candidates, bool whole) {
    std::optional<Result> best;
    for (const Candidate& candidate : candidates) {
      if (candidate.proven == Result::win) return Result::win;
      if (!candidate.proven)
        whole = false;
      else if (!best || *candidate.proven > *best)
        best = candidate.proven;
    }
    return whole ? best : std::nullopt;
  }

  class Tree {
   public:
    Tree(const Mcts& search, std::uint64_t simulations, std::uint64_t seed, std::uint64_t bytes)
        : search_(search),
          rules_(search.rules_),
          left_(simulations),
          rng_(seed),
          nodes_(static_cast<std::size_t>(std::min<std::uint64_t>(bytes / sizeof(Node) + most_children + 2,
                                                                  std::numeric_limits<std::uint32_t>::max()))) {
      nodes_[0] = made(Move{}, rarity_of_new);
      grow(nodes_[0], search_.position_);
    }

    const Node& root() const { return nodes_[0]; }
    const Node& child_of_root(std::size_t i) const { return nodes_[root().first_child + i]; }

    void run(Worker& worker, std::atomic<bool>& settled) {
      while (left_ > 0 && !settled.load(std::memory_order_relaxed)) {
        simulate(worker);
        --left_;
        if (root().state != State::open) settled.store(true, std::memory_order_relaxed);
      }
    }

    // The moves that most visits went to, from a child of the root on.
    void follow(const Move& move, std::vector<Move>& line) const {
      const Node* node = nullptr;
      for (std::size_t i = 0; i < root().children; ++i) {
        if (child_of_root(i).move == move) node = &child_of_root(i);
      }
      while (node != nullptr) {
        line.push_back(node->move);
        const Node* best = nullptr;
        for (std::uint32_t i = 0; i < node->children; ++i) {
          const Node& child = nodes_[node->first_child + i];
          if (child.visits > 0 && (best == nullptr || is_expected(child, *best))) best = &child;
        }
        node = best;
      }
    }

   private:
    struct Level {
      std::uint32_t node;
      Player mover;  // on turn in it
      Position position;
    };

    static bool is_expected(const Node& a, const Node& b) {
      const auto rank = [](const Node& n) { return n.state == State::win ? 2 : n.state == State::loss ? 0 : 1; };
      if (rank(a) != rank(b)) return rank(a) > rank(b);
      if (rank(a) == 0) return a.plies > b.plies;
      return a.visits > b.visits;
    }

    static Node made(const Move& move, float rarity) { return Node{0, rarity, 0, 0, 0, State::open, false, 0, move}; }

    // Goes down to a leaf, finds out what it is worth, and carries that up.
    void simulate(Worker& worker) {
      path_.clear();
      Position position = search_.position_;
      std::uint32_t at = 0;
      float reward = 0;  // of player 1
      for (;;) {
        worker.tick();
        Node& node = nodes_[at];
        path_.push_back({at, G::player(rules_, position), position});
        if (node.state != State::open) {
          reward = reward_of(node.state, chooser(path_.size() - 1));
          break;
        }
        if (node.visits == 0 && at != 0 && ends_here(node, position, reward)) break;
        if (node.children == 0 && (node.visits < search_.options_.visits_of_leaf || !grow(node, position))) {
          reward = play_out(position, worker);
          break;
        }
        at = chosen_child(node);
        position = G::play(rules_, position, nodes_[at].move);
      }
      carry_up(reward);
    }

    // Who chose to come to a level; at the root whoever is on turn there.
    Player chooser(std::size_t level) const { return path_[level == 0 ? 0 : level - 1].mover; }

    static float reward_of(State state, Player chooser) {
      const float own = static_cast<float>(static_cast<int>(state) - 1) / 2;
      return chooser == 1 ? own : 1 - own;
    }

    // Looks at a node for the first time: is the game over here, or the match drawn? The node is proven then.
    bool ends_here(Node& node, const Position& position, float& reward) {
      const Player own = chooser(path_.size() - 1);
      if (const auto outcome = G::outcome(rules_, position)) {
        settle(node, state_of(result_for(*outcome, own)), 0);
        reward = reward_at_end(outcome->winner, position);
        return true;
      }
      if (!is_drawn(position)) return false;
      settle(node, State::draw, 0);
      reward = 0.5F;
      return true;
    }

    bool is_drawn(const Position& position) const {
      if (path_.size() > search_.before_.plies_left) return true;
      for (std::size_t i = 0; i + 1 < path_.size(); ++i) {
        if (path_[i].position == position) return true;
      }
      const auto& keys = search_.before_.keys;
      return !keys.empty() && std::binary_search(keys.begin(), keys.end(), G::key(rules_, position));
    }

    float reward_at_end(Player winner, const Position& position) const {
      const float won = winner == 0 ? 0.5F : winner == 1 ? 1.0F : 0.0F;
      if constexpr (Scored<G>) {
        const auto [one, two] = G::score(rules_, position);
        const auto all = static_cast<float>(one + two);
        const float share = search_.options_.margin_share;
        return won + share * ((all > 0 ? static_cast<float>(one) / all : 0.5F) - won);
      } else {
        (void)position;
        return won;
      }
    }

    float play_out(const Position& position, Worker& worker) {
      const std::uint64_t left =
          search_.before_.plies_left - std::min<std::uint64_t>(path_.size() - 1, search_.before_.plies_left);
      WalkOf<G> walk(rules_, position);
      walk_at_random(walk, std::min<std::uint64_t>(left, search_.options_.playout_plies), rng_, worker);
      const auto end = walk.position();
      const auto outcome = G::outcome(rules_, end);
      return outcome ? reward_at_end(outcome->winner, end) : 0.5F;
    }

    // Gives a leaf its children, if there is room for them.
    bool grow(Node& node, const Position& position) {
      const std::size_t room = std::min(nodes_.size() - used_, most_children);
      std::size_t count = 0;
      const auto add = [&](const Move& move) {
        if (count == room) return false;
        // In no order: where there are few visits they should not all go to the first moves.
        const auto order = static_cast<float>(rng_.next() >> 48);
        nodes_[used_ + count++] = made(move, rarity_of_new + order);
        return true;
      };
      if (!G::generate(rules_, position, add)) {
        if (room < most_children && &node != &nodes_[0]) return false;
        node.truncated = true;
      }
      node.first_child = static_cast<std::uint32_t>(used_);
      node.children = static_cast<std::uint16_t>(count);
      used_ += count;
      return true;
    }

    std::uint32_t chosen_child(const Node& node) const {
      const float weight = search_.options_.exploration * std::sqrt(std::log(static_cast<float>(node.visits + 1)));
      const Node* children = &nodes_[node.first_child];
      std::uint32_t best = 0;
      float most = -std::numeric_limits<float>::infinity();
      for (std::uint32_t i = 0; i < node.children; ++i) {
        const float value = children[i].mean + weight * children[i].rarity;
        if (value > most) {
          most = value;
          best = i;
        }
      }
      return node.first_child + best;
    }

    static void settle(Node& node, State state, std::uint32_t plies) {
      node.state = state;
      node.plies = static_cast<std::uint16_t>(std::min<std::uint32_t>(plies, 0xffff));
      // A loss is never chosen as long as there is anything else.
      node.mean = state == State::win ? 1.0F : state == State::draw ? 0.5F : -1.0F;
      node.rarity = 0;
    }

    void carry_up(float reward) {
      bool proven = nodes_[path_.back().node].state != State::open;
      for (std::size_t level = path_.size(); level-- > 0;) {
        Node& node = nodes_[path_[level].node];
        if (level + 1 < path_.size() && proven) proven = prove(node, path_[level].mover, chooser(level));
        ++node.visits;
        if (node.state != State::open) continue;
        const auto visits = static_cast<float>(node.visits);
        const float own = chooser(level) == 1 ? reward : 1 - reward;
        node.mean += (own - node.mean) / visits;
        node.rarity = 1 / std::sqrt(visits);
      }
    }

    // Something new is proven of a child: of the node too?
    bool prove(Node& node, Player mover, Player own) {
      if (node.state != State::open) return true;
      State best = State::loss;
      std::uint32_t win = 0xffff;
      std::uint32_t other = 0;
      bool all = !node.truncated;
      for (std::uint32_t i = 0; i < node.children; ++i) {
        const Node& child = nodes_[node.first_child + i];
        if (child.state == State::open) {
          all = false;
          continue;
        }
        best = std::max(best, child.state);
        if (child.state == State::win) win = std::min<std::uint32_t>(win, child.plies);
        if (child.state == best) other = std::max<std::uint32_t>(other, child.plies);
      }
      if (best != State::win && !all) return false;
      const std::uint32_t plies = (best == State::win ? win : other) + 1;
      settle(node, own == mover ? best : state_of(flipped(result_of(best))), plies);
      return true;
    }

    const Mcts& search_;
    const Rules& rules_;
    std::uint64_t left_;
    Rng rng_;
    ZeroedPages<Node> nodes_;
    std::size_t used_ = 1;
    std::vector<Level> path_;
  };

  std::vector<Move> line(const Move& move) const {
    const auto most_visited = std::max_element(trees_.begin(), trees_.end(), [&](const auto& a, const auto& b) {
      return a->root().visits < b->root().visits;
    });
    std::vector<Move> moves;
    (*most_visited)->follow(move, moves);
    return moves;
  }

  Rules rules_;
  Position position_;
  Before before_;
  MctsOptions options_;
  std::vector<std::unique_ptr<Tree>> trees_;
  std::atomic<bool> settled_{false};
};

}  // namespace spielkern
