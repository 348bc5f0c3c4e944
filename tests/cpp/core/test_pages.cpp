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

TEST_CASE("vectors made in pieces are whole, and can be stopped between them") {
  Control control;
  for (const std::size_t size : {0U, 1U, (1U << 23) - 1, (1U << 23) + 1, 20000000U}) {
    auto numbers = filled_pages(size, std::uint16_t{7}, control);
    CHECK(numbers.size() == size);
    CHECK(numbers == PagedVector<std::uint16_t>(size, 7));
    for (std::size_t i = 0; i < size; ++i) numbers[i] = static_cast<std::uint16_t>(i);
    const auto wider = copied_pages<std::uint32_t>(numbers.data(), size, control);
    CHECK(wider == PagedVector<std::uint32_t>(numbers.begin(), numbers.end()));
  }
  int polls = 0;
  Control impatient([&](const Progress&) { return ++polls < 3; });
  CHECK_THROWS_AS(filled_pages(std::size_t{1} << 30, std::uint8_t{0}, impatient), Cancelled);
}
