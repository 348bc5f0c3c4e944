"""Levels: drawn as they say, the same for a seed, and no silly blunders where there is a cap."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

import spielkern as sk
from spielkern import ai
from spielkern.ai import Budget, Candidate, Decision, levels
from spielkern.ai.levels import Step, at_level, drawn
from spielkern.ai.specification import entrant

MOVES = sk.Nim((9,)).start().moves()


def decided(*worths: float) -> Decision:
    """A decision for the first of moves that are worth so much."""
    candidates = tuple(Candidate(move, sk.Value(), 0.5, worth) for move, worth in zip(MOVES, worths, strict=False))
    return Decision(MOVES[0], sk.Value(), 0.5, (MOVES[0], MOVES[1]), candidates, 5, 0.1, proven=True)


def drawn_often(decision: Decision, step: Step, times: int = 4000) -> Counter[str]:
    return Counter(str(drawn(decision, step, seed).move) for seed in range(times))


def test_moves_are_as_likely_as_the_temperature_has_it() -> None:
    decision = decided(3.0, 2.0, 1.0, 3.0)
    counts = drawn_often(decision, Step("x", 1, 0.8, 10.0))
    weights = [1.0, math.exp(-1 / 0.8), math.exp(-2 / 0.8), 1.0]
    for move, weight in zip(MOVES, weights, strict=False):
        expected = weight / sum(weights)
        assert counts[str(move)] / 4000 == pytest.approx(expected, abs=4 * math.sqrt(expected / 4000))


def test_moves_beyond_the_cap_never_come() -> None:
    counts = drawn_often(decided(3.0, 2.0, 1.9, -50.0), Step("x", 1, 100.0, 1.0))
    assert set(counts) == {str(MOVES[0]), str(MOVES[1])}


def test_what_looks_better_for_want_of_a_closer_look_is_no_better() -> None:
    counts = drawn_often(decided(0.5, 9.0, 0.5), Step("x", 1, 1.0, 1.0))
    assert set(counts) == {str(MOVES[0]), str(MOVES[2])}


def test_without_temperature_it_is_the_decision_itself() -> None:
    decision = decided(1.0, 5.0)
    assert drawn(decision, Step("x", 1, 0.0, 0.0), 7) is decision
    empty = Decision(MOVES[0], sk.Value(), 0.5, (MOVES[0],), (), 0, 0.0, proven=False)
    assert drawn(empty, Step("x", 1, 1.0, 1.0), 7) is empty


def test_a_move_that_was_drawn_instead_brings_its_own_line() -> None:
    decision = decided(1.0, 1.0)
    found = next(d for d in (drawn(decision, Step("x", 1, 1.0, 1.0), seed) for seed in range(99)) if d is not decision)
    assert found.line == (found.move,) == (MOVES[1],)
    assert not found.proven
    assert drawn(decision, Step("x", 1, 1.0, 1.0), 3) == drawn(decision, Step("x", 1, 1.0, 1.0), 3)


def test_the_table_is_whole_and_falls() -> None:
    table = levels.table()
    assert set(table) == set(sk.games())
    for steps in table.values():
        assert len(steps) == 10
        assert all(step.player in ai.PLAYERS or step.player.startswith("plays-") for step in steps)
        for below, above in pairwise(steps):
            if below.player == above.player:
                assert (below.temperature, below.cap) >= (above.temperature, above.cap)
                assert below.nodes <= above.nodes
        assert steps[9].temperature == 0


@pytest.mark.parametrize("game", sk.games())
@pytest.mark.parametrize("level", [1, 6, 10])
def test_levels_play_every_game_legally_and_repeatably(game: str, level: int) -> None:
    rules: Any = sk.rules(game)
    match = sk.Match(rules, seed=3) if rules.chance else sk.Match(rules)
    player = at_level(level)
    assert player.name == f"level-{level}"
    for ply in range(4):
        if match.outcome is not None:
            break
        situation = ai.situation_of(match, Budget(), seed=ply)
        decision = player.choose(situation)
        assert player.choose(situation).move == decision.move
        match.play(decision.move)


def test_wrong_levels_are_refused() -> None:
    with pytest.raises(sk.RulesError, match="level must be from 1 to 10, not 0"):
        at_level(0)
    with pytest.raises(TypeError, match="whole number"):
        at_level("3")  # type: ignore[arg-type]
    with pytest.raises(sk.RulesError, match="from 1 to 10, not 11"):
        entrant("level-11")
    with pytest.raises(sk.RulesError, match="no player"):
        entrant("level-x")
    assert entrant("level-3").name == "level-3"

    @dataclass
    class Other:
        name = "chess"

    class Position:
        rules = Other()

    with pytest.raises(sk.RulesError, match="no levels of chess"):
        at_level(3).choose(ai.Situation(Position()))


@pytest.mark.parametrize("game", ["nim", "dots-and-boxes"])
def test_a_higher_level_is_better(game: str) -> None:
    rules = {"nim": sk.Nim((9, 10, 11, 12)), "dots-and-boxes": sk.DotsAndBoxes(3, 3)}[game]
    found = ai.arena(rules, ["level-7", "level-2"], games=60)
    assert not found.results.forfeits
    assert found.results.pairs[0].score_low > 0.5
