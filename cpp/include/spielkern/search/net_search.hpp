#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/errors.hpp"
#include "spielkern/core/keys.hpp"
#include "spielkern/core/pages.hpp"
#include "spielkern/core/parallel.hpp"
#include "spielkern/core/table_file.hpp"
#include "spielkern/core/text.hpp"
#include "spielkern/search/net_steps.hpp"
#include "spielkern/search/transpositions.hpp"

namespace spielkern {

// A game in which points are counted, as a search for the net sees it: the points still to come, the mover's minus the
// opponent's, under best play. All values of a position have the parity of the points that remain.
//
// REQUIRED
//   Set                     a number, what is searched for from outside, any position
//   Move                    a legal move in one
//   Node                    trivially copyable: a position that the search stops at
//   Step                    { Node after; int points; int deal; bool passes; int order; } one of the steps from a node.
//                           With v the value of `after` the node's is at least, and by one of its steps exactly,
//                              points + v             if the turn is kept
//                              points - v             if it passes
//                              points - |v + deal|    if it passes and deal > 0: the opponent may choose
//                           `order`: higher ones are looked at first
//   max_steps, shape_bits   constants
//   order_unit              a difference in `order` that says little
//   is_big(node)            so much hangs on the node that looking at all replies to its steps costs nothing beside it
//   key_bits(), greatest()  keys are below 2^key_bits, values from -greatest to greatest
//   scheme()                names what the keys depend on; files carry it
//   set(node), canonical(set)  the way back; the same set for all that play alike by the symmetries of the board
//   node(set), settle(node) a Settled { Node quiet; int taken; int deal; }: the value is taken + v, with a deal
//                           taken + |v + deal|
//   for_each_move(set, f)   f(move, set after it, points); the turn passes if these are 0
//   remaining(node)         the points that remain
//   key(node)               a number below 2^key_bits; equal ones mean equal values
//   steps(node, out)        writes the steps, returns how many: at least one if points remain, and n steps on at most
//                           max_steps - n
//   number(node, step)      a step as a number below 64, as far as possible the same for what plays alike in other nodes
//   has_shapes(), shape(node)  a second key below 2^shape_bits, coarser and slower to find; it may be missing
//
// All may be called from several threads at once.
template <class P>
concept NetProblem = requires(const P& problem, const typename P::Set& set, const typename P::Node& node,
                              typename P::Step* steps, const typename P::Step& step) {
  { P::max_steps } -> std::convertible_to<int>;
  { P::shape_bits } -> std::convertible_to<unsigned>;
  { P::order_unit } -> std::convertible_to<int>;
  { problem.key_bits() } -> std::same_as<unsigned>;
  { problem.greatest() } -> std::same_as<int>;
  { problem.scheme() } -> std::same_as<std::string>;
  { problem.node(set) } -> std::same_as<typename P::Node>;
  { problem.set(node) } -> std::same_as<typename P::Set>;
  { problem.canonical(set) } -> std::same_as<typename P::Set>;
  { problem.settle(node) } -> std::same_as<typename P::Settled>;
  problem.for_each_move(set, [](const typename P::Move&, const typename P::Set&, int) { return true; });
  { problem.remaining(node) } -> std::same_as<int>;
  { problem.is_big(node) } -> std::same_as<bool>;
  { problem.key(node) } -> std::same_as<std::uint64_t>;
  { problem.steps(node, steps) } -> std::same_as<int>;
  { problem.number(node, step) } -> std::same_as<std::size_t>;
  { problem.has_shapes() } -> std::same_as<bool>;
  { problem.shape(node) } -> std::same_as<std::optional<std::uint64_t>>;
};

struct NetSearchOptions {
  std::uint64_t table_bytes = std::uint64_t{1} << 28;
  unsigned threads = 1;
  // What the search itself is made of, to be switched off for measuring. The values stay the same.
  bool cutoffs_by_table = true;  // all steps are looked up before the first is searched
  bool prefetching = true;
  bool ordering = true;       // the problem's order
  bool history = true;        // corrected by how often each step was enough so far
  bool looking_ahead = true;  // and in big positions by how many replies are left to be searched
};

// What becomes of the nodes a search comes to. `known` and `alike` ones are answered by the table, by key or by shape; of
// those `searched` each is cut or failed: no step was enough.
enum class NetEvent { known, alike, searched, cut_by_table, cut_by_first, cut_by_later, failed };

// Hears of nothing; another one of this form counts for measuring. It is called by all threads.
struct NoTrace {
  template <class Node>
  void operator()(const Node&, NetEvent) const {}
};

// Searches for the net. Every question is put as "is it at least so much?", answered by a search with a null window that
// remembers in a table what it found out; a value takes few such questions, since only those of its parity are asked and
// each answer says more than it was asked for. What is remembered stays true for all later questions.
//
// Several threads answer the same question with one table. Each leaves for later what another one is just at, so that
// they spread by themselves (T. Kerrigan's simplified ABDADA); what one finds the others find in the table.
//
// One search is used by one caller at a time.
template <NetProblem P, class Trace = NoTrace>
class NetSearch {
 public:
  using Set = typename P::Set;
  using Move = typename P::Move;
  using Node = typename P::Node;
  using Step = typename P::Step;

