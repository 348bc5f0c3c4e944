"""10, the stacking game.

Four triangles of seven points - three corners, three median points, one middle point - make one big triangle: 19
points. The board starts empty, and player 1's first ply places one Single on any point. From then on a ply is one of:

- enter: place two Singles from the supply on two free points that are neither middle points nor points of the
  inner triangle;
- move a figure to another point and beat what stands there, an enemy figure or an own one. A Single goes to a
  linked point; a Double also any distance along a straight line over free points; a Triple also from a middle
  point to any other middle point or to a corner of the big triangle, over whatever stands between. The mover's
  stack lands on top. If it is higher than three stones, three are taken away from below and go back to their
  owners; of what is left, enemy stones are exchanged for the mover's own. Where the supply is too short for that
  the figure is only as high as the supply allows (shortage "truncate"), or the ply is forbidden ("forbid");
- split a Double into two Singles, or a Triple into three Singles or a Double and a Single, each on a free point
  that the figure could move to. The point it stood on is left empty.

Whoever after the own ply holds all four middle points, or the middle point and the three median points of any one
triangle, or alone has figures on the board (not before player 2's first ply) wins. Whoever has no ply loses.

Moves are `c1` (the first ply), `a1+b1` (enter), `b1-m1`, `b1xm1` (beat), `m4/b2,c2`, `m4/b2,c2,b3` and
`m4/b2=2,c2` (split; the Double first). A position is `./../.../..../...../.... 1 0`: the rows from the top, the middle
points, the player to move, the phase (0: the board is empty, 1: player 2's first ply, 2: later); `S D T` are player
1's figures, `s d t` player 2's.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import ClassVar

from .base import Move, Outcome, Position, Rules, Scanner, is_int, opponent, wrong_option

POINTS = (
    *("a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "a4", "b4", "a5"),
    *("m1", "m2", "m3", "m4"),
)
PLACES = {point: place for place, point in enumerate(POINTS)}
TEXT_ROWS = ("a5", "a4 b4", "a3 b3 c3", "a2 b2 c2 d2", "a1 b1 c1 d1 e1", "m1 m2 m3 m4")
LINES = (
    *("a1 b1 c1 d1 e1", "a1 a2 a3 a4 a5", "e1 d2 c3 b4 a5"),  # the sides of the big triangle
    *("a1 m1 b2 m4 c3", "e1 m2 c2 m4 a3", "a5 m3 b3 m4 c1"),  # its altitudes
    *("c1 b2 a3", "c1 c2 c3", "a3 b3 c3"),  # the sides of the inner triangle
    *("c1 m1 a2", "a3 m1 b1", "c1 m2 d2", "c3 m2 d1", "a3 m3 b4", "c3 m3 a4"),  # the other altitudes
)
MIDDLES = ("m1", "m2", "m3", "m4")
CORNERS = ("a1", "e1", "a5")
INNER_TRIANGLE = ("c1", "a3", "c3", "b2", "c2", "b3", "m4")
TRIANGLES = ("m1 b1 a2 b2", "m2 d1 d2 c2", "m3 a4 b4 b3", "m4 b2 c2 b3")  # middle and median points
EMPTY = "."
HEIGHTS = {"S": 1, "D": 2, "T": 3}
FIGURES = {1: "SDT", 2: "sdt"}
NUMBERS = {"a": "12345", "b": "1234", "c": "123", "d": "12", "e": "1", "m": "1234"}  # by the point's letter
MOST_STONES = 57  # 19 Triples
MOST_PHASE = 2**64 - 1  # no text has a larger one


def rays() -> dict[str, list[list[str]]]:
    """List for every point the straight ways that lead away from it, each with its points in order."""
    ways: dict[str, list[list[str]]] = {}
    for point in POINTS:
        ways[point] = []
        for line in LINES:
            on_line = line.split(" ")
            if point in on_line:
                place = on_line.index(point)
                ways[point] += [way for way in (on_line[place + 1 :], on_line[:place][::-1]) if way]
    return ways


RAYS = rays()
ENTRIES = [point for point in POINTS if point not in MIDDLES + INNER_TRIANGLE]


@dataclass(frozen=True, slots=True, init=False)
class Ten(Rules["TenPosition", "TenMove"]):
    """The rules: how many `stones` each player has, and what happens at a `shortage` of them."""

    stones: int
    shortage: str

    name: ClassVar[str] = "ten"
    title: ClassVar[str] = "10"
    repetition: ClassVar[int | None] = None
    max_plies: ClassVar[int | None] = None

    def __init__(self, stones: int = 10, shortage: str = "truncate") -> None:
        if not is_int(stones) or not 2 <= stones <= MOST_STONES:
            raise wrong_option("10", "stones", f"a number from 2 to {MOST_STONES}", stones)
        if not isinstance(shortage, str) or shortage not in ("truncate", "forbid"):
            raise wrong_option("10", "shortage", "'truncate' or 'forbid'", shortage)
        object.__setattr__(self, "stones", int(stones))
        object.__setattr__(self, "shortage", str(shortage))

    @property
    def options(self) -> dict[str, object]:
        """The options by name."""
        return {"stones": self.stones, "shortage": self.shortage}

    def __str__(self) -> str:
        return f"ten stones={self.stones} shortage={self.shortage}"

    def start(self) -> TenPosition:
        """Set up the empty board; player 1 opens."""
        return TenPosition(self, EMPTY * len(POINTS), 1, 0)

    def position(self, text: str) -> TenPosition:
        """Read a position: `./../.../..../...../.... 1 0`."""
        scan = Scanner("10 position", text)
        figures: dict[str, str] = {}
        stones = {1: 0, 2: 0}
        for row in TEXT_ROWS:
            if figures:
                scan.one_of("/")
            for point in row.split(" "):
                figures[point] = scan.one_of(EMPTY + FIGURES[1] + FIGURES[2])
                if figures[point] != EMPTY:
                    stones[owner(figures[point])] += height(figures[point])
                    if max(stones.values()) > self.stones:
                        scan.refuse(scan.place - 1, f"at most {self.stones} stones of each player")
        scan.one_of(" ")
        player_place = scan.place
        player = int(scan.one_of("12"))
        scan.one_of(" ")
        phase_place = scan.place
        phase = min(scan.number("the phase", 0, MOST_PHASE), 2)
        position = TenPosition(self, "".join([figures[point] for point in POINTS]), player, phase)
        if stones == {1: 0, 2: 0}:
            if player == 2:
                scan.refuse(player_place, "'1', as the board is empty")
            if phase != 0:
                scan.refuse(phase_place, "0, as the board is empty")
        elif phase == 0:
            scan.refuse(phase_place, "1 or 2, as the board is not empty")
        elif phase == 1:
            if player == 1 or stones != {1: 1, 2: 0}:
                scan.refuse(phase_place, "2 (in phase 1 player 1 has one Single on the board and player 2 none)")
        elif stones[opponent(player)] == 0:
            scan.refuse(player_place, f"{opponent(player)}, as only a player with figures can have moved last")
        elif position.holds_winning_points(player):
            scan.refuse(player_place, f"{opponent(player)}, as player {player} holds a winning pattern")
        scan.end()
        return position

    def move(self, text: str) -> TenMove:
        """Read a move, legal or not: `c1`, `a1+b1`, `b1-m1`, `b1xm1`, `m4/b2,c2`, `m4/b2=2,c2`."""
        scan = Scanner("10 move", text)
        named = [scan_point(scan, [])]
        if scan.place == len(text):
            return TenMove(self, "open", None, (named[0],))
        symbol = scan.one_of("-xX+/").lower()
        double = None
        named.append(scan_point(scan, named))
        if symbol == "/":
            if scan_double(scan):
                double = named[1]
            scan.one_of(",")
            named.append(scan_point(scan, named))
            if double is None:
                if scan_double(scan):
                    double = named[2]
                elif text[scan.place : scan.place + 1] == ",":
                    scan.one_of(",")
                    named.append(scan_point(scan, named))
        scan.end()
        if symbol == "+":
            return TenMove(self, "enter", None, in_order(named))
        if double is not None:
            (single,) = [point for point in named[1:] if point != double]
            return TenMove(self, "double and single", named[0], (double, single))
        kind = {"-": "step", "x": "capture", "/": "singles"}[symbol]
        return TenMove(self, kind, named[0], in_order(named[1:]))


@dataclass(frozen=True, slots=True, repr=False)
class TenPosition(Position["TenMove"]):
    """The `board`, one symbol for each of POINTS; the `player` to move; the `phase` (0, 1 or 2)."""

    rules: Ten
    board: str
    player: int
    phase: int

    @property
    def supplies(self) -> tuple[int, int]:
        """How many stones player 1 and player 2 have beside the board."""
        return (self.supply(1), self.supply(2))

    def supply(self, player: int) -> int:
        """Count the stones that `player` has beside the board."""
        return self.rules.stones - sum([height(figure) for figure in self.board if figure in FIGURES[player]])

    def at(self, point: str) -> str:
        """Return what stands on `point`."""
        return self.board[PLACES[point]]

    def holds(self, player: int, points: str) -> bool:
        """Tell whether `player` has a figure on each of the `points`."""
        return all(self.at(point) in FIGURES[player] for point in points.split(" "))

    def holds_winning_points(self, player: int) -> bool:
        """Tell whether `player` holds all middle points, or those of a triangle."""
        return self.holds(player, " ".join(MIDDLES)) or any(self.holds(player, points) for points in TRIANGLES)

    @property
    def outcome(self) -> Outcome | None:
        """Whoever just moved may have won; whoever cannot move has lost."""
        last = opponent(self.player)
        reason = self._won(last)
        if reason is None and self.rules.shortage == "forbid" and not self._plies():
            reason = "no moves left"
        return None if reason is None else Outcome(last, reason)

    def _won(self, player: int) -> str | None:
        if self.holds(player, " ".join(MIDDLES)):
            return "all four middle points held"
        if any(self.holds(player, points) for points in TRIANGLES):
            return "a middle with its median points held"
        if self.phase == 2 and not any(figure in FIGURES[opponent(player)] for figure in self.board):
            return "no other figures left"
        return None

    def moves(self) -> tuple[TenMove, ...]:
        """List all plies: entering, then figure by figure its moves and its splits, all in the order of POINTS."""
        return () if self._won(opponent(self.player)) is not None else tuple(self._plies())

    def _plies(self) -> list[TenMove]:
        if self.phase == 0:
            return [TenMove(self.rules, "open", None, (point,)) for point in POINTS]
        plies = []
        if self.supply(self.player) >= 2:
            free = [point for point in ENTRIES if self.at(point) == EMPTY]
            plies += [TenMove(self.rules, "enter", None, pair) for pair in combinations(free, 2)]
        for source in POINTS:
            if self.at(source) in FIGURES[self.player]:
                plies += self._plies_from(source)
        return plies

    def _plies_from(self, source: str) -> list[TenMove]:
        plies = []
        reached = self.reached(source)
        for target in reached:
            if self.at(target) == EMPTY:
                plies.append(TenMove(self.rules, "step", source, (target,)))
            elif not self.is_forbidden(source, target):
                plies.append(TenMove(self.rules, "capture", source, (target,)))
        free = [point for point in reached if self.at(point) == EMPTY]
        figure = height(self.at(source))
        if figure > 1:
            plies += [TenMove(self.rules, "singles", source, points) for points in combinations(free, figure)]
        if figure == 3:
            plies += [TenMove(self.rules, "double and single", source, points) for points in permutations(free, 2)]
        return plies

    def reached(self, source: str) -> list[str]:
        """List the points that the figure on `source` can move to, other figures' points too."""
        figure = height(self.at(source))
        found = {way[0] for way in RAYS[source]}
        if figure == 2:
            for way in RAYS[source]:
                for point in way:
                    found.add(point)
                    if self.at(point) != EMPTY:
                        break
        if figure == 3 and source in MIDDLES:
            found |= {*MIDDLES, *CORNERS} - {source}
        return [point for point in POINTS if point in found]

    def is_forbidden(self, source: str, target: str) -> bool:
        """Tell whether the supply is too short to exchange all stones of the figure on `target`, and must not be."""
        beaten = self.at(target)
        exchanged = owner(beaten) != self.player and height(self.at(source)) + height(beaten) <= 3
        return self.rules.shortage == "forbid" and exchanged and self.supply(self.player) < height(beaten)

    def objection(self, move: TenMove) -> str | None:
        """Say why the ply is not possible."""
        if self._won(opponent(self.player)) is not None:
            return "the game is over"
        if (self.phase == 0) != (move.kind == "open"):
            return "one Single on any point is the first ply of the game, and no other ply is"
        if move.kind == "open":
            return None
        if move.source is None:
            return self._objection_to_entering(move)
        figure = self.at(move.source)
        if figure not in FIGURES[self.player]:
            return f"player {self.player} has no figure on {move.source}"
        needed = {"singles": 2 if len(move.targets) == 2 else 3, "double and single": 3}
        if height(figure) != needed.get(move.kind, height(figure)):
            return f"the figure on {move.source} is {height(figure)} high and does not split so"
        reached = self.reached(move.source)
        for target in move.targets:
            if target not in reached:
                return f"the figure on {move.source} does not reach {target}"
            if (self.at(target) != EMPTY) != (move.kind == "capture"):
                return f"{target} is {'empty' if self.at(target) == EMPTY else 'occupied'}"
            if move.kind == "capture" and self.is_forbidden(move.source, target):
                return f"the supply is too short to exchange the stones on {target}"
        return None

    def _objection_to_entering(self, move: TenMove) -> str | None:
        if self.supply(self.player) < 2:
            return f"player {self.player} has fewer than two stones left"
        for target in move.targets:
            if target not in ENTRIES:
                return f"no figure enters on {target}"
            if self.at(target) != EMPTY:
                return f"{target} is occupied"
        return None

    def after(self, move: TenMove) -> TenPosition:
        """Make the ply; the other player is on turn."""
        figures = list(self.board)
        new_heights = [1] * len(move.targets)
        if move.kind == "step":
            new_heights = [height(self.at(str(move.source)))]
        elif move.kind == "capture":
            new_heights = [self._height_after_capture(str(move.source), move.targets[0])]
        elif move.kind == "double and single":
            new_heights = [2, 1]
        if move.source is not None:
            figures[PLACES[move.source]] = EMPTY
        for target, new_height in zip(move.targets, new_heights, strict=True):
            figures[PLACES[target]] = FIGURES[self.player][new_height - 1]
        return TenPosition(self.rules, "".join(figures), opponent(self.player), min(self.phase + 1, 2))

    def _height_after_capture(self, source: str, target: str) -> int:
        """Stack the figure on `source` upon the one on `target`."""
        figure, beaten = height(self.at(source)), self.at(target)
        if figure + height(beaten) > 3:
            return figure + height(beaten) - 3  # three stones are taken away from below
        if owner(beaten) == self.player:
            return figure + height(beaten)
        return figure + min(height(beaten), self.supply(self.player))  # enemy stones are exchanged

    def __str__(self) -> str:
        rows = ["".join([self.at(point) for point in row.split(" ")]) for row in TEXT_ROWS]
        return f"{'/'.join(rows)} {self.player} {self.phase}"


