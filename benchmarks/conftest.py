"""What the benchmarks share: how one is measured, and under which names it stands in the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from .tiers import Game, Measure, load


@pytest.fixture
def engine(tier: str) -> Any:
    return load(tier)


@pytest.fixture
def rules(engine: Any, game: Game) -> Any:
    return engine.rules(game.name, **game.options)


@pytest.fixture
def measure(benchmark: BenchmarkFixture, tier: str, game: Game) -> Measure:
    """Measures a function that does `what` and returns its answer; the table divides the time by `calls`."""

    def run(what: str, function: Callable[..., Any], *args: Any, calls: int = 1) -> Any:
        benchmark.group = f"{game.title}: {what}"
        benchmark.extra_info.update(tier=tier, calls=calls)
        return benchmark(function, *args)

    return run
