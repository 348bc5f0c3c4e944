"""Crazy10s beyond its rules: counts computed elsewhere, views, matches, endgames, puzzles."""

from __future__ import annotations

import copy
import datetime
import io
import itertools
import json
import os
import pickle
import random
from collections import Counter
from typing import Any

import pytest
from conftest import DATA
from crazy10s_positions import BAG, board_with, empty, ends, tiles_left, vectors

import spielkern as sk
from spielkern import cli, reference
from spielkern.reference.crazy10s import Crazy10sPosition

RUN = board_with({"g7": "3", "h7": "7"})


# ------------------------------------------------------------------------------------- counts from elsewhere


@pytest.mark.parametrize("placement", ["line", "linked"])
@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: f"{vector['size']}-{vector['rack']}")
def test_vectors(vector: dict[str, Any], placement: str) -> None:
    view = sk.Crazy10s(size=vector["size"], placement=placement).board(vector["board"], vector["rack"])
    expected = vector[placement]
    tally = view.tally_plays()
    assert {str(tiles): count for tiles, count in tally.pop("by_tiles").items()} == expected["by_tiles"]
    best = expected.pop("best_plays")
    assert tally == {name: value for name, value in expected.items() if name != "by_tiles"}
    plays = list(view.plays())
    assert view.count_plays() == len(plays) == len(set(map(str, plays))) == expected["plays"]
    scores = Counter(map(view.score, plays))
    assert sum(score * count for score, count in scores.items()) == expected["sum_of_scores"]
    ours = view.best_plays(expected["best_count"] + 1)
    assert {str(play) for play in ours[: expected["best_count"]]} >= set(best)
    scores_of_best = [view.score(play) for play in ours]
    assert [score == expected["best_score"] for score in scores_of_best[:-1]] == [True] * (len(ours) - 1)
    assert len(plays) == len(ours) or scores_of_best[-1] < expected["best_score"]
    assert all(view.why_illegal(play) is None for play in random.Random(1).sample(plays, min(len(plays), 200)))


# ----------------------------------------------------------------------------------------- the plain engine


def some_of_the_rack(most: int) -> Any:
    """Draws up to so many tiles of the rack on turn."""

    def drawn(rng: random.Random, position: Any) -> str:
        rack = position.racks[position.player - 1]
        return "".join(rng.sample(rack, min(most, len(rack))))

    return drawn


def seven_light_tiles(heaviest: str) -> Any:
    """Draws seven of the digits up to that one that are not on the board; none where there are too few of them.

    Long plays need them, as six or seven tiles must add up to ten or little more; without jokers, and with some alike,
    the reference has fewer plays to go through.
    """

    def drawn(rng: random.Random, position: Any) -> str:
        left = [tile for tile in tiles_left(position.board) if tile <= heaviest and tile != "*"]
        return "".join(rng.sample(left, 7)) if len(left) >= 7 else ""

    return drawn


def compared(
    placement: str, size: int, count: int, racks: Any, *, seed: int, layout: str | None = None
) -> Counter[int]:
    """Compare plays and scores of both engines in random positions; how many plays there were by their tiles."""
    rng = random.Random(seed)
    core, plain = sk.Crazy10s(size, placement, layout), reference.Crazy10s(size, placement, layout)
    plays: Counter[int] = Counter()
    done = 0
    while done < count:
        position = core.start(rng.randrange(2**32))
        while position.outcome is None and done < count:
            rack = position.racks[position.player - 1]
            some = "".join(sorted(racks(rng, position), key="0123456789*".index))
            if not some:
                break
            view = core.board(position.board, some)
            board = tuple(position.board.replace("/", ""))
            slow = Crazy10sPosition(plain, board, (some, ""), None, 9, 1, (0, 0), 0)
            ours = {str(play): view.score(play) for play in view.plays()}
            assert ours == {str(play): slow.score(play) for play in slow.plays()}, str(view)
            done += 1
            plays.update(play.count("=") for play in ours)
            best = position.best_plays(10)
            if best:
                position = position.play(rng.choice(best))
            elif position.bag_size >= len(rack):
                position = position.play(f"swap {rack}")
            else:
                position = position.play("pass")
    return plays


