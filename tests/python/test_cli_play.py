"""`spielkern play` against a player: what is shown and what is hidden, hints, and matches that go on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import Run, fine, refused

import spielkern as sk


def test_against_a_player(run: Run) -> None:
    text = fine(run, "play", "nim", "--against", "best:nodes=10", typed="1:1\n")
    assert text.startswith("Nim, player 2 is best:nodes=10\n")
    assert re.search(r"Player 2 plays \d:\d", text)
    # 1:1 is a mistake: the answer leaves an xor of 0.
    heaps = re.findall(r"^  (\d),(\d),(\d) 1$", text, re.MULTILINE)[-1]
    assert int(heaps[0]) ^ int(heaps[1]) ^ int(heaps[2]) == 0


def test_as_the_second_player(run: Run) -> None:
    text = fine(run, "play", "nim", "--against", "level-10", "--as", "2", typed="draw\nresign\nundo\nundo\n")
    assert "Player 1 plays 1:2" in text
    assert "a draw takes two people" in text
    assert "Player 1 wins after 1 ply: player 2 resigned." in text
    assert "there is no move of yours to take back" in text


def test_nothing_is_taken_back_once_all_tiles_were_shown(run: Run) -> None:
    text = fine(run, "play", "crazy10s", "--against", "level-1", "--seed", "3", typed="resign\nundo\n")
    assert text.count("nothing can be taken back once the match is over and all tiles have been shown") == 1


def test_undo_takes_the_answer_back_too(run: Run) -> None:
    text = fine(run, "play", "nim", "--against", "random", "--seed", "3", typed="1:1\nundo\n")
    assert text.count("  3,4,5 1\n") == 2


def test_the_same_seed_the_same_match(run: Run) -> None:
    arguments = ("play", "mu-torere", "--against", "level-3", "--seed", "5")
    text = fine(run, *arguments, typed="1-c\n")
    assert text == fine(run, *arguments, typed="1-c\n")


def test_hints(run: Run) -> None:
    text = fine(run, "play", "nim", typed="hint\n1:2\n2:4\nhint\n3:4\n1:1\n3:1\nhint\n")
    assert "  1:2   win" in text
    assert "proven" in text
    assert "the match is over: there is nothing to play" in text
    assert "hint          ask the best player" in fine(run, "play", "nim", typed="help\n")


def test_hidden_racks_stay_hidden(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    arguments = ("play", "crazy10s", "--size", "7", "--seed", "4", "--against", "greedy")
    text = fine(run, *arguments, typed=f"pass\npass\npass\nsave {file}\n")
    match = sk.Match.from_json(file.read_text())
    racks = [position.racks[1] for position in match.positions]
    assert all(rack is not None and rack not in text for rack in racks)
    assert "Player 2, 0 points, 7 hidden tiles" in text
    assert "swap " not in text or re.search(r"swap of \d tiles?", text)
    resumed = fine(run, "play", "crazy10s", "--resume", str(file), "--against", "greedy", typed="board\n")
    assert all(rack not in resumed for rack in racks if rack)


def test_which_tiles_are_swapped_is_hidden() -> None:
    from spielkern.cli.play import _as_seen

    move = sk.Crazy10s().move
    assert _as_seen(move("swap 04*")) == "swap of 3 tiles"
    assert _as_seen(move("swap 4")) == "swap of 1 tile"
    assert _as_seen(move("g7=3,h7=7")) == "g7=3,h7=7"
    assert _as_seen(move("pass")) == "pass"
    assert _as_seen(sk.Nim().move("1:2")) == "1:2"


def test_a_match_goes_on(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    fine(run, "play", "nim", "--misere", typed=f"1:2\n2:3\nsave {file}\n")
    text = fine(run, "play", "nim", "--resume", str(file), typed=f"3:1\nsave {file}\nundo\nundo\n")
    assert "  1,1,5 1\n" in text
    assert "saved as" in text, "the file that a match came from is its own"
    assert [str(m) for m in sk.Match.from_json(file.read_text()).history] == ["1:2", "2:3", "3:1"]
    assert "  1,4,5 2\n" in text
    again = fine(run, "play", "nim", "--resume", str(file), "--against", "level-4")
    assert "Nim, player 2 is level-4" in again
    assert "Player 2 plays" in again


def test_an_opponent_that_fails_does_not_take_the_match_with_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    text = fine(run, "play", "nim", "--against", "crazy10s", typed=f"1:2\nsave {file}\nundo\n")
    assert text.count("Player 2 plays nothing: the player crazy10s plays Crazy10s alone") == 2
    assert [str(m) for m in sk.Match.from_json(file.read_text()).history] == ["1:2"]
    assert text.count("  3,4,5 1\n") == 2


def test_a_save_that_fails_spares_the_one_before(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    (tmp_path / "match.json.new").mkdir()  # where the new one is written first
    text = fine(run, "play", "nim", typed=f"1:2\nsave {file}\n2:1\nsave {file}\nsave a\0b\n")
    assert f"cannot write {file}: Is a directory" in text
    assert "cannot write a\\x00b: " in text
    assert [str(m) for m in sk.Match.from_json(file.read_text()).history] == ["1:2"]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("--against nobody", "no player 'nobody'"),
        ("--against level-0", "level must be from 1 to 10"),
        ("--against random --random 1", "exclude each other"),
        ("--as 2", "--as needs --against"),
        ("--as 3", "--as"),
        ("--seed 3", "--seed needs --random or --against"),
        ("--resume no/such/file", "cannot read no/such/file"),
        ("--resume x --misere", "--resume brings the options"),
        ("--resume x --position 1,1,1", "--resume brings the options"),
    ],
)
def test_wrong_use(run: Run, more: str, message: str) -> None:
    assert message in refused(run, "play", "nim", *more.split())


def test_files_that_are_no_match(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text("Dear Sir")
    assert "not a record" in refused(run, "play", "nim", "--resume", str(file))
    file.write_text(sk.Match(sk.MuTorere()).to_json())
    assert "is a match of mu-torere, not of nim" in refused(run, "play", "nim", "--resume", str(file))
