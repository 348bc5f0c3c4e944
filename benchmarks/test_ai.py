"""Monte-Carlo tree search: simulations a second, ours with one thread and two, and OpenSpiel's MCTSBot."""

from __future__ import annotations

from typing import Any

import pytest

import spielkern as sk

from .tiers import Measure, dots_and_boxes, load, mu_torere, nim, ten

SEED = 1
TREE_BYTES = 2**26

ROWS = [
    (nim(3, 4, 5), 20_000),
    (mu_torere(8), 5_000),
    (dots_and_boxes(4, 4), 200_000),
    (ten(10), 2_000),
]


@pytest.mark.parametrize("tier", ["core"])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("game", "simulations"), ROWS, ids=str)
def test_simulations(rules: Any, measure: Measure, simulations: int, threads: int) -> None:
    what = f"{simulations:,} simulations of a tree search, {threads} thread{'s' * (threads > 1)}"
    start = rules.start()
    found = measure(what, rules._mcts, start, None, simulations, TREE_BYTES, threads, SEED, [], None, None)
    assert {move for move, *_ in found["candidates"]} == set(start.moves())
    if found["proven"] is None:
        assert found["simulations"] == simulations == sum(visits for _, visits, *_ in found["candidates"])
    else:  # it ends once the start is proven: of these games, only Nim's is in reach
        assert (rules.name, found["proven"], str(found["line"][0])) == ("nim", "win", "1:2")


@pytest.mark.parametrize("tier", ["OpenSpiel"])
@pytest.mark.parametrize("game", [dots_and_boxes(4, 4)], ids=str)
def test_open_spiel_simulations(measure: Measure, tier: str) -> None:
    load(tier)
    import pyspiel  # noqa: PLC0415 - an extra

    simulations = 20_000
    game = pyspiel.load_game("dots_and_boxes(num_rows=4,num_cols=4)")
    rollouts = pyspiel.RandomRolloutEvaluator(1, SEED)
    bot = pyspiel.MCTSBot(
        game, rollouts, uct_c=2, max_simulations=simulations, max_memory_mb=1000, solve=True, seed=SEED, verbose=False
    )
    root = measure(f"{simulations:,} simulations of a tree search, 1 thread", bot.mcts_search, game.new_initial_state())
    assert root.explore_count == simulations


def test_ten_times_open_spiel() -> None:
    """In one run, so that the machine is the same."""
    load("OpenSpiel")
    import time  # noqa: PLC0415 - of this test alone

    import pyspiel  # noqa: PLC0415 - an extra

    game = pyspiel.load_game("dots_and_boxes(num_rows=4,num_cols=4)")
    rules: Any = sk.DotsAndBoxes()

    def theirs() -> float:
        rollouts = pyspiel.RandomRolloutEvaluator(1, SEED)
        bot = pyspiel.MCTSBot(game, rollouts, 2, 10_000, 1000, True, SEED, False)
        begin = time.process_time()
        bot.mcts_search(game.new_initial_state())
        return 10_000 / (time.process_time() - begin)

    def ours() -> float:
        begin = time.process_time()
        rules._mcts(rules.start(), None, 200_000, TREE_BYTES, 1, SEED, [], None, None)
        return 200_000 / (time.process_time() - begin)

    pairs = [(ours(), theirs()) for _ in range(3)]
    assert max(own / other for own, other in pairs) >= 10, pairs
