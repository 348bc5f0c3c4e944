"""What one call costs in a loop of Python's."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from .tiers import ALL, OWN, Game, Measure, dots_and_boxes, mu_torere, nim, spread

CALLS = 1000


class Facts(NamedTuple):
    """What is known of a start position."""

    start: str
    #: A move, and the position it leads to; that one's text as it is read.
    move: str
    child: str
    text: str
    last_move: str
    #: The sum of all cells of the start's observation; Mū Tōrere is measured without.
    observed: float = 0
    legal: str = "True"


NIM = nim(3, 4, 5)
MU_TORERE = mu_torere(8)
BOXES = dots_and_boxes(4, 4)

BOXES_START = "..../...../..../...../..../...../..../...../.... 1 0-0"
BOXES_CHILD = "..../...../..-./...../..../...../..../...../.... 2 0-0"
# OpenSpiel's picture of the empty board.
LINES = ["┌╴ ╶┬╴ ╶┬╴ ╶┬╴ ╶┐", *["├╴ ╶┼╴ ╶┼╴ ╶┼╴ ╶┤"] * 3, "└╴ ╶┴╴ ╶┴╴ ╶┴╴ ╶┘"]
DOTS = f"\n{' ' * 17}\n".join(LINES) + "\n"

FACTS = {
    ("core", NIM.title): Facts("3,4,5 1", "2:3", "3,1,5 2", "3,1,5 2", "3:5", 5),
    ("core", MU_TORERE.title): Facts("11112222/. 1", "4-c", "111.2222/1 2", "111.2222/1 2", "4-c"),
    ("core", BOXES.title): Facts(BOXES_START, "c2d2", BOXES_CHILD, BOXES_CHILD, "d5e5", 0),
    ("OpenSpiel", NIM.title): Facts("(0): 3 4 5", "pile:2, take:3;", "(1): 3 1 5", "7\n", "14", 5),
    ("OpenSpiel", BOXES.title): Facts(DOTS, "P1(h,1,2)", DOTS.replace("┼╴ ╶┼╴ ╶┤", "┼───┼╴ ╶┤", 1), "6\n", "39", 75),
}


class Statement(NamedTuple):
    ours: str
    open_spiel: str
    #: Which of the facts `x` is in the end.
    x: str

    def __str__(self) -> str:
        return self.ours


STATEMENTS = [
    Statement("for x in p.moves(): pass", "for x in state.legal_actions(): pass", "last_move"),
    Statement("x = p.play(m)", "x = state.child(a)", "child"),
    Statement("x = p.play(move)", "x = state.child(state.string_to_action(move))", "child"),
    Statement("x = p.is_legal(m)", "x = a in state.legal_actions()", "legal"),
    Statement("x = str(p)", "x = str(p)", "start"),
    Statement("x = rules.position(text)", "x = game.deserialize_state(text)", "child"),
    Statement("x = pickle.loads(pickle.dumps(p))", "x = pickle.loads(pickle.dumps(p))", "start"),
    Statement("x = copy.copy(p)", "x = state.clone()", "start"),
    Statement("x = p.observation()", "x = state.observation_tensor()", "observed"),
]
OBSERVING = ("core", "OpenSpiel")

ROWS = [
    (game, statement, OBSERVING if statement.x == "observed" else tiers)
    for game, tiers in ((NIM, ALL), (BOXES, ALL), (MU_TORERE, OWN))
    for statement in STATEMENTS
    if statement.x != "observed" or game is not MU_TORERE
]


def loop(statement: str, names: dict[str, Any]) -> Callable[[], Any]:
    """A function that runs a statement CALLS times, with `names` as local names, and returns the last `x`."""
    head = f"def loop({', '.join(f'{name}={name}' for name in names)}):"
    exec(f"{head}\n for _ in range({CALLS}):\n  {statement}\n return x", names)
    made: Callable[[], Any] = names["loop"]
    return made


@pytest.mark.parametrize(("tier", "game", "statement"), spread(ROWS), ids=str)
def test_call(rules: Any, measure: Measure, tier: str, game: Game, statement: Statement) -> None:
    facts = FACTS["OpenSpiel" if tier == "OpenSpiel" else "core", game.title]
    p, m = rules.start(), rules.move(facts.move)
    names: dict[str, Any] = {"p": p, "m": m, "move": facts.move, "rules": rules, "text": facts.text}
    names |= {"pickle": pickle, "copy": copy}
    code, what = statement.ours, f"`{statement.ours}`"
    if tier == "OpenSpiel":
        names |= {"state": p, "a": m, "game": rules.game}
        code = statement.open_spiel
    if game is not MU_TORERE and statement.ours != statement.open_spiel:
        what += f" (OpenSpiel: `{statement.open_spiel}`)"
    answer = measure(what, loop(code, names), calls=CALLS)
    shown = (
        float(sum(answer if isinstance(answer, list) else answer.flat)) if statement.x == "observed" else str(answer)
    )
    assert shown == getattr(facts, statement.x)
