// The C library as a program in C sees it: nothing but spielkern.h.

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "spielkern.h"
#include "temporary_folder.hpp"

namespace {

struct Free {
  void operator()(spielkern_rules* rules) const { spielkern_rules_free(rules); }
  void operator()(spielkern_position* position) const { spielkern_position_free(position); }
  void operator()(spielkern_moves* moves) const { spielkern_moves_free(moves); }
  void operator()(spielkern_solution* solution) const { spielkern_solution_free(solution); }
};
template <class Handle>
using Owned = std::unique_ptr<Handle, Free>;

// Calls a function that makes a handle, with the arguments before the result, and checks that the two agree.
template <class Handle, class Function, class... Arguments>
Owned<Handle> made(Function function, Arguments... arguments) {
  Handle* handle = reinterpret_cast<Handle*>(1);  // to be overwritten either way
  const spielkern_status status = function(arguments..., &handle);
  REQUIRE((handle != nullptr) == (status == SPIELKERN_OK));
  return Owned<Handle>(handle);
}

Owned<spielkern_rules> rules_of(const char* text) {
  return made<spielkern_rules>(spielkern_rules_new, text);
}
Owned<spielkern_position> start_of(const Owned<spielkern_rules>& rules) {
  return made<spielkern_position>(spielkern_position_start, rules.get(), std::uint64_t{1});
}
Owned<spielkern_position> position_of(const Owned<spielkern_rules>& rules, const char* text) {
  return made<spielkern_position>(spielkern_position_new, rules.get(), text);
}
Owned<spielkern_position> played(const Owned<spielkern_position>& position, const char* move) {
  return made<spielkern_position>(spielkern_play, position.get(), move, std::uint64_t{1});
}
Owned<spielkern_moves> moves_of(const Owned<spielkern_position>& position) {
  return made<spielkern_moves>(spielkern_moves_new, position.get());
}
Owned<spielkern_solution> solved(const Owned<spielkern_rules>& rules, unsigned threads = 1) {
  Owned<spielkern_solution> solution(nullptr);
  spielkern_solution* handle = nullptr;
  spielkern_solve(rules.get(), threads, 0, nullptr, nullptr, &handle);
  solution.reset(handle);
  return solution;
}

// A minute is far more than the positions below take.
Owned<spielkern_moves> analysed(const Owned<spielkern_position>& position, unsigned threads, spielkern_analysis* found,
                                double seconds = 60) {
  spielkern_moves* best = nullptr;
  REQUIRE(spielkern_analyse(position.get(), seconds, threads, std::uint64_t{1} << 26, nullptr, nullptr, found, &best) ==
          SPIELKERN_OK);
  REQUIRE(best != nullptr);
  return Owned<spielkern_moves>(best);
}

// A text of any length from a function that gives one out.
template <class Function, class... Arguments>
std::string text_of(Function function, Arguments... arguments) {
  std::size_t length = 0;
  REQUIRE(function(arguments..., nullptr, 0, &length) == SPIELKERN_OK);
  std::vector<char> buffer(length + 1, 'x');
  REQUIRE(function(arguments..., buffer.data(), buffer.size(), nullptr) == SPIELKERN_OK);
  REQUIRE(std::strlen(buffer.data()) == length);
  return buffer.data();
}

std::string text_of(const Owned<spielkern_position>& position) {
  return text_of(spielkern_position_text, position.get());
}
std::vector<std::string> texts_of(const Owned<spielkern_moves>& moves) {
  std::size_t count = 0;
  REQUIRE(spielkern_moves_count(moves.get(), &count) == SPIELKERN_OK);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) texts.push_back(text_of(spielkern_moves_text, moves.get(), i));
  return texts;
}

std::uint64_t perft(const Owned<spielkern_position>& position, std::uint32_t depth) {
  std::uint64_t count = 0;
  REQUIRE(spielkern_perft(position.get(), depth, nullptr, nullptr, &count) == SPIELKERN_OK);
  return count;
}

bool message_has(const char* part) {
  return std::strstr(spielkern_last_message(), part) != nullptr;
}

const std::array games{"ten", "dots-and-boxes", "nim", "mu-torere", "crazy10s"};

}  // namespace

TEST_CASE("versions and the names of statuses") {
  CHECK(spielkern_api_version() == SPIELKERN_API_VERSION);
  CHECK(std::string(spielkern_version()).find('.') != std::string::npos);
  CHECK(std::string(spielkern_status_name(SPIELKERN_OK)) == "SPIELKERN_OK");
  CHECK(std::string(spielkern_status_name(SPIELKERN_CANCELLED)) == "SPIELKERN_CANCELLED");
  CHECK(std::string(spielkern_status_name(SPIELKERN_INTERNAL_ERROR)) == "SPIELKERN_INTERNAL_ERROR");
  CHECK(spielkern_status_name(-1) == nullptr);
  CHECK(spielkern_status_name(SPIELKERN_INTERNAL_ERROR + 1) == nullptr);
}

