"""What results say of the players: Elo ratings, scores with their uncertainty, and a test that may end early.

A game is worth 1 to its winner, 0 to its loser, and 1/2 to both if it is drawn. A difference of d Elo means an
expected score of 1 / (1 + 10^(-d/400)).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from spielkern.errors import RulesError, shown

#: Elo of a natural unit of strength, in which the odds of winning are e to 1.
ELO = 400 / math.log(10)
#: 95% of a normal distribution lie within so many standard deviations.
NORMAL_95 = 1.959963984540054
#: A score that never occurred counts as if so many games had it, or one of these could never be explained.
LEAST_COUNT = 1e-3
#: Newton's method needs ten or so; more come only of rounding.
MOST_STEPS = 200


def expected_score(elo: float) -> float:
    """The expected score of a player who is `elo` stronger."""
    odds = -elo / ELO
    return 1 / (1 + math.exp(odds)) if odds < 700 else 0.0


def elo_of_score(score: float) -> float:
    """The Elo by which a player with that expected score is stronger; infinite for 0.0 and 1.0."""
    if not 0 <= score <= 1:
        raise RulesError(f"a score is from 0.0 to 1.0, not {shown(score)}")
    if score in (0, 1):
        return math.inf if score else -math.inf
    return -ELO * math.log(1 / score - 1)


def score_interval(score: float, games: int) -> tuple[float, float]:
    """Where the expected score lies with 95% confidence, after that mean `score` in so many games.

    Wilson's interval (Journal of the American Statistical Association 22, 1927). Games that can be drawn, and pairs of
    games with the colours changed, vary less than it assumes: it is rather too wide than too narrow.
    """
    if games == 0:
        return 0.0, 1.0
    square = NORMAL_95**2 / games
    middle = (score + square / 2) / (1 + square)
    half = NORMAL_95 / (1 + square) * math.sqrt(score * (1 - score) / games + square / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


# ------------------------------------------------------------------------------------------------ a table of ratings


class Meeting(NamedTuple):
    """All games of two players, by their numbers: `score` is the sum of what the first one got."""

    first: int
    second: int
    games: int
    score: float


class Rating(NamedTuple):
    """A player's Elo, the mean of all players being 0, and where it lies with 95% confidence."""

    elo: float
    low: float
    high: float


def ratings(players: int, meetings: Iterable[Meeting], prior: float = 0.0) -> tuple[Rating, ...] | None:
    """The ratings under which these results are the likeliest (Bradley and Terry, Biometrika 39, 1952).

    A drawn game counts as half a win and half a loss. `prior` adds so many drawn games to every pair that has met. The
    intervals come from the curvature of the likelihood at its maximum.

    None if there is no maximum: if some players got nothing at all against the others, or have not met them.
    """
    won = [[0.0] * players for _ in range(players)]  # what the first index got from the second
    for first, second, games, score in meetings:
        if games:
            won[first][second] += score + prior / 2
            won[second][first] += games - score + prior / 2
    if not _all_connected(won):
        return None
    strengths = [0.0] * players
    for _ in range(MOST_STEPS):
        slope = [0.0] * players
        curvature = [[0.0] * players for _ in range(players)]
        for i in range(players):
            for j in range(i):
                met = won[i][j] + won[j][i]
                expected = expected_score((strengths[i] - strengths[j]) * ELO)
                slope[i] += won[i][j] - met * expected
                slope[j] += met * expected - won[i][j]
                information = met * expected * (1 - expected)
                curvature[i][i] += information
                curvature[j][j] += information
                curvature[i][j] -= information
                curvature[j][i] -= information
        # Only differences matter, so the curvature has no inverse. With 1/n added everywhere it has one, and that less
        # 1/n is the covariance of strengths whose mean is 0.
        raised = [[value + 1 / players for value in row] for row in curvature]
        covariance = [[value - 1 / players for value in row] for row in _inverse(raised)]
        steps = [sum(c * s for c, s in zip(row, slope, strict=True)) for row in covariance]
        longest = max(abs(step) for step in steps)
        # A full step can overshoot where the likelihood is flat.
        strengths = [
            s + step * min(1.0, 1.0 / longest if longest else 1.0) for s, step in zip(strengths, steps, strict=True)
        ]
        if longest < 1e-10:
            break
    mean = sum(strengths) / players
    found = []
    for player, strength in enumerate(strengths):
        elo = (strength - mean) * ELO
        half = NORMAL_95 * math.sqrt(max(0.0, covariance[player][player])) * ELO
        found.append(Rating(elo, elo - half, elo + half))
    return tuple(found)


