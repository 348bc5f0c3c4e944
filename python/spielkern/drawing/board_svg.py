"""Pictures as SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from spielkern.drawing.frame import checked_title, opening
from spielkern.drawing.picture import Line, Picture, Place, Seat, State
from spielkern.drawing.style import style
from spielkern.drawing.subject import Subject

RIM = 14.0
ROW = 30.0  # of what is said beside the board
LETTER = 8.3  # about the width of a letter there
LEAST_WIDTH = 230.0
STONE = 17.0  # the radius of a stone
LIFT = 8.0  # of a stone above the one below it
LAST: Final[frozenset[State]] = frozenset({"last", "from", "taken"})  # what the last ply leaves on a board
TILE = 26.0  # on a rack
#: The class of labels, and about half the height of a letter.
_LETTERING: Final = {"small": ("sk-small", 4), "medium": ("sk-medium", 5), "large": ("sk-large", 6)}

PLAIN = (
    '.sk-text{font:14px system-ui,"Segoe UI","DejaVu Sans",sans-serif;pointer-events:none}'
    ".sk-small{font-size:12px}.sk-medium{font-size:14px}.sk-large{font-size:17px}"
    ".sk-bold{font-weight:600}.sk-mid{text-anchor:middle}"
    ".sk-digit{font-size:19px;font-weight:600;text-anchor:middle}.sk-bonus{font-size:14px;text-anchor:middle}"
    ".sk-line{fill:none;stroke-linecap:round}.sk-hit{fill:transparent;stroke:transparent}"
    ".sk-ring{fill:none;stroke-width:3.5}.sk-dash{stroke-dasharray:5 4}"
    ".sk-dots{stroke-linecap:round;stroke-dasharray:0 8.5;stroke-width:5}.sk-wide{stroke-width:13}"
    ".sk-name{paint-order:stroke;stroke-width:4;stroke-linejoin:round}.sk-dot{pointer-events:none}"
    ".place{cursor:pointer;outline:none}"
)
COLOURS = {
    "sk-back": "fill:@back",
    "sk-board": "fill:@board",
    "sk-text": "fill:@text",
    "sk-name": "fill:@faint;stroke:@board",
    "sk-strong": "stroke:@strong;stroke-width:3",
    "sk-fine": "stroke:@fine;stroke-width:2",
    "sk-guide": "stroke:@hint;stroke-width:4",
    "sk-drawn": "stroke:@drawn;stroke-width:6",
    "sk-core": "stroke:@board;stroke-width:4",
    "sk-dot": "fill:@drawn",
    "sk-hole": "fill:@hole;stroke:@strong;stroke-width:2.5",
    "sk-p1": "fill:@p1;stroke:@p1-rim;stroke-width:1.6",
    "sk-p2": "fill:@p2;stroke:@p2-rim;stroke-width:1.6",
    "sk-m1": "fill:@p1-mark",
    "sk-m2": "fill:@p2-mark",
    "sk-box0": "fill:@p0;fill-opacity:.45",
    "sk-box1": "fill:@p1;fill-opacity:.28",
    "sk-box2": "fill:@p2;fill-opacity:.34",
    "sk-object": "fill:@object;stroke:@object-rim;stroke-width:1.6",
    "sk-gone": "fill:none;stroke:@strong;stroke-width:2;stroke-dasharray:4 4",
    "sk-last": "stroke:@last",
    "sk-threat": "stroke:@threat",
    "sk-won": "stroke:@drawn",
    "sk-marked": "stroke:@marked",
    "sk-last.sk-on-tile": "stroke:@last-tile",
    "sk-marked.sk-on-tile": "stroke:@marked-tile",
    "sk-square": "fill:@hole;stroke:@hint;stroke-width:1",
    "sk-DN": "fill:@d;stroke:@hint;stroke-width:1",
    "sk-TN": "fill:@t;stroke:@hint;stroke-width:1",
    "sk-DL": "fill:@dl;stroke:@hint;stroke-width:1",
    "sk-TL": "fill:@tl;stroke:@hint;stroke-width:1",
    "sk-bonus": "fill:@bonus",
    "sk-tile": "fill:@tile;stroke:@tile-rim;stroke-width:1.4",
    "sk-digit,sk-star": "fill:@tile-text",
    "sk-covered": "fill:@p0;stroke:@strong;stroke-width:1.4",
    "sk-turn": "fill:@last",
    "place:focus-visible .sk-hit,place:hover .sk-hit": "stroke:@marked;stroke-width:3",
}


def board_svg(subject: Subject, picture: Picture, interactive: bool, theme: str, title: str | None) -> str:
    """Draw a picture with the players below it."""
    lang = subject.scene.words.lang
    title = checked_title(subject.scene.words.title(subject.position.rules) if title is None else title)
    told: list[tuple[str, Seat | None]] = [(subject.said(seat, held=False), seat) for seat in picture.seats]
    told += [(note, None) for note in picture.notes]
    if told and not any(place.states & LAST for place in picture.places):
        told += [(said, None) for said in subject.last_said()]  # as of a pass, which leaves no mark on the board
    wide = max(picture.width, LEAST_WIDTH, *(_seat_width(text, seat) for text, seat in told))
    top = picture.height + RIM + 10
    size = (round(wide + 2 * RIM), round(top + ROW * len(told) + RIM))
    # What is within an image no screen reader gets to.
    more = f'lang="{lang}" role="{"group" if interactive else "img"}"'
    left = RIM + (wide - picture.width) / 2
    parts = [
        *opening(title, _described(subject, picture), size, theme=theme, sheet=_sheet(theme), more=more),
        f'<g transform="translate({_n(left)} {_n(RIM)})">',
        f'<rect class="sk-board" width="{_n(picture.width)}" height="{_n(picture.height)}" rx="8"/>',
        *map(_line, picture.lines),
    ]
    parts += [_drawn(place, picture.unit, interactive) for place in picture.places]
    lettering, half = _LETTERING[picture.lettering]
    for label in picture.labels:
        if label.only != "text":
            parts.append(_text(f"{lettering} sk-name sk-mid", label.spot.x, label.spot.y + half, label.text.strip()))
    parts += [*_dots(picture), "</g>"]
    for number, (text, seat) in enumerate(told):
        parts += _seat(text, seat, top + ROW * (number + 0.5), subject)
    return "\n".join([*parts, "</svg>\n"])


@cache
def _sheet(theme: str) -> str:
    return style(COLOURS, theme, PLAIN)


# From ply to ply most places look the same, and whoever shows a match draws them again and again.
@lru_cache(maxsize=20_000)
def _drawn(place: Place, unit: float, interactive: bool) -> str:
    drawn = _DRAWN[place.kind](place, unit)
    return "\n".join([_opened(place), *drawn, "</g>"] if interactive and place.open else drawn)


def _described(subject: Subject, picture: Picture) -> str:
    """Say in words what there is to see."""
    there = picture.told
    if there is None:
        there = tuple(place.words for place in picture.places if place.height or place.states - {"from"})
    return ". ".join([*subject.told(), *there]) + "."


# ------------------------------------------------------------------------------------------------- what there is


def _line(line: Line) -> str:
    return _path(f"sk-line sk-{line.role}", _way(line))


def _way(line: Line) -> str:
    way = f"A{_n(line.bend)} {_n(line.bend)} 0 0 1 " if line.bend else "L"
    return f"M{_n(line.start.x)} {_n(line.start.y)}{way}{_n(line.end.x)} {_n(line.end.y)}"


def _opened(place: Place) -> str:
    disabled = ' aria-disabled="true"' if place.kind == "edge" and place.height else ""
    return (
        f'<g class="place" data-at={quoteattr(place.at)} tabindex="0" role="button"{disabled} '
        f"aria-label={quoteattr(place.words)}>"
    )


def _point(place: Place, unit: float) -> list[str]:
    x, y = place.spot.x, place.spot.y
    stones = _stack(x, y, place.player, place.height) if place.height else [_circle("sk-hole", x, y, 8)]
    around = STONE + 7 + LIFT * max(place.height - 1, 0) / 2
    rings = [*_rings(place, lambda kind, grow: _circle(kind, x, y, around + grow))]
    if "threat1" in place.states:
        rings.append(_circle("sk-ring sk-threat sk-dash", x, y, around + 4))
    if "won" in place.states:
        rings.append(_circle("sk-ring sk-won", x, y, around + 4))
    if "threat2" in place.states:
        rings.append(_square_shape("sk-ring sk-threat sk-dash", x, y, around + 4))
    return [*stones, *rings, _circle("sk-hit", x, y, unit / 2 + 3)]


def _stack(x: float, y: float, player: int, height: int) -> list[str]:
    """Draw stones on each other, the top one with a mark for each."""
    shape = _square_shape if player == 2 else _circle
    foot, top = y + LIFT * (height - 1) / 2, y - LIFT * (height - 1) / 2
    parts = [shape(f"sk-p{player}", x, foot + 4, STONE)]
    parts += [shape(f"sk-p{player}", x, foot - LIFT * level, STONE) for level in range(height)]
    apart = {1: [0.0], 2: [-5.5, 5.5], 3: [-8.5, 0.0, 8.5]}[height]
    size = 4.5 if height == 1 else 3.4
    return [*parts, *(shape(f"sk-m{player}", x + away, top, size) for away in apart)]


def _object(place: Place, unit: float) -> list[str]:
    x, y, size = place.spot.x, place.spot.y, unit * 0.41
    if "taken" in place.states:
        return [_circle("sk-gone", x, y, size)]
    rings = _rings(place, lambda kind, grow: _circle(kind, x, y, size + grow))
    return [_circle("sk-object", x, y, size), *rings, _circle("sk-hit", x, y, unit / 2)]


def _more(place: Place, _unit: float) -> list[str]:
    return [_text("sk-small sk-bold sk-mid", place.spot.x, place.spot.y + 4, place.text)]


def _edge(place: Place, unit: float) -> list[str]:
    assert place.end is not None
    way = _way(Line(place.spot, place.end))
    parts = [_path("sk-line sk-drawn" if place.height else "sk-line sk-guide", way)]
    if "last" in place.states:
        parts += [_path("sk-line sk-last sk-wide", way), _path("sk-line sk-core", way)]
    if "marked" in place.states:
        parts.append(_path("sk-line sk-marked sk-dots", way))
    # A diamond between the dots: everything that is nearer to this edge than to any other.
    x, y, half = (place.spot.x + place.end.x) / 2, (place.spot.y + place.end.y) / 2, unit / 2 - 3
    corners = [(x - half, y), (x, y - half), (x + half, y), (x, y + half)]
    return [*parts, _path("sk-hit", _polygon(corners))]


def _box(place: Place, unit: float) -> list[str]:
    x, y = place.spot.x, place.spot.y
    if place.height:
        owner = _stack(x, y - 2, place.player, 1) if place.player else []
        return [_rect(f"sk-box{place.player}", x, y, unit), *owner]
    return [*_rings(place, lambda kind, _: _rect(kind, x, y, unit - 32, 5))]


def _square(place: Place, unit: float) -> list[str]:
    x, y = place.spot.x, place.spot.y
    bonus = place.text if place.text and not place.height else ""
    parts = [_rect(f"sk-{bonus or 'square'}", x, y, unit)]
    if place.height:
        parts += _tile(place.text, place.joker, x, y, unit)
    elif bonus:
        parts.append(_text("sk-bonus", x, y + 5, bonus))
    # On a tile within its rim, so that the ring has light on both sides.
    on, side = (" sk-on-tile", unit - 9) if place.height else ("", unit - 4)
    parts += _rings(place, lambda kind, _: _rect(kind + on, x, y, side, 5))
    return [*parts, _rect("sk-hit", x, y, unit - 2)]


def _tile(digit: str, joker: bool, x: float, y: float, unit: float) -> list[str]:
    parts = [_rect("sk-tile", x, y, unit - 3, 5)]
    if digit:
        parts.append(_text("sk-digit", x, y + 7, digit))
    if joker:
        parts.append(_star(x + unit / 2 - 8, y - unit / 2 + 8.5, 4.8) if digit else _star(x, y, 9))
    return parts


def _star(x: float, y: float, size: float) -> str:
    corners = []
    for number in range(10):
        distance, angle = size * (1 if number % 2 == 0 else 0.42), math.pi * (number / 5 - 0.5)
        corners.append((x + distance * math.cos(angle), y + distance * math.sin(angle)))
    return _path("sk-star", _polygon(corners))


def _rings(place: Place, ring: Callable[[str, float], str]) -> Iterator[str]:
    """Draw the signs of the last ply, an open box, the caller's mark: apart in form, not only in colour."""
    if "last" in place.states:
        yield ring("sk-ring sk-last", 0)
    if "from" in place.states:
        yield ring("sk-ring sk-last sk-dash", -8)
    if "open" in place.states:
        yield ring("sk-ring sk-threat sk-dash", 0)
    if "marked" in place.states:
        yield ring("sk-ring sk-marked sk-dots", 10 if {"threat1", "threat2", "last"} & place.states else 4)


