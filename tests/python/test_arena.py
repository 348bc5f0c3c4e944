"""Arenas: fair schedules, the same results whoever plays the matches, and files that a kill cannot hurt."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import psutil
import pytest

import spielkern as sk
from spielkern import ai
from spielkern.ai import Budget, Decision, Situation, Sprt
from spielkern.ai.greedy import listed_moves
from spielkern.ai.specification import entrant, split_players
from spielkern.ai.tournament import results
from spielkern.ai.tournament.schedule import PLAYER, derived

SHIPPED = Path(results.__file__).parents[2] / "schema" / f"arena-{results.SCHEMA}.json"
NIM = sk.Nim((3, 4, 5))
DOTS = sk.DotsAndBoxes(2, 2)


def decision(move: Any) -> Decision:
    return Decision(move, sk.Value(), 0.5, (move,), (), 7, 0.0, proven=False)


@dataclass(frozen=True)
class First:
    """Plays the first or the last move there is."""

    name: str = "first"
    place: int = 0

    def choose(self, situation: Situation, /) -> Decision:
        return decision(situation.position.moves()[self.place])


@dataclass(frozen=True)
class Xor:
    """Plays Nim rightly, and by lot where all moves lose."""

    name: str = "xor"

    def choose(self, situation: Situation, /) -> Decision:
        for move in situation.position.moves():
            total = 0
            for heap in situation.position.play(move).heaps:
                total ^= heap
            if total == 0:
                return decision(move)
        return ai.player("random").choose(situation)


@dataclass(frozen=True)
class Faulty:
    """Does what the test says at its third move."""

    what: Any
    name: str = "faulty"

    def choose(self, situation: Situation, /) -> Any:
        if len(situation.before) >= 4:
            return self.what(situation)
        return First().choose(situation)


def content(result: ai.ArenaResult) -> list[Any]:
    return [(each.number, each.players, each.score, each.points, each.record, each.forfeit) for each in result.played]


# ------------------------------------------------------------------------------------------------------ schedule


def test_everybody_meets_everybody_with_both_colours() -> None:
    players = [First("a"), First("b", -1), "random"]
    result = ai.arena(DOTS, players, games=4, threads=2)
    met = [each.players for each in result.played]
    assert met == [("a", "b"), ("b", "a"), ("a", "random"), ("random", "a"), ("b", "random"), ("random", "b")] * 2
    assert [each.number for each in result.played] == list(range(12))
    assert result.results.complete
    assert all(row.games == 8 for row in result.results.players)


def test_mirrored_games_have_the_same_opening_and_rounds_another_one() -> None:
    result = ai.arena(DOTS, [First("a"), First("b", -1), "random"], games=20, random_plies=3)
    openings = [tuple(each.record.moves[:3]) for each in result.played]
    for turn in range(10):
        assert len(set(openings[6 * turn : 6 * turn + 6])) == 1
    assert len(set(openings)) > 5
    assert all(each.random_plies == 3 for each in result.played)
    again = ai.arena(DOTS, [First("a"), First("b", -1), "random"], games=20, random_plies=3, seed=1)
    assert openings != [tuple(each.record.moves[:3]) for each in again.played]


def test_the_same_bag_for_both_colours() -> None:
    rules = sk.Crazy10s(size=5)

    @dataclass(frozen=True)
    class Best:
        name: str

        def choose(self, situation: Situation, /) -> Decision:
            assert isinstance(situation.position, sk.Crazy10sView), "a player sees no more than its view"
            assert situation.before == ()
            assert situation.position.racks[2 - situation.player] is None
            return decision((*situation.position.best_plays(1), rules.move("pass"))[0])

    result = ai.arena(rules, [Best("a"), Best("b")], games=6)
    seeds = [each.record.seed for each in result.played]
    assert seeds[::2] == seeds[1::2]
    assert len(set(seeds)) == 3
    # The same players in other seats: the same matches.
    assert [each.record.moves for each in result.played[::2]] == [each.record.moves for each in result.played[1::2]]
    assert all(each.points is not None and each.random_plies == 0 for each in result.played)
    assert not result.results.forfeits
    for match, each in zip(result.matches(), result.played, strict=True):
        assert match.position.final_scores == each.points


def test_the_seeds_that_players_are_told_do_not_lead_to_the_bag() -> None:
    """SplitMix64 can be undone: whoever is told what it makes of a seed knows the seed, and with it the bag's."""

    def undone(word: int) -> int:
        for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
            found = word
            for _ in range(64 // shift):
                found = word ^ found >> shift
            word = found * pow(factor, -1, 2**64) % 2**64
        return (word - 0x9E3779B97F4A7C15) % 2**64

    def seed_before(word: int, *numbers: int) -> int:
        for number in reversed(numbers):
            word = undone(undone(word) ^ number)
        return word

    assert seed_before(derived(77, PLAYER, 0, 1), PLAYER, 0, 1) == 77
    told: list[int] = []

    class Listening(First):
        def choose(self, situation: Situation, /) -> Decision:
            told.append(situation.seed)
            return decision("pass")

    ai.arena(sk.Crazy10s(size=5), [Listening(), "random"], games=2, seed=77, threads=1)
    assert len(set(told)) > 2
    found = {seed_before(seed, PLAYER, 0, 0, ply) for seed in told for ply in range(20)}
    assert 77 not in found


def test_openings_leave_a_game_to_play() -> None:
    result = ai.arena(sk.Nim((1, 2)), ["random", First()], games=40, random_plies=2)
    assert all(sum(each.moves) >= 1 and each.random_plies == 2 for each in result.played)
    with pytest.raises(sk.RulesError, match="none leaves a game to play"):
        ai.arena(sk.Nim((1, 1)), ["random", First()], random_plies=2)


def test_endless_games_end() -> None:
    ten = ai.arena(sk.Ten(2), [First("a"), First("b", -1)], games=2)
    assert all(each.record.repetition == 3 and each.record.max_plies == 1000 for each in ten.played)
    short = ai.arena(sk.Ten(10), ["random", First()], games=2, max_plies=5, repetition=None)
    assert all(each.record.repetition is None and len(each.record.moves) <= 5 for each in short.played)
    mu = ai.arena(sk.MuTorere(), ["random", First()], games=2)
    assert all(each.record.max_plies == 120 for each in mu.played)


def test_players_know_the_limits_of_the_match() -> None:
    seen: list[Situation] = []

    class Looking:
        name = "looking"

        def choose(self, situation: Situation, /) -> Decision:
            seen.append(situation)
            return First().choose(situation)

    ai.arena(sk.MuTorere(), [Looking(), First()], games=2, max_plies=9, threads=1, budget=Budget(depth=3))
    assert all(each.repetition == 3 and each.budget == Budget(depth=3) for each in seen)
    assert all(each.plies_left == 9 - len(each.before) for each in seen)
    assert len({each.seed for each in seen}) == len(seen)


# ------------------------------------------------------------------------------------------------------- results


def test_results_are_those_of_the_matches() -> None:
    result = ai.arena(DOTS, ["random", First()], games=60)
    won = {"random": 0.0, "first": 0.0}
    for match, each in zip(result.matches(), result.played, strict=True):
        for player, returns in zip(each.players, match.returns, strict=True):
            won[player] += (1 + returns) / 2
        assert each.points == match.position.score
    for row in result.results.players:
        assert row.wins + row.draws / 2 == won[row.name]
        assert row.wins + row.draws + row.losses == row.games == 60
        assert row.elo_low < row.elo < row.elo_high
    (pair,) = result.results.pairs
    assert pair.score == won["random"] / 60
    assert sum(pair.mirrored) == 30
    assert sum(i * count for i, count in enumerate(pair.mirrored)) == 2 * won["random"]
    first = next(row for row in result.results.players if row.name == "first")
    assert first.nodes_per_move == 7


def test_a_better_player_is_rated_better() -> None:
    result = ai.arena(NIM, ["random", Xor()], games=200)
    assert [row.name for row in result.results.players] == ["xor", "random"]
    assert result.results.players[0].elo_low > 100
    assert result.results.players[0].elo == -result.results.players[1].elo


def test_results_as_json_and_table() -> None:
    result = ai.arena(NIM, ["random", Xor()], games=10, sprt=Sprt(0, 10))
    data = json.loads(result.to_json())
    jsonschema.validate(data, json.loads(SHIPPED.read_text()))
    assert (data["schema"], data["game"], data["games"]) == (1, "nim", 10)
    assert data["options"] == {"heaps": [3, 4, 5], "misere": False}
    assert data["players"][0]["points"] is None
    text = result.table()
    assert str(result) == text
    assert max(map(len, text.splitlines())) <= 120
    for word in ("10 games", "Elo", "random", "xor", "score", "SPRT +0 or +10 Elo: goes on"):
        assert word in text
    assert "points" not in text
    assert "points" in ai.arena(DOTS, ["random", First()], games=2).table()


def test_the_shipped_schema_is_the_present_one() -> None:
    assert SHIPPED.read_text() == results.json_schema()


def test_one_who_wins_everything_has_a_finite_rating() -> None:
    result = ai.arena(sk.Nim((1,)), [First("a"), First("b")], games=2, random_plies=0)
    assert not result.results.separated
    result = ai.arena(sk.Nim((2,)), [First("a"), First("b", -1)], games=4, random_plies=0)
    assert result.results.separated
    assert results.ALL_WON in result.table()
    assert result.results.pairs[0].elo is None
    json.loads(result.to_json())


# ----------------------------------------------------------------------------------------------- players that err


def raising(_: Situation) -> Any:
    raise KeyError("lost\nmy keys")


def sleeping(situation: Situation) -> Decision:
    time.sleep(0.3)
    return First().choose(situation)


class Mute(Exception):
    """Refuses to have a text."""

    def __str__(self) -> str:
        raise ValueError

    __repr__ = __str__


def mute(_: Situation) -> Any:
    raise Mute


def leaving(_: Situation) -> Any:
    raise SystemExit(3)


def garbled(_: Situation) -> Any:
    raise ValueError("\ud800 \x1b[2J")


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        (raising, r"ply \d: raised KeyError: 'lost"),
        (lambda _: decision("a1a1"), r"ply \d: played 'a1a1', which is illegal: "),
        (lambda s: decision(s.position.edges[0]), "which is illegal: .*"),
        (lambda _: decision(None), "which is illegal"),
        (lambda _: "a1b1", r"answered with 'a1b1', not with a Decision"),
        (lambda _: decision(Mute()), "played 'an object of type Mute', which is illegal"),
        (lambda s: replace(decision(s.position.moves()[0]), nodes=None), "answered with None nodes"),
        (lambda s: replace(decision(s.position.moves()[0]), nodes=1.5), r"answered with 1\.5 nodes"),
        (lambda s: replace(decision(s.position.moves()[0]), nodes=-1), "answered with -1 nodes"),
        (leaving, "raised SystemExit: 3"),
        (mute, "raised Mute: an object of type Mute"),
        (garbled, r"raised ValueError: \\ud800 \\x1b\[2J"),
        (sleeping, r"took 0\.[3-9]\d seconds of 0.01"),
    ],
)
def test_a_player_that_errs_loses_the_match_and_the_arena_goes_on(what: Any, reason: str) -> None:
    faulty = Faulty(what)
    result = ai.arena(DOTS, [faulty, First()], games=4, grace=0.2, budget=Budget(seconds=0.01))
    assert result.results.complete
    for row in result.results.players:
        assert row.forfeits == (4 if row.name == "faulty" else 0)
    for each, match in zip(result.played, result.matches(), strict=True):
        assert each.forfeit is not None
        assert each.players[each.forfeit.player - 1] == "faulty"
        assert match.end is not None
        assert match.end.by == "resigned"
        assert match.end.player == each.forfeit.player
    assert all(row.name == "faulty" and re.search(reason, row.reason) for row in result.results.forfeits)
    assert "Forfeited:\n  match 0: faulty, ply " in result.table()


