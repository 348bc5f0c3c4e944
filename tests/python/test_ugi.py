"""The engine mode: dialogues of UGI, searches that can be stopped, and whatever may be sent."""

from __future__ import annotations

import os
import queue
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from command_line import Run, fine, refused
from conftest import DATA
from hypothesis import given, settings
from hypothesis import strategies as st

import spielkern as sk
from spielkern import ai
from spielkern.adapters.ugi import Engine
from spielkern.adapters.ugi.options import Options
from spielkern.adapters.ugi.thinking import clock_seconds, decide
from spielkern.adapters.ugi.words import centipoints, expected

DIALOGUES = sorted((DATA / "ugi").glob("*.txt"))
COMMAND = (sys.executable, "-m", "spielkern", "engine")
#: So many seconds any answer has, on a busy machine.
PATIENCE = 20.0


class Dialogue:
    """An engine in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        # Whether lines are flushed shows only where Python does not do it by itself.
        env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.thread = threading.Thread(target=self._read)
        self.thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\n"))
        self.lines.put(None)

    def send(self, *lines: str | bytes) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
        self.process.stdin.flush()

    def line(self, seconds: float = PATIENCE) -> str | None:
        """The next line; None at the end of output. queue.Empty if none comes in time."""
        return self.lines.get(timeout=seconds)

    def until(self, beginning: str) -> list[str]:
        """The lines up to the first one that begins so."""
        lines = []
        end = time.monotonic() + PATIENCE
        while (line := self.line()) is not None and time.monotonic() < end:
            lines.append(line)
            if line.startswith(beginning):
                return lines
        raise AssertionError(f"no {beginning!r} in {lines}")

    def rest(self) -> list[str]:
        """All further lines, once the process ends."""
        return list(iter(self.line, None))

    def ended(self) -> tuple[int, str]:
        """The exit code, and what was written to standard error."""
        assert self.process.stderr is not None
        code = self.process.wait(PATIENCE)
        return code, self.process.stderr.read().decode()


@contextmanager
def dialogue(*arguments: str) -> Iterator[Dialogue]:
    talk = Dialogue(*arguments)
    try:
        yield talk
    finally:
        talk.process.kill()
        talk.process.wait()
        talk.thread.join()
        for pipe in (talk.process.stdin, talk.process.stdout, talk.process.stderr):
            try:
                if pipe is not None:
                    pipe.close()
            except BrokenPipeError:  # what the engine did not want to read any more
                pass


# ---------------------------------------------------------------------------------------------------- transcripts


@pytest.mark.parametrize("file", DIALOGUES, ids=lambda file: file.stem)
def test_dialogue(file: Path) -> None:
    """What is said in the files under tests/data/ugi, word for word or by pattern."""
    lines = file.read_text(encoding="utf-8").splitlines()
    arguments = next(line[2:].split() for line in lines if line.startswith("$ "))
    with dialogue(*arguments) as talk:
        skipping = False
        for number, line in enumerate(lines, 1):
            kind, text = line[:2].strip(), line[2:]
            if kind == "..":
                skipping = True
            elif kind == ">":
                talk.send(text)
            elif kind in ("<", "~"):
                pattern = re.escape(text) if kind == "<" else text
                got = talk.line()
                while skipping and (got is None or not re.fullmatch(pattern, got)):
                    assert got is not None, f"{file.name}:{number}: the engine ended before {text!r}"
                    got = talk.line()
                assert got is not None, f"{file.name}:{number}: the engine ended before {text!r}"
                assert re.fullmatch(pattern, got), f"{file.name}:{number}: expected {text!r}, got {got!r}"
                skipping = False
            else:
                assert kind in ("$", "#", ""), f"{file.name}:{number}: a line begins with one of $ # > < ~ ..."
        assert talk.rest() == []
        assert talk.ended() == (0, "")


def test_every_game_has_a_dialogue() -> None:
    assert {file.stem for file in DIALOGUES} == set(sk.games())


# ------------------------------------------------------------------------------------------------- while searching


@pytest.mark.parametrize("game", sk.games())
def test_answers_while_it_searches(game: str) -> None:
    with dialogue(game) as talk:
        talk.send("isready", "go infinite")
        talk.until("readyok")
        talk.until("info depth")
        time.sleep(0.4)
        begin = time.monotonic()
        talk.send(
            "isready", "query gameover", "position startpos", "go nodes 1", "setoption name Seed value 1", "uginewgame"
        )
        lines = talk.until("info string error: uginewgame")
        assert time.monotonic() - begin < 2
        told = [line for line in lines if not re.match("info (depth|nodes|time|string value)", line)]
        assert told[:2] == ["readyok", "response false"]
        assert all(
            re.fullmatch(r"info string error: \w+ while searching is ignored: stop first", each) for each in told[2:]
        )
        assert len(told) == 6
        begin = time.monotonic()
        talk.send("stop", "isready")
        lines = talk.until("bestmove")
        assert time.monotonic() - begin < 2
        infos = [line for line in lines if line.startswith("info depth")]
        assert not infos or re.search(r" nodes \d+ time \d+ nps \d+ score \S+ -?\d+ pv \S", infos[-1])
        assert sk.Match(sk.rules(game), seed=0).position.is_legal(lines[-1].split()[1].replace("_", " "))
        # All is as before, and the next search gives one answer too.
        talk.send("stop", "go nodes 20", "isready")
        assert sum(line.startswith("bestmove") for line in talk.until("bestmove")) == 1
        talk.send("quit")
        assert not any(line.startswith("bestmove") for line in talk.rest())
        assert talk.ended() == (0, "")


def test_the_answer_of_an_endless_search_waits_for_the_stop() -> None:
    with dialogue("nim") as talk:
        talk.send("go infinite")  # known at once
        talk.until("info depth")
        with pytest.raises(queue.Empty):
            talk.line(0.5)
        talk.send("stop", "position startpos moves 1:2", "query p1turn")  # nobody has to wait for the answer first
        assert talk.line() == "bestmove 1:2"
        assert talk.line() == "response false"


def test_a_long_search_that_is_stopped_has_searched() -> None:
    with dialogue("dots-and-boxes") as talk:
        talk.send("go movetime 600000")
        time.sleep(1.5)
        talk.send("stop")
        infos = [line for line in talk.until("bestmove") if " pv " in line]
        assert int(infos[-1].split(" nodes ")[1].split()[0]) > 5_000


@pytest.mark.parametrize("end", ["quit", ""])
@pytest.mark.parametrize("game", ["ten", "crazy10s"])
def test_it_ends_in_the_middle_of_a_search(game: str, end: str) -> None:
    with dialogue(game) as talk:
        talk.send("go infinite")
        talk.until("info depth")
        begin = time.monotonic()
        if end:
            talk.send(end)
        else:
            assert talk.process.stdin is not None
            talk.process.stdin.close()
        lines = talk.rest()
        assert talk.ended() == (0, "")
        assert time.monotonic() - begin < 3
        assert lines[-1].startswith("bestmove "), "the search still answers"


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C cannot be sent")
def test_ctrl_c_ends_it() -> None:
    with dialogue("ten") as talk:
        talk.send("go infinite")
        talk.until("info depth")
        talk.process.send_signal(signal.SIGINT)
        assert talk.rest()[-1].startswith("bestmove ")
        assert talk.ended() == (130, "spielkern: interrupted\n")


def test_nobody_reads_any_more() -> None:
    process = subprocess.Popen([*COMMAND, "ten"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(b"isready\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"readyok\n"
    process.stdout.close()
    process.stdin.write(b"go movetime 1\n")
    process.stdin.flush()
    time.sleep(0.2)  # the search is the first that has something to say
    process.stdin.write(b"isready\n")
    process.stdin.flush()
    assert process.wait(PATIENCE) == 0
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()


class Scripted:
    """A player whose answers are given, each with the nodes and the share of its time that it takes."""

    name = "scripted"

    def __init__(self, *answers: tuple[str, int, float, bool], stop_at: int = 99) -> None:
        self.answers = answers
        self.stop_at = stop_at
        self.budgets: list[ai.Budget] = []

    def choose(self, situation: ai.Situation, /) -> ai.Decision:
        text, nodes, share, proven = self.answers[len(self.budgets)]
        self.budgets.append(situation.budget)
        if len(self.budgets) == self.stop_at:
            assert situation.stop is not None
            situation.stop.set()
        move = situation.position.rules.move(text)
        seconds = share * (situation.budget.seconds or 0.0)
        return ai.Decision(move, sk.Value(), 0.5, (move,), (), nodes, seconds, proven)


def decided(player: Scripted, budget: ai.Budget, endless: bool) -> list[str]:
    """The moves of the decisions that are told of, the last of which counts."""
    found: list[str] = []
    situation = ai.situation_of(sk.Match(sk.Nim()), budget, stop=threading.Event())
    decide(player, situation, endless, lambda decision: found.append(str(decision.move)))
    return found


def test_an_answer_that_was_cut_short_counts_if_it_rests_on_more() -> None:
    less = Scripted(("1:1", 50, 1.0, False), ("1:2", 40, 0.9, False), stop_at=2)
    assert decided(less, ai.Budget(), endless=True) == ["1:1"]
    more = Scripted(("1:1", 50, 1.0, False), ("1:2", 60, 0.9, False), stop_at=2)
    assert decided(more, ai.Budget(), endless=True) == ["1:1", "1:2"]
    sure = Scripted(("1:1", 50, 1.0, False), ("1:2", 1, 0.1, True), stop_at=2)
    assert decided(sure, ai.Budget(), endless=True) == ["1:1", "1:2"]
    assert decided(Scripted(("1:3", 1, 1.0, False), stop_at=1), ai.Budget(), endless=True) == ["1:3"]


def test_time_comes_in_growing_portions() -> None:
    endless = Scripted(*[("1:1", 5, 1.0, False)] * 4, ("1:2", 5, 0.2, False))
    assert decided(endless, ai.Budget(), endless=True)[-1] == "1:2", "who does not use the time gets no more"
    assert endless.budgets == [ai.Budget(seconds) for seconds in (0.25, 0.5, 1.0, 2.0, 4.0)]
    long = Scripted(*[("1:1", 5, 1.0, False)] * 4)
    decided(long, ai.Budget(seconds=60, nodes=9), endless=False)
    assert [budget.nodes for budget in long.budgets] == [9, 9, 9]
    assert [budget.seconds for budget in long.budgets] == [0.25, 1.0, pytest.approx(60, abs=1)]
    for budget in (ai.Budget(seconds=1), ai.Budget(nodes=5), ai.Budget(depth=3)):
        short = Scripted(("1:1", 5, 1.0, False))
        assert decided(short, budget, endless=False) == ["1:1"]
        assert [each.nodes for each in short.budgets] == [budget.nodes]
        assert decided(Scripted(("1:1", 5, 1.0, False)), ai.Budget(nodes=5), endless=True) == ["1:1"]


# -------------------------------------------------------------------------------------------------------- the clock


@given(
    left=st.floats(0, 1e6),
    increment=st.floats(0, 100),
    moves=st.none() | st.integers(1, 200),
    overhead=st.floats(0, 1),
    plies=st.integers(1, 300),
)
def test_the_clock_never_runs_out(
    left: float, increment: float, moves: int | None, overhead: float, plies: int
) -> None:
    for _ in range(plies):
        share = clock_seconds(left, increment, moves, overhead)
        assert 0 <= share <= max(0.0, left - overhead)
        left -= share  # what is lost with the move is not: it is at most what was kept back
        assert left >= 0
        left += increment
        moves = None if moves is None else max(1, moves - 1)


def test_the_clock_is_used() -> None:
    assert clock_seconds(100.0, 0.0, None, 0.0) == pytest.approx(4.0)
    assert clock_seconds(100.0, 0.0, 10, 0.0) == pytest.approx(10.0)
    assert clock_seconds(100.0, 2.0, None, 0.0) > clock_seconds(100.0, 0.0, None, 0.0)
    assert clock_seconds(-5.0, 0.0, None, 0.03) == 0.0


def test_each_player_has_a_clock_of_their_own() -> None:
    with dialogue("dots-and-boxes") as talk:
        talk.send("isready")
        talk.until("readyok")
        for moves, go in (
            ("", "go p1time 1000 p2time 9000000 p1inc 0 p2inc 0"),
            (" moves a1b1", "go p1time 9000000 p2time 1000 p1inc 5000 p2inc 0"),
            ("", "go p1time -20 p2time 9000000"),
            ("", "go p1time 9000000 p2time 9000000 movetime 60"),
        ):
            begin = time.monotonic()
            talk.send(f"position startpos{moves}", go)
            talk.until("bestmove")
            assert time.monotonic() - begin < 5, go  # the other clock gives minutes


def test_a_match_within_three_seconds_for_each_player() -> None:
    match: sk.Match[sk.DotsAndBoxesPosition] = sk.Match(sk.DotsAndBoxes(3, 3))
    left = {1: 3.0, 2: 3.0}
    with dialogue("dots-and-boxes", "--rows", "3", "--cols", "3") as talk:
        talk.send("isready")
        talk.until("readyok")
        while match.outcome is None:
            moves = f" moves {' '.join(map(str, match.history))}" if match.ply else ""
            begin = time.monotonic()
            talk.send(f"position startpos{moves}", f"go p1time {int(1000 * left[1])} p2time {int(1000 * left[2])}")
            answer = talk.until("bestmove ")[-1].split()[1]
            left[match.player] -= time.monotonic() - begin
            assert left[match.player] > 0
            match.play(answer)
        talk.send(f"position startpos moves {' '.join(map(str, match.history))}", "query result")
        winner = match.outcome.winner
        assert talk.line() == f"response {'draw' if winner is None else f'p{winner}win'}"


def test_movetime_is_kept() -> None:
    with dialogue() as talk:
        talk.send("isready")
        talk.until("readyok")
        for milliseconds in (0, 50, 400):
            begin = time.monotonic()
            talk.send(f"go movetime {milliseconds}")
            talk.until("bestmove")
            assert time.monotonic() - begin < milliseconds / 1000 + 2  # the machine may be busy


# ---------------------------------------------------------------------------------------------------------- options


def answers(*lines: str, options: Options | None = None) -> list[str]:
    """What an engine in this process answers."""
    said: list[str] = []
    engine = Engine(said.append, options)
    for line in lines:
        assert engine.obey(line)
    assert engine.close()
    return said


def test_options_in_any_order() -> None:
    said = answers(
        "setoption name rows value 21",  # with four columns that is no board, but one may be on the way to one
        "setoption name cols value 1",
        "setoption name GAME value Dots-and-Boxes",
        "position startpos moves a22b22",
        "query p1turn",
    )
    assert said == ["response false"]


def test_options_are_told_with_their_defaults() -> None:
    said = answers("ugi", options=Options("mu-torere", {"ring": 12}))
    assert (
        "option name Game type combo default mu-torere var ten var dots-and-boxes var nim var mu-torere var crazy10s"
        in said
    )
    assert "option name ring type spin default 12 min 4 max 36" in said
    assert "option name misere type check default false" in said
    assert "option name layout type string default <empty>" in said
    assert said[-1] == "ugiok"
    names = [line.split()[2].lower() for line in said if line.startswith("option name")]
    assert len(names) == len(set(names))
    for game in sk.games():
        for option in sk.game_options(game):
            assert option.name in names


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (
            "setoption name Game value chess",
            "Game must be one of ten, dots-and-boxes, nim, mu-torere, crazy10s, not 'chess'",
        ),
        ("setoption name Level value 11", "Level must be a whole number from 0 to 10, not '11'"),
        ("setoption name Threads value many", "Threads must be a whole number from 1 to 1024, not 'many'"),
        ("setoption name misere value 1", "misere must be true or false, not '1'"),
        ("setoption name heaps value 3;4", "heaps must be numbers with commas between, as 3,4,5, not '3;4'"),
        ("setoption name Repetition value 1", "Repetition must be game, none or a number from 2 on, not '1'"),
        ("setoption name Contempt value 3", "there is no option 'Contempt'; the options are Game, "),
        ("setoption Game value nim", "expected: setoption name NAME value VALUE"),
        ("setoption", "expected: setoption name NAME value VALUE"),
        ("position", "expected: position startpos | fen POSITION [moves MOVE ...]"),
        ("position nowhere", "expected: position startpos | fen POSITION [moves MOVE ...]"),
        ("position fen 3,4 3", "Nim position '3,4 3', character 4: "),
        ("position startpos moves 1:9", "move 1, '1:9': "),
        ("query", "expected: query p1turn | gameover | result"),
        ("query score", "expected: query p1turn | gameover | result"),
        ("GO depth 1", "unknown command 'GO'"),
        ("__init__", "unknown command '__init__'"),
        ("\udcff\udcfe", "unknown command '\\udcff\\udcfe'"),
        ("position fen \udcff 1", ""),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(line: str, why: str) -> None:
    said = answers("position fen 0,2,0 2", line, "query p1turn", "go nodes 5", options=Options("nim"))
    assert said[0].startswith(f"info string error: {why}")
    assert said[1] == "response false"
    assert said[-1] == "bestmove 2:2"


def test_what_go_does_not_understand_is_told_and_left_out() -> None:
    said = answers("go ponder depth x nodes 5 movetime", options=Options("nim"))
    assert [line for line in said if "error" in line] == [
        "info string error: go: 'ponder' is ignored; there are movetime, nodes, depth, infinite, p1time, p2time, "
        "p1inc, p2inc, movestogo",
        "info string error: go: depth takes a whole number, not 'x', and is ignored",
        "info string error: go: movetime takes a whole number, not '', and is ignored",
    ]
    assert said[-1] == "bestmove 1:2"


def test_options_that_make_no_rules() -> None:
    said = answers(
        "setoption name ring value 7", "query p1turn", "go nodes 5", "position startpos", options=Options("mu-torere")
    )
    assert all("ring" in line for line in said if "error" in line)
    assert [line.split()[0] for line in said] == ["info", "info", "bestmove", "info"]
    assert "bestmove 0000" in said


@pytest.mark.parametrize(("size", "known"), [(13, True), (7, False)])
def test_the_end_as_one_player_sees_it(size: int, known: bool) -> None:
    """With an empty bag the hidden rack is what is left over; else only its owner knows who has won."""
    rules = sk.Crazy10s(size=size, placement="line")
    match: sk.Match[sk.Crazy10sPosition] = sk.Match(rules, seed=0)
    while match.outcome is None:
        best = match.position.best_plays(1)
        match.play(best[0] if best else "pass")
    assert known == (match.position.bag_size == 0)
    options = Options("crazy10s", {"size": size, "placement": "line"})
    for position in (match.view(1), match.view(2), match.position):
        said = answers(f"position fen {position}", "query gameover", "query result", "go nodes 1", options=options)
        whole = known or position is match.position
        assert said[0] == "response true"
        assert f"response {f'p{match.outcome.winner}win' if whole else 'none'}" in said
        assert (
            "info string error: the other rack, which is hidden, decides the result: it is not known" in said
        ) != whole
        assert said[-1] == "bestmove 0000"


def test_a_swap_is_one_word() -> None:
    """Where no two tiles sum to ten at most, nothing can be laid."""
    position = "/".join(["." * 13] * 13) + " 6667777|?7 ?66 1 0:0 0"
    options = Options("crazy10s")
    options.set("Player", "greedy")
    said = answers(f"position fen {position}", "go nodes 5", options=options)
    assert said[-1] == "bestmove swap_6667777"
    assert said[-2].endswith(" pv swap_6667777")


def test_options_of_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    both = sk.game_options("nim") + sk.game_options("dots-and-boxes")[:1]
    offered = sk.game_options
    monkeypatch.setattr(sk, "game_options", lambda game: both if game == "nim" else offered(game))
    lines = Options().lines
    assert "option name nim.rows type spin default 4 min 1 max 64" in lines
    assert "option name dots-and-boxes.rows type spin default 4 min 1 max 64" in lines
    assert not any(line.startswith("option name rows ") for line in lines)


def test_a_player_that_does_not_play_the_game() -> None:
    said = answers("setoption name Player value crazy10s", "go nodes 5", options=Options("nim"))
    assert said == [
        "info string error: the player crazy10s plays Crazy10s alone, not NimPosition('3,4,5 1')",
        "bestmove 0000",
    ]


def test_players_levels_and_seeds() -> None:
    def moves(*options: str) -> set[str]:
        found = set()
        for seed in range(12):
            lines = (*options, f"setoption name Seed value {seed}", "go nodes 50")
            found.add(answers(*lines, options=Options("nim"))[-1])
            assert answers(*lines, options=Options("nim"))[-1] in found
        return found

    assert moves() == {"bestmove 1:2"}
    assert len(moves("setoption name Player value random")) > 3
    assert len(moves("setoption name Level value 1")) > 3
    assert moves("setoption name Level value 10") == {"bestmove 1:2"}


def test_threads_and_hash() -> None:
    options = Options("dots-and-boxes")
    options.set("Threads", "2")
    options.set("hash", "3")
    assert options.player().threads == 2  # type: ignore[attr-defined] # that of the package's own players
    assert options.table_bytes == 3 * 2**20
    assert Options().table_bytes is None
    said = answers("go movetime 50", options=options)
    assert said[-1].startswith("bestmove ")
    assert "Hash must be" in answers("setoption name Hash value 1048577")[0]


def test_scores() -> None:
    for win in (0.0, 0.001, 0.25, 0.5, 0.6, 0.999, 1.0):
        assert expected(centipoints(win)) == pytest.approx(win, abs=0.002)
        assert centipoints(1 - win) == -centipoints(win)
    assert centipoints(10 / 11) == 400
    assert (centipoints(0.0), centipoints(0.5), centipoints(1.0)) == (-1200, 0, 1200)


def test_arguments(run: Run) -> None:
    said = fine(
        run, "engine", "nim", "--heaps", "1,2", "--set", "Level=3", typed="ugi\nposition startpos moves 2:1\nfoo\n"
    )
    assert "option name heaps type string default 1,2\n" in said
    assert "option name Level type spin default 3 min 0 max 10\n" in said
    assert said.endswith("ugiok\ninfo string error: unknown command 'foo'\n")
    assert "--rows needs the GAME beside it" in refused(run, "engine", "--rows", "3")
    assert "--set takes NAME=VALUE" in refused(run, "engine", "--set", "Level")
    assert "there is no option 'x'" in refused(run, "engine", "--set", "x=1")
    assert "ring" in refused(run, "engine", "mu-torere", "--set", "ring=7")
    assert "go infinite" in fine(run, "engine", "--help")
    assert fine(run, "engine", typed="") == ""


# ------------------------------------------------------------------------------------------------- whatever is sent

VOCABULARY = """
    ugi isready setoption name value uginewgame position startpos fen moves go movetime nodes depth infinite p1time
    p2time p1inc p2inc movestogo query gameover p1turn result stop Game nim ten dots-and-boxes mu-torere crazy10s rows
    heaps ring entry Level Player Seed Repetition MaxPlies mcts random 1:2 a1b1 1-c c1 swap_04* pass 0 1 2 3 -1 30
    3,4,5 99999999999999999999999999999999 ? ./. none
