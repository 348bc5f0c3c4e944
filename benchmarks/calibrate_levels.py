"""Find the numbers of the levels, and measure how often each one beats the one below.

    python benchmarks/calibrate_levels.py GAME [--work FOLDER] [--games N] [--fit | --descend SCORE]

A ladder of players is made from one that hardly looks at anything to the best, and neighbours on it play each other.
With the ratings that follow, ten levels are chosen on the ladder whose distances are equal: steps of 210 Elo (77%), or
smaller ones if there is no more to have. `--fit` does that and prints the lines for `levels.toml`; without it the
levels that are in there now play their neighbours, and a table comes out. All matches are kept in the folder, and a run
goes on from what it finds there.
"""

from __future__ import annotations

import argparse
import zlib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import spielkern as sk
from spielkern import ai
from spielkern.ai.levels import PLAYS, LevelPlayer, Step, at_level
from spielkern.ai.ratings import Meeting, expected_score, ratings

WANTED = 210.0  # Elo between levels: 77%
HALVINGS = 7


@dataclass(frozen=True)
class Ladder:
    """Rungs from the weakest player to the strongest; between two of the same kind there are others."""

    rules: Any
    random_plies: int
    by: str
    rungs: tuple[tuple[str, int, float, float], ...]

    def step(self, rung: int, share: float = 0.0) -> Step:
        """The step of a rung, or one between it and the next."""
        low = Step(*self.rungs[rung], by=self.by)
        high = Step(*self.rungs[min(rung + 1, len(self.rungs) - 1)], by=self.by)
        if low.player != high.player or (low.temperature == 0) != (high.temperature == 0):
            return low if share < 0.5 else high

        def between(a: float, b: float) -> float:
            return float(f"{a * (b / a) ** share:.3g}") if a and b else a

        nodes = round(between(low.nodes, high.nodes))
        return Step(low.player, nodes, between(low.temperature, high.temperature), between(low.cap, high.cap), self.by)


LADDERS = {
    "nim": Ladder(
        sk.Nim((9, 10, 11, 12)),
        2,
        "win",
        (
            *(("exact", 1, t, 1.0) for t in (5.0, 0.4, 0.3, 0.26, 0.23, 0.2, 0.18, 0.16, 0.14, 0.12)),
            ("exact", 1, 0.0, 0.0),
        ),
    ),
    "mu-torere": Ladder(
        sk.MuTorere(),
        2,
        "win",
        (
            *(("exact", 10_000, t, 1.0) for t in (5.0, 1.0, 0.5, 0.35, 0.25, 0.18, 0.12, 0.08)),
            ("exact", 10_000, 0.0, 0.0),
        ),
    ),
    "dots-and-boxes": Ladder(
        sk.DotsAndBoxes(),
        2,
        "worth",
        (
            *(
                ("greedy", 1, t, c)
                for t, c in ((20.0, 16.0), (3.0, 16.0), (1.8, 12.0), (1.2, 8.0), (0.8, 6.0), (0.5, 4.0), (0.3, 2.0))
            ),
            ("greedy", 1, 0.15, 1.0),
            *(("best", n, 0.0, 0.0) for n in (300, 1000, 3000, 10_000, 30_000)),
        ),
    ),
    "ten": Ladder(
        sk.Ten(),
        2,
        "win",
        (
            *(
                ("greedy", 1, t, c)
                for t, c in ((5.0, 1.0), (0.3, 1.0), (0.15, 1.0), (0.08, 1.0), (0.05, 0.5), (0.03, 0.3), (0.015, 0.1))
            ),
            *(("best", n, 0.0, 0.0) for n in (30, 100, 300, 1000, 3000, 10_000)),
        ),
    ),
    "crazy10s": Ladder(
        sk.Crazy10s(),
        0,
        "worth",
        (
            *((f"{PLAYS}{tiles}", 20_000, 5.0, 20.0) for tiles in range(1, 7)),
            *((f"{PLAYS}7", 300, t, c) for t, c in ((12.0, 60.0), (5.0, 25.0), (2.0, 10.0))),
            (f"{PLAYS}7", 300, 0.0, 0.0),
        ),
    ),
}


