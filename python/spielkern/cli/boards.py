"""Small drawings of positions in plain ASCII; a game without one here is shown by its text alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MOST_OBJECTS = 16  # of a heap, drawn one by one

#: The points of 10, in the order in which `ten` fills them in.
TEN_BOARD = r"""
  5                   @
                     /|\
                   /  |  \
  4               @   |   @
                 /    @    \               m3
               /      |      \
  3           @-------@-------@
             / \      |      / \
           /     \    @    /     \         m4
  2       @       @   |   @       @
         /    @    \  |  /    @    \       m1 m2
       /      |      \|/      |      \
  1   @-------@-------@-------@-------@
"""


def lines(position: Any, match: Any = None, viewer: int | None = None) -> list[str]:
    """Show a position as people look at it: a drawing if there is one, then its text.

    Of a match that has come to this position the drawing may show what the position alone does not tell; and as long as
    it goes on, of what is hidden it shows what the player `viewer`, by default the one on turn, may know.
    """
    if match is not None and match.outcome is None:
        position = match.view(position.player if viewer is None else viewer)
    draw = DRAWINGS.get(position.rules.name)
    return [*(draw(position, match) if draw else []), f"  {position}"]


def dots_and_boxes(position: Any, match: Any) -> list[str]:
    """Draw dots and edges; a closed box shows the number of its owner, or * if nobody knows."""
    owners = [None if closed else 0 for closed in position.closed] if match is None else match.owners
    inside = iter({0: "   ", None: " * "}.get(owner, f" {owner} ") for owner in owners)
    edge_rows = str(position).split(" ")[0].split("/")
    drawing = ["      " + "   ".join(chr(ord("a") + col) for col in range(position.rules.cols + 1))]
    for number, edges in enumerate(edge_rows):
        if number % 2 == 0:
            row = "+" + "+".join("---" if edge == "-" else "   " for edge in edges) + "+"
            drawing.append(f"  {number // 2 + 1:>2}  {row}")
        else:
            row = edges[0] + "".join(next(inside) + edge for edge in edges[1:])
            drawing.append(f"      {row.replace('.', ' ')}".rstrip())
    first, second = position.score
    return [*drawing, f"  score: player 1 {first}, player 2 {second}"]


def nim(position: Any, _match: Any) -> list[str]:
    """Draw the heaps, one below the other."""
    sizes = [f"{size:,}" for size in position.heaps]
    wide = max(map(len, sizes))
    drawing = []
    for number, (size, text) in enumerate(zip(position.heaps, sizes, strict=True), start=1):
        objects = " ".join("o" * min(size, MOST_OBJECTS)) + (" ..." if size > MOST_OBJECTS else "")
        drawing.append(f"  heap {number:>2}  {text:>{wide}}  {objects}".rstrip())
    return drawing


def mu_torere(position: Any, _match: Any) -> list[str]:
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


def ten(position: Any, _match: Any) -> list[str]:
    """Draw the points, the triangles' sides and the upright lines; the slanting lines find no room."""
    top, upper, middle, lower, base, middles = str(position).split(" ")[0].split("/")
    figures = iter(top + upper + middles[2] + middle + middles[3] + lower + middles[:2] + base)
    first, second = position.supplies
    return [
        *("".join(next(figures) if sign == "@" else sign for sign in row) for row in TEN_BOARD.splitlines()[1:]),
        f"  beside the board: player 1 {first}, player 2 {second}",
    ]


def crazy10s(position: Any, _match: Any) -> list[str]:
    """Draw tiles and bonus squares, and what both players have."""
    drawing = crazy10s_board(position.board, position.rules.layout)
    for player, (rack, score) in enumerate(zip(position.racks, position.scores, strict=True), start=1):
        tiles = "hidden" if rack is None else rack or "-"
        drawing.append(f"  player {player}: {score} points, rack {tiles}")
    return [*drawing, f"  in the bag: {position.bag_size}"]


def crazy10s_board(board: str, layout: str) -> list[str]:
    """Draw tiles; a joker with a star after its digit, bonus squares as in layouts (d t D T)."""
    rows, bonuses = board.split("/"), layout.split("/")
    drawing = ["      " + " ".join(chr(ord("a") + col) for col in range(len(rows)))]
    for number, (tiles, row) in enumerate(zip(rows, bonuses, strict=True), start=1):
        squares = ""
        for tile, bonus in zip(tiles, row, strict=True):
            joker = "A" <= tile <= "J"
            squares += f"{ord(tile) - ord('A')}*" if joker else f"{bonus if tile == '.' else tile} "
        drawing.append(f"  {number:>2}  {squares}".rstrip())
    return drawing


DRAWINGS: dict[str, Callable[[Any, Any], list[str]]] = {
    "dots-and-boxes": dots_and_boxes,
    "nim": nim,
    "mu-torere": mu_torere,
    "ten": ten,
    "crazy10s": crazy10s,
}
