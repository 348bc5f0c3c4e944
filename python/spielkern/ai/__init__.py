"""Players for all games: they choose moves within a budget of time, nodes or depth."""

from __future__ import annotations

from spielkern.ai.choosing import Pondering, choose, ponder
from spielkern.ai.decision import Candidate, Decision
from spielkern.ai.player import Budget, Player, Situation, situation_of
from spielkern.ai.players import PLAYERS, player
from spielkern.ai.ratings import Sprt
from spielkern.ai.reviewing import Review, review
from spielkern.ai.tournament import ArenaResult, arena

__all__ = [
    "PLAYERS",
    "ArenaResult",
    "Budget",
    "Candidate",
    "Decision",
    "Player",
    "Pondering",
    "Review",
    "Situation",
    "Sprt",
    "arena",
    "choose",
    "player",
    "ponder",
    "review",
    "situation_of",
]
