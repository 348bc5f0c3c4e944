"""Every sentence and example of 10's rule text, in the core and in the plain reference."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import DATA

import spielkern as sk
from spielkern import reference

EMPTY = "./../.../..../...../.... 1 0"


@pytest.fixture
def ten(engine: Any) -> Any:
    return engine("ten")


def texts(moves: Any) -> list[str]:
    return [str(move) for move in moves]


def targets(position: Any, point: str) -> set[str]:
    """Where the figure on `point` can move to."""
    return {text[3:] for text in texts(position.moves()) if text[:2] == point and text[2] in "-x"}


def splits(position: Any, point: str) -> list[str]:
    return [text for text in texts(position.moves()) if text.startswith(f"{point}/")]


def entries(position: Any) -> list[str]:
    return [text for text in texts(position.moves()) if "+" in text]


# ----------------------------------------------------------------------------------------------------
# Board and start


def test_the_board_starts_empty_and_player_1_begins(ten: Any) -> None:
    assert str(ten.start()) == EMPTY
    assert (ten.start().player, ten.start().phase, ten.start().supplies) == (1, 0, (10, 10))


def test_the_first_ply_places_one_single_on_any_point(ten: Any) -> None:
    assert texts(ten.start().moves()) == [
        "a1",
        "b1",
        "c1",
        "d1",
        "e1",
        "a2",
        "b2",
        "c2",
        "d2",
        "a3",
        "b3",
        "c3",
        "a4",
        "b4",
        "a5",
        "m1",
        "m2",
        "m3",
        "m4",
    ]
    assert str(ten.start().play("m4")) == "./../.../..../...../...S 2 1"


def test_only_the_first_ply_of_all_is_one_single(ten: Any) -> None:
    opened = ten.start().play("c1")
    assert len(opened.moves()) == 36
    assert opened.moves() == tuple(ten.move(text) for text in entries(opened))
    assert not opened.is_legal("a1")
    assert not ten.start().is_legal("a1+b1")


def test_texts_list_the_rows_from_the_top_and_then_the_middle_points(ten: Any) -> None:
    for text, figures in {
        "a5": "S/../.../..../...../.... 2 1",
        "b4": "./.S/.../..../...../.... 2 1",
        "a3": "./../S../..../...../.... 2 1",
        "d2": "./../.../...S/...../.... 2 1",
        "a1": "./../.../..../S..../.... 2 1",
        "m1": "./../.../..../...../S... 2 1",
    }.items():
        assert str(ten.start().play(text)) == figures


def test_larger_phases_are_read_as_2(ten: Any) -> None:
    assert str(ten.position("s/../.../..../S..../.... 1 31")) == "s/../.../..../S..../.... 1 2"


# ----------------------------------------------------------------------------------------------------
# Entering


def test_exactly_two_singles_enter(ten: Any) -> None:
    position = ten.start().play("c1").play("b1+a1")
    assert str(position) == "./../.../..../ssS../.... 1 2"
    assert position.supplies == (9, 8)


def test_nothing_enters_on_middle_points_or_the_inner_triangle(ten: Any) -> None:
    points = {point for text in entries(ten.start().play("m1")) for point in text.split("+")}
    assert points == {"a1", "b1", "d1", "e1", "a2", "d2", "a4", "b4", "a5"}
    for point in ["m1", "m2", "m3", "m4", "c1", "a3", "c3", "b2", "c2", "b3"]:
        assert not ten.start().play("a5").is_legal(f"a1+{point}")


def test_entering_never_beats(ten: Any) -> None:
    assert not ten.start().play("a1").is_legal("a1+b1")
    assert len(entries(ten.start().play("a1"))) == 28


def test_entering_needs_two_stones(engine: Any) -> None:
    text = "./../.../..../S...s/.... 1 2"
    assert not entries(engine("ten", stones=2).position(text))
    assert len(entries(engine("ten", stones=3).position(text))) == 21


def test_entering_needs_two_free_points(ten: Any) -> None:
    assert not entries(ten.position("s/sS/.../s..s/SS.S./.... 1 2"))
    assert entries(ten.position("s/s./.../s..s/SS.S./.... 1 2")) == ["e1+b4"]


# ----------------------------------------------------------------------------------------------------
# Moving


def test_a_single_moves_to_a_linked_point(ten: Any) -> None:
    assert targets(ten.position("s/../.../..../S..../.... 1 2"), "a1") == {"b1", "a2", "m1"}
    assert targets(ten.position("s/../.../..../..S../.... 1 2"), "c1") == {"b1", "d1", "b2", "c2", "m1", "m2", "m4"}
    assert targets(ten.position("s/../.../..../...../...S 1 2"), "m4") == {"c1", "a3", "c3", "b2", "c2", "b3"}


def test_a_double_moves_any_distance_along_a_straight_line(ten: Any) -> None:
    position = ten.position("./../.../..../D..../..s. 1 2")
    assert targets(position, "a1") == {"b1", "c1", "d1", "e1", "a2", "a3", "a4", "a5", "m1", "b2", "m4", "c3"}


def test_a_double_may_stop_where_it_likes(ten: Any) -> None:
    position = ten.position("./../.../..../D..../..s. 1 2")
    assert str(position.play("a1-c1")) == "./../.../..../..D../..s. 2 2"


def test_a_double_may_not_bend(ten: Any) -> None:
    position = ten.position("./../.../..../D..../..s. 1 2")
    for behind_a_bend in ("d2", "c2", "b4", "b3", "m2"):
        assert not position.is_legal(f"a1-{behind_a_bend}")


def test_a_line_ends_at_the_side_of_the_inner_triangle(ten: Any) -> None:
    assert targets(ten.position("./../.../D.../...../..s. 1 2"), "a2") == {"a1", "a3", "a4", "a5", "m1", "c1"}


@pytest.mark.parametrize("figure", ["S", "s", "T", "d"])
def test_a_figure_of_either_colour_stops_a_double_and_can_be_beaten(ten: Any, figure: str) -> None:
    position = ten.position(f"./../.../..../D.{figure}../..s. 1 2")
    assert {"b1", "c1"} <= targets(position, "a1")
    assert not {"d1", "e1"} & targets(position, "a1")
    assert position.is_legal("a1xc1")


def test_a_triple_moves_to_a_linked_point_only_where_it_does_not_jump(ten: Any) -> None:
    assert targets(ten.position("./../.../..../T..../..s. 1 2"), "a1") == {"b1", "a2", "m1"}
    assert targets(ten.position("s/../.../..../..T../.... 1 2"), "c1") == {"b1", "d1", "b2", "c2", "m1", "m2", "m4"}


def test_a_triple_jumps_from_a_middle_point_to_any_other_middle_point(ten: Any) -> None:
    for one in ("m1", "m2", "m3", "m4"):
        row = "".join("T" if name == one else "." for name in ("m1", "m2", "m3", "m4"))
        position = ten.position(f"./../.../s.../...../{row} 1 2")
        assert {"m1", "m2", "m3", "m4"} - {one} <= targets(position, one)


def test_a_triple_jumps_from_a_middle_point_to_a_big_corner_but_not_back(ten: Any) -> None:
    assert {"a1", "e1", "a5"} <= targets(ten.position("./../.../s.../...../...T 1 2"), "m4")
    assert {"a1", "e1", "a5"} <= targets(ten.position("./../.../s.../...../T... 1 2"), "m1")
    back = targets(ten.position("T/../.../s.../...../.... 1 2"), "a5")
    assert back == {"a4", "b4", "m3"}


def test_a_triple_jumps_over_what_stands_between(ten: Any) -> None:
    position = ten.position("./../.s./.s../s.s../..sT 1 2")
    assert position.is_legal("m4-a5")
    assert position.is_legal("m4xa1")
    assert position.is_legal("m4-m1")


def test_other_figures_do_not_jump(ten: Any) -> None:
    assert not {"m1", "m2", "m3", "a1", "e1", "a5"} & targets(ten.position("./../.../s.../...../...S 1 2"), "m4")
    assert not {"m1", "m2", "m3"} & targets(ten.position("./../.s./.ss./...../...D 1 2"), "m4")


# ----------------------------------------------------------------------------------------------------
# Beating


def test_the_stack_that_beats_lands_on_top(ten: Any) -> None:
    position = ten.position("./../.../..../Ss..s/.... 1 2")
    assert str(position.play("a1xb1")) == "./../.../..../.D..s/.... 2 2"


def test_own_figures_can_be_beaten(ten: Any) -> None:
    position = ten.position("./../.../..../SD..s/.... 1 2")
    assert str(position.play("a1xb1")) == "./../.../..../.T..s/.... 2 2"


def test_beaten_enemy_stones_are_exchanged_for_own_ones(ten: Any) -> None:
    after = ten.position("./../.../..../Sd..s/.... 1 2").play("a1xb1")
    assert str(after) == "./../.../..../.T..s/.... 2 2"
    assert after.supplies == (7, 9)


def test_own_captures_exchange_nothing(engine: Any) -> None:
    after = engine("ten", stones=2, shortage="forbid").position("./../.../..../SS..s/.... 1 2").play("a1xb1")
    assert str(after) == "./../.../..../.D..s/.... 2 2"


def test_three_stones_go_back_to_their_owners(ten: Any) -> None:
    before = ten.position("./../.../..../Dd..s/.... 1 2")
    after = before.play("a1xb1")
    assert str(after) == "./../.../..../.S..s/.... 2 2"
    assert before.supplies == (8, 7)
    assert after.supplies == (9, 9)  # one of the mover's and both of the beaten go back
    own = ten.position("./../.../..../TS..s/.... 1 2").play("a1xb1")
    assert str(own) == "./../.../..../.S..s/.... 2 2"
    assert own.supplies == (9, 9)


@pytest.mark.parametrize(("mover", "beaten"), [(one, other) for one in (1, 2, 3) for other in (1, 2, 3)])
@pytest.mark.parametrize("enemy", [False, True])
def test_no_stack_is_higher_than_three(ten: Any, mover: int, beaten: int, enemy: bool) -> None:
    figures = ".SDT"
    target = figures[beaten].lower() if enemy else figures[beaten]
    after = ten.position(f"./../.../..../{figures[mover]}{target}..s/.... 1 2").play("a1xb1")
    height = mover + beaten if mover + beaten <= 3 else mover + beaten - 3
    assert str(after) == f"./../.../..../.{figures[height]}..s/.... 2 2"


def test_a_short_supply_makes_a_lower_figure(engine: Any) -> None:
    rules = engine("ten", stones=3)
    assert str(rules.position("S/../.../..../Ds..s/.... 1 2").play("a1xb1")) == "S/../.../..../.D..s/.... 2 2"
    assert str(rules.position("./../.../..../Sd..s/S... 1 2").play("a1xb1")) == "./../.../..../.D..s/S... 2 2"
    assert str(rules.position("./../.../..../Ss..s/SS.. 1 2").play("a1xb1")) == "./../.../..../.S..s/SS.. 2 2"


def test_a_short_supply_forbids_the_capture(engine: Any) -> None:
    rules = engine("ten", stones=3, shortage="forbid")
    for text in ("S/../.../..../Ds..s/.... 1 2", "./../.../..../Sd..s/S... 1 2", "./../.../..../Ss..s/SS.. 1 2"):
        assert not rules.position(text).is_legal("a1xb1")
        with pytest.raises(ValueError, match="supply"):
            rules.position(text).play("a1xb1")


def test_stacks_over_three_need_no_supply(engine: Any) -> None:
    rules = engine("ten", stones=3, shortage="forbid")
    assert str(rules.position("./../.../..../Ts..s/.... 1 2").play("a1xb1")) == "./../.../..../.S..s/.... 2 2"


def test_the_situation_always_changes(ten: Any) -> None:
    position = ten.position("./S./.../s.D./S.s.T/..d. 1 2")
    for move in position.moves():
        assert str(position.play(move)).split()[0] != str(position).split()[0]


# ----------------------------------------------------------------------------------------------------
# Splitting


def test_a_double_splits_into_two_singles_where_it_could_move(ten: Any) -> None:
    position = ten.position("./../.../..../D.s../..s. 1 2")
    assert str(position.play("a1/b1,c3")) == "./../..S/..../.Ss../..s. 2 2"
    assert len(splits(position, "a1")) == 9 * 8 // 2  # b1, a2..a5, m1 b2 m4 c3


@pytest.mark.parametrize(
    ("text", "source", "row", "place"),
    [("./../.../..../D..../..s. 1 2", "a1", 4, 0), ("./../.../s.../...../...T 1 2", "m4", 5, 3)],
)
def test_splitting_leaves_the_point_empty(ten: Any, text: str, source: str, row: int, place: int) -> None:
    position = ten.position(text)
    assert splits(position, source)
    for move in splits(position, source):
        assert str(position.play(move)).split(" ")[0].split("/")[row][place] == "."


def test_figures_split_onto_free_points_only(ten: Any) -> None:
    position = ten.position("./../.../..../D.s../..s. 1 2")
    assert not position.is_legal("a1/b1,c1")
    assert position.is_legal("a1xc1")


def test_a_triple_splits_into_three_singles_or_a_double_and_a_single(ten: Any) -> None:
    position = ten.position("./../.../s.../...../...T 1 2")
    found = splits(position, "m4")
    assert len([text for text in found if "=" not in text]) == 220
    assert len([text for text in found if "=" in text]) == 132
    assert str(position.play("m4/b2,c2,b3")) == "./../.S./sSS./...../.... 2 2"
    assert str(position.play("m4/b2=2,c2")) == "./../.../sDS./...../.... 2 2"
    assert not position.is_legal("m4/b2,c2")
    assert len(targets(position, "m4")) + len(found) == 364


def test_a_single_cannot_split_and_a_double_not_into_three(ten: Any) -> None:
    position = ten.position("./../.../..../D...S/..s. 1 2")
    for text in ("e1/d1,d2", "a1/b1,c1,d1", "a1/b1=2,c1"):
        assert not position.is_legal(text)


def test_a_split_is_judged_on_the_board_before_it(ten: Any) -> None:
    # d1 lies behind c1, and both are free before.
    position = ten.position("./../.../..../D..../..s. 1 2")
    assert position.is_legal("a1/c1,d1")
    assert not ten.position("./../.../..../Ds.../..s. 1 2").is_legal("a1/c1,d1")


def test_as_many_free_targets_are_needed_as_there_are_new_figures(ten: Any) -> None:
    assert splits(ten.position("./../.../s.../Ts.../.... 1 2"), "a1") == []
    two_free = splits(ten.position("./../.../s.../T..../..s. 1 2"), "a1")
    assert two_free == ["a1/b1=2,m1", "a1/m1=2,b1"]


def test_the_parts_of_a_split_may_come_in_any_order(ten: Any) -> None:
    assert str(ten.move("m4/b3,c2,b2")) == "m4/b2,c2,b3"
    assert str(ten.move("m4/c2,b2=2")) == "m4/b2=2,c2"
    assert str(ten.move("B1+A1")) == "a1+b1"


# ----------------------------------------------------------------------------------------------------
# The end


def test_all_four_middle_points_win(ten: Any) -> None:
    after = ten.position("./../.../s.../..S../S.SS 1 2").play("c1-m2")
    assert (after.outcome.winner, after.outcome.reason) == (1, "all four middle points held")
    assert after.moves() == ()


@pytest.mark.parametrize(
    ("board", "move"),
    [
        ("./../.../SS../S..s./S...", "a1-b1"),
        ("./../.../s.SS/...SS/....", "e1-m2"),
        ("S/SS/.S./s.../...../....", "a5-m3"),
        ("./../.S./sSS./..S../....", "c1-m4"),
    ],
)
def test_the_middle_point_and_the_median_points_of_any_triangle_win(ten: Any, board: str, move: str) -> None:
    after = ten.position(f"{board} 1 2").play(move)
    assert (after.outcome.winner, after.outcome.reason) == (1, "a middle with its median points held")


def test_corners_do_not_win(ten: Any) -> None:
    after = ten.position("./../S../SS../..S.s/.... 1 2").play("c1-m1")
    assert after.outcome is None


def test_figures_of_any_height_hold_points(ten: Any) -> None:
    after = ten.position("./../.../sS../..S../S.DT 1 2").play("c1-m2")
    assert after.outcome.winner == 1


def test_the_only_one_with_figures_wins(ten: Any) -> None:
    after = ten.position("./../.../..../Dd.../.... 1 2").play("a1xb1")
    assert str(after) == "./../.../..../.S.../.... 2 2"
    assert (after.outcome.winner, after.outcome.reason) == (1, "no other figures left")


def test_player_2_is_not_out_before_the_first_entry(ten: Any) -> None:
    opened = ten.start().play("a1")
    assert opened.outcome is None
    assert str(opened) == "./../.../..../S..../.... 2 1"
    assert ten.position("./../.../..../S..../.... 2 2").outcome.winner == 1


def test_no_ply_at_all_loses_under_forbid(engine: Any) -> None:
    text = "./../s../DD../sDs../s..s 1 2"
    stuck = engine("ten", stones=6, shortage="forbid").position(text)
    assert stuck.moves() == ()
    assert (stuck.outcome.winner, stuck.outcome.reason) == (2, "no moves left")
    assert engine("ten", stones=6).position(text).outcome is None


def test_a_match_has_no_limit_unless_it_is_agreed(ten: Any) -> None:
    assert (ten.repetition, ten.max_plies) == (None, None)


def test_three_repetitions_can_be_agreed_to_draw() -> None:
    match = sk.Match(sk.Ten(), repetition=3)
    for text in ["a1", "d1+e1", *["a1-m1", "e1-m2", "m1-a1", "m2-e1"] * 2]:
        match.play(text)
    assert match.outcome is not None
    assert match.outcome.winner is None


# ----------------------------------------------------------------------------------------------------
# Positions that counting excludes


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("T/TT/S../..../S..../.... 1 2", 14),  # eleven stones
        ("t/tt/S../..../d..../.... 1 2", 14),
        ("./../.../..../...../.... 2 0", 25),
        ("./../.../..../...../.... 1 2", 27),
        ("S/../.../..../...../.... 2 0", 27),
        ("S/../.../..../...../.... 1 1", 27),
        ("s/../.../..../...../.... 2 1", 27),
        ("S/../.../..../...../.... 1 2", 25),  # player 2 has moved last, with what?
        ("./../.../..../s..../SSSS 1 2", 25),  # player 1 has won
        ("./../.../..../...../.... 1 00", 27),
        ("./../.../..../...../....  1 0", 25),
        ("./../.../..../...../.... 1 0 ", 28),
    ],
)
def test_refused_positions(ten: Any, text: str, place: int) -> None:
    with pytest.raises((sk.NotationError, reference.NotationError)) as caught:
        ten.position(text)
    assert caught.value.place == place


# ----------------------------------------------------------------------------------------------------
# Vectors computed by a program independent of this project


def vector_lines() -> list[str]:
    text = (DATA / "vectors" / "ten.perft").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("line", vector_lines())
def test_perft_vectors(engine: Any, line: str) -> None:
    options, text, numbers = [part.strip() for part in line.split(";")]
    stones, shortage = options.split()
    rules = engine("ten", stones=int(stones), shortage=shortage)
    position = rules.position(text)
    most = 3_000 if isinstance(rules, reference.Ten) else 5_000_000
    for depth, expected in enumerate(map(int, numbers.split()), start=1):
        if expected <= most:
            assert rules.perft(position, depth) == expected


# ----------------------------------------------------------------------------------------------------
# What the room itself offers


def test_moves_are_interned() -> None:
    rules = sk.Ten()
    assert rules.start().moves()[3] is rules.move("D1")


def test_the_draw_of_the_smallest_games() -> None:
    solution = sk.solve(sk.Ten(stones=3))
    start = solution.value(sk.Ten(stones=3).start())
    assert (start.result, start.remoteness) == ("draw", None)
    assert solution.counts == {"win": 89208, "loss": 4032, "draw": 3105962}
    assert solution.size == 3199202
    assert solution.verify() == 331945
