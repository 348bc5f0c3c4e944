"""The server itself: uvicorn with our application on a socket."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from spielkern.web.app import create_app
from spielkern.web.limits import Bucket, Limits
from spielkern.web.rooms import log
from spielkern.web.storage import Storage

#: So many seconds connections have to end once the server stops.
LAST_SECONDS = 3
#: So many seconds a request may take, from when it could begin until its answer is read.
REQUEST_SECONDS = 60.0
#: So many connections more than the limit are told that there are too many; beyond them nobody is heard.
MOST_TOLD = 100
#: So many connections may wait until the server takes them, all of which it can take at once.
BACKLOG = 256
#: Files that the process may have open beside its connections.
OTHER_FILES = MOST_TOLD + BACKLOG + 64
#: Bytes that a connection may send at once beside its messages: more than the largest piece that is read.
SLACK = 2**19


class _Http(H11Protocol):
    """Requests. A connection that takes too long ends: those that say nothing could fill the server for ever."""

    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > (self.limit_concurrency or 0) + MOST_TOLD:
            transport.abort()
        else:
            self._begin()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._begin()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._end()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        super().connection_lost(exc)

    def _begin(self) -> None:
        self._end()
        self._patience = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _end(self) -> None:
        if self._patience is not None:
            self._patience.cancel()


def _socket_class(limits: Limits) -> type[WebSocketsSansIOProtocol]:
    """WebSockets on which no more bytes come than messages may have, whatever they are: pings are answered unseen."""

    class Socket(WebSocketsSansIOProtocol):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            rate, burst = limits.message_rate, limits.message_burst
            self._bucket = Bucket(rate * limits.message_bytes, burst * limits.message_bytes + SLACK)

        def data_received(self, data: bytes) -> None:
            if self.handshake_complete and not self._bucket.take(len(data)):
                self.transport.abort()
                return
            super().data_received(data)

    return Socket


def _worth_telling(record: logging.LogRecord) -> bool:
    """Whether the log needs to know: what is no request and no text comes from strangers, and is refused."""
    return not record.getMessage().startswith("Invalid ")


def default_path() -> Path:
    """Where the rooms of this user lie."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "spielkern" / "rooms.sqlite"


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    path: Path | str | None = None,
    *,
    limits: Limits | None = None,
    origins: tuple[str, ...] = (),
    ready: Callable[[str], None] = print,
) -> None:
    """Serve until Ctrl-C or SIGTERM. `ready` gets the address once it can be used; port 0 is any free one.

    The rooms lie in the file `path`, by default in the user's data folder; ":memory:" forgets them at the end. OSError
    if the file or the port cannot be used.
    """
    limits = Limits() if limits is None else limits
    limits = replace(limits, connections=_possible(limits.connections))
    if path is None:
        path = default_path()
        path.parent.mkdir(0o700, parents=True, exist_ok=True)  # the file knows what is hidden
    listening = _listening(host, port)
    try:
        server = _server(create_app(Storage(path), limits, origins), limits)
        # What is there now stays: to look through it for garbage would hold up every move for a tenth of a second.
        gc.collect()
        gc.freeze()
        ready(_address(listening))
        server.run(sockets=[listening])
    finally:
        gc.unfreeze()
        listening.close()


def _server(app: ASGIApp, limits: Limits) -> uvicorn.Server:
    config = uvicorn.Config(
        app,
        http=_Http,
        ws=_socket_class(limits),
        ws_max_size=limits.message_bytes,
        limit_concurrency=limits.connections,
        backlog=BACKLOG,
        timeout_graceful_shutdown=LAST_SECONDS,
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_level="warning",
    )
    logging.getLogger("uvicorn.error").addFilter(_worth_telling)
    return uvicorn.Server(config)


def _possible(connections: int) -> int:
    """How many of so many connections there can be. Each is an open file, and without files nothing goes on at all."""
    if sys.platform == "win32":
        return connections
    import resource  # noqa: PLC0415 - not everywhere there is one

    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHER_FILES
    if files != resource.RLIM_INFINITY and files < wanted:
        files = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
        if files < wanted:
            connections = max(1, files - OTHER_FILES)
            log.warning("only %s connections: the system allows %s open files", f"{connections:,}", f"{files:,}")
    return connections


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens; whoever connects from now on waits until the server takes them."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name != "nt":  # elsewhere it would let two programs share the port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise OSError(error.errno, f"cannot listen on {host}, port {port}: {error.strerror or error}") from error
    return listening


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
