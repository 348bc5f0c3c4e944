"""Rooms without a network: what counts and what is refused, what is kept, and what nobody may see."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from web_client import new_id, new_token

import spielkern as sk

pytest.importorskip("starlette", reason="the extra web is not installed")

from spielkern.web import protocol
from spielkern.web.limits import Bucket, Buckets, Limits
from spielkern.web.protocol import NewRoom, Refused
from spielkern.web.room import Room, new_seed
from spielkern.web.rooms import LiveRoom, Rooms
from spielkern.web.session import Disconnect, Session
from spielkern.web.states import state
from spielkern.web.storage import Event, Storage, StorageError, StoredRoom

GENEROUS = Limits(message_rate=1e9, message_burst=10**9, rooms=10**6, rooms_per_minute=1e9, ai_seconds=0.2)

#: Options under which every game is short.
SHORT: dict[str, dict[str, Any]] = {
    "nim": {},
    "mu-torere": {},
    "dots-and-boxes": {"rows": 2, "cols": 2},
    "ten": {"stones": 3},
    "crazy10s": {"size": 5},
}


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


@asynccontextmanager
async def rooms_in(path: Path | str = ":memory:", limits: Limits = GENEROUS) -> AsyncIterator[Rooms]:
    rooms = Rooms(Storage(path), limits)
    try:
        yield rooms
    finally:
        await rooms.stop()


class Someone:
    """A session and everything that was sent to it."""

    def __init__(self, rooms: Rooms, live: LiveRoom) -> None:
        self.session = Session(rooms, live)
        self.texts: list[str] = []
        self.state: dict[str, Any] = {}

    @classmethod
    async def arrives(cls, rooms: Rooms, room: str, token: str | None = None, lang: str = "en") -> Someone:
        live = await rooms.find(room)
        assert live is not None
        someone = cls(rooms, live)
        await someone.says("hello", token=token, lang=lang)
        return someone

    async def says(self, kind: str, **more: Any) -> list[dict[str, Any]]:
        return await self.sends(json.dumps({"type": kind, **more}))

    async def sends(self, text: str | bytes) -> list[dict[str, Any]]:
        """Send a text; returns what came before anybody else did anything."""
        await self.session.receive(text)
        return await self.hears()

    async def hears(self) -> list[dict[str, Any]]:
        found = []
        while self.session._wake.is_set():
            texts = await self.session.to_send()
            self.texts += texts
            found += [json.loads(text) for text in texts]
        for message in found:
            if message["type"] == "state":
                self.state = message
        return found

    async def waits(self, until: Callable[[], bool]) -> list[dict[str, Any]]:
        """Hear until something holds; returns what was heard."""
        found = await self.hears()
        for _ in range(1000):
            if until():
                return found
            await asyncio.sleep(0.01)
            found += await self.hears()
        raise AssertionError("waited in vain")

    async def acts(self, kind: str, **more: Any) -> dict[str, Any]:
        await self.hears()
        found = await self.says(kind, **{"id": new_id(), "number": self.state["number"], **more})
        (answer,) = [message for message in found if message["type"] in ("done", "refused")]
        return answer


async def opened(rooms: Rooms, game: str, level: int | None = None, seat: int = 1, **options: Any) -> tuple[str, str]:
    token = new_token()
    room, _ = await rooms.open(NewRoom(game, token, options, level, seat))
    return room.name, token


async def pair(rooms: Rooms, game: str, **options: Any) -> tuple[Someone, Someone]:
    room, token = await opened(rooms, game, **options)
    one = await Someone.arrives(rooms, room, token)
    two = await Someone.arrives(rooms, room)
    await two.says("sit", token=new_token())
    await one.hears()
    return one, two


# ------------------------------------------------------------------------------------------------------ one match


@pytest.mark.parametrize("game", sk.games())
def test_a_match_between_two(game: str) -> None:
    async def work() -> None:
        async with rooms_in() as rooms:
            people = await pair(rooms, game, **SHORT[game])
            dice = random.Random(1)
            live = await rooms.find(people[0].state["room"])
            assert live is not None
            for _ in range(400):
                for person in people:
                    await person.hears()
                state = people[0].state
                if state["ending"] is not None:
                    break
                mover = people[state["player"] - 1]
                if game == "crazy10s":
                    move = "pass"
                else:
                    assert people[2 - state["player"]].state["moves"] is None
                    move = soon_over(live.room.match.position, mover.state["moves"], dice)
                assert (await mover.acts("play", move=move))["type"] == "done"
            assert state["ending"] is not None
            # The record, played again by the engine, ends in the same way.
            again = sk.Match.from_json(live.room.match.to_json())
            assert again.outcome is not None
            assert state["ending"]["reason"] == again.outcome.reason
            assert [ply["move"] for ply in state["history"]] == [str(move) for move in again.history]
            assert (await people[0].acts("play", move="1:1"))["code"] == "over"

    run(work())


def soon_over(position: Any, moves: list[str], dice: random.Random) -> str:
    """A move that ends the game, if there is one."""
    ending = [move for move in moves if position.play(move).outcome is not None]
    return dice.choice(ending or moves)


def test_what_comes_twice_counts_once() -> None:
    async def work() -> None:
        async with rooms_in() as rooms:
            one, two = await pair(rooms, "nim")
            message = {"id": new_id(), "number": 0, "move": "1:1"}
            first = await one.acts("play", **message)
            assert first == {"type": "done", "id": message["id"], "number": 0}
            assert await one.acts("play", **message) == first
            # The other player under the same id is somebody else.
            assert (await two.acts("play", **{**message, "number": 1}))["number"] == 1
            assert await one.acts("play", **message) == first
            assert (await one.acts("play", move="1:1", number=1))["code"] == "stale"
            await one.hears()
            assert [ply["move"] for ply in one.state["history"]] == ["1:1", "1:1"]

    run(work())


def test_the_same_move_from_two_windows_counts_once() -> None:
    async def work() -> None:
        async with rooms_in() as rooms:
            one, two = await pair(rooms, "nim")
            twin = await Someone.arrives(rooms, one.state["room"])
            twin.session._seat = 1  # as with the same token
            await asyncio.gather(
                one.session.receive(json.dumps({"type": "play", "id": new_id(), "number": 0, "move": "1:1"})),
                twin.session.receive(json.dumps({"type": "play", "id": new_id(), "number": 0, "move": "2:1"})),
            )
            await two.hears()
            assert two.state["number"] == 1
            assert [ply["move"] for ply in two.state["history"]] == ["1:1"]

    run(work())


def test_seats_and_tokens() -> None:
    async def work() -> None:
        async with rooms_in() as rooms:
            room, token = await opened(rooms, "nim")
            stranger = await Someone.arrives(rooms, room, new_token())
            assert stranger.state["seat"] is None
            for kind, more in (("play", {"move": "1:1"}), ("resign", {}), ("draw", {}), ("undo", {})):
                assert (await stranger.acts(kind, **more))["code"] == "seat"
            mine = new_token()
            for _ in range(2):  # the answer may be lost: once more gives the same seat
                found = await stranger.says("sit", token=mine)
                assert {"type": "seated", "seat": 2} in found
            third = await Someone.arrives(rooms, room)
            assert [m["code"] for m in await third.says("sit", token=new_token()) if m["type"] == "refused"] == ["full"]
            assert third.state["seat"] is None
            # With a seat's own token any connection speaks for it.
            other = await Someone.arrives(rooms, room, mine)
            assert other.state["seat"] == 2
            assert (await other.acts("play", move="1:1"))["code"] == "turn"
            one = await Someone.arrives(rooms, room, token)
            assert one.state["seat"] == 1
            # Tokens themselves are kept nowhere and sent to nobody.
            assert not any(
                secret in text for someone in (third, one) for text in someone.texts for secret in (token, mine)
            )

    run(work())


def test_draws_resignation_and_the_next_match() -> None:
    async def work() -> None:
        async with rooms_in() as rooms:
            one, two = await pair(rooms, "mu-torere")
            assert (await one.acts("draw"))["type"] == "done"
            assert (await one.acts("draw"))["code"] == "draw"
            await two.hears()
            assert two.state["offer"] == 1
            assert (await one.acts("play", move="1-c"))["type"] == "done"
            await two.hears()
            assert two.state["offer"] is None
            assert (await two.acts("draw"))["type"] == "done"
            assert (await one.acts("draw"))["type"] == "done"
            await one.hears()
            assert one.state["ending"] == {"winner": None, "reason": "agreed", "resigned": None}
            for person in (one, two, one):
                await person.says("again")
            await two.hears()
            following = one.state["next"] or two.state["next"]
            assert following == two.state["next"]
            live = await rooms.find(following)
            assert live is not None
            assert live.room.match.ply == 0
            # Who began plays second now, with the same token.
            before = await rooms.find(one.state["room"])
            assert before is not None
            assert live.room.stored.seats == {3 - s: token for s, token in before.room.stored.seats.items()}

    run(work())


def test_the_computer_plays_hints_and_takes_back() -> None:
    async def work() -> None:
        async with rooms_in() as rooms:
            room, token = await opened(rooms, "dots-and-boxes", level=2, seat=2, rows=2, cols=2)
            me = await Someone.arrives(rooms, room, token)
            await me.waits(lambda: me.state["player"] == 2)
            assert me.state["number"] >= 1, "the computer begins"
            assert not me.state["can_undo"]
            asked = me.state["number"]
            await me.says("hint", number=asked)
            heard = await me.waits(lambda: '"hinted"' in me.texts[-1])
            hints = [each for each in heard if each["type"] == "hinted"]
            assert hints[0]["move"] in me.state["moves"]
            before = me.state["history"]
            assert (await me.acts("play", move=hints[0]["move"]))["type"] == "done"
            await me.waits(lambda: me.state["player"] == 2 or me.state["ending"] is not None)
            assert me.state["can_undo"]
            assert (await me.acts("undo"))["type"] == "done"
            await me.hears()
            assert me.state["history"] == before
            assert (await me.acts("draw"))["code"] == "draw"
            assert (await me.acts("resign"))["type"] == "done"
            await me.hears()
            assert me.state["ending"]["resigned"] == 2
            assert (await me.acts("undo"))["type"] == "done"

    run(work())


def test_what_crosses_the_answer_of_the_other() -> None:
    """Giving up and taking back mean the same after the other's move, which cannot be foreseen; nothing else does."""

    async def work() -> None:
        async with rooms_in() as rooms:
            room, token = await opened(rooms, "nim", level=1)
            me = await Someone.arrives(rooms, room, token)
            for meant_for in (1, 2):  # before and after the answer of the computer
                asked = me.state["number"]
                assert (await me.acts("play", move="1:1"))["type"] == "done"
                await me.waits(lambda: len(me.state["history"]) == 2)
                taking_back = {"id": new_id(), "number": asked + meant_for}
                assert (await me.acts("undo", **taking_back))["type"] == "done"
                assert (await me.acts("undo", **taking_back))["type"] == "done"  # again: done once
                assert (await me.acts("undo", number=asked + meant_for))["code"] == "stale"  # from another window
                await me.hears()
                assert me.state["history"] == []
            one, two = await pair(rooms, "nim")
            assert (await one.acts("play", move="1:1"))["type"] == "done"
            assert (await two.acts("play", move="1:1"))["type"] == "done"
            assert (await one.acts("draw", number=1))["code"] == "stale"  # it would accept what is no longer offered
            assert (await two.acts("resign", number=1))["code"] == "stale"
            for number in (3, 2**53):
                assert (await one.acts("resign", number=number))["code"] == "stale"
            assert (await one.acts("resign", number=1))["type"] == "done"
            await one.hears()
            assert one.state["ending"]["resigned"] == 1
            assert (await one.acts("resign", number=1))["code"] == "stale"

    run(work())


