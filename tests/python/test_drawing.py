"""Drawings: well-formed, complete, within their frame, legible in every theme, and silent of what is hidden."""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Iterator
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from command_line import Run, fine, refused

import spielkern as sk
from spielkern import ai, drawing, guide, reference
from spielkern.drawing.style import _COLOURS
from spielkern.drawing.words import Words
from spielkern.reference.ten import MIDDLES, TRIANGLES

SVG = "{http://www.w3.org/2000/svg}"
RECORDS = Path(__file__).parents[1] / "data" / "records"

RULES = [
    sk.Nim(),
    sk.Nim((1000, 7, 1, 16, 17, 2**30)),
    sk.Nim((1,) * 16),
    sk.Nim((2**62,)),
    sk.MuTorere(),
    sk.MuTorere(ring=4),
    sk.MuTorere(ring=36, entry="opening"),
    sk.DotsAndBoxes(),
    sk.DotsAndBoxes(1, 1),
    sk.DotsAndBoxes(1, 21),
    sk.DotsAndBoxes(21, 1),
    sk.Ten(),
    sk.Ten(57),
    sk.Crazy10s(),
    sk.Crazy10s(size=5, layout="/".join(["dtDT."] * 5)),
    sk.Crazy10s(size=25),
]


def played(rules: Any, seed: int, plies: int = 200) -> sk.Match[Any]:
    """A match at random; in Crazy10s the plays that score most."""
    match = sk.Match(rules, seed=seed)
    dice = random.Random(seed)
    while match.outcome is None and match.ply < plies:
        if rules.chance:
            match.play(next(iter(match.position.best_plays(1)), "pass"))
        elif rules.name == "nim" and max(match.position.heaps) > 1000:
            heap = max(range(len(match.position.heaps)), key=lambda n: match.position.heaps[n])
            match.play(f"{heap + 1}:{match.position.heaps[heap] // 2}")
        else:
            match.play(dice.choice(match.moves()))
    return match


def parsed(svg: str) -> ElementTree.Element:
    """The root of an SVG that keeps to what all of them promise."""
    root = ElementTree.fromstring(svg)
    assert root.tag == SVG + "svg"
    assert root.find(SVG + "title") is not None
    assert (root.findtext(SVG + "desc") or "").strip()
    assert not re.search(r"<script|href|url\(|@import|javascript|\bon\w+=", svg)
    left, top, wide, high = map(float, root.attrib["viewBox"].split())
    assert (left, top, str(wide), str(high)) == (
        0,
        0,
        str(float(root.attrib["width"])),
        str(float(root.attrib["height"])),
    )
    for kind, x, y, right, bottom in boxes(root):
        assert min(x, y) >= -1, kind
        assert right <= wide + 1, kind
        assert bottom <= high + 1, kind
    return root


def boxes(
    element: ElementTree.Element, dx: float = 0, dy: float = 0
) -> Iterator[tuple[str, float, float, float, float]]:
    """Where every circle, square, path and text is; of texts about so."""
    shift = re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\)", element.get("transform", ""))
    if shift:
        dx, dy = dx + float(shift[1]), dy + float(shift[2])
    values = {name: float(element.get(name, 0)) for name in ("x", "y", "cx", "cy", "r", "height")}
    tag = element.tag.removeprefix(SVG)
    kind = f"{tag} {element.get('class')}"
    x, y = values["x"] + dx, values["y"] + dy
    if tag == "circle":
        x, y, r = values["cx"] + dx, values["cy"] + dy, values["r"]
        yield kind, x - r, y - r, x + r, y + r
    elif tag == "rect":
        yield kind, x, y, x + float(element.attrib["width"]), y + values["height"]
    elif tag == "text":
        style = element.get("class", "")
        half = 3.2 * len(element.text or "")
        if "rotate" in element.get("transform", ""):
            yield f"{kind} {element.text}", x - 10, y - half, x, y + half
        elif element.get("text-anchor") == "end":
            yield f"{kind} {element.text}", x - 2 * half, y - 10, x, y
        elif {"sk-mid", "sk-digit", "sk-bonus"} & set(style.split()) or element.get("text-anchor") == "middle":
            yield f"{kind} {element.text}", x - half, y - 10, x + half, y
        else:
            yield f"{kind} {element.text}", x, y - 10, x + 2 * half, y
    for child in element:
        yield from boxes(child, dx, dy)


def named(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if kind in element.get("class", "").split()]


def at(root: ElementTree.Element, kind: str) -> set[str | None]:
    """The names of the places that hold an element of a class."""
    return {place.get("data-at") for place in named(root, "place") if named(place, kind)}


