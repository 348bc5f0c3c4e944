"""`spielkern draw`."""

from __future__ import annotations

import argparse
from typing import Any

from spielkern import drawing
from spielkern.cli.files import check_writable, match_of_game, write_drawing
from spielkern.cli.options import add_game, add_language, chosen_rules, whole_number
from spielkern.cli.screen import Screen, UsageError
from spielkern.drawing.style import THEMES

NAME = "draw"
SUMMARY = "draw a position or a match, as SVG or text"
DESCRIPTION = (
    "Draw a position, or a match that 'spielkern play' saved: the board, the last move, and what can be won or taken "
    "at the next. As an SVG, or with --text in plain characters."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_game(parser)
    parser.add_argument(
        "position", metavar="POSITION", nargs="?", help="as 'spielkern rules GAME' describes it (default: the start)"
    )
    parser.add_argument("--record", metavar="FILE", help="draw the match in this file")
    parser.add_argument("--ply", metavar="N", help="of the match: after so many plies (default: all)")
    parser.add_argument("--last", metavar="MOVE", help="of a position: the move that led to it")
    parser.add_argument("--player", choices=("1", "2"), help="draw what this player may know")
    parser.add_argument("--text", action="store_true", help="draw in plain characters")
    parser.add_argument("--theme", choices=THEMES, default="auto", help="colours (default: the reader's)")
    parser.add_argument("--seed", metavar="N", help="of the start of a game with chance (default: 1)")
    add_language(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write it to this file (default, and -: standard output)"
    )


def run(args: argparse.Namespace, screen: Screen) -> None:
    """Carry out the command."""
    output = None if args.output == "-" else args.output
    check_writable(output, args.record)
    subject, last = _subject(args)
    player = None if args.player is None else int(args.player)
    if args.text:
        if args.theme != "auto":
            raise UsageError("--text has no --theme")
        drawn = drawing.text(subject, player=player, lang=args.lang)
    else:
        drawn = drawing.svg(subject, player=player, last=last, lang=args.lang, theme=args.theme).rstrip()
    if output is not None:
        write_drawing(output, drawn + "\n")
    elif args.text:
        screen.line(drawn)
    else:
        screen.text(drawn)


def _subject(args: argparse.Namespace) -> tuple[Any, Any]:
    """Return what is to be drawn, and the last move if it is a position that has one."""
    if args.record is not None:
        if args.last is not None or args.seed is not None:
            raise UsageError("--record brings the moves and the seed: give neither --last nor --seed beside it")
        match = match_of_game(args, "--record", args.record)
        plies = match.ply if args.ply is None else whole_number("--ply", args.ply, match.ply)
        while match.ply > plies:
            match.undo()
        return match, None
    if args.ply is not None:
        raise UsageError("--ply needs --record")
    rules = chosen_rules(args)
    last = None if args.last is None else rules.move(args.last)
    if args.position is not None:
        if args.seed is not None:
            raise UsageError("--seed is for the start: give no position beside it")
        return rules.position(args.position), last
    if args.seed is not None and not rules.chance:
        raise UsageError(f"--seed has no effect on these rules: {rules}")
    if rules.chance:
        return rules.start(1 if args.seed is None else whole_number("--seed", args.seed, 2**64 - 1)), last
    return rules.start(), last
