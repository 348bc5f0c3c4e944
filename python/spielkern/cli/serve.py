"""`spielkern serve`."""

from __future__ import annotations

import argparse
import dataclasses
import re
from typing import Any
from urllib.parse import urlsplit

from spielkern.cli.options import flag_of, number_of_seconds, whole_number
from spielkern.cli.screen import Screen, UsageError
from spielkern.web.limits import Limits

NAME = "serve"
SUMMARY = "the games in a browser"
DESCRIPTION = (
    "Serve a page on which people play all games and the daily puzzle: against the computer, or a friend by a private "
    "link. Rooms outlast a restart. It listens on this computer alone unless --host says otherwise."
)

LIMITS = {
    "message_bytes": "bytes of a message",
    "message_rate": "messages of a connection a second",
    "message_burst": "messages of a connection at once",
    "connections": "connections",
    "room_connections": "connections that watch a room, or that speak for one seat",
    "rooms": "rooms that are kept",
    "rooms_per_minute": "rooms that one address may open a minute",
    "requests_per_minute": "requests that one address may make a minute",
    "room_days": "days after which a room goes in which nobody plays",
    "finished_days": "days after which a room goes whose match is over",
    "room_events": "moves and other events of a room",
    "ai_seconds": "seconds of the computer for a move",
    "ai_threads": "moves that the computer thinks about at once",
    "hello_seconds": "seconds in which a connection must say who it is",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (default: %(default)s; all: 0.0.0.0)")
    parser.add_argument("--port", default="8000", metavar="N", help="0: any free one (default: %(default)s)")
    parser.add_argument("--data", metavar="FILE", help="the rooms (default: in the user's data folder)")
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="the address that people use if it has a name, as https://example.org; may be repeated",
    )
    group = parser.add_argument_group("limits")
    for each in dataclasses.fields(Limits):
        group.add_argument(
            flag_of(each.name), dest=each.name, metavar="N", help=f"{LIMITS[each.name]} (default: {each.default:g})"
        )


def run(args: argparse.Namespace, screen: Screen) -> None:
    """Carry out the command."""
    for origin in args.origin:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or origin != f"{parts.scheme}://{parts.netloc}":
            raise UsageError(f"--origin takes an address as https://example.org, not {origin!r}")
    port = whole_number("--port", args.port, 65535)
    given = {each.name: _limit(each, getattr(args, each.name)) for each in dataclasses.fields(Limits)}
    numbers: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    limits = Limits(**numbers)
    try:
        from spielkern.web.serving import serve  # noqa: PLC0415 - only this command needs what it needs
    except ModuleNotFoundError as error:
        if str(error.name).startswith("spielkern"):
            raise
        raise UsageError(f"serve needs {error.name}: pip install 'spielkern[web]'") from None

    def ready(address: str) -> None:
        screen.line(f"The board is at {address} - Ctrl-C ends it.")

    try:
        serve(args.host, port, args.data, limits=limits, origins=tuple(args.origin), ready=ready)
    except OSError as error:
        raise UsageError(str(error.strerror or error)) from error


def _limit(each: dataclasses.Field[int | float], text: str | None) -> int | float | None:
    if text is None:
        return None
    if isinstance(each.default, int):
        return whole_number(flag_of(each.name), text, 10**9, 1)
    if not re.search("[1-9]", text):
        raise UsageError(f"{flag_of(each.name)} must be above 0, not {text!r}")
    return number_of_seconds(flag_of(each.name), text)
