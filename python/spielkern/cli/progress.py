"""A bar for long work, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Column

import spielkern


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[spielkern.Progress], None] | None]:
    """Show a bar on standard error while the block runs; it is gone afterwards.

    Gives the function that long work reports to; None if standard error is not a terminal.
    """
    console = Console(file=sys.stderr)
    if sys.stderr is None or not console.is_terminal:
        yield None
        return
    columns = (
        BarColumn(bar_width=20),
        TimeElapsedColumn(),
        TextColumn("{task.fields[state]}", table_column=Column(no_wrap=True, min_width=32)),
        TextColumn("{task.description}", table_column=Column(no_wrap=True, ratio=1)),
    )
    with Progress(*columns, console=console, transient=True, expand=True) as bars:
        bar = bars.add_task(title, total=None, state="")

        def report(progress: spielkern.Progress) -> None:
            state = f"{progress.phase}, ply {progress.layer}" if progress.layer else progress.phase
            bars.update(bar, completed=progress.done, total=progress.total or None, state=state)

        yield report
