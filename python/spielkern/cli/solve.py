"""`spielkern solve`."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import spielkern as sk
from spielkern.cli import solved
from spielkern.cli.options import add_game, add_plot, chosen_rules, plot_language, whole_number
from spielkern.cli.screen import Screen, UsageError, counted
from spielkern.solving.memory import shown_bytes
from spielkern.solving.paths import writable_table

NAME = "solve"
SUMMARY = "solve a game exactly"
DESCRIPTION = (
    "Solve a game exactly: the result of every position under perfect play, and in how many plies. The "
    "winner takes the shortest way, the loser the longest; play without end is a draw. All results are for "
    "the player on turn."
)
MOST_THREADS = 1024
MOST_STEPS = 20_000_000  # to count the positions that can be reached unasked: a second or two
LONG = 10_000_000  # cells: a solve that takes a while


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_game(parser)
    parser.add_argument("--save", metavar="TABLE", help="write the solution to a file, for probe and table")
    add_plot(parser, "FILE.svg", "draw how many positions are how many plies from the end")
    parser.add_argument("--verify", action="store_true", help="check every value against those of its successors")
    parser.add_argument(
        "--reachable",
        action="store_true",
        help="count the positions that can be reached from the start, also on boards where that takes long",
    )
    add_threads(parser)
    parser.add_argument(
        "--memory",
        metavar="SIZE",
        help="use no more than this, as 500M or 4G (default: 80%% of what is free)",
    )
    parser.add_argument(
        "--work",
        metavar="DIR",
        help="keep what has been done in this folder every minute, and go on from there if there is something",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add --threads."""
    parser.add_argument("--threads", metavar="N", help="how many threads to use (default: all)")


def chosen_threads(args: argparse.Namespace) -> int | None:
    """Return the number that --threads asks for."""
    return None if args.threads is None else whole_number("--threads", args.threads, MOST_THREADS, least=1)


def run(args: argparse.Namespace, screen: Screen) -> None:
    """Carry out the command."""
    rules = chosen_rules(args)
    threads = chosen_threads(args)
    if args.save is not None:
        writable_table(args.save)  # better refused now than when all is done
    lang = plot_language(args)
    solved.check_plot(args.plot, rules, args.save)
    _foretell(rules)
    solution = sk.solve(rules, progress=True, threads=threads, memory=args.memory, work=args.work)
    verified = solution.verify(threads, progress=True) if args.verify else None
    unwritten: Exception | None = None
    try:  # before the report, whose reader may not wait for its end
        if args.save is not None:
            solution.save(args.save, progress=True)
        if args.plot is not None:
            solved.write_plot(solution, args.plot, lang)
    except (sk.TableError, UsageError) as error:
        unwritten = error
    reachable = _reachable(solution, args.reachable)
    if args.json:
        screen.json(as_data(solution, reachable, verified))
    else:
        report(solution, reachable, screen)
        if verified is not None:
            screen.line(f"Verified: each of {counted(verified, 'stored value')} follows from those of its successors.")
        if args.save is not None and unwritten is None:
            screen.line(f"Saved {counted(sk.table_info(args.save).bytes, 'byte')}.")
    if unwritten is not None:
        raise unwritten


def report(solution: Any, reachable: dict[str, int] | None, screen: Screen) -> None:
    """Show the solution to people."""
    rules = solution.rules
    solved.show_rules(rules, screen)
    solved.show_value(solution, rules.start(), "The start", screen)
    screen.line()
    solved.show_summary(solution, reachable, screen)
    screen.line()
    size, cells = counted(solution.size, "position"), f"{solution.cells:,}"
    screen.line(f"Solved {size} ({cells} stored) in {solution.seconds:.2f} seconds.")


def as_data(solution: Any, reachable: dict[str, int] | None, verified: int | None) -> dict[str, Any]:
    """Describe the solution for programs."""
    rules = solution.rules
    return {
        **solved.rules_data(rules),
        "start": solved.value_data(solution, rules.start()),
        **solved.tally_data(solution),
        "reachable_counts": reachable,
        "verified": verified,
        "seconds": solution.seconds,
    }


def _reachable(solution: Any, wanted: bool) -> dict[str, int] | None:
    """Count the positions that can be reached, if that is wanted or soon done."""
    if isinstance(solution, sk.NetSolution):
        return None
    if not wanted and solution.size * len(solution.rules.start().moves()) > MOST_STEPS:
        return None
    try:
        counts: dict[str, int] = solution.count_reachable(progress=True)
    except sk.MemoryLimitError:
        if wanted:
            raise
        return None
    return counts


def _foretell(rules: Any) -> None:
    """Say on a terminal what a long solve will need."""
    if sys.stderr is None or not sys.stderr.isatty():
        return
    need = rules._solve_need()
    if need is not None and need[0] >= LONG:
        print(f"Solving needs {shown_bytes(need[1])} of memory, for {need[0]:,} stored values.", file=sys.stderr)
