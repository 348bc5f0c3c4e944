"""Positions of Crazy10s for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

BAG = {"0": 8, "1": 11, "2": 11, "3": 11, "4": 10, "5": 9, "6": 7, "7": 5, "8": 3, "9": 2, "*": 3}
VECTORS = Path(__file__).parents[1] / "data" / "vectors" / "crazy10s.jsonl"


def vectors() -> list[dict[str, Any]]:
    return [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]


def empty(size: int = 13) -> str:
    return "/".join(["." * size] * size)


def board_with(tiles: dict[str, str], size: int = 13) -> str:
    """A board's text from its tiles by square."""
    rows = [["."] * size for _ in range(size)]
    for square, tile in tiles.items():
        rows[int(square[1:]) - 1][ord(square[0]) - ord("a")] = tile
    return "/".join("".join(row) for row in rows)


def tiles_left(board: str, *racks: str) -> str:
    """What is neither on the board nor on the racks, in order."""
    used = "".join("*" if "A" <= tile <= "J" else tile for tile in board if tile not in "./") + "".join(racks)
    return "".join(kind * (count - used.count(kind)) for kind, count in BAG.items())


def position_text(board: str, rack: str, player: int = 1, scores: str = "0:0", scoreless: int = 0) -> str:
    """A whole position with that rack for `player`; the other rack and the bag hold what is left."""
    left = tiles_left(board, rack)
    racks = [rack, left[:7]] if player == 1 else [left[:7], rack]
    bag = f"?{len(left) - 7}" if len(left) > 7 else "-"
    return f"{board} {racks[0] or '-'}|{racks[1] or '-'} {bag} {player} {scores} {scoreless}"


def put(rules: Any, board: str, rack: str, scores: str = "0:0", scoreless: int = 0) -> Any:
    """The position in which player 1, or on an empty board whoever is on turn, has that rack."""
    player = 1 + scoreless % 2 if set(board) <= {".", "/"} else 1
    return rules.position(position_text(board, rack, player, scores, scoreless))


def ends(rules: Any, tiles: int, count: int) -> list[Any]:
    """Positions with an empty bag and short racks, from greedy play."""
    found: list[Any] = []
    for seed in range(1000):
        position = rules.start(seed)
        while position.outcome is None and (position.bag_size > 0 or sum(position.rack_sizes) > tiles):
            best = position.best_plays(1)
            rack = position.racks[position.player - 1]
            position = position.play(best[0] if best else f"swap {rack}" if position.bag_size >= len(rack) else "pass")
        if position.outcome is None:
            found.append(position)
        if len(found) == count:
            break
    return found
