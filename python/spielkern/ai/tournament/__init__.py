"""Arenas: players against players, many times."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import queue
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from itertools import count
from types import EllipsisType
from typing import Any

from spielkern.ai.player import Budget, Player, check_stop
from spielkern.ai.ratings import Sprt
from spielkern.ai.specification import entrant
from spielkern.ai.tournament.journal import Journal
from spielkern.ai.tournament.matches import STOPS, Played, hold_stop, play
from spielkern.ai.tournament.results import ArenaResult, Results, results_of
from spielkern.ai.tournament.schedule import Schedule, begun
from spielkern.errors import Cancelled, EngineError, RulesError, checked_number, shown
from spielkern.solving.progress import reporting
from spielkern.solving.solution import ProgressCallback
from spielkern.values import Progress

__all__ = ["ArenaResult", "Results", "arena"]

#: In games without such rules of their own; or some matches of 10 would never end.
STANDARD_REPETITION = 3
STANDARD_PLIES = 1000
#: So many matches at once are given to an executor of the caller's.
MOST_WAITING = 256
MOST_PLAYERS = 100

_names = count()


def arena(
    rules: Any,
    players: Sequence[Player | str],
    games: int = 100,
    budget: Budget | None = None,
    seed: int = 0,
    *,
    random_plies: int | None = None,
    repetition: int | EllipsisType | None = ...,
    max_plies: int | EllipsisType | None = ...,
    grace: float = 0.5,
    threads: int | None = None,
    processes: int | None = None,
    executor: Any = None,
    sprt: Sprt | None = None,
    progress: bool | ProgressCallback = False,
    path: str | os.PathLike[str] | None = None,
    stop: threading.Event | None = None,
) -> ArenaResult:
    """Let every two of `players` play `games` games of `rules`, and say how strong they are.

    A player is an object (`Player`) or a text as "mcts:nodes=1000" (`specification`); `budget` is for those that bring
    none of their own, by default 1000 nodes. Games come in pairs with the colours changed and all else the same: in a
    game with chance the bag, else an opening of `random_plies` random plies (default: 2). Where a game has no rule
    against endless play the third occurrence of a position, or 1000 plies, are a draw.

    A player learns only what it may know (`Situation`). Whoever raises, plays what is illegal, or takes more than
    `grace` seconds over its time loses that match, and the results say why.

    `threads` (default: as many as there are processors) or `processes` play several matches at once; or an `executor`
    with a method `submit`, as any of `concurrent.futures` or that of a dask.distributed client. With budgets of nodes
    or depth the matches are the same whichever it is.

    `path` is a file that each match is added to when it ends (JSON Lines). An arena that is called again with the same
    file goes on from there, with more games too; the file of another arena is refused (RecordError). `sprt`, for two
    players, ends the arena once the test decides; which matches count for it does not hang on how fast they were.
    Ctrl-C, or setting `stop` (Cancelled), ends the matches that are on, and so does a process that dies (EngineError).
    """
    entrants = tuple(entrant(each, Budget(nodes=1000) if budget is None else budget) for each in players)
    chance = bool(getattr(rules, "chance", False))
    standard_plies = 0 if chance else 2
    if repetition is ...:
        repetition = getattr(rules, "repetition", None) or (None if chance else STANDARD_REPETITION)
    if max_plies is ...:
        max_plies = getattr(rules, "max_plies", None) or STANDARD_PLIES
    if not 2 <= len(entrants) <= MOST_PLAYERS:
        raise RulesError(f"an arena has 2 to {MOST_PLAYERS} players, not {len(entrants)}")
    names = [each.name for each in entrants]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise RulesError(f"two players are called {shown(twice)}: every player needs a name of its own")
    if checked_number("games", games, 2, 10_000_000) % 2:
        raise RulesError(f"games must be even, because all are played with both colours, not {games}")
    if sprt is not None and not isinstance(sprt, Sprt):
        raise TypeError(f"sprt must be a Sprt or None, not {shown(sprt)}")
    check_stop(stop)
    if sprt is not None and len(entrants) != 2:
        raise RulesError(f"a sequential test is of two players, not {len(entrants)}")
    if isinstance(grace, bool) or not isinstance(grace, (int, float)) or not 0 <= grace <= 1e9:
        raise RulesError(f"grace must be a number of seconds from 0 to 1e9, not {shown(grace)}")
    if (threads is not None) + (processes is not None) + (executor is not None) > 1:
        raise RulesError("an arena takes either threads or processes or an executor")
    schedule = Schedule(
        rules,
        entrants,
        checked_number("seed", seed, 0, 2**64 - 1),
        checked_number("random_plies", standard_plies if random_plies is None else random_plies, 0, 1000),
        repetition,
        max_plies,
        float(grace),
    )
    begun(schedule.job(0, ""))  # what is wrong with the rules is said before any work
    asked = games * len(schedule.pairs)
    with (
        nullcontext() if path is None else Journal(path, schedule) as journal,
        reporting(progress, f"arena of {rules}") as report,
        _workers(threads, processes, executor) as workers,
    ):
        work = _Work(schedule, asked, sprt, journal)
        work.run(workers, report, stop)
    return results_of(schedule, work.counted(), sprt, asked)


class _Workers:
    """Whoever plays the matches."""

    def __init__(self, executor: Any, at_once: int, stop: str) -> None:
        self.executor = executor
        self.at_once = at_once
        self.stop = stop


class _Work:
    """An arena while it is played."""

    def __init__(self, schedule: Schedule, asked: int, sprt: Sprt | None, journal: Journal | None) -> None:
        self.schedule = schedule
        self.asked = asked
        self.sprt = sprt
        self.journal = journal
        self.played = {} if journal is None else {n: m for n, m in journal.played.items() if n < asked}
        #: The matches of the schedule from the first one on that have been played, and what the test has seen of them.
        self.whole = 0
        self.counts = [0] * 5
        self.decided = False
        self._follow()

    def counted(self) -> list[Played]:
        """The matches that the results are of: with a test only those that it has seen."""
        last = self.whole if self.decided else self.asked
        return [self.played[number] for number in sorted(self.played) if number < last]

    def run(self, workers: _Workers, report: ProgressCallback | None, stop: threading.Event | None) -> None:
        """Play what is still to be played."""
        begin = time.perf_counter()
        before = len(self.played)
        waiting = iter([number for number in range(self.asked) if number not in self.played])
        ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        futures: set[Any] = set()
        try:
            while not self.decided:
                while len(futures) < workers.at_once and (number := next(waiting, None)) is not None:
                    future = workers.executor.submit(play, self.schedule.job(number, workers.stop))
                    futures.add(future)
                    future.add_done_callback(ended.put)
                if not futures:
                    break
                if stop is not None and stop.is_set():
                    raise Cancelled("the arena was stopped")
                try:
                    future = ended.get(timeout=0.2)
                except queue.Empty:
                    continue
                futures.discard(future)
                match = future.result()
                self.played[match.number] = match
                if self.journal is not None:
                    self.journal.append(match)
                self._follow()
                if report is not None:
                    seconds = time.perf_counter() - begin
                    # The rate is of this run; the file's matches took no time of it.
                    share = seconds * len(self.played) / (len(self.played) - before)
                    report(Progress(self._state(), 0, len(self.played), self.asked, seconds, share))
        except BrokenExecutor as error:
            raise EngineError(
                f"a process that played matches died, by a player or for want of memory: {error}"
            ) from None
        finally:
            for future in futures:
                future.cancel()

    def _follow(self) -> None:
        """Look whether the test has come to its end, pair by pair in the schedule's order."""
        while not self.decided and {self.whole, self.whole + 1} <= self.played.keys():
            score = self.played[self.whole].score + 1 - self.played[self.whole + 1].score
            self.counts[round(2 * score)] += 1
            self.whole += 2
            self.decided = self.sprt is not None and self.sprt.verdict(self.counts) is not None

    def _state(self) -> str:
        if len(self.schedule.entrants) > 2:
            return "matches"
        score = sum(1 - each.score if each.number % 2 else each.score for each in self.played.values())
        return f"{score:g} : {len(self.played) - score:g}"


