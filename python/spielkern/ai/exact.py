"""A player that knows: theory, tables and exact search, as far as the budget goes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import lru_cache, reduce
from operator import xor
from typing import Any

from spielkern.ai.decision import Candidate, Decision
from spielkern.ai.greedy import few_moves
from spielkern.ai.judging import (
    WIN_OF,
    decision,
    flipped,
    proven_candidate,
    result_of,
    sorted_best,
)
from spielkern.ai.limits import Limits, told_of_match
from spielkern.ai.player import Situation
from spielkern.ai.simulating import simulated
from spielkern.errors import Cancelled
from spielkern.solving.solution import solve
from spielkern.values import Progress, Result, Value

#: So many stored positions a second a solver makes at least, with one thread and on a busy machine.
SOLVED_A_SECOND = 2_000_000
#: More are never solved for a move.
MOST_SOLVED = 100_000_000
#: Of a budget of nodes or depth alone.
SOLVED_WITHOUT_CLOCK = 2_000_000
#: A search takes no smaller table.
LEAST_TABLE = 2**20
#: So many positions are looked at to see whether a win avoids what the match would call a draw.
MOST_PROVEN = 2_000
#: Tables kept, the latest ones, and rules remembered for which the time was not enough.
KEPT_TABLES, MOST_IN_VAIN = 8, 1_000
#: Of the time, what a solver may take of it.
SOLVE_SHARE = 0.5
#: Of the time, what is left for another look if the exact search does not finish.
SEARCH_SHARE = 0.8


class Tables:
    """Solutions of the rules asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Any, Any] = OrderedDict()
        self._in_vain: dict[Any, float] = {}  # rules, and the seconds that were not enough
        self._lock = threading.Lock()

    def get(self, rules: Any, limits: Limits) -> Any:
        """The solution of the rules if it is kept, or can be made within the limits; else None."""
        by_clock = limits.seconds is not None
        # A table that only a clock had time for must not show in decisions that the seed and the nodes make.
        if not by_clock and _stored(rules) > SOLVED_WITHOUT_CLOCK:
            return None
        with self._lock:
            if rules in self._kept:
                self._kept.move_to_end(rules)
                return self._kept[rules]
        seconds = limits.seconds_left(SOLVE_SHARE)
        if not self._is_soon_made(rules, limits) or (seconds is not None and seconds < self._in_vain.get(rules, 0.0)):
            return None
        end = None if seconds is None else limits.spent + seconds

        goes_on = limits.listener

        def watch(progress: Progress) -> None:
            if (goes_on is not None and not goes_on(progress)) or (end is not None and limits.spent >= end):
                raise Cancelled

        try:
            solution = solve(rules, progress=watch, threads=1)
        except (Cancelled, MemoryError):
            if seconds is not None and not limits.stopped and len(self._in_vain) < MOST_IN_VAIN:
                self._in_vain[rules] = 2 * seconds
            return None
        with self._lock:
            self._kept[rules] = solution
            while len(self._kept) > KEPT_TABLES:
                self._kept.popitem(last=False)
        return solution

    @staticmethod
    def _is_soon_made(rules: Any, limits: Limits) -> bool:
        left = limits.seconds_left()
        affordable = SOLVED_WITHOUT_CLOCK if left is None else int(SOLVED_A_SECOND * left)
        return _stored(rules) <= min(affordable, MOST_SOLVED) and not limits.over


@lru_cache(maxsize=1_000)
def _stored(rules: Any) -> int:
    """How many positions a table of the rules stores; of big games to count them alone takes a while."""
    positions, _ = rules._solve_need()
    return int(positions)


TABLES = Tables()


class ExactPlayer:
    """Plays without a mistake where that can be known within the budget, and says whether it is.

    Nim by theory, and by a table where there is one for the quickest way; Mū Tōrere and 10 with few stones by table;
    Dots and Boxes by search. What cannot be known within the budget is simulated, and not called proven.
    """

    name = "exact"

    def choose(self, situation: Situation, /) -> Decision:
        """Choose a move; `situation.seed` decides between equal ones."""
        limits = Limits(situation)
        found = known(situation, limits)
        return simulated(situation, limits) if found is None else found


