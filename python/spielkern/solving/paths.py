"""Names of files that people give, checked before the core sees them."""

from __future__ import annotations

import os
import stat

from spielkern.errors import TableError, shown


def checked_path(path: str | os.PathLike[str]) -> str:
    """Return the path as a text. TypeError if it is none, TableError if no file can have it."""
    name = os.fsdecode(path)
    try:
        usable = name != "" and b"\0" not in os.fsencode(name)
    except UnicodeEncodeError:
        usable = False
    if not usable:
        raise TableError(f"{shown(name, 200)} is no name of a file")
    return name


def readable_table(path: str | os.PathLike[str]) -> str:
    """Return the path of a file that is there. TableError for what is none, as a folder or a pipe."""
    name = checked_path(path)
    try:
        regular = stat.S_ISREG(os.stat(name).st_mode)
    except OSError as error:
        raise TableError(f"{name}: {error.strerror}") from None
    if not regular:
        raise TableError(f"{name}: is not a file")
    return name


def writable_table(path: str | os.PathLike[str]) -> str:
    """Return a path that a file can be written to. TableError if its folder is missing, or something else is there."""
    name = checked_path(path)
    folder = os.path.dirname(name) or "."
    if not os.path.isdir(folder):
        raise TableError(f"{name}: there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise TableError(f"{name}: the folder {folder} cannot be written to")
    if os.path.lexists(name) and not os.path.isfile(name):
        raise TableError(f"{name}: is not a file")
    return name
