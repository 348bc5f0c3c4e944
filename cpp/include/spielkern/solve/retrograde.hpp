#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/pages.hpp"
#include "spielkern/core/parallel.hpp"
#include "spielkern/core/space.hpp"
#include "spielkern/solve/cells.hpp"
#include "spielkern/solve/checkpoint.hpp"
#include "spielkern/solve/table_file.hpp"

namespace spielkern {

// Retrograde analysis: finished positions first, then layer by layer everything whose value follows from what is known.
// The winner takes the shortest way, the loser the longest, and what is never reached is a draw - by an agreed end or
// because play can go on for ever.
//
// While it runs a cell of an open position holds the number of its steps that may still save it (1 .. max_degree); a
// decided one holds max_degree + its code. So one cell a position is all the memory this takes, but for the queue. In
// one layer the order of the updates does not matter: a position with a step that wins is never counted down to
// nothing, for that step is not counted down. So threads share the cells, and the result is the same with any number of
// them.
template <Space S>
class Retrograde {
  using G = typename S::Game;
  using Position = typename G::Position;

 public:
  // `checkpoints`: where to keep what was done so far, and to go on from; or nullptr.
  Retrograde(const S& space, unsigned threads, Checkpoints* checkpoints, Control& control,
             std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max())
      : space_(space),
        threads_(std::max(threads, 1U)),
        checkpoints_(checkpoints),
        control_(control),
        max_bytes_(max_bytes) {}

  // What the cells and the queue will take at least; cells widen if a remoteness asks for it.
  static std::uint64_t bytes(Index size, std::uint32_t max_degree) {
    const std::uint64_t width = fits<std::uint8_t>(max_degree) ? 1 : fits<std::uint16_t>(max_degree) ? 2 : 4;
    return size * width + queue_limit(size) * sizeof(Index) * 2;
  }

  Solved run() {
    if (fits<std::uint8_t>(space_.max_degree())) return run_with<std::uint8_t>();
    if (fits<std::uint16_t>(space_.max_degree())) return run_with<std::uint16_t>();
    return run_with<std::uint32_t>();
  }

 private:
  template <class Cell>
  static bool fits(std::uint64_t number) {
    return number <= std::numeric_limits<Cell>::max() / 2;
  }

  // A layer up to so large is kept as a list. A larger one is found by looking through the cells.
  static Index queue_limit(Index size) { return std::min<Index>(size / 64 + 1024, Index{1} << 24); }

  static constexpr Index block = Index{1} << 16;

  // The positions of the layer being found: how many, and which as long as they are few.
  struct Layer {
    Index count = 0;
    std::vector<Index> indices;  // all of them, or empty if there are more than queue_limit

    bool listed() const { return indices.size() == count; }
  };

  template <class Cell>
  Solved run_with() {
    if (checkpoints_ != nullptr) {
      if (const auto file = checkpoints_->load(space_.size(), control_)) return resume(*file);
    }
    auto cells = filled_pages(static_cast<std::size_t>(space_.size()), Cell{0}, control_);
    const Coding coding = count_steps(cells);
    return spread(std::move(cells), coding, 0);
  }

  Solved resume(const TableFile& file) {
    return resumed(file, control_, [&]<class Cell>(PagedVector<Cell> cells) {
      if (!fits<Cell>(space_.max_degree())) fail_with_file(file.path(), "has cells too narrow for this game");
      layer_.count = 1;  // at least, and not listed: its positions are found by looking through the cells
      return spread(std::move(cells), file.header().coding(), static_cast<std::uint32_t>(file.header().layer));
    });
  }

  // Fills in the number of steps, and the finished positions.
  template <class Cell>
  Coding count_steps(PagedVector<Cell>& cells) {
    control_.begin("counting plies", space_.size());
    const std::uint32_t decided = space_.max_degree();
    std::mutex mutex;
    std::optional<Result> finished;
    Layer layer;
    for_each_block_in_parallel(threads_, space_.size(), block, control_, [&](Worker& worker, Index begin, Index end) {
      worker.done(end - begin);
      Layer found;
      std::optional<Result> result_here;
      space_.for_each(begin, end, [&](Index index, const Position& position) {
        worker.tick();
        const std::uint64_t steps = count_moves<G>(space_.rules(), position);
        cells[index] = static_cast<Cell>(steps);
        if (steps > 0) return;
        const Result result = result_for(*G::outcome(space_.rules(), position), G::player(space_.rules(), position));
        if (G::one_ending) {
          if (result_here.value_or(result) != result) throw std::logic_error("a game with one_ending has several");
          result_here = result;
        }
        // A finished draw stays 0: no step of its own will ever decide it.
        if (result == Result::draw) return;
        cells[index] = static_cast<Cell>(decided + Coding(result_here).code(result, 0));
        note(found, index);
      });
      const std::scoped_lock lock(mutex);
      append(layer, found);
      if (!result_here) return;
      if (finished.value_or(*result_here) != *result_here) throw std::logic_error("a game with one_ending has several");
      finished = result_here;
    });
    layer_ = std::move(layer);
    // Where no position is finished, as on the smallest ring, all are draws and either ending will do.
    if (G::one_ending && !finished) finished = Result::loss;
    return Coding(finished);
  }

