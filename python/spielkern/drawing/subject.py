"""What is to be drawn: a position, what one player may know of it, or a match with its past."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from spielkern.drawing.boards import BOARDS, crazy10s
from spielkern.drawing.picture import Picture, Scene, Seat
from spielkern.errors import shown
from spielkern.match import Match
from spielkern.puzzle import DailyPuzzle


class Subject(NamedTuple):
    """A position to draw and what is known beside it."""

    position: Any
    scene: Scene
    #: How the game or the match ended.
    outcome: Any
    #: None for a game that has no drawing.
    picture: Picture | None

    @property
    def on_turn(self) -> int | None:
        """The player on turn; None at the end, and of a puzzle."""
        return None if self.outcome is not None else getattr(self.position, "player", None)

    def said(self, seat: Seat, held: bool = True) -> str:
        """What a player has (on the rack too, if `held`), whether on turn, whether the winner."""
        words, outcome = self.scene.words, self.outcome
        name = words("player", player=seat.player) if seat.player else ""
        parts = [name, seat.words, seat.held if held else ""]
        if self.on_turn == seat.player:
            parts.append(words("on turn"))
        elif outcome is not None and outcome.winner in (None, seat.player):
            parts.append(words("won" if outcome.winner else "drawn"))
        return ", ".join(part for part in parts if part)

    def told(self, all_seats: bool = True) -> list[str]:
        """Say what a picture shows beside the board and marks on it; of all players, or of those who have something."""
        if self.picture is None:
            return []
        seats = [seat for seat in self.picture.seats if all_seats or seat.words or seat.held]
        return [*map(self.said, seats), *self.picture.notes, *self._marked(self.picture)]

    def last_said(self) -> Iterator[str]:
        """Say what the last ply was, if there is one."""
        words, last = self.scene.words, self.scene.last
        if not last:
            return
        hidden = re.fullmatch("swap ([0-9*]+)", last)  # only how many tiles is known to everybody
        move = words.count("swap", len(hidden[1])) if hidden else words("pass") if last == "pass" else last
        yield words("last", move=move)

    def _marked(self, picture: Picture) -> Iterator[str]:
        """Say in words what is marked: the last ply, where somebody can win, boxes to be had."""
        words = self.scene.words
        yield from self.last_said()
        for state, name in (("threat1", "wins at 1"), ("threat2", "wins at 2"), ("open", "boxes to take")):
            places = [place.at for place in picture.places if state in place.states]
            if places:
                yield words(name, places=", ".join(places))


def subject_of(subject: Any, player: int | None, scene: Scene) -> Subject:
    """Look at a Position, a View, a Match or a DailyPuzzle, as `player` may; TypeError for anything else."""
    if player is not None and (isinstance(player, bool) or player not in (1, 2)):
        raise ValueError(f"player must be 1, 2 or None, not {shown(player)}")
    if isinstance(subject, DailyPuzzle):
        return puzzle_subject(subject, scene)
    position, outcome = subject, getattr(subject, "outcome", None)
    owners = scene.owners
    if isinstance(subject, Match):
        position = subject.position
        if scene.last is None and subject.history:
            scene = replace(scene, last=str(subject.history[-1]))
        owners = subject.owners if owners is None else owners
    rules = getattr(position, "rules", None)
    if rules is None or not hasattr(rules, "name") or not hasattr(position, "player"):
        raise TypeError(f"expected a position, a view, a match or a puzzle, not {shown(subject)}")
    if player is not None and player != getattr(position, "viewer", player):
        raise ValueError(f"this is what player {position.viewer} may know, not player {player}")
    if player is not None and hasattr(position, "view"):
        position = position.view(player)
    boxes = len(getattr(position, "closed", ()))
    if owners is not None and (len(owners) != boxes or any(owner not in (0, 1, 2, None) for owner in owners)):
        raise ValueError(f"owners must be the owners of all boxes, not {shown(owners)}")
    scene = replace(_readable(scene, rules), owners=owners)
    draw = BOARDS.get(rules.name)
    return Subject(position, scene, outcome, draw(position, scene) if draw else None)


def puzzle_subject(puzzle: DailyPuzzle, scene: Scene) -> Subject:
    """Look at the puzzle of a day: a board and a rack, and nobody to play against."""
    scene = _readable(scene, puzzle.rules)
    return Subject(puzzle, scene, None, crazy10s.puzzle_picture(puzzle.board, puzzle.rack, puzzle.layout, scene))


def _readable(scene: Scene, rules: Any) -> Scene:
    """Return the scene with the last ply as the game writes it. NotationError for what is no move there."""
    return replace(scene, last=str(rules.move(scene.last))) if scene.last else scene
