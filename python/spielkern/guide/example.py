"""Examples: positions, moves and what the rules guide claims of them, which the engine can carry out.

An example is a table of `examples/GAME.toml`: how to get to a position, perhaps a move, and claims. `failures` carries
it out and finds every claim that does not hold. The texts of the guide show an example's own data, so what they say has
been done.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from functools import cache, cached_property, lru_cache, reduce
from importlib import resources
from itertools import groupby
from operator import xor
from typing import Any, Final

import msgspec
from msgspec import Struct

import spielkern as sk
from spielkern.reference.ten import FIGURES, TEXT_ROWS


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, perhaps a move from it, and what is claimed of both."""

    #: What is claimed, by the names of CLAIMS.
    claims: dict[str, Any]
    options: dict[str, Any] = {}
    #: Where it begins; None: at the start of the game.
    position: str | None = None
    #: Plies from there that lead to the position the example is about, so many times in a row.
    before: list[str] = []
    times: int = 1
    #: The match's limits, if not the game's own; 0: none.
    repetition: int | None = None
    max_plies: int | None = None
    #: The ply that the example is about.
    move: str | None = None
    #: In Crazy10s, instead of a position: what lies on the board, and the rack of player 1.
    tiles: dict[str, str] = {}
    rack: str = ""
    #: The point whose figure the claims `targets`, `captures` and `splits` are about.
    figure: str = ""


class Stage:
    """An example carried out, as far as anybody asks."""

    def __init__(self, game: str, example: Example, engine: Any = sk) -> None:
        self.game = game
        self.example = example
        self.engine = engine

    @cached_property
    def rules(self) -> Any:
        """The rules with the example's options."""
        return self.engine.rules(self.game, **self.example.options)

    @cached_property
    def match(self) -> Any:
        """The match before the move."""
        given = self.example
        limits = {name: getattr(given, name) for name in ("repetition", "max_plies")}
        limits = {name: limit or None for name, limit in limits.items() if limit is not None}
        position = _laid(self.rules, given.tiles, given.rack) if given.rack else given.position
        match: Any = sk.Match(self.rules, position, seed=1 if self.rules.chance else None, **limits)
        for _ in range(given.times):
            for move in given.before:
                match.play(move)
        return match

    @property
    def position(self) -> Any:
        """The position before the move."""
        return self.match.position

    @cached_property
    def then(self) -> Any:
        """The match after the move; without one as it is."""
        match = self.match.copy()
        if self.example.move is not None:
            match.play(self.example.move)
        return match

    @property
    def move(self) -> str:
        """The move; ValueError if there is none."""
        if self.example.move is None:
            raise ValueError("this claim needs a move")
        return self.example.move

    @property
    def outcome(self) -> Any:
        """How the match ended after the move; ValueError if it goes on."""
        if self.then.outcome is None:
            raise ValueError("the game is not over")
        return self.then.outcome


def _laid(rules: Any, tiles: dict[str, str], rack: str) -> str:
    """Write a position of Crazy10s with these tiles; of what is left player 2 has the lowest, and the bag the rest."""
    rows = [["."] * rules.size for _ in range(rules.size)]
    left = Counter(_all_tiles(rules)) - Counter(rack)
    for square, tile in tiles.items():
        rows[int(square[1:]) - 1][ord(square[0]) - ord("a")] = tile
        left["*" if tile.isalpha() else tile] -= 1
    rest = "".join(sorted(left.elements(), key="0123456789*".index))
    board = "/".join("".join(row) for row in rows)
    return f"{board} {rack}|{rest[:7]} {rest[7:]} 1 0:0 0"


def _all_tiles(rules: Any) -> str:
    """Return all tiles of a game, as they are dealt at the start."""
    _, racks, bag, *_ = str(rules.start(1)).split(" ")
    return racks.replace("|", "") + bag


def _why_illegal(stage: Stage) -> str:
    try:
        stage.position.play(stage.move)
    except stage.engine.IllegalMove as error:
        return str(error)
    raise ValueError(f"{stage.move} can be played")


def _is_readable(stage: Stage) -> bool:
    try:
        stage.rules.move(stage.move)
    except stage.engine.NotationError:
        return False
    return True


