"""The rules of Crazy10s, sentence by sentence, in both engines."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from crazy10s_positions import BAG, board_with, empty, position_text, put, tiles_left

RUN = {"g7": "3", "h7": "7"}  # what the examples begin with


@pytest.fixture
def rules(engine: Any) -> Any:
    return engine("crazy10s")


@pytest.fixture
def large(engine: Any) -> Any:
    """With room for all tiles."""
    return engine("crazy10s", size=17)


def scored(position: Any, move: str) -> int:
    """What the player on turn gains."""
    assert position.is_legal(move), move
    mover = position.player - 1
    gained = position.play(move).scores[mover] - position.scores[mover]
    assert position.score(position.rules.move(move)) == gained
    return int(gained)


# ------------------------------------------------------------------------------------------------ material


def test_the_board_is_13_by_13(rules: Any) -> None:
    assert str(rules.start()).split(" ")[0] == empty(13)
    for square in ("a1", "m13", "g7"):
        rules.move(f"{square}=1")
    for square in ("n1", "a14", "a0"):
        with pytest.raises(ValueError, match="expected"):
            rules.move(f"{square}=1")


@pytest.mark.parametrize("size", [5, 7, 11, 25])
def test_other_odd_sizes(engine: Any, size: int) -> None:
    assert str(engine("crazy10s", size=size).start()).split(" ")[0] == empty(size)


@pytest.mark.parametrize("size", [3, 4, 6, 12, 26, 27, -5, 0])
def test_no_other_sizes(engine: Any, size: int) -> None:
    with pytest.raises(ValueError, match="size"):
        engine("crazy10s", size=size)


def test_the_bag_has_80_tiles_of_which_3_are_jokers(rules: Any) -> None:
    _, racks, bag, *_ = str(rules.start()).split(" ")
    tiles = Counter(racks.replace("|", "") + bag)
    assert tiles == BAG
    assert sum(tiles.values()) == 80


def test_both_draw_seven_player_1_first(rules: Any) -> None:
    first, second = str(rules.start()).split(" ")[1].split("|")
    assert (len(first), len(second)) == (7, 7)
    assert len(str(rules.start()).split(" ")[2]) == 66


def test_the_seed_deals(rules: Any) -> None:
    assert str(rules.start(5)) == str(rules.start(seed=5))
    assert str(rules.start(5)) != str(rules.start(6))
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="seed"):
            rules.start(seed)


def test_racks_are_refilled_to_seven_from_the_front_of_the_bag(rules: Any) -> None:
    left = tiles_left(empty(), "1334577", "0000000")
    position = rules.position(f"{empty()} 1334577|0000000 {left} 1 0:0 0")
    after = position.play("g7=3,h7=7")
    _, racks, bag, *_ = str(after).split(" ")
    assert racks == "".join(sorted("13457" + left[:2])) + "|0000000"
    assert bag == left[2:]


# ---------------------------------------------------------------------------------------------- first play


def test_the_first_play_covers_the_middle_square(rules: Any) -> None:
    position = put(rules, empty(), "0012337")
    assert position.is_legal("g7=3,h7=7")
    assert position.is_legal("g6=7,g7=3")
    assert not position.is_legal("h7=3,i7=7")


def test_the_first_play_forms_a_run_of_two_or_more(rules: Any) -> None:
    position = put(rules, empty(), "0012337")
    assert not position.is_legal("g7=0")
    assert not position.is_legal("g7=7")


def test_the_first_play_makes_ten(rules: Any) -> None:
    position = put(rules, empty(), "0012337")
    assert not position.is_legal("g7=3,h7=3")
    assert not position.is_legal("g7=7,h7=0")
    assert position.is_legal("f7=0,g7=7,h7=3")


def test_the_first_play_may_bend(rules: Any, engine: Any) -> None:
    bent = "g7=3,h7=7,h8=3"
    assert put(rules, empty(), "0012337").is_legal(bent)
    assert not put(engine("crazy10s", placement="line"), empty(), "0012337").is_legal(bent)


def test_g7_3_h7_7_scores_exactly_ten(rules: Any) -> None:
    assert scored(put(rules, empty(), "0012337"), "g7=3,h7=7") == 10


# ---------------------------------------------------------------------------------------------- later plays


def test_g6_7_completes_the_column_and_scores_ten(rules: Any) -> None:
    assert scored(put(rules, board_with(RUN), "0123457"), "g6=7") == 10


def test_every_later_play_touches_a_tile_that_was_there(rules: Any) -> None:
    position = put(rules, board_with(RUN), "0123457")
    assert not position.is_legal("a1=3,a2=7")
    assert not position.is_legal("f6=3,f5=7")  # only round a corner
    assert position.is_legal("f7=0,f6=3,f8=7")


def test_every_run_that_is_touched_makes_ten(rules: Any) -> None:
    position = put(rules, board_with(RUN), "0123457")
    assert not position.is_legal("i7=1")
    assert not position.is_legal("g6=5")
    assert position.is_legal("g6=4,g8=3")
    assert not position.is_legal("g6=7,h6=4")  # h6 h7 would be eleven


def test_a_lone_zero_is_legal_and_scores_nothing(rules: Any) -> None:
    assert scored(put(rules, board_with(RUN), "0123457"), "f7=0") == 0


def test_a_joker_as_a_lone_zero_scores_nothing(rules: Any) -> None:
    assert scored(put(rules, board_with(RUN), "123457*"), "f7=*0") == 0


def test_a_zero_beside_another_tile_counts_as_usual(rules: Any) -> None:
    assert scored(put(rules, board_with(RUN), "0023457"), "e7=0,f7=0") == 10


def test_a_lone_zero_that_completes_nothing_new_counts_as_a_scoreless_turn(rules: Any) -> None:
    position = put(rules, board_with(RUN), "0123457")
    assert str(position.play("f7=0")).endswith(" 1")
    assert str(position.play("g6=7")).endswith(" 0")


def test_a_zero_makes_a_run_longer(rules: Any) -> None:
    assert put(rules, board_with({**RUN, "i7": "0"}), "0123457").is_legal("f7=0,f6=3,f8=7")
    assert scored(put(rules, board_with({**RUN, "i7": "0"}), "0123557"), "i6=5,i8=5") == 10


def test_one_tile_in_two_runs_counts_in_both(rules: Any) -> None:
    #   g6 h6      g7 h7 are 3 7; 7 on g6 and 3 on h6 make a row and two columns
    assert scored(put(rules, board_with(RUN), "0123357"), "g6=7,h6=3") == 30


# ------------------------------------------------------------------------------------------------- linking


def test_g6_7_f7_0_are_not_linked(rules: Any) -> None:
    position = put(rules, board_with(RUN), "0123457")
    assert not position.is_legal("g6=7,f7=0")
    assert position.is_legal("g6=7")
    assert position.is_legal("f7=0")


def test_new_tiles_are_linked_over_old_ones(rules: Any) -> None:
    bridge = {"g7": "3", "g8": "7", "i7": "2", "i8": "8"}
    assert put(rules, board_with(bridge), "0123457").is_legal("h7=5")
    # f7 and h7 lie on both sides of g7
    assert put(rules, board_with(bridge), "0123457").is_legal("f7=1,h7=4")


def test_round_the_corner_of_an_old_tile_is_not_linked(rules: Any) -> None:
    position = put(rules, board_with(RUN), "0034577")
    assert position.is_legal("g6=7")
    assert position.is_legal("f7=0")
    assert not position.is_legal("f7=0,g8=7")


def test_a_play_may_chain_over_several_runs(rules: Any) -> None:
    position = put(rules, board_with(RUN), "0113457")
    chain = "g8=7,f8=3,f9=7"  # down from g7, across to f8, down from f8
    assert not position.is_legal(chain)  # there is one 7 only
    assert put(rules, board_with(RUN), "0113377").is_legal(chain)


def test_line_forbids_bends_and_nothing_else(engine: Any) -> None:
    line = engine("crazy10s", placement="line")
    position = put(line, board_with(RUN), "0113377")
    assert not position.is_legal("g8=7,f8=3,f9=7")
    assert not position.is_legal("g6=7,h6=3,h5=0")
    assert position.is_legal("g6=7,h6=3")
    assert position.is_legal("g8=7,f8=3")


# ------------------------------------------------------------------------------------------------- jokers


def test_a_joker_becomes_a_digit_and_stays_it(rules: Any) -> None:
    position = put(rules, board_with(RUN), "123457*")
    after = position.play("g6=*7")
    assert str(after).split(" ")[0].split("/")[5] == "......H......"
    assert scored(position, "g6=*7") == 10
    board = str(after).split(" ")[0]
    # From now on it counts as a seven.
    assert put(rules, board, "0123457").is_legal("h6=3")
    assert not put(rules, board, "0123457").is_legal("h6=4")


def test_a_joker_counts_its_digit_under_bonuses(engine: Any) -> None:
    layout = board_with({"g6": "t"})
    rules = engine("crazy10s", layout=layout)
    assert scored(put(rules, board_with(RUN), "123457*"), "g6=*7") == 3 + 7 * 3


# ------------------------------------------------------------------------------------------------- bonuses


def test_number_bonus_first_then_line_bonus(engine: Any) -> None:
    rules = engine("crazy10s", layout=board_with({"g7": "d", "h7": "D"}))
    assert scored(put(rules, empty(), "0012337"), "g7=3,h7=7") == (3 * 2 + 7) * 2 == 26


@pytest.mark.parametrize(("letter", "score"), [("d", 3 + 14), ("t", 3 + 21), ("D", 20), ("T", 30)])
def test_what_each_bonus_does(engine: Any, letter: str, score: int) -> None:
    rules = engine("crazy10s", layout=board_with({"g6": letter}))
    assert scored(put(rules, board_with(RUN), "0123457"), "g6=7") == score


def test_line_bonuses_multiply(engine: Any) -> None:
    rules = engine("crazy10s", layout=board_with({"g7": "D", "h7": "T"}))
    assert scored(put(rules, empty(), "0012337"), "g7=3,h7=7") == 60


def test_a_bonus_counts_in_each_run_of_its_tile(engine: Any) -> None:
    rules = engine("crazy10s", layout=board_with({"h6": "D"}))
    # the row g6 h6, the columns g6 g7 and h6 h7
    assert scored(put(rules, board_with(RUN), "0123357"), "g6=7,h6=3") == 20 + 10 + 20


def test_a_bonus_under_an_old_tile_counts_no_more(engine: Any) -> None:
    rules = engine("crazy10s", layout=board_with({"g7": "T", "h7": "t"}))
    assert scored(put(rules, board_with(RUN), "0123457"), "g6=7") == 10


def test_bonuses_do_not_make_a_play_legal_or_illegal(engine: Any) -> None:
    for letter in "dtDT":
        rules = engine("crazy10s", layout="/".join([letter * 13] * 13))
        position = put(rules, empty(), "0012337")
        assert position.is_legal("g7=3,h7=7")
        assert not position.is_legal("g7=3,h7=2")


def test_seven_tiles_at_once_score_20_more(engine: Any) -> None:
    play = "d7=0,e7=0,f7=0,g7=3,h7=7,i7=0,j7=0"
    rules = engine("crazy10s", layout=empty())
    position = put(rules, empty(), "0000037")
    assert scored(position, play) == 30
    assert scored(position, "e7=0,f7=0,g7=3,h7=7,i7=0,j7=0") == 10


def test_the_puzzle_board_has_no_extra_points(engine: Any) -> None:
    rules = engine("crazy10s", size=11, layout=empty(11))
    assert scored(put(rules, empty(11), "0000037"), "c6=0,d6=0,e6=0,f6=3,g6=7,h6=0,i6=0") == 10


# ------------------------------------------------------------------------------------------------- layouts


def images(places: list[tuple[int, int]], size: int) -> set[str]:
    middle = size // 2
    return {
        f"{chr(ord('a') + middle + j * right)}{middle + i * down + 1}"
        for a, b in places
        for down, right in ((a, b), (b, a))
        for i in (-1, 1)
        for j in (-1, 1)
    }


@pytest.mark.parametrize(
    ("size", "bonuses"),
    [
        (13, {"D": [(5, 5), (6, 2)], "t": [(6, 6), (4, 0)], "d": [(2, 2), (3, 1), (5, 3)]}),
        (11, {"D": [(4, 4), (5, 1)], "t": [(5, 5), (3, 0)], "d": [(2, 2), (4, 2)]}),
        (9, {}),
        (25, {}),
    ],
)
def test_default_layouts(engine: Any, size: int, bonuses: dict[str, list[tuple[int, int]]]) -> None:
    expected = {square: letter for letter, places in bonuses.items() for square in images(places, size)}
    assert engine("crazy10s", size=size).layout == board_with(expected, size)


def test_layouts_are_data(engine: Any) -> None:
    text = "d...t/...../..D../...../T...."
    rules = engine("crazy10s", size=5, layout=text)
    assert rules.layout == text
    assert rules == engine(rules.name, **rules.options)
    assert engine("crazy10s", layout=engine("crazy10s").layout) == engine("crazy10s", layout=None)
    for wrong in (text[:-1], text + ".", text.replace("d", "x"), text.replace("/", " "), "d", 5):
        with pytest.raises(ValueError, match="layout"):
            engine("crazy10s", size=5, layout=wrong)


# --------------------------------------------------------------------------------------------- other turns


def test_pass_scores_nothing(rules: Any) -> None:
    position = put(rules, board_with(RUN), "0123457", scores="10:0")
    after = position.play("pass")
    assert (after.player, after.scores) == (2, (10, 0))
    assert str(after).split(" ")[:3] == str(position).split(" ")[:3]


def test_swap_changes_tiles_and_scores_nothing(rules: Any) -> None:
    left = tiles_left(empty(), "0123457", "1111111")
    position = rules.position(f"{empty()} 0123457|1111111 {left} 1 0:0 0")
    after = position.play("swap 047", 9)
    _, racks, bag, player, scores, scoreless = str(after).split(" ")
    # Drawn first, so what was given back is not drawn at once.
    assert racks.split("|")[0] == "".join(sorted("1235" + left[:3]))
    assert Counter(bag) == Counter(left[3:] + "047")
    assert (player, scores, scoreless) == ("2", "0:0", "1")
    assert position.play("swap 047", 9) == after
    assert str(position.play("swap 047", 10)).split(" ")[2] != bag


def test_any_one_to_seven_tiles_are_swapped(engine: Any) -> None:
    rules = engine("crazy10s", size=5, placement="line")  # few plays
    position = put(rules, empty(5), "0012337")
    swaps = {str(move) for move in position.moves() if str(move).startswith("swap")}
    # of each kind none to all, but not none at all
    assert len(swaps) == 3 * 2 * 2 * 3 * 2 - 1
    assert {"swap 0", "swap 0012337", "swap 27"} <= swaps
    assert not position.is_legal("swap 4")
    assert not position.is_legal("swap 77")


def late(rules: Any, bag: str, first: str, second: str, rest: str = "1 0:0 0") -> Any:
    """A position with g7 h7 = 3 7 and all other tiles on the board too, where they are alone and in nobody's way."""
    board = dict(RUN)
    spots = [f"{chr(97 + col)}{row + 1}" for row in range(17) for col in range(row % 2, 17, 2)]
    far = [spot for spot in spots if spot[0] not in "efghij" or int(spot[1:]) not in (5, 6, 7, 8, 9)]
    left = tiles_left(board_with(board), bag, first, second)
    board |= {spot: "A" if tile == "*" else tile for spot, tile in zip(far, left, strict=False)}
    text = board_with(board, 17)
    assert tiles_left(text, bag, first, second) == ""
    return rules.position(f"{text} {first or '-'}|{second or '-'} {bag or '-'} {rest}")


