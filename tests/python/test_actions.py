"""Moves as numbers: the fixed numbering of the rules, and that of the plays of Crazy10s that score most."""

from __future__ import annotations

import random
from typing import Any

import pytest
from conftest import OPTIONS, named
from frameworks import framework
from hypothesis import given, settings
from hypothesis import strategies as st

import spielkern as sk
from spielkern.adapters.actions import FixedActions, RankedPlays, actions_of

np: Any = framework("numpy")

FIXED = [(game, options) for game, options in OPTIONS if game != "crazy10s"]
RANKED = [{}, {"placement": "line"}, {"size": 5, "placement": "line"}, {"size": 7}]


def after_random_plies(rules: Any, plies: int, seed: int) -> Any:
    rng = random.Random(seed)
    position = rules.start(seed) if rules.chance else rules.start()
    for _ in range(plies):
        if position.outcome is not None:
            break
        if rules.chance:
            moves: Any = position.best_plays(20) or ("pass",)
            move = rng.choice((*moves, f"swap {position.racks[position.player - 1][0]}"))
            position = position.play(move if position.is_legal(move) else "pass", rng.getrandbits(60))
        else:
            position = position.play(rng.choice(position.moves()))
    return position


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(FIXED), st.integers(0, 60), st.integers(0, 2**32))
def test_masks_are_the_legal_moves(game_options: tuple[str, dict[str, Any]], plies: int, seed: int) -> None:
    game, options = game_options
    rules: Any = sk.rules(game, **options)
    position = after_random_plies(rules, plies, seed)
    actions = actions_of(rules)
    numbers = [rules.action(move) for move in position.moves()]
    assert sorted(numbers) == actions.legal(position)
    assert len(set(numbers)) == len(numbers)
    assert [rules.move_of(number) for number in numbers] == list(position.moves())
    mask = actions.mask(position)
    assert mask.dtype == np.int8
    assert mask.shape == (actions.count,) == (rules.action_count,)
    assert np.flatnonzero(mask).tolist() == sorted(numbers)
    assert mask.max(initial=0) <= 1
    for number, move in zip(numbers, position.moves(), strict=True):
        assert actions.move(position, number) == move
        assert actions.action(position, move) == actions.action(position, str(move)) == number


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(RANKED), st.sampled_from((130, 200, 1024)), st.integers(0, 30), st.integers(0, 2**32))
def test_ranked_plays_are_those_that_score_most(options: dict[str, Any], count: int, plies: int, seed: int) -> None:
    rules = sk.Crazy10s(**options)
    position = after_random_plies(rules, plies, seed)
    actions = actions_of(rules, count)
    legal = actions.legal(position)
    moves = [actions.move(position, number) for number in legal]
    assert legal == sorted(set(legal))
    assert np.flatnonzero(actions.mask(position)).tolist() == legal
    assert [actions.action(position, move) for move in moves] == legal
    if position.outcome is not None:
        assert legal == []
        return
    by_score: list[Any] = []
    if position.count_plays() < 20_000:
        by_score = sorted(position.plays(), key=lambda play: (-position.score(play), str(play)))[: count - 129]
        assert [move for move in moves if move.kind == "play"] == by_score
        assert legal[: len(by_score)] == list(range(len(by_score)))
        # All other moves have a number: those are swaps, each of them once, and pass.
        others = [move for move in position.moves() if move.kind != "play"]
        assert {str(move) for move in moves[len(by_score) :]} == {str(move) for move in others}
        assert len(moves) == len(by_score) + len(others)
    assert str(moves[-1]) == "pass"
    assert legal[-1] == count - 1


def test_swaps_are_numbered_by_their_tiles() -> None:
    rules = sk.Crazy10s(size=5)
    actions = RankedPlays(rules, 1000)
    board = "/".join(["....."] * 5)
    position = rules.position(f"{board} 0334459|1111111 ?66 1 0:0 0")
    for text, mask in (("swap 0", 1), ("swap 3", 2), ("swap 33", 6), ("swap 034", 11), ("swap 0334459", 127)):
        assert actions.action(position, text) == 1000 - 129 + mask
        assert str(actions.move(position, 1000 - 129 + mask)) == text
    for mask in (0, 4, 16):  # none, and the second 3 and 4 without the first
        with pytest.raises(sk.IllegalMove, match="is no move"):
            actions.move(position, 1000 - 129 + mask)


def test_swaps_need_as_many_tiles_in_the_bag() -> None:
    rules = sk.Crazy10s(size=13, placement="line")
    position: Any = rules.start(seed=3)
    while position.bag_size not in (1, 2, 3):
        position = position.play((position.best_plays(1) or ("pass",))[0])
    actions = RankedPlays(rules)
    swaps = [str(actions.move(position, n)) for n in actions.legal(position) if 1024 - 129 < n < 1023]
    assert swaps
    assert {len(text) - len("swap ") for text in swaps} == set(range(1, position.bag_size + 1))


def test_what_has_no_number_is_refused() -> None:
    nim = sk.Nim()
    start = nim.start()
    fixed = FixedActions(nim)
    for number in (-1, fixed.count, True, 1.0, None):
        with pytest.raises(sk.IllegalMove, match="actions are numbers from 0 to 11"):
            fixed.move(start, number)  # type: ignore[arg-type]
    with pytest.raises(sk.IllegalMove, match="is not legal in"):
        fixed.move(start.play("1:3"), nim.action("1:3"))
    for size in (2**20 + 1, 10**9):
        with pytest.raises(sk.RulesError, match=r"Nim: [0-9]+ actions are too many for an array"):
            FixedActions(sk.Nim((size,)))
    for count in (129, 10**9):
        with pytest.raises(sk.RulesError, match="actions must be from 130 to 1048576"):
            RankedPlays(sk.Crazy10s(), count)
    for none in ("a", True, 200.0):
        with pytest.raises(TypeError, match="actions must be an int"):
            RankedPlays(sk.Crazy10s(), none)  # type: ignore[arg-type]
    position = sk.Crazy10s().start(seed=1)
    few = RankedPlays(sk.Crazy10s(), 130)
    with pytest.raises(sk.RulesError, match="not among the 1 plays that score most"):
        few.action(position, position.best_plays(2)[1])
    with pytest.raises(sk.IllegalMove):
        few.action(position, "swap 99999")


@pytest.mark.parametrize("game_options", FIXED, ids=named)
def test_every_number_is_one_move(game_options: tuple[str, dict[str, Any]]) -> None:
    game, options = game_options
    rules: Any = sk.rules(game, **options)
    moves = [rules.move_of(number) for number in range(rules.action_count)]
    assert [rules.action(move) for move in moves] == list(range(rules.action_count))
    assert len(set(moves)) == len(moves)