def _why_refused(stage: Stage) -> str:
    try:
        rules = stage.rules
    except stage.engine.RulesError as error:
        return str(error)
    if stage.example.position is None:
        raise ValueError("these rules are allowed")
    try:
        rules.position(stage.example.position)
    except stage.engine.NotationError as error:
        return str(error)
    raise ValueError("this position is allowed")


def _texts(moves: Any) -> list[str]:
    return sorted(str(move) for move in moves)


def _targets(stage: Stage) -> list[str]:
    source = stage.example.figure
    found = (re.fullmatch(f"{source}[-x](.*)", text) for text in _texts(stage.position.moves()))
    return sorted(move[1] for move in found if move)


def _splits(stage: Stage) -> list[str]:
    return [text for text in _texts(stage.position.moves()) if text.startswith(f"{stage.example.figure}/")]


def _captures(stage: Stage) -> list[str]:
    return sorted(
        text.partition("x")[2] for text in _texts(stage.position.moves()) if text.startswith(f"{stage.example.figure}x")
    )


def _held(stage: Stage) -> list[str]:
    """The points of 10 on which the player who has just moved has figures."""
    rows = str(stage.then.position).split(" ")[0].split("/")
    points = " ".join(TEXT_ROWS).split(" ")
    own = FIGURES[stage.match.player]
    return sorted(point for point, figure in zip(points, "".join(rows), strict=True) if figure in own)


def _runs(stage: Stage) -> list[str]:
    """The runs of Crazy10s that hold a tile of the move, from the left or from above: `g7 h7: 37`."""
    new = set(re.findall("([a-y][0-9]+)=", str(stage.rules.move(stage.move))))
    rows = str(stage.then.position).split(" ")[0].split("/")
    lines = [[(f"{chr(97 + col)}{row}", tile) for col, tile in enumerate(tiles)] for row, tiles in enumerate(rows, 1)]
    found = []
    for line in [*lines, *map(list, zip(*lines, strict=True))]:
        for free, group in groupby(line, key=lambda square: square[1] == "."):
            run = list(group)
            if not free and len(run) > 1 and new & {at for at, _ in run}:
                digits = "".join(str(ord(tile) - ord("A")) if tile.isalpha() else tile for _, tile in run)
                found.append(f"{' '.join(at for at, _ in run)}: {digits}")
    return found


def _formula(stage: Stage) -> str:
    """How the only run of a move scores on bonus squares: `(3 x 2 + 7) x 2`."""
    (run,) = _runs(stage)
    squares, _, digits = run.partition(": ")
    layout = stage.rules.layout.split("/")
    new = str(stage.rules.move(stage.move))
    terms, factors = [], []
    for at, digit in zip(squares.split(" "), digits, strict=True):
        bonus = layout[int(at[1:]) - 1][ord(at[0]) - ord("a")] if f"{at}=" in new else "."
        terms.append(digit + {"d": " x 2", "t": " x 3"}.get(bonus, ""))
        factors.append({"D": " x 2", "T": " x 3"}.get(bonus, ""))
    total = " + ".join(terms)
    return f"({total})" + "".join(factors) if any(factors) else total


def _places(player: str) -> Callable[[Stage], list[int]]:
    """The ring points of Mū Tōrere on which a player has pieces."""

    def found(stage: Stage) -> list[int]:
        ring = str(stage.position).split("/")[0]
        return [number for number, piece in enumerate(ring, 1) if piece == player]

    return found