TEST_CASE("games and options as data make the default rules") {
  REQUIRE(spielkern_game_count() == games.size());
  for (std::size_t game = 0; game < games.size(); ++game) {
    CHECK(std::string(spielkern_game_name(game)) == games[game]);
    CHECK(std::strlen(spielkern_game_title(game)) > 0);
    std::string text = spielkern_game_name(game);
    for (std::size_t i = 0; i < spielkern_option_count(game); ++i) {
      spielkern_option option{};
      REQUIRE(spielkern_option_at(game, i, &option) == SPIELKERN_OK);
      CHECK(std::strlen(option.help) > 0);
      text += std::string(" ") + option.name + "=" + option.standard;
    }
    const auto all_named = rules_of(text.c_str());
    REQUIRE(all_named);
    CHECK(text_of(spielkern_rules_text, all_named.get()) == text_of(spielkern_rules_text, rules_of(games[game]).get()));
    spielkern_option option{};
    CHECK(spielkern_option_at(game, spielkern_option_count(game), &option) == SPIELKERN_BAD_ARGUMENT);
  }
  CHECK(spielkern_game_name(games.size()) == nullptr);
  CHECK(spielkern_game_title(games.size()) == nullptr);
  CHECK(spielkern_option_count(games.size()) == 0);
  spielkern_option option{};
  CHECK(spielkern_option_at(games.size(), 0, &option) == SPIELKERN_BAD_ARGUMENT);
  REQUIRE(spielkern_option_at(0, 1, &option) == SPIELKERN_OK);
  CHECK(option.kind == SPIELKERN_OPTION_TEXT);
  CHECK(std::string(option.choices) == "truncate|forbid");
  REQUIRE(spielkern_option_at(2, 0, &option) == SPIELKERN_OK);
  CHECK(option.kind == SPIELKERN_OPTION_INTS);
  CHECK(option.minimum == 1);
  CHECK(option.choices == nullptr);
}

TEST_CASE("rules from text") {
  CHECK(text_of(spielkern_rules_text, rules_of("nim heaps=1,2 misere=true").get()) == "nim heaps=1,2 misere=true");
  CHECK(text_of(spielkern_rules_text, rules_of("nim misere=true heaps=7").get()) == "nim heaps=7 misere=true");
  struct Wrong {
    const char* text;
    const char* said;
  };
  for (const Wrong& wrong :
       std::initializer_list<Wrong>{{"", "there is no game ''"},
                                    {"chess", "the games are ten, dots-and-boxes, nim, mu-torere, crazy10s"},
                                    {"Nim", "there is no game 'Nim'"},
                                    {"nim heap=3", "has no option 'heap'; its options are heaps, misere"},
                                    {"nim  misere=true", "has no option ''"},
                                    {"nim ", "has no option ''"},
                                    {"nim misere", "expected '=' and a value after 'misere'"},
                                    {"nim misere=yes", "misere must be true or false, not 'yes'"},
                                    {"nim heaps=3,,4", "heaps must be numbers with commas between, not '3,,4'"},
                                    {"nim heaps=3,4,", "heaps must be numbers with commas between"},
                                    {"nim heaps=99999999999999999999", "heaps must be numbers from 1 to 9"},
                                    {"nim misere=99999999999999999999", "misere must be true or false"},
                                    {"mu-torere ring=99999999999999999999", "ring must be from 4 to 36"},
                                    {"ten stones=-99999999999999999999", "stones must be from 2 to 57"},
                                    {"nim heaps=0", "heaps must be numbers from 1"},
                                    {"nim heaps=1 heaps=2", "the option 'heaps' comes twice"},
                                    {"mu-torere ring=8.0", "ring must be a whole number, not '8.0'"},
                                    {"mu-torere ring=7", "ring must be an even number"},
                                    {"mu-torere ring=38", "ring must be from 4 to 36"},
                                    {"mu-torere entry=sometimes", "entry must be 'always', 'none' or 'opening'"},
                                    {"ten stones=\xff", "stones must be a whole number, not '\\xff'"},
                                    {"crazy10s layout=...", "layout must be rows of the board's size"}}) {
    CAPTURE(wrong.text);
    spielkern_rules* rules = reinterpret_cast<spielkern_rules*>(1);
    CHECK(spielkern_rules_new(wrong.text, &rules) == SPIELKERN_RULES_ERROR);
    CHECK(rules == nullptr);
    CHECK_MESSAGE(message_has(wrong.said), spielkern_last_message());
  }
}

TEST_CASE("texts: the length, an exact fit, a byte too little") {
  const auto rules = rules_of("nim heaps=3,4,5 misere=false");
  const std::string expected = "nim heaps=3,4,5 misere=false";
  std::size_t length = 0;
  CHECK(spielkern_rules_text(rules.get(), nullptr, 0, &length) == SPIELKERN_OK);
  CHECK(length == expected.size());
  CHECK(spielkern_rules_text(rules.get(), nullptr, 0, nullptr) == SPIELKERN_OK);
  CHECK(spielkern_rules_text(rules.get(), nullptr, 5, &length) == SPIELKERN_BAD_ARGUMENT);
  std::vector<char> buffer(expected.size() + 1);  // the sanitizer watches its end
  CHECK(spielkern_rules_text(rules.get(), buffer.data(), buffer.size(), nullptr) == SPIELKERN_OK);
  CHECK(expected == buffer.data());
  length = 0;
  CHECK(spielkern_rules_text(rules.get(), buffer.data(), expected.size(), &length) == SPIELKERN_BUFFER_TOO_SMALL);
  CHECK(length == expected.size());
  CHECK(buffer[0] == '\0');
  CHECK(message_has("need 29 bytes, the buffer has 28"));
  buffer[0] = 'x';
  CHECK(spielkern_rules_text(rules.get(), buffer.data(), 0, &length) == SPIELKERN_BUFFER_TOO_SMALL);
  CHECK(buffer[0] == 'x');
}

