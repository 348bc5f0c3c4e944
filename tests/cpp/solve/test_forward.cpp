#include "spielkern/solve/forward.hpp"

#include "conformance.hpp"
#include "spielkern/games/nim/space.hpp"
#include "stretch_games/twins.hpp"

using namespace spielkern;

namespace {

// A space that has the property without saying so.
class OrderedTwins : public stretch_games::TwinsSpace {
 public:
  static constexpr bool successors_first = true;
  using TwinsSpace::TwinsSpace;
};

// The forward pass says what retrograde analysis says.
template <class S>
void check(const S& space) {
  Control control;
  const PackedValues forward(ForwardPass<S>(space, nullptr, control).run());
  const PackedValues backward(Retrograde<S>(space, 1, nullptr, control).run());
  REQUIRE(forward.size() == backward.size());
  for (Index index = 0; index < forward.size(); ++index) {
    CHECK(forward.coding().value(forward.code(index)) == backward.coding().value(backward.code(index)));
  }
  CHECK(verify_values(space, forward, 1, control) == space.size());
}

}  // namespace

TEST_CASE("forward and backward agree") {
  for (const bool misere : {false, true}) {
    check(nim::HeapSpace(Nim::Rules({3, 4, 5}, misere)));
    check(nim::HeapSpace(Nim::Rules({9, 1, 9, 2}, misere)));
    check(nim::HeapSpace(Nim::Rules({1, 1, 1, 1}, misere)));
    check(nim::HeapSpace(Nim::Rules({1000}, misere)));
  }
  check(OrderedTwins({60}));
}

TEST_CASE("cells widen on the way") {
  Control control;
  for (const std::int64_t heap : {126, 127, 128, 200}) {
    const nim::HeapSpace space(Nim::Rules({heap, heap}, false));
    CHECK(solve_space(space, {}, control).tally(control).histogram.rbegin()->first == 2 * heap);
    check(space);
  }
}

TEST_CASE("a pass can be stopped inside a position with many moves") {
  int calls = 0;
  Control control([&](const Progress&) { return ++calls < 4; });
  const nim::HeapSpace space(Nim::Rules({std::int64_t{1} << 25}, true));
  CHECK_THROWS_AS(ForwardPass<nim::HeapSpace>(space, nullptr, control).run(), Cancelled);
}
