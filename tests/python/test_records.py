"""Records: what is written is read again, and what never happened is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

import spielkern as sk
from spielkern import records, reference

OLD = Path(__file__).parent.parent / "data" / "records"
SHIPPED = Path(records.__file__).parent / "schema" / f"record-{records.SCHEMA}.json"


def a_match() -> Any:
    match = sk.Match(sk.MuTorere(), seed=2**64 - 1)
    for move in ("1-c", "8-1", "c-8"):
        match.play(move)
    return match


def a_record(**changes: Any) -> str:
    return json.dumps(json.loads(a_match().to_json()) | changes)


def matches() -> list[Any]:
    resigned = a_match()
    resigned.resign(1)
    agreed = sk.Match(sk.Nim((7, 1), misere=True), "5,1 2", repetition=2, max_plies=9)
    agreed.agree_draw()
    over = sk.Match(sk.Nim((1,)))
    over.play("1:1")
    drawn = sk.Match(sk.MuTorere(ring=6, entry="opening", opening_plies=3), max_plies=1)
    drawn.play("1-c")
    return [a_match(), resigned, agreed, over, drawn, sk.Match(sk.Nim())]


@pytest.mark.parametrize("match", matches(), ids=repr)
def test_what_is_written_is_read_again(match: Any) -> None:
    text = match.to_json()
    again = sk.Match.from_json(text)
    assert again == match
    assert again.outcome == match.outcome
    assert again.to_json() == text
    assert sk.Match.from_json(text.encode()) == match
    jsonschema.validate(json.loads(text), json.loads(SHIPPED.read_text()))


def test_a_record_is_one_readable_line() -> None:
    assert json.loads(a_match().to_json()) == {
        "schema": 1,
        "writer": f"spielkern {records.package_version()}",
        "game": "mu-torere",
        "options": {"ring": 8, "entry": "always", "opening_plies": 4},
        "start": "11112222/. 1",
        "seed": 2**64 - 1,
        "repetition": 3,
        "max_plies": 120,
        "moves": ["1-c", "8-1", "c-8"],
        "end": None,
        "outcome": None,
    }
    assert "\n" not in a_match().to_json()


def test_the_reference_reads_and_writes_the_same() -> None:
    plain = sk.Match.from_json(a_record(), rules=reference.rules)
    assert isinstance(plain.rules, reference.MuTorere)
    assert plain.to_json() == a_match().to_json()


@pytest.mark.parametrize("path", sorted(OLD.glob("*.json")), ids=lambda path: path.stem)
def test_old_records_stay_readable(path: Path) -> None:
    """One record of every game and every version; none of these files may ever change."""
    match = sk.Match.from_json(path.read_bytes())
    old = json.loads(path.read_text())
    assert [str(move) for move in match.history] == old["moves"]
    assert match.outcome is not None
    assert {"winner": match.outcome.winner, "reason": match.outcome.reason} == old["outcome"]


def test_there_is_an_old_record_of_every_game() -> None:
    games = {json.loads(path.read_text())["game"] for path in OLD.glob("*-1.json")}
    assert games == set(sk.games())


def test_the_shipped_schema_is_what_the_types_say() -> None:
    assert json.loads(SHIPPED.read_text()) == json.loads(records.json_schema())


def test_missing_options_have_their_defaults() -> None:
    """So that an option that a game gets later does not make its records of today unreadable."""
    assert sk.Match.from_json(a_record(options={})) == a_match()


def refusal(text: str | bytes) -> str:
    with pytest.raises(sk.RecordError) as caught:
        sk.Match.from_json(text)
    assert isinstance(caught.value, ValueError)
    assert len(str(caught.value)) < 1000
    return str(caught.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"schema": 2}, "unknown version of records: schema 2; this spielkern reads 1"),
        ({"schema": 10**400}, "unknown version of records"),
        ({"schema": 2, "players": ["a", "b"]}, "unknown version"),
        ({"schema": "1"}, "schema"),
        ({"schema": None}, "schema"),
        ({"schema": True}, "schema"),
        ({"game": "chess"}, "chess"),
        ({"game": 3}, "game"),
        ({"options": {"ring": 7}}, "ring"),
        ({"options": {"ring": True}}, "ring"),
        ({"options": {"ring": 8.0}}, "options"),
        ({"options": {"ring": [8]}}, "ring"),
        ({"options": {"ring": 10**300}}, "ring"),
        ({"options": {"heaps": [3]}}, "mu-torere has no option 'heaps'; it has ring, entry, opening_plies"),
        ({"options": {"self": 8}}, "no option 'self'"),
        ({"options": {"name": 8}}, "no option 'name'"),
        ({"game": "nim", "options": {"misere": 1}}, "misere"),
        ({"game": "nim", "options": {"heaps": list(range(1, 2000))}}, "options"),
        ({"start": "1111222/. 1"}, "character"),
        ({"start": "1" * 5000}, "start"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"repetition": 1}, "repetition"),
        ({"repetition": 2**63}, "repetition"),
        ({"max_plies": 0}, "max_plies"),
        ({"moves": ["1-c", "8-1", "2-c"]}, "ply 3: .*2-c"),
        ({"moves": ["1-c", "8-z"]}, "ply 2: .*8-z"),
        ({"moves": ["1-c" * 100]}, "moves"),
        ({"moves": "1-c"}, "moves"),
        ({"max_plies": 2}, r"ply 3: .*over \(2 plies\)"),
        ({"end": {"by": "resigned"}}, "player"),
        ({"end": {"by": "resigned", "player": 3}}, "player"),
        ({"end": {"by": "agreed", "player": 1}}, "player"),
        ({"end": {"by": "death"}}, "death"),
        (
            {"end": {"by": "resigned", "player": 1}},
            "outcome: the record says that the match goes on, .*player 2 wins",
        ),
        ({"max_plies": 3, "end": {"by": "agreed"}}, r"end: .*over \(3 plies\)"),
        (
            {"outcome": {"winner": 1, "reason": "no moves left"}},
            "outcome: the record says that player 1 wins",
        ),
        ({"max_plies": 3, "outcome": {"winner": 1, "reason": "3 plies"}}, "outcome"),
        (
            {"max_plies": 3, "outcome": {"winner": None, "reason": "4 plies"}},
            r"a draw \(4 plies\).* a draw \(3 plies\)",
        ),
        ({"comment": "hello"}, "comment"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_wrong_records_are_refused(changes: dict[str, Any], message: str) -> None:
    assert re.search(message, refusal(a_record(**changes)))


@pytest.mark.parametrize("field", json.loads(a_record()))
def test_every_field_is_needed(field: str) -> None:
    record = json.loads(a_record())
    del record[field]
    assert "not a record" in refusal(json.dumps(record))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "[]",
        "null",
        "1",
        '"x"',
        "\ud800",
        b"\xff\xfe",
        b"\x00",
        '{"schema":1}',
        '{"schema":1e999}',
    ],
    ids=repr,
)
def test_what_is_no_record_at_all(text: str | bytes) -> None:
    assert refusal(text).startswith("not a record: ")


def test_other_types_are_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError):
        sk.Match.from_json(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 1_000_000,
        '{"schema":' * 100_000,
        '{"schema":1,"moves":' + "[" * 1_000_000,
        '{"schema":' + "9" * 1_000_000 + "}",
        " " * (records.MOST_BYTES + 1),
        a_record(moves=["1-c"] * (records.MOST_MOVES + 1)),
        a_record(options={"x" * 1000: 1}),
        a_record(options={str(i): i for i in range(10_000)}),
        a_record(writer="x" * 1_000_000),
        a_record(game="nim", options={"heaps": [2**62]}, start=f"{2**62} 1", moves=["1:1"] * 100_001),
    ],
    ids=range(10),
)
def test_hostile_records_are_refused(text: str) -> None:
    refusal(text)  # well within a second; a reader that hangs would stop the tests


def test_a_record_may_be_long_but_not_too_long() -> None:
    match = sk.Match(sk.Nim((2**62,)))
    for _ in range(records.MOST_MOVES):
        match.play("1:1")
    assert sk.Match.from_json(match.to_json()) == match
    match.play("1:1")
    with pytest.raises(sk.RecordError, match="too long"):
        match.to_json()