  // Throws MemoryLimitError if no table of so few bytes will do.
  NetSearch(P problem, const NetSearchOptions& options, Trace trace = {})
      : problem_(std::move(problem)),
        options_(options),
        trace_(std::move(trace)),
        sizes_(sizes(problem_, options.table_bytes)),
        memory_(static_cast<std::size_t>(sizes_.keys + sizes_.shapes) * Transpositions::bucket_size),
        keys_(problem_.key_bits(), problem_.greatest(), memory_.data(), sizes_.keys) {
    options_.threads = useful_threads(options.threads);
    if (sizes_.shapes > 0) {
      shapes_.emplace(P::shape_bits, problem_.greatest(), memory_.data() + keys_.size(), sizes_.shapes);
    }
  }

  const P& problem() const { return problem_; }
  std::uint64_t table_bytes() const { return memory_.size() * sizeof(std::uint64_t); }

  // Where the search stands; may be asked for while it runs.
  struct Status {
    Bounds bounds;        // of the last position whose value was asked for
    std::uint64_t nodes;  // so far, over all questions
    double table_use;     // between 0 and 1
  };
  Status status() const { return {{lower_, upper_}, nodes_, table_use()}; }
  std::uint64_t nodes() const { return nodes_; }
  double table_use() const { return shapes_ ? shapes_->use() : keys_.use(); }

  int value(const Set& set, Control& control) {
    const auto settled = problem_.settle(problem_.node(set));
    const int remaining = problem_.remaining(settled.quiet);
    // The value is that of a step in which the opponent took what can be taken, the other way round.
    const Step taking{settled.quiet, -settled.taken, settled.deal, true, 0};
    const auto tell = [&](Bounds quiet) {
      const Bounds whole = net_steps::range(taking, quiet);
      lower_ = -whole.upper;
      upper_ = -whole.lower;
    };
    const Bounds all{-remaining, remaining};
    tell(all);
    net_steps::narrowed(all, [&](int aim) { return ask(settled.quiet, aim, control); }, tell);
    return lower_;
  }

  // One question: is the value at least so much?
  bool at_least(const Set& set, int value, Control& control) {
    const auto settled = problem_.settle(problem_.node(set));
    const int needed = value - settled.taken;
    const auto reaches = [&](int aim) {
      aim = of_parity(aim, problem_.remaining(settled.quiet));
      return ask(settled.quiet, aim, control) >= aim;
    };
    if (settled.deal == 0) return reaches(needed);
    return needed <= 0 || reaches(needed - settled.deal) || !reaches(1 - needed - settled.deal);
  }

