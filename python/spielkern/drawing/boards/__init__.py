"""The boards: of each game one description, from which every drawing is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from spielkern.drawing.boards import crazy10s, dots_and_boxes, mu_torere, nim, ten
from spielkern.drawing.picture import Picture, Scene

#: By the game's name.
BOARDS: Final[dict[str, Callable[[Any, Scene], Picture]]] = {
    "crazy10s": crazy10s.picture,
    "dots-and-boxes": dots_and_boxes.picture,
    "mu-torere": mu_torere.picture,
    "nim": nim.picture,
    "ten": ten.picture,
}
