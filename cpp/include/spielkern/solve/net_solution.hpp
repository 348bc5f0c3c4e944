#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/nets.hpp"
#include "spielkern/core/parallel.hpp"
#include "spielkern/core/value.hpp"
#include "spielkern/solve/net_table.hpp"

namespace spielkern {

// What a position is worth whose net to come is known: with the score so far it says who wins.
template <HasNets G>
Value value_of_net(const typename G::Rules& rules, const typename G::Position& position, int net) {
  const auto score = G::score(rules, position);
  const int lead = (score[0] - score[1]) * (G::player(rules, position) == 1 ? 1 : -1);
  Value value;
  value.net = net;
  value.result = lead + net > 0 ? Result::win : lead + net < 0 ? Result::loss : Result::draw;
  value.proven = true;
  return value;
}

// Calls f(move, net of the move for its mover) for every legal move; `net_of` tells the net of the position after it.
template <HasNets G, class NetOf, class F>
void for_each_move_net(const typename G::Rules& rules, const typename G::Position& position, NetOf&& net_of, F&& f) {
  const Player mover = G::player(rules, position);
  const auto points = [&](const auto& p) {
    const auto score = G::score(rules, p);
    return mover == 1 ? score[0] - score[1] : score[1] - score[0];
  };
  const int before = points(position);
  auto sink = [&](const typename G::Move& move) {
    const auto after = G::play(rules, position, move);
    const int net = net_of(after);
    f(move, points(after) - before + (G::player(rules, after) == mover ? net : -net));
    return true;
  };
  G::generate(rules, position, sink);
}

// A game solved by a table of nets: the value of every position with every score.
template <HasNets G>
class NetSolution {
 public:
  using Rules = typename G::Rules;
  using Position = typename G::Position;
  using Move = typename G::Move;

  NetSolution(const Rules& rules, NetTable table) : rules_(rules), table_(std::move(table)) {}

  const Rules& rules() const { return rules_; }
  const NetTable& table() const { return table_; }

  int net(const Position& position) const { return table_.net(Nets<G>::set(position)); }
  Value value(const Position& position) const { return value_of_net<G>(rules_, position, net(position)); }

  // The moves that keep the net, in canonical order.
  std::vector<Move> best_moves(const Position& position) const {
    std::vector<Move> best;
    int best_net = 0;
    for_each_move_net<G>(
        rules_, position, [&](const Position& after) { return net(after); },
        [&](const Move& move, int net) {
          if (!best.empty() && net < best_net) return;
          if (net > best_net) best.clear();
          best_net = net;
          best.push_back(move);
        });
    return best;
  }

  // Best play to the end or for `max_plies`, the first of the best moves each time.
  std::vector<Move> line(Position position, std::uint32_t max_plies) const {
    std::vector<Move> moves;
    while (moves.size() < max_plies) {
      const std::vector<Move> best = best_moves(position);
      if (best.empty()) break;
      position = G::play(rules_, position, best.front());
      moves.push_back(best.front());
    }
    return moves;
  }

  // How many sets have which net.
  std::map<int, std::uint64_t> tally(unsigned threads, Control& control) const {
    control.begin("counting nets", table_.size());
    std::array<std::atomic<std::uint64_t>, 256> counts{};
    for_each_block_in_parallel(threads, table_.size(), 1 << 18, control,
                               [&](Worker& worker, std::uint64_t begin, std::uint64_t end) {
                                 std::array<std::uint64_t, 256> here{};
                                 for (std::uint64_t set = begin; set < end; ++set) ++here[place(table_.net(set))];
                                 for (std::size_t i = 0; i < here.size(); ++i) counts[i] += here[i];
                                 worker.done(end - begin);
                               });
    std::map<int, std::uint64_t> tally;
    for (int net = -128; net < 128; ++net) {
      if (const std::uint64_t count = counts[place(net)]; count > 0) tally[net] = count;
    }
    return tally;
  }

  // Checks every net against those of the positions after each move, by the rules of the game alone. Throws
  // VerificationError at one that is wrong; returns how many were checked.
  std::uint64_t verify(unsigned threads, Control& control) const {
    control.begin("verifying", table_.size());
    for_each_block_in_parallel(
        threads, table_.size(), 1 << 14, control, [&](Worker& worker, std::uint64_t begin, std::uint64_t end) {
          for (std::uint64_t set = begin; set < end; ++set) {
            worker.tick();
            const Position position = Nets<G>::position(rules_, set);
            int best = G::outcome(rules_, position) ? 0 : std::numeric_limits<int>::min();
            for_each_move_net<G>(
                rules_, position, [&](const Position& after) { return net(after); },
                [&](const Move&, int net) { best = std::max(best, net); });
            if (best == table_.net(set)) continue;
            throw VerificationError(std::string(G::title) + ": the net of '" + G::format(rules_, position) +
                                    "' (cell " + std::to_string(set) + ") does not follow from those after its moves");
          }
          worker.done(end - begin);
        });
    return table_.size();
  }

  void save(const std::filesystem::path& path, Control& control) const {
    table_.save(path, format_rules<G>(rules_), control);
  }

 private:
  static std::size_t place(int net) { return static_cast<std::size_t>(net + 128); }

  Rules rules_;
  NetTable table_;
};

}  // namespace spielkern
