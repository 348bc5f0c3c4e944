#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "spielkern/core/control.hpp"
#include "spielkern/core/pages.hpp"
#include "spielkern/core/space.hpp"
#include "spielkern/solve/cells.hpp"
#include "spielkern/solve/checkpoint.hpp"
#include "spielkern/solve/table_file.hpp"

namespace spielkern {

// Solves a space in which every step leads to a smaller index, in one pass from the first index to the last: when a
// position's turn comes, all that it can lead to is decided.
//
// A position that wins is told so by the position it wins through, which marks all its predecessors. So a position that
// comes without a mark does not win, and only such ones look at their successors, for a draw or the longest loss. Where
// won positions are many and moves too, as in Nim, this touches a small part of the steps.
template <SuccessorsFirst S>
class ForwardPass {
  using G = typename S::Game;
  using Position = typename G::Position;

 public:
  // `checkpoints`: where to keep what was done so far, and to go on from; or nullptr.
  ForwardPass(const S& space, Checkpoints* checkpoints, Control& control,
              std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max())
      : space_(space),
        checkpoints_(checkpoints),
        control_(control),
        max_bytes_(max_bytes),
        coding_(first_result(space)) {}

  static std::uint64_t bytes(Index size) { return size; }

  Solved run() {
    if (checkpoints_ != nullptr) {
      if (const auto file = checkpoints_->load(space_.size(), control_)) {
        return resumed(*file, control_, [&]<class Cell>(PagedVector<Cell> cells) {
          return go_on(std::move(cells), std::min<Index>(file->header().layer, space_.size()));
        });
      }
    }
    return go_on(filled_pages(static_cast<std::size_t>(space_.size()), open<std::uint8_t>, control_), 0);
  }

 private:
  // What a cell holds until its turn comes or it is marked; `decide` keeps it free of codes.
  template <class Cell>
  static constexpr Cell open = std::numeric_limits<Cell>::max();

  // The result of the first position, which has no steps. If a game has one ending, that is it.
  static std::optional<Result> first_result(const S& space) {
    if (!G::one_ending || space.size() == 0) return std::nullopt;
    const Position first = space.position(0);
    const auto outcome = G::outcome(space.rules(), first);
    return outcome ? std::optional(result_for(*outcome, G::player(space.rules(), first))) : std::nullopt;
  }

  template <class Cell>
  Solved go_on(PagedVector<Cell> cells, Index begin) {
    constexpr Index piece = 1 << 14;
    control_.begin("deciding positions", space_.size());
    while (begin < space_.size()) {
      control_.progress().done = begin;
      control_.poll();
      if (checkpoints_ != nullptr && checkpoints_->due()) {
        checkpoints_->save(coding_, begin, reinterpret_cast<const std::byte*>(cells.data()), cells.size(), sizeof(Cell),
                           control_);
      }
      const Index end = std::min(space_.size(), begin + piece);
      bool fits = true;
      Index reached = begin;
      space_.for_each(begin, end, [&](Index index, const Position& position) {
        if (!fits) return;
        fits = decide(cells, index, position);
        if (fits) reached = index + 1;
      });
      if (!fits) {
        if constexpr (sizeof(Cell) < 4) {
          auto wider = widened_open(cells);
          cells = {};
          return go_on(std::move(wider), reached);
        }
        throw TableError("the checkpoint holds values that make no sense");  // nothing that was solved gets so far
      }
      begin = end;
    }
    control_.progress().done = space_.size();
    return Solved{coding_, Cells(std::move(cells))};
  }

  // Decides a position and marks its predecessors. False, with nothing changed, if its numbers do not fit the cells.
  template <class Cell>
  bool decide(PagedVector<Cell>& cells, Index index, const Position& position) {
    const bool marked = cells[index] != open<Cell>;
    const Value value = marked ? coding_.value(cells[index]) : value_of_unmarked(cells, index, position);
    const std::uint32_t remoteness = value.remoteness.value_or(0);
    const std::uint32_t code = coding_.code(*value.result, remoteness);
    const std::uint32_t mark = coding_.code(Result::win, remoteness + 1);
    if (std::max(code, mark) >= open<Cell>) return false;
    cells[index] = static_cast<Cell>(code);
    if (value.result == Result::draw) return true;
    const bool won = value.result == Result::win;
    if (won && G::alternates) return true;
    space_.for_each_predecessor(index, position, [&](Index before, bool same_player) {
      control_.tick();
      if (won != same_player) return;
      Cell& cell = cells[before];
      if (cell == open<Cell> || cell > mark) cell = static_cast<Cell>(mark);
    });
    return true;
  }

  template <class Cell>
  Value value_of_unmarked(const PagedVector<Cell>& cells, Index index, const Position& position) {
    if (const auto outcome = G::outcome(space_.rules(), position)) {
      return exact_value(result_for(*outcome, G::player(space_.rules(), position)), 0);
    }
    bool draw = false;
    std::uint32_t longest = 0;
    for_each_successor_index(space_, index, position, [&](Index successor) {
      control_.tick();
      const std::uint32_t code = cells[successor];
      draw = draw || coding_.result(code) == Result::draw;
      longest = std::max(longest, coding_.remoteness(code) + 1);
    });
    return draw ? exact_value(Result::draw, 0) : exact_value(Result::loss, longest);
  }

  template <class Cell>
  auto widened_open(const PagedVector<Cell>& cells) const {
    auto wider = widened(cells, max_bytes_, control_);
    using Wider = typename decltype(wider)::value_type;
    Index seen = 0;
    for (Wider& cell : wider) {
      cell = cell == open<Cell> ? open<Wider> : cell;
      if (++seen % (1 << 20) == 0) control_.poll();
    }
    return wider;
  }

  const S& space_;
  Checkpoints* checkpoints_;
  Control& control_;
  std::uint64_t max_bytes_;  // that the cells may take when they widen
  Coding coding_;
};

}  // namespace spielkern
