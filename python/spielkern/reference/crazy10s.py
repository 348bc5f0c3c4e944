"""Crazy10s.

Tiles with digits are laid on the squares of a board so that every *run*, a gapless row or column of two or more tiles,
that contains a new tile adds up to ten. Squares are named by column and row, `a1` top left:

         a b c d e
       1 . . . . .
       2 . . 7 . .
       3 . . 3 5 2      the runs 7 3 (down) and 3 5 2 (across)
       4 . . . . .
       5 . . . . .
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from .base import (
    MOST_MOVES,
    Move,
    Outcome,
    Position,
    Rules,
    RulesError,
    Scanner,
    checked_number,
    is_int,
    opponent,
    wrong_option,
)
from .rng import Xoshiro256

BAG = {"0": 8, "1": 11, "2": 11, "3": 11, "4": 10, "5": 9, "6": 7, "7": 5, "8": 3, "9": 2, "*": 3}
KINDS = "".join(BAG)
JOKER = "*"
EMPTY = "."
NATURAL = "0123456789"
AS_JOKER = "ABCDEFGHIJ"  # a joker on the board, standing for 0 to 9
RACK = 7
TEN = 10
Square = tuple[int, int]  # row and column, counted from 0
Placements = tuple[tuple[Square, str], ...]
DIRECTIONS = ((0, 1), (1, 0))  # across and down

MOST_SCORELESS = 6
MOST_SCORE = 1_000_000_000
COLUMNS = "abcdefghijklmnopqrstuvwxy"
NUMBER_BONUS = {"d": 2, "t": 3}
LINE_BONUS = {"D": 2, "T": 3}

#: The default layouts: the letter of a bonus and where it lies, as offsets from the middle in all eight images.
LAYOUTS = {
    13: {"D": [(5, 5), (6, 2)], "t": [(6, 6), (4, 0)], "d": [(2, 2), (3, 1), (5, 3)]},
    11: {"D": [(4, 4), (5, 1)], "t": [(5, 5), (3, 0)], "d": [(2, 2), (4, 2)]},
}


def default_layout(size: int) -> str:
    """Write the layout that a board of this size has unless another is given."""
    rows = [["."] * size for _ in range(size)]
    middle = size // 2
    for letter, places in LAYOUTS.get(size, {}).items():
        for a, b in places:
            for down, right in ((a, b), (b, a)):
                for i in (-1, 1):
                    for j in (-1, 1):
                        rows[middle + i * down][middle + j * right] = letter
    return "/".join(["".join(row) for row in rows])


def name(square: Square) -> str:
    """Name a square by its column and row."""
    return f"{COLUMNS[square[1]]}{square[0] + 1}"


def value(tiles: str) -> int:
    """Add up the digits of tiles on a rack; a joker is worth nothing."""
    return sum([int(tile) for tile in tiles if tile != JOKER])


def in_order(tiles: str) -> str:
    """Sort tiles: digits, then jokers."""
    return "".join(sorted(tiles, key=KINDS.index))


@dataclass(frozen=True, slots=True, init=False)
class Crazy10s(Rules["Crazy10sPosition", "Crazy10sMove"]):
    """The rules: the `size` of the board, the `placement` ("linked" or "line") and the `layout` of bonus squares."""

    size: int
    placement: str
    layout: str

    name: ClassVar[str] = "crazy10s"
    title: ClassVar[str] = "Crazy10s"
    chance: ClassVar[bool] = True
    repetition: ClassVar[int | None] = None
    max_plies: ClassVar[int | None] = None

    def __init__(self, size: int = 13, placement: str = "linked", layout: str | None = None) -> None:
        if not is_int(size) or not 5 <= size <= 25 or size % 2 == 0:
            raise wrong_option("Crazy10s", "size", "an odd number from 5 to 25", size)
        if not isinstance(placement, str) or placement not in ("linked", "line"):
            raise wrong_option("Crazy10s", "placement", "'linked' or 'line'", placement)
        if layout is None or layout == "":
            layout = default_layout(size)
        rows = layout.split("/") if isinstance(layout, str) else []
        if [len(row) for row in rows] != [size] * size or set("".join(rows)) - set(".dtDT"):
            raise wrong_option("Crazy10s", "layout", f"{size} rows of {size} squares (. d t D T) joined by '/'", layout)
        object.__setattr__(self, "size", int(size))
        object.__setattr__(self, "placement", str(placement))
        object.__setattr__(self, "layout", layout)

    @property
    def options(self) -> dict[str, object]:
        """The options by name."""
        return {"size": self.size, "placement": self.placement, "layout": self.layout}

    @property
    def full_play(self) -> int:
        """The points for exactly seven tiles in one play; 11 x 11 is the board of the daily puzzle, which has none."""
        return 0 if self.size == 11 else 20

    @property
    def middle(self) -> Square:
        """The middle square."""
        return (self.size // 2, self.size // 2)

    def squares(self) -> list[Square]:
        """List all squares, row by row."""
        return [(row, col) for row in range(self.size) for col in range(self.size)]

    def has(self, square: Square) -> bool:
        """Tell whether there is such a square."""
        return 0 <= square[0] < self.size and 0 <= square[1] < self.size

    def bonus(self, square: Square) -> str:
        """Return what a square is: a letter of the layout."""
        row, col = square
        return self.layout.split("/")[row][col]

    def __str__(self) -> str:
        return f"crazy10s size={self.size} placement={self.placement} layout={self.layout}"

    def start(self, seed: int = 1) -> Crazy10sPosition:
        """Shuffle the bag and let both players draw."""
        return self.dealt(Xoshiro256(checked_number("seed", seed, 0, 2**64 - 1)))

    def dealt(self, rng: Xoshiro256) -> Crazy10sPosition:
        """Shuffle the bag and let both players draw."""
        bag = [kind for kind in KINDS for _ in range(BAG[kind])]
        shuffle(bag, rng)
        first, second, rest = bag[:RACK], bag[RACK : 2 * RACK], bag[2 * RACK :]
        racks = in_order("".join(first)), in_order("".join(second))
        return Crazy10sPosition(self, (EMPTY,) * self.size**2, racks, "".join(rest), None, 1, (0, 0), 0)

    def position(self, text: str) -> Crazy10sPosition:
        """Read a position in which both racks are known."""
        return Reader(self, text).read()

    def move(self, text: str) -> Crazy10sMove:
        """Read a move, legal or not: `g7=3,h7=*7`, `swap 04*`, `pass`."""
        scan = Scanner("Crazy10s move", text)
        low = text[:4].lower()
        if low == "pass":
            scan.place = 4
            scan.end()
            return Crazy10sMove(self, "pass", (), "")
        if low == "swap":
            scan.place = 4
            scan.one_of(" ")
            tiles = scan.one_of(KINDS)
            while scan.place < len(text) and text[scan.place] in KINDS:
                if len(tiles) == RACK:
                    scan.refuse(scan.place, "at most seven tiles")
                tiles += scan.one_of(KINDS)
            scan.end()
            return Crazy10sMove(self, "swap", (), in_order(tiles))
        laid: dict[Square, str] = {}
        while True:
            if len(laid) == RACK:
                scan.refuse(scan.place - 1, "the end of the text, as a play has at most seven tiles")
            place = scan.place
            columns = COLUMNS[: self.size]
            column = scan.one_of(columns + columns.upper()).lower()
            square = (scan.number("a row", 1, self.size) - 1, COLUMNS.index(column))
            scan.one_of("=")
            joker = text[scan.place : scan.place + 1] == JOKER
            if joker:
                scan.one_of(JOKER)
            digit = scan.one_of(NATURAL)
            if square in laid:
                scan.refuse(place, "a square not named before")
            laid[square] = AS_JOKER[int(digit)] if joker else digit
            if text[scan.place : scan.place + 1] != ",":
                break
            scan.one_of(",")
        scan.end()
        return Crazy10sMove(self, "play", tuple(sorted(laid.items())), "")


@dataclass(frozen=True, slots=True, repr=False)
class Crazy10sPosition(Position["Crazy10sMove"]):
    """The `board` square by square, both `racks`, the `bag`, the `player` on turn, the `scores` as played.

    `bag` lists its tiles, the first drawn first; of one in unknown order it is None, and `hidden` the number of tiles.
    `scoreless` counts the turns in a row that scored nothing.
    """

    rules: Crazy10s
    board: tuple[str, ...]
    racks: tuple[str, str]
    bag: str | None
    hidden: int | None
    player: int
    scores: tuple[int, int]
    scoreless: int

    @property
    def rack(self) -> str:
        """The tiles of the player on turn."""
        return self.racks[self.player - 1]

    @property
    def bag_size(self) -> int:
        """How many tiles are in the bag."""
        return len(self.bag) if self.bag is not None else self.hidden or 0

    def tiles(self) -> dict[Square, str]:
        """Return what lies on the board, by square."""
        found = {}
        for square, tile in zip(self.rules.squares(), self.board, strict=True):
            if tile != EMPTY:
                found[square] = tile
        return found

    @property
    def final_scores(self) -> tuple[int, int]:
        """The points, once the game is over with what the racks add or take away."""
        one, two = self.scores
        if self._is_out():
            return one + value(self.racks[1]), two + value(self.racks[0])
        if self.scoreless == MOST_SCORELESS:
            return one - value(self.racks[0]), two - value(self.racks[1])
        return one, two

    def _is_out(self) -> bool:
        return self.bag_size == 0 and "" in self.racks

    @property
    def outcome(self) -> Outcome | None:
        """A rack is empty and the bag too, or six turns in a row scored nothing."""
        if not self._is_out() and self.scoreless < MOST_SCORELESS:
            return None
        one, two = self.final_scores
        winner = 1 if one > two else 2 if two > one else None
        return Outcome(winner, "a rack emptied" if self._is_out() else "six turns without points")

    def moves(self) -> tuple[Crazy10sMove, ...]:
        """List all moves: plays by the order of their squares and tiles, then swaps, then passing."""
        if self.outcome is not None:
            return ()
        moves = list(self.plays())
        if len(moves) > MOST_MOVES:
            raise RulesError(f"Crazy10s position {str(self)!r} has more than {MOST_MOVES} moves: too many to list")
        swaps = set()
        for count in range(1, min(len(self.rack), self.bag_size) + 1):
            for tiles in combinations(self.rack, count):
                swaps.add("".join(tiles))
        for text in sorted(swaps):
            moves.append(Crazy10sMove(self.rules, "swap", (), text))
        moves.append(Crazy10sMove(self.rules, "pass", (), ""))
        return tuple(moves)

    def plays(self) -> Iterator[Crazy10sMove]:
        """Find all tile plays by laying one tile after the other, each in a run with one laid before.

        Jokers are laid as the digits they become; which of the tiles they are is looked at in the end.
        """
        if self.outcome is not None:
            return
        old = self.tiles()
        seen: set[Placements] = {()}
        waiting: list[Placements] = [()]
        while waiting:
            laid = waiting.pop()
            if laid and self._fault(old, dict(laid)) is None:
                for placements in self._with_jokers(laid):
                    yield Crazy10sMove(self.rules, "play", placements, "")
            for square in self._next_squares(old, dict(laid)):
                for digit_laid in NATURAL:
                    longer = tuple(sorted([*laid, (square, digit_laid)]))
                    if longer not in seen and self._jokers_needed(longer) <= self.rack.count(JOKER):
                        seen.add(longer)
                        if self._can_become_a_play(old, dict(longer)):
                            waiting.append(longer)

    def _jokers_needed(self, laid: Placements) -> int:
        """Count the tiles of a play that the rack has no digits for."""
        digits = "".join([tile for _, tile in laid])
        return sum([max(digits.count(one) - self.rack.count(one), 0) for one in NATURAL])

    def _with_jokers(self, laid: Placements) -> Iterator[Placements]:
        """List the ways to lay these digits with the rack: every choice of jokers among them that it can cover."""
        for count in range(min(self.rack.count(JOKER), len(laid)) + 1):
            for jokers in combinations(laid, count):
                rest = tuple([placement for placement in laid if placement not in jokers])
                if self._jokers_needed(rest) == 0:
                    yield tuple(
                        [(square, AS_JOKER[int(tile)] if (square, tile) in jokers else tile) for square, tile in laid]
                    )

    def _next_squares(self, old: dict[Square, str], tiles: dict[Square, str]) -> set[Square]:
        """Find where a next tile may lie: at the ends of what lies in a row or column with a new one, without a gap.

        The first tile lies beside an old one, or on the middle of an empty board. Every play can be laid so: one of its
        tiles lies beside an old one; in a run the tiles follow one another from any of them on, and from run to run it
        goes on at a common tile. As long as a run is not ten, one of its ends must be next at some time: it may be now.
        """
        everything = {**old, **tiles}
        if not everything:
            return {self.rules.middle}
        found: set[Square] = set()
        if not tiles:
            found.update([beside for square in old for beside in neighbours(square)])
        for square in tiles:
            for direction in DIRECTIONS:
                run, ends = stretch(everything, square, direction)
                if len(run) > 1 and total(everything, run) != TEN:
                    return self._free(everything, tiles, set(ends))
                found.update(ends)
        return self._free(everything, tiles, found)

    def _free(self, everything: dict[Square, str], tiles: dict[Square, str], squares: set[Square]) -> set[Square]:
        """Choose the squares that a tile may lie on beside those that are laid."""
        free = {square for square in squares if self.rules.has(square) and square not in everything}
        if self.rules.placement == "line":
            return {square for square in free if in_line([*tiles, square])}
        return free

    def _can_become_a_play(self, old: dict[Square, str], tiles: dict[Square, str]) -> bool:
        """Tell whether further tiles may make ten of all runs: they only add to them, and each is in two at most."""
        everything = {**old, **tiles}
        sums = {
            (run[0], run[-1]): total(everything, run) for square in tiles for run in runs_through(everything, square)
        }
        short = [s for s in sums.values() if s < TEN]
        return max(sums.values(), default=0) <= TEN and len(short) <= 2 * (len(self.rack) - len(tiles))

    def objection(self, move: Crazy10sMove) -> str | None:
        """Say why the move is not possible."""
        if self.outcome is not None:
            return "the game is over"
        if move.kind == "pass":
            return None
        used = move.swapped if move.kind == "swap" else "".join([kind(tile) for _, tile in move.placements])
        for tile in KINDS:
            if used.count(tile) > self.rack.count(tile):
                return f"the rack has only {self.rack.count(tile)} of {tile}"
        if move.kind == "swap":
            return "the bag holds too few tiles" if len(used) > self.bag_size else None
        return self._fault(self.tiles(), dict(move.placements))

    def _fault(self, old: dict[Square, str], tiles: dict[Square, str]) -> str | None:
        """Say what the rules have against laying these tiles."""
        for square in tiles:
            if square in old:
                return f"{name(square)} is occupied"
        if not old and self.rules.middle not in tiles:
            return f"the first play must cover {name(self.rules.middle)}, the middle square"
        if not old and len(tiles) == 1:
            return "the first play must form a run of two or more tiles"
        everything = {**old, **tiles}
        for square in tiles:
            for run in runs_through(everything, square):
                if total(everything, run) != TEN:
                    return f"{run_name(run)} sums to {total(everything, run)}, not 10"
        if old and not any(other in old for square in tiles for other in neighbours(square)):
            return "no new tile lies beside a tile that was there before"
        reached = {min(tiles)}
        for _ in tiles:
            for square in list(reached):
                for run in runs_through(everything, square):
                    reached.update([other for other in run if other in tiles])
        if len(reached) < len(tiles):
            return "the new tiles are not all linked by runs"
        if self.rules.placement == "line" and not in_line(list(tiles)):
            return "the new tiles must lie in one row or column"
        return None

    def score(self, move: Crazy10sMove) -> int:
        """Return what a legal move scores."""
        tiles = dict(move.placements)
        if [digit(tile) for tile in tiles.values()] in ([], [0]):
            return 0
        everything = {**self.tiles(), **tiles}
        runs = {tuple(run) for square in tiles for run in runs_through(everything, square)}
        points = self.rules.full_play if len(tiles) == RACK else 0
        for run in runs:
            amount, lines = 0, 1
            for square in run:
                bonus = self.rules.bonus(square) if square in tiles else "."
                amount += digit(everything[square]) * NUMBER_BONUS.get(bonus, 1)
                lines *= LINE_BONUS.get(bonus, 1)
            points += amount * lines
        return points

    def play(self, move: Crazy10sMove | str, seed: int = 1) -> Crazy10sPosition:
        """Make `move` if it is legal; what chance draws comes from `seed`."""
        return self.after(self._legal(move), seed)

    def after(self, move: Crazy10sMove, seed: int = 1) -> Crazy10sPosition:
        """Make the move, which must be legal; what chance draws comes from `seed`."""
        return self.after_chance(move, Xoshiro256(checked_number("seed", seed, 0, 2**64 - 1)))

    def after_chance(self, move: Crazy10sMove, rng: Xoshiro256) -> Crazy10sPosition:
        """Make the move, which must be legal; what chance draws comes from `rng`."""
        points = self.score(move)
        bag = list(self.bag) if self.bag is not None else []
        if self.bag is None and move.kind != "pass":
            bag = self._unseen()
            shuffle(bag, rng)
        rack = list(self.rack)
        board = list(self.board)
        squares = self.rules.squares()
        for square, tile in move.placements:
            board[squares.index(square)] = tile
            rack.remove(kind(tile))
        for tile in move.swapped:
            rack.remove(tile)
        if move.kind != "pass":
            drawn = min(RACK - len(rack), len(bag)) if move.kind == "play" else len(move.swapped)
            rack += bag[:drawn]
            bag = bag[drawn:]
        if move.kind == "swap":
            bag += list(move.swapped)
            shuffle(bag, rng)
        racks = [self.racks[0], self.racks[1]]
        racks[self.player - 1] = in_order("".join(rack))
        scores = [self.scores[0], self.scores[1]]
        scores[self.player - 1] = min(scores[self.player - 1] + points, MOST_SCORE)
        count = len(bag) if move.kind != "pass" else self.bag_size
        known: str | None = "".join(bag)
        hidden: int | None = None
        if self.bag is None:
            known, hidden = ("", None) if count == 0 else (None, count)
        return Crazy10sPosition(
            self.rules,
            tuple(board),
            (racks[0], racks[1]),
            known,
            hidden,
            opponent(self.player),
            (scores[0], scores[1]),
            0 if points else self.scoreless + 1,
        )

    def _unseen(self) -> list[str]:
        seen = "".join([kind(tile) for tile in self.board if tile != EMPTY]) + "".join(self.racks)
        return [tile for tile in KINDS for _ in range(BAG[tile] - seen.count(tile))]

    def __str__(self) -> str:
        size = self.rules.size
        rows = ["".join(self.board[row * size : (row + 1) * size]) for row in range(size)]
        bag = f"?{self.hidden}" if self.bag is None else self.bag or "-"
        one, two = self.scores
        racks = f"{self.racks[0] or '-'}|{self.racks[1] or '-'}"
        return f"{'/'.join(rows)} {racks} {bag} {self.player} {one}:{two} {self.scoreless}"


@dataclass(frozen=True, slots=True, repr=False)
class Crazy10sMove(Move):
    """A "play" with its `placements` (square and tile), a "swap" of the tiles `swapped`, or a "pass"."""

    rules: Crazy10s
    kind: str
    placements: Placements
    swapped: str

    def __str__(self) -> str:
        if self.kind == "pass":
            return "pass"
        if self.kind == "swap":
            return f"swap {self.swapped}"
        marks = [(name(square), JOKER if kind(tile) == JOKER else "", digit(tile)) for square, tile in self.placements]
        return ",".join([f"{square}={mark}{number}" for square, mark, number in marks])


def digit(tile: str) -> int:
    """Return what a tile on the board counts."""
    return AS_JOKER.index(tile) if tile in AS_JOKER else int(tile)


def kind(tile: str) -> str:
    """Return which tile of the bag a tile on the board is."""
    return JOKER if tile in AS_JOKER else tile


def neighbours(square: Square) -> list[Square]:
    """List the four squares beside one, on the board or not."""
    row, col = square
    return [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]


def stretch(tiles: dict[Square, str], square: Square, direction: Square) -> tuple[list[Square], list[Square]]:
    """List the tiles in a row or column with the one on `square`, without a gap, and the two squares at the ends."""
    down, right = direction
    (row, col), (end_row, end_col) = square, square
    while (row - down, col - right) in tiles:
        row, col = row - down, col - right
    while (end_row + down, end_col + right) in tiles:
        end_row, end_col = end_row + down, end_col + right
    length = end_row - row + end_col - col + 1
    found = [(row + i * down, col + i * right) for i in range(length)]
    return found, [(row - down, col - right), (end_row + down, end_col + right)]


def runs_through(tiles: dict[Square, str], square: Square) -> list[list[Square]]:
    """List the runs that a tile is in."""
    stretches = [stretch(tiles, square, direction)[0] for direction in DIRECTIONS]
    return [found for found in stretches if len(found) > 1]


def total(tiles: dict[Square, str], run: list[Square]) -> int:
    """Add up a run."""
    return sum([digit(tiles[square]) for square in run])


def lies(run: list[Square]) -> bool:
    """Tell whether a run is part of a row."""
    return run[0][0] == run[-1][0]


def run_name(run: list[Square]) -> str:
    """Say where a run lies."""
    line = f"row {run[0][0] + 1}" if lies(run) else f"column {COLUMNS[run[0][1]]}"
    return f"{line} from {name(run[0])} to {name(run[-1])}"


def by_column(run: list[Square]) -> tuple[int, int]:
    """Order runs by column, then by row."""
    return run[0][1], run[0][0]


def in_line(squares: list[Square]) -> bool:
    """Tell whether squares lie in one row or one column."""
    return len({row for row, _ in squares}) == 1 or len({col for _, col in squares}) == 1


def shuffle(tiles: list[str], rng: Xoshiro256) -> None:
    """Shuffle as Fisher and Yates do, from the back."""
    for i in range(len(tiles), 1, -1):
        j = rng.below(i)
        tiles[i - 1], tiles[j] = tiles[j], tiles[i - 1]


class Reader:
    """Reads a position, and refuses what no match can come to."""

    def __init__(self, rules: Crazy10s, text: str) -> None:
        self.rules = rules
        self.scan = Scanner("Crazy10s position", text)
        self.left = dict(BAG)

    def read(self) -> Crazy10sPosition:
        """Read all of it."""
        scan = self.scan
        board = self.read_board()
        scan.one_of(" ")
        first_place = scan.place
        first = self.read_rack()
        scan.one_of("|")
        second_place = scan.place
        second = self.read_rack()
        scan.one_of(" ")
        bag, hidden = self.read_bag()
        if bag != "":
            for place, rack in ((first_place, first), (second_place, second)):
                if len(rack) < RACK:
                    scan.refuse(place, "seven tiles, as the bag is not empty")
        if first == second == "":
            scan.refuse(second_place, "a tile, as the game ends when one rack is empty")
        scan.one_of(" ")
        player_place = scan.place
        player = int(scan.one_of("12"))
        if bag == "" and (first, second)[player - 1] == "":
            scan.refuse(player_place, f"{opponent(player)}, as player {player} has gone out")
        scan.one_of(" ")
        bare = set(board) == {EMPTY}
        most = 0 if bare else MOST_SCORE
        one = scan.number("the score of player 1", 0, most)
        scan.one_of(":")
        two = scan.number("the score of player 2", 0, most)
        scan.one_of(" ")
        place = scan.place
        scoreless = scan.number("the number of scoreless turns in a row", 0, MOST_SCORELESS)
        if bare and scoreless % 2 != player - 1:
            scan.refuse(place, "the number of turns so far, as the board is empty")
        scan.end()
        return Crazy10sPosition(self.rules, board, (first, second), bag, hidden, player, (one, two), scoreless)

    def read_board(self) -> tuple[str, ...]:
        """Read the board's tiles, square by square."""
        scan, size = self.scan, self.rules.size
        board: list[str] = []
        for number in range(size**2):
            if number > 0 and number % size == 0:
                scan.one_of("/")
            place = scan.place
            tile = scan.one_of(EMPTY + NATURAL + AS_JOKER)
            if tile != EMPTY:
                self.take(kind(tile), place)
            board.append(tile)
        tiles = {s: t for s, t in zip(self.rules.squares(), board, strict=True) if t != EMPTY}
        wrong = [run for square in tiles for run in runs_through(tiles, square) if total(tiles, run) != TEN]
        # Rows from the top come first, then columns from the left.
        for run in [run for run in wrong if lies(run)] + sorted([run for run in wrong if not lies(run)], key=by_column):
            row, col = run[0]
            scan.refuse(row * (size + 1) + col, f"runs of ten ({run_name(run)} sums to {total(tiles, run)})")
        return tuple(board)

    def take(self, tile: str, place: int) -> None:
        """Take a tile out of those that are left."""
        if self.left[tile] == 0:
            self.scan.refuse(place, f"at most {BAG[tile]} of {tile} in all")
        self.left[tile] -= 1

    def read_rack(self) -> str:
        """Read a rack."""
        scan = self.scan
        if scan.text[scan.place : scan.place + 1] == "-":
            scan.one_of("-")
            return ""
        if scan.text[scan.place : scan.place + 1] not in tuple(KINDS):
            scan.refuse(scan.place, "the tiles of a rack, or '-'")
        rack = ""
        while scan.text[scan.place : scan.place + 1] in tuple(KINDS):
            tile = scan.text[scan.place]
            if len(rack) == RACK:
                scan.refuse(scan.place, "at most seven tiles")
            if rack != "" and KINDS.index(tile) < KINDS.index(rack[-1]):
                scan.refuse(scan.place, "tiles in ascending order, jokers last")
            self.take(tile, scan.place)
            rack += scan.one_of(KINDS)
        return rack

    def read_bag(self) -> tuple[str | None, int | None]:
        """Read the bag: its tiles in order, or how many of unknown order."""
        scan = self.scan
        place = scan.place
        left = sum(self.left.values())
        sign = scan.text[place : place + 1]
        if sign == "-":
            if left > 0:
                scan.refuse(place, f"the other {left} tiles")
            scan.one_of("-")
            return "", None
        if sign == "?":
            scan.one_of("?")
            number_place = scan.place
            if scan.number("the number of tiles in the bag", 1, sum(BAG.values())) != left:
                scan.refuse(number_place, f"{left}, the number of the other tiles")
            return None, left
        bag = ""
        while scan.text[scan.place : scan.place + 1] in tuple(KINDS):
            self.take(scan.text[scan.place], scan.place)
            bag += scan.one_of(KINDS)
        if len(bag) != left or left == 0:
            scan.refuse(scan.place, f"the other {left} tiles" if left else "'-', as no tile is left")
        return bag, None
