"""What the tests share: which games under which options, and the two engines."""

from __future__ import annotations

import io
import json
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import Run

import spielkern as sk
from spielkern import reference
from spielkern.cli import main

# What a shell starts in the background ignores Ctrl-C, and so would all programs that the tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

DATA = Path(__file__).parents[1] / "data"

#: Options that stretch every game: the published ones, odd ones, the smallest, large ones.
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("dots-and-boxes", {}),
    *[("dots-and-boxes", {"rows": r, "cols": c}) for r, c in ((1, 1), (2, 2), (1, 7), (2, 3), (3, 2))],
    *[("dots-and-boxes", {"rows": r, "cols": c}) for r, c in ((5, 5), (2, 12), (21, 1))],
    *[
        ("ten", {"stones": stones, "shortage": how})
        for stones in (2, 3, 4, 6, 10, 12)
        for how in ("truncate", "forbid")
    ],
    ("nim", {}),
    ("nim", {"misere": True}),
    ("nim", {"heaps": (1,)}),
    ("nim", {"heaps": (1,), "misere": True}),
    ("nim", {"heaps": (17,)}),
    ("nim", {"heaps": (1, 2, 1, 3, 1, 2, 1, 1, 2, 1, 1, 4), "misere": True}),
    ("nim", {"heaps": (2,) * 16}),
    *[("mu-torere", {"ring": ring, "entry": entry}) for ring in (4, 6, 8, 10) for entry in ("always", "none")],
    *[("mu-torere", {"ring": 8, "entry": "opening", "opening_plies": plies}) for plies in (0, 1, 2, 4, 7)],
    ("mu-torere", {"ring": 6, "entry": "opening", "opening_plies": 3}),
    ("mu-torere", {"ring": 36}),
    ("mu-torere", {"ring": 36, "entry": "opening", "opening_plies": 120}),
    ("crazy10s", {"size": 5, "placement": "line", "layout": "t...D/.d.../..T../.D.../d..tt"}),
]

#: Those that are solved in a moment, and whose positions can all be looked at.
SOLVABLE = [
    (game, options)
    for game, options in OPTIONS
    if options.get("ring") != 36
    and options.get("heaps") != (2,) * 16
    and game not in ("dots-and-boxes", "crazy10s")
    and options.get("stones", 2) == 2
]

ENGINES = {"core": sk.rules, "reference": reference.rules}


def named(options: tuple[str, dict[str, Any]]) -> str:
    game, values = options
    return game + "".join(f" {name}={value}" for name, value in values.items()).replace("(", "").replace(")", "")


@pytest.fixture(params=OPTIONS, ids=named)
def game_options(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    options: tuple[str, dict[str, Any]] = request.param
    return options


@pytest.fixture(params=list(ENGINES))
def engine(request: pytest.FixtureRequest) -> Any:
    """Makes rules from a game's name and options."""
    return ENGINES[request.param]


def vectors(name: str) -> Any:
    return json.loads((DATA / "vectors" / name).read_text(encoding="utf-8"))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.setenv("COLUMNS", "80")
        code = main(arguments)
        out, err = capsys.readouterr()
        return code, out, err

    return run