def test_what_a_player_errs_by_can_be_read_again(tmp_path: Path) -> None:
    for what in (garbled, lambda s: replace(decision(s.position.moves()[0]), nodes=1.5)):
        path = tmp_path / "arena.jsonl"
        one, two = (ai.arena(DOTS, [Faulty(what), First()], games=2, path=path) for _ in range(2))
        assert one.to_json() == two.to_json()
        path.unlink()


def test_openings_where_moves_are_too_many_to_list() -> None:
    """With three jokers on a rack there are more than a million plays."""
    rules = sk.Crazy10s()
    position: Any = rules.start(seed=0)
    for _ in range(4):
        best = position.best_plays(1)
        position = position.play(best[0] if best else "pass")
    crowded: Any = rules.board(str(position).split(" ")[0], "0123***").determinize(1)
    with pytest.raises(sk.RulesError, match="too many to list"):
        crowded.moves()
    listed = listed_moves(crowded)
    assert crowded.is_legal(listed[0])
    assert crowded.is_legal(listed[-1])
    assert ai.arena(sk.Nim((10**9, 10**9)), ["exact", "greedy"], games=2).results.complete


@dataclass(frozen=True)
class Deadly(First):
    """Ends the process that it plays in."""

    def choose(self, situation: Situation, /) -> Decision:
        os._exit(3)


