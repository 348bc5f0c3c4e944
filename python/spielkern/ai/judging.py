"""What a move is worth once the value of the position after it is known."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from spielkern.ai.decision import Candidate, Decision
from spielkern.ai.limits import Limits
from spielkern.match import Move
from spielkern.values import Result, Value

_FLIPPED = {Result.WIN: Result.LOSS, Result.LOSS: Result.WIN, Result.DRAW: Result.DRAW}
WIN_OF = {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}


def flipped(value: Value) -> Value:
    """The same value from the other player's side."""
    bounds = None if value.bounds is None else (-value.bounds[1], -value.bounds[0])
    return replace(
        value,
        result=None if value.result is None else _FLIPPED[value.result],
        net=None if value.net is None else -value.net,
        score=None if value.score is None else -value.score,
        bounds=bounds,
    )


def result_of(outcome: Any, player: int) -> Result:
    """What an outcome is to a player."""
    return Result.DRAW if outcome.winner is None else Result.WIN if outcome.winner == player else Result.LOSS


def proven_candidate(move: Move, result: Result, plies: int | None, *, proven: bool = True) -> Candidate:
    """A move whose result is known for the player who makes it; `plies` are those after it, None if not known."""
    win = WIN_OF[result]
    remoteness = None if result is Result.DRAW else plies
    return Candidate(move, Value(result, remoteness, proven=proven), win, win)


def by_result(candidate: Candidate) -> tuple[float, int]:
    """For sorting, the best first: the quickest wins, then draws and what is open, then the slowest losses."""
    plies = candidate.value.remoteness or 0
    return -candidate.win, plies if candidate.win > 0.5 else -plies


def sorted_best(candidates: Iterable[Candidate], seed: int) -> list[Candidate]:
    """The best first; the seed decides in which order equal ones stand."""
    shuffled = list(candidates)
    random.Random(seed).shuffle(shuffled)
    return sorted(shuffled, key=by_result)


def value_before(candidate: Candidate) -> Value:
    """The value of a position whose best move is the candidate."""
    remoteness = candidate.value.remoteness
    return replace(candidate.value, remoteness=None if remoteness is None else remoteness + 1)


def decision(
    candidates: Iterable[Candidate],
    limits: Limits,
    *,
    value: Value | None = None,
    line: tuple[Move, ...] = (),
    nodes: int = 0,
    proven: bool = False,
) -> Decision:
    """The decision for the first of the candidates; `value` (of the position) and `line` where more is known."""
    listed = tuple(candidates)
    best = listed[0]
    if not line or line[0] != best.move:
        line = (best.move,)
    value = replace(value_before(best), proven=proven) if value is None else value
    return Decision(best.move, value, best.win, line, listed, nodes, limits.spent, proven)
