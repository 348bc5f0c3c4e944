"""The reference's Mū Tōrere."""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielkern import reference
from spielkern.reference.base import Outcome
from spielkern.reference.rng import Xoshiro256
from spielkern.reference.solve import (
    Value,
    all_positions,
    reachable_positions,
    solve_by_iteration,
    symmetric_images,
)

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "vectors" / "mu-torere.json").read_text(encoding="utf-8"))

RULES = reference.MuTorere()
FREE = reference.MuTorere(entry="none")
OPENING = reference.MuTorere(entry="opening")
SOME_RULES = [RULES, FREE, OPENING, reference.MuTorere(6, "opening", 3), reference.MuTorere(4, "opening", 0)]


def texts(values: Iterable[Any]) -> list[str]:
    return [str(value) for value in values]


def refusal(read: Callable[[str], Any], text: str) -> reference.NotationError | None:
    """The error that reading `text` raises, or None if it can be read."""
    try:
        read(text)
    except reference.NotationError as error:
        return error
    return None


# ----------------------------------------------------------------------------------------------------
# The worked examples of RULES.md and of the source text


def test_example_the_legal_moves_at_the_start() -> None:
    assert texts(RULES.start().moves()) == ["1-c", "4-c"]


def test_example_two_to_the_centre_is_illegal_since_both_neighbours_are_own() -> None:
    assert not RULES.start().is_legal("2-c")
    with pytest.raises(reference.IllegalMove) as caught:
        RULES.start().play("2-c")
    assert str(caught.value) == (
        "Mū Tōrere move 2-c in '11112222/. 1': a piece may enter the centre only from beside an enemy piece"
    )


def test_example_position_text() -> None:
    start = RULES.start()
    assert str(start) == "11112222/. 1"
    assert RULES.position("11112222/. 1") == start


def test_example_one_to_the_centre_since_its_neighbour_eight_is_an_enemy() -> None:
    position = RULES.start().play("1-c")
    assert str(position) == ".1112222/1 2"
    assert position.player == 2
    assert texts(position.moves()) == ["8-1"]


def test_example_no_jump_over_the_centre() -> None:
    assert not RULES.start().is_legal("1-5")
    assert not RULES.position(".1112222/1 2").is_legal("5-1")


def test_example_one_who_cannot_move_loses() -> None:
    position = RULES.position("2111122./2 1")  # beside the empty point 8 are 7, 1 and c, all player 2's
    assert position.moves() == ()
    assert position.outcome == Outcome(2, "no moves left")
    assert position.returns == (-1.0, 1.0)
    assert position.player == 1


def test_example_the_centre_alone_does_not_win() -> None:
    position = RULES.start().play("4-c")
    assert (position.outcome, position.returns) == (None, (0.0, 0.0))


def test_example_draws_belong_to_the_match() -> None:
    assert (RULES.repetition, RULES.max_plies) == (3, 120)


# ----------------------------------------------------------------------------------------------------
# Rules, positions, moves


def test_the_face_of_the_rules() -> None:
    assert (RULES.name, RULES.title) == ("mu-torere", "Mū Tōrere")
    assert list(RULES.options.items()) == [("ring", 8), ("entry", "always"), ("opening_plies", 4)]
    assert (OPENING.ring, OPENING.entry, OPENING.opening_plies) == (8, "opening", 4)
    assert repr(RULES) == "MuTorere(ring=8, entry='always', opening_plies=4)"
    assert str(RULES) == "mu-torere ring=8 entry=always opening_plies=4"
    assert eval(repr(OPENING), {"MuTorere": reference.MuTorere}) == OPENING


def test_opening_plies_count_only_under_opening() -> None:
    for entry in ("always", "none"):
        rules = reference.MuTorere(8, entry, 7)
        assert rules == reference.MuTorere(entry=entry)
        assert rules.opening_plies == 4
    assert reference.MuTorere(8, "opening", 7) != OPENING