def test_a_process_that_dies_is_named() -> None:
    with pytest.raises(sk.EngineError, match="a process that played matches died"):
        ai.arena(NIM, [Deadly(), "random"], games=2, processes=1)


def test_late_moves_within_the_grace_are_counted() -> None:
    result = ai.arena(DOTS, [Faulty(sleeping), First()], games=2, grace=5, budget=Budget(seconds=0.1), threads=1)
    late = {row.name: row.late for row in result.results.players}
    assert late["faulty"] == 2
    assert not result.results.forfeits
    assert "over 50 ms late" in result.table()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"players": ["random"]}, sk.RulesError, "2 to 100 players, not 1"),
        ({"players": ["random", "random"]}, sk.RulesError, "two players are called 'random'"),
        ({"players": ["random", "chess"]}, sk.RulesError, "no player 'chess'"),
        ({"players": ["random", 7]}, TypeError, "a player has a name"),
        ({"players": ["random", First("a\n")]}, sk.RulesError, "printable"),
        ({"games": 3}, sk.RulesError, "games must be even"),
        ({"games": 0}, sk.RulesError, "games must be from 2"),
        ({"games": True}, TypeError, "games must be an int"),
        ({"seed": -1}, sk.RulesError, "seed must be from 0"),
        ({"threads": 0}, sk.RulesError, "threads must be from 1"),
        ({"threads": 1, "processes": 1}, sk.RulesError, "either threads or processes"),
        ({"executor": 7}, TypeError, "has a method submit"),
        ({"players": ["random", First]}, TypeError, "a player has a name"),
        ({"budget": 5}, TypeError, "budget must be a Budget"),
        ({"sprt": (0, 20)}, TypeError, "sprt must be a Sprt"),
        ({"stop": 1}, TypeError, "stop must be a threading.Event"),
        ({"grace": -1}, sk.RulesError, "grace must be"),
        ({"random_plies": -1}, sk.RulesError, "random_plies must be from 0"),
        ({"sprt": Sprt(), "players": ["random", First(), Xor()]}, sk.RulesError, "of two players"),
        ({"rules": 7}, TypeError, "rules must be rules of a game"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    given = {"rules": NIM, "players": ["random", Xor()], "games": 2} | arguments
    with pytest.raises(error, match=message):
        ai.arena(**given)


# ---------------------------------------------------------------------------------------- players written as text


def test_players_as_text() -> None:
    standard = Budget(nodes=5)
    assert entrant("random", standard).budget == standard
    assert entrant("random:seconds=0.25,nodes=10", standard).budget == Budget(seconds=0.25, nodes=10)
    assert entrant("random:depth=3", standard).budget == Budget(depth=3)
    assert entrant("random:depth=3").name == "random:depth=3"
    assert split_players("best,mcts:nodes=1000,seconds=2,level-3") == ["best", "mcts:nodes=1000,seconds=2", "level-3"]
    assert split_players("a,nodes=3") == ["a", "nodes=3"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nobody", "no player 'nobody'"),
        ("", "no player ''"),
        ("random:", "expected seconds=, nodes=, depth= after the colon, not ''"),
        ("random:colour=red", "not 'colour=red'"),
        ("random:nodes=1,nodes=2", "nodes is given twice"),
        ("random:nodes=x", "nodes takes a whole number"),
        ("random:nodes=0", "nodes must be from 1"),
        ("random:seconds=-1", "seconds takes seconds"),
        ("random:seconds=1e3", "seconds takes seconds"),
    ],
)
def test_wrong_texts_of_players_are_refused(text: str, message: str) -> None:
    with pytest.raises(sk.RulesError, match=message):
        entrant(text)


