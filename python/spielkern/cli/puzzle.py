"""`spielkern puzzle`."""

from __future__ import annotations

import argparse

import spielkern as sk
from spielkern import drawing
from spielkern.cli.screen import Screen

NAME = "puzzle"
SUMMARY = "the daily puzzle of Crazy10s"
DESCRIPTION = (
    "Show the puzzle of a day: a board of Crazy10s, bonus squares and a rack. Which play scores most? The same date "
    "has the same puzzle everywhere."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="the day (default: today in UTC)")
    parser.add_argument("--answer", metavar="PLAY", help="judge this play, as 'f6=3,g6=7'")
    parser.add_argument("--solution", action="store_true", help="show the best play")
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def run(args: argparse.Namespace, screen: Screen) -> None:
    """Carry out the command."""
    puzzle = sk.daily_puzzle(args.date)
    answer = None if args.answer is None else puzzle.check(args.answer)
    if args.json:
        data: dict[str, object] = {
            "date": puzzle.date.isoformat(),
            "board": puzzle.board,
            "rack": puzzle.rack,
            "layout": puzzle.layout,
        }
        if answer is not None:
            data["answer"] = {
                "play": str(answer.move),
                "score": answer.score,
                "missing": answer.missing,
                "why_illegal": answer.why_illegal,
            }
        if args.solution:
            data["solution"] = {"play": str(puzzle.best), "score": puzzle.best_score}
        screen.json(data)
        return
    screen.heading(f"Crazy10s, the puzzle of {puzzle.date.isoformat()}")
    screen.line()
    screen.line(drawing.text(puzzle))
    screen.line()
    if answer is None:
        screen.line("Which play scores most? --answer PLAY judges yours, --solution shows the best.")
    elif answer.why_illegal is not None:
        screen.line(f"{answer.move} cannot be played: {answer.why_illegal}.")
    elif answer.solved:
        screen.line(f"{answer.move} scores {answer.score}: that is the best play.")
    else:
        screen.line(f"{answer.move} scores {answer.score}; the best play scores {answer.missing} more.")
    if args.solution:
        screen.line(f"The best play: {puzzle.best}, {puzzle.best_score} points.")
