"""What programs that learn see: numbered moves, positions as arrays, many games in step."""

from __future__ import annotations

import copy
import pickle
import random
import signal
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from conftest import OPTIONS

import spielkern as sk

NUMBERED = [(name, options) for name, options in OPTIONS if name != "crazy10s"]
BATCHES: list[sk.Rules] = [
    sk.Nim(),
    sk.Nim((1, 7, 2, 300), misere=True),
    sk.MuTorere(),
    sk.MuTorere(4, "opening", 3),
    sk.DotsAndBoxes(1, 1),
    sk.DotsAndBoxes(2, 3),
    sk.Ten(),
    sk.Ten(3, "forbid"),
    sk.Crazy10s(5),
    sk.Crazy10s(7, "line"),
]


def ids(rules: Any) -> str:
    return str(rules)[:40]


def some_positions(rules: sk.Rules, seed: int, games: int = 3, most: int = 60) -> list[sk.Position]:
    rng = random.Random(seed)
    positions = []
    for game in range(games):
        position = rules.start(seed=game) if isinstance(rules, sk.Crazy10s) else rules.start()
        for _ in range(most):
            positions.append(position)
            if position.outcome is not None:
                break
            position = position.play(rng.choice(position.moves()))
    return positions


@pytest.mark.parametrize("rules", [sk.rules(name, **options) for name, options in NUMBERED], ids=ids)
def test_actions_number_the_moves(rules: sk.Rules) -> None:
    if rules.action_count > 1 << 20:
        with pytest.raises(sk.RulesError, match="actions are too many for an array"):
            rules.start().action_mask()
        return
    for position in some_positions(rules, seed=1):
        moves = position.moves()
        actions = [rules.action(move) for move in moves]
        assert [rules.move_of(action) for action in actions] == list(moves)
        assert all(rules.action(str(move)) == action for move, action in zip(moves, actions, strict=True))
        assert position.legal_actions() == sorted(actions)
        mask = position.action_mask()
        assert (mask.dtype, mask.shape) == (np.int8, (rules.action_count,))
        assert set(mask.tolist()) <= {0, 1}
        assert np.flatnonzero(mask).tolist() == sorted(actions)


@pytest.mark.parametrize("rules", [sk.Nim(), sk.MuTorere(6), sk.DotsAndBoxes(2, 3), sk.Ten(3)], ids=ids)
def test_every_number_has_one_move(rules: sk.Rules) -> None:
    moves = [rules.move_of(action) for action in range(rules.action_count)]
    assert len({str(move) for move in moves}) == len(moves)
    assert [rules.action(move) for move in moves] == list(range(rules.action_count))
    for wrong in (-1, rules.action_count, 2**70):
        with pytest.raises(ValueError, match="action must be from 0 to"):
            rules.move_of(wrong)
    for none in (True, 1.0, "1", None):
        with pytest.raises(TypeError, match="action must be an int"):
            rules.move_of(none)  # type: ignore[arg-type]


def test_the_numbering_that_is_written_down() -> None:
    assert [str(sk.Nim().move_of(action)) for action in range(12)] == [
        *("1:1", "1:2", "1:3"),
        *("2:1", "2:2", "2:3", "2:4"),
        *("3:1", "3:2", "3:3", "3:4", "3:5"),
    ]
    torere = sk.MuTorere()
    assert [str(torere.move_of(action)) for action in (0, 7, 8, 15, 16, 23, 24, 31)] == [
        *("1-c", "8-c", "c-1", "c-8", "1-2", "8-1", "1-8", "8-7"),
    ]
    boxes = sk.DotsAndBoxes(1, 2)
    assert [str(boxes.move_of(action)) for action in range(boxes.action_count)] == [
        *("a1b1", "b1c1", "a1a2", "b1b2", "c1c2", "a2b2", "b2c2"),
    ]
    ten = sk.Ten()
    assert [str(ten.move_of(action)) for action in (0, 18, 19, 54)] == ["a1", "m4", "a1+b1", "b4+a5"]


def test_a_move_that_never_comes_has_no_number() -> None:
    with pytest.raises(sk.IllegalMove, match="2:6 is legal in no position of these rules"):
        sk.Nim().action("2:6")
    with pytest.raises(sk.IllegalMove, match="is one of 'nim heaps=3,4 misere=false'"):
        sk.Nim().action(sk.Nim((3, 4)).move("1:1"))
    with pytest.raises(sk.NotationError):
        sk.MuTorere().action("1-d")


