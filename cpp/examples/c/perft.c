/* Counts the sequences of so many plies from the start of any game: perft "nim heaps=3,4,5" 6 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "spielkern.h"

int main(int argc, char** argv) {
  spielkern_rules* rules = NULL;
  spielkern_position* start = NULL;
  uint64_t count = 0;
  spielkern_status status;
  if (argc != 3) {
    fprintf(stderr, "usage: perft RULES DEPTH\n");
    return 2;
  }
  if (spielkern_api_version() != SPIELKERN_API_VERSION) {
    fprintf(stderr, "the library is of another version than its header\n");
    return 1;
  }
  status = spielkern_rules_new(argv[1], &rules);
  if (status == SPIELKERN_OK) status = spielkern_position_start(rules, 1, &start);
  if (status == SPIELKERN_OK) {
    status = spielkern_perft(start, (uint32_t)strtoul(argv[2], NULL, 10), NULL, NULL, &count);
  }
  if (status == SPIELKERN_OK) {
    printf("%" PRIu64 "\n", count);
  } else {
    fprintf(stderr, "%s\n", spielkern_last_message());
  }
  spielkern_position_free(start);
  spielkern_rules_free(rules);
  return status == SPIELKERN_OK ? 0 : 1;
}
