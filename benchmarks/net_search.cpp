// What each part of the search in Dots and Boxes is worth: nodes and seconds with all of them, and with one switched off.
//
//     net_search [ROWS COLS [THREADS [TABLE SIZE AS A POWER OF TWO [EDGES DRAWN, BY NUMBER ...]]]]
//
// Whatever is switched off, the value must stay the same. Or what becomes of the nodes, by their free edges, one thread:
//
//     net_search --nodes [ROWS COLS [1 [TABLE SIZE AS A POWER OF TWO [EDGES DRAWN, BY NUMBER ...]]]]
//
// Or bounds of the value from wide to narrow, each as it is proven, for boards that take hours:
//
//     net_search --bounds [ROWS COLS [THREADS [TABLE SIZE AS A POWER OF TWO [EDGES DRAWN, BY NUMBER ...]]]]
//
// Or the search against the table of all sets of edges, which takes 2 GiB for 3 x 4, at random sets:
//
//     net_search --against-table [ROWS COLS [THREADS [TABLE SIZE AS A POWER OF TWO [SETS]]]]
//
// Of three sets each edge is drawn in one with probability 1/2, in one with 5/8, in one with 3/4: with fewer a search takes
// long, with more there is nothing left to find out. All are searched with one table, and of every twentieth set all best
// moves too.

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "spielkern/core/rng.hpp"
#include "spielkern/games/dots_and_boxes/net_kernel.hpp"
#include "spielkern/games/dots_and_boxes/quiet.hpp"
#include "spielkern/search/net_search.hpp"
#include "spielkern/solve/net_table.hpp"

using namespace spielkern;
using namespace spielkern::dots_and_boxes;

namespace {

struct Histogram {
  // Of the searched nodes those count as loony that have no step without points to lose.
  struct Row {
    std::array<std::uint64_t, 7> events{};
    std::uint64_t steps = 0;
    std::uint64_t loony = 0;
  };
  const QuietSteps* problem;
  std::array<Row, max_edges + 1>* rows;