def _dots(picture: Picture) -> Iterator[str]:
    """Draw the dots between edges, above the edges' ends."""
    ends = {(end.x, end.y) for place in picture.places if place.end is not None for end in (place.spot, place.end)}
    for x, y in sorted(ends):
        yield _circle("sk-dot", x, y, 6.5)


_DRAWN: Final[dict[str, Callable[[Place, float], list[str]]]] = {
    "point": _point,
    "object": _object,
    "more": _more,
    "edge": _edge,
    "box": _box,
    "square": _square,
}

# ------------------------------------------------------------------------------------------------ beside the board


def _seat_width(text: str, seat: Seat | None) -> float:
    tiles = 0 if seat is None else len(seat.tiles or "") + seat.hidden
    return 60 + LETTER * len(text) + TILE * tiles


def _seat(text: str, seat: Seat | None, middle: float, subject: Subject) -> Iterator[str]:
    """Draw a line for a player - a stone, what there is to say, the rack - or for what belongs to neither."""
    turn = seat is not None and subject.on_turn == seat.player
    yield _text("sk-bold" if turn else "", RIM + 46, middle + 5, text)
    if seat is None:
        return
    x = RIM + 60 + LETTER * len(text) + TILE / 2
    for tile in seat.tiles or "":
        yield from _tile("" if tile == "*" else tile, tile == "*", x, middle, TILE)
        x += TILE
    for _ in range(seat.hidden):
        yield _rect("sk-covered", x, middle, TILE - 6, 4)
        x += TILE
    if not seat.player:
        return
    if turn:
        yield _path("sk-turn", _polygon([(RIM + 2, middle - 7), (RIM + 13, middle), (RIM + 2, middle + 7)]))
    shape = _square_shape if seat.player == 2 else _circle
    yield shape(f"sk-p{seat.player}", RIM + 30, middle, 9)
    yield shape(f"sk-m{seat.player}", RIM + 30, middle, 3)


