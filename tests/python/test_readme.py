"""The README's Python code runs, and says what comes out of it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import spielkern as sk

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_python_examples() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    assert blocks
    names: dict[str, Any] = {}
    checked = 0
    for block in blocks:
        lines = block.splitlines()
        for node in ast.parse(block).body:
            code = ast.unparse(node)
            if not isinstance(node, ast.Expr):
                exec(code, names)
                continue
            shown = eval(code, names)
            # A comment that begins like a value is one, up to what is said of it.
            assert node.end_lineno is not None
            comment = lines[node.end_lineno - 1].partition("  #")[2]
            said = re.match(r"\s*('[^']*'|\(.*?\)(?=:|$)|\{.*\}|\d+(?=:|$)|win in \d+)", comment)
            if said:
                assert said[1] in (repr(shown), str(shown))
                checked += 1
    assert checked >= 8


def test_what_is_said_to_be_solved() -> None:
    def start(rules: sk.Rules) -> str:
        return str(sk.solve(rules).value(rules.start()))

    assert start(sk.MuTorere()) == "draw"
    assert start(sk.MuTorere(entry="none")) == "win in 1"
    assert start(sk.MuTorere(entry="opening", opening_plies=2)) == "loss in 4"
    assert start(sk.Nim()) == "win in 11"
    assert start(sk.Ten(stones=2)) == "loss in 10"
    for rules in (sk.Ten(2, "forbid"), sk.Ten(3), sk.Ten(3, "forbid")):
        assert start(rules) == "draw"
    assert sk.solve(sk.Ten(stones=2)).max_remoteness == 23
