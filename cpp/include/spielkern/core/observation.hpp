#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace spielkern {

// How numbers are laid out that show a position: up to three sizes, the last one running fastest.
struct Shape {
  std::array<std::uint32_t, 3> sizes{1, 1, 1};
  std::size_t rank = 0;

  std::size_t cells() const { return std::size_t{sizes[0]} * sizes[1] * sizes[2]; }

  friend bool operator==(const Shape&, const Shape&) = default;
};

// Writes one plane after the other.
class Planes {
 public:
  Planes(std::span<float> cells, std::size_t plane_size) : rest_(cells), size_(plane_size) {}

  // A plane that is 0 but where the caller writes.
  std::span<float> next() { return next(0.0F); }

  // A plane that is the same everywhere.
  std::span<float> next(float value) {
    const auto plane = rest_.first(size_);
    rest_ = rest_.subspan(size_);
    std::fill(plane.begin(), plane.end(), value);
    return plane;
  }

  // A plane that is 1 where the set has a bit.
  void next_set(std::uint64_t set) {
    const auto plane = next();
    for (std::size_t i = 0; i < plane.size(); ++i) plane[i] = static_cast<float>(set >> i & 1);
  }

 private:
  std::span<float> rest_;
  std::size_t size_;
};

}  // namespace spielkern
