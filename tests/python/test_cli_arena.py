"""`spielkern arena`."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import Run, data, fine, refused

from spielkern import ai

PLAYERS = ("arena", "dots-and-boxes", "--rows", "2", "--cols", "2", "--players", "random,random:nodes=3")


def test_a_table_for_people(run: Run) -> None:
    text = fine(run, *PLAYERS, "--games", "20")
    assert text.startswith("Dots and Boxes, arena\ndots-and-boxes rows=2 cols=2\n20 games\n")
    for word in ("Elo", "95%", "random:nodes=3", "points", "ms/move", "random - random:nodes=3: "):
        assert word in text


def test_json_for_programs(run: Run) -> None:
    found = data(run, *PLAYERS, "--games", "20", "--seed", "4", "--random-plies", "3", "--sprt", "0,400,0.1,0.1")
    import spielkern as sk

    rules = sk.DotsAndBoxes(2, 2)
    players = ["random", "random:nodes=3"]
    expected = ai.arena(rules, players, 20, seed=4, random_plies=3, sprt=ai.Sprt(0, 400, 0.1, 0.1))
    assert found["pairs"] == json.loads(expected.to_json())["pairs"]
    assert found["sprt"]["beta"] == 0.1
    assert found["random_plies"] == 3


def test_players_get_the_budget(run: Run) -> None:
    found = data(run, *PLAYERS, "--games", "2", "--seconds", "0.25", "--depth", "4")
    assert found["budgets"] == [
        {"name": "random", "seconds": 0.25, "nodes": None, "depth": 4},
        {"name": "random:nodes=3", "seconds": None, "nodes": 3, "depth": None},
    ]


def test_matches_are_kept_and_gone_on_from(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    fine(run, *PLAYERS, "--games", "4", "--out", str(file))
    before = file.read_bytes()
    found = data(run, *PLAYERS, "--games", "10", "--out", str(file), "--threads", "1")
    assert found["games"] == 10
    assert file.read_bytes().startswith(before)
    assert "its seed is 0, not 1" in refused(run, *PLAYERS, "--games", "10", "--out", str(file), "--seed", "1")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("--games 3", "games must be even"),
        ("--games x", "--games takes a number"),
        ("--players random", "2 to 100 players"),
        ("--players random,king", "no player 'king'"),
        ("--players random,random:nodes=x", "nodes takes a whole number"),
        ("--sprt 5", "--sprt takes two numbers"),
        ("--sprt 5,0", "elo0 must be below elo1"),
        ("--seconds x", "--seconds takes a number of seconds"),
        ("--nodes 0", "--nodes takes a number from 1"),
        ("--grace x", "--grace takes a number of seconds"),
        ("--threads 2 --processes 2", "either threads or processes"),
    ],
)
def test_wrong_use(run: Run, more: str, message: str) -> None:
    assert message in refused(run, *PLAYERS, *more.split())


def test_files_that_cannot_be(run: Run, tmp_path: Path) -> None:
    assert "there is no folder" in refused(run, *PLAYERS, "--out", str(tmp_path / "no/where"), code=1)
    other = tmp_path / "letter"
    other.write_text("Dear Sir")
    assert "no file of an arena" in refused(run, *PLAYERS, "--out", str(other))
    assert other.read_text() == "Dear Sir"


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("how", ["--threads", "--processes"])
def test_ctrl_c_leaves_a_file_to_go_on_from(tmp_path: Path, how: str) -> None:
    file = tmp_path / "arena.jsonl"
    command = [sys.executable, "-m", "spielkern", *PLAYERS, "--games", "1000000", "--out", str(file), how, "2"]
    # On a terminal of its own: Ctrl-C reaches the processes of the pool as well.
    leader, follower = pty.openpty()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=follower, start_new_session=True)
    os.close(follower)
    said = b""
    try:
        limit = time.monotonic() + 60
        while not (file.exists() and file.read_bytes().count(b"\n") > 10):
            assert time.monotonic() < limit
            said += os.read(leader, 65536)
        os.killpg(process.pid, signal.SIGINT)
        while True:
            try:
                said += os.read(leader, 65536)
            except OSError:  # the other end is closed
                break
        assert process.wait(30) == 130
    finally:
        process.kill()
        os.close(leader)
    text = said.decode()
    assert "arena of dots-and-boxes" in text
    assert "has the matches so far: the same command goes on from there" in text
    assert "Traceback" not in text
    assert "interrupted" in text
    assert all(json.loads(line) for line in file.read_text().splitlines())
