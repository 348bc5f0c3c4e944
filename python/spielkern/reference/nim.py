"""Nim.

Heaps, by default 3, 4, 5 from left to right. A move takes one or more objects from one heap. Normal
play: whoever takes the last object wins at once. Misère: whoever takes it loses. No draws, no passing.

A move is `heap:count`, heaps counted from 1: `1:2` takes two from the first heap. A position is
`3,4,5 1`: the heaps and the player to move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from .base import (
    MOST_MOVES,
    Move,
    Outcome,
    Position,
    Rules,
    RulesError,
    Scanner,
    is_int,
    opponent,
    wrong_option,
)

MOST_HEAPS = 16
MOST_OBJECTS = 2**63 - 1  # no text names more


@dataclass(frozen=True, slots=True, init=False)
class Nim(Rules["NimPosition", "NimMove"]):
    """The rules: `heaps` at the start, and whether the last object loses (`misere`)."""

    heaps: tuple[int, ...]
    misere: bool

    name: ClassVar[str] = "nim"
    title: ClassVar[str] = "Nim"
    repetition: ClassVar[int | None] = None
    max_plies: ClassVar[int | None] = None

    def __init__(self, heaps: Sequence[int] = (3, 4, 5), misere: bool = False) -> None:
        object.__setattr__(self, "heaps", checked_heaps(heaps))
        if not isinstance(misere, bool):
            raise wrong_option("Nim", "misere", "True or False", misere)
        object.__setattr__(self, "misere", misere)

    @property
    def options(self) -> dict[str, object]:
        """The options by name."""
        return {"heaps": self.heaps, "misere": self.misere}

    def __str__(self) -> str:
        return f"nim heaps={heaps_text(self.heaps)} misere={'true' if self.misere else 'false'}"

    def start(self) -> NimPosition:
        """Set up the full heaps; player 1 moves first."""
        return NimPosition(self, self.heaps, 1)

    def position(self, text: str) -> NimPosition:
        """Read a position: `3,4,5 1`."""
        scan = Scanner("Nim position", text)
        heaps: list[int] = []
        for size_at_start in self.heaps:
            if heaps:
                scan.one_of(",")
            heaps.append(scan.number("a heap size", 0, size_at_start))
        scan.one_of(" ")
        player = int(scan.one_of("12"))
        scan.end()
        return NimPosition(self, tuple(heaps), player)

    def move(self, text: str) -> NimMove:
        """Read a move: `1:2`, legal or not."""
        scan = Scanner("Nim move", text)
        heap = scan.number("a heap's number", 1, len(self.heaps))
        scan.one_of(":")
        count = scan.number("a count", 1, MOST_OBJECTS)
        scan.end()
        return NimMove(self, heap, count)


@dataclass(frozen=True, slots=True, repr=False)
class NimPosition(Position["NimMove"]):
    """The `heaps` and the `player` to move."""

    rules: Nim
    heaps: tuple[int, ...]
    player: int

    @property
    def outcome(self) -> Outcome | None:
        """Whoever takes the last object wins at once; misère: loses."""
        if sum(self.heaps) > 0:
            return None
        taker = opponent(self.player)  # who took the last object
        return Outcome(opponent(taker) if self.rules.misere else taker, "last object taken")

    def moves(self) -> tuple[NimMove, ...]:
        """List every number of objects that can be taken from every heap, by heap, then count."""
        if sum(self.heaps) > MOST_MOVES:
            raise RulesError(f"Nim position {str(self)!r} has more than {MOST_MOVES} moves: too many to list")
        moves = []
        for heap, size in enumerate(self.heaps, start=1):
            for count in range(1, size + 1):
                moves.append(NimMove(self.rules, heap, count))
        return tuple(moves)

    def objection(self, move: NimMove) -> str | None:
        """Say why so many objects cannot be taken."""
        size = self.heaps[move.heap - 1]
        return None if move.count <= size else f"heap {move.heap} holds {size}"

    def after(self, move: NimMove) -> NimPosition:
        """Take the objects; the other player is on turn."""
        heaps = list(self.heaps)
        heaps[move.heap - 1] -= move.count
        return NimPosition(self.rules, tuple(heaps), opponent(self.player))

    def __str__(self) -> str:
        return f"{heaps_text(self.heaps)} {self.player}"


@dataclass(frozen=True, slots=True, repr=False)
class NimMove(Move):
    """Take `count` objects from the heap with the number `heap` (counted from 1)."""

    rules: Nim
    heap: int
    count: int

    def __str__(self) -> str:
        return f"{self.heap}:{self.count}"


def heaps_text(heaps: tuple[int, ...]) -> str:
    """Write heaps: `3,4,5`."""
    return ",".join([str(size) for size in heaps])


def checked_heaps(heaps: object) -> tuple[int, ...]:
    """Check the option `heaps`: 1 to 16 sizes from 1 on, the product of (size + 1) below 2**63."""
    if not isinstance(heaps, Sequence) or isinstance(heaps, (str, bytes, bytearray)):
        raise wrong_option("Nim", "heaps", "a sequence of heap sizes", heaps)
    if not 1 <= len(heaps) <= MOST_HEAPS:
        raise wrong_option("Nim", "heaps", f"1 to {MOST_HEAPS} heaps, not {len(heaps)}", heaps)
    sizes = []
    positions = 1
    for size in heaps:
        if not is_int(size) or size < 1:
            raise wrong_option("Nim", "heaps", "sizes that are whole numbers of at least 1", heaps)
        sizes.append(int(size))
        positions *= size + 1
        if positions >= 2**63:
            raise wrong_option("Nim", "heaps", "a product of all (size + 1) below 2**63", heaps)
    return tuple(sizes)
