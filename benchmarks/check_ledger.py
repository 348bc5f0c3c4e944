"""Check what a ledger of 10 says, apart from the engine: does it follow from its own lines?

    python benchmarks/check_ledger.py LEDGER [--prove N] [--seed S]

A line `ten,stones=10,shortage=truncate KEY A B ...` says of one position that one player, the attacker, has no forced
win within A plies, and has one within B (61: not known). What is said of the start and the openings must follow from
other lines: the reference engine, in plain Python, goes through all plies, and where the attacker is on turn it must
hold after every ply, where the defender is on turn after one. What it hangs on at last are lines that no others show:
these are counted, and with --prove N a random sample of them is proven once more, each from scratch.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from typing import Any

import spielkern as sk
from spielkern import reference

_ALL_NAMES = "a1b1c1d1e1a2b2c2d2a3b3c3a4b4a5m1m2m3m4"
NAMES = [_ALL_NAMES[i : i + 2] for i in range(0, len(_ALL_NAMES), 2)]
FIGURES = ".SDTsdt"
ROWS = ((14, 15), (12, 14), (9, 12), (5, 9), (0, 5), (15, 19))  # of a position's text
NEVER = 61

# A point by its distances from the three sides, in twelfths of the altitude: the symmetries permute them.
_MIDDLES = {"m1": (8, 2, 2), "m2": (2, 8, 2), "m3": (2, 2, 8), "m4": (4, 4, 4)}


def _distances(name: str) -> tuple[int, int, int]:
    if name in _MIDDLES:
        return _MIDDLES[name]
    right, up = 3 * (ord(name[0]) - ord("a")), 3 * (int(name[1]) - 1)
    return 12 - right - up, right, up


_PLACES = {_distances(name): index for index, name in enumerate(NAMES)}
_ORDERS = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))


def _moved(order: tuple[int, int, int], name: str) -> int:
    a, b, c = (_distances(name)[i] for i in order)
    return _PLACES[a, b, c]


IMAGES = [[_moved(order, name) for name in NAMES] for order in _ORDERS]


def digits_of(text: str) -> list[int]:
    """The figures of a position's text, 0 to 6 for each point."""
    digits = [0] * len(NAMES)
    for (first, last), row in zip(ROWS, text.split(maxsplit=1)[0].split("/"), strict=True):
        for point, letter in zip(range(first, last), row, strict=True):
            digits[point] = FIGURES.index(letter)
    return digits


def _sets(digits: list[int]) -> tuple[int, int, int, int]:
    def mask(wanted: set[int]) -> int:
        return sum(1 << point for point, digit in enumerate(digits) if digit in wanted)

    return mask({1, 2, 3}), mask({4, 5, 6}), mask({2, 5}), mask({3, 6})


def key_of(text: str, attacker: int) -> int:
    """The ledger's key of a question."""
    digits, player = digits_of(text), int(text.split()[1])
    images = []
    for image in IMAGES:
        turned = [0] * len(digits)
        for point, digit in enumerate(digits):
            turned[image[point]] = digit
        images.append(turned)
    number = sum(digit * 7**point for point, digit in enumerate(min(images, key=_sets)))
    return (number * 2 + player - 1) * 2 + attacker - 1