def test_hidden_racks_are_not_shown_and_then_taken_back() -> None:
    async def work() -> None:
        async with rooms_in() as rooms:
            room, token = await opened(rooms, "crazy10s", level=1, size=5)
            me = await Someone.arrives(rooms, room, token)
            await me.acts("resign")
            await me.hears()
            assert me.state["racks"] is not None
            assert not me.state["can_undo"]
            assert (await me.acts("undo"))["code"] == "undo"

    run(work())


# ----------------------------------------------------------------------------------------------- hidden information


def test_nothing_hidden_leaves_the_server() -> None:
    """Over whole matches: what a seat or a stranger gets is the same whatever the racks and the bag hold that they do
    not know, and no text of those is in any message."""

    async def work() -> None:
        async with rooms_in() as rooms:
            for seed, size in enumerate((5, 13, 5, 7)):
                one, two = await pair(rooms, "crazy10s", size=size)
                watcher = await Someone.arrives(rooms, one.state["room"])
                live = await rooms.find(one.state["room"])
                assert live is not None
                dice = random.Random(seed)
                # Many passes score nothing, which ends every match some day.
                for turn in itertools.count():
                    position: Any = live.room.match.position
                    for person, seat in ((one, 1), (two, 2), (watcher, None)):
                        check_knowledge(live.room, position, await person.hears(), person.state, seat)
                    if live.room.match.outcome is not None:
                        break
                    mover = (one, two)[position.player - 1]
                    await mover.acts("play", move=some_turn(position, dice) if turn < 40 else "pass")
                assert live.room.match.ply > 5
                assert watcher.state["racks"] == list(live.room.match.position.racks)

    run(work())


