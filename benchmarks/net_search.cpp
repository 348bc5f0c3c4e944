// What each part of the search in Dots and Boxes is worth: nodes and seconds with all of them, and with one switched off.
//
//     net_search [ROWS COLS [THREADS [TABLE SIZE AS A POWER OF TWO [EDGES DRAWN, BY NUMBER ...]]]]
//
// Whatever is switched off, the value must stay the same.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "spielkern/games/dots_and_boxes/quiet.hpp"
#include "spielkern/search/net_search.hpp"

using namespace spielkern;
using namespace spielkern::dots_and_boxes;

int main(int count, char** texts) {
  const auto number = [&](int nth, int otherwise) { return count > nth ? std::atoi(texts[nth]) : otherwise; };
  const Geometry board(number(1, 3), number(2, 3));
  NetSearchOptions options;
  options.threads = static_cast<unsigned>(number(3, 1));
  options.table_bytes = std::uint64_t{1} << number(4, 28);
  Edges drawn = 0;
  for (int nth = 5; nth < count; ++nth) drawn |= bit(number(nth, 0));

  std::vector<std::pair<std::string, std::pair<Reductions, NetSearchOptions>>> runs{{"all", {{}, options}}};
  const auto without = [&](const std::string& name, bool Reductions::* part) {
    runs.push_back({"no " + name, {{}, options}});
    runs.back().second.first.*part = false;
  };
  const auto without_in_search = [&](const std::string& name, bool NetSearchOptions::* part) {
    runs.push_back({"no " + name, {{}, options}});
    runs.back().second.second.*part = false;
  };
  without("captures by rule", &Reductions::captures);
  without("one step a chain", &Reductions::one_per_chain);
  without("symmetries", &Reductions::symmetries);
  without("corners", &Reductions::corners);
  without("shapes", &Reductions::shapes);
  without_in_search("cut-offs by the table", &NetSearchOptions::cutoffs_by_table);
  without_in_search("prefetching", &NetSearchOptions::prefetching);
  without_in_search("ordering", &NetSearchOptions::ordering);
  without_in_search("history", &NetSearchOptions::history);
  without_in_search("looking ahead", &NetSearchOptions::looking_ahead);

  int expected = 0;
  for (const auto& [name, parts] : runs) {
    NetSearch<QuietSteps> search(QuietSteps(board, parts.first), parts.second);
    Control control;
    const auto start = std::chrono::steady_clock::now();
    const int value = search.value(drawn, control);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("%-24s net %3d %12llu nodes %8.2f s\n", name.c_str(), value,
                static_cast<unsigned long long>(search.nodes()), seconds.count());
    std::fflush(stdout);
    if (name == "all") expected = value;
    if (value != expected) return 1;
  }
}
