"""`spielkern perft`."""

from __future__ import annotations

import argparse
import time

from spielkern.cli.options import add_game, add_position, chosen_position, chosen_rules, whole_number
from spielkern.cli.screen import Screen

NAME = "perft"
SUMMARY = "count the sequences of plies from a position"
DESCRIPTION = (
    "Count the sequences of exactly N legal plies from a position: the usual check, and measure, of a game "
    "engine. A finished game has no further plies."
)
MOST_DEPTH = 1000


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_game(parser)
    add_position(parser)
    parser.add_argument("--depth", metavar="N", required=True, help=f"how many plies (0 to {MOST_DEPTH})")
    parser.add_argument("--only", action="store_true", help="only depth N, not each depth from 1 to N")
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def run(args: argparse.Namespace, screen: Screen) -> None:
    """Carry out the command."""
    rules = chosen_rules(args)
    position = chosen_position(args, rules)
    last = whole_number("--depth", args.depth, MOST_DEPTH)
    results = []
    if not args.json:
        screen.heading(f"{rules.title}, from {str(position)!r}")
        screen.line(f"{'depth':>5}  {'nodes':>20}  {'seconds':>9}  {'nodes/s':>15}")
    for depth in range(last if args.only else min(last, 1), last + 1):
        began = time.perf_counter()
        nodes = rules.perft(position, depth)
        seconds = time.perf_counter() - began
        results.append({"depth": depth, "nodes": nodes, "seconds": seconds})
        if not args.json:
            rate = f"{nodes / seconds:,.0f}" if seconds >= 0.001 else "-"  # a shorter time says nothing
            screen.line(f"{depth:>5}  {nodes:>20,}  {seconds:>9.3f}  {rate:>15}")
    if args.json:
        screen.json({"game": rules.name, "options": rules.options, "position": str(position), "results": results})
