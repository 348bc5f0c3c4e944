"""A match: a game being played.

It adds to the position what the rules of a game alone do not know: the moves so far, repetition, a limit of
plies, resignation and an agreed draw.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from itertools import pairwise
from types import EllipsisType
from typing import Any, Generic, Literal, NamedTuple, NoReturn, Protocol, Self, TypeVar, cast

import spielkern
from spielkern.errors import checked_number, shown

# A match works with the rules of any engine that has these members: the core, the reference, or your own.


class Outcome(Protocol):
    """How a game ended."""

    @property
    def winner(self) -> int | None:
        """1 or 2; None for a draw."""

    @property
    def reason(self) -> str:
        """A few words."""


class Move(Protocol):
    """One ply; its `str` is its notation."""

    def __hash__(self) -> int: ...


class Position(Protocol):
    """Everything needed to continue, and nothing of the past; equal positions have equal hashes."""

    @property
    def rules(self) -> Any:
        """The rules it is played by."""

    @property
    def player(self) -> int:
        """The player on turn; after the end the one who would be."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    def moves(self) -> tuple[Move, ...]:
        """List all legal moves."""

    def play(self, move: Any, /) -> Self:
        """Return the position after a move."""


P = TypeVar("P", bound=Position)
P_co = TypeVar("P_co", bound=Position, covariant=True)


class Rules(Protocol[P_co]):
    """The options of a game; from here come its positions and moves."""

    @property
    def name(self) -> str:
        """The game's name, as nim."""

    @property
    def title(self) -> str:
        """The game's name as people write it."""

    @property
    def options(self) -> dict[str, Any]:
        """The options by name."""

    @property
    def repetition(self) -> int | None:
        """Which occurrence of a position is a draw, unless a match says otherwise."""

    @property
    def max_plies(self) -> int | None:
        """How many plies are a draw, unless a match says otherwise."""

    def start(self) -> P_co:
        """Return the position in which the game starts."""

    def position(self, text: str, /) -> P_co:
        """Read a position."""

    def move(self, text: str, /) -> Move:
        """Read a move."""


class End(NamedTuple):
    """How players ended a match themselves; `player` is the one who resigned."""

    by: Literal["resigned", "agreed"]
    player: int | None = None


