"""Pictures in plain ASCII, for terminals."""

from __future__ import annotations

from spielkern.drawing.picture import Picture, Spot

#: A slanting line is drawn if it takes no more than so many columns for a row.
FLATTEST = 1.5


def board_lines(picture: Picture) -> list[str]:
    """Draw the board; what a terminal has no room for, as flat slanting lines, is left off."""
    canvas = _Canvas()
    for line in picture.lines:
        if line.only != "svg":
            canvas.line(line.start, line.end)
    for place in picture.places:
        if place.end is None:
            canvas.write(place.spot, place.sign)
        elif place.height:
            canvas.line(place.spot, place.end)
    for label in picture.labels:
        if label.only != "svg":
            canvas.write(label.spot, label.text)
    return canvas.rows()


class _Canvas:
    """Characters by row and column; what comes later stands on top."""

    def __init__(self) -> None:
        self.signs: dict[tuple[int, int], str] = {}

    def write(self, spot: Spot, text: str) -> None:
        for number, sign in enumerate(text):
            if sign != " ":
                self.signs[spot.row, spot.col + number] = sign

    def line(self, start: Spot, end: Spot) -> None:
        """Draw a line between two spots, without its ends."""
        across, down = end.col - start.col, end.row - start.row
        if abs(across) > FLATTEST * abs(down) > 0:
            return
        sign = "-" if down == 0 else "|" if across == 0 else "\\" if across * down > 0 else "/"
        steps = abs(down) or abs(across)
        for step in range(1, steps):
            row, col = start.row + down * step / steps, start.col + across * step / steps
            self.signs[round(row), round(col)] = sign

    def rows(self) -> list[str]:
        rows = []
        for row in range(max((row for row, _ in self.signs), default=-1) + 1):
            here = {col: sign for (other, col), sign in self.signs.items() if other == row}
            rows.append("".join(here.get(col, " ") for col in range(max(here, default=-1) + 1)))
        return rows
