#include "spielkern/games/dots_and_boxes/dots_and_boxes.hpp"

#include "conformance.hpp"
#include "message.hpp"
#include "spielkern/core/reachable_space.hpp"

using namespace spielkern;
using Rules = DotsAndBoxes::Rules;
using Position = DotsAndBoxes::Position;

namespace {

std::vector<Rules> all_rules() {
  return {{1, 1}, {1, 7}, {2, 3}, {3, 2}, {2, 2}, {4, 4}, {5, 5}, {2, 12}, {12, 2}, {1, 21}, {21, 1}};
}

std::vector<DotsAndBoxes::Move> every_move() {
  std::vector<DotsAndBoxes::Move> moves;
  for (int edge = 0; edge < 256; ++edge) moves.push_back({static_cast<std::uint8_t>(edge)});
  return moves;
}

// A move text with its dots in order: the left or upper one first.
std::string dots_in_order(const std::string& text) {
  const std::size_t second = text.find_first_not_of("0123456789", 1);
  if (second == std::string::npos) return text;
  const auto place = [](const std::string& dot) { return std::pair(std::stoi(dot.substr(1)), dot[0]); };
  const std::string one = text.substr(0, second);
  const std::string two = text.substr(second);
  return place(two) < place(one) ? two + one : text;
}

}  // namespace

TEST_CASE("Dots and Boxes conforms") {
  for (const Rules& rules : all_rules()) conformance::check_game<DotsAndBoxes>(rules, every_move(), 120);
}

TEST_CASE("Dots and Boxes parsers survive a million texts") {
  conformance::check_parsers<DotsAndBoxes>(Rules(4, 4), 500000, dots_in_order);
  conformance::check_parsers<DotsAndBoxes>(Rules(1, 1), 300000, dots_in_order);
  conformance::check_parsers<DotsAndBoxes>(Rules(21, 1), 200000, dots_in_order);
}

TEST_CASE("the published board") {
  const Rules rules(4, 4);
  const auto start = DotsAndBoxes::start(rules);
  CHECK(DotsAndBoxes::format(rules, start) == "..../...../..../...../..../...../..../...../.... 1 0-0");
  const auto moves = conformance::list_moves<DotsAndBoxes>(rules, start);
  CHECK(moves.size() == 40);
  CHECK(DotsAndBoxes::format_move(rules, moves.front()) == "a1b1");
  CHECK(DotsAndBoxes::format_move(rules, moves[4]) == "a1a2");
  CHECK(DotsAndBoxes::format_move(rules, moves.back()) == "d5e5");
}

TEST_CASE("a completed box scores, and its player stays on turn") {
  const Rules rules(4, 4);
  const auto before = DotsAndBoxes::parse_position(rules, "-.../|..../-.../...../..../...../..../...../.... 1 0-0");
  const auto after = DotsAndBoxes::play(rules, before, DotsAndBoxes::parse_move(rules, "b1b2"));
  CHECK(DotsAndBoxes::format(rules, after) == "-.../||.../-.../...../..../...../..../...../.... 1 1-0");
  CHECK(DotsAndBoxes::score(rules, after) == std::array<std::int32_t, 2>{1, 0});
}

TEST_CASE("one edge can complete two boxes") {
  const Rules rules(1, 2);
  const auto before = DotsAndBoxes::parse_position(rules, "--/|.|/-- 2 0-0");
  const auto after = DotsAndBoxes::play(rules, before, DotsAndBoxes::parse_move(rules, "b1b2"));
  CHECK(DotsAndBoxes::format(rules, after) == "--/|||/-- 2 0-2");
  CHECK(DotsAndBoxes::outcome(rules, after) == Outcome{2, "all edges drawn"});
}

TEST_CASE("the score decides") {
  const Rules rules(1, 2);
  const auto winner = [&](const char* text) {
    return DotsAndBoxes::outcome(rules, DotsAndBoxes::parse_position(rules, text))->winner;
  };
  CHECK(winner("--/|||/-- 1 2-0") == 1);
  CHECK(winner("--/|||/-- 2 2-0") == 1);
  CHECK(winner("--/|||/-- 1 1-1") == 0);
  CHECK(winner("--/|||/-- 1 0-2") == 2);
}

