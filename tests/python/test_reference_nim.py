"""The reference's Nim, and what both reference games share: errors, random numbers, perft, playouts."""

from __future__ import annotations

import ast
import copy
import json
import pickle
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from operator import xor
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielkern import reference
from spielkern.reference.base import Move, Outcome, Position, Rules, Scanner
from spielkern.reference.rng import Xoshiro256, splitmix64
from spielkern.reference.solve import (
    Value,
    all_positions,
    grundy_values,
    listed,
    reachable_positions,
    solve_by_iteration,
)

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "vectors" / "nim.json").read_text(encoding="utf-8"))

NIM = reference.Nim()
MISERE = reference.Nim(misere=True)


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
# The worked examples of RULES.md


def test_example_taking_two_from_the_first_heap() -> None:
    position = NIM.position("3,4,5 1").play("1:2")
    assert str(position) == "1,4,5 2"
    assert solve_by_iteration(NIM)[listed(position)].result == "loss"
    assert 1 ^ 4 ^ 5 == 0


def test_example_taking_the_last_heap_wins_at_once() -> None:
    position = NIM.position("0,0,2 1").play("3:2")
    assert str(position) == "0,0,0 2"
    assert position.outcome == Outcome(1, "last object taken")
    assert position.returns == (1.0, -1.0)
    assert position.moves() == ()


def test_example_the_only_winning_first_move() -> None:
    values = solve_by_iteration(NIM)
    start = NIM.start()
    winning = [str(move) for move in start.moves() if values[listed(start.play(move))].result == "loss"]
    assert winning == ["1:2"]


def test_example_misere_the_last_object_loses() -> None:
    position = MISERE.position("0,0,2 1").play("3:2")
    assert position.outcome == Outcome(2, "last object taken")
    assert position.returns == (-1.0, 1.0)


# ----------------------------------------------------------------------------------------------------
# Rules, positions, moves


def test_the_face_of_the_rules() -> None:
    assert (NIM.name, NIM.title, NIM.repetition, NIM.max_plies) == ("nim", "Nim", None, None)
    assert list(NIM.options.items()) == [("heaps", (3, 4, 5)), ("misere", False)]
    assert (NIM.heaps, NIM.misere) == ((3, 4, 5), False)
    assert repr(NIM) == "Nim(heaps=(3, 4, 5), misere=False)"
    assert str(NIM) == "nim heaps=3,4,5 misere=false"
    assert str(MISERE) == "nim heaps=3,4,5 misere=true"
    assert reference.Nim([3, 4, 5]) == reference.Nim((3, 4, 5), False) == NIM != MISERE
    assert eval(repr(MISERE), {"Nim": reference.Nim}) == MISERE


def test_rules_by_name() -> None:
    assert {"nim", "mu-torere"} <= set(reference.games())
    assert reference.rules("nim", misere=True) == MISERE
    assert reference.rules("mu-torere", ring=10) == reference.MuTorere(10)
    with pytest.raises(reference.RulesError, match=r"unknown game: expected .*nim.*, given 'chess'"):
        reference.rules("chess")
    with pytest.raises(TypeError):
        reference.rules("nim", ring=8)


def test_the_face_of_a_position() -> None:
    start = NIM.start()
    assert (start.rules, start.heaps, start.player) == (NIM, (3, 4, 5), 1)
    assert (start.outcome, start.returns) == (None, (0.0, 0.0))
    assert str(start) == "3,4,5 1"
    assert repr(start) == "NimPosition('3,4,5 1')"
    assert repr(start.moves()[0]) == "NimMove('1:1')"


def test_moves_by_heap_then_count() -> None:
    assert texts(NIM.position("2,0,3 1").moves()) == ["1:1", "1:2", "3:1", "3:2", "3:3"]


def test_after_the_end_the_player_is_who_would_be_on_turn() -> None:
    assert NIM.position("0,0,1 2").play("3:1").player == 1


def test_a_position_with_all_heaps_empty_is_over() -> None:
    assert NIM.position("0,0,0 1").outcome == Outcome(2, "last object taken")
    assert MISERE.position("0,0,0 1").outcome == Outcome(1, "last object taken")


