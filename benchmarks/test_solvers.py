"""The solvers on boards large enough for the memory to matter, and tables; every answer is asserted."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import spielkern as sk

# ring: stored values, wins, losses, draws, greatest remoteness
RINGS = {
    24: (2_816_876, 71_826_208, 52_895_752, 10_485_840, 77),
    28: (41_549_460, 1_281_942_200, 962_355_128, 82_465_472, 117),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("ring", [24, 28])
def test_ring(benchmark: BenchmarkFixture, ring: int, threads: int) -> None:
    benchmark.group = f"solve ring {ring}"
    solution = benchmark.pedantic(sk.solve, (sk.MuTorere(ring),), {"threads": threads}, rounds=3)
    counts = solution.counts
    found = (solution.cells, counts["win"], counts["loss"], counts["draw"], solution.max_remoteness)
    assert found == RINGS[ring]


def test_everything_about_ring_8(benchmark: BenchmarkFixture) -> None:
    def everything() -> Any:
        solution = sk.solve(sk.MuTorere(), threads=1)
        return solution.counts, solution.reachable_counts, solution.max_remoteness

    counts, reachable, longest = benchmark(everything)
    assert counts == {"win": 240, "loss": 128, "draw": 892}
    assert reachable == {"win": 208, "loss": 128, "draw": 844}
    assert longest == 5


def test_nim_with_grundy_values(benchmark: BenchmarkFixture) -> None:
    rules = sk.Nim((127, 127, 127))

    def solve() -> Any:
        solution = sk.solve(rules, threads=1)
        return solution, solution.grundy(rules.start())

    solution, grundy = benchmark.pedantic(solve, rounds=3)
    assert grundy == 127
    assert solution.counts == {"win": 2_080_768, "loss": 16_384, "draw": 0}
    assert solution.max_remoteness == 255


def test_verify(benchmark: BenchmarkFixture) -> None:
    solution = sk.solve(sk.MuTorere(24))
    assert benchmark.pedantic(solution.verify, rounds=2) == solution.cells


def test_probe_a_table(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    rules = sk.MuTorere(20)
    sk.solve(rules).save(tmp_path / "table")
    table = sk.open_table(tmp_path / "table")
    positions = list(itertools.islice(table.positions("win"), 10_000))
    benchmark.extra_info.update(calls=len(positions))
    results = benchmark(lambda: [table.value(position).result for position in positions])
    assert results == ["win"] * 10_000
