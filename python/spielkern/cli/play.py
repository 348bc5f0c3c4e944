"""`spielkern play`."""

from __future__ import annotations

import argparse
import contextlib
import secrets
import sys
from pathlib import Path
from typing import Any

import spielkern as sk
from spielkern import ai, drawing
from spielkern.ai import specification
from spielkern.ai.greedy import listed_moves
from spielkern.ai.tournament.schedule import told_seed
from spielkern.cli.files import match_of_game
from spielkern.cli.options import add_game, add_position, chosen_position, chosen_rules, whole_number
from spielkern.cli.screen import Screen, UsageError, counted, one_line
from spielkern.reference.rng import Xoshiro256

NAME = "play"
SUMMARY = "play a game at the terminal"
DESCRIPTION = (
    "Play a game at the terminal: two people, or against level-1 to level-10 or another player, or against "
    "random moves, or random moves alone."
)

HELP = """\
  a move        as 'spielkern rules {game}' describes it
  moves         list the moves you can play
  board         show the position again
  hint          ask the best player for a move
  undo          take back the last move
  resign        give up
  draw          agree on a draw (two people)
  save FILE     write the match to a file
  quit          leave"""
LONGEST_LINE = 10_000
MOST_SHOWN = 200  # of the moves that one can play
HINT = ai.Budget(seconds=1.0)
STANDARD = ai.Budget(seconds=1.0)  # of a player that is given no limits


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_game(parser)
    add_position(parser)
    parser.add_argument("--random", choices=("1", "2", "both"), help="which players' moves are random")
    parser.add_argument(
        "--against",
        metavar="PLAYER",
        help=f"level-1 to level-10, {', '.join(ai.PLAYERS)}, or ugi:command=PROGRAM, an engine that speaks UGI; as "
        "mcts:seconds=2 too",
    )
    parser.add_argument("--as", dest="seat", choices=("1", "2"), help="which player you are, against one (default: 1)")
    parser.add_argument("--resume", metavar="FILE", help="go on with a match that was saved")
    parser.add_argument(
        "--seed", metavar="N", help="of random moves and chance (0 to 2^64 - 1): the same seed, the same moves"
    )
    parser.add_argument("--json", action="store_true", help="print the match as a record (with --random both)")


def run(args: argparse.Namespace, screen: Screen) -> None:
    """Carry out the command."""
    if args.json and args.random != "both":
        raise UsageError("--json needs --random both")
    if args.against is not None and args.random is not None:
        raise UsageError("--against and --random exclude each other")
    if args.seat is not None and args.against is None:
        raise UsageError("--as needs --against")
    saved = None if args.resume is None else Path(args.resume)
    resumed = None if saved is None else match_of_game(args, "--resume", args.resume)
    chance = chosen_rules(args).chance if resumed is None else False  # a match that was saved has its seed
    if args.seed is not None and args.random is None and args.against is None and not chance:
        raise UsageError("--seed needs --random or --against")
    seed = secrets.randbits(32) if args.seed is None else whole_number("--seed", args.seed, 2**64 - 1)
    if resumed is None:
        rules = chosen_rules(args)
        # A seed deals the start of a game with chance.
        position = None if rules.chance and args.position is None else chosen_position(args, rules)
        match: Any = sk.Match(rules, position, seed=seed if args.random or args.against or rules.chance else None)
    else:
        match = resumed
    if args.random == "both":
        _watch(match, screen, args.json)
        return
    opponents: dict[int, Any] = {}
    if args.random is not None:
        opponents[int(args.random)] = _Dice(seed)
    if args.against is not None:
        opponents[3 - int(args.seat or 1)] = _Thinker(args.against, seed)
    table = _Table(match, opponents, screen)
    if saved is not None:
        table.saved.add(saved)
    table.play()


class _Dice:
    """Random moves: the ones that `rules.playouts(1, seed)` plays."""

    description = "plays random moves"

    def __init__(self, seed: int | None) -> None:
        self.rng = Xoshiro256(seed or 0)

    def choose(self, match: Any) -> Any:
        moves = listed_moves(match.position)
        return moves[self.rng.below(len(moves))]


