"""Rooms on the disk: an SQLite file in which every event is a transaction of its own.

What was committed outlasts a kill and, because every commit is synced, a power cut. The file belongs to one server: a
second one is refused.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from spielkern.errors import SpielkernError

FORMAT: Final = 1

TABLES: Final = """
CREATE TABLE rooms (
  id TEXT PRIMARY KEY,
  game TEXT NOT NULL,
  options TEXT NOT NULL,     -- JSON
  seed TEXT,                 -- decimal: SQLite's integers end at 2^63
  level INTEGER,
  computer INTEGER,          -- the computer's seat
  next TEXT,                 -- the room of the match after this one
  over INTEGER NOT NULL DEFAULT 0,
  touched REAL NOT NULL      -- seconds since 1970
) WITHOUT ROWID;
CREATE TABLE seats (
  room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE,
  seat INTEGER NOT NULL CHECK (seat IN (1, 2)),
  token BLOB NOT NULL,       -- SHA-256 of the token
  PRIMARY KEY (room, seat)
) WITHOUT ROWID;
CREATE TABLE events (
  room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  seat INTEGER NOT NULL,
  move TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (room, number),
  UNIQUE (room, seat, id)    -- a message that comes twice cannot count twice
) WITHOUT ROWID;
CREATE INDEX rooms_touched ON rooms (touched);
"""

Kind = Literal["play", "resign", "draw", "undo"]


class StorageError(SpielkernError, OSError):
    """A file of rooms that cannot be used."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a seat did; `move` is empty unless it is a play."""

    kind: Kind
    seat: int
    id: str
    move: str = ""


@dataclass(slots=True)
class StoredRoom:
    """A room as it lies on the disk."""

    id: str
    game: str
    options: dict[str, Any]
    seed: int | None
    level: int | None = None
    computer: int | None = None
    next: str | None = None
    #: The hash of each seat's token.
    seats: dict[int, bytes] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)


class Storage:
    """The file of a server. Its methods block; one thread at a time may call them."""

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        if not self.path:
            raise StorageError("the file of rooms needs a name; without one SQLite would keep nothing")
        if self.path != ":memory:":
            with contextlib.suppress(OSError):  # it is there already, or SQLite says what is wrong
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL, 0o600))  # it knows what is hidden
        try:
            self._base = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=0.5)
        except sqlite3.Error as error:
            raise StorageError(f"cannot use {self.path} for rooms: {error}") from error
        try:
            # Exclusive: two servers would not know of one another's moves.
            self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
            new = self._is_new()
            self._check()
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = FULL")
            self._base.execute("PRAGMA foreign_keys = ON")
            if new:
                self._make_tables()
        except StorageError:
            self._base.close()
            raise
        except sqlite3.Error as error:
            self._base.close()
            busy = "another server has it open" if "locked" in str(error) else str(error)
            raise StorageError(f"cannot use {self.path} for rooms: {busy}") from error

    def _is_new(self) -> bool:
        """Whether the file is empty; StorageError, and nothing changed in it, if it is no file of ours."""
        (found,) = self._base.execute("PRAGMA user_version").fetchone()
        (tables,) = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if found == 0 and tables:
            raise StorageError(f"cannot use {self.path} for rooms: it is a database of something else")
        if found not in (0, FORMAT):
            raise StorageError(f"{self.path} has rooms of format {found}; this spielkern reads format {FORMAT}")
        return bool(found == 0)

    def _check(self) -> None:
        """StorageError for a damaged file: reading it may take for ever, and writing would spoil what is left."""
        (found,) = self._base.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise StorageError(f"{self.path} is damaged: {' '.join(found.split())}")

    def _make_tables(self) -> None:
        with self._transaction():
            for statement in TABLES.split(";"):
                self._base.execute(statement)
            self._base.execute(f"PRAGMA user_version = {FORMAT}")

    def _transaction(self) -> _Transaction:
        return _Transaction(self._base)

    def add_room(self, room: StoredRoom) -> None:
        """Keep a new room; as the match after another one, that one leads to it from now on."""
        with self._transaction():
            self._add_room(room)

    def add_next_room(self, room: StoredRoom, before: str) -> None:
        """Keep a new room as the one after the room `before`."""
        with self._transaction():
            self._add_room(room)
            self._base.execute("UPDATE rooms SET next = ? WHERE id = ?", (room.id, before))

    def _add_room(self, room: StoredRoom) -> None:
        seed = None if room.seed is None else str(room.seed)
        self._base.execute(
            "INSERT INTO rooms (id, game, options, seed, level, computer, touched) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (room.id, room.game, json.dumps(room.options), seed, room.level, room.computer, time.time()),
        )
        for seat, token in room.seats.items():
            self._add_seat(room.id, seat, token)

    def add_seat(self, room: str, seat: int, token: bytes) -> None:
        """Keep that a seat is taken."""
        with self._transaction():
            self._add_seat(room, seat, token)

    def _add_seat(self, room: str, seat: int, token: bytes) -> None:
        self._base.execute("INSERT INTO seats (room, seat, token) VALUES (?, ?, ?)", (room, seat, token))

    def add_event(self, room: str, number: int, event: Event, over: bool) -> None:
        """Keep the event with this number, and whether the match is over after it."""
        with self._transaction():
            self._base.execute(
                "INSERT INTO events (room, number, kind, seat, move, id) VALUES (?, ?, ?, ?, ?, ?)",
                (room, number, event.kind, event.seat, event.move, event.id),
            )
            self._base.execute("UPDATE rooms SET over = ?, touched = ? WHERE id = ?", (over, time.time(), room))

    def room(self, name: str) -> StoredRoom | None:
        """Read a room; None if there is none of this name."""
        row = self._base.execute(
            "SELECT id, game, options, seed, level, computer, next FROM rooms WHERE id = ?", (name,)
        ).fetchone()
        if row is None:
            return None
        found, game, options, seed, level, computer, following = row
        seats = self._base.execute("SELECT seat, token FROM seats WHERE room = ?", (name,)).fetchall()
        events = self._base.execute(
            "SELECT kind, seat, id, move FROM events WHERE room = ? ORDER BY number", (name,)
        ).fetchall()
        return StoredRoom(
            found,
            game,
            json.loads(options),
            None if seed is None else int(seed),
            level,
            computer,
            following,
            dict(seats),
            [Event(*each) for each in events],
        )

    def count(self) -> int:
        """How many rooms there are."""
        (number,) = self._base.execute("SELECT count(*) FROM rooms").fetchone()
        return int(number)

    def expired(self, room_days: float, finished_days: float) -> list[str]:
        """Names of the rooms in which nothing has happened for so many days."""
        now = time.time()
        day = 24 * 60 * 60
        rows = self._base.execute(
            "SELECT id FROM rooms WHERE touched < ? OR (over AND touched < ?)",
            (now - room_days * day, now - finished_days * day),
        ).fetchall()
        return [name for (name,) in rows]

    def remove(self, names: list[str]) -> None:
        """Forget rooms."""
        with self._transaction():
            self._base.executemany("DELETE FROM rooms WHERE id = ?", [(name,) for name in names])

    def close(self) -> None:
        """Close the file."""
        self._base.close()


class _Transaction:
    """All or nothing, and on the disk once the block ends."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base

    def __enter__(self) -> None:
        self._base.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            try:
                self._base.execute("COMMIT")
                return
            except sqlite3.Error:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise
        if self._base.in_transaction:
            self._base.execute("ROLLBACK")
