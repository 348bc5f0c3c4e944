"""The small values that the engine answers with."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Result(StrEnum):
    """Win, loss or draw for the player to move."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"

    @classmethod
    def of_lead(cls, points: int) -> Result:
        """What it is to end so many points ahead; behind, if they are negative."""
        return cls.WIN if points > 0 else cls.LOSS if points < 0 else cls.DRAW


@dataclass(frozen=True, slots=True)
class Value:
    """What is known of a position, from the side of the player to move. What the answer does not speak of is None."""

    result: Result | None = None
    #: Plies until the end if the winner takes the shortest way and the loser the longest; None for draws.
    remoteness: int | None = None
    #: Points still to come, the mover's minus the opponent's.
    net: int | None = None
    #: A heuristic score in the game's own unit; higher is better for the player to move.
    score: float | None = None
    #: What `net` is known to lie between, both ends included.
    bounds: tuple[int, int] | None = None
    #: False: an estimate.
    proven: bool = False

    def __str__(self) -> str:
        words = [] if self.result is None else [str(self.result)]
        if self.remoteness is not None:
            words.append(f"in {self.remoteness}")
        if self.net is not None:
            words.append(f"net {self.net:+d}")
        if self.bounds is not None and self.bounds[0] != self.bounds[1]:
            words.append(f"between {self.bounds[0]:+d} and {self.bounds[1]:+d}")
        if self.score is not None:
            words.append(f"score {self.score:+.2f}")
        return " ".join(words) or "unknown"


class Outcome(NamedTuple):
    """How a game or match ended."""

    #: 1 or 2, or None for a draw.
    winner: int | None
    #: A few words: "no moves left", "third occurrence", "resigned", ...
    reason: str


class Playouts(NamedTuple):
    """What came of a number of random games."""

    #: Games won by player 1 and by player 2.
    wins: tuple[int, int]
    #: Drawn games, those cut off by the ply limit included.
    draws: int
    #: Plies played, all games together.
    plies: int


class Progress(NamedTuple):
    """Where long work stands."""

    #: What is being done, in words.
    phase: str
    #: The remoteness or depth being worked on.
    layer: int
    #: Units of this phase done.
    done: int
    #: Units of this phase in all; 0 if that is not known.
    total: int
    #: Since the work began, and since this phase did.
    seconds: float
    phase_seconds: float = 0.0

    @property
    def rate(self) -> float | None:
        """Units a second in this phase; None as long as nothing can be said."""
        return self.done / self.phase_seconds if self.done and self.phase_seconds > 0 else None

    @property
    def seconds_left(self) -> float | None:
        """What this phase still takes at this rate; None as long as nothing can be said.

        An upper bound where positions are decided: the rest, the draws, comes for nothing.
        """
        rate = self.rate
        return None if rate is None or not self.total else max(self.total - self.done, 0) / rate


class Option(NamedTuple):
    """An option of a game."""

    name: str
    #: "int", "bool", "choice" (one of some texts), "text" (any) or "ints" (a tuple of int).
    kind: str
    default: int | bool | str | tuple[int, ...]
    #: What a "choice" may be; empty for the other kinds.
    choices: tuple[str, ...]
    #: Of an int, or of each number of "ints"; None for the other kinds.
    minimum: int | None
    maximum: int | None
    help: str
