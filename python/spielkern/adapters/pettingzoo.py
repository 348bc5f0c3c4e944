"""All games as PettingZoo environments.

    from spielkern.adapters import pettingzoo

    env = pettingzoo.env("ten", stones=4, max_plies=200)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(info["action_mask"]))

Agents are "player_1" and "player_2". Turns need not alternate: in Dots and Boxes `agent_selection` stays with a
player who has closed a box.

- **Actions** are numbered as by `rules.action(move)` and `rules.move_of(action)`, in Crazy10s as by
  `position.ranked_moves(actions)`. `info["action_mask"]` has 1 for each legal one: int8, shape (N,), all
  zeros for the agent that is not on turn.
- **Observations** are `position.observation(player)`, float32, from the agent's own point of view, and in Crazy10s
  with nothing that is hidden from it; to its planes come two more, the first filled with 1 and the second with 0 if the
  agent is on turn, else the other way. With `dict_observations=True` they are dictionaries {"observation": ...,
  "action_mask": ...}, as those of PettingZoo's own board games; its `api_test` has warnings for all others like that.
- **Rewards** come at the end: 1 for the winner, -1 for the loser, 0 and 0 for a draw.
- **Ends**: what the rules of the game or of a match say ends the episode by termination; so a third occurrence or
  120 plies in Mū Tōrere are draws that terminate, and so is a `repetition` that is asked for. A limit `max_plies`
  that the caller sets is no part of the game: at it the episode is truncated.
- **An illegal action** is IllegalMove from `raw_env`. `env` wraps it as PettingZoo does its own games: whoever does
  it loses 1, the other one gets 0, a warning is logged and the episode ends.
- **Seeds**: `reset(seed=s)` deals as `Match(rules, seed=s)` does; each `reset()` after it deals anew, and again the
  same after the same seed. Without any seed they are drawn. Only Crazy10s has chance.
- `reset(options={"position": text})` begins in another position. `env.unwrapped.match` is the `Match` being played.
"""

from __future__ import annotations

import random
from operator import index
from types import EllipsisType
from typing import Any

import spielkern
from spielkern._core import Rules
from spielkern.adapters.actions import DEFAULT_ACTIONS, actions_of
from spielkern.adapters.observations import observation_bounds, observed
from spielkern.errors import RulesError, shown
from spielkern.extras import required
from spielkern.match import Match

pettingzoo = required("pettingzoo", __package__, "frameworks")
wrappers = required("pettingzoo.utils.wrappers", __package__, "frameworks")
gymnasium = required("gymnasium", __package__, "frameworks")
np = required("numpy", __package__, "frameworks")

_AECEnv: Any = pettingzoo.AECEnv  # a base of an unknown type

RENDER_MODES = ("human", "ansi")


def env(game: str | Rules, render_mode: str | None = None, **options: Any) -> Any:
    """Return the environment of a game, by its name or its rules, wrapped as PettingZoo recommends.

    `options` are those of `raw_env`, and of the game if it is named.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, render_mode, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(_AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name
    """The environment of a game without wrappers.

    `game` is a name, with the game's options among `options`, or rules. `render_mode` is "human" (prints after every
    step), "ansi" (`render` returns text) or None. `repetition` and `max_plies` are those of a match. `actions` is how
    many actions Crazy10s offers. `dict_observations` puts the mask of actions into the observations too, where
    PettingZoo's own board games have it. RulesError for an unknown game, mode or number.
    """

    def __init__(
        self,
        game: str | Rules,
        render_mode: str | None = None,
        *,
        repetition: int | EllipsisType | None = ...,
        max_plies: int | EllipsisType | None = ...,
        actions: int = DEFAULT_ACTIONS,
        dict_observations: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()
        if isinstance(game, Rules):
            if options:
                raise RulesError(f"rules have their options already; {', '.join(options)} cannot be given beside them")
            self.rules: Any = game
        else:
            self.rules = spielkern.rules(game, **options)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise RulesError(f"render_mode is one of {', '.join(RENDER_MODES)} or None, not {shown(render_mode)}")
        self.metadata = {
            "name": f"spielkern_{self.rules.name.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.actions = actions_of(self.rules, actions)
        self.match: Match[Any] = self._begun(None, repetition, max_plies)  # wrong limits are refused now, not at reset
        self._truncates = max_plies is not ...
        self._dict_observations = dict_observations
        self._random = random.Random()
        self.possible_agents = ["player_1", "player_2"]
        self.agents: list[str] = []
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.actions.count) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match; the seed, from 0 below 2^64, deals, and so do all later resets without one."""
        if seed is not None:
            seed = index(seed)
            self._random.seed(seed)
        elif self.rules.chance:
            seed = self._random.getrandbits(64)
        position = None if options is None else options.get("position")
        self.match = self._begun(position, self.match.repetition, self.match.max_plies, seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._look()
        self._accumulate_rewards()  # there are some if the match begins at its end

    def step(self, action: int | None) -> None:
        """Play an action of the agent on turn; None for one whose match is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            number = index(action)  # type: ignore[arg-type]  # what is none is refused here
        except TypeError:
            message = f"{agent} is on turn: expected the number of an action, not {shown(action)}"
            raise spielkern.IllegalMove(message) from None
        self._cumulative_rewards[agent] = 0
        self.match.play(self.actions.move(self.match.position, number))
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Any:
        """Return what an agent sees."""
        observation = observed(self.match.position, self._player(agent))
        if not self._dict_observations:
            return observation
        return {"observation": observation, "action_mask": self._mask(agent)}

    def render(self) -> str | None:
        """Draw the position: print it or return it, by the render mode. Hidden is what the agent on turn cannot see."""
        if self.render_mode is None:
            gymnasium.logger.warn("there is nothing to render without a render_mode")
            return None
        from spielkern import drawing  # noqa: PLC0415 - only who renders needs it

        picture = drawing.text(self.match, player=self.match.position.player)
        if self.render_mode == "ansi":
            return picture
        print(picture)
        return None

    def close(self) -> None:
        """Release nothing: a match holds nothing to release."""

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def _begun(self, position: Any, repetition: Any, max_plies: Any, seed: int | None = 0) -> Match[Any]:
        return Match(self.rules, position, seed=seed, repetition=repetition, max_plies=max_plies)

    def _player(self, agent: str) -> int:
        return self.possible_agents.index(agent) + 1

    def _mask(self, agent: str) -> Any:
        if self.match.outcome is None and self.match.player == self._player(agent):
            return self.actions.mask(self.match.position)
        return np.zeros(self.actions.count, np.int8)

    def _look(self) -> None:
        """Bring what PettingZoo reads up to the match's position."""
        self.agent_selection = self.possible_agents[self.match.player - 1]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}
        if self.match.outcome is not None:
            self.rewards = dict(zip(self.agents, map(int, self.match.returns), strict=True))
            # Of the limits, only that of plies can end a match whose position goes on at the last ply.
            limit = self._truncates and self.match.position.outcome is None and self.match.ply == self.match.max_plies
            repeated = self.match.repetition is not None and self.match.occurrences() >= self.match.repetition
            ends = self.truncations if limit and not repeated else self.terminations
            ends.update(dict.fromkeys(self.agents, True))

    def _observation_space(self) -> Any:
        space = gymnasium.spaces.Box(*observation_bounds(self.rules), dtype=np.float32)
        if not self._dict_observations:
            return space
        mask = gymnasium.spaces.Box(0, 1, (self.actions.count,), np.int8)
        return gymnasium.spaces.Dict({"observation": space, "action_mask": mask})