  void operator()(const QuietSteps::Node& node, NetEvent event) const {
    Row& row = (*rows)[static_cast<std::size_t>(std::popcount(node.free))];
    ++row.events[static_cast<std::size_t>(event)];
    if (event != NetEvent::searched) return;
    std::array<QuietSteps::Step, QuietSteps::max_steps> steps;
    const auto count = static_cast<std::size_t>(problem->steps(node, steps.data()));
    row.steps += count;
    const auto loses = [](const QuietSteps::Step& step) { return step.points < 0 || step.deal > 0; };
    row.loony += std::all_of(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(count), loses) ? 1 : 0;
  }
};

void print_nodes(const Geometry& board, const NetSearchOptions& options, Edges drawn) {
  const QuietSteps problem(board);
  std::array<Histogram::Row, max_edges + 1> rows{};
  NetSearch<QuietSteps, Histogram> search(problem, options, {&problem, &rows});
  Control control;
  std::printf("net %d\n", search.value(drawn, control));
  std::printf("free        nodes  steps | cut by: table  first  later  failed |  loony | for each node known  alike\n");
  for (std::size_t free = rows.size(); free-- > 0;) {
    const Histogram::Row& row = rows[free];
    const auto of = [&](NetEvent event) { return static_cast<double>(row.events[static_cast<std::size_t>(event)]); };
    const double nodes = of(NetEvent::searched);
    if (nodes == 0) continue;
    std::printf(
        "%4zu %12.0f  %5.1f |         %5.1f%% %5.1f%% %5.1f%%  %5.1f%% | %5.1f%% |               %5.2f  %5.2f\n", free,
        nodes, static_cast<double>(row.steps) / nodes, 100 * of(NetEvent::cut_by_table) / nodes,
        100 * of(NetEvent::cut_by_first) / nodes, 100 * of(NetEvent::cut_by_later) / nodes,
        100 * of(NetEvent::failed) / nodes, 100 * static_cast<double>(row.loony) / nodes, of(NetEvent::known) / nodes,
        of(NetEvent::alike) / nodes);
  }
}

// The further a question is from the value, the sooner it is answered.
void print_bounds(const Geometry& board, const NetSearchOptions& options, Edges drawn) {
  NetSearch<QuietSteps> search(QuietSteps(board), options);
  Control control;
  const auto settled = search.problem().settle(search.problem().node(drawn));
  const int remaining = search.problem().remaining(settled.quiet) + settled.taken;
  const auto start = std::chrono::steady_clock::now();
  Bounds bounds{-remaining, remaining};
  for (int distance = net_steps::of_parity(remaining / 2, remaining); bounds.lower < bounds.upper; distance -= 2) {
    for (const int aim : {-distance, distance + 2}) {
      if (aim <= bounds.lower || aim > bounds.upper) continue;
      if (search.at_least(drawn, aim, control)) {
        bounds.lower = aim;
      } else {
        bounds.upper = aim - 2;
      }
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      std::printf("net from %3d to %3d %12llu nodes %8.2f s\n", bounds.lower, bounds.upper,
                  static_cast<unsigned long long>(search.nodes()), seconds.count());
      std::fflush(stdout);
    }
  }
}

Edges random_set(Rng& rng, std::uint64_t nth, const Geometry& board) {
  Edges drawn = rng.next();
  if (nth % 3 == 1) drawn |= rng.next() & rng.next();
  if (nth % 3 == 2) drawn |= rng.next();
  return drawn & board.all();
}

// Do search and table agree?
bool agrees_with_table(const Geometry& board, const NetSearchOptions& options, std::uint64_t sets) {
  Control control;
  const NetTable table = NetTable::solve(*std::make_unique<NetKernel>(board), board.edges(), ~std::uint64_t{0},
                                         std::max(1U, std::thread::hardware_concurrency()), control);
  NetSearch<QuietSteps> search(QuietSteps(board), options);
  Rng rng(1);
  std::uint64_t moves = 0;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t nth = 0; nth < sets; ++nth) {
    const Edges drawn = random_set(rng, nth, board);
    const int net = table.net(drawn);
    bool agrees = search.value(drawn, control) == net;
    if (nth % 20 == 0) {
      const std::vector<int> found = search.best_moves(drawn, control);
      std::vector<int> best;
      search.problem().for_each_move(drawn, [&](int edge, Edges after, int points) {
        const int next = table.net(after);
        if ((points > 0 ? points + next : -next) == net) best.push_back(edge);
        return true;
      });
      agrees = agrees && found == best;
      moves += best.size();
    }
    if (!agrees) {
      std::printf("set %#llx: the table says %d, the search does not\n", static_cast<unsigned long long>(drawn), net);
      return false;
    }
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%llu sets of %d x %d agree, and %llu best moves of every twentieth; %llu nodes %.1f s\n",
              static_cast<unsigned long long>(sets), board.rows(), board.cols(), static_cast<unsigned long long>(moves),
              static_cast<unsigned long long>(search.nodes()), seconds.count());
  return true;
}

}  // namespace

int main(int count, char** texts) {
  const std::string what = count > 1 ? texts[1] : "";
  if (what == "--nodes" || what == "--bounds" || what == "--against-table") {
    --count;
    ++texts;
  }
  const auto number = [&](int nth, int otherwise) { return count > nth ? std::atoi(texts[nth]) : otherwise; };
  const Geometry board(number(1, 3), number(2, 3));
  NetSearchOptions options;
  options.threads = static_cast<unsigned>(number(3, 1));
  options.table_bytes = std::uint64_t{1} << number(4, 28);
  if (what == "--against-table") {
    return agrees_with_table(board, options, static_cast<std::uint64_t>(number(5, 100'000))) ? 0 : 1;
  }
  Edges drawn = 0;
  for (int nth = 5; nth < count; ++nth) drawn |= bit(number(nth, 0));
  if (what == "--bounds") {
    print_bounds(board, options, drawn);
    return 0;
  }
  if (what == "--nodes") {
    options.threads = 1;
    print_nodes(board, options, drawn);
    return 0;
  }

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
