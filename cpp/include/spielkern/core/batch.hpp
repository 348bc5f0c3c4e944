#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spielkern/core/actions.hpp"
#include "spielkern/core/game.hpp"
#include "spielkern/core/keys.hpp"
#include "spielkern/core/parallel.hpp"
#include "spielkern/core/playout.hpp"

namespace spielkern {

// Many games under the same rules, played together, one ply in each at every step, as programs that learn want it. A game
// that has ended begins anew at once.
//
// What chance deals in game i, and the random actions, hang on the seed, on i and on the steps so far alone: not on the
// threads, nor on how many other games there are.
template <Observed G>
class Batch {
 public:
  using Rules = typename G::Rules;
  using Position = typename G::Position;
  using Move = typename G::Move;

  Batch(const Rules& rules, Actions<G> actions, std::size_t games, std::uint64_t seed, MatchDefaults limits,
        unsigned threads, Control& control)
      : rules_(rules),
        actions_(std::move(actions)),
        shape_(G::observation_shape(rules)),
        limits_(limits),
        seed_(seed),
        games_(games),
        moves_(games) {
    for_each_game(threads, control, [&](std::size_t i) { begin(i); });
  }

  std::size_t size() const { return games_.size(); }
  const Rules& rules() const { return rules_; }
  std::uint64_t action_count() const { return actions_.count(rules_); }
  const Shape& shape() const { return shape_; }
  const Position& position(std::size_t game) const { return games_[game].position; }

  // What a step tells of every game: who is on turn; what the step brought players 1 and 2, 1, -1 or 0 each; whether it
  // ended the game. PRECONDITION: of size(), twice that, and size() cells.
  struct Report {
    std::span<std::uint8_t> players;
    std::span<float> rewards;
    std::span<bool> done;
  };

  Player player(std::size_t game) const { return G::player(rules_, games_[game].position); }

  // Plays one action in every game. IllegalMove names the first game whose action is no legal move; then nothing is
  // played.
  void step(std::span<const std::int64_t> actions, const Report& report, unsigned threads, Control& control) {
    for_each_game(threads, control, [&](std::size_t i) {
      const Game& game = games_[i];
      const std::int64_t action = actions[i];
      const auto move =
          action < 0 ? std::nullopt
                     : actions_.legal_move(rules_, game.position, game.prepared, static_cast<std::uint64_t>(action));
      if (!move) refuse(i, action);
      moves_[i] = *move;
    });
    ++steps_;
    for_each_game(threads, control, [&](std::size_t i) { play(i, report); });
  }

  // A legal action of every game, each as likely.
  void choose(std::span<std::int64_t> actions, unsigned threads, Control& control) const {
    for_each_game(threads, control, [&](std::size_t i) {
      const Game& game = games_[i];
      const std::uint64_t count = actions_.count_legal(rules_, game.position, game.prepared);
      actions[i] = static_cast<std::int64_t>(
          actions_.nth_legal(rules_, game.position, game.prepared, scaled(mix(mix(seed_, steps_), i), count)));
    });
  }

  // Sets the cells of the legal actions to 1, all others to 0. PRECONDITION: size() x action_count() cells.
  void mask(std::span<std::uint8_t> cells, unsigned threads, Control& control) const {
    const auto each = static_cast<std::size_t>(action_count());
    for_each_game(threads, control, [&](std::size_t i) {
      const auto own = cells.subspan(i * each, each);
      std::fill(own.begin(), own.end(), std::uint8_t{0});
      actions_.for_each_legal(rules_, games_[i].position, games_[i].prepared,
                              [&](std::uint64_t action) { own[action] = 1; });
    });
  }

  // Every game as the player on turn sees it. PRECONDITION: size() x shape().cells() cells.
  void observe(std::span<float> cells, unsigned threads, Control& control) const {
    const std::size_t each = shape_.cells();
    for_each_game(threads, control, [&](std::size_t i) {
      const Position& position = games_[i].position;
      G::observe(rules_, position, G::player(rules_, position), cells.subspan(i * each, each));
    });
  }

