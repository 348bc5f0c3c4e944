"""Many games in step over NumPy arrays, against the same done position by position in Python."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from .tiers import Measure, dots_and_boxes, mu_torere, nim, spread, ten

STEPS = 20
GAMES = 65536
#: Of the loop in Python, which takes its time.
FEW = 200

ROWS = [(game, ("loop of Python", "batch")) for game in (dots_and_boxes(4, 4), nim(3, 4, 5), mu_torere(8), ten(10))]


@pytest.fixture
def engine() -> Any:
    """Both are the core."""
    import spielkern  # noqa: PLC0415

    return spielkern


@pytest.mark.parametrize(("tier", "game"), spread(ROWS), ids=str)
def test_random_steps(rules: Any, measure: Measure, tier: str) -> None:
    """Random moves, as fast as they can be drawn and played."""
    if tier == "batch":
        batch = rules.batch(GAMES, seed=1)

        def play() -> Any:
            for _ in range(STEPS):
                batch.step(batch.random_actions())
            return [batch.position(i) for i in range(FEW)]

        positions = measure("a random ply", play, calls=GAMES * STEPS)
    else:
        positions = measure("a random ply", lambda: loop(rules, look=False), calls=FEW * STEPS)
    assert all(position.moves() for position in positions)


@pytest.mark.parametrize(("tier", "game"), spread(ROWS), ids=str)
def test_learning_steps(rules: Any, measure: Measure, tier: str) -> None:
    """What a program that learns asks for at every ply: a mask of the legal actions and an observation."""
    what = "a ply with mask and observation"
    games = GAMES // 16 if rules.name == "ten" else GAMES  # whose masks are long
    if tier == "batch":
        batch = rules.batch(games, seed=1)

        def play() -> Any:
            for _ in range(STEPS):
                batch.step(batch.random_actions())
                masks, observations = batch.masks, batch.observations
            return masks[:FEW], observations[:FEW], [batch.position(i) for i in range(FEW)]

        masks, observations, positions = measure(what, play, calls=games * STEPS)
    else:
        positions = measure(what, lambda: loop(rules, look=True), calls=FEW * STEPS)
        masks = [position.action_mask() for position in positions]
        observations = [position.observation() for position in positions]
    for position, mask, seen in zip(positions, masks, observations, strict=True):
        assert np.flatnonzero(mask).tolist() == sorted(map(rules.action, position.moves()))
        assert (seen == position.observation()).all()


def loop(rules: Any, look: bool) -> list[Any]:
    rng = random.Random(1)
    start = rules.start()
    positions = [start] * FEW
    for _ in range(STEPS):
        for i, position in enumerate(positions):
            if look:
                actions = position.legal_actions()
                after = position.play(rules.move_of(actions[int(rng.random() * len(actions))]))
                after.action_mask()
                after.observation()
            else:
                moves = position.moves()
                after = position.play(moves[int(rng.random() * len(moves))])
            positions[i] = after if after.outcome is None else start
    return positions
