"""One connection to a room: what its messages may do, and what is still to be sent to it."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import Any, Final

from spielkern.errors import NotationError
from spielkern.web import protocol
from spielkern.web.limits import Bucket
from spielkern.web.protocol import (
    Again,
    Done,
    Draw,
    FromServer,
    Hello,
    Hint,
    Hinted,
    Lang,
    Language,
    Ping,
    Play,
    Pong,
    Preview,
    Previewed,
    Refusal,
    Refused,
    Resign,
    Seated,
    Sit,
    Undo,
)
from spielkern.web.rooms import LiveRoom, Rooms

#: A message that is none counts as so many: it comes from no page of ours.
MALFORMED_COST: Final = 5
#: Answers that may wait to be sent; whoever lets more wait reads nothing.
MOST_WAITING: Final = 200


class Disconnect(Exception):
    """The connection must end: `code` is the WebSocket's, from 4000 on our own."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text


class Session:
    """A connection. Texts that come go to `receive`; texts to be sent come from `to_send`."""

    def __init__(self, rooms: Rooms, live: LiveRoom, address: str = "") -> None:
        self._rooms = rooms
        self._address = address
        self._live = live
        self._seat: int | None = None
        self._lang: Language = "en"
        self._greeted = False
        self._bucket = Bucket(rooms.limits.message_rate, rooms.limits.message_burst)
        self._answers: deque[str] = deque()
        self._state_is_new = False
        self._presence_is_new = False
        self._wake = asyncio.Event()
        self._hint: asyncio.Task[None] | None = None

    @property
    def seat(self) -> int | None:
        """The seat that it speaks for; None: it watches."""
        return self._seat

    @property
    def greeted(self) -> bool:
        """Whether it has said hello."""
        return self._greeted

    # ---------------------------------------------------------------------------------------------------- sending

    def changed(self) -> None:
        """There is a new state. Of several in a row only the last one is sent."""
        self._state_is_new = True
        self._wake.set()

    def presence_changed(self) -> None:
        """Somebody came or went."""
        self._presence_is_new = True
        self._wake.set()

    def answer(self, message: FromServer) -> None:
        """Send a message to this connection alone."""
        if len(self._answers) >= MOST_WAITING:
            raise Disconnect(4008, "answers are not read")
        self._answers.append(protocol.write(message))
        self._wake.set()

    async def to_send(self) -> list[str]:
        """Wait until there is something to send, and return it."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            texts = list(self._answers)
            self._answers.clear()
            if self._greeted and self._state_is_new:
                self._state_is_new = False
                texts.append(self._live.state_text(self._seat, self._lang))
            if self._greeted and self._presence_is_new:
                self._presence_is_new = False
                texts.append(self._live.presence_text())
            if texts:
                return texts

    def leave(self) -> None:
        """End of the connection."""
        if self._hint is not None:
            self._hint.cancel()
        self._rooms.leave(self._live, self)

    # -------------------------------------------------------------------------------------------------- receiving

    async def receive(self, text: str | bytes | None) -> None:
        """Do what a text asks for, or answer why not. Disconnect if the connection must end."""
        if not self._bucket.take():
            raise Disconnect(4008, "too many messages")
        message: Any = None
        try:
            if not isinstance(text, str):
                raise Refused("malformed", "messages are texts")
            if len(text.encode("utf-8", "surrogatepass")) > self._rooms.limits.message_bytes:
                raise Refused("malformed", f"a message has at most {self._rooms.limits.message_bytes} bytes")
            message = protocol.read(text)
            await self._do(message)
        except Refused as refused:
            self.answer(Refusal(refused.code, refused.text, getattr(message, "id", None)))
            if refused.code == "malformed" and not self._bucket.take(MALFORMED_COST - 1):
                raise Disconnect(4008, "too many messages") from None

    async def _do(self, message: Any) -> None:
        if isinstance(message, Hello):
            self._greet(message)
            return
        if not self._greeted:
            raise Refused("hello", "the first message of a connection is hello")
        match message:
            case Lang():
                self._lang = message.lang
                self.changed()
            case Ping():
                self.answer(Pong())
            case Sit():
                await self._sit(message)
            case Play() | Resign() | Draw() | Undo():
                number = await self._rooms.act(self._live, self._own_seat(), message)
                self.answer(Done(message.id, number))
            case Hint():
                self._begin_hint(message, self._own_seat())
            case Preview():
                self._preview(message, self._own_seat())
            case Again():
                self._own_seat()
                await self._rooms.again(self._live, self._address)

    def _greet(self, hello: Hello) -> None:
        if self._greeted:
            raise Refused("hello", "hello is said once")
        self._lang = hello.lang
        self._seat = self._live.room.seat_of(hello.token)
        try:
            self._rooms.join(self._live, self)
        except Refused as refused:
            raise Disconnect(4009, refused.text) from None
        self._greeted = True
        if hello.token is not None and self._seat is None:
            self.answer(Refusal("token", "this token stands for no seat of this room"))
        self.changed()

    def _own_seat(self) -> int:
        if self._seat is None:
            raise Refused("seat", "whoever watches cannot act: a seat must be taken first")
        return self._seat

    async def _sit(self, sit: Sit) -> None:
        if self._seat is not None and self._live.room.seat_of(sit.token) != self._seat:
            raise Refused("seated", f"this connection has seat {self._seat}")
        self._seat = await self._rooms.sit(self._live, sit.token)
        self.answer(Seated(self._seat))
        self.changed()
        self._live.presence_changed()

    def _preview(self, preview: Preview, seat: int) -> None:
        room = self._live.room
        if not room.hides:
            raise Refused("preview", "this game has no plays to score")
        view = room.match.view(seat)
        try:
            why = view.why_illegal(preview.move)
            score = None if why else view.score(preview.move)
        except NotationError as error:
            why, score = str(error), None
        self.answer(Previewed(preview.ask, score, why))

    def _begin_hint(self, hint: Hint, seat: int) -> None:
        if self._hint is not None and not self._hint.done():
            raise Refused("hint", "a hint is being thought of already")
        self._hint = asyncio.create_task(self._give_hint(hint, seat))

    async def _give_hint(self, hint: Hint, seat: int) -> None:
        answer: Hinted | Refusal
        try:
            found = await self._rooms.hint(self._live, seat, hint.number)
            answer = Hinted(hint.number, str(found.move), found.win, found.proven)
        except Refused as refused:
            answer = Refusal(refused.code, refused.text)
        with contextlib.suppress(Disconnect):  # the next message of the connection ends it
            self.answer(answer)
