"""Pictures as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from spielkern.drawing.picture import Line, Picture, Place, Seat
from spielkern.drawing.style import style
from spielkern.drawing.subject import Subject

RIM = 14.0
ROW = 30.0  # of what is said beside the board
LETTER = 7.4  # about the width of a letter there
LEAST_WIDTH = 230.0
STONE = 17.0  # the radius of a stone
LIFT = 8.0  # of a stone above the one below it

PLAIN = (
    '.sk-text{font:14px system-ui,"Segoe UI","DejaVu Sans",sans-serif}'
    ".sk-small{font-size:12px}.sk-tiny{font-size:10px}.sk-bold{font-weight:600}.sk-mid{text-anchor:middle}"
    ".sk-digit{font-size:19px;font-weight:600;text-anchor:middle}.sk-bonus{font-size:11px;text-anchor:middle}"
    ".sk-line{fill:none;stroke-linecap:round}.sk-hit{fill:transparent;stroke:transparent}"
    ".sk-ring{fill:none;stroke-width:3.5}.sk-dash{stroke-dasharray:5 4}"
    ".place{cursor:pointer;outline:none}"
)
COLOURS = {
    "sk-back": "fill:@back",
    "sk-board": "fill:@board",
    "sk-text": "fill:@text",
    "sk-faint": "fill:@faint",
    "sk-strong": "stroke:@strong;stroke-width:3",
    "sk-fine": "stroke:@fine;stroke-width:2",
    "sk-guide": "stroke:@hint;stroke-width:4",
    "sk-drawn": "stroke:@drawn;stroke-width:6",
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
    "sk-marked": "stroke:@marked",
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
    words = subject.scene.words
    title = subject.position.rules.title if title is None else title
    told = [*subject.said, *picture.notes]
    below = [*picture.seats, *picture.notes]
    wide = max(picture.width, LEAST_WIDTH, *(_seat_width(text, seat) for text, seat in zip(told, below, strict=True)))
    high = picture.height + 10 + ROW * len(below)
    across, down = wide + 2 * RIM, high + 2 * RIM
    role = 'role="group"' if interactive else 'role="img"'  # what is within an image no screen reader gets to
    left = (wide - picture.width) / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="sk-{theme}" viewBox="0 0 {_n(across)} {_n(down)}" '
        f'width="{_n(across)}" height="{_n(down)}" lang="{words.lang}" {role} aria-label={quoteattr(title)}>',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(_described(subject, picture))}</desc>",
        f"<style>{style(COLOURS, theme, PLAIN)}</style>",
        f'<rect class="sk-back" width="{_n(across)}" height="{_n(down)}" rx="10"/>',
        f'<g transform="translate({_n(RIM + left)} {_n(RIM)})">',
        f'<rect class="sk-board" width="{_n(picture.width)}" height="{_n(picture.height)}" rx="8"/>',
        *map(_line, picture.lines),
    ]
    for place in picture.places:
        parts += _opened(place) if interactive and place.open else []
        parts += _DRAWN[place.kind](place, picture.unit)
        parts += ["</g>"] if interactive and place.open else []
    for label in picture.labels:
        if label.only != "text":
            x, y = label.spot.x, label.spot.y + 4
            parts.append(f'<text class="sk-text sk-small sk-faint sk-mid" x="{_n(x)}" y="{_n(y)}">'
                         f"{escape(label.text.strip())}</text>")
    parts += _dots(picture)
    parts.append("</g>")
    top = RIM + picture.height + 10
    for number, (text, seat) in enumerate(zip(told, below, strict=True)):
        parts += _seat(text, seat, top + number * ROW, subject)
    return "\n".join([*parts, "</svg>\n"])


def _described(subject: Subject, picture: Picture) -> str:
    """Say in words what there is to see."""
    there = [place.words for place in picture.places if place.words and _shows(place)]
    return ". ".join([*subject.said, *picture.notes, *there, str(subject.position)]) + "."


def _shows(place: Place) -> bool:
    return bool(place.height or place.kind == "box" or place.states - {"from"})


# ------------------------------------------------------------------------------------------------- what there is


def _line(line: Line) -> str:
    return f'<path class="sk-line sk-{line.role}" d="{_path(line)}"/>'


def _path(line: Line) -> str:
    way = f"A{_n(line.bend)} {_n(line.bend)} 0 0 1 " if line.bend else "L"
    return f"M{_n(line.start.x)} {_n(line.start.y)}{way}{_n(line.end.x)} {_n(line.end.y)}"


def _opened(place: Place) -> list[str]:
    disabled = ' aria-disabled="true"' if place.kind == "edge" and place.height else ""
    return [
        f'<g class="place" data-at={quoteattr(place.at)} tabindex="0" role="button"{disabled} '
        f"aria-label={quoteattr(place.words)}>"
    ]


def _point(place: Place, unit: float) -> list[str]:
    x, y = place.spot.x, place.spot.y
    parts = []
    if place.height:
        parts += _stack(x, y, place.player, place.height)
    else:
        parts.append(f'<circle class="sk-hole" cx="{_n(x)}" cy="{_n(y)}" r="8"/>')
    around = STONE + 7 + LIFT * max(place.height - 1, 0) / 2
    parts += _rings(place, lambda kind, grow: f'<circle class="{kind}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(around + grow)}"/>')
    parts.append(f'<circle class="sk-hit" cx="{_n(x)}" cy="{_n(y)}" r="{_n(unit / 2 + 3)}"/>')
    return parts


def _stack(x: float, y: float, player: int, height: int) -> list[str]:
    """Draw stones on each other, the top one with a mark for each."""
    parts = []
    for level in range(height):
        top = y + LIFT * ((height - 1) / 2 - level)
        for drop in (4, 0):
            parts.append(_shape(f"sk-p{player}", player, x, top + drop, STONE))
    top = y - LIFT * (height - 1) / 2
    apart = {1: [0.0], 2: [-5.5, 5.5], 3: [-8.5, 0.0, 8.5]}[height]
    size = 4.5 if height == 1 else 3.4
    return [*parts, *(_shape(f"sk-m{player}", player, x + away, top, size, sharp=True) for away in apart)]


def _shape(kind: str, player: int, x: float, y: float, size: float, sharp: bool = False) -> str:
    """Draw the players' shapes: round and square."""
    if player != 2:
        return f'<circle class="{kind}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(size)}"/>'
    side = size * 0.93
    corner = "" if sharp else f' rx="{_n(side * 0.28)}"'
    return (
        f'<rect class="{kind}" x="{_n(x - side)}" y="{_n(y - side)}" width="{_n(2 * side)}" height="{_n(2 * side)}"'
        f"{corner}/>"
    )


