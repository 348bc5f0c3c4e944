"""`spielkern table`."""

from __future__ import annotations

import argparse
from typing import Any

import spielkern as sk
from spielkern.cli import solved
from spielkern.cli.options import add_plot, plot_language
from spielkern.cli.screen import Screen, counted
from spielkern.cli.solve import add_threads, chosen_threads

NAME = "table"
SUMMARY = "show what is in a table"
DESCRIPTION = (
    "Show what is in a table that 'spielkern solve GAME --save TABLE' wrote: the game and its rules, how many "
    "positions have which value, the longest win. All of the file is read and its checksums are checked."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("table", metavar="TABLE", help="the file")
    parser.add_argument("--verify", action="store_true", help="check every value against those of its successors")
    add_plot(parser, "FILE.svg", "draw how many positions are how many plies from the end")
    add_threads(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def run(args: argparse.Namespace, screen: Screen) -> None:
    """Carry out the command."""
    threads = chosen_threads(args)
    lang = plot_language(args)
    info = sk.table_info(args.table)
    solution = sk.open_table(args.table)
    solved.check_plot(args.plot, solution.rules, args.table)
    _ = solution.counts  # all of the file is read, before anything is said
    verified = solution.verify(threads, progress=True) if args.verify else None
    if args.plot is not None:
        solved.write_plot(solution, args.plot, lang)
    if args.json:
        screen.json(as_data(info, solution, verified))
        return
    rules = solution.rules
    solved.show_rules(rules, screen)
    rows = [
        ("bytes", f"{info.bytes:,}", f"layout version {info.version}"),
        ("positions", f"{solution.size:,}", f"by '{info.scheme}'"),
        ("stored values", f"{info.cells:,}", f"of {counted(info.width, 'byte')}"),
    ]
    screen.columns(rows, left=(0, 2))
    screen.line(f"The start: {solution.value(rules.start())} for player {rules.start().player}.")
    screen.line()
    solved.show_summary(solution, None, screen)
    if verified is not None:
        screen.line()
        screen.line(f"Verified: each of {counted(verified, 'stored value')} follows from those of its successors.")


def as_data(info: Any, solution: Any, verified: int | None) -> dict[str, Any]:
    """Describe the table for programs."""
    return {
        **solved.rules_data(solution.rules),
        "version": info.version,
        "scheme": info.scheme,
        "bytes": info.bytes,
        "width": info.width,
        "start": solved.value_data(solution, solution.rules.start()),
        **solved.tally_data(solution),
        "verified": verified,
    }
