"""What a player is, and what it gets to know when it is asked for a move."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeGuard, runtime_checkable

from spielkern.ai.decision import Decision
from spielkern.errors import RulesError, checked_number, shown
from spielkern.match import Match
from spielkern.values import Progress


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a player may spend on a move; None is no limit of that kind.

    A decision within a budget of `nodes` (positions looked at, simulations or samples) or `depth` (plies) alone is the
    same every time.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None:
            if isinstance(self.seconds, bool) or not isinstance(self.seconds, (int, float)):
                raise TypeError(f"seconds must be a number or None, not {shown(self.seconds)}")
            if not 0 <= self.seconds <= 1e9:
                raise RulesError(f"seconds must be from 0 to 1e9, not {shown(self.seconds)}")
        for name, most in (("nodes", 2**62), ("depth", 10_000)):
            number = getattr(self, name)
            if number is not None:
                object.__setattr__(self, name, checked_number(name, number, 1, most))


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a player may know when it is asked for a move.

    `position` is what it may know of the position: the position itself, or in a game with hidden tiles its View.
    """

    position: Any
    budget: Budget = field(default_factory=Budget)
    seed: int = 0
    #: The earlier positions of the match, the first one first; the present one is not among them. Empty in games with
    #: hidden tiles, where no rule needs them.
    before: tuple[Any, ...] = ()
    #: Which occurrence of a position is a draw, and after how many more plies the match is one; None: no such rule.
    repetition: int | None = None
    plies_left: int | None = None
    #: Once it is set the player answers at once, with the best it has.
    stop: threading.Event | None = None
    #: The moves from the first of the earlier positions to the present one; empty where these are not known.
    history: tuple[Any, ...] = ()
    #: How many bytes a search's table or tree may take; None: as suits the budget.
    table_bytes: int | None = None
    #: Searches tell it where they stand, up to fifty times a second.
    watch: Callable[[Progress], None] | None = None

    @property
    def player(self) -> int:
        """The player who is to move, 1 or 2."""
        return int(self.position.player)


@runtime_checkable
class Player(Protocol):
    """Anything that chooses moves. Your own needs no more than this.

    The arena asks it from several threads unless told otherwise; with processes it must pickle.
    """

    @property
    def name(self) -> str:
        """How tables and records call it."""

    def choose(self, situation: Situation, /) -> Decision:
        """Choose a move for the player to move in a position that is not over."""


def is_player(value: object) -> TypeGuard[Player]:
    """Whether something is a player; the class of one is none."""
    return isinstance(value, Player) and not isinstance(value, type)


def check_stop(stop: object) -> None:
    """Refuse what is no event; TypeError."""
    if stop is not None and not callable(getattr(stop, "is_set", None)):
        raise TypeError(f"stop must be a threading.Event or None, not {shown(stop)}")


def situation_of(
    match_or_position: Any, budget: Budget, seed: int = 0, stop: threading.Event | None = None
) -> Situation:
    """What the player on turn of a match (or of a position, or of a View) may know."""
    if not isinstance(match_or_position, Match):
        position: Any = match_or_position
        seen = position.view(position.player) if hasattr(position, "view") else position
        return Situation(seen, budget, seed, stop=stop)
    match: Match[Any] = match_or_position
    seen = match.view(match.player)
    hidden = seen is not match.position
    left = None if match.max_plies is None else match.max_plies - match.ply
    before = () if hidden else match.positions[:-1]
    history = () if hidden else match.history
    return Situation(seen, budget, seed, before, match.repetition, left, stop, history)
