"""All rooms of a server: who is connected, what is kept, and when the computer thinks.

Everything here runs on the event loop but for two things: the disk has a thread of its own, and the computer thinks
in a pool of threads. A match changes only after its event is on the disk, and then for everybody at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol, TypeVar

from spielkern import ai
from spielkern.errors import SpielkernError
from spielkern.match import Match
from spielkern.records import plain_options
from spielkern.web import protocol
from spielkern.web.choices import rules_of
from spielkern.web.limits import Buckets, Limits
from spielkern.web.protocol import Act, Language, NewRoom, Presence, Refused
from spielkern.web.room import Room, hashed, new_name, new_seed
from spielkern.web.states import Boards, state
from spielkern.web.storage import Event, Storage, StoredRoom

T = TypeVar("T")

log: Final = logging.getLogger("spielkern.web")

#: So often old rooms are looked for; rooms that nobody looks at leave the memory after as long.
SWEEP_SECONDS: Final = 300.0
#: After so many seconds the computer plays again what could not be kept.
AGAIN_SECONDS: Final = 5.0


class Listener(Protocol):
    """A connection as a room sees it."""

    @property
    def seat(self) -> int | None:
        """The seat that it speaks for; None: it watches."""

    def changed(self) -> None:
        """There is a new state."""

    def presence_changed(self) -> None:
        """Somebody came or went, or the computer began or ended to think."""


class LiveRoom:
    """A room in memory."""

    def __init__(self, room: Room) -> None:
        self.room = room
        #: Held by whoever changes the room.
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.thinking: asyncio.Task[None] | None = None
        self.stop = threading.Event()
        #: Ends the thinking about a hint; None while there is none.
        self.hint_stop: threading.Event | None = None
        self.idle_since = time.monotonic()
        self._texts: dict[tuple[int | None, Language], str] = {}
        self._boards: Boards = {}

    def state_text(self, seat: int | None, lang: Language) -> str:
        """The state as a message; all who may know the same share one text."""
        if (seat, lang) not in self._texts:
            self._texts[seat, lang] = protocol.write(state(self.room, seat, lang, self._boards))
        return self._texts[seat, lang]

    def presence_text(self) -> str:
        """Who is there, as a message."""
        seats = [listener.seat for listener in self.listeners]
        here = (1 in seats or self.room.computer == 1, 2 in seats or self.room.computer == 2)
        return protocol.write(Presence(here, seats.count(None), self.thinking is not None))

    def changed(self) -> None:
        """Tell everybody that the state is another one."""
        self._texts.clear()
        self._boards.clear()
        for listener in self.listeners:
            listener.changed()

    def presence_changed(self) -> None:
        """Tell everybody who is there."""
        for listener in self.listeners:
            listener.presence_changed()

    def end_hint(self) -> None:
        """Nobody waits for the hint any more."""
        if self.hint_stop is not None:
            self.hint_stop.set()


class Rooms:
    """The rooms of one server."""

    def __init__(self, storage: Storage, limits: Limits) -> None:
        self.limits = limits
        self._storage = storage
        self._live: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self._disk = ThreadPoolExecutor(1, "spielkern-disk")
        self._thinkers = ThreadPoolExecutor(limits.ai_threads, "spielkern-ai")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._openings = Buckets(limits.rooms_per_minute / 60, limits.rooms_per_minute)

    # ------------------------------------------------------------------------------------------- beginning and end

    def start(self) -> None:
        """Begin to look after old rooms."""
        self._in_background(self._sweep_for_ever())

    async def stop(self) -> None:
        """Let what is being written be written, and end the rest."""
        for live in self._live.values():
            live.stop.set()
            live.end_hint()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._thinkers.shutdown, cancel_futures=True)
        await asyncio.to_thread(self._disk.shutdown)
        self._storage.close()

    def _in_background(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Do `work` to its end even if the connection that wanted it goes: disk and memory must not part."""
        return await asyncio.shield(self._in_background(work))

    async def _on_disk(self, what: Callable[..., T], *arguments: Any) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._disk, what, *arguments)
        except sqlite3.Error as error:
            log.exception("the file of rooms cannot be used")
            raise Refused("disk", "the server cannot keep this now; try again later") from error

    # ---------------------------------------------------------------------------------------------- rooms and seats

    async def open(self, wanted: NewRoom, address: str = "") -> tuple[Room, int]:
        """Open a room; returns it and the seat of the one at `address` who opens it. Refused if that cannot be."""
        self._check_openings(address)
        try:
            rules = rules_of(wanted.game, wanted.options)
        except (SpielkernError, TypeError, ValueError) as error:
            raise Refused("options", str(error)) from error
        seat: int = secrets.choice((1, 2)) if wanted.seat is None else wanted.seat
        stored = StoredRoom(
            new_name(),
            wanted.game,
            dict(plain_options(rules)),
            new_seed(rules),
            wanted.level,
            None if wanted.level is None else 3 - seat,
            seats={seat: hashed(wanted.token)},
        )
        await self._add(self._storage.add_room, stored)
        return Room(stored), seat

    def _check_openings(self, address: str) -> None:
        if not self._openings.take(address):
            raise Refused("rate", "too many rooms from this address; wait a minute")

    async def _add(self, add: Callable[..., None], stored: StoredRoom, *more: Any) -> None:
        if await self._on_disk(self._storage.count) >= self.limits.rooms:
            raise Refused("rooms", f"there are {self.limits.rooms:,} rooms already; try again later")
        await self._on_disk(add, stored, *more)

    async def find(self, name: str) -> LiveRoom | None:
        """The room of a name; None if there is none."""
        if name in self._live:
            self._live[name].idle_since = time.monotonic()
            return self._live[name]
        # Two who come at once must get the same one.
        if name not in self._loading:
            task = self._in_background(self._load(name))
            self._loading[name] = task
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> LiveRoom | None:
        try:
            stored = await self._on_disk(self._storage.room, name)
            if stored is None:
                return None
            room = await asyncio.to_thread(Room, stored)  # plays all its events
        except Exception as error:  # whatever lies in the file
            if isinstance(error, Refused) and error.code == "disk":
                raise
            log.exception("room %s cannot be read", name)
            raise Refused("unreadable", "this room was made by another version and cannot be read") from error
        # Somebody who found the room before it left the memory may have brought it back meanwhile: two copies must not
        # live.
        return self._live.setdefault(name, LiveRoom(room))

    def join(self, live: LiveRoom, listener: Listener) -> None:
        """Let a connection follow a room. Refused if too many do."""
        if sum(each.seat == listener.seat for each in live.listeners) >= self.limits.room_connections:
            raise Refused("crowded", "too many are connected to this room")
        # A room may have left the memory between being found and now; two copies of it must not live.
        self._live[live.room.name] = live
        live.listeners.add(listener)
        live.presence_changed()
        self._wake_computer(live)

    def leave(self, live: LiveRoom, listener: Listener) -> None:
        """End what `join` began."""
        live.listeners.discard(listener)
        live.idle_since = time.monotonic()
        live.presence_changed()

    async def sit(self, live: LiveRoom, token: str) -> int:
        """Give the free seat to a token; once more gives the same seat. Refused if there is none."""
        return await self._whole(self._sit(live, token))

    async def _sit(self, live: LiveRoom, token: str) -> int:
        async with live.lock:
            seat = live.room.seat_of(token)
            if seat is not None:
                return seat
            seat = live.room.free_seat
            if seat is None:
                raise Refused("full", "both seats are taken")
            await self._on_disk(self._storage.add_seat, live.room.name, seat, hashed(token))
            live.room.sit(seat, hashed(token))
            live.changed()
            return seat

    async def again(self, live: LiveRoom, address: str = "") -> None:
        """Open the room of the next match, unless there is one, for somebody at `address`."""
        await self._whole(self._again(live, address))

    async def _again(self, live: LiveRoom, address: str) -> None:
        async with live.lock:
            room = live.room
            if room.stored.next is not None:
                return
            if room.match.outcome is None:
                raise Refused("going-on", "the match is not over")
            self._check_openings(address)
            following = room.following()
            await self._add(self._storage.add_next_room, following, room.name)
            room.stored.next = following.id
            live.changed()

    # ------------------------------------------------------------------------------------------------------ events

    async def act(self, live: LiveRoom, seat: int, act: Act) -> int:
        """Do what a seat asks for, once; returns the number of the event. Refused if it cannot be done."""
        return await self._whole(self._act(live, seat, act))

    async def _act(self, live: LiveRoom, seat: int, act: Act) -> int:
        async with live.lock:
            known = live.room.number_of(seat, act.id)
            if known is not None:
                return known
            number = await self._happen(live, live.room.event(seat, act))
        self._wake_computer(live)
        return number

    async def _happen(self, live: LiveRoom, event: Event) -> int:
        """Keep an event and then let it have happened. The caller holds the lock."""
        room = live.room
        # A room that is full can be ended, and the computer does not leave anybody waiting.
        ends = event.kind in ("resign", "draw") or event.seat == room.computer
        if room.number >= self.limits.room_events and not ends:
            raise Refused("long", f"a room ends after {self.limits.room_events:,} moves and other events")
        match = room.after(event)
        number = room.number
        try:
            await self._on_disk(self._storage.add_event, room.name, number, event, match.outcome is not None)
        except Refused:
            await self._reload(live)  # what the disk has counts, whichever it is
            raise
        room.take(event, match)
        live.stop.set()  # if the computer still thinks, it is of a position that is past
        live.end_hint()
        live.changed()
        return number

    async def _reload(self, live: LiveRoom) -> None:
        stored = await self._on_disk(self._storage.room, live.room.name)
        if stored is not None:
            live.room = Room(stored)
            live.changed()

    # ----------------------------------------------------------------------------------------------- the computer

    def _wake_computer(self, live: LiveRoom) -> None:
        if live.thinking is None and live.room.computer_is_on_turn:
            live.thinking = self._in_background(self._computer_plays(live))
            live.presence_changed()

    async def _computer_plays(self, live: LiveRoom) -> None:
        try:
            while live.room.computer_is_on_turn:
                number, match, seat = live.room.number, live.room.match, live.room.match.player
                live.stop = threading.Event()
                move = await self._thought(match, live.room.stored.level, live.stop)
                try:
                    async with live.lock:
                        if live.room.number == number:
                            await self._happen(live, Event("play", seat, f"computer-{number}", str(move.move)))
                except Refused as refused:
                    log.warning("room %s: the computer cannot play: %s", live.room.name, refused.text)
                    if refused.code != "disk" or not live.listeners:
                        return
                    await asyncio.sleep(AGAIN_SECONDS)  # who waits for the computer has nothing to press
        finally:
            live.thinking = None
            live.presence_changed()

    async def _thought(self, match: Match[Any], level: int | None, stop: threading.Event) -> ai.Decision:
        def think() -> ai.Decision:
            # The seed of the match is the bag's; what the computer draws by has nothing to do with it.
            seed = secrets.randbits(63)
            try:
                return ai.choose(match, self.limits.ai_seconds, level=level, seed=seed, stop=stop)
            except Exception:  # the person must not wait for ever
                log.exception("the computer failed in %r", match)
                return ai.choose(match, self.limits.ai_seconds, player="random", seed=seed)

        return await asyncio.get_running_loop().run_in_executor(self._thinkers, think)

    async def hint(self, live: LiveRoom, seat: int, number: int) -> ai.Decision:
        """A good move for a seat that plays against the computer. Refused unless it is on turn."""
        room = live.room
        if room.computer is None:
            raise Refused("hint", "there are hints against the computer only")
        if number != room.number or room.match.outcome is not None or room.match.player != seat:
            raise Refused("turn", "there are hints only for the one on turn")
        if live.hint_stop is not None:
            raise Refused("hint", "a hint is being thought of already")
        live.hint_stop = stop = threading.Event()
        try:
            return await self._thought(room.match, None, stop)
        finally:
            stop.set()  # whoever asked may be gone
            live.hint_stop = None

    # -------------------------------------------------------------------------------------------------- old rooms

    async def _sweep_for_ever(self) -> None:
        while True:
            with contextlib.suppress(Refused):  # the log has it; next time perhaps
                await self.sweep()
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self, idle_seconds: float = SWEEP_SECONDS) -> None:
        """Remove rooms that are too old, and forget those that nobody looks at."""
        expired = await self._on_disk(self._storage.expired, self.limits.room_days, self.limits.finished_days)
        now = time.monotonic()
        unused = [
            name
            for name, live in self._live.items()
            if not live.listeners and live.thinking is None and not live.lock.locked()
            if now - live.idle_since >= idle_seconds
        ]
        for name in unused:
            del self._live[name]
        # A room that somebody looks at stays until they leave.
        gone = [name for name in expired if name not in self._live and name not in self._loading]
        await self._on_disk(self._storage.remove, gone)
