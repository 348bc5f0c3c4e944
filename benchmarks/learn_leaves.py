"""Learns what tiles kept on the rack are worth in Crazy10s: the tables of games/crazy10s/leaves.hpp.

    python benchmarks/learn_leaves.py line --matches 4000
    python benchmarks/learn_leaves.py linked --matches 1500

Two players lay what scores most; every third turn some tiles, drawn by chance, are kept back, so that all kinds are
kept now and then. After each turn it is written down which tiles stayed, and what the own next two turns then scored;
the table is the least squares fit (with a little ridge) of the one to the other. A draw from the bag is in what is
fitted, so a value of zero means: as good as tiles drawn instead. The same matches everywhere for the same seed.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import spielkern as sk

KINDS = "0123456789*"
#: As the table has them: what makes ten, and a 0 with a joker.
PAIRS = ("0*", "19", "28", "37", "46")
NEXT_TURNS = 2
RIDGE = 20.0


def features(kept: str) -> list[float]:
    """How many of each kind, how many of them not the first, and pairs; the last is always one."""
    counts = {kind: kept.count(kind) for kind in KINDS}
    return [
        *(float(count) for count in counts.values()),
        *(float(max(0, count - 1)) for count in counts.values()),
        *(float(min(counts[a], counts[b])) for a, b in PAIRS),
        1.0,
    ]


def turns_of(rules: Any, seed: int) -> Iterator[tuple[int, str, int, int]]:
    """The turns of a greedy match: who, what stayed on the rack, the points, and the tiles in the bag after it."""
    position = rules.start(seed)
    rng = random.Random(seed)
    while position.outcome is None:
        player = position.player
        rack = position.racks[player - 1].strip("-")
        best = position.best_plays(1)
        if rng.randrange(3) == 0:
            some = rng.sample(rack, rng.randint(min(3, len(rack)), len(rack)))
            study = rules.board(position.board, "".join(sorted(some, key=KINDS.index)))
            best = study.best_plays(1) or best
        if best:
            play = best[0]
            points, kept = position.score(play), rack
            for tile in str(play).split(","):
                kept = kept.replace("*" if "*" in tile else tile[-1], "", 1)
            position = position.play(play)
        else:
            points, kept = 0, ""
            position = position.play(f"swap {rack}" if position.bag_size >= len(rack) else "pass", seed)
        yield player, kept, points, position.bag_size


def learn(placement: str, matches: int, seed: int) -> tuple[np.ndarray[Any, Any], int, float]:
    """The fitted values, from how many turns, and the part of the variance that they explain."""
    rules = sk.Crazy10s(placement=placement)
    rows, targets = [], []
    for match in range(matches):
        turns = list(turns_of(rules, seed + match))
        for player in (1, 2):
            own = [turn for turn in turns if turn[0] == player]
            for i in range(len(own) - NEXT_TURNS):
                _, kept, _, bag = own[i]
                if bag < 7 * NEXT_TURNS:
                    continue
                rows.append(features(kept))
                targets.append(float(sum(turn[2] for turn in own[i + 1 : i + 1 + NEXT_TURNS])))
    x, y = np.array(rows), np.array(targets)
    penalty = np.diag([RIDGE] * (x.shape[1] - 1) + [0.0])
    values = np.linalg.solve(x.T @ x + penalty, x.T @ y)
    explained = 1 - float(np.var(y - x @ values) / np.var(y))
    return values, len(y), explained


def main() -> None:
    """Print the table as leaves.hpp has it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("placement", choices=["line", "linked"])
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.matches < 1:
        parser.error("--matches must be at least 1")
    values, turns, explained = learn(given.placement, given.matches, given.seed)
    hundredths = [round(100 * value) for value in values]
    parts = hundredths[:11], hundredths[11:22], hundredths[22:27]
    print(f"// {given.placement}: {turns} turns of {given.matches} matches; explains {explained:.1%} of the variance")
    for part in parts:
        print("{" + ", ".join(map(str, part)) + "},")


if __name__ == "__main__":
    main()
