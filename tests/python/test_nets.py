"""Tables of nets and exact search: Dots and Boxes against published and independently computed values."""

from __future__ import annotations

import ast
import os
import random
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from conftest import vectors
from test_tables import table_bytes

import spielkern as sk
from spielkern.cli import main

VECTORS = vectors("dots-and-boxes.json")
#: These are searched here, the rest by a benchmark.
SEARCHED = {**VECTORS["table"], "2x6": VECTORS["search"]["2x6"]}
BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "test_nets.py"
SMALL = [(1, 1), (1, 2), (1, 5), (2, 2), (2, 3), (3, 2), (2, 4)]


def sides(board: str) -> tuple[int, int]:
    rows, cols = board.split("x")
    return int(rows), int(cols)


def random_position(rules: sk.DotsAndBoxes, dice: random.Random) -> Any:
    """Any set of edges, either player on turn, any score: play need not reach it."""
    edges = [str(move) for move in rules.start().moves()]
    drawn = dice.sample(edges, dice.randrange(len(edges) + 1))
    closed = sum(rules.from_edges(drawn).closed)
    first = dice.randrange(closed + 1)
    return rules.from_edges(drawn, dice.choice((1, 2)), (first, closed - first))


# ----------------------------------------------------------------------------------------------- vectors


@pytest.mark.parametrize("board", [name for name, value in VECTORS["table"].items() if name not in ("1x10", "3x4")])
def test_tables_of_boards(board: str) -> None:
    rules = sk.DotsAndBoxes(*sides(board))
    solution = sk.solve(rules)
    assert solution.value(rules.start()).net == VECTORS["table"][board]
    assert sum(solution.counts.values()) == solution.size == 2 ** len(rules.start().moves())


def test_every_board_of_the_vectors_is_searched() -> None:
    """Here or in the benchmark, which cannot be imported without what benchmarks need."""
    written = re.search(r"^LONG = (.*)$", BENCHMARK.read_text(encoding="utf-8"), re.MULTILINE)
    assert written is not None
    assert {**SEARCHED, **ast.literal_eval(written[1])} == {**VECTORS["table"], **VECTORS["search"]}


@pytest.mark.parametrize("board", SEARCHED)
def test_search_of_boards(board: str) -> None:
    rules = sk.DotsAndBoxes(*sides(board))
    found = sk.analyse(rules.start(), table_bytes="256M")
    assert found.value.net == SEARCHED[board]
    best = VECTORS["optimal_first_moves"].get(board)
    if best is not None:
        every = [str(move) for move in rules.start().moves()]
        assert [str(move) for move in found.best_moves or ()] == (every if best == "every edge" else sorted(best))


@pytest.mark.parametrize("problem", VECTORS["positions"], ids=lambda problem: problem["name"])
def test_published_problems(problem: dict[str, Any]) -> None:
    rules = sk.DotsAndBoxes(problem["rows"], problem["cols"])
    found = sk.analyse(rules.from_edges(problem["edges"]), table_bytes="256M")
    assert found.value.net == problem["net_to_mover"]
    assert {str(move) for move in found.best_moves or ()} == set(problem["best"])


# --------------------------------------------------------------------------------------- search and table


@pytest.mark.parametrize(("rows", "cols"), SMALL)
def test_search_and_table_agree_on_any_position(rows: int, cols: int) -> None:
    rules = sk.DotsAndBoxes(rows, cols)
    solution = sk.solve(rules)
    dice = random.Random(rows * 10 + cols)
    for _ in range(50):
        position = random_position(rules, dice)
        value = solution.value(position)
        found = sk.analyse(position, table_bytes="1M", threads=dice.choice((1, 2)))
        assert found.value == value
        assert found.best_moves == solution.best_moves(position)
        lead = (position.score[0] - position.score[1]) * (1 if position.player == 1 else -1)
        assert value.net is not None
        assert value.result == ("win" if lead + value.net > 0 else "loss" if lead + value.net < 0 else "draw")
        for line in (found.line, solution.line(position)):
            assert line is not None
            end = position
            for move in line:
                end = end.play(move)
            assert end.outcome is not None
            final = (end.score[0] - end.score[1]) * (1 if position.player == 1 else -1)
            assert final == lead + value.net


