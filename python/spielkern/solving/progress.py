"""How long work reports: to a bar on the terminal, to the caller's function, or to nobody."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

from spielkern.errors import shown


def reporting(progress: Any, title: str) -> AbstractContextManager[Any]:
    """Give the function to report to, or None, for a `progress` argument: True, False, None or a function."""
    if progress is True:
        from spielkern.cli.progress import progress_bar  # noqa: PLC0415 - rich is slow to import

        return progress_bar(title)
    if progress is False or progress is None:
        return nullcontext(None)
    if not callable(progress):
        raise TypeError(f"progress must be True, False or a function, not {shown(progress)}")
    return nullcontext(progress)
