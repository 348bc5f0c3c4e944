"""`spielkern solve`."""

from __future__ import annotations

import argparse
from typing import Any

import spielkern as sk
from spielkern.cli import boards
from spielkern.cli.options import add_game, chosen_rules
from spielkern.cli.screen import Screen, counted

NAME = "solve"
SUMMARY = "solve a game exactly"
DESCRIPTION = (
    "Solve a game exactly: the result of every position under perfect play, and in how many plies. The "
    "winner takes the shortest way, the loser the longest; play without end is a draw. All results are for "
    "the player on turn."
)
MOST_ROWS = 30  # of the histogram; a longer one is drawn together
MOST_PLIES = 60  # of the line that is shown
BAR = 30


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_game(parser)
    parser.add_argument(
        "--memory",
        metavar="SIZE",
        help="use no more than this, as 500M or 4G (default: 80%% of what is free)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def run(args: argparse.Namespace, screen: Screen) -> None:
    """Carry out the command."""
    rules = chosen_rules(args)
    solution = sk.solve(rules, progress=True, memory=args.memory)
    if args.json:
        screen.json(as_data(solution))
    else:
        report(solution, screen)


def report(solution: Any, screen: Screen) -> None:
    """Show the solution to people."""
    rules = solution.rules
    start = rules.start()
    value = solution.value(start)
    screen.heading(f"{rules.title}  ({rules})")
    screen.line()
    for line in boards.lines(start):
        screen.line(line)
    screen.line()
    screen.heading(f"The start: {value} for player {start.player}, who is on turn.")
    screen.line("Best moves:")
    screen.flow(solution.best_moves(start))
    screen.line()
    _counts(solution, screen)
    _histogram(solution, screen)
    _longest_win(solution, screen)
    screen.line()
    size, cells = counted(solution.size, "position"), f"{solution.cells:,}"
    screen.line(f"Solved {size} ({cells} stored) in {solution.seconds:.2f} seconds.")


def _counts(solution: Any, screen: Screen) -> None:
    every, reachable = solution.counts, solution.reachable_counts
    rows = [("for the player on turn", "all positions", "reachable from the start")]
    for result in every:
        rows.append((result, f"{every[result]:,}", f"{reachable[result]:,}"))
    rows.append(("together", f"{sum(every.values()):,}", f"{sum(reachable.values()):,}"))
    screen.columns(rows)


def _histogram(solution: Any, screen: Screen) -> None:
    histogram = solution.histogram
    if not histogram:
        return
    # Rows of one ply each, or of so many that the table stays short.
    step = -(-(max(histogram) + 1) // MOST_ROWS)
    bins: dict[int, int] = dict.fromkeys(range(0, max(histogram) + 1, step), 0)
    for plies, positions in histogram.items():
        bins[plies - plies % step] += positions
    most = max(bins.values())
    rows = [("plies to the end", "won or lost", "")]
    for plies, positions in bins.items():
        label = str(plies) if step == 1 else f"{plies}-{plies + step - 1}"
        rows.append((label, f"{positions:,}", "#" * -(-positions * BAR // most)))
    screen.line()
    screen.columns(rows, left=(2,))


def _longest_win(solution: Any, screen: Screen) -> None:
    found = longest_win(solution)
    if found is None:
        return
    position, plies = found
    screen.line()
    screen.heading(f"The longest win takes {counted(plies, 'ply', 'plies')}, for example from")
    for line in boards.lines(position):
        screen.line(line)
    moves = solution.line(position, max_plies=min(plies, MOST_PLIES))
    screen.flow(f"{number}. {move}" for number, move in enumerate(moves, start=1))
    if len(moves) < plies:
        screen.line(f"  ... and {counted(plies - len(moves), 'more ply', 'more plies')}")
        return
    for move in moves:
        position = position.play(move)
    screen.line(f"Then player {position.outcome.winner} has won: {position.outcome.reason}.")


def longest_win(solution: Any) -> tuple[Any, int] | None:
    """Find a position whose win takes longest, and in how many plies; None if no position is won."""
    for plies in sorted(solution.histogram, reverse=True):
        position = next(iter(solution.positions(value="win", remoteness=plies)), None)
        if position is not None:
            return position, plies
    return None


def as_data(solution: Any) -> dict[str, Any]:
    """Describe the solution for programs."""
    rules = solution.rules
    start = rules.start()
    value = solution.value(start)
    found = longest_win(solution)
    return {
        "game": rules.name,
        "options": rules.options,
        "start": {
            "position": str(start),
            "result": value.result,
            "remoteness": value.remoteness,
            "best_moves": [str(move) for move in solution.best_moves(start)],
        },
        "counts": solution.counts,
        "reachable_counts": solution.reachable_counts,
        "histogram": {str(plies): positions for plies, positions in solution.histogram.items()},
        "max_remoteness": solution.max_remoteness,
        "longest_win": found
        and {
            "position": str(found[0]),
            "remoteness": found[1],
            "line": [str(move) for move in solution.line(found[0], max_plies=min(found[1], 2**16))],
        },
        "size": solution.size,
        "cells": solution.cells,
        "seconds": solution.seconds,
    }
