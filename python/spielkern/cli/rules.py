"""`spielkern rules`: the page of a game in the rules guide."""

from __future__ import annotations

import argparse
import re

import msgspec

import spielkern as sk
from spielkern import drawing, guide
from spielkern.cli import games
from spielkern.cli.options import add_game, add_language, flag, game_name, limits, metavar, shown
from spielkern.cli.screen import Screen

NAME = "rules"
SUMMARY = "the rules of a game, its options, and what we decided"
DESCRIPTION = (
    "Show the rules of a game with examples, its notation and options, and what its source leaves open and is decided "
    "here."
)
#: Words about options.
WORDS = {
    "en": {"options": "Options", "default": "default", "yes": "yes", "no": "no", "at least": "at least", "to": "to"},
    "de": {"options": "Optionen", "default": "sonst", "yes": "ja", "no": "nein", "at least": "mindestens", "to": "bis"},
}
#: Positions have spaces, so that in a text without other signs they need marks.
QUOTED = {"en": '"{}"', "de": "„{}“"}
#: Where a reader finds what they mean.
HINT = {
    "en": 'How moves and positions are written is explained below, under "{}".',
    "de": "Wie Züge und Stellungen geschrieben werden, steht weiter unten, unter „{}“.",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_game(parser, options=False)
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def run(args: argparse.Namespace, screen: Screen) -> None:
    """Carry out the command."""
    name = game_name(args.game)
    page = guide.page(name, args.lang)
    if args.json:
        examples = {key: msgspec.to_builtins(example) for key, example in guide.examples(name).items()}
        screen.json({**games.as_data(name), "page": msgspec.to_builtins(page), "examples": examples})
        return
    screen.heading(f"{page.title} ({name})")
    notation = page.section("notation")
    if notation is not None:
        screen.paragraph(HINT[args.lang].format(notation.title), "  ", "  ")
    for section in page.sections:
        screen.line()
        screen.heading(section.title)
        for paragraph in section.paragraphs:
            # Paragraphs of one section stand apart from each other; decisions are a list.
            if section.name == "decisions":
                screen.paragraph(_quoted(paragraph.text, args.lang), "  - ", "    ")
                continue
            if paragraph is not section.paragraphs[0]:
                screen.line()
            if paragraph.ask:
                screen.paragraph(paragraph.ask, "  ", "  ")
            indent = "    " if paragraph.ask else "  "
            screen.paragraph(_quoted(paragraph.text, args.lang), indent, indent)
            if section.name == "example":
                screen.line()
                stage = guide.Stage(name, guide.examples(name)[paragraph.examples[0]])
                board = drawing.text(stage.match, player=1, lang=args.lang).splitlines()
                screen.line("\n".join(board[:-1]))  # without the text of the position
    screen.line()
    words = WORDS[args.lang]
    screen.heading(words["options"])
    for option in sk.game_options(name):
        screen.line(f"  {flag(option)} {metavar(option)}".rstrip())
        limited = limits(option).replace("at least", words["at least"]).replace(" to ", f" {words['to']} ")
        default = words.get(shown(option.default), shown(option.default))
        limited += f"{words['default']} {default}" if default else ""
        text = f"{page.options[option.name]} ({limited})" if limited else page.options[option.name]
        screen.paragraph(text, "      ", "      ")


def _quoted(text: str, lang: str) -> str:
    """Put marks round what stands in backquotes and has spaces."""
    return re.sub("`(.*?)`", lambda found: f"`{QUOTED[lang].format(found[1])}`" if " " in found[1] else found[0], text)
