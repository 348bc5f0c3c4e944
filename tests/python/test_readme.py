"""The README's Python code runs, and says what comes out of it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import spielkern as sk

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_python_examples() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    assert blocks
    names: dict[str, Any] = {}
    checked = 0
    for block in blocks:
        lines = block.splitlines()
        for node in ast.parse(block).body:
            source = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            code, _, comment = source.partition("  #")
            if not isinstance(node, ast.Expr):
                exec(code, names)
                continue
            shown = repr(eval(code, names))
            # A comment that begins like a value is one, up to what is said of it.
            said = re.match(r"\s*('[^']*'|\(.*?\)(?=:|$)|\{.*\}|\d+$|win in \d+)", comment)
            if said:
                assert said[1] in (shown, str(eval(code, names)))
                checked += 1
    assert checked >= 6


def test_what_is_said_to_be_solved() -> None:
    def start(rules: sk.Rules) -> str:
        return str(sk.solve(rules).value(rules.start()))

    assert start(sk.MuTorere()) == "draw"
    assert start(sk.MuTorere(entry="none")) == "win in 1"
    assert start(sk.MuTorere(entry="opening", opening_plies=2)) == "loss in 4"
    assert start(sk.Nim()) == "win in 11"