  template <class Cell>
  Solved spread(PagedVector<Cell> cells, const Coding& coding, std::uint32_t remoteness) {
    const std::uint32_t decided = space_.max_degree();
    control_.begin("deciding positions", space_.size());
    for (; layer_.count > 0; ++remoteness) {
      const std::uint32_t next_code = decided + coding.code(Result::win, remoteness + 1);
      if (next_code > std::numeric_limits<Cell>::max()) {
        if constexpr (sizeof(Cell) < 4) {
          auto wider = widened(cells, max_bytes_, control_);
          cells = {};
          return spread(std::move(wider), coding, remoteness);
        }
        throw std::length_error("a game of more than 2^30 plies");
      }
      control_.progress().layer = remoteness;
      if (checkpoints_ != nullptr && checkpoints_->due()) {
        checkpoints_->save(coding, remoteness, reinterpret_cast<const std::byte*>(cells.data()), cells.size(),
                           sizeof(Cell), control_);
      }
      if (threads_ > 1) {
        decide_predecessors<true>(cells, coding, remoteness);
      } else {
        decide_predecessors<false>(cells, coding, remoteness);
      }
    }
    const Index size = space_.size();
    for_each_block_in_parallel(threads_, size, block, control_, [&](Worker&, Index begin, Index end) {
      for (Index i = begin; i < end; ++i) cells[i] = static_cast<Cell>(cells[i] > decided ? cells[i] - decided : 0);
    });
    return Solved{coding, Cells(std::move(cells))};
  }

  // Takes the layer of one remoteness to all its predecessors, and makes the next layer of those that it decides.
  template <bool Shared, class Cell>
  void decide_predecessors(PagedVector<Cell>& cells, const Coding& coding, std::uint32_t remoteness) {
    const Layer layer = std::exchange(layer_, {});
    std::mutex mutex;
    const auto work = [&](Worker& worker, auto&& for_each_of_layer) {
      Updates<Shared, Cell> updates(cells, space_.max_degree(), coding, remoteness);
      const bool many_steps = space_.max_degree() > 1024;
      std::uint64_t positions = 0;
      for_each_of_layer([&](Index index, const Position& position, bool won) {
        worker.tick();
        ++positions;
        space_.for_each_predecessor(index, position, [&](Index before, bool same_player) {
          if (many_steps) worker.tick();
          updates.add(before, won == same_player);
        });
      });
      updates.finish();
      worker.done(positions);
      const std::scoped_lock lock(mutex);
      append(layer_, updates.decided());
    };

    // Where the parity of the remoteness tells the result, all of the layer have the same one and share a code.
    const std::uint32_t decided = space_.max_degree();
    const auto won_code = static_cast<Cell>(decided + coding.code(Result::win, remoteness));
    const auto lost_code = static_cast<Cell>(decided + coding.code(Result::loss, remoteness));
    const bool one_code = won_code == lost_code;
    const bool all_won = one_code && coding.value(won_code - decided).result == Result::win;
    if (layer.listed()) {
      for_each_block_in_parallel(
          threads_, layer.count, block / 16, control_, [&](Worker& worker, Index from, Index to) {
            work(worker, [&](auto&& f) {
              for (Index i = from; i < to; ++i) {
                const Index index = layer.indices[static_cast<std::size_t>(i)];
                f(index, space_.position(index), one_code ? all_won : read<Shared>(cells[index]) == won_code);
              }
            });
          });
      return;
    }
    for_each_block_in_parallel(threads_, space_.size(), block * 4, control_, [&](Worker& worker, Index from, Index to) {
      work(worker, [&](auto&& f) {
        for_each_equal<Shared>(cells, won_code, from, to,
                               [&](Index index) { f(index, space_.position(index), !one_code || all_won); });
        if (one_code) return;
        for_each_equal<Shared>(cells, lost_code, from, to,
                               [&](Index index) { f(index, space_.position(index), false); });
      });
    });
  }

  template <bool Shared, class Cell>
  static Cell read(Cell& cell) {
    if constexpr (Shared) {
      return std::atomic_ref<Cell>(cell).load(std::memory_order_relaxed);
    } else {
      return cell;
    }
  }