@pytest.mark.parametrize("ring", range(4, 37, 2))
def test_the_start_of_every_ring(ring: int) -> None:
    start = reference.MuTorere(ring).start()
    half = ring // 2
    assert str(start) == "1" * half + "2" * half + "/. 1"
    assert texts(start.moves()) == ["1-c", f"{half}-c"]


@pytest.mark.parametrize("ring", [3, 5, 2, 0, -8, 38, 37, 8.0, "8", None, True, pytest.param(10**5000, id="endless")])
def test_a_wrong_ring_is_refused(ring: Any) -> None:
    with pytest.raises(
        reference.RulesError, match=r"^Mū Tōrere option ring: expected an even number from 4 to 36, given "
    ):
        reference.MuTorere(ring)


@pytest.mark.parametrize("entry", ["Always", "", "sometimes", None, True, 1, ["always"]])
def test_a_wrong_entry_is_refused(entry: Any) -> None:
    with pytest.raises(
        reference.RulesError,
        match=r"^Mū Tōrere option entry: expected 'always', 'none' or 'opening', given ",
    ):
        reference.MuTorere(entry=entry)


@pytest.mark.parametrize("opening_plies", [-1, 121, 4.0, "4", None, False, pytest.param(-(10**5000), id="endless")])
def test_wrong_opening_plies_are_refused(opening_plies: Any) -> None:
    for entry in ("always", "none", "opening"):
        with pytest.raises(
            reference.RulesError,
            match=r"^Mū Tōrere option opening_plies: expected a number from 0 to 120, given ",
        ):
            reference.MuTorere(entry=entry, opening_plies=opening_plies)


def test_the_face_of_a_position() -> None:
    start = RULES.start()
    assert (start.rules, start.player, start.outcome, start.returns) == (RULES, 1, None, (0.0, 0.0))
    assert repr(start) == "MuTorerePosition('11112222/. 1')"
    assert repr(start.moves()[0]) == "MuTorereMove('1-c')"


def test_moves_are_in_the_order_of_the_points() -> None:
    position = RULES.position("12.12122/1 1")
    assert texts(position.moves()) == ["4-3", "c-3"]
    assert texts(RULES.position(".1112221/2 1").moves()) == ["2-1", "8-1"]
    assert texts(FREE.position("11112222/. 1").moves()) == ["1-c", "2-c", "3-c", "4-c"]


def test_values_are_values() -> None:
    start = OPENING.start()
    values: list[Any] = [OPENING, start, start.moves()[1]]
    for value in values:
        for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert twin == value
            assert hash(twin) == hash(value)
        with pytest.raises((AttributeError, TypeError)):
            value.rules = RULES
    with pytest.raises(AttributeError):
        start.board = ""  # type: ignore[misc]


def test_rules_are_part_of_equality() -> None:
    assert RULES.start() != FREE.start()
    assert RULES.move("1-c") == RULES.start().moves()[0] != FREE.move("1-c")
    assert RULES.start() != RULES.position("11112222/. 2")


# ----------------------------------------------------------------------------------------------------
# Notation


@pytest.mark.parametrize("rules", SOME_RULES, ids=str)
def test_notation_round_trip(rules: reference.MuTorere) -> None:
    positions = all_positions(rules)
    assert len(positions) == len({str(position) for position in positions})
    for position in positions:
        assert rules.position(str(position)) == position
        for move in position.moves():
            assert rules.move(str(move)) == move


def test_move_text_ignores_case() -> None:
    assert RULES.move("1-C") == RULES.move("1-c")
    assert RULES.move("C-1") == RULES.move("c-1")
    assert str(RULES.start().play("4-C")) == "111.2222/1 2"


def test_exactly_what_counting_allows_is_a_position() -> None:
    rules = reference.MuTorere(4)
    accepted = []
    for ring in product(".12x", repeat=4):
        for centre, player in product(".12x", "012"):
            text = f"{''.join(ring)}/{centre} {player}"
            if refusal(rules.position, text) is None:
                accepted.append(text)
    assert sorted(accepted) == sorted(texts(all_positions(rules)))
    assert len(accepted) == 60


