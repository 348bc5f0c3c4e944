"""Table files: solved games on disk."""

from __future__ import annotations

import os
from typing import NamedTuple

from spielkern import _core
from spielkern.errors import SpielkernError, TableError
from spielkern.solving.memory import to_bytes
from spielkern.solving.paths import readable_table
from spielkern.solving.solution import Solution, solution_of


class TableInfo(NamedTuple):
    """What the header of a table file says."""

    #: "table", or "checkpoint" for a solve half done.
    kind: str
    #: The version of the file's layout.
    version: int
    rules: _core.Rules
    #: The name of the numbering of positions.
    scheme: str
    #: How many values are stored, and how many bytes each takes.
    cells: int
    width: int
    #: Of the whole file.
    bytes: int
    #: Of a checkpoint: the remoteness being worked on.
    layer: int


def table_info(path: str | os.PathLike[str]) -> TableInfo:
    """Read the header of a table file. TableError (an OSError) says what is wrong with it, if anything is."""
    file = _core._TableFile(readable_table(path))
    rules = _rules_of(file, path)
    return TableInfo(file.kind, file.version, rules, file.scheme, file.cells, file.width, file.bytes, file.layer)


def open_table(path: str | os.PathLike[str], memory: int | str | None = None) -> Solution:
    """Open a table file that `Solution.save` wrote: the same solution again, mapped into memory.

    Each part of the file is checked when it is first used. TableError (an OSError) is raised, here or then, for a file
    that is damaged, cut short, no table, or of another version. As with any mapped file, one that somebody else cuts in
    place while it is open ends the process; replacing it, as `save` does, is fine. `memory` is as in
    `solve`, for work with the solution.
    """
    file = _core._TableFile(readable_table(path))
    rules = _rules_of(file, path)
    return solution_of(rules._open(file, to_bytes(memory)))  # type: ignore[attr-defined] # see solve


def _rules_of(file: _core._TableFile, path: str | os.PathLike[str]) -> _core.Rules:
    """Rules from what `str` makes of them."""
    text = "?"
    try:
        text = file.rules
        name, *given = text.split(" ")
        kinds = {option.name: option.kind for option in _core.OPTIONS[name]}
        options: dict[str, object] = {}
        for part in given:
            key, _, value = part.partition("=")
            match kinds[key]:
                case "int":
                    options[key] = int(value)
                case "ints":
                    options[key] = tuple(int(number) for number in value.split(","))
                case "bool":
                    options[key] = {"true": True, "false": False}[value]
                case _:
                    options[key] = value
        rules = _core.GAMES[name](**options)
    except (KeyError, ValueError, TypeError, SpielkernError) as error:
        raise TableError(f"{os.fsdecode(path)}: is a table of '{text:.100}', which is no game here") from error
    if str(rules) != text:
        raise TableError(f"{os.fsdecode(path)}: is a table of '{text:.100}', which is not how these rules are written")
    return rules
