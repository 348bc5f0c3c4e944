"""OpenSpiel's games with as much of spielkern's face as the benchmarks need. Positions are OpenSpiel's own states."""

from __future__ import annotations

from importlib import import_module
from typing import Any

pyspiel: Any = import_module("pyspiel")


class Rules:
    def __init__(self, game: str) -> None:
        self.game = pyspiel.load_game(game)

    def start(self) -> Any:
        return self.game.new_initial_state()

    def move(self, text: str) -> Any:
        return self.start().string_to_action(text)

    def perft(self, state: Any, depth: int) -> int:
        """A loop in Python, as OpenSpiel has no perft. Taking moves back is faster than `state.child`."""
        actions = state.legal_actions()
        if depth == 1:
            return len(actions)
        sequences = 0
        player = state.current_player()
        for action in actions:
            state.apply_action(action)
            sequences += self.perft(state, depth - 1)
            state.undo_action(player, action)
        return sequences

    def playouts(self, n: int, seed: int) -> tuple[tuple[int, int], int]:
        """Wins and draws of OpenSpiel's own random rollouts in C++; a draw counts as half a win of both.

        Python gets at them through a tree search of one simulation, which is `n` rollouts from the root.
        """
        rollouts = pyspiel.RandomRolloutEvaluator(n, seed)
        search = pyspiel.MCTSBot(
            self.game, rollouts, uct_c=1, max_simulations=1, max_memory_mb=1, solve=False, seed=seed, verbose=False
        )
        root = search.mcts_search(self.start())
        wins = round((1 + root.total_reward / root.explore_count) / 2 * n)
        return (wins, n - wins), 0


def rules(name: str, **options: Any) -> Rules:
    if name == "nim":
        return Rules(f"nim(pile_sizes={';'.join(map(str, options['heaps']))},is_misere=False)")
    if name == "dots-and-boxes":
        return Rules(f"dots_and_boxes(num_rows={options['rows']},num_cols={options['cols']})")
    raise ValueError(f"OpenSpiel has no {name}")
