"""Dots and Boxes in both engines: the examples of the rule text, entering positions, owners."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import pytest
from conftest import vectors
from hypothesis import given
from hypothesis import strategies as st

import spielkern as sk
from spielkern import reference

PROBLEMS: list[dict[str, Any]] = vectors("dots-and-boxes.json")["positions"]
START = "..../...../..../...../..../...../..../...../.... 1 0-0"


@pytest.fixture
def rules(engine: Any) -> Any:
    return engine("dots-and-boxes")


def board(engine: Any, rows: int, cols: int) -> Any:
    return engine("dots-and-boxes", rows=rows, cols=cols)


# ----------------------------------------------------------------------------------------------------------
# The rule text


def test_the_published_board(rules: Any) -> None:
    start = rules.start()
    assert str(start) == START
    moves = [str(move) for move in start.moves()]
    assert len(moves) == 40
    assert (moves[0], moves[4], moves[-1]) == ("a1b1", "a1a2", "d5e5")
    assert (start.player, start.score, start.edges, start.closed) == (1, (0, 0), (), (False,) * 16)


def test_a_box_scores_and_keeps_the_turn(rules: Any) -> None:
    position = rules.position("-.../|..../-.../...../..../...../..../...../.... 1 0-0").play("b1b2")
    assert str(position) == "-.../||.../-.../...../..../...../..../...../.... 1 1-0"
    assert (position.player, position.score, position.closed) == (1, (1, 0), (True, *(False,) * 15))
    assert position.play("e4e5").player == 2


def test_an_edge_can_complete_two_boxes(engine: Any) -> None:
    position = board(engine, 1, 2).position("--/|.|/-- 2 0-0").play("b1b2")
    assert str(position) == "--/|||/-- 2 0-2"
    assert (position.outcome.winner, position.outcome.reason) == (2, "all edges drawn")
    assert position.returns == (-1.0, 1.0)


@pytest.mark.parametrize(("score", "winner"), [("2-0", 1), ("1-1", None), ("0-2", 2)])
def test_more_points_win_whoever_drew_last(engine: Any, score: str, winner: int | None) -> None:
    for player in (1, 2):
        position = board(engine, 1, 2).position(f"--/|||/-- {player} {score}")
        assert position.outcome.winner == winner
        assert position.player == player
        assert position.moves() == ()


def test_perft_is_the_number_of_ordered_choices(rules: Any) -> None:
    for depth in range(4):
        assert rules.perft(rules.start(), depth) == math.perm(40, depth)
    assert sk.DotsAndBoxes().perft(sk.DotsAndBoxes().start(), 5) == math.perm(40, 5)
    full = sk.DotsAndBoxes(1, 2)
    assert [full.perft(full.start(), depth) for depth in range(9)] == [math.perm(7, depth) for depth in range(8)] + [0]


@pytest.mark.parametrize(("rows", "cols"), [(5, 6), (1, 22), (22, 1), (64, 64)])
def test_boards_of_more_than_64_edges_are_refused(engine: Any, rows: int, cols: int) -> None:
    error = sk.RulesError if engine is sk.rules else reference.RulesError
    with pytest.raises(error, match=f"have {rows * (cols + 1) + cols * (rows + 1)}"):
        board(engine, rows, cols)


@pytest.mark.parametrize("options", [(0, 4), (4, -1), (65, 1), (2**80, 1), (4.0, 4), ("4", 4), (True, 4), (None, 4)])
def test_wrong_options_are_refused(engine: Any, options: tuple[Any, Any]) -> None:
    error = sk.RulesError if engine is sk.rules else reference.RulesError
    with pytest.raises(error, match=r"rows|cols"):
        board(engine, *options)


# ----------------------------------------------------------------------------------------------------------
# Notation


def test_the_two_dots_come_in_any_order_and_case(rules: Any) -> None:
    assert str(rules.move("B1a1")) == "a1b1"
    assert rules.move("e5E4") == rules.move("e4e5")
    assert str(rules.start().play("b2b1")) == str(rules.start().play("b1b2"))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 0),
        ("a", 1),
        ("a1", 2),
        ("a1b", 3),
        ("a1b1 ", 4),
        (" a1b1", 0),
        ("f1e1", 0),
        ("a0b0", 1),
        ("a6b6", 1),
        ("a01b1", 1),
        ("a1-b1", 2),
        ("a1b2", 2),
        ("a1c1", 2),
        ("a1a1", 2),
        ("b2a1", 2),
        ("11", 0),
        ("\uff411b1", 0),
    ],
)
def test_what_is_no_edge_is_refused_at_its_place(rules: Any, text: str, place: int) -> None:
    for read in (rules.move, rules.start().play, lambda text: rules.from_edges(["a1b1", text])):
        with pytest.raises((sk.NotationError, reference.NotationError)) as caught:
            read(text)
        assert (caught.value.text, caught.value.place) == (text, place)
        assert caught.value.expected
    assert not rules.start().is_legal(text)


def test_a_drawn_edge_is_illegal(rules: Any) -> None:
    position = rules.start().play("a1b1")
    assert not position.is_legal("b1a1")
    with pytest.raises((sk.IllegalMove, reference.IllegalMove), match=r"a1b1.*drawn"):
        position.play("b1a1")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 0),
        ("-|/.../.. 1 0-0", 1),
        ("..|.../.. 1 0-0", 2),
        ("../../.. 1 0-0", 5),
        ("../-../.. 1 0-0", 3),
        ("../.../..1 0-0", 9),
        ("../.../.. 0 0-0", 10),
        ("../.../.. 1", 11),
        ("../.../.. 1 ", 12),
        ("../.../.. 1 1-0", 12),
        ("../.../.. 1 0-1", 14),
        ("../.../.. 1 0:0", 13),
        ("../.../.. 1 00-0", 12),
        ("--/|||/-- 1 1-0", 14),
        ("--/|||/-- 1 1-2", 14),
        ("--/|||/-- 1 3-0", 12),
        ("--/|||/-- 1 1-01", 14),
        ("--/|||/-- 1 -1-3", 12),
        ("--/|||/-- 1 1-1 ", 15),
    ],
)
def test_wrong_positions_are_refused_at_their_place(engine: Any, text: str, place: int) -> None:
    with pytest.raises((sk.NotationError, reference.NotationError)) as caught:
        board(engine, 1, 2).position(text)
    assert (caught.value.text, caught.value.place) == (text, place)


@given(st.data())
def test_both_engines_know_the_same_positions(data: st.DataObject) -> None:
    rows, cols = data.draw(st.sampled_from([(1, 1), (1, 2), (2, 2), (3, 4), (5, 5), (1, 21)]))
    core, plain = sk.DotsAndBoxes(rows, cols), reference.DotsAndBoxes(rows, cols)
    chosen = data.draw(st.lists(st.sampled_from([str(move) for move in core.start().moves()]), unique=True))
    player = data.draw(st.integers(1, 2))
    closed = sum(core.from_edges(chosen).closed)
    first = data.draw(st.integers(0, closed))
    position, other = (engine.from_edges(chosen, player, (first, closed - first)) for engine in (core, plain))
    assert str(position) == str(other)
    assert (position.player, position.score, position.closed) == (other.player, other.score, other.closed)
    assert sorted(map(str, position.edges)) == sorted(chosen)
    assert [str(move) for move in position.edges] == [str(move) for move in other.edges]
    assert core.position(str(other)) == position
    assert plain.position(str(position)) == other
    assert core.from_edges(position.edges, position.player, position.score) == position
    assert {*map(str, position.moves()), *chosen} == {str(move) for move in core.start().moves()}


# ----------------------------------------------------------------------------------------------------------
# Entering a position by its edges


def test_closed_boxes_are_player_1s_unless_a_score_says_otherwise(engine: Any) -> None:
    rules = board(engine, 1, 2)
    closed = ["a1b1", "a1a2", "b1b2", "a2b2"]
    assert str(rules.from_edges(closed)) == "-./||./-. 1 1-0"
    assert str(rules.from_edges(closed, player=2)) == "-./||./-. 2 1-0"
    assert str(rules.from_edges(closed, 2, (0, 1))) == "-./||./-. 2 0-1"
    assert str(rules.from_edges(iter(closed), score=[0, 1])) == "-./||./-. 1 0-1"
    assert rules.from_edges([]) == rules.start()
    assert rules.from_edges(rules.start().moves()).outcome.winner == 1


@pytest.mark.parametrize("edges", [["a1b1", "a1a2", "a1b1"], ["a1b1", "a1a2", "b1a1"], ["A1B1", "a1a2", "a1b1"]])
def test_an_edge_named_twice_is_refused(rules: Any, edges: list[str]) -> None:
    with pytest.raises((sk.NotationError, reference.NotationError), match=r"edges\[2\].*expected an edge not named"):
        rules.from_edges(edges)


@pytest.mark.parametrize("score", [(0, 0), (1, 1), (2, 0), (2, -1), (-1, 2), (10**30, 1), (1, -(10**30))])
def test_impossible_scores_are_refused(rules: Any, score: tuple[int, int]) -> None:
    with pytest.raises((sk.RulesError, reference.RulesError), match="score"):
        rules.from_edges(["a1b1", "a1a2", "b1b2", "a2b2"], 1, score)


@pytest.mark.parametrize("player", [0, 3, -1, 10**30])
def test_unknown_players_are_refused(rules: Any, player: int) -> None:
    with pytest.raises((sk.RulesError, reference.RulesError), match="player must be 1 or 2"):
        rules.from_edges(["a1b1"], player)


@pytest.mark.parametrize(
    "arguments",
    [
        ("a1b1",),
        (None,),
        ([1],),
        ([b"a1b1"],),
        (["a1b1"], None),
        (["a1b1"], "1"),
        (["a1b1"], True),
        (["a1b1"], 1, (0, 0, 0)),
        (["a1b1"], 1, (0.0, 0.0)),
        (["a1b1"], 1, 0),
        (["a1b1"], 1, "00"),
    ],
)
def test_wrong_types_are_refused(rules: Any, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        rules.from_edges(*arguments)


def test_edges_of_other_rules_are_refused(engine: Any) -> None:
    with pytest.raises((sk.RulesError, reference.RulesError), match=r"other|not of"):
        board(engine, 2, 2).from_edges(board(engine, 3, 3).start().moves()[:2])


def test_an_endless_list_of_edges_ends(rules: Any) -> None:
    with pytest.raises(ValueError, match="edges"):
        rules.from_edges(itertools.repeat("a1b1"))


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem["name"])
def test_published_problems_can_be_entered(engine: Any, problem: dict[str, Any]) -> None:
    rules = board(engine, problem["rows"], problem["cols"])
    position = rules.from_edges(problem["edges"])
    assert rules.position(str(position)) == position
    assert {str(move) for move in position.edges} == set(problem["edges"])
    assert all(position.is_legal(move) for move in problem["best"])
    assert rules.from_edges([str(move) for move in position.edges], 1, position.score) == position


# ----------------------------------------------------------------------------------------------------------
# Who owns the boxes


def test_a_match_knows_who_closed_which_box(engine: Any) -> None:
    match = sk.Match(board(engine, 1, 2))
    assert match.owners == (0, 0)
    for move in ("a1b1", "a1a2", "b1b2", "a2b2"):
        match.play(move)
    assert match.owners == (2, 0)
    for move in ("b1c1", "c1c2", "b2c2"):
        match.play(move)
    assert match.owners == (2, 2)
    match.undo()
    assert match.owners == (2, 0)


def test_boxes_closed_before_the_match_are_nobodys(engine: Any) -> None:
    match = sk.Match(board(engine, 1, 2), "-./||./-. 2 1-0")
    assert match.owners == (None, 0)
    for move in ("b1c1", "c1c2", "b2c2"):
        match.play(move)
    assert match.owners == (None, 2)
    assert match.position.score == (1, 1)
    assert match.outcome is not None
    assert match.outcome.winner is None


def test_owners_and_scores_agree(game_options: tuple[str, dict[str, Any]]) -> None:
    game, options = game_options
    if game != "dots-and-boxes":
        return
    match = sk.Match(sk.rules(game, **options))
    rng = random.Random(5)
    while match.moves():
        match.play(rng.choice(match.moves()))
        owners = match.owners
        assert owners is not None
        assert (owners.count(1), owners.count(2)) == match.position.score  # type: ignore[attr-defined]
    assert sk.Match.from_json(match.to_json()).owners == match.owners


class Endless:
    def __len__(self) -> int:
        return 2

    def __getitem__(self, _: int) -> int:
        return 1


def test_scores_are_two_numbers_whatever_they_come_in() -> None:
    rules = sk.DotsAndBoxes(1, 2)
    edges = [str(move) for move in rules.start().moves()]
    assert rules.from_edges(edges, score=Endless()).score == (1, 1)  # type: ignore[arg-type]
    for wrong in (range(10**10), "11", (1,), (1, 1, 1), {0: 1, 1: 1}, 5):
        with pytest.raises(TypeError, match="two ints"):
            rules.from_edges(edges, score=wrong)  # type: ignore[arg-type]
    with pytest.raises(sk.RulesError, match="10000000000"):
        rules.from_edges(edges, score=(10**30, 1))
    with pytest.raises(sk.RulesError, match="10000000000"):
        rules.from_edges(edges, player=10**30)
