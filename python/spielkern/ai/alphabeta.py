"""The player of 10: forced wins, and alpha-beta where nothing is forced."""

from __future__ import annotations

from typing import Any

from spielkern.ai.decision import Candidate, Decision
from spielkern.ai.exact import nets, search_table
from spielkern.ai.judging import WIN_OF, decision, proven_candidate, sorted_best
from spielkern.ai.limits import Limits, told_of_match
from spielkern.ai.player import Situation
from spielkern.ai.simulating import simulated
from spielkern.errors import Cancelled
from spielkern.values import Result, Value

#: Of the time, what goes into the search for forced wins before alpha-beta begins.
FORCED_SHARE = 0.3
#: So many nodes alpha-beta has whatever the time, which is about a millisecond.
LEAST_NODES = 500
#: Alpha-beta goes no deeper.
MOST_DEPTH = 100
#: A score of so many figures is as good as a win.
SURE_LEAD = 8.0


class AlphaBetaPlayer:
    """10 by a search for forced wins and by alpha-beta with an evaluation; Dots and Boxes by exact search.

    Where neither can say anything, and in games without an evaluation, moves are simulated.
    """

    name = "alphabeta"

    def choose(self, situation: Situation, /) -> Decision:
        """Choose a move; the same for the same nodes or depth."""
        limits = Limits(situation)
        rules: Any = situation.position.rules
        if hasattr(rules, "_alpha_beta"):
            return by_forced_wins(situation, limits)
        if hasattr(rules, "_nets"):
            found = nets(situation, limits)
            if found is not None:
                return found
        return simulated(situation, limits)


def win_of_score(score: float) -> float:
    """The result that a score of so many figures lets expect."""
    return 0.5 + 0.45 * max(-1.0, min(1.0, score / SURE_LEAD))


def by_forced_wins(situation: Situation, limits: Limits) -> Decision:
    """10: a forced win or loss if there is one in reach, else what alpha-beta likes best."""
    forced = _forced(situation, limits)
    if forced is not None:
        return forced
    position = situation.position
    keys, plies_left = told_of_match(situation)
    depth = MOST_DEPTH if limits.depth is None else min(limits.depth, MOST_DEPTH)
    table = search_table(limits)
    found = position.rules._alpha_beta(
        position, limits.seconds_left(), limits.nodes, depth, table, keys, plies_left, limits.listener
    )
    if not found["line"]:  # not even the time for one ply; that much is always done
        found = position.rules._alpha_beta(position, None, LEAST_NODES, depth, 2**16, keys, plies_left, None)
    move, plies = found["line"][0], found["wins"]
    if plies is None:
        score = found["score"]
        best = Candidate(move, Value(score=score), win_of_score(score), score, found["nodes"])
        value = best.value
    else:  # the length is that of a search that leaves out much; that there is a win is sure where it is one
        result = Result.WIN if plies > 0 else Result.LOSS
        best = Candidate(move, Value(result), WIN_OF[result], SURE_LEAD if plies > 0 else -SURE_LEAD, found["nodes"])
        value = Value(result)
    return decision([best], limits, value=value, line=found["line"], nodes=found["nodes"])


def _forced(situation: Situation, limits: Limits) -> Decision | None:
    """A forced win or loss that the match leaves time for."""
    seconds = limits.seconds_left(FORCED_SHARE)
    if seconds is None or seconds <= 0:
        return None
    position = situation.position
    keys, plies_left = told_of_match(situation)
    try:
        found = position.rules._analyse_wins(position, seconds, 1, search_table(limits), limits.listener)
    except Cancelled:
        return None
    value: Value = found["value"]
    if not value.proven or value.result is Result.DRAW or keys:
        return None
    if plies_left is not None and (value.remoteness is None or value.remoteness > plies_left):
        return None
    moves = found["best_moves"] or found["line"][:1]
    if not moves:
        return None
    plies = None if value.remoteness is None else value.remoteness - 1
    candidates = [proven_candidate(move, value.result, plies) for move in moves if value.result is not None]
    ordered = sorted_best(candidates, situation.seed)
    line = found["line"] if found["line"][:1] == (ordered[0].move,) else ()
    return decision(ordered, limits, value=value, line=line, nodes=found["nodes"], proven=True)
