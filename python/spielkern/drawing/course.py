"""What the positions of a match were worth, one after the other, as a curve."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from spielkern.drawing.plot import BOTTOM, HEIGHT, LETTER, RIGHT, TOP, WIDTH, label, plot, round_step, upright
from spielkern.drawing.words import Words

if TYPE_CHECKING:
    from spielkern.ai import Review

LEFT = 128
BASE = HEIGHT - BOTTOM
HIGH = BASE - TOP
WIDE = WIDTH - RIGHT - LEFT


def course_svg(review: Review, title: str | None = None, lang: str = "en", theme: str = "auto") -> str:
    """Draw what a match was worth for player 1 over its plies, from `ai.review`.

    In Dots and Boxes that is the lead at the end, else the result that could be expected; the curve has gaps where
    nothing is known. Every move that lost something has a mark: round for player 1, square for player 2.
    """
    words = Words(lang)
    known = [value for value in review.course if value is not None]
    boxes = review.unit == "boxes"
    most = max([1, *(abs(round(value)) for value in known)]) if boxes else 1
    body = [*_frame(review, words, most), *_curve(review, most), *_mistakes(review, words, most)]
    title = words("course of", game=words.title(review.match.rules)) if title is None else title
    return plot(title, _described(review, words), body, theme, lang)


def _across(review: Review, ply: int) -> float:
    return LEFT + WIDE * ply / max(len(review.course) - 1, 1)


def _height(review: Review, value: float, most: int) -> float:
    share = (value / most + 1) / 2 if review.unit == "boxes" else value
    return BASE - HIGH * share


def _frame(review: Review, words: Words, most: int) -> Iterator[str]:
    """Draw the scales."""
    if review.unit == "boxes":
        step = round_step(2 * most, 8)
        ticks = [(float(lead), f"{lead:+d}" if lead else "0") for lead in range(-(most // step) * step, most + 1, step)]
    else:
        ticks = [(1.0, words("wins", player=1)), (0.5, words("even")), (0.0, words("wins", player=2))]
    for value, text in ticks:
        y = _height(review, value, most)
        yield f'<path class="sk-grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
        yield label(LEFT - 8, y + 4, text, anchor="end")
    plies = max(len(review.course) - 1, 0)
    for ply in range(0, plies + 1, round_step(max(plies, 1), 12)):
        yield label(_across(review, ply), BASE + 20, f"{ply}", anchor="middle")
    yield label(LEFT + WIDE / 2, HEIGHT - 16, words("plies"), anchor="middle")
    if review.unit == "boxes":
        yield upright(28, TOP + HIGH / 2, words("lead"))
    yield f'<path class="sk-axis" d="M{LEFT} {TOP}V{BASE}"/>'
    x: float = WIDTH - RIGHT
    for player in (2, 1):
        text = words("mistake", player=player)
        x -= 28 + LETTER * len(text)
        yield _mark(player, x, 46)
        yield label(x + 12, 50, text)


def _curve(review: Review, most: int) -> Iterator[str]:
    """Draw a stretch of the curve for every row of positions of which something is known."""
    middle = _height(review, 0.0 if review.unit == "boxes" else 0.5, most)
    stretch: list[tuple[float, float]] = []
    for ply, value in enumerate([*review.course, None]):
        if value is not None:
            stretch.append((_across(review, ply), _height(review, value, most)))
        elif stretch:
            way = "L".join(f"{x:.1f} {y:.1f}" for x, y in stretch)
            ends = f"{stretch[0][0]:.1f} {middle:.1f}L{way}L{stretch[-1][0]:.1f} {middle:.1f}"
            yield f'<path class="sk-area" d="M{ends}Z"/>'
            yield f'<path class="sk-curve" d="M{way}"/>'
            stretch = []


def _mistakes(review: Review, words: Words, most: int) -> Iterator[str]:
    """Mark the moves that lost something, at the position that they led to."""
    for each, value in zip(review.moves, review.course[1:], strict=False):
        if not each.loss or value is None:
            continue
        x, y = _across(review, each.ply), _height(review, value, most)
        told = _lost(each.ply, each.move, each.loss, words)
        yield _mark(each.player, x, y, told)


def _mark(player: int, x: float, y: float, told: str = "") -> str:
    """Draw a player's sign, which says `told` to a pointer."""
    title = f"<title>{escape(told)}</title>" if told else ""
    if player == 1:
        return f'<circle class="sk-p1" cx="{x:.1f}" cy="{y:.1f}" r="6">{title}</circle>'
    return f'<rect class="sk-p2" x="{x - 5.5:.1f}" y="{y - 5.5:.1f}" width="11" height="11">{title}</rect>'


def _lost(ply: int, move: str, loss: float, words: Words) -> str:
    """Say what a move lost."""
    return words("lost", ply=ply, move=move, loss=f"{loss:g}")


def _described(review: Review, words: Words) -> str:
    """Say in words what there is to see."""
    lost = [_lost(each.ply, each.move, each.loss, words) for each in review.moves if each.loss]
    what = words("described boxes" if review.unit == "boxes" else "described results", plies=len(review.moves))
    return " ".join([what, *(f"{each}." for each in lost)])
