#include "spielkern/core/pages.hpp"

#include <doctest/doctest.h>

#include <cstdint>

using namespace spielkern;

TEST_CASE("paged vectors of all sizes") {
  for (const std::size_t size : {0U, 1U, 4096U, (1U << 21) - 1, 1U << 21, 5000000U}) {
    PagedVector<std::uint16_t> numbers(size);
    for (std::size_t i = 0; i < size; ++i) numbers[i] = static_cast<std::uint16_t>(i);
    const PagedVector<std::uint16_t> copy = numbers;
    CHECK(copy == numbers);
    if (size >= 1U << 21) CHECK(reinterpret_cast<std::uintptr_t>(numbers.data()) % (1U << 21) == 0);
  }
}
