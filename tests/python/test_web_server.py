"""`spielkern serve` as a process: what comes over the wire, kills in the middle of a match, load, and its arguments."""

from __future__ import annotations

import contextlib
import json
import os
import random
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import Run, refused

import spielkern as sk

pytest.importorskip("uvicorn", reason="the extra web is not installed")
pytest.importorskip("websockets", reason="the extra web is not installed")

from web_client import Person, Server, new_id, new_token
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("web") / "rooms.sqlite") as server:
        yield server
        said = server.stop()
        assert "Traceback" not in said, "nothing that a stranger sends makes the server stumble"
        assert "ERROR" not in said


def test_pages_and_headers(server: Server) -> None:
    import urllib.request

    for path in ("/", "/room/some-room", "/puzzle", "/rules/nim"):
        with urllib.request.urlopen(server.address + path) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "script-src 'self';" in policy
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "same-origin"
            page = answer.read().decode()
    # Nothing on the page comes from elsewhere, and no script is written into it.
    assert "http://" not in page
    assert "https://" not in page
    assert "<script>" not in page
    assert server.get("/static/js/main.js")[0] == 200
    assert ".sk-board" in server.get("/boards.css")[1]
    for path in ("/nothing", "/static/../app.py", "/static/%2e%2e/app.py", "/static/js", "/api/rooms/x/record"):
        assert server.get(path)[0] == 404, path


def test_opening_rooms(server: Server) -> None:
    token = new_token()
    status, answer = server.post("/api/rooms", {"game": "nim", "token": token})
    assert status == 201
    assert len(answer["room"]) >= 22
    assert answer["seat"] in (1, 2)
    for body, code in (
        ({"game": "chess", "token": token}, "options"),
        ({"game": "nim", "token": "short"}, "malformed"),
        ({"game": "nim"}, "malformed"),
        ({"game": "nim", "token": token, "level": 11}, "malformed"),
        ({"game": "nim", "token": token, "more": 1}, "malformed"),
        (b"{", "malformed"),
        (b"\xff", "malformed"),
        (b" " * 5000, "malformed"),
    ):
        status, answer = server.post("/api/rooms", body)
        assert (status, answer["code"]) == (400, code), body
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        status, answer = server.post("/api/rooms", {"game": "nim", "token": token}, Origin=origin)
        assert (status, answer["code"]) == (403, "origin")
    # A name of elsewhere that the DNS leads here is no name of ours, though page and server bear it both.
    for host, status in (("evil.example:80", 403), (f"localhost:{server.port}", 201), ("[::1]:1", 201), ("[", 403)):
        got, _ = server.post("/api/rooms", {"game": "nim", "token": token}, Host=host, Origin=f"http://{host}")
        assert got == status, host
    status, answer = server.post("/api/rooms", {"game": "nim", "token": token}, Content_Type="text/plain")
    assert (status, answer["code"]) == (400, "malformed")


def test_names_of_rooms_cannot_be_guessed(server: Server) -> None:
    names = [server.open_room("nim", new_token()) for _ in range(20)]
    assert len(set(names)) == 20
    assert all(len({name[place] for name in names}) > 1 for place in range(21))


