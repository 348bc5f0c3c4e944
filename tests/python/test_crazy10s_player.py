"""The player of Crazy10s: what it knows, how long it takes, and that it solves what can be solved."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from crazy10s_positions import board_with, empty

import spielkern as sk
from spielkern.ai import PLAYERS, Budget, Situation, player, situation_of
from spielkern.ai.crazy10s import Crazy10sPlayer
from spielkern.ai.levels import at_level

RUN = board_with({"g7": "3", "h7": "7"})
PLAYER = Crazy10sPlayer()


def chosen(view: Any, budget: Budget, seed: int = 1, **more: Any) -> Any:
    return PLAYER.choose(Situation(view, budget, seed, **more))


def late_position(placement: str, seed: int, bag: int) -> Any:
    """The first position of a greedy match with at most so many tiles in the bag."""
    position: Any = sk.Crazy10s(placement="line").start(seed)
    while position.bag_size > bag:
        best = position.best_plays(1)
        position = position.play(best[0] if best else "pass")
    return sk.Crazy10s(placement=placement).position(str(position))


def test_it_is_one_of_the_players() -> None:
    assert PLAYERS["crazy10s"] is Crazy10sPlayer
    assert player("crazy10s").name == "crazy10s"


@pytest.mark.parametrize("placement", ["line", "linked"])
def test_what_is_hidden_does_not_change_the_decision(placement: str) -> None:
    position = late_position(placement, 4, 40)
    view = position.view(position.player)
    decisions = set()
    for seed in range(6):
        other = view.determinize(seed)
        decision = PLAYER.choose(situation_of(other, Budget(nodes=60), seed=9))
        decisions.add((decision.move, decision.win, decision.candidates, decision.nodes))
    assert len(decisions) == 1


def test_a_whole_position_is_played_by_what_its_mover_knows() -> None:
    position = late_position("line", 4, 40)
    decision = chosen(position, Budget(nodes=60))
    assert decision.move == chosen(position.view(position.player), Budget(nodes=60)).move


@pytest.mark.parametrize("placement", ["line", "linked"])
def test_a_budget_of_samples_gives_the_same_decision_every_time(placement: str) -> None:
    view = sk.Crazy10s(placement=placement).start(3).view(1)
    one, again = (chosen(view, Budget(nodes=100)) for _ in range(2))
    assert (one.move, one.win, one.candidates, one.nodes) == (again.move, again.win, again.candidates, again.nodes)
    assert one.nodes <= 100
    assert not one.proven
    deeper = chosen(view, Budget(nodes=100, depth=4))
    assert deeper.candidates != one.candidates


def test_swaps_and_passing_are_always_candidates() -> None:
    view = sk.Crazy10s(placement="line").start(3).view(1)
    moves = [str(candidate.move) for candidate in chosen(view, Budget(nodes=200)).candidates]
    assert moves.count("pass") == 1
    assert sum(move.startswith("swap ") for move in moves) == 3
    assert len(moves) == len(set(moves))


@pytest.mark.parametrize("size", [13, 25])
def test_they_are_also_if_there_are_too_many_plays_to_look_at(size: int) -> None:
    board = board_with({13: {"g7": "3", "h7": "7"}, 25: {"m13": "3", "n13": "7"}}[size], size)
    view = sk.Crazy10s(size, placement="linked").board(board, "0123***")
    for seconds in (0.0, 0.1, 1.0):
        decision = chosen(view, Budget(seconds=seconds))
        assert {each.move.kind for each in decision.candidates} == {"play", "swap", "pass"}
    assert decision.nodes > 0, "there is time left for deals"


def test_what_is_learned_on_the_large_board_is_not_used_on_others() -> None:
    for size, same in ((9, True), (11, True), (13, False)):
        view = sk.Crazy10s(size, placement="linked").start(3).view(1)
        players = Crazy10sPlayer(), Crazy10sPlayer(tempo=False)
        one, other = (each.choose(situation_of(view, Budget(nodes=40))) for each in players)
        assert (one.candidates == other.candidates) == same


@pytest.mark.parametrize("name", ["greedy", "mcts", "exact", "alphabeta", "best", "level-9", "level-10"])
def test_jokers_take_nobody_over_time(name: str) -> None:
    position = sk.Crazy10s(25, placement="linked").board(board_with({"m13": "3", "n13": "7"}, 25), "0123***")
    who = at_level(int(name[6:])) if name.startswith("level-") else player(name)
    for seconds in (0.0, 0.05):
        begin = time.process_time()
        decision = who.choose(situation_of(position, Budget(seconds=seconds)))
        assert time.process_time() - begin < seconds + 0.1
        assert position.why_illegal(decision.move) is None
    stop = threading.Event()
    stop.set()
    begin = time.process_time()
    who.choose(situation_of(position, Budget(seconds=60), stop=stop))
    assert time.process_time() - begin < 0.1


def test_a_move_is_compared_with_others_however_weak_it_is() -> None:
    view = sk.Crazy10s().start(3).view(1)
    weak = next(move for move in reversed(list(view.plays())) if str(move).count("=") == 2)
    for move in (weak, view.rules.move(f"swap {view.racks[0][0]}"), view.rules.move("pass")):
        decision = PLAYER.compare(situation_of(view, Budget(nodes=400)), move)
        assert [each.move for each in decision.candidates].count(move) == 1
    with pytest.raises(sk.IllegalMove):
        PLAYER.compare(situation_of(view, Budget(nodes=400)), view.rules.move("a1=1,a2=9"))


def test_it_swaps_when_nothing_can_be_laid() -> None:
    decision = chosen(sk.Crazy10s(5, "line").board("...../...../..37./...../.....", "5588899"), Budget(nodes=100))
    assert str(decision.move).startswith("swap ")


@pytest.mark.parametrize(("placement", "seconds"), [("line", 0.1), ("linked", 0.1), ("linked", 0.0)])
def test_it_keeps_to_its_time(placement: str, seconds: float) -> None:
    boards = [(empty(), "0123456"), (RUN, "0123***"), (RUN, "125678*")]
    for board, rack in boards:
        begin, begin_busy = time.perf_counter(), time.process_time()
        decision = chosen(sk.Crazy10s(placement=placement).board(board, rack), Budget(seconds=seconds))
        took, busy = time.perf_counter() - begin, time.process_time() - begin_busy
        assert took < seconds + 2  # the machine may be busy
        assert busy < seconds + 0.1
        assert decision.seconds <= took


def test_a_stop_is_heard() -> None:
    view = sk.Crazy10s().board(RUN, "0123456")
    stop = threading.Event()
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    begin = time.perf_counter()
    decision = chosen(view, Budget(seconds=60), stop=stop)
    assert time.perf_counter() - begin < 5
    assert view.why_illegal(decision.move) is None
    assert chosen(view, Budget(seconds=60), stop=stop).move is not None  # at once


@pytest.mark.parametrize("seed", range(4))
def test_with_an_empty_bag_the_decision_is_proven(seed: int) -> None:
    position = late_position("line", seed, 0)
    analysis = sk.analyse(position)
    decision = chosen(position.view(position.player), Budget(seconds=30))
    assert decision.proven
    assert decision.value.net == analysis.value.net
    assert decision.value.result == analysis.value.result
    assert decision.move in (analysis.best_moves or ())
    assert [candidate.move for candidate in decision.candidates] == list(analysis.best_moves or ())
    for move in decision.line:
        position = position.play(move)
    assert position.outcome is not None
    own, other = position.final_scores if analysis.position.player == 1 else position.final_scores[::-1]
    before = analysis.position.scores if analysis.position.player == 1 else analysis.position.scores[::-1]
    assert own - other - (before[0] - before[1]) == decision.value.net


def test_an_endgame_out_of_reach_is_played_by_what_is_known() -> None:
    position = late_position("line", 4, 0)
    view = position.view(position.player)
    one, again = (chosen(view, Budget(nodes=20)) for _ in range(2))
    assert not one.proven
    assert (one.move, one.candidates) == (again.move, again.candidates)
    assert position.is_legal(one.move)


def test_whole_matches_in_both_placements() -> None:
    for placement in ("line", "linked"):
        match = sk.Match(sk.Crazy10s(7, placement), seed=2)
        while match.outcome is None:
            decision = PLAYER.choose(situation_of(match, Budget(nodes=30), seed=match.ply))
            match.play(decision.move)  # which refuses what is illegal


def test_other_games_and_finished_ones_are_refused() -> None:
    with pytest.raises(sk.RulesError, match="Crazy10s alone"):
        chosen(sk.Nim().start(), Budget(nodes=10))
    match = sk.Match(sk.Crazy10s(5), seed=1)
    while match.outcome is None:
        match.play("pass")
    with pytest.raises(sk.RulesError, match="over"):
        chosen(match.view(1), Budget(nodes=10))
    with pytest.raises(sk.RulesError, match="not on turn"):
        chosen(sk.Crazy10s().start(1).view(2), Budget(nodes=10))


def test_it_beats_the_play_that_scores_most() -> None:
    rules = sk.Crazy10s(placement="line")
    lead = 0
    for seed in range(12):
        for side in (1, 2):
            match = sk.Match(rules, seed=seed)
            while match.outcome is None:
                if match.player == side:
                    match.play(PLAYER.choose(situation_of(match, Budget(nodes=150), seed=seed)).move)
                else:
                    best = match.position.best_plays(1)
                    match.play(best[0] if best else "pass")
            one, two = match.position.final_scores
            lead += one - two if side == 1 else two - one
    assert lead > 24 * 20


def test_nothing_is_proven_where_the_match_may_end_before() -> None:
    position = late_position("line", 4, 0)
    most = 6 * (sum(position.view(1).rack_sizes) + 1)
    for limit, proven in ((None, True), (most, True), (3, False)):
        match = sk.Match(position.rules, position, seed=1, max_plies=limit)
        decision = PLAYER.choose(situation_of(match, Budget(nodes=10**7)))
        assert decision.proven is decision.value.proven is proven
        assert all(candidate.value.proven is proven for candidate in decision.candidates)
