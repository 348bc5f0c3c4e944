"""What the reference games share: errors, rules, positions, moves, scanning of text, perft, random playouts.

A game is three classes of immutable values: its rules (the options), its position and its move. Values
are equal when all their fields are; positions and moves hold their rules, so rules are part of the
equality.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, NoReturn, Self, TypeGuard, TypeVar

from .rng import Xoshiro256

MOST_MOVES = 1_048_576  # moves() makes no longer tuple
MOST_DEPTH = 1000  # perft looks no deeper
DIGITS = "0123456789"

# ----------------------------------------------------------------------------------------------------
# Errors


class SpielkernError(Exception):
    """Any error of this package."""


class NotationError(SpielkernError, ValueError):
    """A text that is not in the notation.

    `text` is the whole text, `place` the 0-based index of the character that is wrong, `expected` what could
    stand there.
    """

    def __init__(self, message: str, text: str, place: int, expected: str) -> None:
        super().__init__(message, text, place, expected)
        self.text = text
        self.place = place
        self.expected = expected

    def __str__(self) -> str:
        return str(self.args[0])


class IllegalMove(SpielkernError, ValueError):
    """A move that the rules do not allow in the position."""


class RulesError(SpielkernError, ValueError):
    """An option that the rules do not know, or a question that makes no sense under them."""


class MemoryLimitError(SpielkernError, MemoryError):
    """Work that would need too much memory."""


class TableError(SpielkernError, OSError):
    """A table file that cannot be used (the reference has no tables: the name stands for completeness)."""


def shown(value: object) -> str:
    """Show `value` in an error message: its repr, cut short."""
    try:
        text = repr(value)
    except Exception:  # an int of many thousand digits, or an object whose repr fails
        return f"an unprintable {type(value).__name__}"
    return text if len(text) <= 100 else text[:97] + "..."


def wrong_option(game: str, option: str, expected: str, given: object) -> RulesError:
    """Make the error for an option of the rules that is wrong."""
    return RulesError(f"{game} option {option}: expected {expected}, given {shown(given)}")


def is_int(value: object) -> TypeGuard[int]:
    """Tell whether `value` is a whole number; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def checked_number(what: str, value: object, least: int, most: int | None) -> int:
    """Return `value` if it is an int from `least` to `most`; else raise TypeError or ValueError."""
    if not is_int(value):
        raise TypeError(f"{what} must be an int, not {shown(value)}")
    if value < least or (most is not None and value > most):
        limits = f"at least {least}" if most is None else f"from {least} to {most}"
        raise ValueError(f"{what} must be {limits}, not {shown(value)}")
    return int(value)


# ----------------------------------------------------------------------------------------------------
# Text


class Scanner:
    """Reads a text from left to right and refuses it at the first character that cannot stand there."""

    def __init__(self, what: str, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"{what}: expected a str, not {shown(text)}")
        self.what = what
        self.text = text
        self.place = 0

    def refuse(self, place: int, expected: str, length: int = 1) -> NoReturn:
        """Refuse the text for the `length` characters at `place`."""
        found = shown(self.text[place : place + length]) if place < len(self.text) else "the end of the text"
        raise NotationError(
            f"{self.what} {shown(self.text)}, character {place + 1}: expected {expected}, found {found}",
            self.text,
            place,
            expected,
        )

    def one_of(self, symbols: str) -> str:
        """Read one character, any of `symbols`."""
        if self.place == len(self.text) or self.text[self.place] not in symbols:
            names = ["a space" if symbol == " " else repr(symbol) for symbol in symbols]
            first, last = ", ".join(names[:-1]), names[-1]
            self.refuse(self.place, f"{first} or {last}" if first else last)
        self.place += 1
        return self.text[self.place - 1]

    def number(self, what: str, least: int, most: int) -> int:
        """Read a decimal number from `least` to `most` without leading zeros."""
        start = self.place
        while self.place < len(self.text) and self.text[self.place] in DIGITS:
            self.place += 1
        digits = self.text[start : self.place]
        expected = f"{what} from {least} to {most}"
        if digits == "":
            self.refuse(start, expected)
        if digits[0] == "0" and len(digits) > 1:
            self.refuse(start, expected + " without leading zeros", len(digits))
        if len(digits) > len(str(most)) or not least <= int(digits) <= most:
            self.refuse(start, expected, len(digits))
        return int(digits)

    def end(self) -> None:
        """Be at the end of the text."""
        if self.place < len(self.text):
            self.refuse(self.place, "the end of the text", len(self.text) - self.place)


