"""Crazy10s with its draws one by one, as chance events of a game tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from spielkern.adapters.histories import CHANCE, TERMINAL, Terms
from spielkern.errors import IllegalMove
from spielkern.reference.crazy10s import BAG, KINDS, RACK, in_order

BOTH = (0, 1)


class Event(NamedTuple):
    """Something that happened: the player who did it, what that player knows of it, and what everybody does."""

    player: int
    known: str
    shown: str

    def text(self, viewers: Sequence[int], public: bool) -> str:
        """Return what these viewers know; without `public`, only what not everybody does. Empty if that is nothing."""
        if self.player in viewers and (public or self.known != self.shown):
            return f"{self.player + 1}{self.known}"
        return f"{self.player + 1}{self.shown}" if public else ""


@dataclass(frozen=True, slots=True)
class DealtSituation:
    """A position of Crazy10s in which no order of the bag is decided yet, or a turn that chance draws for.

    `position` is the one before the turn, with the bag as `?66`; None while tiles are dealt. `move` is the turn that is
    drawn for, `drawn` are the tiles so far (in the deal player 1's, then player 2's), `events` is all that happened.
    The rest is as in `Situation`.
    """

    terms: Terms
    position: Any = None
    move: Any = None
    drawn: str = ""
    events: tuple[Event, ...] = ()
    player: int = CHANCE
    returns: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def begun(cls, terms: Terms, position: str | None = None) -> Self:
        """Return the situation before the deal, or in the position with this text; its bag loses its order."""
        if position is None:
            return cls(terms)
        first = terms.rules.position(position)
        board, _, *rest = str(_unordered(first)).split(" ")
        known = (Event(player, f"={rack or '-'}", f"={_hidden(rack)}") for player, rack in enumerate(first.racks))
        table = f" on {' '.join((board, *rest))}"
        return cls(terms, events=(*known, Event(first.player - 1, table, table)))._at(first)

    def actions(self) -> list[int]:
        """List the legal actions, ascending."""
        return self.terms.actions.legal(self.position)

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the tiles that can be drawn, by their place in KINDS, with their probabilities."""
        bag = self._bag()
        return [(kind, bag.count(tile) / len(bag)) for kind, tile in enumerate(KINDS) if tile in bag]

    def after(self, action: int) -> Self:
        """Return the situation after an action or a chance event."""
        if self.player == CHANCE:
            # Tiles drawn together are seen together: their order is no part of a state.
            drawer = self._drawer
            before = self.drawn[: RACK * drawer] if self.position is None else ""
            tiles = in_order(self.drawn[len(before) :] + KINDS[action])
            events = self.events if len(tiles) == 1 else self.events[:-1]
            event = Event(drawer, f"+{tiles}", f"+?{len(tiles)}")
            return replace(self, drawn=before + tiles, events=(*events, event))._gone_on()
        move = self.terms.actions.move(self.position, action)
        event = Event(self.player, f":{move}", f":{_shown(move)}")
        return replace(self, move=move, events=(*self.events, event), player=CHANCE)._gone_on()

    def action_text(self, action: int) -> str:
        """Return the move that an action is, or the tile that is drawn."""
        return f"draw {KINDS[action]}" if self.player == CHANCE else str(self.terms.actions.move(self.position, action))

    def text(self, _history: Callable[[], list[int]]) -> str:
        """Return the whole situation, hidden tiles too."""
        return self.seen(BOTH, True)

    def seen(self, viewers: Sequence[int], public: bool) -> str:
        """Return what is there now as these viewers see it; without `public`, their own tiles alone."""
        if self.position is None:
            racks, drawn = [self.drawn[:RACK], self.drawn[RACK:]], ""
        else:
            racks, drawn = list(self.position.racks), self.drawn
        if not public:
            own = [f" +{drawn}" if drawn and viewer == self._drawer else "" for viewer in viewers]
            return " ".join((racks[viewer] or "-") + more for viewer, more in zip(viewers, own, strict=True))
        table = "|".join((rack or "-") if player in viewers else _hidden(rack) for player, rack in enumerate(racks))
        if self.position is None:
            return f"dealt {table}"
        board, _, *rest = str(self.position).split(" ")
        text = " ".join((board, table, *rest))
        if self.move is None:
            return text
        known = self._drawer in viewers
        text += f", {self.move if known else _shown(self.move)}"
        return f"{text} +{drawn if known else _hidden(drawn)}" if drawn else text

    def recalled(self, viewers: Sequence[int], public: bool) -> str:
        """Return all that has happened as these viewers saw it; without `public`, only what they alone did."""
        known = filter(None, (event.text(viewers, public) for event in self.events))
        return " ".join((f"seen by {'|'.join(str(viewer + 1) for viewer in viewers) or 'all'}:", *known))

    def resampled(self, player: int, sampler: Callable[[], float]) -> Self:
        """Return the situation with a rack for the other player that fits all that `player` knows.

        What the other player knew of earlier draws and swaps is forgotten: it may be another rack now.
        """
        if self.player == CHANCE:
            raise IllegalMove("while tiles are drawn there is nothing to choose from; ask on a player's turn")
        position = self.position.view(player + 1).determinize(int(sampler() * 2**53))
        other = 1 - player
        forgotten = [event._replace(known=event.shown) if event.player == other else event for event in self.events]
        rack = position.racks[other] or "-"
        last = max(place for place, event in enumerate(forgotten) if event.player == other)
        forgotten[last] = forgotten[last]._replace(known=f"{forgotten[last].shown} now {rack}")
        return replace(self, position=_unordered(position), events=tuple(forgotten))

    @property
    def _drawer(self) -> int:
        """Whom tiles are drawn for."""
        if self.position is None:
            return int(len(self.drawn) >= RACK)
        player: int = self.position.player - 1
        return player

    def _bag(self) -> str:
        """Return the tiles in the bag, sorted."""
        counts = BAG.values() if self.position is None else self.position.unseen
        return "".join(tile * (count - self.drawn.count(tile)) for tile, count in zip(KINDS, counts, strict=True))

    def _gone_on(self) -> Self:
        """Play the turn, or end the deal, once all its tiles are drawn."""
        rules = self.terms.rules
        if self.position is None:
            if len(self.drawn) < 2 * RACK:
                return self
            racks = f"{self.drawn[:RACK]}|{self.drawn[RACK:]}"
            board = "/".join(["." * rules.size] * rules.size)
            return self._at(rules.position(f"{board} {racks} ?{len(self._bag())} 1 0:0 0"))
        if len(self.drawn) < min(_wanted(self.move), self.position.bag_size):
            return self
        fields = str(self.position).split(" ")
        fields[2] = self.drawn + self._bag() or "-"  # what is drawn first comes first; the rest is put in any order
        return self._at(rules.position(" ".join(fields)).play(self.move))

    def _at(self, position: Any) -> Self:
        """Return the situation once a position is reached."""
        over = position.outcome is not None
        return replace(
            self,
            position=_unordered(position),
            move=None,
            drawn="",
            player=TERMINAL if over else position.player - 1,
            returns=position.returns if over else (0.0, 0.0),
        )

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


def _unordered(position: Any) -> Any:
    """Forget the order of the bag."""
    fields = str(position).split(" ")
    fields[2] = f"?{position.bag_size}" if position.bag_size else "-"
    return position.rules.position(" ".join(fields))


def _wanted(move: Any) -> int:
    """Return how many tiles a move draws if the bag has them."""
    return len(_swapped(move)) if move.kind == "swap" else str(move).count("=")


def _swapped(move: Any) -> str:
    return str(move).removeprefix("swap ")


def _shown(move: Any) -> str:
    """Return what the other player sees of a move."""
    return f"swap ?{len(_swapped(move))}" if move.kind == "swap" else str(move)


def _hidden(rack: str) -> str:
    return f"?{len(rack)}" if rack else "-"
