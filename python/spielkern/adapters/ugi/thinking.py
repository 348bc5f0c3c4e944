"""How the engine spends its time: the clock's share of a move, and searches that have an answer at any time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from spielkern.ai.decision import Decision
from spielkern.ai.player import Budget, Player, Situation

#: So many own moves the time left is for, unless the clock says how many; of the increment such a share is spent;
#: and never more than such a share of the time left.
MOVES_TO_GO, INCREMENT_SHARE, MOST_SHARE = 25, 0.75, 0.8
#: A first answer takes so many seconds, and every other one so many times as long as the one before: without a limit
#: on and on, else until the next would take such a share of the time, and then comes the last one with all the rest.
FIRST_SECONDS, MOST_SECONDS = 0.25, 1e9
TIMES, TIMES_OF_LIMITED = 2, 4
FIRST_SHARE = 1 / 16
#: Who takes less than such a share of the time does not use more of it.
IDLE_SHARE = 0.5


def clock_seconds(left: float, increment: float, moves_to_go: int | None, overhead: float) -> float:
    """How many seconds a move may take with so many seconds left; `overhead` is lost with every move."""
    usable = max(0.0, left - overhead)
    share = usable / (moves_to_go or MOVES_TO_GO) + INCREMENT_SHARE * max(0.0, increment)
    return min(share, MOST_SHARE * usable)


def decide(player: Player, situation: Situation, endless: bool, told: Callable[[Decision], None]) -> None:
    """Let the player choose, again with more time where there is much: `told` hears each decision better than the last.

    `endless` goes on until `situation.stop` is set, or nothing is gained any more. An answer that was cut short counts
    if it is proven or rests on more than the one before.
    """
    best: Decision | None = None
    for budget in _stages(situation.budget, endless):
        decision = player.choose(replace(situation, budget=budget))
        stopped = situation.stop is not None and situation.stop.is_set()
        if best is None or decision.proven or not stopped or decision.nodes > best.nodes:
            best = decision
            told(best)
        idle = budget.seconds is not None and decision.seconds < IDLE_SHARE * budget.seconds
        if best.proven or stopped or idle:
            break


def _stages(budget: Budget, endless: bool) -> Iterator[Budget]:
    begin = time.perf_counter()
    seconds = FIRST_SECONDS
    if endless and budget == Budget():
        while True:
            yield Budget(seconds)
            seconds = min(TIMES * seconds, MOST_SECONDS)
    most = budget.seconds
    if most is not None:
        while seconds <= FIRST_SHARE * most:
            yield replace(budget, seconds=seconds)
            seconds *= TIMES_OF_LIMITED
        budget = replace(budget, seconds=max(0.0, most - (time.perf_counter() - begin)))
    yield budget