# ------------------------------------------------------------------------------------------------------ as a whole


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_every_position_of_a_match_can_be_drawn(rules: Any) -> None:
    match = played(rules, 3)
    whole = sk.Match(rules, match.positions[0], seed=match.seed)
    for move in [None, *match.history]:
        if move is not None:
            whole.play(move)
        if whole.ply % 7 and whole.ply not in (1, 2, match.ply):
            continue
        for lang in drawing.LANGUAGES:
            for theme in ("auto", "light", "dark"):
                root = parsed(whole.svg(lang=lang, theme=theme, interactive=theme == "light"))
                assert root.get("class") == f"sk-{theme}"
                assert root.get("role") == ("group" if theme == "light" else "img")
                assert root.findtext(SVG + "title") == root.get("aria-label") == Words(lang).title(rules)
                sheet = root.findtext(SVG + "style") or ""
                assert ("prefers-color-scheme" in sheet) == (theme == "auto")
                used = {name for e in root.iter() for name in e.get("class", "").split()}
                known = set(re.findall(r"\.([\w-]+)", sheet))
                assert used <= known | {f"sk-{theme}", "place"}, used - known
        parsed(whole.position.svg())
        text = drawing.text(whole)
        assert text.isascii()
        assert text.splitlines()[-1] == f"  {whole.position}"
        for lang in drawing.LANGUAGES:
            assert max(map(len, drawing.text(whole, lang=lang).splitlines()[:-1]), default=0) <= 79


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_places_to_click_on(rules: Any) -> None:
    match = played(rules, 5, 4)
    root = parsed(match.svg(interactive=True, lang="de"))
    places = named(root, "place")
    names = [place.attrib["data-at"] for place in places]
    assert len(set(names)) == len(names)
    for place in places:
        assert (place.get("tabindex"), place.get("role")) == ("0", "button")
        assert place.attrib["aria-label"].strip()
        assert len(named(place, "sk-hit")) == 1
    assert not named(parsed(match.svg()), "place")
    position = match.position
    if rules.name == "nim":
        assert set(names) == {
            f"{h}:{n}" for h, size in enumerate(position.heaps, 1) for n in range(1, min(size, 16) + 1)
        }
        assert all(position.is_legal(name) for name in names)
    elif rules.name == "dots-and-boxes":
        free = {place.get("data-at") for place in places if place.get("aria-disabled") != "true"}
        assert free == {str(move) for move in position.moves()}
        assert set(names) - free == {str(edge) for edge in position.edges}
    elif rules.name == "mu-torere":
        assert names == [*map(str, range(1, rules.ring + 1)), "c"]
    elif rules.name == "ten":
        assert set(names) == set(reference.ten.POINTS)
    else:
        squares = {f"{chr(97 + col)}{row}" for col in range(rules.size) for row in range(1, rules.size + 1)}
        assert set(names) == squares


def test_stones_are_told_apart_by_form(run: Run) -> None:
    position = sk.Ten().position("T/.s/S.D/s..d/S.t.s/Ss.D 1 2")
    root = parsed(position.svg())
    # Three stones and one more for the depth of the lowest; two of the same beside the board.
    heights = {1: [3, 1, 2, 1, 1, 2], 2: [1, 1, 2, 3, 1, 1]}
    for player, tag in ((1, "circle"), (2, "rect")):
        stones = named(root, f"sk-p{player}")
        assert {stone.tag for stone in stones} == {SVG + tag}
        assert len(stones) == sum(height + 1 for height in heights[player]) + 1
        marks = named(root, f"sk-m{player}")
        assert {mark.tag for mark in marks} == {SVG + tag}
        assert len(marks) == sum(heights[player]) + 1


@pytest.mark.parametrize(
    "position",
    [
        *(sk.Ten(57).position(f"{board} 1 57") for board in ("T/tT/TtT/tTtT/TtTtT/tTtT", "t/Tt/tTt/TtTt/tTtTt/TtTt")),
        sk.Ten().position("./s./s.s/..../.s.S./S..s 1 2"),
        *(rules.start() for rules in RULES if rules.name != "ten" and rules != sk.Nim((2**62,))),
    ],
    ids=str,
)
def test_labels_touch_neither_stones_nor_each_other(position: Any) -> None:
    last = {"ten": "c1-c2", "mu-torere": "1-c"}.get(position.rules.name, "")
    root = parsed(position.svg(last=last, beside=False))
    sizes = dict(re.findall(r"\.(sk-\w+)\{font-size:(\d+)px", root.findtext(SVG + "style") or ""))
    labels = {}
    for text in named(root, "sk-name"):
        size = int(next(sizes[name] for name in text.attrib["class"].split() if name in sizes))
        # As wide as the widest letters of common fonts, as high as capitals and digits.
        half = 0.32 * size * len(text.text or "")
        x, y = float(text.attrib["x"]), float(text.attrib["y"])
        labels[f"{text.text} at {x}, {y}"] = (x - half, y - 0.73 * size, x + half, y)
    assert labels
    kinds = ("p1", "p2", "hole", "object", "tile", "square")
    shapes = [shape for kind in kinds for shape in named(root, f"sk-{kind}")]
    # A ring round a high stack is larger than what is kept free.
    shapes += [ring for ring in named(root, "sk-ring") if ring.tag == SVG + "circle" and float(ring.attrib["r"]) <= 24]
    for name, (left, top, right, bottom) in labels.items():
        for shape in shapes:
            if shape.tag == SVG + "circle":
                x, y = float(shape.attrib["cx"]), float(shape.attrib["cy"])
                away = math.hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom)) - float(shape.attrib["r"])
            else:
                x, y = float(shape.attrib["x"]), float(shape.attrib["y"])
                across = max(left - x - float(shape.attrib["width"]), x - right)
                away = max(across, top - y - float(shape.attrib["height"]), y - bottom)
            assert away > 0, (name, ElementTree.tostring(shape))
        for other, (x, y, end, low) in labels.items():
            assert name == other or max(left - end, x - right, top - low, y - bottom) > 0, (name, other)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1])
