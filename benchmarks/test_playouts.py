"""Random games, the same ones on every tier of ours."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from .tiers import ALL, CORE, OWN, Measure, dots_and_boxes, mu_torere, nim, spread, ten

SEED = 1

ROWS = [  # games, their outcome: wins, draws, plies
    (nim(3, 4, 5), 1_000, ((491, 509), 0, 6_261), ALL),
    (nim(3, 4, 5), 100_000, ((49_970, 50_030), 0, 620_162), (*CORE, "OpenSpiel")),
    (nim(1, 3, 5, 7), 1_000, ((503, 497), 0, 7_681), ALL),
    (mu_torere(8), 100, ((45, 48), 7, 4_487), OWN),
    (mu_torere(8), 10_000, ((4_537, 4_680), 783, 445_861), CORE),
    (mu_torere(12), 100, ((45, 54), 1, 3_337), OWN),
    (dots_and_boxes(4, 4), 100, ((46, 48), 6, 4_000), OWN),
    (dots_and_boxes(4, 4), 10_000, ((4_657, 4_727), 616, 400_000), (*CORE, "OpenSpiel")),
    (dots_and_boxes(4, 4), 1_000_000, ((467_926, 469_404), 62_670, 40_000_000), CORE),
    (ten(10), 20_000, ((10_091, 9_909), 0, 2_860_587), CORE),
]


@pytest.mark.parametrize(("tier", "game", "n", "outcome"), spread(ROWS), ids=str)
def test_playouts(rules: Any, measure: Measure, tier: str, n: int, outcome: Any) -> None:
    answer = measure(f"{n:,} random games", rules.playouts, n, SEED)
    if tier == "OpenSpiel":  # other random numbers, so other games: as many wins within six standard deviations
        (wins, losses), _ = answer
        assert wins + losses == n
        assert abs(wins - outcome[0][0] - outcome[1] / 2) < 6 * sqrt(n / 2)
    else:
        assert answer == outcome
