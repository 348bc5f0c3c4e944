#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/space.hpp"
#include "spielkern/solve/cells.hpp"

namespace spielkern {

struct Solved {
  Coding coding;
  Cells cells;
};

// Retrograde analysis: finished positions first, then layer by layer everything whose value follows from what is known.
// The winner takes the shortest way, the loser the longest, and what is never reached is a draw - by an agreed end or
// because play can go on for ever.
//
// While it runs a cell of an open position holds the number of its steps that may still save it (1 .. max_degree); a
// decided one holds max_degree + its code. So one cell a position is all the memory this takes, but for the queue.
template <Space S>
class Retrograde {
  using G = typename S::Game;
  using Position = typename G::Position;

 public:
  Retrograde(const S& space, Control& control) : space_(space), control_(control) {}

  // What the cells and the queue will take at least; cells widen if a remoteness asks for it.
  static std::uint64_t bytes(const S& space) {
    const std::uint64_t width = fits<std::uint8_t>(space.max_degree())    ? 1
                                : fits<std::uint16_t>(space.max_degree()) ? 2
                                                                          : 4;
    return space.size() * width + queue_limit(space.size()) * sizeof(Index) * 2;
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

  // Layers larger than this are found by looking at every cell, in which case unranking is cheap.
  static Index queue_limit(Index size) { return size / 32 + 1024; }

  template <class Cell>
  Solved run_with() {
    std::vector<Cell> cells(static_cast<std::size_t>(space_.size()));
    const Coding coding = count_steps(cells);
    return spread(std::move(cells), coding, 0);
  }

  // Fills in the number of steps, and the finished positions.
  template <class Cell>
  Coding count_steps(std::vector<Cell>& cells) {
    control_.begin("counting plies", space_.size());
    const std::uint32_t decided = space_.max_degree();
    std::optional<Result> finished;
    const auto set = [&](Index index, const Position& position) {
      control_.tick(1);
      const auto outcome = G::outcome(space_.rules(), position);
      if (!outcome) {
        cells[index] = static_cast<Cell>(count_moves<G>(space_.rules(), position));
        return;
      }
      const Result result = result_for(*outcome, G::player(space_.rules(), position));
      if (G::one_ending) {
        if (finished && *finished != result) throw std::logic_error("a game with one_ending has several");
        finished = result;
      }
      // A finished draw stays 0: no step of its own will ever decide it.
      if (result != Result::draw) {
        cells[index] = static_cast<Cell>(decided + Coding(finished).code(result, 0));
        note(index);
      }
    };
    space_.for_each(0, space_.size(), set);
    return Coding(finished);
  }

  template <class Cell>
  Solved spread(std::vector<Cell> cells, const Coding& coding, std::uint32_t remoteness) {
    const std::uint32_t decided = space_.max_degree();
    control_.begin("deciding positions", space_.size());
    while (queue_overflowed_ || !queue_.empty()) {
      const std::uint32_t win = decided + coding.code(Result::win, remoteness + 1);
      const std::uint32_t loss = decided + coding.code(Result::loss, remoteness + 1);
      if (std::max(win, loss) > std::numeric_limits<Cell>::max()) {
        return spread(widened(cells), coding, remoteness);
      }
      control_.progress().layer = remoteness;
      const auto decide_predecessors = [&](Index index, const Position& position) {
        control_.tick(1);
        const bool won = coding.value(cells[index] - decided).result == Result::win;
        space_.for_each_predecessor(index, position, [&](Index before, bool same_player) {
          control_.tick();
          Cell& cell = cells[before];
          if (cell > decided || cell == 0) return;
          if (won == same_player) {
            cell = static_cast<Cell>(win);
          } else if (--cell == 0) {
            cell = static_cast<Cell>(loss);
          } else {
            return;
          }
          note(before);
        });
      };
      for_each_in_layer(cells, coding, remoteness, decide_predecessors);
      ++remoteness;
    }
    for (Cell& cell : cells) cell = static_cast<Cell>(cell > decided ? cell - decided : 0);
    return Solved{coding, Cells(std::move(cells))};
  }

  // Calls f for the positions of one remoteness, and begins the queue for the next.
  template <class Cell, class F>
  void for_each_in_layer(const std::vector<Cell>& cells, const Coding& coding, std::uint32_t remoteness, F&& f) {
    if (!queue_overflowed_) {
      const std::vector<Index> layer = std::exchange(queue_, {});
      for (const Index index : layer) f(index, space_.position(index));
      return;
    }
    queue_overflowed_ = false;
    queue_.clear();
    const std::uint32_t decided = space_.max_degree();
    const std::uint32_t won = decided + coding.code(Result::win, remoteness);
    const std::uint32_t lost = decided + coding.code(Result::loss, remoteness);
    space_.for_each(0, space_.size(), [&](Index index, const Position& position) {
      if (cells[index] == won || cells[index] == lost) f(index, position);
    });
  }

  void note(Index index) {
    if (queue_overflowed_) return;
    if (queue_.size() >= queue_limit(space_.size())) {
      queue_overflowed_ = true;
      queue_ = {};
    } else {
      queue_.push_back(index);
    }
  }

  template <class Cell>
  static auto widened(const std::vector<Cell>& cells) {
    using Wider = std::conditional_t<sizeof(Cell) == 1, std::uint16_t, std::uint32_t>;
    return std::vector<Wider>(cells.begin(), cells.end());
  }

  const S& space_;
  Control& control_;
  std::vector<Index> queue_;
  bool queue_overflowed_ = false;
};

}  // namespace spielkern