def test_contrasts(theme: int) -> None:
    """What WCAG asks for: 4.5 of texts, 3 of the parts of a drawing that say something."""
    colours = {name: pair[theme] for name, pair in _COLOURS.items()}
    texts = [("text", "back"), ("faint", "board"), ("tile-text", "tile")]
    texts += [("bonus", square) for square in ("d", "t", "dl", "tl")]
    parts = [("p1-mark", "p1"), ("p2-mark", "p2"), ("drawn", "board"), ("strong", "board"), ("object", "board")]
    parts += [(ring, "board") for ring in ("last", "threat", "marked")]
    parts += [("last-tile", "tile"), ("marked-tile", "tile")]
    for front, back in texts:
        assert contrast(colours[front], colours[back]) >= 4.5, (front, back)
    for front, back in parts:
        assert contrast(colours[front], colours[back]) >= 3, (front, back)


# ------------------------------------------------------------------------------------------------ what is marked


def test_the_last_move_is_marked() -> None:
    match = sk.Match(sk.MuTorere())
    match.play("1-c")
    root = parsed(match.svg(interactive=True))
    rings = named(root, "sk-ring")
    assert [("sk-dash" in ring.get("class", "")) for ring in rings] == [True, False]
    assert at(root, "sk-ring") == {"1", "c"}
    assert at(parsed(match.position.svg(interactive=True)), "sk-ring") == set()
    assert at(parsed(match.position.svg(interactive=True, last="1-C")), "sk-ring") == {"1", "c"}

    match = sk.Match(sk.Nim())
    match.play("3:2")
    assert len(named(parsed(match.svg()), "sk-gone")) == 2
    for heap, taken, rings in ((60, 50, 6), (60, 60, 16), (60, 40, 3), (18, 1, 1)):
        match = sk.Match(sk.Nim((heap, 3)))
        match.play(f"1:{taken}")
        root = parsed(match.svg())
        assert len(named(root, "sk-gone")) == rings
        more = [text.text for text in named(root, "sk-bold") if (text.text or "").startswith("+")]
        hidden = [f"+{heap - taken - 16}"] * (heap - taken > 16)
        assert more == hidden + [f"+{taken - rings}"] * (taken > rings)
    match = sk.Match(sk.DotsAndBoxes())
    match.play("b1b2")
    assert at(parsed(match.svg(interactive=True)), "sk-last") == {"b1b2"}
    match = sk.Match(sk.Crazy10s(), seed=1)
    match.play(match.position.best_plays(1)[0])
    tiles = {piece.partition("=")[0] for piece in str(match.history[-1]).split(",")}
    assert at(parsed(match.svg(interactive=True)), "sk-last") == tiles
    for move, said in (("pass", "gepasst"), ("swap 12", "Tausch von 2 Steinen")):
        match = sk.Match(sk.Crazy10s(), seed=1)
        match.play(move)
        root = parsed(match.svg(interactive=True, lang="de"))
        assert at(root, "sk-last") == set()
        assert f"letzter Zug: {said}" in [text.text for text in root.iter(SVG + "text")]
        alone = parsed(match.svg(lang="de", beside=False))
        assert not any("letzter Zug" in (text.text or "") for text in alone.iter(SVG + "text"))


def test_marks_differ_in_form() -> None:
    """Without any colour: a full ring or a hollow edge is the last ply, dashes a threat, dots the caller's mark."""

    def forms(root: ElementTree.Element, place: str) -> set[str]:
        (found,) = (group for group in named(root, "place") if group.get("data-at") == place)
        kinds = [set((element.get("class") or "").split()) for element in found]
        signs = [kind for kind in kinds if kind & {"sk-last", "sk-threat", "sk-marked", "sk-core"}]
        return {next(iter(kind & {"sk-dash", "sk-dots", "sk-core"}), "full") for kind in signs}

    match = sk.Match(sk.MuTorere())
    match.play("1-c")
    root = parsed(match.svg(interactive=True, marks={"8", "c"}))
    assert (forms(root, "1"), forms(root, "8"), forms(root, "c")) == ({"sk-dash"}, {"sk-dots"}, {"full", "sk-dots"})
    match = sk.Match(sk.DotsAndBoxes())
    match.play("a1b1")
    root = parsed(match.svg(interactive=True, marks={"a1a2"}))
    assert (forms(root, "a1b1"), forms(root, "a1a2")) == ({"full", "sk-core"}, {"sk-dots"})
    crazy = sk.Crazy10s().position(
        "/".join([*["." * 13] * 6, "......37.....", *["." * 13] * 6]) + " 0011122|0111222 ?64 2 10:0 0"
    )
    root = parsed(crazy.svg(interactive=True, last="g7=3,h7=7", marks={"h7", "a1"}))
    assert (forms(root, "g7"), forms(root, "h7"), forms(root, "a1")) == ({"full"}, {"full", "sk-dots"}, {"sk-dots"})
    # On a tile the colours are those for a light ground, in either theme.
    on_tiles = {place: named(found, "sk-on-tile") for found in named(root, "place") if (place := found.get("data-at"))}
    assert {place for place, rings in on_tiles.items() if rings} == {"g7", "h7"}


@pytest.mark.parametrize(
    ("last", "source", "targets"),
    [
        ("c1", set(), {"c1"}),
        ("a1+b1", set(), {"a1", "b1"}),
        ("m4xb2", {"m4"}, {"b2"}),
        ("m4/b2=2,c2", {"m4"}, {"b2", "c2"}),
        ("m4/b2,c2,b3", {"m4"}, {"b2", "c2", "b3"}),
    ],
)
def test_the_last_move_of_10(last: str, source: set[str], targets: set[str]) -> None:
    root = parsed(sk.Ten().position("./../.../..../S...s/.... 1 2").svg(last=last, interactive=True))
    rings = {place.get("data-at"): named(place, "sk-last") for place in named(root, "place") if named(place, "sk-last")}
    dashed = {name for name, found in rings.items() if "sk-dash" in found[0].get("class", "")}
    assert (dashed, set(rings) - dashed) == (source, targets)


