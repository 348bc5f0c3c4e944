"""The player that asks an engine: our own, one that takes notes, and engines that are broken on purpose."""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

import spielkern as sk
from spielkern import ai
from spielkern.adapters.ugi import UgiPlayer
from spielkern.ai import specification
from spielkern.ai.tournament.schedule import derived

COMMAND = (sys.executable, "-m", "spielkern", "engine")
#: What the fake engines have in common: they answer what the dialogue begins with, and note what they are sent.
FAKE = """
import json, sys, time
def say(*lines):
    for line in lines:
        sys.stdout.buffer.write((line if isinstance(line, bytes) else line.encode()) + b"\\n")
    sys.stdout.buffer.flush()
notes = open(sys.argv[1], "a") if len(sys.argv) > 1 else None
for line in sys.stdin:
    line = line.strip()
    if notes: print(line, file=notes, flush=True)
    words = line.split()
    if line == "ugi":
        say("id name A Fake", "id author Nobody", *OPTIONS, "ugiok")
    elif line == "isready":
        say("readyok")
    elif line == "quit":
        break
    elif words[0] == "go":
        GO
"""
Fake = Callable[..., list[str]]


@pytest.fixture
def fake(tmp_path: Path) -> Fake:
    """Make the command of an engine: what it does at `go`, and which options it has."""

    def fake(go: str, *options: str, notes: bool = False) -> list[str]:
        script = tmp_path / "fake.py"
        script.write_text(FAKE.replace("OPTIONS", repr(options)).replace("GO", go.replace("\n", "\n        ")))
        return [sys.executable, "-I", "-S", str(script), *([str(tmp_path / "notes")] if notes else [])]

    return fake


def children() -> set[int]:
    """The processes that this one has started."""
    return {child.pid for child in psutil.Process().children(recursive=True) if child.status() != psutil.STATUS_ZOMBIE}


def situation(match: Any, budget: ai.Budget, seed: int = 0, stop: threading.Event | None = None) -> ai.Situation:
    return ai.situation_of(match, budget, seed, stop)


# ------------------------------------------------------------------------------------------------------- our engine


@pytest.mark.parametrize(
    ("game", "options", "random_plies"),
    [
        ("ten", {"stones": 6}, 4),
        ("dots-and-boxes", {"rows": 3, "cols": 4}, 9),
        ("nim", {"heaps": (5, 6, 7), "misere": True}, 2),
        ("mu-torere", {"ring": 12, "entry": "opening", "opening_plies": 5}, 6),
        ("crazy10s", {"size": 7, "placement": "line"}, 0),
    ],
)
def test_it_plays_what_the_player_in_the_engine_would(game: str, options: dict[str, Any], random_plies: int) -> None:
    """Rules, history and what is hidden arrive as they are: the same moves as in this process."""
    rules = sk.rules(game, **options)
    match: Any = sk.Match(rules, seed=5)
    for ply in range(random_plies):
        match.play(match.moves()[ply % len(match.moves())])
    budget = ai.Budget(nodes=300)
    with UgiPlayer(COMMAND, options={"Player": "mcts"}) as player:
        for seed in range(4):
            if match.outcome is not None:
                break
            decision = player.choose(situation(match, budget, seed))
            # A View has no history: there the engine counts no plies.
            ply = 0 if rules.name == "crazy10s" else match.ply
            own = ai.player("mcts").choose(situation(match, budget, derived(seed, ply)))
            assert decision.move == own.move
            assert decision.line == own.line
            assert decision.nodes == own.nodes
            assert decision.win == pytest.approx(own.win, abs=0.002)
            match.play(decision.move)


def test_the_history_counts() -> None:
    """A move that wins is none where the position after it has occurred before, and that is a draw."""
    rules = sk.MuTorere()
    position = rules.position(".1112221/2 1")
    budget = ai.Budget(seconds=0.3)
    winning: Any = sk.Match(rules, position, repetition=2)
    repeated: Any = sk.Match(rules, position.play("2-1"), repetition=2)
    for move in way(repeated.position, position):
        repeated.play(move)
    assert winning.position == repeated.position
    with UgiPlayer(COMMAND) as player:
        decision = player.choose(situation(winning, budget))
        assert (str(decision.move), decision.value.remoteness, decision.win) == ("2-1", 5, 1.0)
        assert not decision.proven, "another program's word is no proof"
        assert player.choose(situation(repeated, budget)).win < 1.0
        short = sk.Match(rules, position, max_plies=4)
        assert player.choose(situation(short, budget)).win < 1.0
        assert player.choose(situation(winning, budget)).win == 1.0, "the limits of another match are forgotten"


