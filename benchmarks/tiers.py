"""What the benchmarks compare: the engines, called tiers, and the games that they play."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module, util
from typing import Any, NamedTuple

import pytest

#: What the fixture `measure` gives: called with what is measured, a function and its arguments, it returns the answer.
Measure = Callable[..., Any]


class Tier(NamedTuple):
    """An engine: a module that has `rules(name, **options)`."""

    module: str
    #: The installed package without which the tier is skipped.
    package: str
    #: What installs it.
    install: str


TIERS = {
    "pure Python": Tier("spielkern.reference", "spielkern", "pip install ."),
    "Cython": Tier(
        "spielkern_reference_cython",
        "spielkern_reference_cython",
        "pip install . --config-settings=cmake.define.SPIELKERN_BUILD_CYTHON_REFERENCE=ON",
    ),
    "core": Tier("spielkern", "spielkern", "pip install ."),
    "OpenSpiel": Tier(f"{__package__}.open_spiel", "pyspiel", "pip install '.[bench]'"),
}

CORE = ("core",)
OWN = ("pure Python", "Cython", "core")
ALL = tuple(TIERS)


@dataclass(frozen=True)
class Game:
    """A game under some options."""

    title: str
    name: str
    options: dict[str, Any]

    def __str__(self) -> str:
        return self.title.lower().replace(" ", "-").replace("ū", "u").replace("ō", "o")


def dots_and_boxes(rows: int, cols: int) -> Game:
    return Game(f"Dots and Boxes {rows} x {cols}", "dots-and-boxes", {"rows": rows, "cols": cols})


def nim(*heaps: int) -> Game:
    return Game(f"Nim {'-'.join(map(str, heaps))}", "nim", {"heaps": heaps})


def mu_torere(ring: int) -> Game:
    return Game(f"Mū Tōrere {ring}", "mu-torere", {"ring": ring})


def ten(stones: int) -> Game:
    return Game(f"10, {stones} stones", "ten", {"stones": stones})


def spread(rows: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The parameters of a benchmark: of every row, which ends with its tiers, one for each tier, which stands first."""
    return [(tier, *row) for *row, tiers in rows for tier in tiers]


def load(tier: str) -> Any:
    """The module of a tier. Without it the test is skipped, or fails where SPIELKERN_BENCH_ALL is 1."""
    module, package, install = TIERS[tier]
    if util.find_spec(package) is None:
        reason = f"{tier} is not installed: {install}"
        if os.environ.get("SPIELKERN_BENCH_ALL") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return import_module(module)
