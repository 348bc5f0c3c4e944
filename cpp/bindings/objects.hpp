#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <memory>
#include <vector>

#include "convert.hpp"
#include "spielkern/core/game.hpp"

// What the Python classes of a game hold.
namespace spielkern::python {

// The classes that all games' classes derive from, so that isinstance and annotations can speak of any game.
struct AnyRules {};
struct AnyPosition {};
struct AnyMove {};

template <Game G>
struct MoveObject : AnyMove {
  MoveObject(std::shared_ptr<const typename G::Rules> its_rules, const typename G::Move& its_move)
      : rules(std::move(its_rules)), move(its_move) {}
  std::shared_ptr<const typename G::Rules> rules;
  typename G::Move move;
};

// Keeps the one Move object for every move of a rules object. Filled on demand and read without a lock, so that it also
// works where threads run without a GIL.
template <Game G>
class MoveTable {
 public:
  explicit MoveTable(std::shared_ptr<const typename G::Rules> rules) : rules_(std::move(rules)) {
    if constexpr (DenseMoves<G>) {
      if (G::move_slots(*rules_) <= most_slots) slots_ = std::vector<Slot>(G::move_slots(*rules_));
    }
  }
  MoveTable(const MoveTable&) = delete;
  MoveTable& operator=(const MoveTable&) = delete;

  ~MoveTable() {
    if (!Py_IsInitialized()) return;
    const py::gil_scoped_acquire gil;
    for (Slot& slot : slots_) Py_XDECREF(slot.load());
  }

  // A new reference to the object of a move.
  PyObject* get(const typename G::Move& move) const {
    if constexpr (DenseMoves<G>) {
      if (!slots_.empty()) {
        const std::uint64_t number = G::slot_of(*rules_, move);
        if (number < slots_.size()) return get(slots_[number], move);
      }
    }
    return make(move);
  }

 private:
  using Slot = std::atomic<PyObject*>;
  static constexpr std::uint64_t most_slots = 1 << 16;

  PyObject* get(Slot& slot, const typename G::Move& move) const {
    PyObject* object = slot.load(std::memory_order_acquire);
    if (object == nullptr) {
      PyObject* made = make(move);
      if (slot.compare_exchange_strong(object, made, std::memory_order_acq_rel)) {
        object = made;
      } else {
        Py_DECREF(made);  // another thread was faster
      }
    }
    Py_INCREF(object);
    return object;
  }

  PyObject* make(const typename G::Move& move) const {
    return py::cast(MoveObject<G>(rules_, move), py::return_value_policy::move).release().ptr();
  }

  std::shared_ptr<const typename G::Rules> rules_;
  mutable std::vector<Slot> slots_;
};

template <Game G>
struct RulesObject : AnyRules {
  explicit RulesObject(const typename G::Rules& its_rules)
      : rules(std::make_shared<const typename G::Rules>(its_rules)), moves(rules) {}

  // Moves share `rules` and not this object, which owns them: no cycle.
  std::shared_ptr<const typename G::Rules> rules;
  MoveTable<G> moves;
};

template <Game G>
struct PositionObject : AnyPosition {
  PositionObject(std::shared_ptr<RulesObject<G>> its_game, const typename G::Position& its_position)
      : game(std::move(its_game)), position(its_position) {}

  std::shared_ptr<RulesObject<G>> game;
  typename G::Position position;

  const typename G::Rules& rules() const { return *game->rules; }
};

template <class Rules>
bool same_rules(const std::shared_ptr<const Rules>& a, const std::shared_ptr<const Rules>& b) {
  return a == b || *a == *b;
}

// A position given to a method of a rules object, a solution or the like; refused when it is of other rules.
template <Game G>
const typename G::Position& position_under(const std::shared_ptr<const typename G::Rules>& rules,
                                           const PositionObject<G>& position) {
  if (same_rules(rules, position.game->rules)) return position.position;
  throw RulesError("the position is one of '" + format_rules<G>(position.rules()) + "', not of '" +
                   format_rules<G>(*rules) + "'");
}

}  // namespace spielkern::python