TEST_CASE("NULL is answered, everywhere") {
  const auto rules = rules_of("nim");
  const auto position = start_of(rules);
  const auto moves = moves_of(position);
  const auto solution = solved(rules);
  std::array<char, 100> text{};
  std::uint64_t number = 0;
  std::size_t size = 0;
  int small = 0;
  spielkern_outcome outcome{};
  spielkern_playouts playouts{};
  spielkern_value value{};
  const auto refused = [](spielkern_status status) {
    CHECK(status == SPIELKERN_BAD_ARGUMENT);
    CHECK(message_has("must not be NULL"));
  };
  // Where a handle is to be made it becomes NULL.
  const auto refused_handle = [&]<class Handle>(Handle*, auto function, auto... arguments) {
    Handle* handle = reinterpret_cast<Handle*>(1);
    refused(function(arguments..., &handle));
    CHECK(handle == nullptr);
    refused(function(arguments..., static_cast<Handle**>(nullptr)));
  };
  spielkern_rules* no_rules = nullptr;
  spielkern_position* no_position = nullptr;
  spielkern_moves* no_moves = nullptr;
  spielkern_solution* no_solution = nullptr;
  const char* no_text = nullptr;
  const spielkern_report no_report = nullptr;
  void* nothing = nullptr;

  refused_handle(no_rules, spielkern_rules_new, no_text);
  refused_handle(no_position, spielkern_position_start, no_rules, std::uint64_t{1});
  refused_handle(no_position, spielkern_position_new, rules.get(), no_text);
  refused_handle(no_position, spielkern_position_new, no_rules, "3,4,5 1");
  refused_handle(no_rules, spielkern_position_rules, no_position);
  refused_handle(no_moves, spielkern_moves_new, no_position);
  refused_handle(no_position, spielkern_play, no_position, "1:2", std::uint64_t{1});
  refused_handle(no_position, spielkern_play, position.get(), no_text, std::uint64_t{1});
  refused_handle(no_position, spielkern_play_at, no_moves, std::size_t{0}, std::uint64_t{1});
  refused_handle(no_solution, spielkern_solve, no_rules, 1U, std::uint64_t{0}, no_report, nothing);
  refused_handle(no_solution, spielkern_solution_open, no_text, std::uint64_t{0});
  refused_handle(no_rules, spielkern_solution_rules, no_solution);
  refused_handle(no_moves, spielkern_solution_best_moves, no_solution, position.get());
  refused_handle(no_moves, spielkern_solution_best_moves, solution.get(), no_position);
  spielkern_analysis analysis{};
  spielkern_analysis* no_analysis = nullptr;
  refused_handle(no_moves, spielkern_analyse, no_position, 1.0, 1U, std::uint64_t{0}, no_report, nothing, &analysis);
  refused_handle(no_moves, spielkern_analyse, position.get(), 1.0, 1U, std::uint64_t{0}, no_report, nothing,
                 no_analysis);
  // All is there but the place for the handle.
  refused(spielkern_rules_new("nim", nullptr));
  refused(spielkern_position_start(rules.get(), 1, nullptr));
  refused(spielkern_position_new(rules.get(), "3,4,5 1", nullptr));
  refused(spielkern_position_rules(position.get(), nullptr));
  refused(spielkern_moves_new(position.get(), nullptr));
  refused(spielkern_play(position.get(), "1:2", 1, nullptr));
  refused(spielkern_play_at(moves.get(), 0, 1, nullptr));
  refused(spielkern_solve(rules.get(), 1, 0, nullptr, nullptr, nullptr));
  refused(spielkern_solution_rules(solution.get(), nullptr));
  refused(spielkern_solution_best_moves(solution.get(), position.get(), nullptr));
  refused(spielkern_analyse(position.get(), 1, 1, 0, nullptr, nullptr, &analysis, nullptr));

  refused(spielkern_option_at(0, 0, nullptr));
  refused(spielkern_rules_text(nullptr, text.data(), text.size(), &size));
  refused(spielkern_position_text(nullptr, text.data(), text.size(), &size));
  refused(spielkern_position_player(nullptr, &small));
  refused(spielkern_position_player(position.get(), nullptr));
  refused(spielkern_position_key(nullptr, &number));
  refused(spielkern_position_key(position.get(), nullptr));
  refused(spielkern_position_outcome(nullptr, &outcome));
  refused(spielkern_position_outcome(position.get(), nullptr));
  refused(spielkern_moves_count(nullptr, &size));
  refused(spielkern_moves_count(moves.get(), nullptr));
  refused(spielkern_moves_text(nullptr, 0, text.data(), text.size(), &size));
  refused(spielkern_is_legal(nullptr, "1:2", &small, text.data(), text.size(), &size));
  refused(spielkern_is_legal(position.get(), nullptr, &small, text.data(), text.size(), &size));
  refused(spielkern_is_legal(position.get(), "1:2", nullptr, text.data(), text.size(), &size));
  refused(spielkern_perft(nullptr, 1, nullptr, nullptr, &number));
  refused(spielkern_perft(position.get(), 1, nullptr, nullptr, nullptr));
  refused(spielkern_random_games(nullptr, 1, 0, 1, nullptr, nullptr, &playouts));
  refused(spielkern_random_games(position.get(), 1, 0, 1, nullptr, nullptr, nullptr));
  refused(spielkern_solution_save(nullptr, "x", nullptr, nullptr));
  refused(spielkern_solution_save(solution.get(), nullptr, nullptr, nullptr));
  refused(spielkern_solution_value(nullptr, position.get(), &value));
  refused(spielkern_solution_value(solution.get(), nullptr, &value));
  refused(spielkern_solution_value(solution.get(), position.get(), nullptr));

  spielkern_rules_free(nullptr);
  spielkern_position_free(nullptr);
  spielkern_moves_free(nullptr);
  spielkern_solution_free(nullptr);
}