#: All of it: SPIELKERN_FULL=1 compares more than 20,000 positions in one line and 2,000 linked ones, which takes hours.
FULL = os.environ.get("SPIELKERN_FULL") == "1"


@pytest.mark.parametrize(
    ("placement", "size", "tiles", "count"),
    [("line", 13, 3, 60), ("line", 7, 7, 30), ("linked", 13, 3, 12), ("linked", 7, 4, 10)]
    if not FULL
    else [("line", 13, 4, 12_000), ("line", 7, 7, 8_000), ("linked", 13, 4, 1_000), ("linked", 7, 5, 1_000)],
)
def test_plays_and_scores_are_those_of_the_reference(placement: str, size: int, tiles: int, count: int) -> None:
    assert compared(placement, size, count, some_of_the_rack(tiles), seed=1).total() > count


@pytest.mark.parametrize(
    ("placement", "size", "heaviest", "count"),
    [("line", 13, "2", 3), ("line", 11, "2", 2), ("linked", 5, "3", 12)]
    if not FULL
    else [("line", 13, "2", 1_000), ("line", 11, "2", 500), ("linked", 5, "4", 500), ("linked", 7, "3", 100)],
)
def test_plays_of_all_seven_tiles_are_those_of_the_reference(
    placement: str, size: int, heaviest: str, count: int
) -> None:
    plays = compared(placement, size, count, seven_light_tiles(heaviest), seed=1)
    assert set(plays) == {1, 2, 3, 4, 5, 6, 7}
    assert min(plays[6], plays[7]) > 10


@pytest.mark.parametrize("placement", ["line", "linked"])
@pytest.mark.parametrize("kinds", ["T", "tT", "..dtDT"])
def test_scores_are_those_of_the_reference_on_any_layout(placement: str, kinds: str) -> None:
    rng = random.Random(kinds)
    layout = "/".join("".join(rng.choices(kinds, k=7)) for _ in range(7))
    assert compared(placement, 7, 40, some_of_the_rack(3), seed=2, layout=layout).total() > 40


# ---------------------------------------------------------------------------------------------------- studies


def test_plays_are_made_one_by_one() -> None:
    view = sk.Crazy10s().board(RUN, "12345**")
    plays = view.plays()
    assert iter(plays) is plays
    first = list(itertools.islice(plays, 10_000))
    assert len(set(first)) == 10_000
    assert all(view.why_illegal(play) is None for play in first[::500])


def test_too_many_moves_are_not_listed() -> None:
    rules = sk.Crazy10s()
    left = tiles_left(RUN, "1234***", "0000000")
    position = rules.position(f"{RUN} 1234***|0000000 ?{len(left)} 1 10:0 0")
    with pytest.raises(sk.RulesError, match="too many to list"):
        position.moves()
    assert len(position.best_plays(3)) == 3


def test_best_plays_are_the_first_of_more() -> None:
    view = sk.Crazy10s().board(RUN, "0123457")
    all_plays = view.best_plays(view.count_plays() + 5)
    assert len(all_plays) == view.count_plays()
    scores = [view.score(play) for play in all_plays]
    assert scores == sorted(scores, reverse=True)
    for n in (0, 1, 2, 17):
        assert view.best_plays(n) == all_plays[:n]
    for wrong in (-1, 2**40):
        with pytest.raises(ValueError, match="n must be"):
            view.best_plays(wrong)


def test_reasons_name_the_run() -> None:
    view = sk.Crazy10s().board(RUN, "0123457")
    assert view.why_illegal("i7=2") == "row 7 from g7 to i7 sums to 12, not 10"
    assert view.why_illegal("g6=5") == "column g from g6 to g7 sums to 8, not 10"
    assert view.why_illegal("g6=7") is None
    with pytest.raises(sk.IllegalMove, match="row 7 from g7 to i7 sums to 12"):
        view.score("i7=2")
    with pytest.raises(sk.NotationError):
        view.score("i7=")
    with pytest.raises(TypeError):
        view.score(3)
    with pytest.raises(sk.IllegalMove):
        view.score(sk.Crazy10s(11).move("g6=7"))


@pytest.mark.parametrize(
    ("board", "rack"), [("", "1"), (empty(11), "1"), (RUN, "12345678"), (RUN, "21"), (RUN, "?7"), (RUN, "x")]
)
def test_boards_and_racks_are_checked(board: str, rack: str) -> None:
    with pytest.raises(sk.NotationError):
        sk.Crazy10s().board(board, rack)


