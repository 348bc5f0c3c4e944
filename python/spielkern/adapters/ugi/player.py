"""A player that asks an engine in a process of its own."""

from __future__ import annotations

import os
import re
import shlex
import threading
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any, Self

from spielkern.adapters.ugi.options import MIB, shown_value
from spielkern.adapters.ugi.process import EngineProcess, Offered
from spielkern.adapters.ugi.words import expected, move_of, move_word
from spielkern.ai.decision import Candidate, Decision
from spielkern.ai.limits import STANDARD_SECONDS
from spielkern.ai.player import Situation
from spielkern.errors import EngineError, IllegalMove, NotationError, RulesError, shown
from spielkern.values import Result, Value

#: So much earlier than the budget has it a search ends, for the way there and back; at most such a share of it.
WAY_SECONDS, WAY_SHARE = 0.005, 0.1
#: So often it is looked whether the answer is wanted at once.
LOOK_SECONDS = 0.02
#: So many lines of `info` are looked at, the last ones.
MOST_INFOS = 50


class UgiPlayer:
    """Any engine that speaks UGI, as a player: `ai.arena(rules, ["best", UgiPlayer("their-engine --quiet")])`.

    `command` is a list, or a text that is split as a shell would (no shell is asked). `options` are set by `setoption`;
    beside them an engine is told what it offers of `Game`, the options of the rules by their names, `Repetition` and
    `MaxPlies` (of type string), `Seed` and `Hash`, as our own does. Any other engine must know which game it plays, and
    read our notation.

    A situation with its history is sent as `position startpos` or `position fen` with the moves after it, a View by its
    text. A budget is sent as `movetime` if it has seconds, else as `nodes` or `depth`; the search is stopped once
    its seconds are over, or `situation.stop` is set.

    EngineError if the engine cannot be started, ends, does not answer within `timeout` seconds (with nodes or depth
    alone it is asked `isready` as often), or answers what is no legal move. The process is killed then, and the next
    choice starts another one.

    The first choice starts the engine, or `start`, or `with`; `close`, or the end of the object, ends it. Threads that
    choose at the same time get a process each, which are kept for later ones. It pickles as its arguments: in
    another process, also in a forked one, it starts processes of its own; an arena with `processes` one for each match.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        name: str | None = None,
        options: Mapping[str, Any] | None = None,
        timeout: float = 10.0,
    ) -> None:
        try:
            words = shlex.split(command) if isinstance(command, str) else [os.fspath(word) for word in command]
        except (TypeError, ValueError) as error:
            raise RulesError(f"the command of an engine must be a text or a list: {error}") from None
        if not words or not all(isinstance(word, str) and "\0" not in word for word in words) or not words[0]:
            raise RulesError(f"the command of an engine must name a program, not {shown(command)}")
        if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not 0 < timeout <= 1e6:
            raise RulesError(f"timeout must be a number of seconds above 0, up to 1e6, not {shown(timeout)}")
        self._command = tuple(words)
        self._name = f"ugi:{PurePath(words[0]).name}" if name is None else name
        if not isinstance(options, Mapping | None):
            raise RulesError(f"options are a dictionary of names and values, not {shown(options)}")
        self._options = {key: shown_value(value) for key, value in (options or {}).items()}
        for key, value in self._options.items():
            if not isinstance(key, str) or not key.isprintable() or not value.isprintable() or not key.strip():
                raise RulesError(f"an option and its value are one line of text, not {shown(key)} and {shown(value)}")
        self._timeout = float(timeout)
        self._lock = threading.Lock()
        self._idle: list[_Served] = []
        self._all: set[_Served] = set()
        self._owner = os.getpid()
        self._closed = False
        self._finalizer = weakref.finalize(self, _end_all, self._all, self._owner)

    @property
    def name(self) -> str:
        """How tables and records call it."""
        return self._name

    @property
    def command(self) -> tuple[str, ...]:
        """The program and its arguments."""
        return self._command

    def start(self) -> EngineProcess:
        """Start an engine, unless one is there already, and return it: its `name`, its `author`, what it offers."""
        served = self._take()
        self._give_back(served)
        return served.process

    def close(self) -> None:
        """End the engines; who is choosing gets an EngineError. Nothing can be chosen any more."""
        with self._lock:
            self._closed = True
            ended = list(self._all)
            self._all.clear()
            self._idle.clear()
        if self._owner == os.getpid():
            for served in ended:
                served.process.quit()

    def choose(self, situation: Situation, /) -> Decision:
        """Ask an engine for a move."""
        served = self._take()
        try:
            decision = served.ask(situation)
        except BaseException:
            with self._lock:
                self._all.discard(served)
            served.process.kill()
            raise
        self._give_back(served)
        return decision

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (self._command, self._name, self._options, self._timeout)

    def __repr__(self) -> str:
        return f"UgiPlayer({shlex.join(self._command)!r}, name={self._name!r})"

    def _take(self) -> _Served:
        with self._lock:
            if self._closed:
                raise EngineError(f"the player {shown(self._name)} was closed")
            if self._owner != os.getpid():  # a fork: the engines are those of the process that this one is a copy of
                self._owner = os.getpid()
                self._idle, self._all = [], set()
                self._finalizer.detach()
                self._finalizer = weakref.finalize(self, _end_all, self._all, self._owner)
            while self._idle:
                served = self._idle.pop()
                if served.process.is_running:
                    return served
                self._all.discard(served)
                served.process.kill()
        served = _Served(EngineProcess(self._command, self._timeout), self._options)
        with self._lock:
            if not self._closed:
                self._all.add(served)
                return served
        served.process.quit()
        raise EngineError(f"the player {shown(self._name)} was closed")

    def _give_back(self, served: _Served) -> None:
        with self._lock:
            if served in self._all:
                self._idle.append(served)


class _Served:
    """An engine, and what it knows of the match that it is asked about."""

    def __init__(self, process: EngineProcess, options: Mapping[str, str]) -> None:
        self.process = process
        self._own = {name.lower() for name in options}
        self._positions: tuple[Any, ...] | None = None
        self._rules: Any = None
        for name, value in options.items():
            if name.lower() not in process.offered:
                names = ", ".join(offered.name for offered in process.offered.values()) or "none"
                process.fail(f"has no option {shown(name)}; it has {names}")
            process.set_option(name, value)

    def ask(self, situation: Situation) -> Decision:
        """Have it choose a move."""
        begin = time.monotonic()
        self._tell_options(situation)
        self._tell_position(situation)
        self.process.is_ready()
        budget = situation.budget
        seconds = budget.seconds
        if seconds is None and budget.nodes is None and budget.depth is None:
            seconds = STANDARD_SECONDS
        until = None
        if seconds is not None:
            left = seconds - (time.monotonic() - begin) - min(WAY_SECONDS, WAY_SHARE * seconds)
            until = time.monotonic() + max(left, 0.001)
            self.process.send(f"go movetime {max(1, int(1000 * left))}")
        elif budget.nodes is not None:
            self.process.send(f"go nodes {budget.nodes}")
        else:
            self.process.send(f"go depth {budget.depth}")
        infos, answer = self._answer(until, situation)
        return self._decision(situation, infos, answer, time.monotonic() - begin)

    # ---------------------------------------------------------------------------------------------- what is told

    def _tell_options(self, situation: Situation) -> None:
        rules = situation.position.rules
        if rules != self._rules:
            self._offer("game", rules.name)
            for name, value in rules.options.items():
                self._offer(name if name in self.process.offered else f"{rules.name}.{name}", shown_value(value))
            self._rules, self._positions = rules, None
        left = situation.plies_left
        for name, number in (
            ("repetition", situation.repetition),
            ("maxplies", None if left is None else left + len(_moves(situation))),
        ):
            self._offer(name, shown_value(number), ("string",))
        seed = self.process.offered.get("seed", Offered("", "", ""))
        least, most = seed.minimum or 0, max(seed.minimum or 0, 2**31 - 1 if seed.maximum is None else seed.maximum)
        self._offer("seed", str(least + (situation.seed - least) % (most - least + 1)))
        if situation.table_bytes is not None:
            self._offer("hash", str(max(1, situation.table_bytes // MIB)), ("spin",))

    def _offer(self, name: str, value: str, kinds: tuple[str, ...] = ("spin", "check", "combo", "string")) -> None:
        """Set an option if the engine offers it, and the caller has not set it."""
        offered = self.process.offered.get(name)
        if offered is not None and offered.kind in kinds and name not in self._own:
            self.process.set_option(name, value)

    def _tell_position(self, situation: Situation) -> None:
        moves = _moves(situation)
        positions = (*situation.before, situation.position) if moves else (situation.position,)
        hidden = not hasattr(situation.position, "moves")
        known = self._positions
        if known is None or not _goes_on(known, positions, hidden):
            self.process.send("uginewgame")
            self.process.is_ready()
        self._positions = positions
        first = positions[0]
        at_start = not hidden and not getattr(first.rules, "chance", False) and first == first.rules.start()
        words = ["position startpos" if at_start else f"position fen {first}"]
        if moves:
            words += ["moves", *map(move_word, moves)]
        self.process.send(" ".join(words))

    # ---------------------------------------------------------------------------------------------- what it answers

    def _answer(self, until: float | None, situation: Situation) -> tuple[list[list[str]], list[str]]:
        """The words of its lines of `info`, and those of its `bestmove`."""
        process, stop = self.process, situation.stop
        infos: deque[list[str]] = deque(maxlen=MOST_INFOS)
        asked: float | None = None  # since when it owes an answer
        stopped = pinged = False
        next_look = time.monotonic() + process.timeout
        while True:
            now = time.monotonic()
            if not stopped and ((stop is not None and stop.is_set()) or (until is not None and now >= until)):
                process.send("stop")
                stopped, asked = True, now
            elif until is None and asked is None and now >= next_look:
                process.send("isready")
                pinged, asked = True, now
            if asked is not None and now >= asked + process.timeout:
                after = "stop" if stopped else "isready"
                process.fail(f"has not answered {after!r} in its search within {process.timeout:g} seconds: it hangs")
            wake = now + (0.5 if stop is None else LOOK_SECONDS)
            line = process.line(wake if stopped or until is None else min(wake, until))
            words = [] if line is None else line.split()
            if words[:1] == ["bestmove"]:
                if pinged:
                    process.expect("readyok", "isready")
                return list(infos), words
            if words[:1] == ["readyok"]:
                pinged, next_look = False, time.monotonic() + process.timeout
                asked = asked if stopped else None
            elif words[:1] == ["info"] and words[1:2] != ["string"]:
                infos.append(words)

    def _decision(self, situation: Situation, infos: list[list[str]], answer: list[str], seconds: float) -> Decision:
        position, rules = situation.position, situation.position.rules
        if len(answer) < 2:
            self.process.fail("answers with 'bestmove' and no move")
        try:
            move = move_of(rules, answer[1])
        except NotationError as error:
            self.process.fail(f"answers with {shown(' '.join(answer))}, which is no move: {error}")
        wrong = why_illegal(position, move)
        if wrong is not None:
            self.process.fail(f"answers with {shown(' '.join(answer))}, which is illegal: {wrong}")
        value, win, nodes = Value(), 0.5, 0
        line: tuple[Any, ...] = (move,)
        for words in infos:
            nodes = _number_after(words, "nodes", nodes)
            if "pv" in words:
                said = _line(position, words[words.index("pv") + 1 :])
                line = said if said[:1] == (move,) else (move,)
            if "score" in words:
                value, win = _score(words[words.index("score") + 1 :], (value, win))
        candidate = Candidate(move, Value(score=2 * win - 1), win, win, nodes)
        return Decision(move, value, win, line, (candidate,), nodes, seconds, proven=False)


def why_illegal(position: Any, move: Any) -> str | None:
    """Why a move is illegal in a position or View; None if it is legal."""
    if not hasattr(position, "is_legal"):
        why: str | None = position.why_illegal(move)
        return why
    try:
        position.play(move)
    except (IllegalMove, ValueError) as error:
        return str(error)
    return None


def _moves(situation: Situation) -> tuple[Any, ...]:
    """The moves from the first position on, where all of them are known."""
    return situation.history if len(situation.history) == len(situation.before) else ()


def _goes_on(known: tuple[Any, ...], positions: tuple[Any, ...], hidden: bool) -> bool:
    """Whether positions may be of the match that others are known of."""
    if hidden:  # nothing is known of the moves, but tiles that lie stay
        squares = zip(known[-1].board, positions[-1].board, strict=True)
        return all(before in (".", now) for before, now in squares)
    return positions[: len(known)] == known


def _line(position: Any, words: list[str]) -> tuple[Any, ...]:
    """As much of a line as can be played."""
    line: list[Any] = []
    for word in words:
        try:
            move = move_of(position.rules, word)
            if hasattr(position, "is_legal"):
                position = position.play(move)
        except ValueError:
            break
        line.append(move)
    return tuple(line)


def _score(words: list[str], before: tuple[Value, float]) -> tuple[Value, float]:
    """The value and the expected result that a score stands for. What an engine says is never proven."""
    if len(words) < 2 or not re.fullmatch(r"[+-]?[0-9]{1,9}", words[1]):
        return before
    number = int(words[1])
    if words[0] == "mate":
        result = Result.WIN if number > 0 else Result.LOSS
        return Value(result, abs(number)), 1.0 if number > 0 else 0.0
    if words[0] == "cp":
        return Value(score=number / 100), expected(number)
    return before


def _number_after(words: list[str], word: str, before: int) -> int:
    """The number that follows a word; the one before if none does."""
    if word not in words[:-1]:
        return before
    text = words[words.index(word) + 1]
    return int(text) if re.fullmatch(r"[0-9]{1,18}", text) else before


def _end_all(served: set[_Served], owner: int) -> None:
    """End the engines of a player that is no more; not those that a fork only has a copy of."""
    if owner == os.getpid():
        for each in list(served):
            each.process.kill()


def _remade(command: tuple[str, ...], name: str, options: dict[str, str], timeout: float) -> UgiPlayer:
    return UgiPlayer(command, name=name, options=options, timeout=timeout)