def way(start: Any, end: Any) -> list[Any]:
    """The shortest way from a position to another one."""
    ways: dict[Any, list[Any]] = {start: []}
    waiting = [start]
    for position in waiting:
        for move in position.moves():
            after = position.play(move)
            if after not in ways:
                ways[after] = [*ways[position], move]
                waiting.append(after)
    return ways[end]


def test_an_endgame_of_crazy10s() -> None:
    """The bag is empty: what a player sees is all there is, and the engine knows what it is worth."""
    rules = sk.Crazy10s(placement="line")
    match: Any = sk.Match(rules, seed=2)
    while match.position.bag_size or sum(match.position.rack_sizes) > 10:  # so few are searched at once
        best = match.position.best_plays(1)
        match.play(best[0] if best else "pass")
    known = sk.analyse(match.position, seconds=30)
    own, other = match.position.scores if match.player == 1 else match.position.scores[::-1]
    assert known.value.net is not None
    with UgiPlayer(COMMAND) as player:
        decision = player.choose(situation(match, ai.Budget(seconds=30)))  # or less: it is solved
        assert decision.move in (known.best_moves or ())
        assert decision.win == pytest.approx({1: 1.0, 0: 0.5, -1: 0.0}[_sign(own - other + known.value.net)], abs=0.002)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize("game", ["dots-and-boxes", "crazy10s"])
def test_an_arena(game: str) -> None:
    options: dict[str, Any] = {"size": 7, "placement": "line"} if game == "crazy10s" else {}
    before = children()
    with UgiPlayer(COMMAND, name="engine", options={"player": "greedy"}) as player:
        found = ai.arena(sk.rules(game, **options), [player, "random"], 2, ai.Budget(nodes=20), threads=1, max_plies=40)
    assert found.results.forfeits == []
    assert len(list(found.matches())) == 2
    assert children() <= before


def test_an_arena_by_specifications_and_in_processes() -> None:
    command = " ".join(COMMAND)
    players = [f'ugi:command="{command} nim --set Player=random",nodes=5', "best:nodes=5"]
    one = ai.arena(sk.Nim(), players, 2, seed=3, threads=2)
    other = ai.arena(sk.Nim(), players, 2, seed=3, processes=1)
    assert [match.history for match in one.matches()] == [match.history for match in other.matches()]
    assert one.results.forfeits == []


def test_stop_and_time() -> None:
    match: Any = sk.Match(sk.DotsAndBoxes())
    with UgiPlayer(COMMAND) as player:
        stop = threading.Event()
        threading.Timer(0.4, stop.set).start()
        begin = time.monotonic()
        decision = player.choose(situation(match, ai.Budget(seconds=600), stop=stop))
        assert time.monotonic() - begin < 3
        assert match.position.is_legal(decision.move)
        begin = time.monotonic()
        player.choose(situation(match, ai.Budget(seconds=0.2)))
        assert time.monotonic() - begin < 0.2 + 2  # the machine may be busy
        player.choose(situation(match, ai.Budget(seconds=0)))
        player.choose(situation(match, ai.Budget(depth=1)))


