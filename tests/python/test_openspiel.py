"""OpenSpiel's own tests and algorithms on our games, and what its states have to do with positions and matches."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from crazy10s_positions import BAG
from frameworks import framework

import spielkern as sk
from spielkern.adapters.observations import observed

np: Any = framework("numpy")
pyspiel: Any = framework("pyspiel")
adapter: Any = framework("spielkern.adapters.openspiel")
playthroughs: Any = framework("open_spiel.python.algorithms.generate_playthrough")
simulations: Any = framework("open_spiel.python.tests.games_sim_test")

GAMES = [
    "spielkern_nim",
    "spielkern_nim(heaps=1;2;2,misere=True)",
    "spielkern_mu_torere",
    "spielkern_mu_torere(ring=6,entry=none,max_plies=50,repetition=0)",
    "spielkern_dots_and_boxes",
    "spielkern_dots_and_boxes(rows=1,cols=3)",
    "spielkern_ten",
    "spielkern_ten(stones=3,shortage=forbid,max_plies=60,repetition=3)",
    "spielkern_crazy10s",
    "spielkern_crazy10s(size=7,placement=line,actions=200)",
]
each_game = pytest.mark.parametrize("game", [pyspiel.load_game(text) for text in GAMES], ids=GAMES)


@pytest.fixture(autouse=True)
def seeded() -> None:
    np.random.seed(1)  # OpenSpiel's tests draw from here


@each_game
def test_random_simulations(game: Any, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


@each_game
def test_simulation_suite(game: Any) -> None:
    simulations.GamesSimTest().sim_game(game)


@each_game
def test_playthroughs_replay(game: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The flags of its command line: it is a test of OpenSpiel's that is to replay what is written here.
    monkeypatch.setattr(playthroughs, "_USE_ACTION_IDS", type("Flag", (), {"value": True}))
    file = tmp_path / "playthrough.txt"
    file.write_text(playthroughs.playthrough(str(game), None), encoding="utf-8")
    written, replayed = playthroughs.replay(str(file))
    assert written == replayed
    assert "IsTerminal() = True" in written


def played(game: Any, seed: int, plies: int = 10_000) -> Any:
    """A random game, or the first plies of one, with what they draw."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and (plies > 0 or state.is_chance_node()):
        plies -= not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@each_game
def test_lengths_and_numbers(game: Any) -> None:
    state = played(game, 5)
    chances = [step for step in state.full_history() if step.player == pyspiel.PlayerId.CHANCE]
    assert len(state.history()) - len(chances) <= game.max_game_length()
    assert len(chances) <= game.max_chance_nodes_in_history()
    assert game.num_distinct_actions() == adapter.actions_of(state.position.rules, game.terms.actions.count).count
    assert (game.utility_sum(), game.min_utility(), game.max_utility()) == (0, -1, 1)


def test_longest_games() -> None:
    lengths = {
        "spielkern_nim": 12,
        "spielkern_dots_and_boxes(rows=2,cols=3)": 17,
        "spielkern_mu_torere": 120,
        "spielkern_mu_torere(max_plies=7)": 7,
        "spielkern_ten": 1000,
        "spielkern_ten(max_plies=0)": 2**31 - 1,
        "spielkern_crazy10s": 480,
    }
    for game, length in lengths.items():
        assert pyspiel.load_game(game).max_game_length() == length