def test_an_empty_rack_has_no_plays() -> None:
    view = sk.Crazy10s().board(RUN, "-")
    assert (list(view.plays()), view.count_plays(), view.best_plays(3)) == ([], 0, ())
    assert view.tally_plays()["best_score"] is None


def test_layouts_from_a_seed() -> None:
    layout = sk.Crazy10s.draw_layout(7)
    assert layout == sk.Crazy10s.draw_layout(7, 13)
    assert layout != sk.Crazy10s.draw_layout(8)
    assert sk.Crazy10s(layout=layout).layout == layout
    rows = layout.split("/")
    assert rows == rows[::-1] == [row[::-1] for row in rows]
    with pytest.raises(ValueError, match="size"):
        sk.Crazy10s.draw_layout(7, 12)


# ------------------------------------------------------------------------------------------------------ views


def test_a_view_shows_nothing_of_what_is_hidden() -> None:
    match = sk.Match(sk.Crazy10s(), seed=11)
    position = match.position
    view = match.view(1)
    board, racks, bag, *_ = str(view).split(" ")
    assert racks == f"{position.racks[0]}|?7"
    assert bag == "?66"
    assert view.racks == (position.racks[0], None)
    assert (view.viewer, view.player, view.rack, view.bag_size, view.rack_sizes) == (
        1,
        1,
        position.racks[0],
        66,
        (7, 7),
    )
    assert board == empty()
    assert match.view(2).racks == (None, position.racks[1])
    for wrong in (0, 3, "1", None, True):
        with pytest.raises(ValueError, match="player"):
            match.view(wrong)


def test_a_view_as_json() -> None:
    position = sk.Crazy10s(5).start(3)
    view = position.view(2)
    data = json.loads(view.to_json())
    assert data == {"game": "crazy10s", "options": view.rules.options, "view": str(view), "viewer": 2}
    assert sk.rules(data["game"], **data["options"]).view(data["view"], data["viewer"]) == view  # type: ignore[attr-defined]