def test_nothing_hidden_is_in_what_is_said_of_illegal_moves() -> None:
    """On small boards a position's text would be short enough to be told whole, with both racks and the bag."""

    async def work() -> None:
        async with rooms_in() as rooms:
            for size in (5, 7, 9):
                one, _ = await pair(rooms, "crazy10s", size=size)
                live = await rooms.find(one.state["room"])
                assert live is not None
                position: Any = live.room.match.position
                other = position.racks[1]
                for move in ("a1=9", f"swap {'9' * 7}", f"{middle_of(size)}={other[0]}", "swap ****"):
                    heard = await one.acts("play", move=move)
                    assert heard["type"] == "refused"
                    with pytest.raises(sk.IllegalMove) as refused:
                        position.play(move)
                    for text in (json.dumps(heard), str(refused.value)):
                        assert other not in text
                        assert str(position).split(" ")[2] not in text

    run(work())


def middle_of(size: int) -> str:
    return f"{chr(ord('a') + size // 2)}{size // 2 + 1}"


def some_turn(position: Any, dice: random.Random) -> str:
    rack = position.racks[position.player - 1]
    plays = list(itertools.islice(position.plays(), 200))
    kind = dice.random()
    if plays and kind < 0.8:
        return str(dice.choice(plays))
    if kind < 0.9 and position.bag_size >= 2 and len(rack) >= 2:
        return f"swap {rack[:2]}"
    return "pass"


