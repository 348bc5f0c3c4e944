#pragma once

#include <pybind11/pybind11.h>

#include "objects.hpp"
#include "spielkern/game_list.hpp"

// What a game's Python classes have beyond those of every game. The last argument only says which game; a game without
// extras needs nothing here.
namespace spielkern::python::game_extras {

template <class Class>
void extend_rules(Class&, const void*) {}
template <class Class>
void extend_position(Class&, const void*) {}
template <class Class>
void extend_move(Class&, const void*) {}

template <class Class>
void extend_position(Class& cls, const Nim*) {
  cls.def_property_readonly("heaps", [](const PositionObject<Nim>& self) {
    py::tuple heaps(self.rules().heaps());
    for (std::size_t i = 0; i < heaps.size(); ++i) heaps[i] = self.rules().heap(self.position, i);
    return heaps;
  });
}

}  // namespace spielkern::python::game_extras