  // `each` random games from where every game stands; three numbers a game: wins of players 1 and 2, draws.
  void playouts(std::uint64_t each, std::uint64_t seed, std::span<std::int64_t> counts, unsigned threads,
                Control& control) const {
    constexpr std::uint64_t endless = std::numeric_limits<std::int64_t>::max();
    for_each_block_in_parallel(
        threads, size(), 1, control, [&](Worker& worker, std::uint64_t begin, std::uint64_t end) {
          for (std::size_t i = begin; i < end; ++i) {
            const Game& game = games_[i];
            const std::uint64_t plies = limits_.max_plies ? *limits_.max_plies - game.plies : endless;
            Rng rng(mix(mix(seed), i));
            Control inner([&](const Progress&) {
              worker.look();
              return true;
            });
            Playouts found;
            if constexpr (Chance<G>) {
              found = chance_playouts<G>(rules_, game.position, each, plies, rng, inner);
            } else {
              found = random_playouts<G>(rules_, game.position, each, plies, rng, inner);
            }
            counts[3 * i] = static_cast<std::int64_t>(found.wins_1);
            counts[3 * i + 1] = static_cast<std::int64_t>(found.wins_2);
            counts[3 * i + 2] = static_cast<std::int64_t>(found.draws);
          }
        });
  }

 private:
  struct Game {
    Position position;
    std::uint32_t plies = 0;
    std::uint64_t number = 0;  // how many games were begun here before this one
    [[no_unique_address]] typename Actions<G>::Prepared prepared{};
    std::vector<Position> past{};  // where repetition ends a match
  };

  static constexpr std::uint64_t block = 1 << 11;
  // So many games a thread must have to be worth its start.
  static constexpr std::uint64_t worth_a_thread = DenseMoves<G> ? 4 * block : 16;

  template <class F>
  void for_each_game(unsigned threads, Control& control, const F& f) const {
    // Actions that a position has to be prepared for take long.
    constexpr std::uint64_t games_a_block = DenseMoves<G> ? block : 16;
    const auto useful = static_cast<unsigned>(std::min<std::uint64_t>(threads, size() / worth_a_thread + 1));
    for_each_block_in_parallel(useful, size(), games_a_block, control,
                               [&](Worker&, std::uint64_t begin, std::uint64_t end) {
                                 for (std::size_t i = begin; i < end; ++i) f(i);
                               });
  }

  // 0 .. count - 1 from 64 random bits, for small counts by the upper 32 of them alone.
  static std::uint64_t scaled(std::uint64_t random, std::uint64_t count) {
    if (count <= 1 << 16) return (random >> 32) * count >> 32;
    return Rng(random).below(count);
  }

  [[noreturn]] void refuse(std::size_t i, std::int64_t action) const {
    throw IllegalMove("game " + std::to_string(i) + ": " + std::to_string(action) + " is not among the " +
                      std::to_string(actions_.count_legal(rules_, games_[i].position, games_[i].prepared)) +
                      " legal actions of '" + G::format(rules_, games_[i].position) + "'");
  }

  void begin(std::size_t i) {
    Game& game = games_[i];
    if constexpr (Chance<G>) {
      Rng rng(mix(mix(seed_, i), game.number));
      game.position = G::start(rules_, rng);
    } else {
      game.position = G::start(rules_);
    }
    ++game.number;
    game.plies = 0;
    game.past.clear();
    arrive(i);
  }

  void arrive(std::size_t i) {
    Game& game = games_[i];
    if (limits_.repetition) game.past.push_back(game.position);
    actions_.prepare(rules_, game.position, game.prepared);
  }

  void play(std::size_t i, const Report& report) {
    Game& game = games_[i];
    const Move& move = moves_[i];
    if constexpr (Chance<G>) {
      Rng rng(mix(mix(seed_, i), mix(game.number, game.plies)));
      game.position = G::play(rules_, game.position, move, rng);
    } else {
      game.position = G::play(rules_, game.position, move);
    }
    ++game.plies;
    const auto outcome = G::outcome(rules_, game.position);
    const Player winner = outcome ? outcome->winner : Player{0};
    report.rewards[2 * i] = static_cast<float>((winner == 1 ? 1 : 0) - (winner == 2 ? 1 : 0));
    report.rewards[2 * i + 1] = static_cast<float>((winner == 2 ? 1 : 0) - (winner == 1 ? 1 : 0));
    report.done[i] = outcome || is_cut_off(game);
    if (report.done[i]) {
      begin(i);
    } else {
      arrive(i);
    }
    report.players[i] = G::player(rules_, game.position);
  }

  // The position that a ply came to may be its occurrence too many, the ply the last that a match may have.
  bool is_cut_off(const Game& game) const {
    if (limits_.max_plies && game.plies >= *limits_.max_plies) return true;
    if (!limits_.repetition) return false;
    return std::count(game.past.begin(), game.past.end(), game.position) + 1 >= *limits_.repetition;
  }

  Rules rules_;
  Actions<G> actions_;
  Shape shape_;
  MatchDefaults limits_;
  std::uint64_t seed_;
  std::uint64_t steps_ = 0;
  std::vector<Game> games_;
  std::vector<Move> moves_;  // of the step being played
};

}  // namespace spielkern
