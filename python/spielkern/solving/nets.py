"""The solution of a game with points: a table of nets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from spielkern._core import Position
from spielkern.errors import RulesError, shown
from spielkern.solving.solution import ProgressCallback, Solution, thread_count
from spielkern.values import Result

if TYPE_CHECKING:
    import numpy
    import numpy.typing


class NetSolution(Solution):
    """The net of every position of Dots and Boxes: boxes still to come, the mover's minus the opponent's.

    The net hangs on the drawn edges alone, so one table serves every score and either mover, and a value tells both the
    net and, with the score so far, the result. Every game lasts until all edges are drawn: there is no remoteness.
    """

    @property
    def counts(self) -> dict[int, int]:
        """How many sets of edges have which net, from the least net on. Counted on first use."""
        return dict(self._nets())

    @property
    def reachable_counts(self) -> dict[int, int]:  # type: ignore[override] # by net
        """The same as `counts`: edges may be drawn in any order, so play reaches every set."""
        return self.counts

    def count_reachable(self, progress: bool | ProgressCallback = False) -> dict[int, int]:  # type: ignore[override]
        """The same as `counts`."""
        return self.counts

    @property
    def histogram(self) -> dict[int, int]:
        """Not for this game: RulesError."""
        self._refuse_remoteness()

    @property
    def max_remoteness(self) -> int | None:
        """Not for this game: RulesError."""
        self._refuse_remoteness()

    @property
    def finished(self) -> Result | None:
        """None: a finished game may be a win, a loss or a draw."""
        return None

    @property
    def packed(self) -> numpy.typing.NDArray[numpy.integer[Any]]:
        """The nets as a read-only NumPy array of int8, without a copy: shape (2 to the number of edges,).

        The index is the set of drawn edges, bit i for the i-th edge of the position's text. Needs NumPy. A table is
        checked as a whole.
        """
        return super().packed

    def positions(  # type: ignore[override] # by net
        self, net: int | None = None, remoteness: None = None, reduced: bool = False
    ) -> Iterator[Position]:
        """All sets of edges, or those with a net, as positions of player 1 with all points so far; while you iterate.

        ValueError (RulesError) for a remoteness; `reduced` makes no difference.
        """
        if isinstance(net, str):
            raise RulesError(f"positions of this game are found by net, a number, not by {shown(net)}")
        if remoteness is not None:
            self._refuse_remoteness()
        return super()._iterated(net)

    def longest_wins(self, reduced: bool = False) -> Iterator[Position]:
        """Not for this game: RulesError."""
        self._refuse_remoteness()

    def grundy(self, position: Position) -> int:
        """Not for this game: RulesError."""
        raise RulesError(f"{self.rules.title} has no Grundy values: it is played for points")

    def _refuse_remoteness(self) -> NoReturn:
        raise RulesError(f"{self.rules.title} has no remoteness: every game lasts until all edges are drawn")

    def _nets(self) -> dict[int, int]:
        if self._tally is None:
            self._tally = (self._core.tally(thread_count(None), None), {})
        return self._tally[0]
