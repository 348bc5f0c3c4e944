"""`spielkern review`."""

from __future__ import annotations

import argparse

from spielkern import ai
from spielkern.cli.files import check_writable, read_match, write_drawing
from spielkern.cli.options import add_plot, number_of_seconds, plot_language, whole_number
from spielkern.cli.screen import Screen, counted
from spielkern.drawing import course_svg

NAME = "review"
SUMMARY = "say what every move of a match was worth"
DESCRIPTION = (
    "Say of every move of a match, which 'spielkern play' saved, what it lost against the best one, and why. Exactly "
    "where that can be, else by an estimate."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("record", metavar="RECORD", help="the file")
    parser.add_argument("--seconds", metavar="S", help="for each position, where they are searched (default: 1)")
    parser.add_argument("--nodes", metavar="N", help="samples for each, where tiles are hidden, instead of seconds")
    add_plot(parser, "FILE", "write the value of the match over its plies as an SVG")
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def run(args: argparse.Namespace, screen: Screen) -> None:
    """Carry out the command."""
    match = read_match(args.record)
    lang = plot_language(args)
    check_writable(args.plot, args.record)
    found = ai.review(
        match,
        None if args.seconds is None else number_of_seconds("--seconds", args.seconds),
        None if args.nodes is None else whole_number("--nodes", args.nodes, 2**62, 1),
        progress=True,
    )
    if args.plot is not None:
        write_drawing(args.plot, course_svg(found, lang=lang))
    if args.json:
        screen.text(found.to_json())
        return
    screen.heading(match.rules.title)
    screen.paragraph(str(match.rules))
    screen.line()
    for each in found.moves:
        marks = [f"-{each.loss:g}"] if each.loss else []
        marks += ["missed win"] if each.missed_win else []
        mark = f" [{', '.join(marks)}]" if marks else ""
        screen.paragraph(f"`{each.move}`{mark} {each.reason}", first=f"{each.ply:>4}. {each.player}: ", rest=" " * 9)
    screen.line()
    for player in (1, 2):
        missed = found.missed_wins(player)
        more = f", {counted(missed, 'missed win')}" if missed else ""
        screen.line(f"Player {player} lost {found.loss(player):g} {found.unit} in all{more}.")
    if not all(each.proven for each in found.moves):
        screen.line("Not all of it is proven.")
