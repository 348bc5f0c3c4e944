#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/errors.hpp"
#include "spielkern/core/keys.hpp"
#include "spielkern/core/pages.hpp"
#include "spielkern/core/parallel.hpp"
#include "spielkern/core/proofs.hpp"
#include "spielkern/core/text.hpp"
#include "spielkern/core/value.hpp"
#include "spielkern/search/exact_table.hpp"

namespace spielkern {

struct ForcedWinsOptions {
  std::uint64_t table_bytes = std::uint64_t{1} << 28;
  unsigned threads = 1;
};

// Proves that a player wins within so many plies whatever the opponent does, or that it is not so. Since the plies run out
// nothing hangs on how a position was reached, and both answers are true for good: a table keeps them.
//
// The attacker's plies are gone through as long as a win is near enough, by the game's least_plies, with those that threaten to
// win at once first; of the defender's the one that helped last at this depth comes first, the others by how often they
// helped. Several threads answer one question with one table; each leaves for later what another one is just at, so that
// they spread by themselves (T. Kerrigan's simplified ABDADA).
//
// One search is used by one caller at a time.
template <HasProofs G>
  requires DenseMoves<G>
class ForcedWins {
 public:
  using Rules = typename G::Rules;
  using Position = typename G::Position;
  using Move = typename G::Move;

  static constexpr int most_plies = 60;

  static std::uint64_t least_bytes(const Rules& rules) {
    return ExactTable::least_buckets(Proofs<G>::key_bits(rules), Known::bits) * ExactTable::bucket_bytes;
  }

  // Throws MemoryLimitError if no table of so few bytes will do.
  ForcedWins(Rules rules, const ForcedWinsOptions& options)
      : rules_(std::move(rules)),
        threads_(useful_threads(options.threads)),
        buckets_(buckets(rules_, options.table_bytes)),
        memory_(static_cast<std::size_t>(buckets_) * ExactTable::bucket_size),
        table_(Proofs<G>::key_bits(rules_), Known::bits, memory_.data(), buckets_) {}

  const Rules& rules() const { return rules_; }
  std::uint64_t table_bytes() const { return memory_.size() * sizeof(std::uint64_t); }
  double table_use() const { return table_.use(); }
  std::uint64_t nodes() const { return nodes_; }

  // So many plies or one less: whoever wins plies last.
  static int of_winner(int plies, bool attacks) { return plies - ((plies & 1) == (attacks ? 1 : 0) ? 0 : 1); }

  // Does `player` win within so many plies, of both, from here on? PRECONDITION: plies <= most_plies.
  bool wins(const Position& position, Player player, int plies, Control& control) {
    if (const auto outcome = G::outcome(rules_, position)) return outcome->winner == player;
    const bool attacks = G::player(rules_, position) == player;
    plies = of_winner(plies, attacks);
    if (plies <= 0) return false;
    if (!attacks && Proofs<G>::least_plies(rules_, position, player) > plies / 2) return false;
    control.begin("searching", 0);
    control.progress().layer = static_cast<std::uint64_t>(plies);
    control.progress().done = nodes_;
    const Counted counted{*this, control};
    std::atomic<bool> answered{false};
    bool won = false;
    const auto work = [&](unsigned threads, std::uint64_t most_nodes) {
      for (auto& mark : busy_) mark.store(0, std::memory_order_relaxed);  // of threads that were stopped
      for_each_block_in_parallel(threads, threads, 1, control, [&](Worker& worker, std::uint64_t, std::uint64_t) {
        Thread thread(*this, worker, answered, threads, most_nodes);
        try {
          const bool result = attacks ? thread.attack(position, plies, 0) : !thread.defend(position, plies, 0);
          if (!answered.exchange(true)) won = result;
        } catch (const Answered&) {
          // By another thread, or there is more to do than one should do alone.
        }
      });
    };
    constexpr std::uint64_t no_limit = ~std::uint64_t{0};
    work(1, threads_ == 1 ? no_limit : alone);
    if (!answered) work(threads_, no_limit);
    return won;
  }

 private:
  struct Answered {};

  // Takes over what was counted, also of a question that was stopped.
  struct Counted {
    ForcedWins& search;
    Control& control;
    ~Counted() { search.nodes_ = control.progress().done; }
  };

  static constexpr std::uint64_t alone = 1 << 14;  // nodes until others are called to help

  // What is known of a position: the player on turn wins within `win` plies, an odd number, but not within `no_win`; loses
  // within `loss`, an even number, but not within `no_loss`. Zero: nothing is known.
  struct Known {
    static constexpr unsigned bits = 20;
    int win = 0;
    int no_win = 0;
    int loss = 0;
    int no_loss = 0;