POINT = "'.', '1' or '2'"
POSITIONS_REFUSED = [
    ("", 0, POINT),
    ("1111x222/. 1", 4, POINT),
    ("111122", 6, POINT),
    ("1111222/. 1", 7, POINT),
    ("11111222/. 1", 4, "no more than 4 pieces of player 1"),
    ("22222111/. 1", 4, "no more than 4 pieces of player 2"),
    ("11112222/1 1", 9, "no more than 4 pieces of player 1"),
    ("11112222/2 1", 9, "no more than 4 pieces of player 2"),
    ("111.222./1 1", 7, "no second empty point"),
    ("111.2222/. 1", 9, "no second empty point"),
    ("11112222", 8, "'/'"),
    ("11112222.", 8, "'/'"),
    ("11112222 . 1", 8, "'/'"),
    ("11112222/", 9, POINT),
    ("11112222/ 1", 9, POINT),
    ("11112222/.", 10, "a space"),
    ("11112222/.1", 10, "a space"),
    ("11112222/. ", 11, "'1' or '2'"),
    ("11112222/. 3", 11, "'1' or '2'"),
    ("11112222/.  1", 11, "'1' or '2'"),
    ("11112222/. 01", 11, "'1' or '2'"),
    ("11112222/. 1 ", 12, "the end of the text"),
    ("11112222/. 1 0", 12, "the end of the text"),
    ("11112222/. 12", 12, "the end of the text"),
    (" 11112222/. 1", 0, POINT),
    ("1111\uff122222/. 1", 4, POINT),
    pytest.param("1" * 1_000_000, 4, "no more than 4 pieces of player 1", id="endless"),
]


@pytest.mark.parametrize(("text", "place", "expected"), POSITIONS_REFUSED)
def test_position_text_is_refused_with_its_place(text: str, place: int, expected: str) -> None:
    with pytest.raises(reference.NotationError) as caught:
        RULES.position(text)
    assert (caught.value.text, caught.value.place, caught.value.expected) == (text, place, expected)
    assert len(str(caught.value)) < 350


PLIES = "a number of plies from 0 to 4"
OPENING_POSITIONS_REFUSED = [
    ("11112222/. 1", 12, "a space"),
    ("11112222/. 10", 12, "a space"),
    ("11112222/. 1 ", 13, PLIES),
    ("11112222/. 1 x", 13, PLIES),
    ("11112222/. 1  0", 13, PLIES),
    ("11112222/. 1 -1", 13, PLIES),
    ("11112222/. 1 5", 13, PLIES),
    ("11112222/. 1 100000000000000000000", 13, PLIES),
    ("11112222/. 1 00", 13, PLIES + " without leading zeros"),
    ("11112222/. 1 04", 13, PLIES + " without leading zeros"),
    ("11112222/. 1 1", 13, "an even number of plies when player 1 is to move, or 4"),
    ("11112222/. 1 3", 13, "an even number of plies when player 1 is to move, or 4"),
    ("11112222/. 2 0", 13, "an odd number of plies when player 2 is to move, or 4"),
    ("11112222/. 2 2", 13, "an odd number of plies when player 2 is to move, or 4"),
    ("11112222/. 1 0 ", 14, "the end of the text"),
    ("11112222/. 1 4.", 14, "the end of the text"),
]


@pytest.mark.parametrize(("text", "place", "expected"), OPENING_POSITIONS_REFUSED)
def test_opening_position_text_is_refused_with_its_place(text: str, place: int, expected: str) -> None:
    with pytest.raises(reference.NotationError) as caught:
        OPENING.position(text)
    assert (caught.value.text, caught.value.place, caught.value.expected) == (text, place, expected)


