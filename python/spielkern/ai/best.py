"""The right player for the game and the budget."""

from __future__ import annotations

from typing import Any

from spielkern.ai.alphabeta import by_forced_wins
from spielkern.ai.crazy10s import Crazy10sPlayer
from spielkern.ai.decision import Decision
from spielkern.ai.exact import known, nets
from spielkern.ai.limits import Limits
from spielkern.ai.player import Situation
from spielkern.ai.simulating import simulated

#: With so many free edges exact search takes some tenth of a second,
QUICK_EDGES = 28
#: and for two more edges so many times as long.
TWICE_TWO_EDGES = 5.0
SECONDS_AT_QUICK = 0.1
#: Nodes a second of exact search, for budgets that count nodes.
NODES_A_SECOND = 400_000


class BestPlayer:
    """Exact where the budget is enough for it; else the search that plays the game best."""

    name = "best"

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads

    def choose(self, situation: Situation, /) -> Decision:
        """Choose a move; the same for the same `situation.seed` and nodes, with one thread."""
        limits = Limits(situation)
        position = situation.position
        rules: Any = position.rules
        if getattr(rules, "chance", False):
            return Crazy10sPlayer().choose(situation)
        if not hasattr(rules, "_nets"):
            found = known(situation, limits)
        else:
            found = nets(situation, limits, self.threads) if _is_in_reach(position, limits) else None
        if found is not None:
            return found
        if hasattr(rules, "_alpha_beta"):
            return by_forced_wins(situation, limits)
        return simulated(situation, limits, self.threads)


def _is_in_reach(position: Any, limits: Limits) -> bool:
    """Whether exact search of a position of boxes may finish within the limits."""
    free = len(position.moves())
    expected = SECONDS_AT_QUICK * TWICE_TWO_EDGES ** ((free - QUICK_EDGES) / 2)
    left = limits.seconds_left()
    by_nodes = None if limits.simulations is None else limits.simulations / NODES_A_SECOND
    given = [seconds for seconds in (left, by_nodes) if seconds is not None]
    return not given or expected <= 3 * min(given)
