"""Frameworks are imported only where they are needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def required(name: str) -> Any:
    """Import a module of a framework; ModuleNotFoundError with what to install if the framework is missing."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        package = name.split(".", maxsplit=1)[0]
        if error.name is None or error.name.split(".", maxsplit=1)[0] != package:
            raise  # something else is missing, and the error names it
        raise ModuleNotFoundError(
            f"{__package__} needs {package}, which is not installed: pip install 'spielkern[frameworks]'",
            name=error.name,
        ) from error