def threats(root: ElementTree.Element, player: int) -> set[str | None]:
    """The places where a player can win: a threat has the player's form."""
    form = SVG + {1: "circle", 2: "rect"}[player]
    return {
        place.get("data-at")
        for place in named(root, "place")
        if any(element.tag == form for element in named(place, "sk-threat"))
    }


def test_threats_of_10_are_the_points_that_complete_a_set() -> None:
    """Against the reference: what a player holds after the plies that win, and did not hold before."""
    found = {1: 0, 2: 0}
    slow, fast = reference.Ten(5), sk.Ten(5)
    for seed in range(16):
        for position in played(fast, seed, 60).positions[3::3]:
            if position.outcome is not None:
                continue
            root = parsed(position.svg(interactive=True))
            board = str(position).split(" ")[0]
            for player in (1, 2):
                before = slow.position(f"{board} {player} 2")
                wanted: set[str] = set()
                beaten: set[str] = set()
                for move in before.moves():
                    after = before.play(move)
                    if after.outcome is None or after.outcome.winner != player:
                        continue
                    stood, stands = held(before, player), held(after, player)
                    sets = [set(MIDDLES), *(set(triangle.split()) for triangle in TRIANGLES)]
                    complete = [points for points in sets if points <= stands]
                    for points in complete:
                        wanted |= points - stood
                    if not complete:
                        beaten.add(str(move).partition("x")[2])
                assert threats(root, player) == wanted | beaten, (str(position), player)
                found[player] += bool(wanted)
    assert min(found.values()) > 2


def held(position: Any, player: int) -> set[str]:
    return {p for p, figure in zip(reference.ten.POINTS, position.board, strict=True) if figure in OWN[player]}


OWN = {1: "SDT", 2: "sdt"}


def test_what_has_won_is_marked() -> None:
    for text, move, points in (
        ("./../.../s.../..S../S.SS 1 2", "c1-m2", {"m1", "m2", "m3", "m4"}),
        ("./../.../SS../S..s./S... 1 2", "a1-b1", {"m1", "a2", "b2", "b1"}),
    ):
        position = sk.Ten().position(text)
        assert at(parsed(position.svg(interactive=True)), "sk-won") == set()
        assert at(parsed(position.play(move).svg(interactive=True)), "sk-won") == points


def test_the_last_figure_that_can_be_beaten_is_under_threat() -> None:
    root = parsed(sk.Ten().position("./../.../..../Dd.../.... 1 2").svg(interactive=True))
    assert (threats(root, 1), threats(root, 2)) == ({"b1"}, {"a1"})


def test_winning_moves_of_mu_torere_are_marked() -> None:
    rules = sk.MuTorere()
    solution = sk.solve(rules)
    for position in list(solution.positions("win", 1)):
        targets = {str(move).partition("-")[2] for move in solution.best_moves(position)}
        assert threats(parsed(position.svg(interactive=True)), position.player) == targets
    assert not named(parsed(rules.start().svg()), "sk-threat")


def test_boxes_with_three_sides_are_marked() -> None:
    rules = sk.DotsAndBoxes(3, 3)
    for seed in range(10):
        for position in played(rules, seed).positions:
            drawn = {str(edge) for edge in position.edges}
            sides = []
            for row, col in ((row, col) for row in range(1, 4) for col in range(3)):
                a, b = chr(97 + col), chr(98 + col)
                four = {
                    f"{a}{row}{b}{row}",
                    f"{a}{row + 1}{b}{row + 1}",
                    f"{a}{row}{a}{row + 1}",
                    f"{b}{row}{b}{row + 1}",
                }
                sides.append(len(four & drawn))
            root = parsed(position.svg())
            assert len(named(root, "sk-threat")) == sides.count(3)
            assert len(named(root, "sk-box0")) == sides.count(4)


def test_boxes_show_their_owners() -> None:
    match = played(sk.DotsAndBoxes(3, 3), 1)
    root = parsed(match.svg())
    assert [len(named(root, f"sk-box{player}")) for player in (0, 1, 2)] == [0, *match.position.score]
    assert len(named(parsed(match.position.svg(owners=match.owners)), "sk-box1")) == match.position.score[0]
    with pytest.raises(ValueError, match="owners must be"):
        match.position.svg(owners=(1, 2))


def test_what_the_caller_marks() -> None:
    for rules, marks in (
        (sk.Nim(), {"1:2"}),
        (sk.MuTorere(), {"c", "3"}),
        (sk.DotsAndBoxes(), {"a1b1"}),
        (sk.Ten(), {"m1"}),
    ):
        root = parsed(rules.start().svg(interactive=True, marks=marks))
        assert at(root, "sk-marked") == marks
    with pytest.raises(TypeError, match="marks must be names"):
        sk.Nim().start().svg(marks="1:2")


# ------------------------------------------------------------------------------------------------ what is hidden


