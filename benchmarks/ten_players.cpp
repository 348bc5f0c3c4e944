// What the parts of 10's evaluation are worth: games of the search with all of it against the search without one, from
// random openings that each side plays once.
//
//     ten_players [NODES A MOVE [PAIRS OF GAMES]]

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "spielkern/core/rng.hpp"
#include "spielkern/games/ten/evaluation.hpp"
#include "spielkern/games/ten/proofs.hpp"
#include "spielkern/search/alpha_beta.hpp"

using namespace spielkern;

namespace {

using Search = AlphaBeta<Ten>;
using Weights = Evaluation<Ten>::Weights;

const Ten::Rules rules(10, Ten::Shortage::truncate);

struct Player10 {
  AlphaBetaOptions options;
  Weights weights;
};

Ten::Position opening(Rng& rng) {
  Ten::Position position = Ten::start(rules);
  for (int ply = 0; ply < 6; ++ply) {
    NthSink<Ten::Move> sink{rng.below(count_moves<Ten>(rules, position))};
    Ten::generate(rules, position, sink);
    position = Ten::play(rules, position, sink.move);
  }
  return position;
}

// 1 if the first one wins, -1 if the second; a game of 200 plies is drawn. The first one is player `number`.
int result(const Player10& one, const Player10& two, Player number, Ten::Position position, std::uint64_t nodes) {
  Search first(rules, one.options, one.weights);
  Search second(rules, two.options, two.weights);
  Control control;
  Before before;
  for (int ply = 0; ply < 200; ++ply) {
    if (const auto outcome = Ten::outcome(rules, position)) return outcome->winner == number ? 1 : -1;
    Search& search = position.player == number ? first : second;
    const auto best = search.best(position, Search::most_depth, nodes, before, control);
    before.keys.push_back(Ten::key(rules, position));
    position = Ten::play(rules, position, best.line.at(0));
  }
  return 0;
}

}  // namespace

int main(int count, char** texts) {
  const auto number = [&](int nth, int otherwise) { return count > nth ? std::atoi(texts[nth]) : otherwise; };
  const auto nodes = static_cast<std::uint64_t>(number(1, 3000));
  const int pairs = number(2, 40);
  const std::vector<std::pair<std::string, std::function<void(Player10&)>>> without{
      {"winning sets", [](Player10& p) { p.weights.held = p.weights.disputed = {}; }},
      {"difference of disputed sets", [](Player10& p) { p.weights.disputed = p.weights.held; }},
      {"figures", [](Player10& p) { p.weights.figure = 0; }},
      {"reach", [](Player10& p) { p.weights.reach = 0; }},
      {"being on turn", [](Player10& p) { p.weights.turn = 0; }},
      {"reductions", [](Player10& p) { p.options.reductions = false; }}};
  for (const auto& [name, change] : without) {
    Player10 all;
    all.options.table_bytes = 1 << 21;
    Player10 other = all;
    change(other);
    Rng rng(1);
    int won = 0;
    int lost = 0;
    for (int pair = 0; pair < pairs; ++pair) {
      const Ten::Position position = opening(rng);
      if (Ten::outcome(rules, position)) continue;
      for (const Player side : {Player{1}, Player{2}}) {
        const int outcome = result(all, other, side, position, nodes);
        won += outcome > 0 ? 1 : 0;
        lost += outcome < 0 ? 1 : 0;
      }
    }
    std::printf("all against no %-28s %4d won %4d lost of %d\n", name.c_str(), won, lost, 2 * pairs);
    std::fflush(stdout);
  }
}