TEST_CASE("a game from start to end, by text and by number") {
  auto rules = rules_of("nim heaps=2,1");
  auto position = start_of(rules);
  CHECK(text_of(position) == "2,1 1");
  CHECK(texts_of(moves_of(position)) == std::vector<std::string>{"1:1", "1:2", "2:1"});
  auto after = played(position, "1:1");
  auto list = moves_of(after);
  rules.reset();  // in any order
  position.reset();
  after.reset();
  auto last = made<spielkern_position>(spielkern_play_at, list.get(), std::size_t{1}, std::uint64_t{1});
  list.reset();
  CHECK(text_of(last) == "1,0 1");
  int player = 0;
  CHECK(spielkern_position_player(last.get(), &player) == SPIELKERN_OK);
  CHECK(player == 1);
  spielkern_outcome outcome{1, 1, "x"};
  CHECK(spielkern_position_outcome(last.get(), &outcome) == SPIELKERN_OK);
  CHECK(outcome.over == 0);
  CHECK(outcome.reason == nullptr);
  const auto end = played(last, "1:1");
  CHECK(spielkern_position_outcome(end.get(), &outcome) == SPIELKERN_OK);
  CHECK(outcome.over == 1);
  CHECK(outcome.winner == 1);
  CHECK(std::string(outcome.reason) == "last object taken");
  CHECK(texts_of(moves_of(end)).empty());
  const auto its_rules = made<spielkern_rules>(spielkern_position_rules, end.get());
  CHECK(text_of(spielkern_rules_text, its_rules.get()) == "nim heaps=2,1 misere=false");
  std::uint64_t key = 0;
  std::uint64_t other = 0;
  CHECK(spielkern_position_key(end.get(), &key) == SPIELKERN_OK);
  CHECK(spielkern_position_key(position_of(its_rules, "0,0 2").get(), &other) == SPIELKERN_OK);
  CHECK(key == other);
  CHECK(spielkern_position_key(last.get(), &other) == SPIELKERN_OK);
  CHECK(key != other);
}

TEST_CASE("wrong positions and moves are refused with the reason") {
  const auto rules = rules_of("mu-torere");
  spielkern_position* none = nullptr;
  CHECK(spielkern_position_new(rules.get(), "11112222/. 3", &none) == SPIELKERN_NOTATION_ERROR);
  CHECK(message_has("character 12: expected '1' or '2'"));
  CHECK(spielkern_position_new(rules.get(), "", &none) == SPIELKERN_NOTATION_ERROR);
  CHECK(none == nullptr);
  const auto start = start_of(rules);
  CHECK(spielkern_play(start.get(), "2-c", 1, &none) == SPIELKERN_ILLEGAL_MOVE);
  CHECK(message_has("2-c cannot be played in '11112222/. 1'"));
  CHECK(spielkern_play(start.get(), "2?c", 1, &none) == SPIELKERN_NOTATION_ERROR);
  CHECK(none == nullptr);
  const auto moves = moves_of(start);
  for (const std::size_t index : {std::size_t{2}, ~std::size_t{0}}) {
    CHECK(spielkern_play_at(moves.get(), index, 1, &none) == SPIELKERN_BAD_ARGUMENT);
    CHECK(message_has("index must be below 2, not "));
    CHECK(spielkern_moves_text(moves.get(), index, nullptr, 0, nullptr) == SPIELKERN_BAD_ARGUMENT);
  }
  int legal = -1;
  CHECK(text_of(spielkern_is_legal, start.get(), "1-c", &legal).empty());
  CHECK(legal == 1);
  CHECK(text_of(spielkern_is_legal, start.get(), "2-c", &legal).find("both neighbours of 2 are its own") !=
        std::string::npos);
  CHECK(legal == 0);
  legal = 1;
  CHECK(text_of(spielkern_is_legal, start.get(), "c2", &legal).find("expected '-'") != std::string::npos);
  CHECK(legal == 0);
}

TEST_CASE("long messages are cut between characters") {
  const auto rules = rules_of("crazy10s size=25");
  const auto nim = rules_of("nim heaps=1");
  const auto start = start_of(rules);
  spielkern_value value{};
  REQUIRE(solved(nim));
  CHECK(spielkern_solution_value(solved(nim).get(), start.get(), &value) == SPIELKERN_RULES_ERROR);
  CHECK(message_has("the position is one of 'crazy10s size=25"));
  spielkern_solution* none = nullptr;
  std::string path;
  for (int i = 0; i < 2000; ++i) path += "\u016b";  // two bytes each
  for (int shift = 0; shift < 2; ++shift) {
    CHECK(spielkern_solution_open((std::string(static_cast<std::size_t>(shift), '/') + path).c_str(), 0, &none) ==
          SPIELKERN_TABLE_ERROR);
    const std::string message = spielkern_last_message();
    CHECK(message.size() >= 2040);
    CHECK(message.size() < 2048);
    CHECK(message.substr(message.size() - 5) == "\u016b...");
  }
}

