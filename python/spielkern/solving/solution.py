"""The solution of a game, and `solve`, which makes one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from spielkern._core import Move, Position, Rules
from spielkern.errors import RulesError
from spielkern.solving.memory import to_bytes
from spielkern.values import Progress, Result, Value

#: Called a few times a second with where the work stands. What it raises ends the work and comes out of `solve`.
ProgressCallback = Callable[[Progress], object]


class Solution:
    """The value of every position of a game under given rules, from `solve`.

    Values know nothing of a match: no repetition, no limit of plies. Play that never ends is a draw.
    """

    def __init__(self, core: Any, seconds: float) -> None:
        self._core = core
        self._seconds = seconds
        self._reachable: dict[str, int] | None = None

    @property
    def rules(self) -> Rules:
        """The rules that were solved."""
        rules: Rules = self._core.rules
        return rules

    @property
    def seconds(self) -> float:
        """What solving took."""
        return self._seconds

    @property
    def size(self) -> int:
        """How many positions have a value: arrangements x player to move (Nim: heap sizes, the mover is no part)."""
        size: int = self._core.size
        return size

    @property
    def cells(self) -> int:
        """How many values are stored: fewer than `size` where symmetric positions share one."""
        cells: int = self._core.cells
        return cells

    @property
    def counts(self) -> dict[str, int]:
        """How many of all positions are a "win", a "loss", a "draw" for their player to move."""
        counts: dict[str, int] = self._core.counts
        return counts

    @property
    def reachable_counts(self) -> dict[str, int]:
        """`counts` over the positions that play from the start can reach. Computed on first use."""
        if self._reachable is None:
            self._reachable = self._core.reachable_counts(None)
        return dict(self._reachable)

    @property
    def histogram(self) -> dict[int, int]:
        """How many positions have each remoteness, wins and losses together; draws have none."""
        histogram: dict[int, int] = self._core.histogram
        return histogram

    @property
    def max_remoteness(self) -> int | None:
        """The longest win or loss in plies; None if every position is a draw."""
        return max(self.histogram, default=None)

    def value(self, position: Position) -> Value:
        """The value of a position for its player to move."""
        value: Value = self._core.value(position)
        return value

    def best_moves(self, position: Position) -> tuple[Move, ...]:
        """All moves that keep the result: the shortest wins, every drawing move, or the longest losses.

        In canonical order; empty in a finished position.
        """
        moves: tuple[Move, ...] = self._core.best_moves(position)
        return moves

    def line(self, position: Position | None = None, max_plies: int = 100) -> tuple[Move, ...]:
        """Perfect play from a position (default: the start), the first of the best moves each time.

        It ends with the game, after `max_plies` (0..65536), and before a position would come up again.
        """
        line: tuple[Move, ...] = self._core.line(self.rules.start() if position is None else position, max_plies)
        return line

    def positions(
        self, value: Result | str | None = None, remoteness: int | None = None, reduced: bool = False
    ) -> Iterator[Position]:
        """All positions that have a value and a remoteness, found while you iterate.

        `value` is "win", "loss" or "draw" for the player to move. `reduced`: one of each class of symmetric positions
        that share a stored value, instead of all of them.
        """
        found, begin = self._core.find(0, value, remoteness, reduced)  # now, so that a wrong argument raises here

        def iterate() -> Iterator[Position]:
            positions, next_begin = found, begin
            while True:
                yield from positions
                if next_begin is None:
                    return
                positions, next_begin = self._core.find(next_begin, value, remoteness, reduced)

        return iterate()

    def grundy(self, position: Position) -> int:
        """The Grundy value of a position of an impartial game (under misère rules the misère one: 0 is still a loss).

        All of them are computed on first use. ValueError (RulesError) for games whose players have different moves.
        """
        grundy: int = self._core.grundy(position)
        return grundy

    def __repr__(self) -> str:
        return f"<Solution of {self.rules!r}: {self.size} positions>"


def solve(
    rules: Rules,
    progress: bool | ProgressCallback = False,
    threads: int | None = None,
    memory: int | str | None = None,
) -> Solution:
    """Solve a game exactly: who wins from every position, and in how many plies.

    `progress`: True for a bar on the terminal, or a function that is called with a `Progress` a few times a second.
    `threads`: how many to use at most; the result is the same with any number. `memory`: how much may be taken, in
    bytes or as "4G" (default: 80% of what is free); more is refused with MemoryLimitError before any work is done.
    Ctrl-C stops it.
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be rules of a game, as spielkern.Nim(), not {rules!r:.60}")
    if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int) or threads < 1):
        raise RulesError(f"threads must be a whole number from 1 up, not {threads!r:.60}")
    limit = to_bytes(memory)
    core_solve = rules._solve  # type: ignore[attr-defined] # every game that can be solved has it
    begin = time.perf_counter()
    if progress is True:
        from spielkern.cli.progress import progress_bar  # noqa: PLC0415 - rich is slow to import

        with progress_bar(f"solving {rules}") as report:
            core = core_solve(limit, report)
    else:
        core = core_solve(limit, progress or None)
    return Solution(core, time.perf_counter() - begin)
