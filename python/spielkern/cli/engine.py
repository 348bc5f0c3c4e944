"""`spielkern engine`."""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
from collections.abc import Iterator
from typing import Any

from spielkern.adapters.ugi import Engine
from spielkern.adapters.ugi.options import Options
from spielkern.cli.options import DEST, add_game, chosen_rules, flag_of
from spielkern.cli.screen import Screen, UsageError

NAME = "engine"
SUMMARY = "speak UGI, for programs that play against engines"
DESCRIPTION = (
    "Speak the Universal Game Interface (UGI), which is UCI for any game, on standard input and output. The game, its "
    "rules and the player are options of the dialogue; what the arguments here choose are their defaults."
)
COMMANDS = """\
commands, one a line on standard input:
  ugi                     list the options; the answer ends with ugiok
  isready                 answer readyok, also while searching
  setoption name N value V
  uginewgame              forget the match
  position startpos [moves M M ...]
  position fen POSITION [moves M M ...]
  go movetime MS          search for so many milliseconds, then answer bestmove
  go nodes N | depth N    search so many positions, or so many plies deep
  go p1time MS p2time MS p1inc MS p2inc MS [movestogo N]
                          a share of the time that is left
  go infinite             search until stop
  stop                    answer bestmove now
  query p1turn | gameover | result
                          answer response true, false, p1win, p2win, draw, none
  quit                    end; so does the end of input

Positions and moves are written as 'spielkern rules GAME' has them, but with _
for the blank within a move: swap_04*. In Crazy10s a position may be what one
player sees, with ? for the rest. Whatever is wrong is answered by a line
'info string error: ...' and changes nothing; bestmove 0000 says that there is
no move. While it searches, the engine refuses position, go, setoption and
uginewgame: stop first."""
#: No line has more characters.
LONGEST_LINE = 2**20


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description, parser.epilog = textwrap.fill(DESCRIPTION, 79), COMMANDS
    add_game(parser, optional=True)
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="any other option, as Player=mcts, Level=3, Threads=2, Hash=64 (MiB of a search's table; 0: as suits the "
        "time), Seed=7, MoveOverhead=30 (ms lost with each move), Repetition=3, MaxPlies=100 (or none, or game: the "
        "game's own)",
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
    given = [name.removeprefix(DEST) for name in vars(args) if name.startswith(DEST)]
    if args.game is None:
        if given:
            raise UsageError(f"{flag_of(given[0])} needs the GAME beside it")
        options = Options()
    else:
        rules = chosen_rules(args)
        options = Options(rules.name, {name: rules.options[name] for name in given})
    for text in args.set:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"--set takes NAME=VALUE, as Level=3, not {text!r}")
        options.set(name, value, as_default=True)
    options.match()  # what makes no rules is said now
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
