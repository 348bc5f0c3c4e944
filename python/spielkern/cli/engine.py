"""`spielkern engine`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import Any

from spielkern.adapters.ugi import Engine
from spielkern.adapters.ugi.options import Options
from spielkern.cli.options import DEST, add_game, chosen_rules, flag_of
from spielkern.cli.screen import Screen, UsageError

NAME = "engine"
SUMMARY = "speak UGI, for programs that play against engines"
DESCRIPTION = (
    "Speak the Universal Game Interface (UGI), UCI for any game, on standard input and output. The commands: ugi, "
    "isready, setoption name NAME value VALUE, uginewgame, position startpos or fen POSITION with moves MOVE ... after "
    "it, go with movetime MS, nodes N, depth N, infinite, or p1time MS p2time MS p1inc MS p2inc MS (movestogo N), "
    "query p1turn, gameover or result, stop, quit. 'ugi' lists the options, the game and its rules among them; what "
    "the arguments here choose are their defaults. Positions and moves are written as 'spielkern rules GAME' describes "
    "them, but with _ for the blank within a move, as in swap_04*."
)
#: No line has more characters.
LONGEST_LINE = 2**20


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_game(parser, optional=True)
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="another option, as setoption would set it: Player=mcts, Level=3, Threads=2, Hash=64 (MiB), Seed=7, ...",
    )


def run(args: argparse.Namespace, _: Screen) -> None:
    """Carry out the command: until quit, or the end of input."""
    if sys.stdout is None:
        raise UsageError("an engine needs a standard output")
    engine = Engine(_write, _options(args))
    try:
        for line in _lines():
            if line is None:
                _write(f"info string error: a line of more than {LONGEST_LINE} characters is ignored")
            elif not engine.obey(line):
                break
    finally:
        if not engine.close():  # Python cannot end a thread that never returns
            sys.stdout.flush()
            os._exit(1)


def _options(args: argparse.Namespace) -> Options:
    given = [name for name in vars(args) if name.startswith(DEST)]
    if args.game is None:
        if given:
            raise UsageError(f"{flag_of(given[0].removeprefix(DEST))} needs the GAME before it")
        options = Options()
    else:
        rules = chosen_rules(args)
        options = Options(rules.name, rules.options)
    for text in args.set:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"--set takes NAME=VALUE, as Level=3, not {text!r}")
        options.set(name, value)
    return options


def _lines() -> Iterator[str | None]:
    """The lines of standard input; None for one that is too long."""
    source: Any = sys.stdin
    if source is None or source.closed:
        return
    while line := source.readline(LONGEST_LINE):
        if len(line) < LONGEST_LINE or line.endswith("\n"):
            yield line
            continue
        while line and not line.endswith("\n"):
            line = source.readline(LONGEST_LINE)
        yield None


def _write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
