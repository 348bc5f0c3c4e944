"""Players for all games: they choose moves within a budget of time, nodes or depth."""

from __future__ import annotations

from spielkern.ai.choosing import Pondering, choose, ponder
from spielkern.ai.decision import Candidate, Decision
from spielkern.ai.player import Budget, Player, Situation, situation_of
from spielkern.ai.players import PLAYERS, player

__all__ = [
    "PLAYERS",
    "Budget",
    "Candidate",
    "Decision",
    "Player",
    "Pondering",
    "Situation",
    "choose",
    "player",
    "ponder",
    "situation_of",
]
