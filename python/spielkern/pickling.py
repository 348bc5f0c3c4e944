"""How the core's positions and moves come back from a pickle.

A pickle has them as texts, with the text of their rules.
"""

from __future__ import annotations

from functools import lru_cache

from spielkern._core import Move, Position, Rules, _parse_rules


def restored_position(rules: str, text: str) -> Position:
    """Return the position with this text under the rules with that one."""
    return _rules(rules).position(text)


def restored_move(rules: str, text: str) -> Move:
    """Return the move with this text under the rules with that one."""
    return _rules(rules).move(text)


@lru_cache(maxsize=64)
def _rules(text: str) -> Rules:
    """One rules object for the many values that a pickle may hold."""
    return _parse_rules(text)
