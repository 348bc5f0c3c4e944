"""The players of this package, by name."""

from __future__ import annotations

import random
import time
from typing import Any

from spielkern.ai.alphabeta import AlphaBetaPlayer
from spielkern.ai.best import BestPlayer
from spielkern.ai.crazy10s import Crazy10sPlayer
from spielkern.ai.decision import Candidate, Decision
from spielkern.ai.exact import ExactPlayer
from spielkern.ai.greedy import GreedyPlayer, few_moves
from spielkern.ai.player import Player, Situation
from spielkern.ai.simulating import MctsPlayer, candidate_plays
from spielkern.errors import RulesError, shown
from spielkern.values import Value

#: Of more plays than can be listed, the player of random moves takes one of so many.
MANY_PLAYS = 10_000


class RandomPlayer:
    """Plays any legal move, each as likely as the others; of more than a million, one of those that score most."""

    name = "random"

    def choose(self, situation: Situation, /) -> Decision:
        """Choose a move; `situation.seed` decides which."""
        begin = time.perf_counter()
        position: Any = situation.position
        if not hasattr(position, "moves"):  # a View; which plays there are does not hang on what is hidden
            position = position.determinize(situation.seed)
        try:
            moves = few_moves(position)
        except RulesError:  # there are too many to list
            moves = tuple(candidate_plays(situation.position, MANY_PLAYS))
        move = moves[random.Random(situation.seed).randrange(len(moves))]
        candidates = tuple(Candidate(each, Value(), 0.5, 0.0) for each in moves)
        return Decision(move, Value(), 0.5, (move,), candidates, 0, time.perf_counter() - begin, proven=False)


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
