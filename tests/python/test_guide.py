"""The rules guide: every example is carried out, every text shows examples, every rule of the sources has its place."""

from __future__ import annotations

import math
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from command_line import Run, fine, refused

import spielkern as sk
from spielkern import drawing, guide, reference
from spielkern.guide.example import PARTS
from spielkern.guide.page import REFERENCE, SECTIONS, raw_texts

SOURCES = tomllib.loads((Path(__file__).parents[1] / "data" / "guide" / "sources.toml").read_text(encoding="utf-8"))
EXAMPLES = [(game, name) for game in sk.games() for name in guide.examples(game)]


def changed(example: guide.Example, **fields: Any) -> guide.Example:
    return msgspec.structs.replace(example, **fields)


# ----------------------------------------------------------------------------------------------------- examples


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_examples_hold(game: str, name: str) -> None:
    example = guide.examples(game)[name]
    assert example.claims
    assert guide.failures(game, example) == []


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_the_reference_agrees(game: str, name: str) -> None:
    """The slow engine carries the examples out alike; it words errors in its own way, and solves nothing."""
    example = guide.examples(game)[name]
    claims = {
        claim: "" if claim in PARTS else value for claim, value in example.claims.items() if claim not in CORE_ONLY
    }
    assert guide.failures(game, changed(example, claims=claims), reference) == []


CORE_ONLY = {"value", "length", "best", "draws", "racks", "view"}


