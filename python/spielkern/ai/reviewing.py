"""Reviews: what every move of a match was worth, against the best one."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from spielkern._core import Rules
from spielkern.ai.alphabeta import win_of_score
from spielkern.ai.crazy10s import Crazy10sPlayer
from spielkern.ai.exact import is_lost, winning_texts
from spielkern.ai.judging import WIN_OF, flipped, result_of
from spielkern.ai.player import Budget, situation_of
from spielkern.ai.players import player
from spielkern.ai.reasons import Judged, reason
from spielkern.analysis import FEW_POSITIONS, analyse, solved_within
from spielkern.errors import MemoryLimitError, RulesError, shown
from spielkern.match import Match, Move
from spielkern.records import package_version, schema_text
from spielkern.solving import solve
from spielkern.solving.progress import reporting
from spielkern.solving.solution import ProgressCallback
from spielkern.values import Progress, Result, Value

SCHEMA: Final = 1
#: So much time each position gets where none is given.
STANDARD_SECONDS = 1.0
#: Of best moves no more are named.
MOST_BEST = 5

ResultName = Literal["win", "draw", "loss"]


class ReviewedMove(Struct, frozen=True, forbid_unknown_fields=True):
    """One move of a match; results are for the player who made it."""

    ply: int
    player: Literal[1, 2]
    move: str
    best: list[str]
    loss: float
    before: ResultName | None
    after: ResultName | None
    missed_win: bool
    proven: bool
    reason: str


class Report(Struct, frozen=True, forbid_unknown_fields=True):
    """The review of a match, for programs."""

    schema: Literal[1]
    writer: str
    game: str
    unit: str
    moves: list[ReviewedMove]
    loss: tuple[float, float]
    missed_wins: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Review:
    """What every move of a match was worth."""

    match: Match[Any]
    #: What losses count: "results" (a win more than a loss is 1.0), "boxes" or "points".
    unit: str
    moves: tuple[ReviewedMove, ...]
    #: What player 1 could expect before each move and after the last: with the unit "boxes" the lead at the end, else
    #: the result (1.0 a win, 0.5 a draw, 0.0 a loss); None where nothing is known. Empty without a move.
    course: tuple[float | None, ...]

    def loss(self, player: int) -> float:
        """What a player has lost in all."""
        return round(sum(each.loss for each in self.moves if each.player == player), 3)

    def missed_wins(self, player: int) -> int:
        """How often a player had a won game and let it go."""
        return sum(each.missed_win for each in self.moves if each.player == player)

    def to_json(self) -> str:
        """The review as one line of JSON; `schema/review-1.json` describes it."""
        return msgspec.json.encode(
            Report(
                schema=SCHEMA,
                writer=f"spielkern {package_version()}",
                game=self.match.rules.name,
                unit=self.unit,
                moves=list(self.moves),
                loss=(self.loss(1), self.loss(2)),
                missed_wins=(self.missed_wins(1), self.missed_wins(2)),
            )
        ).decode()


def json_schema() -> str:
    """The JSON Schema of reviews, as it lies in `schema/review-1.json`."""
    return schema_text(Report, f"spielkern review, schema {SCHEMA}")


def review(
    match: Match[Any],
    seconds: float | None = None,
    nodes: int | None = None,
    *,
    threads: int | None = None,
    progress: bool | ProgressCallback = False,
) -> Review:
    """Say of every move of a match what it lost against the best one, and why, in the game's terms.

    Exactly, where that can be: by a table of the whole game, by theory, by search to the end. Where it cannot,
    `seconds` (default: 1.0) for each position give an estimate; in games with hidden tiles it is made with what the
    player could know, by the best player there is, with `nodes` if these are given. `proven` says which of the two it
    is. Values are those of the game: the match's limits of plies and repetitions count for nothing.
    """
    if not isinstance(match, Match):
        raise TypeError(f"expected a Match, not {shown(match)}")
    budget = Budget(STANDARD_SECONDS if seconds is None and nodes is None else seconds, nodes)
    searching = STANDARD_SECONDS if seconds is None else seconds
    rules: Any = match.rules
    if not isinstance(rules, Rules):
        raise RulesError(f"{rules.title}: only matches of the core's rules are reviewed, as spielkern.rules makes them")
    judge: Callable[[int], Judged]
    if getattr(rules, "chance", False):
        unit, judge = "points", _ByPlayer(match, budget, searching).judge
    elif hasattr(rules, "_notes"):
        unit, judge = "boxes", _ByValues(match, _nets(rules, searching, threads)).judge
    else:
        whole = searching * len(match.positions)
        unit, judge = "results", _ByValues(match, _results(rules, searching, whole, threads)).judge
    moves = []
    course: list[float | None] = []
    with reporting(progress, f"review of {rules}") as report:
        begun = time.perf_counter()
        for ply, move in enumerate(match.history):
            judged = judge(ply)
            course.append(_expected(judged.before, judged.position, judged.position.player, unit, judged.win))
            moves.append(
                ReviewedMove(
                    ply=ply + 1,
                    player=1 if match.positions[ply].player == 1 else 2,
                    move=str(move),
                    best=[str(each) for each in judged.best[:MOST_BEST]],
                    loss=round(judged.loss, 3) + 0.0,
                    before=None if judged.before.result is None else judged.before.result.value,
                    after=None if judged.after.result is None else judged.after.result.value,
                    missed_win=judged.before.result is Result.WIN
                    and judged.before.proven
                    and judged.after.proven
                    and judged.after.result is not Result.WIN,
                    proven=judged.before.proven and judged.after.proven,
                    reason=reason(judged),
                )
            )
            if report is not None:
                spent = time.perf_counter() - begun
                report(Progress("moves", 0, ply + 1, match.ply, spent, spent))
    if moves:
        course.append(_expected_at_end(match, judged, unit))
    return Review(match, unit, tuple(moves), tuple(course))


def _expected(value: Value, position: Any, mover: int, unit: str, win: float | None = None) -> float | None:
    """What player 1 can expect in a position that has this value for `mover`."""
    if unit == "boxes":
        return None if value.net is None else _points_of(position, 1) + (value.net if mover == 1 else -value.net)
    if value.result is not None:
        win = WIN_OF[value.result]
    elif value.score is not None:
        win = win_of_score(value.score)
    return win if win is None or mover == 1 else 1 - win


def _expected_at_end(match: Match[Any], judged: Judged, unit: str) -> float | None:
    """What came out for player 1, or could be expected where the match stopped."""
    if match.outcome is None or unit == "boxes":
        return _expected(judged.after, judged.after_position, judged.position.player, unit)
    return {1: 1.0, 2: 0.0, None: 0.5}[match.outcome.winner]


# ------------------------------------------------------------------------------------------- by values of positions


@dataclass(frozen=True, slots=True)
class _Found:
    """What a position is worth for the player on turn, and the moves that keep it (empty if not known)."""

    value: Value
    best: tuple[Move, ...]


class _ByValues:
    """Judges by what the positions before and after a move are worth."""

    def __init__(self, match: Match[Any], find: Callable[[Any], _Found]) -> None:
        self.match = match
        self.find = find
        self.known: dict[Any, _Found] = {}

    def judge(self, ply: int) -> Judged:
        """Judge the move at that ply."""
        positions: tuple[Any, ...] = self.match.positions
        before, after = positions[ply], positions[ply + 1]
        move = self.match.history[ply]
        found, then = self._look(before), self._look(after)
        turns = before.player != after.player
        outcome = after.outcome
        value_after = then.value
        if outcome is not None and value_after.net is None:
            value_after = Value(result_of(outcome, before.player), remoteness=0, proven=True)
        elif turns:
            value_after = flipped(value_after)
        if value_after.net is not None:
            gained = _points_of(after, before.player) - _points_of(before, before.player)
            value_after = _final(after, before.player, value_after)
            assert found.value.net is not None
            assert value_after.net is not None
            loss = max(0.0, float(found.value.net - value_after.net - gained))
            return Judged(before, move, after, found.best, loss, found.value, value_after)
        return Judged(before, move, after, found.best, _loss(found.value, value_after), found.value, value_after)

    def _look(self, position: Any) -> _Found:
        if position not in self.known:
            found = self.find(position)
            if found.value.net is not None:
                found = _Found(_final(position, position.player, found.value), found.best)
            self.known[position] = found
        return self.known[position]


def _loss(before: Value, after: Value) -> float:
    """What was lost, in results; of what is not proven nothing is said but what a forced win or loss says."""
    if before.result is None or after.result is None:
        if before.result is Result.WIN or after.result is Result.LOSS:
            return 0.5  # a win is gone, or has come to the opponent; what there was instead is open
        return 0.0
    return max(0.0, WIN_OF[before.result] - WIN_OF[after.result])


def _points_of(position: Any, viewer: int) -> int:
    first, second = position.score
    return int(first - second if viewer == 1 else second - first)


def _final(position: Any, viewer: int, value: Value) -> Value:
    """The value with the result that its net leads to."""
    assert value.net is not None
    result = Result.of_lead(_points_of(position, viewer) + value.net)
    return Value(result, net=value.net, proven=value.proven)


def _nets(rules: Any, seconds: float, threads: int | None) -> Callable[[Any], _Found]:
    """Values in boxes: by a table of a small board, else by search."""
    if rules._solve_need()[0] <= 2 * FEW_POSITIONS:
        table = solve(rules)
        return lambda position: _Found(table.value(position), tuple(table.best_moves(position)))

    def search(position: Any) -> _Found:
        if position.outcome is not None:
            return _Found(Value(net=0, proven=True), ())
        found = analyse(position, seconds, threads)
        if found.value.proven and found.value.net is not None:
            return _Found(found.value, found.best_moves or ())
        return _guessed(position, seconds)

    return search


def _guessed(position: Any, seconds: float) -> _Found:
    """What the best player there is thinks of a position of boxes."""
    found = player("best").choose(situation_of(position, Budget(seconds)))
    free = sum(not closed for closed in position.closed)
    if found.value.net is not None:  # it had just the time that was missing
        return _Found(found.value, (found.move,))
    net = round(found.candidates[0].worth - _points_of(position, position.player)) if found.candidates else 0
    return _Found(Value(net=max(-free, min(free, net))), (found.move,))


def _results(rules: Any, seconds: float, whole: float, threads: int | None) -> Callable[[Any], _Found]:
    """Values as results: by a table of the whole game, by the theory of Nim, or by search for forced wins.

    `seconds` are for each position that is searched, `whole` for a table of a big game.
    """
    if rules._solve_need()[0] <= FEW_POSITIONS:
        table = solve(rules)
        return lambda position: _Found(table.value(position), tuple(table.best_moves(position)))
    if rules.name == "nim":
        return _by_theory
    if not hasattr(rules, "_analyse_wins"):
        try:
            big = solved_within(whole, rules, threads=threads)
        except MemoryLimitError:
            big = None
        if big is None:
            return lambda position: _Found(Value(), ())
        return lambda position: _Found(big.value(position), tuple(big.best_moves(position)))

    def search(position: Any) -> _Found:
        found = analyse(position, seconds, threads)
        return _Found(found.value, found.best_moves or (found.line or ())[:1])

    return search


def _by_theory(position: Any) -> _Found:
    rules, heaps = position.rules, position.heaps
    if is_lost(heaps, rules.misere):
        return _Found(Value(Result.LOSS, proven=True), ())
    best = tuple(rules.move(text) for text in winning_texts(heaps, rules.misere))
    return _Found(Value(Result.WIN, proven=True), best)


# ------------------------------------------------------------------------------------- by what a player could know


class _ByPlayer:
    """Judges plays by what the best player thinks of them, who sees no more than the one who made them."""

    def __init__(self, match: Match[Any], budget: Budget, seconds: float) -> None:
        self.match = match
        self.budget = budget
        self.seconds = seconds
        self.player = Crazy10sPlayer()

    def judge(self, ply: int) -> Judged:
        """Judge the move at that ply."""
        positions: tuple[Any, ...] = self.match.positions
        before, after = positions[ply], positions[ply + 1]
        move = self.match.history[ply]
        if before.bag_size == 0:
            exact = self._exact(before, move, after)
            if exact is not None:
                return exact
        found = self.player.compare(situation_of(before, self.budget, ply), move)
        worth = {each.move: each.worth for each in found.candidates}
        loss = worth[found.move] - worth[move]
        return Judged(before, move, after, (found.move,), max(0.0, loss), Value(), Value(), found.win)

    def _exact(self, before: Any, move: Move, after: Any) -> Judged | None:
        """By search to the end, once nothing is left to chance."""
        found = analyse(before, self.seconds)
        if not found.value.proven or found.value.net is None:
            return None
        own = before.player - 1
        if after.outcome is None:
            then = analyse(after, self.seconds)
            if not then.value.proven or then.value.net is None:
                return None
            final = then.value.net + after.scores[1 - own] - after.scores[own]
            final = -final
        else:
            final = after.final_scores[own] - after.final_scores[1 - own]
        best = before.scores[own] - before.scores[1 - own] + found.value.net
        value = Value(Result.of_lead(final), net=final, proven=True)
        return Judged(before, move, after, found.best_moves or (), float(best - final), found.value, value)