    static Known unpacked(std::uint64_t word) {
      const auto half = [&](unsigned nth) { return static_cast<int>(word >> 5 * nth & 31); };
      return {std::max(2 * half(0) - 1, 0), std::max(2 * half(1) - 1, 0), 2 * half(2), 2 * half(3)};
    }
    std::uint64_t packed() const {
      const auto half = [](int plies, unsigned nth) { return static_cast<std::uint64_t>((plies + 1) / 2) << 5 * nth; };
      return half(win, 0) | half(no_win, 1) | half(loss, 2) | half(no_loss, 3);
    }
  };

  struct Candidate {
    Move move;
    std::uint32_t order;
  };

  using Place = ExactTable::Place;

  // One thread's part in a question.
  class Thread {
   public:
    Thread(ForcedWins& search, Worker& worker, const std::atomic<bool>& answered, unsigned threads,
           std::uint64_t most_nodes)
        : search_(search),
          rules_(search.rules_),
          table_(search.table_),
          worker_(worker),
          answered_(answered),
          threads_(threads),
          most_nodes_(most_nodes) {
      for (auto& slots : history_) slots.resize(static_cast<std::size_t>(G::move_slots(rules_)));
      // Threads that begin alike would stay together.
      for (std::size_t i = 0; worker.number() > 0 && i < history_.size(); ++i) {
        for (std::size_t slot = 0; slot < history_[i].size(); ++slot) {
          history_[i][slot] = static_cast<std::uint32_t>(mix(worker.number(), slot) & 63);
        }
      }
    }

    ~Thread() { worker_.done(nodes_ % told); }
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;

    // Does the player on turn, who attacks, win within an odd number of plies?
    bool attack(const Position& position, int plies, std::size_t ply) {
      count();
      if (Proofs<G>::wins_at_once(rules_, position)) return true;
      if (plies < 3) return false;
      const Place place = table_.place(Proofs<G>::key(rules_, position));
      const Known known = Known::unpacked(table_.find(place));
      if (known.win != 0 && known.win <= plies) return true;
      if (known.no_win >= plies || known.loss != 0) return false;
      const std::uint64_t before = nodes_;
      const Player player = G::player(rules_, position);
      const std::size_t begin = moves_.size();
      const auto sink = [&](const Move& move) {
        const int least = Proofs<G>::least_plies(rules_, G::play(rules_, position, move), player);
        if (least <= plies / 2) moves_.push_back({move, helped(0, move) + (least == 1 ? threatening : 0)});
        return true;
      };
      G::generate(rules_, position, sink);
      const bool won = any_move(position, begin, plies, [&](const Move& move, const Position& next) {
        if (defend(next, plies - 1, ply + 1)) return false;
        help(0, move, plies);
        return true;
      });
      moves_.resize(begin);
      keep(place, nodes_ - before, [&](Known& now) {
        if (won) {
          now.win = now.win == 0 ? plies : std::min(now.win, plies);
        } else {
          now.no_win = std::max(now.no_win, plies);
        }
      });
      return won;
    }

    // Does the player on turn hold out an even number of plies?
    bool defend(const Position& position, int plies, std::size_t ply) {
      count();
      if (G::outcome(rules_, position)) return false;  // the attacker's ply has won
      if (Proofs<G>::wins_at_once(rules_, position)) return true;
      Place place{};
      const bool keeps = plies >= 4;  // fewer are quicker looked at again than looked up
      if (keeps) {
        place = table_.place(Proofs<G>::key(rules_, position));
        const Known known = Known::unpacked(table_.find(place));
        if (known.loss != 0 && known.loss <= plies) return false;
        if (known.no_loss >= plies || known.win != 0) return true;
      }
      const std::uint64_t before = nodes_;
      const std::size_t begin = moves_.size();
      if (ply >= last_help_.size()) last_help_.resize(ply + 1);
      const Move first = last_help_[ply];
      const auto tried = [&](const Move& move, const Position& next) {
        if (attack(next, plies - 1, ply + 1)) return false;
        last_help_[ply] = move;
        help(1, move, plies);
        return true;
      };
      bool holds = G::is_legal(rules_, position, first) && tried(first, G::play(rules_, position, first));
      if (!holds) {
        const auto sink = [&](const Move& move) {
          if (move != first) moves_.push_back({move, helped(1, move)});
          return true;
        };
        G::generate(rules_, position, sink);
        holds = any_move(position, begin, plies, tried);
        moves_.resize(begin);
      }
      if (keeps) {
        this->keep(place, nodes_ - before, [&](Known& now) {
          if (holds) {
            now.no_loss = std::max(now.no_loss, plies);
          } else {
            now.loss = now.loss == 0 ? plies : std::min(now.loss, plies);
          }
        });
      }
      return holds;
    }

