"""`spielkern analyse`."""

from __future__ import annotations

import argparse
from typing import Any

import spielkern as sk
from spielkern.cli import solved
from spielkern.cli.options import add_game, add_position, chosen_position, chosen_rules, number_of_seconds, whole_number
from spielkern.cli.screen import Screen, UsageError, counted
from spielkern.cli.solve import add_threads, chosen_threads
from spielkern.solving.memory import shown_bytes
from spielkern.solving.paths import writable_table

NAME = "analyse"
SUMMARY = "find what one position is worth"
DESCRIPTION = (
    "Find the exact value of a position, all its best moves and a line of best play. Dots and Boxes is searched; in 10 "
    "with five or more stones forced wins are looked for, or else what looks best; Crazy10s is searched once its bag "
    "is empty; other games are solved as a whole. The value is for the player on turn."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_game(parser)
    add_position(parser)
    parser.add_argument(
        "--seconds",
        metavar="S",
        help="stop then, with what is known so far (default: none; in the game 10 ten seconds)",
    )
    parser.add_argument(
        "--table-bytes",
        metavar="SIZE",
        help="of the search's table, as 500M or 4G (default: that of --table, or 1G, in 10 256M, less for few seconds)",
    )
    parser.add_argument(
        "--table", metavar="FILE", help="read there what an earlier search knew, and write what this one knows"
    )
    parser.add_argument(
        "--ledger",
        metavar="FILE",
        help="for what takes hours: add every proven bound to this text file, and go on from what is in it",
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
    seconds = None if args.seconds is None else number_of_seconds("--seconds", args.seconds)
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
    unsolved = found.nodes is None and not found.value.proven  # solving the whole game took too long
    screen.heading(f"{name}: {'nothing is known yet' if unsolved else _said(found.value, position)}.")
    if not found.value.proven:
        screen.line("The time was not enough for more.")
    if found.best_moves is not None:
        screen.line("Best moves:")
        solved.show_moves(found.best_moves, screen)
    if found.line:
        screen.line("Best play:" if found.value.proven else "Play that looks best:")
        solved.show_moves_in_line(found.line, screen)
    if found.notes:
        screen.line()
        for note in found.notes:
            screen.line(f"  {note}")
    if found.nodes is not None:
        screen.line()
        use = f"a table of {shown_bytes(found.table_bytes)}, {found.table_use:.0%} used"
        screen.line(f"Searched {counted(found.nodes, 'position')} in {found.seconds:.2f} seconds with {use}.")


def _said(value: sk.Value, position: sk.Position) -> str:
    player = position.player
    if value.result in {sk.Result.WIN, sk.Result.LOSS} and value.net is None:
        winner = player if value.result == sk.Result.WIN else 3 - player
        length = "" if value.remoteness is None else f" in {value.remoteness}"
        return f"player {winner} wins{length}; player {player} is on turn"
    whose = f"for player {player}, who is on turn"
    if value.proven:
        return f"{solved.value_text(value)} {whose}"
    if value.bounds is not None:
        return f"{whose}, the net is from {value.bounds[0]:+d} to {value.bounds[1]:+d}"
    if value.score is not None:
        return f"{value.score:+.2f} {whose}"
    return "the net is not known yet" if position.rules.chance else "no forced win was found"


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
        "score": value.score,
        "bounds": value.bounds,
        "best_moves": None if found.best_moves is None else [str(move) for move in found.best_moves],
        "line": None if found.line is None else [str(move) for move in found.line],
        "notes": list(found.notes),
        "nodes": found.nodes,
        "seconds": found.seconds,
    }
