"""Players: legal, within their budget, the same for the same seed, and right where what is right is known."""

from __future__ import annotations

import pickle
import random
import threading
import time
from typing import Any

import pytest
from conftest import OPTIONS, named

import spielkern as sk
from spielkern import ai
from spielkern.ai.exact import TABLES

#: A machine that does other things too may take so much longer, in seconds; of processor time it takes no more.
SLACK = 1.0
LATE = 0.05


def random_match(rules: Any, plies: int, seed: int) -> sk.Match[Any]:
    rng = random.Random(seed)
    while True:
        match = sk.Match(rules, seed=seed)
        while match.ply < plies and match.outcome is None:
            match.play(ai.choose(match, nodes=1, player="random", seed=rng.getrandbits(30)).move)
        if match.outcome is None:
            return match
        plies = max(0, plies - 1)


#: Players of every game.
NAMES = [name for name in ai.PLAYERS if name != "crazy10s"]


@pytest.mark.parametrize("options", OPTIONS, ids=named)
@pytest.mark.parametrize("name", NAMES)
def test_moves_are_legal_and_the_line_can_be_played(name: str, options: Any) -> None:
    rules = sk.rules(options[0], **options[1])
    for seed in range(4):
        match = random_match(rules, 5 * seed, seed)
        decision = ai.choose(match, nodes=60, player=name, seed=seed)
        assert match.position.is_legal(decision.move)
        assert decision.line[0] == decision.move
        assert name == "random" or decision.candidates[0].move == decision.move
        assert 0.0 <= decision.win <= 1.0
        assert decision.seconds >= 0
        position = match.position
        for move in decision.line if not rules.chance else ():
            position = position.play(move)
        moves = [candidate.move for candidate in decision.candidates]
        assert len(set(moves)) == len(moves)
        assert all(match.position.is_legal(move) for move in moves)


@pytest.mark.parametrize("options", [("dots-and-boxes", {}), ("ten", {}), ("nim", {}), ("mu-torere", {"ring": 10})])
@pytest.mark.parametrize("name", NAMES)
def test_seed_and_nodes_decide(name: str, options: Any) -> None:
    position = sk.rules(options[0], **options[1]).start()
    for seed in (0, 7):
        one, two = (ai.choose(position, nodes=400, player=name, seed=seed) for _ in range(2))
        assert (one.move, one.value, one.win, one.line, one.nodes) == (
            two.move,
            two.value,
            two.win,
            two.line,
            two.nodes,
        )
        assert one.candidates == two.candidates


@pytest.mark.parametrize("options", [("dots-and-boxes", {}), ("ten", {}), ("nim", {}), ("mu-torere", {"ring": 36})])
@pytest.mark.parametrize("name", ["best", "mcts", "exact", "alphabeta"])
@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.2])
def test_time_is_kept(name: str, options: Any, seconds: float) -> None:
    match = random_match(sk.rules(options[0], **options[1]), 6, 1)
    begin, begin_busy = time.perf_counter(), time.process_time()
    decision = ai.choose(match, seconds=seconds, player=name)
    took, busy = time.perf_counter() - begin, time.process_time() - begin_busy
    assert match.position.is_legal(decision.move)
    assert took < seconds + LATE + SLACK
    assert busy < seconds + LATE
    assert decision.seconds <= took


@pytest.mark.parametrize("name", ["best", "mcts", "alphabeta", "exact"])
@pytest.mark.parametrize(
    "options", [("dots-and-boxes", {"rows": 5, "cols": 5}), ("ten", {}), ("mu-torere", {"ring": 36})]
)
def test_stopped_from_another_thread(name: str, options: Any) -> None:
    position = sk.rules(options[0], **options[1]).start()
    stop = threading.Event()
    times: list[float] = []

    def stopping() -> None:
        time.sleep(0.2)
        times.append(time.perf_counter())
        stop.set()

    thread = threading.Thread(target=stopping)
    thread.start()
    decision = ai.choose(position, seconds=60, player=name, stop=stop)
    late = time.perf_counter() - times[0]
    thread.join()
    assert position.is_legal(decision.move)
    assert late < LATE + SLACK


RESULT_ORDER = {sk.Result.LOSS: 0, sk.Result.DRAW: 1, sk.Result.WIN: 2}


def value_kept(solution: sk.Solution, position: Any, decision: ai.Decision) -> bool:
    return decision.move in solution.best_moves(position) and decision.value.result == solution.value(position).result


