"""The players of this package, by name."""

from __future__ import annotations

import random
from itertools import combinations, islice, takewhile
from typing import Any

from spielkern.ai.alphabeta import AlphaBetaPlayer
from spielkern.ai.best import BestPlayer
from spielkern.ai.crazy10s import Crazy10sPlayer
from spielkern.ai.decision import Decision
from spielkern.ai.exact import ExactPlayer
from spielkern.ai.greedy import GreedyPlayer, few_moves
from spielkern.ai.limits import Limits
from spielkern.ai.player import Player, Situation
from spielkern.ai.simulating import MctsPlayer
from spielkern.errors import RulesError, shown
from spielkern.values import Value

#: More plays are not listed: so many take a second.
MOST_LISTED = 1_000_000


class RandomPlayer:
    """Plays any legal move, each as likely as the others; of very many, of those that there is time to list."""

    name = "random"

    def choose(self, situation: Situation, /) -> Decision:
        """Choose a move; `situation.seed` decides which."""
        limits = Limits(situation)
        position: Any = situation.position
        moves = _turns(position, limits) if hasattr(position, "plays") else few_moves(position)
        move = moves[random.Random(situation.seed).randrange(len(moves))]
        return Decision(move, Value(), 0.5, (move,), (), 0, limits.spent, proven=False)


def _turns(view: Any, limits: Limits) -> tuple[Any, ...]:
    """All plays, or those that there is time for, all swaps, and passing."""
    rack = (view.racks[view.player - 1] or "").strip("-")
    swaps = {"".join(tiles): None for n in range(1, len(rack) + 1) for tiles in combinations(rack, n)}
    return (
        *islice(takewhile(lambda _: not limits.over, view.plays()), MOST_LISTED),
        *(view.rules.move(f"swap {tiles}") for tiles in swaps if len(tiles) <= view.bag_size),
        view.rules.move("pass"),
    )


PLAYERS: dict[str, type[Any]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "exact": ExactPlayer,
    "alphabeta": AlphaBetaPlayer,
    "mcts": MctsPlayer,
    "crazy10s": Crazy10sPlayer,
    "best": BestPlayer,
}


def player(name: str) -> Player:
    """The player of that name. RulesError for a name that there is not."""
    try:
        made: Player = PLAYERS[name]()
    except (KeyError, TypeError):
        raise RulesError(f"there is no player {shown(name)}; the players are {', '.join(PLAYERS)}") from None
    return made
