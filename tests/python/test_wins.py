"""Forced wins of one position, as `analyse` finds them in 10."""

from __future__ import annotations

import json
import random
import runpy
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import spielkern as sk
from spielkern.cli import main

WIN_IN_THREE = "S/../.S./..../..S.S/dd.. 1 2"
CHECKER = Path(__file__).parents[2] / "benchmarks" / "check_ledger.py"


def positions_of_random_games(rules: sk.Rules, games: int, seed: int) -> list[sk.Position]:
    dice = random.Random(seed)
    found = []
    for _ in range(games):
        position = rules.start()
        for _ in range(60):
            if position.outcome is not None:
                break
            found.append(position)
            position = position.play(dice.choice(position.moves()))
    return found


def test_solved_positions_of_five_stones() -> None:
    """Five stones are searched; positions that hold four stones or fewer of each are positions of the solved game too,
    as long as no supply matters: those in which a forced win takes three plies at most."""
    five, four = sk.Ten(5), sk.Ten(4)
    solution = sk.solve(four)
    checked = 0
    for position in positions_of_random_games(four, 400, 1):
        value = solution.value(position)
        if value.remoteness != 1:
            continue
        checked += 1
        found = sk.analyse(five.position(str(position)), seconds=20, table_bytes="16M")
        assert found.value == value
        assert found.best_moves is not None
        assert set(map(str, solution.best_moves(position))) <= set(map(str, found.best_moves))
        if checked == 25:
            break
    assert checked == 25


def test_win_with_its_line() -> None:
    rules = sk.Ten()
    found = sk.analyse(rules.position(WIN_IN_THREE))
    assert (found.value.result, found.value.proven) == (sk.Result.WIN, True)
    assert found.value.remoteness is not None
    assert found.line is not None
    assert found.best_moves is not None
    assert len(found.line) == found.value.remoteness
    position = found.position
    for move in found.line:
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner == 1
    assert found.line[0] in found.best_moves
    # The loser's side of it.
    after = sk.analyse(found.position.play(found.line[0]))
    assert (after.value.result, after.value.remoteness) == (sk.Result.LOSS, found.value.remoteness - 1)


def test_what_is_open_gets_a_score_and_a_line() -> None:
    found = sk.analyse(sk.Ten().start(), seconds=1.0, table_bytes="32M", threads=1)
    assert not found.value.proven
    assert found.value.score is not None
    assert -100 < found.value.score < 100
    assert found.line
    assert "no forced win" in found.notes[0].lower()
    assert found.nodes is not None
    assert found.nodes > 1000


def test_limits() -> None:
    start = sk.Ten().start()
    assert not sk.analyse(start, seconds=0, table_bytes="16M").value.proven
    with pytest.raises(sk.MemoryLimitError, match=r"at least 1.*, allowed are 1\.0 KiB"):
        sk.analyse(start, table_bytes="1k")
    with pytest.raises(sk.MemoryLimitError, match="80%"):
        sk.analyse(start, table_bytes="100T")
    with pytest.raises(sk.RulesError, match="a ledger, no table"):
        sk.analyse(start, table="x")
    finished = sk.Ten().position("./../.../..../.S.../.... 2 2")
    assert sk.analyse(finished).value == sk.Value(sk.Result.LOSS, remoteness=0, proven=True)