@pytest.mark.parametrize("name", ["exact", "best"])
@pytest.mark.parametrize(
    "rules",
    [sk.Nim(), sk.Nim(misere=True), sk.MuTorere(), sk.MuTorere(entry="none"), sk.MuTorere(ring=6, entry="opening")],
    ids=str,
)
def test_never_leaves_a_value_for_a_worse_one(name: str, rules: Any) -> None:
    solution = sk.solve(rules)
    seen, waiting = {rules.start()}, [rules.start()]
    while waiting:
        position = waiting.pop()
        if position.outcome is not None:
            continue
        decision = ai.choose(position, nodes=100, player=name)
        assert decision.proven
        assert value_kept(solution, position, decision), str(position)
        for move in position.moves():
            after = position.play(move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)


def test_nim_of_heaps_that_no_table_holds() -> None:
    for misere in (False, True):
        rules = sk.Nim(heaps=(10**9, 10**8), misere=misere)
        decision = ai.choose(rules.start(), player="exact")
        assert decision.value.result is sk.Result.WIN
        assert rules.start().play(decision.move).heaps == (10**8, 10**8)
    # Against the table, by theory alone.
    from spielkern.ai.exact import is_lost

    for misere in (False, True):
        rules = sk.Nim(heaps=(3, 3, 4), misere=misere)
        for position in sk.solve(rules).positions():
            if position.outcome is None:
                expected = sk.solve(rules).value(position).result is sk.Result.LOSS
                assert is_lost(position.heaps, misere) is expected, str(position)


def test_boxes_against_the_solved_board() -> None:
    rules = sk.DotsAndBoxes(3, 3)
    nets = sk.solve(rules)
    rng = random.Random(5)
    for _ in range(60):
        match = random_match(rules, rng.randrange(2, 20), rng.getrandbits(30))
        position: Any = match.position
        decision = ai.choose(position, nodes=10**6, seed=rng.getrandbits(30))
        assert decision.proven
        assert decision.value == nets.value(position)
        assert decision.move in nets.best_moves(position), str(position)
        for candidate in decision.candidates:
            after = position.play(candidate.move)
            gained = sum(after.score) - sum(position.score)
            net = nets.value(after).net
            assert net is not None
            assert candidate.value.net == (gained + net if gained else -net)


def test_forced_wins_of_ten() -> None:
    rules = sk.Ten(stones=3)
    solution = sk.solve(rules)
    rng = random.Random(2)
    seen = 0
    for position in solution.positions("win"):
        remoteness = solution.value(position).remoteness
        if remoteness is None or remoteness > 5 or rng.random() > 0.002:
            continue
        decision = ai.choose(position, seconds=1.0, player="alphabeta")
        assert decision.value.result is sk.Result.WIN, str(position)
        assert decision.move in solution.best_moves(position), str(position)
        seen += 1
        if seen == 25:
            break
    assert seen == 25


def test_greedy_takes_boxes_and_gives_few() -> None:
    rules = sk.DotsAndBoxes(2, 2)
    takes = rules.from_edges(["a1b1", "a1a2", "a2b2"])
    assert str(ai.choose(takes, player="greedy").move) == "b1b2"
    # A chain of three boxes and one of two: the two are given away.
    rules = sk.DotsAndBoxes(1, 5)
    for seed in range(5):
        position = rules.from_edges(["a1b1", "b1c1", "a2b2", "b2c2", "c2d2", "d1d2", "d2e2", "e1f1", "e2f2"])
        decision = ai.choose(position, player="greedy", seed=seed)
        assert str(decision.move) in {"d1e1", "e1e2", "f1f2"}
        assert [candidate.worth for candidate in decision.candidates] == [-2.0] * 3 + [-3.0] * 4


@pytest.mark.parametrize("name", ["greedy", "mcts", "best", "alphabeta", "exact"])
def test_wins_at_once(name: str) -> None:
    for rules in (sk.Nim(heaps=(7,)), sk.MuTorere(), sk.Ten(stones=3)):
        solution = sk.solve(rules)
        for position in solution.positions("win", 1):
            decision = ai.choose(position, nodes=3000, player=name)
            assert position.play(decision.move).outcome is not None, str(position)
            break


