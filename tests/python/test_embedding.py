"""Outside projects in C++, C and Cython are built against an installed wheel, and count what Python counts.

They use the wheel that SPIELKERN_WHEEL names, in a fresh environment; else the package of this environment, if it came
from a wheel. With SPIELKERN_REQUIRE_EMBEDDING=1 what is missing is no reason to skip but fails, and a wheel is built.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import pytest
from cython_walks import HEAD, walk_of

import spielkern as sk
from spielkern import embedding

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "cpp" / "examples"

# Rules, and how many plies are counted from their start.
CASES = [
    (sk.Ten(), 3),
    (sk.Ten(stones=3, shortage="forbid"), 3),
    (sk.DotsAndBoxes(2, 3), 4),
    (sk.Nim(heaps=(5, 4, 3), misere=True), 5),
    (sk.MuTorere(ring=10, entry="opening", opening_plies=3), 9),
    (sk.Crazy10s(placement="line"), 1),
    (sk.Crazy10s(size=11), 1),
]


# The modules that a Cython program cimports.
MODULES = {name: name.replace("-", "_") for name in sk.games()}


def missing(what: str) -> NoReturn:
    if os.environ.get("SPIELKERN_REQUIRE_EMBEDDING") == "1":
        pytest.fail(what)
    pytest.skip(what)


def required_program(*names: str) -> str:
    for name in names:
        if found := shutil.which(name):
            return found
    missing(f"there is no {' or '.join(names)}")


def run(command: Sequence[str | os.PathLike[str]], cwd: Path | None = None, **environment: str) -> str:
    done = subprocess.run(command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def built_wheel(folder: Path) -> Path:
    run([sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", folder, ROOT])
    return next(folder.glob("*.whl"))


def environment_with(wheel: Path, folder: Path) -> str:
    """A fresh environment with the wheel; whatever else is imported comes from this one. Returns its Python."""
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    base = {"base": str(folder), "platbase": str(folder)}
    scripts = Path(sysconfig.get_path("scripts", "venv", base))
    python = str(scripts / ("python.exe" if os.name == "nt" else "python"))
    run([sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-index", "--no-deps", wheel])
    site = Path(sysconfig.get_path("purelib", "venv", base))
    (site / "other-packages.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return python


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A Python that has spielkern from a wheel."""
    wheel = os.environ.get("SPIELKERN_WHEEL")
    if not wheel:
        try:
            if Path(sk.get_include()).parent == Path(sk.__file__).parent:
                return sys.executable
        except FileNotFoundError:
            pass
        if os.environ.get("SPIELKERN_REQUIRE_EMBEDDING") != "1":
            pytest.skip("spielkern is not installed from a wheel, and SPIELKERN_WHEEL names none")
        wheel = str(built_wheel(tmp_path_factory.mktemp("wheel")))
    return environment_with(Path(wheel), tmp_path_factory.mktemp("environment"))


def said(python: str, function: str) -> str:
    """What one of the functions that tell a folder says there."""
    return run([python, "-c", f"import spielkern; print(spielkern.{function}())"]).strip()


def project(kind: str, tmp_path: Path) -> Path:
    return shutil.copytree(EXAMPLES / kind, tmp_path / kind)


def built_with_cmake(kind: str, python: str, tmp_path: Path) -> Path:
    cmake = required_program("cmake")
    folder = project(kind, tmp_path)
    package = f"-Dspielkern_DIR={said(python, 'get_cmake_dir')}"
    strict = ["-DCMAKE_COMPILE_WARNING_AS_ERROR=ON"]
    if os.name != "nt":
        strict += [f"-DCMAKE_{language}_FLAGS=-Wall -Wextra -pedantic" for language in ("C", "CXX")]
    run([cmake, "-S", folder, "-B", tmp_path / "build", package, *strict, "--no-warn-unused-cli"])
    run([cmake, "--build", tmp_path / "build", "-j", "2"])
    return tmp_path / "build"


