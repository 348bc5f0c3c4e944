"""Analysis: what one position is worth, exactly where that can be."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from spielkern._core import Move, Position, Rules
from spielkern.errors import MemoryLimitError, RulesError, shown
from spielkern.solving.memory import shown_bytes, to_bytes
from spielkern.solving.paths import writable_table
from spielkern.solving.progress import reporting
from spielkern.solving.solution import ProgressCallback, has_nets, solve, thread_count
from spielkern.solving.tables import table_info
from spielkern.values import Progress, Result, Value

#: So much time a search for forced wins gets, unless `seconds` says otherwise.
STANDARD_SECONDS = 10.0
#: Games of so many positions stored at most are solved as a whole rather than searched.
FEW_POSITIONS = 10_000_000
#: The table of a search, unless `table_bytes` says otherwise: as much of it as 80% of the free memory allows,
STANDARD_TABLE = 2**30
#: and as a search can fill in its time: to clear a big table takes seconds too.
TABLE_A_SECOND = 2**26


@dataclass(frozen=True, slots=True)
class Analysis:
    """What `analyse` found out about a position."""

    position: Position
    #: For the player to move. Not `proven` if time was short: with `bounds` instead of a net, or with a `score`.
    value: Value
    #: All moves that keep the value, in canonical order; None if the time was not enough to tell.
    best_moves: tuple[Move, ...] | None
    #: Best play to the end, or of endless play a piece; of what is not proven the line that looks best; None if the
    #: time was not enough.
    line: tuple[Move, ...] | None
    #: Positions that a search looked at; None where the game was solved instead.
    nodes: int | None
    seconds: float
    #: The memory of the search's table, and how much of it is in use (0.0 to 1.0).
    table_bytes: int = 0
    table_use: float = 0.0
    #: What a person should see in the position, in words: of Dots and Boxes chains, loops, the long chain rule, what
    #: control is worth at the end; of 10 how far no win can be forced; of Crazy10s what is proven of a net that is
    #: bounded on one side alone.
    notes: tuple[str, ...] = field(default=())


def analyse(
    position: Position,
    seconds: float | None = None,
    threads: int | None = None,
    table_bytes: int | str | None = None,
    *,
    table: str | os.PathLike[str] | None = None,
    ledger: str | os.PathLike[str] | None = None,
    plies: int = 3,
    progress: bool | ProgressCallback = False,
) -> Analysis:
    """Find the value of a position, all its best moves and a line of best play, exactly where that can be.

    Dots and Boxes is searched, within `seconds` (default: as long as it takes) and with a table of `table_bytes` (a
    number or a text as "4G"; default 1 GiB, and less where the `seconds` are few) that `threads` share. `table` is a
    file for it: what an earlier search of the same board knew is read from there, in a table as large as that one was
    unless `table_bytes` says otherwise, and what this one knows is written there, also when time or Ctrl-C ends it. If
    that fails, or is interrupted, after an answer was found, the error has it as its `analysis`; Ctrl-C during a search
    with a table takes as long as writing it does, or until Ctrl-C once more.

    10 with five or more stones each is searched too, for `seconds` (default: 10) and with tables of `table_bytes` in
    all (default 256 MiB). A forced win or loss that is found is exact; if there is none within reach, the value is a
    score (a figure more is about 1.0), and the notes say within how many plies no win can be forced.

    Crazy10s is searched, within `seconds`, once the bag is empty and nothing is left to chance; before, RulesError. If
    time is short, the line is the move that looks best, and the bounds are what is proven by then.

    All else is solved as a whole, `table_bytes` being the memory; for many positions of one game `solve` once instead.

    `ledger`, for boards that take hours: a text file that every proven bound of a position up to `plies` plies on is
    added to, line by line. A later run goes on from there; it needs nothing else. Only the value is found that way, and
    of Dots and Boxes only of a position in which nothing can be taken. Of 10 it holds within how many plies who can or
    cannot force a win; without `seconds` that goes on and on.

    Raises MemoryLimitError if there is not enough memory, and TableError for a file that is none of this board.
    """
    if not isinstance(position, Position):
        raise TypeError(f"position must be a position of a game, not {shown(position)}")
    if seconds is not None:
        if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
            raise TypeError(f"seconds must be a number or None, not {shown(seconds)}")
        if not 0 <= seconds <= 1e9:
            raise RulesError(f"seconds must be from 0 to 1e9, not {shown(seconds)}")
    count = thread_count(threads)
    if isinstance(plies, bool) or not isinstance(plies, int) or not 0 <= plies <= 16:
        raise RulesError(f"plies must be a whole number from 0 to 16, not {shown(plies)}")
    if ledger is not None and table is not None:
        raise RulesError("an analysis keeps either a ledger or a table")
    rules = position.rules
    if rules.chance:
        if ledger is not None or table is not None:
            raise RulesError(f"{rules.title} is searched in one go: there is no table or ledger to keep")
        return _by_endgame(position, seconds, progress)
    if not has_nets(rules):
        if not hasattr(rules, "_prove_wins") and (ledger is not None or table is not None):
            raise RulesError(f"{rules.title} is solved as a whole, not searched: there is no table or ledger to keep")
        if table is not None:
            raise RulesError(f"{rules.title}: a search keeps a ledger, no table")
        if ledger is not None or _is_searched_for_wins(rules):
            size = _table_size(table_bytes, _standard_table(STANDARD_TABLE // 4, seconds if ledger is None else None))
            path = None if ledger is None else writable_table(ledger)
            return _by_forced_wins(position, _Limits(seconds, count, size), path, plies, progress)
        return _by_solving(position, seconds, count, table_bytes, progress)
    kept = table is not None or ledger is not None
    file = None if table is None else writable_table(table)
    if file is not None and table_bytes is None:
        table_bytes = _kept_size(file, rules)
    size = _table_size(table_bytes, _standard_table(STANDARD_TABLE, None if kept else seconds))
    notes = tuple(rules._notes(position))  # type: ignore[attr-defined] # it is there beside _analyse
    begin = time.perf_counter()
    if ledger is not None:
        path = writable_table(ledger)
        with reporting(progress, f"analysing {rules}") as report:
            proven = rules._prove(position, seconds, count, size, path, plies, report)  # type: ignore[attr-defined]
        took = time.perf_counter() - begin
        return Analysis(position, seconds=took, notes=notes, best_moves=None, line=None, **proven)
    with reporting(progress, f"analysing {rules}") as report:
        found = rules._analyse(position, seconds, count, size, file, report)  # type: ignore[attr-defined] # as above
    save = found.pop("save")
    analysis = Analysis(position, seconds=time.perf_counter() - begin, notes=notes, **found)
    if file is not None:
        try:
            with reporting(progress, f"saving what is known of {rules}") as report:
                save(file, report)
        except BaseException as error:
            error.analysis = analysis  # type: ignore[attr-defined] # found, even if it cannot be kept
            raise
    return analysis


def _standard_table(most: int, seconds: float | None) -> int:
    return most if seconds is None else int(min(most, TABLE_A_SECOND * max(seconds, 1.0)))


def _table_size(table_bytes: int | str | None, standard: int) -> int:
    free = to_bytes(None)
    size = min(standard, free) if table_bytes is None else to_bytes(table_bytes, "table_bytes")
    if size > free:
        raise MemoryLimitError(
            f"a table of {shown_bytes(size)} is more than 80% of the free memory, {shown_bytes(free)}"
        )
    return size


def _kept_size(file: str, rules: Rules) -> int | None:
    """Of the table that an earlier search of the same rules left in a file. Of other files their reader says more."""
    if not os.path.exists(file):
        return None
    info = table_info(file)
    return info.cells * info.width if info.kind == "checkpoint" and info.rules == rules else None


class _Limits(NamedTuple):
    seconds: float | None
    threads: int
    table_bytes: int


def _is_searched_for_wins(rules: Rules) -> bool:
    if not hasattr(rules, "_analyse_wins"):
        return False
    positions, _ = rules._solve_need()  # type: ignore[attr-defined] # every game has it
    return bool(positions > FEW_POSITIONS)


def _by_forced_wins(
    position: Position,
    limits: _Limits,
    ledger: str | None,
    plies: int,
    progress: bool | ProgressCallback,
) -> Analysis:
    """Search for a forced win; a ledger keeps what is proven."""
    rules: Any = position.rules
    if position.outcome is not None:
        result = {None: Result.DRAW, position.player: Result.WIN}.get(position.outcome.winner, Result.LOSS)
        return Analysis(position, Value(result, remoteness=0, proven=True), (), (), 0, 0.0)
    begin = time.perf_counter()
    with reporting(progress, f"analysing {rules}") as report:
        if ledger is None:
            seconds = STANDARD_SECONDS if limits.seconds is None else limits.seconds
            found = rules._analyse_wins(position, seconds, *limits[1:], report)
        else:
            found = rules._prove_wins(position, *limits, ledger, plies, report) | {"best_moves": None, "line": None}
    return Analysis(position, seconds=time.perf_counter() - begin, **found)


class _OutOfTime(Exception):
    pass


def _by_endgame(position: Position, seconds: float | None, progress: bool | ProgressCallback) -> Analysis:
    """Search a position in which nothing is left to chance, to the end of the match."""
    begin = time.perf_counter()
    with reporting(progress, f"analysing {position.rules}") as report:
        found = position.rules._endgame(position, seconds, report)  # type: ignore[attr-defined] # games with chance have it
    took = time.perf_counter() - begin
    lower, upper, nodes = found["lower"], found["upper"], found["nodes"]
    table = {"table_bytes": found["table_bytes"], "table_use": found["table_use"]}
    if lower is None or lower != upper:
        bounds = None if lower is None or upper is None else (lower, upper)
        notes = () if bounds is not None else _one_sided(lower, upper)
        return Analysis(position, Value(bounds=bounds), None, (found["best_known"],), nodes, took, **table, notes=notes)
    own, other = position.scores if position.player == 1 else position.scores[::-1]  # type: ignore[attr-defined] # as above
    value = Value(Result.of_lead(own - other + lower), net=lower, proven=True)
    return Analysis(position, value, found["best_moves"], found["line"], nodes, took, **table)


def _one_sided(lower: int | None, upper: int | None) -> tuple[str, ...]:
    """What is proven of a net that is bounded on one side at most."""
    if lower is not None:
        return (f"The net is at least {lower:+d}.",)
    return () if upper is None else (f"The net is at most {upper:+d}.",)


def solved_within(
    seconds: float | None,
    rules: Any,
    report: ProgressCallback | None = None,
    threads: int | None = None,
    memory: int | None = None,
) -> Any:
    """Solve the game of the rules as `solve` does; None if the seconds are not enough."""
    begin = time.perf_counter()

    def watch(state: Progress) -> None:
        if report is not None:
            report(state)
        if seconds is not None and time.perf_counter() - begin > seconds:
            raise _OutOfTime

    try:
        return solve(rules, watch, threads, memory)
    except _OutOfTime:
        return None


def _by_solving(
    position: Position,
    seconds: float | None,
    threads: int,
    memory: int | str | None,
    progress: bool | ProgressCallback,
) -> Analysis:
    """Solve the game of the position as a whole."""
    begin = time.perf_counter()
    size = None if memory is None else to_bytes(memory, "table_bytes")
    with reporting(progress, f"analysing {position.rules}") as report:
        solution = solved_within(seconds, position.rules, report, threads, size)
    if solution is None:
        return Analysis(position, Value(), None, None, None, time.perf_counter() - begin)
    best_moves, line = solution.best_moves(position), solution.line(position)
    return Analysis(position, solution.value(position), best_moves, line, None, time.perf_counter() - begin)