@pytest.mark.parametrize("text", ["1 0", "2 1", "1 2", "2 3", "1 4", "2 4"])
def test_plies_that_fit_the_player(text: str) -> None:
    assert str(OPENING.position("11112222/. " + text)) == "11112222/. " + text


def test_the_message_of_a_refusal() -> None:
    with pytest.raises(reference.NotationError) as caught:
        RULES.position("1111x222/. 1")
    assert str(caught.value) == ("Mū Tōrere position '1111x222/. 1', character 5: expected '.', '1' or '2', found 'x'")
    with pytest.raises(reference.NotationError) as caught:
        OPENING.position("11112222/. 1 17")
    assert str(caught.value) == (
        "Mū Tōrere position '11112222/. 1 17', character 14: expected a number of plies from 0 to 4, found '17'"
    )
    with pytest.raises(reference.NotationError) as caught:
        RULES.move("1-")
    assert str(caught.value) == (
        "Mū Tōrere move '1-', character 3: expected 'c' or a point from 1 to 8, found the end of the text"
    )


NAME = "'c' or a point from 1 to 8"
MOVES_REFUSED = [
    ("", 0, NAME),
    ("x", 0, NAME),
    ("9-c", 0, NAME),
    ("0-c", 0, NAME),
    ("10-c", 0, NAME),
    ("01-c", 0, NAME + " without leading zeros"),
    ("+1-c", 0, NAME),
    ("-1-c", 0, NAME),
    (" 1-c", 0, NAME),
    ("1", 1, "'-'"),
    ("1c", 1, "'-'"),
    ("1 -c", 1, "'-'"),
    ("cc-1", 1, "'-'"),
    ("1-", 2, NAME),
    ("1--c", 2, NAME),
    ("1-9", 2, NAME),
    ("1- c", 2, NAME),
    ("1-c ", 3, "the end of the text"),
    ("1-cc", 3, "the end of the text"),
    ("1-c-2", 3, "the end of the text"),
    ("1-\u0441", 2, NAME),
]


@pytest.mark.parametrize(("text", "place", "expected"), MOVES_REFUSED)
def test_move_text_is_refused_with_its_place(text: str, place: int, expected: str) -> None:
    with pytest.raises(reference.NotationError) as caught:
        RULES.move(text)
    assert (caught.value.text, caught.value.place, caught.value.expected) == (text, place, expected)
    assert not RULES.start().is_legal(text)
    with pytest.raises(reference.NotationError):
        RULES.start().play(text)


@given(st.one_of(st.text(alphabet="12./ 034", max_size=15), st.text(alphabet="12-cC9", max_size=5), st.text()))
def test_any_text_is_read_as_it_would_be_written_or_refused(text: str) -> None:
    for read in (RULES.position, OPENING.position, RULES.move):
        error = refusal(read, text)
        if error is None:
            assert str(read(text)) == text.replace("C", "c")
        else:
            assert error.text == text
            assert 0 <= error.place <= len(text)


@given(st.data())
def test_the_place_is_where_no_position_goes_on(data: st.DataObject) -> None:
    small = reference.MuTorere(4)
    known = texts(all_positions(small))
    text = data.draw(st.sampled_from(known))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 2, len(text))))
    spoiled = text[:start] + data.draw(st.text(alphabet="12./ x", max_size=2)) + text[end:]
    error = refusal(small.position, spoiled)
    if error is None:
        assert spoiled in known
    else:
        assert any(other.startswith(spoiled[: error.place]) for other in known)
        if error.place < len(spoiled):
            assert not any(other.startswith(spoiled[: error.place + 1]) for other in known)


@pytest.mark.parametrize("text", [None, 1, b"1-c", ("1-c",)])
def test_no_text_is_a_type_error(text: Any) -> None:
    for refused in (RULES.position, RULES.move, RULES.start().play, RULES.start().is_legal):
        with pytest.raises(TypeError):
            refused(text)


