"""Records: a whole match as one line of JSON.

A record says which game it is, where the match began, and every move; reading plays the match again, so
whatever is read obeys the rules. `schema` is the version of the form: the types below are version 1, and its
JSON Schema lies in `schema/record-1.json`. A later form gets the next number, and older ones stay readable.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any, Final, Literal, cast

import msgspec
from msgspec import Meta, Struct

import spielkern
from spielkern.errors import RecordError, shown
from spielkern.match import Match, Rules

SCHEMA: Final = 1

# A record comes from anywhere, so reading stays cheap whatever it holds. Real matches need far less.
MOST_BYTES = 4 * 1024 * 1024
MOST_MOVES = 100_000

Player = Literal[1, 2]
ShortText = Annotated[str, Meta(max_length=200)]
LongText = Annotated[str, Meta(max_length=4096)]
Seed = Annotated[int, Meta(ge=0, description="below 2^64")]
Occurrence = Annotated[int, Meta(ge=2)]
PlyLimit = Annotated[int, Meta(ge=1)]
OptionValue = bool | int | LongText | Annotated[list[int], Meta(max_length=1000)] | None


class Resigned(Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="resigned"):
    """One player gave up."""

    player: Player


class Agreed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="agreed"):
    """Both players agreed on a draw."""


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """How the match ended; a draw has no winner."""

    winner: Player | None
    reason: ShortText


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """A match of a game of spielkern. What is missing in `options` has the game's default."""

    schema: Literal[1]
    writer: Annotated[str, Meta(max_length=200, description="the program that wrote it, and its version")]
    game: Annotated[str, Meta(max_length=200, description="the game's name, as mu-torere")]
    options: Annotated[dict[ShortText, OptionValue], Meta(max_length=100, description="of the game, by name")]
    start: Annotated[str, Meta(max_length=4096, description="the text of the first position")]
    seed: Annotated[Seed | None, Meta(description="of the match's chance events")]
    repetition: Annotated[Occurrence | None, Meta(description="which occurrence of a position is a draw")]
    max_plies: Annotated[PlyLimit | None, Meta(description="how many plies are a draw")]
    moves: Annotated[list[ShortText], Meta(max_length=MOST_MOVES, description="in the game's notation")]
    end: Annotated[Resigned | Agreed | None, Meta(description="what the players themselves ended the match by")]
    outcome: Annotated[Result | None, Meta(description="null: the match goes on")]


class _Version(Struct):
    schema: Any = None


def plain_options(rules: Any) -> dict[str, OptionValue]:
    """Return the options of rules as JSON has them."""
    return {name: list(v) if isinstance(v, tuple) else v for name, v in rules.options.items()}


def write(match: Match[Any]) -> str:
    """Return the record of `match`."""
    end = match.end
    record = Record(
        schema=SCHEMA,
        writer=f"spielkern {package_version()}",
        game=match.rules.name,
        options=plain_options(match.rules),
        start=str(match.positions[0]),
        seed=match.seed,
        repetition=match.repetition,
        max_plies=match.max_plies,
        moves=[str(move) for move in match.history],
        end=None if end is None else Agreed() if end.player is None else Resigned(cast(Player, end.player)),
        outcome=_result(match),
    )
    text = msgspec.json.encode(record)
    if len(record.moves) > MOST_MOVES or len(text) > MOST_BYTES:
        raise RecordError(f"the match is too long for a record: more than {MOST_MOVES:,} moves or {MOST_BYTES:,} bytes")
    return text.decode()


def read(text: str | bytes, *, rules: Callable[..., Rules[Any]] | None = None) -> Match[Any]:
    """Return the match that a record describes; RecordError if it is not a right one.

    `rules` makes rules from a game's name and options; another engine's can stand for `spielkern.rules`.
    """
    record = decode(text)
    match = _begun(record, spielkern.rules if rules is None else rules)
    for ply, move in enumerate(record.moves, start=1):
        try:
            match.play(move)
        except ValueError as error:
            raise RecordError(f"ply {ply}: {_in_short(str(error))}") from error
    try:
        if isinstance(record.end, Resigned):
            match.resign(record.end.player)
        elif isinstance(record.end, Agreed):
            match.agree_draw()
    except ValueError as error:
        raise RecordError(f"end: {error}") from error
    replayed = _result(match)
    if record.outcome != replayed:
        raise RecordError(f"outcome: the record says {_said(record.outcome)}, but its moves say {_said(replayed)}")
    return match


def decode(text: str | bytes) -> Record:
    """Return the record in `text`, right in form; whether the match is a right one, only `read` finds out."""
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"a record is a str or bytes, not {type(text).__name__}")
    if len(text) > MOST_BYTES:
        raise RecordError(f"the record is too long: more than {MOST_BYTES:,} bytes")
    try:
        found = msgspec.json.decode(text, type=_Version).schema
        # The version first: to a program of today all else in a record of tomorrow is only confusing.
        if isinstance(found, int) and found != SCHEMA:
            raise RecordError(
                f"unknown version of records: schema {_in_short(str(found))}; this spielkern reads {SCHEMA}"
            )
        return msgspec.json.decode(text, type=Record)
    except RecordError:
        raise
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise RecordError(f"not a record: {_in_short(str(error))}") from error


def json_schema() -> str:
    """Return the JSON Schema of records, as it lies in `schema/record-1.json`.

    To write that file again after a change that still reads all records of before:
    `python -c 'from spielkern import records; print(records.json_schema(), end="")' > schema/record-1.json`
    """
    return schema_text(Record, f"spielkern record, schema {SCHEMA}")


def schema_text(form: type[Struct], title: str) -> str:
    """Return the JSON Schema of a type, as a file."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **msgspec.json.schema(form),
    }
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"


def _begun(record: Record, make_rules: Callable[..., Rules[Any]]) -> Match[Any]:
    """Begin the match of the record, without its moves."""
    options = {name: tuple(v) if isinstance(v, list) else v for name, v in record.options.items()}
    try:
        known = make_rules(record.game).options
        for name in options:
            if name not in known:
                raise RecordError(f"{record.game} has no option {shown(name)}; it has {', '.join(known)}")
        rules = make_rules(record.game, **options)
        for name, value in options.items():
            # Python takes True for 1; a record means what it says.
            if type(value) is not type(rules.options[name]):
                raise RecordError(f"{record.game} option {name} cannot be {shown(value)}")
        return Match(rules, record.start, seed=record.seed, repetition=record.repetition, max_plies=record.max_plies)
    except RecordError:
        raise
    except (ValueError, TypeError, OverflowError) as error:
        raise RecordError(f"before the first ply: {_in_short(str(error))}") from error


def _result(match: Match[Any]) -> Result | None:
    outcome = match.outcome
    return None if outcome is None else Result(cast(Player | None, outcome.winner), outcome.reason)


def _said(result: Result | None) -> str:
    if result is None:
        return "that the match goes on"
    return f"{'a draw' if result.winner is None else f'that player {result.winner} wins'} ({result.reason})"


def _in_short(message: str) -> str:
    return message if len(message) <= 500 else f"{message[:497]}..."


@cache
def package_version() -> str:
    """Return the version of spielkern; "0" where it is not installed but run from its folder."""
    try:
        return version("spielkern")
    except PackageNotFoundError:
        return "0"