def _object(place: Place, unit: float) -> list[str]:
    x, y = place.spot.x, place.spot.y
    size = unit * 0.41
    if "taken" in place.states:
        return [f'<circle class="sk-gone" cx="{_n(x)}" cy="{_n(y)}" r="{_n(size)}"/>']
    parts = [f'<circle class="sk-object" cx="{_n(x)}" cy="{_n(y)}" r="{_n(size)}"/>']
    parts += _rings(place, lambda kind, grow: f'<circle class="{kind}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(size + grow)}"/>')
    parts.append(f'<circle class="sk-hit" cx="{_n(x)}" cy="{_n(y)}" r="{_n(unit / 2)}"/>')
    return parts


def _more(place: Place, unit: float) -> list[str]:
    x, y = place.spot.x, place.spot.y
    return [f'<text class="sk-text sk-small sk-bold sk-mid" x="{_n(x)}" y="{_n(y + 4)}">{escape(place.text)}</text>']


def _edge(place: Place, unit: float) -> list[str]:
    assert place.end is not None
    line = _path(Line(place.spot, place.end))
    parts = [f'<path class="sk-line {"sk-drawn" if place.height else "sk-guide"}" d="{line}"/>']
    if "last" in place.states:
        parts.append(f'<path class="sk-line sk-last" stroke-width="10" d="{line}"/>')
        parts.append(f'<path class="sk-line sk-drawn" stroke-width="3" d="{line}"/>')
    if "marked" in place.states:
        parts.append(f'<path class="sk-line sk-marked sk-dash" stroke-width="6" d="{line}"/>')
    # A diamond between the dots: everything that is nearer to this edge than to any other.
    x, y, half = (place.spot.x + place.end.x) / 2, (place.spot.y + place.end.y) / 2, unit / 2 - 3
    parts.append(
        f'<path class="sk-hit" d="M{_n(x - half)} {_n(y)}L{_n(x)} {_n(y - half)}L{_n(x + half)} {_n(y)}'
        f'L{_n(x)} {_n(y + half)}Z"/>'
    )
    return parts


def _box(place: Place, unit: float) -> list[str]:
    x, y = place.spot.x, place.spot.y
    if place.height:
        half = unit / 2
        filled = (
            f'<rect class="sk-box{place.player}" x="{_n(x - half)}" y="{_n(y - half)}" width="{_n(unit)}" '
            f'height="{_n(unit)}"/>'
        )
        return [filled, *(_stack(x, y - 2, place.player, 1) if place.player else [])]
    half = unit / 2 - 16
    return _rings(
        place,
        lambda kind, grow: f'<rect class="{kind}" x="{_n(x - half)}" y="{_n(y - half)}" width="{_n(2 * half)}" '
        f'height="{_n(2 * half)}" rx="5"/>',
    )


