"""PettingZoo's own tests, and what an environment has to do with a match."""

from __future__ import annotations

import copy
import pickle
import random
import warnings
from itertools import pairwise
from typing import Any

import pytest
from frameworks import framework

import spielkern as sk
from spielkern.adapters.observations import observed

np: Any = framework("numpy")
framework("pettingzoo")
adapter: Any = framework("spielkern.adapters.pettingzoo")
suites: Any = framework("pettingzoo.test")

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("nim", {}),
    ("nim", {"heaps": (1, 2), "misere": True}),
    ("mu-torere", {}),
    ("mu-torere", {"ring": 4, "max_plies": 30, "repetition": None}),
    ("dots-and-boxes", {}),
    ("dots-and-boxes", {"rows": 1, "cols": 3}),
    ("ten", {"max_plies": 200}),
    ("ten", {"stones": 3, "max_plies": 40, "repetition": 3}),
    ("crazy10s", {}),
    ("crazy10s", {"size": 7, "placement": "line", "actions": 200}),
]

each_game = pytest.mark.parametrize(
    ("game", "options"), GAMES, ids=[f"{game} {' '.join(map(str, options))}".strip() for game, options in GAMES]
)


@each_game
def test_api(game: str, options: dict[str, Any]) -> None:
    suites.api_test(adapter.env(game, **options), num_cycles=100)


@each_game
def test_seeds(game: str, options: dict[str, Any]) -> None:
    suites.seed_test(lambda: adapter.env(game, **options), num_cycles=100)