def known(situation: Situation, limits: Limits) -> Decision | None:
    """The decision where it can be exact; None if the budget is not enough or the game has no way."""
    position = situation.position
    rules = position.rules
    if not hasattr(position, "moves") or getattr(rules, "chance", False):
        return None
    if hasattr(rules, "_nets"):
        return nets(situation, limits)
    if not hasattr(rules, "_solve_need"):
        return None
    if hasattr(position, "heaps"):
        return _nim(situation, limits)
    table = TABLES.get(rules, limits)
    return None if table is None else _by_table(situation, limits, table)


def _by_table(situation: Situation, limits: Limits, table: Any) -> Decision:
    position = situation.position
    keys, _ = told_of_match(situation)
    proof = _Proof(table, frozenset(keys), limits)
    candidates = [_by_table_after(situation, move, proof) for move in position.moves()]
    ordered = sorted_best(candidates, situation.seed)
    if ordered[0].value.result is Result.DRAW:
        ordered = _hardest_draws_first(position, ordered, table)
    best = ordered[0]
    line = (best.move, *table.line(position.play(best.move), 20))
    return decision(ordered, limits, line=line, nodes=len(ordered), proven=best.value.proven)


def _by_table_after(situation: Situation, move: Any, proof: _Proof) -> Candidate:
    """A move by the value of the position after it, the match's own draws included."""
    position = situation.position
    after = position.play(move)
    left = situation.plies_left
    if after.outcome is not None:
        return proven_candidate(move, result_of(after.outcome, position.player), 0)
    if after.key in proof.drawn or left == 1:
        return proven_candidate(move, Result.DRAW, None)
    value = proof.table.value(after)
    value = value if after.player == position.player else flipped(value)
    # Who is to lose holds out as long as possible, and to win takes the shortest way: the match ends before.
    if left is not None and value.remoteness is not None and value.remoteness > left - 1:
        return proven_candidate(move, Result.DRAW, None)
    result = Result(value.result or Result.DRAW)
    if result is Result.DRAW or proof.holds(after):
        return proven_candidate(move, result, value.remoteness)
    # It may be a draw, and nothing else.
    win = (WIN_OF[result] + WIN_OF[Result.DRAW]) / 2
    return Candidate(move, Value(result, value.remoteness), win, win)


class _Proof:
    """Whether a win of the table is one in a match in which some positions, if they came again, would be draws.

    Draws of the table are draws in any such match.
    """

    def __init__(self, table: Any, drawn: frozenset[int], limits: Limits) -> None:
        self.table = table
        self.drawn = drawn
        self._limits = limits
        self._known: dict[Any, bool] = {}
        self._left = MOST_PROVEN

    def holds(self, position: Any) -> bool:
        """Whether the win or loss is forced the quickest way past those positions; False too if that takes too long."""
        if not self.drawn or position.outcome is not None:
            return True
        if position not in self._known:
            self._left -= 1
            if self._left < 0 or self._limits.over:
                return False
            value = self.table.value(position)
            wins = value.result is Result.WIN
            moves = self.table.best_moves(position) if wins else position.moves()
            answers = (self._holds_after(position.play(move)) for move in moves)
            self._known[position] = any(answers) if wins else all(answers)
        return self._known[position]

    def _holds_after(self, position: Any) -> bool:
        return (position.outcome is not None or position.key not in self.drawn) and self.holds(position)


def _hardest_draws_first(position: Any, ordered: list[Candidate], table: Any) -> list[Candidate]:
    """Of drawing moves first those after which most replies of the opponent lose."""

    def losing(candidate: Candidate) -> float:
        after = position.play(candidate.move)
        if candidate.win != 0.5 or after.outcome is not None or after.player == position.player:
            return 0.0
        replies = [after.play(reply) for reply in after.moves()[:64]]
        wrong = sum(table.value(reply).result is Result.WIN and reply.player != after.player for reply in replies)
        return float(wrong / max(len(replies), 1))

    return sorted(ordered, key=lambda candidate: (-candidate.win, -losing(candidate)))


