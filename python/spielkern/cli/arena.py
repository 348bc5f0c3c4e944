"""`spielkern arena`."""

from __future__ import annotations

import argparse
import re
import sys

from spielkern import ai
from spielkern.ai import specification
from spielkern.ai.tournament import results
from spielkern.cli.options import add_game, chosen_rules, number_of_seconds, whole_number
from spielkern.cli.screen import Screen, UsageError, one_line
from spielkern.solving.paths import writable_table

NAME = "arena"
SUMMARY = "let players play each other, many times"
DESCRIPTION = (
    "Let every two players play each other with both colours, and rate them. With --out every match is kept as soon "
    "as it ends, and the same command goes on from there, however it was ended."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_game(parser)
    parser.add_argument(
        "--players",
        metavar="P,P,...",
        required=True,
        help=f"two or more of {', '.join(ai.PLAYERS)}, level-1 to level-10; each may have limits of its own, as "
        "mcts:nodes=1000,seconds=0.5; ugi:command=PROGRAM is an engine that speaks UGI",
    )
    add_budget(parser, "a move of a player without limits of its own")
    parser.add_argument(
        "--games", metavar="N", default="100", help="of every two players, an even number (default: 100)"
    )
    parser.add_argument("--seed", metavar="N", default="0", help="of openings, chance and players (default: 0)")
    parser.add_argument(
        "--random-plies", metavar="N", help="how many random plies matches begin with (default: 2; with chance 0)"
    )
    parser.add_argument(
        "--max-plies", metavar="N", help="how many plies are a draw (default: the game's rule, or 1000)"
    )
    parser.add_argument(
        "--grace", metavar="S", default="0.5", help="how many seconds late a move may be before the match is lost (0.5)"
    )
    parser.add_argument("--threads", metavar="N", help="matches at a time (default: one for each processor)")
    parser.add_argument("--processes", metavar="N", help="the same, in processes of their own")
    parser.add_argument(
        "--sprt",
        metavar="ELO0,ELO1",
        help="of two players: end once it is clear that the first is ELO0 or ELO1 stronger; with ,ALPHA,BETA after it "
        "those error rates (default: 0.05,0.05)",
    )
    parser.add_argument("--out", metavar="FILE", help="keep the matches there (JSON Lines), and go on from what it has")
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def run(args: argparse.Namespace, screen: Screen) -> None:
    """Carry out the command."""
    rules = chosen_rules(args)
    out = None if args.out is None else writable_table(args.out)
    try:
        found = ai.arena(
            rules,
            specification.split_players(args.players),
            whole_number("--games", args.games, 10_000_000),
            chosen_budget(args),
            whole_number("--seed", args.seed, 2**64 - 1),
            random_plies=None if args.random_plies is None else whole_number("--random-plies", args.random_plies, 1000),
            max_plies=... if args.max_plies is None else whole_number("--max-plies", args.max_plies, 10**9, 1),
            grace=number_of_seconds("--grace", args.grace),
            threads=None if args.threads is None else whole_number("--threads", args.threads, 1024, 1),
            processes=None if args.processes is None else whole_number("--processes", args.processes, 1024, 1),
            sprt=None if args.sprt is None else _sprt(args.sprt),
            progress=True,
            path=out,
        )
    except KeyboardInterrupt:
        if out is not None and sys.stderr is not None:
            print(
                one_line(f"\n{out} has the matches so far: the same command goes on from there").strip(),
                file=sys.stderr,
            )
        raise
    if args.json:
        screen.text(found.to_json())
        return
    screen.heading(f"{rules.title}, arena")
    screen.paragraph(str(rules))
    for line in results.lines(found.results):
        screen.line(line)


def add_budget(parser: argparse.ArgumentParser, what: str) -> None:
    """Add --seconds, --nodes and --depth."""
    parser.add_argument("--seconds", metavar="S", help=f"time for {what}, as 0.2")
    parser.add_argument("--nodes", metavar="N", help="positions, simulations or samples for it")
    parser.add_argument("--depth", metavar="N", help="how many plies it may look ahead")


def chosen_budget(args: argparse.Namespace) -> ai.Budget | None:
    """Return the budget that the arguments ask for, if any."""
    if args.seconds is None and args.nodes is None and args.depth is None:
        return None
    return ai.Budget(
        None if args.seconds is None else number_of_seconds("--seconds", args.seconds),
        None if args.nodes is None else whole_number("--nodes", args.nodes, 2**62, 1),
        None if args.depth is None else whole_number("--depth", args.depth, 10_000, 1),
    )


def _sprt(text: str) -> ai.Sprt:
    pieces = text.split(",")
    if len(pieces) not in (2, 4) or not all(re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", piece) for piece in pieces):
        raise UsageError(f"--sprt takes two numbers, as 0,20, or four, as 0,20,0.05,0.05; not {text!r}")
    return ai.Sprt(*map(float, pieces))
