"""One match of an arena: two players asked in turn, and what comes of it."""

from __future__ import annotations

import operator
import time
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from spielkern import records
from spielkern.ai.decision import fault_of
from spielkern.ai.player import situation_of
from spielkern.ai.tournament.schedule import Job, begun, told_seed
from spielkern.errors import Cancelled, one_line, shown

Two = tuple[int, int]
TwoTimes = tuple[float, float]


class Forfeit(Struct, frozen=True, forbid_unknown_fields=True):
    """A match that a player lost by breaking the rules of the arena."""

    player: Literal[1, 2]
    reason: Annotated[str, Meta(max_length=300)]


class Played(Struct, frozen=True, forbid_unknown_fields=True):
    """A match that was played. What comes in twos is of player 1 and of player 2."""

    number: Annotated[int, Meta(ge=0, description="in the schedule")]
    players: tuple[str, str]
    score: Annotated[float, Meta(description="of player 1: 1.0, 0.5 or 0.0")]
    points: Annotated[Two | None, Meta(description="at the end, in games that have them")]
    random_plies: Annotated[int, Meta(ge=0, description="the opening, which no player chose")]
    moves: Annotated[Two, Meta(description="that were chosen")]
    nodes: Annotated[Two, Meta(description="that this took")]
    seconds: Annotated[TwoTimes, Meta(description="that this took")]
    slowest: Annotated[TwoTimes, Meta(description="seconds for one move")]
    forfeit: Forfeit | None
    record: records.Record


#: Of every running arena the event that ends its matches, where this process can know it.
STOPS: dict[str, Any] = {}


def hold_stop(name: str, event: Any) -> None:
    """Let matches with that `stop` be ended by the event: in a process of a pool, when it starts."""
    STOPS[name] = event


def play(job: Job) -> Played:
    """Play a match. Cancelled if the arena was stopped meanwhile."""
    match = begun(job)
    opening = match.ply
    stop = STOPS.get(job.stop)
    moves, nodes, seconds, slowest = [0, 0], [0, 0], [0.0, 0.0], [0.0, 0.0]
    forfeit = None
    while match.outcome is None:
        seat = match.player - 1
        entrant = job.entrants[seat]
        situation = situation_of(match, entrant.budget, told_seed(job.player_seeds[seat], match.ply), stop)
        begin = time.perf_counter()
        wrong = ""
        decision: Any = None
        try:
            decision = entrant.choose(situation)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever it is, and be it sys.exit: the other matches go on
            wrong = f"raised {type(error).__name__}: {_text_of(error)}"
        took = time.perf_counter() - begin
        if stop is not None and stop.is_set():
            raise Cancelled(f"match {job.number} was stopped")
        seconds[seat] += took
        slowest[seat] = max(slowest[seat], took)
        moves[seat] += 1
        limit = entrant.budget.seconds
        if wrong:
            pass
        elif (fault := fault_of(decision)) is not None:
            wrong = fault
        elif limit is not None and took > limit + job.grace:
            wrong = f"took {took:.2f} seconds of {limit:g}"
        else:
            nodes[seat] += operator.index(decision.nodes)
            try:
                match.play(decision.move)
            except Exception as error:  # of a move that is none, anything
                wrong = f"played {shown(_text_of(decision.move))}, which is illegal: {_text_of(error)}"
        if wrong:
            forfeit = Forfeit(1 if seat == 0 else 2, _short(f"ply {match.ply + 1}: {wrong}"))
            match.resign()
    assert match.outcome is not None
    return Played(
        number=job.number,
        players=(job.entrants[0].name, job.entrants[1].name),
        score={None: 0.5, 1: 1.0, 2: 0.0}[match.outcome.winner],
        points=_points(match.position),
        random_plies=opening,
        moves=(moves[0], moves[1]),
        nodes=(nodes[0], nodes[1]),
        seconds=(round(seconds[0], 6), round(seconds[1], 6)),
        slowest=(round(slowest[0], 6), round(slowest[1], 6)),
        forfeit=forfeit,
        record=records.decode(match.to_json()),
    )


def _points(position: Any) -> Two | None:
    """The points of both players, in a game that counts them."""
    for name in ("final_scores", "score"):
        if hasattr(position, name):
            first, second = getattr(position, name)
            return int(first), int(second)
    return None


def _text_of(value: object) -> str:
    """The text of a value, which may refuse to have one."""
    try:
        return str(value)
    except Exception:
        return shown(value)


def _short(text: str) -> str:
    line = one_line(" ".join(text.split()))
    return line if len(line) <= 300 else f"{line[:297]}..."