def test_a_swap_needs_as_many_tiles_in_the_bag(large: Any) -> None:
    position = late(large, "12", "0345678", "0123456")
    assert position.is_legal("swap 03")
    assert not position.is_legal("swap 034")


def test_no_swap_with_an_empty_bag(large: Any) -> None:
    position = late(large, "", "0345678", "0123456")
    assert not position.is_legal("swap 0")
    assert position.is_legal("pass")


# ------------------------------------------------------------------------------------------------------ end


def test_going_out_gains_the_other_rack(large: Any) -> None:
    after = late(large, "", "7", "1459*", "1 20:30 0").play("g6=7")
    assert after.outcome is not None
    assert after.outcome.reason == "a rack emptied"
    # 10 for the play, and 1 + 4 + 5 + 9 of the other rack, where a joker is worth nothing
    assert after.scores == (30, 30)
    assert after.final_scores == (30 + 19, 30)
    assert after.outcome.winner == 1
    assert after.moves() == ()


def test_going_out_precedes_six_scoreless_turns(large: Any) -> None:
    after = late(large, "", "0", "1459", "1 20:39 5").play("f7=0")
    assert after.outcome.reason == "a rack emptied"
    assert after.final_scores == (20 + 19, 39)
    assert after.outcome.winner is None


def test_an_empty_rack_alone_does_not_end_the_match_while_the_bag_lasts(rules: Any) -> None:
    # After such a play the rack is full again.
    position = put(rules, empty(), "0000037")
    after = position.play("d7=0,e7=0,f7=0,g7=3,h7=7,i7=0,j7=0")
    assert after.outcome is None


