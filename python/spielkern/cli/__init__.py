"""The command line: `spielkern COMMAND ...`.

A command is one module of this folder, listed in COMMANDS, with

    NAME, SUMMARY, DESCRIPTION      texts for --help
    configure(parser)               its arguments; `options.add_game` adds GAME and the options of all games
    run(args, screen)               does it, and writes to `screen`

It says that something is wrong by raising `UsageError` or one of the errors of spielkern. `main` makes one
line of that and an exit code: 0 fine, 1 failure, 2 wrong use or input, 130 Ctrl-C.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import spielkern as sk
from spielkern.cli import analyse, arena, engine, games, perft, play, probe, puzzle, review, rules, solve, table
from spielkern.cli.screen import Screen, UsageError, forgiving_streams, one_line
from spielkern.records import package_version

COMMANDS: tuple[Any, ...] = (games, rules, play, review, arena, perft, solve, analyse, puzzle, probe, table, engine)

FINE, FAILURE, WRONG, INTERRUPTED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    with forgiving_streams():
        try:
            code = _run(argv)
            if sys.stdout is not None:
                sys.stdout.flush()  # here, where a full disk or a closed pipe can still be told
            return code
        except (KeyboardInterrupt, sk.Cancelled):
            if sys.stderr is not None and sys.stderr.isatty():
                print(file=sys.stderr)  # after the terminal's own ^C
            return _ended("interrupted", INTERRUPTED)
        except BrokenPipeError:  # the reader, as `head`, has seen enough
            _silence_stdout()
            return FINE
        except (sk.MemoryLimitError, sk.TableError, sk.VerificationError) as error:
            return _ended(str(error), FAILURE)
        except (UsageError, sk.SpielkernError) as error:
            return _ended(str(error), WRONG)
        except MemoryError:
            return _ended("out of memory", FAILURE)
        except OSError as error:
            _silence_stdout()
            return _ended(str(error.strerror or error), FAILURE)


def _run(argv: Sequence[str] | None) -> int:
    parser = _Parser(
        prog="spielkern",
        description="Play and exactly solve small board games.",
        epilog="'spielkern COMMAND --help' describes a command.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"spielkern {package_version()}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    for command in COMMANDS:
        sub = commands.add_parser(
            command.NAME, help=command.SUMMARY, description=command.DESCRIPTION, allow_abbrev=False
        )
        command.configure(sub)
        sub.set_defaults(command=command)
    arguments = list(sys.argv[1:] if argv is None else argv)
    names = [command.NAME for command in COMMANDS]
    for first in arguments[:1]:
        if not first.startswith("-") and first not in names:
            raise UsageError(f"unknown command {first!r}; the commands are: {', '.join(names)}")
    try:
        args, unknown = parser.parse_known_args(arguments)
    except SystemExit:  # --help and --version have printed what they have to say
        return FINE
    if unknown:
        command = f" {args.command.NAME}" if hasattr(args, "command") else ""
        raise UsageError(f"unexpected argument {unknown[0]!r} (see: spielkern{command} --help)")
    if not hasattr(args, "command"):
        parser.print_help()
        return FINE
    args.command.run(args, Screen())
    return FINE


class _Parser(argparse.ArgumentParser):
    """argparse's parser, but a wrong argument is one line, without the whole usage."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see: {self.prog} --help)")

    def _print_message(self, message: str, file: Any = None) -> None:
        print(message, end="", file=file)  # argparse's own hides that it could not be written


def _ended(message: str, code: int) -> int:
    with contextlib.suppress(OSError):  # nowhere to say it
        if sys.stderr is not None:
            print(f"spielkern: {one_line(message)}", file=sys.stderr, flush=True)
    return code


def _silence_stdout() -> None:
    """Drop what cannot be written any more, so that Python does not complain of it at exit."""
    with contextlib.suppress(AttributeError, OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