   private:
    static constexpr std::uint32_t threatening = 1U << 30;
    static constexpr std::uint64_t told = 1 << 10;
    static constexpr int spread_plies = 6;  // below it does not pay

    void count() {
      if (answered_.load(std::memory_order_relaxed)) throw Answered();
      worker_.tick();
      if (++nodes_ % told == 0) worker_.done(told);
      if (nodes_ == most_nodes_) throw Answered();
    }

    // Is there a move of those from `begin` on, the best first, with f(move, the position after it)?
    template <class F>
    bool any_move(const Position& position, std::size_t begin, int plies, F&& f) {
      const bool spread = threads_ > 1 && plies >= spread_plies;
      std::size_t end = moves_.size();
      for (int round = 0; round < 2 && begin < end; ++round) {
        std::size_t postponed = begin;
        for (std::size_t i = begin; i < end; ++i) {
          std::size_t best = i;
          for (std::size_t j = i + 1; j < end; ++j) {
            if (moves_[j].order > moves_[best].order) best = j;
          }
          std::swap(moves_[i], moves_[best]);
          const Candidate candidate = moves_[i];
          const Position next = G::play(rules_, position, candidate.move);
          std::atomic<std::uint64_t>* busy = nullptr;
          if (spread) {
            const std::uint64_t mark = mix(G::key(rules_, next), static_cast<std::uint64_t>(plies)) | 1;
            busy = &search_.busy_[static_cast<std::size_t>(mark >> 52)];
            if (round == 0 && i > begin && busy->load(std::memory_order_relaxed) == mark) {
              moves_[postponed++] = candidate;
              continue;
            }
            busy->store(mark, std::memory_order_relaxed);
          }
          const bool found = f(candidate.move, next);
          if (busy != nullptr) busy->store(0, std::memory_order_relaxed);
          if (found) return true;
        }
        end = postponed;
      }
      return false;
    }

    template <class Change>
    void keep(const Place& place, std::uint64_t work, Change&& change) {
      table_.store(place, work, [&](std::uint64_t word) {
        Known known = Known::unpacked(word);
        change(known);
        return known.packed();
      });
    }

    std::uint32_t helped(std::size_t side, const Move& move) const {
      return history_[side][static_cast<std::size_t>(G::slot_of(rules_, move))];
    }
    void help(std::size_t side, const Move& move, int plies) {
      auto& score = history_[side][static_cast<std::size_t>(G::slot_of(rules_, move))];
      score += static_cast<std::uint32_t>(plies * plies);
      if (score < threatening / 2) return;
      for (auto& each : history_[side]) each /= 2;
    }

    ForcedWins& search_;
    const Rules& rules_;
    ExactTable& table_;
    Worker& worker_;
    const std::atomic<bool>& answered_;
    unsigned threads_;
    std::uint64_t most_nodes_;
    std::array<std::vector<std::uint32_t>, 2> history_;  // the attacker's moves and the defender's
    std::vector<Move> last_help_;                        // by the ply
    std::vector<Candidate> moves_;                       // of all plies
    std::uint64_t nodes_ = 0;
  };

  static std::uint64_t buckets(const Rules& rules, std::uint64_t bytes) {
    ExactTable::check_bytes("a search for forced wins", least_bytes(rules), bytes);
    return std::min(bytes / ExactTable::bucket_bytes, ExactTable::most_buckets(Proofs<G>::key_bits(rules)));
  }

  Rules rules_;
  unsigned threads_;
  std::uint64_t buckets_;
  ZeroedPages<std::atomic<std::uint64_t>> memory_;
  ExactTable table_;
  std::array<std::atomic<std::uint64_t>, 4096> busy_{};  // what some thread is at, by the highest bits of its mark
  std::uint64_t nodes_ = 0;
};

// The win or loss that is forced in the fewest plies, if there is one: `wins(player, plies)` is asked for ever more of them,
// and `none(player, plies)` told where there is no win yet.
template <HasProofs G, class Wins, class None>
std::optional<Value> shortest_forced(Player on_turn, Wins&& wins, None&& none) {
  for (int plies = 1; plies <= ForcedWins<G>::most_plies; ++plies) {
    const Player winner = plies % 2 == 1 ? on_turn : opponent(on_turn);
    if (wins(winner, plies)) {
      return exact_value(winner == on_turn ? Result::win : Result::loss, static_cast<std::uint32_t>(plies));
    }
    none(winner, plies);
  }
  return std::nullopt;
}

}  // namespace spielkern
