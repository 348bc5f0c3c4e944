"""What the commands `solve`, `probe` and `table` show of a solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import spielkern as sk
from spielkern import drawing
from spielkern.cli.files import check_writable, write_drawing
from spielkern.cli.screen import Screen, UsageError, counted
from spielkern.drawing import histogram_svg
from spielkern.drawing.words import Words
from spielkern.solving.solution import has_nets

MOST_ROWS = 30  # of the histogram; a longer one is drawn together
MOST_PLIES = 60  # of the line that is shown
MOST_HELD = 12  # of the line that holds a draw
MOST_MOVES = 200
BAR = 30


def show_rules(rules: Any, screen: Screen) -> None:
    """Write the heading: which game, under which rules."""
    screen.heading(f"{rules.title}  ({rules})")
    screen.line()


def show_board(position: Any, screen: Screen) -> None:
    """Draw a position."""
    screen.line(drawing.text(position))


def show_value(solution: Any, position: Any, name: str, screen: Screen) -> None:
    """Draw a position, and say what it is worth and which moves keep that."""
    show_board(position, screen)
    screen.line()
    value = solution.value(position)
    if position.outcome is not None:
        screen.heading(how_it_ended(position, name))
        return
    screen.heading(f"{name}: {value_text(value)} for player {position.player}, who is on turn.")
    screen.line("Best moves:")
    show_moves(solution.best_moves(position), screen)


def how_it_ended(position: Any, name: str) -> str:
    """Say how a finished position ended."""
    outcome = position.outcome
    winner = "a draw" if outcome.winner is None else f"player {outcome.winner} has won"
    return f"{name}: the game is over, {winner}: {outcome.reason}."


def value_text(value: Any) -> str:
    """Write a proven value: `win in 3`; with points `win, net +2`."""
    return str(value) if value.net is None else f"{value.result}, net {value.net:+d}"


def show_moves(moves: Sequence[object], screen: Screen) -> None:
    """Write moves, as many as one can look at."""
    screen.flow(moves[:MOST_MOVES])
    if len(moves) > MOST_MOVES:
        screen.line(f"  ... and {len(moves) - MOST_MOVES:,} more")


def show_moves_in_line(moves: Sequence[object], screen: Screen) -> None:
    """Write moves that follow each other."""
    screen.flow(f"{number}. {move}" for number, move in enumerate(moves[:MOST_PLIES], start=1))
    if len(moves) > MOST_PLIES:
        screen.line(f"  ... and {counted(len(moves) - MOST_PLIES, 'more ply', 'more plies')}")


def show_line(solution: Any, position: Any, screen: Screen) -> None:
    """Write perfect play from a position, up to the end if that is near enough."""
    if isinstance(solution, sk.NetSolution):
        show_moves_in_line(solution.line(position), screen)
        return
    plies = solution.value(position).remoteness
    moves = solution.line(position, max_plies=MOST_HELD if plies is None else min(plies, MOST_PLIES))
    screen.flow(f"{number}. {move}" for number, move in enumerate(moves, start=1))
    if plies is not None and len(moves) < plies:
        screen.line(f"  ... and {counted(plies - len(moves), 'more ply', 'more plies')}")
        return
    for move in moves:
        position = position.play(move)
    outcome = position.outcome
    if outcome is None:
        screen.line("  ... and so on: a draw, for neither player can do better.")
    elif outcome.winner is None:
        screen.line(f"Then it is a draw: {outcome.reason}.")
    else:
        screen.line(f"Then player {outcome.winner} has won: {outcome.reason}.")


def show_counts(every: dict[str, int], reachable: dict[str, int] | None, screen: Screen) -> None:
    """Write how many positions have which result."""
    columns = {"all positions": every}
    if reachable is not None:
        columns["reachable from the start"] = reachable
    rows = [["for the player on turn", *columns]]
    for result in every:
        rows.append([result, *(f"{counts[result]:,}" for counts in columns.values())])
    rows.append(["together", *(f"{sum(counts.values()):,}" for counts in columns.values())])
    screen.columns(rows)


def show_nets(counts: dict[int, int], screen: Screen) -> None:
    """Draw how many sets of edges have which net."""
    most = max(counts.values())
    rows = [("net for the player on turn", "sets of edges", "")]
    rows += [(f"{net:+d}", f"{sets:,}", "#" * -(-sets * BAR // most)) for net, sets in counts.items()]
    screen.columns(rows, left=(2,))


def show_histogram(histogram: dict[int, int], screen: Screen) -> None:
    """Draw the histogram in characters; nothing if all positions are draws."""
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


def show_longest_win(solution: Any, screen: Screen) -> None:
    """Draw a position whose win takes longest, and how it is won; nothing if no position is won."""
    position = next(solution.longest_wins(reduced=True), None)
    if position is None:
        return
    plies = solution.value(position).remoteness
    if plies == 0:  # only finished positions are won
        return
    screen.line()
    screen.heading(f"The longest win takes {counted(plies, 'ply', 'plies')}, for example from")
    show_board(position, screen)
    show_line(solution, position, screen)


def show_summary(solution: Any, reachable: dict[str, int] | None, screen: Screen) -> None:
    """Write what all positions are worth, and the longest win."""
    if isinstance(solution, sk.NetSolution):
        show_nets(solution.counts, screen)
        return
    show_counts(solution.counts, reachable, screen)
    show_histogram(solution.histogram, screen)
    show_longest_win(solution, screen)


def rules_data(rules: Any) -> dict[str, Any]:
    """Describe the rules for programs."""
    return {"game": rules.name, "options": rules.options}


def value_data(solution: Any, position: Any) -> dict[str, Any]:
    """Describe a position's value for programs."""
    value = solution.value(position)
    return {
        "position": str(position),
        "result": value.result,
        "remoteness": value.remoteness,
        **({} if value.net is None else {"net": value.net}),
        "best_moves": [str(move) for move in solution.best_moves(position)],
    }