def test_verify_and_alterations(tmp_path: Path) -> None:
    rules = sk.DotsAndBoxes(2, 2)
    solution = sk.solve(rules)
    assert solution.verify() == 4096
    path = tmp_path / "table"
    solution.save(path)
    opened = sk.open_table(path)
    assert isinstance(opened, sk.NetSolution)
    assert opened.counts == solution.counts
    assert (opened.packed == solution.packed).all()
    assert not opened.packed.flags.writeable
    whole = path.read_bytes()
    dice = random.Random(1)
    for at in [*range(0, 200), *dice.sample(range(len(whole)), 200)]:
        altered = bytearray(whole)
        altered[at] ^= 1 << dice.randrange(8)
        path.write_bytes(altered)
        with pytest.raises(sk.TableError):
            sk.open_table(path).verify()


@pytest.mark.parametrize("set_of_edges", [0, 1, 2047, 4095])
def test_verify_catches_a_wrong_net(tmp_path: Path, set_of_edges: int) -> None:
    rules = sk.DotsAndBoxes(2, 2)
    cells = bytearray(bytes(sk.solve(rules).packed))
    cells[set_of_edges] = (cells[set_of_edges] + 1) % 256
    path = tmp_path / "table"
    path.write_bytes(table_bytes(str(rules), "sets-by-number 1", bytes(cells), finished=255))
    with pytest.raises(sk.VerificationError, match=r"cell \d+\)"):
        sk.open_table(path).verify()


@pytest.mark.parametrize("cells", [0, 1, 16])
def test_a_table_of_the_largest_board_cannot_be(tmp_path: Path, cells: int) -> None:
    path = tmp_path / "table"
    path.write_bytes(table_bytes(str(sk.DotsAndBoxes(1, 21)), "sets-by-number 1", bytes(cells), finished=255))
    with pytest.raises(sk.TableError, match="cells"):
        sk.open_table(path)


def test_positions_by_net() -> None:
    rules = sk.DotsAndBoxes(2, 2)
    solution = sk.solve(rules)
    assert isinstance(solution, sk.NetSolution)
    for net, sets in solution.counts.items():
        found = list(solution.positions(net))
        assert len(found) == sets
        assert all(solution.value(position).net == net for position in found)
    assert len(list(solution.positions())) == solution.size


def test_what_a_table_of_nets_has_not() -> None:
    solution: Any = sk.solve(sk.DotsAndBoxes(1, 2))
    for ask in (
        lambda: solution.histogram,
        lambda: solution.max_remoteness,
        solution.longest_wins,
        lambda: solution.positions(remoteness=3),
        lambda: solution.positions("win"),
        lambda: solution.grundy(solution.rules.start()),
    ):
        with pytest.raises(sk.RulesError):
            ask()
    assert solution.finished is None
    assert solution.reachable_counts == solution.counts
    with pytest.raises(sk.RulesError, match="not of"):
        solution.value(sk.DotsAndBoxes(2, 1).start())


def test_boards_too_large_for_a_table() -> None:
    for rows, cols in ((4, 4), (1, 21)):
        with pytest.raises(sk.MemoryLimitError, match="analyse"):
            sk.solve(sk.DotsAndBoxes(rows, cols))
    with pytest.raises(sk.MemoryLimitError, match=r"16\.0 MiB"):
        sk.solve(sk.DotsAndBoxes(3, 3), memory="15M")


@pytest.mark.parametrize(
    ("rules", "need"),
    [(sk.DotsAndBoxes(4, 4), r"1\.0 TiB"), (sk.Ten(), r"1,717,431,646,865 positions needs 3\.1 TiB")],
    ids=str,
)
def test_more_memory_allowed_than_there_is(rules: sk.Rules, need: str) -> None:
    with pytest.raises(sk.MemoryLimitError, match=f"{need} of memory, which the system does not give"):
        sk.solve(rules, memory="100T")
    with pytest.raises(sk.MemoryLimitError, match=f"{need} of memory, allowed are 1.0 GiB"):
        sk.solve(rules, memory="1G")


# ------------------------------------------------------------------------------------------------ analysis


def test_time_that_is_not_enough() -> None:
    found = sk.analyse(sk.DotsAndBoxes(5, 5).start(), seconds=0.2, table_bytes="64M")
    assert not found.value.proven
    assert (found.best_moves, found.line) == (None, None)
    assert found.value.bounds is not None
    lower, upper = found.value.bounds
    assert -25 <= lower < upper <= 25


