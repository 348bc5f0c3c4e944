"""What a seat, or somebody who watches, may see of a room. Nothing hidden leaves the server but through here."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from spielkern import drawing
from spielkern.errors import RulesError
from spielkern.web.protocol import Ending, Language, Ply, State
from spielkern.web.room import SEATS, Room

#: More moves are not listed: then the server judges what a player composes.
MOST_MOVES: Final = 2000


def state(room: Room, seat: int | None, lang: Language) -> State:
    """Return all that `seat` (None: who watches) may know of the room."""
    match = room.match
    outcome = match.outcome
    shown = _shown(room, seat)
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
        board=_board(room, seat, shown, lang),
        moves=_moves(room, seat),
        history=_history(room, seat),
        ending=ending,
        offer=room.offer,
        can_undo=room.can_undo(seat),
        occurrences=match.occurrences(),
        next=room.stored.next,
        **_counts(room, seat),
    )


def _shown(room: Room, seat: int | None) -> Any:
    """The position as `seat` may see it: after the end all of it."""
    position: Any = room.match.position
    if not room.hides or room.match.outcome is not None:
        return position
    if seat is not None:
        return room.match.view(seat)
    return position.rules.board(position.board, "-")


def _board(room: Room, seat: int | None, shown: Any, lang: Language) -> str:
    match = room.match
    on_turn = match.outcome is None and seat == match.player
    # In games with hidden tiles people can try a play while they wait.
    interactive = on_turn or (room.hides and seat is not None and match.outcome is None)
    last: Any = match.history[-1] if match.history else None
    if getattr(last, "kind", "play") != "play":
        last = None
    return drawing.svg(
        shown if room.hides else match, player=seat, last=last, interactive=interactive, lang=lang, theme="auto"
    )


def _moves(room: Room, seat: int | None) -> list[str] | None:
    if room.match.outcome is not None or seat != room.match.player or room.hides:
        return None
    try:
        moves = room.match.moves()
    except RulesError:  # too many to list
        return None
    return None if len(moves) > MOST_MOVES else [str(move) for move in moves]


def _history(room: Room, seat: int | None) -> list[Ply]:
    match = room.match
    positions: tuple[Any, ...] = match.positions
    plies = []
    for move, (before, after) in zip(match.history, pairwise(positions), strict=True):
        player = before.player
        text = str(move)
        # Even after the end nobody needs to know what was swapped long ago; the record has it.
        if getattr(move, "kind", None) == "swap" and player != seat:
            text = f"swap ?{len(text.split()[1])}"
        earlier, later = _scores(before), _scores(after)
        points = None if earlier is None or later is None else later[player - 1] - earlier[player - 1]
        plies.append(Ply(player, text, points))
    return plies


def _scores(position: Any) -> tuple[int, int] | None:
    # Where points are played for move by move, `score` is a method that judges a play.
    found: tuple[int, int] | None = getattr(position, "scores" if hasattr(position, "scores") else "score", None)
    return found


def _counts(room: Room, seat: int | None) -> dict[str, Any]:
    """What the game counts beside the board. Names of the members of positions tell which game has what."""
    match = room.match
    position: Any = match.position
    over = match.outcome is not None
    settled = position.outcome is not None and hasattr(position, "final_scores")
    counts: dict[str, Any] = {
        "scores": position.final_scores if settled else _scores(position),
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
