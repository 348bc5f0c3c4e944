"""Which options of the games a page offers: the core's own, within what fits a screen and a moment's thought."""

from __future__ import annotations

from typing import Any, Final

import spielkern as sk
from spielkern.errors import RulesError, shown

#: What is offered instead of an option's own limits; an option with None is not offered.
BOUNDS: Final[dict[tuple[str, str], tuple[int, int] | None]] = {
    ("nim", "heaps"): (1, 15),
    ("mu-torere", "ring"): (4, 16),
    ("mu-torere", "opening_plies"): (0, 20),
    ("dots-and-boxes", "rows"): (1, 7),
    ("dots-and-boxes", "cols"): (1, 7),
    ("ten", "stones"): (2, 30),
    ("crazy10s", "size"): (5, 15),
    ("crazy10s", "layout"): None,
}
MOST_HEAPS: Final = 8


def offered(game: str) -> list[dict[str, Any]]:
    """The options of a game as a form needs them: name, kind, default, minimum, maximum, choices."""
    found = []
    for option in sk.game_options(game):
        bounds = BOUNDS.get((game, option.name), (option.minimum, option.maximum))
        if bounds is None:
            continue
        default = list(option.default) if isinstance(option.default, tuple) else option.default
        found.append(
            {
                "name": option.name,
                "kind": option.kind,
                "default": default,
                "minimum": bounds[0],
                "maximum": bounds[1],
                "choices": list(option.choices),
            }
        )
    return found


def rules_of(game: str, options: dict[str, Any]) -> Any:
    """The rules that a page asked for. RulesError for what is not offered."""
    known = {option["name"]: option for option in offered(game)}
    for name, value in options.items():
        if name not in known:
            raise RulesError(f"{game} has no option {shown(name)} here; it has {', '.join(known)}")
        kind, least, most = known[name]["kind"], known[name]["minimum"], known[name]["maximum"]
        wanted = {"bool": bool, "int": int, "ints": list}.get(kind, str)
        if type(value) is not wanted:
            raise RulesError(f"{game} option {name} cannot be {shown(value)}")
        numbers = value if isinstance(value, list) else [value] if kind == "int" else []
        if len(numbers) > MOST_HEAPS:
            raise RulesError(f"{game} option {name} takes at most {MOST_HEAPS} numbers here")
        for number in numbers:
            if not least <= number <= most:
                raise RulesError(f"{game} option {name} is from {least} to {most} here, not {shown(number)}")
    return sk.rules(game, **{name: tuple(v) if isinstance(v, list) else v for name, v in options.items()})
