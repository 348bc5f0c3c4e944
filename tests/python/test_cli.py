"""The command line: what people and programs see, exit codes, wrong input, odd terminals."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import spielkern as sk
from spielkern import records
from spielkern.cli import COMMANDS, main
from spielkern.cli import boards as drawings
from spielkern.cli.screen import one_line

Run = Any  # a function: arguments, and perhaps standard input -> exit code, standard output, standard error


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.setenv("COLUMNS", "80")
        code = main(arguments)
        out, err = capsys.readouterr()
        return code, out, err

    return run


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


# ----------------------------------------------------------------------------------------------------------
# Help, version, wrong use


def test_help(run: Run) -> None:
    assert fine(run) == fine(run, "--help")
    overview = fine(run, "--help")
    for command in COMMANDS:
        assert f"    {command.NAME} " in overview
        text = fine(run, command.NAME, "--help")
        assert text.startswith(f"usage: spielkern {command.NAME}")
    for option in (
        "--heaps N,N,...",
        "--misere",
        "--ring N",
        "--entry {always,none,opening}",
        "--opening-plies N",
    ):
        assert option in fine(run, "solve", "--help")
    assert "80% of" in fine(run, "solve", "--help")


def test_version(run: Run) -> None:
    assert fine(run, "--version") == f"spielkern {records.package_version()}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("nonsense", "unknown command 'nonsense'; the commands are: games, rules, play, perft, solve"),
        ("solve", "required: GAME"),
        ("solve chess", "unknown game 'chess'; the games are: nim, mu-torere"),
        ("rules chess", "unknown game"),
        ("solve nim more", "unexpected argument 'more' (see: spielkern solve --help)"),
        ("--nonsense", "unexpected argument '--nonsense'"),
        ("solve nim --jso", "unexpected argument '--jso'"),
        ("solve nim --ring 8", "--ring is not an option of nim; it has --heaps, --misere"),
        ("solve mu-torere --misere", "--misere is not an option of mu-torere"),
        ("solve mu-torere --ring 7", "even"),
        ("solve mu-torere --ring 38", "from 4 to 36"),
        ("solve mu-torere --ring 99999999999999999999999999", "from 4 to 36"),
        ("solve mu-torere --ring eight", "--ring takes a whole number, not 'eight'"),
        ("solve mu-torere --ring ٨", "whole number"),
        ("solve mu-torere --ring", "--ring"),
        ("solve mu-torere --entry sometimes", "'always', 'none' or 'opening'"),
        ("solve mu-torere --opening-plies 2", "--opening-plies 2 has no effect"),
        ("solve nim --heaps 3,,4", "--heaps takes numbers with commas between"),
        ("solve nim --heaps 0", "heaps"),
        ("solve nim --memory much", "memory"),
        ("perft nim", "--depth"),
        ("perft nim --depth x", "--depth takes a number from 0 to 1000, not 'x'"),
        ("perft nim --depth -1", "--depth"),
        ("perft nim --depth 1001", "--depth"),
        ("perft nim --depth 3 --position 3,4", "Nim position '3,4'"),
        ("perft nim --depth 3 --position " + "9" * 100_000, "Nim position"),
        ("play nim --json", "--json needs --random both"),
        ("play nim --random 1 --json", "--json needs --random both"),
        ("play nim --seed 7", "--seed needs --random"),
        ("play nim --random both --seed x", "--seed"),
        ("play nim --random both --seed 18446744073709551616", "--seed"),
        ("play nim --random 3", "--random"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_wrong_use_is_one_line_and_exit_code_2(run: Run, arguments: str, message: str) -> None:
    assert message in refused(run, *arguments.split())


def test_what_a_terminal_would_obey_is_escaped(run: Run) -> None:
    assert r"'a\nb\x1b[31m'" in refused(run, "rules", "a\nb\x1b[31m")
    refused(run, "perft", "nim", "--depth", "1", "--position", "3\n\x1b]0;title\x07")
    refused(run, "--\n")
    refused(run, "solve", "nim", "\udcff")
    assert one_line("a\u2028b\r") == r"a\u2028b\r"


def test_too_little_memory_is_a_failure(run: Run) -> None:
    assert "memory" in refused(run, "solve", "mu-torere", "--memory", "1K", code=1)
    assert "memory" in refused(run, "solve", "mu-torere", "--ring", "36", "--memory", "4G", code=1)


# ----------------------------------------------------------------------------------------------------------
# games, rules


def test_games(run: Run) -> None:
    assert "mu-torere  Mū Tōrere  ring=8 entry=always opening_plies=4" in fine(run, "games")
    games = {game["name"]: game for game in data(run, "games")}
    assert tuple(games) == sk.games()
    assert games["mu-torere"]["title"] == "Mū Tōrere"
    ring, entry, _ = games["mu-torere"]["options"]
    assert (ring["name"], ring["kind"], ring["default"], ring["minimum"], ring["maximum"]) == (
        "ring",
        "int",
        8,
        4,
        36,
    )
    assert entry["choices"] == ["always", "none", "opening"]
    assert games["nim"]["options"][0]["default"] == [3, 4, 5]


@pytest.mark.parametrize("game", sk.games())
def test_rules_of_every_game(run: Run, game: str) -> None:
    text = fine(run, "rules", game)
    for part in (sk.rules(game).title, "Notation", "Options", "What the source leaves open"):
        assert part in text
    assert "`" not in text
    described = data(run, "rules", game)
    assert described["decisions"]
    assert described["options"] == next(g for g in data(run, "games") if g["name"] == game)["options"]


def test_games_may_be_spelt_as_in_python(run: Run) -> None:
    assert fine(run, "rules", "Mu_Torere") == fine(run, "rules", "mu-torere")


# ----------------------------------------------------------------------------------------------------------
# perft


def test_perft(run: Run) -> None:
    rules = sk.MuTorere()
    rows = [line.split() for line in fine(run, "perft", "mu-torere", "--depth", "6").splitlines()[2:]]
    assert [(int(row[0]), int(row[1])) for row in rows] == [(d, rules.perft(rules.start(), d)) for d in range(1, 7)]
    found = data(run, "perft", "mu-torere", "--depth", "6", "--only")
    assert [(row["depth"], row["nodes"]) for row in found["results"]] == [(6, 12)]
    assert found["position"] == "11112222/. 1"
    assert fine(run, "perft", "nim", "--depth", "0").splitlines()[2].split()[:2] == ["0", "1"]
    assert data(run, "perft", "nim", "--depth", "1", "--position", "0,0,2 1")["results"][0]["nodes"] == 2


def test_options_reach_the_rules(run: Run) -> None:
    found = data(run, "perft", "nim", "--heaps", "1,2", "--misere", "--depth", "1")
    assert found["options"] == {"heaps": [1, 2], "misere": True}
    assert data(run, "perft", "nim", "--no-misere", "--depth", "1")["options"]["misere"] is False
    arguments = ("--ring", "10", "--entry", "opening", "--opening-plies", "2", "--depth", "1")
    found = data(run, "perft", *arguments, "mu-torere")  # options may stand before the game
    assert found["options"] == {"ring": 10, "entry": "opening", "opening_plies": 2}


# ----------------------------------------------------------------------------------------------------------
# solve


def test_solve_mu_torere(run: Run) -> None:
    text = fine(run, "solve", "mu-torere")
    assert "The start: draw for player 1" in text
    assert re.search(r"Best moves:\n  1-c  4-c\n", text)
    assert re.search(r"^win +240 +208$", text, re.MULTILINE)
    assert re.search(r"^together +1,260 +1,180$", text, re.MULTILINE)
    assert re.search(r"^ +5 +32  #+$", text, re.MULTILINE)
    assert "The longest win takes 5 plies" in text
    assert "has won: no moves left." in text
    found = data(run, "solve", "mu-torere")
    assert found["start"] == {
        "position": "11112222/. 1",
        "result": "draw",
        "remoteness": None,
        "best_moves": ["1-c", "4-c"],
    }
    assert found["counts"] == {"win": 240, "loss": 128, "draw": 892}
    assert found["reachable_counts"] == {"win": 208, "loss": 128, "draw": 844}
    assert found["histogram"] == {"0": 80, "1": 160, "2": 32, "3": 48, "4": 16, "5": 32}
    longest = found["longest_win"]
    assert (longest["remoteness"], len(longest["line"])) == (5, 5)
    position = sk.MuTorere().position(longest["position"])
    for move in longest["line"]:
        position = position.play(move)
    assert position.outcome is not None


def test_solve_nim(run: Run) -> None:
    text = fine(run, "solve", "nim")
    assert "The start: win in 11 for player 1" in text
    assert re.search(r"Best moves:\n  1:2\n", text)
    found = data(run, "solve", "nim", "--heaps", "3,4,5", "--misere")
    assert found["start"]["result"] == "win"
    assert found["start"]["best_moves"] == ["1:2"]


@pytest.mark.parametrize(
    ("options", "value"),
    [
        (("--entry", "none"), "win in 1"),
        (("--entry", "opening", "--opening-plies", "2"), "loss in 4"),
        (("--entry", "opening"), "draw"),
        (("--ring", "4"), "draw"),
    ],
    ids=str,
)
def test_solve_with_options(run: Run, options: tuple[str, ...], value: str) -> None:
    assert f"The start: {value} for player 1" in fine(run, "solve", "mu-torere", *options)


def test_solve_where_nothing_is_won(run: Run) -> None:
    assert "longest win" not in fine(run, "solve", "mu-torere", "--ring", "4")
    assert data(run, "solve", "mu-torere", "--ring", "4")["longest_win"] is None


def test_long_solutions_are_shown_in_short(run: Run) -> None:
    text = fine(run, "solve", "nim", "--heaps", "300,301")
    assert len(text.splitlines()) < 80
    assert re.search(r"^ +0-20 ", text, re.MULTILINE)
    assert re.search(r"\.\.\. and 5\d\d more plies", text)
    assert len(data(run, "solve", "nim", "--heaps", "300,301")["longest_win"]["line"]) == 601


# ----------------------------------------------------------------------------------------------------------
# play


def test_random_play_is_repeatable_and_prints_a_record(run: Run) -> None:
    arguments = ("play", "mu-torere", "--random", "both", "--seed", "7", "--json")
    text = fine(run, *arguments)
    assert text == fine(run, *arguments)
    match = sk.Match.from_json(text)
    assert match.outcome is not None
    assert match.seed == 7
    shown = fine(run, *arguments[:-1])
    assert f"after {match.ply} plies: {match.outcome.reason}." in shown
    assert str(match.position) in shown
    assert fine(run, "play", "nim", "--random", "both") != ""


@pytest.mark.parametrize("seed", range(5))
def test_random_play_is_that_of_the_playouts(run: Run, seed: int) -> None:
    match = sk.Match.from_json(fine(run, "play", "nim", "--random", "both", "--seed", str(seed), "--json"))
    playout = sk.Nim().playouts(1, seed=seed)
    assert match.ply == playout.plies
    assert match.returns[0] == playout.wins[0] - playout.wins[1]


def test_two_people(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    typed = [
        "moves",
        "1:9",
        "heap one",
        "1:3",
        "undo",
        "1:3",
        "2:4",
        "",
        "board",
        f"save {file}",
        "3:5",
        f"save {file}",
    ]
    text = fine(run, "play", "nim", typed="\n".join([*typed, "moves", "3:1", "quit", "not read"]))
    assert "3:1  3:2  3:3  3:4  3:5" in text.replace("\n", "")
    assert "heap 1 holds only 3" in text
    assert "(help lists the commands)" in text
    assert "taken: player 1 8, player 2 4" in text
    assert "Player 1 wins after 3 plies: last object taken." in text
    assert "Match over> 3:1" in text
    assert "the match is over" in text
    assert "not read" not in text
    match = sk.Match.from_json(file.read_text())
    assert [str(move) for move in match.history] == ["1:3", "2:4", "3:5"]


@pytest.mark.parametrize(
    ("typed", "result"),
    [
        ("1-c\nresign\n", "Player 1 wins after 1 ply: player 2 resigned."),
        ("draw\n", "A draw after 0 plies: agreed."),
        ("1-c\n8-1\nc-8\n" * 4, "A draw after 12 plies: third occurrence."),
    ],
)
def test_ways_to_end(run: Run, typed: str, result: str) -> None:
    assert result in fine(run, "play", "mu-torere", typed=typed)


def test_repeated_positions_are_announced(run: Run) -> None:
    text = fine(run, "play", "mu-torere", typed="1-c\n8-1\nc-8\n" * 2)
    assert "This position has now occurred 2 times." in text


def test_against_random_moves(run: Run) -> None:
    text = fine(run, "play", "nim", "--random", "1", "--seed", "3", typed="undo\ndraw\n")
    assert "Player 1 plays " in text
    assert "there is no move of yours to take back" in text
    assert "a draw takes two people" in text
    text = fine(run, "play", "nim", "--random", "2", "--seed", "3", typed="1:1\nundo\nundo\nresign\nundo\n")
    assert text.count("  3,4,5 1\n") == 4  # the start, after the first undo, after resigning, after the last undo
    assert "Player 2 wins after 0 plies: player 1 resigned." in text


def test_play_from_a_position(run: Run) -> None:
    assert "Player 2> " in fine(run, "play", "nim", "--position", "0,0,2 2")
    assert "Match over> " in fine(run, "play", "nim", "--position", "0,0,0 2")


def test_end_of_input_is_polite(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fine(run, "play", "nim").endswith("End of input: the match stops here.\n")
    assert fine(run, "play", "nim", typed="1:1").endswith("End of input: the match stops here.\n")
    refused_line = run("play", "nim", typed="x" * 100_000)
    assert (refused_line[0], refused_line[2].count("\n")) == (2, 1)


def test_saving_spares_other_files(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("dear")
    typed = f"save {other}\nsave\nsave {tmp_path}\nsave {tmp_path}/no/where\nsave a\0b\nsave ~nobody-here/x\n"
    text = fine(run, "play", "nim", typed=typed)
    assert "exists already" in text
    assert "save needs the name of a file" in text
    assert text.count("cannot write") == 2
    assert other.read_text() == "dear"


def test_long_lists_of_moves_are_cut(run: Run) -> None:
    text = fine(run, "play", "nim", "--heaps", "5000", typed="moves\n")
    assert "... and 4,800 more" in text
    for players in ("both", "1"):
        code, _, complaint = run("play", "nim", "--random", players, "--heaps", "5000000")
        assert (code, "too many" in complaint, complaint.count("\n")) == (2, True, 1)
    text = fine(run, "play", "nim", "--heaps", "5000000", typed="moves\nhelp\n1:5000000\n")
    assert "too many" in text
    assert "save FILE     write the match" in text
    assert "Player 1 wins" in text


# ----------------------------------------------------------------------------------------------------------
# Drawings


def test_mu_torere_is_drawn() -> None:
    assert drawings.lines(sk.MuTorere().position("1111222./2 1")) == [
        "      1   2   3   4",
        r"    /-1---1---1---1-\ ".rstrip(),
        "   |        2        |",
        r"    \-.---2---2---2-/",
        "      8   7   6   5",
        "  1111222./2 1",
    ]


@pytest.mark.parametrize("ring", range(4, 37, 2))
def test_every_ring_fits(ring: int) -> None:
    drawing = drawings.lines(sk.MuTorere(ring).start())
    assert max(map(len, drawing)) <= 79
    assert len(drawing[1]) == len(drawing[3])


def test_nim_is_drawn() -> None:
    assert drawings.lines(sk.Nim((3, 1000)).position("2,1000 2")) == [
        "  heap  1      2  o o",
        "  heap  2  1,000  " + "o " * 16 + "...",
        "  2,1000 2",
    ]
    assert max(map(len, drawings.lines(sk.Nim((2**62,)).start()))) <= 79


# ----------------------------------------------------------------------------------------------------------
# As a program of its own


def process(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    quiet = {"PYTHONWARNINGS": "error", "SKBUILD_EDITABLE_VERBOSE": "0"}  # the latter: no word of rebuilding
    environment = {**os.environ, **quiet, **more.pop("env", {})}
    more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.run(
        [sys.executable, "-m", "spielkern", *arguments],
        text=True,
        env=environment,
        check=False,
        timeout=60,
        **more,
    )


def test_as_a_program() -> None:
    done = process("solve", "mu-torere")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Mū Tōrere" in done.stdout
    assert "\x1b" not in done.stdout
    assert process("solve", "chess").returncode == 2
    assert process("solve", "mu-torere", "--memory", "1").returncode == 1


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
    ],
    ids=str,
)
def test_without_unicode(env: dict[str, str]) -> None:
    for arguments in (["solve", "mu-torere"], ["games"], ["play", "mu-torere"]):
        done = process(*arguments, env=env)
        assert (done.returncode, done.stderr) == (0, "")
        assert "M? T?rere" not in done.stdout
    done = process("perft", "mu-torere", "--depth", "1", "--position", "ü", env=env)
    assert done.returncode == 2
    assert "position" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of Unix")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", ["solve mu-torere", "games --json", "--help"])
def test_a_closed_pipe_ends_quietly(command: str, unbuffered: str) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = process(*command.split(), stdout=write, env={"PYTHONUNBUFFERED": unbuffered})
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", ["games", "--help", "play nim --random both --json"])
def test_a_full_disk_is_a_failure(command: str, unbuffered: str) -> None:
    with open("/dev/full", "w") as full:
        done = process(*command.split(), stdout=full, env={"PYTHONUNBUFFERED": unbuffered})
    assert (done.returncode, done.stderr) == (1, "spielkern: No space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(
    "command", ["perft nim --heaps 9,9,9,9 --depth 40 --only", "solve nim --heaps 300,300,300", "play nim"]
)
def test_ctrl_c(command: str) -> None:
    arguments = [sys.executable, "-m", "spielkern", *command.split()]
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    for delay in (1.5, 5, 15):  # a busy machine may not have begun yet
        with subprocess.Popen(arguments, text=True, **pipes) as running:
            time.sleep(delay)
            running.send_signal(signal.SIGINT)
            _, complaint = running.communicate(timeout=30)
        if running.returncode == 130:
            break
    assert running.returncode == 130
    assert complaint.endswith("spielkern: interrupted\n")


def test_a_bar_on_a_terminal() -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    try:
        env = {"TERM": "xterm", "COLUMNS": "80", "NO_COLOR": "1"}
        done = process("solve", "mu-torere", "--ring", "20", stderr=theirs, env=env)
        assert done.returncode == 0
        shown = os.read(ours, 100_000).decode()
    finally:
        os.close(ours)
        os.close(theirs)
    assert "solving mu-torere" in shown
    assert "\x1b" not in done.stdout
