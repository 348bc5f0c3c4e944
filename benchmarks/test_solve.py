"""Solving whole games. The Python tiers try all positions again and again: they are obviously right, not clever."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from .tiers import CORE, OWN, Measure, mu_torere, nim, spread

ROWS = [  # value of the start: result, remoteness
    (nim(7, 7, 7), ("win", 15), OWN),
    (nim(31, 31, 31), ("win", 63), CORE),
    (mu_torere(8), ("draw", None), OWN),
    (mu_torere(16), ("draw", None), CORE),
    (mu_torere(20), ("draw", None), CORE),
]


@pytest.mark.parametrize(("tier", "game", "value"), spread(ROWS), ids=str)
def test_solve(engine: Any, rules: Any, measure: Measure, tier: str, value: Any) -> None:
    if tier in CORE:
        found = measure("solve", engine.solve, rules).value(rules.start())
    else:
        solve = import_module(f"{engine.__name__}.solve").solve_by_iteration
        found = measure("solve", solve, rules)[rules.start()]
    assert (found.result, found.remoteness) == value
