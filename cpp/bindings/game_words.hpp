#pragma once

#include "spielkern/game_list.hpp"

// What the classes of each game say of themselves, beyond their options. The argument only says which game; one without
// words of its own needs nothing here.
namespace spielkern::python::words {

struct GameWords {
  const char* rules = "";
  const char* position = "";
};

inline GameWords of_game(const void*) {
  return {};
}

inline GameWords of_game(const Ten*) {
  return {
      "Stacks of one to three stones on 19 points: four middle points win, or a middle with the three median points of "
      "its triangle, or being the only one with figures. The published rules ask for at least ten stones each and "
      "leave open what a capture does when the supply is too short to exchange what it beat; the defaults are ten, and "
      "as high a figure as the supply allows. Endless play has no end unless a match agrees on one.",
      "The text is the five rows from the top and the middle points (S D T figures of player 1, s d t of player 2, a "
      "dot for a free point), the player on turn, and the phase: './../.../..../...../.... 1 0' at the start. Moves "
      "are 'c1' (the first), 'a1+b1' (enter), 'b1-m1', 'b1xm1' (beat), 'm4/b2,c2', 'm4/b2,c2,b3' and 'm4/b2=2,c2' "
      "(split). The observation is (9, 19), and moves have the numbers 0..2788."};
}

inline GameWords of_game(const DotsAndBoxes*) {
  return {
      "Whoever draws the fourth side of a box has it and goes on; more boxes win. The published game has 4 x 4 boxes, "
      "the default; other boards are ours.",
      "The text is the rows of edges from the top, horizontal and vertical ones in turn (a dot for a free edge, - or | "
      "for a drawn one), the player on turn, and the boxes of players 1 and 2: '--/|.|/-- 1 0-0' with 1 x 2 boxes. "
      "Moves are the two dots of an edge, the left or upper one first: 'a1b1' or 'a1a2'. The score must add up to the "
      "closed boxes. The observation is (3, 2 rows + 1, 2 cols + 1), and moves have the numbers 0..edges - 1."};
}

inline GameWords of_game(const Nim*) {
  return {
      "Objects are taken from one heap at a time; whoever takes the last one wins, in misere play loses. The published "
      "game is normal play with heaps of 3, 4 and 5, the defaults; other heaps, 1 to 16 of them whose product of (size "
      "+ 1) is below 2^63, and misere play are ours.",
      "The text is the heaps and the player on turn: '3,4,5 1' at the start; no heap may be larger than it was then. A "
      "move is the heap, from 1, and how many objects are taken: '1:2'. The observation is (heaps, binary digits of "
      "the largest), and moves have the numbers 0..objects at the start - 1."};
}

inline GameWords of_game(const MuTorere*) {
  return {
      "Pieces move along the ring, into the centre and out of it; whoever cannot move loses. The published game has a "
      "ring of 8 and lets a piece enter the centre only beside an enemy, always: the defaults. In a match the third "
      "occurrence of a position is a draw, and so are 120 plies; positions know nothing of either.",
      "The text is the ring from point 1, the centre after a slash (1 and 2 for the players' pieces, a dot for the "
      "empty point), and the player on turn: '11112222/. 1' at the start; with entry='opening' also how many plies of "
      "the opening are played. Moves are two points, as '1-c', 'c-1' or '3-4'. The observation is (3, ring + 1), with "
      "entry='opening' (4, ring + 1), and moves have the numbers 0..4 ring - 1."};
}

inline GameWords of_game(const Crazy10s*) {
  return {
      "Number tiles on a square board, where every run that a play touches must sum to ten. The published game has 13 "
      "x 13 squares, 80 tiles with 3 jokers, and racks of seven, and nowhere asks for plays in one line: they may bend "
      "by default. How many tiles of each digit there are and where the bonus squares of the default layouts lie is "
      "ours; sizes other than 13 and 11 have none. Tiles are dealt and drawn as seeds say.",
      "All of a match at one moment, hidden tiles included; `view` is what one player may know. The text is the rows "
      "from the top (a dot for a free square, 0 to 9, A to J for a joker as 0 to 9), the racks, the bag in drawing "
      "order or ? and its size, the player on turn, the scores, and how many turns in a row scored nothing. Moves are "
      "'g7=3,h7=7', with a joker 'g7=*3,h7=7', 'swap 04*' and 'pass'. A text in which a run is not ten, or whose tiles "
      "do not add up, is refused. The observation is (41, size, size); moves have no fixed numbers, see "
      "`ranked_moves`."};
}

}  // namespace spielkern::python::words
