"""A picture: what there is to see of a position, before anybody has decided what it is drawn with.

`boards` makes pictures, one module for each game; `board_svg` and `board_text` draw them. A spot has its place in both:
`x` and `y` in the units of an SVG, `col` and `row` in characters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from spielkern.drawing.words import Words


class Spot(NamedTuple):
    """Where something is."""

    x: float
    y: float
    col: int
    row: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the board itself."""

    start: Spot
    end: Spot
    role: Literal["strong", "fine"] = "strong"
    #: The radius of an arc, clockwise; 0: straight.
    bend: float = 0.0
    only: Literal["svg", "text"] | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """A name at the rim of the board; `only` says which of the two drawings has it, if not both."""

    spot: Spot
    text: str
    only: Literal["svg", "text"] | None = None


#: What a place can be besides what stands on it: moved to or drawn by the last ply, moved from, taken by it, a box that
#: can be closed, a point where player 1 or 2 can win with the next ply, a point that has won, marked by the caller.
State = Literal["last", "from", "taken", "open", "threat1", "threat2", "won", "marked"]


@dataclass(frozen=True, slots=True)
class Place:
    """One point, edge, box, square or object, and what stands there."""

    at: str
    kind: Literal["point", "edge", "box", "square", "object", "more"]
    spot: Spot
    #: What the terminal shows.
    sign: str
    #: What a screen reader says.
    words: str
    #: Where an edge ends.
    end: Spot | None = None
    #: Whose it is; 0: nobody's.
    player: int = 0
    #: How many stones stand there; of an edge 1 once it is drawn, of a box once it is closed.
    height: int = 0
    #: What is written there: a digit, a bonus, how many objects are not shown one by one.
    text: str = ""
    joker: bool = False
    states: frozenset[State] = frozenset()
    #: A person can click on it, and it has a name in notation.
    open: bool = True


@dataclass(frozen=True, slots=True)
class Seat:
    """What is said of a player beside the board."""

    player: int
    words: str = ""
    #: The same of the rack, which a picture shows.
    held: str = ""
    #: The tiles on the rack; None: there is no rack, or it is hidden.
    tiles: str | None = None
    #: How many tiles are hidden.
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class Picture:
    """A board of `width` x `height` with everything on it, in the order in which it is painted."""

    width: float
    height: float
    places: tuple[Place, ...]
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()
    seats: tuple[Seat, ...] = (Seat(1), Seat(2))
    notes: tuple[str, ...] = ()
    #: The board in words; None: what the places say of themselves.
    told: tuple[str, ...] | None = None
    #: How much room a place has, in the units of an SVG.
    unit: float = 40.0
    #: How large labels are: on a wide board larger, for it is drawn small on a phone.
    lettering: Literal["small", "medium", "large"] = "small"


#: Where somebody can win with the next ply, and who.
Threats = Collection[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Scene:
    """What a board is told besides the position."""

    words: Words
    #: The text of the last ply.
    last: str | None = None
    #: Who owns the boxes, as `Match.owners` has it.
    owners: tuple[int | None, ...] | None = None
    marks: frozenset[str] = field(default_factory=frozenset)

    def states(self, at: str, threats: Threats = (), **states: bool) -> frozenset[State]:
        """Return the states of a place, threats and the caller's mark included."""
        found: list[Any] = [name for name, holds in states.items() if holds]
        found += [f"threat{winner}" for place, winner in threats if place == at]
        found += ["marked"] if at in self.marks else []
        return frozenset(found)

    def threatened(self, at: str, threats: Threats) -> str:
        """Say who can win at a place; "" for nobody."""
        winners = sorted(winner for place, winner in threats if place == at)
        return "".join(", " + self.words("wins there", player=winner) for winner in winners)


def winning_plies(position: Any) -> Iterator[tuple[Any, Any]]:
    """Find the plies with which the player on turn wins at once, and the positions after them."""
    for move in position.moves():
        after = position.play(move)
        if after.outcome is not None and after.outcome.winner == position.player:
            yield move, after


def other_on_turn(position: Any) -> Any:
    """The same with the other player on turn; None where that cannot be, and at the end."""
    if position.outcome is not None:
        return None
    board, player, *rest = str(position).split(" ")
    try:
        return position.rules.position(" ".join([board, str(3 - int(player)), *rest]))
    except ValueError:
        return None
