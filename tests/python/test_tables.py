"""Table files: written and read again, altered, cut, foreign, missing; and what a killed process leaves."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import shutil
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import DATA, SOLVABLE, named

import spielkern as sk

TABLES = DATA / "tables"

unix = pytest.mark.skipif(sys.platform == "win32", reason="processes of Unix")


class Stop(Exception):
    pass


def answers(solution: Any) -> Any:
    """All that a solution knows, and so every part of its file."""
    values = [str(solution.value(position)) for position in solution.positions()]
    histogram = None if isinstance(solution, sk.NetSolution) else solution.histogram
    return str(solution.rules), values, solution.counts, histogram, solution.packed.tobytes()


def refused_or_same(path: Path, expected: Any) -> bool:
    """Whether a file is refused with a TableError that names it; else it must answer as expected."""
    try:
        found = answers(sk.open_table(path))
    except sk.TableError as error:
        message = str(error)
    else:
        assert found == expected
        return False
    assert message.startswith(f"{path}: ")
    assert len(message) > len(str(path)) + 10
    return True


# ----------------------------------------------------------------------------------------------------------
# The layout, as table_file.hpp describes it, written independently

WORD = 2**64 - 1
BLOCK = 2**20
GOLDEN = 0x9E3779B97F4A7C15


def mix(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


def checksum(data: bytes) -> int:
    sums = [1, 2, 3, 4]
    padded = data + bytes(-len(data) % 8)
    for number, (word,) in enumerate(struct.iter_unpack("<Q", padded)):
        product = (sums[number % 4] ^ word) * GOLDEN & WORD
        sums[number % 4] = (product << 29 | product >> 35) & WORD
    result = mix(sums[0])
    for word in (*sums[1:], len(data)):
        result = mix(result ^ (word * GOLDEN + 0xD1B54A32D192ED03 & WORD))
    return result


def table_bytes(rules: str | bytes, scheme: str, content: bytes, **changed: Any) -> bytes:
    """A file of version 1, its fields as they should be or `changed`, its checksums right."""
    rules = rules.encode() if isinstance(rules, str) else rules
    width = changed.get("width", 1)
    sums = b"".join(struct.pack("<Q", checksum(content[at : at + BLOCK])) for at in range(0, len(content), BLOCK))
    used = 56 + len(rules) + len(scheme) + len(sums) + 8
    fields = {
        "magic": b"SPIELKRN",
        "version": 1,
        "kind": 1,
        "header": -(-used // 4096) * 4096,
        "cells": len(content) // max(width, 1),
        "width": width,
        "finished": 0,
        "layer": 0,
        "rules_size": len(rules),
        "scheme_size": len(scheme),
        **changed,
    }
    header = struct.pack("<8sIIQQIIQII", *fields.values()) + rules + scheme.encode() + sums
    header += struct.pack("<Q", checksum(header))
    return header + bytes(-len(header) % 4096) + content


@pytest.mark.parametrize(("game", "options"), SOLVABLE, ids=map(named, SOLVABLE))
def test_the_layout_is_as_documented(tmp_path: Path, game: str, options: dict[str, Any]) -> None:
    solution = sk.solve(sk.rules(game, **options))
    path = tmp_path / "table"
    solution.save(path)
    info = sk.table_info(path)
    finished = {"loss": 0, "win": 2, None: 255}[solution.finished]
    packed = solution.packed
    written = table_bytes(str(solution.rules), info.scheme, packed.tobytes(), width=packed.itemsize, finished=finished)
    assert path.read_bytes() == written


def test_several_blocks_are_as_documented(tmp_path: Path) -> None:
    solution = sk.solve(sk.MuTorere(24))
    solution.save(tmp_path / "table")
    written = table_bytes(str(solution.rules), "turned ring 1", solution.packed.tobytes())
    assert (tmp_path / "table").read_bytes() == written


# ----------------------------------------------------------------------------------------------------------
# There and back


@pytest.mark.parametrize(
    ("game", "options"),
    SOLVABLE,
    ids=map(named, SOLVABLE),
)
def test_a_table_is_the_same_solution(tmp_path: Path, game: str, options: dict[str, Any]) -> None:
    solution = sk.solve(sk.rules(game, **options))
    path = tmp_path / "table"
    assert solution.save(path) is None
    table = sk.open_table(path)
    assert isinstance(table, sk.Solution)
    assert table.rules == solution.rules
    assert table.seconds is None
    assert (table.size, table.cells, table.finished) == (solution.size, solution.cells, solution.finished)
    assert answers(table) == answers(solution)
    assert table.reachable_counts == solution.reachable_counts
    assert table.line() == solution.line()
    assert table.verify() == solution.cells
    start = solution.rules.start()
    assert table.value(start) == solution.value(start)
    assert table.best_moves(start) == solution.best_moves(start)
    if game == "nim":
        assert table.grundy(start) == solution.grundy(start)
    table.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == path.read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["again", "table"]


def test_what_the_header_says(tmp_path: Path) -> None:
    path = tmp_path / "table"
    sk.solve(sk.Nim((300, 300), misere=True)).save(path)
    info = sk.table_info(path)
    assert info.kind == "table"
    assert info.version == 1
    assert info.rules == sk.Nim((300, 300), misere=True)
    assert (info.cells, info.width, info.layer) == (301 * 301, 2, 0)
    assert info.bytes == path.stat().st_size == 4096 + 301 * 301 * 2


def test_every_kind_of_path(tmp_path: Path) -> None:
    solution = sk.solve(sk.Nim())
    for name in ("plain", "with space", "näme", "é" * 60):
        for path in (tmp_path / name, str(tmp_path / name), os.fsencode(tmp_path / name)):
            solution.save(path)
            assert sk.open_table(path).counts == solution.counts
            assert sk.table_info(path).rules == sk.Nim()
    with contextlib.chdir(tmp_path):
        solution.save("here")
        assert sk.open_table("here").counts == solution.counts


@unix
def test_names_that_are_no_text(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff"
    try:
        sk.solve(sk.Nim()).save(path)
    except OSError:
        pytest.skip("this file system has no such names")
    assert sk.open_table(path).counts["loss"] == 18
    assert sk.open_table(os.fsdecode(path)).counts["loss"] == 18
    with open(path, "r+b") as file:
        file.write(b"X")
    for damaged in (path, path + b"x"):
        with pytest.raises(sk.TableError):
            sk.open_table(damaged)


@pytest.mark.parametrize("path", sorted(TABLES.glob("*.table")), ids=lambda path: path.name)
def test_old_files_stay_readable(tmp_path: Path, path: Path) -> None:
    game, _, version = path.stem.rpartition("-")
    info = sk.table_info(path)
    assert info.version == int(version)
    table = sk.open_table(path)
    assert table.rules.name == game
    assert table.verify() == table.cells
    solution = sk.solve(table.rules)
    assert answers(table) == answers(solution)
    if info.version == 1:
        solution.save(tmp_path / "new")
        assert (tmp_path / "new").read_bytes() == path.read_bytes()


def test_there_is_an_old_file_of_every_game_that_is_solved() -> None:
    solved = [game for game in sk.games() if not sk.game_class(game).chance]
    assert {path.name for path in TABLES.iterdir()} >= {f"{game}-1.table" for game in solved}


# ----------------------------------------------------------------------------------------------------------
# Damage


@contextlib.contextmanager
def changed_byte(path: Path, at: int, change: int) -> Iterator[None]:
    """The file with one byte altered, for a while."""
    with open(path, "r+b", buffering=0) as file:
        file.seek(at)
        byte = file.read(1)
        file.seek(at)
        file.write(bytes([byte[0] ^ change]))
        try:
            yield
        finally:
            file.seek(at)
            file.write(byte)


@pytest.fixture(params=["nim", "mu-torere"])
def small(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Any]:
    solution = sk.solve(sk.rules(request.param))
    path = tmp_path / "table"
    solution.save(path)
    return path, answers(solution)


def test_every_byte_counts(small: tuple[Path, Any]) -> None:
    path, expected = small
    rng = random.Random(1)
    refused = 0
    for at in range(path.stat().st_size):
        with changed_byte(path, at, rng.randrange(1, 256)):
            refused += refused_or_same(path, expected)
    assert refused == path.stat().st_size
    assert not refused_or_same(path, expected)


def test_every_bit_of_what_matters_counts(small: tuple[Path, Any]) -> None:
    path, expected = small
    for at in [*range(160), *range(4096, path.stat().st_size, 7)]:
        for bit in range(8):
            with changed_byte(path, at, 1 << bit):
                assert refused_or_same(path, expected)


def test_every_cut_is_seen(small: tuple[Path, Any]) -> None:
    path, expected = small
    whole = path.read_bytes()
    for size in range(len(whole) - 1, -1, -1):
        os.truncate(path, size)
        with pytest.raises(sk.TableError):
            sk.open_table(path)
    for more in (b"\0", b"x", whole):
        path.write_bytes(whole + more)
        assert refused_or_same(path, expected)


def test_damage_in_a_large_table_is_seen_where_it_is(tmp_path: Path) -> None:
    rules = sk.MuTorere(24)
    solution = sk.solve(rules)
    path = tmp_path / "table"
    solution.save(path)
    expected = solution.packed.tobytes()
    size = path.stat().st_size
    rng = random.Random(2)
    for at in [*range(0, 4096, 97), 4096, size - 1, *(rng.randrange(4096, size) for _ in range(60))]:
        with changed_byte(path, at, rng.randrange(1, 256)), pytest.raises(sk.TableError, match="table: "):
            assert sk.open_table(path).packed.tobytes() == expected
    for _ in range(20):
        os.truncate(path, rng.randrange(size))
        with pytest.raises(sk.TableError):
            sk.open_table(path)
        solution.save(path)
    # Damage in the last block: only who asks for that is told.
    positions = [next(solution.positions("loss", plies, reduced=True)) for plies in (0, 2, 4)]
    with changed_byte(path, size - 1, 255):
        table = sk.open_table(path)
        assert [table.value(p) for p in positions] == [solution.value(p) for p in positions]
        for ask in (lambda: table.counts, lambda: table.packed, table.verify, lambda: table.save(tmp_path / "copy")):
            with pytest.raises(sk.TableError, match="block 2"):
                ask()
    assert os.listdir(tmp_path) == ["table"]


# ----------------------------------------------------------------------------------------------------------
# Files of a forger, whose checksums are right

NIM = "nim heaps=3,4,5 misere=false"


@pytest.fixture(scope="module")
def nim_cells() -> bytes:
    return bytes(sk.solve(sk.Nim()).packed)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"magic": b"SPIELKRM"}, "is not a spielkern table"),
        ({"version": 0}, "version 0; this program reads version 1"),
        ({"version": 2}, "version 2; this program reads version 1"),
        ({"version": 2**32 - 1}, "version 4294967295"),
        ({"kind": 0}, "no sense"),
        ({"kind": 2}, "is a checkpoint, not a table"),
        ({"kind": 3}, "no sense"),
        ({"header": 0}, "no sense"),
        ({"header": 8192}, "no sense"),
        ({"header": 2**64 - 4096}, "no sense"),
        ({"cells": 119}, "too long"),
        ({"cells": 121}, "cut short"),
        ({"cells": 0}, "header"),
        ({"cells": 2**40}, "cut short"),
        ({"cells": 2**60}, "cut short"),
        ({"cells": 2**64 - 1}, "header"),
        ({"width": 0}, "header"),
        ({"width": 3}, "header"),
        ({"width": 2**31}, "header"),
        ({"finished": 1}, "no sense"),
        ({"finished": 7}, "no sense"),
        ({"finished": 255}, "coding"),
        ({"rules_size": 27}, "header"),
        ({"rules_size": 2**32 - 1}, "cut short"),
        ({"scheme_size": 2**32 - 1}, "cut short"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_forged_numbers(tmp_path: Path, nim_cells: bytes, changed: dict[str, Any], message: str) -> None:
    path = tmp_path / "table"
    path.write_bytes(table_bytes(NIM, "heaps 1", nim_cells, **changed))
    with pytest.raises(sk.TableError, match=message) as caught:
        sk.open_table(path)
    assert str(path) in str(caught.value)
    assert isinstance(caught.value, OSError)


@pytest.mark.parametrize(
    "rules",
    [
        "",
        " ",
        "nim",
        "Nim heaps=3,4,5 misere=false",
        "chess size=8",
        "nim heaps=3,4,5",
        "nim heaps=3,4,5 misere=false ",
        "nim heaps=3,4,5  misere=false",
        "nim misere=false heaps=3,4,5",
        "nim heaps=3,4,5 misere=False",
        "nim heaps=3,4,5 misere=0",
        "nim heaps=3,4,5 misere",
        "nim heaps=03,4,5 misere=false",
        "nim heaps=3,4,5, misere=false",
        "nim heaps= misere=false",
        "nim heaps=٣,4,5 misere=false",
        "nim heaps=0 misere=false",
        "nim heaps=-3,4,5 misere=false",
        "nim heaps=" + "9" * 5000 + " misere=false",
        "nim heaps=3,4,5 misere=false misere=false",
        "nim heaps=3,4,5 misere=false ring=8",
        "nim heaps=3,4,5 __class__=x",
        "__class__ heaps=3,4,5",
        "mu-torere ring=7 entry=always opening_plies=4",
        "mu-torere ring=8 entry=never opening_plies=4",
        "mu-torere ring=8 entry=always opening_plies=5",
        "nim heaps=3,4,5\nmisere=false",
        "nim heaps=3,4,5 misere=false\0",
        b"nim heaps=3,4,5 misere=\xff",
    ],
    ids=lambda value: repr(value)[:50],
)
def test_forged_rules(tmp_path: Path, nim_cells: bytes, rules: str | bytes) -> None:
    path = tmp_path / "table"
    path.write_bytes(table_bytes(rules, "heaps 1", nim_cells))
    for ask in (sk.open_table, sk.table_info):
        with pytest.raises(sk.TableError, match="is a table of") as caught:
            ask(path)
        assert str(path) in str(caught.value)
        assert len(str(caught.value)) < len(str(path)) + 300


@pytest.mark.parametrize(
    "rules",
    [
        "nim heaps=3,4,6 misere=false",
        "nim heaps=9223372036854775806 misere=false",
        "nim heaps=2000000,2000000,2000000 misere=false",
        "mu-torere ring=8 entry=always opening_plies=4",
        "mu-torere ring=36 entry=always opening_plies=4",
        "mu-torere ring=36 entry=opening opening_plies=120",
    ],
)
def test_tables_of_another_game(tmp_path: Path, nim_cells: bytes, rules: str) -> None:
    path = tmp_path / "table"
    path.write_bytes(table_bytes(rules, "heaps 1", nim_cells))
    with pytest.raises(sk.TableError, match=r"cells|numbers positions by"):
        sk.open_table(path)


def test_another_numbering(tmp_path: Path, nim_cells: bytes) -> None:
    path = tmp_path / "table"
    for scheme in ("", "heaps 2", "turned ring 1", "x" * 5000):
        path.write_bytes(table_bytes(NIM, scheme, nim_cells))
        with pytest.raises(sk.TableError, match="numbers positions by"):
            sk.open_table(path)


def test_wider_cells_are_the_same(tmp_path: Path, nim_cells: bytes) -> None:
    path = tmp_path / "table"
    expected = answers(sk.solve(sk.Nim()))[:-1]
    for width in (2, 4):
        wide = b"".join(code.to_bytes(width, "little") for code in nim_cells)
        path.write_bytes(table_bytes(NIM, "heaps 1", wide, width=width))
        assert answers(sk.open_table(path))[:-1] == expected
        assert sk.open_table(path).verify() == 120


@pytest.mark.parametrize(
    ("rules", "finished"),
    [(sk.Nim(), 0), (sk.Nim(misere=True), 2), (sk.MuTorere(), 0), (sk.MuTorere(6, "opening", 3), 0)],
    ids=str,
)
def test_verify_catches_every_altered_value(tmp_path: Path, rules: sk.Rules, finished: int) -> None:
    solution = sk.solve(rules)
    path = tmp_path / "table"
    solution.save(path)
    scheme = sk.table_info(path).scheme
    right = bytes(solution.packed)
    for cell, code in enumerate(right):
        for wrong in {0, code - 1, code + 1, code + 2, 255} - {code, -1}:
            cells = right[:cell] + bytes([wrong]) + right[cell + 1 :]
            path.write_bytes(table_bytes(str(rules), scheme, cells, finished=finished))
            with pytest.raises(sk.VerificationError, match=f"cell {cell}|does not follow"):
                sk.open_table(path).verify(threads=1)


@pytest.mark.parametrize(
    "rules",
    [sk.Nim(), sk.Nim((1,)), sk.MuTorere()],
    ids=str,
)
def test_verify_catches_exchanged_results(tmp_path: Path, rules: sk.Rules) -> None:
    solution = sk.solve(rules)
    path = tmp_path / "table"
    solution.save(path)
    path.write_bytes(table_bytes(str(rules), sk.table_info(path).scheme, bytes(solution.packed), finished=2))
    with pytest.raises((sk.TableError, sk.VerificationError)):
        sk.open_table(path).verify()


def test_nonsense_with_right_checksums_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "table"
    rng = random.Random(3)
    for rules, scheme, size in ((sk.Nim(), "heaps 1", 120), (sk.MuTorere(), "turned ring 1", 80)):
        for width in (1, 2, 4):
            path.write_bytes(table_bytes(str(rules), scheme, rng.randbytes(size * width), width=width))
            table = sk.open_table(path)
            positions = list(table.positions())
            assert len(positions) == table.size
            assert sum(table.counts.values()) == table.size
            for position in positions:
                assert len(table.line(position)) <= 100
                assert table.best_moves(position) or position.outcome
            with pytest.raises(sk.VerificationError):
                table.verify()


# ----------------------------------------------------------------------------------------------------------
# What is no table, and where no table can be


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("dear table")
    empty = tmp_path / "empty"
    empty.touch()
    folder = tmp_path / "folder"
    folder.mkdir()
    cases: list[tuple[Any, str]] = [
        (plain, "is not a spielkern table"),
        (empty, "is not a spielkern table"),
        (folder, "is not a file"),
        (f"{folder}/", "is not a file"),
        (tmp_path / "missing", "No such file or directory"),
        (tmp_path / "no" / "where", "No such file or directory"),
        (plain / "inside", "Not a directory"),
        (tmp_path / ("n" * 300), "too long"),
        ("", "no name of a file"),
        ("a\0b", "no name of a file"),
        ("\ud800", "no name of a file"),
        (b"a\0b", "no name of a file"),
    ]
    for path, message in cases:
        for ask in (sk.open_table, sk.table_info):
            with pytest.raises(sk.TableError, match=message) as caught:
                ask(path)
            assert isinstance(caught.value, OSError)
            assert isinstance(caught.value, sk.SpielkernError)
    for nonsense in (None, 5, 1.0, [plain], sk.Nim()):
        for ask in (sk.open_table, sk.table_info, sk.solve(sk.Nim()).save):
            with pytest.raises(TypeError):
                ask(nonsense)
    with pytest.raises(ValueError, match="memory"):
        sk.open_table(TABLES / "nim-1.table", memory="much")


@unix
def test_pipes_and_devices_are_no_files(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    solution = sk.solve(sk.Nim())
    for path in (pipe, "/dev/null", "/dev/zero"):
        for use in (sk.open_table, sk.table_info, solution.save):
            with pytest.raises(sk.TableError, match="is not a file"):
                use(path)
    assert Path("/dev/null").is_char_device()


def test_where_nothing_can_be_saved(tmp_path: Path) -> None:
    solution = sk.solve(sk.Nim())
    plain = tmp_path / "plain"
    plain.write_text("dear table")
    folder = tmp_path / "folder"
    folder.mkdir()
    for path in (folder, f"{folder}/", tmp_path / "no" / "where", plain / "inside", "", "a\0b", tmp_path / ("n" * 300)):
        with pytest.raises(sk.TableError):
            solution.save(path)
    assert sorted(os.listdir(tmp_path)) == ["folder", "plain"]
    assert os.listdir(folder) == []
    assert plain.read_text() == "dear table"


@pytest.mark.skipif(sys.platform == "win32" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may all")
def test_without_permission(tmp_path: Path) -> None:
    solution = sk.solve(sk.Nim())
    path = tmp_path / "table"
    solution.save(path)
    path.chmod(0)
    with pytest.raises(sk.TableError, match="ermission"):
        sk.open_table(path)
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(sk.TableError, match="cannot be written"):
            solution.save(path)
    finally:
        tmp_path.chmod(0o700)


@unix
def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    import resource

    path = tmp_path / "table"
    sk.solve(sk.Nim()).save(path)
    before = path.read_bytes()
    large = sk.solve(sk.MuTorere(24))
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**20, limit[1]))
    try:
        with pytest.raises(sk.TableError, match="writing failed"):
            large.save(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["table"]


@unix
def test_two_writers_of_one_file(tmp_path: Path) -> None:
    import fcntl

    path = tmp_path / "table"
    with open(tmp_path / "table.spielkern-partial", "wb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(sk.TableError, match="another process"):
            sk.solve(sk.Nim()).save(path)
    sk.solve(sk.Nim()).save(path)
    assert os.listdir(tmp_path) == ["table"]


def test_saving_can_be_watched_and_stopped(tmp_path: Path) -> None:
    path = tmp_path / "table"
    sk.solve(sk.Nim()).save(path)
    before = path.read_bytes()
    solution = sk.solve(sk.MuTorere(26))
    seen: list[sk.Progress] = []

    def stop(progress: sk.Progress) -> None:
        seen.append(progress)
        raise Stop

    for _ in range(5):
        try:
            solution.save(path, progress=stop)  # a fast disk is done before it is time for a report
        except Stop:
            assert (seen[-1].phase, seen[-1].total) == ("writing", solution.cells)
            assert path.read_bytes() == before
        else:
            assert sk.open_table(path).rules == solution.rules
        assert os.listdir(tmp_path) == ["table"]
        sk.solve(sk.Nim()).save(path)


# ----------------------------------------------------------------------------------------------------------
# Tables in use


def test_a_table_replaced_while_open(tmp_path: Path) -> None:
    path = tmp_path / "table"
    always, never = sk.solve(sk.MuTorere(22)), sk.solve(sk.MuTorere(22, "none"))
    always.save(path)
    table = sk.open_table(path)
    assert table.value(always.rules.start()) == always.value(always.rules.start())
    never.save(path)  # before most of the old one was touched
    assert table.packed.tobytes() == always.packed.tobytes()
    assert table.rules == always.rules
    assert sk.open_table(path).packed.tobytes() == never.packed.tobytes()
    if sys.platform != "win32":
        path.unlink()
        assert table.counts == always.counts
    table.save(path)
    again = sk.open_table(path)
    again.save(path)  # onto itself
    assert again.packed.tobytes() == sk.open_table(path).packed.tobytes() == always.packed.tobytes()


def test_packed_values_outlive_their_table(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    path = tmp_path / "table"
    solution = sk.solve(sk.MuTorere(20))
    solution.save(path)
    packed = sk.open_table(path).packed
    assert not packed.flags.writeable
    if sys.platform != "win32":
        path.unlink()
    assert packed.tobytes() == solution.packed.tobytes()


def test_many_threads_probe_one_table(tmp_path: Path) -> None:
    solution = sk.solve(sk.MuTorere(22))
    solution.save(tmp_path / "table")
    table = sk.open_table(tmp_path / "table")
    rng = random.Random(4)
    positions = []
    for _ in range(50):
        position = solution.rules.start()
        while position.outcome is None and len(positions) % 20 != 19:
            position = position.play(rng.choice(position.moves()))
            positions.append(position)
    expected = [solution.value(position) for position in positions]
    found: list[Any] = []
    threads = [threading.Thread(target=lambda: found.append([*map(table.value, positions)])) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8


# ----------------------------------------------------------------------------------------------------------
# Checkpoints


def stop_at(layer: int) -> Any:
    def report(progress: sk.Progress) -> None:
        if progress.layer >= layer:
            raise Stop

    return report


def stopped(folder: Path, rules: sk.Rules) -> Path:
    """A solve that is stopped half way; its checkpoint."""
    with pytest.raises(Stop):
        sk.solve(rules, work=folder, checkpoint_seconds=0, progress=stop_at(3), threads=1)
    (checkpoint,) = folder.iterdir()
    return checkpoint


def test_a_stopped_solve_goes_on(tmp_path: Path) -> None:
    rules = sk.MuTorere(26)
    expected = sk.solve(rules).packed.tobytes()
    folder = tmp_path / "deep" / "work"  # made when missing
    checkpoint = stopped(folder, rules)
    info = sk.table_info(checkpoint)
    assert (info.kind, info.rules, info.cells) == ("checkpoint", rules, len(expected))
    with pytest.raises(sk.TableError, match="is a checkpoint, not a table"):
        sk.open_table(checkpoint)
    phases: list[str] = []
    solution = sk.solve(rules, work=folder, progress=lambda progress: phases.append(progress.phase), threads=2)
    assert solution.packed.tobytes() == expected
    assert "counting plies" not in phases, "it went on from there"
    assert list(folder.iterdir()) == []


def test_solves_share_a_folder(tmp_path: Path) -> None:
    one, other = sk.MuTorere(24), sk.MuTorere(24, "none")
    stopped(tmp_path, one)
    stopped_at = sk.table_info(next(tmp_path.iterdir()))
    with pytest.raises(Stop):
        sk.solve(other, work=tmp_path, checkpoint_seconds=0, progress=stop_at(3), threads=1)
    (tmp_path / "letter").write_text("dear")
    assert {sk.table_info(path).rules for path in tmp_path.glob("*.checkpoint")} == {one, other}
    assert stopped_at.rules == one
    assert sk.solve(sk.Nim(), work=tmp_path).size == 120
    assert len(list(tmp_path.iterdir())) == 3
    for rules in (one, other):
        assert sk.solve(rules, work=tmp_path).packed.tobytes() == sk.solve(rules).packed.tobytes()
    assert [path.name for path in tmp_path.iterdir()] == ["letter"]


def test_damaged_checkpoints_are_refused(tmp_path: Path) -> None:
    rules = sk.MuTorere(24)
    expected = sk.solve(rules).packed.tobytes()
    checkpoint = stopped(tmp_path, rules)
    size = checkpoint.stat().st_size
    rng = random.Random(5)
    for at in [*range(0, 200, 9), size - 1, *(rng.randrange(size) for _ in range(20))]:
        with changed_byte(checkpoint, at, rng.randrange(1, 256)), pytest.raises(sk.TableError) as caught:
            sk.solve(rules, work=tmp_path)
        assert str(checkpoint) in str(caught.value)
    whole = checkpoint.read_bytes()
    for end in (0, 1, 100, 4096, size - 1):
        checkpoint.write_bytes(whole[:end])
        with pytest.raises(sk.TableError):
            sk.solve(rules, work=tmp_path)
    sk.solve(sk.Nim()).save(checkpoint)
    with pytest.raises(sk.TableError, match="is not a checkpoint"):
        sk.solve(rules, work=tmp_path)
    checkpoint.write_bytes(whole)
    assert sk.solve(rules, work=tmp_path).packed.tobytes() == expected
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("rules", "scheme"),
    [(sk.MuTorere(12), "turned ring 1"), (sk.Nim((9, 9)), "heaps 1"), (sk.Nim((40, 40)), "heaps 1")],
    ids=str,
)
def test_forged_checkpoints_do_no_harm(tmp_path: Path, rules: sk.Rules, scheme: str) -> None:
    rng = random.Random(6)
    name = f"{rules}\n{scheme}"
    checkpoint = tmp_path / f"spielkern-{checksum(name.encode()):016x}.checkpoint"
    size = sk.solve(rules).cells
    used = False
    for width in (1, 2, 4):
        for layer in (0, 2, size - 1, size, size + 1, 2**32 - 2, 2**63, 2**64 - 1):
            cells = rng.randbytes(size * width)
            checkpoint.write_bytes(table_bytes(str(rules), scheme, cells, kind=2, width=width, layer=layer))
            with contextlib.suppress(sk.TableError):
                solution = sk.solve(rules, work=tmp_path)
                used = True
                assert sum(solution.counts.values()) == solution.size
                assert len(list(solution.positions())) == solution.size
    assert used, "the name is right"


def test_where_nothing_can_be_kept(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("dear")
    for folder in (plain, plain / "inside", tmp_path / ("n" * 300)):
        with pytest.raises(sk.TableError, match="folder"):
            sk.solve(sk.Nim(), work=folder)
    assert plain.read_text() == "dear"


def test_progress_with_checkpoints(tmp_path: Path) -> None:
    seen: list[sk.Progress] = []
    sk.solve(sk.MuTorere(26), work=tmp_path, checkpoint_seconds=0, progress=seen.append, threads=1)
    deciding = [progress for progress in seen if progress.phase == "deciding positions"]
    for before, now in itertools.pairwise(deciding):
        assert now.done >= before.done
        assert now.phase_seconds >= before.phase_seconds, "or the rate is wrong"


# ----------------------------------------------------------------------------------------------------------
# kill -9

#: Runs what it reads, a line each, in a child of its own, and kills that so many seconds after it says `begin()`.
NURSERY = """
import os, signal, sys, time
import spielkern as sk

