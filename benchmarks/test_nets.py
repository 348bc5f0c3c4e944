"""Dots and Boxes solved: complete tables of nets, and exact search; every value is asserted.

The large boards run with SPIELKERN_BENCH_LONG=1 only: minutes, and some gigabytes.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import spielkern as sk

long = pytest.mark.skipif(os.environ.get("SPIELKERN_BENCH_LONG") != "1", reason="long: SPIELKERN_BENCH_LONG=1")

#: Nets of the boards that are too long for the tests; together they have all that are published.
LONG = {"2x7": 0, "3x5": -1, "4x4": 0}

#: Berlekamp, The Dots and Boxes Game, problem 12.15: 5 x 5 boxes, 20 edges drawn; the mover can be one box ahead.
PROBLEM_12_15 = "a1b1 c1d1 b2c2 e2f2 d3e3 a4b4 b4c4 e4f4 a5b5 c5d5 d5e5 e5f5 c6d6 b1b2 d1d2 f1f2 b2b3 d3d4 d4d5 e5e6"


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("rows", "cols", "net"), [(3, 3, -3), pytest.param(3, 4, 0, marks=long)])
def test_table(benchmark: BenchmarkFixture, rows: int, cols: int, net: int, threads: int) -> None:
    benchmark.group = f"table of {rows} x {cols}"
    rules = sk.DotsAndBoxes(rows, cols)
    solution = benchmark.pedantic(sk.solve, (rules,), {"threads": threads}, rounds=3 if cols == 3 else 1)
    assert solution.value(rules.start()).net == net


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("rows", "cols", "net"),
    [(3, 3, -3), (3, 4, 0), *(pytest.param(int(board[0]), int(board[2]), LONG[board], marks=long) for board in LONG)],
)
def test_search(benchmark: BenchmarkFixture, rows: int, cols: int, net: int, threads: int) -> None:
    benchmark.group = f"search of {rows} x {cols}"
    start = sk.DotsAndBoxes(rows, cols).start()
    found = searched(benchmark, start, threads, rounds=3 if rows * cols <= 12 else 1)
    assert found.value.net == net


@pytest.mark.parametrize("threads", [1, 2])
def test_problem_12_15(benchmark: BenchmarkFixture, threads: int) -> None:
    benchmark.group = "Berlekamp 12.15"
    position = sk.DotsAndBoxes(5, 5).from_edges(PROBLEM_12_15.split())
    found = searched(benchmark, position, threads, rounds=3)
    assert found.value.net == 1
    assert [str(move) for move in found.best_moves or ()] == ["b3b4"]


def searched(benchmark: BenchmarkFixture, position: sk.Position, threads: int, rounds: int) -> Any:
    """Value, all best moves and best play, by a new search each time."""
    found = benchmark.pedantic(sk.analyse, (position,), {"threads": threads, "table_bytes": "1G"}, rounds=rounds)
    benchmark.extra_info["nodes"] = found.nodes
    return found
