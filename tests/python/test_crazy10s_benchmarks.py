"""The benchmarks that Crazy10s' figures come from: a file of matches is of one kind of match, and says of which."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def called(name: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, BENCHMARKS / f"{name}.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def played(file: Path, *more: str, placement: str = "line") -> str:
    done = called("crazy10s_players", placement, file, *more)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(name: str, *arguments: str | Path) -> str:
    done = called(name, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    return done.stderr.splitlines()[-1]


def test_a_file_is_gone_on_with_and_says_of_what_it_is(tmp_path: Path) -> None:
    file, other = tmp_path / "file", tmp_path / "other"
    first = played(file, "--nodes", "1", "--deals", "1")
    assert first.startswith('placement "line", seconds null, nodes 1, leaves true, tempo true: 2 games: ')
    assert json.loads(file.read_text().splitlines()[0]) == {
        "placement": "line",
        "seconds": None,
        "nodes": 1,
        "leaves": True,
        "tempo": True,
    }
    before = file.read_text()
    assert played(file, "--nodes", "1", "--deals", "1") == played(file, "--show") == first
    assert file.read_text() == before
    # A kill in the middle of a line, be it the first: what is missing is played again.
    lines = file.read_text().splitlines(keepends=True)
    for cut in ("".join(lines)[:-9], lines[0], lines[0][:20], ""):
        other.write_text(cut)
        played(other, "--nodes", "1", "--deals", "1")
        again = other.read_text().splitlines()
        assert again[0] == lines[0].strip()
        assert [json.loads(line)["side"] for line in again[1:]] == [1, 2]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("linked --nodes 1", 'its placement is "line", not "linked"; choose another file'),
        ("line --nodes 2", "its nodes is 1, not 2"),
        ("line --nodes 1 --seconds 0.5", "its seconds is null, not 0.5"),
        ("line --nodes 1 --no-leaves", "its leaves is true, not false"),
        ("line --nodes 1 --no-tempo", "its tempo is true, not false"),
    ],
)
def test_a_file_of_other_matches_is_refused(tmp_path: Path, arguments: str, words: str) -> None:
    file = tmp_path / "file"
    file.write_text('{"placement": "line", "seconds": null, "nodes": 1, "leaves": true, "tempo": true}\n')
    placement, *more = arguments.split()
    assert words in refused("crazy10s_players", placement, file, *more)


def test_what_cannot_be_summed_up_or_learned(tmp_path: Path) -> None:
    file = tmp_path / "file"
    assert "has no matches yet" in refused("crazy10s_players", "line", file, "--show")
    assert not file.exists()
    file.write_text("")
    assert "has no matches yet" in refused("crazy10s_players", "line", file, "--show")
    assert "--deals must be at least 1" in refused("crazy10s_players", "line", file, "--deals", "0")
    for text in ("Dear Sir", "Dear Sir\n", '{"deal": 0, "side": 1}\n', "[]\n", "\n"):
        file.write_text(text)
        assert "is no file of such matches" in refused("crazy10s_players", "line", file, "--nodes", "1")
        assert file.read_text() == text
    assert "--matches must be at least" in refused("learn_leaves", "line", "--matches", "0")
    assert "--matches must be at least" in refused("learn_tempo", "line", "--matches", "0")
