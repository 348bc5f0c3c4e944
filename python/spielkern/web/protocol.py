"""What browsers and the server say to one another: JSON texts over a WebSocket, checked as they are read.

A browser sends one message at a time, the server lists of them.

A browser says `hello` first. What changes a match - `play`, `resign`, `draw`, `undo` - carries an `id` that the browser
makes up and `number`, how many events the room had when the person decided. If there are more by now it is refused as
stale; but `resign` and `undo` mean the same when the other seat has moved meanwhile. A message that comes again, after
a connection was lost, has its old id: it is confirmed again and done only once.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Language = Literal["en", "de"]
Seat = Literal[1, 2]

#: A secret of 32 random bytes in base64url, which the browser draws: so a lost answer does not lose the seat.
Token = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{43}\Z")]
Id = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{8,40}\Z")]
Number = Annotated[int, Meta(ge=0, le=2**53)]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]

# ------------------------------------------------------------------------------------------------ what a browser says


class Hello(Struct, frozen=True, forbid_unknown_fields=True, tag="hello"):
    """The first message of a connection. With a seat's token it speaks for that seat, else it watches."""

    token: Token | None = None
    lang: Language = "en"


class Lang(Struct, frozen=True, forbid_unknown_fields=True, tag="lang"):
    """From now on in this language."""

    lang: Language


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """Ask whether anybody is there."""


class Sit(Struct, frozen=True, forbid_unknown_fields=True, tag="sit"):
    """Take the free seat; from now on the token stands for it."""

    token: Token


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag="play"):
    """Play a move."""

    id: Id
    number: Number
    move: MoveText


class Resign(Struct, frozen=True, forbid_unknown_fields=True, tag="resign"):
    """Give up."""

    id: Id
    number: Number


class Draw(Struct, frozen=True, forbid_unknown_fields=True, tag="draw"):
    """Offer a draw, or agree to the other player's offer."""

    id: Id
    number: Number


class Undo(Struct, frozen=True, forbid_unknown_fields=True, tag="undo"):
    """Back to one's own last turn, against the computer."""

    id: Id
    number: Number


class Hint(Struct, frozen=True, forbid_unknown_fields=True, tag="hint"):
    """Ask for a good move, against the computer."""

    number: Number


class Preview(Struct, frozen=True, forbid_unknown_fields=True, tag="preview"):
    """Ask what a play would score, or why it cannot be played; `ask` comes back with the answer."""

    ask: Number
    move: MoveText


class Again(Struct, frozen=True, forbid_unknown_fields=True, tag="again"):
    """Another match after this one, the seats changed."""


Act = Play | Resign | Draw | Undo
FromBrowser = Hello | Lang | Ping | Sit | Act | Hint | Preview | Again

# ------------------------------------------------------------------------------------------------ what the server says


class Ply(Struct, frozen=True):
    """A move as it may be seen: of the tiles that somebody else swapped only the number, as `swap ?3`."""

    player: int
    move: str
    #: Points that it brought, in games with points.
    points: int | None


class Ending(Struct, frozen=True):
    """How a match ended."""

    winner: int | None
    reason: str
    #: Who gave up, if somebody did.
    resigned: int | None


class State(Struct, frozen=True, tag="state"):
    """All that a seat, or somebody who watches, may know of a room."""

    room: str
    #: How many events the room has had; the next one gets this number.
    number: int
    game: str
    options: dict[str, Any]
    #: The computer's level and seat; None among people.
    level: int | None
    computer: int | None
    #: Whom this is for; None: watching.
    seat: int | None
    #: For each seat, whether somebody has it.
    taken: tuple[bool, bool]
    #: Who is on turn.
    player: int
    board: str
    #: The moves of the one whom this is for: None if there are too many to list, or somebody else is on turn.
    moves: list[str] | None
    history: list[Ply]
    ending: Ending | None
    #: Who offers a draw.
    offer: int | None
    can_undo: bool
    #: How often this position has occurred.
    occurrences: int
    #: Where the next match is played.
    next: str | None
    #: In games that have them: points, objects taken, stones beside the board, tiles on racks and in the bag.
    scores: tuple[int, int] | None = None
    objects: tuple[int, int] | None = None
    supplies: tuple[int, int] | None = None
    rack: str | None = None
    rack_sizes: tuple[int, int] | None = None
    bag: int | None = None
    scoreless: int | None = None
    #: After the end: what hidden racks held.
    racks: tuple[str, str] | None = None


class Presence(Struct, frozen=True, tag="presence"):
    """Who is there: for each seat, and how many watch; and whether the computer thinks."""

    here: tuple[bool, bool]
    watching: int
    thinking: bool


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to a ping."""


class Done(Struct, frozen=True, tag="done"):
    """What was asked for under this id is done and kept; it was event `number`."""

    id: str
    number: int


class Seated(Struct, frozen=True, tag="seated"):
    """The seat is taken."""

    seat: int


class Hinted(Struct, frozen=True, tag="hinted"):
    """A good move for event `number`."""

    number: int
    move: str
    #: Expected result: 1.0 a win, 0.5 a draw, 0.0 a loss.
    win: float
    proven: bool


class Previewed(Struct, frozen=True, tag="previewed"):
    """What a play would score; else why it cannot be played."""

    ask: int
    score: int | None
    why: str | None


class Refusal(Struct, frozen=True, tag="refused"):
    """Something was not done. `code` is for programs, `text` for people."""

    code: str
    text: str
    id: str | None = None


FromServer = State | Presence | Pong | Done | Seated | Hinted | Previewed | Refusal


class Refused(Exception):
    """Why something is not done: a code for programs, a text for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text


# ------------------------------------------------------------------------------------------------- what HTTP bodies say


class NewRoom(Struct, frozen=True, forbid_unknown_fields=True):
    """A room to be opened. Without a level it is for two people."""

    game: Annotated[str, Meta(max_length=40)]
    token: Token
    options: Annotated[dict[str, bool | int | str | list[int]], Meta(max_length=10)] = {}
    level: Annotated[int, Meta(ge=1, le=10)] | None = None
    #: The seat of the one who opens it; None: by lot.
    seat: Seat | None = None


class PuzzleAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """A play for the puzzle of a date."""

    date: Annotated[str, Meta(max_length=10)]
    move: MoveText


_decoder = msgspec.json.Decoder(FromBrowser)
_encoder = msgspec.json.Encoder()


def read(text: str) -> Any:
    """Return the message in a text; Refused if it is none."""
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Refused("malformed", f"not a message of this protocol: {error}"[:300]) from None


def write(message: FromServer) -> str:
    """Return a message as text."""
    return _encoder.encode(message).decode()
