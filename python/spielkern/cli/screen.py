"""Writing for people and for programs: wrapped text, columns, JSON; on any terminal or none."""

from __future__ import annotations

import codecs
import contextlib
import json
import re
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from rich.console import Console

from spielkern.columns import aligned
from spielkern.errors import one_line as one_line  # noqa: PLC0414 - the commands have it from here

MOST_WIDTH = 100  # longer lines are hard to read, however wide the window is
LEAST_WIDTH = 20


class UsageError(Exception):
    """Arguments or input that make no sense; the message is for the person who gave them."""


class Screen:
    """Standard output."""

    def __init__(self) -> None:
        self.console = _Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        # A terminal may say that it has no width at all.
        self.width = max(LEAST_WIDTH, min(self.console.width, MOST_WIDTH))

    def line(self, text: str = "", style: str | None = None) -> None:
        """One line (or several, as they are)."""
        self.console.print(text, style=style)

    def heading(self, text: str) -> None:
        """Write a line that stands out where there are colours."""
        self.line(text, "bold")

    def paragraph(self, text: str, first: str = "", rest: str = "") -> None:
        """`text` wrapped to the width, its lines beginning with `first` and then `rest`.

        What stands in backquotes is never wrapped; the backquotes themselves are not shown.
        """
        whole = re.sub("`(.*?)`", lambda quoted: quoted[1].replace(" ", "\0"), " ".join(text.split()))
        wrapped = textwrap.fill(
            whole,
            width=self.width,
            initial_indent=first,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        )
        self.line(wrapped.replace("\0", " "))

    def flow(self, words: Iterable[object], indent: str = "  ") -> None:
        """Short texts in as many columns as fit."""
        texts = [str(word) for word in words]
        wide = max(map(len, texts), default=0) + 2
        each = max(1, (self.width - len(indent)) // wide)
        for start in range(0, len(texts), each):
            self.line((indent + "".join(text.ljust(wide) for text in texts[start : start + each])).rstrip())

    def columns(self, rows: Sequence[Sequence[str]], left: Sequence[int] = (0,), gap: str = "  ") -> None:
        """Write a table; the columns numbered in `left` are flush left, the others flush right."""
        for line in aligned(rows, left, gap):
            self.line(line)

    def json(self, value: object) -> None:
        """`value` as JSON, for programs: always ASCII, so that every terminal and pipe takes it."""
        self.text(json.dumps(value, indent=2))

    def text(self, text: str) -> None:
        """Write a line for programs: exactly as it is."""
        print(text, file=self.console.file)


class _Console(Console):
    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError  # `main` handles it; rich would exit here


def counted(number: int, thing: str, things: str | None = None) -> str:
    """Return `1 ply`, `1,234 plies`."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


@contextmanager
def forgiving_streams() -> Iterator[None]:
    """Let the standard streams take what their encoding has not.

    Output writes it as plain letters, else as `?`; input reads wrong bytes as characters that no notation has.
    """
    codecs.register_error("spielkern", _plainly)
    wanted = ((sys.stdin, "surrogateescape"), (sys.stdout, "spielkern"), (sys.stderr, "spielkern"))
    streams: list[tuple[Any, str]] = [(stream, errors) for stream, errors in wanted if hasattr(stream, "reconfigure")]
    before = [stream.errors for stream, _ in streams]
    for stream, errors in streams:
        _reconfigure(stream, errors)
    try:
        yield
    finally:
        for (stream, _), errors in zip(streams, before, strict=True):
            _reconfigure(stream, errors)


def _reconfigure(stream: Any, errors: str) -> None:
    # A stream that was closed, or read from, stays as it is.
    with contextlib.suppress(ValueError, OSError):
        stream.reconfigure(errors=errors)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end]
    plain = (unicodedata.normalize("NFKD", c).encode("ascii", "ignore").decode() or "?" for c in text)
    return "".join(plain), error.end