class _Thinker:
    """A player of `spielkern.ai`."""

    def __init__(self, text: str, seed: int) -> None:
        self.entrant = specification.parse(text, STANDARD)
        self.seed = seed
        self.description = f"is {self.entrant.name}"

    def choose(self, match: Any) -> Any:
        situation = ai.situation_of(match, self.entrant.budget, told_seed(self.seed, match.ply))
        return self.entrant.choose(situation).move


def _watch(match: Any, screen: Screen, as_json: bool) -> None:
    """Random moves on both sides."""
    dice = _Dice(match.seed)
    if not as_json:
        screen.heading(f"{match.rules.title}, random moves, seed {match.seed}")
        screen.line()
        screen.line(_board(match))
        screen.line()
    while match.outcome is None:
        player = match.player
        move = dice.choose(match)
        position = match.play(move)
        if not as_json:
            screen.line(f"{match.ply:>4}. player {player}: {move!s:<8} {position}")
    if as_json:
        screen.text(match.to_json())
        return
    screen.line()
    screen.line(_board(match))
    screen.heading(result(match))


def _board(match: Any, viewer: int | None = None) -> str:
    """Draw what the player `viewer`, by default the one on turn, may know; at the end everything."""
    return drawing.text(match, player=None if match.outcome else viewer or match.player)


def result(match: Any) -> str:
    """How a match ended, in words."""
    winner = match.outcome.winner
    who = "A draw" if winner is None else f"Player {winner} wins"
    why = match.outcome.reason
    if match.end is not None and match.end.player is not None:
        why = f"player {match.end.player} {why}"
    return f"{who} after {counted(match.ply, 'ply', 'plies')}: {why}."