def check_knowledge(
    room: Room, position: Any, messages: list[dict[str, Any]], last: dict[str, Any], seat: int | None
) -> None:
    if room.match.outcome is not None:
        return
    assert last["racks"] is None
    assert last["rack"] == (None if seat is None else position.racks[seat - 1])
    known = set() if seat is None else {position.racks[seat - 1]}
    texts = "".join(json.dumps(message) for message in messages)
    for hidden in {rack for rack in position.racks if len(rack) == 7} - known:
        assert hidden not in texts
    bag = str(position).split(" ")[2]
    if len(bag) > 8:
        assert not any(bag[start : start + 8] in texts for start in range(0, len(bag) - 8, 4))
    for ply in last["history"]:
        if ply["move"].startswith("swap") and ply["player"] != seat:
            assert ply["move"] in ("swap ?1", "swap ?2")
    # The same knowledge with other hidden tiles gives the same message, byte for byte.
    views = [position.view(each) for each in ((1, 2) if seat is None else (seat,))]
    shown = {stated(room, each, seat) for view in views for each in (position, view.determinize(7))}
    assert len(shown) == 1


def stated(room: Room, position: Any, seat: int | None) -> str:
    """The state of a match that stands at `position`, as a text."""
    other = Room(StoredRoom("x" * 22, "crazy10s", room.stored.options, 1))
    other.match = sk.Match(position.rules, position, seed=1)
    return protocol.write(state(other, seat, "en", {}))


def test_previews_know_the_own_rack_alone() -> None:
    async def work() -> None:
        async with rooms_in() as rooms:
            one, two = await pair(rooms, "crazy10s", size=5)
            live = await rooms.find(one.state["room"])
            assert live is not None
            for person, seat in ((one, 1), (two, 2)):
                await person.hears()
                view = live.room.match.view(seat)
                for best in view.best_plays(1):  # hardly ever there is none
                    (answer,) = await person.says("preview", ask=seat, move=str(best))
                    assert answer == {"type": "previewed", "ask": seat, "score": view.score(best), "why": None}
                (answer,) = await person.says("preview", ask=9, move="c3=9,c4=9")
                assert answer["why"] == view.why_illegal("c3=9,c4=9")
                (answer,) = await person.says("preview", ask=9, move="nonsense")
                assert answer["why"]
            for odd in ("pass", "swap 0", "a1=1", "c3=*0,d3=*1"):
                (answer,) = await one.says("preview", ask=1, move=odd)
                assert (answer["score"] is None) == (answer["why"] is not None)

    run(work())


# ----------------------------------------------------------------------------------------------------------- fuzzing


@pytest.mark.parametrize("game", ["nim", "ten", "crazy10s"])
def test_fuzz(game: str) -> None:
    """Messages of every wrong kind among right ones; a match on the side says which are right.

    SPIELKERN_FUZZ=100000 sends so many to each game.
    """
    count = int(os.environ.get("SPIELKERN_FUZZ", "1500"))
    run(fuzz(game, count, random.Random(f"{game} {count}")))


async def fuzz(game: str, count: int, dice: random.Random) -> None:
    async with rooms_in() as rooms:
        sent = 0
        while sent < count:
            one, two = await pair(rooms, game, **SHORT[game])
            stranger = await Someone.arrives(rooms, one.state["room"], new_token())
            live = await rooms.find(one.state["room"])
            assert live is not None
            bystander, _ = await opened(rooms, game, **SHORT[game])
            sent += await fuzz_room(live, (one, two, stranger), dice, min(count - sent, 1000))
            kept = await rooms._on_disk(rooms._storage.room, live.room.name)
            assert kept is not None
            assert Room(kept).match == live.room.match
            untouched = await rooms.find(bystander)
            assert untouched is not None
            assert untouched.room.number == 0


