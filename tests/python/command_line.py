"""The command line as the tests call it; the fixture `run` in conftest.py is the function that they give it."""

from __future__ import annotations

import json
import re
from typing import Any

Run = Any  # a function: arguments, and perhaps standard input -> exit code, standard output, standard error


def fine(run: Run, *arguments: str, typed: str = "") -> str:
    code, out, err = run(*arguments, typed=typed)
    assert (code, err) == (0, "")
    assert "\x1b" not in out
    if "--json" not in arguments and not typed:
        assert max(map(len, out.splitlines()), default=0) <= 80
    return str(out)


def data(run: Run, *arguments: str) -> Any:
    return json.loads(fine(run, *arguments, "--json"))


def refused(run: Run, *arguments: str, code: int = 2) -> str:
    got, out, err = run(*arguments)
    assert (got, out) == (code, "")
    assert re.fullmatch(r"spielkern: [^\n]+\n", err), "one line, and it says who speaks"
    assert err[:-1].isprintable()
    assert len(err) < 1100
    return str(err)
