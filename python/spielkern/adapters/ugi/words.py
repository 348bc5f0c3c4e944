"""Moves and scores as both sides of a dialogue write them."""

from __future__ import annotations

import math
from typing import Any

from spielkern.values import Result, Value

#: The answer to `go` where there is no move.
NO_MOVE = "0000"
#: What stands for a text of no characters.
EMPTY = "<empty>"
#: A sure win is so many centipoints.
MOST_CENTIPOINTS = 1200
#: So many centipoints more multiply the odds by ten.
TENFOLD = 400


def move_word(move: Any) -> str:
    """A move as one word."""
    return str(move).replace(" ", "_")


def move_of(rules: Any, word: str) -> Any:
    """The move that a word stands for. NotationError if it is none."""
    return rules.move(word.replace("_", " "))


def centipoints(win: float) -> int:
    """The score that says what a player expects: 1.0 a win, 0.5 a draw, 0.0 a loss."""
    least = 1 / (1 + 10 ** (MOST_CENTIPOINTS / TENFOLD))
    win = min(max(win, least), 1 - least)
    return round(TENFOLD * math.log10(win / (1 - win)))


def expected(score: int) -> float:
    """What a player expects who says so many centipoints."""
    score = min(max(score, -10 * MOST_CENTIPOINTS), 10 * MOST_CENTIPOINTS)
    return 1 / (1 + 10 ** (-score / TENFOLD))


def score_words(value: Value, win: float) -> str:
    """The score of a position: its length in plies if the end is proven and that is known, else centipoints."""
    if value.proven and value.remoteness is not None and value.result in (Result.WIN, Result.LOSS):
        return f"mate {value.remoteness if value.result is Result.WIN else -value.remoteness}"
    return f"cp {centipoints(win)}"
