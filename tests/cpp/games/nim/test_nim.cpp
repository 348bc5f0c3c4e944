#include "spielkern/games/nim/nim.hpp"

#include "conformance.hpp"
#include "message.hpp"

using namespace spielkern;

namespace {

const std::vector<Nim::Rules> all_rules{
    {{3, 4, 5}, false},
    {{3, 4, 5}, true},
    {{1}, false},
    {{1}, true},
    {{9}, false},
    {{2, 2}, true},
    {{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, false},
    {{5, 1, 4, 1, 3, 9, 2, 6, 5, 3, 5, 8}, true},
    {{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, false},
    {{1 << 20, 2, 1 << 20, 7}, false},
};

std::string refusal(const Ints& heaps) {
  try {
    Nim::Rules(heaps, false);
  } catch (const RulesError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("Nim conforms") {
  for (const Nim::Rules& rules : all_rules) {
    if (rules.positions() > (std::uint64_t{1} << 40)) continue;  // lists of moves would be long
    std::vector<Nim::Move> conceivable;
    for (const int heap : {0, 1, 11, 12, 15, 16, 255}) {
      for (const std::uint64_t count :
           {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{10}, ~std::uint64_t{0}}) {
        conceivable.push_back({static_cast<std::uint8_t>(heap), count});
      }
    }
    conformance::check_game<Nim>(rules, conceivable);
  }
}

TEST_CASE("Nim parsers survive a million texts") {
  conformance::check_parsers<Nim>({{3, 4, 5}, false}, 700000);
  conformance::check_parsers<Nim>({{5, 1, 4, 1, 3, 9, 2, 6, 5, 3, 5, 8}, true}, 300000);
}

TEST_CASE("fields never straddle the two words") {
  Rng rng(8);
  for (int i = 0; i < 20000; ++i) {
    Ints heaps;
    std::uint64_t product = 1;
    for (std::uint64_t n = 1 + rng.below(16); n > 0; --n) {
      const std::uint64_t most = ((std::uint64_t{1} << 63) - 1) / product - 1;
      if (most < 1) break;
      const std::uint64_t size = rng.below(3) == 0 ? std::min<std::uint64_t>(most, std::uint64_t{1} << rng.below(63))
                                                   : std::min<std::uint64_t>(most, 1 + rng.below(5));
      heaps.push_back(static_cast<std::int64_t>(size));
      product *= size + 1;
    }
    const Nim::Rules rules(heaps, false);
    const auto start = Nim::start(rules);
    for (std::size_t heap = 0; heap < heaps.size(); ++heap) {
      CHECK(rules.heap(start, heap) == static_cast<std::uint64_t>(heaps[heap]));
    }
    CHECK(Nim::parse_position(rules, Nim::format(rules, start)) == start);
  }
}

TEST_CASE("the limits of the options") {
  CHECK(refusal({}) == "Nim: heaps must be 1 to 16 heaps, not 0");
  CHECK(refusal(Ints(17, 1)) == "Nim: heaps must be 1 to 16 heaps, not 17");
  CHECK(refusal(Ints(16, 14)) == "accepted");  // 15^16 < 2^63 < 16^16
  CHECK(refusal(Ints(16, 15)).starts_with("Nim: the product of (size + 1) over all heaps must be below 2^63"));
  CHECK(refusal({std::numeric_limits<std::int64_t>::max() - 1}) == "accepted");
  CHECK(refusal({std::int64_t{1} << 62, 1}) != "accepted");
}

TEST_CASE("the worked examples") {
  const Nim::Rules rules({3, 4, 5}, false);
  const auto play = [&](const char* position, const char* move) {
    return Nim::play(rules, Nim::parse_position(rules, position), Nim::parse_move(rules, move));
  };
  CHECK(Nim::format(rules, play("3,4,5 1", "1:2")) == "1,4,5 2");
  CHECK(Nim::outcome(rules, play("0,0,2 1", "3:2")) == Outcome{1, "last object taken"});
  const Nim::Rules misere({3, 4, 5}, true);
  CHECK(Nim::outcome(misere, play("0,0,2 1", "3:2")) == Outcome{2, "last object taken"});
}

TEST_CASE("illegal moves are explained") {
  const Nim::Rules rules({3, 4, 5}, false);
  const auto position = Nim::parse_position(rules, "0,2,5 1");
  CHECK(Nim::why_illegal(rules, position, {0, 1}) == "heap 1 is empty");
  CHECK(Nim::why_illegal(rules, position, {1, 3}) == "heap 2 holds only 2");
}

TEST_CASE("a move is checked with words, and a list of moves has its limit") {
  const Nim::Rules rules({3, 4}, false);
  const auto start = Nim::start(rules);
  CHECK(message([&] { check_legal<Nim>(rules, start, {0, 3}); }) == "accepted");
  CHECK(message([&] { check_legal<Nim>(rules, start, {0, 4}); }) ==
        "Nim: 1:4 cannot be played in '3,4 1': heap 1 holds only 3");
  const auto end = Nim::parse_position(rules, "0,0 1");
  CHECK(message([&] { check_legal<Nim>(rules, end, {0, 1}); }) ==
        "Nim: 1:1 cannot be played in '0,0 1': the game is over (last object taken)");
  std::vector<Nim::Move> moves{{9, 9}};
  list_moves<Nim>(rules, start, moves);
  CHECK(moves.size() == 7);
  const auto most = static_cast<std::int64_t>(most_listed_moves);
  const Nim::Rules full({most}, false);
  list_moves<Nim>(full, Nim::start(full), moves);
  CHECK(moves.size() == most_listed_moves);
  const Nim::Rules beyond({most + 1}, false);
  CHECK(message([&] { list_moves<Nim>(beyond, Nim::start(beyond), moves); }) ==
        "Nim: more than 1048576 legal moves are too many to list");
}