def wrong(value: Any) -> list[Any]:
    """Values like a right one that are not right."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, str):
        return [value + "x", value[:-1] + ("2" if value[-1] == "1" else "1"), "0" + value]
    return [value[:-1], [*value, value[-1]], [*value[:-1], *wrong(value[-1])[:1]]] if value else [["a1"]]


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_a_wrong_claim_is_found(game: str, name: str) -> None:
    example = guide.examples(game)[name]
    for claim, value in example.claims.items():
        for other in wrong(value):
            if claim in PARTS and other in value:
                continue
            found = guide.failures(game, changed(example, claims={**example.claims, claim: other}))
            assert [line.partition(":")[0] for line in found] == [claim], (claim, other)


#: Claims that hold of one move only, or of one way that leads to a position.
PINS = {"after", "why", "runs", "swapped"}


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_another_move_or_beginning_is_found(game: str, name: str) -> None:
    """What comes after, what is scored and why not: none of it holds of another move."""
    example = guide.examples(game)[name]
    stage = guide.Stage(game, example)
    if example.move is None:
        if example.before and ({"after", "owners", "occurrences", "ply", "goes_on"} & set(example.claims)):
            assert guide.failures(game, changed(example, before=example.before[:-1]))
        return
    # A move that no notation has, a pass and a swap of anything are alike as far as the rules go.
    assert PINS & set(example.claims) or "readable" in example.claims or example.move == "pass", "a claim of this move"
    assert "why" in example.claims or example.claims.get("legal") is not False, "or a slip would do"
    others = [str(move) for move in stage.match.moves()][:60] if not stage.rules.chance else ["pass", "swap 0"]
    if stage.rules.chance:
        others += map(str, stage.position.best_plays(20))
    for other in others:
        if other == example.move or not PINS & set(example.claims):
            continue
        assert guide.failures(game, changed(example, move=other)), other
    for option in example.options:
        fewer = {name: value for name, value in example.options.items() if name != option}
        if (game, name, option) not in AS_BY_DEFAULT:
            assert guide.failures(game, changed(example, options=fewer)), option
    for square in example.tiles if example.claims.get("legal", True) else ():
        fewer = {at: tile for at, tile in example.tiles.items() if at != square}
        # Of a lone column only its own tile matters.
        if square in str(example.claims.get("runs", square)):
            assert guide.failures(game, changed(example, tiles=fewer)), square


#: Options that say what is so anyway, or that have nothing to do with why a move is illegal.
AS_BY_DEFAULT = {
    ("mu-torere", "opening-before", "opening_plies"),
    ("mu-torere", "opening-over", "opening_plies"),
    ("crazy10s", "bonus-not-ten", "layout"),
    ("crazy10s", "bonus-old", "layout"),
    ("crazy10s", "line", "placement"),
}


def test_claims_that_are_none() -> None:
    example = guide.examples("nim")["first"]
    assert guide.failures("nim", changed(example, claims={"nonsense": 1})) == ["nonsense: there is no such claim"]
    assert guide.failures("nim", changed(example, move=None, claims={"legal": True})) == [
        "legal: this claim needs a move"
    ]
    assert "the game is not over" in guide.failures("nim", changed(example, claims={"winner": 1}))[0]
    assert "can be played" in guide.failures("nim", changed(example, claims={"why": "no"}))[0]
    assert "1:9" in guide.failures("nim", changed(example, move="1:9"))[0]
    # True is not 1.
    assert guide.failures("nim", changed(example, claims={"legal": 1}))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"claims": {}, "positoin": ""}, guide.Example)
    for lookup in (guide.examples, guide.page):
        with pytest.raises(sk.RulesError, match="there is no game 'chess'"):
            lookup("chess")


#: The worked examples of the rules as they were restated for the engine: game, position, plies before it, move, claims.
WORKED: list[tuple[str, str | None, list[str], str | None, dict[str, Any]]] = [
    ("nim", "3,4,5 1", [], "1:2", {"after": "1,4,5 2", "value": "loss", "xor": 0}),
    ("nim", "0,0,2 1", [], "3:2", {"winner": 1}),
    ("nim", "3,4,5 1", [], None, {"best": ["1:2"]}),
    ("mu-torere", "11112222/. 1", [], None, {"moves": ["1-c", "4-c"]}),
    ("mu-torere", "11112222/. 1", [], "2-c", {"legal": False}),
    (
        "dots-and-boxes",
        "-.../|..../-.../...../..../...../..../...../.... 1 0-0",
        [],
        "b1b2",
        {"after": "-.../||.../-.../...../..../...../..../...../.... 1 1-0", "on_turn": 1, "points": [1, 0]},
    ),
    ("ten", "./../.../..../Dd.../.... 1 2", [], "a1xb1", {"after": "./../.../..../.S.../.... 2 2", "winner": 1}),
    ("mu-torere", ".1112222/1 1", [], "c-1", {"legal": True}),
    ("mu-torere", "111.2222/1 1", [], "3-4", {"legal": True}),
    ("dots-and-boxes", "..../...../..../...../..../...../..../...../.... 1 0-0", [], "a1b1", {"legal": True}),
    ("dots-and-boxes", "..../...../..../...../..../...../..../...../.... 1 0-0", [], "a1a2", {"legal": True}),
    ("ten", "./../.../..../...../.... 1 0", [], "c1", {"legal": True}),
    ("ten", "s/../.../..../.S.../.... 1 2", [], "b1-m1", {"legal": True}),
    ("ten", "./../.../..../.S..s/s... 1 2", [], "b1xm1", {"legal": True}),
    ("ten", None, ["c1"], "a1+b1", {"legal": True}),
    ("ten", "s/../.../..../...../...D 1 2", [], "m4/b2,c2", {"legal": True}),
    ("ten", "s/../.../..../...../...T 1 2", [], "m4/b2,c2,b3", {"legal": True}),
    ("ten", "s/../.../..../...../...T 1 2", [], "m4/b2=2,c2", {"legal": True}),
]
#: Those of Crazy10s: tiles on the board, move, claims.
WORKED_CRAZY10S: list[tuple[dict[str, str], str, dict[str, Any]]] = [
    ({}, "g7=3,h7=7", {"gain": 10}),
    ({"g7": "3", "h7": "7"}, "g6=7", {"gain": 10}),
    ({"g7": "3", "h7": "7"}, "f7=0", {"legal": True, "gain": 0}),
    ({"g7": "3", "h7": "7"}, "f7=0,g6=7", {"legal": False}),
    ({}, "g7=3,h7=7", {"gain": 26}),
    ({}, "g7=*3,h7=7", {"legal": True}),
    ({}, "swap 04*", {"legal": True}),
    ({}, "pass", {"legal": True}),
]


def test_every_worked_example_is_in_the_guide() -> None:
    for game, position, before, move, claims in WORKED:
        found = [
            example
            for example in guide.examples(game).values()
            if (example.position, example.before, example.move) == (position, before, move)
            or (move is None and not example.before and (example.position, example.move) == (position, None))
        ]
        assert found, (game, position, move)
        for claim, value in claims.items():
            claimed = [example for example in found if example.claims.get(claim) == value]
            # A move that leads somewhere is legal, whether that is claimed or not.
            assert claimed or (claim == "legal" and any("after" in example.claims for example in found)), (move, claim)
    for tiles, move, claims in WORKED_CRAZY10S:
        assert any(
            (example.tiles, example.move) == (tiles, move) and claims.items() <= example.claims.items()
            for example in guide.examples("crazy10s").values()
        ), (tiles, move)


def test_formulas_come_to_what_the_engine_scores() -> None:
    found = [example.claims for example in guide.examples("crazy10s").values() if "formula" in example.claims]
    assert len(found) >= 6
    for claims in found:
        digits, factors = re.fullmatch(r"\(?([^()]+?)\)?((?: x [23])*)", claims["formula"]).groups()  # type: ignore[union-attr]
        factors = factors if "(" in claims["formula"] else ""
        terms = [term.split(" x ") for term in digits.split(" + ")]
        total = sum(math.prod(map(int, term)) for term in terms)
        assert total * math.prod(map(int, factors.split(" x ")[1:])) == claims["gain"], claims["formula"]


def test_the_bonus_example_is_laid_out_as_the_rules_say() -> None:
    rules = guide.Stage("crazy10s", guide.examples("crazy10s")["bonus"]).rules
    assert rules.layout == "/".join([*["." * 13] * 6, "......dD.....", *["." * 13] * 6])


# -------------------------------------------------------------------------------------------------------- pages

NEEDED = ("what", "turn", "end", "example", "mistake", "questions", "decisions", "notation")
#: Moves and positions, which only examples may bring into a text.
NOTATION = re.compile(
    r"`|\b\d:\d|\b\d-c\b|\bc-\d|\b\d-\d\b(?!\d)|[a-m]\d+=[*\d]|\b[a-em][1-5]([-x+/][a-em][1-5])+|[./|-]{4,}|\d,\d,\d|\b[a-v]\d[a-v]\d\b"
)


def raw_paragraphs(game: str, lang: str) -> list[tuple[str, str]]:
    texts = raw_texts(game, lang)
    return [
        (f"{section}.{name}", text if isinstance(text, str) else f"{text['ask']} {text['answer']}")
        for section in SECTIONS[lang]
        for name, text in texts.get(section, {}).items()
    ]


@pytest.mark.parametrize("game", sk.games())
def test_pages_are_complete_in_both_languages(game: str) -> None:
    pages = [guide.page(game, lang) for lang in guide.LANGUAGES]
    names = [[section.name for section in page.sections] for page in pages]
    assert names[0] == names[1]
    assert set(NEEDED) <= set(names[0])
    for page in pages:
        assert set(raw_texts(game, page.lang)) <= {*SECTIONS[page.lang], "options"}
        assert list(page.options) == [option.name for option in sk.game_options(game)]
        assert all(page.options.values())
        assert [section.title for section in page.sections] == [SECTIONS[page.lang][name] for name in names[0]]
        for section in page.sections:
            for paragraph in section.paragraphs:
                assert len(paragraph.text) > 15
                assert bool(paragraph.ask) == (section.name == "questions")
                assert paragraph.ask == "" or paragraph.ask.endswith("?")
                assert not re.search(r"[{}]|  ", paragraph.text), paragraph.text
                assert paragraph.text.count("`") % 2 == 0
                assert paragraph.text[-1] in ".)?", paragraph.text
    for one, other in zip(*(page.sections for page in pages), strict=True):
        assert [p.name for p in one.paragraphs] == [p.name for p in other.paragraphs]
        for here, there in zip(one.paragraphs, other.paragraphs, strict=True):
            assert set(here.examples) == set(there.examples), (one.name, here.name)
            assert here.text != there.text
            # The same data, in whatever order the language wants it.
            assert sorted(re.findall("`.*?`", here.text)) == sorted(re.findall("`.*?`", there.text))


@pytest.mark.parametrize("game", sk.games())
def test_every_example_is_shown(game: str) -> None:
    for lang in guide.LANGUAGES:
        shown = {name for s in guide.page(game, lang).sections for p in s.paragraphs for name in p.examples}
        assert shown == set(guide.examples(game))


@pytest.mark.parametrize("game", sk.games())
@pytest.mark.parametrize("lang", guide.LANGUAGES)
def test_moves_and_positions_come_from_examples(game: str, lang: str) -> None:
    for name, text in raw_paragraphs(game, lang):
        plain = REFERENCE.sub("", text)
        assert not NOTATION.search(plain), (name, NOTATION.search(plain))


def numbers(value: Any) -> set[int]:
    """All numbers in some data."""
    return {int(found) for found in re.findall("[0-9]+", str(value))}


#: Numbers that say nothing of a position: 01 is the name of a game.
NAMES = {("ten", "what.game"): {1}}
#: Paragraphs that claim nothing that the engine could carry out.
UNTESTED = {"ten": {"decisions.players"}, "crazy10s": {"decisions.puzzle"}}


@pytest.mark.parametrize("game", sk.games())
@pytest.mark.parametrize("lang", guide.LANGUAGES)
def test_numbers_come_from_examples(game: str, lang: str) -> None:
    """A number that a text writes itself must be one of the examples that bear the paragraph out."""
    without = set()
    for name, text in raw_paragraphs(game, lang):
        examples = {found[1] for found in REFERENCE.finditer(text)}
        if not examples:
            without.add(name)
        data = msgspec.to_builtins([guide.examples(game)[each] for each in sorted(examples)])
        written = numbers(REFERENCE.sub(" ", text))
        assert written <= numbers(data) | NAMES.get((game, name), set()), (name, written - numbers(data))
    assert without == UNTESTED.get(game, set())


def test_a_text_cannot_part_from_its_example() -> None:
    """What a page shows is what the example has: another example, another text."""
    from spielkern.guide.page import value_of

    example = guide.examples("nim")["first"]
    assert value_of("nim", example, "after") == "1,4,5 2"
    assert value_of("nim", changed(example, claims={"after": "9,9,9 1"}), "after") == "9,9,9 1"
    assert value_of("nim", guide.examples("nim")["fewer"], "taken.1") == 7
    assert value_of("ten", guide.examples("ten")["enter"], "position") == "./../.../..../...../.... 1 0"
    with pytest.raises(KeyError):
        value_of("nim", example, "best")
    opening = guide.page("nim").section("example")
    assert opening is not None
    assert "`1:2`" in opening.paragraphs[0].text
    assert guide.page("nim").section("tips") is None


@pytest.mark.parametrize("game", sk.games())
def test_every_rule_of_the_sources_has_its_place(game: str) -> None:
    rules = SOURCES[game]
    assert len({says for says, *_ in rules}) == len(rules)
    for lang in guide.LANGUAGES:
        page = guide.page(game, lang)
        places = {f"{section.name}.{p.name}": p for section in page.sections for p in section.paragraphs}
        for says, place, names in rules:
            assert place in places, says
            assert set(names) <= set(places[place].examples), (says, place)


def test_unknown_languages() -> None:
    with pytest.raises(ValueError, match="lang must be one of 'en', 'de', not 'fr'"):
        guide.page("nim", "fr")


def test_positions_of_examples_can_be_drawn() -> None:
    for game, name in EXAMPLES:
        stage = guide.Stage(game, guide.examples(game)[name])
        if "refused" in stage.example.claims:
            continue
        shown = (
            stage.then
            if stage.example.claims.get("legal", True) and "readable" not in stage.example.claims
            else stage.match
        )
        assert drawing.svg(shown, lang="de").startswith("<svg")


# ---------------------------------------------------------------------------------------------- the command line


@pytest.mark.parametrize("game", sk.games())
def test_rules_show_the_page(run: Run, game: str) -> None:
    for lang in guide.LANGUAGES:
        text = " ".join(fine(run, "rules", game, "--lang", lang).split())
        marks = {"en": '"{}"', "de": "„{}“"}[lang]
        assert marks.format(SECTIONS[lang]["notation"]) in text
        for section in guide.page(game, lang).sections:
            assert section.title in text
            for paragraph in section.paragraphs:
                # Positions have spaces and so need marks; moves stand as they are.
                parts = paragraph.text.split("`")
                parts[1::2] = [marks.format(part) if " " in part else part for part in parts[1::2]]
                assert " ".join("".join(parts).split()) in text
                assert paragraph.ask in text
                if section.name == "example":
                    stage = guide.Stage(game, guide.examples(game)[paragraph.examples[0]])
                    board = drawing.text(stage.match, player=1, lang=lang).splitlines()[:-1]
                    assert " ".join(" ".join(board).split()) in text


def test_rules_in_no_language(run: Run) -> None:
    assert "--lang" in refused(run, "rules", "nim", "--lang", "fr")