# ----------------------------------------------------------------------------------------- whoever plays the matches


class Backwards(Executor):
    """Does the work in an order of its own: what was given last is done first, eight at a time."""

    def __init__(self) -> None:
        self.waiting: list[Any] = []

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, work, args, kwargs))
        if len(self.waiting) == 8:
            self.finish()
        return future

    def finish(self) -> None:
        for future, work, args, kwargs in reversed(self.waiting):
            if future.set_running_or_notify_cancel():
                future.set_result(work(*args, **kwargs))
        self.waiting = []


def test_the_same_results_whoever_plays_the_matches() -> None:
    def played(**how: Any) -> list[Any]:
        return content(ai.arena(DOTS, ["random", First()], games=24, seed=5, **how))

    expected = played(threads=1)
    assert len({each[4] and tuple(each[4].moves) for each in expected}) > 12
    assert played() == expected
    assert played(threads=3) == expected
    assert played(processes=2) == expected
    assert played(executor=Backwards()) == expected
    with ThreadPoolExecutor(2) as threads:
        assert played(executor=threads) == expected
    import multiprocessing

    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as processes:
        assert played(executor=processes) == expected


@pytest.mark.parametrize("rules", [sk.DotsAndBoxes(3, 3), sk.Ten(), sk.MuTorere()], ids=str)
def test_searching_players_play_the_same_at_the_same_nodes(rules: Any) -> None:
    def played(**how: Any) -> list[Any]:
        return content(ai.arena(rules, ["mcts:nodes=300", "best:nodes=500", "level-6"], games=2, **how))

    expected = played(threads=1)
    assert played(threads=3) == expected
    assert played(processes=2) == expected