async def fuzz_room(live: LiveRoom, people: tuple[Someone, ...], dice: random.Random, most: int) -> int:
    rules: Any = live.room.match.rules
    model: Any = sk.Match(rules, seed=live.room.match.seed)
    done: dict[tuple[int | None, str], int] = {}
    earlier: list[dict[str, Any]] = [{"type": "play", "id": new_id(), "number": 0, "move": "1:1"}]
    happened = 0
    for count in range(most):
        seat = dice.choice((1, 2, None))
        person = people[(seat or 3) - 1]
        message: dict[str, Any] = {
            "type": "play",
            "id": new_id(),
            "number": happened
            if dice.random() < 0.8
            else dice.choice((0, 1, max(0, happened - 1), happened + 1, 2**53)),
            "move": some_move(model, dice),
        }
        if dice.random() < 0.15:
            message = dict(dice.choice(earlier))
        elif dice.random() < 0.02:
            message = {"type": "undo", "id": new_id(), "number": max(0, happened - dice.randrange(3))}
        text = json.dumps(message)
        broken = dice.random() < 0.4
        if broken:
            text = damaged(text, dice)
        else:
            earlier.append(message)
        try:
            await person.session.receive(text)
        except Disconnect:
            raise AssertionError("there is no limit in force here") from None
        answers = [json.loads(each) for each in person.session._answers]
        person.session._answers.clear()
        if broken:
            assert live.room.number in (happened, happened + 1)
            if live.room.number > happened:  # what was damaged was a right move all the same
                event = live.room.stored.events[-1]
                assert event.seat == seat
                model.play(event.move)
                done[seat, event.id] = happened
                happened += 1
            continue
        (answer,) = answers
        expected = judged(model, message, seat, happened, done)
        assert (answer["type"] if expected is None else answer.get("code", answer.get("number"))) == (
            "done" if expected is None else expected
        ), (message, answer)
        if expected is None:
            model.play(message["move"])
            done[seat, message["id"]] = happened
            happened += 1
        assert live.room.number == happened
        assert str(live.room.match.position) == str(model.position)
        if model.outcome is not None and dice.random() < 0.05:
            return count + 1
    return most


def judged(model: Any, message: dict[str, Any], seat: int | None, happened: int, done: Any) -> str | int | None:
    """The code that a message must be refused with, or the number of the event that it was; None: it is right."""
    if seat is None:
        return "seat"
    if (seat, message["id"]) in done:
        return int(done[seat, message["id"]])
    if message["type"] == "undo":
        number = message["number"]
        # Here every event is a ply: the ones since then may only be the other seat's.
        answered = number <= happened and all(each.player != seat for each in model.positions[number:-1])
        return "undo" if answered else "stale"
    if message["number"] != happened:
        return "stale"
    if model.outcome is not None:
        return "over"
    if model.player != seat:
        return "turn"
    try:
        move = model.rules.move(message["move"])
    except sk.NotationError:
        return "notation"
    return None if model.position.is_legal(move) else "illegal"


def some_move(model: Any, dice: random.Random) -> str:
    if dice.random() < 0.2:
        return dice.choice(
            ["1:1", "9:9", "a1", "g7=3", "pass", "swap 0", "c3=1,d3=9", "x", "ü", "-", "a1+b1", "m4/b2,c2"]
        )
    if hasattr(model.position, "plays"):
        return some_turn(model.position, dice)
    moves = model.position.moves()
    return str(dice.choice(moves)) if moves else "1:1"


def damaged(text: str, dice: random.Random) -> str | bytes:
    kind = dice.randrange(9)
    place = dice.randrange(len(text))
    if kind == 0:
        return text[:place]
    if kind == 1:
        return text[:place] + dice.choice('{}[]",:\\\0\ud800ü9') + text[place + 1 :]
    if kind == 2:
        return text.encode()
    if kind == 3:
        return text[:-1] + ',"more":1}'
    if kind == 4:
        return json.dumps({**json.loads(text), "number": dice.choice([-1, 1.5, "1", None, 10**30, True])})
    if kind == 5:
        return json.dumps({**json.loads(text), "move": "x" * dice.choice([201, 5000])})
    if kind == 6:
        return dice.choice(["", "null", "[]", "{}", '{"type":"state"}', "[" * 2000, '{"type":"hello"}', "1e999"])
    if kind == 7:
        return json.dumps({**json.loads(text), "id": dice.choice(["", "short", "x" * 41, "a b c d e f", 7])})
    return json.dumps({"type": dice.choice(["sit", "hint", "preview", "again"]), "token": new_token(), "ask": 1})


# ------------------------------------------------------------------------------------------------- limits and storage


def test_too_many_messages_end_the_connection() -> None:
    async def work() -> None:
        async with rooms_in(limits=Limits(message_rate=1.0, message_burst=10)) as rooms:
            room, token = await opened(rooms, "nim")
            me = await Someone.arrives(rooms, room, token)
            for _ in range(9):
                await me.session.receive('{"type":"lang","lang":"de"}')
            with pytest.raises(Disconnect):
                await me.session.receive('{"type":"lang","lang":"de"}')
            # What is no message at all counts for more.
            other = await Someone.arrives(rooms, room)
            await other.session.receive("x")
            with pytest.raises(Disconnect):
                await other.session.receive("x")

    run(work())


