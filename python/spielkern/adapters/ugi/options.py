"""The options that the engine offers: the game and its rules, who plays, and with what."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import spielkern as sk
from spielkern import ai
from spielkern.adapters.ugi.words import EMPTY
from spielkern.ai.levels import STRONGEST, at_level
from spielkern.errors import RulesError, shown
from spielkern.solving.memory import shown_bytes, to_bytes

#: Of limits that only the size of a machine word sets.
MOST = 2**63 - 1
MIB = 2**20
GAMES_OWN = "game"


@dataclass(frozen=True, slots=True)
class Setting:
    """One option: what `ugi` says of it, and how its value is read."""

    name: str
    kind: str
    default: Any
    read: Callable[[str], Any]
    more: str = ""

    @property
    def line(self) -> str:
        """The line that tells of it."""
        default = shown_value(self.default)
        return f"option name {self.name} type {self.kind} default {default}{self.more}"


class Options:
    """The options with their values; `game` and `chosen` (of its rules) are the defaults of a command line.

    The rules' options of all games stand side by side, so that one may set them in any order: whether they make rules
    shows once rules are wanted. Two games' options of one name are called `GAME.NAME`.
    """

    def __init__(self, game: str | None = None, chosen: Mapping[str, Any] | None = None) -> None:
        game = sk.games()[0] if game is None else game
        self._settings: dict[str, Setting] = {}
        self._of_game: dict[str, dict[str, str]] = {}
        self._add(_one_of("Game", game, sk.games()))
        names = Counter(option.name for each in sk.games() for option in sk.game_options(each))
        for each in sk.games():
            self._of_game[each] = {}
            for option in sk.game_options(each):
                name = option.name if names[option.name] == 1 else f"{each}.{option.name}"
                self._of_game[each][option.name] = name
                default = (chosen or {}).get(option.name, option.default) if each == game else option.default
                self._add(_of_rules(name, option, default))
        self._add(Setting("Repetition", "string", ..., lambda text: _limit("Repetition", text, 2)))
        self._add(Setting("MaxPlies", "string", ..., lambda text: _limit("MaxPlies", text, 1)))
        self._add(_one_of("Player", "best", tuple(ai.PLAYERS)))
        self._add(_number("Level", 0, 0, STRONGEST))
        self._add(_number("Threads", 1, 1, 1024))
        self._add(Setting("Hash", "spin", 0, _mebibytes, f" min 0 max {2**20}"))
        self._add(_number("Seed", 0, 0, 2**64 - 1))
        self._add(_number("MoveOverhead", 30, 0, 10_000))
        self._values = {name: setting.default for name, setting in self._settings.items()}

    def _add(self, setting: Setting) -> None:
        self._settings[setting.name.lower()] = setting

    def __getitem__(self, name: str) -> Any:
        return self._values[name.lower()]

    @property
    def lines(self) -> list[str]:
        """What `ugi` is answered with."""
        return [setting.line for setting in self._settings.values()]

    def set(self, name: str, text: str, as_default: bool = False) -> None:
        """Set an option, whose name's case does not matter, perhaps for `lines` too.

        RulesError for one that there is not, or a wrong value.
        """
        setting = self._settings.get(name.lower())
        if setting is None:
            names = ", ".join(each.name for each in self._settings.values())
            raise RulesError(f"there is no option {shown(name)}; the options are {names}")
        value = setting.read("" if text == EMPTY else text)
        self._values[name.lower()] = value
        if as_default:
            self._settings[name.lower()] = replace(setting, default=value)

    def set_up(self, name: str) -> bool:
        """Whether an option is one of those that a match is begun with."""
        known = {each for names in self._of_game.values() for each in names.values()}
        return name.lower() in {"game", "repetition", "maxplies", "seed"} | {each.lower() for each in known}

    def rules(self) -> Any:
        """The rules of the game. RulesError if the options make none."""
        names = self._of_game[self["Game"]]
        return sk.rules(self["Game"], **{option: self[name] for option, name in names.items()})

    def match(self, position: Any = None) -> sk.Match[Any]:
        """A match by these rules, from the start or from a position."""
        rules = self.rules()
        seed = self["Seed"] if rules.chance else None
        return sk.Match(rules, position, seed=seed, repetition=self["Repetition"], max_plies=self["MaxPlies"])

    def player(self) -> ai.Player:
        """Who chooses the moves."""
        if self["Level"]:
            return at_level(self["Level"])
        player = ai.player(self["Player"])
        if hasattr(player, "threads"):
            player.threads = self["Threads"]
        return player

    @property
    def table_bytes(self) -> int | None:
        """How many bytes a search's table may take; None: as suits the time."""
        return self["Hash"] * MIB or None


def shown_value(value: Any) -> str:
    """A value as `option` and `setoption` have it."""
    if value is ...:
        return GAMES_OWN
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (tuple, list)):
        return ",".join(map(str, value))
    return str(value) or EMPTY


def _of_rules(name: str, option: sk.Option, default: Any) -> Setting:
    """An option of a game's rules; what its kinds are called here."""
    if option.kind == "int":
        least, most = -MOST if option.minimum is None else option.minimum, option.maximum
        return _number(name, default, least, MOST if most is None else most)
    if option.kind == "bool":
        return Setting(name, "check", default, lambda text: _check(name, text))
    if option.kind == "choice":
        return _one_of(name, default, option.choices)
    return Setting(name, "string", default, (lambda text: _numbers(name, text)) if option.kind == "ints" else str)


def _number(name: str, default: int, least: int, most: int) -> Setting:
    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,20}", text) or not least <= int(text) <= most:
            raise RulesError(f"{name} must be a whole number from {least} to {most}, not {shown(text)}")
        return int(text)

    return Setting(name, "spin", default, read, f" min {least} max {most}")


def _one_of(name: str, default: str, choices: tuple[str, ...]) -> Setting:
    def read(text: str) -> str:
        if text.lower() not in choices:
            raise RulesError(f"{name} must be one of {', '.join(choices)}, not {shown(text)}")
        return text.lower()

    return Setting(name, "combo", default, read, "".join(f" var {choice}" for choice in choices))


def _check(name: str, text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise RulesError(f"{name} must be true or false, not {shown(text)}")
    return text.lower() == "true"


def _numbers(name: str, text: str) -> tuple[int, ...]:
    numbers = text.split(",")
    if not all(re.fullmatch(r"-?[0-9]{1,20}", number) for number in numbers):
        raise RulesError(f"{name} must be numbers with commas between, as 3,4,5, not {shown(text)}")
    return tuple(map(int, numbers))


def _limit(name: str, text: str, least: int) -> Any:
    """A rule of the match against endless play: a number, none, or the game's own."""
    if text.lower() == GAMES_OWN:
        return ...
    if text.lower() == "none":
        return None
    if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < least:
        raise RulesError(f"{name} must be {GAMES_OWN}, none or a number from {least} on, not {shown(text)}")
    return int(text)


def _mebibytes(text: str) -> int:
    wanted: int = _number("Hash", 0, 0, 2**20).read(text)
    free = to_bytes(None, "Hash")
    if wanted * MIB > free:
        raise RulesError(f"Hash must be at most {free // MIB}, for no more than {shown_bytes(free)} may be taken")
    return wanted