def test_match_rules_are_known() -> None:
    rules = sk.MuTorere()
    solution = sk.solve(rules)
    # A winner who has one ply left does not win in three.
    winning = next(iter(solution.positions("win", 3)))
    match = sk.Match(rules, winning, max_plies=2)
    assert ai.choose(match, nodes=100).value.result is sk.Result.DRAW
    assert ai.choose(match, nodes=500, player="mcts").value.result is sk.Result.DRAW
    # A position that is a draw when it comes again is none to win by.
    match = sk.Match(rules, repetition=2)
    for text in ("1-c", "8-1", "c-8", "1-c", "8-1"):
        if match.outcome is None and match.position.is_legal(text):
            match.play(text)
    if match.outcome is None:
        decision = ai.choose(match, nodes=200)
        after = match.position.play(decision.move)
        assert match.occurrences(after) == 0 or decision.value.result is sk.Result.DRAW


def value_by_looking(match: sk.Match[Any], plies: int) -> int:
    """1, 0 or -1 for the player on turn, by playing everything so many plies deep; 0 too where that is not enough."""
    if match.outcome is not None:
        return {None: 0, match.player: 1}.get(match.outcome.winner, -1)
    best = -1
    for move in match.moves() if plies else ():
        match.play(move)
        best = max(best, -value_by_looking(match, plies - 1))
        match.undo()
    return best if plies else 0


@pytest.mark.parametrize("name", ["exact", "best", "greedy"])
@pytest.mark.parametrize("rules", [sk.Ten(stones=2), sk.MuTorere(), sk.MuTorere(entry="none")], ids=str)
def test_what_is_proven_holds_in_the_match(name: str, rules: Any) -> None:
    """Where a position that occurred before is a draw, or few plies are left, not every win of the table is one."""
    worth = {sk.Result.WIN: 1, sk.Result.DRAW: 0, sk.Result.LOSS: -1}
    claims = 0
    for seed in range(12):
        rng = random.Random(seed)
        match = sk.Match(rules, repetition=2, max_plies=rng.choice([None, 12, 30]))
        while match.outcome is None and match.ply < 40:
            decision = ai.choose(match, nodes=300, player=name, seed=seed)
            assert decision.proven == decision.value.proven
            for candidate in decision.candidates if match.ply > 3 else ():
                value = candidate.value
                if value.proven and value.result in {sk.Result.WIN, sk.Result.LOSS} and (value.remoteness or 0) <= 2:
                    match.play(candidate.move)
                    assert -value_by_looking(match, 2) == worth[value.result], (seed, match, value)
                    match.undo()
                    claims += 1
            match.play(rng.choice(match.moves()))
    assert claims > 10


def test_a_win_past_a_repetition_is_not_proven() -> None:
    match = sk.Match(sk.Ten(stones=2), repetition=2)
    for move in ("b3", "a1+a2", "b3-a3", "a1-m1", "a3xa2", "m1-a1", "a2-m1", "a1-b1"):
        match.play(move)
    candidates = {str(each.move): each for each in ai.choose(match, nodes=300, player="exact").candidates}
    match.play("m1-a2")  # two plies from a win by the table; but player 2 goes where it has been
    assert sk.solve(match.rules).value(match.position).remoteness == 2
    match.play("b1-a1")
    assert match.outcome is not None
    assert match.outcome.winner is None
    assert not candidates["m1-a2"].value.proven
    assert candidates["m1-a2"].win == 0.75


def test_theory_proves_nothing_where_the_plies_may_run_out() -> None:
    rules = sk.Nim(heaps=(1500, 1500, 2000, 3))
    for limit, proven in ((None, True), (6000, True), (2900, False)):
        decision = ai.choose(sk.Match(rules, max_plies=limit), nodes=10, player="exact")
        assert decision.value.result is sk.Result.WIN
        assert decision.proven is decision.value.proven is proven
        assert all(candidate.value.proven is proven for candidate in decision.candidates)


def test_what_greedy_did_not_look_at_is_not_proven() -> None:
    # After every move player 2 wins at once.
    position = sk.Nim(heaps=(9, 9)).position("1,1 1")
    assert ai.choose(position, player="greedy").proven
    assert not ai.choose(position, seconds=0, player="greedy").proven


