"""Who does not use the frameworks needs none of them."""

from __future__ import annotations

import subprocess
import sys

import pytest


def ended(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)


def test_frameworks_are_imported_only_by_their_adapters() -> None:
    frameworks = {"pettingzoo", "gymnasium", "pyspiel", "numpy"}
    program = f"import sys, spielkern, spielkern.adapters; print({frameworks} & {{*sys.modules}})"
    assert ended(program).stdout == "set()\n"


@pytest.mark.parametrize(
    ("adapter", "missing"), [("pettingzoo", "pettingzoo"), ("openspiel", "pyspiel"), ("openspiel", "numpy")]
)
def test_a_missing_framework_is_named_with_what_to_install(adapter: str, missing: str) -> None:
    # None stands for a module that is not there. An adapter complains of the first one that it misses.
    result = ended(f"import sys; sys.modules[{missing!r}] = None; import spielkern.adapters.{adapter}")
    assert result.returncode == 1
    last = result.stderr.splitlines()[-1]
    assert last.startswith("ModuleNotFoundError: spielkern.adapters needs ")
    assert last.endswith("which is not installed: pip install 'spielkern[frameworks]'")


@pytest.mark.parametrize(
    ("who", "work"), [("a batch", "sk.Nim().batch(1)"), ("an array", "sk.solve(sk.Nim((1, 2))).packed")]
)
def test_missing_numpy_is_named_with_what_to_install(who: str, work: str) -> None:
    result = ended(f"import sys; sys.modules['numpy'] = None; import spielkern as sk; {work}")
    assert result.stderr.splitlines()[-1] == (
        f"ModuleNotFoundError: {who} needs numpy, which is not installed: pip install 'spielkern[numpy]'"
    )


def test_what_a_framework_misses_itself_is_its_own_matter() -> None:
    pytest.importorskip("pettingzoo")
    result = ended("import sys; sys.modules['numpy'] = None; import spielkern.adapters.pettingzoo")
    assert result.returncode == 1
    assert "spielkern[frameworks]" not in result.stderr.splitlines()[-1]
    assert "numpy" in result.stderr.splitlines()[-1]
