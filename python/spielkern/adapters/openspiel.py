"""All games for OpenSpiel: importing this module registers them.

    import pyspiel
    from spielkern.adapters import openspiel

    game = pyspiel.load_game("spielkern_ten(stones=4,max_plies=200)")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    state.position                                # spielkern's own position

The games are spielkern_nim, spielkern_mu_torere, spielkern_dots_and_boxes, spielkern_ten and spielkern_crazy10s.
Their parameters are the games' options; a list of numbers is written as `heaps=3;4;5`, one of a single number as
`heaps=3;`, because OpenSpiel takes `heaps=3` for a number.
`game.new_initial_state(text)` begins in another position.

- **Actions** are numbered as by `rules.action(move)` and `rules.move_of(action)`, in Crazy10s as by
  `position.ranked_moves(actions)`, where `actions` is a parameter of the game.
- **Utilities** are 1, -1 and 0, and their sum is 0; they come at the end.
- **Length**: Mū Tōrere and 10 can go on for ever, so they have the parameters `max_plies` (a draw; 120 in Mū
  Tōrere, as published, and 1,000 in 10, whose rules have no such limit) and `repetition` (which occurrence of a
  position is a draw: 3 in Mū Tōrere, none in 10). 0 is no limit: then a state is its position and nothing more, as
  algorithms for cyclic games want it, and `max_game_length()` is 2^31 - 1. With limits `str(state)` says what else
  the future hangs on: the ply, and with `repetition` the moves.
- **Observations** are those of `position.observation(player)`: a tensor "board" with the planes that differ from place
  to place, and a tensor "numbers" with one number for each plane that is the same everywhere, followed by 1 and 0 if
  the player is on turn, by 0 and 1 if not.
- **Crazy10s** has imperfect information. Chance draws tile by tile: first player 1's seven and player 2's, then,
  once a play or swap is chosen, as many as it needs. The outcomes are 0 to 9 and 10, a joker, each as likely as it
  is frequent in the bag, so the order of the bag is no part of a state. Observations hide the other rack. While
  chance draws, the tensor is that of the position before (zeros during the deal). Information states are texts: all
  that a player has seen, in order.

States copy in constant time, whatever the game: what they hold never changes.

OpenSpiel 2.0.2's tree search in C++ (`pyspiel.MCTSBot`) crashes with games written in Python, its own ones too. That in
Python (`open_spiel.python.algorithms.mcts`) works.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

import spielkern
from spielkern.adapters.actions import DEFAULT_ACTIONS, actions_of
from spielkern.adapters.histories import ENDLESS, TERMINAL, Situation, Terms, longest_game, most_draws
from spielkern.adapters.observations import board_planes, observation_shape, observed
from spielkern.adapters.tiles import BOTH, DealtSituation
from spielkern.extras import required
from spielkern.reference.crazy10s import KINDS
from spielkern.values import Option

np = required("numpy", __package__, "frameworks")
pyspiel = required("pyspiel", __package__, "frameworks")
observation: Any = required("open_spiel.python.observation", __package__, "frameworks")

# Bases of an unknown type.
_Game: Any = pyspiel.Game
_State: Any = pyspiel.State

#: Plies after which 10 is a draw unless `max_plies` says otherwise.
TEN_PLIES = 1000


def register() -> tuple[str, ...]:
    """Register the games with OpenSpiel, as importing this module does; those that are stay as they are.

    Returns their names.
    """
    names = []
    for game in spielkern.games():
        game_type = _game_type(game)
        names.append(game_type.short_name)
        if game_type.short_name not in pyspiel.registered_names():
            # What makes a game must be a class: OpenSpiel lets go of it after the interpreter has ended, when only what
            # does not vanish with its last reference is safe.
            pyspiel.register_game(
                game_type, type(f"{spielkern.game_class(game).__name__}Game", (Game,), {"name": game})
            )
    return tuple(names)


class Game(_Game):  # type: ignore[misc]
    """A game under rules; `load_game` makes it, of a class of its own for each name."""

    name: ClassVar[str]

    def __init__(self, parameters: dict[str, Any]) -> None:
        options = spielkern.game_options(self.name)
        rules: Any = spielkern.rules(self.name, **{each.name: _value(each, parameters[each.name]) for each in options})
        self.terms = Terms(
            rules,
            actions_of(rules, parameters.get("actions", DEFAULT_ACTIONS)),
            _limit("max_plies", parameters.get("max_plies", 0), 1),
            _limit("repetition", parameters.get("repetition", 0), 2),
        )
        self.hidden = bool(rules.chance)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.terms.actions.count,
            max_chance_outcomes=len(KINDS) if self.hidden else 0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest_game(self.terms),
        )
        # As the game is written, so must it be read.
        lists = {each.name: _parameter(rules.options[each.name]) for each in options if each.kind == "ints"}
        super().__init__(_game_type(self.name), info, {**parameters, **lists})

    def new_initial_state(self, position: str | None = None) -> State:
        """Return the state at the start of a game, or in the position with this text."""
        return State(self, position)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many tiles can be drawn in one game at most; 0 in games without chance."""
        return most_draws(self.terms) if self.hidden else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return an observer of this kind: by default what a player sees now."""
        kind = pyspiel.IIGObservationType(perfect_recall=False) if iig_obs_type is None else iig_obs_type
        if self.hidden or (kind.public_info and not kind.perfect_recall):
            return Observer(self, kind, params)
        return observation.IIGObserverForPublicInfoGame(kind, params)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)


class State(_State):  # type: ignore[misc]
    """A state of a game; `Game.new_initial_state` makes it."""

    def __init__(self, game: Game, position: str | None = None) -> None:
        super().__init__(game)
        # OpenSpiel copies and writes a state by its attributes, so there is one, and it never changes.
        kind = DealtSituation if game.hidden else Situation
        self._now: Any = kind.begun(game.terms, position)

    @property
    def position(self) -> Any:
        """The position of spielkern; while chance draws, the one before. None until all tiles are dealt."""
        return self._now.position

    def current_player(self) -> int:
        """Return 0 or 1, or OpenSpiel's numbers for chance and the end."""
        player: int = self._now.player
        return player

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = self._now.actions()
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the tiles that can be drawn, and how likely each is."""
        outcomes: list[tuple[int, float]] = self._now.outcomes()
        return outcomes

    def _apply_action(self, action: int) -> None:
        self._now = self._now.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        text: str = self._now.action_text(action)
        return text

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return bool(self._now.player == TERMINAL)

    def returns(self) -> list[float]:
        """Return what both players have won: 1, -1 or 0."""
        return list(self._now.returns)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> Any:
        """Return a state that this player cannot tell from this one: in Crazy10s the other player has another rack.

        `sampler` returns numbers from 0 below 1. Any rack is as likely as the tiles unseen make it; what the other
        player has done is no evidence. `history()` remains the true one. Not while chance draws.
        """
        state = self.clone()
        state._now = self._now.resampled(player, sampler)
        return state

    def __str__(self) -> str:
        text: str = self._now.text(self.history)
        return text

    def __copy__(self) -> Any:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self.clone()


class Observer:
    """What a player sees of a state: OpenSpiel's interface for observers written in Python."""

    def __init__(self, game: Game, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters; given {params}")
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        self._public = bool(kind.public_info)
        self._recall = bool(kind.perfect_recall)
        self._private = kind.private_info
        if self._public and not self._recall and self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            planes, *places = observation_shape(game.terms.rules)
            boards = board_planes(game.terms.rules)
            cells = boards * math.prod(places)
            self.tensor = np.zeros(cells + planes - boards, np.float32)
            self.dict = {"board": self.tensor[:cells].reshape(boards, *places), "numbers": self.tensor[cells:]}

    def set_from(self, state: Any, player: int) -> None:
        """Bring the tensor up to a state, as a player sees it."""
        if self.tensor is not None:
            board, numbers = self.dict.values()
            if state.position is None:
                self.tensor[:] = 0
                return
            planes = observed(state.position, player + 1)
            board[:] = planes[: len(board)]
            numbers[:] = planes[len(board) :].reshape(len(numbers), -1)[:, 0]

    def string_from(self, state: Any, player: int) -> str:
        """Return what a player sees of a state, as text."""
        now = state._now
        if isinstance(now, Situation):
            return str(state)
        seen = now.recalled if self._recall else now.seen
        text: str = seen(self._viewers(player), self._public)
        return text

    def _viewers(self, player: int) -> tuple[int, ...]:
        if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return (player,)
        return BOTH if self._private == pyspiel.PrivateInfoType.ALL_PLAYERS else ()


def _loaded(game: str) -> Any:
    """Return a game that was pickled. Whoever calls this has registered the games by importing it."""
    return pyspiel.load_game(game)


def _game_type(name: str) -> Any:
    rules = spielkern.game_class(name)
    parameters: dict[str, Any] = {}
    for option in spielkern.game_options(name):
        parameters[option.name] = _parameter(option.default)
    hidden = rules.chance
    if hidden:
        parameters["actions"] = DEFAULT_ACTIONS
    elif name in ENDLESS:
        published: Any = rules()
        parameters["max_plies"] = published.max_plies or TEN_PLIES
        parameters["repetition"] = published.repetition or 0
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"spielkern_{name.replace('-', '_')}",
        long_name=f"{rules.title} (spielkern)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if hidden else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=hidden,
        parameter_specification=parameters,
    )


def _value(option: Option, parameter: Any) -> Any:
    """Read an option as OpenSpiel's parameters have it."""
    if option.kind != "ints":
        return parameter
    try:
        return tuple(int(number) for number in str(parameter).removesuffix(";").split(";"))
    except ValueError:
        raise spielkern.RulesError(f"{option.name}: expected numbers as 3;4;5 or 3;, not {parameter!r}") from None


def _parameter(value: Any) -> Any:
    """Write an option as OpenSpiel's parameters have it."""
    if not isinstance(value, tuple):
        return value
    return ";".join(map(str, value)) + ";" * (len(value) == 1)


def _limit(name: str, value: int, least: int) -> int | None:
    if value != 0 and not least <= value < 2**31:
        raise spielkern.RulesError(f"{name} is 0 for no limit, or from {least} to {2**31 - 1}, not {value}")
    return value or None


register()