def test_threads_without_end_end_in_time() -> None:
    for rules in (sk.DotsAndBoxes(5, 5), sk.Ten()):
        assert sk.analyse(rules.start(), seconds=1, threads=1024, table_bytes="64M").seconds < 3


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 3)])
def test_bounds_are_right_whenever_time_ends(rows: int, cols: int) -> None:
    rules = sk.DotsAndBoxes(rows, cols)
    solution = sk.solve(rules)
    dice = random.Random(5)
    for _ in range(100):
        position = random_position(rules, dice)
        found = sk.analyse(position, seconds=dice.choice((0, 0.0005)), table_bytes="1M").value
        net = solution.value(position).net
        assert net is not None
        lower, upper = (found.net, found.net) if found.bounds is None else found.bounds
        assert lower is not None
        assert upper is not None
        assert lower <= net <= upper


def test_time_that_is_not_enough_to_read_a_table(tmp_path: Path) -> None:
    path = tmp_path / "search"
    start = sk.DotsAndBoxes(3, 3).start()
    sk.analyse(start, table_bytes="16M", table=path)
    content = path.read_bytes()
    found = sk.analyse(start, seconds=0, table_bytes="16M", table=path)
    assert found.value.bounds == (-9, 9)
    assert path.read_bytes() == content


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits of Unix")
def test_an_answer_is_not_lost_with_its_table(tmp_path: Path) -> None:
    code = f"""
import resource, signal, spielkern as sk
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    sk.analyse(sk.DotsAndBoxes(3, 3).start(), table_bytes="16M", table={str(tmp_path / "t")!r})
except sk.TableError as error:
    print(error.analysis.value.net)
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "-3\n"
    assert list(tmp_path.iterdir()) == []


def test_small_stacks() -> None:
    code = """
import threading, spielkern as sk
threading.stack_size(128 * 1024)
found = []
work = lambda: found.append(sk.analyse(sk.DotsAndBoxes(5, 5).start(), seconds=0.5, table_bytes="16M", threads=1))
thread = threading.Thread(target=work)
thread.start()
thread.join()
print(len(found))
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "1\n")


def test_games_that_are_solved_as_a_whole(tmp_path: Path) -> None:
    start = sk.MuTorere(26).start()
    assert not sk.analyse(start, seconds=0).value.proven
    with pytest.raises(sk.MemoryLimitError):
        sk.analyse(start, table_bytes="1M")
    for keep in ({"table": tmp_path / "t"}, {"ledger": tmp_path / "t"}):
        with pytest.raises(sk.RulesError, match="as a whole"):
            sk.analyse(sk.Nim().start(), **keep)  # type: ignore[arg-type]
    with pytest.raises(sk.RulesError, match="no work"):
        sk.solve(sk.DotsAndBoxes(2, 2), work=tmp_path)


