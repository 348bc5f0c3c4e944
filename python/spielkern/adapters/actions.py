"""Moves as numbers, as the frameworks want them.

A game with a fixed numbering has it in its rules (`rules.action`, `rules.move_of`). Crazy10s has far too many plays for
one; `position.ranked_moves()` numbers those that score most, anew in every position.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from spielkern._core import Crazy10s, Move, Rules
from spielkern.errors import IllegalMove, RulesError, checked_number, shown

if TYPE_CHECKING:
    import numpy
    import numpy.typing

#: How many actions Crazy10s has unless another number is wanted.
DEFAULT_ACTIONS = 1024

#: One play, 128 numbers for swaps, and pass; and what the engine can rank.
LEAST_ACTIONS = 130
MOST_ACTIONS = 2**20


class Actions(Protocol):
    """How the moves of a game are numbered."""

    @property
    def count(self) -> int:
        """Actions are numbers from 0 to `count - 1`."""

    def legal(self, position: Any) -> list[int]:
        """List the actions of all moves of a position, ascending; none after the end."""

    def mask(self, position: Any) -> numpy.typing.NDArray[numpy.int8]:
        """Return 1 for each legal action and 0 for the others: int8, shape (count,)."""

    def move(self, position: Any, action: int) -> Move:
        """Return the move that an action is in a position. IllegalMove if it is none there."""

    def action(self, position: Any, move: Any) -> int:
        """Return the action that a move, or its text, is in a position. RulesError if it has no number."""


def actions_of(rules: Rules, count: int = DEFAULT_ACTIONS) -> Actions:
    """Return the numbering of a game's moves; `count` is how many actions Crazy10s shall have."""
    return RankedPlays(rules, count) if isinstance(rules, Crazy10s) else FixedActions(rules)


class FixedActions:
    """The numbering that the rules have: a move has the same number in every position.

    RulesError if there are too many for a mask, as Nim can have.
    """

    __slots__ = ("count", "rules")

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.count: int = rules.action_count
        self.legal(rules.start())  # the core refuses to list too many: now, not at the first mask

    def legal(self, position: Any) -> list[int]:
        """List the actions of all moves of a position, ascending; none after the end."""
        actions: list[int] = position.legal_actions()
        return actions

    def mask(self, position: Any) -> numpy.typing.NDArray[numpy.int8]:
        """Return 1 for each legal action and 0 for the others: int8, shape (count,)."""
        mask: numpy.typing.NDArray[numpy.int8] = position.action_mask()
        return mask

    def move(self, position: Any, action: int) -> Move:
        """Return the move that an action is in a position. IllegalMove if it is none there."""
        move: Move = self.rules.move_of(_number(action, self.count))
        if not position.is_legal(move):
            raise IllegalMove(f"action {action}, which is {move}, is not legal in {str(position)!r}")
        return move

    def action(self, position: Any, move: Any) -> int:
        """Return the action that a move, or its text, is; it is the same in every position."""
        action: int = self.rules.action(move)
        return action


class RankedPlays:
    """The numbering of Crazy10s: that of `position.ranked_moves(count)`, another one in every position.

    It is a restriction, as only the `count` - 129 plays that score most have a number.
    """

    __slots__ = ("count", "rules")

    def __init__(self, rules: Crazy10s, count: int = DEFAULT_ACTIONS) -> None:
        self.rules = rules
        self.count = checked_number("actions", count, LEAST_ACTIONS, MOST_ACTIONS)

    def legal(self, position: Any) -> list[int]:
        """List the actions of all moves of a position that have one, ascending; none after the end."""
        return sorted(_ranked_moves(position, self.count))

    def mask(self, position: Any) -> numpy.typing.NDArray[numpy.int8]:
        """Return 1 for each legal action and 0 for the others: int8, shape (count,)."""
        import numpy as np  # noqa: PLC0415 - an extra

        mask = np.zeros(self.count, np.int8)
        mask[self.legal(position)] = 1
        return mask

    def move(self, position: Any, action: int) -> Move:
        """Return the move that an action is in a position. IllegalMove if it is none there."""
        move = _ranked_moves(position, self.count).get(_number(action, self.count))
        if move is None:
            raise IllegalMove(f"action {action} is no move in {str(position)!r}")
        return move

    def action(self, position: Any, move: Any) -> int:
        """Return the action that a move, or its text, is in a position. RulesError if it has no number."""
        move = self.rules.move(move) if isinstance(move, str) else move
        if not position.is_legal(move):
            raise IllegalMove(f"{move} is not legal in {str(position)!r}")
        for action, known in _ranked_moves(position, self.count).items():
            if known == move:
                return action
        raise RulesError(f"{move} is not among the {self.count - LEAST_ACTIONS + 1} plays that score most")


@lru_cache(maxsize=64)
def _ranked_moves(position: Any, count: int) -> dict[int, Move]:
    """Remember them: a position is asked for its actions, its mask and a move by turns."""
    moves: dict[int, Move] = position.ranked_moves(count)
    return moves


def _number(action: Any, count: int) -> int:
    if isinstance(action, bool) or not isinstance(action, int) or not 0 <= action < count:
        raise IllegalMove(f"actions are numbers from 0 to {count - 1}, not {shown(action)}")
    return action