def test_people_at_the_terminal_see_only_their_own_tiles(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    position = sk.Crazy10s().start(2)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert cli.main(["play", "crazy10s", "--seed", "2"]) == 0
    shown = capsys.readouterr().out
    assert str(position.view(1)) in shown
    assert str(position.racks[1]) not in shown
    assert str(position).split(" ")[2] not in shown


def test_positions_that_differ_only_in_hidden_tiles_give_equal_views() -> None:
    position = sk.Crazy10s().start(3)
    for player in (1, 2):
        view = position.view(player)
        others = {view.determinize(seed) for seed in range(20)}
        assert len(others) == 20
        for other in others:
            assert other.view(player) == view
            assert hash(other.view(player)) == hash(view)
            assert str(other.view(player)) == str(view)
            assert other.racks[player - 1] == position.racks[player - 1]


def test_unseen_tiles() -> None:
    position = sk.Crazy10s().start(3)
    view = position.view(1)
    assert sum(view.unseen) == 73
    assert "".join(kind * count for kind, count in zip(BAG, view.unseen, strict=True)) == tiles_left(empty(), view.rack)


def test_determinizations_are_uniform() -> None:
    rules = sk.Crazy10s(5)
    view = rules.board("...../...../..37./...../.....", "0")
    seconds = Counter(tile for seed in range(3000) for tile in view.determinize(seed).racks[1])
    total = 78 - 1
    for kind, count in zip(BAG, view.unseen, strict=True):
        assert abs(seconds[kind] - 21_000 * count / total) < 5 * (21_000 * count / total) ** 0.5


def test_determinizations_leave_the_bag_in_any_order() -> None:
    """All orders of the two last tiles in the bag, of nine that are not seen, come as often as they should."""
    position = sk.Crazy10s().start(1)
    while position.bag_size != 2:
        play = next(
            (play for play in position.best_plays(50) if len(str(play).split(",")) <= position.bag_size - 2), None
        )
        position = position.play("pass" if play is None else play)
    view = position.view(position.player)
    left = dict(zip(BAG, view.unseen, strict=True))
    assert sum(left.values()) == 9
    drawn = Counter(str(view.determinize(seed)).split(" ")[2] for seed in range(7200))
    expected = {a + b: 100 * left[a] * (left[b] - (a == b)) for a in left for b in left}
    possible = {order: count for order, count in expected.items() if count > 0}
    assert drawn.keys() <= possible.keys()
    chi_squared = sum((drawn[order] - count) ** 2 / count for order, count in possible.items())
    freedom = len(possible) - 1
    assert chi_squared < freedom + 5 * (2 * freedom) ** 0.5


def test_views_are_values() -> None:
    view = sk.Crazy10s().start(5).view(2)
    for again in (pickle.loads(pickle.dumps(view)), copy.copy(view), copy.deepcopy(view)):
        assert again == view
        assert str(again) == str(view)
    assert sk.Crazy10s().view(str(view)) == view
    with pytest.raises(AttributeError):
        view.player = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        type(view)()


# ---------------------------------------------------------------------------------------------------- matches


def random_match(rules: sk.Crazy10s, seed: int) -> sk.Match[Any]:
    match = sk.Match(rules, seed=seed)
    rng = random.Random(seed)
    while match.outcome is None:
        best = match.position.best_plays(30)
        rack = match.position.racks[match.player - 1]
        tiles = "".join(sorted(rng.sample(rack, rng.randint(1, len(rack))), key="0123456789*".index))
        if best and rng.random() < 0.9:
            match.play(rng.choice(best))
        elif match.position.is_legal(f"swap {tiles}"):
            match.play(f"swap {tiles}")
        else:
            match.play("pass")
    return match


@pytest.mark.parametrize(("size", "placement"), [(13, "line"), (17, "line"), (13, "linked"), (7, "line")])
def test_whole_matches(size: int, placement: str) -> None:
    rules = sk.Crazy10s(size, placement)
    plain = reference.Crazy10s(size, placement)
    for seed in range(6):
        match = random_match(rules, seed)
        scores = [0, 0]
        for position, after, move in zip(match.positions, match.positions[1:], match.history, strict=False):
            board, racks, bag, *_ = str(after).split(" ")
            assert sum(map(len, (racks.replace("|", "").replace("-", ""), bag.replace("-", "")))) == 80 - sum(
                tile not in "./" for tile in board
            )
            assert tiles_left(board, racks.replace("|", "").replace("-", ""), bag.replace("-", "")) == ""
            scores[position.player - 1] += plain.position(str(position)).score(plain.move(str(move)))
            assert after.scores == tuple(scores)
        assert match.outcome is not None
        one, two = match.position.final_scores
        assert match.outcome.winner == (1 if one > two else 2 if two > one else None)
        again = sk.Match.from_json(match.to_json())
        assert again == match
        assert sk.Match.from_json(match.to_json(), rules=reference.rules).to_json() == match.to_json()


def test_the_seed_makes_the_match() -> None:
    one, other = (random_match(sk.Crazy10s(9, "line"), 4) for _ in range(2))
    assert one.to_json() == other.to_json()
    assert sk.Match(sk.Crazy10s(), seed=4).position == sk.Crazy10s().start(4)
    assert sk.Match(sk.Crazy10s()).seed is not None
    assert sk.Match(sk.Crazy10s()).seed != sk.Match(sk.Crazy10s()).seed


def test_undo_and_play_draw_the_same_tiles() -> None:
    match = sk.Match(sk.Crazy10s(), seed=4)
    rack = match.position.racks[0]
    after = match.play(f"swap {rack[:3]}")
    match.undo()
    assert match.play(f"swap {rack[:3]}") == after
    match.play("pass")
    assert match.play(f"swap {match.position.racks[0][:3]}") != after


def test_a_record_says_nothing_else_than_the_start_and_the_moves() -> None:
    record = json.loads(random_match(sk.Crazy10s(7, "line"), 3).to_json())
    assert record["seed"] == 3
    assert record["options"] == {"size": 7, "placement": "line", "layout": empty(7)}


def test_positions_with_a_hidden_bag_are_played_too() -> None:
    position = sk.Crazy10s().position(f"{empty()} 0345577|1233446 ?66 1 0:0 0")
    after = position.play("g7=3,h7=7", seed=4)
    assert (after.bag_size, after.rack_sizes) == (64, (7, 7))
    assert after == position.play("g7=3,h7=7", 4)
    assert len({position.play("g7=3,h7=7", seed) for seed in range(30)}) > 15


def test_self_play() -> None:
    played = sk.Crazy10s(placement="line").self_play(20, seed=3)
    assert played["matches"] == 20 == sum(played["wins"]) + played["draws"]
    assert played == sk.Crazy10s(placement="line").self_play(20, seed=3)
    assert played != sk.Crazy10s(placement="line").self_play(20, seed=4)


def test_chance_games_are_not_solved_as_a_whole() -> None:
    with pytest.raises(sk.RulesError, match="chance"):
        sk.solve(sk.Crazy10s())
    with pytest.raises(sk.RulesError, match="empty bag"):
        sk.analyse(sk.Crazy10s().start())
    with pytest.raises(sk.RulesError, match="chance"):
        sk.Crazy10s().perft(sk.Crazy10s().start(), 2)


# --------------------------------------------------------------------------------------------------- endgames


def exhaustive(position: Any, known: dict[Any, int]) -> int:
    """The points still to come for the mover minus the opponent, by looking at everything."""
    if position not in known:
        mine, theirs = position.player - 1, 2 - position.player
        best = None
        for move in position.moves():
            after = position.play(move)
            if after.outcome is not None:
                change = [after.final_scores[i] - position.scores[i] for i in (0, 1)]
                value = change[mine] - change[theirs]
            else:
                value = after.scores[mine] - position.scores[mine] - exhaustive(bare(after), known)
            best = value if best is None else max(best, value)
        assert best is not None
        known[position] = best
    return known[position]


def bare(position: Any) -> Any:
    """Without points so far, which make no difference to what is still to come."""
    fields = str(position).split(" ")
    return position.rules.position(" ".join([*fields[:4], "0:0", fields[5]]))


@pytest.mark.parametrize("placement", ["line", "linked"])
def test_endgames_are_exact(placement: str) -> None:
    for position in ends(sk.Crazy10s(13, placement), 5, 8):
        analysis = sk.analyse(position)
        known: dict[Any, int] = {}
        assert analysis.value.proven
        assert analysis.value.net == exhaustive(bare(position), known)
        # Every best move and no other keeps the value.
        mine, theirs = position.player - 1, 2 - position.player
        keeping = []
        for move in position.moves():
            after = position.play(move)
            change = [after.final_scores[i] - position.scores[i] for i in (0, 1)]
            value = change[mine] - change[theirs]
            if after.outcome is None:
                value = after.scores[mine] - position.scores[mine] - exhaustive(bare(after), known)
            if value == analysis.value.net:
                keeping.append(str(move))
        assert sorted(map(str, analysis.best_moves or ())) == sorted(keeping)
        # The line is best play to the end.
        end = position
        for move in analysis.line or ():
            end = end.play(move)
        assert end.outcome is not None
        change = [end.final_scores[i] - position.scores[i] for i in (0, 1)]
        assert change[mine] - change[theirs] == analysis.value.net
        won = end.final_scores[mine] - end.final_scores[theirs]
        assert analysis.value.result == ("win" if won > 0 else "loss" if won < 0 else "draw")


def test_an_endgame_stops_in_time() -> None:
    position = ends(sk.Crazy10s(17, "line"), 14, 1)[0]
    analysis = sk.analyse(position, seconds=0.0)
    assert not analysis.value.proven
    assert analysis.best_moves is None
    assert [position.is_legal(move) for move in analysis.line or ()] == [True]


def test_an_endgame_cut_short_tells_what_is_proven(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    position = ends(sk.Crazy10s(13, "line"), 5, 1)[0]
    net = sk.analyse(position).value.net
    assert net is not None
    search = sk.Crazy10s._endgame  # type: ignore[attr-defined]
    told = set()
    for nodes in range(40):
        limited = lambda rules, *args, nodes=nodes: search(rules, *args, nodes, 2**10)  # noqa: E731
        monkeypatch.setattr(sk.Crazy10s, "_endgame", limited)
        found = sk.analyse(position)
        if found.value.proven:
            break
        assert [position.is_legal(move) for move in found.line or ()] == [True]
        low, high = found.value.bounds or (-9999, 9999)
        for note in found.notes:
            side, bound = note.removesuffix(".").split()[-2:]
            told.add(side)
            low, high = (int(bound), high) if side == "least" else (low, int(bound))
        assert low <= net <= high
    assert told
    monkeypatch.setattr(sk.Crazy10s, "_endgame", lambda rules, *args: search(rules, *args, 0, 2**10))
    assert cli.main(["analyse", "crazy10s", "--placement", "line", "--position", str(position)]) == 0
    shown = capsys.readouterr().out
    assert "the net is not known yet" in shown
    assert "forced win" not in shown
    assert "Play that looks best:" in shown


# ---------------------------------------------------------------------------------------------------- puzzles

#: The same everywhere and for ever: a change here is a mistake elsewhere.
GOLDEN = json.loads((DATA / "puzzles.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("date", sorted(GOLDEN))
def test_golden_puzzles(date: str) -> None:
    puzzle = sk.daily_puzzle(date)
    assert [str(puzzle), str(puzzle.best), puzzle.best_score] == GOLDEN[date]


def test_puzzles_are_good() -> None:
    day = datetime.date(2027, 1, 1)
    for _ in range(15):
        puzzle = sk.daily_puzzle(day)
        view = puzzle.view
        one, two = view.best_plays(2)
        assert one == puzzle.best
        assert view.score(one) == puzzle.best_score > view.score(two)
        assert view.count_plays() >= 5
        straight = sk.Crazy10s(11, "line", puzzle.layout).board(puzzle.board, puzzle.rack)
        best_straight = [straight.score(play) for play in straight.best_plays(1)]
        assert puzzle.best_score >= max([20, *best_straight]) + 10
        assert puzzle.rules.full_play == 0
        day += datetime.timedelta(days=1)


def test_answers_to_a_puzzle() -> None:
    puzzle = sk.daily_puzzle("2026-11-30")
    assert str(puzzle) == f"{puzzle.board} {puzzle.rack} {puzzle.layout}"
    assert puzzle.check(puzzle.best).solved
    second = puzzle.view.best_plays(2)[1]
    answer = puzzle.check(str(second))
    assert (answer.solved, answer.missing) == (False, puzzle.best_score - puzzle.view.score(second))
    wrong = puzzle.check("a1=1,a2=1")
    assert wrong.score is None
    assert wrong.why_illegal
    assert puzzle.check("pass").score is None
    with pytest.raises(sk.NotationError):
        puzzle.check("nonsense")


def test_dates_of_puzzles() -> None:
    today = datetime.datetime.now(datetime.UTC).date()
    assert sk.daily_puzzle().date in (today, today + datetime.timedelta(days=1))
    assert sk.daily_puzzle(datetime.date(2026, 12, 24)) == sk.daily_puzzle("2026-12-24")
    for wrong in ("2026-13-01", "24.12.2026", "", "20261224"):
        with pytest.raises(ValueError, match="date"):
            sk.daily_puzzle(wrong)
    with pytest.raises(TypeError):
        sk.daily_puzzle(5)  # type: ignore[arg-type]
    east, west = (datetime.timezone(datetime.timedelta(hours=hours)) for hours in (5, -5))
    for outside in (datetime.datetime(1, 1, 1, tzinfo=east), datetime.datetime(9999, 12, 31, 23, tzinfo=west)):
        with pytest.raises(sk.RulesError, match="from year 1 to 9999"):
            sk.daily_puzzle(outside)
    assert sk.daily_puzzle(datetime.datetime(2026, 12, 24, 3, tzinfo=east)).date == datetime.date(2026, 12, 23)


def test_the_puzzle_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = sk.daily_puzzle("2026-12-24")
    assert cli.main(["puzzle", "--date", "2026-12-24"]) == 0
    shown = capsys.readouterr().out
    assert str(puzzle.best) not in shown
    assert puzzle.board in shown
    assert cli.main(["puzzle", "--date", "2026-12-24", "--answer", str(puzzle.best), "--solution", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["answer"]["missing"] == 0
    assert data["solution"] == {"play": str(puzzle.best), "score": puzzle.best_score}
    assert cli.main(["puzzle", "--date", "tomorrow"]) == 2
