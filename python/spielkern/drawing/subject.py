"""What is to be drawn: a position, what one player may know of it, or a match with its past."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from spielkern.drawing.boards import BOARDS
from spielkern.drawing.picture import Picture, Scene, Seat
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

    def said(self, seat: Seat, held: bool = True) -> str:
        """What a player has (on the rack too, if `held`), whether on turn, whether the winner."""
        words, outcome = self.scene.words, self.outcome
        parts = [words("player", player=seat.player), seat.words, seat.held if held else ""]
        if outcome is None and self.position.player == seat.player:
            parts.append(words("on turn"))
        elif outcome is not None and outcome.winner in (None, seat.player):
            parts.append(words("won" if outcome.winner else "drawn"))
        return ", ".join(part for part in parts if part)

    def told(self) -> list[str]:
        """Say of both players what there is to say, and what belongs to neither."""
        return [] if self.picture is None else [*map(self.said, self.picture.seats), *self.picture.notes]


def subject_of(subject: Any, player: int | None, scene: Scene) -> Subject:
    """Look at a Position, a View or a Match, as `player` may; TypeError for anything else."""
    if player is not None and (isinstance(player, bool) or player not in (1, 2)):
        raise ValueError(f"player must be 1, 2 or None, not {shown(player)}")
    position, outcome = subject, getattr(subject, "outcome", None)
    last, owners = scene.last, scene.owners
    if isinstance(subject, Match):
        position = subject.position
        last = str(subject.history[-1]) if last is None and subject.history else last
        owners = subject.owners if owners is None else owners
    rules = getattr(position, "rules", None)
    if rules is None or not hasattr(rules, "name") or not hasattr(position, "player"):
        raise TypeError(f"expected a position, a view or a match, not {shown(subject)}")
    if player is not None and player != getattr(position, "viewer", player):
        raise ValueError(f"this is what player {position.viewer} may know, not player {player}")
    if player is not None and hasattr(position, "view"):
        position = position.view(player)
    if owners is not None and len(owners) != len(getattr(position, "closed", ())):
        raise ValueError(f"owners must be the owners of all boxes, not {shown(owners)}")
    scene = replace(scene, last=last, owners=owners)
    draw = BOARDS.get(rules.name)
    return Subject(position, scene, outcome, draw(position, scene) if draw else None)
