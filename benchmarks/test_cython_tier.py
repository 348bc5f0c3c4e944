"""The compiled reference on its own: it imports, counts right and ends without a fault. Nothing is timed here."""

from __future__ import annotations

import json
import subprocess
import sys

import spielkern as sk

from .tiers import TIERS, load

DEPTH = 6
DEPTHS = {"crazy10s": 1, "dots-and-boxes": 3, "ten": 3}  # with dozens of moves each ply counts; chance stops perft

PROGRAM = f"""
import importlib, importlib.machinery, json, sys
engine = importlib.import_module(sys.argv[1])
solve = importlib.import_module(sys.argv[1] + ".solve")
assert solve.__file__.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES)), "not compiled: " + solve.__file__
games = [engine.rules(name) for name in engine.games()]
depths = {DEPTHS}
print(json.dumps({{rules.name: rules.perft(rules.start(), depths.get(rules.name, {DEPTH})) for rules in games}}))
"""


def test_exit_code_and_counts() -> None:
    load("Cython")
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, TIERS["Cython"].module], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    games = [sk.rules(name) for name in sk.games()]
    expected = {rules.name: rules.perft(rules.start(), DEPTHS.get(rules.name, DEPTH)) for rules in games}
    assert json.loads(run.stdout) == expected