@each_game
def test_rendering(game: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    # That test looks for masks in observations only.
    def make(render_mode: str | None = None) -> Any:
        return adapter.env(game, render_mode, dict_observations=True, **options)

    suites.render_test(make)
    env = make("ansi")
    env.reset(seed=1)
    drawing = env.render()
    position = env.unwrapped.match.position
    assert drawing.endswith(str(position.view(1) if game == "crazy10s" else position))
    env = make("human")
    env.reset(seed=1)
    capsys.readouterr()
    assert env.render() is None
    assert capsys.readouterr().out == drawing + "\n"


@each_game
def test_dict_observations(game: str, options: dict[str, Any]) -> None:
    env = adapter.env(game, dict_observations=True, **options)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        suites.api_test(env, num_cycles=20)
    # That is what the test says of all environments with such observations but those it knows by name.
    assert {str(warning.message) for warning in caught} == {
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    }
    env.reset(seed=5)
    observation, *_, info = env.last()
    assert (observation["action_mask"] == info["action_mask"]).all()
    assert env.observation_space("player_1").contains(observation)


@each_game
def test_an_episode_is_a_match(game: str, options: dict[str, Any]) -> None:
    env = adapter.env(game, **options)
    rng = random.Random(7)
    for seed in range(3):
        env.reset(seed=seed)
        match = env.unwrapped.match
        mirror = match.copy()
        turns = []
        total = {"player_1": 0, "player_2": 0}
        ends = []
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            total[agent] += reward
            player = int(agent[-1])
            assert (observation == observed(mirror.position, player)).all()
            assert env.observation_space(agent).contains(observation)
            if termination or truncation:
                ends.append((termination, truncation))
                assert not info["action_mask"].any()
                env.step(None)
                continue
            turns.append(player)
            assert player == mirror.player
            other = env.infos["player_2" if player == 1 else "player_1"]
            assert not other["action_mask"].any()
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            mirror.play(env.unwrapped.actions.move(mirror.position, int(action)))
            env.step(action)
            assert match == mirror
        assert mirror.outcome is not None
        assert (total["player_1"], total["player_2"]) == mirror.returns
        limit = mirror.outcome.reason == f"{options.get('max_plies')} plies"
        assert ends == [(not limit, limit)] * 2
        if (game, options) == ("dots-and-boxes", {}):
            assert any(one == other for one, other in pairwise(turns))


def walk(env: Any, *moves: str) -> None:
    for move in moves:
        env.step(env.unwrapped.actions.action(env.unwrapped.match.position, move))


def test_draws_by_rule_terminate_and_limits_of_the_caller_truncate() -> None:
    there_and_back = ("1-c", "8-1", "c-8", "1-c", "8-1", "c-8")
    for options in ({}, {"repetition": 2}):
        env = adapter.env("mu-torere", **options)
        env.reset()
        while not any(env.terminations.values()):
            assert not any(env.truncations.values())
            walk(env, there_and_back[env.unwrapped.match.ply % 6])
        assert env.terminations == {"player_1": True, "player_2": True}
        assert env.unwrapped.match.outcome.reason in ("third occurrence", "second occurrence")
        assert env.rewards == {"player_1": 0, "player_2": 0}
    env = adapter.env("mu-torere", max_plies=3)
    env.reset()
    walk(env, *there_and_back[:3])
    assert env.truncations == {"player_1": True, "player_2": True}
    assert env.terminations == {"player_1": False, "player_2": False}
    env = adapter.env("mu-torere", repetition=None)
    env.reset()
    for ply in range(120):
        walk(env, there_and_back[ply % 6])
    assert env.terminations == {"player_1": True, "player_2": True}
    assert env.unwrapped.match.outcome.reason == "120 plies"
    # The last object is taken at the limit: the game's own end goes first.
    env = adapter.env("nim", heaps=(1, 1), max_plies=2)
    env.reset()
    walk(env, "1:1", "2:1")
    assert env.terminations["player_1"]
    assert not env.truncations["player_1"]
    assert env.rewards == {"player_1": -1, "player_2": 1}


def test_seeds_deal_as_a_match_does() -> None:
    env = adapter.env("crazy10s")
    texts = []
    for _ in range(2):
        env.reset(seed=12)
        deals = [str(env.unwrapped.match.position)]
        for _ in range(3):
            env.reset()
            deals.append(str(env.unwrapped.match.position))
        texts.append(deals)
    assert texts[0] == texts[1]
    assert texts[0][0] == str(sk.Match(sk.Crazy10s(), seed=12).position)
    assert len(set(texts[0])) == 4
    other = adapter.env("crazy10s")
    other.reset()
    env.reset()
    assert other.unwrapped.match.position != env.unwrapped.match.position
    other.reset(seed=np.int64(12))
    assert str(other.unwrapped.match.position) == texts[0][0]
    for seed in (-1, 2**64, "a"):
        with pytest.raises((ValueError, TypeError)):
            env.reset(seed=seed)


def test_a_match_can_begin_elsewhere() -> None:
    env = adapter.env(sk.Nim())
    env.reset(options={"position": "0,0,2 2"})
    assert env.agent_selection == "player_2"
    walk(env, "3:2")
    assert env.rewards == {"player_1": -1, "player_2": 1}
    env.reset(options={"position": "0,0,0 1"})
    assert env.last()[1:3] == (-1, True)


def test_hidden_tiles_are_not_observed() -> None:
    env = adapter.env("crazy10s")
    env.reset(seed=4)
    text = str(env.unwrapped.match.position)
    board, racks, bag, *rest = text.split(" ")
    mine, theirs = racks.split("|")
    swapped = " ".join((board, f"{mine}|{''.join(sorted(bag[:7]))}", bag[7:] + theirs, *rest))
    first = env.observe("player_1"), env.observe("player_2"), env.infos["player_1"]["action_mask"]
    env.reset(options={"position": swapped})
    second = env.observe("player_1"), env.observe("player_2"), env.infos["player_1"]["action_mask"]
    assert (first[0] == second[0]).all()
    assert (first[1] != second[1]).any()
    assert (first[2] == second[2]).all()


def test_illegal_actions() -> None:
    raw = adapter.raw_env("nim")
    raw.reset()
    walk(raw, "1:3")
    with pytest.raises(sk.IllegalMove, match="1:3, is not legal"):
        raw.step(raw.rules.action("1:3"))
    with pytest.raises(sk.IllegalMove, match="actions are numbers from 0 to 11, not 12"):
        raw.step(12)
    with pytest.raises(sk.IllegalMove, match="player_2 is on turn: expected the number of an action, not None"):
        raw.step(None)
    assert raw.match.ply == 1
    env = adapter.env("nim")
    env.reset()
    walk(env, "1:3")
    env.step(env.unwrapped.rules.action("1:3"))
    assert env.rewards == {"player_1": 0, "player_2": -1}
    assert all(env.terminations.values())
    assert env.unwrapped.match.ply == 1


def test_whatever_counts_as_a_whole_number_is_an_action() -> None:
    for number in (3, np.int8(3), np.uint64(3), np.array(3)):
        raw = adapter.raw_env("nim")
        raw.reset()
        raw.step(number)
        assert str(raw.match.position) == "3,3,5 2"
    env = adapter.env("nim")
    env.reset()
    env.step(np.array(3))  # which is in the space of actions
    assert env.agent_selection == "player_2"
    for none in (3.0, np.float32(3), "3", [3], None):
        with pytest.raises(sk.IllegalMove, match="player_2 is on turn: expected the number of an action"):
            env.unwrapped.step(none)
    assert adapter.env("crazy10s", actions=np.int64(200)).action_space("player_1").n == 200


def test_wrong_options() -> None:
    with pytest.raises(sk.RulesError, match="there is no game 'chess'"):
        adapter.env("chess")
    with pytest.raises(sk.RulesError, match="render_mode is one of human, ansi or None, not 'rgb_array'"):
        adapter.env("nim", "rgb_array")
    with pytest.raises(sk.RulesError, match="rules have their options already; heaps cannot"):
        adapter.env(sk.Nim(), heaps=(1,))
    with pytest.raises(sk.RulesError, match="actions must be from 130 to 1048576"):
        adapter.env("crazy10s", actions=3)
    with pytest.raises(ValueError, match="max_plies"):
        adapter.env("ten", max_plies=0)


def test_the_example_of_the_documentation_runs() -> None:
    example = "\n".join(line[4:] for line in adapter.__doc__.splitlines() if line.startswith("    "))
    names: dict[str, Any] = {}
    exec(example, names)
    assert names["env"].unwrapped.match.outcome is not None


def test_environments_copy_and_pickle() -> None:
    env = adapter.env("crazy10s")
    env.reset(seed=3)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.unwrapped.match == env.unwrapped.match
        walk(twin, "pass")
        assert twin.unwrapped.match.ply == 1
    assert env.unwrapped.match.ply == 0