@pytest.mark.parametrize(
    ("heaps", "message"),
    [
        ((), "1 to 16 heaps, not 0"),
        ((1,) * 17, "1 to 16 heaps, not 17"),
        ((3, 0), "whole numbers of at least 1"),
        ((3, -1), "whole numbers of at least 1"),
        ((3, True), "whole numbers of at least 1"),
        ((3, 2.0), "whole numbers of at least 1"),
        ((3, "2"), "whole numbers of at least 1"),
        ((2**63 - 1,), "below 2"),
        ((2**32, 2**31), "below 2"),
        ((10**5000,), "below 2.*given an unprintable tuple"),
        (range(10**12), "1 to 16 heaps, not 1000000000000"),
        ("345", "a sequence of heap sizes, given '345'"),
        (b"345", "a sequence of heap sizes"),
        (3, "a sequence of heap sizes, given 3"),
        (None, "a sequence of heap sizes, given None"),
        ({3, 4}, "a sequence of heap sizes"),
        (iter((3, 4)), "a sequence of heap sizes"),
    ],
)
def test_wrong_heaps_are_refused(heaps: Any, message: str) -> None:
    with pytest.raises(reference.RulesError, match=r"^Nim option heaps: expected .*" + message):
        reference.Nim(heaps)


@pytest.mark.parametrize("misere", [0, 1, "true", None])
def test_wrong_misere_is_refused(misere: Any) -> None:
    with pytest.raises(reference.RulesError, match=r"^Nim option misere: expected True or False, given "):
        reference.Nim((1,), misere)


def test_the_greatest_heaps() -> None:
    rules = reference.Nim((2**63 - 2,))
    text = f"{2**63 - 2} 1"
    assert str(rules.start()) == text
    assert rules.position(text) == rules.start()
    assert str(rules.start().play(f"1:{2**63 - 3}")) == "1 2"
    assert not rules.start().is_legal(f"1:{2**63 - 1}")
    assert reference.Nim((14,) * 16).heaps == (14,) * 16


def test_moves_are_listed_up_to_a_limit() -> None:
    assert len(reference.Nim((1_048_575, 1)).start().moves()) == 1_048_576
    with pytest.raises(reference.RulesError, match="1048576"):
        reference.Nim((1_048_576, 1)).start().moves()


def test_values_are_values() -> None:
    start = NIM.start()
    values: list[Any] = [NIM, start, start.moves()[3], Outcome(None, "agreed")]
    for value in values:
        for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert twin == value
            assert hash(twin) == hash(value)
        with pytest.raises((AttributeError, TypeError)):
            value.player = 2
        with pytest.raises((AttributeError, TypeError)):
            value.rules = MISERE
    with pytest.raises(AttributeError):
        start.heaps = (1, 1, 1)  # type: ignore[misc]


def test_rules_are_part_of_equality() -> None:
    assert NIM.start() != MISERE.start()
    assert NIM.move("1:1") != MISERE.move("1:1")
    assert NIM.position("3,4,5 1") == NIM.start() != NIM.position("3,4,5 2")
    assert len({NIM.start(), MISERE.start(), "3,4,5 1"}) == 3


# ----------------------------------------------------------------------------------------------------
# Notation


@pytest.mark.parametrize("rules", [NIM, reference.Nim((2,)), reference.Nim((1, 12), misere=True)])
def test_notation_round_trip(rules: reference.Nim) -> None:
    seen = set()
    for position in all_positions(rules):
        for player in (1, 2):
            text = str(position)[:-1] + str(player)
            assert str(rules.position(text)) == text
            seen.add(text)
        for move in position.moves():
            assert rules.move(str(move)) == move
    assert len(seen) == 2 * len(all_positions(rules))


NIM_POSITIONS_REFUSED = [
    ("", 0, "a heap size from 0 to 3"),
    ("x", 0, "a heap size from 0 to 3"),
    ("3", 1, "','"),
    ("3,4 1", 3, "','"),
    ("3,4,", 4, "a heap size from 0 to 5"),
    ("3,4,5", 5, "a space"),
    ("3,4,5,1 1", 5, "a space"),
    ("3,4,5 ", 6, "'1' or '2'"),
    ("3,4,5 3", 6, "'1' or '2'"),
    ("3,4,5  1", 6, "'1' or '2'"),
    ("3,4,5 1 ", 7, "the end of the text"),
    ("3,4,5 12", 7, "the end of the text"),
    (" 3,4,5 1", 0, "a heap size from 0 to 3"),
    ("3, 4,5 1", 2, "a heap size from 0 to 4"),
    ("4,4,5 1", 0, "a heap size from 0 to 3"),
    ("3,4,10 1", 4, "a heap size from 0 to 5"),
    ("3,04,5 1", 2, "a heap size from 0 to 4 without leading zeros"),
    ("3,4,00 1", 4, "a heap size from 0 to 5 without leading zeros"),
    ("-3,4,5 1", 0, "a heap size from 0 to 3"),
    ("+3,4,5 1", 0, "a heap size from 0 to 3"),
    ("3;4;5 1", 1, "','"),
    ("3,4,\uff15 1", 4, "a heap size from 0 to 5"),
    ("3,4,\u00b2 1", 4, "a heap size from 0 to 5"),
    pytest.param("3," + "9" * 100_000, 2, "a heap size from 0 to 4", id="endless"),
    ("3,4,5\t1", 5, "a space"),
    ("3,4,5 1\n", 7, "the end of the text"),
    ("3,4,5 1\0", 7, "the end of the text"),
]


