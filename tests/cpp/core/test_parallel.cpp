#include "spielkern/core/parallel.hpp"

#include <doctest/doctest.h>

using namespace spielkern;

TEST_CASE("every unit is done once, by any number of threads") {
  for (const unsigned threads : {1U, 2U, 5U}) {
    for (const std::uint64_t size : {0U, 1U, 999U, 1000U, 1001U, 54321U}) {
      std::vector<std::atomic<int>> seen(size);
      Control control;
      control.begin("work", size);
      for_each_block_in_parallel(threads, size, 1000, control,
                                 [&](Worker& worker, std::uint64_t begin, std::uint64_t end) {
                                   CHECK(worker.number() < threads);
                                   for (; begin < end; ++begin) {
                                     worker.tick();
                                     ++seen[begin];
                                   }
                                 });
      for (const auto& count : seen) REQUIRE(count == 1);
    }
  }
}

TEST_CASE("threads far beyond the processors are no use to a search") {
  CHECK(useful_threads(1) == 1);
  CHECK(useful_threads(16) == 16);
  CHECK(useful_threads(1U << 20) >= 16);
  CHECK(useful_threads(1U << 20) < 1U << 20);
}

TEST_CASE("an exception in any thread comes out") {
  Control control;
  for (const std::uint64_t bad : {0U, 50000U, 99999U}) {
    const auto work = [&] {
      for_each_block_in_parallel(4, 100000, 100, control, [&](Worker&, std::uint64_t begin, std::uint64_t end) {
        if (begin <= bad && bad < end) throw RulesError("bad");
      });
    };
    CHECK_THROWS_AS(work(), RulesError);
  }
}

TEST_CASE("the caller can stop all threads") {
  Control control([](const Progress&) { return false; });
  const auto work = [&] {
    for_each_block_in_parallel(4, 1000, 1, control, [&](Worker& worker, std::uint64_t, std::uint64_t) {
      for (;;) worker.tick();  // until it is told to stop
    });
  };
  CHECK_THROWS_AS(work(), Cancelled);
}
