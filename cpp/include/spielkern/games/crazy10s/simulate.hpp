#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/keys.hpp"
#include "spielkern/games/crazy10s/crazy10s.hpp"
#include "spielkern/games/crazy10s/leaves.hpp"
#include "spielkern/games/crazy10s/plays.hpp"
#include "spielkern/games/crazy10s/tempo.hpp"

namespace spielkern::crazy10s {

struct SimulationOptions {
  std::uint64_t samples = std::numeric_limits<std::uint64_t>::max();  // of all candidates together
  std::optional<double> seconds;                                      // as much as there is, for who plans with it
  int plays = 16;                                                     // candidates that lay tiles
  std::optional<Move> asked;                                          // a legal move that is a candidate in any case
  int plies = 2;  // turns after the candidate, before what the racks keep and the tempo are judged
  std::uint64_t seed = 0;
  LeaveTable leaves{};
  TempoTable tempo{};
};

struct SimulatedMove {
  Move move;
  double points = 0;  // the expected lead at the end of what was looked at, leaves and tempo included
  double win = 0.5;   // the expected result, by what such a lead is worth
  std::uint64_t samples = 0;
};

struct Simulated {
  std::vector<SimulatedMove> moves;  // the best first
  std::uint64_t samples = 0;
};

// Compares moves by what comes of them. The tiles that the viewer has not seen are dealt by chance, as often as time or
// samples allow; in each deal every candidate is played, and then for some turns whatever scores most. All candidates
// meet the same deals, so that luck falls out of their comparison, and those that fall behind for certain get no more.
//
// Candidates are the plays that promise most by score, leave and tempo, the swaps of the greatest leave, and passing;
// and a move that is asked for.
// Nothing but the view decides, and without an end by time the same options always give the same answer.
class Simulation {
 public:
  // PRECONDITION: the viewer is on turn and the match is not over.
  Simulation(const Rules& rules, const View& view, const SimulationOptions& options)
      : rules_(rules), view_(view), options_(options), board_(rules, view.seen.board) {}

  // Ends when the samples are used up, when one candidate is left, or by `control`; then the best found so far counts.
  Simulated run(Control& control) {
    control_ = &control;
    Simulated result;
    try {
      collect();
      sample();
    } catch (const Cancelled&) {
    }
    order();
    for (const Candidate& candidate : candidates_) {
      result.moves.push_back({candidate.move, points_of(candidate), rating(candidate), candidate.wins.size()});
      result.samples += candidate.wins.size();
    }
    return result;
  }

 private:
  static constexpr int swaps = 3;
  static constexpr double collecting_share = 0.4;   // of the time, at most
  static constexpr std::uint64_t least_deals = 16;  // before any candidate is dropped for being behind
  static constexpr double certain = 2.5;            // standard errors
  static constexpr double promise_deals = 20;       // what a move promises weighs as much as so many deals

  struct Candidate {
    Move move;
    Found found;
    int worth = 0;  // what it promises: score, leave and tempo, in hundredths
    std::vector<float> wins{};
    double points = 0;
    double win = 0;
    bool out = false;  // of the race

    double mean_points() const { return wins.empty() ? worth / 100.0 : points / static_cast<double>(wins.size()); }
    double mean_win() const { return wins.empty() ? 0.5 : win / static_cast<double>(wins.size()); }
  };

  // With no more tiles in the bag than a turn or two takes, turns are played to the end.
  int whole_match() const { return rules_.placing() == Placing::line ? 7 : 14; }

  const Tiles& rack() const { return view_.seen.rack(view_.viewer).tiles; }
  int unseen() const { return view_.seen.in_bag + view_.seen.rack(opponent(view_.viewer)).size; }

  // What the own turn leaves for those to come, which takes so many tiles away for good. Tiles on the rack are worth
  // nothing for them when there are none to be drawn.
  int promise(const Tiles& kept, int laid) const {
    const int left = unseen() - std::min<int>(laid, view_.seen.in_bag);
    return options_.tempo[at(left)] + (view_.seen.in_bag > 0 ? options_.leaves.value(kept) : 0);
  }
  int most_promised() const {
    int most = std::numeric_limits<int>::min();
    LeaveTable::for_each_part(
        rack(), [&](const Tiles& kept) { most = std::max(most, promise(kept, rack().size() - kept.size())); });
    return most;
  }

  // What stays of a rack after a move.
  static Tiles kept_of(Tiles rack, const Move& move) {
    rack.take_all(PlayCheck::tiles_of(move));
    rack.take_all(move.swapped);
    return rack;
  }

  // `found` is what the move lays.
  Candidate candidate_of(const Move& move, const Found& found = {}) const {
    return {move, found, 100 * found.score + promise(kept_of(rack(), move), move.count)};
  }
  void add_play(const Found& found) {
    candidates_.push_back(candidate_of(to_move(board_, found, needed_jokers(found, rack())), found));
  }

