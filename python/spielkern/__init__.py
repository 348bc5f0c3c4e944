"""spielkern: an exact and fast engine for 10, Dots and Boxes, Nim, Mū Tōrere and Crazy10s.

    import spielkern as sk
    rules = sk.MuTorere()
    position = rules.start()
    position = position.play("1-c")
    sk.solve(rules).value(position)

Rules, positions and moves are immutable values; a `Match` keeps a history on top of them.
"""

from __future__ import annotations

from typing import Any

from spielkern._core import (
    GAMES,
    OPTIONS,
    Crazy10s,
    Crazy10sMove,
    Crazy10sPosition,
    Crazy10sView,
    DotsAndBoxes,
    DotsAndBoxesMove,
    DotsAndBoxesPosition,
    Move,
    MuTorere,
    MuTorereMove,
    MuTorerePosition,
    Nim,
    NimMove,
    NimPosition,
    Position,
    Rules,
    Ten,
    TenMove,
    TenPosition,
)
from spielkern.analysis import Analysis, analyse
from spielkern.batches import Batch
from spielkern.embedding import get_cmake_dir, get_include, get_library_dir
from spielkern.errors import (
    Cancelled,
    EngineError,
    IllegalMove,
    MemoryLimitError,
    NotationError,
    RecordError,
    RulesError,
    SpielkernError,
    TableError,
    VerificationError,
    shown,
)
from spielkern.match import Match
from spielkern.puzzle import DailyPuzzle, PuzzleAnswer, daily_puzzle
from spielkern.records import package_version
from spielkern.solving import NetSolution, Solution, TableInfo, open_table, solve, table_info
from spielkern.values import Option, Outcome, Playouts, Progress, Result, Value

__all__ = [
    "Analysis",
    "Batch",
    "Cancelled",
    "Crazy10s",
    "Crazy10sMove",
    "Crazy10sPosition",
    "Crazy10sView",
    "DailyPuzzle",
    "DotsAndBoxes",
    "DotsAndBoxesMove",
    "DotsAndBoxesPosition",
    "EngineError",
    "IllegalMove",
    "Match",
    "MemoryLimitError",
    "Move",
    "MuTorere",
    "MuTorereMove",
    "MuTorerePosition",
    "NetSolution",
    "Nim",
    "NimMove",
    "NimPosition",
    "NotationError",
    "Option",
    "Outcome",
    "Playouts",
    "Position",
    "Progress",
    "PuzzleAnswer",
    "RecordError",
    "Result",
    "Rules",
    "RulesError",
    "Solution",
    "SpielkernError",
    "TableError",
    "TableInfo",
    "Ten",
    "TenMove",
    "TenPosition",
    "Value",
    "VerificationError",
    "analyse",
    "daily_puzzle",
    "game_class",
    "game_options",
    "games",
    "get_cmake_dir",
    "get_include",
    "get_library_dir",
    "open_table",
    "rules",
    "solve",
    "table_info",
]


def __getattr__(name: str) -> str:
    if name == "__version__":
        return package_version()
    raise AttributeError(f"module 'spielkern' has no attribute {name!r}")


def games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(GAMES)


def game_class(name: str) -> type[Rules]:
    """The class of a game's rules by the game's name. ValueError for a name that is not in `games()`."""
    try:
        return GAMES[name]
    except (KeyError, TypeError):
        raise RulesError(f"there is no game {shown(name)}; the games are {', '.join(GAMES)}") from None


def game_options(name: str) -> tuple[Option, ...]:
    """The options of a game, in the order of its constructor's arguments. ValueError for an unknown name."""
    game_class(name)
    return OPTIONS[name]


def rules(name: str, **options: Any) -> Rules:
    """Rules by the game's name: `rules("mu-torere", ring=10)`.

    ValueError for an unknown name or an option's value out of its range, TypeError for an option that the game has not.
    """
    return game_class(name)(**options)
