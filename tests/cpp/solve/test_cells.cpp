#include "spielkern/solve/cells.hpp"

#include <doctest/doctest.h>

using namespace spielkern;

TEST_CASE("codes are one to one") {
  for (const auto finished : {std::optional<Result>(), std::optional(Result::loss), std::optional(Result::win)}) {
    const Coding coding(finished);
    CHECK(coding.value(coding.code(Result::draw, 0)) == exact_value(Result::draw, 0));
    for (std::uint32_t remoteness = 0; remoteness < 300; ++remoteness) {
      for (const Result result : {Result::win, Result::loss}) {
        const bool possible = !finished || (result == *finished) == (remoteness % 2 == 0);
        if (possible) CHECK(coding.value(coding.code(result, remoteness)) == exact_value(result, remoteness));
      }
    }
  }
}
