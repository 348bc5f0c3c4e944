"""A room: a match, who may play it, and everything that happened. It knows neither network nor disk."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, Final

import spielkern as sk
from spielkern.match import Match
from spielkern.web.protocol import Act, Draw, Play, Ply, Refused, Resign, Undo
from spielkern.web.storage import Event, StoredRoom

SEATS: Final = (1, 2)


def new_name() -> str:
    """A name that nobody can guess: 128 random bits."""
    return secrets.token_urlsafe(16)


def hashed(token: str) -> bytes:
    """What is kept of a token, so that whoever reads the file cannot act for anybody."""
    return hashlib.sha256(token.encode()).digest()


def new_seed(rules: Any) -> int | None:
    """The seed of a match of a game with chance."""
    return secrets.randbits(64) if rules.chance else None


class Room:
    """The state of a room after its events. Nothing in it changes but by `take` and `sit`."""

    def __init__(self, stored: StoredRoom) -> None:
        self.stored = stored
        options = {name: tuple(v) if isinstance(v, list) else v for name, v in stored.options.items()}
        self.match: Match[Any] = Match(sk.rules(stored.game, **options), seed=stored.seed)
        self._numbers: dict[tuple[int, str], int] = {}
        #: The moves of the match, and what they scored.
        self.plies: list[Ply] = []
        #: Who offers a draw.
        self.offer: int | None = None
        events, stored.events = stored.events, []
        for event in events:
            self.take(event, self.after(event))

    @property
    def name(self) -> str:
        """The name in its link."""
        return self.stored.id

    @property
    def number(self) -> int:
        """How many events there have been, which is the number of the next one."""
        return len(self.stored.events)

    @property
    def computer(self) -> int | None:
        """The seat of the computer; None among people."""
        return self.stored.computer

    @property
    def hides(self) -> bool:
        """Whether players do not see everything in this game."""
        return hasattr(self.match.position, "view")

    @property
    def computer_is_on_turn(self) -> bool:
        """Whether the computer is to move."""
        return self.match.outcome is None and self.match.player == self.computer

    def seat_of(self, token: str | None) -> int | None:
        """The seat that a token stands for; None for one that stands for none here."""
        if token is None:
            return None
        given = hashed(token)
        return next((s for s, kept in self.stored.seats.items() if secrets.compare_digest(kept, given)), None)

    @property
    def free_seat(self) -> int | None:
        """The seat that somebody can still take."""
        return next((s for s in SEATS if s not in self.stored.seats and s != self.computer), None)

    def sit(self, seat: int, token: bytes) -> None:
        """Give a seat to whoever has the token."""
        self.stored.seats[seat] = token

    # ---------------------------------------------------------------------------------------------------- events

    def number_of(self, seat: int, name: str) -> int | None:
        """The number of the event that a seat asked for under this id; None if there is none."""
        return self._numbers.get((seat, name))

    def event(self, seat: int, act: Act) -> Event:
        """The event that a seat's message asks for. Refused if it does not fit to what has happened.

        Whether a move is legal, `after` finds out.
        """
        if act.number != self.number and not (isinstance(act, Undo | Resign) and self._only_answered(act.number, seat)):
            raise Refused("stale", f"this was meant for event {act.number}, but the next one is {self.number}")
        if isinstance(act, Play):
            if self.match.outcome is not None:
                raise Refused("over", f"the match is over: {self.match.outcome.reason}")
            if self.match.player != seat:
                raise Refused("turn", f"player {self.match.player} is on turn")
            return Event("play", seat, act.id, act.move)
        if isinstance(act, Undo):
            if not self.can_undo(seat):
                raise Refused("undo", "there is nothing that could be taken back")
            return Event("undo", seat, act.id)
        if self.match.outcome is not None:
            raise Refused("over", f"the match is over: {self.match.outcome.reason}")
        if isinstance(act, Draw):
            if self.computer is not None:
                raise Refused("draw", "a draw takes two people who agree")
            if self.offer == seat:
                raise Refused("draw", "a draw is offered already")
            return Event("draw", seat, act.id)
        assert isinstance(act, Resign)
        return Event("resign", seat, act.id)

    def _only_answered(self, number: int, seat: int) -> bool:
        """Whether since that event there were only moves of the other seat.

        They cannot be foreseen, and change nobody's mind about giving up or taking back the own move.
        """
        since = self.stored.events[number:]
        return number <= self.number and all(each.kind == "play" and each.seat != seat for each in since)

    def after(self, event: Event) -> Match[Any]:
        """The match after an event; Refused for an illegal move."""
        match = self.match.copy()
        try:
            if event.kind == "play":
                match.play(event.move)
            elif event.kind == "undo":
                _take_back(match, event.seat)
            elif event.kind == "resign":
                match.resign(event.seat)
            elif self.offer == 3 - event.seat:
                match.agree_draw()
        except sk.NotationError as error:
            raise Refused("notation", str(error)) from error
        except sk.IllegalMove as error:
            raise Refused("illegal", str(error)) from error
        return match

    def take(self, event: Event, match: Match[Any]) -> None:
        """Let an event have happened; `match` is what `after` made of it."""
        if event.kind == "draw" and match.outcome is None:
            self.offer = event.seat
        else:
            self.offer = None
        self._numbers[event.seat, event.id] = self.number
        self.stored.events.append(event)
        self.match = match
        del self.plies[match.ply :]
        positions: Any = match.positions
        for number in range(len(self.plies), match.ply):
            before, after = positions[number : number + 2]
            self.plies.append(Ply(before.player, str(match.history[number]), _gain(before, after)))

    def can_undo(self, seat: int | None) -> bool:
        """Whether a seat has a turn to go back to. Only against the computer, and not once hidden tiles were shown."""
        if self.computer is None or seat is None or (self.hides and self.match.outcome is not None):
            return False
        return self.match.end is not None or any(p.player == seat for p in self.match.positions[:-1])

    def following(self) -> StoredRoom:
        """The room of the next match: the seats are changed, the tokens stay with those who have them."""
        stored = self.stored
        rules: Any = self.match.rules
        return StoredRoom(
            new_name(),
            stored.game,
            stored.options,
            new_seed(rules),
            stored.level,
            None if stored.computer is None else 3 - stored.computer,
            seats={3 - seat: token for seat, token in stored.seats.items()},
        )


def points_of(position: Any) -> tuple[int, int] | None:
    """The points of both players; None in a game without."""
    # Where points are played for move by move, `score` is a method that judges a play.
    found: tuple[int, int] | None = getattr(position, "scores" if hasattr(position, "scores") else "score", None)
    return found


def _gain(before: Any, after: Any) -> int | None:
    """What the mover of a ply scored."""
    earlier, later = points_of(before), points_of(after)
    return None if earlier is None or later is None else later[before.player - 1] - earlier[before.player - 1]


def _take_back(match: Match[Any], seat: int) -> None:
    """Back to the last turn of a seat: the opponent's answers go with its own move."""
    if match.end is not None:
        match.undo()
        return
    while True:
        match.undo()
        if match.player == seat:
            return