def _dots(stage: Stage) -> list[int]:
    """How many dots the board of Dots and Boxes has in a row and in a column."""
    rows = str(stage.position).split(" ")[0].split("/")
    return [len(rows[0]) + 1, len(rows) // 2 + 1]


def _points(stage: Stage) -> list[int]:
    position = stage.then.position
    return list(position.score if hasattr(position, "closed") else position.scores)


def _pieces(stage: Stage) -> list[int]:
    board = str(stage.then.position).split(" ")[0]
    return [board.count("1"), board.count("2")]


@lru_cache(maxsize=8)
def _solved(rules: Any) -> Any:
    return sk.solve(rules)


def _value(stage: Stage) -> str:
    return str(_solved(stage.rules).value(stage.then.position).result)


def _length(stage: Stage) -> int:
    return int(_solved(stage.rules).value(stage.then.position).remoteness)


#: What can be claimed, and how it is found out. "The position" is the one before the move; what comes after is the same
#: position where there is no move.
CLAIMS: Final[dict[str, Callable[[Stage], Any]]] = {
    # of the position
    "start": lambda stage: stage.position == stage.rules.start(),
    "moves": lambda stage: _texts(stage.position.moves()),
    "count": lambda stage: len(stage.position.moves()),
    "targets": _targets,
    "captures": _captures,
    "splits": _splits,
    "ring": lambda stage: len(str(stage.position).split("/")[0]),
    "first_player": _places("1"),
    "second_player": _places("2"),
    "dots": _dots,
    "best": lambda stage: _texts(_solved(stage.rules).best_moves(stage.position)),
    "total": lambda stage: len(_all_tiles(stage.rules)),
    "size": lambda stage: len(str(stage.position).split(" ")[0].split("/")),
    "tiles": lambda stage: [_all_tiles(stage.rules).count(tile) for tile in "0123456789*"],
    "entries": lambda stage: sorted(
        {point for text in _texts(stage.position.moves()) if "+" in text for point in text.split("+")}
    ),
    # of the move
    "legal": lambda stage: stage.position.is_legal(stage.move),
    "why": _why_illegal,
    "readable": _is_readable,
    "gain": lambda stage: stage.position.score(stage.rules.move(stage.move)),
    "runs": _runs,
    "formula": _formula,
    # Beyond ten for each run.
    "extra": lambda stage: stage.position.score(stage.rules.move(stage.move)) - 10 * len(_runs(stage)),
    "swapped": lambda stage: len(str(stage.rules.move(stage.move)).removeprefix("swap ")),
    # of what comes after
    "after": lambda stage: str(stage.then.position),
    "on_turn": lambda stage: stage.then.player,
    "goes_on": lambda stage: stage.then.outcome is None,
    "winner": lambda stage: stage.outcome.winner or 0,
    "reason": lambda stage: stage.outcome.reason,
    "value": _value,
    "length": _length,
    "xor": lambda stage: reduce(xor, stage.then.position.heaps),
    "objects": lambda stage: sum(stage.then.position.heaps),
    "taken": lambda stage: list(stage.then.taken),
    "pieces": _pieces,
    "boxes": lambda stage: len(stage.then.position.closed),
    "owners": lambda stage: list(stage.then.owners),
    "points": _points,
    "supplies": lambda stage: list(stage.then.position.supplies),
    "final": lambda stage: list(stage.then.position.final_scores),
    "bag": lambda stage: stage.then.position.bag_size,
    "racks": lambda stage: list(stage.then.position.rack_sizes),
    "left": lambda stage: [" ".join(rack) for rack in stage.then.position.racks],
    "view": lambda stage: str(stage.then.view(1)),
    "held": _held,
    "scoreless": lambda stage: stage.then.position.scoreless,
    "occurrences": lambda stage: stage.then.occurrences(),
    "ply": lambda stage: stage.then.ply,
    # of the rules
    "draws": lambda stage: _solved(stage.rules).counts["draw"],
    "layout": lambda stage: stage.rules.layout,
    "refused": _why_refused,
}
#: Of these a part of the answer is claimed.
PARTS: Final = frozenset({"why", "reason", "refused"})


def failures(game: str, example: Example, engine: Any = sk) -> list[str]:
    """Carry an example out; one line for each claim that does not hold.

    `engine` is `spielkern`, or another package with the same rules, as `spielkern.reference`.
    """
    stage = Stage(game, example, engine)
    wrong = []
    for name, claimed in example.claims.items():
        if name not in CLAIMS:
            wrong.append(f"{name}: there is no such claim")
            continue
        try:
            found = CLAIMS[name](stage)
        except (sk.SpielkernError, ValueError, TypeError, AttributeError) as error:
            wrong.append(f"{name}: {error}")
            continue
        same = claimed in found if name in PARTS else found == claimed and type(found) is type(claimed)
        if not same:
            wrong.append(f"{name}: {found!r}, not {claimed!r}")
    return wrong


@cache
def examples(game: str) -> dict[str, Example]:
    """Return the examples of a game by their names. ValueError for an unknown game."""
    sk.game_class(game)
    return msgspec.convert(read_toml(f"examples/{game}.toml"), dict[str, Example])


def read_toml(name: str) -> dict[str, Any]:
    """Read a data file of the guide; empty if there is none."""
    file = resources.files(__package__).joinpath(name)
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