TEST_CASE("perft: known counts") {
  // All edges are free until they are drawn; and no other rule bars one.
  const auto boxes = start_of(rules_of("dots-and-boxes rows=2 cols=2"));
  std::uint64_t expected = 1;
  for (std::uint32_t depth = 0; depth <= 4; ++depth) {
    CHECK(perft(boxes, depth) == expected);
    expected *= 12 - depth;
  }
  const auto ten = start_of(rules_of("ten"));
  CHECK(perft(ten, 1) == 19);
  CHECK(perft(ten, 2) == 612);
  CHECK(perft(ten, 3) == 14148);
  CHECK(perft(start_of(rules_of("ten stones=2 shortage=forbid")), 4) == 15426);
  CHECK(perft(start_of(rules_of("mu-torere")), 20) == 38820);
  CHECK(perft(start_of(rules_of("nim heaps=6")), 3) == 20);
  // Of Crazy10s the legal moves are counted, and the list has as many, all different.
  const auto line = start_of(rules_of("crazy10s placement=line"));
  const auto texts = texts_of(moves_of(line));
  CHECK(perft(line, 1) == texts.size());
  CHECK(std::set<std::string>(texts.begin(), texts.end()).size() == texts.size());
  CHECK(perft(line, 0) == 1);
  std::uint64_t count = 7;
  CHECK(spielkern_perft(line.get(), 2, nullptr, nullptr, &count) == SPIELKERN_RULES_ERROR);
  CHECK(spielkern_perft(ten.get(), 1001, nullptr, nullptr, &count) == SPIELKERN_RULES_ERROR);
  CHECK(count == 7);
}

TEST_CASE("too many moves to list, too many to count") {
  const auto huge = start_of(rules_of("nim heaps=4611686018427387904"));
  spielkern_moves* none = nullptr;
  CHECK(spielkern_moves_new(huge.get(), &none) == SPIELKERN_RULES_ERROR);
  CHECK(message_has("too many to list"));
  std::uint64_t count = 0;
  CHECK(spielkern_perft(huge.get(), 2, nullptr, nullptr, &count) == SPIELKERN_RULES_ERROR);
  CHECK(message_has("does not fit 64 bits"));
}

TEST_CASE("Crazy10s: the seed deals and draws, and only the seed") {
  const auto rules = rules_of("crazy10s");
  const auto deal = [&](std::uint64_t seed) {
    return made<spielkern_position>(spielkern_position_start, rules.get(), seed);
  };
  CHECK(text_of(deal(1)) == text_of(deal(1)));
  CHECK(text_of(deal(1)) != text_of(deal(2)));
  const auto start = deal(1);
  const auto list = texts_of(moves_of(start));
  CHECK(list.back() == "pass");
  const std::string swap = list[list.size() - 2];
  const auto swapped = [&](std::uint64_t seed) {
    return text_of(made<spielkern_position>(spielkern_play, start.get(), swap.c_str(), seed));
  };
  CHECK(swapped(1) == swapped(1));
  CHECK(swapped(1) != swapped(2));
}

TEST_CASE("random games") {
  const auto start = start_of(rules_of("dots-and-boxes rows=2 cols=2"));
  spielkern_playouts first{};
  spielkern_playouts second{};
  CHECK(spielkern_random_games(start.get(), 500, 0, 7, nullptr, nullptr, &first) == SPIELKERN_OK);
  CHECK(spielkern_random_games(start.get(), 500, 0, 7, nullptr, nullptr, &second) == SPIELKERN_OK);
  CHECK(first.wins_1 + first.wins_2 + first.draws == 500);
  CHECK(first.plies == 500 * 12);
  CHECK(first.wins_1 == second.wins_1);
  CHECK(first.draws == second.draws);
  CHECK(spielkern_random_games(start.get(), 500, 3, 7, nullptr, nullptr, &first) == SPIELKERN_OK);
  CHECK(first.draws == 500);
  CHECK(first.plies == 500 * 3);
  // Without a limit of the caller's a match's: some of these games would be longer.
  const auto torere = start_of(rules_of("mu-torere ring=36"));
  CHECK(spielkern_random_games(torere.get(), 1000, 0, 7, nullptr, nullptr, &first) == SPIELKERN_OK);
  CHECK(spielkern_random_games(torere.get(), 1000, 120, 7, nullptr, nullptr, &second) == SPIELKERN_OK);
  CHECK(first.draws > 0);
  CHECK(first.draws == second.draws);
  CHECK(first.plies == second.plies);
  CHECK(spielkern_random_games(torere.get(), 1000, 1000000, 7, nullptr, nullptr, &first) == SPIELKERN_OK);
  CHECK(first.draws == 0);
  const auto crazy = start_of(rules_of("crazy10s placement=line"));
  CHECK(spielkern_random_games(crazy.get(), 2, 0, 7, nullptr, nullptr, &first) == SPIELKERN_OK);
  CHECK(first.wins_1 + first.wins_2 + first.draws == 2);
  CHECK(first.plies > 2);
}

