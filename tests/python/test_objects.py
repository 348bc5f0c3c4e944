"""What Python lets people do to objects, whatever the game: none of it may end the process."""

from __future__ import annotations

import copy
import enum
import fractions
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

import spielkern as sk
from spielkern import _core

NIM_SOLUTION = type(sk.solve(sk.Nim((1,)))._core)
GAME_CLASSES = [
    (rules, type(rules().start()), type(rules().start().moves()[0]))
    for rules in (sk.game_class(name) for name in sk.games())
]


# ------------------------------------------------------------------------------- objects without a value


@pytest.mark.parametrize(
    "kind",
    [sk.Rules, sk.Position, sk.Move, NIM_SOLUTION, *[kind for classes in GAME_CLASSES for kind in classes[1:]]],
)
def test_what_only_the_engine_makes(kind: type) -> None:
    base = kind.__mro__[-2]  # pybind11's own
    for make in (kind, lambda: kind.__new__(kind), lambda: base.__new__(kind), lambda: object.__new__(kind)):
        with pytest.raises(TypeError):
            make()


@pytest.mark.parametrize("kind", [classes[0] for classes in GAME_CLASSES])
def test_rules_are_complete_from_the_first(kind: type[sk.Rules]) -> None:
    assert kind.__new__(kind) == kind()
    for wrong in (int, sk.Rules, None, 5):
        with pytest.raises(TypeError):
            kind.__new__(wrong)  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        kind.__mro__[-2].__new__(kind)
    rules = kind()
    text = str(rules)
    rules.__init__()  # type: ignore[misc]
    assert str(rules) == text


def test_a_table_file_is_complete_from_the_first() -> None:
    with pytest.raises(TypeError):
        _core._TableFile.__new__(_core._TableFile)  # type: ignore[attr-defined]


def test_derived_rules() -> None:
    class Heaps(sk.Nim):
        def __new__(cls, *sizes: int) -> Heaps:
            return super().__new__(cls, heaps=sizes)  # type: ignore[call-arg]

    class Plain(sk.Nim):
        pass

    assert Heaps(2, 3).heaps == (2, 3)
    assert Heaps(2, 3).start().play("1:1").heaps == (1, 3)
    assert Plain((2, 3)) == sk.Nim((2, 3))
    assert type(copy.copy(Plain())) is Plain


# ----------------------------------------------------------------------------------------------- pickles


def test_many_pickled_moves_share_what_they_share() -> None:
    moves = sk.Nim((20_000,)).start().moves()
    pickled = pickle.dumps(moves)
    assert len(pickled) < 50 * len(moves)
    back = pickle.loads(pickled)
    assert back == moves
    again = pickle.loads(pickled)
    assert all(one is other for one, other in zip(back, again, strict=True))


def test_pickled_moves_outlive_their_rules() -> None:
    move = sk.MuTorere(10).move("1-c")
    assert pickle.loads(pickle.dumps(move)) == sk.MuTorere(10).move("1-c") != sk.MuTorere(12).move("1-c")


# --------------------------------------------------------------------------------------- interned moves


@pytest.mark.parametrize("heap", [1, 511, 512, 513, 65_537, 200_000])
def test_equal_moves_are_one_object(heap: int) -> None:
    rules = sk.Nim((heap,))
    first, second = rules.start().moves(), rules.position(f"{heap} 2").moves()
    assert len(first) == heap
    assert all(one is other for one, other in zip(first, second, strict=True))
    assert rules.move(f"1:{heap}") is first[-1]
    assert str(rules.move(f"1:{heap + 1}")) == f"1:{heap + 1}"  # fits the notation, but nowhere in the game


def test_endless_moves_are_not_kept() -> None:
    rules = sk.Nim((2**40,))
    assert rules.move("1:5") == rules.move("1:5")


# ------------------------------------------------------------------------- values in messages of errors


class Mute:
    def __repr__(self) -> str:
        raise KeyError("nothing to see")


