"""The daily puzzle: a board of Crazy10s, a layout and a rack, and the question which play scores most.

A date has the same puzzle everywhere and for ever; `VERSION` would grow with another way to make puzzles.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Any

from spielkern import _core
from spielkern._core import Crazy10s, Crazy10sMove, Crazy10sView
from spielkern.errors import RulesError, shown

VERSION = 1


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """What an answer to a puzzle is worth."""

    #: The play as it was understood.
    move: Crazy10sMove
    #: What it scores; None if it cannot be played.
    score: int | None
    #: What the best play scores.
    best_score: int
    #: Why it cannot be played; None if it can.
    why_illegal: str | None

    @property
    def missing(self) -> int | None:
        """How many points it is away from the best; None if it cannot be played."""
        return None if self.score is None else self.best_score - self.score

    @property
    def solved(self) -> bool:
        """Whether it is the best play."""
        return self.missing == 0


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of a date. Its `str` is its text: board, rack, layout."""

    date: datetime.date
    rules: Crazy10s
    board: str
    rack: str
    #: The only play that scores `best_score`; kept out of `repr`.
    best: Crazy10sMove = field(repr=False)
    best_score: int = field(repr=False)

    @property
    def layout(self) -> str:
        """The bonus squares."""
        return self.rules.layout

    @property
    def view(self) -> Crazy10sView:
        """The board and the rack to study."""
        return self.rules.board(self.board, self.rack)

    def check(self, answer: Crazy10sMove | str) -> PuzzleAnswer:
        """Judge an answer, a play or its text. NotationError for a text that is no move."""
        move = self.rules.move(answer) if isinstance(answer, str) else answer
        why = self.view.why_illegal(move)
        if why is None and move.kind != "play":
            why = "an answer lays tiles"
        return PuzzleAnswer(move, None if why else self.view.score(move), self.best_score, why)

    def svg(self, **options: Any) -> str:
        """Draw the board and the rack, with the options that `spielkern.drawing.svg` has."""
        from spielkern import drawing  # noqa: PLC0415 - most programs draw nothing

        return drawing.svg(self, **options)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return f"{self.board} {self.rack} {self.layout}"


def daily_puzzle(date: datetime.date | str | None = None) -> DailyPuzzle:
    """Return the puzzle of a date (default: today in UTC), a `datetime.date` or its text as "2026-11-30"."""
    if date is None:
        date = datetime.datetime.now(datetime.UTC).date()
    elif isinstance(date, str):
        text = date
        try:
            date = datetime.date.fromisoformat(text)
        except ValueError:
            date = None
        if date is None or date.isoformat() != text:
            raise RulesError(f"a date is written as 2026-11-30, not {shown(text)}")
    elif isinstance(date, datetime.datetime):
        time = date
        try:
            date = time.astimezone(datetime.UTC).date()
        except (OverflowError, ValueError):
            raise RulesError(f"a date lies from year 1 to 9999, in UTC too, unlike {shown(time)}") from None
    elif not isinstance(date, datetime.date):
        raise TypeError(f"date must be a date, its text or None, not {shown(date)}")
    number = date.year * 10_000 + date.month * 100 + date.day
    rules, board, rack, best, best_score = _core._crazy10s_puzzle(number)
    return DailyPuzzle(date, rules, board, rack, best, best_score)