TEST_CASE("whoever reports can stop long work, and sees where it stands") {
  struct Seen {
    int calls = 0;
    int stop_at = 1;
    std::uint64_t done = 0;
    std::thread::id thread;
    std::string phase;
  };
  const spielkern_report report = [](const spielkern_progress* progress, void* context) {
    auto& seen = *static_cast<Seen*>(context);
    seen.phase = progress->phase;
    seen.done = progress->done;
    seen.thread = std::this_thread::get_id();
    return ++seen.calls == seen.stop_at ? 1 : 0;
  };
  Seen seen;
  const auto ten = start_of(rules_of("ten"));
  std::uint64_t count = 7;
  CHECK(spielkern_perft(ten.get(), 9, report, &seen, &count) == SPIELKERN_CANCELLED);
  CHECK(std::string(spielkern_last_message()) == "cancelled");
  CHECK(count == 7);
  CHECK(seen.calls == 1);
  CHECK(seen.thread == std::this_thread::get_id());
  spielkern_playouts playouts{};
  CHECK(spielkern_random_games(ten.get(), ~std::uint64_t{0}, 0, 1, report, &(seen = {}), &playouts) ==
        SPIELKERN_CANCELLED);
  seen = {};
  seen.stop_at = 2;
  spielkern_solution* solution = reinterpret_cast<spielkern_solution*>(1);
  CHECK(spielkern_solve(rules_of("mu-torere ring=32").get(), 2, std::uint64_t{1} << 32, report, &seen, &solution) ==
        SPIELKERN_CANCELLED);
  CHECK(solution == nullptr);
  CHECK(seen.calls == 2);
  CHECK(spielkern_solve(rules_of("dots-and-boxes rows=3 cols=3").get(), 1, 0, report, &(seen = {}), &solution) ==
        SPIELKERN_CANCELLED);
  CHECK(seen.phase == "solving");
  CHECK(seen.done > 0);
}

TEST_CASE("solve, look up, save, open again") {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "table").string();
  struct Known {
    const char* rules;
    spielkern_result result;
    int remoteness;  // -1: none
    int net;         // 100: none
  };
  for (const Known& known : std::initializer_list<Known>{{"nim", SPIELKERN_WIN, 11, 100},
                                                         {"mu-torere", SPIELKERN_DRAW, -1, 100},
                                                         {"mu-torere entry=none", SPIELKERN_WIN, 1, 100},
                                                         {"ten stones=2", SPIELKERN_LOSS, 10, 100},
                                                         {"dots-and-boxes rows=2 cols=2", SPIELKERN_WIN, -1, 2}}) {
    CAPTURE(known.rules);
    const auto rules = rules_of(known.rules);
    const auto solution = solved(rules, 2);
    REQUIRE(solution);
    REQUIRE(spielkern_solution_save(solution.get(), path.c_str(), nullptr, nullptr) == SPIELKERN_OK);
    const auto opened = made<spielkern_solution>(spielkern_solution_open, path.c_str(), std::uint64_t{0});
    REQUIRE(opened);
    const auto again = made<spielkern_rules>(spielkern_solution_rules, opened.get());
    CHECK(text_of(spielkern_rules_text, again.get()) == text_of(spielkern_rules_text, rules.get()));
    auto position = start_of(rules);
    for (int ply = 0; position && ply < 30; ++ply) {
      spielkern_value value{};
      spielkern_value same{};
      REQUIRE(spielkern_solution_value(solution.get(), position.get(), &value) == SPIELKERN_OK);
      REQUIRE(spielkern_solution_value(opened.get(), position.get(), &same) == SPIELKERN_OK);
      CHECK(same.result == value.result);
      CHECK(same.remoteness == value.remoteness);
      CHECK(same.net == value.net);
      if (ply == 0) {
        CHECK(value.result == known.result);
        CHECK((value.has_remoteness == 1 ? static_cast<int>(value.remoteness) : -1) == known.remoteness);
        CHECK((value.has_net == 1 ? value.net : 100) == known.net);
      }
      if (known.remoteness >= 0) CHECK(value.remoteness == static_cast<std::uint32_t>(known.remoteness - ply));
      const auto best = made<spielkern_moves>(spielkern_solution_best_moves, opened.get(), position.get());
      const auto texts = texts_of(best);
      if (texts.empty()) {
        spielkern_outcome outcome{};
        CHECK(spielkern_position_outcome(position.get(), &outcome) == SPIELKERN_OK);
        CHECK(outcome.over == 1);
        break;
      }
      if (std::string(known.rules) == "nim" && ply == 0) CHECK(texts == std::vector<std::string>{"1:2"});
      position = made<spielkern_position>(spielkern_play_at, best.get(), std::size_t{0}, std::uint64_t{1});
    }
  }
}

