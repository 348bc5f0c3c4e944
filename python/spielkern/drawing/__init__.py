"""Pictures of positions, matches and of what the engine finds: SVG and text, without any dependency."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal

from spielkern.drawing.board_svg import board_svg
from spielkern.drawing.board_text import board_lines
from spielkern.drawing.course import course_svg
from spielkern.drawing.histogram import histogram_svg
from spielkern.drawing.picture import Scene
from spielkern.drawing.subject import subject_of
from spielkern.drawing.words import LANGUAGES, Words
from spielkern.errors import RulesError, shown

__all__ = ["LANGUAGES", "course_svg", "histogram_svg", "svg", "text"]

WIDTH = 79  # of what is said in a terminal


def svg(
    subject: Any,
    *,
    player: int | None = None,
    last: Any = None,
    owners: tuple[int | None, ...] | None = None,
    marks: Iterable[str] = (),
    interactive: bool = False,
    lang: str = "en",
    theme: Literal["auto", "light", "dark"] = "auto",
    title: str | None = None,
    beside: bool = True,
) -> str:
    """Draw a Position, View, Match or DailyPuzzle as an SVG that stands alone: no scripts, nothing from elsewhere.

    A match brings its last ply and the owners of its boxes; for a position `last` (a move or its text, "" for none) and
    `owners` (as `Match.owners`) can be given. With `player` it shows what that player may know. `marks` are names of
    places to mark (`a1`, `c`, `1:2`, `a1b1`); what is not on the board is not marked. `interactive` makes an element of
    class `place` of everything a person can click on, with its name as `data-at`, for the keyboard and for screen
    readers too. `lang` is "en" or "de"; the theme "auto" follows the reader's. Without `beside` there is the board
    alone, and not what the players have. TypeError for a wrong subject, ValueError for a wrong language or theme,
    NotationError for a `last` that is no move of the game, RulesError for a game that has no drawing.
    """
    if isinstance(marks, str):
        raise TypeError(f"marks must be names of places, as ('a1', 'b2'), not {shown(marks)}")
    scene = Scene(Words(lang), None if last is None else str(last), owners, frozenset(marks))
    found = subject_of(subject, player, scene)
    if found.picture is None:
        raise RulesError(f"there is no drawing of {found.position.rules.name}")
    if not beside:
        found = found._replace(picture=replace(found.picture, seats=(), notes=()))
    assert found.picture is not None
    return board_svg(found, found.picture, interactive, theme, title)


def text(subject: Any, *, player: int | None = None, lang: str = "en") -> str:
    """Draw the same for a terminal: the board in ASCII, the players, and the text of the position.

    A game that has no drawing is shown by its text alone.
    """
    found = subject_of(subject, player, Scene(Words(lang)))
    lines = [] if found.picture is None else board_lines(found.picture)
    for said in found.told(all_seats=False):
        lines += textwrap.wrap(said, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    return "\n".join([*lines, f"  {found.position}"])
