/* Solves any game, writes the table, reads it again and plays the best moves to the end: tables "nim heaps=3,4,5" FILE */
#include <stdio.h>
#include <stdlib.h>

#include "spielkern.h"

/* Ends the program with the library's own words unless a call was right. */
static void check(spielkern_status status) {
  if (status == SPIELKERN_OK) return;
  fprintf(stderr, "%s: %s\n", spielkern_status_name(status), spielkern_last_message());
  exit(1);
}

static int report(const spielkern_progress* progress, void* context) {
  (void)context;
  fprintf(stderr, "%s\n", progress->phase);
  return 0; /* any other number stops the work */
}

int main(int argc, char** argv) {
  static const char* const results[] = {"loss", "draw", "win"};
  spielkern_rules* rules;
  spielkern_position* position;
  spielkern_solution* solution;
  spielkern_outcome outcome;
  int plies;
  if (argc != 3) {
    fprintf(stderr, "usage: tables RULES FILE\n");
    return 2;
  }
  check(spielkern_rules_new(argv[1], &rules));
  check(spielkern_solve(rules, 0, 0, report, NULL, &solution));
  check(spielkern_solution_save(solution, argv[2], report, NULL));
  spielkern_solution_free(solution);

  check(spielkern_solution_open(argv[2], 0, &solution));
  check(spielkern_position_start(rules, 1, &position));
  for (plies = 0; plies < 100; ++plies) {
    char text[1000];
    spielkern_value value;
    spielkern_moves* best;
    spielkern_position* after;
    check(spielkern_position_text(position, text, sizeof text, NULL));
    check(spielkern_position_outcome(position, &outcome));
    if (outcome.over) {
      printf("%s  player %d wins: %s\n", text, outcome.winner, outcome.reason);
      break;
    }
    check(spielkern_solution_value(solution, position, &value));
    printf("%s  %s", text, results[value.result]);
    if (value.has_remoteness) printf(" in %u", (unsigned)value.remoteness);
    if (value.has_net) printf(", net %d", (int)value.net);
    check(spielkern_solution_best_moves(solution, position, &best));
    check(spielkern_moves_text(best, 0, text, sizeof text, NULL));
    printf(", best %s\n", text);
    check(spielkern_play_at(best, 0, 1, &after));
    spielkern_moves_free(best);
    spielkern_position_free(position);
    position = after;
  }
  spielkern_position_free(position);
  spielkern_solution_free(solution);
  spielkern_rules_free(rules);
  return 0;
}
