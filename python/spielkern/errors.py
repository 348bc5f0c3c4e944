"""What spielkern raises on purpose. Every message says what was wrong, where, and what would be right."""

from __future__ import annotations

from operator import index


class SpielkernError(Exception):
    """The base of all errors of this package."""


class NotationError(SpielkernError, ValueError):
    """A text that is not in the notation.

    `text` is what was read, `place` the index of the first character that is wrong (`len(text)` if the text ended too
    early), `expected` what would have been right there.
    """

    def __init__(self, message: str, text: str = "", place: int = 0, expected: str = "") -> None:
        super().__init__(message, text, place, expected)
        self.text = text
        self.place = place
        self.expected = expected

    def __str__(self) -> str:
        return str(self.args[0])


class IllegalMove(SpielkernError, ValueError):
    """A move that the rules do not allow in the position, or one played after the end."""


class RulesError(SpielkernError, ValueError):
    """Options that make no game, or a question that the rules cannot answer."""


class RecordError(SpielkernError, ValueError):
    """A match record that cannot be read, or that does not follow the rules."""


class TableError(SpielkernError, OSError):
    """A table file that cannot be used."""


class VerificationError(SpielkernError):
    """A value of a solution that does not follow from its successors' values."""


class MemoryLimitError(SpielkernError, MemoryError):
    """Work that would need more memory than allowed. Raised before the memory is taken."""


class Cancelled(SpielkernError):
    """Long work that was stopped from outside."""


class EngineError(SpielkernError, RuntimeError):
    """An engine in a process of its own that cannot be started, died, hangs, or answers what no engine may."""


def checked_number(name: str, value: object, least: int, most: int) -> int:
    """Return a whole number of any type from `least` to `most`; TypeError and RulesError name it."""
    try:
        number = None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]  # what is none is refused
    except TypeError:
        number = None
    if number is None:
        raise TypeError(f"{name} must be an int, not {shown(value)}")
    if not least <= number <= most:
        raise RulesError(f"{name} must be from {least} to {most}, not {shown(value)}")
    return number


def shown(value: object, most: int = 60) -> str:
    """`repr` of a value for a message, cut short.

    A value may refuse to be shown, as a number of too many digits does; then its type is.
    """
    if isinstance(value, (str, bytes)):
        value = value[: most + 1]  # a long one is not written out only to be cut
    try:
        text = repr(value)
    except Exception:
        return f"an object of type {type(value).__name__}"
    return text if len(text) <= most else f"{text[: most - 3]}..."


def one_line(message: str) -> str:
    """`message` on one line of bearable length, with escapes for what a terminal would obey."""
    escaped = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in message)
    return escaped if len(escaped) <= 1000 else escaped[:997] + "..."
