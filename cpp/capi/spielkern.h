/* The C interface of spielkern: 10, Dots and Boxes, Nim, Mu Torere and Crazy10s - play, count, solve, look up, analyse.
 *
 * Everything is reached by opaque handles. Rules, positions, move lists and solutions never change once they are made, so
 * any number of threads may use one handle at a time, without locks; only its free must come after all other uses. A
 * handle keeps what it depends on: they may be freed in any order, and freeing NULL does nothing.
 *
 * Functions that can fail return a spielkern_status; whoever gets anything but SPIELKERN_OK finds words for people in
 * spielkern_last_message(). A call that fails leaves its results as they were, but that handles become NULL. NULL where
 * this page does not allow it is SPIELKERN_BAD_ARGUMENT, never a crash; `context` of a report may always be NULL.
 *
 * Texts are UTF-8 and end with a NUL byte; their notation is the one of the rules of the games. Names of files are whatever
 * the system takes for one, and stand in messages as they were given. Functions that give a text out write it to a buffer
 * of the caller:
 *
 *     char *buffer, size_t size, size_t *length
 *
 * `length`, unless it is NULL, gets the length of the text without its NUL. A text that does not fit is not cut: the buffer
 * gets an empty text and the call is SPIELKERN_BUFFER_TOO_SMALL. To ask for the length alone pass NULL and 0: that is no
 * failure. Texts given out as `const char *` are not freed, and live as long as the library where nothing else is said.
 *
 * No function throws, jumps or ends the process. The library needs no initialisation. */
#ifndef SPIELKERN_H
#define SPIELKERN_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(SPIELKERN_C_BUILD)
#define SPIELKERN_API __declspec(dllexport)
#elif defined(_WIN32) && !defined(SPIELKERN_C_STATIC)
#define SPIELKERN_API __declspec(dllimport)
#elif defined(__GNUC__)
#define SPIELKERN_API __attribute__((visibility("default")))
#else
#define SPIELKERN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface, and of the shared library's name. It grows when programs must be compiled anew; functions
 * that are only added leave it as it is. */
#define SPIELKERN_API_VERSION 1

/* The version that the library at hand was built with: a program may compare it with SPIELKERN_API_VERSION. */
SPIELKERN_API int spielkern_api_version(void);

/* The version of spielkern, as "0.1.0". */
SPIELKERN_API const char* spielkern_version(void);

typedef enum spielkern_status {
  SPIELKERN_OK = 0,
  SPIELKERN_BAD_ARGUMENT = 1,     /* NULL, or a number out of its range */
  SPIELKERN_BUFFER_TOO_SMALL = 2, /* the text with its NUL does not fit */
  SPIELKERN_NOTATION_ERROR = 3,   /* a text that is not in the notation; the message names the place */
  SPIELKERN_ILLEGAL_MOVE = 4,     /* a move that the rules do not allow in the position */
  SPIELKERN_RULES_ERROR = 5,      /* options that make no game, or a question that the rules cannot answer */
  SPIELKERN_MEMORY_LIMIT = 6,     /* the work would need more memory than allowed; nothing was taken */
  SPIELKERN_TABLE_ERROR = 7,      /* a file that cannot be used: not there, damaged, of another game or version */
  SPIELKERN_CANCELLED = 8,        /* the caller's report asked for it */
  SPIELKERN_OUT_OF_MEMORY = 9,    /* the system has no more */
  SPIELKERN_PROCESSOR = 10,       /* the library was compiled for a newer processor */
  SPIELKERN_INTERNAL_ERROR = 11   /* a fault of the library */
} spielkern_status;

/* The name of a status, as "SPIELKERN_OK"; NULL for a number that is none. */
SPIELKERN_API const char* spielkern_status_name(int status);

/* What was wrong at the last call of this thread that failed, where, and what would be right. It stays until the next
 * failure; empty before the first. Long messages are cut. */
SPIELKERN_API const char* spielkern_last_message(void);

/* ---- Games and their options ------------------------------------------------------------------------------------- */

SPIELKERN_API size_t spielkern_game_count(void);

/* The name of a game, as "mu-torere", and its title for people, from 0 on; NULL beyond the last. */
SPIELKERN_API const char* spielkern_game_name(size_t game);
SPIELKERN_API const char* spielkern_game_title(size_t game);

typedef enum spielkern_option_kind {
  SPIELKERN_OPTION_BOOL = 0, /* "true" or "false" */
  SPIELKERN_OPTION_INT = 1,  /* a whole number from `minimum` to `maximum` */
  SPIELKERN_OPTION_TEXT = 2, /* one of `choices`, or any text where they are NULL */
  SPIELKERN_OPTION_INTS = 3  /* numbers with commas between, each from `minimum` to `maximum` */
} spielkern_option_kind;

typedef struct spielkern_option {
  const char* name;
  const char* standard; /* the default, as text */
  const char* help;
  const char* choices; /* with '|' between, as "truncate|forbid", or NULL */
  int64_t minimum;
  int64_t maximum;
  spielkern_option_kind kind;
} spielkern_option;