def test_sockets_of_other_sites_and_to_nowhere(server: Server) -> None:
    room = server.open_room("nim", new_token())
    address = f"ws://127.0.0.1:{server.port}/ws/{room}"
    for origin in ("https://evil.example", None):
        with pytest.raises(InvalidStatus) as rejected, connect(address, origin=origin):  # type: ignore[arg-type]
            pass
        assert rejected.value.response.status_code == 403
    with connect(f"ws://127.0.0.1:{server.port}/ws/{'x' * 22}", origin=server.address) as stray:  # type: ignore[arg-type]
        with pytest.raises(ConnectionClosed) as closed:
            stray.recv(10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4004


def test_what_is_no_message_harms_nothing(server: Server) -> None:
    token = new_token()
    room = server.open_room("nim", token)
    watcher = Person(server, room)
    for sent, code in (("x" * 5000, 1009), (b"bytes", None), ("{}", None), ("\0", None), ('{"type":"hello"}', None)):
        with Person(server, room, token) as me:
            me.socket.send(sent)
            if code is None:
                assert me.wait("refused")["code"] in ("malformed", "hello")
                continue
            assert me.read_to_the_end() == code
    with Person(server, room, token) as me:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(1000):  # no page of ours says so much
                me.say("lang", lang="de")
        assert me.read_to_the_end() == 4008
    # Bytes that are no WebSocket, and a connection that says nothing.
    for raw in (
        b"\x00" * 100,
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET /ws/x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", server.port)) as stray:
            stray.sendall(raw)
            stray.settimeout(5)
            stray.recv(1000)
    with Person(server, room, token) as me:  # a text of which the bytes are none
        me.socket.socket.send(b"\x81\x82" + bytes(4) + b"\xff\xfe")
        assert me.read_to_the_end() == 1007
    with Person(server, room, token) as me:
        me.say("ping")
        me.wait("pong")
        me.play("1:1")
        assert me.state["number"] == 1
    assert watcher.wait_state(lambda state: state["number"] == 1)["seat"] is None
    watcher.close()


def test_connections_are_limited(tmp_path: Path) -> None:
    with Server(tmp_path / "rooms.sqlite", "--connections", "5") as server:
        room = server.open_room("nim", new_token())
        people = [Person(server, room) for _ in range(5)]
        with pytest.raises(InvalidStatus) as rejected:
            Person(server, room)
        assert rejected.value.response.status_code == 403
        people[0].close()
        time.sleep(0.2)
        people[0].connect()
        for each in people:
            each.close()


def test_requests_are_limited(tmp_path: Path) -> None:
    with Server(tmp_path / "rooms.sqlite", "--requests-per-minute", "5") as server:
        room = server.open_room("nim", new_token())
        assert [server.get("/api/puzzle?date=2026-03-04")[0] for _ in range(4)] == [200] * 4
        status, text = server.get("/api/puzzle/solution?date=2026-03-04")
        assert (status, json.loads(text)["code"]) == (429, "requests")
        assert server.get("/")[0] == server.get("/static/style.css")[0] == 200  # files are not counted
        with Person(server, room) as watcher:  # nor are those who play
            assert watcher.state["number"] == 0


def test_a_crowd_takes_nothing_from_those_who_play(tmp_path: Path) -> None:
    with Server(tmp_path / "rooms.sqlite", "--connections", "5") as server, contextlib.ExitStack() as crowd:
        token = new_token()
        me = crowd.enter_context(Person(server, server.open_room("nim", token), token))
        for _ in range(300):
            crowd.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        me.play("1:1")
        # Nobody is heard but some who are told.
        assert connections_of(server) <= 110


def connections_of(server: Server) -> int:
    """How many sockets the server has open, as far as the system tells."""
    assert server.process is not None
    files = Path(f"/proc/{server.process.pid}/fd")
    return sum(os.readlink(file).startswith("socket:") for file in files.iterdir()) if files.exists() else 0


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of files")
def test_there_are_files_for_all_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    from spielkern.web import serving

    given: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, numbers: given.append(numbers))
    for files, most, possible, asked in (
        (1024, 524_288, 2000, [(2000 + serving.OTHER_FILES, 524_288)]),
        (1024, resource.RLIM_INFINITY, 2000, [(2000 + serving.OTHER_FILES, resource.RLIM_INFINITY)]),
        (1024, 1024, 1024 - serving.OTHER_FILES, [(1024, 1024)]),
        (10_000, 10_000, 2000, []),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, 2000, []),
    ):
        given.clear()
        monkeypatch.setattr(resource, "getrlimit", lambda _, numbers=(files, most): numbers)
        assert serving._possible(2000) == possible
        assert given == asked


