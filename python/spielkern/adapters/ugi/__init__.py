"""The Universal Game Interface (UGI), by which a program that plays and one that asks for moves talk in lines of text.

It is UCI, known from chess, for any game of two players. Its text is kz04px's ugi.md
(https://github.com/kz04px/ugi); what that leaves open is decided here:

- A position's text is our notation, which has blanks: `position fen` takes all words up to `moves` or the end.
- A move's text is our notation with `_` for a blank, so that every move is one word: `swap_04*`.
- `score cp` follows the expected result e of the player on turn (1 a win, 0.5 a draw) as ratings do:
  400 log10(e / (1 - e)), from -1200 to 1200. `score mate` counts plies, and only where the length is proven.
- Without a move, because the game is over, `bestmove 0000` answers `go`.

`Engine` is our side of a dialogue as an engine, `spielkern engine` on the command line; `UgiPlayer` is a player that
asks any such engine in a process of its own.
"""

from __future__ import annotations

from spielkern.adapters.ugi.engine import Engine
from spielkern.adapters.ugi.player import UgiPlayer

__all__ = ["Engine", "UgiPlayer"]