/* How many options a game has, 0 for one that there is not; and one of them, from 0 on. */
SPIELKERN_API size_t spielkern_option_count(size_t game);
SPIELKERN_API spielkern_status spielkern_option_at(size_t game, size_t index, spielkern_option* option);

/* ---- Rules ------------------------------------------------------------------------------------------------------- */

typedef struct spielkern_rules spielkern_rules;
typedef struct spielkern_position spielkern_position;
typedef struct spielkern_moves spielkern_moves;
typedef struct spielkern_solution spielkern_solution;

/* Rules from a text: the name of the game and any of its options, as "nim heaps=3,4,5 misere=false". */
SPIELKERN_API spielkern_status spielkern_rules_new(const char* text, spielkern_rules** rules);
SPIELKERN_API void spielkern_rules_free(spielkern_rules* rules);

/* The same text with all options. */
SPIELKERN_API spielkern_status spielkern_rules_text(const spielkern_rules* rules, char* buffer, size_t size,
                                                    size_t* length);

/* ---- Positions --------------------------------------------------------------------------------------------------- */

/* The position that a game begins with. `seed` deals the tiles of Crazy10s; elsewhere it does nothing. */
SPIELKERN_API spielkern_status spielkern_position_start(const spielkern_rules* rules, uint64_t seed,
                                                        spielkern_position** position);
SPIELKERN_API spielkern_status spielkern_position_new(const spielkern_rules* rules, const char* text,
                                                      spielkern_position** position);
SPIELKERN_API void spielkern_position_free(spielkern_position* position);

SPIELKERN_API spielkern_status spielkern_position_text(const spielkern_position* position, char* buffer, size_t size,
                                                       size_t* length);

/* The rules as a handle of its own, to be freed. */
SPIELKERN_API spielkern_status spielkern_position_rules(const spielkern_position* position, spielkern_rules** rules);

/* Whose turn it is, 1 or 2; once the game is over whose turn it would be. */
SPIELKERN_API spielkern_status spielkern_position_player(const spielkern_position* position, int* player);

/* 64 bits that are equal for equal positions under equal rules, and differ for others but by rare chance. */
SPIELKERN_API spielkern_status spielkern_position_key(const spielkern_position* position, uint64_t* key);

typedef struct spielkern_outcome {
  int over;           /* 0: the game goes on, and the rest says nothing */
  int winner;         /* 1 or 2; 0: a draw */
  const char* reason; /* as "last object taken"; NULL as long as the game goes on */
} spielkern_outcome;

SPIELKERN_API spielkern_status spielkern_position_outcome(const spielkern_position* position,
                                                          spielkern_outcome* outcome);

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

/* All legal moves, in a fixed order; none once the game is over. More than 2^20 of them, which only happens in Crazy10s and
 * in Nim with huge heaps, are SPIELKERN_RULES_ERROR. */
SPIELKERN_API spielkern_status spielkern_moves_new(const spielkern_position* position, spielkern_moves** moves);
SPIELKERN_API void spielkern_moves_free(spielkern_moves* moves);

SPIELKERN_API spielkern_status spielkern_moves_count(const spielkern_moves* moves, size_t* count);
SPIELKERN_API spielkern_status spielkern_moves_text(const spielkern_moves* moves, size_t index, char* buffer,
                                                    size_t size, size_t* length);

/* Whether a move is legal, 1 or 0, told also where the buffer is too small. Where it is not - a text that is no move among
 * them - the reason in words is the text that is given out; where it is the text is empty. */
SPIELKERN_API spielkern_status spielkern_is_legal(const spielkern_position* position, const char* move, int* legal,
                                                  char* buffer, size_t size, size_t* length);

/* The position after a move, by its text or by its number in a list, to be played where the list came from. `seed` is for
 * what Crazy10s draws by chance: swaps, and plays while the order of the bag is not known. */
SPIELKERN_API spielkern_status spielkern_play(const spielkern_position* position, const char* move, uint64_t seed,
                                              spielkern_position** after);
SPIELKERN_API spielkern_status spielkern_play_at(const spielkern_moves* moves, size_t index, uint64_t seed,
                                                 spielkern_position** after);

/* ---- Long work --------------------------------------------------------------------------------------------------- */

typedef struct spielkern_progress {
  const char* phase; /* what is being done, in a few words; only for the time of the call */
  uint64_t layer;    /* the remoteness or depth being worked on */
  uint64_t done;     /* units of this phase */
  uint64_t total;    /* how many there are; 0: not known */
} spielkern_progress;

/* The caller's hold on long work. Called up to fifty times a second, in the thread that asked for the work; any number but
 * 0 stops it with SPIELKERN_CANCELLED. Where a report is asked for it may be NULL. It must return: no longjmp, no C++
 * exceptions. */
typedef int (*spielkern_report)(const spielkern_progress* progress, void* context);

/* The number of sequences of exactly `depth` plies, 0 to 1000. Crazy10s, where chance has a hand, can only be asked for 0
 * and 1; a count that does not fit 64 bits is SPIELKERN_RULES_ERROR too. */
SPIELKERN_API spielkern_status spielkern_perft(const spielkern_position* position, uint32_t depth,
                                               spielkern_report report, void* context, uint64_t* count);

