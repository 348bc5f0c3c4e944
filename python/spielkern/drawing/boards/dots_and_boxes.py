"""Dots and Boxes: dots, edges, and in the closed boxes the mark of their owner."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from spielkern.drawing.picture import Label, Picture, Place, Scene, Seat, Spot, State
from spielkern.drawing.words import Words

APART = 68.0
LEFT, TOP = 44.0, 44.0
RIM = 24.0
MOST_WIDE = 18  # boxes in a row that 80 characters hold; more are drawn narrower


def picture(position: Any, scene: Scene) -> Picture:
    """Draw the boxes below the edges; a box with three sides is there to be taken."""
    rules, words = position.rules, scene.words
    rows, cols = rules.rows, rules.cols
    step = 4 if cols <= MOST_WIDE else 2
    edge_rows = str(position).split(" ")[0].split("/")
    boxes = []
    owners = [None if closed else 0 for closed in position.closed] if scene.owners is None else scene.owners
    for number, owner in enumerate(owners):
        row, col = divmod(number, cols)
        across, down = edge_rows[2 * row : 2 * row + 3 : 2], edge_rows[2 * row + 1]
        sides = sum(sign != "." for sign in (across[0][col], across[1][col], down[col], down[col + 1]))
        sign = {0: "", None: "*"}.get(owner, str(owner))
        said = ""
        if owner != 0 or sides == 3:
            said = words("box", a=_dot(col, row)) + ": "
            said += words("box closed") if owner is None else words("box of", player=owner) if owner else ""
            said += words("three sides") if sides == 3 else ""
        states = scene.states("", open=sides == 3)
        spot = _spot(col + 0.5, row + 0.5, step)
        boxes.append(
            Place(
                _dot(col, row),
                "box",
                spot,
                sign,
                said,
                player=owner or 0,
                height=int(sides == 4),
                states=states,
                open=False,
            )
        )
    edges = []
    for line, signs in enumerate(edge_rows):
        row, upright = divmod(line, 2)
        for col, sign in enumerate(signs):
            start, end = (col, row), (col + 1 - upright, row + upright)
            at = _dot(*start) + _dot(*end)
            states = scene.states(at, last=at == scene.last)
            edges.append(_edge(words.lang, (start, end), sign != ".", states, step))
    dots = [Label(_spot(col, row, step), "+", "text") for row in range(rows + 1) for col in range(cols + 1)]
    names = [
        *(Label(Spot(LEFT + col * APART, TOP - 26, 6 + step * col, 0), _letter(col)) for col in range(cols + 1)),
        *(Label(Spot(LEFT - 26, TOP + row * APART, 2, 2 * row + 1), f"{row + 1:>2}") for row in range(rows + 1)),
    ]
    seats = tuple(Seat(player, words.count("boxes", points)) for player, points in enumerate(position.score, 1))
    return Picture(
        LEFT + cols * APART + RIM,
        TOP + rows * APART + RIM,
        (*boxes, *edges),
        labels=(*dots, *names),
        seats=seats,
        unit=APART,
        told=(
            words("drawn edges", edges=", ".join(edge.at for edge in edges if edge.height) or "-"),
            *(box.words for box in boxes if box.words),
        ),
    )


# Most edges are as they were one ply before.
@lru_cache(maxsize=20_000)
def _edge(
    lang: str, ends: tuple[tuple[int, int], tuple[int, int]], drawn: bool, states: frozenset[State], step: int
) -> Place:
    start, end = ends
    words = Words(lang)
    said = words("edge", a=_dot(*start), b=_dot(*end)) + ": " + words("drawn edge" if drawn else "free")
    return Place(
        _dot(*start) + _dot(*end),
        "edge",
        _spot(*start, step),
        "",
        said,
        end=_spot(*end, step),
        height=int(drawn),
        states=states,
    )


def _letter(col: int) -> str:
    return chr(ord("a") + col)


@cache
def _dot(col: int, row: int) -> str:
    return f"{_letter(col)}{row + 1}"


@cache
def _spot(col: float, row: float, step: int) -> Spot:
    return Spot(LEFT + col * APART, TOP + row * APART, round(6 + step * col), round(1 + 2 * row))
