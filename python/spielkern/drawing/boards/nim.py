"""Nim: a column of objects for each heap, or in a terminal a row; a click takes an object and all above it."""

from __future__ import annotations

import re
from typing import Any

from spielkern.drawing.picture import Label, Line, Picture, Place, Scene, Spot

#: Of a larger heap only so many objects are drawn one by one.
MOST_OBJECTS = 16
APART, TALL = 64.0, 30.0
TOP = 24.0


def picture(position: Any, scene: Scene) -> Picture:
    """Draw the heaps, and as empty rings what the last ply took from one, or how many more than there is room for."""
    words, heaps = scene.words, position.heaps
    sizes = [words.number(size) for size in heaps]
    digits = max(map(len, sizes))
    taken_from, taken = _taken(scene.last)
    piles = [
        _pile(size, taken if number == taken_from else 0) for number, size in enumerate(heaps, 1)
    ]  # of each heap: hidden, shown and taken objects that are drawn
    unseen = taken - sum(gone for _, _, gone in piles)
    levels = max(1, *((hidden > 0) + shown + gone + (gone > 0 and unseen > 0) for hidden, shown, gone in piles))
    apart = max(APART, 8.0 * digits + 12)
    floor = TOP + levels * TALL
    names = [words("heap number", heap=f"{number:>2}") for number in range(1, len(heaps) + 1)]
    first = 6 + len(names[0]) + digits  # column of the first object
    places, labels = [], []
    for number, (size, (hidden, shown, gone)) in enumerate(zip(heaps, piles, strict=True), 1):
        x, row = (number - 0.5) * apart, number - 1

        def spot(level: int, col: int, x: float = x, row: int = row) -> Spot:
            return Spot(x, floor - (level + 0.5) * TALL, col, row)

        labels += [
            Label(Spot(x, floor + 22, 2, row), f"{names[number - 1]}  {sizes[number - 1]:>{digits}}", "text"),
            Label(Spot(x, floor + 18, 0, 0), words.number(size), "svg"),
            Label(Spot(x, floor + 36, 0, 0), words("heap number", heap=number), "svg"),
        ]
        heap = words("heap", heap=number, objects=words.count("objects", size))
        if hidden:
            text = f"+{words.number(hidden)}"
            places.append(
                Place(f"{number}:{size}", "more", spot(0, first + 2 * shown), "...", heap, text=text, open=False)
            )
        for index in range(shown):
            count = shown - index
            at = f"{number}:{count}"
            where = spot(index + (hidden > 0), first + 2 * index)
            take = words("take", heap=number, objects=words.count("objects", count))
            places.append(Place(at, "object", where, "o", take, height=1, states=scene.states(at)))
        for index in range(gone):
            where = spot((hidden > 0) + shown + index, 0)
            places.append(Place(f"{number}", "object", where, "", "", states=frozenset({"taken"}), open=False))
        if gone and unseen > 0:
            where, text = spot((hidden > 0) + shown + gone, 0), f"+{words.number(unseen)}"
            places.append(Place(f"{number}", "more", where, "", "", text=text, states=frozenset({"taken"}), open=False))
    wide = apart * len(heaps)
    ground = Line(Spot(0, floor, 0, 0), Spot(wide, floor, 0, 0), only="svg")
    told = tuple(
        words("heap", heap=number, objects=words.count("objects", size)) for number, size in enumerate(heaps, 1)
    )
    return Picture(wide, floor + 50, tuple(places), (ground,), tuple(labels), unit=TALL, told=told)


def _taken(last: str | None) -> tuple[int, int]:
    """Which heap the last ply took from, and how many; 0 and 0 without one."""
    found = re.fullmatch("([0-9]+):([0-9]+)", last or "")
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _pile(size: int, taken: int) -> tuple[int, int, int]:
    """How many objects of a heap are hidden, shown, and shown as taken."""
    shown = min(size, MOST_OBJECTS)
    return size - shown, shown, min(taken, max(MOST_OBJECTS - shown, 3))