def test_rooms_and_connections_are_limited() -> None:
    async def work() -> None:
        async with rooms_in(limits=Limits(rooms=2, room_connections=2, room_events=3)) as rooms:
            room, token = await opened(rooms, "nim")
            await opened(rooms, "nim")
            with pytest.raises(Refused, match="2 rooms"):
                await opened(rooms, "nim")
            watchers = [await Someone.arrives(rooms, room) for _ in range(2)]
            with pytest.raises(Disconnect):
                await Someone.arrives(rooms, room)
            watchers[0].session.leave()
            await Someone.arrives(rooms, room)
            me = await Someone.arrives(rooms, room, token)  # players have places of their own
            two = await rooms.find(room)
            assert two is not None
            seat_two = new_token()
            await watchers[1].says("sit", token=seat_two)
            for number in range(3):
                person = (me, watchers[1])[number % 2]
                assert (await person.acts("play", move=f"{number + 1}:1"))["type"] == "done"
            assert (await watchers[1].acts("play", move="3:1"))["code"] == "long"
            # It can still be ended: by agreement or by giving up.
            assert (await me.acts("draw"))["type"] == "done"
            assert (await me.acts("undo"))["type"] == "refused"
            assert (await watchers[1].acts("resign"))["type"] == "done"
            await me.hears()
            assert me.state["ending"]["winner"] == 1

    run(work())


def test_a_full_room_with_the_computer() -> None:
    """The computer still answers, and then one can give up; nothing else."""

    async def work() -> None:
        async with rooms_in(limits=Limits(room_events=1, ai_seconds=0.1)) as rooms:
            room, token = await opened(rooms, "nim", level=1)
            me = await Someone.arrives(rooms, room, token)
            await me.acts("play", move="1:1")
            while me.state["player"] != 1:
                await asyncio.sleep(0.02)
                await me.hears()
            assert len(me.state["history"]) == 2
            for kind, more in (("play", {"move": "3:1"}), ("undo", {})):
                assert (await me.acts(kind, **more))["code"] == "long"
            assert (await me.acts("resign"))["type"] == "done"

    run(work())


def test_the_next_match_counts_as_a_room_that_is_opened() -> None:
    async def work() -> None:
        async with rooms_in(limits=Limits(rooms_per_minute=2)) as rooms:
            room, token = await opened(rooms, "nim")
            for expected in (None, "rate"):
                me = await Someone.arrives(rooms, room, token)
                await me.acts("resign")
                heard = await me.says("again")
                assert next((m["code"] for m in heard if m["type"] == "refused"), None) == expected
                room = me.state["next"]
            assert room is None

    run(work())


def test_nobody_waits_for_a_hint_that_nobody_wants() -> None:
    """The computer has one thread and would think for long; who asked goes, or goes on, and the next one is served."""

    async def work() -> None:
        async with rooms_in(limits=Limits(ai_seconds=20.0, ai_threads=1)) as rooms:
            begin = time.monotonic()
            for leaves in (True, False):
                room, token = await opened(rooms, "dots-and-boxes", level=10, rows=5, cols=5)
                me = await Someone.arrives(rooms, room, token)
                await me.says("hint", number=0)
                await asyncio.sleep(0.05)
                if leaves:
                    me.session.leave()
                    continue
                assert (await me.acts("resign"))["type"] == "done"
            room, token = await opened(rooms, "nim", level=10)
            other = await Someone.arrives(rooms, room, token)
            await other.acts("play", move="1:1")
            await other.waits(lambda: other.state["player"] == 1)
            # And the server ends at once.
            room, token = await opened(rooms, "dots-and-boxes", level=10, rows=5, cols=5)
            me = await Someone.arrives(rooms, room, token)
            await me.says("hint", number=0)
            await asyncio.sleep(0.05)
        assert time.monotonic() - begin < 10

    run(work())


def test_old_rooms_go() -> None:
    async def work() -> None:
        async with rooms_in(limits=Limits(finished_days=1e-9, room_days=1.0)) as rooms:
            going, _ = await opened(rooms, "nim")
            over, token = await opened(rooms, "nim")
            me = await Someone.arrives(rooms, over, token)
            await me.acts("resign")
            await rooms.sweep(0.0)
            assert await rooms.find(over) is not None, "somebody looks at it"
            me.session.leave()
            await rooms.sweep(0.0)
            assert await rooms.find(over) is None
            assert await rooms.find(going) is not None

    run(work())


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("chess", {}),
        ("nim", {"heaps": [1, 16]}),
        ("nim", {"heaps": [1] * 9}),
        ("nim", {"heaps": []}),
        ("nim", {"heaps": 3}),
        ("nim", {"misere": 1}),
        ("mu-torere", {"ring": 36}),
        ("mu-torere", {"ring": True}),
        ("mu-torere", {"entry": "sometimes"}),
        ("crazy10s", {"size": 25}),
        ("crazy10s", {"size": 6}),
        ("crazy10s", {"layout": ""}),
        ("dots-and-boxes", {"rows": 7, "cols": 7}),
    ],
)
def test_options_are_checked(game: str, options: dict[str, Any]) -> None:
    async def work() -> None:
        async with rooms_in() as rooms:
            with pytest.raises(Refused) as refused:
                await opened(rooms, game, **options)
            assert refused.value.code == "options"

    run(work())


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "rooms.sqlite"
    room, before = "", ""

    async def first() -> None:
        nonlocal room, before
        async with rooms_in(path) as rooms:
            one, two = await pair(rooms, "crazy10s")
            room = one.state["room"]
            live = await rooms.find(room)
            assert live is not None
            dice = random.Random(3)
            for number in range(5):
                person = (one, two)[number % 2]
                await person.acts("play", move=some_turn(live.room.match.position, dice))
            await two.acts("draw")
            before = live.room.match.to_json()

    async def second() -> None:
        async with rooms_in(path) as rooms:
            live = await rooms.find(room)
            assert live is not None
            assert live.room.match.to_json() == before
            assert live.room.offer == 2
            assert live.room.number == 6

    run(first())
    run(second())


