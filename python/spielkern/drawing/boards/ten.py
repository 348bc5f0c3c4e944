"""10: the triangle of nineteen points and its links, with figures as stacks of stones."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from spielkern.drawing.picture import Label, Line, Picture, Place, Scene, Seat, Spot, other_on_turn, winning_plies
from spielkern.reference.ten import FIGURES, HEIGHTS, LINES, MIDDLES, POINTS, TEXT_ROWS, TRIANGLES

SIDE = 132.0  # from one point of the base to the next
STEP = SIDE * 3**0.5 / 2  # from one row to the next
RIM = 54.0
#: Points that together win.
WINNING_SETS = (frozenset(MIDDLES), *(frozenset(triangle.split(" ")) for triangle in TRIANGLES))
#: Of each middle point: the corners of its triangle.
CORNERS = {"m1": ("a1", "c1", "a3"), "m2": ("c1", "e1", "c3"), "m3": ("a3", "c3", "a5"), "m4": ("c1", "a3", "c3")}


def picture(position: Any, scene: Scene) -> Picture:
    """Draw links and figures; where a player could complete a win with the next ply there is a threat."""
    words = scene.words
    figures = _figures(position)
    targets, source = _played(scene.last)
    threats = _threats(position, figures)
    winner = None if position.outcome is None else position.outcome.winner
    won = set().union(*(points for points in WINNING_SETS if winner and points <= _held(figures, winner)))
    lines = [
        Line(SPOTS[start], SPOTS[end], "fine" if any(point in MIDDLES for point in line.split(" ")) else "strong")
        for line in LINES
        for start, end in pairwise(line.split(" "))
    ]
    places = []
    for point in POINTS:
        figure = figures[point]
        player = 0 if figure == "." else 1 if figure in FIGURES[1] else 2
        height = HEIGHTS[figure.upper()] if player else 0
        said = f"{point}: " + (words(f"height {height}", player=player) if player else words("free"))
        said += scene.threatened(point, threats)
        states = scene.states(point, threats, last=point in targets, won=point in won, **{"from": point == source})
        places.append(Place(point, "point", SPOTS[point], figure, said, player=player, height=height, states=states))
    # In a terminal the names of the rows stand at the rim.
    labels = [
        Label(Spot(0, 0, 2, row), str(number), "text") for number, row in zip("54321", range(0, 13, 3), strict=True)
    ]
    for row in sorted({SPOTS[middle].row for middle in MIDDLES}):
        names = " ".join(middle for middle in MIDDLES if SPOTS[middle].row == row)
        labels.append(Label(Spot(0, 0, 43, row), names, "text"))
    labels += [Label(_beside(point), point, "svg") for point in POINTS]
    seats = tuple(Seat(player, words.count("supply", stones)) for player, stones in enumerate(position.supplies, 1))
    size = 4 * SIDE + 2 * RIM
    high = 4 * STEP + 2 * RIM
    return Picture(size, high, tuple(places), tuple(lines), tuple(labels), seats, unit=44.0, lettering="large")


def _spots() -> dict[str, Spot]:
    """Where the points are: rows of the lattice from the base up, the middle points amidst their corners."""
    spots = {}
    for row, text in enumerate(TEXT_ROWS[:-1]):  # from the top
        points = text.split(" ")
        for number, point in enumerate(points):
            across = number + (5 - len(points)) / 2
            spots[point] = Spot(RIM + across * SIDE, RIM + row * STEP, round(6 + 8 * across), 3 * row)
    for middle, corners in CORNERS.items():
        sums = [sum(axis) for axis in zip(*(spots[corner] for corner in corners), strict=True)]
        spots[middle] = Spot(sums[0] / 3, sums[1] / 3, round(sums[2] / 3), round(sums[3] / 3))
    return spots


SPOTS = _spots()


def _beside(point: str) -> Spot:
    """Where the name of a point stands: where no line runs, clear of stones, there and on the points around."""
    spot, row = SPOTS[point], next(row for row in TEXT_ROWS if point in row)
    if point in MIDDLES:
        across, down = 28, 34
    elif row[:2] != point != row[-2:]:
        across, down = (0, 39) if row == TEXT_ROWS[4] else (40, -12) if point == "c2" else (38, 22)
    else:
        across, down = (38, -22) if point == row[-2:] else (-38, -22)
    return spot._replace(x=spot.x + across, y=spot.y + down)


def _figures(position: Any) -> dict[str, str]:
    """What stands on each point, as the text of the position has it."""
    rows = str(position).split(" ")[0].split("/")
    return {
        point: figure
        for points, row in zip(TEXT_ROWS, rows, strict=True)
        for point, figure in zip(points.split(" "), row, strict=True)
    }


def _played(last: str | None) -> tuple[set[str], str]:
    """Where the last ply put figures, and where it took one from ("" if nowhere)."""
    points = re.findall("[a-em][1-5]", last or "")
    moved = bool(points) and re.search("[-x/]", last or "") is not None
    return set(points[moved:]), points[0] if moved else ""


def _threats(position: Any, figures: dict[str, str]) -> set[tuple[str, int]]:
    """Points that complete a win at the next ply, each with the winner."""
    found: set[tuple[str, int]] = set()
    for before in (position, other_on_turn(position)):
        for move, after in () if before is None else winning_plies(before):
            stands = _held(_figures(after), before.player)
            complete = [points for points in WINNING_SETS if points <= stands]
            points = set().union(*complete) - _held(figures, before.player) if complete else _played(str(move))[0]
            found |= {(point, before.player) for point in points}
    return found


def _held(figures: dict[str, str], player: int) -> set[str]:
    """The points on which a player has figures."""
    return {point for point, figure in figures.items() if figure in FIGURES[player]}
