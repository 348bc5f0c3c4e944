"""Mū Tōrere: a ring round a centre; in a terminal the ring is pulled long."""

from __future__ import annotations

import math
from typing import Any

from spielkern.drawing.picture import Label, Line, Picture, Place, Scene, Spot, winning_plies

UNIT = 44.0  # from one point of a full ring to the next, at least
LEAST_RADIUS = 120.0
RIM = 46.0


def picture(position: Any, scene: Scene) -> Picture:
    """Draw the ring from its left upper point on, clockwise, so that at the start player 1 is above."""
    text = str(position).split(" ")[0].replace("/", "")
    spots, labels, middle = _ring(len(text) - 1)
    lines = [Line(spot, middle, only="svg") for spot in spots]
    for before, spot in zip([spots[-1], *spots], spots, strict=False):
        bent = before.row != spot.row  # which the frame does in a terminal
        lines.append(Line(before, spot, bend=middle.x - RIM, only="svg" if bent else None))
    source, _, target = (scene.last or "").partition("-")
    # Only for the player on turn: what the other one could do now is gone with the next ply, for the free point is.
    wins = {(str(move).partition("-")[2], position.player) for move, _ in winning_plies(position)}
    places = []
    for number, (spot, piece) in enumerate(zip([*spots, middle], text, strict=True), 1):
        at = "c" if spot == middle else str(number)
        player = 0 if piece == "." else int(piece)
        words = scene.words("centre") if at == "c" else at
        words += ": " + (scene.words("piece", player=player) if player else scene.words("free"))
        words += scene.threatened(at, wins)
        states = scene.states(at, wins, last=at == target, **{"from": at == source})
        places.append(Place(at, "point", spot, piece, words, player=player, height=player and 1, states=states))
    size = 2 * middle.x
    return Picture(size, size, tuple(places), tuple(lines), tuple(labels), unit=UNIT)


def _ring(ring: int) -> tuple[list[Spot], list[Label], Spot]:
    """The spots of the ring, their labels, and the centre."""
    radius = max(LEAST_RADIUS, ring * UNIT / (2 * math.pi))
    half = ring // 2
    centre = radius + RIM
    last = 4 * half - 4  # column of the last point above, counted from the first

    def around(index: int, distance: float) -> tuple[float, float]:
        angle = math.pi * (1 + (2 * index + 1) / ring)
        return centre + distance * math.cos(angle), centre + distance * math.sin(angle)

    spots, labels = [], []
    for index in range(ring):
        above = index < half
        col = 6 + 4 * (index if above else ring - 1 - index)
        spots.append(Spot(*around(index, radius), col, 1 if above else 3))
        labels.append(Label(Spot(*around(index, radius + 34), col, 0 if above else 4), str(index + 1)))
    frame = [(4, 1, "/-"), (7 + last, 1, "-\\"), (3, 2, "|"), (9 + last, 2, "|"), (4, 3, "\\-"), (7 + last, 3, "-/")]
    labels += [Label(Spot(0, 0, col, row), text, "text") for col, row, text in frame]
    return spots, labels, Spot(centre, centre, 6 + last // 2, 2)
