"""A bar for long work, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Column
from rich.text import Text

import spielkern

UNITS = ("", "k", "M", "G")


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
        TextColumn("{task.fields[state]}", table_column=Column(no_wrap=True, min_width=26)),
        BarColumn(bar_width=12),
        TaskProgressColumn("{task.percentage:>3.0f}%"),
        TextColumn("{task.fields[rate]}", table_column=Column(no_wrap=True, min_width=9, justify="right")),
        TextColumn("{task.fields[left]}", table_column=Column(no_wrap=True, min_width=12, justify="right")),
        TimeElapsedColumn(),
    )
    with _Bars(*columns, console=console, transient=True) as bars:
        bar = bars.add_task(title, total=None, state="", rate="", left="")

        def report(progress: spielkern.Progress) -> None:
            state = f"{progress.phase}, ply {progress.layer}" if progress.layer else progress.phase
            total = progress.total or None
            rate, left = rate_text(progress.rate), left_text(progress.seconds_left)
            if total is None and progress.done:  # how much is done where nobody knows how much is left
                left = f"{in_units(progress.done)} done"
            bars.update(bar, completed=progress.done, total=total, state=state, rate=rate, left=left)

        yield report


class _Bars(Progress):
    """Each bar below its title, so that there is room for both."""

    def get_renderables(self) -> Iterable[RenderableType]:
        for task in self.tasks:
            yield Text(task.description, no_wrap=True, overflow="ellipsis")
            yield self.make_tasks_table([task])


def rate_text(rate: float | None) -> str:
    """Write units a second in few characters: `12.3 M/s`."""
    return "" if rate is None else f"{in_units(rate)}/s"


def in_units(number: float) -> str:
    """Write a number in few characters: `12.3 M`."""
    unit = 0
    while number >= 999.5 and unit < len(UNITS) - 1:
        number /= 1000
        unit += 1
    return f"{number:.{1 if number < 99.5 and unit else 0}f} {UNITS[unit]}"


def left_text(seconds: float | None) -> str:
    """Write a time to go: `0:01:30 left`."""
    if seconds is None:
        return ""
    minutes, second = divmod(round(min(seconds, 359_999_999)), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{second:02} left"
