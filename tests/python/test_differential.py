"""The core against the plain Python reference: the same games, the same words."""

from __future__ import annotations

import random
from typing import Any

import pytest
from conftest import OPTIONS

import spielkern as sk
from spielkern import reference
from spielkern.reference import solve as brute_force

Options = tuple[str, dict[str, Any]]

#: So many different positions of 10 are compared with each set of options.
POSITIONS_OF_TEN = 8_500


@pytest.fixture
def engines(game_options: Options) -> tuple[Any, Any]:
    game, options = game_options
    return sk.rules(game, **options), reference.rules(game, **options)


def assert_same(core: Any, plain: Any) -> None:
    assert str(core) == str(plain)
    assert core.player == plain.player
    assert core.returns == plain.returns
    ours, theirs = [str(move) for move in core.moves()], [str(move) for move in plain.moves()]
    if core.rules.chance:  # Crazy10s has no natural order of plays: each engine has its own
        ours, theirs = sorted(ours), sorted(theirs)
    assert ours == theirs
    assert (core.outcome is None) == (plain.outcome is None)
    if core.outcome is not None:
        assert (core.outcome.winner, core.outcome.reason) == (plain.outcome.winner, plain.outcome.reason)


def test_ten_is_compared_at_100_000_positions() -> None:
    assert POSITIONS_OF_TEN * sum(game == "ten" for game, _ in OPTIONS) >= 100_000


def test_random_matches(engines: tuple[Any, Any]) -> None:
    core_rules, plain_rules = engines
    rng = random.Random(20)
    assert str(core_rules) == str(plain_rules)
    assert repr(core_rules) == repr(plain_rules)
    ten = isinstance(core_rules, sk.Ten)
    # A game with many moves, or slow ones, has seen enough then; one with few after 40 matches.
    enough = POSITIONS_OF_TEN if ten else 1000 if core_rules.chance else 5000
    seen: set[str] = set()  # of 10
    compared = matches = 0
    while compared < enough and (ten or matches < 40):
        matches += 1
        core, plain = core_rules.start(), plain_rules.start()
        for _ in range(50):
            assert_same(core, plain)
            moves = core.moves()
            if not moves:
                break
            for move in moves if not core_rules.chance else rng.sample(moves, 3):
                after = core.play(move)
                if str(after) in seen:
                    continue
                assert_same(after, plain.play(str(move)))
                if ten:
                    seen.add(str(after))
            compared = len(seen) if ten else compared + len(moves)
            move = rng.choice(moves)
            core, plain = core.play(move), plain.play(str(move))


def test_perft(engines: tuple[Any, Any]) -> None:
    core_rules, plain_rules = engines
    core, plain = core_rules.start(), plain_rules.start()
    for depth in range(2 if core_rules.chance else 12):
        expected = plain_rules.perft(plain, depth)
        assert core_rules.perft(core, depth) == expected
        if expected > 3000:
            break


def test_random_playouts(engines: tuple[Any, Any]) -> None:
    core_rules, plain_rules = engines
    if core_rules.chance:
        pytest.skip("random games hang on the order of moves too")
    for seed in (0, 1, 2**63, 2**64 - 1):
        # A game without a limit of its own may go on for very long.
        limit = core_rules.max_plies or 60
        assert tuple(core_rules.playouts(20, seed, max_plies=limit)) == tuple(
            plain_rules.playouts(20, seed, max_plies=limit)
        )
    assert tuple(core_rules.playouts(5, 3, max_plies=4)) == tuple(plain_rules.playouts(5, 3, max_plies=4))
    for rules in engines:
        for seed in (-1, 2**64, -(2**70)):
            with pytest.raises(ValueError, match="seed"):
                rules.playouts(1, seed)


def mutated(text: str, rng: random.Random) -> str:
    characters = list(text)
    for _ in range(rng.randrange(3)):
        at = rng.randrange(len(characters) + 1)
        new = rng.choice("0123456789 .,/:-|+aAbcCdx*?\u0663\u00b2")
        match rng.randrange(3):
            case 0:
                characters.insert(at, new)
            case 1:
                del characters[at : at + 1]
            case _:
                characters[at : at + 1] = [new]
    return "".join(characters)


def read(parse: Any, text: str) -> tuple[str, int | None]:
    """The canonical text, or where it was refused."""
    try:
        return str(parse(text)), None
    except (sk.NotationError, reference.NotationError) as refusal:
        error = refusal
    assert error.text == text
    assert error.expected
    return "refused", error.place


def test_both_parsers_accept_the_same_texts(engines: tuple[Any, Any]) -> None:
    core_rules, plain_rules = engines
    rng = random.Random(21)
    position = core_rules.start()
    texts = [str(position)]
    for _ in range(10):
        moves = position.moves()
        if not moves:
            break
        texts += [str(move) for move in moves[:5]]
        position = position.play(rng.choice(moves))
        texts.append(str(position))
    for _ in range(1500):
        text = mutated(rng.choice(texts), rng)
        assert read(core_rules.position, text) == read(plain_rules.position, text), text
        assert read(core_rules.move, text) == read(plain_rules.move, text), text


SMALL: list[Options] = [
    *[("dots-and-boxes", {"rows": rows, "cols": cols}) for rows, cols in ((1, 1), (1, 2), (2, 1), (1, 3), (2, 2))],
    ("ten", {"stones": 2}),
    ("nim", {}),
    ("nim", {"misere": True}),
    ("nim", {"heaps": (1,), "misere": True}),
    ("nim", {"heaps": (6, 6)}),
    ("nim", {"heaps": (1, 1, 2, 1, 2), "misere": True}),
    *[("mu-torere", {"ring": ring, "entry": entry}) for ring in (4, 6, 8) for entry in ("always", "none")],
    *[("mu-torere", {"ring": 8, "entry": "opening", "opening_plies": plies}) for plies in (0, 1, 3, 6)],
]


def test_every_game_is_solved_both_ways() -> None:
    assert {game for game, _ in SMALL} == {game for game in sk.games() if not sk.game_class(game).chance}


@pytest.mark.parametrize(("game", "options"), SMALL)
def test_every_value_is_the_brute_force_one(game: str, options: dict[str, Any]) -> None:
    rules = sk.rules(game, **options)
    solution = sk.solve(rules)
    expected = brute_force.solve_by_iteration(reference.rules(game, **options))
    nets = isinstance(solution, sk.NetSolution)  # every game is as long: there is no remoteness
    assert nets or len(expected) == solution.size
    for position, value in expected.items():
        core = solution.value(rules.position(str(position)))
        assert core.result == value.result, str(position)
        assert nets or core.remoteness == value.remoteness, str(position)