# ----------------------------------------------------------------------------------------------------
# Legality


def legal_by_text(position: str, ring: int, restricted: bool) -> set[str]:
    """The legal moves by another way of looking: what stands next to the empty point, from the text."""
    points, centre, player = position[:ring], position[ring + 1], position[ring + 3]
    legal = set()
    if centre == ".":
        for point in range(ring):
            beside = points[point - 1] + points[(point + 1) % ring]
            if points[point] == player and (not restricted or set(beside) != {player}):
                legal.add(f"{point + 1}-c")
        return legal
    empty = points.index(".")
    if centre == player:
        legal.add(f"c-{empty + 1}")
    for point in ((empty - 1) % ring, (empty + 1) % ring):
        if points[point] == player:
            legal.add(f"{point + 1}-{empty + 1}")
    return legal


@pytest.mark.parametrize("rules", SOME_RULES, ids=str)
def test_legal_is_what_stands_next_to_the_empty_point(rules: reference.MuTorere) -> None:
    names = [*map(str, range(1, rules.ring + 1)), "c"]
    candidates = [rules.move(f"{origin}-{target}") for origin, target in product(names, names)]
    for position in all_positions(rules):
        text = str(position)
        if rules.entry == "opening":
            restricted = int(text.split(" ")[2]) < rules.opening_plies
        else:
            restricted = rules.entry == "always"
        moves = position.moves()
        assert set(texts(moves)) == legal_by_text(text, rules.ring, restricted)
        assert list(moves) == sorted(moves, key=lambda move: names.index(str(move).split("-")[0]))
        assert (position.outcome is None) == (len(moves) > 0)
        for move in candidates:
            assert position.is_legal(move) == (move in moves)


def test_playing_moves_one_piece_and_the_turn() -> None:
    for position in all_positions(RULES):
        for move in position.moves():
            after = position.play(str(move))
            assert after == position.play(move)
            assert after.player == 3 - position.player
            before_text, after_text = str(position)[:10], str(after)[:10]
            assert Counter(before_text) == Counter(after_text)
            assert sum(a != b for a, b in zip(before_text, after_text, strict=True)) == 2


def test_opening_plies_are_counted_up_to_their_limit() -> None:
    position = OPENING.start()
    counted = []
    for text in ("1-c", "8-1", "c-8", "1-c", "2-1", "c-2"):
        counted.append(str(position))
        position = position.play(text)
    assert [text[-3:] for text in counted] == ["1 0", "2 1", "1 2", "2 3", "1 4", "2 4"]
    assert str(position)[-3:] == "1 4"


def test_the_entry_restriction_ends_with_the_opening() -> None:
    assert texts(OPENING.position("11112222/. 1 0").moves()) == ["1-c", "4-c"]
    assert texts(OPENING.position("11112222/. 2 3").moves()) == ["5-c", "8-c"]
    assert texts(OPENING.position("11112222/. 1 4").moves()) == ["1-c", "2-c", "3-c", "4-c"]
    assert texts(OPENING.position("11112222/. 2 4").moves()) == ["5-c", "6-c", "7-c", "8-c"]


@pytest.mark.parametrize(
    ("position", "move", "why"),
    [
        ("11112222/. 1", "5-c", "no piece of the player to move stands there"),
        ("11112222/. 1", "c-1", "no piece of the player to move stands there"),
        ("11112222/. 1", "1-2", "the target is not empty"),
        ("11112222/. 1", "1-1", "the target is not empty"),
        ("11112222/. 1", "1-3", "the target is not empty"),
        (".1112222/1 1", "3-1", "the two points are not connected"),
        (".1112222/1 1", "c-c", "the target is not empty"),
        ("2111122./2 1", "1-8", "the game is over, player 2 has won: no moves left"),
        ("2111122./2 1", "2-8", "the game is over, player 2 has won: no moves left"),
    ],
)
def test_why_a_move_is_illegal(position: str, move: str, why: str) -> None:
    assert not RULES.position(position).is_legal(move)
    with pytest.raises(reference.IllegalMove) as caught:
        RULES.position(position).play(move)
    assert str(caught.value) == f"Mū Tōrere move {move} in {position!r}: {why}"


