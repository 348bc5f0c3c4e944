"""The player of Crazy10s: simulations while tiles are hidden, exact search once the bag is empty."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from spielkern.ai.decision import Candidate, Decision
from spielkern.ai.player import Situation
from spielkern.errors import RulesError, shown
from spielkern.match import Move
from spielkern.values import Progress, Result, Value

#: So long a decision takes, or so many samples, if the budget says nothing of either.
STANDARD_SECONDS = 1.0
STANDARD_SAMPLES = 2_000
#: So many turns are played after each move: linked turns take far longer, so that more deals are worth more there.
TURNS = {"line": 2, "linked": 1}
#: And so many plays are candidates.
PLAYS = {"line": 16, "linked": 10}
#: Kept back of the seconds, for all that is neither simulation nor search: so many, and such a share.
RESERVE_SECONDS, RESERVE_SHARE = 0.003, 0.02
#: Exact search may take such a part of the time; what it has not settled by then is simulated.
ENDGAME_SHARE = 0.85
#: Entries of its table, 32 bytes each: so many a second, and at most.
ENTRIES_A_SECOND, MOST_ENTRIES = 2**20, 2**20

_WIN = {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}


class Crazy10sPlayer:
    """Compares plays, swaps and passing by what comes of them in deals of the hidden tiles.

    It knows what its player may know, and nothing else: the View. A budget of `nodes` counts samples (or positions of
    the exact search), and `depth` the turns that are played after each move; with either alone the same seed gives the
    same decision.

    `leaves`: whether what tiles are worth that stay on the rack is reckoned by the learned table, or as nothing.
    """

    name = "crazy10s"

    def __init__(self, leaves: bool = True) -> None:
        self.leaves = leaves

    def choose(self, situation: Situation, /) -> Decision:
        """Choose a move. RulesError for a situation of another game, or in which another player is on turn."""
        begin = time.perf_counter()
        view = situation.position
        if getattr(getattr(view, "rules", None), "name", None) != "crazy10s":
            raise RulesError(f"the player crazy10s plays Crazy10s alone, not {shown(situation.position)}")
        if hasattr(view, "view"):  # a whole position: what its mover may not know is forgotten
            view = view.view(view.player)
        limits = _Limits(situation, begin)
        if view.bag_size == 0:
            decision = self._solved(view, limits)
            if decision is not None:
                return decision
        return self._simulated(view, limits, situation.seed)

    def _solved(self, view: Any, limits: _Limits) -> Decision | None:
        """The decision of exact search; None if it came to nothing within its part of the time."""
        position = view.determinize(0)  # all tiles that are not seen are the other's: there is but one
        found = view.rules._endgame(
            position, limits.left(ENDGAME_SHARE), limits.listener, limits.nodes, limits.table_entries
        )
        lower, upper = found["lower"], found["upper"]
        if lower is None:
            return None
        own, other = view.scores if view.player == 1 else view.scores[::-1]
        proven = lower == upper
        final = own - other + lower
        result = Result.WIN if final > 0 else Result.LOSS if final < 0 else Result.DRAW
        moves = found["best_moves"] or (found["best_known"],)
        candidates = tuple(_endgame_candidate(view, move, lower, result, proven, found["nodes"]) for move in moves)
        value = Value(result, net=lower, proven=True) if proven else Value(score=float(lower), bounds=_bounds(found))
        line = found["line"] or moves[:1]
        return Decision(
            line[0], value, candidates[0].win, tuple(line), candidates, found["nodes"], limits.spent, proven
        )

    def _simulated(self, view: Any, limits: _Limits, seed: int) -> Decision:
        found = view.rules._simulate(
            view,
            limits.left(),
            limits.samples,
            seed % 2**64,
            self.leaves,
            PLAYS[view.rules.placement],
            TURNS[view.rules.placement] if limits.depth is None else limits.depth,
            limits.listener,
        )
        candidates = tuple(
            Candidate(move, Value(score=points), win, points, samples) for move, points, win, samples in found
        )
        best = candidates[0]
        samples = sum(candidate.nodes for candidate in candidates)
        return Decision(best.move, best.value, best.win, (best.move,), candidates, samples, limits.spent, proven=False)


class _Limits:
    """What one decision may still spend."""

    def __init__(self, situation: Situation, begin: float) -> None:
        budget = situation.budget
        self._begin = begin
        self._stop = situation.stop
        self._seconds = budget.seconds
        self.nodes = budget.nodes
        self.depth = budget.depth
        self.samples = budget.nodes
        if budget.seconds is None and budget.nodes is None:
            if budget.depth is None:
                self._seconds = STANDARD_SECONDS
            else:
                self.samples = STANDARD_SAMPLES

    @property
    def spent(self) -> float:
        return time.perf_counter() - self._begin

    def left(self, share: float = 1.0) -> float | None:
        """Seconds that may still be used, or a share of them; None without a limit."""
        if self._stop is not None and self._stop.is_set():
            return 0.0
        if self._seconds is None:
            return None
        reserve = min(RESERVE_SECONDS + RESERVE_SHARE * self._seconds, self._seconds / 2)
        return max(0.0, (self._seconds - reserve - self.spent) * share)

    @property
    def table_entries(self) -> int:
        seconds = 1.0 if self._seconds is None else self._seconds
        return max(2**12, min(int(ENTRIES_A_SECOND * seconds), MOST_ENTRIES))

    @property
    def listener(self) -> Callable[[Progress], bool] | None:
        """What ends the core's work once an answer is wanted at once."""
        if self._stop is None:
            return None
        is_set = self._stop.is_set
        return lambda _: not is_set()


def _bounds(found: dict[str, Any]) -> tuple[int, int] | None:
    return None if found["upper"] is None else (found["lower"], found["upper"])


def _endgame_candidate(  # noqa: PLR0917 - the same for all moves but `move`
    view: Any, move: Move, net: int, result: Result, proven: bool, nodes: int
) -> Candidate:
    """A move that brings `net` points, those of all later turns included; at least that, if it is not proven."""
    score = view.score(move) if str(move)[0] not in "ps" else 0
    value = Value(result, net=net - score, proven=True) if proven else Value(score=float(net - score))
    return Candidate(move, value, _WIN[result], float(net), nodes)