@pytest.mark.parametrize(("text", "place", "expected"), NIM_POSITIONS_REFUSED)
def test_position_text_is_refused_with_its_place(text: str, place: int, expected: str) -> None:
    with pytest.raises(reference.NotationError) as caught:
        NIM.position(text)
    assert (caught.value.text, caught.value.place, caught.value.expected) == (text, place, expected)
    assert len(str(caught.value)) < 500


def test_the_message_of_a_refusal() -> None:
    with pytest.raises(reference.NotationError) as caught:
        NIM.position("3,9,5 1")
    assert str(caught.value) == ("Nim position '3,9,5 1', character 3: expected a heap size from 0 to 4, found '9'")
    with pytest.raises(reference.NotationError) as caught:
        NIM.move("1:")
    assert str(caught.value) == (
        "Nim move '1:', character 3: expected a count from 1 to 9223372036854775807, found the end of the text"
    )


NIM_MOVES_REFUSED = [
    ("", 0, "a heap's number from 1 to 3"),
    ("0:1", 0, "a heap's number from 1 to 3"),
    ("4:1", 0, "a heap's number from 1 to 3"),
    ("01:1", 0, "a heap's number from 1 to 3 without leading zeros"),
    ("+1:1", 0, "a heap's number from 1 to 3"),
    (" 1:1", 0, "a heap's number from 1 to 3"),
    ("1", 1, "':'"),
    ("1-1", 1, "':'"),
    ("1 :1", 1, "':'"),
    ("1:0", 2, f"a count from 1 to {2**63 - 1}"),
    ("1:01", 2, f"a count from 1 to {2**63 - 1} without leading zeros"),
    (f"1:{2**63}", 2, f"a count from 1 to {2**63 - 1}"),
    ("1:-1", 2, f"a count from 1 to {2**63 - 1}"),
    ("1: 1", 2, f"a count from 1 to {2**63 - 1}"),
    ("1:1 ", 3, "the end of the text"),
    ("1:1:1", 3, "the end of the text"),
]


@pytest.mark.parametrize(("text", "place", "expected"), NIM_MOVES_REFUSED)
def test_move_text_is_refused_with_its_place(text: str, place: int, expected: str) -> None:
    with pytest.raises(reference.NotationError) as caught:
        NIM.move(text)
    assert (caught.value.text, caught.value.place, caught.value.expected) == (text, place, expected)
    assert not NIM.start().is_legal(text)
    with pytest.raises(reference.NotationError):
        NIM.start().play(text)


@given(st.one_of(st.text(alphabet="0123456789,:12 ", max_size=12), st.text(max_size=12)))
def test_any_text_is_read_as_it_would_be_written_or_refused(text: str) -> None:
    for read in (NIM.position, NIM.move):
        error = refusal(read, text)
        if error is None:
            assert str(read(text)) == text
        else:
            assert error.text == text
            assert 0 <= error.place <= len(text)


@pytest.mark.parametrize("text", [None, 1, b"3,4,5 1", ["3,4,5 1"]])
def test_no_text_is_a_type_error(text: Any) -> None:
    for refused in (NIM.position, NIM.move, NIM.start().play, NIM.start().is_legal):
        with pytest.raises(TypeError):
            refused(text)


# ----------------------------------------------------------------------------------------------------
# Legality


@pytest.mark.parametrize("rules", [NIM, MISERE, reference.Nim((1, 2))])
def test_legal_is_what_moves_lists(rules: reference.Nim) -> None:
    for position in all_positions(rules):
        listed_moves = position.moves()
        assert len(set(listed_moves)) == len(listed_moves)
        for heap in range(1, len(rules.heaps) + 1):
            for count in range(1, 8):
                move = rules.move(f"{heap}:{count}")
                assert position.is_legal(move) == position.is_legal(str(move)) == (move in listed_moves)
                if move not in listed_moves:
                    with pytest.raises(reference.IllegalMove):
                        position.play(move)


