"""Ratings, intervals and the sequential test against what can be reckoned without them."""

from __future__ import annotations

import itertools
import math
import random

import pytest

import spielkern as sk
from spielkern.ai import Sprt, ratings
from spielkern.ai.ratings import Meeting, elo_of_score, expected_score, score_interval


def test_scores_and_elo_are_two_ways_to_say_one_thing() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(-1e6) == 0
    assert elo_of_score(0.75) == pytest.approx(190.8485, abs=1e-4)
    assert (elo_of_score(1), elo_of_score(0)) == (math.inf, -math.inf)
    for elo in (-700, -3, 0, 55, 1234):
        assert elo_of_score(expected_score(elo)) == pytest.approx(elo)
    with pytest.raises(sk.RulesError, match=r"from 0.0 to 1.0"):
        elo_of_score(1.5)


def test_intervals_of_scores() -> None:
    # Wilson's limits of 15 in 20, as textbooks have them.
    assert score_interval(0.75, 20) == pytest.approx((0.531299, 0.888138), abs=1e-6)
    assert score_interval(0.5, 0) == (0, 1)
    low, high = score_interval(1.0, 100)
    assert (round(low, 4), high) == (0.9630, 1.0)


def test_intervals_of_scores_hold_as_often_as_they_say() -> None:
    for chance in (0.5, 0.7, 0.9):
        inside = 0.0
        for won in range(201):
            low, high = score_interval(won / 200, 200)
            if low <= chance <= high:
                inside += math.comb(200, won) * chance**won * (1 - chance) ** (200 - won)
        assert 0.935 <= inside <= 0.965


def test_two_players_are_as_far_apart_as_their_score_says() -> None:
    found = ratings.ratings(2, [Meeting(0, 1, 100, 75)])
    assert found is not None
    assert found[0].elo - found[1].elo == pytest.approx(elo_of_score(0.75))
    assert found[0].elo == -found[1].elo
    # The score's standard error, carried over to half the Elo by the slope.
    error = 1.959964 * math.sqrt(0.75 * 0.25 / 100) / (0.75 * 0.25) * 400 / math.log(10) / 2
    assert found[0].high - found[0].elo == pytest.approx(error, rel=1e-6)


RESULTS = [Meeting(0, 1, 20, 13.5), Meeting(0, 2, 10, 9.0), Meeting(1, 2, 30, 17.0), Meeting(2, 3, 8, 6.5)]


def log_likelihood(elos: list[float], meetings: list[Meeting]) -> float:
    total = 0.0
    for first, second, games, score in meetings:
        expected = 1 / (1 + 10 ** ((elos[second] - elos[first]) / 400))
        total += score * math.log(expected) + (games - score) * math.log(1 - expected)
    return total


def test_ratings_are_the_likeliest() -> None:
    found = ratings.ratings(4, RESULTS)
    assert found is not None
    elos = [each.elo for each in found]
    assert sum(elos) == pytest.approx(0, abs=1e-9)
    best = log_likelihood(elos, RESULTS)
    for steps in itertools.product((-3.0, 0.0, 3.0), repeat=4):
        if len(set(steps)) > 1:
            assert log_likelihood([e + s for e, s in zip(elos, steps, strict=True)], RESULTS) < best


def test_ratings_by_another_way() -> None:
    """Zermelo's iteration finds the same."""
    won = [[0.0] * 4 for _ in range(4)]
    for first, second, games, score in RESULTS:
        won[first][second] += score
        won[second][first] += games - score
    strengths = [1.0] * 4
    for _ in range(20_000):
        strengths = [
            sum(won[i]) / sum((won[i][j] + won[j][i]) / (strengths[i] + strengths[j]) for j in range(4) if i != j)
            for i in range(4)
        ]
    elos = [400 * math.log10(s) for s in strengths]
    mean = sum(elos) / 4
    found = ratings.ratings(4, RESULTS)
    assert found is not None
    assert [each.elo for each in found] == pytest.approx([elo - mean for elo in elos], abs=1e-6)


def test_intervals_of_ratings_hold_as_often_as_they_say() -> None:
    dice = random.Random(2)
    truth = [120.0, 10.0, -130.0]
    inside = tries = 0
    for _ in range(300):
        meetings = []
        for first, second in ((0, 1), (0, 2), (1, 2)):
            expected = expected_score(truth[first] - truth[second])
            meetings.append(Meeting(first, second, 80, sum(dice.random() < expected for _ in range(80))))
        found = ratings.ratings(3, meetings)
        assert found is not None
        inside += sum(each.low <= elo <= each.high for each, elo in zip(found, truth, strict=True))
        tries += 3
    assert 0.93 <= inside / tries <= 0.97


