// What many threads share: rules, positions, a solution, a table on the disk.
#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "spielkern/core/batch.hpp"
#include "spielkern/core/perft.hpp"
#include "spielkern/core/playout.hpp"
#include "spielkern/game_list.hpp"
#include "spielkern/games/crazy10s/ranked_actions.hpp"
#include "spielkern/solve/solution.hpp"

using namespace spielkern;

namespace {

// Something to do with what all threads share, which always gives the same number.
using Work = std::function<std::uint64_t()>;

template <Deterministic G>
Work random_games(const typename G::Rules& rules, std::uint64_t games) {
  return [&rules, games] {
    Control control;
    Rng rng(5);
    const Playouts found = random_playouts<G>(rules, G::start(rules), games, 200, rng, control);
    const std::uint64_t leaves = perft<G>(rules, G::start(rules), 3, control);
    return found.wins_1 + 1000 * found.wins_2 + 1000000 * found.plies + leaves;
  };
}

template <class S>
Work all_values(const Solution<S>& solution) {
  return [&solution] {
    std::uint64_t sum = 0;
    for (Index index = 0; index < solution.space().size(); ++index) {
      const Value value = solution.value_at(index);
      sum = sum * 31 + static_cast<std::uint64_t>(*value.result) + value.remoteness.value_or(99);
    }
    return sum;
  };
}

// Seconds, more of them where the machine has time.
double stress_seconds() {
  const char* seconds = std::getenv("SPIELKERN_STRESS_SECONDS");
  return seconds == nullptr ? 0.5 : std::atof(seconds);
}

}  // namespace

TEST_CASE("eight threads share rules, solutions and tables") {
  const Nim::Rules nim({3, 4, 5}, false);
  const MuTorere::Rules torere(8, MuTorere::Entry::always, 4);
  const DotsAndBoxes::Rules boxes(4, 4);
  const Ten::Rules ten(10, Ten::Shortage::truncate);
  const Crazy10s::Rules crazy(7, crazy10s::Placing::linked, "");
  Control control;
  const auto solved = solve_space(mu_torere::ReducedSpace(torere), {}, control);
  const auto file = std::filesystem::temp_directory_path() / ("spielkern-shared-" + std::to_string(getpid()));
  solved.save(file, control);
  const auto mapped = open_solution(mu_torere::ReducedSpace(torere), std::make_shared<const TableFile>(file));
  const std::vector<Work> works{
      random_games<Nim>(nim, 200),
      random_games<MuTorere>(torere, 30),
      random_games<DotsAndBoxes>(boxes, 100),
      random_games<Ten>(ten, 3),
      all_values(solved),
      all_values(mapped),
      [&crazy] {
        Control inner;
        Batch<Crazy10s> batch(crazy, {}, 2, 3, {}, 1, inner);
        std::array<std::int64_t, 2> actions{};
        batch.choose(actions, 1, inner);
        return static_cast<std::uint64_t>(actions[0] + 2000 * actions[1]);
      },
  };
  std::vector<std::uint64_t> alone;
  for (const Work& work : works) alone.push_back(work());
  std::atomic<int> wrong{0};
  std::atomic<int> done{0};
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(stress_seconds());
  std::vector<std::thread> threads;
  for (std::size_t first = 0; first < 8; ++first) {
    threads.emplace_back([&, first] {
      for (std::size_t i = first; std::chrono::steady_clock::now() < until || i < first + works.size(); ++i) {
        const std::size_t which = i % works.size();
        if (works[which]() != alone[which]) ++wrong;
        ++done;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::filesystem::remove(file);
  CHECK(wrong == 0);
  CHECK(done >= 8 * 7);
}
