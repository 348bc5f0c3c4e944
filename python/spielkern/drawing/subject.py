"""What is to be drawn: a position, what one player may know of it, or a match with its past."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from spielkern.drawing.boards import BOARDS
from spielkern.drawing.picture import Picture, Scene
from spielkern.drawing.words import Words
from spielkern.errors import shown
from spielkern.match import Match


class Subject(NamedTuple):
    """A position to draw and what is known beside it."""

    position: Any
    scene: Scene
    #: How the game or the match ended.
    outcome: Any
    #: None for a game that has no drawing.
    picture: Picture | None

    @property
    def said(self) -> list[str]:
        """The players, one sentence each: what they have, who is on turn, who won."""
        words, outcome = self.scene.words, self.outcome
        said = []
        for seat in () if self.picture is None else self.picture.seats:
            parts = [words("player", player=seat.player), seat.words]
            if outcome is None and self.position.player == seat.player:
                parts.append(words("on turn"))
            elif outcome is not None and outcome.winner in (None, seat.player):
                parts.append(words("won" if outcome.winner else "drawn"))
            said.append(", ".join(part for part in parts if part))
        return said


def subject_of(
    subject: Any,
    player: int | None,
    last: Any,
    owners: tuple[int | None, ...] | None,
    marks: Iterable[str],
    lang: str,
) -> Subject:
    """Look at a Position, a View or a Match; TypeError for anything else."""
    words = Words(lang)
    position, outcome = subject, getattr(subject, "outcome", None)
    if isinstance(subject, Match):
        position = subject.position if player is None else subject.view(player)
        last = subject.history[-1] if last is None and subject.history else last
        owners = subject.owners if owners is None else owners
    elif player is not None and hasattr(subject, "view"):
        position = subject.view(player)
    rules = getattr(position, "rules", None)
    if not hasattr(rules, "name") or not hasattr(position, "player"):
        raise TypeError(f"expected a position, a view or a match, not {shown(subject)}")
    if isinstance(marks, str):
        raise TypeError(f"marks must be names of places, as ('a1', 'b2'), not {shown(marks)}")
    if owners is not None and len(owners) != len(position.closed):
        raise ValueError(f"owners must name an owner for each of {len(position.closed)} boxes, not {len(owners)}")
    scene = Scene(words, None if last is None else str(last).lower(), owners, frozenset(marks))
    draw = BOARDS.get(rules.name)
    return Subject(position, scene, outcome, draw(position, scene) if draw else None)
