#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/search/transpositions.hpp"

namespace spielkern {

template <class P>
concept NetProblem = requires(const P& problem, const typename P::Node& node, typename P::Step* steps,
                              const typename P::Step& step, std::size_t image, unsigned hint) {
  { P::max_steps } -> std::convertible_to<int>;
  { problem.key_bits() } -> std::same_as<unsigned>;
  { problem.greatest() } -> std::same_as<int>;
  { problem.remaining(node) } -> std::same_as<int>;
  { problem.key(node) } -> std::same_as<typename P::Key>;
  { problem.steps(node, steps) } -> std::same_as<int>;
  { problem.hint(node, step, image) } -> std::same_as<unsigned>;
  { problem.fits(node, step, image, hint) } -> std::same_as<bool>;
};

struct NetSearchOptions {
  std::uint64_t table_bytes = std::uint64_t{1} << 28;
  unsigned threads = 1;
  bool cutoffs_by_table = true;
  bool prefetching = true;
  bool hints = true;
  bool ordering = true;
};

template <NetProblem P>
class NetSearch {
 public:
  using Node = typename P::Node;
  using Step = typename P::Step;

  NetSearch(P problem, const NetSearchOptions& options)
      : problem_(std::move(problem)),
        options_(options),
        table_(problem_.key_bits(), problem_.greatest(), problem_.has_shapes() ? options.table_bytes / 2 : options.table_bytes) {
    if (problem_.has_shapes()) shapes_.emplace(P::shape_bits, problem_.greatest(), options.table_bytes / 2);
  }

  const P& problem() const { return problem_; }
  Transpositions& table() { return table_; }
  std::uint64_t nodes() const { return nodes_; }
  std::array<std::uint64_t, 65> histogram{};
  std::uint64_t shape_looks = 0, shape_hits = 0;

  int value(const Node& node, Control& control) {
    const int most = problem_.remaining(node);
    Bounds bounds{-most, most};
    int guess = most % 2 == 0 ? 0 : 1;
    while (bounds.lower < bounds.upper) {
      const int aim = std::clamp(guess, bounds.lower + 2, bounds.upper);
      const int bound = run(node, aim, control);
      if (bound >= aim) {
        bounds.lower = bound;
        guess = bound + 2;
      } else {
        bounds.upper = bound;
        guess = bound;
      }
    }
    return bounds.lower;
  }

  int run(const Node& node, int aim, Control& control) {
    const int remaining = problem_.remaining(node);
    if (remaining == 0) return 0;
    Thread self{0, &control, 0};
    const auto key = problem_.key(node);
    const int result = search(self, node, remaining, table_.place(key.edges, remaining), key.image, aim);
    nodes_ += self.nodes;
    return result;
  }

 private:
  struct Thread {
    unsigned number;
    Control* control;
    std::uint64_t nodes;
  };

  // A step whose value is not known well enough yet.
  struct Open {
    Transpositions::Place place;
    std::size_t image;
    int remaining;
    int step;
    int order;
    Bounds bounds;
  };

  static Bounds value_range(const Step& step, Bounds after) {
    if (!step.passes) return {step.points + after.lower, step.points + after.upper};
    if (step.deal == 0) return {step.points - after.upper, step.points - after.lower};
    const int low = after.lower + step.deal;
    const int high = after.upper + step.deal;
    const int least = low >= 0 ? low : high <= 0 ? -high : (low & 1);
    return {step.points - std::max(-low, high), step.points - least};
  }

  // The least number of the right parity that is not below `value`.
  static int of_parity(int value, int remaining) { return value + ((value ^ remaining) & 1); }