# --------------------------------------------------------------------------------------------- OpenSpiel's algorithms


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heaps", [(1, 2, 3), (1, 2, 2), (1, 1), (4, 1)])
def test_alpha_beta_agrees_with_our_solver(heaps: tuple[int, ...], misere: bool) -> None:
    minimax = framework("open_spiel.python.algorithms.minimax")
    game = pyspiel.load_game("spielkern_nim", {"heaps": ";".join(map(str, heaps)), "misere": misere})
    value, _ = minimax.alpha_beta_search(game)
    rules = sk.Nim(heaps, misere)
    assert value == {"win": 1, "loss": -1}[str(sk.solve(rules).value(rules.start()).result)]


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        ("ring=4", sk.MuTorere(4)),
        ("ring=6", sk.MuTorere(6)),
        ("ring=6,entry=none", sk.MuTorere(6, "none")),
        ("ring=6,entry=opening,opening_plies=2", sk.MuTorere(6, "opening", 2)),
    ],
)
def test_value_iteration_agrees_with_our_solver(options: str, rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # It solves linear programs where both players move at once, and wants a further package for that.
    programs = "open_spiel.python.algorithms.lp_solver"
    monkeypatch.setitem(sys.modules, programs, ModuleType(programs))
    value_iteration = framework("open_spiel.python.algorithms.value_iteration")
    game = pyspiel.load_game(f"spielkern_mu_torere({options},max_plies=0,repetition=0)")
    values = value_iteration.value_iteration(game, -1, 1e-9, cyclic_game=True)
    solution = sk.solve(rules)
    assert len(values) == sum(solution.reachable_counts.values())
    for text, value in values.items():
        position = rules.position(text)
        ours = {"win": 1, "loss": -1, "draw": 0}[str(solution.value(position).result)]
        assert value == (ours if position.player == 1 else -ours)


def test_tree_search_finds_the_win_of_ten() -> None:
    mcts = framework("open_spiel.python.algorithms.mcts")
    game = pyspiel.load_game("spielkern_ten(max_plies=40)")
    state = game.new_initial_state("./../.../..../Dd.../.... 1 2")
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.5, 60, rollouts, random_state=np.random.RandomState(2), solve=True)
    wins = [str(move) for move in state.position.moves() if state.position.play(move).outcome is not None]
    assert 0 < len(wins) < len(state.position.moves()) / 2
    assert state.action_to_string(bot.step(state)) in wins


def test_information_set_search_plays_crazy10s() -> None:
    ismcts = framework("open_spiel.python.algorithms.ismcts")
    mcts = framework("open_spiel.python.algorithms.mcts")
    game = pyspiel.load_game("spielkern_crazy10s(size=7,placement=line,actions=140)")
    state = played(game, 2, plies=2)
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, rollouts, 2.0, 8, random_state=np.random.RandomState(2))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("text", ["spielkern_mu_torere", "spielkern_ten(max_plies=100)", "spielkern_crazy10s"])
def test_learning_environment(text: str) -> None:
    learning = framework("open_spiel.python.rl_environment")
    environment = learning.Environment(text)
    rng = random.Random(1)
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert any(step.observations["info_state"][player])
        step = environment.step([rng.choice(step.observations["legal_actions"][player])])
    assert sum(step.rewards) == 0


# --------------------------------------------------------------------------------------------------- states and texts


def check_tensor(state: Any, player: int) -> None:
    planes = observed(state.position, player + 1)
    observer = state.get_game().make_py_observer()
    observer.set_from(state, player)
    board, numbers = observer.dict["board"], observer.dict["numbers"]
    assert (board == planes[: len(board)]).all()
    assert [{number} for number in numbers] == [{*plane.ravel()} for plane in planes[len(board) :]]
    assert state.observation_tensor(player) == [*board.ravel(), *numbers]


@pytest.mark.parametrize("game", [each for each in GAMES if "crazy10s" not in each])
def test_a_game_is_a_match(game: str) -> None:
    loaded = pyspiel.load_game(game)
    state = loaded.new_initial_state()
    terms = loaded.terms
    match = sk.Match(terms.rules, max_plies=terms.max_plies, repetition=terms.repetition)
    rng = random.Random(3)
    while match.outcome is None:
        assert state.current_player() == match.player - 1
        assert state.position == match.position
        assert [state.action_to_string(action) for action in state.legal_actions()] == [
            str(terms.rules.move_of(action)) for action in sorted(map(terms.rules.action, match.moves()))
        ]
        for player in (0, 1):
            check_tensor(state, player)
        action = rng.choice(state.legal_actions())
        match.play(terms.rules.move_of(action))
        state.apply_action(action)
    assert state.is_terminal()
    assert tuple(state.returns()) == match.returns


