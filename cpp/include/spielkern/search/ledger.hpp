#pragma once

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/files.hpp"
#include "spielkern/core/text.hpp"
#include "spielkern/search/net_search.hpp"

namespace spielkern {

// Proven bounds as a text file, one in a line, added as they are found:
//
//     4x5 0000000000010 -2 2 123456 7.8
//
// The board's name, the position's canonical set in hexadecimal digits, the lower and the upper bound of its net, the nodes
// and the seconds the proof took. Every line is on the disk before the next one is worked at. Lines of other boards are left
// alone; a file with any other line is none of ours and is refused. What a killed process left of a last line does not count
// and goes when the next one is written.
class Ledger {
 public:
  // A name without spaces. Throws TableError if the file cannot be read or a line makes no sense.
  Ledger(std::filesystem::path path, std::string board, Control& control)
      : path_(std::move(path)), board_(std::move(board)) {
    read(control);
  }

  const std::filesystem::path& path() const { return path_; }
  std::size_t size() const { return known_.size(); }

  std::optional<Bounds> find(std::uint64_t set) const {
    const auto found = known_.find(set);
    return found == known_.end() ? std::nullopt : std::optional(found->second);
  }

  // Narrows what is known, in memory and in the file.
  void add(std::uint64_t set, Bounds bounds, std::uint64_t nodes, double seconds) {
    if (const auto before = find(set)) {
      bounds = {std::max(bounds.lower, before->lower), std::min(bounds.upper, before->upper)};
      if (bounds.lower > bounds.upper) fail_with_file(path_, "contradicts what was proven now");
    }
    char line[128];
    const int size =
        std::snprintf(line, sizeof(line), " %013llx %d %d %llu %.1f\n", static_cast<unsigned long long>(set),
                      bounds.lower, bounds.upper, static_cast<unsigned long long>(nodes), seconds);
    append(board_ + std::string(line, static_cast<std::size_t>(size)));
    known_[set] = bounds;
  }

 private:
  void read(Control& control) {
    std::error_code error;
    if (!std::filesystem::exists(path_, error)) return;
    if (!std::filesystem::is_regular_file(path_, error)) fail_with_file(path_, "is not a file");
    std::ifstream file(path_, std::ios::binary);
    if (!file) fail_with_file(path_, "cannot be read");
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); ++number) {
      control.tick();
      if (file.eof()) {  // no newline: a line that was not finished, if it is a line at all
        const std::string_view name = std::string_view(line).substr(0, line.find(' '));
        if (whole_ == 0 && board_.compare(0, name.size(), name) != 0) fail_with_line(number, line);
        torn_ = line.size();
        return;
      }
      take(line, number);
      whole_ += line.size() + 1;
    }
  }

  [[noreturn]] void fail_with_line(std::size_t number, std::string_view line) const {
    fail_with_file(path_,
                   "is no ledger: line " + std::to_string(number) +
                       " is not a board, a set, two bounds, a number of nodes and of seconds: " + in_quotes(line));
  }

  void take(std::string_view line, std::size_t number) {
    std::vector<std::string_view> fields;
    for (std::size_t begin = 0; begin <= line.size() && fields.size() < 7;) {
      const std::size_t end = std::min(line.find(' ', begin), line.size());
      fields.push_back(line.substr(begin, end - begin));
      begin = end + 1;
    }
    std::uint64_t set = 0;
    std::uint64_t nodes = 0;
    std::uint64_t seconds = 0;
    Bounds bounds{0, 0};
    const auto number_in = [&](std::string_view field, auto& out, int base) {
      const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), out, base);
      return error == std::errc() && end == field.data() + field.size();
    };
    const auto seconds_in = [&](std::string_view field) {
      const std::size_t point = field.find('.');
      return point != std::string_view::npos && number_in(field.substr(0, point), seconds, 10) &&
             number_in(field.substr(point + 1), seconds, 10);
    };
    if (fields.size() != 6 || fields[0].empty() || !number_in(fields[1], set, 16) ||
        !number_in(fields[2], bounds.lower, 10) || !number_in(fields[3], bounds.upper, 10) ||
        !number_in(fields[4], nodes, 10) || !seconds_in(fields[5])) {
      fail_with_line(number, line);
    }
    if (fields[0] != board_) return;
    const auto [place, is_new] = known_.try_emplace(set, bounds);
    if (!is_new) {
      place->second = {std::max(place->second.lower, bounds.lower), std::min(place->second.upper, bounds.upper)};
    }
    if (place->second.lower > place->second.upper) {
      fail_with_file(path_, "line " + std::to_string(number) + " contradicts itself or an earlier one");
    }
  }

  void append(const std::string& line) {
    if (torn_ > 0) {
      // Unless another process has gone on with the file meanwhile.
      std::error_code error;
      if (std::filesystem::file_size(path_, error) == whole_ + torn_)
        std::filesystem::resize_file(path_, whole_, error);
      if (error) fail_with_file(path_, "cannot be written: " + error.message());
      torn_ = 0;
    }
#ifdef SPIELKERN_POSIX
    const int file = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0) fail_with_errno(path_, "opening");
    errno = ENOSPC;  // what a line written in part means
    const bool written = ::write(file, line.data(), line.size()) == static_cast<::ssize_t>(line.size());
    const bool synced = written && ::fsync(file) == 0;
    const int error = errno;
    ::close(file);
    errno = error;
    if (!synced) fail_with_errno(path_, "writing");
