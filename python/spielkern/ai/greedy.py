"""A player that looks no further than the next ply, or the next box."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

from spielkern.ai.decision import Candidate, Decision
from spielkern.ai.judging import decision, proven_candidate, result_of, sorted_best
from spielkern.ai.limits import Limits, told_of_match
from spielkern.ai.player import Situation
from spielkern.errors import RulesError
from spielkern.match import Move
from spielkern.values import Result, Value

#: Of more moves only so many are looked at.
MOST_MOVES = 2_000
#: Of more plays than can be listed so many are, the first ones.
MOST_PLAYS = 100_000


class GreedyPlayer:
    """Takes what there is now and does not lose at once.

    Dots and Boxes: takes boxes, else draws an edge that gives none away, else gives away as few as it can. Crazy10s:
    the play that scores most. All others: a win at once if there is one, else a move after which the opponent has none,
    by the evaluation of one more ply where the game has one.
    """

    name = "greedy"

    def choose(self, situation: Situation, /) -> Decision:
        """Choose a move; `situation.seed` decides between equal ones."""
        limits = Limits(situation)
        position = situation.position
        if not hasattr(position, "moves") or hasattr(position, "best_plays"):
            return _most_points(situation, limits)
        if hasattr(position, "closed"):
            return _boxes(situation, limits)
        return _one_ply(situation, limits)


def listed_moves(position: Any) -> tuple[Any, ...]:
    """The legal moves; where they are too many to list, some of them."""
    try:
        moves: tuple[Any, ...] = position.moves()
    except RulesError:
        moves = few_moves(position) if hasattr(position, "heaps") else tuple(islice(position.plays(), MOST_PLAYS))
    return moves


def few_moves(position: Any) -> tuple[Any, ...]:
    """The legal moves; of very many only some, evenly spread over the heaps of Nim."""
    heaps = getattr(position, "heaps", None)
    if heaps is None or sum(heaps) <= MOST_MOVES:
        moves: tuple[Any, ...] = position.moves()
        return moves
    share = max(MOST_MOVES // len(heaps) // 2, 1)
    rules = position.rules
    some = []
    for number, heap in enumerate(heaps, 1):
        counts = sorted({*range(1, min(share, heap) + 1), *range(max(heap - share, 1), heap + 1)}) if heap else []
        some += [rules.move(f"{number}:{count}") for count in counts]
    return tuple(some)


def _one_ply(situation: Situation, limits: Limits) -> Decision:
    position = situation.position
    player = position.player
    drawn, plies_left = told_of_match(situation)
    candidates: list[Candidate] = []
    moves = few_moves(position)
    for move in moves:
        after = position.play(move)
        if after.outcome is not None:
            candidates.append(proven_candidate(move, result_of(after.outcome, player), 0))
            continue
        if after.key in drawn or plies_left == 1:
            candidates.append(proven_candidate(move, Result.DRAW, None))
            continue
        if limits.over and candidates:
            break
        value = _after_reply(after, limits)
        if value.proven:
            candidates.append(proven_candidate(move, Result.LOSS, 1))
        else:
            worth = value.score or 0.0
            win = 0.5 + 0.4 * max(-1.0, min(1.0, worth / 10))
            candidates.append(Candidate(move, value, win, win if value.score is None else worth, 1))
    ordered = sorted_best(candidates, situation.seed)
    best = ordered[0]
    all_known = len(ordered) == len(moves) and all(each.value.proven for each in ordered)
    proven = best.value.proven and (best.win == 1.0 or all_known)
    return decision(ordered, limits, nodes=len(ordered), proven=proven)


def _after_reply(after: Any, limits: Limits) -> Value:
    """The value of a position for the opponent of who is on turn, seen one ply deep."""
    rules = after.rules
    if hasattr(rules, "_alpha_beta"):
        found = rules._alpha_beta(after, limits.seconds_left(), None, 1, 2**15, [], None, limits.listener)
        if found["wins"] == 1:
            return Value(Result.LOSS, 1, proven=True)
        return Value(score=None if found["score"] is None else -found["score"])
    heaps = getattr(after, "heaps", None)
    if heaps is not None:  # the last heap is taken at once; in the misère game nobody wins by an own ply
        lost = not rules.misere and sum(heap > 0 for heap in heaps) == 1
        return Value(Result.LOSS, 1, proven=True) if lost else Value()
    for reply in after.moves():
        outcome = after.play(reply).outcome
        if outcome is not None and outcome.winner == after.player:
            return Value(Result.LOSS, 1, proven=True)
    return Value()


def _boxes(situation: Situation, limits: Limits) -> Decision:
    """Every move by how many boxes it takes, or lets the opponent take in a row."""
    position = situation.position
    boxes = _box_edges(position.rules)
    drawn = {str(edge) for edge in position.edges}
    candidates = []
    for move in position.moves():
        taken, given = _taken_and_given(boxes, drawn, str(move))
        candidates.append(Candidate(move, Value(score=float(taken - given)), 0.5, float(taken - given), 1))
    random.Random(situation.seed).shuffle(candidates)
    candidates.sort(key=lambda candidate: -candidate.worth)
    most = sum(not closed for closed in position.closed)
    ranked = [_with_win(candidate, most) for candidate in candidates]
    return decision(ranked, limits, nodes=len(ranked))


def _with_win(candidate: Candidate, boxes: int) -> Candidate:
    win = 0.5 + 0.4 * max(-1.0, min(1.0, candidate.worth / max(boxes, 1)))
    return Candidate(candidate.move, candidate.value, win, candidate.worth, candidate.nodes)


def _box_edges(rules: Any) -> list[frozenset[str]]:
    """The four edges of every box, as texts."""
    dot = [[chr(ord("a") + col) + str(row + 1) for col in range(rules.cols + 1)] for row in range(rules.rows + 1)]
    return [
        frozenset(
            (
                dot[row][col] + dot[row][col + 1],
                dot[row + 1][col] + dot[row + 1][col + 1],
                dot[row][col] + dot[row + 1][col],
                dot[row][col + 1] + dot[row + 1][col + 1],
            )
        )
        for row in range(rules.rows)
        for col in range(rules.cols)
    ]


def _taken_and_given(boxes: list[frozenset[str]], drawn: set[str], edge: str) -> tuple[int, int]:
    """How many boxes an edge completes, and if none, how many the opponent could then take one after the other."""
    touched = [box - drawn for box in boxes if edge in box]
    taken = sum(len(left) == 1 for left in touched)
    if taken or all(len(left) > 2 for left in touched):
        return taken, 0
    now = drawn | {edge}
    open_boxes = [box - now for box in boxes if box - now]
    given = 0
    while True:
        last = next((left for left in open_boxes if len(left) == 1), None)
        if last is None:
            return 0, given
        open_boxes = [left - last for left in open_boxes]
        given += sum(not left for left in open_boxes)
        open_boxes = [left for left in open_boxes if left]


def _most_points(situation: Situation, limits: Limits) -> Decision:
    """The play that scores most; without any all tiles are swapped if the bag has enough, else passed."""
    position = situation.position
    candidates = [
        Candidate(play, Value(score=float(score)), 0.5 + 0.4 * min(score / 100, 1.0), float(score), 1)
        for play in best_plays(position, 8, limits)
        for score in (position.score(play),)
    ]
    candidates += [Candidate(move, Value(score=0.0), 0.5, 0.0, 1) for move in moves_without_play(position)]
    return decision(candidates, limits, nodes=len(candidates))


def best_plays(position: Any, n: int, limits: Limits, share: float = 1.0) -> list[Move]:
    """The n plays that score most; of those found within a share of the time, as racks with jokers have very many."""
    if not hasattr(position, "_best_plays"):
        return list(position.best_plays(n))
    found: list[Move] = position._best_plays(n, limits.seconds_left(share), limits.listener)
    return found


def moves_without_play(position: Any) -> list[Move]:
    """What a player does who lays nothing: swaps all tiles if the bag has enough, else passes."""
    rules = position.rules
    rack = (position.racks[position.player - 1] or "").strip("-")
    swap = [rules.move(f"swap {rack}")] if rack and position.bag_size >= len(rack) else []
    return [*swap, rules.move("pass")]