def test_a_sequential_test_ends_the_arena_at_the_same_match_whatever_their_order() -> None:
    test = Sprt(0, 100)
    one = ai.arena(NIM, ["random", Xor()], games=1000, sprt=test, threads=1)
    assert one.results.sprt is not None
    assert one.results.sprt.accepted == "elo0"
    assert 2 < one.results.games < 1000
    assert one.results.complete
    counts = [0] * 5
    for first, second in zip(one.played[::2], one.played[1::2], strict=True):
        assert test.verdict(counts) is None, "it ends no later than it can"
        counts[round(2 * (first.score + 1 - second.score))] += 1
    assert test.verdict(counts) == "elo0"
    assert test.ratio(counts) == one.results.sprt.ratio
    for how in ({"threads": 4}, {"executor": Backwards()}):
        assert content(ai.arena(NIM, ["random", Xor()], games=1000, sprt=test, **how)) == content(one)
    other = ai.arena(NIM, [Xor(), "random"], games=1000, sprt=test)
    assert other.results.sprt is not None
    assert other.results.sprt.accepted == "elo1"
    assert "accepts +100 Elo" in other.table()


def test_progress_is_told_and_can_end_the_arena() -> None:
    seen: list[sk.Progress] = []
    ai.arena(DOTS, ["random", First()], games=10, progress=seen.append)
    assert [each.done for each in seen] == list(range(1, 11))
    assert all(each.total == 10 for each in seen)
    assert " : " in seen[-1].phase

    def enough(state: sk.Progress) -> None:
        if state.done == 3:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ai.arena(DOTS, ["random", First()], games=1000, progress=enough)