def test_a_disk_that_fails_loses_only_what_was_not_confirmed(tmp_path: Path) -> None:
    async def work() -> None:
        async with rooms_in(tmp_path / "rooms.sqlite") as rooms:
            one, two = await pair(rooms, "nim")
            add = rooms._storage.add_event

            def fail(*_: Any) -> None:
                raise sqlite3.OperationalError("disk full")

            rooms._storage.add_event = fail  # type: ignore[method-assign]
            assert (await one.acts("play", move="1:1"))["code"] == "disk"
            await two.hears()
            assert two.state["number"] == 0
            rooms._storage.add_event = add  # type: ignore[method-assign]
            assert (await one.acts("play", move="1:1"))["number"] == 0

    run(work())


def test_the_computer_plays_once_the_disk_works_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielkern.web.rooms.AGAIN_SECONDS", 0.05)

    async def work() -> None:
        async with rooms_in() as rooms:
            room, token = await opened(rooms, "nim", level=10)
            me = await Someone.arrives(rooms, room, token)
            add = rooms._storage.add_event
            failed = 0

            def fail(name: str, number: int, event: Event, over: bool) -> None:
                nonlocal failed
                if event.seat == 2 and failed < 2:
                    failed += 1
                    raise sqlite3.OperationalError("disk full")
                add(name, number, event, over)

            rooms._storage.add_event = fail  # type: ignore[method-assign]
            await me.acts("play", move="1:1")
            await me.waits(lambda: me.state["number"] == 2)
            assert failed == 2

    run(work())


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE rooms SET options = '{'",
        "UPDATE rooms SET options = '[1]'",
        "UPDATE rooms SET seed = 'x'",
        "UPDATE rooms SET game = 'chess'",
        "UPDATE events SET kind = 'undo'",
        "UPDATE events SET move = x'ff'",
    ],
)
def test_a_room_that_cannot_be_read_harms_no_other(change: str, tmp_path: Path) -> None:
    path = tmp_path / "rooms.sqlite"

    async def work() -> None:
        async with rooms_in(path) as rooms:
            one, _ = await pair(rooms, "nim")
            await one.acts("play", move="1:1")
            damaged = one.state["room"]
        with sqlite3.connect(path) as base:
            base.execute(change)
        base.close()
        async with rooms_in(path) as rooms:
            with pytest.raises(Refused) as refused:
                await rooms.find(damaged)
            assert refused.value.code == "unreadable"
            room, token = await opened(rooms, "nim")
            me = await Someone.arrives(rooms, room, token)
            assert (await me.acts("play", move="1:1"))["type"] == "done"

    run(work())


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rooms.sqlite"
    base = Storage(path)
    for number in range(200):
        base.add_room(StoredRoom(f"room-{number}", "nim", {}, None, seats={1: b"x" * 32}))
    base.close()
    content = bytearray(path.read_bytes())
    content[8192:8292] = bytes(100)
    path.write_bytes(content)
    with pytest.raises(StorageError, match=r"damaged|malformed"):
        Storage(path)
    assert path.read_bytes() == content


def test_the_file_belongs_to_one_server(tmp_path: Path) -> None:
    path = tmp_path / "rooms.sqlite"
    first = Storage(path)
    with pytest.raises(StorageError, match="another server"):
        Storage(path)
    first.close()
    Storage(path).close()
    with sqlite3.connect(path) as base:
        base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(StorageError, match="format 99"):
        Storage(path)
    for content in (b"no database at all" * 100,):
        path.write_bytes(content)
        with pytest.raises(StorageError):
            Storage(path)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as base:
        base.execute("CREATE TABLE mine (x)")
    base.close()
    before = other.read_bytes()
    with pytest.raises(StorageError, match="something else"):
        Storage(other)
    assert other.read_bytes() == before
    with pytest.raises(StorageError):
        Storage(tmp_path / "no" / "folder.sqlite")


