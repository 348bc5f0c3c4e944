"""An engine in a process of its own, and the dialogue with it."""

from __future__ import annotations

import contextlib
import os
import queue
import re
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from spielkern.adapters.ugi.words import EMPTY
from spielkern.errors import EngineError, one_line, shown

#: Where a process can have a group of its own, which hears no Ctrl-C and can be killed as a whole.
POSIX = os.name == "posix"
#: A line that goes on after so many bytes is none, and so many lines wait to be read.
LONGEST_LINE, MOST_WAITING = 2**16, 1_000
#: So many lines at most come before an answer, and so many of them are kept.
MOST_CHATTER, MOST_KEPT = 1_000_000, 10_000
#: Of what it writes to standard error the last lines are kept, for messages.
KEPT_LINES = 5
#: So many seconds it has to end by itself.
FAREWELL = 1.0


@dataclass(frozen=True, slots=True)
class Offered:
    """An option that an engine offers; `choices` of a combo."""

    name: str
    kind: str
    default: str
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None


class EngineProcess:
    """A running engine, after the handshake. EngineError if it cannot be started or does not shake hands.

    Every answer must come within `timeout` seconds. Whatever goes wrong, the process is killed, where there are process
    groups with what it started. Threads feed and read it, so that an engine that neither reads nor writes cannot block
    the caller.
    """

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.timeout = timeout
        self.name = command[0]
        self.author = ""
        self.offered: dict[str, Offered] = {}
        #: What was last told of each option, by its name in lower case.
        self.told: dict[str, str] = {}
        self._sent: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._errors: deque[str] = deque(maxlen=KEPT_LINES)
        try:
            self._process: Any = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=POSIX
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise EngineError(f"the engine {shown(' '.join(command), 200)} cannot be started: {why}") from None
        self._threads = [
            threading.Thread(target=work, name=f"engine {self._process.pid}", daemon=True)
            for work in (self._feed, self._read, self._read_errors)
        ]
        for thread in self._threads:
            thread.start()
        try:
            self._shake_hands()
        except BaseException:
            self.kill()
            raise

    # ---------------------------------------------------------------------------------------------- dialogue

    def send(self, line: str) -> None:
        """Send a line."""
        self._sent.put(line)

    def line(self, until: float) -> str | None:
        """The next line; None if none has come when the clock says `until`. EngineError if the engine has ended."""
        try:
            line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)  # so that whoever asks again hears it too
            self.fail(f"ended{self._how_it_ended()}")
        return line

    def expect(self, word: str, what: str) -> list[str]:
        """Wait for a line that begins with a word; returns the lines before it in which the engine tells of itself.

        EngineError if it does not come in time.
        """
        until = time.monotonic() + self.timeout
        lines: list[str] = []
        for _ in range(MOST_CHATTER):
            line = self.line(until)
            if line is None:
                self.fail(f"has not answered {what!r} with {word!r} within {self.timeout:g} seconds: it hangs")
            if line.split()[:1] == [word]:
                return lines
            if line.startswith(("id ", "option ")) and len(lines) < MOST_KEPT:
                lines.append(line)
        self.fail(f"answers {what!r} with {MOST_CHATTER:,} lines, none of them {word!r}")

    def is_ready(self) -> None:
        """Ask whether it is ready, and wait for that."""
        self.send("isready")
        self.expect("readyok", "isready")

    def set_option(self, name: str, value: str) -> None:
        """Set an option that it offers, unless it has that value already."""
        if self.told.get(name.lower()) != value:
            self.told[name.lower()] = value
            self.send(f"setoption name {self.offered[name.lower()].name} value {value}")

    def _shake_hands(self) -> None:
        self.send("ugi")
        for line in self.expect("ugiok", "ugi"):
            words = line.split()
            if words[:2] == ["id", "name"]:
                self.name = one_line(" ".join(words[2:]))[:200] or self.name
            elif words[:2] == ["id", "author"]:
                self.author = one_line(" ".join(words[2:]))
            elif words[:2] == ["option", "name"]:
                offered = _offered(words[2:])
                self.offered[offered.name.lower()] = offered
        self.is_ready()

    # ---------------------------------------------------------------------------------------------- its end

    @property
    def is_running(self) -> bool:
        """Whether it has not ended yet."""
        return not self._has_ended(0.0)

    def quit(self) -> None:
        """Let it end by itself; kill it if it does not soon, and what it has started."""
        self.send("quit")
        self._sent.put(None)
        self._has_ended(FAREWELL)
        self.kill()

    def kill(self) -> None:
        """End it now, and what it started."""
        with contextlib.suppress(OSError):
            if POSIX and self._process.returncode is None:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        self._sent.put(None)
        until = time.monotonic() + FAREWELL
        # The reader may wait for room; nobody reads any more.
        while self._threads[1].is_alive() and time.monotonic() < until:
            with contextlib.suppress(queue.Empty):
                self._lines.get(timeout=0.01)
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        for thread, pipe in zip(self._threads, pipes, strict=True):
            thread.join(max(0.0, until - time.monotonic()))
            if thread.is_alive():  # what has left the group holds the pipe open, and closing it would wait for that
                continue
            with contextlib.suppress(OSError):
                pipe.close()

    def fail(self, message: str) -> NoReturn:
        """Kill it, and raise EngineError."""
        self.kill()
        said = one_line(" / ".join(self._errors))
        raise EngineError(f"the engine {shown(self.name)} {message}{f'; it says: {said}' if said else ''}")

    def _has_ended(self, seconds: float) -> bool:
        """Whether it ends within so many seconds.

        It is only looked at, where that is possible: until `kill` waits for it its number stays taken, and with it the
        group in which what it has started may still be running.
        """
        until = time.monotonic() + seconds
        while not self._is_dead():
            if time.monotonic() >= until:
                return False
            time.sleep(0.005)
        return True

    def _is_dead(self) -> bool:
        if self._process.returncode is None and hasattr(os, "waitid"):
            with contextlib.suppress(ChildProcessError):  # somebody else has waited for it
                return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        return self._process.poll() is not None

    def _how_it_ended(self) -> str:
        if not self._has_ended(FAREWELL):
            return ", or closed its output"
        self.kill()
        code = self._process.returncode
        return f" by signal {-code}" if code < 0 else f" with exit code {code}"

    # ---------------------------------------------------------------------------------------------- threads

    def _feed(self) -> None:
        pipe = self._process.stdin
        with contextlib.suppress(OSError, ValueError):  # it has ended; the reader tells
            while (line := self._sent.get()) is not None:
                pipe.write(line.encode() + b"\n")
                pipe.flush()

    def _read(self) -> None:
        pipe = self._process.stdout
        with contextlib.suppress(OSError, ValueError):
            while line := pipe.readline(LONGEST_LINE):
                self._lines.put(line.decode("utf-8", "replace").strip())
        self._lines.put(None)

    def _read_errors(self) -> None:
        pipe = self._process.stderr
        with contextlib.suppress(OSError, ValueError):
            while line := pipe.readline(LONGEST_LINE):
                self._errors.append(line[:300].decode("utf-8", "replace").strip())


def _offered(words: list[str]) -> Offered:
    """Read what follows `option name`: names, defaults and choices may have several words."""
    found: dict[str, list[list[str]]] = {"name": [[]]}
    current = found["name"][0]
    for word in words:
        if word in ("type", "default", "min", "max", "var"):
            current = []
            found.setdefault(word, []).append(current)
        else:
            current.append(word)
    texts = {key: " ".join(each[0]) for key, each in found.items()}
    default = texts.get("default", "")
    return Offered(
        name=texts["name"],
        kind=texts.get("type", ""),
        default="" if default == EMPTY else default,
        choices=tuple(" ".join(each) for each in found.get("var", ())),
        minimum=_whole(texts.get("min", "")),
        maximum=_whole(texts.get("max", "")),
    )


def _whole(text: str) -> int | None:
    return int(text) if re.fullmatch(r"-?[0-9]{1,30}", text) else None