def check_perft(program: Path) -> None:
    for rules, depth in CASES:
        assert int(run([program, str(rules), str(depth)])) == rules.perft(rules.start(), depth)
    refused = subprocess.run([program, "nim heaps=0", "1"], capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "heaps must be numbers from 1" in refused.stderr


def test_a_project_in_cpp(python: str, tmp_path: Path) -> None:
    required_program("c++", "g++", "clang++", "cl")
    build = built_with_cmake("cpp", python, tmp_path)
    check_perft(build / "perft")

    lines = run([build / "tables", tmp_path / "T"]).splitlines()
    solution = sk.open_table(tmp_path / "T")
    position = solution.rules.start()
    for move in ("1-c", "8-1", "c-8"):
        position = position.play(move)
    assert lines[:2] == [str(position), f"{solution.counts['draw']} draws"]
    words = {"win": "wins", "loss": "loses", "draw": "draws"}
    best = solution.best_moves(position)
    assert lines[2:] == [
        f"{move}: the opponent {words[str(solution.value(position.play(move)).result)]}" for move in best
    ]


def check_tables(program: Path, table: Path) -> None:
    """Best play from the table, as the program tells it, has the values that Python finds in the same file."""
    for rules in (sk.Nim(), sk.DotsAndBoxes(2, 2)):
        lines = run([program, str(rules), table]).splitlines()
        solution = sk.open_table(table)
        assert solution.rules == rules
        position = rules.start()
        for line in lines[:-1]:
            value = solution.value(position)
            more = f" in {value.remoteness}" if value.remoteness is not None else ""
            more += f", net {value.net}" if value.net is not None else ""
            move = solution.best_moves(position)[0]
            assert line == f"{position}  {value.result}{more}, best {move}"
            position = position.play(move)
        outcome = position.outcome
        assert outcome is not None
        assert lines[-1] == f"{position}  player {outcome.winner} wins: {outcome.reason}"


def test_a_project_in_c(python: str, tmp_path: Path) -> None:
    required_program("cc", "gcc", "clang", "cl")
    build = built_with_cmake("c", python, tmp_path)
    for kind in ("", "_static"):
        check_perft(build / f"perft{kind}")
        check_tables(build / f"tables{kind}", tmp_path / "T")


@pytest.mark.skipif(os.name == "nt", reason="the compiler there takes other arguments")
@pytest.mark.parametrize("static", [False, True])
@pytest.mark.parametrize("pkg_config", [False, True])
def test_plain_c(python: str, static: bool, pkg_config: bool, tmp_path: Path) -> None:
    cc = required_program("cc", "gcc", "clang")
    library = said(python, "get_library_dir")
    if pkg_config:
        ask = required_program("pkg-config", "pkgconf")
        name = "spielkern-static" if static else "spielkern"
        flags = run([ask, "--cflags", "--libs", name], PKG_CONFIG_PATH=f"{library}/pkgconfig").split()
    else:
        runtime = ["-lc++"] if sys.platform == "darwin" else ["-lstdc++", "-lm", "-pthread"]
        by_path = [f"{library}/libspielkern.a", *runtime]
        by_name = [f"-L{library}", f"-Wl,-rpath,{library}", "-lspielkern"]
        flags = [f"-I{said(python, 'get_include')}", *(by_path if static else by_name)]
    source = project("c", tmp_path) / "perft.c"
    strict = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror"]
    run([cc, *strict, source, "-o", tmp_path / "perft", *flags])
    check_perft(tmp_path / "perft")


def built_with_cython(python: str, tmp_path: Path) -> Path:
    required_program("c++", "g++", "clang++", "cl")
    for module in ("Cython", "setuptools"):
        if importlib.util.find_spec(module) is None:
            missing(f"there is no {module}")
    folder = project("cython", tmp_path)
    games = [MODULES[rules.name] for rules, _ in CASES]
    with (folder / "counting.pyx").open("a", encoding="utf-8") as file:  # both in one go
        file.write(HEAD)
        for game in dict.fromkeys(games):
            file.write(walk_of(game))
    run([python, "setup.py", "build_ext", "--inplace"], cwd=folder, CFLAGS="-O0", CXXFLAGS="-O0")  # soon compiled
    return folder


def test_a_project_in_cython(python: str, tmp_path: Path) -> None:
    folder = built_with_cython(python, tmp_path)
    cases = [(rules.name, rules.options, depth) for rules, depth in CASES]
    code = f"import counting, spielkern as sk; print(*[counting.perft(sk.rules(g, **o), d) for g, o, d in {cases!r}])"
    counts = run([python, "-c", code], cwd=folder).split()
    assert [int(count) for count in counts] == [rules.perft(rules.start(), depth) for rules, depth in CASES]

    for rules, _ in CASES:
        plies = 6 if rules.chance else 60
        walk = f"counting.walk_{MODULES[rules.name]}({str(rules)!r}.encode(), {plies})"
        told, games = ast.literal_eval(run([python, "-c", f"import counting; print({walk})"], cwd=folder))
        last = check_walk(rules, told, plies)
        assert games == playouts_of(rules.playouts(10, seed=3, position=last, max_plies=8))


def playouts_of(found: sk.Playouts) -> tuple[int, int, int, int]:
    return *found.wins, found.draws, found.plies


def check_walk(rules: sk.Rules, walk: list[tuple[object, ...]], plies: int) -> sk.Position:
    """What a Cython program says of a game that it plays by chance is what Python says of the same moves.

    Returns the last position.
    """
    position = rules.start()
    for text, player, key, moves, count, reason, move, refused in walk:
        assert (text, player, key) == (str(position), position.player, position.key)
        assert count == len(position.moves())
        assert moves == [str(move) for move in position.moves()][:100]
        assert reason == (position.outcome.reason if position.outcome else None)
        assert (move is None) == (position.outcome is not None)
        with pytest.raises(ValueError, match=r"expected") as error:
            rules.move("no move")
        assert refused == str(error.value)
        if move is not None:
            position = position.play(str(move))
    assert len(walk) == plies or position.outcome is not None
    return position


@pytest.mark.parametrize("language", ["cpp", "c", "cython"])
def test_the_readme_shows_pieces_of_the_examples(language: str) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(rf"^```{language}\n(.*?)^```", readme, re.DOTALL | re.MULTILINE)
    assert blocks
    sources = [path.read_text(encoding="utf-8") for path in (EXAMPLES / language).iterdir() if path.is_file()]
    for block in blocks:
        assert any(block in source for source in sources)


def test_folders_that_are_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding._core, "__file__", str(tmp_path / "_core.so"))
    for function in (sk.get_include, sk.get_library_dir, sk.get_cmake_dir):
        with pytest.raises(FileNotFoundError, match="pip install it"):
            function()
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "spielkern.h").touch()
    assert sk.get_include() == str(tmp_path / "include")
