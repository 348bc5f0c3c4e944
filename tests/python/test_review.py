"""Reviews: losses against values found another way, and reasons in the terms of each game."""

from __future__ import annotations

import json
import random
import re
from functools import reduce
from operator import xor
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from command_line import Run, data, fine, refused
from crazy10s_positions import ends

import spielkern as sk
from spielkern import ai
from spielkern.ai import reasons, reviewing

SHIPPED = Path(reviewing.__file__).parents[1] / "schema" / f"review-{reviewing.SCHEMA}.json"
WORTH = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def played(rules: Any, seed: int, plies: int = 1000) -> sk.Match[Any]:
    match = sk.Match(rules, seed=seed)
    dice = random.Random(seed)
    while match.outcome is None and match.ply < plies:
        match.play(dice.choice(match.moves()))
    return match


@pytest.mark.parametrize("misere", [False, True])
def test_nim_against_a_search_through_everything(misere: bool) -> None:
    known: dict[Any, bool] = {}

    def won(position: Any) -> bool:
        if position.heaps not in known:
            if position.outcome is not None:
                known[position.heaps] = position.outcome.winner == position.player
            else:
                known[position.heaps] = any(not won(position.play(move)) for move in position.moves())
        return known[position.heaps]

    # The great heap makes it a game that is not solved as a whole: theory has to do.
    rules = sk.Nim((2, 3, 4, 1), misere)
    solved = [ai.review(played(rules, seed)) for seed in range(20)]
    great = sk.Nim((2, 3, 4, 10_000_000), misere)
    for seed, by_table in enumerate(solved):
        match = sk.Match(great)
        match.play("4:9999999")
        for move in by_table.match.history:
            match.play(move if isinstance(move, str) else str(move))
        by_theory = ai.review(match)
        assert [m.loss for m in by_theory.moves[1:]] == [m.loss for m in by_table.moves], seed
        for each, before, after in zip(
            by_table.moves, by_table.match.positions, by_table.match.positions[1:], strict=False
        ):
            lost = won(before) and won(after)
            assert (each.loss, each.missed_win) == (float(lost), lost)
            assert each.proven
            if won(before):
                keeping = {str(move) for move in before.moves() if not won(before.play(move))}
                assert set(each.best) <= keeping
                assert each.best
            if max(after.heaps) > 1:
                assert f"xor of the heaps {reduce(xor, after.heaps)}" in each.reason
            if lost and any(after.heaps):
                assert "which loses; best was " in each.reason


@pytest.mark.parametrize("rules", [sk.MuTorere(), sk.Ten(2), sk.MuTorere(ring=6, entry="none")], ids=str)
def test_losses_are_those_of_the_table(rules: Any) -> None:
    solution = sk.solve(rules)
    lost = 0.0
    for seed in range(10):
        match = played(rules, seed, 60)
        found = ai.review(match)
        assert found.unit == "results"
        assert [each.ply for each in found.moves] == list(range(1, match.ply + 1))
        for each, before, after in zip(found.moves, match.positions, match.positions[1:], strict=False):
            value, then = solution.value(before), solution.value(after)
            assert each.loss == WORTH[value.result] - (1 - WORTH[then.result])
            assert each.before == value.result
            assert each.missed_win == (value.result == "win" and then.result != "loss")
            assert each.best == [str(m) for m in solution.best_moves(before)][: reviewing.MOST_BEST]
            assert each.player == before.player
        for player in (1, 2):
            assert found.loss(player) == sum(each.loss for each in found.moves if each.player == player)
            assert found.missed_wins(player) == sum(m.missed_win for m in found.moves if m.player == player)
            lost += found.loss(player)
    assert lost > 0