def text_of(key: int) -> tuple[str, int]:
    """A position that a key stands for, and the attacker."""
    key, attacker = key >> 1, (key & 1) + 1
    number, player = key >> 1, (key & 1) + 1
    digits = [number // 7**point % 7 for point in range(len(NAMES))]
    rows = "/".join("".join(FIGURES[digits[point]] for point in range(*row)) for row in ROWS)
    phase = 0 if not any(digits) else 1 if player == 2 and sorted(digits)[-2:] == [0, 1] else 2
    return f"{rows} {player} {phase}", attacker


class Checker:
    """One ledger's lines of one game."""

    def __init__(self, path: str) -> None:
        self.bounds: dict[int, tuple[int, int]] = {}
        options: set[tuple[int, str]] = set()
        with open(path, encoding="ascii") as lines:
            for line in lines:
                game, key, lower, upper = line.split()[:4]
                found = re.fullmatch(r"ten,stones=(\d+),shortage=(truncate|forbid)", game)
                if found is None:
                    continue
                options.add((int(found[1]), found[2]))
                before = self.bounds.get(int(key, 16), (0, NEVER))
                self.bounds[int(key, 16)] = max(before[0], int(lower)), min(before[1], int(upper))
        if len(options) != 1:
            sys.exit(f"{path}: lines of one game of 10 are needed, not of {len(options)}")
        self.options = options.pop()
        self.rules: Any = reference.Ten(*self.options)
        self.leaves: dict[int, int] = {}  # by key: within so many plies nobody wins, which no line below shows

    def follows(self, position: Any, attacker: int, plies: int, root: bool = False) -> bool:
        """Is "the attacker does not win within so many plies" a line? If no others show it, it is one of the last."""
        if position.outcome is not None:
            return bool(position.outcome.winner != attacker)
        attacks = position.player == attacker
        plies -= plies % 2 != attacks
        if plies <= 0:
            return True
        key = key_of(str(position), attacker)
        if self.bounds.get(key, (0, NEVER))[0] < plies:
            return False
        after = {}
        for move in position.moves():
            reached = position.play(move)
            after[key_of(str(reached), attacker) if reached.outcome is None else str(reached)] = reached
        shown = (self.follows(reached, attacker, plies - 1) for reached in after.values())
        if plies >= 3 and self.bounds.keys() & after.keys() and (all(shown) if attacks else any(shown)):
            return True
        self.leaves[key] = plies
        return not root

    def check(self) -> list[str]:
        """What follows, in words. Exits if something does not."""
        said = []
        starts = [self.rules.start(), *(self.rules.start().play(name) for name in NAMES)]
        seen = set()
        for position in starts:
            for attacker in (1, 2):
                key = key_of(str(position), attacker)
                plies = self.bounds.get(key, (0, NEVER))[0]
                if plies == 0 or key in seen:
                    continue
                seen.add(key)
                if not self.follows(position, attacker, plies, root=True):
                    sys.exit(f"{position}: that player {attacker} has no win within {plies} plies does not follow")
                said.append(f"{position}: player {attacker} has no forced win within {plies} plies")
        return said


def main() -> None:
    """Check a ledger."""
    parser = argparse.ArgumentParser(description="Check a ledger of 10.")
    parser.add_argument("ledger")
    parser.add_argument("--prove", type=int, default=0, metavar="N", help="prove so many of the last lines again")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    args = parser.parse_args()
    checker = Checker(args.ledger)
    for line in checker.check():
        print(line)
    print(f"all of it follows from {len(checker.leaves)} lines that no others show")
    rules = sk.Ten(*checker.options)
    picked = random.Random(args.seed).sample(sorted(checker.leaves), min(args.prove, len(checker.leaves)))
    for key in picked:
        text, attacker = text_of(key)
        position = rules.position(text)
        if not proven(position, attacker, checker.leaves[key]):
            sys.exit(f"{text}: that player {attacker} has no win within {checker.leaves[key]} plies is not so")
    if picked:
        print(f"{len(picked)} of them proven again")


def proven(position: sk.Position, attacker: int, plies: int) -> bool:
    """Prove a line from scratch: by what an analysis says of how far no win can be forced."""
    seconds = 1.0
    while True:
        found = sk.analyse(position, seconds, table_bytes="1G")
        if found.value.proven:
            winning = sk.Result.WIN if position.player == attacker else sk.Result.LOSS
            return found.value.result != winning or (found.value.remoteness or 0) > plies
        within = re.findall(r"within (\d+)", found.notes[0])
        if int(within[attacker - 1]) >= plies - 1:
            return True
        seconds *= 4


if __name__ == "__main__":
    main()
