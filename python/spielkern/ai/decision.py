"""What a player answers with."""

from __future__ import annotations

import operator
from dataclasses import dataclass

from spielkern.errors import shown
from spielkern.match import Move
from spielkern.values import Value


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that a player considered."""

    move: Move
    #: After the move, from the side of the player who makes it; what the player does not know is None.
    value: Value
    #: Expected result for that player: 1.0 a win, 0.5 a draw, 0.0 a loss.
    win: float
    #: The same in the unit that levels are weaker by: boxes in Dots and Boxes, points in Crazy10s, figures in 10, else
    #: results (as `win`). Only differences between the candidates of one decision mean anything.
    worth: float
    #: Nodes, simulations or samples spent on it.
    nodes: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """A move, and what the player who chose it thinks of it."""

    move: Move
    #: Of the position for the player to move.
    value: Value
    #: Expected result for the player to move: 1.0 a win, 0.5 a draw, 0.0 a loss.
    win: float
    #: The moves that the player expects, the chosen one first.
    line: tuple[Move, ...]
    #: The moves considered, the best first; moves that nothing is known of are left out. Alpha-beta knows of one alone.
    #: What was dropped early, as weak plays of Crazy10s are, is judged by few `nodes`.
    candidates: tuple[Candidate, ...]
    nodes: int
    seconds: float
    #: Whether `value` is proven: no play could be better.
    proven: bool


def fault_of(answer: object) -> str | None:
    """What is wrong with the answer of a player, in words that go on after its name; None: it is a Decision.

    Whether the move is legal is not looked at: whoever plays it will hear.
    """
    if not isinstance(answer, Decision):
        return f"answered with {shown(answer)}, not with a Decision"
    # A whole number, be it NumPy's, that files can hold.
    if not hasattr(answer.nodes, "__index__") or not 0 <= operator.index(answer.nodes) < 2**62:
        return f"answered with {shown(answer.nodes)} nodes, not with a whole number of them"
    return None
