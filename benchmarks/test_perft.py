"""Counting all sequences of plies."""

from __future__ import annotations

from typing import Any

import pytest

from .tiers import ALL, CORE, OWN, Measure, dots_and_boxes, mu_torere, nim, spread, ten

ROWS = [  # depth, count
    (nim(3, 4, 5), 6, 53_442, ALL),
    (nim(1, 3, 5, 7), 5, 113_912, ALL),
    (nim(1, 3, 5, 7), 9, 24_181_776, CORE),
    (mu_torere(8), 20, 38_820, OWN),
    (mu_torere(8), 30, 18_045_224, CORE),
    (mu_torere(12), 20, 45_028, OWN),
    (dots_and_boxes(4, 4), 3, 40 * 39 * 38, OWN),
    (dots_and_boxes(4, 4), 5, 40 * 39 * 38 * 37 * 36, CORE),
    (ten(10), 4, 237_492, OWN),
    (ten(10), 6, 78_411_576, CORE),
]


@pytest.mark.parametrize(("tier", "game", "depth", "count"), spread(ROWS), ids=str)
def test_perft(rules: Any, measure: Measure, depth: int, count: int) -> None:
    assert measure(f"perft, depth {depth}", rules.perft, rules.start(), depth) == count