  int search(Thread& self, const Node& node, int remaining, const Transpositions::Place& place, std::size_t image,
             int aim) {
    if (aim <= -remaining) return -remaining;
    if (aim > remaining) return remaining;
    const Transpositions::Found found = table_.find(place);
    if (found.bounds.lower >= aim) return found.bounds.lower;
    if (found.bounds.upper < aim) return found.bounds.upper;
    std::optional<Transpositions::Place> shape;
    if (shapes_) {
      if (const auto code = problem_.shape(node)) {
        shape = shapes_->place(*code, remaining);
        ++shape_looks;
        const Transpositions::Found alike = shapes_->find(*shape);
        if (alike.bounds.lower >= aim || alike.bounds.upper < aim) {
          ++shape_hits;
          table_.store(place, alike.bounds, found.hint, 1);
          return alike.bounds.lower >= aim ? alike.bounds.lower : alike.bounds.upper;
        }
      }
    }
    const auto store = [&](Bounds bounds, unsigned hint, std::uint64_t nodes) {
      table_.store(place, bounds, hint, nodes);
      if (shape) shapes_->store(*shape, bounds, Transpositions::no_hint, nodes);
    };
    ++self.nodes;
    histogram[std::popcount(node.free)]++;
    if (self.control != nullptr) self.control->tick();
    const std::uint64_t nodes_before = self.nodes;

    std::array<Step, P::max_steps> steps;
    std::array<Open, P::max_steps> open;
    const int count = problem_.steps(node, steps.data());
    int opened = 0;
    int upper = -remaining;
    for (int i = 0; i < count; ++i) {
      Open& next = open[opened];
      const Step& step = steps[i];
      next.step = i;
      next.order = step.order;
      next.remaining = problem_.remaining(step.after);
      if (next.remaining == 0) {
        const Bounds range = value_range(step, {0, 0});
        if (range.lower >= aim) {
          store({range.lower, remaining}, problem_.hint(node, step, image), 1);
          return range.lower;
        }
        upper = std::max(upper, range.upper);
        continue;
      }
      const auto key = problem_.key(step.after);
      next.place = table_.place(key.edges, next.remaining);
      next.image = key.image;
      if (options_.prefetching) table_.prefetch(next.place);
      ++opened;
    }
    if (options_.cutoffs_by_table) {
      int left = 0;
      for (int i = 0; i < opened; ++i) {
        Open& next = open[i];
        const Step& step = steps[next.step];
        Bounds after = table_.find(next.place).bounds;
        after.lower = std::max(after.lower, -next.remaining);
        after.upper = std::min(after.upper, next.remaining);
        const Bounds range = value_range(step, after);
        if (range.lower >= aim) {
          store({range.lower, remaining}, problem_.hint(node, step, image), 1);
          return range.lower;
        }
        if (range.upper < aim) {
          upper = std::max(upper, range.upper);
          continue;
        }
        open[left++] = next;
      }
      opened = left;
    }
    if (options_.hints && found.hint != Transpositions::no_hint) {
      for (int i = 0; i < opened; ++i) {
        if (problem_.fits(node, steps[open[i].step], image, found.hint)) open[i].order += 10000;
      }
    }
    if (options_.ordering) {
      for (int i = 1; i < opened; ++i) {
        const Open moved = open[i];
        int j = i;
        for (; j > 0 && open[j - 1].order < moved.order; --j) open[j] = open[j - 1];
        open[j] = moved;
      }
    }
    for (int i = 0; i < opened; ++i) {
      const Step& step = steps[open[i].step];
      const Bounds range = test(self, step, open[i], aim);
      if (range.lower >= aim) {
        store({range.lower, remaining}, problem_.hint(node, step, image), self.nodes - nodes_before);
        return range.lower;
      }
      upper = std::max(upper, range.upper);
    }
    store({-remaining, upper}, Transpositions::no_hint, self.nodes - nodes_before);
    return upper;
  }

  // Searches after a step until its value is known to be at least `aim` or below.
  Bounds test(Thread& self, const Step& step, const Open& next, int aim) {
    const int remaining = next.remaining;
    const auto ask = [&](int at_least) {
      return search(self, step.after, remaining, next.place, next.image, of_parity(at_least, remaining));
    };
    constexpr int far = 1000;
    if (!step.passes) {
      const int needed = aim - step.points;
      const int bound = ask(needed);
      return bound >= needed ? Bounds{step.points + bound, far} : Bounds{-far, step.points + bound};
    }
    const int allowed = step.points - aim;  // so much may v be, or |v + deal|
    if (step.deal == 0) {
      const int bound = ask(allowed + 1);
      return bound > allowed ? Bounds{-far, step.points - bound} : Bounds{step.points - bound, far};
    }
    if (allowed < 0) return {-far, step.points};
    const int above = ask(allowed - step.deal + 1);
    if (above + step.deal > allowed) return {-far, step.points - (above + step.deal)};
    const int below = ask(-allowed - step.deal);
    if (below + step.deal < -allowed) return {-far, step.points + (below + step.deal)};
    return {step.points - std::max(above + step.deal, -(below + step.deal)), far};
  }

  P problem_;
  NetSearchOptions options_;
  Transpositions table_;
  std::optional<Transpositions> shapes_;
  std::uint64_t nodes_ = 0;
};

}  // namespace spielkern
