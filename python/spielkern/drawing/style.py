"""Colours of drawings, on light and dark pages: those of Okabe and Ito, which the colour-blind can tell apart.

What they say is never said by colour alone: player 1's stones are round with round marks, player 2's square with square
marks, the last ply has a full ring or a hollow edge, a threat a dashed ring in the form of the player who threatens,
what a caller marks a dotted one.
"""

from __future__ import annotations

import re
from typing import Final

from spielkern.errors import shown

THEMES: Final = ("auto", "light", "dark")

#: By role: on light pages and on dark ones.
_COLOURS: Final[dict[str, tuple[str, str]]] = {
    "back": ("#fbfaf7", "#16181b"),
    "board": ("#f1ede3", "#202429"),
    "text": ("#22201c", "#e8e6e1"),
    "faint": ("#6b665c", "#a3a7ad"),
    "strong": ("#8b8472", "#737a84"),
    "fine": ("#bdb6a5", "#4d535b"),
    "hint": ("#d9d3c5", "#363c44"),
    "drawn": ("#2b2822", "#f0ede6"),
    "hole": ("#fffefb", "#16181b"),
    "p1": ("#0072b2", "#4fa8e0"),
    "p1-rim": ("#00446b", "#0d3a57"),
    "p1-mark": ("#ffffff", "#0a1c29"),
    "p2": ("#e69f00", "#f2b134"),
    "p2-rim": ("#7d5600", "#5e4100"),
    "p2-mark": ("#1f1500", "#1f1500"),
    "loss-rim": ("#7d5600", "#f2b134"),
    "p0": ("#b9b3a5", "#5b626b"),
    "object": ("#5f7f72", "#8fb5a5"),
    "object-rim": ("#34493f", "#2b3f37"),
    "last": ("#007d5b", "#2fd3a5"),
    "threat": ("#a3256e", "#f08cc5"),
    "marked": ("#d55e00", "#ff9a4d"),
    # On tiles, which are light in both themes.
    "last-tile": ("#007d5b", "#007d5b"),
    "marked-tile": ("#b34f00", "#b34f00"),
    "tile": ("#f6e7bd", "#ead9a9"),
    "tile-rim": ("#a28a4b", "#8c763d"),
    "tile-text": ("#241f12", "#241f12"),
    "d": ("#cfe4f3", "#1f3f57"),
    "t": ("#8fc1e3", "#275c84"),
    "dl": ("#f6dcc0", "#553b1d"),
    "tl": ("#eab57c", "#80552a"),
    "bonus": ("#3a3f45", "#d5dade"),
}


def style(rules: dict[str, str], theme: str, plain: str = "") -> str:
    """Write a style sheet: `rules` by class with `@role` for colours, and what has no colours.

    Every rule holds within the class `sk-THEME` of the SVG only, so that drawings with several themes fit on one page.
    """
    if theme not in THEMES:
        raise ValueError(f"theme must be one of {', '.join(map(repr, THEMES))}, not {shown(theme)}")
    sheet = plain + _themed(rules, theme, 1 if theme == "dark" else 0)
    if theme == "auto":
        sheet += "\n@media (prefers-color-scheme:dark){" + _themed(rules, theme, 1) + "}"
    return sheet


def _themed(rules: dict[str, str], theme: str, column: int) -> str:
    written = []
    for names, wanted in rules.items():
        declarations = re.sub("@([a-z0-9-]+)", lambda role: _COLOURS[role[1]][column], wanted)
        selectors = ",".join(f".sk-{theme} .{name.strip()}" for name in names.split(","))
        written.append(f"{selectors}{{{declarations}}}")
    return "".join(written)