@pytest.mark.parametrize("size", [(2, 2), (3, 3), (3, 4)])
def test_losses_in_boxes(size: tuple[int, int]) -> None:
    rules = sk.DotsAndBoxes(*size)
    match = played(rules, 4)
    middle = match.positions[min(12, match.ply // 3)]  # where 3 x 4, which is searched, takes no time
    match = sk.Match(rules, middle)
    dice = random.Random(5)
    while match.outcome is None:
        match.play(dice.choice(match.moves()))
    found = ai.review(match, seconds=30)
    assert found.unit == "boxes"

    known: dict[Any, int] = {}

    def net(position: Any) -> int:
        """Boxes still to come, by looking at everything."""
        key = (str(position).split(" ")[0], 0)
        if key not in known:
            best = None
            for move in position.moves():
                after = position.play(move)
                gained = sum(after.closed) - sum(position.closed)
                value = gained + net(after) if gained else -net(after)
                best = value if best is None else max(best, value)
            known[key] = best or 0
        return known[key]

    for each, before, after in zip(found.moves, match.positions, match.positions[1:], strict=False):
        assert each.proven
        if size == (3, 4) and len(before.moves()) > 12:
            continue
        gained = sum(after.closed) - sum(before.closed)
        assert each.loss == net(before) - (gained + net(after) if gained else -net(after))
        assert each.before is not None
        if each.loss:
            assert f"costs {each.loss:.0f} box" in each.reason
        if gained:
            assert f"takes {gained} box" in each.reason
    assert sum(each.loss for each in found.moves) > 0


def test_boxes_to_take() -> None:
    rules = sk.DotsAndBoxes(1, 3)
    assert reasons.boxes_to_take(rules.start()) == 0
    chain = rules.from_edges(["a1b1", "b1c1", "c1d1", "a2b2", "b2c2", "c2d2", "a1a2"])
    assert reasons.boxes_to_take(chain) == 3
    match = sk.Match(rules, rules.from_edges(["a1b1", "b1c1", "c1d1", "a2b2", "b2c2", "c2d2"]))
    match.play("a1a2")
    assert "gives 3 boxes" in ai.review(match).moves[0].reason


def test_ten_names_the_winning_set() -> None:
    rules = sk.Ten(5)
    middles = ("m1", "m2", "m3", "m4")
    winning = {"m1 b1 a2 b2": ("b1", "a2", "b2", "m1"), "all four middle points": middles}
    for name, points in winning.items():
        rows = ["a5"], ["a4", "b4"], ["a3", "b3", "c3"], ["a2", "b2", "c2", "d2"], ["a1", "b1", "c1", "d1", "e1"]
        board = ["".join("S" if point in points else "." for point in row) for row in (*rows, middles)]
        board[4] = board[4][:4] + "s"
        position = rules.position(f"{'/'.join(board)} 2 2")
        assert reasons.ten_set(position, 1) == name
        assert reasons.ten_set(position, 2) is None
        assert position.outcome is not None


def wins_at_once(position: Any) -> list[str]:
    outcomes = [(str(move), position.play(move).outcome) for move in position.moves()]
    return [move for move, outcome in outcomes if outcome is not None and outcome.winner == position.player]


def test_ten_sees_what_wins_at_once() -> None:
    seen = {"misses": 0, "lets": 0, "wins": 0}
    for seed in range(60):
        match = played(sk.Ten(4), seed, 60)
        for before, move, after in zip(match.positions, match.history, match.positions[1:], strict=False):
            text = reasons.ten(reasons.Judged(before, move, after, (), 0.0, sk.Value(), sk.Value()))
            if after.outcome is not None:
                assert text.startswith("wins at once: ") == (after.outcome.winner == before.player)
                seen["wins"] += text.startswith("wins at once: ")
                continue
            assert ("misses " in text) == bool(wins_at_once(before))
            assert (f"lets player {after.player} win at once by " in text) == bool(wins_at_once(after))
            seen["misses"] += "misses " in text
            seen["lets"] += "lets " in text
    assert all(seen.values())


def test_a_match_of_ten_that_is_searched() -> None:
    rules = sk.Ten()
    begin = rules.position("S/../.S./..../..S.S/dd.. 1 2")
    best = [str(move) for move in sk.analyse(begin).best_moves or ()]
    match = sk.Match(rules, begin)
    match.play(best[0])
    found = ai.review(match, seconds=2)
    assert (found.moves[0].loss, found.moves[0].before, found.moves[0].proven) == (0, "win", True)
    assert "forces a win in" in found.moves[0].reason
    assert found.moves[0].best == best[:5]
    match.undo()
    match.play("c1-d1")  # now player 2 wins at once, if it can
    assert wins_at_once(match.position) == [] or "win at once" in ai.review(match, seconds=1).moves[0].reason


def test_crazy10s() -> None:
    rules = sk.Crazy10s(size=7)
    match = sk.Match(rules, seed=3)
    for _ in range(6):
        view = match.view(match.player)
        plays = view.best_plays(400)
        match.play(plays[-1] if plays else rules.move("pass"))
    match.play("pass")
    found = ai.review(match, nodes=50)
    assert found.unit == "points"
    assert all(each.loss >= 0 for each in found.moves)
    assert sum(each.loss for each in found.moves) > 0
    assert "keeps " in found.moves[0].reason
    assert found.moves[-1].reason.startswith("passes")
    first = match.positions[0]
    assert f"scores {first.score(match.history[0])}, " in found.moves[0].reason


def test_a_play_that_promises_little_is_judged_as_any_other() -> None:
    """It lays two tiles where six must go: by its points alone it would be told as the best."""
    match: sk.Match[Any] = sk.Match(sk.Crazy10s(placement="linked"), seed=5)
    for _ in range(6):
        match.play(match.position.best_plays(1)[0])
    match.play("c10=3,c11=1")
    found = ai.review(match, nodes=300).moves[-1]
    assert found.loss > 20


def test_the_exact_end_of_crazy10s() -> None:
    """Once the bag is empty the losses are those of a search through everything."""
    match: sk.Match[Any] = sk.Match(sk.Crazy10s(13, "line"), ends(sk.Crazy10s(13, "line"), 5, 2)[1], seed=1)
    while match.outcome is None:
        match.play(match.moves()[-1])

    known: dict[Any, int] = {}

    def margin(position: Any, player: int) -> int:
        """How far player 1 is ahead in the end, from the side of `player`."""
        if position not in known:
            if position.outcome is not None:
                known[position] = position.final_scores[0] - position.final_scores[1]
            else:
                best = max if position.player == 1 else min
                known[position] = best(margin(position.play(move), 1) for move in position.moves())
        return known[position] if player == 1 else -known[position]

    found = ai.review(match, seconds=20)
    for each, before, after in zip(found.moves, match.positions, match.positions[1:], strict=False):
        assert each.proven
        assert each.loss == margin(before, before.player) - margin(after, before.player)


def test_a_big_game_is_solved_once_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = []

    def counting(*arguments: Any) -> Any:
        solved.append(arguments)
        return sk.solve(*arguments)

    monkeypatch.setattr("spielkern.analysis.solve", counting)
    match = played(sk.MuTorere(ring=26), 1, 6)
    found = ai.review(match, seconds=60)
    assert len(solved) == 1
    assert all(each.proven and each.reason.startswith("by the table: ") for each in found.moves)
    assert [each.before for each in found.moves[:2]] == ["draw", "draw"]
    unknown = ai.review(played(sk.MuTorere(ring=36), 1, 3), seconds=0.01)
    assert [(each.before, each.reason) for each in unknown.moves] == [(None, "what it is worth is not known")] * 3


def test_what_is_estimated_is_said_to_be_about_right() -> None:
    match = sk.Match(sk.Crazy10s(size=7), seed=3)
    for _ in range(4):
        match.play("pass")
    found = ai.review(match, nodes=30)
    assert any(re.match(r"passes; about \d+ points less than ", each.reason) for each in found.moves)
    assert all(found.loss(player) == round(found.loss(player), 3) for player in (1, 2))


def test_reports_for_programs() -> None:
    found = ai.review(played(sk.MuTorere(), 5))
    text = json.loads(found.to_json())
    jsonschema.validate(text, json.loads(SHIPPED.read_text()))
    assert SHIPPED.read_text() == reviewing.json_schema()
    assert text["loss"] == [found.loss(1), found.loss(2)]
    assert ai.review(sk.Match(sk.Nim())).moves == ()


def test_what_is_no_match_is_refused() -> None:
    from spielkern import reference

    with pytest.raises(TypeError, match="expected a Match"):
        ai.review(sk.Nim().start())  # type: ignore[arg-type]
    with pytest.raises(sk.RulesError, match="only matches of the core's rules"):
        ai.review(sk.Match(reference.rules("nim")))
    with pytest.raises(sk.RulesError, match="seconds must be"):
        ai.review(sk.Match(sk.Nim()), seconds=-1)


def test_the_command(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    match = sk.Match(sk.Nim())
    for move in ("2:1", "3:1", "1:3"):
        match.play(move)
    file.write_text(match.to_json())
    text = fine(run, "review", str(file))
    assert "   1. 1: 2:1 [-1, missed win] leaves the xor of the heaps 5" in text
    assert "Player 1 lost " in text
    assert "proven" not in text
    found = data(run, "review", str(file))
    assert found == json.loads(ai.review(match).to_json())
    file.write_text("{}")
    assert "not a record" in refused(run, "review", str(file))
    assert "cannot read" in refused(run, "review", str(tmp_path / "no"))
    file.write_text(match.to_json())
    assert "--seconds takes" in refused(run, "review", str(file), "--seconds", "x")
