"""The solution of a game, and `solve`, which makes one."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from spielkern._core import Move, Position, Rules
from spielkern.errors import RulesError, shown
from spielkern.extras import required
from spielkern.solving.memory import to_bytes
from spielkern.solving.paths import checked_path, writable_table
from spielkern.solving.progress import reporting
from spielkern.values import Progress, Result, Value

if TYPE_CHECKING:
    import numpy
    import numpy.typing

#: Called up to fifty times a second with where the work stands. What it raises ends the work and comes out of it.
ProgressCallback = Callable[[Progress], object]


class Solution:
    """The value of every position of a game under given rules, from `solve` or `open_table`.

    Values know nothing of a match: no repetition, no limit of plies. Play that never ends is a draw.
    """

    def __init__(self, core: Any, seconds: float | None = None) -> None:
        self._core = core
        self._seconds = seconds
        self._tally: tuple[dict[Any, int], dict[int, int]] | None = None
        self._reachable: dict[str, int] | None = None

    @property
    def rules(self) -> Rules:
        """The rules that were solved."""
        rules: Rules = self._core.rules
        return rules

    @property
    def seconds(self) -> float | None:
        """What solving took; None for a table that was opened."""
        return self._seconds

    @property
    def size(self) -> int:
        """How many positions have a value: arrangements x player to move.

        Of Nim heap sizes and of Dots and Boxes sets of edges; the mover is no part of these.
        """
        size: int = self._core.size
        return size

    @property
    def cells(self) -> int:
        """How many values are stored: fewer than `size` where symmetric positions share one."""
        cells: int = self._core.cells
        return cells

    @property
    def counts(self) -> dict[Any, int]:
        """How many of all positions are a "win", a "loss", a "draw" for their player to move. Counted on first use."""
        return dict(self._tallied()[0])

    @property
    def histogram(self) -> dict[int, int]:
        """How many positions have each remoteness, wins and losses together; draws have none. Counted on first use."""
        return dict(self._tallied()[1])

    @property
    def max_remoteness(self) -> int | None:
        """The longest win or loss in plies; None if every position is a draw."""
        return max(self._tallied()[1], default=None)

    @property
    def finished(self) -> Result | None:
        """The result that every finished position has for its player to move; None if there are several.

        Where there is one, as in Nim and Mū Tōrere, the parity of the remoteness tells a win from a loss.
        """
        finished: str | None = self._core.finished
        return None if finished is None else Result(finished)

    @property
    def reachable_counts(self) -> dict[str, int]:
        """`counts` over the positions that play from the start can reach. Computed on first use."""
        return self.count_reachable()

    def count_reachable(self, progress: bool | ProgressCallback = False) -> dict[str, int]:
        """`reachable_counts`, with reports on the way: on large boards it takes longer than solving."""
        if self._reachable is None:
            with reporting(progress, f"reachable positions of {self.rules}") as report:
                self._reachable = self._core.reachable_counts(report)
        return dict(self._reachable)

    @property
    def packed(self) -> numpy.typing.NDArray[numpy.integer[Any]]:
        """The stored values as a read-only NumPy array, without a copy: shape (cells,), uint8, uint16 or uint32.

        0 is a draw. Else, where the parity of the remoteness tells a win from a loss (`finished` is not None), the
        number is the remoteness + 1; else 2 * remoteness + (1 for a win, 0 for a loss) + 1. Needs NumPy. A table is
        checked as a whole.
        """
        np = required("numpy", "an array", "numpy")
        try:
            array: numpy.typing.NDArray[numpy.integer[Any]] = np.asarray(memoryview(self._core))
            return array
        except BufferError as error:  # says only that it failed; what it comes from says why
            raise error.__cause__ or error from None

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
        begin = self.rules.start() if position is None else position
        line: tuple[Move, ...] = self._core.line(begin, max_plies)
        return line

    def positions(
        self, value: Result | str | None = None, remoteness: int | None = None, reduced: bool = False
    ) -> Iterator[Position]:
        """All positions that have a value and a remoteness, found while you iterate.

        `value` is "win", "loss" or "draw" for the player to move. `reduced`: one of each class of symmetric positions
        that share a stored value, instead of all of them.
        """
        return self._iterated(value, remoteness, reduced)

    def longest_wins(self, reduced: bool = False) -> Iterator[Position]:
        """All positions whose win takes the most plies, found while you iterate; `reduced` as in `positions`."""
        for plies in sorted(self.histogram, reverse=True):
            if self.finished is not None and (plies % 2 == 0) != (self.finished == Result.WIN):
                continue  # all lost
            positions = self.positions(Result.WIN, plies, reduced)
            for first in positions:
                yield first
                yield from positions
                return

    def grundy(self, position: Position) -> int:
        """The Grundy value of a position of an impartial game (under misère rules the misère one: 0 is still a loss).

        All of them are computed on first use. ValueError (RulesError) for games whose players have different moves.
        """
        grundy: int = self._core.grundy(position)
        return grundy

    def verify(self, threads: int | None = None, progress: bool | ProgressCallback = False) -> int:
        """Check every value against those of its successors, and return how many were checked.

        An independent pass forward over all positions, not a second solve: it proves the values right. Raises
        VerificationError at a value that is wrong.
        """
        with reporting(progress, f"verifying {self.rules}") as report:
            checked: int = self._core.verify(thread_count(threads), report)
        return checked

    def save(self, path: str | os.PathLike[str], progress: bool | ProgressCallback = False) -> None:
        """Write the solution to a table file, which `open_table` reads.

        The name stands for the whole file or for what it stood for before, also if the process is killed meanwhile.
        Raises TableError (an OSError) if it cannot be written.
        """
        name = writable_table(path)
        with reporting(progress, f"saving {self.rules}") as report:
            self._core.save(name, report)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.rules!r}: {self.size} positions>"

    def _iterated(self, *wanted: Any) -> Iterator[Position]:
        found, begin = self._core.find(0, *wanted)  # now, so that a wrong argument raises here

        def iterate() -> Iterator[Position]:
            positions, next_begin = found, begin
            while True:
                yield from positions
                if next_begin is None:
                    return
                positions, next_begin = self._core.find(next_begin, *wanted)

        return iterate()

    def _tallied(self) -> tuple[dict[Any, int], dict[int, int]]:
        if self._tally is None:
            self._tally = self._core.tally(None)
        return self._tally


def thread_count(threads: int | None) -> int:
    """How many threads to use: `threads`, or as many as the process may run at once. ValueError unless 1..1024."""
    if threads is None:
        available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        return min(available, 1024)
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 1024:
        raise RulesError(f"threads must be a whole number from 1 to 1024, not {shown(threads)}")
    return threads


def solve(
    rules: Rules,
    progress: bool | ProgressCallback = False,
    threads: int | None = None,
    memory: int | str | None = None,
    *,
    work: str | os.PathLike[str] | None = None,
    checkpoint_seconds: float = 60.0,
) -> Solution:
    """Solve a game exactly: who wins from every position, and in how many plies.

    Of Dots and Boxes the net of every set of edges (`NetSolution`).

    `progress`: True for a bar on the terminal, or a function that is called with a `Progress` up to 50 times a second.
    `threads`: how many to use (default: all that there are); the result is the same with any number. `memory`: how much
    may be taken, in bytes or as "4G" (default: 80% of what is free); more is refused with MemoryLimitError before any
    work is done, or, where games turn out to be too long for the foreseen width of a value, when that shows. Ctrl-C
    stops it.

    `work`: a folder to keep what has been done in, every `checkpoint_seconds`; a solve of the same rules with the same
    folder goes on from there, also after it was killed. Nothing is left there when it is done.
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be rules of a game, as spielkern.Nim(), not {shown(rules)}")
    if rules.chance:
        raise RulesError(f"{rules.title} cannot be solved as a whole: chance has a hand in it")
    if isinstance(checkpoint_seconds, bool) or not isinstance(checkpoint_seconds, (int, float)):
        raise TypeError(f"checkpoint_seconds must be a number, not {shown(checkpoint_seconds)}")
    if not 0 <= checkpoint_seconds <= 1e9:
        raise RulesError(f"checkpoint_seconds must be from 0 to 1e9, not {shown(checkpoint_seconds)}")
    limit = to_bytes(memory)
    count = thread_count(threads)
    folder = None if work is None else checked_path(work)
    if folder is not None and has_nets(rules):
        raise RulesError(f"{rules.title} is solved in one go: there is no work to keep in a folder")
    core_solve = rules._solve  # type: ignore[attr-defined] # every game that can be solved has it
    begin = time.perf_counter()
    with reporting(progress, f"solving {rules}") as report:
        core = core_solve(limit, count, folder, checkpoint_seconds, report)
    return solution_of(core, time.perf_counter() - begin)


def has_nets(rules: Rules) -> bool:
    """Whether a game is played for points, so that it is solved for nets and its positions are searched."""
    return hasattr(rules, "_analyse")


def solution_of(core: Any, seconds: float | None = None) -> Solution:
    """Wrap what the core has solved or opened."""
    if has_nets(core.rules):
        from spielkern.solving.nets import NetSolution  # noqa: PLC0415 - it derives from Solution

        return NetSolution(core, seconds)
    return Solution(core, seconds)