def _square(place: Place, unit: float) -> list[str]:
    x, y = place.spot.x - unit / 2, place.spot.y - unit / 2
    kind = f"sk-{place.text}" if place.text and not place.height else "sk-square"
    parts = [f'<rect class="{kind}" x="{_n(x)}" y="{_n(y)}" width="{_n(unit)}" height="{_n(unit)}"/>']
    if place.height:
        parts += _tile(place.text, place.joker, x, y, unit)
    elif place.text:
        parts.append(f'<text class="sk-text sk-bonus" x="{_n(place.spot.x)}" y="{_n(place.spot.y + 4)}">{place.text}</text>')
    parts += _rings(
        place,
        lambda kind, grow: f'<rect class="{kind}" x="{_n(x + 2)}" y="{_n(y + 2)}" width="{_n(unit - 4)}" '
        f'height="{_n(unit - 4)}" rx="5"/>',
    )
    parts.append(f'<rect class="sk-hit" x="{_n(x + 1)}" y="{_n(y + 1)}" width="{_n(unit - 2)}" height="{_n(unit - 2)}"/>')
    return parts


def _tile(digit: str, joker: bool, x: float, y: float, unit: float) -> list[str]:
    parts = [
        f'<rect class="sk-tile" x="{_n(x + 1.5)}" y="{_n(y + 1.5)}" width="{_n(unit - 3)}" height="{_n(unit - 3)}" rx="5"/>'
    ]
    if digit:
        parts.append(
            f'<text class="sk-text sk-digit" x="{_n(x + unit / 2)}" y="{_n(y + unit / 2 + 7)}">{escape(digit)}</text>'
        )
    if joker:
        middle = (x + unit / 2, y + unit / 2, 9.0) if not digit else (x + unit - 8, y + 8.5, 4.8)
        parts.append(_star(*middle))
    return parts


def _star(x: float, y: float, size: float) -> str:
    corners = []
    for number in range(10):
        distance, angle = size * (1 if number % 2 == 0 else 0.42), math.pi * (number / 5 - 0.5)
        corners.append(f"{_n(x + distance * math.cos(angle))} {_n(y + distance * math.sin(angle))}")
    return f'<path class="sk-star" d="M{"L".join(corners)}Z"/>'


def _rings(place: Place, ring: object) -> list[str]:
    """Draw the signs of the last ply, a threat, the caller's mark: apart in form, not only in colour."""
    assert callable(ring)
    parts = []
    if "last" in place.states:
        parts.append(ring("sk-ring sk-last", 0))
    if "from" in place.states:
        parts.append(ring("sk-ring sk-last sk-dash", -8))
    if "threat" in place.states:
        parts.append(ring("sk-ring sk-threat sk-dash", 5 if "last" in place.states else 0))
    if "marked" in place.states:
        parts.append(ring("sk-ring sk-marked", 5))
    return parts


def _dots(picture: Picture) -> Iterator[str]:
    """Draw the dots between edges, above the edges' ends."""
    ends = {(end.x, end.y) for place in picture.places if place.end is not None for end in (place.spot, place.end)}
    for x, y in sorted(ends):
        yield f'<circle class="sk-dot" cx="{_n(x)}" cy="{_n(y)}" r="6.5" pointer-events="none"/>'


_DRAWN = {"point": _point, "object": _object, "more": _more, "edge": _edge, "box": _box, "square": _square}

# ------------------------------------------------------------------------------------------- beside the board


def _seat_width(text: str, seat: Seat | str) -> float:
    tiles = 0 if isinstance(seat, str) else len(seat.tiles or "") + seat.hidden
    return 46 + LETTER * len(text) + 25 * tiles


def _seat(text: str, seat: Seat | str, top: float, subject: Subject) -> list[str]:
    """Draw a line for a player - a stone, what there is to say, the rack - or for what belongs to neither."""
    middle = top + ROW / 2
    line = [f'<text class="sk-text" x="{_n(RIM + 46)}" y="{_n(middle + 5)}">{escape(text)}</text>']
    if isinstance(seat, str):
        return line
    turn = subject.outcome is None and subject.position.player == seat.player
    if turn:
        line = [line[0].replace("sk-text", "sk-text sk-bold", 1)]
        line.append(f'<path class="sk-turn" d="M{_n(RIM + 2)} {_n(middle - 7)}l11 7l-11 7Z"/>')
    line.append(_shape(f"sk-p{seat.player}", seat.player, RIM + 30, middle, 9))
    line.append(_shape(f"sk-m{seat.player}", seat.player, RIM + 30, middle, 3, sharp=True))
    x = RIM + 56 + LETTER * len(text)
    for tile in seat.tiles or "":
        line += _tile("" if tile == "*" else tile, tile == "*", x, middle - 12, 25)
        x += 26
    for _ in range(seat.hidden):
        line.append(f'<rect class="sk-covered" x="{_n(x)}" y="{_n(middle - 10)}" width="17" height="21" rx="4"/>')
        x += 20
    return line


def _n(number: float) -> str:
    """Write a coordinate."""
    return f"{number:.1f}".removesuffix(".0")
