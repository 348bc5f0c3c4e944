"""How long a move takes on a busy server: many rooms of two people each, who move at their own pace.

    python benchmarks/web_load.py --rooms 200 --seconds 60 --pause 1.2

starts a server of its own, lets two people play in every room (a new match whenever one is over), and then compares
the record of every match with what was confirmed: a move that was lost or counted twice would show. It prints how long
moves took from being sent until they were confirmed, and until the opponent had them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect


class Heard(msgspec.Struct):
    """What of a message a player needs."""

    type: str
    id: str | None = None
    number: int = 0
    seat: int | None = None
    player: int = 0
    moves: list[str] | None = None
    ending: dict[str, Any] | None = None
    next: str | None = None
    code: str | None = None


@dataclass
class Tally:
    """What came of it all."""

    confirmed: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    #: Of each match the moves that were confirmed, by their numbers.
    moves: dict[str, dict[int, str]] = field(default_factory=dict)
    refused: int = 0
    #: From when on times count: first all must have come.
    begin: float = 0.0
    matches: int = 0


class Table:
    """Two people in a room, and then in the next one."""

    def __init__(self, address: str, options: argparse.Namespace, tally: Tally, seed: int) -> None:
        self.address = address
        self.options = options
        self.tally = tally
        self.dice = random.Random(seed)
        self.tokens = (secrets.token_urlsafe(32), secrets.token_urlsafe(32))
        self.sent: dict[int, float] = {}

    async def play(self, room: str, until: float) -> None:
        # Not all at the same time.
        await asyncio.sleep(self.dice.random() * self.options.pause)
        while time.perf_counter() < until:
            self.tally.moves[room] = {}
            following = await asyncio.gather(*(self.player(room, each, until) for each in (0, 1)))
            found = [name for name in following if name]
            if not found:
                break
            room = found[0]
            self.tally.matches += 1

    async def player(self, room: str, who: int, until: float) -> str | None:
        """Play one match; returns the room of the next one, None once time is up."""
        url = self.address.replace("http", "ws") + f"/ws/{room}"
        token = self.tokens[who]
        async with connect(
            url, origin=self.address, compression=self.options.compression, ping_interval=None
        ) as socket:  # type: ignore[arg-type]
            coming = Coming(socket)
            await socket.send(json.dumps({"type": "hello", "token": token}))
            await socket.send(json.dumps({"type": "sit", "token": token}))
            asked = False
            acted = -1  # a state may come more than once, as when somebody sits down
            while True:
                try:
                    async with asyncio.timeout(max(0.0, until - time.perf_counter())):
                        state = await coming.next()
                except TimeoutError:
                    return None
                if state.type != "state" or state.seat is None:
                    continue
                if state.number in self.sent and state.player == state.seat:
                    sent = self.sent.pop(state.number)
                    if sent > self.tally.begin:
                        self.tally.shown.append(time.perf_counter() - sent)
                if state.ending is not None:
                    if state.next is not None:
                        return state.next
                    if not asked:
                        await socket.send('{"type":"again"}')
                        asked = True
                elif state.moves and state.number > acted:
                    acted = state.number
                    await asyncio.sleep(self.options.pause * self.dice.uniform(0.5, 1.5))
                    if time.perf_counter() >= until:
                        return None
                    await self.move(socket, coming, room, state)

    async def move(self, socket: ClientConnection, coming: Coming, room: str, state: Heard) -> None:
        assert state.moves is not None
        move = self.dice.choice(state.moves)
        name = secrets.token_urlsafe(9)
        begin = time.perf_counter()
        self.sent[state.number + 1] = begin
        await socket.send(json.dumps({"type": "play", "id": name, "number": state.number, "move": move}))
        answer = await coming.answer(name)
        if answer.type == "done":
            if begin > self.tally.begin:
                self.tally.confirmed.append(time.perf_counter() - begin)
            self.tally.moves[room][answer.number] = move
        else:
            self.tally.refused += 1


class Coming:
    """What comes from the server: lists of messages."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.messages: deque[Heard] = deque()

    async def _more(self) -> list[Heard]:
        return msgspec.json.decode(await self.socket.recv(decode=False), type=list[Heard])

    async def next(self) -> Heard:
        while not self.messages:
            self.messages.extend(await self._more())
        return self.messages.popleft()

    async def answer(self, name: str) -> Heard:
        """The answer to what was asked for under an id; what comes besides is kept."""
        while True:
            more = await self._more()
            self.messages.extend(each for each in more if each.id != name)
            for each in more:
                if each.id == name:
                    return each


