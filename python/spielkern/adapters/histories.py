"""What a state of a game tree is: a position and what a match adds to it, as a value that never changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Self

from spielkern.adapters.actions import Actions
from spielkern.reference.crazy10s import BAG, RACK

TILES: Final = sum(BAG.values())

#: Who is on turn besides players 0 and 1, as OpenSpiel numbers them.
CHANCE: Final = -1
TERMINAL: Final = -4

#: Games that can go on for ever unless a match has limits.
ENDLESS: Final = ("mu-torere", "ten")
NO_LIMIT: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Terms:
    """What is the same in all states of a game."""

    rules: Any
    actions: Actions
    max_plies: int | None = None
    repetition: int | None = None


def longest_game(terms: Terms) -> int:
    """Return how many plies a game can have at most; 2^31 - 1 if there is no limit."""
    rules = terms.rules
    if rules.name == "nim":
        return sum(rules.heaps)
    if rules.name == "dots-and-boxes":
        return terms.actions.count  # every edge is drawn once
    if rules.name == "crazy10s":
        # Every play that scores lays a tile, the first one two; before each there are five turns that do not score at
        # most, and six in the end.
        return 6 * _most_plays(rules) + 6
    return NO_LIMIT if terms.max_plies is None else terms.max_plies


def most_draws(terms: Terms) -> int:
    """Return how many tiles can be drawn in a game of Crazy10s at most."""
    # All tiles once, and seven in every turn that swaps; turns that swap do not score.
    return TILES + RACK * (longest_game(terms) - _most_plays(terms.rules))


def _most_plays(rules: Any) -> int:
    """Return how many plays of Crazy10s can score."""
    size: int = rules.size
    return min(TILES, size * size) - 1


@dataclass(frozen=True, slots=True)
class Situation:
    """A position of a game without chance, the plies played, and how often earlier positions have occurred."""

    terms: Terms
    position: Any
    ply: int
    #: None if repetition is no rule. It is shared and never changed.
    occurrences: dict[Any, int] | None
    player: int
    returns: tuple[float, float]

    @classmethod
    def begun(cls, terms: Terms, position: str | None = None) -> Self:
        """Return the situation at the start, or in the position with this text."""
        first = terms.rules.start() if position is None else terms.rules.position(position)
        return cls._reached(terms, first, 0, None if terms.repetition is None else {first: 1})

    @classmethod
    def _reached(cls, terms: Terms, position: Any, ply: int, occurrences: dict[Any, int] | None) -> Self:
        over = (
            position.outcome is not None
            or (occurrences is not None and occurrences[position] == terms.repetition)
            or ply == terms.max_plies
        )
        return cls(
            terms,
            position,
            ply,
            occurrences,
            TERMINAL if over else position.player - 1,
            position.returns if over else (0.0, 0.0),
        )

    def actions(self) -> list[int]:
        """List the legal actions, ascending."""
        return self.terms.actions.legal(self.position)

    def after(self, action: int) -> Self:
        """Return the situation after an action."""
        terms = self.terms
        position = self.position.play(terms.actions.move(self.position, action))
        occurrences = self.occurrences
        if occurrences is not None:
            occurrences = {**occurrences, position: occurrences.get(position, 0) + 1}
        return self._reached(terms, position, self.ply + 1, occurrences)

    def action_text(self, action: int) -> str:
        """Return the move that an action is; it need not be legal."""
        return str(self.terms.rules.move_of(action))

    def text(self, history: Callable[[], list[int]]) -> str:
        """Return the position, and what else the future hangs on."""
        text = str(self.position)
        if self.terms.max_plies is not None:
            text += f", ply {self.ply}"
        if self.terms.repetition is not None:
            moves = " ".join(str(self.terms.rules.move_of(action)) for action in history())
            text += f", after {moves}" if moves else ""
        return text

    def resampled(self, _player: int, _sampler: Callable[[], float]) -> Self:
        """Return the same, as nothing is hidden."""
        return self

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self
