"""The middle tier of the benchmarks: the plain Python reference, compiled by Cython.

`build(folder)` makes the package `spielkern_reference_cython` in a folder. As a program it builds one, checks
that it imports, counts and exits without a fault, and says how much faster than plain Python it is:

    python benchmarks/cython_tier.py [folder]

Compiled as they are, the sources gain next to nothing (about 1.1 times): attributes and calls stay Python's.
So .pxd files make extension types of positions and moves, and what such types cannot have is taken out of the
copied sources. Both are below; the rules stay word for word what they are.

Needs Cython >= 3.3, setuptools and a C compiler.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Distribution, Extension

REFERENCE = Path(__file__).resolve().parent.parent / "python" / "spielkern" / "reference"
PACKAGE = "spielkern_reference_cython"

# The .pxd files: positions and moves as extension types.
DECLARATIONS = {
    "base": """
cdef class Move:
    pass

cdef class Position:
    pass
""",
    "nim": """
from .base cimport Move, Position

cdef class NimPosition(Position):
    cdef readonly object rules
    cdef readonly tuple heaps
    cdef readonly int player
    cpdef tuple moves(self)

cdef class NimMove(Move):
    cdef readonly object rules
    cdef readonly int heap
    cdef readonly long long count
""",
    "mu_torere": """
from .base cimport Move, Position

cdef class MuTorerePosition(Position):
    cdef readonly object rules
    cdef readonly str board
    cdef readonly int player
    cdef readonly int plies
    cpdef tuple moves(self)
    cdef _objection(self, int origin, int target)
    cdef bint _entry_is_restricted(self)
    cdef bint _is_beside_enemy(self, int point)

cdef class MuTorereMove(Move):
    cdef readonly object rules
    cdef readonly int origin
    cdef readonly int target
""",
}

# What extension types cannot have: other base classes, attributes and abstract methods of bases, slots.
CHANGES = {
    "base": [
        ("class Move(ABC):", "class Move:"),
        ("class Position(ABC, Generic[M]):", "class Position:"),
        ("    rules: Rules[Any, Any]\n", ""),
        ("    rules: Rules[Any, M]\n", ""),
        ("    player: int  # the player on turn; after the end the one who would be\n", ""),
        ("    @abstractmethod\n", ""),
    ],
    "nim": [
        ('class NimPosition(Position["NimMove"]):', "class NimPosition(Position):"),
        ("@dataclass(frozen=True, slots=True, repr=False)", "@dataclass(frozen=True, repr=False)"),
    ],
    "mu_torere": [
        ('class MuTorerePosition(Position["MuTorereMove"]):', "class MuTorerePosition(Position):"),
        ("@dataclass(frozen=True, slots=True, repr=False)", "@dataclass(frozen=True, repr=False)"),
    ],
}

# What a fresh interpreter runs to measure a package: perft of both games, the counts checked, best of seven.
MEASURE = """
import importlib, sys, time
engine = importlib.import_module(sys.argv[1])
importlib.import_module(sys.argv[1] + ".solve")
for rules, depth, count in ((engine.Nim(), 6, 53442), (engine.MuTorere(), 20, 38820)):
    start = rules.start()
    times = []
    for _ in range(7):
        began = time.process_time()
        assert rules.perft(start, depth) == count, (rules, depth, count)
        times.append(time.process_time() - began)
    print(rules.name, min(times))
"""


def build(folder: str | os.PathLike[str]) -> Path:
    """Compile the reference into the package `spielkern_reference_cython` under `folder`.

    Returns `folder` as a path: put it on `sys.path` to import the package.
    """
    target = Path(folder).resolve()
    package = copy_reference(target / PACKAGE)
    for module, declarations in DECLARATIONS.items():
        declare(package, module, declarations)
    with tempfile.TemporaryDirectory() as scratch:
        extensions = []
        for source in sorted(package.glob("*.py")):
            if source.stem != "__init__":
                extensions.append(Extension(f"{PACKAGE}.{source.stem}", [str(source)]))
        modules = cythonize(
            extensions,
            build_dir=scratch,
            quiet=True,
            # Annotations stay what they are in Python: with types made of them, a wrong option would raise
            # TypeError before the rules could refuse it.
            compiler_directives={"language_level": 3, "annotation_typing": False},
        )
        command = Distribution({"name": PACKAGE, "ext_modules": modules}).get_command_obj("build_ext")
        command.build_lib = str(target)
        command.build_temp = scratch
        command.parallel = 2
        command.ensure_finalized()
        command.run()
    for source in package.glob("*.p*"):
        if source.name != "__init__.py":
            source.unlink()  # so that nothing but the compiled module can be imported
    return target


def copy_reference(package: Path) -> Path:
    """Copy the sources of the reference into a new package."""
    if package.exists():
        shutil.rmtree(package)
    package.mkdir(parents=True)
    for source in REFERENCE.glob("*.py"):
        shutil.copy(source, package)
    return package


def declare(package: Path, module: str, declarations: str) -> None:
    """Give a module its declarations, and take out of it what goes against them."""
    (package / f"{module}.pxd").write_text(declarations, encoding="utf-8")
    path = package / f"{module}.py"
    source = path.read_text(encoding="utf-8")
    for old, new in CHANGES[module]:
        if old not in source:
            raise ValueError(f"{module}.py has no {old!r} any more: change benchmarks/cython_tier.py too")
        source = source.replace(old, new)
    path.write_text(source, encoding="utf-8")


def measure(folder: Path, package: str) -> dict[str, float]:
    """Seconds that perft of each game takes in a fresh interpreter; a wrong count or exit code ends all."""
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, package],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(f"{package}: exit code {done.returncode}")
    seconds = {}
    for line in done.stdout.splitlines():
        name, time = line.split()
        seconds[name] = float(time)
    return seconds


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = build(sys.argv[1] if len(sys.argv) > 1 else scratch)
        copy_reference(Path(scratch) / "spielkern_reference_plain")
        plain = measure(Path(scratch), "spielkern_reference_plain")
        compiled = measure(folder, PACKAGE)
        for game, seconds in plain.items():
            ratio = seconds / compiled[game]
            print(f"{game:9} perft: plain {seconds:.3f} s, Cython {compiled[game]:.3f} s, ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
