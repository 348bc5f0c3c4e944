"""The command line: what people and programs see, exit codes, wrong input, odd terminals."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from command_line import Run, data, fine, refused

import spielkern as sk
from spielkern import guide, records
from spielkern.cli import COMMANDS
from spielkern.cli.progress import left_text, rate_text
from spielkern.cli.screen import one_line
from spielkern.drawing import histogram_svg

SVG = "{http://www.w3.org/2000/svg}"
TABLES = Path(__file__).parents[1] / "data" / "tables"
NIM_TABLE = TABLES / "nim-1.table"


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
    assert "(default empty)" in " ".join(fine(run, "play", "--help").split()), "a default that is no text has a word"


def test_version(run: Run) -> None:
    assert fine(run, "--version") == f"spielkern {records.package_version()}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            "nonsense",
            "unknown command 'nonsense'; the commands are: games, rules, play, draw, serve, review, arena, perft, "
            "solve, analyse, puzzle, probe, table",
        ),
        ("solve", "required: GAME"),
        ("solve chess", f"unknown game 'chess'; the games are: {', '.join(sk.games())}"),
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
        ("solve nim --threads 0", "--threads takes a number from 1 to 1024"),
        ("solve nim --threads 1025", "--threads takes a number from 1 to 1024"),
        ("solve nim --threads two", "--threads"),
        ("solve nim --plot no/where.svg", "cannot write no/where.svg: there is no folder no"),
        ("solve nim --plot .", "cannot write .: it is a folder"),
        ("solve nim --save", "--save"),
        ("probe", "required: TABLE"),
        ("table", "required: TABLE"),
        (f"probe {NIM_TABLE} 3,4", "Nim position '3,4'"),
        (f"probe {NIM_TABLE} 3,4,9 1", "unexpected argument '1'"),
        (f"table {NIM_TABLE} --threads x", "--threads"),
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
    assert re.search(r"mu-torere +Mū Tōrere +ring=8 entry=always opening_plies=4", fine(run, "games"))
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
    for part in (sk.rules(game).title, "Your turn", "Notation", "Options", "What the source leaves open"):
        assert part in text
    german = fine(run, "rules", game, "--lang", "de")
    for part in (guide.page(game, "de").title, "Dein Zug", "Schreibweise", "Optionen", "Was die Quelle offen lässt"):
        assert part in german
    assert "`" not in text + german
    described = data(run, "rules", game)
    assert any(section["name"] == "decisions" for section in described["page"]["sections"])
    assert described["examples"]
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


def test_reachable_positions_are_counted_where_that_is_soon_done(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielkern.cli.solve.MOST_STEPS", 2000)
    assert "reachable" in fine(run, "solve", "nim")
    text = fine(run, "solve", "mu-torere")
    assert "reachable" not in text
    assert re.search(r"^together +1,260$", text, re.MULTILINE)
    assert data(run, "solve", "mu-torere")["reachable_counts"] is None
    assert re.search(r"^together +1,260 +1,180$", fine(run, "solve", "mu-torere", "--reachable"), re.MULTILINE)
    assert data(run, "solve", "mu-torere", "--reachable")["reachable_counts"]["win"] == 208


def test_reachable_positions_need_memory(run: Run) -> None:
    arguments = ("solve", "mu-torere", "--ring", "24", "--memory", "8M")
    assert "Solved 135,207,800 positions" in fine(run, *arguments)
    assert "reachable" in refused(run, *arguments, "--reachable", code=1)


def test_solve_can_verify(run: Run) -> None:
    text = fine(run, "solve", "nim", "--verify", "--threads", "2")
    assert "Verified: each of 120 stored values follows" in text
    assert "Verified" not in fine(run, "solve", "nim")
    assert data(run, "solve", "nim", "--verify")["verified"] == 120
    assert data(run, "solve", "nim")["verified"] is None


def test_solve_saves(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "nim.table"
    text = fine(run, "solve", "nim", "--save", str(path))
    assert f"Saved {path.stat().st_size:,} bytes." in text
    assert path.read_bytes() == NIM_TABLE.read_bytes()
    assert data(run, "solve", "mu-torere", "--save", str(path))["size"] == 1260
    assert path.read_bytes() == (TABLES / "mu-torere-1.table").read_bytes()


def test_solve_with_a_work_folder(run: Run, tmp_path: Path) -> None:
    work = tmp_path / "work"
    assert fine(run, "solve", "mu-torere", "--work", str(work)).startswith("Mū Tōrere")
    assert os.listdir(work) == []
    (work / "file").touch()
    assert "folder" in refused(run, "solve", "nim", "--work", str(work / "file"), code=1)


def test_what_cannot_be_saved_is_refused_before_solving(run: Run, tmp_path: Path) -> None:
    large = ("solve", "mu-torere", "--ring", "30")
    for path in (tmp_path, tmp_path / "no" / "where", tmp_path / ("n" * 300) / "x"):
        refused(run, *large, "--save", str(path), code=1)
        refused(run, *large, "--plot", str(path))
    refused(run, *large, "--save", "", code=1)
    assert os.listdir(tmp_path) == []


def test_what_fails_after_solving_comes_after_the_report(run: Run, tmp_path: Path) -> None:
    (tmp_path / "plot.svg").symlink_to(tmp_path / "no" / "where")
    code, out, err = run("solve", "nim", "--plot", str(tmp_path / "plot.svg"))
    assert code == 2
    assert "The start: win in 11 for player 1" in out
    assert re.fullmatch(r"spielkern: cannot write .*plot.svg: No such file or directory\n", err)


# ----------------------------------------------------------------------------------------------------------
# probe, table


def test_probe(run: Run) -> None:
    text = fine(run, "probe", str(NIM_TABLE))
    assert text.startswith("Nim  (nim heaps=3,4,5 misere=false)\n")
    assert "  heap  2  4  o o o o" in text
    assert "The start: win in 11 for player 1, who is on turn." in text
    assert re.search(r"Best moves:\n  1:2\nPerfect play:\n  1\. 1:2 ", text)
    assert text.endswith("Then player 1 has won: last object taken.\n")
    text = fine(run, "probe", str(NIM_TABLE), "0,1,1 2")
    assert "The position: loss in 2 for player 2, who is on turn." in text
    assert text.endswith("Then player 1 has won: last object taken.\n")
    text = fine(run, "probe", str(NIM_TABLE), "0,0,0 2")
    assert text.endswith("The position: the game is over, player 1 has won: last object taken.\n")
    text = fine(run, "probe", str(TABLES / "mu-torere-1.table"))
    assert "The start: draw for player 1" in text
    assert "Play that holds the draw:\n  1. 1-c " in text
    assert text.endswith("... and so on: a draw, for neither player can do better.\n")


def test_probe_for_programs(run: Run) -> None:
    table = str(NIM_TABLE)
    found = data(run, "probe", table)
    assert found == {
        "game": "nim",
        "options": {"heaps": [3, 4, 5], "misere": False},
        "position": "3,4,5 1",
        "result": "win",
        "remoteness": 11,
        "best_moves": ["1:2"],
        "line": [str(move) for move in sk.solve(sk.Nim()).line()],
    }
    over = data(run, "probe", table, "0,0,0 1")
    assert (over["result"], over["remoteness"], over["best_moves"], over["line"]) == ("loss", 0, [], [])
    assert data(run, "probe", str(TABLES / "mu-torere-1.table"), "1111222./2 1")["best_moves"] == ["1-8"]


def test_probe_shows_long_answers_in_short(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "table")
    fine(run, "solve", "nim", "--heaps", "900,900", "--save", path)
    text = fine(run, "probe", path)
    assert "The start: loss in 1800" in text
    assert "... and 1,740 more plies" in text
    assert len(text.splitlines()) < 80
    assert len(data(run, "probe", path)["line"]) == 1800


def test_table(run: Run) -> None:
    text = fine(run, "table", str(TABLES / "mu-torere-1.table"))
    assert text.startswith("Mū Tōrere  (mu-torere ring=8 entry=always opening_plies=4)\n")
    assert re.search(r"^bytes +4,176  layout version 1$", text, re.MULTILINE)
    assert re.search(r"^positions +1,260  ", text, re.MULTILINE)
    assert re.search(r"^stored values +80  of 1 byte$", text, re.MULTILINE)
    assert re.search(r"^win +240$", text, re.MULTILINE)
    assert re.search(r"^ +5 +32  #+$", text, re.MULTILINE)
    assert "The start: draw for player 1." in text
    assert "The longest win takes 5 plies" in text
    assert "Verified" not in text
    assert "Verified: each of 80 stored values" in fine(run, "table", str(TABLES / "mu-torere-1.table"), "--verify")


def test_table_for_programs(run: Run) -> None:
    found = data(run, "table", str(NIM_TABLE), "--verify", "--threads", "1")
    solved = data(run, "solve", "nim", "--verify")
    assert (found["bytes"], found["width"], found["version"], found["verified"]) == (4216, 1, 1, 120)
    for name in ("game", "options", "start", "counts", "histogram", "max_remoteness", "longest_win", "size", "cells"):
        assert found[name] == solved[name]


def test_bad_tables_are_a_failure(run: Run, tmp_path: Path) -> None:
    good = NIM_TABLE.read_bytes()
    cases = {
        "letter": (b"dear table", "is not a spielkern table"),
        "cut": (good[:-1], "is cut short"),
        "header": (good[:50] + b"x" + good[51:], "header"),
        "cell": (good[:-1] + b"x", "checksum of block 0"),
        "version": (good[:8] + b"\2" + good[9:], "version 2"),
    }
    for name, (content, message) in cases.items():
        (tmp_path / name).write_bytes(content)
        for command in ("probe", "table"):
            assert message in refused(run, command, str(tmp_path / name), code=1)
    for path in (tmp_path, tmp_path / "missing", "", "\udcff", "a\nb\x1b[31m"):
        for command in ("probe", "table"):
            refused(run, command, str(path), code=1)


def test_a_value_that_is_wrong_is_a_failure(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object, **__: object) -> int:
        raise sk.VerificationError("Nim: the value of '0,0,0 1' (cell 0) does not follow")

    monkeypatch.setattr(sk.Solution, "verify", wrong)
    assert "does not follow" in refused(run, "table", str(NIM_TABLE), "--verify", code=1)
    assert "does not follow" in refused(run, "solve", "nim", "--verify", code=1)


# ----------------------------------------------------------------------------------------------------------
# Plots


def check_svg(text: str, histogram: dict[int, int]) -> ElementTree.Element:
    """What must hold of every plot; gives its root."""
    root = ElementTree.fromstring(text)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert root.attrib["role"] == "img"
    assert [child.tag.rpartition("}")[2] for child in root][:3] == ["title", "desc", "style"]
    assert all(child.text for child in list(root)[:3])
    counted = 0
    for rect in root.iter(SVG + "rect"):
        x, y = float(rect.get("x", 0)), float(rect.get("y", 0))
        assert x >= 0 and y >= 0  # noqa: PT018
        assert x + float(rect.attrib["width"]) <= width + 0.01
        assert y + float(rect.attrib["height"]) <= height + 0.01
        for title in rect.iter(SVG + "title"):
            assert float(rect.attrib["width"]) > 1
            assert float(rect.attrib["height"]) > 1
            found = re.search(r"([0-9,]+) positions?", title.text or "")
            assert found
            counted += int(found[1].replace(",", ""))
    assert counted == sum(histogram.values())
    for label in root.iter(SVG + "text"):
        assert 0 <= float(label.attrib["x"]) <= width
        assert 0 <= float(label.attrib["y"]) <= height
    return root


def test_plot(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plot.svg"
    fine(run, "solve", "mu-torere", "--plot", str(path))
    text = path.read_text(encoding="utf-8")
    check_svg(text, sk.solve(sk.MuTorere()).histogram)
    for part in ("Mū Tōrere (mu-torere ring=8", "5 plies: 32 positions won", "0 plies: 80 positions lost", ">won<"):
        assert part in text
    assert "prefers-color-scheme:dark" in text
    assert "logarithmic" not in text
    fine(run, "table", str(TABLES / "mu-torere-1.table"), "--plot", str(path))
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("finished", [None, "loss", "win"])
def test_plots_of_all_sizes(finished: str | None) -> None:
    rng = random.Random(1)
    for plies in [*range(1, 30), 100, 159, 160, 161, 162, 319, 320, 401, 1000, 5000]:
        for most in (1, 2, 9, 1000, 1001, 10**6, 10**13):
            histogram = {ply: rng.randrange(1, most + 1) for ply in range(plies) if rng.random() < 0.8}
            histogram[plies - 1] = most
            root = check_svg(histogram_svg(histogram, "any", finished), histogram)
            texts = [label.text or "" for label in root.iter(SVG + "text")]
            spans = max(histogram.values()) > 1000 * min(histogram.values())
            if plies <= 160:
                assert any("logarithmic" in label for label in texts) == spans
            assert 5 <= len(texts) <= 40
            assert len(list(root.iter(SVG + "rect"))) < 200


def test_plots_of_odd_things() -> None:
    assert "all are draws" in histogram_svg({})
    check_svg(histogram_svg({}), {})
    check_svg(histogram_svg({0: 1}), {0: 1})
    check_svg(histogram_svg({10**6: 1, 0: 10**18}), {10**6: 1, 0: 10**18})
    text = histogram_svg({1: 1}, "<&\"'>" * 50)
    assert check_svg(text, {1: 1})[0].text == "<&\"'>" * 50
    assert "won or lost" in histogram_svg({1: 5, 2: 7})


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
    assert text.count("cannot write") == 3
    assert other.read_text() == "dear"


def test_long_lists_of_moves_are_cut(run: Run) -> None:
    text = fine(run, "play", "nim", "--heaps", "5000", typed="moves\n")
    assert "... and 4,800 more" in text
    assert " wins after " in fine(run, "play", "nim", "--random", "both", "--heaps", "5000000")
    assert "Player 1 plays 1:" in fine(run, "play", "nim", "--random", "1", "--heaps", "5000000")
    text = fine(run, "play", "nim", "--heaps", "5000000", typed="moves\nhelp\n1:5000000\n")
    assert "too many" in text
    assert "save FILE     write the match" in text
    assert "Player 1 wins" in text


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
@pytest.mark.parametrize(
    "command", ["solve mu-torere", "games --json", "--help", f"probe {NIM_TABLE}", f"table {NIM_TABLE} --verify"]
)
def test_a_closed_pipe_ends_quietly(command: str, unbuffered: str) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = process(*command.split(), stdout=write, env={"PYTHONUNBUFFERED": unbuffered})
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of Unix")
def test_a_closed_pipe_keeps_nothing_from_being_saved(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    table, plot = tmp_path / "table", tmp_path / "plot.svg"
    try:
        done = process("solve", "nim", "--save", str(table), "--plot", str(plot), stdout=write)
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (0, "")
    assert table.read_bytes() == NIM_TABLE.read_bytes()
    assert plot.read_text(encoding="utf-8").endswith("</svg>\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", ["games", "--help", "play nim --random both --json"])
def test_a_full_disk_is_a_failure(command: str, unbuffered: str) -> None:
    with open("/dev/full", "w") as full:
        done = process(*command.split(), stdout=full, env={"PYTHONUNBUFFERED": unbuffered})
    assert (done.returncode, done.stderr) == (1, "spielkern: No space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(
    "command", ["perft nim --heaps 9,9,9,9 --depth 40 --only", "solve nim --heaps 500,500,500", "play nim"]
)
def test_ctrl_c(command: str) -> None:
    arguments = [sys.executable, "-m", "spielkern", *command.split()]
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    for delay in (1.5, 3, 6, 15):  # a busy machine may not have begun yet
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
    assert "solving mu-torere ring=20 entry=always opening_plies=4" in shown
    assert "reachable positions of mu-torere" in shown
    assert re.search(r"[0-9.]+ [kMG]?/s", shown)
    assert "Solving needs" not in shown, "it is soon done"
    assert "\x1b" not in done.stdout


def test_a_long_solve_says_what_it_needs() -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    try:
        env = {"TERM": "xterm", "COLUMNS": "80", "NO_COLOR": "1"}
        done = process("solve", "mu-torere", "--ring", "26", "--verify", stderr=theirs, env=env)
        assert done.returncode == 0
        shown = os.read(ours, 100_000).decode()
    finally:
        os.close(ours)
        os.close(theirs)
    assert re.match(r"Solving needs [0-9.]+ MiB of memory, for 10,800,624 stored values\.\r\n", shown)
    assert re.search(r"deciding positions, ply [0-9]+ .* [0-9]+% +[0-9.]+ [kMG]/s +0:00:[0-9]+ left", shown)
    assert "verifying mu-torere ring=26" in shown


@pytest.mark.parametrize(
    ("command", "number"),
    [
        ("dots-and-boxes --rows 5 --cols 5", r"net from -?[0-9]+ to [0-9]+, table [0-9]+% .* [0-9.]+ [kM] done"),
        ("dots-and-boxes --rows 5 --cols 5 --ledger {}", r"[0-9]+ bounds, table [0-9]+% .* [0-9.]+ [kM] done"),
        ("ten --ledger {}", r"no win in [0-9]+/[0-9]+ plies"),  # long questions alone are counted on the way
    ],
)
def test_a_bar_of_a_search_has_its_numbers(command: str, number: str, tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    try:
        env = {"TERM": "xterm", "COLUMNS": "80", "NO_COLOR": "1"}
        arguments = command.format(tmp_path / "ledger").split()
        done = process("analyse", *arguments, "--seconds", "2", "--table-bytes", "16M", stderr=theirs, env=env)
        assert done.returncode == 0
        shown = os.read(ours, 100_000).decode()
    finally:
        os.close(ours)
        os.close(theirs)
    assert re.search(number, shown), shown


def test_help_of_analyse_says_what_ends_a_search(run: Run) -> None:
    assert "in the game 10 ten seconds" in " ".join(fine(run, "analyse", "--help").split())


def test_rates_and_times() -> None:
    assert [rate_text(rate) for rate in (None, 0.4, 7, 99.7, 999, 1234, 99_960, 5.25e6, 3e9, 4e13)] == [
        "", "0 /s", "7 /s", "100 /s", "999 /s", "1.2 k/s", "100 k/s", "5.2 M/s", "3.0 G/s", "40000 G/s",
    ]  # fmt: skip
    assert [left_text(seconds) for seconds in (None, 0, 59.6, 3599, 86400, float("1e300"))] == [
        "", "0:00:00 left", "0:01:00 left", "0:59:59 left", "24:00:00 left", "99999:59:59 left",
    ]  # fmt: skip


@pytest.mark.parametrize("columns", ["0", "1", "5", "100000"])
def test_terminals_of_any_width(run: Run, columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert "Nim" in fine(run, "rules", "nim")
    assert "win in 11" in fine(run, "solve", "nim")


def test_play_survives_input_that_is_no_text() -> None:
    typed = b"\xff\xfe\n1:2\nquit\n"
    ended = subprocess.run(
        [sys.executable, "-m", "spielkern", "play", "nim"], input=typed, capture_output=True, check=False
    )
    assert ended.returncode == 0
    assert b"Traceback" not in ended.stderr
    assert b"expected the number of a heap" in ended.stdout
    assert b"1,4,5 2" in ended.stdout