def score(game: str, two: tuple[LevelPlayer, LevelPlayer], games: int, folder: Path) -> tuple[float, Any]:
    """What the second of two players scores against the first, and how it is known."""
    ladder = LADDERS[game]
    # Players of other numbers are other players, whatever they are called.
    number = zlib.crc32(repr([player.steps[game] for player in two]).encode())
    path = folder / f"{game}-{two[0].name}-{two[1].name}-{number:08x}.jsonl"
    found = ai.arena(ladder.rules, two[::-1], games, random_plies=ladder.random_plies, path=path, progress=True)
    if found.results.forfeits:
        raise RuntimeError(found.table())
    (pair,) = found.results.pairs
    return pair.score, pair


def fit(game: str, games: int, folder: Path) -> None:
    """Print the lines for `levels.toml`."""
    ladder = LADDERS[game]
    count = len(ladder.rungs)
    players = [LevelPlayer(f"rung-{rung}", {game: ladder.step(rung)}) for rung in range(count)]
    meetings = []
    for low in range(count - 1):
        share, _ = score(game, (players[low], players[low + 1]), games, folder)
        meetings.append(Meeting(low + 1, low, games, games * share))
        print(f"# {ladder.rungs[low + 1]} against {ladder.rungs[low]}: {share:.1%}", flush=True)
    found = ratings(count, meetings, prior=1.0)
    assert found is not None
    # Where the lot had it otherwise, a higher rung is still no worse.
    elos = [0.0]
    for before, after in pairwise(found):
        elos.append(elos[-1] + max(after.elo - before.elo, 1.0))
    distance = min(WANTED, elos[-1] / 9)
    steps = []
    for level in range(1, 11):
        wanted = elos[-1] - distance * (10 - level)
        rung = max(i for i in range(count) if elos[i] <= wanted + 1e-9)
        share = (wanted - elos[rung]) / (elos[rung + 1] - elos[rung]) if rung + 1 < count else 0.0
        steps.append(ladder.step(rung, share))
    show(game, steps)
    print(f"# {elos[-1]:.0f} Elo in all, {distance:.0f} between levels: {expected_score(distance):.0%}")


def descend(game: str, games: int, folder: Path, wanted: float) -> None:
    """The same by another way, for quick games: from the best level down, each such that the one above scores `wanted`.

    Where erring a little less often makes much of a difference only once hardly anybody errs, ratings do not add up.
    """
    ladder = LADDERS[game]
    place = len(ladder.rungs) - 1.0
    steps = [ladder.step(len(ladder.rungs) - 1)]
    for level in range(9, 0, -1):
        low, high = 0.0, place
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            step = ladder.step(int(middle), middle % 1)
            two = (LevelPlayer("lower", {game: step}), LevelPlayer("upper", {game: steps[-1]}))
            share, _ = score(game, two, games, folder)
            low, high = (middle, high) if share > wanted else (low, middle)
        place = high
        steps.append(ladder.step(int(place), place % 1))
        print(f"# level {level}: rung {place:.2f}", flush=True)
    show(game, steps[::-1])


def show(game: str, steps: list[Step]) -> None:
    """Print the lines for `levels.toml`."""
    print(f'\n[{game}]\nby = "{LADDERS[game].by}"\nsteps = [')
    for step in steps:
        print(f'  ["{step.player}", {step.nodes}, {step.temperature}, {step.cap}],')
    print("]")


def measure(game: str, games: int, folder: Path) -> None:
    """Let the levels play their neighbours."""
    print("| level | against the one below | 95% | drawn |\n| --- | --- | --- | --- |")
    for level in range(2, 11):
        share, pair = score(game, (at_level(level - 1), at_level(level)), games, folder)
        within = f"{pair.score_low:.0%} to {pair.score_high:.0%}"
        print(f"| {level} | {share:.1%} | {within} | {pair.draws / pair.games:.0%} |", flush=True)


def main() -> None:
    """Carry out the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(LADDERS))
    parser.add_argument("--work", type=Path, default=Path("build/levels"), help="the folder of the matches")
    parser.add_argument("--games", type=int, default=200, help="of every two neighbours")
    parser.add_argument("--descend", type=float, metavar="SCORE", help="find new numbers, level by level")
    parser.add_argument("--fit", action="store_true", help="find new numbers")
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    if args.descend is not None:
        descend(args.game, args.games, args.work, args.descend)
    else:
        (fit if args.fit else measure)(args.game, args.games, args.work)


if __name__ == "__main__":
    main()
