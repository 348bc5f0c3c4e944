// How fast a saved table answers from C++: random positions of Mū Tōrere, each ranked and looked up in the mapped file.
//
//   probes [RING [MILLIONS]]
//
// Every answer is asserted: all of them together against the solution in memory.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <vector>

#include "spielkern/core/rng.hpp"
#include "spielkern/games/mu_torere/space.hpp"
#include "spielkern/solve/solution.hpp"

using namespace spielkern;

namespace {

using Full = Spaces<MuTorere>::Full;
using Reduced = Spaces<MuTorere>::Solved;

template <class Values>
std::uint64_t sum_of_values(const Values& solution, const std::vector<MuTorere::Position>& positions, unsigned rounds) {
  std::uint64_t sum = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    for (const MuTorere::Position& position : positions) {
      const Value value = solution.value(position);
      sum = sum * 3 + static_cast<std::uint64_t>(*value.result) + 7 * value.remoteness.value_or(0);
    }
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const int ring = argc > 1 ? std::atoi(argv[1]) : 24;
  const unsigned millions = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 10;
  Control control;
  const MuTorere::Rules rules(ring, MuTorere::Entry::always, 0);
  const auto path = std::filesystem::temp_directory_path() / "spielkern-probes.table";
  const auto solution = solve_space(Reduced(rules, control), SolveOptions{}, control);
  solution.save(path, control);
  const auto table = open_solution(Reduced(rules, control), std::make_shared<const TableFile>(path));

  const Full full(rules);
  Rng rng(1);
  std::vector<MuTorere::Position> positions;
  for (int i = 0; i < 1'000'000; ++i) positions.push_back(full.position(rng.below(full.size())));

  const std::uint64_t expected = sum_of_values(solution, positions, millions);
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t sum = sum_of_values(table, positions, millions);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::filesystem::remove(path);
  std::printf("ring %d: %.1f million probes a second\n", ring, millions / seconds);
  if (sum == expected) return 0;
  std::printf("the table's answers are not those of the solution\n");
  return 1;
}
