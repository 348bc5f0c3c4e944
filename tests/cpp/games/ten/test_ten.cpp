#include "spielkern/games/ten/ten.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "conformance.hpp"
#include "message.hpp"

using namespace spielkern;
using Rules = Ten::Rules;
using Position = Ten::Position;
using Move = Ten::Move;
using Shortage = Ten::Shortage;

namespace {

const Rules ten_stones(10, Shortage::truncate);

Position board(const char* text, const Rules& rules = ten_stones) {
  return Ten::parse_position(rules, text);
}

std::string play(const char* text, const char* move, const Rules& rules = ten_stones) {
  const Position position = board(text, rules);
  const Move read = Ten::parse_move(rules, move);
  if (!Ten::is_legal(rules, position, read)) return Ten::why_illegal(rules, position, read);
  return Ten::format(rules, Ten::play(rules, position, read));
}

// Moves that make no sense, and some that do.
std::vector<Move> nonsense() {
  Rng rng(8);
  std::vector<Move> moves{Move{}};
  const auto any = [&] { return static_cast<std::uint8_t>(rng.below(5) == 0 ? 255 : rng.below(21)); };
  for (int i = 0; i < 1500; ++i) {
    moves.push_back({static_cast<Move::Kind>(rng.below(9)), any(), {any(), any(), any()}});
  }
  return moves;
}

// A text with the freedoms taken out that the notation has: entered points and the parts of a split in any order, and
// a phase above 2.
std::string settled(const std::string& text) {
  const auto order = [](const std::string& part) {
    static const std::string names = "a1 b1 c1 d1 e1 a2 b2 c2 d2 a3 b3 c3 a4 b4 a5 m1 m2 m3 m4";
    const bool is_double = part.ends_with("=2");
    return std::pair(!is_double, names.find(part.substr(0, 2)));
  };
  const auto sorted = [&](const std::string& list, char joint) {
    std::vector<std::string> parts;
    std::istringstream in(list);
    for (std::string part; std::getline(in, part, joint);) parts.push_back(part);
    std::sort(parts.begin(), parts.end(), [&](const auto& a, const auto& b) { return order(a) < order(b); });
    std::string out;
    for (const auto& part : parts) (out += out.empty() ? "" : std::string(1, joint)) += part;
    return out;
  };
  if (const std::size_t phase = text.find_last_of(' '); phase != std::string::npos) {
    const bool large = phase + 2 < text.size() || (phase + 1 < text.size() && text[phase + 1] > '2');
    return large ? text.substr(0, phase + 1) + "2" : text;
  }
  if (text.find('+') != std::string::npos) return sorted(text, '+');
  const std::size_t slash = text.find('/');
  return slash == std::string::npos ? text : text.substr(0, slash + 1) + sorted(text.substr(slash + 1), ',');
}

}  // namespace

TEST_CASE("10 conforms") {
  for (const int stones : {2, 3, 4, 6, 10, 12, 57}) {
    for (const Shortage shortage : {Shortage::truncate, Shortage::forbid}) {
      conformance::check_game<Ten>(Rules(stones, shortage), nonsense(), 60);
    }
  }
}

TEST_CASE("10's parsers survive a million texts") {
  conformance::check_parsers<Ten>(ten_stones, 600000, settled);
  conformance::check_parsers<Ten>(Rules(2, Shortage::forbid), 200000, settled);
  conformance::check_parsers<Ten>(Rules(57, Shortage::truncate), 200000, settled);
}

TEST_CASE("perft agrees with the vectors") {
  std::ifstream file(std::string(SPIELKERN_TEST_DATA) + "/vectors/ten.perft");
  REQUIRE(file);
  Control control;
  int lines = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    CAPTURE(line);
    std::istringstream in(line);
    int stones = 0;
    std::string shortage;
    std::string rows;
    std::string player;
    std::string phase;
    std::string semicolon;
    in >> stones >> shortage >> semicolon >> rows >> player >> phase >> semicolon;
    const Rules rules(stones, shortage == "forbid" ? Shortage::forbid : Shortage::truncate);
    const Position position = board((rows + " " + player + " " + phase).c_str(), rules);
    std::uint64_t expected = 0;
    for (std::uint32_t depth = 1; in >> expected; ++depth) {
      CHECK(perft<Ten>(rules, position, depth, control) == expected);
      CHECK((expected > 100000 || perft_played<Ten>(rules, position, depth, control) == expected));
    }
    ++lines;
  }
  CHECK(lines == 35);
}