def test_a_table_that_took_long_does_not_show_at_few_nodes() -> None:
    """Decisions by nodes are the same whatever was asked before."""
    rules = sk.MuTorere(ring=24)
    before = ai.choose(rules.start(), nodes=100, player="exact")
    TABLES._kept[rules] = sk.solve(rules)
    try:
        assert ai.choose(rules.start(), seconds=5, player="exact").proven
        after = ai.choose(rules.start(), nodes=100, player="exact")
    finally:
        del TABLES._kept[rules]
    assert (after.value, after.candidates) == (before.value, before.candidates)


def test_threads_share_the_simulations() -> None:
    start = sk.DotsAndBoxes().start()
    for threads in (1, 2, 3):
        one, two = (ai.choose(start, nodes=3001, player="mcts", threads=threads, seed=4) for _ in range(2))
        assert one.nodes == 3001 == sum(candidate.nodes for candidate in one.candidates)
        assert one.candidates == two.candidates
    middle = sk.DotsAndBoxes(3, 3).from_edges(["a1b1", "b1c1", "b2c2", "c2d2", "d2d3", "a3b3"])
    assert ai.choose(middle, threads=2).value == sk.solve(middle.rules).value(middle)


def test_players_pickle_and_are_players() -> None:
    for name, kind in ai.PLAYERS.items():
        made = pickle.loads(pickle.dumps(kind()))
        assert isinstance(made, ai.Player)
        assert made.name == ai.player(name).name == name


def test_a_player_of_ones_own() -> None:
    class First:
        name = "first"

        def choose(self, situation: ai.Situation, /) -> ai.Decision:
            move = situation.position.moves()[0]
            return ai.Decision(move, sk.Value(), 0.5, (move,), (), 0, 0.0, False)

    assert ai.choose(sk.Nim().start(), player=First()).move == sk.Nim().start().moves()[0]


def test_a_player_that_answers_with_no_decision_is_refused() -> None:
    class Wrong:
        name = "wrong"

        def __init__(self, answer: Any) -> None:
            self.answer = answer

        def choose(self, situation: ai.Situation, /) -> ai.Decision:
            answer: ai.Decision = self.answer
            return answer

    match = sk.Match(sk.Nim())
    move = match.moves()[0]
    half: Any = 0.5
    for answer, words in (
        (None, "answered with None, not with a Decision"),
        (move, "answered with NimMove.*, not with a Decision"),
        (
            ai.Decision(move, sk.Value(), 0.5, (move,), (), half, 0.0, False),
            r"answered with 0\.5 nodes, not with a whole",
        ),
    ):
        with pytest.raises(TypeError, match=f"^the player 'wrong' {words}"):
            ai.choose(match, player=Wrong(answer))
        with ai.ponder(match, player=Wrong(answer)) as pondering, pytest.raises(TypeError, match=words):
            pondering.answer(match)


def test_whatever_counts_as_a_whole_number_is_a_budget() -> None:
    class Three:  # as NumPy's are
        def __index__(self) -> int:
            return 3

    three: Any = Three()
    assert ai.Budget(nodes=three, depth=three) == ai.Budget(nodes=3, depth=3)
    assert type(ai.Budget(nodes=three).nodes) is int
    start = sk.DotsAndBoxes().start()
    one, two = (ai.choose(start, nodes=n, seed=n, player="mcts", threads=n) for n in (3, three))
    assert one.candidates == two.candidates