@pytest.mark.skipif(os.name == "nt", reason="other rights")
def test_nobody_else_reads_the_file(tmp_path: Path) -> None:
    base = Storage(tmp_path / "rooms.sqlite")
    base.add_room(StoredRoom("room", "crazy10s", {}, 7, seats={1: b"x"}))
    assert {file.stat().st_mode & 0o077 for file in tmp_path.iterdir()} == {0}
    base.close()


def test_storage_keeps_an_event_once() -> None:
    base = Storage(":memory:")
    base.add_room(StoredRoom("room", "nim", {}, None, seats={1: b"x"}))
    base.add_event("room", 0, Event("play", 1, "once", "1:1"), False)
    for number, event in ((0, Event("play", 1, "twice", "1:1")), (1, Event("play", 1, "once", "1:1"))):
        with pytest.raises(sqlite3.IntegrityError):
            base.add_event("room", number, event, False)
    kept = base.room("room")
    assert kept is not None
    assert kept.events == [Event("play", 1, "once", "1:1")]
    base.close()


def test_limits() -> None:
    with pytest.raises(sk.RulesError, match="above 0"):
        Limits(rooms=0)
    with pytest.raises(TypeError, match="int"):
        Limits(rooms=1.5)  # type: ignore[arg-type]
    bucket = Bucket(1e-9, 2)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    buckets = Buckets(1e-9, 1)
    assert [buckets.take(address) for address in "aab"] == [True, False, True]
    assert new_seed(sk.Nim()) is None
    assert new_seed(sk.Crazy10s()) is not None


# ------------------------------------------------------------------------------------------------------- dictionaries


LANGUAGES = Path(sk.__file__).parent / "web" / "static"


def words_of(lang: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((LANGUAGES / "lang" / f"{lang}.json").read_text(encoding="utf-8"))
    return found


def test_both_dictionaries_have_the_same_words() -> None:
    import re

    english, german = words_of("en")["words"], words_of("de")["words"]
    assert english.keys() == german.keys()
    for key in english:
        holes = [sorted(set(re.findall(r"\{\w+\}", words[key]))) for words in (english, german)]
        assert holes[0] == holes[1], key


def test_all_words_that_the_page_asks_for_are_there() -> None:
    import re

    words = words_of("en")["words"]
    asked = set()
    for script in LANGUAGES.rglob("*.js"):
        asked |= set(re.findall(r'\bt\("([\w.-]+)"', script.read_text(encoding="utf-8")))
    assert asked
    assert {key for key in asked if key not in words} == set()
    for game in sk.games():
        from spielkern.web.choices import offered

        assert f"game.{game}" in words
        for option in offered(game):
            assert f"option.{game}.{option['name']}" in words
            for choice in option["choices"]:
                assert f"choice.{game}.{option['name']}.{choice}" in words


def test_the_readme_has_the_limits_of_the_options() -> None:
    import re

    from spielkern.web.choices import MOST_HEAPS, offered

    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    (said,) = re.findall(r"The page offers the\soptions.*?\.\n", readme, re.DOTALL)
    said = said.replace("\n", " ")
    assert f"up to {MOST_HEAPS} heaps" in said
    for game in sk.games():
        _, named, own = said.partition(sk.game_class(game).title + " ")
        assert named
        for option in offered(game):
            if option["kind"] in ("int", "ints"):
                assert f"{option['minimum']} to {option['maximum']}" in own.partition(",")[0], option["name"]


def test_what_the_engine_says_has_a_german_form() -> None:
    import re

    patterns = [pattern for pattern, _ in words_of("de")["engine"]]

    def known(text: str) -> bool:
        return any(re.search(pattern, text) for pattern in patterns)

    rules = sk.Crazy10s()
    view: Any = rules.board(rules.start(seed=1).board, "01239*")
    said = [
        view.why_illegal(move)
        for move in ("g7=1,h7=2", "g7=9,h7=1", "g7=1", "a1=1,b1=2", "swap 9", "g7=1,h7=1", "g7=*1,h7=*9", "swap 0")
    ]
    laid: Any = rules.board("/".join(["." * 13] * 6 + ["......37....."] + ["." * 13] * 6), "01237*")
    said += [laid.why_illegal(move) for move in ("g7=1", "a1=1", "g6=7,f7=0", "f7=1")]
    line = sk.Crazy10s(placement="line").board(laid.board, "01237*")
    said.append(line.why_illegal("g6=7,f7=0"))
    assert all(said[:1])
    for text in filter(None, said):
        assert known(text), text
    for game, options in SHORT.items():
        for seed in range(30):
            match: Any = sk.Match(sk.rules(game, **options), seed=seed if game == "crazy10s" else None)
            dice = random.Random(seed)
            while match.outcome is None and match.ply < 300:
                moves = ["pass"] if game == "crazy10s" else match.moves()
                match.play(dice.choice(moves))
            if match.outcome is not None:
                assert known(match.outcome.reason), match.outcome.reason