def line_data(solution: Any, position: Any) -> list[str]:
    """Perfect play from a position, for programs: to the end, and of a draw a piece."""
    if isinstance(solution, sk.NetSolution):
        return [str(move) for move in solution.line(position)]
    plies = solution.value(position).remoteness
    return [str(move) for move in solution.line(position, max_plies=min(plies or MOST_PLIES, 2**16))]


def tally_data(solution: Any) -> dict[str, Any]:
    """Describe what is in the solution for programs."""
    if isinstance(solution, sk.NetSolution):
        nets = {str(net): sets for net, sets in solution.counts.items()}
        return {"counts": nets, "size": solution.size, "cells": solution.cells}
    longest = next(solution.longest_wins(reduced=True), None)
    return {
        "counts": solution.counts,
        "histogram": {str(plies): positions for plies, positions in solution.histogram.items()},
        "max_remoteness": solution.max_remoteness,
        "longest_win": longest
        and {
            "position": str(longest),
            "remoteness": solution.value(longest).remoteness,
            "line": line_data(solution, longest),
        },
        "size": solution.size,
        "cells": solution.cells,
    }


def check_plot(name: str | None, rules: Any, table: str | None) -> None:
    """Refuse, before any work, a plot that could not be made or written beside the table. UsageError says why."""
    if name is None:
        return
    if has_nets(rules):
        raise UsageError(f"there is no plot of {rules.title}: every game lasts until all edges are drawn")
    check_writable(name, table)


def write_plot(solution: Any, name: str, lang: str) -> None:
    """Write the histogram as an SVG. UsageError if that cannot be."""
    rules = solution.rules
    title = f"{Words(lang).title(rules)} ({rules})"
    write_drawing(name, histogram_svg(solution.histogram, title, solution.finished, lang=lang))