def test_a_view_shows_no_hidden_tile() -> None:
    match = sk.Match(sk.Crazy10s(), seed=11)
    while match.outcome is None and match.ply < 30:
        for player in (1, 2):
            own, other = match.position.racks[player - 1], match.position.racks[2 - player]
            shown = match.svg(player=player, interactive=True)
            assert shown == match.view(player).svg(interactive=True, last=match.history[-1] if match.ply else None)
            root = parsed(shown)
            assert own is not None
            assert other is not None
            assert len(named(root, "sk-covered")) == len(other)
            laid = sum(sign not in "./" for sign in match.position.board)
            assert len(named(root, "sk-tile")) == laid + len(own)
            assert f"rack {own}" in (root.findtext(SVG + "desc") or "")
            for text in (shown, drawing.text(match, player=player)):
                assert other == own or f"rack {other}" not in text
                assert match.position.bag_size < 7 or str(match.position).split(" ")[2] not in text
        bag = match.position.bag_size
        if match.ply % 3 == 1 and bag >= 7:
            rack = match.position.racks[match.player - 1]
            assert rack is not None
            match.play(f"swap {rack}")
            assert rack not in match.svg(player=match.player)
            continue
        match.play(next(iter(match.position.best_plays(1)), "pass"))
    with pytest.raises(ValueError, match="what player 1 may know"):
        match.view(1).svg(player=2)


def test_the_board_alone() -> None:
    for rules in (sk.Ten(), sk.Crazy10s()):
        match = played(rules, 2, 6)
        alone = parsed(match.svg(beside=False))
        assert not any("Player" in (text.text or "") for text in alone.iter(SVG + "text"))
        laid = sum(sign not in "./" for sign in str(match.position).split(" ")[0])
        assert len(named(alone, "sk-tile")) == (laid if rules.chance else 0)
        assert float(alone.attrib["height"]) < float(parsed(match.svg()).attrib["height"])


def test_the_end_shows_the_final_scores() -> None:
    match = sk.Match(sk.Crazy10s(), seed=1)
    for _ in range(6):
        assert "Player 1, 0 points" in drawing.text(match)
        match.play("pass")
    assert match.position.final_scores == (-21, -22)
    assert "Player 1, -21 points, rack 1123356, won\n  Player 2, -22 points" in drawing.text(match)


def test_the_puzzle_of_a_day() -> None:
    puzzle = sk.daily_puzzle("2026-11-30")
    root = parsed(puzzle.svg(interactive=True, lang="de"))
    assert len(named(root, "place")) == 121
    assert len(named(root, "sk-tile")) == sum(sign not in "./" for sign in puzzle.board) + 7
    assert "Spieler" not in (root.findtext(SVG + "desc") or "")
    assert str(puzzle.best) not in puzzle.svg()


# ---------------------------------------------------------------------------------------------------- wrong use


def test_wrong_subjects_and_options() -> None:
    start = sk.Nim().start()
    assert start._repr_svg_() == drawing.svg(start)
    match = sk.Match(sk.Crazy10s(), seed=2)
    assert match._repr_svg_() == match.svg()
    assert match.view(2)._repr_svg_() == drawing.svg(match, player=2)
    with pytest.raises(TypeError, match="expected a position, a view, a match or a puzzle, not 'x'"):
        drawing.svg("x")
    with pytest.raises(TypeError, match="expected a position"):
        drawing.text(None)
    with pytest.raises(ValueError, match="lang must be one of 'en', 'de', not 'fr'"):
        start.svg(lang="fr")
    with pytest.raises(ValueError, match="theme must be one of 'auto', 'light', 'dark', not 'red'"):
        start.svg(theme="red")
    with pytest.raises(ValueError, match="player must be 1, 2 or None, not 3"):
        match.svg(player=3)
    parsed(start.svg(title="\0\x1b\ud800x\ufffe"))
    parsed(drawing.histogram_svg({1: 1}, "\0 <&>"))
    with pytest.raises(TypeError, match="title must be a text or None, not 5"):
        start.svg(title=5)
    boxes = sk.DotsAndBoxes(1, 1).start()
    for owners in ((), (3,), (0, 0), ("x",)):
        with pytest.raises(ValueError, match="owners must be the owners of all boxes"):
            boxes.svg(owners=owners)
    for subject, last in ((start, "zz"), (start, sk.MuTorere().move("1-c")), (match, "9"), (match.view(1), "g7=")):
        with pytest.raises(sk.NotationError, match=re.escape(f"move '{last}'")):
            subject.svg(last=last)
    with pytest.raises(sk.NotationError, match="Crazy10s move 'g7'"):
        sk.daily_puzzle("2026-11-30").svg(last="g7")
    assert "a &lt;b&gt; &amp; &quot;c&quot;" in start.svg(title='a <b> & "c"').replace('"c"', "&quot;c&quot;")
    parsed(start.svg(title='a <b> & "c"'))


def test_positions_of_the_reference_are_drawn_too() -> None:
    for name in sk.games():
        assert drawing.svg(reference.rules(name).start()) == drawing.svg(sk.rules(name).start())


# -------------------------------------------------------------------------------------------------- in a terminal


def test_mu_torere_is_drawn() -> None:
    assert drawing.text(sk.MuTorere().position("1111222./2 1")).splitlines() == [
        "      1   2   3   4",
        r"    /-1---1---1---1-\ ".rstrip(),
        "   |        2        |",
        r"    \-.---2---2---2-/",
        "      8   7   6   5",
        "  1111222./2 1",
    ]


