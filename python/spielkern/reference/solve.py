"""Solving small games by brute force: obviously right, and slow.

A position's value is for the player to move; the remoteness is the number of plies until the end when
the winner takes the shortest way and the loser the longest. Endless play is a draw. In Nim the player to
move is no part of what is solved: all heap sizes are listed once, with player 1 to move.
"""

from __future__ import annotations

from itertools import combinations, product
from math import comb
from typing import Any, NamedTuple, cast

from .base import MemoryLimitError, P, Rules, RulesError, opponent
from .mu_torere import CENTRE, EMPTY, MuTorere, MuTorerePosition
from .nim import Nim, NimPosition
from .ten import EMPTY as FREE_POINT
from .ten import FIGURES, POINTS, Ten, TenPosition

MOST_POSITIONS = 1_000_000  # positions are whole objects here: more of them would need gigabytes


class Value(NamedTuple):
    """The `result` for the player to move ("win", "loss", "draw") and the `remoteness` (None for a draw)."""

    result: str
    remoteness: int | None


DRAW = Value("draw", None)
OTHER_SIDE = {"win": "loss", "draw": "draw", "loss": "win"}


def listed(position: P) -> P:
    """Return what stands for `position` here: Nim's with player 1 to move, all others as they are."""
    if isinstance(position, NimPosition):
        return cast("P", NimPosition(position.rules, position.heaps, 1))
    return position


# ----------------------------------------------------------------------------------------------------
# Which positions there are


def all_positions(rules: Rules[P, Any]) -> list[P]:
    """List every position that counting allows, reachable or not; of other games those that are reachable."""
    if isinstance(rules, Nim):
        return cast("list[P]", all_nim_positions(rules))
    if isinstance(rules, MuTorere):
        return cast("list[P]", all_mu_torere_positions(rules))
    if isinstance(rules, Ten):
        return cast("list[P]", all_ten_positions(rules))
    return reachable_positions(rules)


def all_nim_positions(rules: Nim) -> list[NimPosition]:
    """List all heap sizes; what a move leads to comes before what it is made from."""
    count = 1
    for size in rules.heaps:
        count *= size + 1
    check_count(count, rules)
    positions = []
    for heaps in product(*[range(size + 1) for size in rules.heaps]):
        positions.append(NimPosition(rules, heaps, 1))
    return positions


def all_mu_torere_positions(rules: MuTorere) -> list[MuTorerePosition]:
    """List all arrangements of the pieces, either player to move, under "opening" at every count of plies."""
    counts = range(rules.opening_plies + 1) if rules.entry == "opening" else range(1)
    check_count(2 * len(counts) * (rules.ring + 1) * comb(rules.ring, rules.pieces), rules)
    positions = []
    for empty in rules.points:
        others = [point for point in rules.points if point != empty]
        for ones in combinations(others, rules.pieces):
            board = ["2"] * (rules.ring + 1)
            board[empty] = EMPTY
            for point in ones:
                board[point] = "1"
            for plies in counts:
                for player in (1, 2):
                    counted = rules.entry == "opening" and plies < rules.opening_plies
                    if not counted or plies % 2 == player - 1:
                        positions.append(MuTorerePosition(rules, "".join(board), player, plies))
    return positions


def all_ten_positions(rules: Ten) -> list[TenPosition]:
    """List the start, every first ply, and all figures that the stones are enough for.

    Of these the player on turn holds no winning points, and the other has a figure, having moved last.
    """
    start = rules.start()
    positions = [start, *[start.after(move) for move in start.moves()]]
    boards = [("", 0, 0)]  # with the stones of player 1 and of player 2
    for _ in POINTS:
        longer = [(board + FREE_POINT, ones, twos) for board, ones, twos in boards]
        for board, ones, twos in boards:
            longer += [(board + FIGURES[1][k], ones + k + 1, twos) for k in range(3) if ones + k < rules.stones]
            longer += [(board + FIGURES[2][k], ones, twos + k + 1) for k in range(3) if twos + k < rules.stones]
        check_count(len(longer), rules)
        boards = longer
    for board, ones, twos in boards:
        for player, stones_of_other in ((1, twos), (2, ones)):
            position = TenPosition(rules, board, player, 2)
            if stones_of_other > 0 and not position.holds_winning_points(player):
                positions.append(position)
    return positions


