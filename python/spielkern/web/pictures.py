"""Drawings as a page wants them: without a style sheet of their own, which all boards share."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import spielkern as sk
from spielkern import drawing
from spielkern.web.protocol import Language

STYLE: Final = re.compile("<style>(.*?)</style>\n?", re.DOTALL)
TITLE: Final = re.compile("<title>.*?</title>\n?", re.DOTALL)
DESCRIPTION: Final = re.compile("<desc>.*?</desc>\n?", re.DOTALL)


def picture(
    subject: Any,
    lang: Language,
    *,
    player: int | None = None,
    last: Any = None,
    interactive: bool = False,
    beside: bool = False,
) -> str:
    """Draw a position, a view or a match as SVG for a page that has `style_sheet`; the page gives it a name."""
    svg = drawing.svg(subject, player=player, last=last, interactive=interactive, lang=lang, beside=beside)
    svg = TITLE.sub("", STYLE.sub("", svg, 1), 1)
    # Where every place speaks for itself, nobody wants to hear all of them first.
    return DESCRIPTION.sub("", svg, 1) if interactive else svg


@cache
def style_sheet() -> str:
    """The style sheet of all drawings, for light pages and dark ones."""
    found = STYLE.search(drawing.svg(sk.Nim().start()))
    assert found is not None
    return found[1]
