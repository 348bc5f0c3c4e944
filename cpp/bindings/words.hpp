#pragma once

// What the members of Rules and Position say of themselves: the same in those classes and in every game's own, so that
// help() has it wherever it is asked.
namespace spielkern::python::words {

// ---------------------------------------------------------------------------------------------------------- Position

inline constexpr const char* rules = "The rules that the position is played under.";

inline constexpr const char* player = "Whose turn it is, 1 or 2; in a finished position whose turn it would be.";

inline constexpr const char* outcome = "None as long as the game goes on, then an Outcome (winner, reason).";

inline constexpr const char* returns =
    "What players 1 and 2 have got: (0.0, 0.0) until the end and for draws, (1.0, -1.0) or (-1.0, 1.0).";

inline constexpr const char* key =
    "A 64-bit number, the same on every platform for equal positions; different positions rarely share one.";

inline constexpr const char* moves =
    "The legal moves in canonical order, as a tuple; () when the game is over. Equal moves are the same object, which "
    "the rules object keeps, unless the rules have more than 1,048,576 different ones. RulesError if there are more "
    "legal ones than that.";

inline constexpr const char* is_legal =
    "Whether a Move or a text is a legal move here; False also for a text that is no move at all.";

inline constexpr const char* play =
    "The position after a move, given as a Move or as its text. NotationError for a text that is no move, IllegalMove, "
    "saying why, for a move that the rules do not allow here.";

inline constexpr const char* play_with_chance =
    "The position after a move, given as a Move or as its text; what chance draws comes from `seed`, which is not used "
    "when it draws nothing. NotationError for a text that is no move, IllegalMove, saying why, for a move that the "
    "rules do not allow here.";

inline constexpr const char* observation =
    "The position as numbers for programs that learn: a float32 NumPy array of the rules' `observation_shape`, as "
    "`player` (default: the one on turn) sees it, own pieces before the opponent's and nothing hidden. The planes, all "
    "within 0..1 unless said otherwise:\n\n"
    "Nim (heaps, digits): each heap in binary, lowest digit first.\n"
    "Mu Torere (3 or 4, ring + 1): own pieces, the opponent's, the empty point, the centre last; with entry=opening "
    "the part of the opening that is played.\n"
    "Dots and Boxes (3, 2 rows + 1, 2 cols + 1): drawn edges and closed boxes where they are drawn, dots at even "
    "places; the lead as a part of all boxes, -1..1.\n"
    "10 (9, 19): own Singles, Doubles, Triples, the opponent's, over the points a1 b1 ... m4; the part of the stones "
    "in the own and the opponent's supply; half the phase.\n"
    "Crazy10s (41, size, size): a plane a digit and one for jokers; number bonus 2, 3, line bonus 2, 3; for each kind "
    "0..9 and joker the own rack's tiles in sevenths, then the unseen part of all such tiles; the bag's part of all "
    "tiles, the opponent's rack in sevenths, the lead in hundreds of points (any number), scoreless turns in sixths.";

inline constexpr const char* action_mask =
    "An int8 NumPy array of `rules.action_count` cells: 1 for the actions that are legal moves, else 0.";

inline constexpr const char* legal_actions =
    "The numbers of the legal moves in rising order; their order in moves() may be another.";

// ------------------------------------------------------------------------------------------------------------- Rules

inline constexpr const char* options = "The options by name, in the constructor's order.";

inline constexpr const char* repetition =
    "Which occurrence of a position makes a match a draw unless agreed otherwise, or None.";

inline constexpr const char* max_plies = "After how many plies a match is a draw unless agreed otherwise, or None.";

inline constexpr const char* start = "The position that a game begins with.";

inline constexpr const char* start_with_chance = "The position that a game begins with, as the seed deals it.";

inline constexpr const char* position = "Reads a position's text. NotationError says where it is wrong.";

inline constexpr const char* move = "Reads a move's text, in either case. NotationError says where it is wrong.";

inline constexpr const char* perft =
    "The number of sequences of exactly `depth` plies (0..1000) from a position; a finished game has none. Ctrl-C "
    "stops it; ValueError if the number does not fit 64 bits.";

inline constexpr const char* playouts =
    "Plays `n` random games from a position (default: the start), each ply uniform among the legal moves, and returns "
    "Playouts (wins, draws, plies). One `seed` gives the same games on every platform. A game longer than `max_plies` "
    "(default: the game's own limit) counts as a draw. Ctrl-C stops it.";

inline constexpr const char* observation_shape = "The shape of `position.observation()`.";

inline constexpr const char* action_count =
    "How many numbers moves have under these rules, 0 to `action_count` - 1, the same in every position. Nim: heap by "
    "heap, take one, two, ... of what it has at the start. Mu Torere: from each ring point to the centre, from the "
    "centre to each, from each to the next, to the previous. Dots and Boxes: the edges as the position's text has "
    "them. 10: openings, pairs entered, then by the point of departure steps, captures, splits. Crazy10s has no such "
    "list and not this property; see `ranked_moves`.";

inline constexpr const char* action =
    "The number of a move, given as a Move or its text. IllegalMove if it is legal in no position.";

inline constexpr const char* move_of = "The move of a number. ValueError for one out of range.";

inline constexpr const char* batch =
    "batch(self, n, seed=0, *, threads=None, repetition=..., max_plies=..., actions=None) -> spielkern.Batch\n\n"
    "`n` games played together over NumPy arrays, see `spielkern.Batch`, which says what the options are.";

// Instead of what has to do with numbers, in a game whose moves have none.
inline constexpr const char* no_numbers =
    "RulesError: moves have no fixed numbers in this game; `position.ranked_moves` numbers the best.";

}  // namespace spielkern::python::words