def test_threads_have_engines_of_their_own() -> None:
    match: Any = sk.Match(sk.Nim())
    before = children()
    with UgiPlayer(COMMAND) as player:
        found: list[str] = []

        def choose() -> None:
            for _ in range(3):
                found.append(str(player.choose(situation(match, ai.Budget(seconds=0.1))).move))

        threads = [threading.Thread(target=choose) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == ["1:2"] * 6
        assert 1 <= len(children() - before) <= 2
        copy = pickle.loads(pickle.dumps(player))
        assert (copy.name, copy.command) == (player.name, player.command)
        with copy:
            assert str(copy.choose(situation(match, ai.Budget(nodes=5))).move) == "1:2"
    assert children() <= before
    with pytest.raises(sk.EngineError, match="was closed"):
        player.choose(situation(match, ai.Budget(nodes=5)))


FORK = """
import os, sys
import spielkern as sk
from spielkern import ai
from spielkern.adapters.ugi import UgiPlayer
situation = ai.situation_of(sk.Match(sk.Nim()), ai.Budget(nodes=5))
with UgiPlayer([sys.executable, "-m", "spielkern", "engine"]) as player:
    player.choose(situation)
    child = os.fork()
    if child == 0:
        with player:
            print("child", player.choose(situation).move, flush=True)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    print("parent", player.choose(situation).move)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_fork_starts_engines_of_its_own() -> None:
    command = [sys.executable, "-W", "ignore", "-c", FORK]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (ended.stdout, ended.stderr) == ("child 1:2\nparent 1:2\n", "")


# ------------------------------------------------------------------------------------------- what an engine is sent


def test_what_is_sent(fake: Fake, tmp_path: Path) -> None:
    options = (
        "option name Clear Hash type button",
        "option name Hash type spin default 16 min 1 max 33554432",
        "option name MultiPV type spin default 1 min 1 max 500",
        "option name Style of play type combo default Solid var Solid var Very risky",
        "option name seed type spin default 1 min 1 max 9",
        "option name Repetition type check default true",
    )
    command = fake('say("info depth 1 score cp 400 pv 1:2 2:4", "bestmove 1:2 ponder 2:4")', *options, notes=True)
    with UgiPlayer(command, options={"style of play": "Very risky", "MultiPV": 3}) as player:
        engine = player.start()
        assert (engine.name, engine.author) == ("A Fake", "Nobody")
        assert engine.offered["style of play"].choices == ("Solid", "Very risky")
        assert (engine.offered["hash"].minimum, engine.offered["hash"].maximum) == (1, 33554432)
        match: Any = sk.Match(sk.Nim())
        decision = player.choose(situation(match, ai.Budget(nodes=7), seed=10))
        assert decision.win == pytest.approx(10 / 11)
        assert list(map(str, decision.line)) == ["1:2", "2:4"]
        match.play("3:1")
        match.play("2:1")
        player.choose(situation(match, ai.Budget(seconds=0.5), seed=11))
        other: Any = sk.Match(sk.Nim(), "3,4,1 2")
        player.choose(situation(other, ai.Budget(depth=3), seed=11))
    sent = (tmp_path / "notes").read_text().splitlines()
    assert sent[:4] == [
        "ugi",
        "isready",
        "setoption name Style of play value Very risky",
        "setoption name MultiPV value 3",
    ]
    first, second, third = (i for i, line in enumerate(sent) if line.startswith("go "))
    assert sent[4 : first + 1] == [
        "setoption name seed value 1",
        "uginewgame",
        "isready",
        "position startpos",
        "isready",
        "go nodes 7",
    ]
    assert sent[first + 1 : second] == [
        "setoption name seed value 2",
        "position startpos moves 3:1 2:1",
        "isready",
    ]
    assert 450 <= int(sent[second].removeprefix("go movetime ")) <= 500
    assert sent[second + 1 :] == ["uginewgame", "isready", "position fen 3,4,1 2", "isready", "go depth 3", "quit"]
    assert third < len(sent)


def test_hidden_tiles_are_not_sent(fake: Fake, tmp_path: Path) -> None:
    match: Any = sk.Match(sk.Crazy10s(size=5), seed=4)
    match.play("pass")
    with UgiPlayer(fake('say("bestmove pass")', notes=True)) as player:
        assert str(player.choose(situation(match, ai.Budget(nodes=1))).move) == "pass"
        match.play("pass")
        player.choose(situation(match, ai.Budget(nodes=1)))
    sent = (tmp_path / "notes").read_text()
    assert match.position.racks[0] in sent
    assert f"position fen {match.positions[1].view(2)}\n" in sent
    assert f"position fen {match.positions[2].view(1)}\n" in sent
    assert sent.count("uginewgame") == 1


def test_a_new_match_is_told(fake: Fake, tmp_path: Path) -> None:
    rules = sk.Crazy10s(placement="line")
    first: Any = sk.Match(rules, seed=1)
    first.play(first.position.best_plays(1)[0])
    other: Any = sk.Match(rules, seed=2)
    with UgiPlayer(fake('say("bestmove pass")', notes=True)) as player:
        for match in (first, other):
            for _ in range(2):
                player.choose(situation(match, ai.Budget(nodes=1)))
                match.play("pass")
    sent = (tmp_path / "notes").read_text().splitlines()
    said = [line.split()[0] for line in sent if line.split()[0] in ("uginewgame", "go")]
    assert said == ["uginewgame", "go", "go", "uginewgame", "go", "go"]


# ------------------------------------------------------------------------------------------------- broken engines

BROKEN = {
    "dies": ("sys.exit(3)", r"ended with exit code 3"),
    "dies and says why": ("sys.stderr.write('out of ideas'); sys.exit(1)", r"exit code 1; it says: out of ideas"),
    "hangs": ("time.sleep(100)", r"has not answered 'stop' .* it hangs"),
    "plays what is illegal": ("say('bestmove 1:9')", r"answers with 'bestmove 1:9', which is illegal: Nim: .*"),
    "plays what is no move": ("say('bestmove e2e4')", r"answers with 'bestmove e2e4', which is no move: Nim move .*"),
    "has no move": ("say('bestmove 0000')", r"which is no move"),
    "says no move": ("say('bestmove')", r"answers with 'bestmove' and no move"),
    "writes no text": ("say(b'\\xff\\xfe', b'bestmove \\xff')", r"which is no move"),
    "never ends a line": ("while True: sys.stdout.write('x' * 9999)", r"has not answered 'stop' .* it hangs"),
    "talks without end": ("while True: say('info nodes 1', 'nonsense')", r"has not answered 'stop' .* it hangs"),
    "closes its output": ("import os; os.close(1); time.sleep(100)", r"ended, or closed its output"),
}


@pytest.mark.parametrize("go", BROKEN)
def test_broken_engines(fake: Fake, go: str) -> None:
    before = children()
    action, message = BROKEN[go]
    match: Any = sk.Match(sk.Nim())
    with UgiPlayer(fake(action), timeout=1.0) as player:
        begin = time.monotonic()
        with pytest.raises(sk.EngineError, match=f"the engine 'A Fake' .*{message}"):
            player.choose(situation(match, ai.Budget(seconds=0.1)))
        assert time.monotonic() - begin < 4
        assert children() <= before, "it was killed"
    assert children() <= before


def test_an_engine_that_only_babbles_is_borne(fake: Fake) -> None:
    action = (
        r"say(b'\xff\xfe\x00', '', 'info', 'info score', 'info score cp x pv', 'info nodes', 'readyok', 'bestmove 1:2')"
    )
    with UgiPlayer(fake(action), timeout=10.0) as player:
        match: Any = sk.Match(sk.Nim())
        assert str(player.choose(situation(match, ai.Budget(seconds=1))).move) == "1:2"


def test_waiting_for_a_late_answer_takes_no_processor(fake: Fake) -> None:
    match: Any = sk.Match(sk.Nim())
    with UgiPlayer(fake("time.sleep(1)\nsay('bestmove 1:2')"), timeout=10.0) as player:
        player.start()
        begin = time.thread_time()
        player.choose(situation(match, ai.Budget(seconds=0.1)))
        assert time.thread_time() - begin < 0.2


def test_after_a_failure_another_engine_is_started(fake: Fake, tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    action = (
        f"import os\nif os.path.exists({str(flag)!r}): say('bestmove 1:2')\nelse: open({str(flag)!r}, 'w'); sys.exit(9)"
    )
    match: Any = sk.Match(sk.Nim())
    with UgiPlayer(fake(action)) as player:
        with pytest.raises(sk.EngineError, match="exit code 9"):
            player.choose(situation(match, ai.Budget(nodes=5)))
        assert str(player.choose(situation(match, ai.Budget(nodes=5))).move) == "1:2"


def test_a_search_without_a_clock_may_take_long_but_not_hang(fake: Fake) -> None:
    match: Any = sk.Match(sk.Nim())
    patient = "import threading\nthreading.Timer(1.2, lambda: say('bestmove 1:2')).start()"
    with UgiPlayer(fake(patient), timeout=0.3) as player:
        assert str(player.choose(situation(match, ai.Budget(nodes=5))).move) == "1:2"
    hanging = UgiPlayer(fake("time.sleep(100)"), timeout=0.3)
    with hanging, pytest.raises(sk.EngineError, match="has not answered 'isready' in its search"):
        hanging.choose(situation(match, ai.Budget(nodes=5)))


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("pass", "ended with exit code 0"),
        ("import time; time.sleep(100)", "has not answered 'ugi' with 'ugiok' within 0.5 seconds: it hangs"),
        ("while True: print('hello')", "has not answered 'ugi'"),
        ("import time; print('ugiok', flush=True); time.sleep(100)", "has not answered 'isready' with 'readyok'"),
        ("raise SystemExit('no licence')", "exit code 1; it says: no licence"),
    ],
)
def test_engines_that_do_not_shake_hands(program: str, message: str) -> None:
    before = children()
    begin = time.monotonic()
    with (
        pytest.raises(sk.EngineError, match=message),
        UgiPlayer([sys.executable, "-I", "-S", "-c", program], timeout=0.5),
    ):
        pass
    assert time.monotonic() - begin < 4
    assert children() <= before


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="there are no process groups, or no way to look at them")
@pytest.mark.parametrize(
    ("then", "message"),
    [("time.sleep(100)", "hangs"), ("sys.exit(3)", "ended with exit code 3"), ("say('bestmove 1:1')", None)],
)
def test_what_an_engine_started_ends_with_it(fake: Fake, tmp_path: Path, then: str, message: str | None) -> None:
    action = (
        "import subprocess\nprogram = [sys.executable, '-c', 'import time; time.sleep(100)']\n"
        "child = subprocess.Popen(program, stdout=subprocess.DEVNULL)\n"
        f"print(child.pid, file=notes, flush=True)\n{then}"
    )
    failure = contextlib.nullcontext() if message is None else pytest.raises(sk.EngineError, match=message)
    with UgiPlayer(fake(action, notes=True), timeout=1.0) as player, failure:
        player.choose(situation(sk.Match(sk.Nim()), ai.Budget(seconds=0.1)))
    number = next(int(line) for line in (tmp_path / "notes").read_text().splitlines() if line.isdecimal())
    for _ in range(100):
        if not psutil.pid_exists(number) or psutil.Process(number).status() == psutil.STATUS_ZOMBIE:
            break
        time.sleep(0.05)
    else:
        raise AssertionError("it still runs")


def test_a_broken_engine_loses_its_matches(fake: Fake) -> None:
    with UgiPlayer(fake("say('bestmove 1:9')"), name="broken") as player:
        found = ai.arena(sk.Nim(), [player, "random"], 2, random_plies=0, threads=1)
    assert [each.name for each in found.results.forfeits] == ["broken", "broken"]
    assert all("answers with 'bestmove 1:9', which is illegal" in each.reason for each in found.results.forfeits)


def test_what_cannot_be_a_player(fake: Fake) -> None:
    with pytest.raises(sk.EngineError, match="'no-such-engine --x' cannot be started: No such file"):
        UgiPlayer("no-such-engine --x").start()
    for wrong in ("", [], [""], 'unclosed "', 3, [3], "a\0b"):
        with pytest.raises(sk.RulesError, match="the command of an engine"):
            UgiPlayer(wrong)  # type: ignore[arg-type]
    with pytest.raises(sk.RulesError, match="timeout must be"):
        UgiPlayer("x", timeout=0)
    with pytest.raises(sk.RulesError, match="one line of text"):
        UgiPlayer("x", options={"a\nquit": 1})
    with pytest.raises(sk.EngineError, match="has no option 'Contempt'; it has Hash"):
        UgiPlayer(fake("pass", "option name Hash type spin"), options={"Contempt": 1}).start()
    with pytest.raises(sk.RulesError, match="an option and its value are one line of text, not 3 and '4'"):
        UgiPlayer("engine", options={3: 4})  # type: ignore[dict-item]
    with pytest.raises(sk.RulesError, match="options are a dictionary of names and values, not 'Hash=1'"):
        UgiPlayer("engine", options="Hash=1")  # type: ignore[arg-type]


def test_specifications() -> None:
    found = specification.parse('ugi:command="prog --heaps 3,4,5",seconds=2', ai.Budget(nodes=1))
    assert found.budget == ai.Budget(seconds=2.0)
    assert found.player.command == ("prog", "--heaps", "3,4,5")  # type: ignore[attr-defined]
    assert found.name == found.player.name == 'ugi:command="prog --heaps 3,4,5",seconds=2'
    assert specification.parse("ugi:command=prog -x", ai.Budget(nodes=1)).budget == ai.Budget(nodes=1)
    assert specification.split_players('best,ugi:command="p 3,4",nodes=5,ugi:command=q,mcts:nodes=1,seconds=2') == [
        "best",
        'ugi:command="p 3,4",nodes=5',
        "ugi:command=q",
        "mcts:nodes=1,seconds=2",
    ]
    for text, message in (
        ("ugi", "which engine"),
        ("ugi:nodes=5", "which engine"),
        ("ugi:command=", "which engine"),
        ("ugi:command=a,command=b", "command is given twice"),
        ("ugi:commands=a", "expected command=, seconds=, nodes=, depth= after the colon"),
        ("mcts:command=a", "expected seconds=, nodes=, depth= after the colon"),
    ):
        with pytest.raises(sk.RulesError, match=message):
            specification.parse(text, ai.Budget())