class _Table:
    """People at the terminal, and perhaps an opponent that is none: `opponents` has it by its number."""

    def __init__(self, match: Any, opponents: dict[int, Any], screen: Screen) -> None:
        self.match = match
        self.opponents = opponents
        self.screen = screen
        self.saved: set[Path] = set()  # files that are this match's own
        self.left = False

    def play(self) -> None:
        """Until somebody leaves or the input ends."""
        screen = self.screen
        against = "".join(f", player {number} {each.description}" for number, each in self.opponents.items())
        screen.heading(f"{self.match.rules.title}{against}")
        screen.line("Type a move, or: moves, board, hint, undo, resign, draw, save FILE, help, quit.")
        self.show()
        while not self.left:
            try:
                self.let_opponents_play()
            except sk.SpielkernError as error:  # as an engine that died; what was played can still be saved
                screen.line(one_line(f"Player {self.match.player} plays nothing: {error}"))
            line = self.ask(f"Player {self.match.player}> " if self.match.outcome is None else "Match over> ")
            if line is None:
                screen.line("End of input: the match stops here.")
                return
            try:
                self.obey(line.strip())
            except sk.NotationError as error:  # a typing error, of a move or of a command
                screen.line(one_line(f"{error} (help lists the commands)"))
            except (ValueError, UsageError) as error:  # an illegal move, and the like
                screen.line(one_line(str(error)))

    def let_opponents_play(self) -> None:
        """Until a person is on turn, or the match is over."""
        while self.match.outcome is None and self.match.player in self.opponents:
            player = self.match.player
            move = self.opponents[player].choose(self.match)
            self.match.play(move)
            self.screen.line(f"Player {player} plays {_as_seen(move)}")
            self.show()

    def ask(self, prompt: str) -> str | None:
        """Return a line of input; None at its end."""
        if sys.stdin is None or sys.stdin.closed:
            return None
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401, PLC0415 - lets people edit what they type
            try:
                return input(prompt)
            except EOFError:
                self.screen.line()
                return None
        print(prompt, end="", flush=True)
        line = sys.stdin.readline(LONGEST_LINE)
        if len(line) == LONGEST_LINE:
            raise UsageError(f"a line of input is longer than {LONGEST_LINE:,} characters")
        self.screen.line(one_line(line.rstrip("\r\n")))  # a reader of the output sees what was typed
        return line or None

    def obey(self, line: str) -> None:
        """Do what a line of input asks for: a command or a move."""
        word, _, rest = line.partition(" ")
        word = word.lower()
        action = getattr(self, f"do_{word}", None) if word.isalpha() else None
        if action is not None and (not rest or word == "save"):
            action(rest.strip()) if word == "save" else action()
        elif line:
            self.match.play(line)
            self.show()

    def show(self) -> None:
        """Show the position, and the result once there is one."""
        self.screen.line()
        self.screen.line(_board(self.match, self.viewer()))
        if self.match.taken is not None and self.match.ply:
            self.screen.line("taken: player 1 {:,}, player 2 {:,}".format(*self.match.taken))
        if self.match.outcome is not None:
            self.screen.heading(result(self.match))
        elif self.match.occurrences() > 1:
            self.screen.line(f"This position has now occurred {self.match.occurrences()} times.")

    def viewer(self) -> int | None:
        """Who sees the board: the person who plays against a player, of two people the one on turn."""
        return next((3 - number for number in self.opponents), None)

    def do_hint(self) -> None:
        if self.match.outcome is not None:
            raise UsageError("the match is over: there is nothing to play")
        found = ai.player("best").choose(ai.situation_of(self.match, HINT, self.match.ply))
        sure = "proven" if found.proven else "as it looks"
        self.screen.line(f"  {found.move}   {_expected(found)}, {sure}")
        if len(found.line) > 1:
            self.screen.paragraph(" ".join(map(str, found.line)), first="  ", rest="  ")

    def do_help(self) -> None:
        self.screen.line(HELP.format(game=self.match.rules.name))

    def do_board(self) -> None:
        self.show()

    def do_moves(self) -> None:
        moves = self.match.moves()
        self.screen.flow(moves[:MOST_SHOWN])
        if not moves:
            self.screen.line("The match is over: there are none.")
        elif len(moves) > MOST_SHOWN:
            self.screen.line(f"  ... and {len(moves) - MOST_SHOWN:,} more")

    def do_undo(self) -> None:
        if self.match.outcome is not None and hasattr(self.match.position, "view"):
            raise UsageError("nothing can be taken back once the match is over and all tiles have been shown")
        if self.opponents and self.match.end is None:
            # Back to one's own turn: the opponent's answers go with one's own move.
            own = [p.player not in self.opponents for p in self.match.positions[:-1]]
            if not any(own):
                raise UsageError("there is no move of yours to take back")
            for _ in range(own[::-1].index(True)):
                self.match.undo()
        self.match.undo()
        self.show()

    def do_resign(self) -> None:
        self.match.resign()
        self.show()

    def do_draw(self) -> None:
        if self.opponents:
            raise UsageError("a draw takes two people who agree")
        self.match.agree_draw()
        self.show()

    def do_save(self, name: str) -> None:
        if not name:
            raise UsageError("save needs the name of a file: save FILE")
        try:
            path = Path(name).expanduser()
            own = path in self.saved
            # What was saved before stays until all of the new is written.
            written = path.with_name(f"{path.name}.new") if own else path
            with written.open("w" if own else "x", encoding="utf-8", newline="\n") as file:
                file.write(self.match.to_json() + "\n")
            if own:
                written.replace(path)
        except FileExistsError:
            raise UsageError(f"{name} exists already, and is not this match: choose another name") from None
        except (OSError, RuntimeError, ValueError) as error:  # nobody's home, as in ~nobody/x; no name, as with a NUL
            raise UsageError(f"cannot write {name}: {getattr(error, 'strerror', None) or error}") from None
        self.saved.add(path)
        self.screen.line(f"saved as {path}")

    def do_quit(self) -> None:
        self.left = True


def _as_seen(move: Any) -> str:
    """A move as the other player sees it: which tiles were swapped is hidden."""
    if getattr(move, "kind", None) == "swap":
        return f"swap of {counted(len(str(move).split()[1]), 'tile')}"
    return str(move)


def _expected(decision: ai.Decision) -> str:
    """What the player on turn can expect, in words."""
    text = str(decision.value)
    return f"{decision.win:.0%} of a win" if text == "unknown" else f"{text}, {decision.win:.0%} of a win"
