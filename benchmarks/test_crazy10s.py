"""Crazy10s: greedy matches, best plays with jokers, endgames; and both engines on the same positions."""

from __future__ import annotations

import time
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import spielkern as sk
from spielkern import reference
from spielkern.reference.crazy10s import Crazy10sPosition

# placement: matches, turns, points
SELF_PLAY = {"line": (2000, 68_231, 1_507_338), "linked": (50, 707, 46_382)}
# placement: positions; of them those that take fewer than 3,000 nodes, and the sum of their values
ENDGAMES = {"line": (100, 17, 306), "linked": (40, 18, 1291)}
TURNS = {"line": 1097, "linked": 2872}  # the sum of the best scores of forty positions
# placement: positions, sum of the best scores
JOKERS = {"line": [17, 840], "linked": [17, 1935]}


@pytest.mark.parametrize("placement", list(SELF_PLAY))
def test_greedy_matches(benchmark: BenchmarkFixture, placement: str) -> None:
    matches, turns, points = SELF_PLAY[placement]
    benchmark.extra_info.update(calls=turns)
    played = benchmark.pedantic(sk.Crazy10s(placement=placement).self_play, (matches, 1), rounds=3)
    assert (played["turns"], played["points"]) == (turns, points)


def middles(placement: str, count: int) -> list[Any]:
    """Positions of greedy matches in one line after 8 to 16 turns."""
    rules = sk.Crazy10s(placement="line")
    found = []
    for seed in range(count):
        position = rules.start(seed)
        for _ in range(8 + seed % 9):
            best = position.best_plays(1)
            position = position.play(best[0] if best else "pass")
        found.append(sk.Crazy10s(placement=placement).position(str(position)))
    return found


@pytest.mark.parametrize("placement", list(SELF_PLAY))
def test_best_play_with_two_jokers(benchmark: BenchmarkFixture, placement: str) -> None:
    rules = sk.Crazy10s(placement=placement)
    views = []
    for position in middles(placement, 40):
        rack = position.racks[position.player - 1]
        if sum("A" <= tile <= "J" for tile in position.board) <= 1:
            views.append(rules.board(position.board, rack.rstrip("*")[:5] + "**"))
    times = []

    def best() -> list[int]:
        scores = []
        for view in views:
            began = time.perf_counter()
            scores.append(view.score(view.best_plays(1)[0]))
            times.append(time.perf_counter() - began)
        return scores

    scores = benchmark.pedantic(best, rounds=1)
    benchmark.extra_info.update(median=sorted(times)[len(times) // 2], nine_of_ten=sorted(times)[len(times) * 9 // 10])
    assert [len(scores), sum(scores)] == JOKERS[placement]


@pytest.mark.parametrize("placement", list(SELF_PLAY))
def test_both_engines(benchmark: BenchmarkFixture, placement: str) -> None:
    positions = [position for position in middles(placement, 30) if "*" not in "".join(position.racks)][:6]
    racks = [position.racks[position.player - 1][: 7 if placement == "line" else 5] for position in positions]
    core = sk.Crazy10s(placement=placement)
    views = [core.board(position.board, rack) for position, rack in zip(positions, racks, strict=True)]

    def ours() -> list[list[str]]:
        return [sorted(map(str, view.plays())) for view in views]

    began = time.perf_counter()
    theirs = []
    for position, rack in zip(positions, racks, strict=True):
        plain = reference.Crazy10s(placement=placement)
        slow = Crazy10sPosition(plain, tuple(position.board.replace("/", "")), (rack, ""), None, 9, 1, (0, 0), 0)
        theirs.append(sorted(map(str, slow.plays())))
    benchmark.extra_info.update(reference_seconds=time.perf_counter() - began)
    assert benchmark(ours) == theirs


def bags_run_out(placement: str, count: int) -> list[Any]:
    """Positions of greedy matches whose bag has just run out."""
    rules = sk.Crazy10s(placement=placement)
    positions: list[Any] = []
    seed = 0
    while len(positions) < count:
        position = rules.start(seed)
        seed += 1
        while position.outcome is None and position.bag_size > 0:
            best = position.best_plays(1)
            rack = position.racks[position.player - 1]
            position = position.play(best[0] if best else f"swap {rack}" if position.bag_size >= len(rack) else "pass")
        if position.outcome is None:
            positions.append(position)
    return positions


@pytest.mark.parametrize("placement", list(ENDGAMES))
def test_endgames(benchmark: BenchmarkFixture, placement: str) -> None:
    """How many endgames are solved within a second each, by the clock and by this thread's own time."""
    count, *expected = ENDGAMES[placement]
    positions = bags_run_out(placement, count)
    seconds = 1.0 if benchmark.disabled else 4.0
    own_seconds = []

    def solve() -> list[Any]:
        found = []
        for position in positions:
            began = time.thread_time()
            found.append(sk.analyse(position, seconds=seconds))
            own_seconds.append(time.thread_time() - began)
        return found

    found = benchmark.pedantic(solve, rounds=1)
    proven = [analysis.value.proven for analysis in found]
    benchmark.extra_info.update(
        solved_in_a_second=sum(done and took < 1 for done, took in zip(proven, own_seconds, strict=True)),
        solved_by_the_clock=sum(analysis.value.proven and analysis.seconds < 1 for analysis in found),
        median=sorted(own_seconds)[count // 2],
    )
    quick = [analysis.value.net for analysis in found if analysis.value.proven and analysis.nodes < 3000]
    assert [len(quick), sum(quick)] == expected


@pytest.mark.parametrize("placement", list(SELF_PLAY))
def test_greedy_turns(benchmark: BenchmarkFixture, placement: str) -> None:
    """The median turn: the play that scores most, of racks without jokers and with them."""
    positions = middles(placement, 40)
    times: dict[bool, list[float]] = {False: [], True: []}

    def best() -> int:
        points = 0
        for position in positions:
            began = time.perf_counter()
            plays = position.best_plays(1)
            times["*" in position.racks[position.player - 1]].append(time.perf_counter() - began)
            points += position.score(plays[0]) if plays else 0
        return points

    points = benchmark.pedantic(best, rounds=1)
    medians = {joker: sorted(taken)[len(taken) // 2] for joker, taken in times.items()}
    benchmark.extra_info.update(median_without_jokers=medians[False], median_with_jokers=medians[True])
    assert points == TURNS[placement]
