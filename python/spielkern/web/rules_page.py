"""The pages of the rules guide, with the positions that they speak of drawn."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec

from spielkern import guide
from spielkern.errors import SpielkernError
from spielkern.guide.example import Stage
from spielkern.web.pictures import picture
from spielkern.web.protocol import Language

#: The sections that are about positions rather than words.
DRAWN: Final = ("turn", "end", "example", "mistake")


@cache
def rules_page(game: str, lang: Language) -> dict[str, Any]:
    """Return a page of the guide as JSON has it; a paragraph has `pictures`, SVG texts of the first of its examples.

    ValueError for a game that there is not.
    """
    page: dict[str, Any] = msgspec.to_builtins(guide.page(game, lang))
    for section in page["sections"]:
        for paragraph in section["paragraphs"]:
            names = paragraph["examples"] if section["name"] in DRAWN else ()
            paragraph["pictures"] = _pictures(game, names[0], lang) if names else []
    return page


def _pictures(game: str, name: str, lang: Language) -> list[str]:
    """Draw an example before its move and after it; after an illegal move there is nothing, of some nothing at all."""
    example = guide.examples(game)[name]
    stage = Stage(game, example)
    shown: list[tuple[Any, str | None]] = []
    try:
        shown.append((stage.position, ""))
        if example.move is not None and stage.position.is_legal(example.move):
            shown.append((stage.then.position, example.move))
    except SpielkernError:
        return []
    return [picture(position, lang, last=last, beside=game == "crazy10s") for position, last in shown]