  // Calls f(index) for the cells that hold a code, of which there may be few. Other threads may be writing into cells
  // that do not hold it.
  template <bool Shared, class Cell, class F>
  static void for_each_equal(PagedVector<Cell>& cells, Cell code, Index from, Index to, F&& f) {
    if constexpr (sizeof(Cell) == 1 && !Shared) {
      for (Index i = from; i < to; ++i) {
        const void* found = std::memchr(&cells[i], code, static_cast<std::size_t>(to - i));
        if (found == nullptr) return;
        i = static_cast<Index>(static_cast<const Cell*>(found) - cells.data());
        f(i);
      }
    } else if constexpr (sizeof(Cell) == 1) {
      // Eight cells at a time: the lowest zero byte of a word with the code subtracted bitwise is found exactly.
      constexpr std::uint64_t ones = 0x0101010101010101U;
      for (; from < to && from % 8 != 0; ++from) {
        if (read<Shared>(cells[from]) == code) f(from);
      }
      for (; from + 8 <= to; from += 8) {
        const std::uint64_t word = read<Shared>(*reinterpret_cast<std::uint64_t*>(&cells[from])) ^ (ones * code);
        if (((word - ones) & ~word & (ones << 7)) == 0) continue;
        for (Index i = from; i < from + 8; ++i) {
          if (read<Shared>(cells[i]) == code) f(i);
        }
      }
      for (; from < to; ++from) {
        if (read<Shared>(cells[from]) == code) f(from);
      }
    } else {
      for (; from < to; ++from) {
        if (read<Shared>(cells[from]) == code) f(from);
      }
    }
  }

  // What one thread does to cells. Cells far apart are slow to reach, so an update first asks for its cell and waits in
  // a short line until the cell has come.
  template <bool Shared, class Cell>
  class Updates {
   public:
    Updates(PagedVector<Cell>& cells, std::uint32_t decided, const Coding& coding, std::uint32_t remoteness)
        : cells_(cells),
          decided_(decided),
          win_(static_cast<Cell>(decided + coding.code(Result::win, remoteness + 1))),
          loss_(static_cast<Cell>(decided + coding.code(Result::loss, remoteness + 1))),
          limit_(queue_limit(cells.size())) {}

    // One step from `index` leads to a position that is decided: `wins` says whether the step wins.
    void add(Index index, bool wins) {
      prefetch(&cells_[index]);
      Waiting& place = waiting_[next_++ % waiting_.size()];
      apply(std::exchange(place, {index, wins}));
    }

    void finish() {
      for (Waiting& place : waiting_) apply(std::exchange(place, {}));
    }

    Layer& decided() { return layer_; }

   private:
    struct Waiting {
      Index index = std::numeric_limits<Index>::max();
      bool wins = false;
    };

    void apply(const Waiting& update) {
      if (update.index == std::numeric_limits<Index>::max()) return;
      Cell& cell = cells_[update.index];
      Cell old = read<Shared>(cell);
      for (;;) {
        if (old > decided_ || old == 0) return;
        const Cell changed = update.wins ? win_ : old == 1 ? loss_ : static_cast<Cell>(old - 1);
        if constexpr (Shared) {
          if (!std::atomic_ref<Cell>(cell).compare_exchange_weak(old, changed, std::memory_order_relaxed)) continue;
        } else {
          cell = changed;
        }
        if (changed > decided_) note(layer_, update.index, limit_);
        return;
      }
    }

    PagedVector<Cell>& cells_;
    std::uint32_t decided_;
    Cell win_;
    Cell loss_;
    Index limit_;
    Layer layer_;
    std::array<Waiting, 32> waiting_{};
    std::size_t next_ = 0;
  };

  void note(Layer& layer, Index index) const { note(layer, index, queue_limit(space_.size())); }

  static void note(Layer& layer, Index index, Index limit) {
    if (layer.listed() && layer.count < limit) {
      layer.indices.push_back(index);
    } else {
      layer.indices.clear();
    }
    ++layer.count;
  }

  void append(Layer& layer, const Layer& more) const {
    const bool listed = layer.listed() && more.listed() && layer.count + more.count <= queue_limit(space_.size());
    layer.count += more.count;
    if (listed) {
      layer.indices.insert(layer.indices.end(), more.indices.begin(), more.indices.end());
    } else {
      layer.indices = {};
    }
  }

  const S& space_;
  unsigned threads_;
  Checkpoints* checkpoints_;
  Control& control_;
  std::uint64_t max_bytes_;  // that the cells may take when they widen
  Layer layer_;
};

}  // namespace spielkern
