"""How well the player of Crazy10s plays: mirrored matches against the play that scores most, as lines of JSON.

    python benchmarks/crazy10s_players.py line RESULTS --deals 200 --seconds 0.2
    python benchmarks/crazy10s_players.py linked RESULTS --deals 1000 --nodes 1 --no-leaves --no-tempo

With `--nodes 1` nothing is simulated: what promises most by score, leave and tempo is played.

Every deal is played twice, with the sides changed. The first line of RESULTS says what is played, each further one is a
match. A file that has some of the matches is gone on with, one of other settings is refused. At the end, and with
`--show`, it is summed up.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from pathlib import Path
from typing import Any, TextIO

import spielkern as sk
from spielkern.ai import Budget, Situation
from spielkern.ai.crazy10s import Crazy10sPlayer
from spielkern.ai.greedy import moves_without_play

HEAD = b'{"placement": '  # how a file begins


def greedy_move(position: Any) -> Any:
    """The play that scores most; without any all tiles are swapped if the bag has enough, else pass."""
    best = position.best_plays(1)
    return best[0] if best else moves_without_play(position)[0]


def lead(scores: tuple[int, int], player: int) -> int:
    """By how much a player is ahead."""
    return scores[player - 1] - scores[2 - player]


def played(rules: Any, deal: int, side: int, player: Crazy10sPlayer, budget: Budget) -> dict[str, Any]:
    """One match; `side` is the player's."""
    match = sk.Match(rules, seed=deal)
    seeds = random.Random(deal)
    turns, longest, samples = 0, 0.0, 0
    while match.outcome is None:
        if match.player == side:
            begin = time.perf_counter()
            decision = player.choose(Situation(match.view(side), budget, seeds.getrandbits(63)))
            longest = max(longest, time.perf_counter() - begin)
            turns += 1
            samples += decision.nodes
            match.play(decision.move)
        else:
            match.play(greedy_move(match.position))
    ahead = lead(match.position.final_scores, side)
    return {"deal": deal, "side": side, "lead": ahead, "turns": turns, "longest": round(longest, 4), "nodes": samples}


def shown(lines: list[dict[str, Any]]) -> str:
    """Games won, with the 95% interval of chance; points a game; the longest decision."""
    games = len(lines)
    wins = sum(1.0 if line["lead"] > 0 else 0.5 if line["lead"] == 0 else 0.0 for line in lines) / games
    error = 1.96 * math.sqrt(wins * (1 - wins) / games)
    points = sum(line["lead"] for line in lines) / games
    longest = max(line["longest"] for line in lines)
    turns = sum(line["turns"] for line in lines)
    return (
        f"{games} games: {wins:.1%} won (+- {error:.1%}), {points:+.1f} points a game; the longest decision took "
        f"{longest:.3f} s, {sum(line['nodes'] for line in lines) / turns:.0f} samples a turn"
    )


def kept(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What a file says of its matches, and these; ValueError if it is of none.

    A last line that a kill cut short is cut off.
    """
    if not path.exists():
        return {}, []
    text = path.read_bytes()
    whole = text.rfind(b"\n") + 1
    try:
        values = [json.loads(line) for line in text[:whole].splitlines()]
        right = all(isinstance(value, dict) for value in values) and all("deal" in value for value in values[1:])
    except ValueError:
        right = False
    # Nothing is cut off from what is something else.
    if not right or (values and "placement" not in values[0]) or not (whole or HEAD.startswith(text[: len(HEAD)])):
        raise ValueError(f"{path} is no file of such matches")
    if whole < len(text):
        with path.open("r+b") as file:
            file.truncate(whole)
    return (values[0], values[1:]) if values else ({}, [])


def play_on(settings: dict[str, Any], deals: int, lines: list[dict[str, Any]], file: TextIO) -> None:
    """Play what is missing, and add it to the lines and to the file."""
    rules = sk.Crazy10s(placement=settings["placement"])
    player = Crazy10sPlayer(leaves=settings["leaves"], tempo=settings["tempo"])
    budget = Budget(seconds=settings["seconds"], nodes=settings["nodes"])
    done = {(line["deal"], line["side"]) for line in lines}
    for deal in range(deals):
        for side in (1, 2):
            if (deal, side) not in done:
                lines.append(played(rules, deal, side, player, budget))
                file.write(json.dumps(lines[-1]) + "\n")
                file.flush()


def main() -> None:
    """Play what is missing, and sum up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("placement", choices=["line", "linked"])
    parser.add_argument("results", type=Path)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--no-leaves", action="store_true")
    parser.add_argument("--no-tempo", action="store_true")
    parser.add_argument("--show", action="store_true", help="play nothing; the file says how its matches were played")
    given = parser.parse_args()
    if given.deals < 1:
        parser.error("--deals must be at least 1")
    settings = {
        "placement": given.placement,
        "seconds": given.seconds,
        "nodes": given.nodes,
        "leaves": not given.no_leaves,
        "tempo": not given.no_tempo,
    }
    try:
        head, lines = kept(given.results)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    if given.show:
        settings = head or settings
        if not lines:
            parser.error(f"{given.results} has no matches yet")
    for name, value in settings.items():
        if head and head.get(name) != value:
            told = f"its {name} is {json.dumps(head.get(name))}, not {json.dumps(value)}"
            parser.error(f"{given.results} is of other matches: {told}; choose another file")
    if not given.show:
        with given.results.open("a", encoding="utf-8") as file:
            if not head:
                file.write(json.dumps(settings) + "\n")
            play_on(settings, given.deals, lines, file)
    print(f"{', '.join(f'{name} {json.dumps(value)}' for name, value in settings.items())}: {shown(lines)}")


if __name__ == "__main__":
    main()
