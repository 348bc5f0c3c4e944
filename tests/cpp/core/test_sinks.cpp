#include "spielkern/core/sinks.hpp"

#include <doctest/doctest.h>

using namespace spielkern;

namespace {

const auto nth = [](std::uint64_t n) { return static_cast<int>(10 + n); };

}  // namespace

TEST_CASE("counting, one by one and in batches") {
  CountSink sink;
  CHECK(sink(7));
  CHECK(sink.batch(5, nth));
  CHECK(sink.count == 6);
}

TEST_CASE("any: an empty batch goes on, a move stops") {
  AnySink sink;
  CHECK(sink.batch(0, nth));
  CHECK(!sink.found);
  CHECK(!sink.batch(2, nth));
  CHECK(sink.found);
}

TEST_CASE("the n-th move across batches and single moves") {
  NthSink<int> sink{4};
  CHECK(sink(7));
  CHECK(sink.batch(2, nth));
  CHECK(sink.batch(0, nth));
  CHECK(sink(8));
  CHECK(!sink.batch(3, nth));
  CHECK(sink.move == 10);
}

TEST_CASE("a list stops at its limit") {
  std::vector<int> moves;
  ListSink<int> sink{moves, 2};
  CHECK(sink(1));
  CHECK(sink(2));
  CHECK(!sink.overflowed);
  CHECK(!sink(3));
  CHECK(sink.overflowed);
  CHECK(moves == std::vector{1, 2});
}
