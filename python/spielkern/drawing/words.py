"""The words of drawings, in the languages that there are."""

from __future__ import annotations

from typing import Any, Final

from spielkern.errors import shown

LANGUAGES: Final = ("en", "de")

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "player": ("Player {player}", "Spieler {player}"),
    "on turn": ("on turn", "am Zug"),
    "won": ("won", "gewonnen"),
    "drawn": ("a draw", "remis"),
    "last": ("last move: {move}", "letzter Zug: {move}"),
    "pass": ("pass", "gepasst"),
    # Nim
    "heap": ("heap {heap}: {objects}", "Haufen {heap}: {objects}"),
    "heap number": ("heap {heap}", "Haufen {heap}"),
    "objects": ("1 object|{n} objects", "1 Objekt|{n} Objekte"),
    "take": ("heap {heap}: take {objects}", "Haufen {heap}: {objects} nehmen"),
    "more": ("{n} more", "{n} weitere"),
    "taken": ("{objects} taken", "{objects} genommen"),
    # Points and figures
    "centre": ("centre", "Mitte"),
    "free": ("free", "frei"),
    "piece": ("player {player}", "Spieler {player}"),
    "height 1": ("Single of player {player}", "Einer von Spieler {player}"),
    "height 2": ("Double of player {player}", "Doppler von Spieler {player}"),
    "height 3": ("Triple of player {player}", "Drilling von Spieler {player}"),
    "wins there": ("player {player} can win here", "Spieler {player} kann hier gewinnen"),
    "wins at 1": ("player 1 can win at: {places}", "Spieler 1 kann gewinnen auf: {places}"),
    "wins at 2": ("player 2 can win at: {places}", "Spieler 2 kann gewinnen auf: {places}"),
    "swap": ("swap of 1 tile|swap of {n} tiles", "Tausch von 1 Stein|Tausch von {n} Steinen"),
    "supply": ("1 stone beside the board|{n} stones beside the board", "1 Stein im Vorrat|{n} Steine im Vorrat"),
    # Dots and Boxes
    "edge": ("edge {a} to {b}", "Kante {a} bis {b}"),
    "drawn edge": ("drawn", "gezeichnet"),
    "drawn edges": ("edges drawn: {edges}", "gezeichnete Kanten: {edges}"),
    "box": ("box below and right of {a}", "Kästchen rechts unter {a}"),
    "box of": ("closed by player {player}", "von Spieler {player} geschlossen"),
    "box closed": ("closed", "geschlossen"),
    "three sides": ("three sides drawn", "drei Seiten gezeichnet"),
    "boxes to take": ("three sides, below and right of: {places}", "drei Seiten, rechts unter: {places}"),
    "boxes": ("1 box|{n} boxes", "1 Kästchen|{n} Kästchen"),
    # Crazy10s
    "points": ("1 point|{n} points", "1 Punkt|{n} Punkte"),
    "joker": ("joker as {digit}", "Joker als {digit}"),
    "DN": ("double number", "doppelte Zahl"),
    "TN": ("triple number", "dreifache Zahl"),
    "DL": ("double line", "doppelte Reihe"),
    "TL": ("triple line", "dreifache Reihe"),
    "rack": ("rack {tiles}", "Bänkchen {tiles}"),
    "empty rack": ("rack empty", "Bänkchen leer"),
    "hidden rack": ("1 hidden tile|{n} hidden tiles", "1 verdeckter Stein|{n} verdeckte Steine"),
    # Plots
    "course of": ("{game}: the value of the match", "{game}: der Wert der Partie"),
    "wins": ("player {player} wins", "Spieler {player} gewinnt"),
    "even": ("even", "ausgeglichen"),
    "plies": ("plies", "Züge"),
    "lead": ("lead of player 1 at the end", "Vorsprung von Spieler 1 am Ende"),
    "mistake": ("mistake by player {player}", "Fehler von Spieler {player}"),
    "lost": ("ply {ply}, {move}: lost {loss}", "Zug {ply}, {move}: {loss} verloren"),
    "described boxes": (
        "The lead of player 1 that the match would have ended with, over its {plies} plies.",
        "Der Vorsprung von Spieler 1, mit dem die Partie enden würde, über ihre {plies} Züge.",
    ),
    "described results": (
        "What player 1 could expect, over the {plies} plies of the match.",
        "Was Spieler 1 erwarten konnte, über die {plies} Züge der Partie.",
    ),
    "bag": ("1 tile in the bag|{n} tiles in the bag", "1 Stein im Beutel|{n} Steine im Beutel"),
    "win": ("won", "gewonnen"),
    "loss": ("lost", "verloren"),
    "both": ("won or lost", "gewonnen oder verloren"),
    "plies to": ("{first} to {plies}", "{first} bis {plies}"),
    "number of plies": ("1 ply|{n} plies", "1 Zug|{n} Züge"),
    "number of positions": ("1 position|{n} positions", "1 Stellung|{n} Stellungen"),
    "plies to the end": ("Plies to the end", "Züge bis zum Ende"),
    "perfect play": ("plies to the end under perfect play", "Züge bis zum Ende bei bestem Spiel"),
    "positions": ("positions", "Stellungen"),
    "positions together": ("positions in each {plies} plies", "Stellungen in je {plies} Zügen"),
    "logarithmic": ("logarithmic scale", "logarithmische Skala"),
    "all drawn": (
        "No position is won or lost: all are draws.",
        "Keine Stellung ist gewonnen oder verloren: Alle sind remis.",
    ),
    "described histogram": (
        "A bar chart of {positions} positions that are won or lost, by plies to the end: 0 to {plies}, most often "
        "{peak} ({there}).",
        "Ein Balkendiagramm von {positions} gewonnenen oder verlorenen Stellungen nach Zügen bis zum Ende: 0 bis "
        "{plies}, am häufigsten {peak} ({there}).",
    ),
    "even wins": (
        "With an even number of plies to go the player on turn wins, else the opponent.",
        "Bei gerader Zahl von Zügen gewinnt, wer am Zug ist, sonst der Gegner.",
    ),
    "odd wins": (
        "With an odd number of plies to go the player on turn wins, else the opponent.",
        "Bei ungerader Zahl von Zügen gewinnt, wer am Zug ist, sonst der Gegner.",
    ),
    "described logarithmic": ("The scale is logarithmic.", "Die Skala ist logarithmisch."),
}
#: Of games that are called otherwise in a language.
_TITLES: Final[dict[str, dict[str, str]]] = {"de": {"dots-and-boxes": "Punkte und Kästchen"}}


class Words:
    """The words of one language. ValueError for a language that there is not."""

    __slots__ = ("_column", "lang")

    def __init__(self, lang: str = "en") -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"lang must be one of {', '.join(map(repr, LANGUAGES))}, not {shown(lang)}")
        self.lang = lang
        self._column = LANGUAGES.index(lang)

    def __call__(self, name: str, **values: object) -> str:
        """Return the words called `name` with their values filled in."""
        return _WORDS[name][self._column].format(**values)

    def count(self, name: str, number: int) -> str:
        """Return a number with its thing: `1 box`, `3 boxes`."""
        one, many = _WORDS[name][self._column].split("|")
        return (one if number == 1 else many).format(n=self.number(number))

    def title(self, rules: Any) -> str:
        """Return what a game is called, given its rules or their class."""
        return _TITLES.get(self.lang, {}).get(rules.name) or str(rules.title)

    def number(self, number: int) -> str:
        """Write a number with its thousands apart."""
        text = f"{number:,}"
        return text.replace(",", ".") if self.lang == "de" else text
