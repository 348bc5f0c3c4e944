"""`spielkern games`."""

from __future__ import annotations

import argparse
from typing import Any

import spielkern as sk
from spielkern.cli.options import shown
from spielkern.cli.screen import Screen

NAME = "games"
SUMMARY = "list the games"
DESCRIPTION = "List the games and their options with the defaults. 'spielkern rules GAME' says more."


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def run(args: argparse.Namespace, screen: Screen) -> None:
    """Carry out the command."""
    if args.json:
        screen.json([as_data(name) for name in sk.games()])
        return
    rows = [("name", "title", "options")]
    for name in sk.games():
        options = (f"{option.name}={shown(option.default)}" for option in sk.game_options(name))
        rows.append((name, sk.rules(name).title, " ".join(options)))
    screen.columns(rows, left=(0, 1, 2))


def as_data(name: str) -> dict[str, Any]:
    """Describe a game and its options for JSON."""
    options = []
    for option in sk.game_options(name):
        data = {"name": option.name, "kind": option.kind, "default": option.default, "help": option.help}
        for limit in ("choices", "minimum", "maximum"):
            if getattr(option, limit) is not None:
                data[limit] = getattr(option, limit)
        options.append(data)
    return {"name": name, "title": sk.rules(name).title, "options": options}
