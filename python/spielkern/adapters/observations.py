"""Observations as the frameworks get them: those of a position, and whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    Floats = numpy.typing.NDArray[numpy.float32]

#: Two planes more than `position.observation()` has.
TURNS = 2

#: How many planes show the board, a number for each place; those after them are the same everywhere.
BOARD_PLANES = {"mu-torere": 3, "dots-and-boxes": 2, "ten": 6, "crazy10s": 15}

#: The plane with the lead, which may be negative, and how large it can be; all other numbers are from 0 to 1. Scores of
#: Crazy10s are below 10^9, and its lead is in hundreds.
LEADS = {"dots-and-boxes": (2, 1.0), "crazy10s": (39, 2e7)}


def observation_shape(rules: Any) -> tuple[int, ...]:
    """Return the shape of what `observed` returns."""
    planes, *rest = rules.observation_shape
    return (planes + TURNS, *rest)


def board_planes(rules: Any) -> int:
    """Return how many planes of an observation show the board; the others hold one number each."""
    return BOARD_PLANES.get(rules.name, int(rules.observation_shape[0]))


def observed(position: Any, player: int) -> Floats:
    """Return what player 1 or 2 sees of a position: float32.

    To the planes of `position.observation(player)`, which do not tell who is on turn, come two that do: one filled with
    1 and one with 0 if it is the player's own turn, else the other way.
    """
    import numpy as np  # noqa: PLC0415 - an extra

    planes = position.observation(player)
    both = np.empty((len(planes) + TURNS, *planes.shape[1:]), np.float32)
    both[:-TURNS] = planes
    own = position.player == player
    both[-2], both[-1] = own, not own
    return both


def observation_bounds(rules: Any) -> tuple[Floats, Floats]:
    """Return the least and the greatest that each number of an observation can be."""
    import numpy as np  # noqa: PLC0415 - an extra

    shape = observation_shape(rules)
    low, high = np.zeros(shape, np.float32), np.ones(shape, np.float32)
    if rules.name in LEADS:
        plane, most = LEADS[rules.name]
        low[plane], high[plane] = -most, most
    return low, high