def _all_connected(won: Sequence[Sequence[float]]) -> bool:
    """Whether from each player a chain of successes leads to each other one."""

    def reached(forward: bool) -> set[int]:
        seen, new = {0}, [0]
        while new:
            i = new.pop()
            for j in range(len(won)):
                if j not in seen and (won[i][j] if forward else won[j][i]) > 0:
                    seen.add(j)
                    new.append(j)
        return seen

    return not won or len(reached(True)) == len(reached(False)) == len(won)


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a symmetric positive definite matrix (Gauss and Jordan; it needs no exchange of rows)."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(size):
            factor = rows[j][i]
            if j != i and factor:
                rows[j] = [value - factor * above for value, above in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]


# ------------------------------------------------------------------------------------- a test that may end early


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of two statements: the first player is `elo0` stronger, or it is `elo1` stronger.

    Accepting the second where the first holds has about the probability `alpha`, the other error `beta` (Wald, Annals
    of Mathematical Statistics 16, 1945). The likelihood is that of the scores of mirrored pairs of games: a statement
    gets the distribution that explains the results best among those with its mean, so that neither the number of draws
    nor what colour or opening are worth need be known (the generalized test of M. Van den Bergh, "A practical
    introduction to the GSPRT", which Stockfish's Fishtest uses with these five scores of a pair).
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1", "alpha", "beta"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise TypeError(f"{name} must be a number, not {shown(value)}")
        if not -4000 <= self.elo0 < self.elo1 <= 4000:
            raise RulesError(
                f"elo0 must be below elo1, both from -4000 to 4000, not {shown(self.elo0)} and {shown(self.elo1)}"
            )
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise RulesError(f"{name} must be above 0.0 and below 0.5, not {shown(getattr(self, name))}")

    @property
    def bounds(self) -> tuple[float, float]:
        """At or below the first log likelihood ratio elo0 is accepted, at or above the second elo1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """The log likelihood ratio, elo1 to elo0.

        `counts[i]` is how often the score i / (len(counts) - 1) occurred: five counts for pairs of games, three for
        single ones.
        """
        if len(counts) < 2 or any(count < 0 for count in counts):
            raise RulesError(f"counts must be numbers of results, one for each score, not {shown(counts)}")
        number = sum(counts)
        if number == 0:
            return 0.0
        weights = [max(count, LEAST_COUNT) for count in counts]
        total = sum(weights)
        shares = [weight / total for weight in weights]
        under0 = _nearest(shares, expected_score(self.elo0))
        under1 = _nearest(shares, expected_score(self.elo1))
        return number * sum(s * math.log(p1 / p0) for s, p0, p1 in zip(shares, under0, under1, strict=True))

    def verdict(self, counts: Sequence[int]) -> Literal["elo0", "elo1"] | None:
        """Which statement is accepted; None as long as neither is."""
        ratio = self.ratio(counts)
        low, high = self.bounds
        return "elo0" if ratio <= low else "elo1" if ratio >= high else None


def _nearest(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution with that mean score under which results of these shares are the likeliest.

    It is shares[i] / (1 + x * (score[i] - mean)), for the one x that gives it the mean.
    """
    away = [i / (len(shares) - 1) - mean for i in range(len(shares))]
    # All probabilities are positive between these two, where the mean falls as x grows.
    low, high = -1 / away[-1], -1 / away[0]
    for _ in range(100):
        x = (low + high) / 2
        if sum(s * a / (1 + x * a) for s, a in zip(shares, away, strict=True)) > 0:
            low = x
        else:
            high = x
    return [s / (1 + x * a) for s, a in zip(shares, away, strict=True)]