def test_links_stay_links(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "target"
    link.symlink_to(target)
    target.write_bytes(b"")
    sk.solve(sk.DotsAndBoxes(2, 2)).save(link)
    assert link.is_symlink()
    assert sk.open_table(target).verify() == 4096


def test_a_search_goes_on_where_another_stopped(tmp_path: Path) -> None:
    rules = sk.DotsAndBoxes(3, 3)
    path = tmp_path / "search"
    first = sk.analyse(rules.start(), table_bytes="64M", table=path)
    again = sk.analyse(rules.start(), table_bytes="64M", table=path)
    assert again.value == first.value
    assert again.best_moves == first.best_moves
    assert first.nodes is not None
    assert again.nodes is not None
    assert again.nodes < first.nodes / 10
    with pytest.raises(sk.TableError):
        sk.analyse(sk.DotsAndBoxes(3, 2).start(), table_bytes="64M", table=path)
    with pytest.raises(sk.TableError):
        sk.analyse(rules.start(), table_bytes="32M", table=path)
    unsaid = sk.analyse(rules.start(), table=path)  # as large as the file's
    assert (unsaid.value, unsaid.table_bytes) == (first.value, first.table_bytes)
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(sk.TableError, match="cut short"):
        sk.analyse(rules.start(), table_bytes="64M", table=path)


def test_a_ledger_is_all_that_a_later_run_needs(tmp_path: Path) -> None:
    rules = sk.DotsAndBoxes(3, 3)
    path = tmp_path / "ledger"
    first = sk.analyse(rules.start(), table_bytes="16M", ledger=path, plies=2)
    assert (first.value.net, first.best_moves, first.line) == (-3, None, None)
    whole = path.read_bytes()
    assert whole.splitlines()[-1].split()[:4] == [b"dots-and-boxes,rows=3,cols=3", b"0" * 13, b"-3", b"-3"]
    again = sk.analyse(rules.start(), table_bytes="16M", ledger=path)
    assert (again.value.net, again.nodes) == (-3, 0)
    # Of a line that was cut off nothing counts, and of the rest all.
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: len(lines) // 2]) + lines[-1][:-3])
    resumed = sk.analyse(rules.start(), table_bytes="16M", ledger=path, plies=2)
    assert resumed.value.net == -3
    assert resumed.nodes is not None
    assert first.nodes is not None
    assert 0 < resumed.nodes < first.nodes
    # Another board's lines are left alone.
    sk.analyse(sk.DotsAndBoxes(2, 3).start(), table_bytes="16M", ledger=path, plies=1)
    assert sk.analyse(rules.start(), table_bytes="16M", ledger=path).nodes == 0


@pytest.mark.parametrize(
    "content",
    [
        b"hello\nworld",
        b"some notes without a newline",
        b"dots-and-boxes,rows=2,cols=2 0 1 2\n",
        b"dots-and-boxes,rows=2,cols=2 0000000000000 -4 4 foo bar\n",
        b"dots-and-boxes,rows=2,cols=2 0000000000000 3 1 1 0.0\n",
        b"dots-and-boxes,rows=2,cols=2 0000000000000 99 99 1 0.0\n",
        b"dots-and-boxes,rows=2,cols=2 0000000000000 1 1 1 0.0\n",
        b"\n",
        b"SPIELKRN\0\0\n\n",
    ],
)
def test_files_that_are_no_ledgers_stay_as_they_are(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(sk.TableError):
        sk.analyse(sk.DotsAndBoxes(2, 2).start(), table_bytes="1M", ledger=path)
    assert path.read_bytes() == content


def test_tables_are_no_ledgers(tmp_path: Path) -> None:
    path = tmp_path / "table"
    sk.solve(sk.DotsAndBoxes(2, 2)).save(path)
    content = path.read_bytes()
    with pytest.raises(sk.TableError):
        sk.analyse(sk.DotsAndBoxes(2, 2).start(), table_bytes="1M", ledger=path)
    assert path.read_bytes() == content


def test_wrong_ledgers(tmp_path: Path) -> None:
    rules = sk.DotsAndBoxes(2, 2)
    path = tmp_path / "ledger"
    path.write_text("other 1 2 3 4 5.0\n")
    assert sk.analyse(rules.start(), table_bytes="1M", ledger=path).value.net == 2
    for text in ("x", "dots-and-boxes,rows=2,cols=2 1 2", "dots-and-boxes,rows=2,cols=2 zz 1 2 3 4.0"):
        path.write_text(f"other 1 2 3 4 5.0\n{text}\n")
        with pytest.raises(sk.TableError, match="line 2"):
            sk.analyse(rules.start(), table_bytes="1M", ledger=path)
    with pytest.raises(sk.RulesError, match="can be taken"):
        sk.analyse(rules.from_edges(["a1b1", "a1a2", "a2b2"]), table_bytes="1M", ledger=tmp_path / "new")
    for arguments in ({"plies": -1}, {"plies": 17}, {"plies": 1.0}, {"table": tmp_path / "t"}):
        with pytest.raises(sk.RulesError):
            sk.analyse(rules.start(), table_bytes="1M", ledger=tmp_path / "new", **arguments)
    found = sk.analyse(sk.DotsAndBoxes(5, 5).start(), seconds=0.2, table_bytes="16M", ledger=tmp_path / "new")
    assert found.value.bounds == (-25, 25)


def test_what_progress_raises_comes_out_and_the_table_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "search"

    def stop(progress: sk.Progress) -> None:
        assert "net from" in progress.phase
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        sk.analyse(sk.DotsAndBoxes(5, 5).start(), table_bytes="16M", table=path, progress=stop)
    assert sk.table_info(path).kind == "checkpoint"


def test_analyses_side_by_side() -> None:
    rules = sk.DotsAndBoxes(3, 3)
    found: list[Any] = []

    def work() -> None:
        found.append(sk.analyse(rules.start(), table_bytes="32M", threads=2).value.net)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert found == [-3] * 4


@pytest.mark.parametrize("rules", [sk.Nim(), sk.Nim(misere=True), sk.MuTorere(), sk.MuTorere(6, "none")], ids=str)
def test_other_games_are_solved(rules: sk.Rules) -> None:
    solution, start = sk.solve(rules), rules.start()
    found = sk.analyse(start)
    assert found.value == solution.value(start)
    assert found.best_moves == solution.best_moves(start)
    assert found.nodes is None


def test_finished_positions() -> None:
    rules = sk.DotsAndBoxes(1, 1)
    found = sk.analyse(rules.position("-/||/- 2 0-1"))
    assert (found.value.result, found.value.net, found.best_moves, found.line) == ("win", 0, (), ())


@pytest.mark.parametrize(
    "arguments",
    [
        {"seconds": -1},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"seconds": "1"},
        {"seconds": True},
        {"threads": 0},
        {"table_bytes": -1},
        {"table_bytes": "x"},
        {"table_bytes": 10},
        {"table_bytes": 2**62},
        {"progress": 3},
        {"table": "/nowhere/there"},
        {"table": 5},
    ],
)
def test_wrong_arguments(arguments: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError, sk.MemoryLimitError, sk.TableError)):
        sk.analyse(sk.DotsAndBoxes(2, 2).start(), **arguments)
    with pytest.raises(TypeError):
        sk.analyse("x")  # type: ignore[arg-type]


