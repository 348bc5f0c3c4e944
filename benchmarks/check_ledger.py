"""Check what a ledger of 10 says, apart from the engine: does it follow from its own lines?

    python benchmarks/check_ledger.py LEDGER [--prove N] [--seed S]

A line `ten,stones=10,shortage=truncate KEY A B ...` says of one position that one player, the attacker, has no forced
win within A plies, and has one within B (61: not known). What is said of the start and the openings must follow from
other lines: the reference engine, in plain Python, goes through all plies. A win must be there after one ply where the
attacker is on turn and after every one where the defender is, no win the other way round; with one ply or two to go the
rules alone decide. What it hangs on at last are lines that no others show: these are counted, and with --prove N the
core, which has no part in the rest, proves a random sample of them once more, each from scratch. A line that is none,
that speaks of a position there is not, or that others or the rules gainsay on the way is refused.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from typing import Any, NoReturn, TextIO

import spielkern as sk
from spielkern import reference

_ALL_NAMES = "a1b1c1d1e1a2b2c2d2a3b3c3a4b4a5m1m2m3m4"
NAMES = [_ALL_NAMES[i : i + 2] for i in range(0, len(_ALL_NAMES), 2)]
FIGURES = ".SDTsdt"
ROWS = ((14, 15), (12, 14), (9, 12), (5, 9), (0, 5), (15, 19))  # of a position's text
NEVER = 61
LINE = re.compile(r"(\S+) ([0-9a-f]+) (-?\d+) (-?\d+) \d+ \d+\.\d+", re.ASCII)  # game, key, bounds, nodes, seconds

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
        self.path = path
        self.bounds: dict[int, tuple[int, int]] = {}
        said: list[tuple[int, int, int]] = []
        options: set[tuple[int, str]] = set()
        with self.opened() as lines:
            for number, line in enumerate(lines, start=1):
                if not line.endswith("\n"):
                    break  # of a run that was killed: it does not count
                found = LINE.fullmatch(line.removesuffix("\n"))
                if found is None:
                    self.refuse(f"line {number} is none of a ledger: {line!r}")
                game = re.fullmatch(r"ten,stones=(\d+),shortage=(truncate|forbid)", found[1])
                if game is None:
                    continue
                options.add((int(game[1]), game[2]))
                said.append((int(found[2], 16), int(found[3]), int(found[4])))
        if len(options) != 1:
            self.refuse(f"lines of one game of 10 are needed, not of {len(options)}")
        self.options = options.pop()
        self.rules: Any = reference.Ten(*self.options)
        self.leaves: dict[tuple[int, bool], int] = {}  # what no line below shows: key, whether it is a win, plies
        self.visited: set[tuple[int, int]] = set()
        for key, lower, upper in said:
            before = self.bounds.get(key, (0, NEVER))
            self.check_line(key, lower, upper)
            self.bounds[key] = max(before[0], lower), min(before[1], upper)
            self.check_line(key, *self.bounds[key])

    def opened(self) -> TextIO:
        try:
            return open(self.path, encoding="utf-8", errors="replace", newline="\n")
        except OSError as error:
            self.refuse(f"cannot be read: {error.strerror}")

    def refuse(self, why: str) -> NoReturn:
        sys.exit(f"{self.path}: {why}")

    def check_line(self, key: int, lower: int, upper: int) -> None:
        """Refuse what no run writes: a position there is not, or bounds that cannot be."""
        text, attacker = text_of(key)
        try:
            position = self.rules.position(text)
        except reference.NotationError as error:
            self.refuse(f"{key:013x}: {error}")
        if key_of(text, attacker) != key or position.outcome is not None:
            self.refuse(f"{key:013x} is no position's key: {text}")
        odd = position.player == attacker
        if not 0 <= lower < upper <= NEVER or any(
            plies % 2 != odd for plies in (lower, upper) if plies not in {0, NEVER}
        ):
            self.refuse(f"{text}: player {attacker} cannot have no win within {lower} plies and one within {upper}")

    def says(self, position: Any, attacker: int, plies: int) -> bool | None:
        """Does the attacker win within so many plies, by the rules alone or a line?"""
        if position.outcome is not None:
            return bool(position.outcome.winner == attacker)
        attacks = position.player == attacker
        plies -= plies % 2 != attacks
        if plies <= 0:
            return False
        if plies <= 2:
            after = (self.says(position.play(move), attacker, plies - 1) for move in position.moves())
            return any(after) if attacks else all(after)
        lower, upper = self.bounds.get(key_of(str(position), attacker), (0, NEVER))
        return False if plies <= lower else True if plies >= upper else None

    def visit(self, position: Any, attacker: int, plies: int, wins: bool, root: bool = False) -> None:
        """Go through what shows that the attacker wins within so many plies, or does not, which a line says."""
        attacks = position.player == attacker
        plies -= plies % 2 != attacks
        key = key_of(str(position), attacker)
        if position.outcome is not None or plies <= 0 or (key, plies) in self.visited:
            return
        self.visited.add((key, plies))
        after: dict[int | str, Any] = {}
        for move in position.moves():
            reached = position.play(move)
            after[key_of(str(reached), attacker) if reached.outcome is None else str(reached)] = reached
        said = [(self.says(reached, attacker, plies - 1), reached) for reached in after.values()]
        answers = {answer for answer, _ in said}
        claim = f"{position}: that player {attacker} has {'a' if wins else 'no'} win within {plies} plies"
        one_is_enough = wins == attacks
        if answers == {not wins} if one_is_enough else (not wins) in answers:
            self.refuse(f"{claim} is not so")
        if wins in answers if one_is_enough else answers == {wins}:
            good = [reached for answer, reached in said if answer == wins]
            for reached in good[:1] if one_is_enough else good:
                self.visit(reached, attacker, plies - 1, wins)
        elif root:
            self.refuse(f"{claim} does not follow")
        else:
            self.leaves[key, wins] = plies

    def check(self) -> list[str]:
        """What follows, in words. Exits if something does not."""
        said = []
        starts = [self.rules.start(), *(self.rules.start().play(name) for name in NAMES)]
        roots = {key_of(str(position), attacker): (position, attacker) for position in starts for attacker in (1, 2)}
        for key, (position, attacker) in roots.items():
            lower, upper = self.bounds.get(key, (0, NEVER))
            if lower > 0:
                self.visit(position, attacker, lower, False, root=True)
                said.append(f"{position}: player {attacker} has no forced win within {lower} plies")
            if upper < NEVER:
                self.visit(position, attacker, upper, True, root=True)
                said.append(f"{position}: player {attacker} has a forced win within {upper} plies")
        return said


def main() -> None:
    """Check a ledger."""
    parser = argparse.ArgumentParser(description="Check a ledger of 10.")
    parser.add_argument("ledger")
    parser.add_argument("--prove", type=int, default=0, metavar="N", help="prove so many of the last lines again")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    args = parser.parse_args()
    if args.prove < 0:
        parser.error(f"--prove takes a number from 0 on, not {args.prove}")
    checker = Checker(args.ledger)
    for line in checker.check():
        print(line)
    print(f"all of it follows from {len(checker.leaves)} lines that no others show")
    rules = sk.Ten(*checker.options)
    picked = random.Random(args.seed).sample(sorted(checker.leaves), min(args.prove, len(checker.leaves)))
    for key, wins in picked:
        text, attacker = text_of(key)
        plies = checker.leaves[key, wins]
        if wins_within(rules.position(text), attacker, plies) != wins:
            sys.exit(f"{text}: that player {attacker} has {'a' if wins else 'no'} win within {plies} plies is not so")
    if picked:
        print(f"{len(picked)} of them proven again")


def wins_within(position: sk.Position, attacker: int, plies: int) -> bool:
    """Find out from scratch what a line says, by what an analysis says of forced wins and how far there is none."""
    seconds = 1.0
    while True:
        found = sk.analyse(position, seconds, table_bytes="1G")
        if found.value.proven:
            winning = sk.Result.WIN if position.player == attacker else sk.Result.LOSS
            if found.value.result != winning:
                return False
            if found.value.remoteness is not None:
                return found.value.remoteness <= plies
            # Shown is a win, but not how short it can be.
            if int(re.findall(r"within (\d+)", found.notes[0])[0]) <= plies:
                return True
        elif int(re.findall(r"within (\d+)", found.notes[0])[attacker - 1]) >= plies:
            return False
        seconds *= 4


if __name__ == "__main__":
    main()
