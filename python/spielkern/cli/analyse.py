"""`spielkern analyse`."""

from __future__ import annotations

import argparse
import re
from typing import Any

import spielkern as sk
from spielkern.cli import solved
from spielkern.cli.options import add_game, add_position, chosen_position, chosen_rules, whole_number
from spielkern.cli.screen import Screen, UsageError, counted
from spielkern.cli.solve import add_threads, chosen_threads
from spielkern.solving.memory import shown_bytes
from spielkern.solving.paths import writable_table

NAME = "analyse"
SUMMARY = "find what one position is worth"
DESCRIPTION = (
    "Find the exact value of a position, all its best moves and a line of best play. Dots and Boxes is searched, other "
    "games are solved as a whole. The value is for the player on turn."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_game(parser)
    add_position(parser)
    parser.add_argument("--seconds", metavar="S", help="stop then, with the bounds proven so far")
    parser.add_argument("--table-bytes", metavar="SIZE", help="of the search's table, as 500M or 4G (default: 1G)")
    parser.add_argument(
        "--table", metavar="FILE", help="read there what an earlier search knew, and write what this one knows"
    )
    parser.add_argument(
        "--ledger",
        metavar="FILE",
        help="for boards that take hours: add every proven bound to this text file, and go on from what is in it",
    )
    parser.add_argument("--plies", metavar="N", help="how many plies on the ledger's positions are (default: 3)")
    add_threads(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def run(args: argparse.Namespace, screen: Screen) -> None:
    """Carry out the command."""
    rules = chosen_rules(args)
    position = chosen_position(args, rules)
    threads = chosen_threads(args)
    if args.table is not None:
        writable_table(args.table)
    seconds = None if args.seconds is None else _seconds(args.seconds)
    if args.plies is not None and args.ledger is None:
        raise UsageError("--plies needs --ledger")
    plies = 3 if args.plies is None else whole_number("--plies", args.plies, 16)
    found = sk.analyse(
        position,
        seconds,
        threads,
        table_bytes=args.table_bytes,
        table=args.table,
        ledger=args.ledger,
        plies=plies,
        progress=True,
    )
    if args.json:
        screen.json(as_data(found))
    else:
        report(found, "The start" if args.position is None else "The position", screen)


def report(found: sk.Analysis, name: str, screen: Screen) -> None:
    """Show an analysis to people."""
    position = found.position
    solved.show_rules(position.rules, screen)
    solved.show_board(position, screen)
    screen.line()
    if position.outcome is not None:
        screen.heading(solved.how_it_ended(position, name))
        return
    if found.value.proven:
        screen.heading(f"{name}: {solved.value_text(found.value)} for player {position.player}, who is on turn.")
    else:
        lower, upper = found.value.bounds or (0, 0)
        screen.heading(
            f"{name}: for player {position.player}, who is on turn, the net is from {lower:+d} to {upper:+d}."
        )
        screen.line("The time was not enough for more.")
    if found.best_moves is not None:
        screen.line("Best moves:")
        solved.show_moves(found.best_moves, screen)
    if found.line is not None:
        screen.line("Best play:")
        solved.show_moves_in_line(found.line, screen)
    if found.notes:
        screen.line()
        for note in found.notes:
            screen.line(f"  {note}")
    if found.nodes is not None:
        screen.line()
        use = f"a table of {shown_bytes(found.table_bytes)}, {found.table_use:.0%} used"
        screen.line(f"Searched {counted(found.nodes, 'position')} in {found.seconds:.2f} seconds with {use}.")


def as_data(found: sk.Analysis) -> dict[str, Any]:
    """Describe an analysis for programs."""
    value = found.value
    return {
        **solved.rules_data(found.position.rules),
        "position": str(found.position),
        "proven": value.proven,
        "result": value.result,
        "remoteness": value.remoteness,
        "net": value.net,
        "bounds": value.bounds,
        "best_moves": None if found.best_moves is None else [str(move) for move in found.best_moves],
        "line": None if found.line is None else [str(move) for move in found.line],
        "notes": list(found.notes),
        "nodes": found.nodes,
        "seconds": found.seconds,
    }


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text):
        raise UsageError(f"--seconds takes a number of seconds, as 10 or 0.5, not {text!r}")
    return float(text)
