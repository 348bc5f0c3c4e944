"""The server itself: uvicorn with our application on a socket."""

from __future__ import annotations

import gc
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import uvicorn

from spielkern.web.app import create_app
from spielkern.web.limits import Limits
from spielkern.web.storage import Storage

#: So many seconds connections have to end once the server stops.
LAST_SECONDS = 3


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
    if path is None:
        path = default_path()
        path.parent.mkdir(0o700, parents=True, exist_ok=True)  # the file knows what is hidden
    listening = _listening(host, port)
    try:
        app = create_app(Storage(path), limits, origins)
        config = uvicorn.Config(
            app,
            ws="websockets-sansio",
            ws_max_size=limits.message_bytes,
            limit_concurrency=limits.connections,
            timeout_graceful_shutdown=LAST_SECONDS,
            proxy_headers=False,
            server_header=False,
            access_log=False,
            log_level="warning",
        )
        # What is there now stays: to look through it for garbage would hold up every move for a tenth of a second.
        gc.collect()
        gc.freeze()
        ready(_address(listening))
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        gc.unfreeze()
        listening.close()


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens; whoever connects from now on waits until the server takes them."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name != "nt":  # elsewhere it would let two programs share the port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise OSError(error.errno, f"cannot listen on {host}, port {port}: {error.strerror or error}") from error
    return listening


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