TEST_CASE("the examples of the rule text") {
  CHECK(Ten::format(ten_stones, Ten::start(ten_stones)) == "./../.../..../...../.... 1 0");
  CHECK(play("./../.../..../Dd.../.... 1 2", "a1xb1") == "./../.../..../.S.../.... 2 2");
  CHECK(Ten::outcome(ten_stones, board("./../.../..../.S.../.... 2 2")) == Outcome{1, "no other figures left"});
}

TEST_CASE("captures go by height, owner and supply") {
  const Rules three(3, Shortage::truncate);
  const Rules forbid(3, Shortage::forbid);
  CHECK(play("./../.../..../Ss..s/.... 1 2", "a1xb1") == "./../.../..../.D..s/.... 2 2");         // exchanged
  CHECK(play("S/../.../..../Ds..s/.... 1 2", "a1xb1", three) == "S/../.../..../.D..s/.... 2 2");  // no stone left
  CHECK(play("S/../.../..../Ds..s/.... 1 2", "a1xb1", forbid) ==
        "the supply has too few stones to exchange all of b1 (shortage=forbid)");
  CHECK(play("./../.../..../Sd..s/S... 1 2", "a1xb1", three) == "./../.../..../.D..s/S... 2 2");   // one for two
  CHECK(play("./../.../..../DS..s/.... 1 2", "a1xb1", forbid) == "./../.../..../.T..s/.... 2 2");  // own ones need none
  CHECK(play("./../.../..../Ts..s/.... 1 2", "a1xb1", forbid) == "./../.../..../.S..s/.... 2 2");  // over three
  CHECK(play("./../.../..../TT..s/.... 1 2", "a1xb1") == "./../.../..../.T..s/.... 2 2");
}

TEST_CASE("who cannot move loses, under forbid") {
  // All six stones are on the board, in Doubles shut in by Singles.
  const char* text = "./../s../DD../sDs../s..s 1 2";
  const Rules forbid(6, Shortage::forbid);
  CHECK(conformance::list_moves<Ten>(forbid, board(text, forbid)).empty());
  CHECK(Ten::outcome(forbid, board(text, forbid)) == Outcome{2, "no moves left"});
  const Rules truncate(6, Shortage::truncate);
  CHECK(conformance::list_moves<Ten>(truncate, board(text, truncate)).size() == 10);
  CHECK(!Ten::outcome(truncate, board(text, truncate)));
}

TEST_CASE("position texts are refused at the place that is wrong") {
  const auto refusal = [](const char* text) { return message([&] { board(text); }); };
  CHECK(refusal("./../.../..../x..../.... 1 2") ==
        "10 position './../.../..../x..../.... 1 2', character 15: expected '.' or a figure (S, D, T, s, d or t), "
        "found 'x'");
  CHECK(refusal("T/TT/S../..../S..../.... 1 2") ==
        "10 position 'T/TT/S../..../S..../.... 1 2', character 15: expected figures of player 1 with at most 10 stones "
        "in all, of which 0 are left, found 'S'");
  CHECK(refusal("./../.../..../...../.... 2 0").find("character 26: expected '1' (the board is empty)") !=
        std::string::npos);
  CHECK(refusal("./../.../..../...../.... 1 1").find("character 28: expected 0 (the board is empty)") !=
        std::string::npos);
  CHECK(refusal("S/../.../..../...../.... 1 0").find("character 28: expected 1 or 2") != std::string::npos);
  CHECK(refusal("S/../.../..../...../.... 1 1").find("character 28: expected 2 (in phase 1") != std::string::npos);
  CHECK(refusal("D/../.../..../...../.... 2 1").find("character 28: expected 2 (in phase 1") != std::string::npos);
  CHECK(refusal("S/../.../..../...../.... 1 2").find("character 26: expected '2' (who has no figure") !=
        std::string::npos);
  CHECK(refusal("./../.../..../s..../SSSS 1 2").find("character 26: expected '2' (player 1 has won)") !=
        std::string::npos);
  CHECK(refusal("./../.../..../s..../SSSS 2 2") == "accepted");
  CHECK(refusal("S/../.../..../...../.... 2 1") == "accepted");
  CHECK(refusal("S/../.../..../...../.... 2 2") == "accepted");
  CHECK(refusal("./../.../..../...../.... 1 0 ").find("character 29: expected the end") != std::string::npos);
  CHECK(Ten::format(ten_stones, board("s/../.../..../S..../.... 1 17")) == "s/../.../..../S..../.... 1 2");
}