def test_limits() -> None:
    there_and_back = ("1-c", "8-1", "c-8", "1-c", "8-1", "c-8")

    def plies(game: str) -> int:
        state = pyspiel.load_game(game).new_initial_state()
        while not state.is_terminal():
            move = there_and_back[state.move_number() % 6]
            state.apply_action(state.string_to_action(move))
        assert state.returns() == [0, 0]
        return int(state.move_number())

    match = sk.Match(sk.MuTorere())
    while match.outcome is None:
        match.play(there_and_back[match.ply % 6])
    assert match.outcome.reason == "third occurrence"
    assert plies("spielkern_mu_torere") == match.ply
    assert plies("spielkern_mu_torere(repetition=0)") == 120
    assert plies("spielkern_mu_torere(repetition=0,max_plies=5)") == 5


def test_texts_say_what_the_future_hangs_on() -> None:
    def text(parameters: str, *moves: str) -> str:
        state = pyspiel.load_game(f"spielkern_mu_torere({parameters})").new_initial_state()
        for move in moves:
            state.apply_action(state.string_to_action(move))
        return str(state)

    assert text("max_plies=0,repetition=0", "1-c") == ".1112222/1 2"
    assert text("repetition=0", "1-c") == ".1112222/1 2, ply 1"
    assert text("max_plies=0") == "11112222/. 1"
    assert text("", "1-c", "8-1") == "2111222./1 1, ply 2, after 1-c 8-1"


@each_game
@pytest.mark.parametrize("steps", [1, 3, 15, 17])
def test_states_and_games_copy_and_pickle(game: Any, steps: int) -> None:
    state = game.new_initial_state()
    for _ in range(steps):  # in Crazy10s some end while chance draws
        if not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
    if state.is_terminal():
        return
    for twin in (copy.copy(state), copy.deepcopy(state), state.clone(), pickle.loads(pickle.dumps(state))):
        assert twin is not state
        assert str(twin) == str(state)
        assert twin.history() == state.history()
        twin.apply_action(twin.legal_actions()[0])
        assert str(twin) != str(state)
    assert copy.deepcopy(state)._now is state._now  # nothing was copied
    assert copy.deepcopy(game) is copy.copy(game) is game
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_pickles_come_back_in_another_process_which_ends_well() -> None:
    states = [played(pyspiel.load_game(game), 4, plies=3) for game in GAMES]
    program = "import pickle, sys; [print(state) for state in pickle.load(sys.stdin.buffer)]"
    ended = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(states), capture_output=True, check=False, timeout=60
    )
    assert ended.returncode == 0, ended.stderr.decode()
    assert ended.stdout.decode().splitlines() == [str(state) for state in states]


def test_games_begin_elsewhere() -> None:
    state = pyspiel.load_game("spielkern_nim").new_initial_state("0,0,2 2")
    assert (state.current_player(), state.legal_actions()) == (1, [7, 8])
    state.apply_action(8)
    assert state.returns() == [-1, 1]
    dealt = played(pyspiel.load_game("spielkern_crazy10s"), 3, plies=1)
    again = dealt.get_game().new_initial_state(str(dealt))
    assert str(again) == str(dealt)
    assert again.legal_actions() == dealt.legal_actions()
    for player in (0, 1):
        hidden = dealt.position.racks[1 - player]
        assert hidden not in again.information_state_string(player)
        assert again.position.racks[player] in again.information_state_string(player)
    with pytest.raises(sk.NotationError):
        pyspiel.load_game("spielkern_nim").new_initial_state("0,0,9 2")