def test_what_is_no_message_counts_too(server: Server) -> None:
    """Pings and empty pieces of messages are answered below the protocol, but not without end."""
    room = server.open_room("nim", new_token())
    for opcode, payload in ((0x89, b"x" * 125), (0x80, b"")):
        with Person(server, room) as me, contextlib.suppress(OSError):
            raw = me.socket.socket
            frame = bytes([opcode, 0x80 | len(payload)]) + bytes(4) + payload  # masked with zeros
            sent = raw.send(b"\x01\x80" + bytes(4)) if opcode == 0x80 else 0
            while sent < 50_000_000:
                sent += raw.send(frame * 500)
        assert sent < 20_000_000, "it ends long before"


def test_whoever_says_nothing_does_not_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence, half a request, and an answer that is not read."""
    import asyncio

    from spielkern.web import serving
    from spielkern.web.app import create_app
    from spielkern.web.limits import Limits
    from spielkern.web.storage import Storage

    monkeypatch.setattr(serving, "REQUEST_SECONDS", 0.5)
    listening = serving._listening("127.0.0.1", 0)
    address = listening.getsockname()

    def strangers() -> None:
        for said in (b"", b"GET / HT", b"POST /api/rooms HTTP/1.1\r\nContent-Length: 100\r\n\r\nx"):
            with socket.create_connection(address) as stray, contextlib.suppress(ConnectionResetError):
                stray.sendall(said)
                stray.settimeout(10)
                while stray.recv(10_000):
                    pass

    async def work() -> None:
        server = serving._server(create_app(Storage(":memory:")), Limits())
        task = asyncio.create_task(server.serve([listening]))
        await asyncio.to_thread(strangers)
        server.should_exit = True
        await task

    asyncio.run(work())


def test_records(server: Server) -> None:
    tokens = new_token(), new_token()
    room = server.open_room("nim", tokens[0])
    with Person(server, room, tokens[0]) as me:
        me.play("1:2")
        status, record = server.get(f"/api/rooms/{room}/record")
        assert status == 200
        assert [str(move) for move in sk.Match.from_json(record).history] == ["1:2"]
    room = server.open_room("crazy10s", tokens[0], size=5)
    with Person(server, room, tokens[0]) as me:
        status, refusal = server.get(f"/api/rooms/{room}/record")
        assert (status, json.loads(refusal)["code"]) == (409, "going-on")
        me.act("resign")
        status, record = server.get(f"/api/rooms/{room}/record")
        match = sk.Match.from_json(record)
        assert match.end is not None
        assert match.end.player == 1


def test_the_puzzle(server: Server) -> None:
    puzzle = sk.daily_puzzle("2026-01-02")
    status, text = server.get("/api/puzzle?date=2026-01-02&lang=de")
    assert status == 200
    assert json.loads(text)["rack"] == puzzle.rack
    assert str(puzzle.best) not in text
    for move, expected in (
        (str(puzzle.best), {"score": puzzle.best_score, "solved": True, "why": None}),
        ("a1=1", {"score": None, "solved": False, "why": puzzle.check("a1=1").why_illegal}),
    ):
        assert server.post("/api/puzzle", {"date": "2026-01-02", "move": move}) == (200, expected)
    assert server.post("/api/puzzle", {"date": "2026-01-02", "move": "?"})[1]["code"] == "notation"
    for date in ("2999-01-01", "yesterday", "2026-13-01"):
        status, text = server.get(f"/api/puzzle?date={date}")
        assert (status, json.loads(text)["code"]) == (400, "date")
    _, text = server.get("/api/puzzle/solution?date=2026-01-02")
    assert json.loads(text) == {"move": str(puzzle.best), "score": puzzle.best_score}


def test_kills_in_the_middle_lose_nothing(tmp_path: Path) -> None:
    """Two people play; the server is killed again and again at random. What it confirmed is there afterwards, and what
    was on its way is asked for again under its id and counts once."""
    dice = random.Random(5)
    tokens = new_token(), new_token()
    with Server(tmp_path / "rooms.sqlite") as server:
        room = server.open_room("dots-and-boxes", tokens[0], rows=4, cols=4)
        people = [Person(server, room, tokens[0]), Person(server, room)]
        people[1].sit(tokens[1])
        confirmed: list[str] = []
        kills = 0
        pending: dict[str, Any] | None = None
        killer = threading.Timer(dice.uniform(0.0, 0.1), server.kill)
        killer.start()
        while True:
            try:
                for person in people:
                    person.wait_state(lambda state: state["number"] >= len(confirmed))
                state = people[0].state
                if state["ending"] is not None:
                    break
                mover = people[state["player"] - 1]
                if pending is None:
                    pending = {"id": new_id(), "number": len(confirmed), "move": dice.choice(mover.state["moves"])}
                answer = mover.act("play", **pending)
                assert answer == {"type": "done", "id": pending["id"], "number": len(confirmed)}
                confirmed.append(pending["move"])
                pending = None
            except (ConnectionClosed, OSError):
                killer.join()
                kills += 1
                server.start()
                for person in people:
                    person.close()
                    person.state = {}
                    person.connect()
                history = [ply["move"] for ply in people[0].state["history"]]
                assert history[: len(confirmed)] == confirmed
                assert len(history) <= len(confirmed) + 1
                if len(history) > len(confirmed):
                    assert pending is not None
                    assert history[-1] == pending["move"]
                    # It did count: asked again, it is confirmed and does not count twice.
                    mover = people[people[0].state["history"][-1]["player"] - 1]
                    assert mover.act("play", **pending)["number"] == len(confirmed)
                    confirmed.append(pending["move"])
                    pending = None
                if kills < 3:
                    killer = threading.Timer(dice.uniform(0.0, 0.15), server.kill)
                    killer.start()
        killer.join()
        assert kills >= 1
        for person in people:
            person.close()
        if server.process is not None and server.process.poll() is not None:
            server.start()
        record = json.loads(server.get(f"/api/rooms/{room}/record")[1])
        assert record["moves"] == confirmed
        assert len(confirmed) == 40


def test_the_computer_goes_on_after_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path / "rooms.sqlite") as server:
        token = new_token()
        room = server.open_room("nim", token, seat=2, level=10, heaps=[3, 4, 5])
        server.kill()  # before anybody came: the computer has not moved
        server.start()
        with Person(server, room, token) as me:
            state = me.wait_state(lambda state: state["player"] == 2)
            assert [ply["move"] for ply in state["history"]] == ["1:2"]


def test_under_load() -> None:
    """The smoke form of the benchmark, which compares the records with what was confirmed."""
    sys.path.insert(0, str(BENCHMARKS))
    try:
        import web_load
    finally:
        sys.path.remove(str(BENCHMARKS))
    tally = web_load.main(
        ["--rooms", "8", "--seconds", "2", "--pause", "0.1", "--warm", "1", "--options", '{"rows": 2, "cols": 2}']
    )
    assert len(tally.confirmed) >= 8  # however busy the machine is
    assert tally.refused == 0


def test_without_the_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "spielkern.web.serving", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert "serve needs uvicorn: pip install 'spielkern[web]'" in refused(run, "serve")


def test_arguments(run: Run, tmp_path: Path) -> None:
    for arguments in (
        ("--port", "70000"),
        ("--port", "x"),
        ("--rooms", "0"),
        ("--rooms", "1.5"),
        ("--ai-seconds", "0"),
        ("--ai-seconds", "-1"),
        ("--origin", "example.org"),
        ("--origin", "https://example.org/path"),
        ("--host", "no such host"),
        ("--data", str(tmp_path)),
        ("--data", ""),
    ):
        refused(run, "serve", *(("--port", "0") if "--port" not in arguments else ()), *arguments)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        text = refused(run, "serve", "--data", ":memory:", "--port", str(taken.getsockname()[1]))
        assert "cannot listen on 127.0.0.1" in text


def test_a_second_server_is_refused(tmp_path: Path) -> None:
    import subprocess

    with Server(tmp_path / "rooms.sqlite") as server:
        command = [sys.executable, "-m", "spielkern", "serve", "--port", "0", "--data", str(server.path)]
        second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert second.returncode == 2
        assert "another server has it open" in second.stderr
        begin = time.monotonic()
        server.stop()
        assert time.monotonic() - begin < 10
