"""The games in plain Python, written from the rule text alone: slow, and obviously right.

It has the rules, position and move classes of spielkern itself, but shares no code with the core: tests and
benchmarks compare the two. Start reading with `nim.py` or `mu_torere.py`; `solve.py` solves small games by
brute force.
"""

from __future__ import annotations

from typing import Any

from .base import (
    IllegalMove,
    MemoryLimitError,
    Move,
    NotationError,
    Outcome,
    Playouts,
    Position,
    Rules,
    RulesError,
    SpielkernError,
    TableError,
    shown,
)
from .crazy10s import Crazy10s, Crazy10sMove, Crazy10sPosition
from .dots_and_boxes import DotsAndBoxes, DotsAndBoxesMove, DotsAndBoxesPosition
from .mu_torere import MuTorere, MuTorereMove, MuTorerePosition
from .nim import Nim, NimMove, NimPosition
from .ten import Ten, TenMove, TenPosition

__all__ = [
    "Crazy10s",
    "Crazy10sMove",
    "Crazy10sPosition",
    "DotsAndBoxes",
    "DotsAndBoxesMove",
    "DotsAndBoxesPosition",
    "IllegalMove",
    "MemoryLimitError",
    "Move",
    "MuTorere",
    "MuTorereMove",
    "MuTorerePosition",
    "Nim",
    "NimMove",
    "NimPosition",
    "NotationError",
    "Outcome",
    "Playouts",
    "Position",
    "Rules",
    "RulesError",
    "SpielkernError",
    "TableError",
    "Ten",
    "TenMove",
    "TenPosition",
    "games",
    "rules",
]

AnyRules = Ten | DotsAndBoxes | Nim | MuTorere | Crazy10s
_GAMES: tuple[type[AnyRules], ...] = (Ten, DotsAndBoxes, Nim, MuTorere, Crazy10s)


def games() -> tuple[str, ...]:
    """Name all games."""
    return tuple([game.name for game in _GAMES])


def rules(name: str, **options: Any) -> AnyRules:
    """Make the rules of the game `name` with these options."""
    for game in _GAMES:
        if name == game.name:
            return game(**options)
    raise RulesError(f"unknown game: expected {' or '.join(games())}, given {shown(name)}")