# ---------------------------------------------------------------------------------------------------------- shapes


def _circle(kind: str, x: float, y: float, radius: float) -> str:
    return f'<circle class="{kind}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"/>'


def _square_shape(kind: str, x: float, y: float, radius: float) -> str:
    """Draw what looks as large as a circle of that radius."""
    return _rect(kind, x, y, 1.86 * radius, 0.26 * radius if radius > 6 else 0)


def _rect(kind: str, x: float, y: float, side: float, corner: float = 0) -> str:
    """Draw a square round its middle."""
    rounded = f' rx="{_n(corner)}"' if corner else ""
    return (
        f'<rect class="{kind}" x="{_n(x - side / 2)}" y="{_n(y - side / 2)}" width="{_n(side)}" '
        f'height="{_n(side)}"{rounded}/>'
    )


def _path(kind: str, way: str) -> str:
    return f'<path class="{kind}" d="{way}"/>'


def _polygon(corners: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in corners) + "Z"


def _text(kind: str, x: float, y: float, text: str) -> str:
    kinds = f"sk-text {kind}".strip()
    return f'<text class="{kinds}" x="{_n(x)}" y="{_n(y)}">{escape(text)}</text>'


@lru_cache(maxsize=20_000)
def _n(number: float) -> str:
    """Write a coordinate."""
    return f"{number:.1f}".removesuffix(".0")