#else
    std::ofstream file(path_, std::ios::binary | std::ios::app);
    file << line << std::flush;
    if (!file) fail_with_file(path_, "cannot be written");
#endif
  }

  std::filesystem::path path_;
  std::string board_;
  std::map<std::uint64_t, Bounds> known_;
  std::uint64_t whole_ = 0;  // bytes of whole lines when the file was read
  std::uint64_t torn_ = 0;   // and of what came after them
};

// A search cut into openings: the steps of the first `depth` plies are gone through here, and what is asked about the
// positions after them is answered by the search, each answer a line of the ledger; so are the answers for the positions
// on the way. A later run begins where the ledger ends, and where it answers all needs neither search nor table.
template <NetProblem P>
class SplitSearch {
 public:
  using Set = typename P::Set;
  using Node = typename P::Node;
  using Step = typename P::Step;
  // Told of every bound that is proven.
  using Report = std::function<void(Set, Bounds)>;

  SplitSearch(NetSearch<P>& search, Ledger& ledger, int depth, Report report = {})
      : search_(search), ledger_(ledger), depth_(depth), report_(std::move(report)) {}

  // PRECONDITION: nothing can be taken in the position.
  int value(const Set& set, Control& control) {
    const P& problem = search_.problem();
    const Node node = problem.node(set);
    const int remaining = problem.remaining(node);
    return net_steps::narrowed(
        {-remaining, remaining}, [&](int aim) { return prove(node, depth_, aim, control); }, [](Bounds) {});
  }

  // A bound that settles whether the value is at least `aim`: a lower one if it is, else an upper one.
  int prove(const Node& node, int depth, int aim, Control& control) {
    const P& problem = search_.problem();
    const int remaining = problem.remaining(node);
    if (aim <= -remaining) return -remaining;
    if (aim > remaining) return remaining;
    const Set set = problem.canonical(problem.set(node));
    if (const auto known = ledger_.find(set)) {
      if (known->lower < -remaining || known->upper > remaining || ((known->lower ^ remaining) & 1) != 0 ||
          ((known->upper ^ remaining) & 1) != 0) {
        fail_with_file(ledger_.path(), "has bounds that cannot be: " + std::to_string(known->lower) + " and " +
                                           std::to_string(known->upper) + " with " + std::to_string(remaining) +
                                           " points to come");
      }
      if (known->lower >= aim) return known->lower;
      if (known->upper < aim) return known->upper;
    }
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t nodes = search_.nodes();
    const int bound = depth == 0 ? search_.ask(node, aim, control) : over_steps(node, depth, aim, remaining, control);
    const Bounds bounds = bound >= aim ? Bounds{bound, remaining} : Bounds{-remaining, bound};
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    ledger_.add(set, bounds, search_.nodes() - nodes, seconds.count());
    if (report_) report_(set, *ledger_.find(set));
    return bound;
  }

 private:
  int over_steps(const Node& node, int depth, int aim, int remaining, Control& control) {
    const P& problem = search_.problem();
    std::vector<Step> steps(static_cast<std::size_t>(P::max_steps));
    steps.resize(static_cast<std::size_t>(problem.steps(node, steps.data())));
    std::stable_sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.order > b.order; });
    int upper = -remaining;
    std::vector<Set> seen;
    for (const Step& step : steps) {
      // What a symmetry makes equal to an earlier step after no capture is worth the same.
      const Set after = problem.canonical(problem.set(step.after));
      if (std::find(seen.begin(), seen.end(), after) != seen.end()) continue;
      const int left = problem.remaining(step.after);
      const Bounds range =
          left == 0 ? net_steps::range(step, {0, 0}) : net_steps::test(step, left, aim, [&](int value) {
            return prove(step.after, depth - 1, value, control);
          });
      if (range.lower >= aim) return range.lower;
      upper = std::max(upper, range.upper);
      if (step.passes && step.deal == 0 && step.points == 0) seen.push_back(after);
    }
    return upper;
  }

  NetSearch<P>& search_;
  Ledger& ledger_;
  int depth_;
  Report report_;
};

}  // namespace spielkern