TEST_CASE("an analysis says what the solution says") {
  for (const char* text : {"nim", "nim heaps=5,4 misere=true", "mu-torere ring=6", "dots-and-boxes rows=2 cols=2",
                           "dots-and-boxes rows=1 cols=4"}) {
    const auto rules = rules_of(text);
    const auto solution = solved(rules);
    auto position = start_of(rules);
    for (std::size_t ply = 0; ply < 12; ++ply) {
      CAPTURE(text_of(position));
      spielkern_value value{};
      REQUIRE(spielkern_solution_value(solution.get(), position.get(), &value) == SPIELKERN_OK);
      const auto best = made<spielkern_moves>(spielkern_solution_best_moves, solution.get(), position.get());
      spielkern_analysis found{};
      const auto found_best = analysed(position, 2, &found);
      CHECK(found.value.result == value.result);
      CHECK(found.value.has_remoteness == value.has_remoteness);
      CHECK(found.value.remoteness == value.remoteness);
      CHECK(found.value.has_net == value.has_net);
      CHECK(found.value.net == value.net);
      CHECK(found.all_best == 1);
      CHECK(found.has_bounds == 0);
      CHECK(found.has_score == 0);
      CHECK(texts_of(found_best) == texts_of(best));
      const auto moves = moves_of(position);
      const auto texts = texts_of(moves);
      if (texts.empty()) break;
      position = played(position, texts[(ply * 7 + 3) % texts.size()].c_str());  // any
    }
  }
}

TEST_CASE("an analysis of games that no table holds") {
  const auto ten = rules_of("ten");
  spielkern_analysis found{};
  const auto won = position_of(ten, "S/../.S./..../..S.S/dd.. 1 2");
  auto best = analysed(won, 1, &found);
  CHECK(found.value.result == SPIELKERN_WIN);
  CHECK(found.value.remoteness == 3);
  CHECK(found.all_best == 1);
  CHECK(found.nodes > 0);
  for (const std::string& text : texts_of(best)) {
    const auto after = played(won, text.c_str());
    const auto none = analysed(after, 1, &found);
    CHECK(found.value.result == SPIELKERN_LOSS);
    CHECK(found.value.remoteness == 2);
  }
  best = analysed(start_of(rules_of("ten stones=2")), 1, &found);  // a table does hold this one
  CHECK(found.value.result == SPIELKERN_LOSS);
  CHECK(found.value.remoteness == 10);
  CHECK(found.nodes == 0);
  best = analysed(start_of(ten), 1, &found, 0.1);
  CHECK(found.value.result == SPIELKERN_UNKNOWN);
  CHECK(found.has_score == 1);
  CHECK(found.all_best == 0);
  CHECK(texts_of(best).size() == 1);

  const auto boxes = start_of(rules_of("dots-and-boxes rows=4 cols=4"));
  best = analysed(boxes, 1, &found, 0.05);
  CHECK(found.value.result == SPIELKERN_UNKNOWN);
  CHECK(found.has_bounds == 1);
  CHECK(found.lower <= 0);  // it is 0
  CHECK(found.upper >= 0);
  CHECK(found.lower < found.upper);
  CHECK(found.all_best == 0);
  CHECK(texts_of(best).empty());
  best = analysed(start_of(rules_of("dots-and-boxes rows=3 cols=3")), 2, &found);
  CHECK(found.value.net == -3);
  CHECK(found.value.result == SPIELKERN_LOSS);

  const auto over = played(start_of(rules_of("nim heaps=1")), "1:1");
  CHECK(texts_of(analysed(over, 1, &found)).empty());
  CHECK(found.value.result == SPIELKERN_LOSS);
  CHECK(found.value.remoteness == 0);
  CHECK(found.all_best == 1);
}

TEST_CASE("an analysis that is not to be had, or is stopped by another thread") {
  const auto boxes = start_of(rules_of("dots-and-boxes rows=5 cols=5"));
  spielkern_analysis found{};
  found.nodes = 7;
  spielkern_moves* best = nullptr;
  const auto asked = [&](const Owned<spielkern_position>& position, double seconds, unsigned threads,
                         std::uint64_t bytes) {
    best = reinterpret_cast<spielkern_moves*>(1);
    const auto status = spielkern_analyse(position.get(), seconds, threads, bytes, nullptr, nullptr, &found, &best);
    CHECK(best == nullptr);
    CHECK(found.nodes == 7);
    return status;
  };
  for (const double seconds : {-1.0, 1.1e9, std::nan(""), HUGE_VAL}) {
    CHECK(asked(boxes, seconds, 1, 0) == SPIELKERN_BAD_ARGUMENT);
    CHECK(message_has("seconds must be from 0 to 1e9"));
  }
  CHECK(asked(boxes, 1, 1025, 0) == SPIELKERN_BAD_ARGUMENT);
  CHECK(asked(boxes, 1, 1, 1) == SPIELKERN_MEMORY_LIMIT);
  CHECK(asked(start_of(rules_of("ten")), 1, 1, 1) == SPIELKERN_MEMORY_LIMIT);
  CHECK(asked(start_of(rules_of("mu-torere")), 1, 1, 1) == SPIELKERN_MEMORY_LIMIT);
  CHECK(asked(start_of(rules_of("crazy10s")), 1, 1, 0) == SPIELKERN_RULES_ERROR);
  CHECK(message_has("Crazy10s cannot be analysed: chance has a hand in it"));

  std::atomic<bool> enough{false};
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    enough = true;
  });
  const spielkern_report report = [](const spielkern_progress*, void* context) {
    return static_cast<std::atomic<bool>*>(context)->load() ? 1 : 0;
  };
  CHECK(spielkern_analyse(boxes.get(), 1e9, 2, std::uint64_t{1} << 24, report, &enough, &found, &best) ==
        SPIELKERN_CANCELLED);
  CHECK(best == nullptr);
  CHECK(found.nodes == 7);
  other.join();
}