def test_why_a_move_is_illegal() -> None:
    with pytest.raises(reference.IllegalMove) as caught:
        NIM.start().play("1:9")
    assert str(caught.value) == "Nim move 1:9 in '3,4,5 1': heap 1 holds 3"
    with pytest.raises(reference.IllegalMove) as caught:
        NIM.position("0,0,0 1").play("1:1")
    assert str(caught.value) == ("Nim move 1:1 in '0,0,0 1': the game is over, player 2 has won: last object taken")


def test_a_move_of_other_rules_is_illegal_and_one_of_another_game_no_move() -> None:
    other = MISERE.start().moves()[0]
    assert not NIM.start().is_legal(other)
    with pytest.raises(reference.IllegalMove, match="belongs to other rules: nim heaps=3,4,5 misere=true"):
        NIM.start().play(other)
    foreign: Any = reference.MuTorere().start().moves()[0]
    with pytest.raises(TypeError, match="expected a Nim move or its text, not MuTorereMove"):
        NIM.start().play(foreign)
    with pytest.raises(TypeError):
        NIM.start().is_legal(foreign)


# ----------------------------------------------------------------------------------------------------
# Solving


def board_name(board: dict[str, Any]) -> str:
    return f"{board['heaps']}x{board['max']}{'-misere' if board['misere'] else ''}"


@pytest.mark.parametrize("board", VECTORS["boards"], ids=board_name)
def test_vectors(board: dict[str, Any]) -> None:
    rules = reference.Nim((board["max"],) * board["heaps"], board["misere"])
    values = solve_by_iteration(rules)
    results = [value.result for value in values.values()]
    assert len(values) == board["states"]
    assert results.count("loss") == board["P"]
    assert results.count("win") == board["N"]
    assert results.count("draw") == 0
    assert max(value.remoteness or 0 for value in values.values()) == board["max_remoteness"]
    won, remoteness = board["full"]
    assert values[rules.start()] == Value("win" if won else "loss", remoteness)
    lost = [position.heaps for position, value in values.items() if value.result == "loss"]
    greatest = [max(heaps) for heaps in lost]
    assert [greatest.count(size) for size in range(board["max"] + 1)] == board["P_by_max"]


def test_the_xor_rule_and_grundy_values() -> None:
    rules = reference.Nim((3, 4, 5, 2))
    values = solve_by_iteration(rules)
    for position, grundy in grundy_values(rules).items():
        assert grundy == reduce(xor, position.heaps)
        assert (values[position].result == "loss") == (grundy == 0)


def test_grundy_values_belong_to_normal_play() -> None:
    with pytest.raises(reference.RulesError):
        grundy_values(MISERE)
    with pytest.raises(reference.RulesError):
        grundy_values(reference.MuTorere())  # type: ignore[arg-type]


def test_all_sizes_are_reachable() -> None:
    assert set(reachable_positions(NIM)) == set(all_positions(NIM))
    assert len(reachable_positions(NIM, NIM.position("1,0,2 2"))) == 6


def test_brute_force_refuses_what_it_cannot_hold() -> None:
    for work in (solve_by_iteration, grundy_values):
        with pytest.raises(reference.MemoryLimitError, match="nim heaps=9999,9999 misere=false"):
            work(reference.Nim((9999, 9999)))


# ----------------------------------------------------------------------------------------------------
# Perft and playouts


@pytest.mark.parametrize(
    ("rules", "counts"),
    [
        (NIM, [1, 12, 113, 810, 4338, 17496, 53442]),
        (reference.Nim((3,)), [1, 3, 3, 1, 0, 0]),
        (reference.Nim((1, 1, 1)), [1, 3, 6, 6, 0]),
    ],
)
def test_perft(rules: reference.Nim, counts: list[int]) -> None:
    assert [rules.perft(rules.start(), depth) for depth in range(len(counts))] == counts


def test_perft_agrees_with_counting_by_layers() -> None:
    layer = {NIM.start(): 1}
    for depth in range(8):
        assert NIM.perft(NIM.start(), depth) == sum(layer.values())
        following: dict[reference.NimPosition, int] = {}
        for position, ways in layer.items():
            for move in position.moves():
                child = position.play(move)
                following[child] = following.get(child, 0) + ways
        layer = following