  // Is a to be named before b, before anything was played?
  static bool promises_more(const Candidate& a, const Candidate& b) { return a.worth > b.worth; }

  // Enough of looking for plays: the time is wanted for the deals.
  struct Enough {};

  void collect() {
    struct Best {
      Simulation& all;
      int slack;  // hundredths that leave and tempo can add
      std::size_t n;
      std::uint32_t steps = 0;

      void step() {
        if (++steps % 256 != 0) return;
        all.control_->poll();
        if (all.share_spent(0) > collecting_share) throw Enough{};
      }
      bool wants(int bound) const {
        const auto& kept = all.candidates_;
        return kept.size() < n || 100 * bound + slack > kept.front().worth;
      }
      bool operator()(const Found& found) {
        all.add_play(found);
        auto& kept = all.candidates_;
        std::push_heap(kept.begin(), kept.end(), promises_more);
        if (kept.size() > n) {
          std::pop_heap(kept.begin(), kept.end(), promises_more);
          kept.pop_back();
        }
        return true;
      }
    };
    Best best{*this, most_promised(), static_cast<std::size_t>(options_.plays)};
    const RackTable table(rack());
    bool cut = false;
    bool cancelled = false;
    try {
      if (rules_.placing() == Placing::line) {
        LinePlays(rules_, board_, table).generate(best);
      } else {
        const Potential potential(board_, table);
        LinkedPlays<Best>(rules_, board_, table, best, &potential).generate();
      }
    } catch (const Enough&) {
      cut = true;
    } catch (const Cancelled&) {
      cut = cancelled = true;
    }
    if (cut) add_greedy();
    std::sort(candidates_.begin(), candidates_.end(), promises_more);
    add_swaps();
    candidates_.push_back(candidate_of(Move{}));
    if (options_.asked) add_asked(*options_.asked);
    if (cancelled) throw Cancelled();
  }

  // Where not all plays were looked at: the one that scores most in a short look.
  void add_greedy() {
    const Found found = greedy_play(rules_, board_, rack(), quick_steps);
    const bool there = std::any_of(candidates_.begin(), candidates_.end(),
                                   [&](const Candidate& each) { return each.found.score >= found.score; });
    if (found.count > 0 && !there) add_play(found);
  }

