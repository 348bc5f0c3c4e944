"""A server in a process of its own, and people who talk to it without a browser."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

PATIENCE = 30.0  # seconds; far more than anything takes


class Server:
    """`spielkern serve` with the rooms in a file; the port stays the same from start to start."""

    def __init__(self, path: Path, *arguments: str, late: float = 0) -> None:
        self.path = path
        self.arguments = arguments
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.start()
        #: What browsers go by; up to `late` seconds late.
        self.way = SlowWay(self, late) if late else None

    def start(self) -> None:
        command = [sys.executable, "-m", "spielkern", "serve", "--data", str(self.path), "--port", str(self.port)]
        command += ["--rooms-per-minute", "100000", "--requests-per-minute", "1000000", *self.arguments]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line + self._errors()
        self.port = int(found[1])

    def _errors(self) -> str:
        assert self.process is not None
        self.process.kill()
        return self.process.communicate()[1]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.way.port if self.way else self.port}"

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def stop(self) -> str:
        """As Ctrl-C does; returns what it said to stderr."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.communicate(timeout=PATIENCE)[1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.alive:
            self.kill()
        if self.way:
            self.way.close()

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def post(self, path: str, body: Any, **headers: str) -> tuple[int, Any]:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        given = {"Content-Type": "application/json", "Origin": self.address}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.address + path, data, given)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read())

    def open_room(self, game: str, token: str, seat: int = 1, level: int | None = None, **options: Any) -> str:
        body: dict[str, Any] = {"game": game, "options": options, "token": token, "seat": seat}
        if level is not None:
            body["level"] = level
        status, answer = self.post("/api/rooms", body)
        assert status == 201, answer
        return str(answer["room"])


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_id() -> str:
    return secrets.token_urlsafe(9)


class Pieces:
    """Cuts what goes over a connection into what may come at a time: the frames of a web socket one by one."""

    def __init__(self) -> None:
        self.rest = b""
        self.upgraded = False

    def cut(self, data: bytes) -> Iterator[bytes]:
        self.rest += data
        if not self.upgraded:
            head, end, _ = self.rest.partition(b"\r\n\r\n")
            self.upgraded = bool(end) and b"upgrade: websocket" in head.lower()
            yield self._take(len(head + end) if self.upgraded else len(self.rest))
        while self.upgraded and (size := self._frame()) <= len(self.rest):
            yield self._take(size)

    def _take(self, size: int) -> bytes:
        piece, self.rest = self.rest[:size], self.rest[size:]
        return piece

    def _frame(self) -> int:
        """The bytes of the next frame (RFC 6455, section 5.2), as far as its head is there."""
        if len(self.rest) < 2:
            return 2
        length = self.rest[1] & 0x7F
        more = {126: 2, 127: 8}.get(length, 0)
        head = 2 + more + (4 if self.rest[1] & 0x80 else 0)
        if len(self.rest) < head:
            return head
        return head + (int.from_bytes(self.rest[2 : 2 + more], "big") if more else length)


class SlowWay:
    """A way to a server on which everything comes up to `seconds` late, in its order, each message by itself."""

    def __init__(self, server: Server, seconds: float) -> None:
        self.server = server
        self.seconds = seconds
        self.dice = random.Random(1)
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.door.getsockname()[1])
        threading.Thread(target=self._lead, daemon=True).start()

    def _lead(self) -> None:
        while True:
            try:
                here, _ = self.door.accept()
            except OSError:
                return  # closed
            try:
                there = socket.create_connection(("127.0.0.1", self.server.port))
            except OSError:
                here.close()
                continue
            for pair in ((here, there), (there, here)):
                threading.Thread(target=self._carry, args=pair, daemon=True).start()

    def _carry(self, source: socket.socket, goal: socket.socket) -> None:
        with contextlib.suppress(OSError):
            pieces = Pieces()
            while data := source.recv(1 << 16):
                for piece in pieces.cut(data):
                    time.sleep(self.seconds * self.dice.random())
                    goal.sendall(piece)
        for end in (source, goal):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def close(self) -> None:
        self.door.close()


class Person:
    """A connection to a room; `state` is the last one that came."""

    def __init__(self, server: Server, room: str, token: str | None = None, lang: str = "en") -> None:
        self.server = server
        self.room = room
        self.token = token
        self.lang = lang
        self.state: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.socket: ClientConnection
        self.connect()

    def connect(self) -> None:
        self.coming: list[dict[str, Any]] = []
        self._open = contextlib.ExitStack()
        host = f"127.0.0.1:{self.server.port}"
        self.socket = self._open.enter_context(
            connect(f"ws://{host}/ws/{self.room}", origin=Origin(f"http://{host}"), open_timeout=PATIENCE)
        )
        self.say("hello", token=self.token, lang=self.lang)
        self.wait("state")

    def say(self, kind: str, **more: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **more}))

    def next(self, timeout: float = PATIENCE) -> dict[str, Any]:
        if not self.coming:
            self.coming = json.loads(self.socket.recv(timeout))
        message = self.coming.pop(0)
        self.heard.append(message)
        if message["type"] == "state":
            self.state = message
        return message

    def read_to_the_end(self) -> int | None:
        """Read until the server ends the connection; returns the code it gives."""
        try:
            while True:
                self.next()
        except ConnectionClosed as closed:
            return None if closed.rcvd is None else closed.rcvd.code

    def wait(self, *kinds: str, until: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """Read until a message of one of these kinds comes for which `until` holds."""
        while True:
            message = self.next()
            if message["type"] in kinds and until(message):
                return message

    def wait_state(self, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        return self.state if self.state and until(self.state) else self.wait("state", until=until)

    def sit(self, token: str) -> int:
        self.token = token
        self.say("sit", token=token)
        seat = int(self.wait("seated")["seat"])
        self.wait_state(lambda state: state["seat"] == seat)
        return seat

    def act(self, kind: str, **more: Any) -> dict[str, Any]:
        """Ask for something and return the answer, `done` or `refused`."""
        more = {"id": new_id(), "number": self.state["number"], **more}
        self.say(kind, **more)
        return self.wait("done", "refused", until=lambda message: message["id"] == more["id"])

    def play(self, move: str) -> None:
        number = self.state["number"]
        answer = self.act("play", move=move)
        assert answer["type"] == "done", answer
        self.wait_state(lambda state: state["number"] > number)

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.close()