@pytest.mark.parametrize(
    "call",
    [
        sk.MuTorere,
        sk.Nim,
        lambda value: sk.Nim((value,)),
        lambda value: sk.Nim(misere=value),
        sk.game_class,
        sk.rules,
        sk.solve,
        lambda value: sk.solve(sk.Nim(), memory=value),
        lambda value: sk.solve(sk.Nim(), threads=value),
        lambda value: sk.solve(sk.Nim(), progress=value),
        lambda value: sk.solve(sk.Nim(), checkpoint_seconds=value),
        sk.Match,
        lambda value: sk.Match(sk.Nim(), value),
        lambda value: sk.Match(sk.Nim(), seed=value),
        lambda value: sk.Match(sk.Nim(), max_plies=value),
        lambda value: sk.Match(sk.Nim()).resign(value),
        lambda value: sk.Match(sk.Nim()).play(value),
        lambda value: sk.Nim().start().play(value),
        lambda value: sk.Nim().playouts(value),
        lambda value: sk.Nim().playouts(1, value),
        lambda value: sk.Nim().playouts(1, position=value),
        lambda value: sk.Nim().perft(sk.Nim().start(), value),
        lambda value: sk.solve(sk.Nim((1,))).positions(value),
    ],
)
@pytest.mark.parametrize(
    "value",
    [-(10**5000), "é" * 100_000, "x" * 10**6, b"y" * 10**6, Mute(), object(), [Mute()], "\ud800", float("nan")],
    ids=["digits", "accents", "text", "bytes", "mute", "object", "mute-list", "surrogate", "nan"],
)
def test_wrong_values_are_told_in_short(call: Callable[[Any], Any], value: Any) -> None:
    with pytest.raises((TypeError, ValueError)) as told:
        call(value)
    message = str(told.value)
    assert len(message) < 3000
    assert "Exceeds the limit" not in message


# --------------------------------------------------------------------------------- numbers of any class


class Count(enum.IntEnum):
    TWO = 2


def test_numbers_are_plain_ones_in_a_record() -> None:
    match = sk.Match(sk.Nim(), seed=Count.TWO, repetition=Count.TWO, max_plies=Count.TWO)
    match.resign(Count.TWO)
    assert sk.Match.from_json(match.to_json()) == match
    for wrong in (1.0, fractions.Fraction(2), True, 3, "1"):
        with pytest.raises(ValueError, match="expected player 1 or 2"):
            sk.Match(sk.Nim()).resign(wrong)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------- processes

LONG_WORK = """
import sys, threading, time
import spielkern as sk

rules = sk.MuTorere(ring=24)
work = [
    lambda: [sk.solve(rules, threads=2) for _ in range(1000)],
    lambda: rules.perft(rules.start(), 40),
    lambda: rules.playouts(10**12),
]
for each in work:
    threading.Thread(target=each, daemon=True).start()
time.sleep(float(sys.argv[1]))
"""


@pytest.mark.parametrize("seconds", ["0.05", "0.2", "0.35"])
def test_the_interpreter_may_end_under_long_work(seconds: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LONG_WORK, seconds], check=False, capture_output=True, text=True, timeout=120
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_values_asked_for_by_many_threads() -> None:
    solution = sk.solve(sk.MuTorere(8))
    positions = list(solution.positions(remoteness=3))
    found: list[list[sk.Value]] = []

    def ask() -> None:
        found.append([solution.value(position) for _ in range(20) for position in positions])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert len(found) == 4
    assert {value.remoteness for values in found for value in values} == {3}


def words_of(member: object) -> str:
    """What a member says, without the signature that is a function's first line."""
    text = member.__doc__ or ""
    return (text.partition("\n")[2] if callable(member) else text).strip()


@pytest.mark.parametrize("kind", [kind for classes in GAME_CLASSES for kind in classes])
def test_every_class_and_what_it_has_says_what_it_is(kind: type) -> None:
    assert kind.__doc__
    for name, member in vars(kind).items():
        if name.startswith("_") or name in ("name", "title", "chance"):
            continue
        assert words_of(member), name


@pytest.mark.parametrize("kind", [kind for classes in GAME_CLASSES for kind in classes])
def test_what_every_game_has_is_described_alike(kind: type) -> None:
    base = kind.__mro__[1]
    shared = {name for name in vars(base) if not name.startswith("_")} & set(vars(kind)) - {"name", "title", "chance"}
    other = {name for name in shared if words_of(getattr(kind, name)) != words_of(getattr(base, name))}
    if "Crazy10s" in kind.__name__:  # chance deals, and plays have no numbers
        assert other <= {"start", "play", "action", "move_of", "action_count", "action_mask", "legal_actions"}
    else:
        assert not other
    assert shared or base is sk.Move
