"""The player of Crazy10s: simulations while tiles are hidden, exact search once the bag is empty."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from spielkern.ai.decision import Candidate, Decision
from spielkern.ai.judging import WIN_OF
from spielkern.ai.limits import Limits
from spielkern.ai.player import Situation
from spielkern.errors import RulesError, shown
from spielkern.match import Move
from spielkern.reference.crazy10s import MOST_SCORELESS
from spielkern.values import Result, Value

#: So many samples a decision takes if the budget gives no more than a depth.
STANDARD_SAMPLES = 2_000
#: So many turns are played after each move: linked turns take far longer, so that more deals are worth more there.
TURNS = {"line": 2, "linked": 1}
#: So many plays are candidates.
PLAYS = 16
#: Exact search may take such a part of the time; what it has not settled by then is simulated.
ENDGAME_SHARE = 0.85
#: Entries of its table: so many a second and at most, and the bytes of each.
ENTRIES_A_SECOND, MOST_ENTRIES, ENTRY_BYTES = 2**20, 2**20, 32


class Crazy10sPlayer:
    """Compares plays, swaps and passing by what comes of them in deals of the hidden tiles.

    It knows what its player may know, and nothing else: the View. A budget of `nodes` counts samples (or positions of
    the exact search), and `depth` the turns that are played after each move; with either alone the same seed gives the
    same decision.

    `leaves`: whether what tiles are worth that stay on the rack is reckoned by the learned table, or as nothing;
    `tempo`: the same of the turns that are to come with so many tiles left.
    """

    name = "crazy10s"

    def __init__(self, leaves: bool = True, tempo: bool = True) -> None:
        self.leaves = leaves
        self.tempo = tempo

    def choose(self, situation: Situation, /) -> Decision:
        """Choose a move. RulesError for a situation of another game, or in which another player is on turn."""
        limits = Limits(situation)
        view = _known(situation.position)
        if view.bag_size == 0:
            decision = self._solved(view, limits)
            if decision is not None:
                return decision if _ends_in_time(view, situation.plies_left) else _open(decision)
        return self._simulated(view, limits, situation.seed)

    def compare(self, situation: Situation, move: Move) -> Decision:
        """A decision by simulations that has this legal move among its candidates, however little it promises."""
        return self._simulated(_known(situation.position), Limits(situation), situation.seed, move)

    def _solved(self, view: Any, limits: Limits) -> Decision | None:
        """The decision of exact search; None if it came to nothing within its part of the time."""
        position = view.determinize(0)  # all tiles that are not seen are the other's: there is but one
        found = view.rules._endgame(
            position, limits.seconds_left(ENDGAME_SHARE), limits.listener, limits.nodes, _table_entries(limits)
        )
        lower, upper = found["lower"], found["upper"]
        if lower is None:
            return None
        own, other = view.scores if view.player == 1 else view.scores[::-1]
        proven = lower == upper
        result = Result.of_lead(own - other + lower)
        moves = found["best_moves"] or (found["best_known"],)
        candidates = tuple(
            _endgame_candidate(view, move, lower, result, proven=proven, nodes=found["nodes"]) for move in moves
        )
        value = Value(result, net=lower, proven=True) if proven else Value(score=float(lower), bounds=_bounds(found))
        line = found["line"] or moves[:1]
        return Decision(
            line[0], value, candidates[0].win, tuple(line), candidates, found["nodes"], limits.spent, proven
        )

    def _simulated(self, view: Any, limits: Limits, seed: int, asked: Move | None = None) -> Decision:
        by_depth_alone = limits.seconds is None and limits.nodes is None
        found = view.rules._simulate(
            view,
            limits.seconds_left(),
            STANDARD_SAMPLES if by_depth_alone else limits.nodes,
            seed % 2**64,
            self.leaves,
            self.tempo,
            PLAYS,
            TURNS[view.rules.placement] if limits.depth is None else limits.depth,
            limits.listener,
            asked,
        )
        candidates = tuple(
            Candidate(move, Value(score=points), win, points, samples) for move, points, win, samples in found
        )
        best = candidates[0]
        samples = sum(candidate.nodes for candidate in candidates)
        return Decision(best.move, best.value, best.win, (best.move,), candidates, samples, limits.spent, proven=False)


def _known(position: Any) -> Any:
    """What the mover may know of a position of Crazy10s."""
    if getattr(getattr(position, "rules", None), "name", None) != "crazy10s":
        raise RulesError(f"the player crazy10s plays Crazy10s alone, not {shown(position)}")
    return position.view(position.player) if hasattr(position, "view") else position


def _ends_in_time(view: Any, plies_left: int | None) -> bool:
    """Whether the end of the game comes in any case before the match's limit of plies."""
    tiles = sum(view.rack_sizes)
    # Turns that score nothing end a match if they are many in a row; each other one takes a tile from a rack at least.
    return plies_left is None or MOST_SCORELESS * (tiles + 1) <= plies_left


def _open(decision: Decision) -> Decision:
    """The decision, but nothing of it proven."""
    candidates = tuple(replace(each, value=replace(each.value, proven=False)) for each in decision.candidates)
    return replace(decision, value=replace(decision.value, proven=False), candidates=candidates, proven=False)


def _table_entries(limits: Limits) -> int:
    seconds = 1.0 if limits.seconds is None else limits.seconds
    most = MOST_ENTRIES if limits.table_bytes is None else limits.table_bytes // ENTRY_BYTES
    return max(2**12, min(int(ENTRIES_A_SECOND * seconds), most))


def _bounds(found: dict[str, Any]) -> tuple[int, int] | None:
    return None if found["upper"] is None else (found["lower"], found["upper"])


def _endgame_candidate(view: Any, move: Move, net: int, result: Result, *, proven: bool, nodes: int) -> Candidate:
    """A move that brings `net` points, those of all later turns included; at least that, if it is not proven."""
    score = view.score(move) if str(move)[0] not in "ps" else 0
    value = Value(result, net=net - score, proven=True) if proven else Value(score=float(net - score))
    return Candidate(move, value, WIN_OF[result], float(net), nodes)