# ----------------------------------------------------------------------------------------------------
# Games


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the `winner` (1, 2, or None for a draw) and the `reason`."""

    winner: int | None
    reason: str


class Playouts(NamedTuple):
    """What random games led to: `wins` of player 1 and of player 2, `draws`, and all the `plies` played."""

    wins: tuple[int, int]
    draws: int
    plies: int


def opponent(player: int) -> int:
    """Return the other player."""
    return 2 if player == 1 else 1


M = TypeVar("M", bound="Move")
P = TypeVar("P", bound="Position[Any]")


class Move(ABC):
    """One ply of a game."""

    __slots__ = ()

    rules: Rules[Any, Any]

    @abstractmethod
    def __str__(self) -> str:
        """Write the move in canonical notation."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class Position(ABC, Generic[M]):
    """Everything needed to continue the game, and nothing of the past.

    Positions come from `rules.start()`, `rules.position(text)` and `play`.
    """

    __slots__ = ()

    rules: Rules[Any, M]
    player: int  # the player on turn; after the end the one who would be

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    @abstractmethod
    def moves(self) -> tuple[M, ...]:
        """List all legal moves in canonical order; none when the game is over."""

    @abstractmethod
    def objection(self, move: M) -> str | None:
        """Say what the rules have against the player on turn making `move`; None if it is legal."""

    @abstractmethod
    def after(self, move: M) -> Self:
        """Make `move`, which must be legal: nothing is checked (`play` does)."""

    @abstractmethod
    def __str__(self) -> str:
        """Write the position in canonical notation."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    @property
    def returns(self) -> tuple[float, float]:
        """What player 1 and player 2 have won: 1, -1 or 0, and 0 while the game goes on."""
        outcome = self.outcome
        if outcome is None or outcome.winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if outcome.winner == 1 else (-1.0, 1.0)

    def is_legal(self, move: M | str) -> bool:
        """Tell whether `move` (a move or its text) can be played now."""
        try:
            known = self._known(move)
        except NotationError:
            return False
        return known.rules == self.rules and self.objection(known) is None

    def play(self, move: M | str) -> Self:
        """Make `move` (a move or its text) if it is legal: the position after it."""
        return self.after(self._legal(move))

    def after_chance(self, move: M, rng: Xoshiro256) -> Self:
        """Make `move`, which must be legal; what chance draws, if there is any, comes from `rng`."""
        return self.after(move)

    def _legal(self, move: M | str) -> M:
        known = self._known(move)
        if known.rules != self.rules:
            raise IllegalMove(f"{self.rules.title} move {known} belongs to other rules: {known.rules}")
        objection = self.objection(known)
        if objection is not None:
            outcome = self.outcome
            if outcome is not None:
                result = "nobody" if outcome.winner is None else f"player {outcome.winner}"
                objection = f"the game is over, {result} has won: {outcome.reason}"
            raise IllegalMove(f"{self.rules.title} move {known} in {str(self)!r}: {objection}")
        return known

    def _known(self, move: M | str) -> M:
        if isinstance(move, str):
            return self.rules.move(move)
        if not isinstance(move, Move) or type(move.rules) is not type(self.rules):
            raise TypeError(f"expected a {self.rules.title} move or its text, not {shown(move)}")
        return move


class Rules(ABC, Generic[P, M]):
    """The options of a game; from here come its positions and moves."""

    __slots__ = ()

    name: ClassVar[str]
    title: ClassVar[str]
    chance: ClassVar[bool] = False  # chance deals the start, and some moves draw
    repetition: ClassVar[int | None]  # a match is a draw when a position occurs for this time
    max_plies: ClassVar[int | None]  # a match is a draw after so many plies

    @property
    @abstractmethod
    def options(self) -> dict[str, object]:
        """The options by name."""

    @abstractmethod
    def __str__(self) -> str:
        """Write the rules as one line of text."""

    @abstractmethod
    def start(self) -> P:
        """Set up the position in which the game starts."""

    def dealt(self, rng: Xoshiro256) -> P:
        """Set up a start; what chance deals, if there is any, comes from `rng`."""
        return self.start()

    @abstractmethod
    def position(self, text: str) -> P:
        """Read a position."""

    @abstractmethod
    def move(self, text: str) -> M:
        """Read a move, legal or not."""

    def perft(self, position: P, depth: int) -> int:
        """Count the sequences of exactly `depth` plies from `position`."""
        self._check(position)
        if checked_number("depth", depth, 0, MOST_DEPTH) == 0:
            return 1
        if self.chance and depth > 1:
            raise RulesError(f"{self.title}: depth must be 0 or 1 in a game with chance, not {depth}")
        sequences = 0
        waiting = [(position, depth)]
        while waiting:
            current, plies = waiting.pop()
            moves = current.moves()
            if plies == 1:
                sequences += len(moves)
            else:
                for move in moves:
                    waiting.append((current.after(move), plies - 1))
        return sequences

    def playouts(self, n: int, seed: int = 0, position: P | None = None, max_plies: int | None = None) -> Playouts:
        """Play `n` random games, one after the other from one generator.

        They begin in `position` (default: the start). One that is not over after `max_plies` plies (default:
        the game's own limit) is a draw.
        """
        if position is not None:
            self._check(position)
        if max_plies is None:
            max_plies = self.max_plies
        if max_plies is not None:
            checked_number("max_plies", max_plies, 0, None)
        checked_number("n", n, 0, None)
        rng = Xoshiro256(checked_number("seed", seed, 0, 2**64 - 1))
        wins = {1: 0, 2: 0, None: 0}
        all_plies = 0
        for _ in range(n):
            current = self.dealt(rng) if position is None else position
            plies = 0
            outcome = current.outcome
            while outcome is None and (max_plies is None or plies < max_plies):
                moves = current.moves()
                current = current.after_chance(moves[rng.below(len(moves))], rng)
                plies += 1
                outcome = current.outcome
            wins[None if outcome is None else outcome.winner] += 1
            all_plies += plies
        return Playouts((wins[1], wins[2]), wins[None], all_plies)

    def _check(self, position: P) -> None:
        if not isinstance(position, Position) or type(position.rules) is not type(self):
            raise TypeError(f"expected a {self.title} position, not {shown(position)}")
        if position.rules != self:
            raise RulesError(f"{position!r} belongs to other rules: {position.rules}, not {self}")