def test_a_finished_game_has_no_sequences_but_the_empty_one() -> None:
    position = NIM.position("0,0,0 1")
    assert [NIM.perft(position, depth) for depth in (0, 1, 1000)] == [1, 0, 0]


@pytest.mark.parametrize("depth", [-1, 1001, pytest.param(10**5000, id="endless")])
def test_perft_depth_has_limits(depth: int) -> None:
    with pytest.raises(ValueError, match="depth must be from 0 to 1000"):
        NIM.perft(NIM.start(), depth)


@pytest.mark.parametrize("depth", [1.0, "1", None, True])
def test_perft_depth_is_an_int(depth: Any) -> None:
    with pytest.raises(TypeError):
        NIM.perft(NIM.start(), depth)


def test_perft_and_playouts_take_only_positions_of_their_rules() -> None:
    wrong: list[tuple[Any, type[Exception]]] = [
        (MISERE.start(), reference.RulesError),
        (reference.MuTorere().start(), TypeError),
        ("3,4,5 1", TypeError),
    ]
    for position, error in wrong:
        with pytest.raises(error):
            NIM.perft(position, 1)
        with pytest.raises(error):
            NIM.playouts(1, position=position)


def test_playouts() -> None:
    playouts = NIM.playouts(1000, seed=7)
    assert playouts.wins[0] + playouts.wins[1] == 1000
    assert playouts.draws == 0
    assert 1000 * 3 <= playouts.plies <= 1000 * 12
    assert playouts == NIM.playouts(1000, 7, NIM.start(), None)
    assert playouts != NIM.playouts(1000, seed=8)
    assert MISERE.playouts(1000, seed=7).wins == (playouts.wins[1], playouts.wins[0])


def test_playouts_draw_as_the_agreement_says() -> None:
    rng = Xoshiro256(5)
    wins = {1: 0, 2: 0}
    plies = 0
    for _ in range(20):
        position = NIM.start()
        while position.outcome is None:
            moves = position.moves()
            position = position.play(moves[rng.below(len(moves))])
            plies += 1
        wins[position.outcome.winner or 0] += 1
    assert NIM.playouts(20, seed=5) == ((wins[1], wins[2]), 0, plies)


def test_playouts_cut_off_are_draws() -> None:
    assert NIM.playouts(5, max_plies=0) == ((0, 0), 5, 0)
    assert NIM.playouts(5, max_plies=2) == ((0, 0), 5, 10)
    last = NIM.position("0,0,1 2")
    assert NIM.playouts(5, position=last, max_plies=1) == ((0, 5), 0, 5)
    assert NIM.playouts(5, position=last.play("3:1"), max_plies=0) == ((0, 5), 0, 0)
    assert NIM.playouts(0) == ((0, 0), 0, 0)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"n": -1}, ValueError),
        ({"n": 1.5}, TypeError),
        ({"n": 1, "seed": -1}, ValueError),
        ({"n": 1, "seed": 2**64}, ValueError),
        ({"n": 1, "seed": "1"}, TypeError),
        ({"n": 1, "max_plies": -1}, ValueError),
        ({"n": 1, "max_plies": True}, TypeError),
    ],
)
def test_playouts_refuse_wrong_numbers(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        NIM.playouts(**arguments)


@dataclass(frozen=True, slots=True)
class Corridor(Rules["Place", "Step"]):
    """A game of one move at a time, for as long as the corridor is: it shows how deep perft can go."""

    length: int
    name: ClassVar[str] = "corridor"
    title: ClassVar[str] = "Corridor"
    repetition: ClassVar[int | None] = None
    max_plies: ClassVar[int | None] = None

    @property
    def options(self) -> dict[str, object]:
        return {"length": self.length}

    def __str__(self) -> str:
        return f"corridor length={self.length}"

    def start(self) -> Place:
        return Place(self, 0, 1)

    def position(self, text: str) -> Place:
        raise NotImplementedError

    def move(self, text: str) -> Step:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Place(Position["Step"]):
    rules: Corridor
    steps: int
    player: int

    @property
    def outcome(self) -> Outcome | None:
        return None if self.moves() else Outcome(None, "end of the corridor")

    def moves(self) -> tuple[Step, ...]:
        return (Step(self.rules),) if self.steps < self.rules.length else ()

    def objection(self, move: Step) -> str | None:
        return None

    def after(self, move: Step) -> Place:
        return Place(self.rules, self.steps + 1, 3 - self.player)

    def __str__(self) -> str:
        return str(self.steps)


@dataclass(frozen=True, slots=True)
class Step(Move):
    rules: Corridor

    def __str__(self) -> str:
        return "on"


def test_perft_goes_deeper_than_python_calls() -> None:
    assert Corridor(1000).perft(Corridor(1000).start(), 1000) == 1
    assert Corridor(999).perft(Corridor(999).start(), 1000) == 0
    assert Corridor(5000).playouts(2) == ((0, 0), 2, 10_000)


# ----------------------------------------------------------------------------------------------------
# Random numbers


def test_splitmix64_known_answers() -> None:
    assert splitmix64(1234567, 5) == (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    )
    assert splitmix64(0, 2) == (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4)


def test_xoshiro256_known_answers() -> None:
    rng = Xoshiro256(0)
    rng.words = (1, 2, 3, 4)
    assert [rng.next() for _ in range(10)] == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
        607988272756665600,
        16172922978634559625,
        8476171486693032832,
        10595114339597558777,
        2904607092377533576,
    ]


