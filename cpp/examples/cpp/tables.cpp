// Plays, solves, writes a table and reads it again: tables FILE
#include <exception>
#include <iostream>
#include <memory>

#include "spielkern/games/mu_torere/space.hpp"
#include "spielkern/solve/game_solution.hpp"

int main(int argc, char** argv) try {
  using namespace spielkern;
  using Game = MuTorere;  // or Nim, Ten, DotsAndBoxes with their headers: all have the same functions
  const char* const path = argc > 1 ? argv[1] : "mu-torere.table";

  // Rules, positions and moves are small values; a game is a class of functions on them.
  const Game::Rules rules = parse_rules<Game>("mu-torere ring=8 entry=always");
  Game::Position position = Game::start(rules);
  for (const char* text : {"1-c", "8-1", "c-8"}) {
    const Game::Move move = Game::parse_move(rules, text);  // NotationError says where a text is wrong
    check_legal<Game>(rules, position, move);               // IllegalMove says why
    position = Game::play(rules, position, move);
  }
  std::cout << Game::format(rules, position) << '\n';

  // Long work asks a Control what to do: this one reports, and would stop the work by returning false.
  Control control([](const Progress& progress) {
    std::clog << progress.phase << ' ' << progress.layer << '\n';
    return true;
  });
  const auto solution = solve<Game>(rules, SolveOptions{.threads = 2}, control);
  std::cout << solution.tally(control).counts.draw << " draws\n";
  solution.save(path, control);

  // The file is mapped, each part of it checked when it is first used.
  const auto table = open_table<Game>(rules, std::make_shared<TableFile>(path), SolveOptions().max_bytes, control);
  for (const Game::Move& move : table.best_moves(position)) {
    const Value value = table.value(Game::play(rules, position, move));  // of whoever is on turn then
    std::cout << Game::format_move(rules, move) << ": the opponent "
              << (*value.result == Result::loss   ? "loses"
                  : *value.result == Result::draw ? "draws"
                                                  : "wins")
              << '\n';
  }
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
