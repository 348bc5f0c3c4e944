"""Players as people write them: `NAME` or `NAME:key=value,...`, as `mcts:nodes=1000`, `best:seconds=0.2`, `level-3`.

An engine that speaks UGI is `ugi:command=PROGRAM`, or where its arguments have commas `ugi:command="PROGRAM a,b"`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from spielkern.ai.decision import Decision
from spielkern.ai.levels import at_level
from spielkern.ai.player import Budget, Player, Situation, is_player
from spielkern.ai.players import player
from spielkern.errors import RulesError, shown

BUDGET_KEYS = ("seconds", "nodes", "depth")
#: The name of engines in processes of their own, and the key that says which.
ENGINE, COMMAND = "ugi", "command"
#: Commas, but not those between quotation marks.
COMMA = r',(?=(?:[^"]*"[^"]*")*[^"]*$)'


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player with a budget of its own, which goes before the budget of the situation."""

    name: str
    player: Player
    budget: Budget

    def choose(self, situation: Situation, /) -> Decision:
        """Choose a move within the own budget."""
        return self.player.choose(replace(situation, budget=self.budget))


def entrant(player_or_text: Player | str, budget: Budget | None = None) -> Entrant:
    """The player that a text describes, or a player of one's own, with its budget: by default `budget`."""
    standard = Budget() if budget is None else budget
    if not isinstance(standard, Budget):
        raise TypeError(f"budget must be a Budget or None, not {shown(standard)}")
    if isinstance(player_or_text, str):
        return parse(player_or_text, standard)
    if isinstance(player_or_text, Entrant):
        return player_or_text
    if not is_player(player_or_text):
        raise TypeError(f"a player has a name and a method choose, or is a text; not {shown(player_or_text)}")
    name = player_or_text.name
    if not isinstance(name, str) or not 0 < len(name) <= 200 or not name.isprintable():
        raise RulesError(f"a player's name must be a text of 1 to 200 printable characters, not {shown(name)}")
    return Entrant(name, player_or_text, standard)


def parse(text: str, budget: Budget) -> Entrant:
    """Read a player; what its text does not say of the budget is as in `budget`.

    RulesError for a player or key that there is not, or a value that cannot be.
    """
    name, colon, rest = text.partition(":")
    values: dict[str, Any] = {}
    command = ""
    keys = (COMMAND, *BUDGET_KEYS) if name == ENGINE else BUDGET_KEYS
    for piece in re.split(COMMA, rest) if colon else ():
        key, equals, value = piece.partition("=")
        if not equals or key not in keys:
            raise RulesError(
                f"player {shown(text)}: expected {', '.join(f'{key}=' for key in keys)} after the colon, "
                f"not {shown(piece)}"
            )
        if key in values or (key == COMMAND and command):
            raise RulesError(f"player {shown(text)}: {key} is given twice")
        if key == COMMAND:
            quoted = re.fullmatch('"(.*)"', value)
            command = value if quoted is None else quoted[1]
            continue
        pattern = r"[0-9]{1,9}(\.[0-9]{1,9})?" if key == "seconds" else r"[0-9]{1,18}"
        if not re.fullmatch(pattern, value):
            wanted = "seconds, as 0.2" if key == "seconds" else "a whole number"
            raise RulesError(f"player {shown(text)}: {key} takes {wanted}, not {shown(value)}")
        values[key] = float(value) if key == "seconds" else int(value)
    # Whoever limits one thing means that limit, and not some other one beside it.
    return Entrant(text, _made(name, command, text), Budget(**values) if values else budget)


def _made(name: str, command: str, text: str) -> Player:
    if name == ENGINE:
        from spielkern.adapters.ugi import UgiPlayer  # noqa: PLC0415 - it is made of players itself

        if not command.strip():
            raise RulesError(f"player {shown(text)}: which engine? ugi:{COMMAND}=PROGRAM says it")
        return UgiPlayer(command, name=text)
    level = re.fullmatch(r"level-([0-9]{1,9})", name)
    return player(name) if level is None else at_level(int(level[1]))


def split_players(text: str) -> list[str]:
    """The players in a list with commas between: `best,mcts:nodes=1000,seconds=2,level-3` are three."""
    found: list[str] = []
    for piece in re.split(COMMA, text):
        if found and ":" in found[-1] and re.match(r"[a-z]+=", piece):
            found[-1] += f",{piece}"
        else:
            found.append(piece)
    return found