def test_crazy10s_numbers_the_best_plays_of_a_position() -> None:
    rules = sk.Crazy10s(7)
    for question in (
        lambda: rules.action_count,
        lambda: rules.action("pass"),
        lambda: rules.move_of(0),
        lambda: rules.start().action_mask(),
        lambda: rules.start().legal_actions(),
    ):
        with pytest.raises(sk.RulesError, match="its plays have no fixed numbers"):
            question()
    for count in (130, 200, 1024):
        for position in some_positions(rules, seed=2, games=2, most=25):
            ranked = position.ranked_moves(count)
            if position.outcome is not None:
                assert ranked == {}
                continue
            by_score = sorted(position.plays(), key=lambda play: (-position.score(play), str(play)))
            assert (
                list(ranked.values())[: count - 129]
                == by_score[: count - 129] + list(ranked.values())[len(by_score) : count - 129]
            )
            assert {move for move in ranked.values() if move.kind == "play"} == set(by_score[: count - 129])
            swaps = {action: move for action, move in ranked.items() if move.kind == "swap"}
            assert set(swaps.values()) == {move for move in position.moves() if move.kind == "swap"}
            rack = position.racks[position.player - 1] or ""
            for action, swap in swaps.items():
                mask = action - (count - 129)
                tiles = "".join(tile for place, tile in enumerate(rack) if mask >> place & 1)
                assert str(swap) == f"swap {tiles}"
                assert 1 <= mask <= 127
            assert str(ranked[count - 1]) == "pass"
            assert position.view(position.player).ranked_moves(count) == ranked
            with pytest.raises(sk.RulesError, match="is not on turn"):
                position.view(3 - position.player).ranked_moves(count)
    for wrong in (129, 0, 2**21):
        with pytest.raises(ValueError, match="actions must be from 130 to 1048576"):
            rules.start().ranked_moves(wrong)


# ------------------------------------------------------------------------------------------------ observations


@pytest.mark.parametrize("rules", BATCHES, ids=ids)
def test_observations_have_their_shape_and_range(rules: sk.Rules) -> None:
    for position in some_positions(rules, seed=3):
        for player in (1, 2):
            seen = position.observation(player)
            assert (seen.dtype, seen.shape) == (np.float32, rules.observation_shape)
            if rules.name != "crazy10s":
                assert seen.min() >= -1
                assert seen.max() <= 1
        assert (position.observation() == position.observation(position.player)).all()
    for wrong in (0, 3, 2**70):
        with pytest.raises(ValueError, match="player must be from 1 to 2"):
            rules.start().observation(wrong)


def test_an_observation_of_nim() -> None:
    assert sk.Nim().position("3,0,4 1").observation().tolist() == [[1, 1, 0], [0, 0, 0], [0, 0, 1]]


def test_an_observation_of_mu_torere() -> None:
    position = sk.MuTorere(4, "opening", 4).position("1.22/1 1 2")
    own, other, empty, played = position.observation().tolist()
    assert (own, other, empty, played) == ([1, 0, 0, 0, 1], [0, 0, 1, 1, 0], [0, 1, 0, 0, 0], [0.5] * 5)
    assert position.observation(2)[:2].tolist() == [other, own]


def test_an_observation_of_dots_and_boxes() -> None:
    position = sk.DotsAndBoxes(1, 2).position("--/||./-. 2 0-1")
    edges, boxes, lead = position.observation().tolist()
    assert edges == [[0, 1, 0, 1, 0], [1, 0, 1, 0, 0], [0, 1, 0, 0, 0]]
    assert boxes == [[0] * 5, [0, 1, 0, 0, 0], [0] * 5]
    assert lead == [[0.5] * 5] * 3
    assert position.observation(1)[2].tolist() == [[-0.5] * 5] * 3


