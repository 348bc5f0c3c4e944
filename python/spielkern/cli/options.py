"""The game and its options as arguments, made from the data that the core has: no game is named here."""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from typing import Any

import spielkern as sk
from spielkern.cli.screen import UsageError
from spielkern.drawing import LANGUAGES

MACHINE = 2**53
DEST = "game_option:"  # so that no option of a game can collide with one of a command


def add_game(parser: argparse.ArgumentParser, options: bool = True, optional: bool = False) -> None:
    """Add the argument GAME, which may be left out if `optional`, and unless `options` is False those of all games."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?" if optional else None, help=f"one of: {', '.join(sk.games())}"
    )
    if not options:
        return
    games = defaultdict(list)  # of each option: the games that have it
    for game in sk.games():
        for option in sk.game_options(game):
            games[option.name].append((game, option))
    groups: dict[str, Any] = {}
    for found in games.values():
        names = " and ".join(game for game, _ in found)
        if names not in groups:
            groups[names] = parser.add_argument_group(f"options of {names}")
        option = found[0][1]
        more: dict[str, Any] = {"metavar": metavar(option)}
        if option.kind == "bool":
            more = {"action": argparse.BooleanOptionalAction}
        # Games may mean different things by one name.
        alike = len({describe(o) for _, o in found}) == 1
        text = describe(option) if alike else "; ".join(f"{g}: {describe(o)}" for g, o in found)
        groups[names].add_argument(
            flag(option),
            dest=DEST + option.name,
            default=argparse.SUPPRESS,
            help=text.replace("%", "%%"),
            **more,
        )


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add --lang."""
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language (default: en)")


def add_plot(parser: argparse.ArgumentParser, name: str, words: str) -> None:
    """Add --plot, which draws what `words` say, and the language of the plot."""
    parser.add_argument("--plot", metavar=name, help=words)
    parser.add_argument("--lang", choices=LANGUAGES, help="the language of the plot (default: en)")


def plot_language(args: argparse.Namespace) -> str:
    """Return the language that --lang asks for. UsageError if there is no plot."""
    if args.lang is not None and args.plot is None:
        raise UsageError("--lang is for --plot: give that too")
    return args.lang or "en"


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add --position."""
    parser.add_argument("--position", metavar="TEXT", help="the position to begin with (default: the start)")


def game_name(text: str) -> str:
    """Return the name of the game that `text` names: `Mu_Torere` is mu-torere."""
    name = text.lower().replace("_", "-")
    if name not in sk.games():
        raise UsageError(f"unknown game {text!r}; the games are: {', '.join(sk.games())}")
    return name


def chosen_rules(args: argparse.Namespace) -> Any:
    """Return the rules that the arguments ask for."""
    game = game_name(args.game)
    known = {option.name: option for option in sk.game_options(game)}
    given = {name.removeprefix(DEST): v for name, v in vars(args).items() if name.startswith(DEST)}
    for name in given:
        if name not in known:
            flags = ", ".join(flag(option) for option in known.values())
            raise UsageError(f"{flag_of(name)} is not an option of {game}; it has {flags}")
    rules = sk.rules(game, **{name: parsed(known[name], value) for name, value in given.items()})
    for name, value in given.items():
        # Some options count only beside others; then the rules have the default instead.
        if rules.options[name] != parsed(known[name], value):
            raise UsageError(f"{flag_of(name)} {value} has no effect on these rules: {rules}")
    return rules


def chosen_position(args: argparse.Namespace, rules: Any) -> Any:
    """Return the position that --position asks for, by default the start."""
    return rules.start() if args.position is None else rules.position(args.position)


def parsed(option: Any, text: str | bool) -> Any:
    """Read the value of an option; whether it is in its range, the rules check."""
    if isinstance(text, bool) or option.kind in ("choice", "text"):
        return text
    numbers = text.split(",") if option.kind == "ints" else [text]
    if not all(re.fullmatch(r"-?[0-9]{1,100}", number) for number in numbers):
        wanted = "numbers with commas between, as 3,4,5" if option.kind == "ints" else "a whole number"
        raise UsageError(f"{flag(option)} takes {wanted}, not {text!r}")
    return tuple(map(int, numbers)) if option.kind == "ints" else int(text)


def whole_number(flag: str, text: str, most: int, least: int = 0) -> int:
    """Read the number from `least` to `most` that a command's own option was given."""
    if not re.fullmatch(r"[0-9]{1,100}", text) or not least <= int(text) <= most:
        raise UsageError(f"{flag} takes a number from {least} to {most}, not {text!r}")
    return int(text)


def number_of_seconds(flag: str, text: str) -> float:
    """Read the number of seconds that a command's own option was given."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text):
        raise UsageError(f"{flag} takes a number of seconds, as 10 or 0.5, not {text!r}")
    return float(text)


def flag(option: Any) -> str:
    """Return the argument for an option, as `--opening-plies`."""
    return flag_of(option.name)


def flag_of(name: str) -> str:
    """Return the argument for the name of an option."""
    return "--" + name.replace("_", "-")


def metavar(option: Any) -> str:
    """Return what stands for the option's value in texts."""
    if option.kind == "choice":
        return "{" + ",".join(option.choices) + "}"
    return {"int": "N", "ints": "N,N,...", "bool": "", "text": "TEXT"}[option.kind]


def shown(value: object) -> str:
    """Write a value as on the command line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)


def describe(option: Any) -> str:
    """Say what the option is, what it can be and what it is by default."""
    return f"{option.help} ({limits(option)}default {shown(option.default) or 'empty'})"


def limits(option: Any) -> str:
    """Return `4 to 36, ` or nothing; a limit that only the size of a machine word sets is none."""
    if option.kind not in ("int", "ints") or option.minimum is None or option.minimum <= -MACHINE:
        return ""
    if option.maximum is None or option.maximum >= MACHINE:
        return f"at least {option.minimum}, "
    return f"{option.minimum} to {option.maximum}, "
