"""Many games played together over NumPy arrays, for programs that learn."""

from __future__ import annotations

import math
import threading
from types import EllipsisType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

from spielkern._core import Crazy10s, Position, Rules
from spielkern.adapters.actions import DEFAULT_ACTIONS, MOST_ACTIONS
from spielkern.errors import MemoryLimitError, RulesError, checked_number, shown
from spielkern.extras import required
from spielkern.solving.memory import shown_bytes, to_bytes
from spielkern.solving.solution import thread_count

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    T = TypeVar("T", bound=np.generic)


class Batch:
    """`n` games under the same rules, played together; each step plays one action in every game.

    `rules.batch(n, seed)` makes one. A game that ends, or is cut off as a draw by the `repetition`-th occurrence of a
    position or by `max_plies` plies (None: never; default: as in a match), begins anew within the same step. Where an
    action is wanted it is a number, as `rules.action(move)` has it; in Crazy10s one of the `actions` numbers (default
    1024) of `position.ranked_moves(actions)`.

    The arrays belong to the batch, cannot be written and change with every step: copy what is to be kept. One seed
    gives the same games whatever the number of `threads` (default: all), and game i is the same in a larger batch. The
    core works without the GIL; calls from several threads wait for each other. A batch itself can be neither copied nor
    pickled.

    A step that Ctrl-C ends has been played in some of the games and not in others: all have gone on as they may, but
    `rewards` and `done` tell of the step before in those that have not.

    RulesError for options that make no batch, MemoryLimitError for games or arrays that do not fit, ImportError without
    NumPy.
    """

    def __init__(
        self,
        rules: Rules,
        n: int,
        seed: int = 0,
        *,
        threads: int | None = None,
        repetition: int | EllipsisType | None = ...,
        max_plies: int | EllipsisType | None = ...,
        actions: int | None = None,
    ) -> None:
        numpy = required("numpy", "a batch", "numpy")
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be rules of a game, as spielkern.Nim(), not {shown(rules)}")
        self._numpy = numpy
        self._lock = threading.Lock()
        self._rules = rules
        self._threads = thread_count(threads)
        self._size = checked_number("n", n, 1, 2**40)
        count = None if actions is None else checked_number("actions", actions, 1, 2**63 - 1)
        ranked = min(count or DEFAULT_ACTIONS, MOST_ACTIONS) if isinstance(rules, Crazy10s) else 0
        self._check_memory(_BYTES_A_GAME + _BYTES_A_PLAY * ranked, "the games of a batch")
        self._core: Any = cast("Any", rules)._batch(
            self._size,
            checked_number("seed", seed, 0, 2**64 - 1),
            _limit("repetition", rules.repetition if repetition is ... else repetition, 2),
            _limit("max_plies", rules.max_plies if max_plies is ... else max_plies, 1),
            count or 0,
            self._threads,
        )
        self._action_count: int = self._core.action_count()
        self._chosen = self._array((), numpy.int64)
        self._players = self._array((), numpy.uint8)
        self._rewards = self._array((2,), numpy.float32)
        self._done = self._array((), numpy.bool_)
        self._core.begin(self._players)
        self._masks: Any = None
        self._observations: Any = None
        self._masks_hold = self._observations_hold = False

    def __len__(self) -> int:
        """How many games."""
        return self._size

    @property
    def rules(self) -> Rules:
        """The rules of all the games."""
        return self._rules

    @property
    def action_count(self) -> int:
        """How many numbers actions have."""
        return self._action_count

    @property
    def players(self) -> npt.NDArray[np.uint8]:
        """Who is on turn, 1 or 2; shape (n,)."""
        return self._shown(self._players)

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """What the last step brought players 1 and 2: 1 and -1 where it ended a game, 0 elsewhere; shape (n, 2)."""
        return self._shown(self._rewards)

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        """Whether the last step ended the game, so that a new one has begun; shape (n,)."""
        return self._shown(self._done)

    @property
    def masks(self) -> npt.NDArray[np.int8]:
        """1 for legal actions, 0 for others; shape (n, action_count). Filled when first asked for after a step."""
        with self._lock:
            if not self._masks_hold:
                if self._masks is None:
                    self._check_memory(self._action_count, "the masks of a batch")
                    self._masks = self._array((self._action_count,), self._numpy.int8)
                self._core.mask(self._masks.view(self._numpy.uint8), self._threads)
                self._masks_hold = True
        return self._shown(self._masks)

    @property
    def observations(self) -> npt.NDArray[np.float32]:
        """Every game as the player on turn sees it; shape (n, *rules.observation_shape). Filled as `masks` are."""
        with self._lock:
            if not self._observations_hold:
                if self._observations is None:
                    shape = self._rules.observation_shape
                    self._check_memory(4 * math.prod(shape), "the observations of a batch")
                    self._observations = self._array(shape, self._numpy.float32)
                self._core.observe(self._observations, self._threads)
                self._observations_hold = True
        return self._shown(self._observations)

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action in every game, each as likely; shape (n,). The same until the next step."""
        with self._lock:
            self._core.choose(self._chosen, self._threads)
        return self._shown(self._chosen)

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action in every game, given as n whole numbers.

        IllegalMove names the first game whose action is no legal move, and then nothing is played; TypeError or
        ValueError for anything but n whole numbers.
        """
        np = self._numpy
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not of type {given.dtype}")
        if given.shape != (self._size,):
            raise ValueError(f"actions must have the shape ({self._size},), not {given.shape}")
        if given.dtype == np.uint64:
            given = np.minimum(given, np.uint64(2**63 - 1))
        given = np.ascontiguousarray(given, np.int64)
        with self._lock:
            self._masks_hold = self._observations_hold = False  # also after a step that Ctrl-C ends halfway
            self._core.step(given, self._players, self._rewards, self._done, self._threads)

    def playouts(self, each: int = 1, seed: int = 0) -> npt.NDArray[np.int64]:
        """Play `each` random games from where every game stands: wins of players 1 and 2 and draws; shape (n, 3).

        Every ply is uniform among all legal moves. Games longer than `max_plies` allows count as draws; `repetition`
        ends none, so without `max_plies` a game that can go on for ever may do so, until Ctrl-C.
        """
        counts = self._array((3,), self._numpy.int64)
        each, seed = checked_number("each", each, 0, 2**62), checked_number("seed", seed, 0, 2**64 - 1)
        with self._lock:
            self._core.playouts(each, seed, counts, self._threads)
        return counts  # type: ignore[no-any-return]

    def position(self, game: int) -> Position:
        """The position of a game, 0..n-1. IndexError for any other."""
        try:
            game = checked_number("game", game, 0, self._size - 1)
        except RulesError as error:
            raise IndexError(str(error)) from None
        with self._lock:
            return self._core.position(game)  # type: ignore[no-any-return]

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a batch can be neither copied nor pickled: its positions can, and rules.batch() makes another one"
        )

    def __repr__(self) -> str:
        return f"{self._rules!r}.batch({self._size})"

    def _array(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return self._numpy.zeros((self._size, *shape), dtype)

    @staticmethod
    def _shown(array: npt.NDArray[T]) -> npt.NDArray[T]:
        """What callers get: the same memory, but only to read."""
        view = array.view()
        view.flags.writeable = False
        return view

    def _check_memory(self, bytes_each: int, what: str) -> None:
        need, free = self._size * bytes_each, to_bytes(None)
        if need > free:
            raise MemoryLimitError(f"{what} need {shown_bytes(need)} of memory, {shown_bytes(free)} are free")


# With room for the past of a match; and for each play that Crazy10s numbers.
_BYTES_A_GAME, _BYTES_A_PLAY = 1024, 48


def _limit(name: str, value: object, least: int) -> int:
    """A limit as the core takes it: 0 for none."""
    return 0 if value is None else checked_number(name, value, least, 2**32 - 1)
