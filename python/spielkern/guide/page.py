"""The pages of the rules guide: texts in two languages that show the data of examples.

`LANG/GAME.toml` has a table for each section, and in it paragraphs by name; a question has an `ask` and an `answer`.
What the engine can carry out is never written there but taken from an example: `{opening.move}` is the move of the
example `opening`, `{opening.after}` what it claims comes after, `{opening.points.0}` the first number of a list;
`{=opening}` shows nothing and says that the example bears the paragraph out. Both languages have the same paragraphs
with the same examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from msgspec import Struct

import spielkern as sk
from spielkern.drawing.words import Words
from spielkern.guide.example import Example, Stage, examples, read_toml

#: The sections in their order, by language.
SECTIONS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "what": "What it is",
        "turn": "Your turn",
        "end": "Winning and the end",
        "example": "A worked example",
        "mistake": "A frequent mistake",
        "questions": "Questions at the table",
        "tips": "Tips",
        "decisions": "What the source leaves open, and how it is settled here",
        "notation": "Notation",
    },
    "de": {
        "what": "Worum es geht",
        "turn": "Dein Zug",
        "end": "Sieg und Spielende",
        "example": "Ein Beispiel",
        "mistake": "Ein häufiger Fehler",
        "questions": "Fragen am Spieltisch",
        "tips": "Ratschläge",
        "decisions": "Was die Quelle offen lässt, und wie es hier geregelt ist",
        "notation": "Schreibweise",
    },
}


class Paragraph(Struct, frozen=True):
    """A paragraph of a page; moves and positions in its text stand in backquotes."""

    name: str
    text: str
    #: The question that the text answers; "" if it is none.
    ask: str = ""
    #: The names of the examples that bear it out.
    examples: tuple[str, ...] = ()


class Section(Struct, frozen=True):
    """A section of a page."""

    name: str
    title: str
    paragraphs: tuple[Paragraph, ...]


class Page(Struct, frozen=True):
    """The rules of a game in one language."""

    game: str
    lang: str
    title: str
    sections: tuple[Section, ...]
    #: What the options of the game are about, by their names.
    options: dict[str, str]

    def section(self, name: str) -> Section | None:
        """Return a section by its name, None if the page has not got it."""
        return next((section for section in self.sections if section.name == name), None)


@cache
def page(game: str, lang: str = "en") -> Page:
    """Return the page of a game. ValueError for a game or language that there is not."""
    title = Words(lang).title(sk.game_class(game))
    texts = raw_texts(game, lang)
    sections = tuple(
        Section(name, heading, tuple(_paragraphs(game, texts[name])))
        for name, heading in SECTIONS[lang].items()
        if name in texts
    )
    options = texts.get("options", {}) or {option.name: option.help for option in sk.game_options(game)}
    return Page(game, lang, title, sections, options)


def raw_texts(game: str, lang: str) -> dict[str, Any]:
    """Return the texts of a page as they are in its file, references not filled in; none if nobody has written it."""
    return read_toml(f"{lang}/{game}.toml")


def _paragraphs(game: str, texts: dict[str, Any]) -> Iterator[Paragraph]:
    for name, text in texts.items():
        asked, answer = (text["ask"], text["answer"]) if isinstance(text, dict) else ("", text)
        names = dict.fromkeys(match[1] for match in REFERENCE.finditer(answer))
        filled = REFERENCE.sub(lambda match: _shown(game, match[1], match[2]), answer)
        yield Paragraph(name, " ".join(filled.split()), asked, tuple(names))


#: `{name.what}`, or `{=name}`.
REFERENCE: Final = re.compile(r"\{=?([a-z0-9-]+)(?:\.([a-z_]+(?:\.[0-9]+)?))?\}")


def _shown(game: str, name: str, what: str | None) -> str:
    """Return what stands in a text for a reference."""
    if what is None:
        return ""
    value = value_of(game, examples(game)[name], what)
    if what == "formula":
        return str(value)  # arithmetic is text, and no notation
    if isinstance(value, list):
        return ", ".join(_one(each) for each in value)
    return _one(value)


def value_of(game: str, example: Example, what: str) -> Any:
    """Return what an example has under a name: how it is set up, or what it claims. KeyError if it has nothing."""
    what, _, number = what.partition(".")
    if what == "position" and example.position is None:
        return str(Stage(game, example).match.positions[0])
    value = example.claims[what] if what in example.claims else getattr(example, what, None)
    if value is None:
        raise KeyError(what)
    return value[int(number)] if number else value


def _one(value: Any) -> str:
    return f"`{value}`" if isinstance(value, str) else str(value)