@pytest.mark.parametrize("ring", range(4, 37, 2))
def test_every_ring_fits(ring: int) -> None:
    lines = drawing.text(sk.MuTorere(ring).start()).splitlines()
    assert max(map(len, lines)) <= 79
    assert len(lines[1]) == len(lines[3])


TEN_DRAWN = r"""
  5                   T
                     /|\
                   /  |  \
  4               .   |   s
                 /    .    \               m3
               /      |      \
  3           S-------.-------D
             /|\      |      /|\
           /  |  \    D    /  |  \         m4
  2       s   |   .   |   .   |   d
         /    S    \  |  /    s    \       m1 m2
       /      |      \|/      |      \
  1   S-------.-------t-------.-------s
  Player 1, 0 stones beside the board, on turn
  Player 2, 1 stone beside the board
  player 2 can win at: d1, c2
  T/.s/S.D/s..d/S.t.s/Ss.D 1 2
"""


def test_the_drawing_of_10(run: Run) -> None:
    assert drawing.text(sk.Ten().position("T/.s/S.D/s..d/S.t.s/Ss.D 1 2")).splitlines() == TEN_DRAWN.splitlines()[1:]
    assert "stones beside the board" in fine(run, "play", "ten", "--random", "both")


def test_nim_is_drawn() -> None:
    assert drawing.text(sk.Nim((3, 1000)).position("2,1000 2")).splitlines() == [
        "  heap  1      2  o o",
        "  heap  2  1,000  " + "o " * 16 + "...",
        "  2,1000 2",
    ]
    assert drawing.text(sk.Nim((3, 1000)).start(), lang="de").splitlines() == [
        "  Haufen  1      3  o o o",
        "  Haufen  2  1.000  " + "o " * 16 + "...",
        "  3,1000 1",
    ]
    for lang in drawing.LANGUAGES:
        assert max(map(len, drawing.text(sk.Nim((2**62,)).start(), lang=lang).splitlines())) <= 79


def test_boxes_are_drawn_with_their_owners() -> None:
    rules = sk.DotsAndBoxes(2, 3)
    match = sk.Match(rules, rules.from_edges(["a1b1", "a1a2", "b1b2", "a2b2", "b2c2", "c1c2"], 2, (0, 1)))
    match.play("b1c1")
    lines = [
        "      a   b   c   d",
        "   1  +---+---+   +",
        "      | * | 2 |",
        "   2  +---+---+   +",
        "",
        "   3  +   +   +   +",
        "  Player 1, 0 boxes",
        "  Player 2, 2 boxes, on turn",
        "  last move: b1c1",
        f"  {match.position}",
    ]
    assert drawing.text(match).splitlines() == lines
    lines[2:9] = ["      | * | * |", *lines[3:8]]
    assert drawing.text(match.position).splitlines() == lines


def test_a_long_row_of_boxes_is_drawn_narrow() -> None:
    rules = sk.DotsAndBoxes(1, 21)
    edges = [f"{chr(97 + col)}{row}{chr(98 + col)}{row}" for col in range(21) for row in (1, 2)]
    lines = drawing.text(rules.from_edges([*edges, "a1a2", "b1b2", "e1e2"], 1, (1, 0)), lang="de").splitlines()
    assert lines[:4] == [
        "      a b c d e f g h i j k l m n o p q r s t u v",
        "   1  " + "-".join("+" * 22),
        "      |*|     |",
        "   2  " + "-".join("+" * 22),
    ]
    assert lines[-2] == "  drei Seiten, rechts unter: b1, d1, e1"
    # What is said of it is wrapped.
    open_boxes = rules.from_edges([*edges, *(f"{dot}1{dot}2" for dot in "acegikmoqsu")], 1, (0, 0))
    lines = drawing.text(open_boxes).splitlines()
    assert max(map(len, lines[:-1])) <= 79
    said = " ".join(line.strip() for line in lines[6:-1])
    assert said == "three sides, below and right of: " + ", ".join(f"{chr(97 + col)}1" for col in range(21))


def test_what_is_marked_is_said() -> None:
    match = sk.Match(sk.DotsAndBoxes(2, 2))
    for move in ("a1b1", "a1a2", "a2b2", "b1c1"):
        match.play(move)
    assert drawing.text(match).splitlines()[-3:-1] == ["  last move: b1c1", "  three sides, below and right of: a1"]
    ten = sk.Ten().position("./../.../..../Dd.../.... 1 2")
    assert drawing.text(ten, lang="de").splitlines()[-3:-1] == [
        "  Spieler 1 kann gewinnen auf: b1",
        "  Spieler 2 kann gewinnen auf: a1",
    ]
    crazy = sk.Match(sk.Crazy10s(), seed=1)
    crazy.play("swap 1123")
    for player in (None, 1, 2):
        assert "last move: swap of 4 tiles" in drawing.text(crazy, player=player)
        assert "swap of 4 tiles" in crazy.svg(player=player)
        assert "swap 1" not in crazy.svg(player=player)