def test_an_arena_can_be_stopped_from_another_thread(tmp_path: Path) -> None:
    stop = threading.Event()

    class Slow:
        name = "slow"

        def choose(self, situation: Situation, /) -> Decision:
            assert situation.stop is not None
            situation.stop.wait(60)
            return First().choose(situation)

    threading.Timer(0.2, stop.set).start()
    begin = time.perf_counter()
    with pytest.raises(sk.Cancelled):
        ai.arena(DOTS, ["random", Slow()], games=10, stop=stop, path=tmp_path / "a.jsonl")
    assert time.perf_counter() - begin < 10
    assert len((tmp_path / "a.jsonl").read_text().splitlines()) == 1, "a match that was ended is not kept"


# -------------------------------------------------------------------------------------------------------- the file


def test_an_arena_goes_on_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    players = ["random", First()]
    whole = ai.arena(DOTS, players, games=20)
    ai.arena(DOTS, players, games=6, path=path)
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 7
    assert json.loads(lines[0])["arena"] == 1
    for line in lines[1:]:
        assert sk.Match.from_json(json.dumps(json.loads(line)["record"])).outcome is not None
    assert content(ai.arena(DOTS, players, games=20, path=path)) == content(whole)
    before = path.read_bytes()
    assert before.startswith(b"".join(lines))
    assert content(ai.arena(DOTS, players, games=20, path=path)) == content(whole)
    assert content(ai.arena(DOTS, players, games=8, path=path)) == content(whole)[:8]
    assert path.read_bytes() == before, "nothing was left to play"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"moves": []}, "line 3: outcome: the record says"),
        ({"game": "nim", "options": {}}, "line 3: the record is of other rules than dots-and-boxes rows=2"),
        ({"options": {"rows": 2, "cols": 3}}, "line 3: the record is of other rules"),
    ],
)
def test_records_that_cannot_have_been_played_there_are_refused(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    path = tmp_path / "arena.jsonl"
    ai.arena(DOTS, ["random", First()], games=4, path=path, threads=1)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    lines[2]["record"] |= change
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(sk.RecordError, match=message):
        ai.arena(DOTS, ["random", First()], games=4, path=path)


@pytest.mark.parametrize("cut", [1, 5, 40, 200])
def test_a_line_cut_short_is_played_again(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "arena.jsonl"
    whole = ai.arena(DOTS, ["random", First()], games=10, path=path, threads=1)
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    assert content(ai.arena(DOTS, ["random", First()], games=10, path=path, threads=1)) == content(whole)
    assert len(path.read_bytes().splitlines()) == 11
    head = data.splitlines()[0]
    path.write_bytes(head[: len(head) // 2])
    assert content(ai.arena(DOTS, ["random", First()], games=10, path=path)) == content(whole)


def test_files_of_something_else_are_refused_and_spared(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"
    ai.arena(DOTS, ["random", First()], games=4, path=path)
    data = path.read_bytes()

    def refused(message: str, **changes: Any) -> None:
        before = path.read_bytes()
        given: dict[str, Any] = {"rules": DOTS, "players": ["random", First()], "games": 4, "path": path} | changes
        with pytest.raises(sk.RecordError, match=message):
            ai.arena(**given)
        assert path.read_bytes() == before

    refused("its seed is 0, not 1; choose another file", seed=1)
    refused('its game is "dots-and-boxes", not "nim"', rules=NIM)
    refused("its players is", players=["random", First("b")])
    refused("its players is", budget=Budget(nodes=3))
    refused("its random_plies is 2, not 4", random_plies=4)
    path.write_bytes(data.replace(b'"arena":1', b'"arena":2', 1))
    refused("of a later version")
    path.write_bytes(data.replace(b'"score":', b'"scare":', 1))
    refused("line 2: not a match")
    first = json.loads(data.splitlines()[1])
    other = json.dumps(first | {"score": 1.0 - first["score"] if first["score"] != 0.5 else 1.0}).encode()
    path.write_bytes(data.splitlines()[0] + b"\n" + other + b"\n")
    refused("line 2: the score is")
    other = json.dumps(first | {"players": first["players"][::-1]}).encode()
    path.write_bytes(data.splitlines()[0] + b"\n" + other + b"\n")
    refused("line 2: match . is ")
    for text in (b"Dear Sir,", b"Dear Sir,\nhow are you?\n", b"{}\n", b"\xff\n"):
        path.write_bytes(text)
        refused("no file of an arena")


@pytest.mark.skipif(sys.platform == "win32", reason="no locks there")
def test_a_file_has_one_writer(tmp_path: Path) -> None:
    path = tmp_path / "arena.jsonl"

    def again(_: sk.Progress) -> None:
        with pytest.raises(sk.RecordError, match="being written by another arena"):
            ai.arena(DOTS, ["random", First()], games=2, path=path)

    ai.arena(DOTS, ["random", First()], games=2, path=path, progress=again)


SCRIPT = """
import sys
import spielkern as sk
from spielkern import ai

if __name__ == "__main__":
    how = {sys.argv[2]: 2}
    ai.arena(sk.DotsAndBoxes(5, 5), ["random", "random:nodes=1"], games=100_000, path=sys.argv[1], **how)
"""


def is_alive(process: psutil.Process) -> bool:
    """Whether a process runs; one that ended without a parent may be listed for as long as nobody asks for its end."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("how", ["threads", "processes"])
@pytest.mark.parametrize("sent", ["SIGKILL", "SIGINT"])
def test_a_killed_arena_loses_nothing(tmp_path: Path, sent: str, how: str) -> None:
    path = tmp_path / "arena.jsonl"
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    process = subprocess.Popen([sys.executable, script, path, how], stderr=subprocess.PIPE)
    children: list[psutil.Process] = []
    try:
        limit = time.monotonic() + 60
        while not (path.exists() and path.read_bytes().count(b"\n") > 20):
            assert time.monotonic() < limit
            time.sleep(0.02)
        children = psutil.Process(process.pid).children(recursive=True)
        assert len(children) >= (2 if how == "processes" else 0)
        os.kill(process.pid, getattr(signal, sent))
        process.wait(timeout=60)
        limit = time.monotonic() + 60
        while any(map(is_alive, children)):
            assert time.monotonic() < limit, "processes outlive the arena that started them"
            time.sleep(0.02)
        _, complaint = process.communicate(timeout=60)
    finally:
        for each in (process, *filter(is_alive, children)):
            each.kill()
        process.communicate()
    if sent == "SIGINT":
        assert complaint.decode().rstrip().endswith("KeyboardInterrupt")
    played = path.read_bytes().count(b"\n") - 1
    assert played >= 20
    games = (played + 10) // 2 * 2
    resumed = ai.arena(sk.DotsAndBoxes(5, 5), ["random", "random:nodes=1"], games=games, path=path)
    assert resumed.results.complete
    assert content(resumed) == content(ai.arena(sk.DotsAndBoxes(5, 5), ["random", "random:nodes=1"], games=games))
