"""Players that simulate: Monte-Carlo tree search for every game."""

from __future__ import annotations

import math
import random
from typing import Any

from spielkern.ai.decision import Candidate, Decision
from spielkern.ai.greedy import best_plays
from spielkern.ai.judging import decision
from spielkern.ai.limits import Limits, told_of_match
from spielkern.ai.player import Situation
from spielkern.errors import shown
from spielkern.values import Result, Value

#: Bytes of the tree for each second of a search, at least and at most.
TREE_A_SECOND, LEAST_TREE, MOST_TREE = 2**27, 2**22, 2**30
#: Bytes of the tree for each simulation, where these are given.
TREE_A_SIMULATION = 2**9

#: So many are made whatever the time, which is a millisecond or two.
LEAST_SIMULATIONS = 50

#: Of a game with hidden tiles so many of the plays that score most are looked at,
PLAYS = 12
#: in matches that go on for so many turns more, and then are judged by the lead, which counts so much for a win.
TURNS, LEAD = 3, 60.0
#: So many simulations what a play scores at once stands for; not to play is as if it cost so many points.
BEFORE, NO_PLAY = 3, -15.0


class MctsPlayer:
    """Monte-Carlo tree search with random games, for every game; proven results are carried up the tree.

    With hidden tiles every simulation deals them anew, as they may lie, and the first ply alone is chosen by what came
    of it.
    """

    name = "mcts"

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads

    def choose(self, situation: Situation, /) -> Decision:
        """Choose a move; the same for the same `situation.seed`, nodes and number of threads."""
        return simulated(situation, Limits(situation), self.threads)


def simulated(situation: Situation, limits: Limits, threads: int = 1, share: float = 1.0) -> Decision:
    """The decision of a tree search in what is left of the limits."""
    position = situation.position
    if hasattr(position, "best_plays"):
        return _determinized(situation, limits)
    if not hasattr(position.rules, "_mcts"):
        raise TypeError(f"this player plays the games of spielkern, it knows no {shown(position)}")
    keys, plies_left = told_of_match(situation)
    seconds = limits.seconds_left(share)
    size = _tree_bytes(seconds, limits)
    seed = situation.seed % 2**64
    found = position.rules._mcts(
        position, seconds, limits.simulations, size, threads, seed, keys, plies_left, limits.listener
    )
    least = min(LEAST_SIMULATIONS, limits.simulations or LEAST_SIMULATIONS)
    if found["simulations"] < least and found["proven"] is None:
        found = position.rules._mcts(position, None, least, LEAST_TREE, 1, seed, keys, plies_left, None)
    candidates = [
        _candidate(position, move, mean, proven, visits)
        for move, visits, mean, proven, _ in found["candidates"]
        if visits
    ]
    proven = found["proven"]
    value = Value(score=_points(position, candidates[0].win))
    if proven is not None:
        value = Value(Result(proven), proven=True)  # the way the tree has seen is perhaps not the quickest
    return decision(
        candidates, limits, value=value, line=found["line"], nodes=found["simulations"], proven=proven is not None
    )


def _tree_bytes(seconds: float | None, limits: Limits) -> int:
    by_time = MOST_TREE if seconds is None else int(TREE_A_SECOND * seconds)
    by_count = MOST_TREE if limits.simulations is None else TREE_A_SIMULATION * limits.simulations
    most = MOST_TREE if limits.table_bytes is None else limits.table_bytes
    return max(LEAST_TREE, min(by_time, by_count, most))


def _points(position: Any, win: float) -> float:
    """What a chance to win is in the unit of `Candidate.worth`: boxes where boxes are counted, else the chance."""
    if not hasattr(position, "closed"):
        return win
    boxes = sum(not closed for closed in position.closed)
    return (2 * win - 1) * boxes


def _candidate(position: Any, move: Any, mean: float, proven: str | None, visits: int) -> Candidate:
    worth = _points(position, mean)
    if proven is None:
        return Candidate(move, Value(score=worth), mean, worth, visits)
    return Candidate(move, Value(Result(proven), proven=True), mean, worth, visits)


# ------------------------------------------------------------------------------------------------ hidden tiles


def _determinized(situation: Situation, limits: Limits) -> Decision:
    """Flat Monte-Carlo search over the hidden tiles, by upper confidence bounds (UCB1)."""
    view = situation.position
    moves = candidate_plays(view, limits)
    # What a play scores now stands for the first simulations: few fit into a second.
    before = [_win(view.score(move) if str(move)[0] not in "sp" else NO_PLAY) for move in moves]
    visits, sums, points = [0] * len(moves), [0.0] * len(moves), [0.0] * len(moves)
    seeds = random.Random(situation.seed)
    most = limits.simulations
    count = 0

    def mean(i: int) -> float:
        return (sums[i] + BEFORE * before[i]) / (visits[i] + BEFORE)

    while len(moves) > 1 and (most is None or count < most) and not limits.over:
        spread = 0.3 * math.sqrt(math.log(count + 2))
        i = max(range(len(moves)), key=lambda k: mean(k) + spread / math.sqrt(visits[k] + BEFORE))
        lead = _lead_after(view, moves[i], seeds.getrandbits(63), limits)
        visits[i] += 1
        points[i] += lead
        sums[i] += _win(lead)
        count += 1
    order = sorted(range(len(moves)), key=lambda i: (-mean(i), i))
    candidates = [
        Candidate(moves[i], Value(score=points[i] / visits[i]), mean(i), points[i] / visits[i], visits[i])
        for i in order
        if visits[i]
    ]
    if not candidates or candidates[0].move != moves[order[0]]:
        best = Candidate(moves[order[0]], Value(), mean(order[0]), 0.0)
        return decision([best], limits, nodes=count)
    return decision(candidates, limits, value=candidates[0].value, nodes=count)


def _win(lead: float) -> float:
    """The chance to win with a lead of so many points."""
    return 1 / (1 + math.exp(-2 * lead / LEAD))


def candidate_plays(view: Any, limits: Limits) -> list[Any]:
    """The plays that score most, a few swaps, and passing."""
    rules = view.rules
    rack = view.racks[view.player - 1].strip("-")
    moves: list[Any] = best_plays(view, PLAYS, limits, share=0.5)
    swaps: dict[str, None] = {}
    if rack and view.bag_size:
        high = "".join(sorted(rack.replace("*", ""), reverse=True))
        for tiles in (rack, rack.replace("*", ""), high[:2], high[:3], high[:4]):
            if 0 < len(tiles) <= view.bag_size:
                swaps["".join(sorted(tiles, key="0123456789*".index))] = None
    moves += [rules.move(f"swap {tiles}") for tiles in swaps]
    moves.append(rules.move("pass"))
    return moves


def _lead_after(view: Any, move: Any, seed: int, limits: Limits) -> float:
    """The lead of the player on turn after the move and some turns of those that score most, in one possible deal."""
    me = view.player
    position = view.determinize(seed).play(move, seed) if hasattr(view, "determinize") else view.play(move, seed)
    for turn in range(TURNS):
        if position.outcome is not None:
            own, other = position.final_scores if me == 1 else position.final_scores[::-1]
            return float(own - other)
        if limits.over:
            break
        best = best_plays(position, 1, limits)
        position = position.play(best[0] if best else position.rules.move("pass"), seed + turn)
    own, other = position.scores if me == 1 else position.scores[::-1]
    return float(own - other)