def test_xoshiro256_seeded_by_splitmix64() -> None:
    rng = Xoshiro256(42)
    assert rng.words == splitmix64(42, 4)
    assert [rng.next() for _ in range(2)] == [1546998764402558742, 6990951692964543102]


class Dealt(Xoshiro256):
    """A generator whose 32-bit numbers are given."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)

    def next(self) -> int:
        return self.numbers.pop(0) << 32


def test_below_draws_again_where_it_would_be_unfair() -> None:
    rng = Dealt(0, 1, 2**32 - 1, 0)
    assert rng.below(3) == 0  # 2**32 % 3 is 1, so 0 is one number too many for the result 0
    assert rng.numbers == [2**32 - 1, 0]
    assert rng.below(3) == 2
    assert rng.below(1) == 0
    assert rng.numbers == []


def test_below_takes_up_to_32_bits() -> None:
    assert Dealt(0).below(2**32) == 0
    assert Dealt(2**32 - 1).below(2**32) == 2**32 - 1
    assert Dealt(5).below(2**32 - 1) == 4


def test_below_is_fair_enough() -> None:
    rng = Xoshiro256(1)
    counts = [0] * 6
    for _ in range(6000):
        counts[rng.below(6)] += 1
    assert min(counts) > 850
    assert max(counts) < 1150


# ----------------------------------------------------------------------------------------------------
# Errors, and the house rules of the reference


def test_errors_have_their_bases() -> None:
    bases = {
        reference.NotationError: ValueError,
        reference.IllegalMove: ValueError,
        reference.RulesError: ValueError,
        reference.MemoryLimitError: MemoryError,
        reference.TableError: OSError,
    }
    for error, base in bases.items():
        assert issubclass(error, base)
        assert issubclass(error, reference.SpielkernError)


def test_a_notation_error_can_be_pickled_and_copied() -> None:
    error = reference.NotationError("message", "text", 2, "an x")
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (str(twin), twin.text, twin.place, twin.expected) == ("message", "text", 2, "an x")


def test_a_long_text_is_cut_short_in_the_message_only() -> None:
    text = "3,4,5 1" + "!" * 1000
    with pytest.raises(reference.NotationError) as caught:
        NIM.position(text)
    assert caught.value.text == text
    assert len(str(caught.value)) < 350


def test_a_scanner_names_what_it_expected() -> None:
    for symbols, expected in (
        ("a", "'a'"),
        ("ab", "'a' or 'b'"),
        ("abc", "'a', 'b' or 'c'"),
        (" ", "a space"),
    ):
        with pytest.raises(reference.NotationError) as caught:
            Scanner("test", "x").one_of(symbols)
        assert caught.value.expected == expected


def test_an_object_that_cannot_be_shown_does_no_harm() -> None:
    class Shy:
        def __repr__(self) -> str:
            raise RuntimeError

    shy: Any = Shy()
    with pytest.raises(reference.RulesError, match="given an unprintable Shy"):
        reference.Nim((1,), shy)


def test_the_reference_imports_only_itself_and_the_standard_library() -> None:
    sources = sorted(Path(reference.__file__).parent.glob("*.py"))
    assert len(sources) >= 6
    for source in sources:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                modules = [name.name for name in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                modules = [node.module or ""]
            else:
                assert not isinstance(node, ast.ImportFrom) or node.level == 1
                continue
            for module in modules:
                assert module.split(".")[0] in sys.stdlib_module_names, (source.name, module)
