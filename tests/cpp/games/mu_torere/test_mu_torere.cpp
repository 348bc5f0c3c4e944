#include "spielkern/games/mu_torere/mu_torere.hpp"

#include "conformance.hpp"

using namespace spielkern;
using Entry = MuTorere::Entry;

namespace {

std::vector<MuTorere::Rules> all_rules() {
  std::vector<MuTorere::Rules> rules;
  for (const int ring : {4, 6, 8, 10, 20, 36}) {
    rules.emplace_back(ring, Entry::always, 4);
    rules.emplace_back(ring, Entry::none, 4);
    for (const int plies : {0, 1, 2, 5, 120}) rules.emplace_back(ring, Entry::opening, plies);
  }
  return rules;
}

std::string refusal(const MuTorere::Rules& rules, const char* text) {
  try {
    MuTorere::parse_position(rules, text);
  } catch (const NotationError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("Mū Tōrere conforms") {
  for (const MuTorere::Rules& rules : all_rules()) {
    std::vector<MuTorere::Move> conceivable;
    for (int from = 0; from < 256; from += from < 40 ? 1 : 43) {
      for (int to = 0; to < 256; to += to < 40 ? 1 : 43) {
        conceivable.push_back({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
      }
    }
    conformance::check_game<MuTorere>(rules, conceivable, 40);
  }
}

TEST_CASE("Mū Tōrere parsers survive a million texts") {
  conformance::check_parsers<MuTorere>(MuTorere::Rules(8, Entry::always, 4), 500000);
  conformance::check_parsers<MuTorere>(MuTorere::Rules(4, Entry::opening, 12), 300000);
  conformance::check_parsers<MuTorere>(MuTorere::Rules(36, Entry::none, 4), 200000);
}

TEST_CASE("the start") {
  const MuTorere::Rules rules(8, Entry::always, 4);
  const auto start = MuTorere::start(rules);
  CHECK(MuTorere::format(rules, start) == "11112222/. 1");
  std::vector<std::string> moves;
  for (const auto& move : conformance::list_moves<MuTorere>(rules, start))
    moves.push_back(MuTorere::format_move(rules, move));
  CHECK(moves == std::vector<std::string>{"1-c", "4-c"});
  CHECK(!MuTorere::is_legal(rules, start, MuTorere::parse_move(rules, "2-c")));
  CHECK(MuTorere::is_legal(MuTorere::Rules(8, Entry::none, 4), start, MuTorere::parse_move(rules, "2-c")));
}

TEST_CASE("the entry restriction holds for so many plies") {
  const MuTorere::Rules rules(8, Entry::opening, 2);
  const auto legal = [&](const char* position, const char* move) {
    return MuTorere::is_legal(rules, MuTorere::parse_position(rules, position), MuTorere::parse_move(rules, move));
  };
  CHECK(!legal("11112222/. 1 0", "2-c"));
  CHECK(!legal("11112222/. 2 1", "6-c"));
  CHECK(legal("11112222/. 1 2", "2-c"));
  CHECK(legal("11112222/. 2 2", "6-c"));
}

TEST_CASE("who cannot move loses") {
  const MuTorere::Rules rules(8, Entry::always, 4);
  // The empty point 1 has neighbours 8 and 2 and the centre, all player 1's.
  const auto blocked = MuTorere::parse_position(rules, ".1122221/1 2");
  CHECK(MuTorere::outcome(rules, blocked) == Outcome{1, "no moves left"});
}

TEST_CASE("positions that counting refutes") {
  const MuTorere::Rules rules(8, Entry::always, 4);
  CHECK(refusal(rules, "11111222/. 1") ==
        "Mū Tōrere position '11111222/. 1', character 5: expected '.' or '2' (4 pieces each, one point empty), found "
        "'1'");
  CHECK(refusal(rules, "1111222./. 1") ==
        "Mū Tōrere position '1111222./. 1', character 10: expected '2' (4 pieces each, one point empty), found '.'");
  const MuTorere::Rules opening(8, Entry::opening, 4);
  CHECK(refusal(opening, "11112222/. 1 4") == "accepted");
  CHECK(refusal(opening, "11112222/. 2 4") == "accepted");
  CHECK(refusal(opening, "11112222/. 1 3") ==
        "Mū Tōrere position '11112222/. 1 3', character 14: expected an even number "
        "of plies (player 1 is to move), found '3'");
  CHECK(refusal(opening, "11112222/. 1 5").starts_with("Mū Tōrere position '11112222/. 1 5', character 14: expected"));
  CHECK(refusal(opening, "11112222/. 1").starts_with("Mū Tōrere position '11112222/. 1', character 13: expected ' '"));
}

TEST_CASE("symmetry classes of ring 8") {
  const MuTorere::Rules rules(8, Entry::always, 4);
  std::set<std::string> classes;
  for (int empty = 0; empty <= 8; ++empty) {
    for (std::uint64_t ones = 0; ones < 512; ++ones) {
      if (std::popcount(ones) != 4 || (ones >> empty & 1) != 0) continue;
      for (const Player player : {Player{1}, Player{2}}) {
        const MuTorere::Position position{ones, static_cast<std::uint8_t>(empty), player, 0};
        classes.insert(MuTorere::format(rules, MuTorere::canonical(rules, position)));
      }
    }
  }
  CHECK(classes.size() == 46);
}

TEST_CASE("rules that play alike are equal") {
  CHECK(MuTorere::Rules(8, Entry::always, 2) == MuTorere::Rules(8, Entry::always, 7));
  CHECK(!(MuTorere::Rules(8, Entry::opening, 2) == MuTorere::Rules(8, Entry::opening, 7)));
  CHECK_THROWS_AS(MuTorere::Rules(7, Entry::always, 4), RulesError);
}
