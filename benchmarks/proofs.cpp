// Do the searches for forced wins in 10 say what the solved game says? Over random positions, both for player 1 and for 2.
//
//     proofs [STONES [POSITIONS [SHORTAGE: truncate or forbid]]]
//
// Forced wins must be found at their very length, and no others. What proof numbers settle within 3,000 nodes must be
// right: of won and lost positions that is nearly all, of drawn ones little.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "spielkern/core/rng.hpp"
#include "spielkern/games/ten/proofs.hpp"
#include "spielkern/games/ten/space.hpp"
#include "spielkern/search/forced_wins.hpp"
#include "spielkern/search/proof_numbers.hpp"
#include "spielkern/solve/solution.hpp"

using namespace spielkern;

namespace {

using Numbers = ProofNumbers<Ten>;

[[noreturn]] void fail(const Ten::Rules& rules, const Ten::Position& position, const char* what) {
  std::printf("%s: %s\n", Ten::format(rules, position).c_str(), what);
  std::exit(1);
}

}  // namespace

int main(int count, char** texts) {
  const int stones = count > 1 ? std::atoi(texts[1]) : 3;
  const long positions = count > 2 ? std::atol(texts[2]) : 10'000;
  const bool forbid = count > 3 && std::string(texts[3]) == "forbid";
  const Ten::Rules rules(stones, forbid ? Ten::Shortage::forbid : Ten::Shortage::truncate);
  Control control;
  SolveOptions options;
  options.max_bytes = std::uint64_t{8} << 30;
  options.threads = 2;
  const auto solution = solve_space(ten::ReducedSpace(rules), options, control);
  const auto& space = solution.space();
  Numbers first(rules, 1, 1 << 26);
  Numbers second(rules, 2, 1 << 26);
  ForcedWins<Ten> forced(rules, {1 << 26, 1});
  Rng rng(1);
  const auto start = std::chrono::steady_clock::now();
  long decided = 0;
  long drawn = 0;
  long open = 0;
  long open_drawn = 0;
  while (decided < positions) {
    const Ten::Position position = space.position(rng.below(space.size()));
    const Value value = solution.value(position);
    const bool draw = value.result == Result::draw;
    if (draw && rng.below(100) != 0) continue;
    (draw ? drawn : decided) += 1;
    for (const Player attacker : {Player{1}, Player{2}}) {
      const bool wins = value.result == (attacker == position.player ? Result::win : Result::loss);
      const int plies = wins ? static_cast<int>(*value.remoteness) : 5;
      if (forced.wins(position, attacker, plies, control) != wins) fail(rules, position, "forced wins are wrong");
      if (wins && plies > 0 && forced.wins(position, attacker, plies - 1, control)) {
        fail(rules, position, "a forced win is too short");
      }
      const auto found = (attacker == 1 ? first : second).prove(position, draw ? 200 : 3'000, control);
      if (found.answer == Numbers::Answer::unknown) {
        (draw ? open_drawn : open) += 1;
        continue;
      }
      if ((found.answer == Numbers::Answer::wins) != wins) fail(rules, position, "proof numbers are wrong");
      if (wins && found.plies < *value.remoteness) fail(rules, position, "a proof is too short");
    }
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf(
      "%d stones: %ld won or lost positions agree, %ld of twice as many answers open; so do %ld drawn ones, %ld open; "
      "%.1f s\n",
      stones, decided, open, drawn, open_drawn, seconds.count());
  return open * 20 > decided ? 1 : 0;
}