def test_a_move_of_other_rules_is_illegal_and_one_of_another_game_no_move() -> None:
    assert not RULES.start().is_legal(FREE.move("1-c"))
    with pytest.raises(reference.IllegalMove, match="belongs to other rules"):
        RULES.start().play(FREE.move("1-c"))
    foreign: Any = reference.Nim().start().moves()[0]
    with pytest.raises(TypeError):
        RULES.start().is_legal(foreign)


# ----------------------------------------------------------------------------------------------------
# Solving

LETTERS = {"W": "win", "L": "loss", "D": "draw"}


def tally(values: Iterable[Value]) -> dict[str, Any]:
    """Values counted in the way of the vectors."""
    results: Counter[str] = Counter()
    remotenesses: Counter[int] = Counter()
    for value in values:
        results[value.result] += 1
        if value.remoteness is not None:
            remotenesses[value.remoteness] += 1
    return {
        "states": results.total(),
        "win": results["win"],
        "lose": results["loss"],
        "draw": results["draw"],
        "terminal": remotenesses[0],
        "max_remoteness": max((plies for plies in remotenesses if remotenesses[plies]), default=None),
        "remoteness_histogram": {str(plies): count for plies, count in remotenesses.items() if count},
    }


@pytest.mark.parametrize("entry", ["always", "none"])
@pytest.mark.parametrize("ring", [4, 6, 8, 10, 12])
def test_vectors(ring: int, entry: str) -> None:
    vector = VECTORS["rings"][str(ring)][entry]
    rules = reference.MuTorere(ring, entry)
    values = solve_by_iteration(rules)
    assert values[rules.start()] == Value(LETTERS[vector["start"]], vector["start_remoteness"])
    assert tally(values.values()) == vector["all"]
    assert tally(values[position] for position in reachable_positions(rules)) == vector["reachable"]

    seen: set[reference.MuTorerePosition] = set()
    classes: Counter[str] = Counter()
    for position in values:
        if position not in seen:
            images = symmetric_images(position)
            assert {values[image] for image in images} == {values[position]}
            seen |= images
            classes[values[position].result] += 1
    assert vector["symmetry_classes_all"] == {
        "orbits": classes.total(),
        "win": classes["win"],
        "lose": classes["loss"],
        "draw": classes["draw"],
    }


@pytest.mark.parametrize("vector", VECTORS["ring_8_opening_plies"], ids=lambda vector: str(vector["opening_plies"]))
def test_vectors_of_the_opening(vector: dict[str, Any]) -> None:
    rules = reference.MuTorere(8, "opening", vector["opening_plies"])
    values = solve_by_iteration(rules)
    assert values[rules.start()] == Value(LETTERS[vector["start"]], vector["start_remoteness"])
    counts = tally(values[position] for position in reachable_positions(rules))
    assert counts["states"] == vector["reachable"]
    for result in ("win", "lose", "draw"):
        assert counts[result] == vector[result]


def test_values_follow_from_the_values_one_ply_on() -> None:
    values = solve_by_iteration(RULES)
    for position, value in values.items():
        following = [values[position.play(move)] for move in position.moves()]
        if value.remoteness == 0:
            assert following == []
        elif value.result == "win":
            shortest = min(v.remoteness for v in following if v.result == "loss" and v.remoteness is not None)
            assert value.remoteness == shortest + 1
        elif value.result == "loss":
            assert {v.result for v in following} == {"win"}
            assert value.remoteness == max(v.remoteness for v in following if v.remoteness is not None) + 1
        else:
            assert "loss" not in {v.result for v in following}
            assert "draw" in {v.result for v in following}


