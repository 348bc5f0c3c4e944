"""Exhaustive solving: the value of every position of a game."""

from __future__ import annotations

from spielkern.solving.memory import to_bytes
from spielkern.solving.solution import Solution, solve

__all__ = ["Solution", "solve", "to_bytes"]