def test_interrupts_and_threads() -> None:
    def stop(_: sk.Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sk.analyse(sk.Ten().start(), seconds=60, table_bytes="16M", progress=stop)
    found: list[sk.Value] = []

    def work() -> None:
        found.append(sk.analyse(sk.Ten().position(WIN_IN_THREE), table_bytes="16M", threads=2).value)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == 1


def test_ledger(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    start = sk.Ten(2).start()
    first = sk.analyse(start, ledger=path, plies=2, table_bytes="16M")
    assert first.value == sk.Value(sk.Result.LOSS, remoteness=10, proven=True)
    assert first.nodes
    lines = path.read_text().splitlines()
    assert all(line.startswith("ten,stones=2,shortage=truncate ") for line in lines)
    again = sk.analyse(start, ledger=path, table_bytes="16M")
    assert (again.value, again.nodes) == (first.value, 0)
    assert path.read_text().splitlines() == lines
    # Another game keeps its own lines.
    other = sk.analyse(sk.Ten(2, "forbid").start(), seconds=1, ledger=path, table_bytes="16M")
    assert not other.value.proven
    assert "no forced win" in other.notes[0].lower()
    assert path.read_text().splitlines()[: len(lines)] == lines
    path.write_text("ten,stones=2,shortage=truncate 0000000000000 9 99 1 0.0\n")
    with pytest.raises(sk.TableError, match="cannot be"):
        sk.analyse(start, ledger=path, table_bytes="16M")


def test_what_the_time_cuts_off_counts_as_searched(tmp_path: Path) -> None:
    start = sk.Ten().start()
    for ledger in (None, tmp_path / "ledger"):
        found = sk.analyse(start, seconds=2, threads=1, table_bytes="32M", ledger=ledger, plies=0)
        told = 0 if ledger is None else sum(int(line.split()[4]) for line in ledger.read_text().splitlines())
        assert found.nodes is not None
        assert found.nodes > max(told, 200_000)


def check_ledger(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, CHECKER, path, *arguments], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def solved_ledger(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Lines that settle the start with two stones each: player 2 wins within ten plies."""
    path = tmp_path_factory.mktemp("ledger") / "ledger"
    assert sk.analyse(sk.Ten(2).start(), ledger=path, plies=2, table_bytes="16M").value.remoteness == 10
    return path.read_text().splitlines()


def test_ledgers_are_checked_apart_from_the_engine(solved_ledger: list[str], tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    path.write_text("\n".join(solved_ledger) + "\n")
    start = sk.Ten(2).start()
    good = check_ledger(path, "--prove", "1")
    assert good.returncode == 0, good.stderr
    assert f"{start}: player 1 has no forced win within" in good.stdout
    assert "1 of them proven again" in good.stdout
    # Without the lines that it was shown by it does not follow any more.
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if line.split()[1] == "0000000000000"))
    bad = check_ledger(path)
    assert bad.returncode == 1
    assert "does not follow" in bad.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["nowhere"], 1, "nowhere: cannot be read: No such file or directory"),
        (["."], 1, ".: cannot be read: Is a directory"),
        (["nowhere", "--prove", "-3"], 2, "--prove takes a number from 0 on, not -3"),
    ],
)
def test_what_the_checker_cannot_do_is_said(arguments: list[str], code: int, complaint: str) -> None:
    ended = check_ledger(Path(arguments[0]), *arguments[1:])
    assert (ended.returncode, ended.stderr.splitlines()[-1].endswith(complaint)) == (code, True)
    assert "Traceback" not in ended.stderr


@pytest.fixture(scope="module")
def checking() -> Any:
    return runpy.run_path(str(CHECKER))


def said(checking: Any, path: Path, lines: list[str], end: str = "\n") -> list[str]:
    path.write_text("\n".join(lines) + end)
    found: list[str] = checking["Checker"](str(path)).check()
    return found


def test_what_a_ledger_says_of_wins_is_checked_too(checking: Any, solved_ledger: list[str], tmp_path: Path) -> None:
    start = sk.Ten(2).start()
    whole = said(checking, tmp_path / "ledger", solved_ledger)
    assert f"{start}: player 2 has a forced win within 10 plies" in whole
    assert f"{start}: player 1 has no forced win within 9 plies" in whole
    # What a killed run leaves of a line does not count, nor does another game's line.
    torn = [*solved_ledger, "nim,heaps=3 0000000000000 1 2 1 0.0", "ten,stones=2,shor"]
    assert said(checking, tmp_path / "ledger", torn, end="") == whole
    # One ply and two need no lines below.
    assert len(said(checking, tmp_path / "ledger", [line_of("0000000000000", 1, 61)])) == 1
    assert len(said(checking, tmp_path / "ledger", [line_of("0000000000001", 2, 61)])) == 1


def line_of(key: str, lower: int, upper: int) -> str:
    return f"ten,stones=2,shortage=truncate {key} {lower} {upper} 1 0.0"


@pytest.mark.parametrize(
    ("forged", "message"),
    [
        (line_of("0000000000000", 0, 3), "is not so|does not follow"),  # a win of player 1
        (line_of("0000000000000", 0, 1), "is not so"),
        (line_of("0000000000001", 0, 8), "is not so|does not follow"),  # sooner than it is
        (line_of("0000000000000", 59, 61), "is not so|does not follow"),  # free of wins for longer than was shown
        (line_of("0000000000001", 10, 61), "is not so"),  # there is one
        (line_of("0000000000000", 9, 9), "cannot have"),
        (line_of("0000000000000", 2, 61), "cannot have"),  # who is on turn wins in an odd number
        (line_of("0000000000000", -1, 61), "cannot have"),
        (line_of("0000000000000", 9, 62), "cannot have"),
        (line_of("0000000000002", 2, 61), "as the board is empty"),  # player 2 on turn
        (line_of("000000000000a", 2, 61), "no position's key|at most|expected"),
        (line_of("fffffffffffff", 2, 61), "expected"),
        (line_of("000000000000006", 2, 61).replace("000000000000006", "no key"), "line 1 is none"),
        ("ten,stones=2,shortage=truncate 0000000000000 9", "line 1 is none"),
        ("", "line 1 is none"),
        ("ten,stones=3,shortage=truncate 0000000000000 9 61 1 0.0", "one game"),
    ],
)
def test_forged_lines_are_refused(
    checking: Any, solved_ledger: list[str], tmp_path: Path, forged: str, message: str
) -> None:
    others = [line for line in solved_ledger if line.split()[:2] != forged.split()[:2]]
    with pytest.raises(SystemExit, match=message):
        said(checking, tmp_path / "ledger", [forged, *others])


def test_lines_that_gainsay_each_other_are_refused(checking: Any, solved_ledger: list[str], tmp_path: Path) -> None:
    for forged in (line_of("0000000000001", 10, 61), line_of("0000000000000", 0, 9)):
        with pytest.raises(SystemExit, match="cannot have"):
            said(checking, tmp_path / "ledger", [*solved_ledger, forged])


def test_a_win_needs_every_reply(checking: Any, solved_ledger: list[str], tmp_path: Path) -> None:
    rules = sk.Ten(2)
    for opening in rules.start().moves():
        key = checking["key_of"](str(rules.start().play(opening)), 2)
        rest = [line for line in solved_ledger if int(line.split()[1], 16) != key]
        assert len(rest) < len(solved_ledger)
        with pytest.raises(SystemExit, match="does not follow"):
            said(checking, tmp_path / "ledger", rest)


def test_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "ten", "--position", WIN_IN_THREE, "--table-bytes", "16M"]) == 0
    text = capsys.readouterr().out
    assert "player 1 wins in " in text
    assert "Best play:" in text
    assert main(["analyse", "ten", "--seconds", "0.5", "--table-bytes", "16M", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["proven"] is False
    assert isinstance(data["score"], float)
    assert data["notes"][0].startswith("No forced win")
    assert main(["analyse", "ten", "--seconds", "0.5", "--table-bytes", "16M"]) == 0
    text = capsys.readouterr().out
    assert "for player 1, who is on turn" in text
    assert "Play that looks best:" in text
