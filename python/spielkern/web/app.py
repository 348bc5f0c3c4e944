"""The web application: pages, the few requests beside the WebSocket, and the WebSocket of each room."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import ipaddress
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

import spielkern as sk
from spielkern.errors import NotationError, RulesError
from spielkern.web import choices
from spielkern.web.limits import Buckets, Limits
from spielkern.web.pictures import picture, style_sheet
from spielkern.web.protocol import Language, NewRoom, PuzzleAnswer, Refused
from spielkern.web.rooms import LiveRoom, Rooms, log
from spielkern.web.rules_page import rules_page
from spielkern.web.session import Disconnect, Session
from spielkern.web.storage import Storage

STATIC: Final = Path(__file__).parent / "static"

#: Scripts and styles come from files of ours alone.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # a room's link is its key
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
#: With what a WebSocket ends that cannot begin; 1013: try again later.
CLOSED: Final = {"missing": 4004, "unreadable": 4010}
BUSY: Final = {"rate": 429, "requests": 429, "rooms": 503, "disk": 503}
STATUS: Final = {"origin": 403, "missing": 404, "going-on": 409, **BUSY}

T = TypeVar("T")


def create_app(storage: Storage, limits: Limits | None = None, origins: tuple[str, ...] = ()) -> ASGIApp:
    """Return the application. `origins` are further origins, as https://example.org, whose pages may talk to it."""
    return _Headers(_Web(storage, Limits() if limits is None else limits, origins).application())


class _Headers:
    """Every answer has the same headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        await self._app(scope, receive, send_with_headers)


class _Web:
    def __init__(self, storage: Storage, limits: Limits, origins: tuple[str, ...]) -> None:
        self._limits = limits
        self._origins = origins
        self._storage = storage
        self._rooms: Rooms | None = None
        self._sockets = 0
        self._requests = Buckets(self._limits.requests_per_minute / 60, self._limits.requests_per_minute)

    def application(self) -> Starlette:
        page = Route("/", _page)
        return Starlette(
            routes=[
                page,
                Route("/room/{name}", _page),
                Route("/puzzle", _page),
                Route("/rules/{game}", _page),
                Route("/api/games", _games),
                Route("/api/rooms", self._answering(self._open_room), methods=["POST"]),
                Route("/api/rooms/{name}/record", self._answering(self._record)),
                Route("/api/rules/{game}", self._answering(_rules)),
                Route("/api/puzzle", self._answering(self._puzzle)),
                Route("/api/puzzle", self._answering(self._puzzle_answer), methods=["POST"]),
                Route("/api/puzzle/solution", self._answering(self._puzzle_solution)),
                WebSocketRoute("/ws/{name}", self._socket),
                Route("/boards.css", _boards_style),
                Mount("/static", StaticFiles(directory=STATIC)),
            ],
            lifespan=self._lifespan,
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self._rooms = Rooms(self._storage, self._limits)
        self._rooms.start()
        try:
            yield
        finally:
            await self._rooms.stop()

    @property
    def rooms(self) -> Rooms:
        assert self._rooms is not None, "the application has not started"
        return self._rooms

    def _answering(self, handle: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """Make what is refused an answer, and let nobody ask too often and no other site's page for anything."""

        async def handler(request: Request) -> Response:
            try:
                if not self._requests.take(_address(request)):
                    raise Refused("requests", "too many requests from this address; wait a minute")
                if request.method == "POST":
                    self._check_origin(request.headers)
                return await handle(request)
            except Refused as refused:
                body = {"code": refused.code, "text": refused.text}
                return JSONResponse(body, STATUS.get(refused.code, 400))

        return handler

    def _check_origin(self, headers: Headers) -> None:
        """Refuse what the page of another site asks for. A browser always says whose page it is."""
        origin, host = headers.get("origin", ""), headers.get("host", "")
        if origin in self._origins or (origin in (f"http://{host}", f"https://{host}") and _is_own_name(host)):
            return
        raise Refused("origin", f"pages of {origin or 'nobody'} may not use this server")

    async def _body(self, request: Request, form: type[T]) -> T:
        """Read the body of a request, JSON of a form."""
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise Refused("malformed", "expected a body of type application/json")
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > self._limits.message_bytes:
                raise Refused("malformed", f"a body has at most {self._limits.message_bytes} bytes")
        try:
            return msgspec.json.decode(body, type=form)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise Refused("malformed", str(error)[:300]) from error

    # ------------------------------------------------------------------------------------------------------ rooms

    async def _open_room(self, request: Request) -> Response:
        wanted = await self._body(request, NewRoom)
        room, seat = await self.rooms.open(wanted, _address(request))
        return JSONResponse({"room": room.name, "seat": seat}, 201)

    async def _room(self, name: str) -> LiveRoom:
        live = await self.rooms.find(name)
        if live is None:
            raise Refused("missing", "there is no such room (any more)")
        return live

    async def _record(self, request: Request) -> Response:
        room = (await self._room(request.path_params["name"])).room
        if room.hides and room.match.outcome is None:
            raise Refused("going-on", "the record holds what is hidden; it can be had after the end")
        name = f"{room.stored.game}-{datetime.datetime.now(datetime.UTC):%Y-%m-%d}.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        record = await asyncio.to_thread(room.match.to_json)  # a match is never changed, but gives way to the next one
        return Response(record + "\n", media_type="application/json", headers=headers)

    async def _socket(self, websocket: WebSocket) -> None:
        try:
            self._check_origin(websocket.headers)
        except Refused:
            await websocket.close(1008)  # before it is accepted: the browser sees 403
            return
        if self._sockets >= self._limits.connections:  # of these the server itself keeps no count
            await websocket.close(1013)
            return
        self._sockets += 1
        try:
            await self._accepted(websocket)
        finally:
            self._sockets -= 1

    async def _accepted(self, websocket: WebSocket) -> None:
        await websocket.accept()
        with contextlib.suppress(WebSocketDisconnect):
            try:
                live = await self._room(websocket.path_params["name"])
            except Refused as refused:
                await websocket.close(CLOSED.get(refused.code, 1013), refused.text[:100])
                return
            await self._talk(websocket, Session(self.rooms, live, _address(websocket)))

    async def _talk(self, websocket: WebSocket, session: Session) -> None:
        """Until either side ends it."""
        sender = asyncio.create_task(_send(websocket, session))
        try:
            async with asyncio.timeout(self._limits.hello_seconds) as timeout:
                while True:
                    message = await websocket.receive()
                    if message["type"] == "websocket.disconnect":
                        return
                    await session.receive(message.get("text"))
                    if session.greeted:
                        timeout.reschedule(None)
        except TimeoutError:
            await websocket.close(4008, "no hello")
        except Disconnect as disconnect:
            await websocket.close(disconnect.code, disconnect.text)
        finally:
            sender.cancel()
            session.leave()

    # ----------------------------------------------------------------------------------------------------- puzzle

    async def _puzzle(self, request: Request) -> Response:
        puzzle = await _puzzle_of(request.query_params.get("date"))
        board = picture(puzzle.view, _language(request), player=1, interactive=True)
        return JSONResponse({"date": puzzle.date.isoformat(), "board": board, "rack": puzzle.rack})

    async def _puzzle_answer(self, request: Request) -> Response:
        wanted = await self._body(request, PuzzleAnswer)
        puzzle = await _puzzle_of(wanted.date)
        try:
            answer = puzzle.check(wanted.move)
        except NotationError as error:
            raise Refused("notation", str(error)) from error
        # What the best play scores is told to those who ask for the solution.
        return JSONResponse({"score": answer.score, "solved": answer.solved, "why": answer.why_illegal})

    async def _puzzle_solution(self, request: Request) -> Response:
        puzzle = await _puzzle_of(request.query_params.get("date"))
        return JSONResponse({"move": str(puzzle.best), "score": puzzle.best_score})


