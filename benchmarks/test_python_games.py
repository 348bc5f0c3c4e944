"""Whole random games in a loop of Python's, every ply a call: what a program in Python gets without the batch call."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import sqrt
from typing import Any

import pytest

from .tiers import ALL, Game, Measure, dots_and_boxes, nim, spread

SEED = 1
GAMES = 300
ROWS = [(nim(3, 4, 5), ALL), (dots_and_boxes(4, 4), ALL)]


def ours(rules: Any, n: int) -> float:
    choose = random.Random(SEED).random
    start = rules.start()
    wins = 0.0
    for _ in range(n):
        position = start
        while moves := position.moves():
            position = position.play(moves[int(choose() * len(moves))])
        wins += (1 + position.returns[0]) / 2
    return wins


def open_spiel(rules: Any, n: int) -> float:
    choose = random.Random(SEED).random
    wins = 0.0
    for _ in range(n):
        state = rules.start()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(choose() * len(actions))])
        wins += (1 + state.returns()[0]) / 2
    return wins


@pytest.mark.parametrize(("tier", "game"), spread(ROWS), ids=str)
def test_games_in_python(rules: Any, measure: Measure, tier: str, game: Game) -> None:
    play: Callable[[Any, int], float] = open_spiel if tier == "OpenSpiel" else ours
    wins = measure(f"{GAMES:,} random games in a Python loop", play, rules, GAMES)
    # A draw counts half; of both games chance gives either player half of the points.
    assert abs(wins - GAMES / 2) < 6 * sqrt(GAMES / 4)