def _nim(situation: Situation, limits: Limits) -> Decision:
    """By theory: Bouton's of 1901. With a table, if there is one, the quickest win and the slowest loss."""
    position = situation.position
    rules = position.rules
    table = TABLES.get(rules, limits)
    if table is not None:
        return _by_table(situation, limits, table)
    moves = {str(move): move for move in few_moves(position)}
    for text in winning_texts(position.heaps, rules.misere):
        moves.setdefault(text, rules.move(text))
    left = situation.plies_left
    candidates = []
    for move in moves.values():
        after = position.play(move)
        lost = is_lost(after.heaps, rules.misere)
        plies = 0 if not any(after.heaps) else None
        result = Result.WIN if lost else Result.LOSS
        # With too few plies nobody can finish; with fewer than there are objects it may be a draw.
        least = sum(heap > 0 for heap in after.heaps)
        if left is not None and least > left - 1:
            result = Result.DRAW
        sure = result is Result.DRAW or plies == 0 or left is None or sum(after.heaps) <= left - 1
        candidates.append(proven_candidate(move, result, plies, proven=sure))
    ordered = sorted_best(candidates, situation.seed)
    if ordered[0].win == 0.0:  # the fewer objects, the longer it may last
        ordered.sort(key=lambda candidate: int(str(candidate.move).partition(":")[2]))
    return decision(ordered, limits, nodes=len(ordered), proven=ordered[0].value.proven)


def is_lost(heaps: tuple[int, ...], misere: bool) -> bool:
    """Whether the player on turn loses: Bouton's theorem. The misère game differs once no heap has two objects."""
    if misere and max(heaps, default=0) <= 1:
        return sum(heaps) % 2 == 1
    return reduce(xor, heaps, 0) == 0


def winning_texts(heaps: tuple[int, ...], misere: bool) -> list[str]:
    """One winning move of each heap that has any."""
    texts = []
    total = reduce(xor, heaps, 0)
    for number, heap in enumerate(heaps, 1):
        for rest in {heap ^ total, 0, 1}:
            if rest < heap and is_lost((*heaps[: number - 1], rest, *heaps[number:]), misere):
                texts.append(f"{number}:{heap - rest}")
    return texts


def search_table(limits: Limits) -> int:
    """The bytes of a search's table: few, since to touch memory first takes time in which nobody hears a stop."""
    if limits.table_bytes is not None:
        return max(limits.table_bytes, LEAST_TABLE)
    return 2**24 if limits.seconds is None or limits.seconds < 5 else 2**26


def nets(situation: Situation, limits: Limits, threads: int = 1) -> Decision | None:
    """Dots and Boxes and the like by exact search; None if it does not finish."""
    position = situation.position
    if situation.plies_left is not None and situation.plies_left < len(position.moves()):
        candidates = [proven_candidate(move, Result.DRAW, None) for move in position.moves()]
        return decision(sorted_best(candidates, situation.seed), limits, proven=True)
    found = position.rules._nets(
        position, limits.seconds_left(SEARCH_SHARE), limits.simulations, threads, search_table(limits), limits.listener
    )
    value: Value = found["value"]
    best = [move for move, net in found["moves"] if net == value.net]
    if value.net is None or not best:
        return None
    own, other = position.score if position.player == 1 else position.score[::-1]
    candidates = []
    for move, net in found["moves"]:
        if net is None:
            continue
        result = Result.of_lead(own - other + net)
        candidates.append(Candidate(move, Value(result, net=net, proven=True), WIN_OF[result], float(net)))
    ordered = sorted_best(candidates, situation.seed)
    ordered.sort(key=lambda candidate: -candidate.worth)
    if len(best) > 1:
        ordered = _likeliest_first(situation, limits, ordered, len(best))
    return decision(ordered, limits, value=value, nodes=found["nodes"], proven=True)


def _likeliest_first(situation: Situation, limits: Limits, ordered: list[Candidate], equal: int) -> list[Candidate]:
    """Of the best moves, which are worth the same against perfect play, first what serves best against random play."""
    simulations = min(20_000, limits.simulations or 20_000)
    found = situation.position.rules._mcts(
        situation.position,
        limits.seconds_left(),
        simulations,
        2**22,
        1,
        situation.seed % 2**64,
        [],
        None,
        limits.listener,
    )
    means = {move: mean for move, visits, mean, _, _ in found["candidates"] if visits}
    best = sorted(ordered[:equal], key=lambda candidate: -means.get(candidate.move, 0.0))
    return best + ordered[equal:]