@pytest.mark.parametrize("rules", SOME_RULES, ids=str)
def test_symmetric_positions_have_symmetric_games(rules: reference.MuTorere) -> None:
    values = solve_by_iteration(rules)
    for position, value in values.items():
        for image in symmetric_images(position):
            assert values[image] == value
            assert len(image.moves()) == len(position.moves())


def test_symmetric_images() -> None:
    small = reference.MuTorere(4)
    assert sorted(texts(symmetric_images(small.position("112./2 1")))) == sorted(
        [f"{ring}/{centre} {player}"
         for ring, centre, player in [
             ("112.", "2", "1"), ("12.1", "2", "1"), ("2.11", "2", "1"), (".112", "2", "1"),
             (".211", "2", "1"), ("211.", "2", "1"), ("11.2", "2", "1"), ("1.21", "2", "1"),
             ("221.", "1", "2"), ("21.2", "1", "2"), ("1.22", "1", "2"), (".221", "1", "2"),
             (".122", "1", "2"), ("122.", "1", "2"), ("22.1", "1", "2"), ("2.12", "1", "2"),
         ]]
    )  # fmt: skip
    assert len(symmetric_images(RULES.start())) == 16
    assert len(symmetric_images(OPENING.start())) == 8  # before ply 4 the count of plies says who is to move


def test_brute_force_refuses_what_it_cannot_hold() -> None:
    with pytest.raises(reference.MemoryLimitError, match="mu-torere ring=18"):
        solve_by_iteration(reference.MuTorere(18))
    with pytest.raises(reference.MemoryLimitError):
        solve_by_iteration(reference.MuTorere(36, "opening", 120))


# ----------------------------------------------------------------------------------------------------
# Perft and playouts


@pytest.mark.parametrize(
    ("rules", "counts"),
    [
        (RULES, [1, 2, 2, 2, 6, 8, 12, 28, 34, 52, 128]),
        (reference.MuTorere(4), [1, 2, 2, 2, 4, 8, 16, 24]),
    ],
    ids=str,
)
def test_perft(rules: reference.MuTorere, counts: list[int]) -> None:
    assert [rules.perft(rules.start(), depth) for depth in range(len(counts))] == counts


@pytest.mark.parametrize("rules", SOME_RULES, ids=str)
def test_perft_agrees_with_counting_by_layers(rules: reference.MuTorere) -> None:
    layer = {rules.start(): 1}
    for depth in range(15):
        assert rules.perft(rules.start(), depth) == sum(layer.values())
        following: dict[reference.MuTorerePosition, int] = {}
        for position, ways in layer.items():
            for move in position.moves():
                child = position.play(move)
                following[child] = following.get(child, 0) + ways
        layer = following


def test_a_finished_game_has_no_sequences_but_the_empty_one() -> None:
    position = RULES.position("2111122./2 1")
    assert [RULES.perft(position, depth) for depth in (0, 1, 2, 1000)] == [1, 0, 0, 0]


def test_playouts_draw_as_the_agreement_says() -> None:
    rng = Xoshiro256(2**64 - 1)
    results = {1: 0, 2: 0, None: 0}
    plies = 0
    for _ in range(30):
        position = RULES.start()
        played = 0
        while position.outcome is None and played < 120:
            moves = position.moves()
            position = position.play(moves[rng.below(len(moves))])
            played += 1
        outcome = position.outcome
        results[outcome.winner if outcome else None] += 1
        plies += played
    assert RULES.playouts(30, seed=2**64 - 1) == ((results[1], results[2]), results[None], plies)


def test_playouts_are_cut_off_at_120_plies_or_where_asked() -> None:
    small = reference.MuTorere(4)  # nobody can lose
    assert small.playouts(3) == ((0, 0), 3, 360)
    assert small.playouts(3, max_plies=7) == ((0, 0), 3, 21)
    assert RULES.playouts(3, position=RULES.position("2111122./2 1")) == ((0, 3), 0, 0)
