"""Dots and Boxes.

A board of `rows` x `cols` boxes, by default 4 x 4: so 5 x 5 dots and 40 edges. A move draws one free horizontal
or vertical edge between neighbouring dots. Each box it completes is a point for the mover (an edge can complete
two), and after completing at least one the same player must move again; otherwise the turn passes. When all
edges are drawn the higher score wins; equal is a draw. No passing; who drew the earlier sides is irrelevant.

A dot is a column letter, left to right, and a row number, top to bottom: `a1` is top left. A move is its two
dots, the left or upper one first: `a1b1`, `a1a2`. A position is `--/|||/-. 1 1-0`: the rows of edges from top
to bottom, horizontals and verticals in turn, `.` free, `-` or `|` drawn, then the player to move (after the last
edge the last mover) and the score, whose sum is the number of closed boxes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from .base import Move, Outcome, Position, Rules, RulesError, Scanner, is_int, opponent, shown, wrong_option

Dot = tuple[int, int]  # column and row, from 0
Edge = tuple[Dot, Dot]  # the left or upper dot first
Box = tuple[int, int]  # the column and row of its upper left dot

MOST_EDGES = 64
MOST_SIDE = 64
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True, init=False)
class DotsAndBoxes(Rules["DotsAndBoxesPosition", "DotsAndBoxesMove"]):
    """The rules: how many `rows` and `cols` of boxes there are."""

    rows: int
    cols: int

    name: ClassVar[str] = "dots-and-boxes"
    title: ClassVar[str] = "Dots and Boxes"
    repetition: ClassVar[int | None] = None
    max_plies: ClassVar[int | None] = None

    def __init__(self, rows: int = 4, cols: int = 4) -> None:
        for option, value in (("rows", rows), ("cols", cols)):
            if not is_int(value) or not 1 <= value <= MOST_SIDE:
                raise wrong_option("Dots and Boxes", option, f"a number from 1 to {MOST_SIDE}", value)
        edges = (rows + 1) * cols + rows * (cols + 1)
        if edges > MOST_EDGES:
            raise RulesError(
                f"Dots and Boxes: {rows} x {cols} boxes have {edges} edges, above the limit of {MOST_EDGES}"
            )
        object.__setattr__(self, "rows", int(rows))
        object.__setattr__(self, "cols", int(cols))

    @property
    def options(self) -> dict[str, object]:
        """The options by name."""
        return {"rows": self.rows, "cols": self.cols}

    def __str__(self) -> str:
        return f"dots-and-boxes rows={self.rows} cols={self.cols}"

    def edge_rows(self) -> list[list[Edge]]:
        """List the rows of edges from top to bottom, horizontal and vertical ones in turn."""
        return edge_rows(self.rows, self.cols)

    def edges(self) -> list[Edge]:
        """List all edges, in the order of the rows."""
        return [edge for edge_row in self.edge_rows() for edge in edge_row]

    def boxes(self) -> list[Box]:
        """List all boxes, row by row."""
        return [(col, row) for row in range(self.rows) for col in range(self.cols)]

    def closed(self, drawn: frozenset[Edge]) -> list[Box]:
        """List the boxes whose four sides are drawn."""
        return [box for box in self.boxes() if all(side in drawn for side in sides(box))]

    def start(self) -> DotsAndBoxesPosition:
        """Set up the empty board; player 1 moves first."""
        return DotsAndBoxesPosition(self, frozenset(), 1, (0, 0))

    def from_edges(
        self, edges: Iterable[str | DotsAndBoxesMove], player: int = 1, score: Iterable[int] | None = None
    ) -> DotsAndBoxesPosition:
        """Set up a position by its drawn edges; closed boxes are player 1's unless there is a `score`."""
        drawn: set[Edge] = set()
        if isinstance(edges, str):
            raise TypeError(f"edges must be a sequence of moves or their texts, not {shown(edges)}")
        for number, named in enumerate(edges):
            if isinstance(named, DotsAndBoxesMove):
                if named.rules != self:
                    raise RulesError(f"Dots and Boxes edges[{number}] {named} belongs to other rules: {named.rules}")
                text, edge = str(named), named.edge
            else:
                text, edge = named, self._edge(f"Dots and Boxes edges[{number}]", named)
            if edge in drawn:
                Scanner(f"Dots and Boxes edges[{number}]", text).refuse(0, "an edge not named before", len(text))
            drawn.add(edge)
        if not is_int(player):
            raise TypeError(f"player must be an int, not {shown(player)}")
        if player not in (1, 2):
            raise RulesError(f"Dots and Boxes: player must be 1 or 2, not {player}")
        closed = len(self.closed(frozenset(drawn)))
        points = [closed, 0] if score is None else list(score)
        if len(points) != 2 or not all(is_int(number) for number in points):
            raise TypeError(f"score must be two ints, not {shown(score)}")
        if min(points) < 0 or sum(points) != closed:
            raise RulesError(f"Dots and Boxes: the sum of the score must be {closed}, not {shown(score)}")
        return DotsAndBoxesPosition(self, frozenset(drawn), player, (points[0], points[1]))

    def position(self, text: str) -> DotsAndBoxesPosition:
        """Read a position: `--/|||/-. 1 1-0`."""
        scan = Scanner("Dots and Boxes position", text)
        drawn = set()
        for number, edge_row in enumerate(self.edge_rows()):
            if number > 0:
                scan.one_of("/")
            for edge in edge_row:
                if scan.one_of("." + symbol(edge)) != ".":
                    drawn.add(edge)
        scan.one_of(" ")
        player = int(scan.one_of("12"))
        scan.one_of(" ")
        closed = len(self.closed(frozenset(drawn)))
        first = scan.number("the points of player 1", 0, closed)
        scan.one_of("-")
        second = scan.number("the points of player 2", closed - first, closed - first)
        scan.end()
        return DotsAndBoxesPosition(self, frozenset(drawn), player, (first, second))

    def move(self, text: str) -> DotsAndBoxesMove:
        """Read a move, legal or not: `a1b1`, or `b1a1`."""
        return DotsAndBoxesMove(self, self._edge("Dots and Boxes move", text))

    def _edge(self, what: str, text: str) -> Edge:
        scan = Scanner(what, text)
        one = self._scan_dot(scan)
        place = scan.place
        other = self._scan_dot(scan)
        if abs(one[0] - other[0]) + abs(one[1] - other[1]) != 1:
            scan.refuse(place, f"a dot next to {dot_name(one)}", scan.place - place)
        scan.end()
        return (min(one, other), max(one, other))

    def _scan_dot(self, scan: Scanner) -> Dot:
        letters = LETTERS[: self.cols + 1]
        col = letters.index(scan.one_of(letters + letters.upper()).lower())
        return (col, scan.number("a row", 1, self.rows + 1) - 1)