def test_boards_in_words() -> None:
    def told(subject: Any, lang: str = "en") -> str:
        return str(parsed(drawing.svg(subject, lang=lang)).findtext(SVG + "desc"))

    assert "last move" not in told(sk.Nim().start(), "en")
    assert "last move" not in str(sk.Nim().start().svg(last=""))
    assert told(sk.Nim().start(), "de") == (
        "Spieler 1, am Zug. Spieler 2. Haufen 1: 3 Objekte. Haufen 2: 4 Objekte. Haufen 3: 5 Objekte."
    )
    assert told(sk.DotsAndBoxes(1, 1).position("-/||/. 2 0-0")) == (
        "Player 1, 0 boxes. Player 2, 0 boxes, on turn. three sides, below and right of: a1. edges drawn: a1b1, a1a2, "
        "b1b2. box below and right of a1: three sides drawn."
    )
    assert told(sk.MuTorere(4).start()) == (
        "Player 1, on turn. Player 2. 1: player 1. 2: player 1. 3: player 2. 4: player 2."
    )
    assert "m4: Double of player 1." in told(sk.Ten().position("T/.s/S.D/s..d/S.t.s/Ss.D 1 2"))
    board = "/".join([*["." * 13] * 6, "......D7.....", *["." * 13] * 6])
    assert told(sk.Crazy10s().board(board, "0012345")).endswith("g7: joker as 3. h7: 7.")


def test_crazy10s_is_drawn() -> None:
    layout = "/".join(["d.t.D"] * 5)
    position = sk.Crazy10s(5, layout=layout).position("...../...../..3H./...../..... 011223*|1122334 ?64 2 4:7 1")
    assert drawing.text(position, lang="de").splitlines() == [
        "      a b c d e",
        "   1  d . t . D",
        "   2  d . t . D",
        "   3  d . 3 7*D",
        "   4  d . t . D",
        "   5  d . t . D",
        "  Spieler 1, 4 Punkte, Bänkchen 011223*",
        "  Spieler 2, 7 Punkte, Bänkchen 1122334, am Zug",
        "  64 Steine im Beutel",
        f"  {position}",
    ]


def test_a_game_without_a_drawing_is_shown_by_its_text() -> None:
    class Other:
        class rules:  # noqa: N801
            name = "other"

        player = 1

        def __str__(self) -> str:
            return "x 1"

    assert drawing.text(Other()) == "  x 1"
    with pytest.raises(sk.RulesError, match="no drawing of other"):
        drawing.svg(Other())


# ------------------------------------------------------------------------------------------------ the command line


def test_draw_a_position(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    text = "T/.s/S.D/s..d/S.t.s/Ss.D 1 2"
    assert fine(run, "draw", "ten", text, "--last", "a3xb2", "-o", str(file)) == ""
    drawn = file.read_text(encoding="utf-8")
    assert drawn == sk.Ten().position(text).svg(last="a3xb2")
    code, out, _ = run("draw", "ten", text, "--last", "a3xb2")
    assert (code, out) == (0, drawn)
    assert fine(run, "draw", "nim", "--heaps", "2,1", "--text") == drawing.text(sk.Nim((2, 1)).start()) + "\n"
    german = fine(run, "draw", "dots-and-boxes", "--rows", "1", "--cols", "1", "--text", "--lang", "de")
    assert "Spieler 1, 0 Kästchen, am Zug" in german
    assert run("draw", "nim", "--theme", "dark", "--lang", "de")[1] == sk.Nim().start().svg(theme="dark", lang="de")
    assert run("draw", "crazy10s", "--seed", "3", "--player", "2")[1] == sk.Crazy10s().start(3).view(2).svg()


def test_games_are_called_the_same_everywhere() -> None:
    for lang in drawing.LANGUAGES:
        file = resources.files("spielkern.web") / "static" / "lang" / f"{lang}.json"
        names = json.loads(file.read_text("utf-8"))["words"]
        for game in sk.games():
            rules = sk.game_class(game)
            assert Words(lang).title(rules) == names[f"game.{game}"] == guide.page(game, lang).title
        assert Words("en").title(rules) == rules.title


def test_drawings_do_not_overwrite_what_they_are_made_of(run: Run, tmp_path: Path) -> None:
    record, other, link = tmp_path / "m.json", tmp_path / "other.json", tmp_path / "link.json"
    whole = (RECORDS / "nim-1.json").read_text()
    record.write_text(whole)
    other.hardlink_to(record)
    link.symlink_to(record)
    table = tmp_path / "nim.table"
    fine(run, "solve", "nim", "--save", str(table))
    solved = table.read_bytes()
    for name in (record, other, link):
        assert "for something else" in refused(run, "draw", "nim", "--record", str(record), "-o", str(name))
        assert "for something else" in refused(run, "review", str(record), "--plot", str(name))
    assert "for something else" in refused(run, "table", str(table), "--plot", str(table))
    assert "for something else" in refused(
        run, "solve", "nim", "--save", str(link) + "2", "--plot", f"{tmp_path}/./link.json2"
    )
    assert record.read_text() == whole
    assert table.read_bytes() == solved


def test_standard_output_can_be_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("draw", "nim", "-o", "-") == run("draw", "nim") != ("", "", "")
    assert "give the name of a file" in refused(run, "draw", "nim", "-o", "")
    assert "give the name of a file" in refused(run, "solve", "nim", "--plot", "-")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("game", sk.games())
def test_draw_a_match(run: Run, game: str) -> None:
    record = RECORDS / f"{game}-1.json"
    match = sk.Match.from_json(record.read_text())
    assert run("draw", game, "--record", str(record))[1] == match.svg()
    while match.ply > 2:
        match.undo()
    assert run("draw", game, "--record", str(record), "--ply", "2")[1] == match.svg()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("nim 3,4", "Nim position '3,4'"),
        ("nim --ply 3", "--ply needs --record"),
        ("nim --seed 3", "--seed has no effect"),
        ("crazy10s x --seed 3", "--seed is for the start"),
        ("nim --last 9", "Nim move '9'"),
        ("nim --text --theme dark", "--text has no --theme"),
        ("nim -o no/where.svg", "cannot write no/where.svg: there is no folder no"),
        (f"nim --record {RECORDS / 'ten-1.json'}", "is a match of ten, not of nim"),
        (f"nim --record {RECORDS / 'nim-1.json'} --heaps 3", "--record brings the options"),
        (f"nim --record {RECORDS / 'nim-1.json'} --last 1:1", "--record brings the moves"),
        (f"nim --record {RECORDS / 'nim-1.json'} --ply 999", "--ply takes a number from 0 to"),
        ("nim --record nowhere.json", "cannot read nowhere.json"),
    ],
)
def test_wrong_use_of_draw(run: Run, arguments: str, message: str) -> None:
    assert message in refused(run, "draw", *arguments.split())


