"""Small drawings of positions in plain ASCII; a game without one here is shown by its text alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MOST_OBJECTS = 16  # of a heap, drawn one by one


def lines(position: Any) -> list[str]:
    """Show a position as people look at it: a drawing if there is one, then its text."""
    draw = DRAWINGS.get(position.rules.name)
    return [*(draw(position) if draw else []), f"  {position}"]


def nim(position: Any) -> list[str]:
    """Draw the heaps, one below the other."""
    sizes = [f"{size:,}" for size in position.heaps]
    wide = max(map(len, sizes))
    drawing = []
    for number, (size, text) in enumerate(zip(position.heaps, sizes, strict=True), start=1):
        objects = " ".join("o" * min(size, MOST_OBJECTS)) + (" ..." if size > MOST_OBJECTS else "")
        drawing.append(f"  heap {number:>2}  {text:>{wide}}  {objects}".rstrip())
    return drawing


def mu_torere(position: Any) -> list[str]:
    """Draw the ring, pulled long: the first half above, left to right, the second below, right to left."""
    points, centre = str(position).split(" ")[0].split("/")
    half = len(points) // 2
    above, below = points[:half], points[half:][::-1]
    inside = " " * (4 * half - 3)
    middle = (len(inside) - 1) // 2
    return [
        "      " + "".join(f"{number:<4}" for number in range(1, half + 1)).rstrip(),
        "    /-" + "---".join(above) + "-\\",
        "   |  " + inside[:middle] + centre + inside[middle + 1 :] + "  |",
        "    \\-" + "---".join(below) + "-/",
        "      " + "".join(f"{number:<4}" for number in range(2 * half, half, -1)).rstrip(),
    ]


DRAWINGS: dict[str, Callable[[Any], list[str]]] = {"nim": nim, "mu-torere": mu_torere}
