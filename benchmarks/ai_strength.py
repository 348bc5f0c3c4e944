"""What the players are held to, measured: run with the name of a measurement, or with none for all.

    python benchmarks/ai_strength.py boxes --positions 500
    python benchmarks/ai_strength.py ten --games 40
    python benchmarks/ai_strength.py forced --positions 500
    python benchmarks/ai_strength.py time --positions 50

boxes: positions of Dots and Boxes 4 x 4 with 22 or fewer free edges, at 0.2 s: how often `best` gives boxes away, by
exact search. ten: `best` against `mcts` in 10, both at 0.2 s. forced: positions of 10 with a forced win within 5 plies,
by exhaustive search: how often `best` finds it at 1 s. time: the latest answers of all players.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import spielkern as sk
from spielkern import ai


def random_position(rules: Any, plies: int, rng: random.Random) -> Any:
    """A position some random plies from the start, or None if the game is over by then."""
    position = rules.start()
    for _ in range(plies):
        position = position.play(rng.choice(position.moves()))
        if position.outcome is not None:
            return None
    return position


def boxes(count: int, rng: random.Random) -> str:
    rules = sk.DotsAndBoxes()
    wrong = lost = 0
    latest = 0.0
    for _ in range(count):
        position = random_position(rules, 40 - rng.randint(1, 22), rng)
        begin = time.perf_counter()
        decision = ai.choose(position, seconds=0.2, seed=rng.getrandbits(30))
        latest = max(latest, time.perf_counter() - begin)
        net = sk.analyse(position, table_bytes=2**24, threads=1).value.net
        after = position.play(decision.move)
        rest = sk.analyse(after, table_bytes=2**24, threads=1).value.net if after.outcome is None else 0
        assert net is not None
        assert rest is not None
        gained = sum(after.score) - sum(position.score)
        loss = net - (gained + rest if gained else -rest)
        wrong += loss > 0
        lost += loss
    return f"{count} positions: {wrong} mistakes, {lost} boxes lost; the latest answer after {latest:.3f} s"


def ten(count: int, rng: random.Random) -> str:
    points, plies = 0.0, 0
    for number in range(count):
        match = sk.Match(sk.Ten(), repetition=3, max_plies=300)
        ours = 1 + number % 2
        while match.outcome is None:
            name = "best" if match.player == ours else "mcts"
            match.play(ai.choose(match, seconds=0.2, player=name, seed=rng.getrandbits(30)).move)
        winner = match.outcome.winner
        points += 0.5 if winner is None else float(winner == ours)
        plies += match.ply
        print(f"game {number + 1}: {match.outcome}, {points:g} points so far", flush=True)
    return f"best has {points:g} of {count} points against mcts, {plies / count:.0f} plies a game"


def forced(count: int, rng: random.Random) -> str:
    rules: Any = sk.Ten()
    found = seen = 0
    latest = 0.0
    while seen < count:
        position = random_position(rules, rng.randint(4, 60), rng)
        if position is None:
            continue
        value = rules._analyse_wins(position, 0.1, 1, 2**24, None)["value"]
        if value.result is not sk.Result.WIN or not value.proven or (value.remoteness or 99) > 5:
            continue
        seen += 1
        begin = time.perf_counter()
        decision = ai.choose(position, seconds=1.0, seed=rng.getrandbits(30))
        latest = max(latest, time.perf_counter() - begin)
        after = position.play(decision.move)
        if after.outcome is not None:
            found += after.outcome.winner == position.player
            continue
        rest = rules._analyse_wins(after, 20.0, 1, 2**26, None)["value"]
        found += rest.result is sk.Result.LOSS and rest.remoteness == value.remoteness - 1
    return f"{found} of {count} forced wins within 5 plies found; the latest answer after {latest:.3f} s"


def late(count: int, rng: random.Random) -> str:
    lines = []
    for rules in (sk.DotsAndBoxes(), sk.DotsAndBoxes(5, 5), sk.Ten(), sk.Nim(), sk.MuTorere(), sk.MuTorere(ring=36)):
        for name in ("greedy", "mcts", "exact", "alphabeta", "best"):
            delays = []
            while len(delays) < count:
                position = random_position(rules, rng.randint(0, 12), rng)
                if position is None:
                    continue
                begin = time.perf_counter()
                ai.choose(position, seconds=0.1, player=name)
                delays.append(time.perf_counter() - begin - 0.1)
            lines.append(f"{rules!s:50} {name:10} {1000 * max(delays):+8.1f} ms")
    return "\n".join(lines)


MEASUREMENTS: dict[str, tuple[Callable[[int, random.Random], str], int]] = {
    "boxes": (boxes, 500),
    "ten": (ten, 40),
    "forced": (forced, 500),
    "time": (late, 20),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[*MEASUREMENTS, []], default=[])
    parser.add_argument("--positions", "--games", type=int, default=None, dest="count")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name in arguments.names or MEASUREMENTS:
        measure, count = MEASUREMENTS[name]
        print(measure(arguments.count or count, random.Random(arguments.seed)), flush=True)


if __name__ == "__main__":
    main()
