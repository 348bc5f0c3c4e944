#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "spielkern/core/control.hpp"
#include "spielkern/core/pages.hpp"
#include "spielkern/core/space.hpp"

namespace spielkern {

// The Grundy values of a space by index, as narrow as its degree allows: the narrower, the faster.
class GrundyValues {
 public:
  GrundyValues() = default;
  explicit GrundyValues(PagedVector<std::uint16_t> values) : narrow_(std::move(values)) {}
  explicit GrundyValues(PagedVector<std::uint32_t> values) : wide_(std::move(values)) {}

  // Of a space's values, whether this holds 16 bits each.
  static bool narrow(std::uint32_t max_degree) { return max_degree < std::numeric_limits<std::uint16_t>::max(); }

  std::size_t size() const { return narrow_.size() + wide_.size(); }
  bool empty() const { return size() == 0; }

  friend bool operator==(const GrundyValues&, const GrundyValues&) = default;

  std::uint32_t operator[](std::size_t index) const { return wide_.empty() ? narrow_[index] : wide_[index]; }

 private:
  PagedVector<std::uint16_t> narrow_;
  PagedVector<std::uint32_t> wide_;
};

// What finding Grundy values takes.
template <Space S>
std::uint64_t grundy_bytes(const S& space) {
  const std::uint64_t value = GrundyValues::narrow(space.max_degree()) ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
  const std::uint64_t each = value + (SuccessorsFirst<S> ? 0 : sizeof(std::uint32_t) + sizeof(Index));
  return space.size() * each + (std::uint64_t{space.max_degree()} + 2) * sizeof(Index);
}

template <class Number, class Stamp, Space S>
PagedVector<Number> grundy_values_as(const S& space, Control& control) {
  using G = typename S::Game;
  using Position = typename G::Position;
  const auto size = static_cast<std::size_t>(space.size());
  auto values = filled_pages(size, Number{0}, control);
  // Which index last met a value among its successors: nothing is to be cleared between two.
  auto seen = filled_pages(static_cast<std::size_t>(space.max_degree()) + 2, static_cast<Stamp>(size), control);

  const bool many_steps = space.max_degree() > 1024;

  const auto decide = [&](Index index, const Position& position) {
    control.tick(1);
    const auto stamp = static_cast<Stamp>(index);
    Number least = 0;
    bool finished = true;
    for_each_successor_index(space, index, position, [&](Index successor) {
      if (many_steps) control.tick();
      seen[values[successor]] = stamp;
      finished = false;
    });
    while (seen[least] == stamp) ++least;
    values[index] = finished && G::misere(space.rules()) ? Number{1} : least;
  };

  control.begin("Grundy values", space.size());
  if constexpr (SuccessorsFirst<S>) {
    space.for_each(0, space.size(), decide);
    return values;
  } else {
    // Whoever has no open successor left is next.
    auto open = filled_pages(size, std::uint32_t{0}, control);
    std::vector<Index> ready;
    space.for_each(0, space.size(), [&](Index index, const Position& position) {
      open[index] = static_cast<std::uint32_t>(count_moves<G>(space.rules(), position));
      if (open[index] == 0) ready.push_back(index);
    });
    std::size_t decided = 0;
    while (!ready.empty()) {
      const Index index = ready.back();
      ready.pop_back();
      ++decided;
      const Position position = space.position(index);
      decide(index, position);
      space.for_each_predecessor(index, position, [&](Index before, bool) {
        if (--open[before] == 0) ready.push_back(before);
      });
    }
    if (decided != size) throw RulesError(std::string(G::title) + " can go on for ever, so it has no Grundy values");
    return values;
  }
}

// The Grundy value of every index of an impartial game: the smallest number that no successor has. Under misere rules a
// finished position counts 1 instead of 0 (the "misere Grundy value" of Winning Ways, ch. 13): 0 still means lost for
// the player to move, but the values of a sum no longer follow from its parts.
//
// Throws RulesError if play can go on for ever: then there are no such values.
template <Space S>
  requires Impartial<typename S::Game>
GrundyValues grundy_values(const S& space, Control& control) {
  const bool few = space.size() < std::numeric_limits<std::uint32_t>::max();
  if (!GrundyValues::narrow(space.max_degree())) {
    return GrundyValues(grundy_values_as<std::uint32_t, Index>(space, control));
  }
  return few ? GrundyValues(grundy_values_as<std::uint16_t, std::uint32_t>(space, control))
             : GrundyValues(grundy_values_as<std::uint16_t, Index>(space, control));
}

}  // namespace spielkern
