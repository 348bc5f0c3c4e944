"""Dots and Boxes against OpenSpiel's MCTSBot with random rollouts, both with the same time for a move.

    python benchmarks/play_openspiel.py --games 100 --seconds 0.2

Prints every game and the points: a win counts 1, a draw a half. Each player begins every other game.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import pyspiel

import spielkern as sk
from spielkern import ai


def bot_of(game: Any, simulations: int, seed: int) -> Any:
    """The bot as OpenSpiel's own examples make it; it counts simulations, not time."""
    rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(
        game, rollouts, uct_c=2, max_simulations=simulations, max_memory_mb=1000, solve=True, seed=seed, verbose=False
    )


def simulations_in(game: Any, state: Any, seconds: float, seed: int) -> int:
    """So many simulations the bot makes from a state in that time: measured, as it has no clock."""
    some = 2_000
    begin = time.perf_counter()
    bot_of(game, some, seed).step(state)
    return max(1, int(some * seconds / (time.perf_counter() - begin)))


def play(game: Any, seconds: float, ours: int, seed: int, player: str) -> tuple[float, list[int]]:
    """One game; our points, and how many simulations the bot made for each move."""
    match = sk.Match(sk.DotsAndBoxes())
    state = game.new_initial_state()
    counts = []
    while match.outcome is None:
        if match.player == ours:
            # OpenSpiel numbers the edges as we do, and names them h(row,col) and v(row,col).
            move = ai.choose(match, seconds=seconds, player=player, seed=seed).move
        else:
            counts.append(simulations_in(game, state, seconds, seed))
            action = bot_of(game, counts[-1], seed + match.ply).step(state)
            move = move_of(state.action_to_string(state.current_player(), action))
        state.apply_action(actions_by_move(state)[str(move)])
        match.play(move)
    assert state.is_terminal()
    winner = match.outcome.winner
    assert state.returns()[0] == {None: 0, 1: 1, 2: -1}[winner]
    return 0.5 if winner is None else float(winner == ours), counts


def move_of(action: str) -> str:
    """Our text of an OpenSpiel move, as P1(h,0,0)."""
    kind, row, col = action[action.index("(") + 1 : -1].split(",")
    first = chr(ord("a") + int(col)) + str(int(row) + 1)
    across = kind == "h"
    return first + chr(ord("a") + int(col) + across) + str(int(row) + 1 + (not across))


def actions_by_move(state: Any) -> dict[str, int]:
    player = state.current_player()
    return {move_of(state.action_to_string(player, action)): action for action in state.legal_actions()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--player", default="best")
    arguments = parser.parse_args()
    game = pyspiel.load_game("dots_and_boxes(num_rows=4,num_cols=4)")
    points = 0.0
    for number in range(arguments.games):
        result, counts = play(game, arguments.seconds, 1 + number % 2, arguments.seed + 1000 * number, arguments.player)
        points += result
        print(
            f"game {number + 1}: {result:g}, {points:g} points so far; simulations of the bot from {min(counts):,}",
            flush=True,
        )
    print(f"{points:g} of {arguments.games} points, {points / arguments.games:.1%}")


if __name__ == "__main__":
    main()