typedef struct spielkern_playouts {
  uint64_t wins_1;
  uint64_t wins_2;
  uint64_t draws; /* those cut off among them */
  uint64_t plies;
} spielkern_playouts;

/* Random games from a position, each ply any legal move as likely as another. A game of `max_plies` plies is cut off; 0: at
 * what a match is limited to, 120 plies in Mu Torere, elsewhere never. The same seed gives the same games on every
 * platform. */
SPIELKERN_API spielkern_status spielkern_random_games(const spielkern_position* position, uint64_t games,
                                                      uint64_t max_plies, uint64_t seed, spielkern_report report,
                                                      void* context, spielkern_playouts* result);

/* ---- Solutions --------------------------------------------------------------------------------------------------- */

typedef enum spielkern_result {
  SPIELKERN_UNKNOWN = -1,
  SPIELKERN_LOSS = 0,
  SPIELKERN_DRAW = 1,
  SPIELKERN_WIN = 2
} spielkern_result;

/* The value of a position for the player on turn. */
typedef struct spielkern_value {
  spielkern_result result;
  int has_remoteness;  /* 0: `remoteness` says nothing, as with draws and in Dots and Boxes */
  uint32_t remoteness; /* plies to the end: the winner takes the shortest way, the loser the longest */
  int has_net;         /* 0: `net` says nothing; it does in Dots and Boxes */
  int32_t net;         /* points still to come, the mover's minus the opponent's */
} spielkern_value;

/* Solves a game: the value of every position. Up to 1024 `threads`; 0: as many as the machine runs at once. More than
 * `max_bytes` of memory (0: 1 GiB) are refused with SPIELKERN_MEMORY_LIMIT before any is taken, or, where games turn out so
 * long that values need more than foreseen, when that shows. Crazy10s cannot be solved: SPIELKERN_RULES_ERROR. */
SPIELKERN_API spielkern_status spielkern_solve(const spielkern_rules* rules, unsigned threads, uint64_t max_bytes,
                                               spielkern_report report, void* context, spielkern_solution** solution);
SPIELKERN_API void spielkern_solution_free(spielkern_solution* solution);

/* The same from a table file, which is mapped into memory; `max_bytes` as above. Each part of the file is checked when it
 * is first used, so lookups may be SPIELKERN_TABLE_ERROR too. A new file may take its name meanwhile, but nobody may cut it
 * short: the system ends a program that reads what is not there any more. */
SPIELKERN_API spielkern_status spielkern_solution_open(const char* path, uint64_t max_bytes,
                                                       spielkern_solution** solution);
/* Writes the table file. Its name never stands for half a file. */
SPIELKERN_API spielkern_status spielkern_solution_save(const spielkern_solution* solution, const char* path,
                                                       spielkern_report report, void* context);

/* The rules as a handle of its own, to be freed. */
SPIELKERN_API spielkern_status spielkern_solution_rules(const spielkern_solution* solution, spielkern_rules** rules);

SPIELKERN_API spielkern_status spielkern_solution_value(const spielkern_solution* solution,
                                                        const spielkern_position* position, spielkern_value* value);

/* The moves that keep the value: the shortest wins, every drawing move, or the longest losses; in Dots and Boxes all that
 * keep the net. */
SPIELKERN_API spielkern_status spielkern_solution_best_moves(const spielkern_solution* solution,
                                                             const spielkern_position* position,
                                                             spielkern_moves** best);

/* ---- Analysis of one position ------------------------------------------------------------------------------------ */

typedef struct spielkern_analysis {
  spielkern_value value; /* SPIELKERN_UNKNOWN: nothing could be proven in the time */
  int all_best;          /* 1: the moves are all that keep the value; 0: they are the one that looks best, or none */
  int has_bounds;        /* 0: `lower` and `upper` say nothing; they do in Dots and Boxes if the time was not enough */
  int32_t lower;         /* what the net is proven to lie between, both included */
  int32_t upper;
  int has_score;  /* 0: `score` says nothing; it does in 10 where nobody is known to win */
  double score;   /* an estimate, higher is better for the player on turn: a figure more is about 1.0 */
  uint64_t nodes; /* positions that a search looked at; 0 where the game was solved */
} spielkern_analysis;

/* What one position is worth and its best moves, exactly where that can be, in games too large to be solved as well: Dots
 * and Boxes is searched, 10 with more than a few stones for forced wins, all else is solved. It takes at most `seconds`, or
 * a little more, up to 10^9; 0: 10. `threads` as for solving. `max_bytes` of memory (0: 64 MiB) are a search's table, which
 * wants more the longer it may take, but takes time of its own to fill. Another thread stops it by what `report` looks at.
 * Crazy10s is SPIELKERN_RULES_ERROR. */
SPIELKERN_API spielkern_status spielkern_analyse(const spielkern_position* position, double seconds, unsigned threads,
                                                 uint64_t max_bytes, spielkern_report report, void* context,
                                                 spielkern_analysis* analysis, spielkern_moves** best);

#ifdef __cplusplus
}
#endif

#endif