def test_six_scoreless_turns_end_the_match_and_take_away_the_racks(rules: Any) -> None:
    text = position_text(board_with(RUN), "123457*", scores="10:0", scoreless=5)
    position = rules.position(text)
    assert position.outcome is None
    after = position.play("pass")
    assert after.outcome.reason == "six turns without points"
    second = sum(int(tile) for tile in text.split(" ")[1].split("|")[1] if tile != "*")
    assert after.scores == (10, 0)
    assert after.final_scores == (10 - 22, 0 - second)


def test_passes_swaps_and_zero_plays_by_either_player_count_together(rules: Any) -> None:
    position = put(rules, board_with(RUN), "0123457", scoreless=0)
    turns = ["pass", "pass", "f7=0", "pass", "swap 1", "pass"]
    for number, turn in enumerate(turns, start=1):
        assert position.outcome is None
        position = position.play(turn)
        assert str(position).split(" ")[-1] == str(number)
    assert position.outcome is not None


def test_points_break_the_row_of_scoreless_turns(rules: Any) -> None:
    position = put(rules, board_with(RUN), "0123457", scoreless=5)
    after = position.play("g6=7")
    assert after.outcome is None
    assert str(after).endswith(" 0")


def test_higher_score_wins_and_equal_is_a_draw(large: Any) -> None:
    def winner(scores: str) -> Any:
        return late(large, "", "19", "55", f"1 {scores} 6").outcome.winner

    assert winner("50:40") == 1
    assert winner("40:50") == 2
    assert winner("50:50") is None


