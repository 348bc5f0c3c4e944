#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/errors.hpp"
#include "spielkern/core/files.hpp"
#include "spielkern/search/forced_wins.hpp"
#include "spielkern/search/ledger.hpp"

namespace spielkern {

// A search for forced wins cut into openings: the plies of the first `depth` are gone through here, and what is asked about the
// positions after them is answered by the search, each answer a line of the ledger; so are the answers for the positions
// on the way. A later run begins where the ledger ends, and where it answers all needs neither search nor table.
//
// The ledger's set is the position's key, times two, plus the attacker's number less one; its bounds say within how many
// plies the attacker does not win, and within how many he does (`never` if that is open).
template <HasProofs G>
class SplitProofs {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  static constexpr int never = ForcedWins<G>::most_plies + 1;

  SplitProofs(ForcedWins<G>& search, Ledger& ledger, int depth) : search_(search), ledger_(ledger), depth_(depth) {}

  // As ForcedWins::wins.
  bool wins(const Position& position, Player player, int plies, Control& control) {
    return wins(position, player, plies, depth_, control);
  }

  static std::uint64_t name(const typename G::Rules& rules, const Position& position, Player player) {
    return Proofs<G>::key(rules, position) << 1 | (player - std::uint64_t{1});
  }

 private:
  bool wins(const Position& position, Player player, int plies, int depth, Control& control) {
    const auto& rules = search_.rules();
    if (const auto outcome = G::outcome(rules, position)) return outcome->winner == player;
    const bool attacks = G::player(rules, position) == player;
    plies = ForcedWins<G>::of_winner(plies, attacks);
    if (plies <= 0) return false;
    const std::uint64_t set = name(rules, position, player);
    const Bounds known = bounds(set);
    if (plies <= known.lower) return false;
    if (plies >= known.upper) return true;
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t nodes = search_.nodes();
    const bool won = depth == 0 || plies < 3 ? search_.wins(position, player, plies, control)
                                             : over_moves(position, player, plies, depth, control);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    ledger_.add(set, won ? Bounds{known.lower, plies} : Bounds{plies, known.upper}, search_.nodes() - nodes,
                seconds.count());
    return won;
  }

  bool over_moves(const Position& position, Player player, int plies, int depth, Control& control) {
    struct Next {
      Position position;
      std::uint64_t set;
      Bounds known;
    };
    const auto& rules = search_.rules();
    const bool attacks = G::player(rules, position) == player;
    std::vector<Next> all;
    bool over = false;  // at once, by a ply of whoever is on turn
    const auto sink = [&](const Move& move) {
      const Position next = G::play(rules, position, move);
      if (G::outcome(rules, next)) {
        over = true;
        return false;
      }
      const std::uint64_t set = name(rules, next, player);
      const auto same = [&](const Next& other) { return other.set == set; };
      if (std::none_of(all.begin(), all.end(), same)) all.push_back({next, set, bounds(set)});
      return true;
    };
    G::generate(rules, position, sink);
    if (over) return attacks;
    // What is known to go furthest the way the player on turn wants it comes first.
    std::stable_sort(all.begin(), all.end(), [&](const Next& a, const Next& b) {
      return attacks ? a.known.upper < b.known.upper : a.known.lower > b.known.lower;
    });
    const auto leads_on = [&](const Next& next) { return wins(next.position, player, plies - 1, depth - 1, control); };
    return attacks ? std::any_of(all.begin(), all.end(), leads_on) : std::all_of(all.begin(), all.end(), leads_on);
  }

  Bounds bounds(std::uint64_t set) const {
    const Bounds known = ledger_.find(set).value_or(Bounds{0, never});
    if (known.lower < 0 || known.lower >= known.upper || known.upper > never) {
      fail_with_file(ledger_.path(), "has numbers of plies that cannot be: " + std::to_string(known.lower) + " and " +
                                         std::to_string(known.upper));
    }
    return known;
  }

  ForcedWins<G>& search_;
  Ledger& ledger_;
  int depth_;
};

}  // namespace spielkern
