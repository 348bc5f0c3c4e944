"""One line on a move, in the terms of its game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import Any

from spielkern.match import Move
from spielkern.reference.ten import FIGURES, MIDDLES, TEXT_ROWS, TRIANGLES
from spielkern.values import Result, Value


@dataclass(frozen=True, slots=True)
class Judged:
    """A move, the positions before and after it, and what is known of them for the player who made it."""

    position: Any
    move: Move
    after_position: Any
    #: The moves that were the best ones; empty if that is not known, or if all are the same.
    best: tuple[Move, ...]
    #: Against the best one, 0.0 or more.
    loss: float
    before: Value
    after: Value
    #: The result that player could expect before the move, where `before` does not say it.
    win: float | None = None


def reason(judged: Judged) -> str:
    """Say in a line why a move was good or not."""
    say = REASONS.get(judged.position.rules.name, results)
    return say(judged)


def results(judged: Judged) -> str:
    """Say it by results alone."""
    before, after = _said(judged.before), _said(judged.after)
    if judged.before.result is None and judged.after.result is None:
        return "what it is worth is not known"
    if judged.loss == 0:
        return f"keeps {after}" if judged.before.result is not Result.LOSS else f"{after}, whatever is played"
    return f"from {before} to {after}{_instead(judged)}"


def nim(judged: Judged) -> str:
    """Say it by the xor of the heaps, or at the end of misère play by the number of heaps of one."""
    heaps = judged.after_position.heaps
    if not any(heaps):
        return "takes the last object and loses" if judged.position.rules.misere else "takes the last object and wins"
    if judged.position.rules.misere and max(heaps) <= 1:
        number = sum(heaps)
        left = f"leaves {number} heap{'' if number == 1 else 's'} of one, an {'odd' if number % 2 else 'even'} number"
    else:
        left = f"leaves the xor of the heaps {reduce(xor, heaps)}"
    if judged.before.result is Result.LOSS:
        return f"{left}; the game was lost whatever is played"
    if judged.loss == 0:
        return f"{left}, which wins"
    return f"{left}, which loses{_instead(judged)}"


def mu_torere(judged: Judged) -> str:
    """Say it by the table of the whole game, where there is one."""
    return f"by the table: {results(judged)}" if judged.before.proven else results(judged)


def dots_and_boxes(judged: Judged) -> str:
    """Say it by boxes given, and by chains and their parity where it changes."""
    position, after = judged.position, judged.after_position
    taken = sum(after.closed) - sum(position.closed)
    said = [f"takes {_boxes(taken)}"] if taken else []
    open_now = boxes_to_take(after)
    if after.outcome is None and open_now:
        said.append(f"leaves {_boxes(open_now)} to take" if taken else f"gives {_boxes(open_now)}")
    if judged.loss:
        about = "" if judged.before.proven and judged.after.proven else "about "
        said.append(f"costs {about}{_boxes(round(judged.loss))}{_instead(judged)}")
        missed = boxes_to_take(position) - taken
        if not taken and missed > 0:
            said.append(f"{_boxes(missed)} could be taken")
    elif not said:
        said.append("gives nothing away")
    chains = [note for note in position.rules._notes(after) if "long chain rule" in note.lower()]
    if after.outcome is None and not open_now and chains:
        said.append(chains[-1])
    return "; ".join(said)


def boxes_to_take(position: Any) -> int:
    """How many boxes the player on turn can take in one go, one after the other."""
    taken = 0
    while position.outcome is None:
        before = sum(position.closed)
        for move in position.moves():
            after = position.play(move)
            if sum(after.closed) > before:
                taken += sum(after.closed) - before
                position = after
                break
        else:
            break
    return taken


def ten(judged: Judged) -> str:
    """Say it by the winning sets, and by forced wins."""
    after = judged.after_position
    if after.outcome is not None:
        held = ten_set(after, judged.position.player)
        if after.outcome.winner == judged.position.player:
            return f"wins at once: {held or after.outcome.reason}"
        return f"ends the game: {after.outcome.reason}"
    said: list[str] = []
    missed = _wins_at_once(judged.position)
    if missed is not None:
        said.append(f"misses {missed[0]}, which wins at once ({missed[1]})")
    threat = _wins_at_once(after)
    if threat is not None:
        said.append(f"lets player {after.player} win at once by {threat[0]} ({threat[1]})")
    if not said and judged.before.result is Result.WIN and judged.after.result is not Result.WIN:
        said.append(f"misses {_said(judged.before)}{_instead(judged)}")
    if not said and judged.after.result is Result.LOSS:
        fault = judged.before.result is not Result.LOSS
        said.append(f"lets player {after.player} force a win{_length(judged.after)}" if fault else _said(judged.after))
    if not said and judged.after.result is Result.WIN:
        said.append(f"forces a win{_length(judged.after)}")
    if not said:
        scores = (judged.before.score, judged.after.score)
        if scores[0] is not None and scores[1] is not None and scores[0] - scores[1] >= 1:
            said.append(f"looks {scores[0] - scores[1]:.1f} figures worse{_instead(judged)}")
        else:
            said.append(results(judged) if judged.after.proven else "nothing is forced")
    return "; ".join(said)


def _wins_at_once(position: Any) -> tuple[Move, str] | None:
    """A move that wins at once, and the set that it holds then."""
    for move in position.moves():
        after = position.play(move)
        if after.outcome is not None and after.outcome.winner == position.player:
            return move, ten_set(after, position.player) or after.outcome.reason
    return None


def ten_set(position: Any, player: int) -> str | None:
    """The winning set that a player holds, in words."""
    symbols = str(position).split(" ")[0].replace("/", "")
    figures = dict(zip(" ".join(TEXT_ROWS).split(), symbols, strict=True))
    if all(figures[point] in FIGURES[player] for point in MIDDLES):
        return "all four middle points"
    for points in TRIANGLES:
        if all(figures[point] in FIGURES[player] for point in points.split()):
            return points
    return None


def crazy10s(judged: Judged) -> str:
    """Say it by points and by what stays on the rack."""
    position, move = judged.position, str(judged.move)
    kind = judged.move.kind  # type: ignore[attr-defined] # a move of Crazy10s
    if kind == "play":
        tiles = [piece.partition("=")[2] for piece in move.split(",")]
        used = Counter("*" if tile.startswith("*") else tile for tile in tiles)
        left = Counter(position.racks[position.player - 1] or "") - used
        kept = "".join(sorted(left.elements(), key="0123456789*".index))
        said = f"scores {position.score(judged.move)}, keeps {kept or 'nothing'}"
    else:
        said = "passes" if kind == "pass" else f"swaps {move.split()[1]}"
    if judged.loss < 0.5:
        return said
    about = "" if judged.before.proven and judged.after.proven else "about "
    best = judged.best[0] if judged.best else None
    less = f"{said}; {about}{judged.loss:.0f} point{'' if round(judged.loss) == 1 else 's'} less than {best}"
    return f"{less}, which scores {position.score(best)}" if best is not None and best.kind == "play" else less  # type: ignore[attr-defined] # as above


REASONS: dict[str, Callable[[Judged], str]] = {
    "nim": nim,
    "mu-torere": mu_torere,
    "dots-and-boxes": dots_and_boxes,
    "ten": ten,
    "crazy10s": crazy10s,
}


def _said(value: Value) -> str:
    names = {Result.WIN: "a win", Result.LOSS: "a loss", Result.DRAW: "a draw", None: "an open game"}
    return f"{names[value.result]}{_length(value)}"


def _length(value: Value) -> str:
    return f" in {value.remoteness}" if value.remoteness else ""


def _instead(judged: Judged) -> str:
    return f"; best was {judged.best[0]}" if judged.best else ""


def _boxes(number: int) -> str:
    return f"{number} box{'' if number == 1 else 'es'}"