def test_what_cannot_be_asked() -> None:
    start = sk.Nim().start()
    with pytest.raises(sk.RulesError, match="there is no player 'strongest'"):
        ai.choose(start, player="strongest")
    with pytest.raises(TypeError, match="name of a player or a Player, not 3"):
        ai.choose(start, player=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="name of a player or a Player, not <class"):
        ai.choose(start, player=ai.PLAYERS["best"])
    with pytest.raises(TypeError, match=r"stop must be a threading\.Event"):
        ai.choose(start, stop=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a Match, a position or a View"):
        ai.choose("nim")
    with pytest.raises(sk.RulesError, match="seconds must be from 0"):
        ai.choose(start, seconds=-1)
    with pytest.raises(sk.RulesError, match="threads must be"):
        ai.choose(start, threads=0)
    with pytest.raises(sk.RulesError, match="seed must be"):
        ai.choose(start, seed=-1)
    match = sk.Match(sk.Nim())
    match.resign()
    with pytest.raises(sk.RulesError, match="the match is over"):
        ai.choose(match)
    over = sk.Nim(heaps=(1,)).start().play("1:1")
    with pytest.raises(sk.RulesError, match="the game is over"):
        ai.choose(over)
    with pytest.raises(sk.RulesError, match="the game is over"):
        sk.Nim(heaps=(1,))._mcts(over, None, 10, 1, 1, 0, [], None, None)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", NAMES)
def test_no_time_at_all(name: str) -> None:
    stop = threading.Event()
    stop.set()
    for rules in (sk.DotsAndBoxes(), sk.Ten(), sk.Nim(), sk.MuTorere(ring=36), sk.Crazy10s()):
        start = rules.start()
        for budget in ({"seconds": 0}, {"seconds": 0, "nodes": 3}, {"nodes": 10**9}, {"depth": 40}):
            assert start.is_legal(ai.choose(start, **budget, player=name, stop=stop).move)


#: Of 367,836 plays.
MANY_PLAYS = "/".join(["." * 13] * 13), "01234**"


@pytest.mark.parametrize("asked", [{"player": "random"}, *({"level": level} for level in (1, 5, 8))], ids=str)
def test_plays_are_listed_as_long_as_there_is_time(asked: dict[str, Any]) -> None:
    view = sk.Crazy10s().board(*MANY_PLAYS)
    begin = time.process_time()
    decision = ai.choose(view, seconds=0.0, **asked)
    assert time.process_time() - begin < LATE
    assert str(decision.move) == "pass" or view.why_illegal(str(decision.move)) is None or "swap" in str(decision.move)


def test_random_turns_are_any_turns() -> None:
    match = sk.Match(sk.Crazy10s(size=5, placement="line"), seed=3)
    match.play(match.view(1).best_plays(1)[0])
    legal = set(map(str, match.moves()))
    found = {str(ai.choose(match, nodes=1, player="random", seed=seed).move) for seed in range(20 * len(legal))}
    assert found == legal


def test_pondering() -> None:
    match = sk.Match(sk.Ten())
    with ai.ponder(match, seconds=0.2) as pondering:
        time.sleep(0.4)
        match.play(match.moves()[3])
        begin = time.perf_counter()
        decision = pondering.answer(match)
        assert time.perf_counter() - begin < 0.3 + SLACK
        assert match.position.is_legal(decision.move)
    # The move that was expected needs no more thought.
    match = sk.Match(sk.Nim())
    expected = ai.choose(match, seconds=0.1).move
    with ai.ponder(match, seconds=0.1) as pondering:
        time.sleep(0.5)
        match.play(expected)
        decision = pondering.answer(match, seconds=0.1)
        assert match.position.is_legal(decision.move)


def test_nothing_is_foreseen_where_tiles_are_hidden() -> None:
    asked: list[ai.Situation] = []

    class Passing:
        name = "passing"

        def choose(self, situation: ai.Situation, /) -> ai.Decision:
            asked.append(situation)
            move = situation.position.rules.move("pass")
            return ai.Decision(move, sk.Value(), 0.5, (move,), (), 0, 0.0, False)

    match = sk.Match(sk.Crazy10s(), seed=1)
    pondering = ai.ponder(match, player=Passing())
    pondering.stop()
    assert not asked
    match.play("pass")
    assert str(pondering.answer(match).move) == "pass"
    assert [each.player for each in asked] == [2]


def test_what_cannot_be_pondered() -> None:
    with pytest.raises(TypeError, match="expected a Match, not NimPosition"):
        ai.ponder(sk.Nim().start())  # type: ignore[arg-type]
    with pytest.raises(sk.RulesError, match="seed must be"):
        ai.ponder(sk.Match(sk.Nim()), seed=-1)


def test_a_foreign_position_is_refused_with_a_word() -> None:
    with pytest.raises(TypeError, match="plays the games of spielkern"):
        ai.choose(sk.reference.Ten().start(), player="mcts")


def test_more_plays_than_can_be_listed() -> None:
    rules = sk.Crazy10s()
    view = rules.board("/".join(["." * 13] * 13), "01234**")
    decision = ai.choose(view, player="random", seed=2)
    assert view.why_illegal(str(decision.move)) is None


def test_hidden_tiles_stay_hidden() -> None:
    match = sk.Match(sk.Crazy10s(), seed=3)
    view = match.view(1)
    for name in ("greedy", "mcts", "best", "random"):
        by_match = ai.choose(match, nodes=20, player=name, seed=1)
        by_view = ai.choose(view, nodes=20, player=name, seed=1)
        assert by_match.move == by_view.move
        assert match.position.is_legal(by_match.move)