def reachable_positions(rules: Rules[P, Any], position: P | None = None) -> list[P]:
    """List every position that play from `position` (default: the start) can lead to, itself the first."""
    first = listed(rules.start() if position is None else position)
    found = [first]
    seen = {first}
    for current in found:  # `found` grows while we go through it
        for move in current.moves():
            child = listed(current.after(move))
            if child not in seen:
                seen.add(child)
                found.append(child)
                check_count(len(found), rules)
    return found


def check_count(count: int, rules: Rules[Any, Any]) -> None:
    """Refuse more positions than brute force can hold."""
    if count > MOST_POSITIONS:
        raise MemoryLimitError(f"{rules} has {count} positions or more, above the limit of {MOST_POSITIONS}")


# ----------------------------------------------------------------------------------------------------
# What they are worth


def solve_by_iteration(rules: Rules[P, Any]) -> dict[P, Value]:
    """Find the value of every position.

    Pass 0 finds the finished games. Pass n finds every position, not found before, that has a move to a position
    that its mover has won (it is won in n) or has only moves to positions that its mover has lost (it is lost in
    n). When a pass finds nothing, the rest is drawn.
    """
    positions = all_positions(rules)
    numbers = {position: number for number, position in enumerate(positions)}
    children = []  # of each position: the numbers of those after its moves, and whether the mover moves again
    for position in positions:
        afterwards = [position.after(move) for move in position.moves()]
        children.append({(numbers[listed(child)], child.player == position.player) for child in afterwards})

    values: list[Value | None] = [None] * len(positions)
    for number, position in enumerate(positions):
        outcome = position.outcome
        if outcome is not None:
            if outcome.winner is None:
                values[number] = DRAW
            else:
                values[number] = Value("win" if outcome.winner == position.player else "loss", 0)

    plies = 0
    while True:
        plies += 1
        found = []
        for number, value in enumerate(values):
            if value is not None:
                continue
            results = set()
            for child, moves_again in children[number]:
                result = (values[child] or DRAW).result
                results.add(result if moves_again else OTHER_SIDE[result])
            if "win" in results:
                found.append((number, Value("win", plies)))
            elif results == {"loss"}:
                found.append((number, Value("loss", plies)))
        if not found:
            break
        for number, value in found:  # only now: a pass sees nothing of itself
            values[number] = value

    return {position: values[number] or DRAW for position, number in numbers.items()}


def grundy_values(rules: Nim) -> dict[NimPosition, int]:
    """Find the Grundy value of all heap sizes: the least number that no position one move on has (mex)."""
    if not isinstance(rules, Nim) or rules.misere:
        raise RulesError(f"Grundy values belong to impartial games under normal play, not to {rules}")
    values: dict[NimPosition, int] = {}
    for position in all_nim_positions(rules):
        taken = {values[listed(position.after(move))] for move in position.moves()}
        grundy = 0
        while grundy in taken:
            grundy += 1
        values[position] = grundy
    return values


# ----------------------------------------------------------------------------------------------------
# Which positions are the same


def symmetric_images(position: MuTorerePosition) -> set[MuTorerePosition]:
    """Find all positions that differ only in how the board is turned, mirrored and coloured.

    Exchanging the colours exchanges the player to move too. While "opening" counts plies that cannot be done:
    the count says who is to move.
    """
    rules = position.rules
    ring = position.board[1:]
    centre = position.board[CENTRE]
    exchanged = str.maketrans("12", "21")
    counted = rules.entry == "opening" and position.plies < rules.opening_plies
    images = set()
    for turn in range(rules.ring):
        turned = ring[turn:] + ring[:turn]
        for mirrored in (turned, turned[::-1]):
            board = centre + mirrored
            images.add(MuTorerePosition(rules, board, position.player, position.plies))
            if not counted:
                board = board.translate(exchanged)
                images.add(MuTorerePosition(rules, board, opponent(position.player), position.plies))
    return images
