"""What a server allows: how much, how often and how long."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, fields
from typing import Final

from spielkern.errors import RulesError, shown


@dataclass(frozen=True, slots=True)
class Limits:
    """Numbers above zero; `spielkern serve --help` has an argument for each. RulesError for one that cannot be."""

    #: Bytes of a message or of the body of a request.
    message_bytes: int = 4096
    #: Messages of one connection: so many a second for long, and so many at once.
    message_rate: float = 20.0
    message_burst: int = 80
    #: Connections to the server, and to one room.
    connections: int = 2000
    room_connections: int = 40
    #: Rooms that are kept, and how many one address may open a minute.
    rooms: int = 10_000
    rooms_per_minute: float = 30.0
    #: Requests beside the connections that one address may make a minute, those for files not counted.
    requests_per_minute: float = 600.0
    #: Days after which a room goes in which nothing is played any more, and one whose match is over.
    room_days: float = 30.0
    finished_days: float = 7.0
    #: Moves, undos and the like in one room: most games end by themselves, but 10 need not. Its people can still resign
    #: or agree on a draw then.
    room_events: int = 5000
    #: Seconds that the computer thinks about a move at the most, and how many moves it thinks about at once.
    ai_seconds: float = 1.0
    ai_threads: int = 2
    #: Seconds in which a new connection must say who it is.
    hello_seconds: float = 10.0

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            # The standard values know which numbers are whole.
            kinds = (int,) if isinstance(each.default, int) else (int, float)
            if isinstance(value, bool) or not isinstance(value, kinds):
                raise TypeError(f"{each.name} must be a {kinds[-1].__name__}, not {shown(value)}")
            if not 0 < value < math.inf:
                raise RulesError(f"{each.name} must be above 0, not {shown(value)}")


class Bucket:
    """How often something may happen: `rate` times a second for long, and `burst` times at once."""

    __slots__ = ("_filled", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left = burst
        self._filled = time.monotonic()

    def take(self, count: float = 1.0) -> bool:
        """Whether it may happen now; then it counts."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._filled) * self.rate)
        self._filled = now
        if self._left < count:
            return False
        self._left -= count
        return True

    @property
    def full(self) -> bool:
        """Whether nothing has happened for so long that the bucket can be forgotten."""
        return self._left + (time.monotonic() - self._filled) * self.rate >= self.burst


#: So many addresses are remembered; before more are, those that have been quiet are forgotten.
MOST_ADDRESSES: Final = 10_000


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        """Whether it may happen now for this address."""
        if address not in self._buckets:
            if len(self._buckets) >= MOST_ADDRESSES:
                self._buckets = {each: bucket for each, bucket in self._buckets.items() if not bucket.full}
            if len(self._buckets) >= MOST_ADDRESSES:
                return False
            self._buckets[address] = Bucket(self._rate, self._burst)
        return self._buckets[address].take()
