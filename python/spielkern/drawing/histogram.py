"""How many positions have which remoteness, as a bar chart."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from spielkern.drawing.plot import BOTTOM, HEIGHT, LETTER, RIGHT, TOP, WIDTH, label, plot, round_step, upright
from spielkern.drawing.words import Words
from spielkern.values import Result

MOST_BARS = 160  # more plies are drawn together
DECADES = 3  # counts that span more are drawn on a logarithmic scale


class _Bar(NamedTuple):
    kind: str  # of the style: "win", "loss" or "both"
    first: int
    last: int
    positions: int
    left: float  # in plies
    right: float

    def said(self, words: Words) -> str:
        plies = words.count("number of plies", self.last)
        plies = plies if self.first == self.last else words("plies to", first=words.number(self.first), plies=plies)
        return f"{plies}: {words.count('number of positions', self.positions)} {words(self.kind)}"


def histogram_svg(
    histogram: Mapping[int, int],
    title: str | None = None,
    finished: Result | str | None = None,
    theme: str = "auto",
    lang: str = "en",
) -> str:
    """Draw `Solution.histogram` as an SVG: positions by plies to the end.

    `finished` is `Solution.finished`: if all finished positions have one result, the parity of the plies tells which
    positions are won and which are lost, and they are drawn apart. The scale is logarithmic where the counts span more
    than three decades. The theme is "auto" (the reader's), "light" or "dark"; `lang` is "en" or "de".
    """
    words = Words(lang)
    bars = list(_bars(histogram, finished))
    scale = _scale([bar.positions for bar in bars])
    body = list(_body(bars, scale, words)) if bars else [_empty(words)]
    title = words("plies to the end") if title is None else title
    return plot(title, _description(histogram, finished, scale.logarithmic, words), body, theme, lang)


def _bars(histogram: Mapping[int, int], finished: Result | str | None) -> Iterator[_Bar]:
    """Bars of one ply each, or of so many that they stay wide enough to be seen: then those won beside those lost."""
    step = _plies_together(histogram)
    for first in range(0, max(histogram, default=-1) + 1, step):
        last = first + step - 1
        if finished is None:
            positions = sum(histogram.get(plies, 0) for plies in range(first, last + 1))
            kinds = [("both", positions)]
        else:
            even = sum(histogram.get(plies, 0) for plies in range(first, last + 1) if plies % 2 == 0)
            odd = sum(histogram.get(plies, 0) for plies in range(first, last + 1) if plies % 2 == 1)
            kinds = [("win", even), ("loss", odd)] if finished == Result.WIN else [("loss", even), ("win", odd)]
            kinds = kinds if step > 1 else [kinds[first % 2]]
        width = step / len(kinds)
        for number, (kind, positions) in enumerate(kinds):
            if positions:
                left = first - 0.5 + number * width
                yield _Bar(kind, first, last, positions, left, left + width)


def _plies_together(histogram: Mapping[int, int]) -> int:
    end = max(histogram, default=0) + 1
    return 1 if end <= MOST_BARS else 2 * -(-end // MOST_BARS)


class _Scale(NamedTuple):
    """From counts to heights, 0 to 1."""

    logarithmic: bool
    bottom: float
    top: float
    ticks: list[int]

    def height(self, positions: int) -> float:
        if self.logarithmic:
            return math.log10(positions / self.bottom) / math.log10(self.top / self.bottom)
        return positions / self.top


def _scale(counts: list[int]) -> _Scale:
    least, most = min(counts, default=1), max(counts, default=1)
    if most <= least * 10**DECADES:
        tick = round_step(most, 5)
        top = -(-most // tick) * tick
        return _Scale(False, 0, top, list(range(0, top + 1, tick)))
    # A little below the decade of the least, so that a bar of exactly 1 is one.
    low = len(str(least)) - 1
    high = len(str(most - 1))
    step = -(-(high - low) // 8)
    return _Scale(True, 10**low / 1.8, float(10**high), [10**power for power in range(low, high + 1, step)])


def _body(bars: list[_Bar], scale: _Scale, words: Words) -> Iterator[str]:
    labels = [words.number(tick) for tick in scale.ticks]
    left = 44 + LETTER * max(map(len, labels))
    wide, high = WIDTH - RIGHT - left, HEIGHT - TOP - BOTTOM
    base = TOP + high
    plies = max(bar.last for bar in bars)
    each = wide / max(plies + 1, 8)  # of a ply; a short histogram does not become a few huge blocks

    def across(ply: float) -> float:
        return left + (ply + 0.5) * each

    for tick, number in zip(scale.ticks, labels, strict=True):
        y = base - high * (scale.height(tick) if tick else 0)
        if tick:
            yield f'<path class="sk-grid" d="M{left:.1f} {y:.1f}H{WIDTH - RIGHT}"/>'
        yield label(left - 8, y + 4, number, anchor="end")
    for bar in bars:
        tall = max(high * scale.height(bar.positions), 1.5)  # few are not none
        thin = (across(bar.right) - across(bar.left)) * 0.86
        x = (across(bar.left) + across(bar.right) - thin) / 2
        yield (
            f'<rect class="sk-{bar.kind}" x="{x:.2f}" y="{base - tall:.2f}" width="{thin:.2f}" height="{tall:.2f}">'
            f"<title>{bar.said(words)}</title></rect>"
        )
    yield f'<path class="sk-axis" d="M{left:.1f} {base + 0.5:.1f}H{WIDTH - RIGHT}"/>'
    step = round_step(plies, 12 if plies < 1000 else 8)
    for ply in range(0, plies + 1, step):
        text = words.number(ply)
        x = min(across(ply), WIDTH - 4 - LETTER * len(text) / 2)  # within the plot
        yield label(x, base + 18, text, anchor="middle")
    yield label(left + wide / 2, HEIGHT - 16, words("perfect play"), anchor="middle")
    together = bars[0].last - bars[0].first + 1
    name = words("positions") if together == 1 else words("positions together", plies=words.number(together))
    name += f" ({words('logarithmic')})" if scale.logarithmic else ""
    yield upright(22, TOP + high / 2, name)
    yield from _legend(sorted({bar.kind for bar in bars}, reverse=True), words)


def _legend(kinds: list[str], words: Words) -> Iterator[str]:
    x = WIDTH - RIGHT
    for kind in reversed(kinds):
        x -= 32 + round(LETTER * len(words(kind)))
        yield f'<rect class="sk-{kind}" x="{x}" y="40" width="11" height="11"/>'
        yield label(x + 16, 50, words(kind))


def _empty(words: Words) -> str:
    return label(WIDTH / 2, HEIGHT / 2, words("all drawn"), anchor="middle")


def _description(histogram: Mapping[int, int], finished: Result | str | None, logarithmic: bool, words: Words) -> str:
    """Say in words what there is to see."""
    if not histogram:
        return words("all drawn")
    peak = max(histogram, key=lambda plies: histogram[plies])
    said = [
        words(
            "described histogram",
            positions=words.number(sum(histogram.values())),
            plies=words.count("number of plies", max(histogram)),
            peak=words.number(peak),
            there=words.count("number of positions", histogram[peak]),
        )
    ]
    if finished is not None:
        said.append(words("even wins" if finished == Result.WIN else "odd wins"))
    if logarithmic:
        said.append(words("described logarithmic"))
    return " ".join(said)
