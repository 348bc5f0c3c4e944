"""Asking a player for a move, now or in the background."""

from __future__ import annotations

import threading
from typing import Any

from spielkern.ai.decision import Decision, fault_of
from spielkern.ai.levels import at_level
from spielkern.ai.limits import STANDARD_SECONDS
from spielkern.ai.player import Budget, Player, Situation, check_stop, is_player, situation_of
from spielkern.ai.players import player as player_of
from spielkern.errors import RulesError, checked_number, shown
from spielkern.match import Match


def choose(
    match_or_position: Any,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    *,
    level: int | None = None,
    player: str | Player = "best",
    seed: int = 0,
    stop: threading.Event | None = None,
    threads: int | None = None,
) -> Decision:
    """Choose a move for the player on turn of a match, a position or a View.

    Within `seconds` (default 1.0, if neither nodes nor depth are given), `nodes` (positions or simulations) and `depth`
    (plies); with nodes or depth alone the answer is always the same for the same `seed` (with several threads exact
    searches may count other nodes and choose between equal moves otherwise). `player` is a name in `ai.PLAYERS` or a
    Player of your own; `level` (1..10) plays as people do instead. In a game with hidden tiles the player gets the View
    alone. `stop`, set from another thread, has the answer come at once. `threads` is for those players that search with
    several.

    RulesError if the match or game is over, or for a budget or player that cannot be; TypeError if a player of your own
    answers with anything but a Decision.
    """
    budget = Budget(seconds, nodes, depth)
    if seconds is None and nodes is None and depth is None:
        budget = Budget(STANDARD_SECONDS)
    seed = checked_number("seed", seed, 0, 2**64 - 1)
    check_stop(stop)
    _refuse_finished(match_or_position)
    chooser = _player(player, level, threads)
    return _asked(chooser, situation_of(match_or_position, budget, seed, stop))


def _asked(player: Player, situation: Situation) -> Decision:
    """The answer of a player, if it is one; TypeError."""
    decision = player.choose(situation)
    fault = fault_of(decision)
    if fault is not None:
        raise TypeError(f"the player {shown(player.name)} {fault}")
    return decision


def _refuse_finished(match_or_position: Any) -> None:
    if not hasattr(match_or_position, "player"):
        raise TypeError(f"expected a Match, a position or a View, not {shown(match_or_position)}")
    outcome = getattr(match_or_position, "outcome", None)
    if outcome is not None:
        what = "the match" if isinstance(match_or_position, Match) else "the game"
        raise RulesError(f"{what} is over ({outcome.reason}): there is no move to choose")


def _player(player: str | Player, level: int | None, threads: int | None) -> Player:
    if threads is not None:
        threads = checked_number("threads", threads, 1, 1024)
    if level is not None:
        made: Player = at_level(level)
        return made
    if not isinstance(player, str):
        if not is_player(player):
            raise TypeError(f"player must be the name of a player or a Player, not {shown(player)}")
        return player
    named = player_of(player)
    if threads is not None and hasattr(named, "threads"):
        named.threads = threads
    return named


class Pondering:
    """A player that thinks in the background while the opponent does; made by `ponder`.

    It thinks about its answer to the opponent's likeliest move, first for as long as it would, then for twice as long,
    and so on. `answer` gives the decision: that one if the move came, else one for what came instead. In games with
    chance it waits: what the opponent may do hangs on hidden tiles, and `answer` thinks when it is asked.
    """

    def __init__(self, match: Match[Any], player: str | Player, seconds: float, seed: int, threads: int | None) -> None:
        if not isinstance(match, Match):
            raise TypeError(f"expected a Match, not {shown(match)}")
        self._player = _player(player, None, threads)
        self._budget = Budget(seconds)
        self._seed = checked_number("seed", seed, 0, 2**64 - 1)
        self._stop = threading.Event()
        self._expected: Match[Any] | None = None
        self._decision: Decision | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._think, args=(match.copy(),), daemon=True)
        self._thread.start()

    def _think(self, match: Match[Any]) -> None:
        try:
            # What the opponent knows is not ours to know: of hidden tiles there is nothing to foresee.
            if getattr(match.rules, "chance", False) or match.outcome is not None:
                return
            guess = _asked(self._player, situation_of(match, self._budget, self._seed, self._stop))
            match.play(guess.move)
            if self._stop.is_set() or match.outcome is not None:
                return
            self._expected = match
            budget = self._budget
            while not self._stop.is_set():
                decision = _asked(self._player, situation_of(match, budget, self._seed, self._stop))
                if self._stop.is_set():  # it was cut short: what was thought to the end before is better
                    return
                self._decision = decision
                if decision.proven:
                    return
                budget = Budget(min(2 * (budget.seconds or STANDARD_SECONDS), 1e9))
        except BaseException as error:  # it belongs to whoever asks
            self._error = error

    def stop(self) -> None:
        """End the thinking; returns once it has ended."""
        self._stop.set()
        self._thread.join()

    def answer(self, match: Match[Any], seconds: float | None = None) -> Decision:
        """The decision for the match as it stands now, after at most `seconds` (default: as given to `ponder`)."""
        self.stop()
        if self._error is not None:
            raise self._error
        if self._decision is not None and self._expected is not None and match == self._expected:
            return self._decision
        _refuse_finished(match)
        budget = self._budget if seconds is None else Budget(seconds)
        return _asked(self._player, situation_of(match, budget, self._seed))

    def __enter__(self) -> Pondering:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def ponder(
    match: Match[Any],
    seconds: float = STANDARD_SECONDS,
    *,
    player: str | Player = "best",
    seed: int = 0,
    threads: int | None = None,
) -> Pondering:
    """Begin to think while the opponent, who is on turn in the match, does; then ask `answer(match)`.

    That is in games without chance; in Crazy10s all thinking is done once `answer` is asked.

    with ai.ponder(match, seconds=1.0) as pondering:
        match.play(input())
        decision = pondering.answer(match)
    """
    return Pondering(match, player, seconds, seed, threads)