async def _send(websocket: WebSocket, session: Session) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # RuntimeError: it was closed from here meanwhile
        while True:
            try:
                texts = await session.to_send()
            except Exception:  # nobody shall wait for what does not come
                log.exception("a state cannot be shown")
                await websocket.close(1011)
                return
            await websocket.send_text(f"[{','.join(texts)}]")


async def _page(_request: Request) -> Response:
    return FileResponse(STATIC / "index.html")


async def _boards_style(_request: Request) -> Response:
    return Response(style_sheet(), media_type="text/css")


async def _games(_request: Request) -> Response:
    return JSONResponse([{"name": game, "options": choices.offered(game)} for game in sk.games()])


def _is_own_name(host: str) -> bool:
    """Whether a Host names this machine without the help of the DNS, in which anybody can let a name lead here."""
    name = ""
    try:
        name = urlsplit(f"//{host}").hostname or ""
        ipaddress.ip_address(name)
    except ValueError:
        return name in ("localhost", socket.gethostname().lower())
    return True


def _address(connection: HTTPConnection) -> str:
    """Where a connection comes from."""
    return connection.client.host if connection.client else ""


def _language(request: Request) -> Language:
    return "de" if request.query_params.get("lang") == "de" else "en"


async def _rules(request: Request) -> Response:
    game = request.path_params["game"]
    if game not in sk.games():
        raise Refused("missing", f"there is no such game; the games are {', '.join(sk.games())}")
    # The first time each page is drawn, which takes a while.
    return JSONResponse(await asyncio.to_thread(rules_page, game, _language(request)))


async def _puzzle_of(date: str | None) -> sk.DailyPuzzle:
    """The puzzle of a date, by default today's. Refused for a day that is not come, and for no date."""
    today = datetime.datetime.now(datetime.UTC).date()
    try:
        # Where it is not known yet it is looked for, which takes a while.
        puzzle = await asyncio.to_thread(sk.daily_puzzle, today if date is None else date)
    except RulesError as error:
        raise Refused("date", str(error)) from error
    if puzzle.date > today:
        raise Refused("date", f"the puzzle of {puzzle.date} is not out yet")
    return puzzle