@contextmanager
def _workers(threads: int | None, processes: int | None, executor: Any) -> Iterator[_Workers]:
    """Give an executor; one of its own is ended afterwards, and with it the matches that are on."""
    name = f"{os.getpid()}-{next(_names)}"
    event: Any = threading.Event()
    own: Executor | None = None
    if executor is not None:
        if not callable(getattr(executor, "submit", None)):
            raise TypeError(f"an executor has a method submit; {shown(executor)} has none")
    elif processes is not None:
        # A copy of a process with threads may not work, so each begins anew.
        context = multiprocessing.get_context("spawn")
        event = context.Event()
        workers = checked_number("processes", processes, 1, 1024)
        own = _Processes(workers, context, _begin_process, (name, event))
    else:
        workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        if threads is not None:
            workers = checked_number("threads", threads, 1, 1024)
        own = ThreadPoolExecutor(workers, "arena")
    hold_stop(name, event)
    try:
        if own is None:
            yield _Workers(executor, MOST_WAITING, name)
        else:
            yield _Workers(own, 2 * workers, name)
    finally:
        event.set()
        if own is not None:
            own.shutdown(wait=True, cancel_futures=True)
        STOPS.pop(name, None)


class _Processes(ProcessPoolExecutor):
    """A pool whose processes do not hear Ctrl-C, not even while they begin: it is for the arena, which ends them."""

    def submit(self, *args: Any, **kwargs: Any) -> Any:
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(*args, **kwargs)
        # A process that is started here inherits what is blocked; for this one Ctrl-C only waits.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(*args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def _begin_process(name: str, event: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    hold_stop(name, event)


def _end_with_parent() -> None:
    """End this process once the arena's is gone: one that was killed could not tell its pool, which waits for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    multiprocessing.connection.wait([parent.sentinel])
    os._exit(1)  # whatever it is doing: nobody is left to hear of it
