"""Moves as numbers, as the frameworks want them.

A game with a fixed numbering has it in its rules (`rules.action`, `rules.move_of`). Crazy10s has far too many plays for
one; `RankedPlays` numbers those that score most, anew in every position.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from spielkern._core import Crazy10s, Move, Rules
from spielkern.errors import IllegalMove, RulesError, shown

if TYPE_CHECKING:
    import numpy
    import numpy.typing

#: How many actions Crazy10s has unless another number is wanted.
DEFAULT_ACTIONS = 1024

#: Swaps are numbered by which of seven tiles they are: 1 to 127, counted from the number of plays on. Then comes pass.
SWAPS = 128


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
    """The numbering that the rules have: a move has the same number in every position."""

    __slots__ = ("count", "rules")

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.count: int = rules.action_count

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
    """The numbering of Crazy10s. It is a restriction: only the plays that score most have a number, N - 129 of them.

    Of N actions, 0 to N - 130 are the plays, the one that scores most first and of equal ones the one whose text comes
    first. N - 129 + m is the swap of the tiles that the bits of m stand for, m from 1 to 127: bit 0 is the first tile
    of the sorted rack. Equal tiles may make several m the same swap; the smallest one is its action. N - 1 is pass.

    So swaps and pass mean the same in every position with the same rack, and a play is numbered by its rank alone.
    """

    __slots__ = ("count", "rules")

    def __init__(self, rules: Crazy10s, count: int = DEFAULT_ACTIONS) -> None:
        if isinstance(count, bool) or not isinstance(count, int) or not SWAPS + 2 <= count <= 1_000_000:
            raise RulesError(f"Crazy10s has from {SWAPS + 2} to 1000000 actions, not {shown(count)}")
        self.rules = rules
        self.count = int(count)

    def legal(self, position: Any) -> list[int]:
        """List the actions of all moves of a position, ascending; none after the end."""
        if position.outcome is not None:
            return []
        swaps = [self._first_swap + mask for mask in _swap_masks(_rack(position), position.bag_size)]
        return [*range(len(self._plays(position))), *swaps, self.count - 1]

    def mask(self, position: Any) -> numpy.typing.NDArray[numpy.int8]:
        """Return 1 for each legal action and 0 for the others: int8, shape (count,)."""
        import numpy as np  # noqa: PLC0415 - an extra

        mask = np.zeros(self.count, np.int8)
        mask[self.legal(position)] = 1
        return mask

    def move(self, position: Any, action: int) -> Move:
        """Return the move that an action is in a position. IllegalMove if it is none there."""
        _number(action, self.count)
        if position.outcome is None:
            if action == self.count - 1:
                return self.rules.move("pass")
            if action > self._first_swap:
                mask, rack = action - self._first_swap, _rack(position)
                if mask in _swap_masks(rack, position.bag_size):
                    return self.rules.move(f"swap {_chosen(rack, mask)}")
            elif action < len(plays := self._plays(position)):
                return plays[action]
        raise IllegalMove(f"action {action} is no move in {str(position)!r}")

    def action(self, position: Any, move: Any) -> int:
        """Return the action that a move, or its text, is in a position. RulesError if it has no number."""
        move = self.rules.move(move) if isinstance(move, str) else move
        if not position.is_legal(move):
            raise IllegalMove(f"{move} is not legal in {str(position)!r}")
        if move.kind == "pass":
            return self.count - 1
        if move.kind == "swap":
            rack, tiles = _rack(position), str(move).removeprefix("swap ")
            masks = _swap_masks(rack, position.bag_size)
            return self._first_swap + next(mask for mask in masks if _chosen(rack, mask) == tiles)
        try:
            return self._plays(position).index(move)
        except ValueError:
            raise RulesError(f"{move} is not among the {self._first_swap} plays that score most") from None

    @property
    def _first_swap(self) -> int:
        return self.count - SWAPS - 1

    def _plays(self, position: Any) -> tuple[Move, ...]:
        return _best_plays(position, self._first_swap)


@lru_cache(maxsize=64)
def _best_plays(position: Any, count: int) -> tuple[Move, ...]:
    """Find the plays that score most, ties by text.

    They are remembered, as a position is asked for its actions, its mask and a move by turns.
    """
    asked = count
    while True:
        found = [(-position.score(play), str(play), play) for play in position.best_plays(asked)]
        # The engine breaks ties in another way, so all plays that score as much as the last one must be there.
        if len(found) < asked or found[-1][0] != found[count - 1][0]:
            return tuple(play for _, _, play in sorted(found, key=lambda each: each[:2])[:count])
        asked *= 2


def _rack(position: Any) -> str:
    """Return the sorted tiles of the player on turn."""
    rack: str = position.racks[position.player - 1]
    return rack


def _chosen(rack: str, mask: int) -> str:
    return "".join(tile for place, tile in enumerate(rack) if mask >> place & 1)


@lru_cache(maxsize=256)
def _swap_masks(rack: str, bag_size: int) -> tuple[int, ...]:
    """Which tiles can be swapped; of equal tiles, the first ones. A swap needs as many tiles in the bag."""
    same = sum(1 << place for place in range(1, len(rack)) if rack[place] == rack[place - 1])
    return tuple(
        mask for mask in range(1, 1 << len(rack)) if not same & mask & ~(mask << 1) and mask.bit_count() <= bag_size
    )


def _number(action: Any, count: int) -> int:
    if isinstance(action, bool) or not isinstance(action, int) or not 0 <= action < count:
        raise IllegalMove(f"actions are numbers from 0 to {count - 1}, not {shown(action)}")
    return action