# ----------------------------------------------------------------------------------------- the course of a match


@pytest.mark.parametrize("rules", [sk.Nim(), sk.MuTorere(), sk.DotsAndBoxes(2, 2), sk.Ten(2)], ids=str)
def test_the_course_of_a_match(rules: Any) -> None:
    for seed in range(4):
        match = played(rules, seed, 40)
        review = ai.review(match)
        course = review.course
        assert len(course) == match.ply + 1
        solution = sk.solve(rules)
        for position, value in zip(match.positions, course, strict=True):
            exact = solution.value(position)
            sign = 1 if position.player == 1 else -1
            if review.unit == "boxes":
                assert value == position.score[0] - position.score[1] + sign * exact.net
            elif position is not match.position or match.outcome is None:
                assert value == {"win": 0.5 + 0.5 * sign, "draw": 0.5, "loss": 0.5 - 0.5 * sign}[exact.result]
        if match.outcome is not None and review.unit == "results":
            assert course[-1] == {1: 1.0, 2: 0.0, None: 0.5}[match.outcome.winner]
        # What a move loses is what the curve goes down by, or for player 2 up.
        for each, (before, after) in zip(review.moves, pairwise(course), strict=True):
            assert before is not None
            assert after is not None
            if each.ply < match.ply:
                assert each.loss == (before - after) * (1 if each.player == 1 else -1)
        for lang in drawing.LANGUAGES:
            root = parsed(drawing.course_svg(review, lang=lang))
            lost = sum(each.loss > 0 for each in review.moves)
            assert len(named(root, "sk-p1")) + len(named(root, "sk-p2")) == lost + 2
            assert len(named(root, "sk-curve")) == 1


def test_a_course_has_gaps_where_nothing_is_known() -> None:
    review = ai.review(played(sk.Nim(), 1))
    gaps = ai.Review(
        review.match, review.unit, review.moves, (1.0, None, 1.0, 0.5, *([None] * (len(review.moves) - 3)))
    )
    assert len(named(parsed(drawing.course_svg(gaps)), "sk-curve")) == 2
    parsed(drawing.course_svg(ai.Review(review.match, review.unit, (), ())))


def test_review_plots_the_course(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "course.svg"
    record = RECORDS / "nim-1.json"
    fine(run, "review", str(record), "--plot", str(file))
    assert file.read_text(encoding="utf-8") == drawing.course_svg(ai.review(sk.Match.from_json(record.read_text())))
    assert "there is no folder" in refused(run, "review", str(record), "--plot", "no/where.svg")
    fine(run, "review", str(record), "--plot", str(file), "--lang", "de")
    assert "Nim: der Wert der Partie" in file.read_text(encoding="utf-8")
    assert "--lang is for --plot" in refused(run, "review", str(record), "--lang", "de")


def test_histograms_in_both_languages(run: Run, tmp_path: Path) -> None:
    solution = sk.solve(sk.Nim())
    texts = {}
    for lang in drawing.LANGUAGES:
        root = parsed(drawing.histogram_svg(solution.histogram, None, solution.finished, lang=lang))
        assert root.get("lang") == lang
        texts[lang] = {text for element in root.iter() if (text := (element.text or "").strip())}
    # Numbers and the style apart, nothing is the same.
    assert not {text for text in texts["en"] & texts["de"] if not text.isdigit() and not text.startswith(".")}
    assert "Züge bis zum Ende bei bestem Spiel" in texts["de"]
    assert any("1.000 Stellungen" in text for text in german({3: 1000, 5: 10**9}))
    assert "Keine Stellung ist gewonnen oder verloren: Alle sind remis." in german({})
    # Labels at the rim are within the plot; bars of either kind differ in form.
    root = parsed(drawing.histogram_svg({10**6: 1, 10: 10**18}, finished="win"))
    sheet = root.findtext(SVG + "style") or ""
    assert re.search(r"\.sk-loss{[^}]*stroke:", sheet)
    assert not re.search(r"\.sk-win{[^}]*stroke:", sheet)
    file = tmp_path / "nim.svg"
    for arguments in (("solve", "nim", "--save", str(tmp_path / "t")), ("table", str(tmp_path / "t"))):
        fine(run, *arguments, "--plot", str(file), "--lang", "de")
        assert "Züge bis zum Ende" in file.read_text(encoding="utf-8")
        assert "--lang is for --plot" in refused(run, *arguments, "--lang", "de")


def german(histogram: dict[int, int]) -> list[str]:
    return [element.text or "" for element in parsed(drawing.histogram_svg(histogram, lang="de")).iter()]