  void add_asked(const Move& move) {
    if (std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& each) { return each.move == move; })) {
      return;
    }
    Found found;
    for (int i = 0; i < move.count; ++i) {
      const Placement& placed = move.placements[at(i)];
      found.add(board_.cell(placed.square), placed.stone.digit());
    }
    found.score = Crazy10s::score(rules_, view_.seen, move);
    candidates_.push_back(candidate_of(move, found));
  }

  void add_swaps() {
    std::vector<Candidate> found;
    LeaveTable::for_each_part(rack(), [&](const Tiles& kept) {
      Move swap;
      swap.kind = Move::Kind::swap;
      swap.swapped = rack();
      swap.swapped.take_all(kept);
      const int count = swap.swapped.size();
      if (count > 0 && count <= view_.seen.in_bag) found.push_back(candidate_of(swap));
    });
    std::stable_sort(found.begin(), found.end(), promises_more);
    if (found.size() > swaps) found.resize(swaps);
    candidates_.insert(candidates_.end(), found.begin(), found.end());
  }

  void sample() {
    std::uint64_t used = 0;
    std::size_t racing = candidates_.size();
    int quarters = 1;
    for (std::uint64_t deal = 0; racing > 1; ++deal) {
      Rng rng(mix(options_.seed, deal));
      const Position dealt = Crazy10s::determinize(rules_, view_, rng);
      for (Candidate& candidate : candidates_) {
        if (candidate.out) continue;
        if (used >= options_.samples) return;
        control_->poll();
        const double points = lead_after(dealt, candidate, deal);
        const double win = win_of(points);
        candidate.wins.push_back(static_cast<float>(win));
        candidate.points += points;
        candidate.win += win;
        ++used;
      }
      compare_with_promise();
      if ((deal + 1) % least_deals == 0) racing -= drop_behind();
      // After each quarter of what may be spent the better half goes on.
      for (; racing > 2 && share_spent(used) >= 0.25 * quarters; ++quarters) racing -= drop_half(racing);
    }
  }

  double share_spent(std::uint64_t used) const {
    double share = static_cast<double>(used) / static_cast<double>(options_.samples);
    if (options_.seconds) {
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
      share = std::max(share, spent.count() / *options_.seconds);
    }
    return share;
  }

  int lead() const {
    const auto& scores = view_.seen.scores;
    return view_.viewer == 1 ? scores[0] - scores[1] : scores[1] - scores[0];
  }

  // What lead is worth a win, in the sense of a logistic curve: the more tiles are to come, the less a point means.
  double scale() const {
    const double tiles = 4.0 + unseen();
    return (rules_.placing() == Placing::line ? 2.5 : 6.0) * std::sqrt(tiles);
  }

  double win_of(double points) const { return 1 / (1 + std::exp(-(points + lead()) / scale())); }

  // How good a candidate is: what the deals say of it, and, as long as there are few, what it promises.
  double rating(const Candidate& candidate) const {
    const auto deals = static_cast<double>(candidate.wins.size());
    const double promised = win_of(candidate.worth / 100.0 + ahead_of_promise_);
    return (deals * candidate.mean_win() + promise_deals * promised) / (deals + promise_deals);
  }
  // The same in points.
  double points_of(const Candidate& candidate) const {
    const auto deals = static_cast<double>(candidate.wins.size());
    const double promised = candidate.worth / 100.0 + ahead_of_promise_;
    return (deals * candidate.mean_points() + promise_deals * promised) / (deals + promise_deals);
  }

  // What the deals bring on top of the promise is about the same for all.
  void compare_with_promise() {
    double sum = 0;
    int count = 0;
    for (const Candidate& candidate : candidates_) {
      if (candidate.out || candidate.wins.empty()) continue;
      sum += candidate.mean_points() - candidate.worth / 100.0;
      ++count;
    }
    if (count > 0) ahead_of_promise_ = sum / count;
  }

  const Candidate& leading() const {
    const Candidate* best = nullptr;
    for (const Candidate& candidate : candidates_) {
      if (!candidate.out && (best == nullptr || rating(candidate) > rating(*best))) best = &candidate;
    }
    return *best;
  }

  // Those that are behind the best by more than chance explains, deal by deal.
  std::size_t drop_behind() {
    const Candidate& best = leading();
    const auto n = static_cast<double>(best.wins.size());
    std::size_t dropped = 0;
    for (Candidate& candidate : candidates_) {
      if (candidate.out || &candidate == &best) continue;
      double sum = 0;
      double squares = 0;
      for (std::size_t i = 0; i < best.wins.size(); ++i) {
        const double ahead = best.wins[i] - candidate.wins[i];
        sum += ahead;
        squares += ahead * ahead;
      }
      const double mean = sum / n;
      const double error = std::sqrt(std::max(0.0, squares / n - mean * mean) / n);
      if (mean > certain * error + 1e-9) {
        candidate.out = true;
        ++dropped;
      }
    }
    return dropped;
  }

  std::size_t drop_half(std::size_t racing) {
    std::vector<Candidate*> order;
    for (Candidate& candidate : candidates_) {
      if (!candidate.out) order.push_back(&candidate);
    }
    std::stable_sort(order.begin(), order.end(),
                     [this](const Candidate* a, const Candidate* b) { return rating(*a) > rating(*b); });
    for (std::size_t i = (racing + 1) / 2; i < order.size(); ++i) order[i]->out = true;
    return racing - (racing + 1) / 2;
  }

  // The points of the viewer less those of the opponent that a candidate and the turns after it bring in one deal.
  double lead_after(const Position& dealt, const Candidate& candidate, std::uint64_t deal) const {
    Rng rng(mix(~options_.seed, deal));
    Position position = dealt;
    position.scores = {};
    Board board = board_;
    std::array<int, 2> leaves{};  // by player, in hundredths
    const auto make = [&](const Move& move, const Found& found) {
      const Player mover = position.player;
      leaves[at(mover - 1)] = options_.leaves.value(kept_of(position.rack(mover).tiles, move));
      board.lay(found);
      Crazy10s::make(position, move, found.score, rng);
    };
    make(candidate.move, candidate.found);
    const int turns = view_.seen.in_bag <= whole_match() ? std::numeric_limits<int>::max() : options_.plies;
    for (int turn = 0; turn < turns || position.in_bag == 0; ++turn) {
      if (Crazy10s::outcome(rules_, position)) break;
      const Tiles& rack = position.rack(position.player).tiles;
      const auto [found, move] = greedy_turn(rules_, board, rack, position.in_bag, quick_steps);
      make(move, found);
    }
    const auto scores = Crazy10s::final_scores(rules_, position);
    double points = scores[0] - scores[1];
    if (!Crazy10s::outcome(rules_, position)) {
      const Player last = opponent(position.player);
      const int tempo = options_.tempo[at(position.in_bag + position.rack(position.player).size)];
      points += (leaves[0] - leaves[1] + (last == 1 ? tempo : -tempo)) / 100.0;
    }
    return view_.viewer == 1 ? points : -points;
  }

  // Those still in the race first, the best of them first.
  void order() {
    std::stable_sort(candidates_.begin(), candidates_.end(), [this](const Candidate& a, const Candidate& b) {
      return a.out != b.out ? b.out : rating(a) > rating(b);
    });
  }

  const Rules& rules_;
  View view_;
  SimulationOptions options_;
  Board board_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Control* control_ = nullptr;
  double ahead_of_promise_ = 0;
  std::vector<Candidate> candidates_;
};

}  // namespace spielkern::crazy10s