def test_results_without_a_likeliest_rating() -> None:
    assert ratings.ratings(2, [Meeting(0, 1, 10, 10)]) is None
    assert ratings.ratings(3, [Meeting(0, 1, 10, 5)]) is None, "one has not played"
    # 2 lost all, and no draw: no chain of successes leads from it to the others.
    assert ratings.ratings(3, [Meeting(0, 1, 10, 5), Meeting(0, 2, 4, 4), Meeting(1, 2, 4, 4)]) is None
    with_draw = ratings.ratings(2, [Meeting(0, 1, 10, 10)], prior=1.0)
    assert with_draw is not None
    assert with_draw[0].elo - with_draw[1].elo == pytest.approx(elo_of_score(10.5 / 11))
    lopsided = ratings.ratings(2, [Meeting(0, 1, 1_000_000, 999_999)])
    assert lopsided is not None
    assert lopsided[0].elo - lopsided[1].elo == pytest.approx(elo_of_score(0.999999), rel=1e-6)


# ------------------------------------------------------------------------------------------------------- SPRT


def test_bounds_are_wald_s() -> None:
    assert Sprt(0, 5, 0.05, 0.05).bounds == pytest.approx((-2.944439, 2.944439), abs=1e-6)
    assert Sprt(0, 5, 0.01, 0.1).bounds == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


def test_the_ratio_of_wins_and_losses_alone_is_that_of_two_coins() -> None:
    p0, p1 = expected_score(-10), expected_score(40)
    known = 70 * math.log(p1 / p0) + 50 * math.log((1 - p1) / (1 - p0))
    assert Sprt(-10, 40).ratio((50, 70)) == pytest.approx(known)
    assert Sprt(-10, 40).ratio((50, 0, 70)) == pytest.approx(known, abs=1e-3), "no draws: nearly the same"


def test_the_ratio_is_of_the_best_explanations() -> None:
    """Among all distributions with a mean, found by brute force."""
    counts = (12, 30, 25)
    test = Sprt(0, 60)

    def best(mean: float) -> float:
        most = -math.inf
        for step in range(1, 200_000):
            win = step / 200_000
            draw = 2 * (mean - win)
            loss = 1 - win - draw
            if draw > 0 and loss > 0:
                total = counts[0] * math.log(loss) + counts[1] * math.log(draw) + counts[2] * math.log(win)
                most = max(most, total)
        return most

    assert test.ratio(counts) == pytest.approx(best(expected_score(60)) - best(expected_score(0)), abs=1e-4)


def test_the_ratio_of_many_pairs_is_near_its_normal_approximation() -> None:
    counts = (100, 900, 2300, 1000, 160)
    number = sum(counts)
    mean = sum(c * i / 4 for i, c in enumerate(counts)) / number
    variance = sum(c * (i / 4 - mean) ** 2 for i, c in enumerate(counts)) / number
    s0, s1 = expected_score(0), expected_score(6)
    near = number * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(0, 6).ratio(counts) == pytest.approx(near, rel=0.01)


def test_nothing_played_says_nothing() -> None:
    assert Sprt().ratio((0, 0, 0, 0, 0)) == 0
    assert Sprt().verdict((0, 0, 0, 0, 0)) is None


def test_one_sided_results_decide() -> None:
    assert Sprt(0, 100).verdict((0, 0, 0, 0, 40)) == "elo1"
    assert Sprt(0, 100).verdict((40, 0, 0, 0, 0)) == "elo0"
    assert Sprt(0, 100).ratio((0, 0, 40, 0, 0)) < 0


@pytest.mark.parametrize(("elo", "wrong"), [(0, "elo1"), (60, "elo0")])
def test_errors_are_as_rare_as_asked_for(elo: float, wrong: str) -> None:
    """Matches between players of known strength; half of the games are drawn, and colours matter."""
    dice = random.Random(3)
    test = Sprt(0, 60, 0.05, 0.05)
    errors = 0
    for _ in range(100):
        counts = [0] * 5
        verdict = None
        while verdict is None:
            twice = 0
            for colour in (0.1, -0.1):
                win = expected_score(elo) - 0.25 + colour
                chance = dice.random()
                twice += 2 if chance < win else 1 if chance < win + 0.5 else 0
            counts[twice] += 1
            verdict = test.verdict(counts)
        errors += verdict == wrong
    assert errors / 100 <= 0.12  # 0.05, three standard deviations up


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((5, 5), sk.RulesError, "elo0 must be below elo1"),
        ((0, 1e9), sk.RulesError, "elo0 must be below elo1"),
        ((0, math.nan), sk.RulesError, "elo0 must be below elo1"),
        ((0, 5, 0, 0.05), sk.RulesError, "alpha must be above"),
        ((0, 5, 0.05, 0.5), sk.RulesError, "beta must be above"),
        (("0", 5), TypeError, "elo0 must be a number"),
    ],
)
def test_wrong_tests_are_refused(arguments: tuple[float, ...], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Sprt(*arguments)
    with pytest.raises(sk.RulesError, match="counts"):
        Sprt().ratio((1, -1, 0))
