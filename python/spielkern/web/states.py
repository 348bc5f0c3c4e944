"""What a seat, or somebody who watches, may see of a room. Nothing hidden leaves the server but through here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from spielkern.errors import RulesError
from spielkern.web.pictures import picture
from spielkern.web.protocol import Ending, Language, Ply, State
from spielkern.web.room import SEATS, Room, points_of

#: More moves are not listed: then the server judges what a player composes.
MOST_MOVES: Final = 2000


#: Boards that are drawn already, by who sees them and the language.
Boards = dict[tuple[int | None, Language], str]


def state(room: Room, seat: int | None, lang: Language, boards: Boards) -> State:
    """Return all that `seat` (None: who watches) may know of the room.

    `boards` keeps drawings for as long as the room stays as it is.
    """
    match = room.match
    outcome = match.outcome
    ending = None
    if outcome is not None:
        ending = Ending(outcome.winner, outcome.reason, None if match.end is None else match.end.player)
    taken = tuple(each in room.stored.seats or each == room.computer for each in SEATS)
    return State(
        room=room.name,
        number=room.number,
        game=room.stored.game,
        options=room.stored.options,
        level=room.stored.level,
        computer=room.computer,
        seat=seat,
        taken=(taken[0], taken[1]),
        player=match.player,
        board=_board(room, seat, lang, boards),
        moves=_moves(room, seat),
        history=_history(room, seat),
        ending=ending,
        offer=room.offer,
        can_undo=room.can_undo(seat),
        occurrences=match.occurrences(),
        next=room.stored.next,
        **_counts(room, seat),
    )


@dataclass(frozen=True, slots=True)
class PublicView:
    """What those who watch may know of a position with hidden racks, as drawings want it."""

    rules: Any
    player: int
    board: str
    scores: tuple[int, int]
    rack_sizes: tuple[int, int]
    bag_size: int
    scoreless: int
    racks: tuple[None, None] = (None, None)
    outcome: None = None

    @classmethod
    def of(cls, position: Any) -> PublicView:
        """Leave out of a position what is hidden."""
        names = ("rules", "player", "board", "scores", "rack_sizes", "bag_size", "scoreless")
        return cls(*(getattr(position, name) for name in names))

    def __str__(self) -> str:
        racks = "|".join(f"?{size}" if size else "-" for size in self.rack_sizes)
        bag = f"?{self.bag_size}" if self.bag_size else "-"
        return f"{self.board} {racks} {bag} {self.player} {self.scores[0]}:{self.scores[1]} {self.scoreless}"


def _board(room: Room, seat: int | None, lang: Language, boards: Boards) -> str:
    match = room.match
    over = match.outcome is not None
    viewer = seat if room.hides and not over else None  # where nothing is hidden, all see the same
    key = (viewer, lang)
    if key not in boards:
        hidden = room.hides and not over and viewer is None
        last: Any = match.history[-1] if match.history else ""
        if getattr(last, "kind", "play") != "play":
            last = ""  # nothing of a swap is on the board
        subject = PublicView.of(match.position) if hidden else match
        boards[key] = picture(subject, lang, player=viewer, last=last, interactive=not over)
    return boards[key]


def _moves(room: Room, seat: int | None) -> list[str] | None:
    if room.match.outcome is not None or seat != room.match.player or room.hides:
        return None
    try:
        moves = room.match.moves()
    except RulesError:  # too many to list
        return None
    return None if len(moves) > MOST_MOVES else [str(move) for move in moves]


def _history(room: Room, seat: int | None) -> list[Ply]:
    """The moves, but of other people's swaps only how many tiles; the record has them after the end."""
    if not room.hides:
        return room.plies
    return [
        Ply(ply.player, f"swap ?{len(ply.move) - len('swap ')}", ply.points)
        if ply.move.startswith("swap ") and ply.player != seat
        else ply
        for ply in room.plies
    ]


def _counts(room: Room, seat: int | None) -> dict[str, Any]:
    """What the game counts beside the board. Names of the members of positions tell which game has what."""
    match = room.match
    position: Any = match.position
    over = match.outcome is not None
    settled = position.outcome is not None and hasattr(position, "final_scores")
    counts: dict[str, Any] = {
        "scores": position.final_scores if settled else points_of(position),
        "objects": match.taken,
        "supplies": getattr(position, "supplies", None),
    }
    if room.hides:
        counts |= {
            "rack": None if seat is None else position.racks[seat - 1],
            "rack_sizes": position.rack_sizes,
            "bag": position.bag_size,
            "scoreless": position.scoreless,
            "racks": position.racks if over else None,
        }
    return counts
