"""Find the numbers of the levels, and measure how often each one beats the one below.

    python benchmarks/calibrate_levels.py GAME [--work FOLDER] [--games N] [--fit]

A ladder of players is made from one that hardly looks at anything to the best, and neighbours on it play each other.
With the ratings that follow, ten levels are chosen on the ladder whose distances are equal: steps of 190 Elo (75%), or
smaller ones if there is no more to have. `--fit` does that and prints the lines for `levels.toml`; without it the
levels that are in there now play their neighbours, and a table comes out. All matches are kept in the folder, and a run
goes on from what it finds there.
"""

from __future__ import annotations

import argparse
import math
import zlib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import spielkern as sk
from spielkern import ai
from spielkern.ai.levels import LevelPlayer, Step, at_level
from spielkern.ai.ratings import Meeting, ratings

RUNGS = 13
WANTED = 190.0  # Elo between levels: 75%


@dataclass(frozen=True)
class Range:
    """From the weakest to the strongest: nodes grow, temperature and cap fall, by equal factors."""

    rules: Any
    player: str
    nodes: tuple[int, int]
    temperature: tuple[float, float]
    cap: tuple[float, float]
    random_plies: int

    def step(self, strength: float) -> Step:
        """The step at a strength from 0.0 to 1.0; at 1.0 it is the best move."""

        def between(ends: tuple[float, float]) -> float:
            return float(ends[0] * (ends[1] / ends[0]) ** strength)

        def rounded(value: float) -> float:
            return float(f"{value:.3g}")

        temperature = 0.0 if strength >= 1 else rounded(between(self.temperature))
        return Step(self.player, round(between(self.nodes)), temperature, rounded(between(self.cap)))


RANGES = {
    "nim": Range(sk.Nim((9, 10, 11, 12)), "exact", (1, 1), (2.0, 0.1), (1.0, 1.0), 2),
    "mu-torere": Range(sk.MuTorere(), "exact", (1, 1), (2.0, 0.05), (1.0, 1.0), 2),
    "dots-and-boxes": Range(sk.DotsAndBoxes(), "mcts", (100, 20_000), (8.0, 0.05), (32.0, 0.5), 2),
    "ten": Range(sk.Ten(), "mcts", (100, 20_000), (1.0, 0.01), (1.0, 0.1), 2),
    "crazy10s": Range(sk.Crazy10s(), "crazy10s", (20, 200), (60.0, 0.5), (200.0, 5.0), 0),
}


def score(game: str, two: tuple[LevelPlayer, LevelPlayer], games: int, folder: Path) -> tuple[float, Any]:
    """What the second of two players scores against the first, and how it is known."""
    range_ = RANGES[game]
    # Players of other numbers are other players, whatever they are called.
    number = zlib.crc32(repr([player.steps[game] for player in two]).encode())
    path = folder / f"{game}-{two[0].name}-{two[1].name}-{number:08x}.jsonl"
    found = ai.arena(range_.rules, two[::-1], games, random_plies=range_.random_plies, path=path, progress=True)
    (pair,) = found.results.pairs
    return pair.score, pair


def fit(game: str, games: int, folder: Path) -> None:
    """Print the lines for `levels.toml`."""
    range_ = RANGES[game]
    strengths = [rung / (RUNGS - 1) for rung in range(RUNGS)]
    players = [LevelPlayer(f"rung-{rung}", {game: range_.step(s)}) for rung, s in enumerate(strengths)]
    meetings = []
    for low in range(RUNGS - 1):
        share, _ = score(game, (players[low], players[low + 1]), games, folder)
        meetings.append(Meeting(low + 1, low, games, games * share))
        print(f"# strength {strengths[low + 1]:.2f} against {strengths[low]:.2f}: {share:.1%}", flush=True)
    found = ratings(RUNGS, meetings, prior=1.0)
    assert found is not None
    # Where the lot had it otherwise, more strength is still no less.
    elos = [0.0]
    for before, after in pairwise(found):
        elos.append(elos[-1] + max(after.elo - before.elo, 1.0))
    distance = min(WANTED, elos[-1] / 9)
    print(f"\n[{game}]\nsteps = [")
    for level in range(1, 11):
        wanted = elos[-1] - distance * (10 - level)
        rung = max(i for i in range(RUNGS) if elos[i] <= wanted + 1e-9)
        strength = strengths[rung]
        if rung + 1 < RUNGS:
            share = (wanted - elos[rung]) / (elos[rung + 1] - elos[rung])
            strength += share * (strengths[rung + 1] - strength)
        step = range_.step(strength)
        print(f'  ["{step.player}", {step.nodes}, {step.temperature}, {step.cap}],')
    print(f"]\n# {distance:.0f} Elo between levels, {100 / (1 + math.exp(-distance / 173.7178)):.0f}%")


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
    parser.add_argument("game", choices=list(RANGES))
    parser.add_argument("--work", type=Path, default=Path("build/levels"), help="the folder of the matches")
    parser.add_argument("--games", type=int, default=200, help="of every two neighbours")
    parser.add_argument("--fit", action="store_true", help="find new numbers")
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    (fit if args.fit else measure)(args.game, args.games, args.work)


if __name__ == "__main__":
    main()
