"""`spielkern rules`.

The texts are data: `texts/GAME.toml` with `rules`, `notation`, `example` and the list `decisions`. Write them
in plain words of our own; what the source of a game leaves open and we settled goes under `decisions`. Moves
and positions stand in backquotes, so that no line ends within them.
"""

from __future__ import annotations

import argparse
import tomllib
from importlib import resources
from typing import Any

import spielkern as sk
from spielkern.cli import games
from spielkern.cli.options import describe, flag, game_name, metavar
from spielkern.cli.screen import Screen

NAME = "rules"
SUMMARY = "the rules of a game, its options, and what we decided"
DESCRIPTION = "Show the rules of a game, its notation and options, and what its source leaves open and is decided here."


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(sk.games())}")
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def run(args: argparse.Namespace, screen: Screen) -> None:
    """Carry out the command."""
    name = game_name(args.game)
    texts = read_texts(name)
    if args.json:
        screen.json({**games.as_data(name), **{key: _flat(value) for key, value in texts.items()}})
        return
    screen.heading(f"{sk.rules(name).title} ({name})")
    for paragraph in texts.get("rules", "").strip().split("\n\n"):
        screen.line()
        screen.paragraph(paragraph)
    for title in ("notation", "example"):
        if title in texts:
            screen.line()
            screen.heading(title.capitalize())
            screen.paragraph(texts[title], "  ", "  ")
    screen.line()
    screen.heading("Options")
    for option in sk.game_options(name):
        screen.line(f"  {flag(option)} {metavar(option)}".rstrip())
        screen.paragraph(describe(option), "      ", "      ")
    if texts.get("decisions"):
        screen.line()
        screen.heading("What the source leaves open, and how it is settled here")
        for decision in texts["decisions"]:
            screen.paragraph(decision, "  - ", "    ")


def read_texts(name: str) -> dict[str, Any]:
    """Return the texts of a game; none if nobody has written them yet."""
    file = resources.files(__package__).joinpath("texts", f"{name}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def _flat(value: Any) -> Any:
    """Paragraphs without the line breaks and marks that they have in the file."""
    if isinstance(value, str):
        return "\n\n".join(" ".join(part.split()) for part in value.strip().replace("`", "").split("\n\n"))
    return [_flat(item) for item in value]