@dataclass(frozen=True, slots=True, repr=False)
class TenMove(Move):
    """A ply of a `kind` from `source` (None for new figures) to `targets`.

    The kinds are "open", "enter", "step", "capture", "singles" and "double and single".
    """

    rules: Ten
    kind: str
    source: str | None
    targets: tuple[str, ...]

    def __str__(self) -> str:
        if self.kind == "double and single":
            return f"{self.source}/{self.targets[0]}=2,{self.targets[1]}"
        symbol = {"open": "", "enter": "", "step": "-", "capture": "x", "singles": "/"}[self.kind]
        return (self.source or "") + symbol + ("+" if self.kind == "enter" else ",").join(self.targets)


def height(figure: str) -> int:
    """Return how many stones a figure has; 0 for an empty point."""
    return HEIGHTS.get(figure.upper(), 0)


def owner(figure: str) -> int:
    """Return whose a figure is."""
    return 1 if figure in FIGURES[1] else 2


def in_order(points: list[str]) -> tuple[str, ...]:
    """Put points in the order of POINTS."""
    return tuple(sorted(points, key=PLACES.__getitem__))


def scan_point(scan: Scanner, named: list[str]) -> str:
    """Read a point that is none of those `named` before."""
    place = scan.place
    letters = "".join(NUMBERS)
    letter = scan.one_of(letters + letters.upper()).lower()
    point = letter + scan.one_of(NUMBERS[letter])
    if point in named:
        scan.refuse(place, "a point not named before", 2)
    return point


def scan_double(scan: Scanner) -> bool:
    """Read the mark of a Double, `=2`, if it is there."""
    if scan.text[scan.place : scan.place + 1] != "=":
        return False
    scan.one_of("=")
    scan.one_of("2")
    return True