@dataclass(frozen=True, slots=True, repr=False)
class DotsAndBoxesPosition(Position["DotsAndBoxesMove"]):
    """The `drawn` edges, the `player` to move and the `score`: the boxes of player 1 and of player 2."""

    rules: DotsAndBoxes
    drawn: frozenset[Edge]
    player: int
    score: tuple[int, int]

    @property
    def edges(self) -> tuple[DotsAndBoxesMove, ...]:
        """The drawn edges, in the order of the text."""
        return tuple([DotsAndBoxesMove(self.rules, edge) for edge in self.rules.edges() if edge in self.drawn])

    @property
    def closed(self) -> tuple[bool, ...]:
        """Tell of each box, row by row, whether it is closed."""
        closed = self.rules.closed(self.drawn)
        return tuple([box in closed for box in self.rules.boxes()])

    @property
    def outcome(self) -> Outcome | None:
        """When all edges are drawn the higher score wins."""
        if len(self.drawn) < len(self.rules.edges()):
            return None
        first, second = self.score
        return Outcome(None if first == second else 1 if first > second else 2, "all edges drawn")

    def moves(self) -> tuple[DotsAndBoxesMove, ...]:
        """List the free edges, in the order of the text."""
        return tuple([DotsAndBoxesMove(self.rules, edge) for edge in self.rules.edges() if edge not in self.drawn])

    def objection(self, move: DotsAndBoxesMove) -> str | None:
        """Say that an edge is drawn already."""
        return "this edge is drawn" if move.edge in self.drawn else None

    def after(self, move: DotsAndBoxesMove) -> DotsAndBoxesPosition:
        """Draw the edge; who completes boxes has their points and moves again."""
        drawn = self.drawn | {move.edge}
        completed = len(self.rules.closed(drawn)) - len(self.rules.closed(self.drawn))
        if completed == 0:
            return DotsAndBoxesPosition(self.rules, drawn, opponent(self.player), self.score)
        first, second = self.score
        score = (first + completed, second) if self.player == 1 else (first, second + completed)
        return DotsAndBoxesPosition(self.rules, drawn, self.player, score)

    def __str__(self) -> str:
        texts = []
        for edge_row in self.rules.edge_rows():
            texts.append("".join([symbol(edge) if edge in self.drawn else "." for edge in edge_row]))
        return f"{'/'.join(texts)} {self.player} {self.score[0]}-{self.score[1]}"


@dataclass(frozen=True, slots=True, repr=False)
class DotsAndBoxesMove(Move):
    """Draw an `edge`: its two dots, each a column and a row, the left or upper one first."""

    rules: DotsAndBoxes
    edge: Edge

    def __str__(self) -> str:
        return dot_name(self.edge[0]) + dot_name(self.edge[1])


@cache
def edge_rows(rows: int, cols: int) -> list[list[Edge]]:
    """List the rows of edges of a board from top to bottom, horizontal and vertical ones in turn."""
    listed = []
    for row in range(rows + 1):
        listed.append([((col, row), (col + 1, row)) for col in range(cols)])
        if row < rows:
            listed.append([((col, row), (col, row + 1)) for col in range(cols + 1)])
    return listed


def sides(box: Box) -> list[Edge]:
    """List the four edges of a box: above, left, right, below."""
    col, row = box
    above_left, above_right, below_left, below_right = (col, row), (col + 1, row), (col, row + 1), (col + 1, row + 1)
    return [(above_left, above_right), (above_left, below_left), (above_right, below_right), (below_left, below_right)]


def symbol(edge: Edge) -> str:
    """Return how a drawn edge is written: `-` if its dots are in one row, else `|`."""
    return "-" if edge[0][1] == edge[1][1] else "|"


def dot_name(dot: Dot) -> str:
    """Name a dot: `a1`."""
    return f"{LETTERS[dot[0]]}{dot[1] + 1}"
