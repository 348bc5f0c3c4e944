#include "spielkern/core/control.hpp"

#include <doctest/doctest.h>

using namespace spielkern;

TEST_CASE("work without a caller's function just goes on") {
  Control control;
  for (int i = 0; i < 100000; ++i) control.tick();
}

TEST_CASE("the caller sees progress and can stop the work") {
  std::uint64_t last = 0;
  int calls = 0;
  Control control([&](const Progress& progress) {
    CHECK(progress.phase == "work");
    CHECK(progress.total == 1000000);
    CHECK(progress.done >= last);
    last = progress.done;
    return ++calls < 5;
  });
  control.begin("work", 1000000);
  const auto work = [&] {
    for (int i = 0; i < 1000000; ++i) control.tick(1);
  };
  CHECK_THROWS_AS(work(), Cancelled);
  CHECK(calls == 5);
  CHECK(last == 4 * Control::interval);
}