class Match(Generic[P]):
    """A match under `rules`, from the start or from `position` (a position or its text).

    A position that occurs for the `repetition`-th time makes it a draw (the first position counts as an
    occurrence), and so do `max_plies` plies; None is no limit, and without the argument the game's own limit
    holds. The game's own end goes before both, and repetition before the limit of plies. All that chance does in
    the match comes from `seed`; in a game with chance one is drawn if none is given. The record has it.
    """

    __slots__ = (
        "_chance",
        "_counts",
        "_end",
        "_max_plies",
        "_moves",
        "_outcome",
        "_positions",
        "_repetition",
        "_rules",
        "_seed",
    )

    def __init__(
        self,
        rules: Rules[P],
        position: P | str | None = None,
        *,
        seed: int | None = None,
        repetition: int | EllipsisType | None = ...,
        max_plies: int | EllipsisType | None = ...,
    ) -> None:
        if not all(hasattr(rules, member) for member in ("start", "position", "repetition", "max_plies")):
            raise TypeError(f"rules must be rules of a game, as spielkern.Nim(), not {shown(rules)}")
        self._rules = rules
        self._chance = bool(getattr(rules, "chance", False))
        if seed is None and self._chance:
            seed = secrets.randbits(64)
        self._seed = _checked("seed", seed, 0, 2**64 - 1)
        self._repetition = _checked("repetition", rules.repetition if repetition is ... else repetition, 2, 2**63 - 1)
        self._max_plies = _checked("max_plies", rules.max_plies if max_plies is ... else max_plies, 1, 2**63 - 1)
        if position is None:
            # Only games with chance take seeds, so the protocols here do not speak of them.
            position = cast(Any, rules).start(self._seed) if self._chance else rules.start()
        elif isinstance(position, str):
            position = rules.position(position)
        elif not isinstance(position, type(rules.start())):
            raise TypeError(f"expected a {rules.title} position or its text, not {shown(position)}")
        elif position.rules != rules:
            raise self._error("RulesError", f"the position {str(position)!r} belongs to other rules")
        self._moves: list[Move] = []
        self._positions: list[P] = [position]
        self._counts: dict[P, int] = {position: 1}
        self._end: End | None = None
        self._outcome = self._judge()

    # ---------------------------------------------------------------------------------------- what there is

    @property
    def rules(self) -> Rules[P]:
        """The rules of the game."""
        return self._rules

    @property
    def seed(self) -> int | None:
        """The seed of the match's chance events, if it has one."""
        return self._seed

    @property
    def repetition(self) -> int | None:
        """Which occurrence of a position makes the match a draw; None: no such rule."""
        return self._repetition

    @property
    def max_plies(self) -> int | None:
        """How many plies make the match a draw; None: no limit."""
        return self._max_plies

    @property
    def position(self) -> P:
        """The position now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[P, ...]:
        """All positions so far, the first one first."""
        return tuple(self._positions)

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves played so far."""
        return tuple(self._moves)

    @property
    def ply(self) -> int:
        """How many plies have been played."""
        return len(self._moves)

    @property
    def player(self) -> int:
        """The player on turn, 1 or 2; after the end the one who would be."""
        return self.position.player

    @property
    def end(self) -> End | None:
        """The resignation or agreement that ended the match, if one did."""
        return self._end

    @property
    def outcome(self) -> Outcome | None:
        """The winner (None for a draw) and the reason, once the match is over."""
        return self._outcome

    @property
    def returns(self) -> tuple[float, float]:
        """What players 1 and 2 have won: 1.0, -1.0 or 0.0; 0.0 until the end."""
        winner = None if self._outcome is None else self._outcome.winner
        return {None: (0.0, 0.0), 1: (1.0, -1.0), 2: (-1.0, 1.0)}[winner]

    @property
    def owners(self) -> tuple[int | None, ...] | None:
        """Who closed each box, row by row: 1 or 2, 0 for an open box, None for one closed before the match began.

        None in a game without boxes. Games with them have positions with a property `closed`: of each box, whether
        it is closed.
        """
        first: Any = self._positions[0]
        if not hasattr(first, "closed"):
            return None
        owners: list[int | None] = [None if closed else 0 for closed in first.closed]
        positions: list[Any] = list(self._positions)
        for before, after in pairwise(positions):
            for box, closed in enumerate(after.closed):
                if closed and owners[box] == 0:
                    owners[box] = before.player
        return tuple(owners)

    @property
    def taken(self) -> tuple[int, int] | None:
        """How many objects players 1 and 2 have taken; None in a game without heaps."""
        if not hasattr(self._positions[0], "heaps"):
            return None
        taken = [0, 0]
        positions: list[Any] = list(self._positions)
        for before, after in pairwise(positions):
            taken[before.player - 1] += sum(before.heaps) - sum(after.heaps)
        return taken[0], taken[1]

    def occurrences(self, position: P | None = None) -> int:
        """How often `position` (by default the present one) has occurred so far."""
        return self._counts.get(self.position if position is None else position, 0)

    def view(self, player: int) -> Any:
        """Return what `player` may know of the position: the position itself in a game in which nothing is hidden."""
        if isinstance(player, bool) or not isinstance(player, int) or player not in (1, 2):
            raise ValueError(f"expected player 1 or 2, not {shown(player)}")
        position: Any = self.position
        return position.view(player) if hasattr(position, "view") else position

    def moves(self) -> tuple[Move, ...]:
        """All legal moves; none once the match is over."""
        return () if self._outcome is not None else self.position.moves()

    # ------------------------------------------------------------------------------------- what can be done

    def play(self, move: Move | str) -> P:
        """Play a move or its text; returns the new position."""
        if self._outcome is not None:
            self._refuse_over(f"{move} cannot be played")
        # History holds moves, not texts. Whether the move fits these rules, the position itself checks.
        known = self._rules.move(move) if isinstance(move, str) else move
        before: Any = self.position
        position: P = before.play(known, self._ply_seed()) if self._chance else before.play(known)
        self._moves.append(known)
        self._positions.append(position)
        self._counts[position] = self._counts.get(position, 0) + 1
        self._outcome = self._judge()
        return position

    def resign(self, player: int | None = None) -> None:
        """Let `player`, by default the one on turn, give up: the other one wins."""
        player = self.player if player is None else player
        if isinstance(player, bool) or not isinstance(player, int) or player not in (1, 2):
            raise ValueError(f"expected player 1 or 2, not {shown(player)}")
        player = int(player)
        self._finish(End("resigned", player), "nobody can resign")

    def agree_draw(self) -> None:
        """End the match as a draw that both players want."""
        self._finish(End("agreed"), "no draw can be agreed")

    def undo(self) -> P:
        """Take back the last event: a resignation or an agreed draw, else a ply; returns the position."""
        if self._end is not None:
            self._end = None
        elif not self._moves:
            raise self._error("IllegalMove", "nothing to undo")
        else:
            self._moves.pop()
            position = self._positions.pop()
            self._counts[position] -= 1
            if self._counts[position] == 0:
                del self._counts[position]
        self._outcome = self._judge()
        return self.position

    def copy(self) -> Self:
        """Return an independent copy."""
        other = type(self).__new__(type(self))
        for name in Match.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, (list, dict)) else value)
        return other

    def to_json(self) -> str:
        """Write the match as a record: one line of JSON (`spielkern.records` describes it)."""
        from spielkern import records  # noqa: PLC0415 - records are made of matches

        return records.write(self)

    def svg(self, **options: Any) -> str:
        """Draw the match as it stands, with the options that `spielkern.drawing.svg` has."""
        from spielkern import drawing  # noqa: PLC0415 - most programs draw nothing

        return drawing.svg(self, **options)

    def _repr_svg_(self) -> str:
        return self.svg()

    @staticmethod
    def from_json(text: str | bytes, *, rules: Callable[..., Rules[Any]] | None = None) -> Match[Any]:
        """Read the match that a record describes; RecordError if it is not a right one.

        `rules` makes rules from a game's name and options; another engine's can stand for `spielkern.rules`.
        """
        from spielkern import records  # noqa: PLC0415 - records are made of matches

        return records.read(text, rules=rules)

    # --------------------------------------------------------------------------------------------- the rest

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]  # a match changes

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()  # what it holds never changes

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self._content())

    def __repr__(self) -> str:
        state = f"player {self.player} on turn" if self._outcome is None else self._outcome.reason
        return f"<Match {self._rules!r}, ply {self.ply}, {str(self.position)!r}: {state}>"

    def _content(self) -> tuple[Any, ...]:
        start, moves = self._positions[0], tuple(self._moves)
        return self._rules, start, self._seed, self._repetition, self._max_plies, moves, self._end

    def _finish(self, end: End, refusal: str) -> None:
        if self._outcome is not None:
            self._refuse_over(refusal)
        self._end = end
        self._outcome = self._judge()

    def _ply_seed(self) -> int:
        """Return the seed of what the next ply draws: again the same after an undo, another one for every ply.

        The steps are SplitMix64's, so that neighbouring seeds and plies have nothing to do with one another.
        """
        assert self._seed is not None
        word = self._seed
        for step in (0, self.ply + 1):
            word = (word + step * 0x9E3779B97F4A7C15) % 2**64
            word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
            word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
            word ^= word >> 31
        return word

    def _judge(self) -> Outcome | None:
        outcome = self.position.outcome
        if outcome is not None:
            return outcome
        if self._end is not None:
            winner = None if self._end.player is None else 3 - self._end.player
            return self._made_outcome(winner, self._end.by)
        if self._repetition is not None and self._counts[self.position] >= self._repetition:
            return self._made_outcome(None, f"{_ordinal(self._repetition)} occurrence")
        if self._max_plies is not None and self.ply >= self._max_plies:
            return self._made_outcome(None, f"{self._max_plies} {'ply' if self._max_plies == 1 else 'plies'}")
        return None

    def _made_outcome(self, winner: int | None, reason: str) -> Outcome:
        outcome: Outcome = _engine(self._rules).Outcome(winner, reason)
        return outcome

    def _refuse_over(self, what: str) -> NoReturn:
        assert self._outcome is not None
        raise self._error("IllegalMove", f"the match is over ({self._outcome.reason}): {what}")

    def _error(self, name: str, message: str) -> Exception:
        error: Exception = getattr(_engine(self._rules), name)(f"{self._rules.title}: {message}")
        return error


def _engine(rules: Rules[Any]) -> Any:
    """Return the package of `rules`: the match's outcomes and errors are of its classes too."""
    name = type(rules).__module__
    while name:
        module = sys.modules.get(name)
        if hasattr(module, "Outcome") and hasattr(module, "IllegalMove"):
            return module
        name = name.rpartition(".")[0]
    return spielkern


def _restored(kind: type[Match[Any]], content: tuple[Any, ...]) -> Match[Any]:
    """Play a pickled match again, so that a pickle cannot hold what the rules forbid."""
    rules, start, seed, repetition, max_plies, moves, end = content
    match = kind(rules, start, seed=seed, repetition=repetition, max_plies=max_plies)
    for move in moves:
        match.play(move)
    if end is not None:
        match._finish(end, "it cannot be ended again")
    return match


def _checked(what: str, value: object, least: int, most: int) -> int | None:
    return None if value is None else checked_number(what, value, least, most)


def _ordinal(number: int) -> str:
    words = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}
    if number in words:
        return words[number]
    suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"
