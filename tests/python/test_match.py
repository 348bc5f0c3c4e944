"""A match on both engines: moves, undo, and every way to end."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import spielkern as sk
from spielkern import reference

Match: Any = sk.Match  # the tests know more of a match than its type says

# Three times round: the start occurs at plies 0, 6 and 12.
ROUND = ("1-c", "8-1", "c-8", "1-c", "8-1", "c-8")


@pytest.fixture(params=[sk, reference], ids=["core", "reference"])
def engine(request: pytest.FixtureRequest) -> Any:
    return request.param


def played(match: Any, *moves: str) -> Any:
    for move in moves:
        match.play(move)
    return match


def test_a_match_begins_at_the_start(engine: Any) -> None:
    rules = engine.MuTorere()
    match = Match(rules)
    assert match.rules is rules
    assert match.position == rules.start()
    assert match.positions == (rules.start(),)
    assert match.history == ()
    assert (match.ply, match.player, match.outcome, match.returns) == (0, 1, None, (0.0, 0.0))
    assert match.moves() == rules.start().moves()
    assert (match.repetition, match.max_plies, match.seed, match.owners, match.end) == (
        3,
        120,
        None,
        None,
        None,
    )
    assert (Match(engine.Nim()).repetition, Match(engine.Nim()).max_plies) == (None, None)


def test_play_takes_moves_and_texts_and_gives_the_position(engine: Any) -> None:
    rules = engine.MuTorere()
    match = Match(rules)
    assert match.play("1-C") == rules.position(".1112222/1 2")
    assert match.play(rules.move("8-1")) == match.position
    assert match.history == (rules.move("1-c"), rules.move("8-1"))
    assert [str(position) for position in match.positions] == ["11112222/. 1", ".1112222/1 2", "2111222./1 1"]
    assert (match.ply, match.player) == (2, 1)


def test_it_may_begin_anywhere(engine: Any) -> None:
    rules = engine.Nim()
    for given in ("0,0,2 2", rules.position("0,0,2 2")):
        match = Match(rules, given)
        assert match.player == 2
        match.play("3:2")
        assert (match.outcome.winner, match.outcome.reason) == (2, "last object taken")
    over = Match(rules, "0,0,0 1")
    assert over.outcome == rules.position("0,0,0 1").outcome
    with pytest.raises(engine.RulesError, match="other rules"):
        Match(rules, engine.Nim((3, 4, 6)).start())
    for wrong in (rules.move("1:1"), 7, engine.MuTorere().start()):
        with pytest.raises(TypeError, match="expected a Nim position"):
            Match(rules, wrong)
    with pytest.raises(engine.NotationError):
        Match(rules, "3,4 1")


def test_wrong_moves_leave_the_match_untouched(engine: Any) -> None:
    match = played(Match(engine.MuTorere()), "1-c")
    before = copy.copy(match)
    for move, error in (
        ("2-c", engine.IllegalMove),
        ("9-c", engine.NotationError),
        ("", engine.NotationError),
        (3, TypeError),
        (engine.Nim().move("1:1"), TypeError),
        (engine.MuTorere(10).move("8-1"), engine.IllegalMove),
    ):
        with pytest.raises(error):
            match.play(move)
        assert match == before


def test_the_games_own_end(engine: Any) -> None:
    match = played(Match(engine.Nim()), "1:3", "2:4", "3:5")
    assert (match.outcome.winner, match.outcome.reason) == (1, "last object taken")
    assert type(match.outcome) is engine.Outcome
    assert (match.returns, match.moves(), match.taken) == ((1.0, -1.0), (), (8, 4))
    for move in ("1:1", "nonsense"):
        with pytest.raises(engine.IllegalMove, match=r"over \(last object taken\)"):
            match.play(move)
    with pytest.raises(engine.IllegalMove, match="over"):
        match.resign()
    with pytest.raises(engine.IllegalMove, match="over"):
        match.agree_draw()
    assert Match(engine.MuTorere()).taken is None


def test_third_occurrence(engine: Any) -> None:
    match = played(Match(engine.MuTorere()), *ROUND, *ROUND[:-1])
    assert match.moves() != ()
    match.play("c-8")
    assert (match.outcome.winner, match.outcome.reason) == (None, "third occurrence")
    assert type(match.outcome) is engine.Outcome
    assert (match.returns, match.moves(), match.occurrences()) == ((0.0, 0.0), (), 3)
    with pytest.raises(engine.IllegalMove, match="third occurrence"):
        match.play("1-c")
    match.undo()
    assert match.moves() != ()
    assert (match.occurrences(), match.occurrences(match.positions[0])) == (2, 2)
    match.play("c-8")
    assert match.outcome.reason == "third occurrence"


@pytest.mark.parametrize(
    ("repetition", "reason"),
    [
        (2, "second"),
        (4, "fourth"),
        (5, "fifth"),
        (6, "6th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (22, "22nd"),
        (23, "23rd"),
        (112, "112th"),
    ],
)
def test_repetition_can_be_set(engine: Any, repetition: int, reason: str) -> None:
    match = Match(engine.MuTorere(), repetition=repetition, max_plies=None)
    while match.outcome is None:
        match.play(ROUND[match.ply % 6])
    assert match.ply == 6 * (repetition - 1)
    assert match.outcome.reason == f"{reason} occurrence"


def test_ply_limit(engine: Any) -> None:
    match = Match(engine.MuTorere(), repetition=None)
    while match.outcome is None:
        match.play(ROUND[match.ply % 6])
    assert (match.ply, match.outcome.winner, match.outcome.reason) == (120, None, "120 plies")
    short = played(Match(engine.MuTorere(), max_plies=1), "1-c")
    assert short.outcome.reason == "1 ply"
    endless = played(Match(engine.MuTorere(), repetition=None, max_plies=None), *ROUND * 30)
    assert endless.outcome is None


def test_the_games_end_goes_before_repetition_and_that_before_the_limit(engine: Any) -> None:
    nim = played(Match(engine.Nim((1, 1)), max_plies=2), "1:1", "2:1")
    assert nim.outcome.reason == "last object taken"
    both = played(Match(engine.MuTorere(), max_plies=12), *ROUND, *ROUND)
    assert both.outcome.reason == "third occurrence"


def test_resigning(engine: Any) -> None:
    for player, winner in ((None, 1), (1, 2), (2, 1)):
        match = played(Match(engine.MuTorere()), "1-c")
        match.resign(player)
        assert (match.outcome.winner, match.outcome.reason) == (winner, "resigned")
        assert match.returns == ((1.0, -1.0) if winner == 1 else (-1.0, 1.0))
        assert match.end == ("resigned", 3 - winner)
        with pytest.raises(engine.IllegalMove, match="resigned"):
            match.play("8-1")
        assert match.undo() == match.position
        assert (match.outcome, match.ply) == (None, 1)
    for wrong in (0, 3, True, "1"):
        with pytest.raises(ValueError, match="player 1 or 2"):
            Match(engine.MuTorere()).resign(wrong)


def test_agreed_draw(engine: Any) -> None:
    match = Match(engine.Nim())
    match.agree_draw()
    assert (match.outcome.winner, match.outcome.reason, match.moves()) == (None, "agreed", ())
    match.undo()
    assert match.outcome is None


def test_undo(engine: Any) -> None:
    match = played(Match(engine.MuTorere()), *ROUND)
    for ply in range(5, -1, -1):
        assert match.undo() == match.position
        assert match == played(Match(engine.MuTorere()), *ROUND[:ply])
    with pytest.raises(engine.IllegalMove, match="nothing to undo"):
        match.undo()


def test_undo_is_exact_after_long_play(engine: Any) -> None:
    """What undo leaves behind is what was there before, down to the counts of occurrences."""
    match = Match(engine.MuTorere(), repetition=4)
    states = []
    while match.outcome is None:
        states.append(match.copy())
        moves = match.moves()
        match.play(moves[match.ply * 7 % len(moves)])
    for state in reversed(states):
        match.undo()
        assert match == state
        assert [match.occurrences(p) for p in match.positions] == [state.occurrences(p) for p in state.positions]
        assert (match.outcome, match.moves()) == (None, state.moves())


def test_copies_and_pickles_are_equal_and_independent(engine: Any) -> None:
    match = played(Match(engine.Nim(), seed=5, max_plies=9), "1:3", "2:4")
    match.resign()
    for twin in (match.copy(), copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert twin == match
        assert (twin.outcome, twin.seed, twin.max_plies) == (match.outcome, 5, 9)
        twin.undo()
        assert twin != match
        twin.undo()
        assert match.ply == 2
        assert twin.occurrences() == 1


def test_equality_is_by_content(engine: Any) -> None:
    match = Match(engine.Nim())
    assert match == Match(engine.Nim())
    assert match != Match(engine.Nim(misere=True))
    assert match != Match(engine.Nim(), "3,4,4 1")
    assert match != Match(engine.Nim(), seed=1)
    assert match != Match(engine.Nim(), max_plies=9)
    assert match != Match(engine.Nim(), repetition=3)
    assert match != played(Match(engine.Nim()), "1:1")
    assert match != "match"
    with pytest.raises(TypeError, match="unhashable"):
        hash(match)
    assert repr(match) == "<Match Nim(heaps=(3, 4, 5), misere=False), ply 0, '3,4,5 1': player 1 on turn>"


def test_a_match_of_the_core_is_none_of_the_reference() -> None:
    assert Match(sk.Nim()) != Match(reference.Nim())


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"repetition": 1}, ValueError),
        ({"repetition": -3}, ValueError),
        ({"repetition": True}, TypeError),
        ({"repetition": 2.0}, TypeError),
        ({"max_plies": 0}, ValueError),
        ({"max_plies": 2**63}, ValueError),
        ({"max_plies": "9"}, TypeError),
        ({"seed": -1}, ValueError),
        ({"seed": 2**64}, ValueError),
        ({"seed": 1.5}, TypeError),
    ],
)
def test_wrong_arguments(engine: Any, arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Match(engine.Nim(), **arguments)


def test_both_engines_play_the_same_matches() -> None:
    for options in ({}, {"ring": 4}, {"ring": 10, "entry": "none"}, {"entry": "opening", "opening_plies": 3}):
        core = Match(sk.MuTorere(**options))
        plain = Match(reference.MuTorere(**options))
        while core.outcome is None:
            moves = core.moves()
            assert [str(move) for move in moves] == [str(move) for move in plain.moves()]
            move = str(moves[core.ply * 5 % len(moves)])
            assert str(core.play(move)) == str(plain.play(move))
        assert plain.outcome is not None
        assert (core.outcome.winner, core.outcome.reason) == (plain.outcome.winner, plain.outcome.reason)