def test_an_observation_of_ten() -> None:
    position = sk.Ten().position("./.T/s.S/.D../Ss..d/..t. 1 2")
    seen = position.observation(1)
    names = [str(sk.Ten().move_of(point)) for point in range(19)]
    where = [{names[place] for place in np.flatnonzero(plane)} for plane in seen[:6]]
    assert where == [{"a1", "c3"}, {"b2"}, {"b4"}, {"b1", "a3"}, {"e1"}, {"m3"}]
    supplies = [supply / 10 for supply in position.supplies]
    assert seen[6:, 0].tolist() == pytest.approx([*supplies, 1])
    assert position.observation(2)[6:, 0].tolist() == pytest.approx([*supplies[::-1], 1])


def test_an_observation_of_crazy10s_shows_what_a_player_may_know() -> None:
    rules = sk.Crazy10s()
    position = rules.start(seed=4)
    position = position.play(position.best_plays(1)[0])
    for player in (1, 2):
        view = position.view(player)
        seen = position.observation(player)
        assert (view.observation() == seen).all()
        assert (view.determinize(seed=9).observation(player) == seen).all()
        board = np.array([list(row) for row in position.board.split("/")])
        for digit in range(10):
            letters = (str(digit), "ABCDEFGHIJ"[digit])
            assert (seen[digit] == np.isin(board, letters)).all()
        assert (seen[10] == np.isin(board, list("ABCDEFGHIJ"))).all()
        layout = np.array([list(row) for row in rules.layout.split("/")])
        for plane, letter in enumerate("dtDT", start=11):
            assert (seen[plane] == (layout == letter)).all()
        rack = position.racks[player - 1] or ""
        full = (8, 11, 11, 11, 10, 9, 7, 5, 3, 2, 3)
        for kind, tile in enumerate("0123456789*"):
            assert (seen[15 + kind] == np.float32(rack.count(tile) / 7)).all()
            assert seen[26 + kind, 0, 0] == pytest.approx(view.unseen[kind] / full[kind])
        lead = position.scores[player - 1] - position.scores[2 - player]
        others = [position.bag_size / 80, position.rack_sizes[2 - player] / 7, lead / 100, position.scoreless / 6]
        assert seen[37:, 0, 0].tolist() == pytest.approx(others)


# ------------------------------------------------------------------------------------------------------ batches


@pytest.mark.parametrize("rules", BATCHES, ids=ids)
def test_a_batch_plays_as_positions_do(rules: sk.Rules) -> None:
    batch = rules.batch(5, seed=7)
    matches = [sk.Match(rules, batch.position(i)) for i in range(5)]
    ended = 0
    for step in range(100):
        positions = [batch.position(i) for i in range(5)]
        assert positions == [match.position for match in matches]
        assert batch.players.tolist() == [position.player for position in positions]
        assert (batch.observations == np.stack([position.observation() for position in positions])).all()
        actions = batch.random_actions().copy()
        for i, position in enumerate(positions):
            numbered = legal(position)
            assert np.flatnonzero(batch.masks[i]).tolist() == sorted(numbered)
            # Chance is the batch's own: in a game with it the position after the step says what was drawn.
            after = position.play(numbered[actions[i]])
            if rules.chance:
                continue
            matches[i].play(numbered[actions[i]])
            assert matches[i].position == after
        batch.step(actions)
        for i in range(5):
            if rules.chance:
                check_chance_step(rules, batch, i, positions[i], legal(positions[i])[actions[i]])
                matches[i] = sk.Match(rules, batch.position(i))
                continue
            outcome = matches[i].outcome
            assert bool(batch.done[i]) == (outcome is not None)
            winner = outcome.winner if outcome else None
            expected = {1: [1, -1], 2: [-1, 1], None: [0, 0]}[winner]
            assert batch.rewards[i].tolist() == expected
            if outcome is not None:
                ended += 1
                matches[i] = sk.Match(rules)
        if step > 30 and ended > 10:
            break
    assert ended > 0 or rules.chance or rules.name == "ten"  # whose games can be long


def legal(position: sk.Position) -> dict[int, sk.Move]:
    if isinstance(position, sk.Crazy10sPosition):
        return dict(position.ranked_moves())
    return {action: position.rules.move_of(action) for action in position.legal_actions()}


def check_chance_step(rules: Any, batch: sk.Batch, i: int, before: Any, move: Any) -> None:
    after = batch.position(i)
    if batch.done[i]:
        assert before.play(move, seed=3).outcome is not None  # what is drawn does not change whether the game ends
        assert after.scores == (0, 0)
        assert after.bag_size == 66
        return
    assert after.player == 3 - before.player
    points = before.score(move) if move.kind == "play" else 0
    assert after.scores[before.player - 1] == before.scores[before.player - 1] + points
    assert batch.rewards[i].tolist() == [0, 0]
    if move.kind != "swap":
        assert after == before.play(move)  # drawn from the bag in its order