TEST_CASE("what cannot be solved or looked up") {
  spielkern_solution* none = nullptr;
  CHECK(spielkern_solve(rules_of("crazy10s").get(), 1, 0, nullptr, nullptr, &none) == SPIELKERN_RULES_ERROR);
  CHECK(spielkern_solve(rules_of("mu-torere ring=36").get(), 1, 0, nullptr, nullptr, &none) == SPIELKERN_MEMORY_LIMIT);
  CHECK(message_has("allowed are 1.0 GiB"));
  CHECK(spielkern_solve(rules_of("dots-and-boxes").get(), 1, 1000, nullptr, nullptr, &none) == SPIELKERN_MEMORY_LIMIT);
  CHECK(spielkern_solve(rules_of("nim").get(), 1025, 0, nullptr, nullptr, &none) == SPIELKERN_BAD_ARGUMENT);
  CHECK(message_has("threads must be from 0 to 1024, not 1025"));
  CHECK(none == nullptr);
  CHECK(solved(rules_of("nim"), 0));
  CHECK(solved(rules_of("nim"), 1024));
  const auto nim = rules_of("nim");
  const auto solution = solved(nim);
  spielkern_value value{};
  for (const char* other : {"nim heaps=3,4", "mu-torere"}) {
    CHECK(spielkern_solution_value(solution.get(), start_of(rules_of(other)).get(), &value) == SPIELKERN_RULES_ERROR);
    CHECK(message_has("not of 'nim heaps=3,4,5 misere=false'"));
  }
  // Equal rules made apart are as good.
  CHECK(spielkern_solution_value(solution.get(), start_of(rules_of("nim")).get(), &value) == SPIELKERN_OK);
}

TEST_CASE("files that are no tables, or damaged ones") {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "table").string();
  const auto solution = solved(rules_of("nim"));
  spielkern_solution* none = nullptr;
  CHECK(spielkern_solution_open(path.c_str(), 0, &none) == SPIELKERN_TABLE_ERROR);
  CHECK(spielkern_solution_open(folder.path().string().c_str(), 0, &none) == SPIELKERN_TABLE_ERROR);
  CHECK(spielkern_solution_save(solution.get(), (path + "/no/such").c_str(), nullptr, nullptr) ==
        SPIELKERN_TABLE_ERROR);
  REQUIRE(spielkern_solution_save(solution.get(), path.c_str(), nullptr, nullptr) == SPIELKERN_OK);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(4096 + 50).put('\x55');
  file.close();
  const auto opened = made<spielkern_solution>(spielkern_solution_open, path.c_str(), std::uint64_t{0});
  REQUIRE(opened);
  spielkern_value value{};
  CHECK(spielkern_solution_value(opened.get(), start_of(rules_of("nim")).get(), &value) == SPIELKERN_TABLE_ERROR);
  CHECK(message_has("is damaged"));
  file.open(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(60).put('x');  // in the rules' text
  file.close();
  CHECK(spielkern_solution_open(path.c_str(), 0, &none) == SPIELKERN_TABLE_ERROR);
  CHECK(none == nullptr);
}

TEST_CASE("tables of earlier versions are opened") {
  for (const std::string game : {"ten", "dots-and-boxes", "nim", "mu-torere"}) {
    const std::string path = std::string(SPIELKERN_TEST_DATA) + "/tables/" + game + "-1.table";
    const auto opened = made<spielkern_solution>(spielkern_solution_open, path.c_str(), std::uint64_t{0});
    REQUIRE(opened);
    const auto rules = made<spielkern_rules>(spielkern_solution_rules, opened.get());
    spielkern_value value{};
    CHECK(spielkern_solution_value(opened.get(), start_of(rules).get(), &value) == SPIELKERN_OK);
  }
}

TEST_CASE("threads share handles, and each has its own message") {
  const auto rules = rules_of("mu-torere");
  const auto start = start_of(rules);
  const auto moves = moves_of(start);
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "table").string();
  REQUIRE(spielkern_solution_save(solved(rules).get(), path.c_str(), nullptr, nullptr) == SPIELKERN_OK);
  const auto solution = made<spielkern_solution>(spielkern_solution_open, path.c_str(), std::uint64_t{0});
  const std::uint64_t expected = perft(start, 12);
  std::atomic<int> wrong{0};
  const auto work = [&](unsigned number) {
    const std::string game = "no-game-" + std::to_string(number);
    for (int round = 0; round < 50; ++round) {
      spielkern_rules* none = nullptr;
      bool right = spielkern_rules_new(game.c_str(), &none) == SPIELKERN_RULES_ERROR;
      std::uint64_t count = 0;
      right = right && spielkern_perft(start.get(), 12, nullptr, nullptr, &count) == SPIELKERN_OK && count == expected;
      spielkern_position* after = nullptr;
      right = right && spielkern_play_at(moves.get(), number % 2, 1, &after) == SPIELKERN_OK;
      const Owned<spielkern_position> owned(after);
      spielkern_value value{};
      right = right && spielkern_solution_value(solution.get(), after, &value) == SPIELKERN_OK &&
              value.result == SPIELKERN_DRAW;
      right = right && std::strstr(spielkern_last_message(), game.c_str()) != nullptr;
      if (!right) ++wrong;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < 8; ++number) threads.emplace_back(work, number);
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}
