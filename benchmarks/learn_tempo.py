"""Learns what the turns to come are worth in Crazy10s, by the tiles left: the table of games/crazy10s/tempo.hpp.

    python benchmarks/learn_tempo.py linked --matches 20000

Two players lay what scores most. After each turn it is written down how many tiles the one who moved does not see, and
by how much that player's lead then grew to the end of the match; the table is the mean for each number of tiles. Where
fewer than 300 turns ended, the nearest number that had as many stands for it. The same matches everywhere for the same
seed.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from statistics import fmean
from typing import Any

from crazy10s_players import greedy_move, lead

import spielkern as sk
from spielkern.reference.crazy10s import BAG

TILES = sum(BAG.values())
ENOUGH = 300
LEAST_MATCHES = 1000  # of the first turns more than 300 then end in the same number


def turns_of(rules: Any, seed: int) -> Iterator[tuple[int, int]]:
    """The turns of a greedy match: the tiles that its player does not see after it, and what is still to come."""
    match = sk.Match(rules, seed=seed)
    turns = []
    while match.outcome is None:
        player = match.player
        match.play(greedy_move(match.position))
        after = match.position
        turns.append((player, after.bag_size + after.rack_sizes[2 - player], lead(after.scores, player)))
    for player, unseen, before in turns:
        yield unseen, lead(match.position.final_scores, player) - before


def learn(placement: str, matches: int, seed: int) -> list[float]:
    """What is still to come, in points, for each number of tiles."""
    rules = sk.Crazy10s(placement=placement)
    found = defaultdict(list)
    for match in range(matches):
        for unseen, to_come in turns_of(rules, seed + match):
            found[unseen].append(to_come)
    known = [unseen for unseen, all_of_it in found.items() if len(all_of_it) >= ENOUGH]
    return [fmean(found[min(known, key=lambda other: abs(other - unseen))]) for unseen in range(TILES + 1)]


def main() -> None:
    """Print the table as tempo.hpp has it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("placement", choices=["line", "linked"])
    parser.add_argument("--matches", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.matches < LEAST_MATCHES:
        parser.error(f"--matches must be at least {LEAST_MATCHES}")
    values = learn(given.placement, given.matches, given.seed)
    print("{" + ", ".join(str(round(100 * value)) for value in values) + "}")


if __name__ == "__main__":
    main()
