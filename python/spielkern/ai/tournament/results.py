"""What came of an arena: for programs as JSON, for people as a table, and its matches as records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from spielkern.ai import ratings
from spielkern.ai.tournament.journal import PlayerBudget
from spielkern.ai.tournament.matches import Played
from spielkern.ai.tournament.schedule import Schedule
from spielkern.columns import aligned
from spielkern.match import Match
from spielkern.records import OptionValue, package_version, plain_options, schema_text

SCHEMA: Final = 1
#: A move may take so much longer than its budget before it is counted as late: 50 ms.
LATE_SECONDS = 0.05
ALL_WON = "Somebody won or lost everything: to every pair one drawn game is added, or ratings would be infinite."

Points = Annotated[float | None, Meta(description="a game, on average; null in games without points")]


class PlayerRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's results against all others."""

    name: str
    elo: Annotated[float, Meta(description="the mean of all players is 0")]
    elo_low: Annotated[float, Meta(description="the 95% interval of elo begins here")]
    elo_high: float
    games: int
    wins: int
    draws: int
    losses: int
    points: Points
    points_against: Points
    moves: int
    nodes_per_move: float
    seconds_per_move: float
    slowest: Annotated[float, Meta(description="seconds for one move")]
    late: Annotated[int, Meta(description="matches with a move more than 50 ms over the player's time")]
    forfeits: int


class PairRow(Struct, frozen=True, forbid_unknown_fields=True):
    """The games of two players, seen from the first one."""

    first: str
    second: str
    games: int
    wins: int
    draws: int
    losses: int
    score: Annotated[float, Meta(description="0.0 to 1.0")]
    score_low: Annotated[float, Meta(description="the 95% interval of the score begins here")]
    score_high: float
    elo: Annotated[float | None, Meta(description="of that score; null where infinite")]
    elo_low: float | None
    elo_high: float | None
    mirrored: Annotated[
        tuple[int, int, int, int, int],
        Meta(description="how many pairs of mirrored games gave the first player 0, 1/2, 1, 3/2 and 2"),
    ]
    points: Points
    points_against: Points


class SprtRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a sequential test stands."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    ratio: Annotated[float, Meta(description="log likelihood ratio, elo1 to elo0")]
    low: Annotated[float, Meta(description="at or below it elo0 is accepted")]
    high: float
    accepted: Literal["elo0", "elo1"] | None


class ForfeitRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A match lost by breaking the rules of the arena."""

    number: int
    name: str
    reason: str


class Results(Struct, frozen=True, forbid_unknown_fields=True):
    """The results of an arena."""

    schema: Literal[1]
    writer: str
    game: str
    options: dict[str, OptionValue]
    seed: int
    random_plies: int
    repetition: int | None
    max_plies: int | None
    budgets: list[PlayerBudget]
    games: Annotated[int, Meta(description="that these results are of")]
    complete: Annotated[bool, Meta(description="all games asked for were played, or the test came to its end")]
    separated: Annotated[bool, Meta(description=ALL_WON)]
    players: Annotated[list[PlayerRow], Meta(description="the best one first")]
    pairs: list[PairRow]
    sprt: SprtRow | None
    forfeits: list[ForfeitRow]


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """The results of an arena, and its matches in the order of the schedule."""

    results: Results
    played: tuple[Played, ...]

    def to_json(self) -> str:
        """The results as one line of JSON, without the matches; `schema/arena-1.json` describes it."""
        return msgspec.json.encode(self.results).decode()

    def matches(self) -> Iterator[Match[Any]]:
        """The matches, played again from their records."""
        for each in self.played:
            yield Match.from_json(msgspec.json.encode(each.record))

    def table(self) -> str:
        """The results for people."""
        return "\n".join(lines(self.results))

    def __str__(self) -> str:
        return self.table()


def json_schema() -> str:
    """The JSON Schema of results, as it lies in `schema/arena-1.json`."""
    return schema_text(Results, f"spielkern arena, schema {SCHEMA}")


def mirrored_counts(schedule: Schedule, played: Sequence[Played], pair: int = 0) -> tuple[int, int, int, int, int]:
    """How often pairs of mirrored games of the `pair`-th two players gave the first one 0, 1/2, 1, 3/2 and 2 points."""
    counts = [0] * 5
    halves: dict[int, float] = {}
    for each in played:
        if each.number // 2 % len(schedule.pairs) == pair:
            score = 1 - each.score if each.number % 2 else each.score
            other = halves.pop(each.number // 2, None)
            if other is None:
                halves[each.number // 2] = score
            else:
                counts[round(2 * (score + other))] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]


def results_of(schedule: Schedule, played: Sequence[Played], sprt: ratings.Sprt | None, asked: int) -> ArenaResult:
    """Sum up the matches; `asked` is how many there should be."""
    test = None if sprt is None else _sprt_row(sprt, mirrored_counts(schedule, played))
    meetings = []
    pairs = []
    for pair, (first, second) in enumerate(schedule.pairs):
        theirs = [each for each in played if each.number // 2 % len(schedule.pairs) == pair]
        row = _pair_row(schedule, theirs, pair)
        pairs.append(row)
        meetings.append(ratings.Meeting(first, second, row.games, row.wins + row.draws / 2))
    count = len(schedule.entrants)
    # Players that did not meet have nothing in common: only an arena that hardly began has some.
    elos = ratings.ratings(count, meetings)
    separated = elos is None
    elos = elos or ratings.ratings(count, meetings, prior=1.0) or (ratings.Rating(0.0, 0.0, 0.0),) * count
    rows = [_player_row(schedule, played, player, elo) for player, elo in enumerate(elos)]
    rules = schedule.rules
    results = Results(
        schema=SCHEMA,
        writer=f"spielkern {package_version()}",
        game=rules.name,
        options=plain_options(rules),
        seed=schedule.seed,
        random_plies=schedule.random_plies,
        repetition=schedule.repetition,
        max_plies=schedule.max_plies,
        budgets=[PlayerBudget.of(each) for each in schedule.entrants],
        games=len(played),
        complete=len(played) >= asked or (test is not None and test.accepted is not None),
        separated=separated,
        players=sorted(rows, key=lambda row: -row.elo),
        pairs=pairs,
        sprt=test,
        forfeits=[
            ForfeitRow(each.number, each.players[each.forfeit.player - 1], each.forfeit.reason)
            for each in played
            if each.forfeit is not None
        ],
    )
    return ArenaResult(results, tuple(played))


def _player_row(schedule: Schedule, played: Sequence[Played], player: int, elo: ratings.Rating) -> PlayerRow:
    seats = [
        (each, schedule.seats(each.number).index(player)) for each in played if player in schedule.seats(each.number)
    ]
    scores = [1 - each.score if seat else each.score for each, seat in seats]
    moves = sum(each.moves[seat] for each, seat in seats)
    limit = schedule.entrants[player].budget.seconds
    own, other = _points(seats)
    return PlayerRow(
        name=schedule.entrants[player].name,
        elo=elo.elo,
        elo_low=elo.low,
        elo_high=elo.high,
        games=len(seats),
        wins=scores.count(1.0),
        draws=scores.count(0.5),
        losses=scores.count(0.0),
        points=own,
        points_against=other,
        moves=moves,
        nodes_per_move=sum(each.nodes[seat] for each, seat in seats) / max(moves, 1),
        seconds_per_move=sum(each.seconds[seat] for each, seat in seats) / max(moves, 1),
        slowest=max((each.slowest[seat] for each, seat in seats), default=0.0),
        late=0 if limit is None else sum(each.slowest[seat] > limit + LATE_SECONDS for each, seat in seats),
        forfeits=sum(each.forfeit is not None and each.forfeit.player == seat + 1 for each, seat in seats),
    )


def _pair_row(schedule: Schedule, played: Sequence[Played], pair: int) -> PairRow:
    first, second = schedule.pairs[pair]
    seats = [(each, each.number % 2) for each in played]
    scores = [1 - each.score if seat else each.score for each, seat in seats]
    score = sum(scores) / len(scores) if scores else 0.5
    low, high = ratings.score_interval(score, len(scores))
    own, other = _points(seats)
    return PairRow(
        first=schedule.entrants[first].name,
        second=schedule.entrants[second].name,
        games=len(scores),
        wins=scores.count(1.0),
        draws=scores.count(0.5),
        losses=scores.count(0.0),
        score=score,
        score_low=low,
        score_high=high,
        elo=_finite(score),
        elo_low=_finite(low),
        elo_high=_finite(high),
        mirrored=mirrored_counts(schedule, played, pair),
        points=own,
        points_against=other,
    )


def _sprt_row(sprt: ratings.Sprt, counts: Sequence[int]) -> SprtRow:
    low, high = sprt.bounds
    return SprtRow(sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta, sprt.ratio(counts), low, high, sprt.verdict(counts))


def _points(seats: Sequence[tuple[Played, int]]) -> tuple[float | None, float | None]:
    known = [(each.points, seat) for each, seat in seats if each.points is not None]
    if not known:
        return None, None
    own = sum(points[seat] for points, seat in known) / len(known)
    return own, sum(points[1 - seat] for points, seat in known) / len(known)


def _finite(score: float) -> float | None:
    return ratings.elo_of_score(score) if 0 < score < 1 else None


def lines(results: Results) -> list[str]:
    """The results as a table."""
    text = [
        f"{results.games:,} game{'' if results.games == 1 else 's'}{'' if results.complete else ', not all yet'}",
        "",
    ]
    with_points = any(row.points is not None for row in results.players)
    head = ["player", "Elo", "95%", "won", "drawn", "lost", "score", "ms/move"]
    rows = [[*head[:-1], "points", head[-1]] if with_points else head]
    for row in results.players:
        score = (row.wins + row.draws / 2) / max(row.games, 1)
        cells = [
            row.name,
            f"{row.elo:+.0f}",
            f"{row.elo_low:+.0f} to {row.elo_high:+.0f}",
            *(f"{count:,}" for count in (row.wins, row.draws, row.losses)),
            f"{score:.1%}",
        ]
        if with_points:
            both = (row.points, row.points_against)
            cells.append(" : ".join("" if points is None else f"{points:.1f}" for points in both))
        rows.append([*cells, f"{1000 * row.seconds_per_move:.1f}"])
    text += aligned(rows)
    if results.separated and results.games:
        text += ["", ALL_WON]
    text.append("")
    for pair in results.pairs:
        said = f"{pair.score:.1%} ({pair.score_low:.1%} to {pair.score_high:.1%})"
        text.append(f"{pair.first} - {pair.second}: {said} of {pair.games:,} games")
    if results.sprt is not None:
        test = results.sprt
        names = {"elo0": test.elo0, "elo1": test.elo1}
        state = "goes on" if test.accepted is None else f"accepts {names[test.accepted]:+g} Elo"
        text += [
            "",
            f"SPRT {test.elo0:+g} or {test.elo1:+g} Elo: {state}; "
            f"log likelihood ratio {test.ratio:+.2f} of {test.low:+.2f} to {test.high:+.2f}",
        ]
    late = [f"{row.name} in {row.late:,}" for row in results.players if row.late]
    if late:
        text += ["", f"Matches with a move over 50 ms late: {', '.join(late)}"]
    if results.forfeits:
        text += ["", "Forfeited:"]
        text += [f"  match {each.number}: {each.name}, {each.reason}" for each in results.forfeits[:MOST_FORFEITS]]
        if len(results.forfeits) > MOST_FORFEITS:
            text.append(f"  ... and {len(results.forfeits) - MOST_FORFEITS:,} more")
    return text


MOST_FORFEITS = 10
