#pragma once

#include <bit>
#include <cstddef>
#include <type_traits>

#include "spielkern/games/ten/position.hpp"

namespace spielkern::ten {

// Takes plies back: calls f(previous) once for every ply, of whatever position, that leads to `position`. Two plies from
// one position that lead here make two calls.
//
// What the last mover can have done to leave the board so:
//
//      entered       two Singles on entry points go back to the supply
//      moved         a figure goes back to a free point from which its height gets here
//      captured      the same, with a lower or higher figure than now, and what was beaten comes back under it
//      split         Singles, or a Double and a Single, are put together on a free point from which both, or all, are
//                    in reach on the board without them
//
// The position before must be one that play goes on from: nobody held a winning set, both had figures - but for the
// first two plies.
template <class F>
class Retraction {
 public:
  Retraction(const Rules& rules, const Position& position, F& f)
      : rules_(rules),
        now_(position),
        f_(f),
        me_(opponent(position.player)),
        mine_(position.of(me_)),
        free_(position.free()),
        my_stones_(position.stones_on_board(me_)),
        his_stones_(position.stones_on_board(position.player)),
        base_(position) {
    base_.player = me_;
  }

  void run() {
    if (now_.phase == 0) return;
    if (now_.phase == 1) {
      f_(Position{});
      return;
    }
    enterings();
    if (now_.mine() != 0) {
      splits();
      for_each_point(mine_, [&](int to) { steps(to); });
    }
    for_each_point(mine_, [&](int to) { captures(to); });
  }

 private:
  template <class Each>
  static void for_each_point(Points set, Each&& each) {
    for (; set != 0; set &= set - 1) each(std::countr_zero(set));
  }

  Points singles() const { return mine_ & now_.singles(); }

  // From where a figure of a height can have come over the board as it is now.
  Points came_from(int height, int to) const {
    const Points from = height == 1 ? linked(to) : height == 2 ? geometry.slides(to, now_.occupied()) : jumps_from(to);
    return from & free_;
  }

  void emit(const Position& previous) {
    if (!holds_winning_points(previous.mine())) f_(previous);
  }

  void enterings() {
    for_each_pair(singles() & entries, [&](Points two) {
      Position previous = base_;
      previous.of(me_) &= ~two;
      if (previous.mine() != 0) {
        if (now_.mine() != 0) emit(previous);
        return;
      }
      const bool first_ply = me_ == 2 && his_stones_ == 1;
      if (!first_ply) return;
      previous.phase = 1;
      f_(previous);
    });
  }

  void steps(int to) {
    const int height = now_.height(to);
    for_each_point(came_from(height, to), [&](int from) {
      Position previous = base_;
      previous.clear(to);
      previous.put(me_, from, height);
      emit(previous);
    });
  }

  void captures(int to) {
    const int height = now_.height(to);
    const int most = rules_.stones();
    for (int before = 1; before <= 3; ++before) {
      const Points from = came_from(before, to);
      if (from == 0) continue;
      // Stacks over three lose three stones from below: first all that was beaten, then the mover's own.
      if (const int beaten = height + 3 - before; beaten >= 1 && beaten <= 3) {
        if (my_stones_ + 3 <= most) uncapture(from, before, to, me_, beaten);
        if (my_stones_ + before - height <= most) uncapture(from, before, to, now_.player, beaten);
      }
      const int grown = height - before;
      if (grown >= 1) {
        uncapture(from, before, to, me_, grown);
        uncapture(from, before, to, now_.player, grown);
      }
      // The supply ran out before all was exchanged.
      if (grown >= 0 && my_stones_ == most && rules_.shortage() == Rules::Shortage::truncate) {
        for (int beaten = grown + 1; before + beaten <= 3; ++beaten) {
          uncapture(from, before, to, now_.player, beaten);
        }
      }
    }
  }

  void uncapture(Points from, int before, int to, Player owner, int beaten) {
    if (owner != me_) {
      if (his_stones_ + beaten > rules_.stones() || holds_winning_points(now_.mine() | bit(to))) return;
    } else if (now_.mine() == 0) {
      return;
    }
    for_each_point(from, [&](int point) {
      Position previous = base_;
      previous.clear(to);
      previous.put(owner, to, beaten);
      previous.put(me_, point, before);
      emit(previous);
    });
  }

  void splits() {
    for_each_point(free_, [&](int from) {
      const Points in_line = singles() & geometry.in_line[static_cast<std::size_t>(from)];
      for_each_pair(in_line, [&](Points two) {
        if ((two & ~geometry.slides(from, now_.occupied() & ~two)) == 0) put_together(from, 2, two);
      });
      const Points parts = singles() & jumps_to(from);
      for_each_pair(parts, [&](Points two) {
        const Points above = parts & ~((Points{1} << std::bit_width(two)) - 1);
        for_each_point(above, [&](int third) { put_together(from, 3, two | bit(third)); });
      });
      for_each_point(mine_ & now_.doubles & jumps_to(from), [&](int two) {
        for_each_point(parts, [&](int one) { put_together(from, 3, bit(two) | bit(one)); });
      });
    });
  }

  void put_together(int from, int height, Points parts) {
    Position previous = base_;
    previous.of(me_) &= ~parts;
    previous.doubles &= ~parts;
    previous.put(me_, from, height);
    emit(previous);
  }

  template <class Each>
  static void for_each_pair(Points set, Each&& each) {
    for (; set != 0; set &= set - 1) {
      for (Points others = set & (set - 1); others != 0; others &= others - 1) {
        each(bit(std::countr_zero(set)) | bit(std::countr_zero(others)));
      }
    }
  }

  const Rules& rules_;
  const Position& now_;
  F& f_;
  Player me_;  // the last mover
  Points mine_;
  Points free_;
  int my_stones_;
  int his_stones_;
  Position base_;
};

template <class F>
void for_each_retraction(const Rules& rules, const Position& position, F&& f) {
  Retraction<std::remove_reference_t<F>>(rules, position, f).run();
}

}  // namespace spielkern::ten
