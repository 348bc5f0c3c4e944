// Counts the sequences of so many plies from the start of any game: perft "nim heaps=3,4,5" 6
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string_view>

#include "spielkern/core/perft.hpp"
#include "spielkern/game_list.hpp"

int main(int argc, char** argv) try {
  using namespace spielkern;
  if (argc != 3) {
    std::cerr << "usage: perft RULES DEPTH\n";
    return 2;
  }
  const std::string_view text = argv[1];
  const auto depth = static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10));
  const bool found = GameList::for_named(game_in_rules(text), [&]<class G>() {
    const auto rules = parse_rules<G>(text);
    Control control;
    if constexpr (Chance<G>) {
      Rng rng(1);
      std::cout << perft<G>(rules, G::start(rules, rng), depth, control) << '\n';
    } else {
      std::cout << perft<G>(rules, G::start(rules), depth, control) << '\n';
    }
  });
  if (!found) std::cerr << "there is no such game\n";
  return found ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
