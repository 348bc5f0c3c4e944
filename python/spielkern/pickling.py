"""How the core's moves come back from a pickle."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import spielkern


def restored_move(game: str, options: tuple[Any, ...], text: str) -> spielkern.Move:
    """Return the move with this text under the game's rules with these options, in the constructor's order."""
    return _rules(game, options).move(text)


@lru_cache(maxsize=16)
def _rules(game: str, options: tuple[Any, ...]) -> spielkern.Rules:
    """One rules object for the many moves that a pickle may hold."""
    return spielkern.game_class(game)(*options)