def test_notes_tell_chains_and_parity() -> None:
    rules = sk.DotsAndBoxes(2, 3)
    # a1 and b1, c1 are a chain along the top; below all is open but for what closes it off.
    position = rules.from_edges(["a1b1", "b1c1", "c1d1", "a2b2", "b2c2", "c2d2"])
    notes = sk.analyse(position).notes
    assert "long chain of 3 boxes: a1 b1 c1" in notes
    assert any("long chain rule" in note and "player 1" in note for note in notes)


def test_notes_tell_what_control_is_worth() -> None:
    # Three chains from the left border to the right one.
    rows = [f"{a}{y}{b}{y}" for a, b in ("ab", "bc", "cd", "de", "ef") for y in range(1, 5)]
    found = sk.analyse(sk.DotsAndBoxes(3, 5).from_edges(rows), table_bytes="16M")
    assert found.value.net == -7  # 1 and 1 of the first two, 5 of the last one
    assert found.notes[-1] == (
        "only long chains and loops: player 1 has to open one; player 2 keeps control by leaving 2 boxes of a chain "
        "and 4 of a loop, and gets net +7"
    )
    found = sk.analyse(sk.DotsAndBoxes(3, 3).from_edges(rows[:12]), table_bytes="16M")
    assert found.value.net == -1
    assert found.notes[-1].endswith("player 2 need not profit from keeping control to the end")


# -------------------------------------------------------------------------------------------- command line


def test_a_table_is_as_big_as_there_is_time_to_fill_it() -> None:
    """To clear a gigabyte takes longer than a short search."""
    for rules in (sk.DotsAndBoxes(5, 5), sk.Ten()):
        assert sk.analyse(rules.start(), seconds=0.02, threads=1).table_bytes <= 2**26
        assert sk.analyse(rules.start(), seconds=0.02, threads=1, table_bytes="100M").table_bytes > 2**26


def test_analyse_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "dots-and-boxes", "--rows", "2", "--cols", "2", "--table-bytes", "1M"]) == 0
    out = capsys.readouterr().out
    assert "win, net +2 for player 1" in out
    assert "long chain rule" in out
    assert main(["analyse", "dots-and-boxes", "--rows", "5", "--cols", "5", "--seconds", "0.1"]) == 0
    assert "the net is from" in capsys.readouterr().out
    assert main(["analyse", "mu-torere", "--position", "1111222./2 1"]) == 0
    assert "Best moves:" in capsys.readouterr().out
    assert main(["analyse", "mu-torere", "--ring", "26", "--seconds", "0"]) == 0
    assert "The start: nothing is known yet." in capsys.readouterr().out
    assert main(["analyse", "dots-and-boxes", "--seconds", "x"]) == 2
    assert "--seconds takes a number" in capsys.readouterr().err


def test_a_table_of_nets_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "table")
    board = ["dots-and-boxes", "--rows", "2", "--cols", "2"]
    assert main(["solve", *board, "--save", path, "--verify"]) == 0
    assert "net for the player on turn" in capsys.readouterr().out
    assert main(["table", path, "--verify"]) == 0
    assert "4,096" in capsys.readouterr().out
    assert main(["probe", path, "--json"]) == 0
    assert '"net": 2' in capsys.readouterr().out
    assert main(["solve", *board, "--plot", str(tmp_path / "plot.svg")]) == 2
