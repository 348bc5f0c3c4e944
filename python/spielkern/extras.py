"""Packages that not everybody needs: they are imported only where they are."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def required(name: str, who: str, extra: str) -> Any:
    """Import a module of a package that an extra installs; ModuleNotFoundError if it is missing, with what to do."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        package = name.split(".", maxsplit=1)[0]
        if error.name is None or error.name.split(".", maxsplit=1)[0] != package:
            raise  # something else is missing, and the error names it
        raise ModuleNotFoundError(
            f"{who} needs {package}, which is not installed: pip install 'spielkern[{extra}]'", name=error.name
        ) from error
