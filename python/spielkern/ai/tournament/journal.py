"""The file of an arena: what is played is in it, line by line, so that an arena goes on where it was ended.

The first line says what is played, each further one is a match (`matches.Played`). Matches come in the order in which
they end. A line that a kill cut short is dropped; all others were on the disk before the next one was written.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, Self

import msgspec
from msgspec import Struct

from spielkern.ai.specification import Entrant
from spielkern.ai.tournament.matches import Played
from spielkern.ai.tournament.schedule import Schedule
from spielkern.errors import RecordError, shown
from spielkern.match import Match
from spielkern.records import OptionValue, package_version, plain_options

SCHEMA: Final = 1


class PlayerBudget(Struct, frozen=True, forbid_unknown_fields=True):
    """A player and what it may spend on a move."""

    name: str
    seconds: float | None
    nodes: int | None
    depth: int | None

    @classmethod
    def of(cls, entrant: Entrant) -> Self:
        """What an arena's file says of a player."""
        budget = entrant.budget
        return cls(entrant.name, budget.seconds, budget.nodes, budget.depth)


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """What an arena plays; how many matches of it is not said."""

    arena: Literal[1]
    writer: str
    game: str
    options: dict[str, OptionValue]
    players: list[PlayerBudget]
    seed: int
    random_plies: int
    repetition: int | None
    max_plies: int | None
    grace: float


class _Version(Struct):
    arena: Any = None


def head_of(schedule: Schedule) -> Head:
    """What the first line says of a schedule."""
    rules = schedule.rules
    return Head(
        arena=SCHEMA,
        writer=f"spielkern {package_version()}",
        game=rules.name,
        options=plain_options(rules),
        players=[PlayerBudget.of(each) for each in schedule.entrants],
        seed=schedule.seed,
        random_plies=schedule.random_plies,
        repetition=schedule.repetition,
        max_plies=schedule.max_plies,
        grace=schedule.grace,
    )


class Journal:
    """An arena's file, open for more matches."""

    def __init__(self, path: str | os.PathLike[str], schedule: Schedule) -> None:
        self.path = Path(path)
        self.file: BinaryIO = self.path.open("a+b")
        try:
            _lock(self.file, self.path)
            self.played = self._read(schedule)
        except BaseException:
            self.file.close()
            raise

    def append(self, played: Played) -> None:
        """Add a match; once this returns it is on the disk."""
        self._write(played)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def _read(self, schedule: Schedule) -> dict[int, Played]:
        """The matches that are in the file; a new file gets its first line."""
        self.file.seek(0)
        text = self.file.read()
        whole = text.rfind(b"\n") + 1
        head = head_of(schedule)
        if not whole:
            # Nothing, or a first line cut short: but not anything else that was there before.
            start = msgspec.json.encode(head)[:9]
            if text[:9] != start[: len(text)]:
                raise RecordError(f"{self.path} is no file of an arena")
            self.file.truncate(0)
            self._write(head)
            return {}
        lines = text[:whole].split(b"\n")[:-1]
        self._compare(lines[0], head)
        played: dict[int, Played] = {}
        for place, line in enumerate(lines[1:], start=2):
            match = self._match(line, place, schedule)
            played.setdefault(match.number, match)
        if whole < len(text):
            self.file.truncate(whole)
        return played

    def _compare(self, line: bytes, head: Head) -> None:
        try:
            version = msgspec.json.decode(line, type=_Version).arena
            if isinstance(version, int) and version != SCHEMA:
                raise RecordError(
                    f"{self.path} is of a later version (arena {shown(version)}); this spielkern reads {SCHEMA}"
                )
            found = msgspec.json.decode(line, type=Head)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            if isinstance(error, RecordError):
                raise
            raise RecordError(f"{self.path} is no file of an arena: {error}") from None
        for name in Head.__struct_fields__:
            theirs, ours = getattr(found, name), getattr(head, name)
            if name != "writer" and theirs != ours:
                raise RecordError(
                    f"{self.path} is of another arena: its {name} is {_plain(theirs)}, not {_plain(ours)}; "
                    f"choose another file"
                )

    def _match(self, line: bytes, place: int, schedule: Schedule) -> Played:
        try:
            match = msgspec.json.decode(line, type=Played)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise RecordError(f"{self.path}, line {place}: not a match of an arena: {error}") from None
        first, second = schedule.seats(match.number)
        names = (schedule.entrants[first].name, schedule.entrants[second].name)
        outcome = match.record.outcome
        score = None if outcome is None else {None: 0.5, 1: 1.0, 2: 0.0}[outcome.winner]
        if match.players != names:
            raise RecordError(
                f"{self.path}, line {place}: match {match.number} is {' - '.join(names)}, "
                f"not {' - '.join(match.players)}"
            )
        if match.score != score:
            raise RecordError(f"{self.path}, line {place}: the score is {match.score}, but by the record {score}")
        rules = schedule.rules
        if (match.record.game, match.record.options) != (rules.name, plain_options(rules)):
            raise RecordError(f"{self.path}, line {place}: the record is of other rules than {rules}")
        try:
            Match.from_json(msgspec.json.encode(match.record))
        except RecordError as error:
            raise RecordError(f"{self.path}, line {place}: {error}") from None
        return match

    def _write(self, value: Played | Head) -> None:
        self.file.write(msgspec.json.encode(value) + b"\n")
        self.file.flush()
        os.fsync(self.file.fileno())


def _plain(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 200 else f"{text[:197]}..."


def _lock(file: BinaryIO, path: Path) -> None:
    """Refuse a file that another arena is writing, where the system can tell."""
    try:
        import fcntl  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RecordError(f"{path} is being written by another arena") from None
    except OSError:
        pass  # a file system without locks