def test_a_joker_on_a_rack_is_worth_nothing(large: Any) -> None:
    assert late(large, "", "1*", "**", "1 0:0 6").final_scores == (-1, 0)


def test_scores_may_go_below_zero(large: Any) -> None:
    assert late(large, "", "99", "8", "1 0:0 6").final_scores == (-18, -8)


# -------------------------------------------------------------------------------------------------- notation


def test_moves_are_written_by_row_then_column(rules: Any) -> None:
    assert str(rules.move("h7=7,g7=3")) == "g7=3,h7=7"
    assert str(rules.move("a10=1,b2=2,a2=*3")) == "a2=*3,b2=2,a10=1"
    assert str(rules.move("SWAP *40")) == "swap 04*"
    assert str(rules.move("Pass")) == "pass"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 0),
        ("g7", 2),
        ("g7=", 3),
        ("g7=*", 4),
        ("g7=12", 4),
        ("g7=1,", 5),
        ("g7=1,g7=2", 5),
        ("g07=1", 1),
        ("g14=1", 1),
        ("swap", 4),
        ("swap ", 5),
        ("swap 0 1", 6),
        ("swap 01234567", 12),
        ("passes", 4),
        ("a1=0,b1=0,c1=0,d1=0,e1=0,f1=0,g1=0,h1=0", 34),
    ],
)
def test_move_texts_are_refused_at_their_place(rules: Any, text: str, place: int) -> None:
    with pytest.raises(ValueError, match="expected") as refusal:
        rules.move(text)
    assert refusal.value.place == place  # type: ignore[attr-defined]


