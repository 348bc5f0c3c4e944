"""Mū Tōrere.

Eight ring points 1..8 in order round a centre `c`; player 1 on 1-4, player 2 on 5-8, centre empty. Each
side always has four pieces, nothing is captured. A piece moves to a connected empty point: to a ring
neighbour, or from the centre to the ring, or from the ring to the centre only if at least one of its two
ring neighbours is an enemy piece. A player who cannot move loses. (Draws, by a third occurrence or 120
plies, belong to the match.)

Options: `ring` is any even number of points (half of them each), `entry` says when the restriction on
entering the centre holds: `always`, `none` (never) or `opening` (while fewer than `opening_plies` plies
have been played).

A move is `1-c`, `c-1` or `3-4`. A position is `11112222/. 1`: the ring points in order, the centre, the
player to move; `.` is the empty point. Under `opening` a last field counts the plies played up to
`opening_plies`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .base import Move, Outcome, Position, Rules, Scanner, is_int, opponent, wrong_option

CENTRE = 0  # the ring points are 1, 2, ..., ring
EMPTY = "."
ENTRIES = ("always", "none", "opening")
LEAST_RING, MOST_RING = 4, 36
MOST_OPENING_PLIES = 120
DEFAULT_OPENING_PLIES = 4


@dataclass(frozen=True, slots=True, init=False)
class MuTorere(Rules["MuTorerePosition", "MuTorereMove"]):
    """The rules: the number of `ring` points and when the `entry` restriction holds."""

    ring: int
    entry: str
    opening_plies: int

    name: ClassVar[str] = "mu-torere"
    title: ClassVar[str] = "Mū Tōrere"
    repetition: ClassVar[int | None] = 3
    max_plies: ClassVar[int | None] = 120

    def __init__(self, ring: int = 8, entry: str = "always", opening_plies: int = DEFAULT_OPENING_PLIES) -> None:
        if not is_int(ring) or not LEAST_RING <= ring <= MOST_RING or ring % 2 != 0:
            raise wrong_option("Mū Tōrere", "ring", f"an even number from {LEAST_RING} to {MOST_RING}", ring)
        if not isinstance(entry, str) or entry not in ENTRIES:
            raise wrong_option("Mū Tōrere", "entry", "'always', 'none' or 'opening'", entry)
        if not is_int(opening_plies) or not 0 <= opening_plies <= MOST_OPENING_PLIES:
            expected = f"a number from 0 to {MOST_OPENING_PLIES}"
            raise wrong_option("Mū Tōrere", "opening_plies", expected, opening_plies)
        if entry != "opening":
            opening_plies = DEFAULT_OPENING_PLIES  # it does not count then, so it makes no difference
        object.__setattr__(self, "ring", int(ring))
        object.__setattr__(self, "entry", ENTRIES[ENTRIES.index(entry)])
        object.__setattr__(self, "opening_plies", int(opening_plies))

    @property
    def options(self) -> dict[str, object]:
        """The options by name."""
        return {"ring": self.ring, "entry": self.entry, "opening_plies": self.opening_plies}

    def __str__(self) -> str:
        return f"mu-torere ring={self.ring} entry={self.entry} opening_plies={self.opening_plies}"

    @property
    def pieces(self) -> int:
        """How many pieces each side has."""
        return self.ring // 2

    @property
    def points(self) -> tuple[int, ...]:
        """All points in order: the ring, then the centre."""
        return (*range(1, self.ring + 1), CENTRE)

    def ring_neighbours(self, point: int) -> tuple[int, int]:
        """Return the two points beside a point of the ring."""
        before = self.ring if point == 1 else point - 1
        after = 1 if point == self.ring else point + 1
        return before, after

    def connected(self, one: int, other: int) -> bool:
        """Tell whether a line joins two points: ring neighbours, or a ring point and the centre."""
        if one == other:
            return False
        return CENTRE in (one, other) or other in self.ring_neighbours(one)

    def start(self) -> MuTorerePosition:
        """Put player 1 on the first half of the ring, player 2 on the second; the centre is empty."""
        return MuTorerePosition(self, EMPTY + "1" * self.pieces + "2" * self.pieces, 1, 0)

    def position(self, text: str) -> MuTorerePosition:
        """Read a position: `11112222/. 1`, under "opening" `11112222/. 1 0`."""
        scan = Scanner("Mū Tōrere position", text)
        ring = ""
        for _ in range(self.ring):
            ring += self._scan_point(scan, ring)
        scan.one_of("/")
        centre = self._scan_point(scan, ring)
        scan.one_of(" ")
        player = int(scan.one_of("12"))
        plies = 0
        if self.entry == "opening":
            scan.one_of(" ")
            plies = self._scan_plies(scan, player)
        scan.end()
        return MuTorerePosition(self, centre + ring, player, plies)

    def _scan_point(self, scan: Scanner, before: str) -> str:
        """Read what stands on a point, after `before`: one point is empty, each side has half the rest."""
        symbol = scan.one_of(".12")
        if symbol == EMPTY and before.count(EMPTY) == 1:
            scan.refuse(scan.place - 1, "no second empty point")
        if symbol != EMPTY and before.count(symbol) == self.pieces:
            scan.refuse(scan.place - 1, f"no more than {self.pieces} pieces of player {symbol}")
        return symbol

    def _scan_plies(self, scan: Scanner, player: int) -> int:
        """Read the plies played: as long as they are counted, they tell who is to move."""
        start = scan.place
        plies = scan.number("a number of plies", 0, self.opening_plies)
        if plies < self.opening_plies and plies % 2 != player - 1:
            scan.refuse(
                start,
                f"an {'even' if player == 1 else 'odd'} number of plies when player {player} is to move, "
                f"or {self.opening_plies}",
                scan.place - start,
            )
        return plies

    def move(self, text: str) -> MuTorereMove:
        """Read a move: `1-c`, `c-1` or `3-4`, legal or not."""
        scan = Scanner("Mū Tōrere move", text)
        origin = self._scan_point_name(scan)
        scan.one_of("-")
        target = self._scan_point_name(scan)
        scan.end()
        return MuTorereMove(self, origin, target)

    def _scan_point_name(self, scan: Scanner) -> int:
        if scan.text[scan.place : scan.place + 1] in ("c", "C"):
            scan.place += 1
            return CENTRE
        return scan.number("'c' or a point", 1, self.ring)


@dataclass(frozen=True, slots=True, repr=False)
class MuTorerePosition(Position["MuTorereMove"]):
    """What stands on the points, the `player` to move and, under entry "opening", the plies played.

    `board[CENTRE]` is the centre, `board[1]` the ring point 1 and so on: `1`, `2` or `.`.
    """

    rules: MuTorere
    board: str
    player: int
    plies: int  # counted up to opening_plies; 0 unless entry is "opening"

    @property
    def outcome(self) -> Outcome | None:
        """A player who cannot move loses."""
        if self.moves():
            return None
        return Outcome(opponent(self.player), "no moves left")

    def moves(self) -> tuple[MuTorereMove, ...]:
        """List the pieces that can move to the empty point, in the order of the points."""
        empty = self.board.index(EMPTY)
        moves = []
        for point in self.rules.points:
            if self._objection(point, empty) is None:
                moves.append(MuTorereMove(self.rules, point, empty))
        return tuple(moves)

    def objection(self, move: MuTorereMove) -> str | None:
        """Say why a piece may not make this move."""
        return self._objection(move.origin, move.target)

    def _objection(self, origin: int, target: int) -> str | None:
        if self.board[origin] != str(self.player):
            return "no piece of the player to move stands there"
        if self.board[target] != EMPTY:
            return "the target is not empty"
        if not self.rules.connected(origin, target):
            return "the two points are not connected"
        if target == CENTRE and self._entry_is_restricted() and not self._is_beside_enemy(origin):
            return "a piece may enter the centre only from beside an enemy piece"
        return None

    def _entry_is_restricted(self) -> bool:
        """Tell whether the centre can be entered only from beside an enemy piece."""
        if self.rules.entry == "opening":
            return self.plies < self.rules.opening_plies
        return self.rules.entry == "always"

    def _is_beside_enemy(self, point: int) -> bool:
        enemy = str(opponent(self.player))
        before, after = self.rules.ring_neighbours(point)
        return self.board[before] == enemy or self.board[after] == enemy

    def after(self, move: MuTorereMove) -> MuTorerePosition:
        """Move the piece; the other player is on turn."""
        board = list(self.board)
        board[move.target] = board[move.origin]
        board[move.origin] = EMPTY
        plies = self.plies
        if self.rules.entry == "opening" and plies < self.rules.opening_plies:
            plies += 1
        return MuTorerePosition(self.rules, "".join(board), opponent(self.player), plies)

    def __str__(self) -> str:
        text = f"{self.board[1:]}/{self.board[CENTRE]} {self.player}"
        return f"{text} {self.plies}" if self.rules.entry == "opening" else text


@dataclass(frozen=True, slots=True, repr=False)
class MuTorereMove(Move):
    """Move the piece on the point `origin` to the point `target` (1, 2, ..., ring, or 0 for the centre)."""

    rules: MuTorere
    origin: int
    target: int

    def __str__(self) -> str:
        return f"{point_name(self.origin)}-{point_name(self.target)}"


def point_name(point: int) -> str:
    """Name a point: `1`, `2`, ... on the ring, `c` for the centre."""
    return "c" if point == CENTRE else str(point)
