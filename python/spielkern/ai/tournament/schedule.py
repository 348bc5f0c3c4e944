"""Which matches an arena plays, and with which seeds: all of it follows from a few numbers.

In a round every two players meet twice, with the colours changed. Both matches begin with the same opening, and in a
game with chance with the same bag; so does every other pair of players in that round.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import spielkern
from spielkern.ai.greedy import listed_moves
from spielkern.ai.specification import Entrant
from spielkern.match import Match
from spielkern.reference.rng import WORD, Xoshiro256, splitmix64

# What a seed is for.
OPENING, CHANCE, PLAYER = 1, 2, 3
MOST_TRIES = 100


@dataclass(frozen=True, slots=True)
class Job:
    """One match, as it goes to whoever plays it."""

    number: int
    rules: Any
    #: The players 1 and 2.
    entrants: tuple[Entrant, Entrant]
    player_seeds: tuple[int, int]
    opening_seed: int
    random_plies: int
    match_seed: int | None
    repetition: int | None
    max_plies: int | None
    #: So many seconds a move may take beyond its budget.
    grace: float
    #: Under which name `matches` holds the event that ends the match early.
    stop: str


@dataclass(frozen=True, slots=True)
class Schedule:
    """All matches of an arena. More rounds only add to it."""

    rules: Any
    entrants: tuple[Entrant, ...]
    seed: int
    random_plies: int
    repetition: int | None
    max_plies: int | None
    grace: float

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom, by their numbers."""
        return tuple(combinations(range(len(self.entrants)), 2))

    def seats(self, number: int) -> tuple[int, int]:
        """Who are players 1 and 2 in that match."""
        first, second = self.pairs[number // 2 % len(self.pairs)]
        return (second, first) if number % 2 else (first, second)

    def round(self, number: int) -> int:
        """In which round that match is."""
        return number // (2 * len(self.pairs))

    def job(self, number: int, stop: str) -> Job:
        """Return match `number`."""
        turn = self.round(number)
        first, second = self.seats(number)
        chance = bool(getattr(self.rules, "chance", False))
        return Job(
            number,
            self.rules,
            (self.entrants[first], self.entrants[second]),
            (derived(self.seed, PLAYER, turn, first), derived(self.seed, PLAYER, turn, second)),
            derived(self.seed, OPENING, turn),
            self.random_plies,
            derived(self.seed, CHANCE, turn) if chance else None,
            self.repetition,
            self.max_plies,
            self.grace,
            stop,
        )


def derived(seed: int, *numbers: int) -> int:
    """A seed of its own for every row of numbers, from which they can be reckoned back."""
    word = seed & WORD
    for number in numbers:
        (word,) = splitmix64(word, 1)
        (word,) = splitmix64(word ^ number, 1)
    return word


def told_seed(seed: int, ply: int) -> int:
    """The seed that a player is told for a ply. It leads back to no other one: chance has its seed from the same."""
    digest = hashlib.blake2b(b"%d %d" % (seed, ply), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def begun(job: Job) -> Match[Any]:
    """Begin the match of a job, with its random plies: if the game is over before the last of them, with other ones."""
    for attempt in range(MOST_TRIES):
        match: Match[Any] = Match(job.rules, seed=job.match_seed, repetition=job.repetition, max_plies=job.max_plies)
        dice = Xoshiro256(derived(job.opening_seed, attempt))
        for _ in range(job.random_plies):
            if match.outcome is not None:
                break
            moves = listed_moves(match.position)
            match.play(moves[dice.below(len(moves))])
        if match.outcome is None:
            return match
    raise spielkern.RulesError(
        f"{job.rules.title}: of {MOST_TRIES} openings of {job.random_plies} random plies none leaves a game to play"
    )
