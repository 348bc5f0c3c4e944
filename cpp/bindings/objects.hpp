#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "convert.hpp"
#include "python_control.hpp"
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

// Keeps the one Move object for every move of a rules object, where the game numbers at most `most_listed_moves` of
// them. Filled on demand, page by page, and read without a lock, so that it also works where threads run without a GIL.
template <Game G>
class MoveTable {
 public:
  explicit MoveTable(std::shared_ptr<const typename G::Rules> rules) : rules_(std::move(rules)) {
    if constexpr (DenseMoves<G>) {
      const std::uint64_t slots = G::move_slots(*rules_);
      if (slots > most_listed_moves) return;
      slots_ = slots;
      pages_ = std::vector<std::atomic<Page*>>((slots + page_size - 1) / page_size);
    }
  }
  MoveTable(const MoveTable&) = delete;
  MoveTable& operator=(const MoveTable&) = delete;

  ~MoveTable() {
    const bool python_lives = Py_IsInitialized() != 0;
    for (std::atomic<Page*>& kept : pages_) {
      const std::unique_ptr<Page> page(kept.load());
      if (!page || !python_lives) continue;
      const WithGil gil;
      for (Slot& slot : *page) Py_XDECREF(slot.load());
    }
  }

  // A new reference to the object of a move.
  PyObject* get(const typename G::Move& move) const {
    if constexpr (DenseMoves<G>) {
      if (slots_ > 0) {
        const std::uint64_t number = G::slot_of(*rules_, move);
        if (number < slots_) return get(page(number / page_size)[number % page_size], move);
      }
    }
    return make(move);
  }

 private:
  static constexpr std::uint64_t page_size = 512;
  using Slot = std::atomic<PyObject*>;
  using Page = std::array<Slot, page_size>;

  Page& page(std::uint64_t number) const {
    std::atomic<Page*>& kept = pages_[number];
    Page* page = kept.load(std::memory_order_acquire);
    if (page != nullptr) return *page;
    auto made = std::make_unique<Page>();
    if (kept.compare_exchange_strong(page, made.get(), std::memory_order_acq_rel)) return *made.release();
    return *page;  // another thread was faster
  }

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
  std::uint64_t slots_ = 0;  // 0: moves are not kept
  mutable std::vector<std::atomic<Page*>> pages_;
};

template <Game G>
struct RulesObject : AnyRules {
  explicit RulesObject(const typename G::Rules& its_rules)
      : rules(std::make_shared<const typename G::Rules>(its_rules)), text(format_rules<G>(*rules)), moves(rules) {}

  // Moves share `rules` and not this object, which owns them: no cycle.
  std::shared_ptr<const typename G::Rules> rules;
  std::string text;
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

// Reads what a method takes as a move: a Move of equal rules, or text.
template <Game G>
typename G::Move to_move(const RulesObject<G>& game, py::handle given) {
  if (PyUnicode_Check(given.ptr())) return G::parse_move(*game.rules, to_text(given));
  py::detail::make_caster<MoveObject<G>> caster;  // one look at the type, where isinstance and cast would take two
  if (caster.load(given, false)) {
    const auto& object = py::detail::cast_op<const MoveObject<G>&>(caster);
    if (same_rules(object.rules, game.rules)) return object.move;
    throw IllegalMove("the move " + G::format_move(*object.rules, object.move) + " is one of '" +
                      format_rules<G>(*object.rules) + "', the position of '" + format_rules<G>(*game.rules) + "'");
  }
  throw py::type_error("a move must be a " + class_name(G::name) + "Move or its text, not " + shown(given));
}

// A position given to a method of a rules object, a solution or the like; refused when it is of other rules.
template <Game G>
const typename G::Position& position_under(const std::shared_ptr<const typename G::Rules>& rules,
                                           const PositionObject<G>& position) {
  if (same_rules(rules, position.game->rules)) return position.position;
  throw RulesError("the position is one of '" + format_rules<G>(position.rules()) + "', not of '" +
                   format_rules<G>(*rules) + "'");
}

// A position given to a function that takes any object there.
template <Game G>
const PositionObject<G>& required_position(py::handle given) {
  if (py::isinstance<PositionObject<G>>(given)) return py::cast<const PositionObject<G>&>(given);
  throw py::type_error("a position must be a " + class_name(G::name) + "Position, not " + shown(given));
}

// Lets `new_object(class, *args, **kwargs)` make all objects of a class, those of classes derived from it and those
// that `__new__` is asked for. Otherwise Cls.__new__(Cls) would give an object without a C++ value, and to use it ends
// the process.
template <class Class, class NewObject>
void set_new(Class& cls, NewObject&& new_object) {
  cls.attr("__new__") = py::staticmethod(py::cpp_function(std::forward<NewObject>(new_object)));
  // Setting the attribute made the slot call the attribute; a function of our own there keeps out the `__new__` of
  // pybind11's base class, which Python takes for ours otherwise.
  reinterpret_cast<PyTypeObject*>(cls.ptr())->tp_new = [](PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    try {
      const auto self = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(type));
      const auto named = kwargs == nullptr ? py::dict() : py::reinterpret_borrow<py::dict>(kwargs);
      return self.attr("__new__")(self, *py::reinterpret_borrow<py::args>(args), **named).release().ptr();
    } catch (py::error_already_set& error) {
      error.restore();
      return static_cast<PyObject*>(nullptr);
    }
  };
}

// For classes whose objects only other objects make.
template <class Class>
void refuse_new(Class& cls, std::string where_from) {
  set_new(cls, [where_from = std::move(where_from)](const py::object& type, const py::args&, const py::kwargs&) {
    throw py::type_error(to_text(type.attr("__name__")) + " cannot be made by itself: " + where_from);
  });
}

// For classes with a constructor: an immutable value is complete when `__new__` gives it out, and `__init__` changes
// nothing any more.
template <class Class>
void construct_in_new(Class& cls) {
  set_new(cls, [cls = py::handle(cls)](const py::object& type, const py::args& args, const py::kwargs& kwargs) {
    if (!py::isinstance<py::type>(type) || PyObject_IsSubclass(type.ptr(), cls.ptr()) != 1) {
      throw py::type_error("__new__ takes a class derived from " + to_text(cls.attr("__name__")) + ", not " +
                           shown(type));
    }
    auto self =
        py::reinterpret_steal<py::object>(py::detail::make_new_instance(reinterpret_cast<PyTypeObject*>(type.ptr())));
    cls.attr("__init__")(self, *args, **kwargs);
    return self;
  });
}

}  // namespace spielkern::python