def test_the_start_as_text(rules: Any) -> None:
    text = f"{empty()} 0345566|1233446 ?66 1 0:0 0"
    assert str(rules.position(text)) == text


def test_jokers_on_the_board_are_letters(rules: Any) -> None:
    text = position_text(board_with({"g7": "D", "h7": "7"}), "0123457")
    assert str(rules.position(text)) == text


@pytest.mark.parametrize(
    ("board", "rest"),
    [
        (empty(), "0345566|1233446 ?65 1 0:0 0"),  # 79 tiles
        (empty(), "0345566|1233446 ?67 1 0:0 0"),  # 81
        (empty(), "0345566|1233999 ?66 1 0:0 0"),  # three nines
        (empty(), "0345566|123****? ?66 1 0:0 0"),
        (empty(), "0354566|1233446 ?66 1 0:0 0"),  # out of order
        (empty(), "034556|1233446 ?67 1 0:0 0"),  # not refilled
        (empty(), "0345566|1233446 ?66 3 0:0 0"),
        (empty(), "0345566|1233446 ?66 1 0-0 0"),
        (empty(), "0345566|1233446 ?66 1 5:0 0"),  # points for nothing
        (empty(), "0345566|1233446 ?66 2 0:0 0"),  # player 1 opens
        (empty(), "0345566|1233446 ?66 1 0:0 7"),
        (empty(), "0345566|1233446 ?66 1 0:0 00"),
        (empty(), "0345566|1233446 - 1 0:0 0"),
        (board_with({"g7": "3", "h7": "8"}), "0345566|1233446 ?64 1 0:0 0"),  # eleven
        (board_with({"g7": "A", "h7": "A", "i7": "J", "g8": "J"}), "0345566|1233446 ?62 1 0:0 0"),  # four jokers
    ],
)
def test_what_counting_alone_excludes_is_refused(rules: Any, board: str, rest: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        rules.position(f"{board} {rest}")