@pytest.mark.parametrize("rules", BATCHES, ids=ids)
def test_threads_and_size_do_not_change_a_batch(rules: sk.Rules) -> None:
    n = 40 if rules.chance else 2500 if rules.name == "ten" else 10_000  # more than one block of work
    few, many = rules.batch(n, seed=3, threads=1), rules.batch(2 * n, seed=3, threads=4)
    for _ in range(4 if rules.chance else 12):
        assert (few.random_actions() == many.random_actions()[:n]).all()
        few.step(few.random_actions())
        many.step(many.random_actions())
        for ours, theirs in (
            (few.players, many.players),
            (few.rewards, many.rewards),
            (few.done, many.done),
            (few.masks, many.masks),
        ):
            assert (ours == theirs[:n]).all()
    assert few.position(n - 1) == many.position(n - 1)
    if rules.name != "ten":  # whose random games are long
        assert (few.playouts(1, seed=5) == many.playouts(1, seed=5)[:n]).all()


def test_a_batch_ends_matches_as_matches_end() -> None:
    rules = sk.MuTorere()
    batch = rules.batch(200, seed=1)
    matches = [sk.Match(rules) for _ in range(200)]
    reasons = set()
    for _ in range(125):
        actions = batch.random_actions()
        for match, action in zip(matches, actions.tolist(), strict=True):
            match.play(rules.move_of(action))
        batch.step(actions)
        for i, match in enumerate(matches):
            assert bool(batch.done[i]) == (match.outcome is not None)
            if match.outcome is not None:
                reasons.add(match.outcome.reason)
                matches[i] = sk.Match(rules)
    assert len(reasons) >= 2


@pytest.mark.parametrize(
    ("limits", "first_end"),
    [({}, 12), ({"repetition": 2}, 6), ({"repetition": None}, 120), ({"repetition": None, "max_plies": None}, None)],
)
def test_a_batch_cuts_off_games_that_go_in_circles(limits: dict[str, Any], first_end: int | None) -> None:
    rules = sk.MuTorere()
    batch = rules.batch(2, **limits)
    circle = [rules.action(move) for move in ("1-c", "8-1", "c-8")]  # the start again after twice that
    ends = []
    for ply in range(1, 240):
        batch.step([circle[(ply - 1) % 3]] * 2)
        if batch.done.any():
            assert batch.done.all()
            assert not batch.rewards.any()
            ends.append(ply)
    assert (ends[0] if ends else None) == first_end


def test_playouts_of_a_batch_count_all_games() -> None:
    batch = sk.DotsAndBoxes(2, 2).batch(50, seed=2)
    for _ in range(5):
        batch.step(batch.random_actions())
    counts = batch.playouts(40, seed=1)
    assert counts.shape == (50, 3)
    assert (counts.sum(axis=1) == 40).all()
    assert len({tuple(row) for row in counts.tolist()}) > 10
    ended = sk.Nim((1, 1)).batch(2)
    ended.step([0, 0])
    assert ended.playouts(7).tolist() == [[0, 7, 0]] * 2  # player 2 takes the last object


def test_wrong_actions_change_nothing() -> None:
    rules = sk.DotsAndBoxes(1, 1)
    batch = rules.batch(3)
    batch.step([0, 1, 2])
    before = [batch.position(i) for i in range(3)]
    for wrong in ([3, 1, 3], [3, 3, 4], [3, -1, 3], [3, 2**63 - 1, 3], np.array([3, 2**64 - 1, 3], np.uint64)):
        with pytest.raises(sk.IllegalMove, match=r"game [12]: -?\d+ is not among the 3 legal actions"):
            batch.step(wrong)
    for wrong in ([3, 3], [[3, 3, 3]], 3):
        with pytest.raises(ValueError, match=r"actions must have the shape \(3,\)"):
            batch.step(wrong)
    for wrong in ([3.0, 3.0, 3.0], ["3"] * 3, [True] * 3, [None] * 3):
        with pytest.raises(TypeError, match="actions must be whole numbers"):
            batch.step(wrong)
    assert [batch.position(i) for i in range(3)] == before
    assert not batch.done.any()
    with pytest.raises(ValueError, match="read-only"):
        batch.rewards[0, 0] = 1


