"""Crazy10s: squares with bonuses and tiles, the racks and the bag."""

from __future__ import annotations

import re
from typing import Any

from spielkern.drawing.picture import Label, Picture, Place, Scene, Seat, Spot

SIDE = 34.0
LEFT, TOP, RIM = 34.0, 34.0, 10.0
#: What squares of a layout show.
BONUSES = {"d": "DN", "t": "TN", "D": "DL", "T": "TL"}


def picture(position: Any, scene: Scene) -> Picture:
    """Draw a position or a view with what it knows of the racks; once the game is over, with the final scores."""
    words = scene.words
    over = getattr(position, "outcome", None) is not None
    scores = position.final_scores if over else position.scores
    seats = []
    for player, (rack, points) in enumerate(zip(position.racks, scores, strict=True), 1):
        hidden = position.rack_sizes[player - 1] if rack is None else 0
        if rack is None:
            held = words.count("hidden rack", hidden)
        else:
            held = words("rack", tiles=rack) if rack else words("empty rack")
        seats.append(Seat(player, words.count("points", points), held, rack, hidden))
    notes = (words.count("bag", position.bag_size),)
    return _board(str(position).split(" ")[0], position.rules.layout, scene, tuple(seats), notes)


def puzzle_picture(board: str, rack: str, layout: str, scene: Scene) -> Picture:
    """Draw a puzzle: nobody's turn, and a rack that is nobody's."""
    return _board(board, layout, scene, (Seat(0, "", scene.words("rack", tiles=rack), rack),), ())


def _board(board: str, layout: str, scene: Scene, seats: tuple[Seat, ...], notes: tuple[str, ...]) -> Picture:
    """Draw a board and its bonus squares; a joker has a star beside its digit."""
    words = scene.words
    new = set(re.findall("([a-y][0-9]+)=", scene.last or ""))
    rows, bonuses = board.split("/"), layout.split("/")
    places = []
    for row, (tiles, row_bonuses) in enumerate(zip(rows, bonuses, strict=True)):
        for col, (tile, sign) in enumerate(zip(tiles, row_bonuses, strict=True)):
            at = f"{chr(ord('a') + col)}{row + 1}"
            spot = Spot(LEFT + (col + 0.5) * SIDE, TOP + (row + 0.5) * SIDE, 6 + 2 * col, row + 1)
            states = scene.states(at, last=at in new)
            bonus = BONUSES.get(sign, "")
            if tile == ".":
                said = f"{at}: " + (words(bonus) if bonus else words("free"))
                places.append(Place(at, "square", spot, sign, said, text=bonus, states=states))
                continue
            joker = tile > "9"
            digit = str(ord(tile) - ord("A")) if joker else tile
            said = f"{at}: " + (words("joker", digit=digit) if joker else digit)
            shown = digit + "*" * joker
            places.append(Place(at, "square", spot, shown, said, height=1, text=digit, joker=joker, states=states))
    size = len(rows)
    labels = []
    for number in range(size):
        middle = (number + 0.5) * SIDE
        labels.append(Label(Spot(LEFT + middle, TOP - 14, 6 + 2 * number, 0), chr(ord("a") + number)))
        labels.append(Label(Spot(LEFT - 16, TOP + middle, 2, number + 1), f"{number + 1:>2}"))
    wide, high = LEFT + size * SIDE + RIM, TOP + size * SIDE + RIM
    return Picture(wide, high, tuple(places), (), tuple(labels), seats, notes, unit=SIDE, lettering="medium")
