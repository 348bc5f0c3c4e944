"""Our side of a dialogue: an engine that is asked for moves."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import spielkern as sk
from spielkern import ai
from spielkern.adapters.ugi.options import Options
from spielkern.adapters.ugi.thinking import clock_seconds, decide
from spielkern.adapters.ugi.words import NO_MOVE, move_of, move_word, score_words
from spielkern.ai.limits import STANDARD_SECONDS
from spielkern.ai.tournament.schedule import derived
from spielkern.errors import one_line, shown
from spielkern.match import Match
from spielkern.records import package_version

AUTHOR = "the authors of spielkern"
#: Progress is told when a search gets deeper, and after so many seconds; never sooner than the first of them.
LEAST_SECONDS, MOST_SECONDS = 0.1, 1.0
#: So many seconds a search may take to end once it is stopped, before the engine no longer waits for it.
PATIENCE = 10.0

CLOCK = ("p1time", "p2time", "p1inc", "p2inc", "movestogo")
LIMITS = ("movetime", "nodes", "depth")


class _Wrong(Exception):
    """A command that makes no sense."""


class Engine:
    """An engine that speaks UGI: `obey` takes the lines that it is sent, `write` is called with those it answers.

    A search runs in a thread of its own, so `write` is called from that too, one line at a time. Nothing that is sent
    ends the engine but `quit`: what is wrong is answered by `info string error ...`, and changes nothing. While a
    search runs `position`, `go`, `setoption` and `uginewgame` are refused; `stop` first.

    `options` is what the command line chose.
    """

    def __init__(self, write: Callable[[str], None], options: Options | None = None) -> None:
        self._write = write
        self._options = Options() if options is None else options
        #: A Match, or in a game with hidden tiles perhaps a View; None: the start, once it is asked for.
        self._board: Any = None
        self._search: _Search | None = None
        self._lock = threading.Lock()

    def obey(self, line: str) -> bool:
        """Carry out a line; False once it was `quit`. OSError if nothing can be written any more."""
        words = line.split()
        if not words:
            return True
        command, rest = words[0], words[1:]
        if command == "quit":
            return False
        action = getattr(self, f"_do_{command}", None) if command.isalnum() else None
        try:
            if action is None:
                raise _Wrong(f"unknown command {shown(command)}")
            action(rest)
        except (_Wrong, sk.SpielkernError) as error:
            self._error(str(error))
        except OSError:
            raise
        except Exception as error:  # whatever was sent, the engine goes on
            self._error(f"{type(error).__name__}: {error}")
        return True

    def close(self) -> bool:
        """End a search, which still answers; False if it does not end."""
        search = self._search
        return search is None or search.end(PATIENCE)

    # ---------------------------------------------------------------------------------------------- commands

    def _do_ugi(self, _: list[str]) -> None:
        self._say(f"id name spielkern {package_version()}", f"id author {AUTHOR}", *self._options.lines, "ugiok")

    def _do_isready(self, _: list[str]) -> None:
        self._say("readyok")

    def _do_uginewgame(self, _: list[str]) -> None:
        self._refuse_search("uginewgame")
        self._board = None

    def _do_setoption(self, words: list[str]) -> None:
        self._refuse_search("setoption")
        if words[:1] != ["name"] or len(words) < 2:
            raise _Wrong("expected: setoption name NAME value VALUE")
        end = words.index("value") if "value" in words else len(words)
        name = " ".join(words[1:end])
        self._options.set(name, " ".join(words[end + 1 :]))
        if self._options.set_up(name):
            self._board = None

    def _do_position(self, words: list[str]) -> None:
        self._refuse_search("position")
        moves: list[str] = []
        if "moves" in words:
            at = words.index("moves")
            words, moves = words[:at], words[at + 1 :]
        if words == ["startpos"]:
            board: Any = self._options.match()
        elif words[:1] == ["fen"] and len(words) > 1:
            board = self._read(" ".join(words[1:]))
        else:
            raise _Wrong("expected: position startpos | fen POSITION [moves MOVE ...]")
        if moves and not isinstance(board, Match):
            raise _Wrong("what is hidden may be drawn by a move: a view takes no moves, only a whole position does")
        for number, word in enumerate(moves, 1):
            try:
                board.play(move_of(board.rules, word))
            except (sk.NotationError, sk.IllegalMove) as error:
                raise _Wrong(f"move {number}, {shown(word)}: {error}") from None
        self._board = board

    def _do_go(self, words: list[str]) -> None:
        self._refuse_search("go")
        try:
            board = self._set_up()
            outcome = outcome_of(board)
            if outcome is not None:
                raise _Wrong(f"the game is over ({outcome.reason}): there is no move")
            asked = self._asked(words, board.player)
            ply = board.ply if isinstance(board, Match) else 0
            situation = ai.situation_of(board, asked.budget, derived(self._options["Seed"], ply), threading.Event())
            situation = replace(situation, table_bytes=self._options.table_bytes)
            self._search = _Search(self, self._options.player(), situation, asked.endless)
            self._search.start()
        except OSError:
            raise
        except Exception as error:  # whoever has sent `go` waits for an answer
            self._search = None
            self._say(_error_line(str(error) or type(error).__name__), f"bestmove {NO_MOVE}")

    def _do_stop(self, _: list[str]) -> None:
        search = self._search
        if search is not None:
            search.stop.set()

    def _do_query(self, words: list[str]) -> None:
        if len(words) != 1 or words[0] not in ("p1turn", "gameover", "result"):
            raise _Wrong("expected: query p1turn | gameover | result")
        board = self._set_up()
        if words[0] == "p1turn":
            answer = _yes(board.player == 1)
        elif words[0] == "gameover":
            answer = _yes(outcome_of(board) is not None)
        else:
            answer = self._result(board)
        self._say(f"response {answer}")

    def _result(self, board: Any) -> str:
        outcome = outcome_of(board)
        if outcome is None:
            return "none"
        if not isinstance(board, Match) and board.bag_size:
            self._error("the other rack, which is hidden, decides the result: it is not known")
            return "none"
        return {None: "draw", 1: "p1win", 2: "p2win"}[outcome.winner]

    # ---------------------------------------------------------------------------------------------- the rest

    def _set_up(self) -> Any:
        if self._board is None:
            self._board = self._options.match()
        return self._board

    def _read(self, text: str) -> Any:
        """The match from a position on, or where its text hides something the View."""
        rules = self._options.rules()
        return rules.view(text) if "?" in text and hasattr(rules, "view") else self._options.match(text)

    def _refuse_search(self, command: str) -> None:
        search = self._search
        if search is None:
            return
        # Who has sent `stop` need not wait for the answer, which is about to come.
        if search.stop.is_set() and search.end(PATIENCE):
            return
        raise _Wrong(f"{command} while searching is ignored: stop first")

    def _asked(self, words: list[str], player: int) -> _Asked:
        """What `go` asks for; of what it does not understand it tells, and does without."""
        numbers: dict[str, int] = {}
        endless = False
        remaining = iter(words)
        for word in remaining:
            if word == "infinite":
                endless = True
            elif word not in LIMITS and word not in CLOCK:
                self._error(f"go: {shown(word)} is ignored; there are {', '.join((*LIMITS, 'infinite', *CLOCK))}")
            else:
                number = next(remaining, "")
                if re.fullmatch(r"[+-]?[0-9]{1,30}", number):
                    numbers[word] = int(number)
                else:
                    self._error(f"go: {word} takes a whole number, not {shown(number)}, and is ignored")
        return _Asked(_budget(numbers, player, endless, self._options["MoveOverhead"]), endless)

    def _say(self, *lines: str) -> None:
        with self._lock:
            for line in lines:
                self._write(line)

    def _error(self, message: str) -> None:
        self._say(_error_line(message))

    def _ended(self, search: _Search, line: str) -> None:
        """The answer of a search; whoever reads it may send `go` again."""
        with self._lock:
            if self._search is search:
                self._search = None
            self._write(line)


@dataclass(frozen=True, slots=True)
class _Asked:
    budget: ai.Budget
    endless: bool


class _Search(threading.Thread):
    """A search, which writes what it finds."""

    def __init__(self, engine: Engine, player: ai.Player, situation: ai.Situation, endless: bool) -> None:
        super().__init__(name="search", daemon=True)
        assert situation.stop is not None
        self.stop = situation.stop
        self._engine = engine
        self._player = player
        self._situation = replace(situation, watch=self._watch)
        self._endless = endless
        self._begin = time.perf_counter()
        self._depth = 0
        self._told = (0, self._begin)
        self._best: ai.Decision | None = None
        self._best_is_told = True

    def end(self, seconds: float) -> bool:
        """Stop it; whether it has ended within so many seconds."""
        self.stop.set()
        self.join(seconds)
        return not self.is_alive()

    def run(self) -> None:
        """Search, and answer."""
        try:
            try:
                decide(self._player, self._situation, self._endless, self._found)
            except OSError:
                raise
            except Exception as error:  # no memory, say, or a player that does not play this game
                self._engine._error(str(error) or type(error).__name__)
            if self._best is not None and not self._best_is_told:
                self._engine._say(self._info(self._best))
            if self._endless:
                self.stop.wait()
            move = NO_MOVE if self._best is None else move_word(self._best.move)
            self._engine._ended(self, f"bestmove {move}")
        except (OSError, ValueError):  # nobody reads; the engine's own next line will find that out
            return

    def _watch(self, progress: sk.Progress) -> None:
        now = time.perf_counter()
        depth, at = self._told
        deeper = progress.layer > depth and now - at >= LEAST_SECONDS
        self._depth = max(self._depth, progress.layer)
        if not deeper and now - at < MOST_SECONDS:
            return
        self._told = (progress.layer, now)
        self._best_is_told = False
        words = [f"depth {progress.layer}"] if progress.layer else []
        words += _effort(progress.done, now - self._begin, progress.seconds) if progress.done else []
        self._engine._say(" ".join(["info", *(words or [f"time {round(1000 * (now - self._begin))}"])]))

    def _found(self, decision: ai.Decision) -> None:
        self._best, self._best_is_told = decision, True
        value = f"value {decision.value}{', proven' if decision.proven else ''}"
        self._engine._say(f"info string {one_line(value)}", self._info(decision))

    def _info(self, decision: ai.Decision) -> str:
        line = decision.line or (decision.move,)
        effort = _effort(decision.nodes, time.perf_counter() - self._begin, decision.seconds)
        score = score_words(decision.value, decision.win)
        return " ".join(
            ["info", f"depth {self._depth or len(line)}", *effort, f"score {score} pv", *map(move_word, line)]
        )


def outcome_of(board: Any) -> Any:
    """How a match ended, or the game of a View; None while it goes on.

    With tiles in the bag nobody who sees a View knows the winner, only that the game is over: the one here is a guess.
    """
    if isinstance(board, Match):
        return board.outcome
    return board.determinize(0).outcome


def _budget(numbers: dict[str, int], player: int, endless: bool, overhead: int) -> ai.Budget:
    seconds = None
    if "movetime" in numbers:
        seconds = max(0, numbers["movetime"]) / 1000
    left = numbers.get(f"p{player}time")
    if left is not None:
        increment, moves = numbers.get(f"p{player}inc", 0), numbers.get("movestogo", 0)
        share = clock_seconds(left / 1000, increment / 1000, max(0, moves) or None, overhead / 1000)
        seconds = share if seconds is None else min(seconds, share)
    nodes = None if "nodes" not in numbers else min(max(1, numbers["nodes"]), 2**62)
    depth = None if "depth" not in numbers else min(max(1, numbers["depth"]), 10_000)
    if seconds is None and nodes is None and depth is None and not endless:
        seconds = STANDARD_SECONDS
    return ai.Budget(None if seconds is None else min(seconds, 1e9), nodes, depth)


def _effort(nodes: int, seconds: float, searched: float) -> Iterator[str]:
    """Nodes, time since the search began, and nodes a second of what they took."""
    yield f"nodes {nodes}"
    yield f"time {round(1000 * seconds)}"
    yield f"nps {round(nodes / max(searched, 1e-6))}"


def _error_line(message: str) -> str:
    return f"info string error: {one_line(message)}"


def _yes(answer: bool) -> str:
    return "true" if answer else "false"
