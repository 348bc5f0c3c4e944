"""Forced wins of one position, as `analyse` finds them in 10."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import spielkern as sk
from spielkern.cli import main

WIN_IN_THREE = "S/../.S./..../..S.S/dd.. 1 2"


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
    with pytest.raises(sk.MemoryLimitError, match="at least"):
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


def check_ledger(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    script = Path(__file__).parents[2] / "benchmarks" / "check_ledger.py"
    return subprocess.run([sys.executable, script, path, *arguments], capture_output=True, text=True, check=False)


def test_ledgers_are_checked_apart_from_the_engine(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    start = sk.Ten(2, "forbid").start()
    sk.analyse(start, seconds=0.5, ledger=path, plies=2, table_bytes="16M")
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