TEST_CASE("a whole game by plain counting") {
  Rng rng(1);
  for (const Rules& rules : all_rules()) {
    const auto& board = rules.board();
    for (int game = 0; game < 50; ++game) {
      auto position = DotsAndBoxes::start(rules);
      int player = 1;
      std::array<int, 2> points{};
      while (!DotsAndBoxes::outcome(rules, position)) {
        const auto moves = conformance::list_moves<DotsAndBoxes>(rules, position);
        const auto move = moves[rng.below(moves.size())];
        const auto full = [&](DotsAndBoxes::Edges drawn) {
          int boxes = 0;
          for (int box = 0; box < board.boxes(); ++box) {
            boxes += (board.box_edges(box) & ~drawn) == 0 ? 1 : 0;
          }
          return boxes;
        };
        const auto after = DotsAndBoxes::play(rules, position, move);
        const int won = full(after.drawn) - full(position.drawn);
        points[static_cast<std::size_t>(player - 1)] += won;
        if (won == 0) player = 3 - player;
        CHECK(after.player == player);
        CHECK(after.score[0] == points[0]);
        CHECK(after.score[1] == points[1]);
        position = after;
      }
      CHECK(points[0] + points[1] == board.boxes());
    }
  }
}

TEST_CASE("perft counts ordered choices of edges") {
  Control control;
  for (const Rules& rules : all_rules()) {
    std::uint64_t expected = 1;
    auto left = static_cast<std::uint64_t>(rules.board().edges());
    for (std::uint32_t depth = 0; depth <= 4; ++depth) {
      CHECK(perft<DotsAndBoxes>(rules, DotsAndBoxes::start(rules), depth, control) == expected);
      expected *= left;
      if (left > 0) --left;
    }
  }
}

TEST_CASE("position texts are refused at the place that is wrong") {
  const Rules rules(1, 2);
  const auto refusal = [&](const char* text) { return message([&] { DotsAndBoxes::parse_position(rules, text); }); };
  CHECK(refusal("-|/.../.. 1 0-0") ==
        "Dots and Boxes position '-|/.../.. 1 0-0', character 2: expected '.' or '-' (a horizontal edge), found '|'");
  CHECK(refusal("../-../.. 1 0-0") ==
        "Dots and Boxes position '../-../.. 1 0-0', character 4: expected '.' or '|' (a vertical edge), found '-'");
  CHECK(refusal("../... 1 0-0") ==
        "Dots and Boxes position '../... 1 0-0', character 7: expected '/' after a row of vertical edges, found ' '");
  CHECK(refusal("../.../.. 3 0-0").find("character 11: expected '1' or '2' (the player to move)") != std::string::npos);
  CHECK(refusal("../.../.. 1 1-0") ==
        "Dots and Boxes position '../.../.. 1 1-0', character 13: expected the points of player 1 from 0 to 0, found "
        "'1'");
  CHECK(refusal("--/|||/-- 1 1-0") ==
        "Dots and Boxes position '--/|||/-- 1 1-0', character 15: expected 1, the other closed boxes, found '0'");
  CHECK(refusal("--/|||/-- 1 1-1 ").find("expected the end of the text") != std::string::npos);
  CHECK(refusal("--/|||/-- 1 01-1").find("character 13") != std::string::npos);
  CHECK(refusal("--/|||/-- 1 1-99999999999999999999999").find("character 15") != std::string::npos);
}

TEST_CASE("move texts name two neighbouring dots in either order") {
  const Rules rules(4, 4);
  const auto read = [&](const char* text) {
    return message([&] { throw Error(DotsAndBoxes::format_move(rules, DotsAndBoxes::parse_move(rules, text))); });
  };
  CHECK(read("b1a1") == "a1b1");
  CHECK(read("A2a1") == "a1a2");
  CHECK(read("a1b2") == "Dots and Boxes move 'a1b2', character 3: expected a dot next to a1, found 'b'");
  CHECK(read("a1a1") == "Dots and Boxes move 'a1a1', character 3: expected a dot next to a1, found 'a'");
  CHECK(read("a1c1") == "Dots and Boxes move 'a1c1', character 3: expected a dot next to a1, found 'c'");
  CHECK(read("f1e1") == "Dots and Boxes move 'f1e1', character 1: expected a column from a to e, found 'f'");
  CHECK(read("a6a5") == "Dots and Boxes move 'a6a5', character 2: expected a row from 1 to 5, found '6'");
  CHECK(read("a1") == "Dots and Boxes move 'a1', character 3: expected a column from a to e, found the end");
  CHECK(read("a1b1 ") == "Dots and Boxes move 'a1b1 ', character 5: expected the end of the text, found ' '");
  const Rules long_rules(21, 1);
  CHECK(DotsAndBoxes::format_move(long_rules, DotsAndBoxes::parse_move(long_rules, "b22b21")) == "b21b22");
}

