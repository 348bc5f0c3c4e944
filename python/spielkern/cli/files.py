"""Files that commands read and write: matches and drawings."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

import spielkern as sk
from spielkern import records
from spielkern.cli.options import DEST, game_name
from spielkern.cli.screen import UsageError


def read_match(name: str) -> sk.Match[sk.Position]:
    """Return the match in a file."""
    try:
        with Path(name).open("rb") as file:
            return sk.Match.from_json(file.read(records.MOST_BYTES + 1))
    except sk.RecordError as error:
        raise UsageError(f"{name}: {error}") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {name}: {getattr(error, 'strerror', None) or error}") from None


def match_of_game(args: argparse.Namespace, flag: str, name: str) -> Any:
    """Return the match in the file that `flag` names; it brings its own rules, position and seed."""
    for argument, value in vars(args).items():
        if argument.startswith(DEST) or (argument == "position" and value is not None):
            raise UsageError(f"{flag} brings the options and the position: give neither beside it")
    game = game_name(args.game)
    match = read_match(name)
    if match.rules.name != game:
        raise UsageError(f"{name} is a match of {match.rules.name}, not of {game}")
    return match


def check_writable(name: str | None, *others: str | None) -> None:
    """Refuse, before any work, a file that cannot be written, or is one of `others` that the same command needs."""
    if name is None:
        return
    if name in ("", "-"):
        raise UsageError(f"cannot write {name!r}: give the name of a file")
    for other in others:
        if other is not None and _same(name, other):
            raise UsageError(f"cannot write {name}: the same command has {other} for something else")
    folder = os.path.dirname(name) or "."
    if not os.path.isdir(folder):
        raise UsageError(f"cannot write {name}: there is no folder {folder}")
    if os.path.isdir(name):
        raise UsageError(f"cannot write {name}: it is a folder")


def _same(one: str, other: str) -> bool:
    """Whether two names are of one file, which need not be there yet."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


def write_drawing(name: str, text: str) -> None:
    """Write a drawing, over what the file had before."""
    try:
        Path(name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"cannot write {name}: {error.strerror or error}") from None