TEST_CASE("move texts") {
  const auto read = [](const char* text) {
    return message([&] { throw Error(Ten::format_move(ten_stones, Ten::parse_move(ten_stones, text))); });
  };
  CHECK(read("C1") == "c1");
  CHECK(read("b1+a1") == "a1+b1");
  CHECK(read("b1Xm1") == "b1xm1");
  CHECK(read("m4/b3,b2,c2") == "m4/b2,c2,b3");
  CHECK(read("m4/c2,b2=2") == "m4/b2=2,c2");
  CHECK(read("m4/b2=2,c2=2") == "10 move 'm4/b2=2,c2=2', character 11: expected the end of the text, found '='");
  CHECK(read("m4/b2=3,c2").find("character 7: expected '2'") != std::string::npos);
  CHECK(read("m4/b2") == "10 move 'm4/b2', character 6: expected ',' and the next point, found the end");
  CHECK(read("m4/b2=2,c2,b3").find("character 11: expected the end of the text") != std::string::npos);
  CHECK(read("a1-a1").find("character 4: expected a point not named before") != std::string::npos);
  CHECK(read("c4") == "10 move 'c4', character 2: expected a number from 1 to 3 after c, found '4'");
  CHECK(read("f1").find("character 1: expected a point") != std::string::npos);
  CHECK(read("a1*b1").find("character 3: expected '-', 'x', '+', '/' or the end of the text") != std::string::npos);
}

TEST_CASE("reasons why a move is illegal") {
  CHECK(play("./../.../..../...../.... 1 0", "a1+b1") == "the board is empty: one Single comes in, on any point");
  const char* text = "./../.../s.../SD..s/T... 1 2";
  CHECK(play(text, "c1") == "only the first ply of all brings in one Single");
  CHECK(play(text, "d1+c1") == "no figure may enter on c1, a point of the inner triangle or a middle point");
  CHECK(play(text, "a1+d1") == "a1 is occupied");
  CHECK(play(text, "d1-c1") == "d1 is empty");
  CHECK(play(text, "e1-d1") == "the figure on e1 is the opponent's");
  CHECK(play(text, "a1-c1") == "the Single on a1 does not get to c1");
  CHECK(play(text, "a1-a2") == "a2 is occupied");
  CHECK(play(text, "b1xc1") == "c1 is empty");
  CHECK(play(text, "a1/c1,d1") == "the Single on a1 cannot split so");
  CHECK(play(text, "b1/c1=2,d1") == "the Double on b1 cannot split so");
  CHECK(play("./../.../s.../S...s/TDD. 1 2", "a1+d1", Rules(9, Shortage::truncate)) ==
        "the supply has fewer than two stones");
  CHECK(Ten::why_illegal(ten_stones, board(text), Move{}) == "there is no such move");
}

TEST_CASE("stones and shortage are checked") {
  const auto refusal = [](std::int64_t stones, const char* shortage) {
    return message([&] { checked_rules<Ten>({stones, std::string(shortage)}); });
  };
  CHECK(refusal(1, "truncate") == "10: stones must be from 2 to 57, not '1'");
  CHECK(refusal(58, "truncate") == "10: stones must be from 2 to 57, not '58'");
  CHECK(refusal(2, "maybe") == "10: shortage must be 'truncate' or 'forbid', not 'maybe'");
}

TEST_CASE("images are the board turned and mirrored, point by point") {
  for (const Position& position : conformance::random_positions<Ten>(ten_stones, 200, 9)) {
    int symmetry = 0;
    Ten::for_each_image(ten_stones, position, [&](const Position& image) {
      CHECK(image.player == position.player);
      CHECK(image.phase == position.phase);
      for (int point = 0; point < ten::points; ++point) {
        const int to = ten::symmetries.image(symmetry, point);
        for (const Player owner : {Player{1}, Player{2}}) {
          CHECK((position.of(owner) >> point & 1) == (image.of(owner) >> to & 1));
        }
        CHECK(position.height(point) == image.height(to));
      }
      ++symmetry;
    });
    CHECK(symmetry == 6);
  }
}

TEST_CASE("stones are never lost") {
  for (const int stones : {2, 3, 6, 10, 57}) {
    for (const Shortage shortage : {Shortage::truncate, Shortage::forbid}) {
      const Rules rules(stones, shortage);
      for (const Position& position : conformance::random_positions<Ten>(rules, 300, 10)) {
        CHECK((position.figures[0] & position.figures[1]) == 0);
        CHECK((position.doubles & position.triples) == 0);
        CHECK(((position.doubles | position.triples) & ~position.occupied()) == 0);
        for (const Player owner : {Player{1}, Player{2}}) CHECK(rules.supply(position, owner) >= 0);
      }
    }
  }
}