def step_for_ever(batch: sk.Batch) -> None:
    while True:
        batch.step(batch.random_actions())
        assert batch.masks.any()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no timer that sends signals")
def test_after_an_interrupted_step_everything_is_of_the_positions_now() -> None:
    batch = sk.MuTorere().batch(100_000, threads=1)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        for tenths in (1, 2, 3):
            signal.setitimer(signal.ITIMER_REAL, tenths / 10)
            with pytest.raises(KeyboardInterrupt):
                step_for_ever(batch)
            for i in range(0, len(batch), 500):
                position = batch.position(i)
                assert (batch.masks[i] == position.action_mask()).all()
                assert (batch.observations[i] == position.observation()).all()
                assert batch.players[i] == position.player
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no timer that sends signals")
def test_making_a_batch_can_be_interrupted() -> None:
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(KeyboardInterrupt):
            sk.Crazy10s().batch(5_000, threads=2)  # whose plays are ranked for many seconds
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_step_of_another_thread_waits_for_the_masks_or_makes_them_old() -> None:
    batch = sk.DotsAndBoxes(2, 2).batch(3, threads=1)
    batch._core = core = Interrupted(batch._core, lambda: batch.step([0, 0, 0]))
    assert batch.masks.shape == (3, 12)
    core.thread.join()
    for i in range(3):
        assert (batch.masks[i] == batch.position(i).action_mask()).all()
        assert batch.masks[i][0] == 0


class Interrupted:
    """A batch's core whose masks another thread follows at once."""

    def __init__(self, core: Any, follow: Callable[[], None]) -> None:
        self.core = core
        self.thread = threading.Thread(target=follow)

    def mask(self, *arguments: Any) -> None:
        self.core.mask(*arguments)
        if self.thread.ident is None:
            self.thread.start()
            self.thread.join(0.3)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.core, name)


def test_batches_that_cannot_be() -> None:
    rules = sk.Nim()
    for n in (0, -1, 2**50):
        with pytest.raises(sk.RulesError, match="n must be from 1 to"):
            rules.batch(n)
    for n in ("3", 1.5, True, None):
        with pytest.raises(TypeError, match="n must be an int"):
            rules.batch(n)
    with pytest.raises(TypeError, match=r"only n and seed without their names, not 3 values; name the options"):
        rules.batch(2, 1, 2)  # type: ignore[misc]
    with pytest.raises(sk.MemoryLimitError, match="the games of a batch need"):
        rules.batch(2**40)
    with pytest.raises(sk.MemoryLimitError, match="the games of a batch need"):
        sk.Crazy10s().batch(2**20, actions=2**20)  # the plays that it numbers take most
    with pytest.raises(sk.RulesError, match="repetition must be from 2 to"):
        rules.batch(1, repetition=1)
    with pytest.raises(sk.RulesError, match="max_plies must be from 1 to"):
        rules.batch(1, max_plies=0)
    with pytest.raises(sk.RulesError, match="seed must be from 0 to"):
        rules.batch(1, -1)
    with pytest.raises(sk.RulesError, match="the number of actions is fixed by the rules"):
        rules.batch(1, actions=5)
    with pytest.raises(sk.RulesError, match="actions must be from 130 to"):
        sk.Crazy10s().batch(1, actions=5)
    with pytest.raises(sk.RulesError, match="are too many for an array"):
        sk.Nim((2**40,)).batch(1)
    batch = rules.batch(2)
    assert batch.position(np.int64(1)) == rules.start()  # as np.flatnonzero(batch.done) has them
    for game in (2, -1, 2**70):
        with pytest.raises(IndexError, match="game must be from 0 to 1, not"):
            batch.position(game)
    with pytest.raises(IndexError, match="game must be from 0 to 1, not 2"):
        batch._core.position(2)
    with pytest.raises(TypeError, match=r"game must be an int, not 1\.0"):
        batch.position(1.0)  # type: ignore[arg-type]
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a batch can be neither copied nor pickled"):
            copied(batch)
    assert repr(rules.batch(2)) == "Nim(heaps=(3, 4, 5), misere=False).batch(2)"