async def load(address: str, options: argparse.Namespace) -> Tally:
    tally = Tally()
    tables = [Table(address, options, tally, seed) for seed in range(options.rooms)]
    rooms = [await asyncio.to_thread(opened, address, options, table.tokens[0]) for table in tables]
    tally.begin = time.perf_counter() + options.warm
    until = tally.begin + options.seconds
    await asyncio.gather(*(table.play(room, until) for table, room in zip(tables, rooms, strict=True)))
    return tally


def opened(address: str, options: argparse.Namespace, token: str) -> str:
    wanted = {"game": options.game, "options": json.loads(options.options), "token": token, "seat": 1}
    headers = {"Content-Type": "application/json", "Origin": address}
    request = urllib.request.Request(f"{address}/api/rooms", json.dumps(wanted).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["room"])


def check(address: str, tally: Tally) -> None:
    """Every match has the moves that were confirmed, each once and in its place."""
    for room, moves in tally.moves.items():
        with urllib.request.urlopen(f"{address}/api/rooms/{room}/record") as answer:
            played = json.load(answer)["moves"]
        wanted = [moves[number] for number in sorted(moves)]
        if sorted(moves) != list(range(len(moves))) or played != wanted:
            raise SystemExit(f"room {room}: confirmed {wanted}, but the record has {played}")


def share(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(part * len(times)))] * 1000


def main(arguments: list[str] | None = None) -> Tally:
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--warm", type=float, default=5.0, help="seconds before that, in which everybody arrives")
    parser.add_argument("--pause", type=float, default=1.2, help="seconds that a player thinks (0.5 to 1.5 times that)")
    parser.add_argument("--game", default="dots-and-boxes")
    parser.add_argument("--options", default='{"rows": 5, "cols": 5}', help="of the game, as JSON")
    parser.add_argument("--plain", dest="compression", action="store_const", const=None, default="deflate")
    parser.add_argument("--url", help="a server that runs already, as http://127.0.0.1:8000, instead of a new one")
    options = parser.parse_args(arguments)
    if options.url is not None:
        tally = asyncio.run(load(options.url, options))
        check(options.url, tally)
    else:
        tally = with_own_server(options)
    report(tally, options)
    return tally


def with_own_server(options: argparse.Namespace) -> Tally:
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "spielkern",
            "serve",
            "--port",
            "0",
            "--data",
            str(Path(folder) / "rooms.sqlite"),
        ]
        command += ["--rooms-per-minute", "1000000", "--requests-per-minute", "1000000"]
        command += ["--rooms", "1000000", "--connections", "100000"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"http://[\d.:]+", server.stdout.readline())
            assert found is not None, "the server did not start"
            address = found[0]
            tally = asyncio.run(load(address, options))
            check(address, tally)
        finally:
            server.terminate()
            server.communicate()
    return tally


def report(tally: Tally, options: argparse.Namespace) -> None:
    count = len(tally.confirmed)
    print(
        f"{options.rooms} rooms, {options.seconds:g} s: {count:,} moves ({count / options.seconds:,.0f} a second), ",
        end="",
    )
    print(f"{tally.matches} matches ended, {tally.refused} refused, none lost, none doubled")
    for name, times in (("confirmed", tally.confirmed), ("with the opponent", tally.shown)):
        if times:
            parts = ", ".join(f"{100 * part:g}% {share(times, part):.1f}" for part in (0.5, 0.9, 0.99, 0.999))
            print(f"{name:>17} after (ms): {parts}, longest {max(times) * 1000:.1f}")


if __name__ == "__main__":
    main()