TEST_CASE("positions by their edges") {
  const Rules rules(1, 2);
  const auto enter = [&](const std::vector<std::string>& edges, int player = 1,
                         std::optional<std::array<std::int64_t, 2>> score = std::nullopt) {
    return message(
        [&] { throw Error(DotsAndBoxes::format(rules, DotsAndBoxes::from_edges(rules, edges, player, score))); });
  };
  CHECK(enter({}) == "../.../.. 1 0-0");
  CHECK(enter({"b1a1", "C1c2"}, 2) == "-./..|/.. 2 0-0");
  const std::vector<std::string> closed{"a1b1", "a1a2", "b1b2", "a2b2"};
  CHECK(enter(closed) == "-./||./-. 1 1-0");
  CHECK(enter(closed, 1, {{0, 1}}) == "-./||./-. 1 0-1");
  CHECK(enter({"a1b1", "a1a2", "b1a1"}) ==
        "Dots and Boxes edges[2] 'b1a1', character 1: expected an edge not named before (a1b1 is), found 'b'");
  CHECK(enter({"a1b2"}) == "Dots and Boxes edges[0] 'a1b2', character 3: expected a dot next to a1, found 'b'");
  CHECK(enter({}, 3) == "Dots and Boxes: player must be 1 or 2, not 3");
  const std::string wrong_sum =
      "Dots and Boxes: score must be two numbers from 0 whose sum is 1, the number of closed "
      "boxes, not ";
  CHECK(enter(closed, 1, {{1, 1}}) == wrong_sum + "1-1");
  CHECK(enter(closed, 1, {{2, -1}}) == wrong_sum + "2--1");
  CHECK(enter(closed, 1, {{-1, 2}}) == wrong_sum + "-1-2");
  CHECK(enter(closed, 1, {{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}})
            .starts_with(wrong_sum));
}

TEST_CASE("boards of more than 64 edges are refused") {
  CHECK(message([] { Rules(5, 6); }) == "Dots and Boxes: rows x cols must have at most 64 edges, 5 x 6 boxes have 71");
  CHECK(message([] { Rules(1, 22); }) ==
        "Dots and Boxes: rows x cols must have at most 64 edges, 1 x 22 boxes have 67");
  CHECK(message([] { checked_rules<DotsAndBoxes>({std::int64_t{0}, std::int64_t{4}}); }) ==
        "Dots and Boxes: rows must be from 1 to 64, not '0'");
}

TEST_CASE("keys") {
  const Rules rules(5, 5);
  std::set<std::uint64_t> keys;
  std::set<std::uint64_t> goals;
  std::set<DotsAndBoxes::Edges> sets;
  std::size_t positions = 0;
  for (Position position : conformance::random_positions<DotsAndBoxes>(rules, 2000, 3)) {
    sets.insert(position.drawn);
    const int closed = rules.board().count_closed(position.drawn);
    for (const Player player : {Player{1}, Player{2}}) {
      for (int one = 0; one <= closed; ++one) {
        position.player = player;
        position.score = {static_cast<std::uint8_t>(one), static_cast<std::uint8_t>(closed - one)};
        keys.insert(DotsAndBoxes::key(rules, position));
        goals.insert(DotsAndBoxes::goal_key(rules, position));
        ++positions;
      }
    }
  }
  CHECK(goals.size() == sets.size());
  CHECK(keys.size() > positions * 9 / 10);  // a set of edges can come up twice
}

TEST_CASE("small boards are solved over what their start reaches") {
  Control control;
  // First minus second player's boxes under best play: -1, 0, 0, 2.
  const auto solve = [&](int rows, int cols) {
    const Rules board(rows, cols);
    const auto start = DotsAndBoxes::start(board);
    const auto solution = solve_space(ReachableSpace<DotsAndBoxes>(board, {start}, 1 << 30, control), {}, control);
    conformance::check_values(solution);
    return solution.value(start).result;
  };
  CHECK(solve(1, 1) == Result::loss);
  CHECK(solve(1, 2) == Result::draw);
  CHECK(solve(2, 1) == Result::draw);
  CHECK(solve(1, 3) == Result::loss);
  conformance::check_space(
      ReachableSpace<DotsAndBoxes>(Rules(1, 2), {DotsAndBoxes::start(Rules(1, 2))}, 1 << 30, control));
}
