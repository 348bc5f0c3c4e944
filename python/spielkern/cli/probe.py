"""`spielkern probe`."""

from __future__ import annotations

import argparse

import spielkern as sk
from spielkern.cli import solved
from spielkern.cli.screen import Screen

NAME = "probe"
SUMMARY = "look a position up in a table"
DESCRIPTION = (
    "Look a position up in a table that 'spielkern solve GAME --save TABLE' wrote: its value, the moves that keep it, "
    "and perfect play from there. The value is for the player on turn."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("table", metavar="TABLE", help="the file")
    parser.add_argument(
        "position", metavar="POSITION", nargs="?", help="as 'spielkern rules GAME' describes it (default: the start)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def run(args: argparse.Namespace, screen: Screen) -> None:
    """Carry out the command."""
    solution = sk.open_table(args.table)
    rules = solution.rules
    position = rules.start() if args.position is None else rules.position(args.position)
    value = solution.value(position)
    if args.json:
        data = {**solved.rules_data(rules), **solved.value_data(solution, position)}
        screen.json({**data, "line": solved.line_data(solution, position)})
        return
    solved.show_rules(rules, screen)
    solved.show_value(solution, position, "The start" if args.position is None else "The position", screen)
    if position.outcome is None:
        ends = value.remoteness is not None or value.net is not None
        screen.line("Perfect play:" if ends else "Play that holds the draw:")
        solved.show_line(solution, position, screen)
