// How fast 10 counts the sequences of plies from the start: with the last plies counted, and with every ply played.
//
//     ten_perft [DEPTH]

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "spielkern/core/perft.hpp"
#include "spielkern/games/ten/ten.hpp"

using namespace spielkern;

namespace {

constexpr std::uint64_t sequences[] = {1, 19, 612, 14'148, 237'492, 4'185'264, 78'411'576};

}  // namespace

int main(int count, char** texts) {
  const int depth = count > 1 ? std::atoi(texts[1]) : 6;
  if (depth < 0 || depth > 6) {
    std::fprintf(stderr, "the depth must be from 0 to 6\n");
    return 2;
  }
  const Ten::Rules rules(10, Ten::Shortage::truncate);
  Control control;
  const auto measured = [&](const char* name, auto&& counted) {
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t found = counted(rules, Ten::start(rules), static_cast<std::uint32_t>(depth), control);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("%-24s %llu in %.2f s, %.0f million a second\n", name, static_cast<unsigned long long>(found),
                seconds.count(), static_cast<double>(found) / 1e6 / seconds.count());
    return found == sequences[depth];
  };
  const bool counted = measured("last plies counted", perft<Ten>);
  const bool played = measured("every ply played", perft_played<Ten>);
  return counted && played ? 0 : 1;
}
