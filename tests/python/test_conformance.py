"""What every game must keep, through the bindings and in the reference alike."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest
from conftest import OPTIONS

import spielkern as sk
from spielkern import reference

Options = tuple[str, dict[str, Any]]


def is_slow(rules: Any) -> bool:
    """Does it take the better part of a second to list moves?"""
    return bool(rules.chance) and isinstance(rules, reference.Crazy10s)


def random_positions(rules: Any, count: int = 60, seed: int = 1) -> list[Any]:
    """Positions of random games, finished ones among them; some may come twice."""
    rng = random.Random(seed)
    positions = []
    if is_slow(rules):
        count = min(count, 4)
    while len(positions) < count:
        position = rules.start()
        for _ in range(40):
            positions.append(position)
            moves = position.moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
    return positions


def conceivable_moves(rules: Any) -> list[str]:
    """Move texts of every kind, most of them illegal in any one position."""
    if rules.name == "nim":
        return [f"{heap}:{count}" for heap in range(1, len(rules.heaps) + 1) for count in range(1, 20)]
    if rules.name == "mu-torere":
        points = [*map(str, range(1, rules.ring + 1)), "c"]
        return [f"{a}-{b}" for a in points for b in points]
    if rules.name == "dots-and-boxes":
        dots = [f"{col}{row}" for row in range(1, rules.rows + 2) for col in "abcdefghijklm"[: rules.cols + 1]]
        return [f"{one}{other}" for i, one in enumerate(dots) for other in dots[i:]]
    met = random_positions(sk.rules(rules.name, **rules.options), 300, seed=2)
    texts = sorted({str(move) for position in met for move in position.moves()})
    return texts if rules.name == "ten" else random.Random(3).sample(texts, 500)


@pytest.fixture
def rules(engine: Any, game_options: Options) -> Any:
    game, options = game_options
    return engine(game, **options)


def test_legal_list_is_is_legal(rules: Any) -> None:
    conceivable = conceivable_moves(rules)
    for position in random_positions(rules, 30):
        moves = position.moves()
        assert len(set(moves)) == len(moves)
        legal = {str(move) for move in moves}
        assert legal == {text for text in {*conceivable, *legal} if position.is_legal(text)}
        assert all(position.is_legal(move) for move in moves)


def test_a_game_is_over_exactly_when_there_are_no_moves(rules: Any) -> None:
    for position in random_positions(rules):
        outcome = position.outcome
        assert (outcome is None) == bool(position.moves())
        if outcome is None:
            assert position.returns == (0.0, 0.0)
        else:
            assert outcome.winner in (1, 2, None)
            assert outcome.reason
            assert position.returns == {1: (1.0, -1.0), 2: (-1.0, 1.0), None: (0.0, 0.0)}[outcome.winner]


def test_text_round_trips(rules: Any) -> None:
    by_text: dict[str, Any] = {}
    for position in random_positions(rules):
        text = str(position)
        again = rules.position(text)
        assert again == position
        assert hash(again) == hash(position)
        assert str(again) == text
        assert text in repr(position)
        assert by_text.setdefault(text, position) == position
        for move in position.moves():
            assert rules.move(str(move)) == move
            assert rules.move(str(move).upper()) == move


def test_the_mover_is_part_of_a_position(rules: Any) -> None:
    for position in random_positions(rules):
        text = str(position)
        fields = text.split(" ")
        assert str(position.player) in fields[1:]
        for i in range(1, len(fields)):
            if fields[i] != str(position.player):
                continue
            changed = [*fields[:i], str(3 - position.player), *fields[i + 1 :]]
            try:
                other = rules.position(" ".join(changed))
            except ValueError:
                continue  # something else in the text tells the mover too
            assert other != position
            assert str(other) != text


def test_an_illegal_move_leaves_everything_untouched(rules: Any) -> None:
    for position in random_positions(rules, 20):
        before = (str(position), position.moves(), position.player, position.outcome)
        illegal = [text for text in conceivable_moves(rules) if not position.is_legal(text)]
        for text in [*illegal[:30], "", "x", "1", "1:", "\N{MACRON}", "1:1\0", "c-c-c", "1:-1", " 1-c"]:
            assert not position.is_legal(text)
            with pytest.raises(ValueError, match=r"."):
                position.play(text)
        for nonsense in (None, 3, b"1-c", 1.5, object()):
            with pytest.raises(TypeError):
                position.play(nonsense)
            with pytest.raises(TypeError):
                position.is_legal(nonsense)
        assert (str(position), position.moves(), position.player, position.outcome) == before


def test_values_are_immutable_picklable_and_copies_are_equal(rules: Any) -> None:
    position = rules.start()
    for value in (rules, position, *position.moves()):
        for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert again == value
            assert hash(again) == hash(value)
            assert str(again) == str(value)
            assert type(again) is type(value)
        for name in ("player", "rules", "heaps", "ring", "anything"):
            with pytest.raises((AttributeError, TypeError)):
                setattr(value, name, 1)
        assert value != str(value)
        assert value is not None


def test_perft_is_the_sum_over_the_moves(rules: Any) -> None:
    for position in random_positions(rules, 8):
        assert rules.perft(position, 0) == 1
        assert rules.perft(position, 1) == len(position.moves())
        if rules.chance:
            with pytest.raises(ValueError, match="chance"):
                rules.perft(position, 2)
            continue
        # As deep as is quick: the reference plays each ply.
        depth = 3 if len(position.moves()) <= 20 else 2
        assert rules.perft(position, depth) == sum(rules.perft(position.play(m), depth - 1) for m in position.moves())
    for depth in (-1, 1001, 10**30):
        with pytest.raises(ValueError, match="depth"):
            rules.perft(rules.start(), depth)


def test_rules_from_their_own_options_are_equal(engine: Any, rules: Any) -> None:
    assert engine(rules.name, **rules.options) == rules
    assert type(rules)(*rules.options.values()) == rules
    assert rules.start().rules == rules
    assert list(rules.options) == [option.name for option in sk.game_options(rules.name)]


def test_other_rules_make_other_values(engine: Any) -> None:
    small, large = engine("mu-torere", ring=8, entry="none"), engine("mu-torere", ring=8)
    assert small != large
    assert small.start() != large.start()
    assert small.move("1-c") != large.move("1-c")
    assert not large.start().is_legal(small.move("1-c"))
    with pytest.raises(ValueError, match=r"."):
        large.start().play(small.move("1-c"))
    with pytest.raises(ValueError, match=r"."):
        large.perft(small.start(), 2)


def test_equal_rules_share_moves(engine: Any) -> None:
    one, other = engine("nim"), engine("nim")
    assert one == other
    assert one.start().play(other.move("1:2")) == other.start().play(one.move("1:2"))


def test_core_and_reference_are_never_equal() -> None:
    assert sk.Nim() != reference.Nim()
    assert sk.Nim().start() != reference.Nim().start()


@pytest.mark.parametrize("game", [game for game in sk.games() if game != "crazy10s"])  # it has far too many
def test_moves_are_interned(game: str) -> None:
    rules = sk.rules(game)
    position = rules.start()
    assert all(a is b for a, b in zip(position.moves(), position.moves(), strict=True))
    assert all(rules.move(str(move)) is move for move in position.moves())


def test_one_option_name_is_of_one_kind() -> None:
    kinds: dict[str, str] = {}
    for game in sk.games():
        for option in sk.game_options(game):
            assert kinds.setdefault(option.name, option.kind) == option.kind


def test_every_game_is_stretched() -> None:
    assert {game for game, _ in OPTIONS} == set(sk.games())


@pytest.mark.parametrize("game", sk.games())
def test_the_reference_has_every_game(game: str) -> None:
    assert game in reference.games()
    assert reference.rules(game).options == sk.rules(game).options
    assert reference.rules(game).title == sk.rules(game).title
