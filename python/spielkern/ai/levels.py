"""Levels 1 to 10, for people: opponents that err as people do.

A level asks a player of this package for its candidates with few nodes, and then draws one of them by lot: the more a
move loses, the less likely it is, by the level's temperature; and moves that lose more than the level's cap never
come. So a weak level overlooks things, and a strong one hardly ever; but none does anything silly out of nowhere.
`levels.toml` has the numbers, found by `benchmarks/calibrate_levels.py`.
"""

from __future__ import annotations

import math
import random
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from itertools import islice, takewhile
from typing import Any

from spielkern.ai.decision import Candidate, Decision
from spielkern.ai.greedy import best_plays, moves_without_play
from spielkern.ai.limits import Limits
from spielkern.ai.player import Budget, Situation
from spielkern.ai.players import player
from spielkern.errors import RulesError, shown
from spielkern.values import Value

WEAKEST, STRONGEST = 1, 10
#: Instead of a player's name, and then a number of tiles: `by_points`, which overlooks longer plays.
PLAYS = "plays-"
MOST_TILES = 7


@dataclass(frozen=True, slots=True)
class Step:
    """How one level plays one game."""

    #: Whose candidates it draws from, and how many nodes that player may spend on them.
    player: str
    nodes: int
    #: A move that loses so much is e times less likely than the best; 0.0: always the best.
    temperature: float
    #: Moves that lose more never come.
    cap: float
    #: What losses are counted in: "worth" or "win" of the candidates.
    by: str = "worth"


@dataclass(frozen=True, slots=True)
class LevelPlayer:
    """A player of some level; `steps` has a step for each game."""

    name: str
    steps: dict[str, Step]

    def choose(self, situation: Situation, /) -> Decision:
        """Choose a move; the same for the same seed, unless the seconds of the budget are too few for the level."""
        game = situation.position.rules.name
        if game not in self.steps:
            raise RulesError(f"there are no levels of {game}; there are of {', '.join(self.steps)}")
        step = self.steps[game]
        budget = Budget(situation.budget.seconds, step.nodes)
        asked = replace(situation, budget=budget)
        if step.player.startswith(PLAYS):
            found = by_points(asked, int(step.player.removeprefix(PLAYS)))
        else:
            found = player(step.player).choose(asked)
        return drawn(found, step, situation.seed)


def at_level(level: int) -> LevelPlayer:
    """The player of a level from 1 to 10."""
    if isinstance(level, bool) or not isinstance(level, int):
        raise TypeError(f"level must be a whole number, not {shown(level)}")
    if not WEAKEST <= level <= STRONGEST:
        raise RulesError(f"level must be from {WEAKEST} to {STRONGEST}, not {shown(level)}")
    return LevelPlayer(f"level-{level}", {game: steps[level - 1] for game, steps in table().items()})


def drawn(decision: Decision, step: Step, seed: int) -> Decision:
    """The decision with one of its candidates instead, drawn as the step has it."""
    if not decision.candidates or step.temperature == 0:
        return decision
    best = next((each for each in decision.candidates if each.move == decision.move), decision.candidates[0])
    # What seems to be worth more than the move that was chosen was looked at too little: that is as unsure as a loss.
    losses = [abs(getattr(best, step.by) - getattr(each, step.by)) for each in decision.candidates]
    kept = [(each, loss) for each, loss in zip(decision.candidates, losses, strict=True) if loss <= step.cap]
    weights = [math.exp(-loss / step.temperature) for _, loss in kept]
    (chosen, _), *_ = random.Random(seed ^ LOT).choices(kept, weights)
    if chosen.move == decision.move:
        return decision
    return replace(decision, move=chosen.move, line=(chosen.move,), win=chosen.win, proven=False)


def by_points(situation: Situation, tiles: int) -> Decision:
    """Of a game of plays for points the plays of at most so many tiles; without any, a swap or a pass.

    As many are listed as the budget has nodes, and time for: the best ones or, where long plays are not seen, the first
    ones found.
    """
    limits = Limits(situation)
    view = situation.position
    most = situation.budget.nodes or 1
    if tiles >= MOST_TILES:
        plays = best_plays(view, most, limits)
    else:
        found = takewhile(lambda _: not limits.over, islice(view.plays(), most))
        plays = [play for play in found if str(play).count("=") <= tiles]
    listed = [
        Candidate(play, Value(score=float(score)), 0.5, float(score), 1)
        for play in plays
        for score in (view.score(play),)
    ]
    listed.sort(key=lambda candidate: -candidate.worth)
    if not listed:
        listed = [Candidate(moves_without_play(view)[0], Value(score=0.0), 0.5, 0.0, 1)]
    best = listed[0]
    return Decision(best.move, best.value, 0.5, (best.move,), tuple(listed), len(listed), limits.spent, proven=False)


#: So that the lot has nothing to do with what else a player draws by the same seed.
LOT = 0x6C6576656C


@cache
def table() -> dict[str, tuple[Step, ...]]:
    """The steps of all levels by game, level 1 first."""
    text = resources.files("spielkern.ai").joinpath("levels.toml").read_text(encoding="utf-8")
    data: dict[str, Any] = tomllib.loads(text)
    found = {}
    for game, rows in data.items():
        steps = [Step(name, nodes, temperature, cap, rows["by"]) for name, nodes, temperature, cap in rows["steps"]]
        found[game] = tuple(steps)
    return found