@pytest.mark.parametrize("heaps", ["7", "7;"])
def test_one_heap_is_a_list_too(heaps: str) -> None:
    """OpenSpiel reads `heaps=7` as a number, which a list is not."""
    game = pyspiel.load_game("spielkern_nim", {"heaps": heaps})
    state = game.new_initial_state()
    assert str(state.position) == "7 1"
    state.apply_action(3)
    for text in (str(game), "spielkern_nim(heaps=7;)"):
        assert str(pyspiel.load_game(text)) == "spielkern_nim(heaps=7;,misere=False)"
    assert pickle.loads(pickle.dumps(game)).terms.rules == sk.Nim((7,))
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state)


def test_registering_twice_is_harmless() -> None:
    names = adapter.register()
    assert adapter.register() == names == tuple(f"spielkern_{game.replace('-', '_')}" for game in sk.games())
    assert set(names) <= set(pyspiel.registered_names())


@pytest.mark.parametrize(
    ("game", "error", "message"),
    [
        ("spielkern_ten(stones=1)", sk.RulesError, "stones must be from 2 to 57"),
        ("spielkern_nim(heaps=3;x)", sk.RulesError, "heaps: expected numbers as 3;4;5 or 3;, not '3;x'"),
        ("spielkern_crazy10s(actions=5)", sk.RulesError, "actions must be from 130 to 1048576"),
        ("spielkern_mu_torere(repetition=1)", sk.RulesError, "repetition is 0 for no limit, or from 2"),
        ("spielkern_ten(max_plies=-1)", sk.RulesError, "max_plies is 0 for no limit, or from 1"),
        ("spielkern_ten(height=1)", pyspiel.SpielError, "Unknown parameter 'height'"),
    ],
)
def test_wrong_parameters(game: str, error: type[Exception], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(error, match=message):
        pyspiel.load_game(game)


# ----------------------------------------------------------------------------------------------------------- Crazy10s


def test_draws_are_as_likely_as_the_bag_has_them() -> None:
    rng = random.Random(1)
    state = pyspiel.load_game("spielkern_crazy10s").new_initial_state()
    left = Counter(BAG)
    for drawn in range(14):
        assert state.is_chance_node()
        outcomes = state.chance_outcomes()
        assert {("0123456789*"[kind]): chance for kind, chance in outcomes} == pytest.approx(
            {tile: count / (80 - drawn) for tile, count in left.items() if count}
        )
        kind = rng.choice([kind for kind, _ in outcomes])
        left["0123456789*"[kind]] -= 1
        state.apply_action(kind)
    assert state.current_player() == 0
    assert Counter("".join(state.position.racks)) == Counter(BAG) - left


@pytest.mark.parametrize("options", ["", "size=5,placement=line", "size=7"])
def test_drawing_tile_by_tile_is_drawing_from_a_bag(options: str) -> None:
    """The tiles drawn, in their order, are a bag: with it the engine itself plays the same game. Without swaps."""
    game = pyspiel.load_game(f"spielkern_crazy10s({options})")
    for seed in range(4):
        rng = random.Random(seed)
        state = game.new_initial_state()
        drawn, turns = "", []
        while not state.is_terminal():
            if state.is_chance_node():
                kinds, chances = zip(*state.chance_outcomes(), strict=True)
                (kind,) = rng.choices(kinds, chances)
                drawn += "0123456789*"[kind]
                state.apply_action(kind)
            else:
                plays = [action for action in state.legal_actions() if action < 1024 - 129]
                action = rng.choice(plays) if plays and rng.random() < 0.9 else 1023
                turns.append((str(state), state.action_to_string(action)))
                state.apply_action(action)
        rest = "".join((Counter(BAG) - Counter(drawn)).elements())
        racks = ("".join(sorted(tiles, key=list(BAG).index)) for tiles in (drawn[:7], drawn[7:14]))
        rules = game.terms.rules
        board = "/".join(["." * rules.size] * rules.size)
        position = rules.position(f"{board} {'|'.join(racks)} {drawn[14:] + rest} 1 0:0 0")
        for text, move in turns:
            fields = str(position).split(" ")
            fields[2] = f"?{position.bag_size}" if position.bag_size else "-"
            assert text == " ".join(fields)
            position = position.play(move)
        assert position.outcome is not None
        assert state.returns() == list(position.returns)


def test_swapped_tiles_come_from_the_bag_before_the_old_ones_return() -> None:
    game = pyspiel.load_game("spielkern_crazy10s(size=5)")
    board = "/".join(["....."] * 5)
    state = game.new_initial_state(f"{board} 0112233|0112233 ?66 1 0:0 0")
    state.apply_action(state.string_to_action("swap 011"))
    assert str(state).endswith("1 0:0 0, swap 011")
    assert state.observation_string(1).endswith("1 0:0 0, swap ?3")
    in_bag = Counter(BAG) - Counter("01122330112233")
    for tile in "**9":
        outcomes = {"0123456789*"[kind]: chance for kind, chance in state.chance_outcomes()}
        assert outcomes == pytest.approx({kind: n / in_bag.total() for kind, n in in_bag.items() if n})
        in_bag[tile] -= 1
        state.apply_action("0123456789*".index(tile))
    assert str(state) == f"{board} 22339**|0112233 ?66 2 0:0 1"
    assert state.position.unseen == tuple((in_bag + Counter("011"))[kind] for kind in BAG)


def test_players_see_no_hidden_tile() -> None:
    """Whatever the other rack is, a player sees the same; and all that differs to the player is seen."""
    game = pyspiel.load_game("spielkern_crazy10s(size=7,placement=line)")
    recall = pyspiel.IIGObservationType(perfect_recall=True)
    public = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = 0
    for seed in range(12):
        state = played(game, seed, plies=1 + 2 * seed)
        if state.is_terminal():
            continue
        for player in (0, 1):
            check_tensor(state, player)
            other = state.resample_from_infostate(player, sampler)
            others += str(other) != str(state)
            assert other.position.racks[player] == state.position.racks[player]
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            for kind in (public, recall):
                observer = game.make_py_observer(kind)
                assert observer.string_from(other, player) == observer.string_from(state, player)
            if str(other) != str(state):
                assert other.observation_string(1 - player) != state.observation_string(1 - player)
                assert other.observation_tensor(1 - player) != state.observation_tensor(1 - player)
                assert other.information_state_string(1 - player) != state.information_state_string(1 - player)
    assert others > 10


def test_information_states_recall_everything_seen() -> None:
    game = pyspiel.load_game("spielkern_crazy10s(size=5)")
    state = game.new_initial_state()
    for tile in "33445560112233":
        state.apply_action("0123456789*".index(tile))
    state.apply_action(state.string_to_action("swap 33"))
    for tile in "98":
        state.apply_action("0123456789*".index(tile))
    state.apply_action(state.string_to_action("pass"))
    assert state.information_state_string(0) == "seen by 1: 1+3344556 2+?7 1:swap 33 1+89 2:pass"
    assert state.information_state_string(1) == "seen by 2: 1+?7 2+0112233 1:swap ?2 1+?2 2:pass"
    private = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    assert game.make_py_observer(private).string_from(state, 0) == "4455689"


def test_there_is_nothing_to_resample_while_chance_draws() -> None:
    state = pyspiel.load_game("spielkern_crazy10s").new_initial_state()
    with pytest.raises(sk.IllegalMove, match="while tiles are drawn"):
        state.resample_from_infostate(0, lambda: 0.5)
    with pytest.raises(ValueError, match="observations have no parameters"):
        state.get_game().make_py_observer(None, {"size": 3})


def test_the_example_of_the_documentation_runs() -> None:
    example = "\n".join(line[4:] for line in adapter.__doc__.splitlines() if line.startswith("    "))
    names: dict[str, Any] = {}
    exec(example, names)
    assert (names["state"].move_number(), names["state"].position.phase) == (1, 1)