print("born", flush=True)
for line in sys.stdin:
    seconds, code = line.split(" ", 1)
    heard, begun = os.pipe()
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        try:
            exec(code, {"sk": sk, "begin": lambda: os.write(begun, b"!")})
        except sk.TableError:
            os._exit(2)
        except BaseException as error:
            print(repr(error), file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)
    os.close(begun)
    os.read(heard, 1)
    os.close(heard)
    if float(seconds) >= 0:
        time.sleep(float(seconds))
        os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    print(os.waitstatus_to_exitcode(status), time.monotonic() - start, flush=True)
"""


class Nursery:
    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", NURSERY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        while self._answer() != "born\n":
            pass  # an editable install may have things to say first

    def run(self, code: str, kill_after: float = -1, may_be_refused: bool = False) -> float:
        """Run code in a process that is killed, or must end well; how long that lived."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{kill_after} {code}\n")
        self.process.stdin.flush()
        status, seconds = self._answer().split()
        assert int(status) in ({0} | ({-9} if kill_after >= 0 else set()) | ({2} if may_be_refused else set()))
        return float(seconds)

    def close(self) -> None:
        self.process.communicate()

    def _answer(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "it has died"
        return line


@pytest.fixture
def nursery() -> Iterator[Nursery]:
    nursery = Nursery()
    yield nursery
    nursery.close()


@unix
@pytest.mark.parametrize("layer", [0, 99])
def test_checkpoints_of_the_largest_values_do_no_harm(tmp_path: Path, nursery: Nursery, layer: int) -> None:
    rules = sk.Nim((9, 9))
    name = f"{rules}\nheaps 1"
    checkpoint = tmp_path / f"spielkern-{checksum(name.encode()):016x}.checkpoint"
    for value in (2**32 - 1, 2**32 - 2, 2**32 - 3, 2**31):
        cells = value.to_bytes(4, "little") * 100
        checkpoint.write_bytes(table_bytes(str(rules), "heaps 1", cells, kind=2, width=4, layer=layer))
        code = f"begin(); sk.solve(sk.Nim((9, 9)), work={str(tmp_path)!r})"
        nursery.run(code, may_be_refused=True)


@unix
@pytest.mark.parametrize("threads", [1, 2])
def test_kill_a_solve(tmp_path: Path, nursery: Nursery, threads: int) -> None:
    rules = sk.MuTorere(22)
    sk.solve(rules).save(tmp_path / "expected")
    expected = (tmp_path / "expected").read_bytes()
    work, table = tmp_path / "work", tmp_path / "table"
    solve = f"sk.solve(sk.MuTorere(22), work={str(work)!r}, checkpoint_seconds=0, threads={threads})"
    whole = f"begin(); {solve}.save({str(table)!r})"
    longest = max(nursery.run(whole) for _ in range(3))
    assert table.read_bytes() == expected
    rng = random.Random(threads)
    kept = 0
    for _ in range(15):
        shutil.rmtree(work)
        table.unlink(missing_ok=True)
        nursery.run(whole, kill_after=rng.uniform(0, longest))
        for path in work.glob("*.checkpoint") if work.exists() else ():
            assert sk.table_info(path).rules == rules
            kept += 1
        if table.exists():
            assert table.read_bytes() == expected
        nursery.run(whole)
        assert table.read_bytes() == expected
        assert os.listdir(work) == []
        assert sorted(os.listdir(tmp_path)) == ["expected", "table", "work"]
    assert kept > 0


@unix
def test_kill_a_solve_again_and_again(tmp_path: Path, nursery: Nursery) -> None:
    rules = sk.MuTorere(24)
    expected = sk.solve(rules).packed.tobytes()
    solve = f"sk.solve(sk.MuTorere(24), work={str(tmp_path)!r}, checkpoint_seconds=0, threads=1)"
    rng = random.Random(7)
    layers = [0]
    for _ in range(8):
        nursery.run(f"begin(); {solve}", kill_after=rng.uniform(0.02, 0.2))
        layers += [sk.table_info(path).layer for path in tmp_path.glob("*.checkpoint")]
    assert sk.solve(rules, work=tmp_path).packed.tobytes() == expected
    assert os.listdir(tmp_path) == []


@unix
def test_kill_a_save(tmp_path: Path, nursery: Nursery) -> None:
    solutions = [sk.solve(sk.MuTorere(24)), sk.solve(sk.MuTorere(22))]
    for number, solution in enumerate(solutions):
        solution.save(tmp_path / str(number))
    whole = [(tmp_path / str(number)).read_bytes() for number in range(2)]
    folder = tmp_path / "folder"
    folder.mkdir()
    table = folder / "table"
    code = f"tables = [sk.open_table({str(tmp_path)!r} + n) for n in ('/0', '/1')]; begin()"
    forever = f"{code}; [t.save({str(table)!r}) for i in range(10**6) for t in tables]"
    rng = random.Random(8)
    partial = 0
    for number in range(30):
        nursery.run(forever, kill_after=rng.uniform(0, 0.04))
        assert set(os.listdir(folder)) <= {"table", "table.spielkern-partial"}
        partial += (folder / "table.spielkern-partial").exists()
        if table.exists():
            assert table.read_bytes() in whole
        solutions[number % 2].save(table)
        assert table.read_bytes() == whole[number % 2]
        assert os.listdir(folder) == ["table"]
        if number % 3 == 0:
            table.unlink()
    assert partial > 0