  // Does a move to `after`, which takes `points`, keep the value of the set before it?
  bool keeps(const Set& after, int points, int value, Control& control) {
    return points > 0 ? at_least(after, value - points, control) : !at_least(after, 1 - value, control);
  }

  // A bound of a node's value that settles whether it is at least `aim`: a lower one if it is, else an upper one.
  // PRECONDITION: `aim` has the parity of the points that remain.
  int ask(const Node& node, int aim, Control& control) {
    const int remaining = problem_.remaining(node);
    if (remaining == 0) return 0;
    control.begin("searching", 0);
    if (options_.threads > 1) {
      for (auto& mark : busy_) mark.store(0, std::memory_order_relaxed);  // of threads that were stopped
    }
    Question question{node, aim, control};
    if (!self_) self_.emplace(true);
    Thread& self = *self_;
    self.used = 0;
    self.side = 0;
    self.nodes = 0;
    self.told = 0;
    std::exception_ptr failure;
    try {
      answer(question, self);
    } catch (const Stopped&) {
      // By a helper that was first.
    } catch (...) {
      failure = std::current_exception();
    }
    question.stopped = true;
    for (std::thread& helper : question.helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
    return question.bound;
  }

  // All moves that keep the value, in the problem's order. Every legal move is put to the test, none is left out for
  // being like another or worse.
  std::vector<Move> best_moves(const Set& set, Control& control) {
    std::vector<Move> best;
    const int value = this->value(set, control);
    problem_.for_each_move(set, [&](const Move& move, const Set& after, int points) {
      if (keeps(after, points, value, control)) best.push_back(move);
      return true;
    });
    return best;
  }

  // Best play to the end, or as many moves as are asked for: the first of the best moves each time.
  std::vector<Move> line(Set set, std::size_t max_moves, Control& control) {
    std::vector<Move> moves;
    int value = this->value(set, control);
    for (bool found = true; found && moves.size() < max_moves;) {
      found = false;
      problem_.for_each_move(Set(set), [&](const Move& move, const Set& after, int points) {
        if (!keeps(after, points, value, control)) return true;
        moves.push_back(move);
        set = after;
        value = points > 0 ? value - points : -value;
        found = true;
        return false;
      });
    }
    return moves;
  }

  // The table as a file, so that a search that was stopped goes on where it was.
  void save(const std::filesystem::path& path, const std::string& rules, Control& control) const {
    TableHeader header;
    header.kind = TableHeader::Kind::checkpoint;
    header.rules = rules;
    header.scheme = problem_.scheme();
    header.cells = memory_.size() * 2;
    header.width = 4;
    control.begin("writing", table_bytes());
    write_table(path, header, reinterpret_cast<const std::byte*>(memory_.data()), [&](std::uint64_t written) {
      control.progress().done = written;
      control.poll();
    });
  }

  // PRECONDITION: nothing was searched yet. Throws TableError if the file is not one of these rules and of this size.
  void load(const std::filesystem::path& path, const std::string& rules, Control& control) {
    const TableFile file(path);
    const TableHeader& header = file.header();
    if (header.rules != rules) fail_with_file(path, "is a table of '" + header.rules + "', not of '" + rules + "'");
    if (header.kind != TableHeader::Kind::checkpoint || header.scheme != problem_.scheme()) {
      fail_with_file(path, "holds '" + header.scheme + "', not '" + problem_.scheme() + "'");
    }
    if (header.width != 4 || header.cells != memory_.size() * 2) {
      fail_with_file(path, "is a table of " + shown_bytes(file.bytes()) + ", not of " + shown_bytes(table_bytes()));
    }
    file.check_all(control);
    for (std::size_t i = 0; i < memory_.size(); ++i) {
      if (i % (1 << 20) == 0) control.poll();
      std::uint64_t entry = 0;
      std::memcpy(&entry, file.cells() + i * sizeof(entry), sizeof(entry));
      memory_[i].store(entry, std::memory_order_relaxed);
    }
  }

 private:
  // Another thread has answered, or the caller gave up.
  struct Stopped {};

  struct Places;
  struct Open;

  // The key of a node seen lately.
  struct Seen {
    bool any;
    Set set;
    std::uint64_t key;
  };

  // The steps of all plies lie in one piece of memory, for stacks of threads may be small.
  struct Thread {
    explicit Thread(bool is_calling)
        : calling(is_calling),
          steps(std::make_unique_for_overwrite<Step[]>(most)),
          places(std::make_unique_for_overwrite<Places[]>(most)),
          open(std::make_unique_for_overwrite<Open[]>(most)),
          seen(std::make_unique<Seen[]>(seen_size)) {}

    bool calling;
    std::unique_ptr<Step[]> steps;
    std::unique_ptr<Places[]> places;  // of what comes after each step
    std::unique_ptr<Open[]> open;
    std::size_t used = 0;  // of all three
    std::unique_ptr<Seen[]> seen;
    // How often a step, by its number, was enough for the player on turn at the root (0) and for the other one (1), between
    // 0 and 1; what is long ago fades. It changes slowly, and so little that about the same steps come first everywhere:
    // whatever sends the search through the same positions again and again is worth more than a guess at the best step.
    std::array<std::array<float, 64>, 2> success{};
    std::size_t side = 0;  // who is on turn
    std::uint64_t nodes = 0;
    std::uint64_t told = 0;  // of these, those in nodes_
  };

  // One question and the threads that work at it.
  struct Question {
    const Node& node;
    int aim;
    Control& control;
    std::atomic<bool> stopped{false};
    std::atomic<bool> answered{false};
    std::atomic<int> bound{0};
    std::vector<std::thread> helpers{};
  };

  // Where the tables have a node. Its place by shape takes long to find, so that it is found once for all questions about
  // the node, and not before the node is about to be searched.
  struct Places {
    int remaining;
    Transpositions::Place key;
    std::optional<Transpositions::Place> shape{};
    bool has_shape = false;  // was looked for, though there may be none
  };

  // A step whose value is not known well enough yet.
  struct Open {
    int step;
    int order;
  };

  // Keeps the steps of a ply while the plies below are searched.
  class Used {
   public:
    Used(Thread& thread, std::size_t count) : thread_(thread), count_(count) { thread_.used += count_; }
    Used(const Used&) = delete;
    Used& operator=(const Used&) = delete;
    ~Used() { thread_.used -= count_; }

   private:
    Thread& thread_;
    std::size_t count_;
  };

  struct Sizes {
    std::uint64_t keys;
    std::uint64_t shapes;
  };

  // max_steps in one ply, one less in the next, and so on.
  static constexpr std::size_t most = std::size_t{P::max_steps} * (P::max_steps + 1) / 2;
  static constexpr std::uint64_t alone = 1 << 12;  // nodes until others are called to help
  // With shapes, which remember everything, keys are for what was seen lately: as many as the processor's cache holds.
  static constexpr std::uint64_t near_buckets = (std::uint64_t{1} << 23) / Transpositions::bucket_bytes;
  static constexpr std::size_t seen_size = 1 << 12;
  static constexpr int history_weight = 5 * P::order_unit / 2;  // what a step that is always enough gains in its order
  static constexpr int replies_ahead = 6;                       // entries on their way from the memory at a time
  static constexpr int few = 5;                                 // with fewer open steps it does not pay to spread

  static Sizes sizes(const P& problem, std::uint64_t bytes) {
    const std::uint64_t least_keys = Transpositions::least_buckets(problem.key_bits());
    const std::uint64_t least_shapes = problem.has_shapes() ? Transpositions::least_buckets(P::shape_bits) : 0;
    ExactTable::check_bytes("a search on this board", (least_keys + least_shapes) * Transpositions::bucket_bytes,
                            bytes);
    const std::uint64_t buckets = bytes / Transpositions::bucket_bytes;
    const std::uint64_t most = Transpositions::most_buckets(problem.key_bits());
    if (!problem.has_shapes()) return {std::min(buckets, most), 0};
    const std::uint64_t most_keys = std::min(most, std::max(near_buckets, least_keys));
    const std::uint64_t most_shapes = std::max(most, least_shapes);
    // What shapes cannot use goes to the keys, so that so many bytes as a table has make the same table again.
    const std::uint64_t keys = std::min(std::max(buckets / 8, least_keys), most_keys);
    const std::uint64_t shapes = std::min(buckets - keys, most_shapes);
    return {std::min(buckets - shapes, most_keys), shapes};
  }

  static int of_parity(int value, int remaining) { return net_steps::of_parity(value, remaining); }

  void answer(Question& question, Thread& self) {
    const int remaining = problem_.remaining(question.node);
    Places places{remaining, keys_.place(problem_.key(question.node), remaining)};
    find_shape(question.node, places);
    try {
      const int bound = search(question, self, question.node, places, question.aim);
      if (!question.answered.exchange(true)) {
        question.bound = bound;
        question.stopped = true;
      }
      tell(question, self);
    } catch (...) {
      tell(question, self);
      throw;
    }
  }

  void tell(Question& question, Thread& self) {
    nodes_.fetch_add(self.nodes - self.told, std::memory_order_relaxed);
    self.told = self.nodes;
    if (self.calling) question.control.progress().done = nodes_.load(std::memory_order_relaxed);
  }

  void count(Question& question, Thread& self) {
    if (question.stopped.load(std::memory_order_relaxed)) throw Stopped();
    ++self.nodes;
    if (self.nodes % 1024 == 0) tell(question, self);
    if (!self.calling) return;
    question.control.tick();
    if (self.nodes == alone) call_helpers(question);
  }

  void call_helpers(Question& question) {
    try {
      for (unsigned number = 1; number < options_.threads; ++number) {
        question.helpers.emplace_back([this, &question] {
          try {
            Thread self(false);
            answer(question, self);
          } catch (const Stopped&) {
            // Not needed any more.
          } catch (const std::bad_alloc&) {
            // No memory for one more; the others answer without it.
          }
        });
      }
    } catch (const std::exception&) {
      // The system gives no more threads, or no memory for one; those that there are do the work.
    }
  }

  // Keys of big nodes cost most to find, and looking ahead comes to each in several orders.
  std::uint64_t key_of(Thread& self, const Node& node) const {
    if (!problem_.is_big(node)) return problem_.key(node);
    const Set set = problem_.set(node);
    Seen& seen = self.seen[static_cast<std::size_t>(mix(set)) % seen_size];
    if (!seen.any || seen.set != set) seen = {true, set, problem_.key(node)};
    return seen.key;
  }

  // Where a node belongs, by key alone; what is there is soon asked for.
  Places places_of(Thread& self, const Node& node, int remaining) const {
    const Places places{remaining, keys_.place(key_of(self, node), remaining)};
    if (options_.prefetching) keys_.prefetch(places.key);
    return places;
  }

  void find_shape(const Node& node, Places& places) const {
    if (!shapes_ || places.has_shape) return;
    places.has_shape = true;
    const auto code = problem_.shape(node);
    if (!code) return;
    places.shape = shapes_->place(*code, places.remaining);
    if (options_.prefetching) shapes_->prefetch(*places.shape);
  }

  // PRECONDITION: the place by shape was found out.
  int search(Question& question, Thread& self, const Node& node, const Places& places, int aim) {
    const int remaining = places.remaining;
    if (aim <= -remaining) return -remaining;
    if (aim > remaining) return remaining;
    const Transpositions::Found found = keys_.find(places.key);
    if (found.bounds.lower >= aim || found.bounds.upper < aim) {
      trace_(node, NetEvent::known);
      return found.bounds.lower >= aim ? found.bounds.lower : found.bounds.upper;
    }
    if (places.shape) {
      const Transpositions::Found alike = shapes_->find(*places.shape);
      if (alike.bounds.lower >= aim || alike.bounds.upper < aim) {
        trace_(node, NetEvent::alike);
        keys_.store(places.key, alike.bounds, 1);
        return alike.bounds.lower >= aim ? alike.bounds.lower : alike.bounds.upper;
      }
    }
    count(question, self);
    trace_(node, NetEvent::searched);
    const std::uint64_t before = self.nodes;
    const auto store = [&](Bounds bounds) {
      const std::uint64_t work = self.nodes - before + 1;
      keys_.store(places.key, bounds, work);
      if (places.shape) shapes_->store(*places.shape, bounds, work);
    };

    Step* const steps = self.steps.get() + self.used;
    Places* const after = self.places.get() + self.used;
    Open* const open = self.open.get() + self.used;
    const int count = problem_.steps(node, steps);
    const Used used(self, at(count));
    int opened = 0;
    int upper = -remaining;
    // Takes what is known of a step's value into account; true if that answers the question.
    const auto enough = [&](Bounds range, NetEvent cut = NetEvent::cut_by_table) {
      if (range.lower >= aim) {
        trace_(node, cut);
        store({range.lower, remaining});
        return true;
      }
      if (range.upper < aim) upper = std::max(upper, range.upper);
      return false;
    };
    for (int i = 0; i < count; ++i) {
      const Step& step = steps[at(i)];
      const int left = problem_.remaining(step.after);
      if (left == 0) {
        const Bounds range = net_steps::range(step, {0, 0});
        if (enough(range)) return range.lower;
        continue;
      }
      after[at(i)] = places_of(self, step.after, left);
      open[at(opened++)] = {i, step.order};
    }
    if (options_.cutoffs_by_table) {
      int left = 0;
      for (int i = 0; i < opened; ++i) {
        const Open next = open[at(i)];
        const Bounds range = net_steps::range(steps[at(next.step)], known_of(after[at(next.step)]));
        if (enough(range)) return range.lower;
        if (range.upper >= aim) open[at(left++)] = next;
      }
      opened = left;
    }
    if (options_.looking_ahead && opened > 1 && problem_.is_big(node)) {
      int left = 0;
      for (int i = 0; i < opened; ++i) {
        Open next = open[at(i)];
        const Step& step = steps[at(next.step)];
        if (step.passes && step.deal == 0) {
          const Replies replies = look_ahead(self, step.after, after[at(next.step)].remaining, step.points - aim + 1);
          const Bounds range = net_steps::range(step, replies.bounds);
          if (enough(range)) return range.lower;
          if (range.upper < aim) continue;
          next.order -= P::order_unit * replies.undecided;
        }
        open[at(left++)] = next;
      }
      opened = left;
    }
    const std::size_t side = self.side;
    if (options_.history) {
      for (int i = 0; i < opened; ++i) {
        Open& next = open[at(i)];
        const float success = self.success[side][problem_.number(node, steps[at(next.step)])];
        next.order += static_cast<int>(static_cast<float>(history_weight) * success);
      }
    }
    if (options_.ordering) {
      for (int i = 1; i < opened; ++i) {
        const Open moved = open[at(i)];
        int j = i;
        for (; j > 0 && open[at(j - 1)].order < moved.order; --j) open[at(j)] = open[at(j - 1)];
        open[at(j)] = moved;
      }
    }
    const bool spread = options_.threads > 1 && opened >= few;
    int postponed = 0;
    const auto find_shape_after = [&](int i) {
      const auto step = at(open[at(i)].step);
      find_shape(steps[step].after, after[step]);
    };
    for (int round = 0; round < 2 && opened > 0; ++round) {
      find_shape_after(0);
      for (int i = 0; i < opened; ++i) {
        // One ahead, so that the entry is on its way from the memory while the shape of the one after it is found.
        if (i + 1 < opened) find_shape_after(i + 1);
        const Open next = open[at(i)];
        const Step& step = steps[at(next.step)];
        std::atomic<std::uint64_t>* busy = nullptr;
        if (spread) {
          const auto& place = after[at(next.step)].key.place;
          const std::uint64_t mark = mix(place.bucket, place.rest) | 1;
          busy = &busy_[static_cast<std::size_t>(mark >> 52)];
          if (round == 0 && i > 0 && busy->load(std::memory_order_relaxed) == mark) {
            open[at(postponed++)] = next;
            continue;
          }
          busy->store(mark, std::memory_order_relaxed);
        }
        self.side = side ^ (step.passes ? 1 : 0);
        const Bounds range = test(question, self, step, after[at(next.step)], aim);
        self.side = side;
        if (options_.history) {
          float& success = self.success[side][problem_.number(node, step)];
          success += ((range.lower >= aim ? 1.0F : 0.0F) - success) / 4096;
        }
        if (busy != nullptr) busy->store(0, std::memory_order_relaxed);
        const bool is_first = round == 0 && i == 0;
        if (enough(range, is_first ? NetEvent::cut_by_first : NetEvent::cut_by_later)) return range.lower;
        if (spread) {
          const Bounds now = keys_.find(places.key).bounds;
          if (now.lower >= aim) return now.lower;
          if (now.upper < aim) return now.upper;
        }
      }
      opened = postponed;
    }
    trace_(node, NetEvent::failed);
    store({-remaining, upper});
    return upper;
  }

  struct Replies {
    Bounds bounds;  // of the position they are replies to
    int undecided;  // of which it is not known whether they reach what is needed
  };

  // What the table says about the steps from a node; no more of them are looked at when one reaches `needed`.
  Replies look_ahead(Thread& self, const Node& node, int remaining, int needed) const {
    Step* const steps = self.steps.get() + self.used;
    const int count = problem_.steps(node, steps);
    Places* const places = self.places.get() + self.used;
    Replies replies{{-remaining, -remaining}, 0};
    int placed = 0;
    for (int i = 0; i < count && replies.bounds.lower < needed; ++i) {
      for (; placed < count && placed <= i + replies_ahead; ++placed) {
        const Node& next = steps[at(placed)].after;
        const int left = problem_.remaining(next);
        places[at(placed)] = left > 0 ? places_of(self, next, left) : Places{};
      }
      const Step& step = steps[at(i)];
      const Bounds after = places[at(i)].remaining > 0 ? known_of(places[at(i)]) : Bounds{0, 0};
      const Bounds range = net_steps::range(step, after);
      if (range.lower < needed && range.upper >= needed) ++replies.undecided;
      replies.bounds = {std::max(replies.bounds.lower, range.lower), std::max(replies.bounds.upper, range.upper)};
    }
    if (replies.bounds.lower >= needed) replies.bounds.upper = remaining;
    return replies;
  }

  // Searches after a step until its value is known to be at least `aim`, or below.
  Bounds test(Question& question, Thread& self, const Step& step, const Places& after, int aim) {
    return net_steps::test(step, after.remaining, aim,
                           [&](int value) { return search(question, self, step.after, after, value); });
  }

  // What the table of keys says about a node's value.
  Bounds known_of(const Places& places) const {
    const Bounds known = keys_.find(places.key).bounds;
    return {std::max(known.lower, -places.remaining), std::min(known.upper, places.remaining)};
  }

  static constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }

  P problem_;
  NetSearchOptions options_;
  [[no_unique_address]] Trace trace_;
  Sizes sizes_;
  ZeroedPages<std::atomic<std::uint64_t>> memory_;
  Transpositions keys_;
  std::optional<Transpositions> shapes_;
  std::array<std::atomic<std::uint64_t>, 4096> busy_{};  // what some thread is at, by the highest bits of its mark
  std::optional<Thread> self_;                           // of whoever asks
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<int> lower_{0};
  std::atomic<int> upper_{0};
};

}  // namespace spielkern
