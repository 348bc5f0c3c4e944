"""What plots have in common: size, margins, frame, style."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape

from spielkern.drawing.frame import checked_title, opening
from spielkern.drawing.style import style

WIDTH, HEIGHT = 760, 420
TOP, RIGHT, BOTTOM = 64, 24, 62  # margins; the left one depends on the labels
MOST_TITLE = 84  # characters
LETTER = 6.7  # the width of a digit, at the size of the labels

_PLAIN: Final = (
    '.sk-label{font:12px system-ui,"Segoe UI","DejaVu Sans",sans-serif}.sk-head{font-size:15px;font-weight:600}'
    ".sk-curve{fill:none;stroke-width:2.2;stroke-linejoin:round;stroke-linecap:round}"
)
_COLOURS: Final = {
    "sk-back": "fill:@back",
    "sk-label": "fill:@text",
    "sk-grid": "stroke:@hint",
    "sk-axis": "stroke:@strong",
    "sk-win": "fill:@p1",
    # Hollow, so that it differs in form too.
    "sk-loss": "fill:@p2;fill-opacity:.35;stroke:@loss-rim;stroke-width:1.2",
    "sk-both": "fill:@object",
    "sk-curve": "stroke:@drawn",
    "sk-area": "fill:@p0;fill-opacity:.3",
    "sk-p1": "fill:@p1;stroke:@p1-rim",
    "sk-p2": "fill:@p2;stroke:@p2-rim",
}


def plot(title: str, description: str, body: Iterable[str], theme: str, lang: str) -> str:
    """Return the SVG of a plot with its title."""
    title = checked_title(title)
    shown = title if len(title) <= MOST_TITLE else title[: MOST_TITLE - 1] + "…"
    sheet = style(_COLOURS, theme, _PLAIN)
    opened = opening(title, description, (WIDTH, HEIGHT), theme=theme, sheet=sheet, more=f'lang="{lang}" role="img"')
    return "\n".join([*opened, label(20, 28, shown, kind="sk-label sk-head"), *body, "</svg>\n"])


def label(x: float, y: float, text: str, *, anchor: str = "", kind: str = "sk-label", turn: str = "") -> str:
    """Write a text; `anchor` is "middle" or "end"."""
    anchored = f' text-anchor="{anchor}"' if anchor else ""
    turned = f' transform="{turn}"' if turn else ""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}"{anchored}{turned}>{escape(text)}</text>'


def upright(x: float, y: float, text: str) -> str:
    """Write a text from below upwards, with its middle at a point."""
    return label(x, y, text, anchor="middle", turn=f"rotate(-90 {x:.1f} {y:.1f})")


def round_step(most: int, parts: int) -> int:
    """Of 1, 2, 5, 10, 20, ... the least that cuts `most` into no more than `parts`."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if step * factor * parts >= most:
                return step * factor
        step *= 10