"""
WORDS = st.sampled_from(VOCABULARY.split()) | st.text(max_size=8)
LINES = (
    st.lists(WORDS, max_size=8).map(" ".join)
    | st.sampled_from(["go nodes 20", "go infinite", "stop", "position startpos", "go movetime 5", "query result"])
).filter(lambda line: line.split()[:1] != ["quit"])
ANSWER = re.compile(r"(id|option|ugiok|readyok|response|info|bestmove)( .*)?")


@settings(max_examples=80, deadline=None)
@given(st.lists(LINES, max_size=12))
def test_nothing_that_is_sent_ends_it(lines: list[str]) -> None:
    said: list[str] = []
    engine = Engine(said.append, Options("nim"))
    for line in lines:
        # Long searches would only make this long.
        assert engine.obey(f"{line} nodes 20 movetime 20" if line.split()[:1] == ["go"] else line)
    assert engine.obey("stop")
    assert engine.close()
    assert engine.obey("isready")
    assert said[-1] == "readyok"
    assert all(ANSWER.fullmatch(line) and line.isprintable() for line in said)
    gone = sum(line.split()[:1] == ["go"] for line in lines)
    ignored = sum(line.startswith("info string error: go while searching") for line in said)
    assert sum(line.startswith("bestmove ") for line in said) == gone - ignored


def test_no_bytes_end_it() -> None:
    rng = random.Random(20)
    with dialogue("mu-torere") as talk:
        for _ in range(300):
            noise = bytes(rng.randrange(256) for _ in range(rng.randrange(60))).replace(b"\n", b" ")
            words = rng.choice(
                [b"", b"position fen ", b"setoption name ", b"query ", b"position startpos moves ", b"\0"]
            )
            talk.send(words + noise)
        talk.send(b"x" * 3_000_000, b"position fen " + b"1" * 1_000_000, "isready")
        lines = talk.until("readyok")
        assert all(ANSWER.fullmatch(line) and line.isprintable() for line in lines)
        assert sum("a line of more than" in line for line in lines) == 1
        talk.send("go nodes 100")
        talk.until("bestmove ")
        talk.send("quit")
        assert talk.rest() == []
        assert talk.ended() == (0, "")


def test_crlf_and_a_last_line_without_an_end() -> None:
    ended = subprocess.run(
        [*COMMAND, "nim"], input=b"isready\r\n\r\n  query\tp1turn \r\ngo nodes 5", capture_output=True, check=False
    )
    assert ended.stdout.decode().splitlines()[:2] == ["readyok", "response true"]
    assert ended.stdout.endswith(b"bestmove 1:2\n")
    assert (ended.returncode, ended.stderr) == (0, b"")
