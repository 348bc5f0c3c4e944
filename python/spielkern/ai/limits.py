"""What a budget leaves for a search: time with a reserve, nodes, and the ear for being stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from spielkern.ai.player import Situation
from spielkern.values import Progress

#: So many seconds a decision takes if its budget is empty.
STANDARD_SECONDS = 1.0
#: Kept back of the seconds, for all that is not search: so many, and such a share.
RESERVE_SECONDS, RESERVE_SHARE = 0.008, 0.03
#: Who cannot look a number of plies deep makes so many simulations a ply instead.
NODES_PER_PLY = 1_000


class Limits:
    """The time, the nodes and the stop event of one decision; it begins when the object is made."""

    def __init__(self, situation: Situation) -> None:
        self.begin = time.perf_counter()
        budget = situation.budget
        self.nodes = budget.nodes
        self.depth = budget.depth
        self.seconds = budget.seconds
        if budget.seconds is None and budget.nodes is None and budget.depth is None:
            self.seconds = STANDARD_SECONDS
        self.table_bytes = situation.table_bytes
        self._stop = situation.stop
        self._watch = situation.watch

    @property
    def spent(self) -> float:
        """Seconds since the decision began."""
        return time.perf_counter() - self.begin

    def seconds_left(self, share: float = 1.0) -> float | None:
        """Seconds that a search may take: a share of what is left but for the reserve; None without a limit.

        None are left once an answer is wanted at once.
        """
        if self.stopped:
            return 0.0
        if self.seconds is None:
            return None
        reserve = min(RESERVE_SECONDS + RESERVE_SHARE * self.seconds, self.seconds / 2)
        return max(0.0, (self.seconds - reserve - self.spent) * share)

    @property
    def simulations(self) -> int | None:
        """How many simulations fit; None without a limit of nodes or depth."""
        by_depth = None if self.depth is None else NODES_PER_PLY * self.depth
        given = [number for number in (self.nodes, by_depth) if number is not None]
        return min(given, default=None)

    @property
    def stopped(self) -> bool:
        """Whether an answer is wanted at once."""
        return self._stop is not None and self._stop.is_set()

    @property
    def over(self) -> bool:
        """Whether nothing more may be begun."""
        left = self.seconds_left()
        return left is not None and left <= 0

    @property
    def listener(self) -> Callable[[Progress], bool] | None:
        """What long work of the core takes as its progress callback: it ends the work once a stop is wanted."""
        return None if self._stop is None and self._watch is None else self._goes_on

    def _goes_on(self, progress: Progress) -> bool:
        if self._watch is not None:
            self._watch(progress)
        return not self.stopped


def told_of_match(situation: Situation) -> tuple[list[int], int | None]:
    """What the core's searches ask of a match: keys of positions that are drawn if they come, and the plies left."""
    keys: list[int] = []
    if situation.repetition is not None:
        counts: dict[Any, int] = {}
        for position in (*situation.before, situation.position):
            counts[position] = counts.get(position, 0) + 1
        keys = [position.key for position, count in counts.items() if count >= situation.repetition - 1]
    left = situation.plies_left
    return keys, None if left is None else min(left, 2**32 - 1)
