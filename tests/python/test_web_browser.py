"""The board in a real browser: every game to its end by clicking and by keyboard, and two browsers in a private room.

They need Chromium and Playwright. Without them they are skipped, or fail if SPIELKERN_REQUIRE_BROWSER=1 says so.
SPIELKERN_SLOW_BROWSER=8 makes the page eight times as slow, and SPIELKERN_SLOW_WAY=0.3 whatever goes between page and
server up to 0.3 s late, message by message: so is found what passes on a fast machine by luck alone.

A page changes when it wants to: what it shows is waited for (`expect`, `wait_until`), never read once and asserted.
Three other programs take part, so what fails is tried once more, and the summary names it; not in the two slow ways.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import spielkern as sk

try:
    import uvicorn  # noqa: F401 - the server needs it
    from playwright.sync_api import (
        Browser,
        ConsoleMessage,
        Locator,
        Page,
        Route,
        WebSocketRoute,
        expect,
        sync_playwright,
    )
    from web_client import Person, Server, new_token

    CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    MISSING = None if CHROMIUM else "there is no Chromium"
except ImportError as error:
    MISSING = f"{error.name} is not installed"

if MISSING and os.environ.get("SPIELKERN_REQUIRE_BROWSER") != "1":
    pytest.skip(MISSING, allow_module_level=True)

PATIENCE = 20_000  # milliseconds
SLOW = float(os.environ.get("SPIELKERN_SLOW_BROWSER", "1"))
LATE = float(os.environ.get("SPIELKERN_SLOW_WAY", "0"))
pytestmark = pytest.mark.flaky(reruns=1 if SLOW == 1 and LATE == 0 else 0)
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}

#: A match of 10 with every kind of ply.
TEN = [
    *("m4", "d2+a5", "m4-b3", "b1+e1", "d1+a4", "a5xa4", "b3-m4", "a4/a2,a3", "b4+a5", "b1-m1", "a5xb4", "a3xa2"),
    *("b4xd2", "a2xm1", "d2/c3=2,m2", "m1/c1,a2,b2", "c3/c2,d2"),
]


@pytest.fixture(scope="module")
def one_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("browser") / "rooms.sqlite", "--ai-seconds", "0.3", late=LATE) as server:
        yield server


@pytest.fixture
def server(one_server: Server) -> Server:
    """The server, also after a test that failed between killing it and starting it again."""
    if not one_server.alive:
        one_server.start()
    return one_server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert MISSING is None, f"{MISSING}, and SPIELKERN_REQUIRE_BROWSER=1"
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Window:
    """A browser window of somebody with settings of their own, and what went wrong in it."""

    def __init__(self, browser: Browser, server: Server, lang: str = "en", viewport: Any = None) -> None:
        self.server = server
        self.context = browser.new_context(
            locale=lang, viewport=viewport or DESKTOP, has_touch=viewport == PHONE, accept_downloads=True
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        if SLOW > 1:
            chromium = self.context.new_cdp_session(self.page)
            chromium.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._heard)
        self.page.on("request", lambda request: self._asked(request.url))

    def _heard(self, message: ConsoleMessage) -> None:
        # That a connection failed, the browser says by itself while the server is away.
        away = ("WebSocket connection to", "net::ERR_")
        if message.type in ("error", "warning") and not any(each in message.text for each in away):
            self.wrong.append(message.text)

    def _asked(self, url: str) -> None:
        if not url.startswith((self.server.address, "data:")):
            self.wrong.append(f"asked for {url}")

    def enter(self, room: str, token: str | None = None) -> None:
        """Go into a room; with its token as the one who opened it."""
        if token is not None:
            self.context.add_init_script(f'localStorage.setItem("spielkern:seat:{room}", "{token}")')
        self.page.goto(f"{self.server.address}/room/{room}")
        expect(self.page.locator(".board svg")).to_be_visible()

    @property
    def status(self) -> Locator:
        return self.page.locator("h1.status")

    def my_turn_or_end(self) -> bool:
        """Wait until one can play; False once the match is over."""
        expect(self.page.locator("h1.status-you, h1.status-end")).to_be_visible(timeout=PATIENCE)
        return self.page.locator("h1.status-end").count() == 0

    def plies(self) -> int:
        return self.page.locator(".history li").count()

    def close(self) -> None:
        wrong = self.wrong
        self.context.close()
        assert wrong == []


@pytest.fixture
def window(browser: Browser, server: Server) -> Iterator[Callable[..., Window]]:
    opened: list[Window] = []

    def make(lang: str = "en", viewport: Any = None) -> Window:
        opened.append(Window(browser, server, lang, viewport))
        return opened[-1]

    yield make
    for each in opened:
        each.close()


# ----------------------------------------------------------------------------------------------------- how one plays


class Clicking:
    """With the mouse or a finger."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def place(self, at: str) -> None:
        self.page.locator(f'.board [data-at="{at}"]').click()

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def tile(self, tile: str, at: str) -> None:
        self.press(f'.rack [data-tile="{tile}"]:not(:disabled)')
        self.place(at)


class Typing:
    """With the keyboard alone: Tab from thing to thing, arrows on the board."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def _tab_to(self, selector: str) -> None:
        expect(self.page.locator(selector).first).to_be_visible()  # it may have to be enabled first
        for _ in range(60):
            if self.page.evaluate(f"document.activeElement.matches({json.dumps(selector)})"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not lead to {selector}")

    def reach(self, at: str) -> None:
        self._tab_to(".board [data-at]")
        for key in self.page.evaluate(WAY, at):
            self.page.keyboard.press(key)
        assert self.page.evaluate("document.activeElement.dataset.at") == at

    def place(self, at: str) -> None:
        self.reach(at)
        self.page.keyboard.press("Enter")

    def press(self, selector: str) -> None:
        self._tab_to(selector)
        self.page.keyboard.press("Enter")

    def tile(self, tile: str, at: str) -> None:
        self.reach(at)
        self.page.keyboard.press("*" if tile == "*" else tile)


#: Which keys lead from the place with the focus to another one, found by trying all ways on the page itself.
WAY = """(goal) => {
  const start = document.activeElement;
  const ways = new Map([[start.dataset.at, []]]);
  const next = [start];
  for (const place of next) {
    if (ways.has(goal)) break;
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown"]) {
      place.focus();
      place.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      const found = document.activeElement;
      if (ways.has(found.dataset.at)) continue;
      ways.set(found.dataset.at, [...ways.get(place.dataset.at), key]);
      next.push(found);
    }
  }
  start.focus();
  return goal === null ? [...ways.keys()] : ways.get(goal);
}"""


def lay_tiles(hand: Clicking | Typing, play: str) -> None:
    """Lay the tiles of a play without playing it."""
    for at, joker, digit in re.findall(r"([a-z]\d+)=(\*?)(\d)", play):
        hand.tile(joker or digit, at)
        if joker:
            hand.press(f'[data-digit="{digit}"]')


def enter_move(hand: Clicking | Typing, game: str, move: str) -> None:
    """Put a move together as a person does."""
    if game in ("nim", "dots-and-boxes"):
        hand.place(move)
    elif game == "crazy10s":
        if move == "pass":
            hand.press("[data-key=pass]:not(:disabled)")
            return
        lay_tiles(hand, move)
        hand.press("[data-key=play]:not(:disabled)")
    else:
        points = re.findall(r"[a-em]?\d|c", move.replace("=2", ""))
        hand.place(points[0])
        kind = "unequal" if "=" in move else "split" if "/" in move else "enter" if "+" in move else "go"
        choice = f'.kind[data-kind="{kind}"]'
        if hand.page.locator(choice).count() and hand.page.locator(choice).get_attribute("aria-pressed") == "false":
            hand.press(choice)
        for point in points[1:]:
            hand.place(point)


def hinted_move(window: Window, hand: Clicking | Typing) -> str:
    """Ask for a hint and read it: as moves of Crazy10s are told there."""
    hand.press("[data-key=hint]:not(:disabled)")
    hint = window.page.locator(".hint", has_text="%")
    expect(hint).to_be_visible()
    laid = re.findall(r"([a-z]\d+)=(★?)(\d)", hint.inner_text())
    return ",".join(f"{at}={'*' if joker else ''}{digit}" for at, joker, digit in laid) or "pass"


# -------------------------------------------------------------------------------------------- against the computer


@pytest.mark.parametrize("how", [Clicking, Typing])
@pytest.mark.parametrize("game", sk.games())
def test_to_the_end_against_the_computer(
    game: str, how: type[Any], window: Callable[..., Window], server: Server
) -> None:
    token = new_token()
    level = 1 if game == "nim" else 10
    room = server.open_room(game, token, level=level)
    lang = "de" if how is Typing else "en"
    me = window(lang, PHONE if how is Clicking and game != "nim" else None)
    me.enter(room, token)
    hand = how(me.page)
    dice = random.Random(game)
    rounds = 0
    while me.my_turn_or_end():
        rounds += 1
        assert rounds < 100
        plies = me.plies()
        if game == "crazy10s":
            move = hinted_move(me, hand) if rounds <= 2 else "pass"
        else:
            match: Any = sk.Match.from_json(server.get(f"/api/rooms/{room}/record")[1])
            moves = match.moves()
            winning = [each for each in moves if match.position.play(each).outcome is not None]
            move = str(dice.choice(winning or moves))
        enter_move(hand, game, move)
        expect(me.page.locator(".history li").nth(plies)).to_be_visible()
        if rounds == 1 and me.my_turn_or_end():
            # Back to one's own turn, and the same once more.
            hand.press("[data-key=undo]:not(:disabled)")
            expect(me.page.locator(".history li")).to_have_count(plies)
            said = me.page.locator("#polite")
            expect(said).to_contain_text("Zurückgenommen" if lang == "de" else "Taken back")
    record = sk.Match.from_json(server.get(f"/api/rooms/{room}/record")[1])
    assert record.outcome is not None
    expect(me.page.locator(".history li")).to_have_count(record.ply)
    assert rounds >= 1
    # The end is said in the language of the page, to those who listen too.
    words = {"de": r"gewinn(t|st):|Remis:", "en": r"wins?:|draw:"}[lang]
    expect(me.status).to_have_text(re.compile(words))
    expect(me.page.locator("#polite")).to_contain_text(re.compile(words))
    with me.page.expect_download() as download:
        me.page.locator("[data-key=record]").click()
    saved = Path(download.value.path()).read_text(encoding="utf-8")
    assert sk.Match.from_json(saved) == record


def test_beginning_by_keyboard(window: Callable[..., Window], server: Server) -> None:
    me = window("en")
    me.page.goto(server.address)
    hand = Typing(me.page)
    hand._tab_to("input[name=game]")
    for _ in range(10):
        if me.page.evaluate("document.activeElement.value") == "nim":
            break
        me.page.keyboard.press("ArrowDown")
    hand._tab_to("input[name=level]")
    me.page.keyboard.press("End")
    expect(me.page.locator("output")).to_contain_text("10")
    hand.press("button[type=submit]")
    expect(me.status).to_have_text("Your turn")
    expect(me.page).to_have_url(re.compile("/room/"))
    # The language changes in the middle of a match, and so do the board and its names.
    hand._tab_to("#languages [lang=de]")
    me.page.keyboard.press("Enter")
    expect(me.status).to_have_text("Du bist am Zug")
    expect(me.page.locator('.board [data-at="1:2"]')).to_have_attribute("aria-label", re.compile("Haufen 1"))
    expect(me.page.locator("html")).to_have_attribute("lang", "de")
    # What was chosen is remembered.
    me.page.goto(server.address)
    expect(me.page.locator("h1")).to_have_text("Fünf Spiele")


@pytest.mark.parametrize("game", sk.games())
def test_every_place_and_button_on_a_phone(game: str, window: Callable[..., Window], server: Server) -> None:
    token = new_token()
    room = server.open_room(game, token)
    me = window("de", PHONE)
    me.enter(room, token)
    expect(me.page.locator(".invite input")).to_be_visible()
    Typing(me.page)._tab_to(".board [data-at]")
    reached = me.page.evaluate(WAY, None)
    assert sorted(reached) == sorted(
        me.page.evaluate("[...document.querySelectorAll('[data-at]')].map((x) => x.dataset.at)")
    )
    # Every place has a name, and the board is one stop of the Tab key.
    assert me.page.locator('.board [data-at][tabindex="0"]').count() == 1
    assert me.page.locator('.board [data-at]:not([aria-label]), .board [data-at]:not([role="button"])').count() == 0
    # Nothing is wider than the phone, not even the invitation; what can be pressed has a name and room for a finger.
    wait_until(me, lambda: me.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
    buttons = me.page.locator("main button:visible, main a.button:visible").evaluate_all(BUTTONS)
    assert len(buttons) >= 2
    for name, width, height in buttons:
        assert min(width, height) >= 40, name
        assert name
    # Nor is anything cut off four times as large.
    me.page.set_viewport_size({"width": 320, "height": 256})
    wait_until(me, lambda: me.page.evaluate("document.documentElement.scrollWidth") == 320)


#: Name, width and height of every one, at one and the same time.
BUTTONS = """(buttons) => buttons.map((button) => {
  const { width, height } = button.getBoundingClientRect();
  return [button.innerText.trim() || button.ariaLabel, width, height];
})"""


# ------------------------------------------------------------------------------------------------- two in a room


@pytest.mark.parametrize("game", sk.games())
def test_two_browsers_finish_a_match(game: str, window: Callable[..., Window], server: Server) -> None:
    """One opens a room on the page, the other comes by the link; in the middle one loads the page anew, and the server
    is killed and comes back."""
    one, two = window("en"), window("de", PHONE)
    one.page.goto(server.address)
    one.page.locator(f"label.card:has(input[value={game}])").click()
    one.page.locator("label:has(input[value=friend])").click()
    options = {"ten": {"stones": 6}}.get(game, {})  # TEN is a match of six stones
    one.page.locator("summary").click()
    for name, value in options.items():
        one.page.locator(f'[name="option:{name}"]').fill(str(value))
    one.page.locator("button[type=submit]").click()
    link = one.page.get_by_label("Link of this room").input_value()
    two.page.goto(link)
    expect(two.page.locator(".invite")).to_contain_text("Du schaust zu")
    two.page.locator("[data-key=sit]").click()
    expect(one.page.locator(".invite")).to_be_hidden()
    expect(two.page.locator('[data-player="2"]')).to_contain_text("Du")
    room = link.rsplit("/", 1)[1]
    moves = scripted(game, options)
    middle = len(moves) // 2
    hands = {1: Clicking(one.page), 2: Clicking(two.page)}
    for ply, (player, planned) in enumerate(moves):
        if ply == middle:
            two.page.reload()
            expect(two.page.locator(".board svg")).to_be_visible()
            server.kill()
            expect(one.page.locator(".lost")).to_be_visible()
            server.start()
            expect(one.page.locator(".lost")).to_have_count(0)
        mover = (one, two)[player - 1]
        if not mover.my_turn_or_end():
            break
        enter_move(hands[player], game, best_play(shown_rack(mover.page)) if planned == "best" else planned)
        for each in (one, two):
            expect(each.page.locator(".history li")).to_have_count(ply + 1)
    for each in (one, two):
        assert not each.my_turn_or_end()
    record: Any = sk.Match.from_json(server.get(f"/api/rooms/{room}/record")[1])
    assert record.outcome is not None
    if game != "crazy10s":
        assert [str(move) for move in record.history] == [move for _, move in moves]
    winner = record.outcome.winner
    expect(one.status).to_have_text(re.compile({1: "You win", 2: "Player 2 wins", None: "A draw"}[winner]))
    expect(two.status).to_have_text(re.compile({1: "Spieler 1 gewinnt", 2: "Du gewinnst", None: "Remis"}[winner]))
    # The next match: whoever played second begins.
    one.page.locator("[data-key=again]").click()
    expect(one.page.locator('[data-player="2"]')).to_contain_text("You")
    two.page.locator("[data-key=next]").click()
    expect(two.status).to_have_text("Du bist am Zug")


def scripted(game: str, options: dict[str, Any]) -> list[tuple[int, str]]:
    """A short match: who plays, and what."""
    if game == "crazy10s":  # one play, and then nothing that scores
        return [(1, "best"), *((1 + ply % 2, "pass") for ply in range(1, 7))]
    if game == "ten":
        return played(game, options, iter(TEN))
    dice = (random.Random(seed) for seed in range(30))
    return min((played(game, options, each) for each in dice), key=len)


def played(game: str, options: dict[str, Any], source: Iterator[str] | random.Random) -> list[tuple[int, str]]:
    """A match by moves that are given, or drawn by lot."""
    match: Any = sk.Match(sk.rules(game, **options))
    found = []
    while match.outcome is None:
        move = str(source.choice(match.moves())) if isinstance(source, random.Random) else next(source)
        found.append((match.player, move))
        match.play(move)
    return found


def shown_rack(page: Page) -> str:
    """The tiles of the rack that the page shows, in order."""
    tiles = page.locator(".rack [data-tile]").evaluate_all("tiles => tiles.map((tile) => tile.dataset.tile)")
    return "".join(sorted(tiles, key="0123456789*".index))


def best_play(rack: str, **options: Any) -> str:
    """The play of a rack that scores most on an empty board."""
    rules = sk.Crazy10s(**options)
    plays = rules.board(rules.start(seed=1).board, rack).best_plays(1)
    return str(plays[0]) if plays else "pass"  # a rack of very low tiles has none


# ------------------------------------------------------------------------------------------------------- the rest


def test_strangers_watch_and_cannot_play(window: Callable[..., Window], server: Server) -> None:
    tokens = new_token(), new_token()
    room = server.open_room("crazy10s", tokens[0], size=5)
    one, two, stranger = window(), window(), window()
    one.enter(room, tokens[0])
    two.enter(room)
    two.page.locator("[data-key=sit]").click()
    stranger.enter(room)
    expect(stranger.page.locator(".rack")).to_have_count(0)
    expect(stranger.page.locator("[data-key=sit], [data-key=resign], [data-key=pass]")).to_have_count(0)
    expect(one.page.locator(".shared", has_text="1 watching")).to_be_visible()
    expect(stranger.status).to_have_text("Player 1 is on turn")


def test_the_puzzle(window: Callable[..., Window]) -> None:
    me = window("de")
    puzzle = shown_puzzle(me, "2026-03-04")
    hand = Typing(me.page)
    # The signs of the board are explained, as in a room.
    expect(me.page.locator(".side .shared")).to_contain_text("DN, TN doppelte, dreifache Zahl; DL, TL doppelte")
    expect(me.page.locator(".side a")).to_have_attribute("href", "/rules/crazy10s")
    # A wrong play first: it is said why.
    square = free_corner(puzzle)
    hand.tile(puzzle.rack[0], square)
    expect(me.page.locator(".verdict")).to_contain_text("Kein neuer Stein liegt neben einem, der schon da war.")
    me.page.keyboard.press("Backspace")
    enter_move(Clicking(me.page), "crazy10s", str(puzzle.best))
    outcome = me.page.locator(".outcome")
    expect(outcome).to_contain_text(f"{puzzle.best_score} Punkte: Das ist der beste Zug!")
    # What the server did not answer can be asked for once more, with the tiles as they lie.
    me.page.locator("[data-key=back]").click()
    me.page.route("**/api/puzzle", lambda route: route.abort())
    enter_move(Clicking(me.page), "crazy10s", str(puzzle.best))
    expect(outcome).to_have_text("Der Server antwortet nicht.")
    me.page.unroute("**/api/puzzle")
    me.page.locator("[data-key=play]").click()
    expect(outcome).to_contain_text("Das ist der beste Zug!")
    expect(me.page.locator(".verdict")).to_contain_text(f"{puzzle.best_score} Punkte")


def rack_text(puzzle: sk.DailyPuzzle) -> re.Pattern[str]:
    return re.compile(r"^\s*" + r"\s*".join(puzzle.rack.replace("*", "★")) + r"\s*$")


def free_corner(puzzle: sk.DailyPuzzle) -> str:
    return "a1" if puzzle.board[0] == "." else "k11"


def shown_puzzle(me: Window, day: str) -> sk.DailyPuzzle:
    """Go to the puzzle of a day."""
    puzzle = sk.daily_puzzle(day)
    me.page.goto(f"{me.server.address}/puzzle")
    me.page.locator("input[type=date]").fill(day)
    expect(me.page.locator(".rack")).to_have_text(rack_text(puzzle))
    return puzzle


def held_back(me: Window, address: str) -> Callable[[Callable[[], Any]], Route]:
    """Hold back what asks for `address`: a function that acts and gives the question that comes of it."""
    held: list[Route] = []
    me.page.route(address, lambda route: held.append(route))  # noqa: PLW0108 - it marks what it calls

    def asks(act: Callable[[], Any]) -> Route:
        before = len(held)
        act()
        wait_until(me, lambda: len(held) > before)
        return held[before]

    return asks


def answer(me: Window, route: Route) -> None:
    with me.page.expect_response(route.request.url):
        route.continue_()
    me.page.evaluate("new Promise((done) => setTimeout(done, 50))")


def test_the_answer_to_the_last_question_counts(window: Callable[..., Window], server: Server) -> None:
    """Puzzles and dictionaries that come in another order than they were asked for change nothing."""
    days = "2026-03-04", "2026-03-05"
    first, last = map(sk.daily_puzzle, days)
    assert first.rack != last.rack
    me = window("en")
    date, rack = me.page.locator("input[type=date]"), me.page.locator(".rack")
    asks = held_back(me, "**/api/puzzle?*")
    today = asks(lambda: me.page.goto(f"{server.address}/puzzle"))
    one = asks(lambda: date.fill(days[0]))
    two = asks(lambda: date.fill(days[1]))
    answer(me, two)
    expect(rack).to_have_text(rack_text(last))
    for late in (one, today):
        answer(me, late)
        expect(rack).to_have_text(rack_text(last))
        expect(date).to_have_value(days[1])
    # Another language before the puzzle has come: the day stays the one that was wished.
    one = asks(lambda: date.fill(days[0]))
    german = asks(me.page.locator("#languages [lang=de]").click)
    assert days[0] in german.request.url
    answer(me, one)
    answer(me, german)
    expect(rack).to_have_text(rack_text(first))
    expect(date).to_have_value(days[0])
    # What was asked of the puzzle before is nothing to this one.
    solution = held_back(me, "**/api/puzzle/solution?*")(me.page.get_by_role("button", name="Lösung").click)
    answer(me, asks(lambda: date.fill(days[1])))
    expect(rack).to_have_text(rack_text(last))
    answer(me, solution)
    expect(me.page.locator(".outcome")).to_be_hidden()
    # Two languages, one after the other.
    asks = held_back(me, "**/static/lang/*.json")
    english = asks(me.page.locator("#languages [lang=en]").click)
    german = asks(me.page.locator("#languages [lang=de]").click)
    answer(me, german)
    answer(me, english)
    expect(me.page.locator("h1")).to_have_text("Das Tagesrätsel")


def test_what_was_told_is_told_in_the_other_language_too(window: Callable[..., Window], server: Server) -> None:
    me = window("en")
    english, german = (me.page.locator(f"#languages [lang={each}]") for each in ("en", "de"))

    def told(line: Locator, en: str, de: str) -> None:
        for words, other in ((en, german), (de, english), (en, None)):
            expect(line).to_contain_text(words)
            if other:
                other.click()

    puzzle = shown_puzzle(me, "2026-03-04")
    outcome = me.page.locator(".outcome")
    me.page.get_by_role("button", name="Solution").click()
    told(
        outcome, f"The best play: {str(puzzle.best).split(',')[0]}", f"Der beste Zug: {str(puzzle.best).split(',')[0]}"
    )
    me.page.locator("input[type=date]").fill("2999-01-01")
    told(outcome, "is not out yet", "ist noch nicht da")
    # The answer may come before the words do, or after them.
    for first in (0, 1):
        asks = held_back(me, "**/static/lang/de.json"), held_back(me, "**/api/puzzle?*2999*")
        late = asks[0](german.click), asks[1](lambda: me.page.locator("input[type=date]").fill("2999-01-01"))
        me.page.unroute("**/api/puzzle?*2999*")
        for each in (late[first], late[1 - first]):
            answer(me, each)
        expect(outcome).to_contain_text("ist noch nicht da")
        me.page.unroute("**/static/lang/de.json")
        english.click()
        expect(outcome).to_contain_text("is not out yet")
    server.kill()
    Typing(me.page).tile(puzzle.rack.replace("*", "")[0], free_corner(puzzle))
    verdict = me.page.locator(".verdict")
    expect(verdict).to_contain_text("does not answer")
    server.start()
    told(verdict, "does not answer", "antwortet nicht")
    me.page.goto(server.address)
    me.page.locator("label.card:has(input[value=nim])").click()
    me.page.locator("summary").click()
    me.page.locator('[name="option:heaps"]').fill("3,16")
    me.page.locator("button[type=submit]").click()
    told(me.page.locator(".trouble"), "1 to 15 here, not 16", "von 1 bis 15, nicht 16")
    token = new_token()
    me.enter(server.open_room("nim", token, level=1), token)
    me.page.locator("[data-key=hint]").click()
    hint = me.page.locator(".hint")
    expect(hint).to_contain_text("%")
    told(hint, "heap", "Haufen")
    me.wrong = [each for each in me.wrong if "Failed to load resource" not in each]


def test_the_last_answer_of_the_puzzle_counts(window: Callable[..., Window]) -> None:
    """Whatever order answers about one puzzle come in; and whoever has gone to another page is told none."""
    me = window("en")
    puzzle = shown_puzzle(me, "2026-03-04")
    hand, outcome = Clicking(me.page), me.page.locator(".outcome")
    asks = held_back(me, "**/api/puzzle/solution?*")
    solution = asks(me.page.get_by_role("button", name="solution").click)
    enter_move(hand, "crazy10s", str(puzzle.best))
    expect(outcome).to_contain_text("that is the best play")
    answer(me, solution)
    expect(outcome).to_contain_text("that is the best play")
    said = me.page.locator("#polite p")
    solution = asks(me.page.get_by_role("button", name="solution").click)
    hand.press("[data-key=back]")
    expect(said.last).to_have_text("All tiles are back on the rack.")
    verdict = held_back(me, "**/api/puzzle")(lambda: hand.tile(puzzle.rack.replace("*", "")[0], free_corner(puzzle)))
    me.page.get_by_role("link", name="Play", exact=True).click()
    expect(me.page.locator("form.start .card").first).to_be_visible()
    before = said.all_inner_texts()
    answer(me, solution)
    answer(me, verdict)
    expect(said).to_have_text(before)


def test_a_verdict_on_tiles_taken_back_is_not_shown(window: Callable[..., Window]) -> None:
    me = window("en")
    puzzle = shown_puzzle(me, "2026-03-04")
    hand = Typing(me.page)
    square = free_corner(puzzle)
    verdict = held_back(me, "**/api/puzzle")(lambda: hand.tile(puzzle.rack.replace("*", "")[0], square))
    me.page.keyboard.press("Backspace")
    answer(me, verdict)
    expect(me.page.locator(".verdict")).to_contain_text("Choose a tile")


def test_a_year_is_typed(window: Callable[..., Window]) -> None:
    """A date typed digit by digit: the year has one, two and three digits before it has four.

    Answers that come between leave it alone.
    """
    puzzle = sk.daily_puzzle("2025-03-04")
    me = window("en")
    shown_puzzle(me, "2024-06-15")
    date = me.page.locator("input[type=date]")
    questions: list[Route] = []
    me.page.route("**/api/puzzle?*", lambda route: questions.append(route))  # noqa: PLW0108
    date.focus()
    me.page.keyboard.type("030420", delay=50)
    wait_until(me, lambda: len(questions) > 0)
    answer(me, questions[-1])  # the fourth of March 2024
    me.page.unroute("**/api/puzzle?*")
    me.page.keyboard.type("25", delay=50)
    expect(me.page.locator(".rack")).to_have_text(rack_text(puzzle))
    date.blur()
    date.focus()
    me.page.keyboard.type("03041", delay=50)  # the year 1 is none: it goes when the field is left
    expect(date).to_have_value("0001-03-04")
    date.blur()
    expect(date).to_have_value("2025-03-04")
    expect(me.page.locator(".outcome")).to_be_hidden()


def test_two_clicks_start_one_match(window: Callable[..., Window], server: Server) -> None:
    me = window("en")
    me.page.goto(server.address)
    rooms: list[str] = []
    me.page.on("request", lambda request: rooms.append(request.url) if request.method == "POST" else None)
    start = me.page.locator("button[type=submit]")
    asks = held_back(me, "**/api/rooms")
    room = asks(start.click)
    start.click()
    answer(me, room)
    expect(me.page.locator(".board svg")).to_be_visible()
    assert len(rooms) == 1
    # And whoever has gone elsewhere meanwhile stays there.
    me.page.goto(server.address)
    room = asks(start.click)
    me.page.get_by_role("link", name="Rules").first.click()
    expect(me.page.locator("h2").first).to_be_visible()
    answer(me, room)
    expect(me.page).to_have_url(re.compile("/rules/"))


def test_an_answer_that_never_comes_is_given_up(window: Callable[..., Window], server: Server) -> None:
    me = window("en")
    me.context.add_init_script(
        """const timeout = AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = (time) => timeout(window.hurry ? time / 100 : time);"""
    )
    me.page.goto(server.address)
    start = me.page.locator("button[type=submit]")
    asks = held_back(me, "**/api/rooms")
    expect(start).to_be_visible()
    me.page.evaluate("window.hurry = true")
    asks(start.click)
    expect(me.page.locator(".trouble")).to_have_text("The server does not answer.")
    me.page.evaluate("window.hurry = false")
    answer(me, asks(start.click))
    expect(me.page).to_have_url(re.compile("/room/"))


def test_a_page_without_words_waits_for_them(window: Callable[..., Window], server: Server) -> None:
    me = window("de")
    me.page.route("**/static/lang/*.json", lambda route: route.abort())
    me.page.goto(server.address)
    expect(me.page.locator(".trouble")).to_contain_text(["The server does not answer", "Der Server antwortet nicht"])
    me.page.unroute("**/static/lang/*.json")
    expect(me.page.locator("h1")).to_have_text("Fünf Spiele")
    expect(me.page.locator(".trouble")).to_have_count(0)


FOCUS = """(() => {
  const { dataset, classList } = document.activeElement;
  return dataset.key ?? dataset.at ?? classList[0] ?? "";
})()"""


def test_the_focus_stays(window: Callable[..., Window], server: Server) -> None:
    """Whoever plays by keyboard is never thrown back to the beginning of the page."""
    me = window()

    def focus_is(place: str) -> None:
        wait_until(me, lambda: me.page.evaluate(FOCUS) == place)

    def press(selector: str, leads_to: str, key: str = "Enter") -> None:
        me.page.locator(f"{selector}:not(:disabled)").first.focus()
        me.page.keyboard.press(key)
        focus_is(leads_to)

    token = new_token()
    me.enter(server.open_room("dots-and-boxes", token, level=1, rows=2, cols=2), token)
    press('[data-at="a1b1"]', "a1b1")
    expect(me.page.locator("h1.status-you")).to_be_visible()
    expect(me.page.locator('[data-at="a1b1"]')).to_have_attribute("aria-disabled", "true")
    press("[data-key=undo]", "a1b1")  # nothing more can be taken back
    press("[data-key=hint]", "hint")
    expect(me.page.locator(".hint", has_text="%")).to_be_visible()
    focus_is("hint")
    press("[data-key=resign]", "resign")
    expect(me.page.locator("[data-key=resign]")).to_have_class("danger")
    focus_is("resign")
    press("[data-key=resign]", "status")
    expect(me.page.locator("h1:focus")).to_contain_text("you resigned")
    press("[data-key=undo]", "a1b1")
    # Between two: the button goes when the draw is offered, and what is being put together outlasts who comes and goes.
    token = new_token()
    room = server.open_room("ten", token)
    me.enter(room, token)
    with Person(server, room) as friend:
        friend.sit(new_token())
        press('[data-at="m4"]', "m4")
        friend.wait_state(lambda state: state["number"] == 1)
        friend.play("a1+b1")
        expect(me.page.locator(".history li")).to_have_count(2)
        expect(me.page.locator("h1.status-you")).to_be_visible()
        press('[data-at="m4"]', "m4")
        me.page.locator(".chooser button").focus()
        with Person(server, room):
            expect(me.page.locator(".shared", has_text="1 watching")).to_be_visible()
            focus_is("back")
        me.page.keyboard.press("Escape")
        focus_is("m4")
        press("[data-key=draw]", "m4")
    token, room, _ = room_with_rack(server, lambda rack: "*" in rack, level=1)
    me.enter(room, token)
    press('[data-at="c3"]', "digit-0", "*")
    me.page.keyboard.press("7")
    focus_is("c3")
    expect(me.page.locator('[data-at="c3"]')).to_have_attribute("aria-label", "joker as 7 on c3.")
    press("[data-key=back]", "c3")
    expect(me.page.locator('[data-at="c3"]')).to_have_attribute("aria-label", re.compile("^c3: "))
    press("[data-key=swap]", "tile-0")
    me.page.keyboard.press("Escape")
    focus_is("swap")
    press("[data-key=pass]", "c3")


def wait_until(window: Window, holds: Callable[[], bool]) -> None:
    """The page's own way to wait for something is forbidden by its policy."""
    for _ in range(PATIENCE // 20):
        if holds():
            return
        window.page.wait_for_timeout(20)
    raise AssertionError(f"waited in vain; the focus is on {window.page.evaluate(FOCUS)!r}, the page {window.page.url}")


def room_with_rack(server: Server, suits: Callable[[str], Any], level: int | None = None) -> tuple[str, str, str]:
    """A room of Crazy10s on a small board in which the first rack suits, and that rack."""
    for _ in range(200):
        token = new_token()
        room = server.open_room("crazy10s", token, level=level, size=5)
        with Person(server, room, token) as someone:
            rack = str(someone.state["rack"])
            if suits(rack):
                return token, room, rack
    raise AssertionError("no rack suits")


def test_troubles_are_told_in_the_language_of_the_page(window: Callable[..., Window], tmp_path: Path) -> None:
    with Server(tmp_path / "rooms.sqlite", "--rooms", "1", "--room-connections", "1") as server:
        me = window("de")
        me.server = server
        me.page.goto(server.address)
        trouble = me.page.locator(".trouble")

        def begin(**options: Any) -> None:
            for name, value in options.items():
                me.page.locator(f'[name="option:{name}"]').fill(str(value))
            me.page.locator("button[type=submit]").click()

        me.page.locator("label.card:has(input[value=nim])").click()
        me.page.locator("summary").click()
        begin(heaps="3,16")
        expect(trouble).to_have_text("Hier gehen Zahlen von 1 bis 15, nicht 16.")
        me.page.locator("label.card:has(input[value=dots-and-boxes])").click()
        begin(rows=7, cols=7)
        expect(trouble).to_have_text("Das Brett hat höchstens 64 Kanten; 7 × 7 Kästchen haben 112.")
        # Another language: what was chosen stays.
        me.page.locator("#languages [lang=en]").click()
        expect(me.page.locator("h1")).to_have_text("Five games")
        expect(me.page.locator("[name=game]:checked")).to_have_value("dots-and-boxes")
        expect(me.page.locator('[name="option:rows"]')).to_have_value("7")
        me.page.locator("#languages [lang=de]").click()
        room = server.open_room("nim", new_token())
        begin(rows=2, cols=2)
        expect(trouble).to_have_text("Es gibt schon zu viele Räume; versuch es später.")
        me.wrong = [each for each in me.wrong if "status of 400" not in each and "status of 503" not in each]
        me.page.goto(f"{server.address}/rules/chess")
        expect(trouble).to_have_text("Diese Seite gibt es nicht.")
        me.page.goto(f"{server.address}/puzzle")
        me.page.locator("input[type=date]").fill("2026-03-04")
        expect(me.page.locator(".rack button").first).to_be_visible()
        me.page.locator("#languages [lang=en]").click()
        expect(me.page.locator("h1")).to_have_text("The puzzle of the day")
        expect(me.page.locator("input[type=date]")).to_have_value("2026-03-04")
        me.page.locator("#languages [lang=de]").click()
        me.page.locator("input[type=date]").fill("2999-01-01")
        expect(me.page.locator(".outcome")).to_have_text("Das Rätsel vom 2999-01-01 ist noch nicht da.")
        # A room with too many in it is told from a server that is away, and a room from none.
        with Person(server, room):
            tries: list[str] = []
            me.page.on("websocket", lambda socket: tries.append(socket.url))
            me.page.goto(f"{server.address}/room/{room}")
            expect(me.status).to_have_text("In diesem Raum sind zu viele; neuer Versuch …")
            me.page.wait_for_timeout(2000)
            assert len(tries) < 6, "it asks more and more seldom"
        expect(me.page.locator(".board svg")).to_be_visible()
        me.page.goto(f"{server.address}/room/{'x' * 22}")
        expect(me.status).to_have_text("Diesen Raum gibt es nicht (mehr).")
        expect(me.page.locator("#urgent")).to_have_text("Diesen Raum gibt es nicht (mehr).")
        expect(me.page).to_have_title("Diesen Raum gibt es nicht (mehr). · spielkern")
        me.page.goto(server.address)
        expect(me.page.locator("label.card").first).to_be_visible()
        server.kill()
        begin()
        expect(trouble).to_have_text("Der Server antwortet nicht.")
        me.page.get_by_role("link", name="Rätsel").click()
        expect(me.page.locator(".outcome")).to_have_text("Der Server antwortet nicht.")
        me.page.get_by_role("link", name="Spielen").click()
        expect(trouble).to_have_text("Der Server antwortet nicht.")
        me.page.get_by_role("link", name="Regeln").click()
        expect(trouble).to_have_text("Der Server antwortet nicht.")
        me.wrong = [each for each in me.wrong if "Failed to load resource" not in each]


def test_a_long_match_makes_no_long_page(window: Callable[..., Window], server: Server) -> None:
    tokens = new_token(), new_token()
    room = server.open_room("dots-and-boxes", tokens[0], rows=5, cols=5)
    with Person(server, room, tokens[0]) as one, Person(server, room) as two:
        two.sit(tokens[1])
        for number in range(50):
            for each in (one, two):
                each.wait_state(lambda state, number=number: state["number"] == number)  # type: ignore[misc]
            mover = (one, two)[one.state["player"] - 1]
            mover.play(mover.state["moves"][0])
    me = window("en")
    me.enter(room)
    expect(me.page.locator(".history li")).to_have_count(50)
    wait_until(me, lambda: me.page.evaluate("document.documentElement.scrollHeight") <= 1000)


def test_a_lost_answer_is_asked_for_again(window: Callable[..., Window], server: Server) -> None:
    """The connection ends after a move was played and before the page hears of it: it asks again under the same id."""
    token = new_token()
    room = server.open_room("nim", token)
    me = window()
    plays: list[dict[str, Any]] = []

    def between(page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()

        def from_page(message: str | bytes) -> None:
            if json.loads(message)["type"] == "play":
                plays.append(json.loads(message))
            server_side.send(message)

        def from_server(message: str | bytes) -> None:
            if len(plays) == 1:
                page_side.close(code=4000)
            else:
                page_side.send(message)

        page_side.on_message(from_page)
        server_side.on_message(from_server)

    me.page.route_web_socket(re.compile("/ws/"), between)
    me.enter(room, token)
    me.page.locator('[data-at="1:2"]').click()
    expect(me.page.locator(".history li")).to_have_text("You: 2 objects from heap 1")
    expect(me.status).to_contain_text("Player 2 is on turn")
    assert len(plays) == 2
    assert plays[0] == plays[1]
    record = sk.Match.from_json(server.get(f"/api/rooms/{room}/record")[1])
    assert [str(move) for move in record.history] == ["1:2"]
    # Nothing is left to be asked for. (The state may come before the answer, and the page be loaded anew in between.)
    me.page.reload()
    expect(me.page.locator(".history li")).to_have_count(1)
    left = f'sessionStorage.getItem("spielkern:pending:{room}")'
    wait_until(me, lambda: me.page.evaluate(left) in (None, "[]"))
    assert all(each == plays[0] for each in plays)
    record = sk.Match.from_json(server.get(f"/api/rooms/{room}/record")[1])
    assert [str(move) for move in record.history] == ["1:2"]


def test_what_was_asked_for_is_asked_for_again(window: Callable[..., Window], server: Server) -> None:
    """A hint, another match and what tiles score, which no answer came to before the connection was lost."""
    me = window("en")

    def back_after(act: Callable[[], Any]) -> None:
        with hanging(server):
            act()
            server.kill()
        expect(me.page.locator(".lost")).to_be_visible()
        expect(me.page.locator("#urgent")).to_contain_text("The connection is lost")
        server.start()
        expect(me.page.locator("#urgent")).to_be_empty()

    token = new_token()
    me.enter(server.open_room("nim", token, level=1, heaps=[2]), token)
    hint, again = me.page.locator("[data-key=hint]:not(:disabled)"), me.page.locator("[data-key=again]:not(:disabled)")
    expect(hint).to_be_visible()
    back_after(hint.click)
    expect(me.page.locator(".hint")).to_contain_text("%")
    me.page.locator('[data-at="1:2"]').click()
    expect(again).to_be_visible()
    before = me.page.url
    back_after(again.click)
    expect(me.page).not_to_have_url(before)
    expect(me.page.locator('[data-player="2"]')).to_contain_text("You")
    # Tiles that are laid before the connection is lost, and while it is.
    token, room, rack = room_with_rack(server, lambda rack: best_play(rack, size=5) != "pass")
    play = best_play(rack, size=5)
    said: list[str] = []
    me.page.on("websocket", lambda socket: socket.on("framesent", lambda text: said.append(str(text))))
    me.enter(room, token)
    hand, verdict = Clicking(me.page), me.page.locator(".verdict-good")

    def lay_and_ask() -> None:
        lay_tiles(hand, play)
        wait_until(me, lambda: f'"move":"{play}"' in "".join(said))

    back_after(lay_and_ask)
    expect(verdict).to_be_visible()
    me.page.locator("[data-key=back]").click()
    server.kill()
    expect(me.page.locator(".lost")).to_be_visible()
    lay_tiles(hand, play)
    server.start()
    expect(verdict).to_be_visible()
    me.page.locator("[data-key=play]:not(:disabled)").click()
    expect(me.page.locator(".history li")).to_have_count(1)


def test_a_connection_without_a_word_is_given_up(window: Callable[..., Window], server: Server) -> None:
    """The first connection opens and stays silent, the second one never opens: the third one brings the board."""
    me = window()
    me.context.add_init_script(
        """window.made = 0;
        window.WebSocket = class extends WebSocket {
          constructor(address) {
            window.made += 1;
            if (window.made === 2) return Object.assign(new EventTarget(), { readyState: 0, close() {} });
            super(address);
            if (window.made === 1) this.send = () => {};
          }
        };"""
    )
    me.page.goto(f"{server.address}/room/{server.open_room('nim', new_token())}")
    # Two connections have used up the time that they have, and the third one needs some too.
    expect(me.page.locator(".board svg")).to_be_visible(timeout=3 * PATIENCE)
    assert me.page.evaluate("made") >= 3


@contextlib.contextmanager
def hanging(server: Server) -> Iterator[None]:
    """The server says nothing, though connections to it stay open."""
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


def test_a_page_that_sleeps_stays_connected(window: Callable[..., Window], server: Server) -> None:
    """The timers of a hidden page wake once a minute: that is no silence of the server, and a true one is still found.
    A page that is seen again does not wait for them."""
    token = new_token()
    room = server.open_room("nim", token)
    me = window("en")
    made: list[str] = []
    me.page.on("websocket", lambda socket: made.append(socket.url))
    me.page.clock.install()
    me.enter(room, token)
    me.page.clock.pause_at(me.page.evaluate("Date.now() / 1000 + 1"))
    for _ in range(3):
        me.page.clock.fast_forward(60_000)
        with Person(server, room):
            expect(me.page.locator(".shared", has_text="1 watching")).to_be_visible()
        expect(me.page.locator(".shared", has_text="watching")).to_have_count(0)
    assert len(made) == 1
    with hanging(server):
        for _ in range(2):
            me.page.clock.fast_forward(60_000)
        expect(me.page.locator(".lost")).to_be_visible()
    me.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    me.page.clock.run_for(10)
    expect(me.page.locator(".lost")).to_have_count(0)
    assert len(made) == 2


def test_the_new_state_is_answer_enough(window: Callable[..., Window], server: Server) -> None:
    """What is pressed after the state has changed is done, though the answer to what changed it may come later."""
    token = new_token()
    me = window()

    def between(page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()

        def without_answers(message: str | bytes) -> None:
            page_side.send(json.dumps([each for each in json.loads(message) if each["type"] != "done"]))

        page_side.on_message(server_side.send)
        server_side.on_message(without_answers)

    me.page.route_web_socket(re.compile("/ws/"), between)
    me.enter(server.open_room("nim", token, seat=1, level=1), token)
    me.page.locator("[data-key=resign]").click()
    me.page.locator("[data-key=resign]").click()
    expect(me.status).to_contain_text("you resigned")
    me.page.locator("[data-key=undo]").click()
    expect(me.page.locator("h1.status-you")).to_be_visible()
    me.page.locator('[data-at="1:2"]').click()
    expect(me.page.locator(".history li").first).to_have_text("You: 2 objects from heap 1")


def test_a_browser_that_keeps_nothing(window: Callable[..., Window], server: Server) -> None:
    """Its storage is full, or forbidden: the page remembers the seat as long as it is open."""
    full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
    no = "{ get() { throw new DOMException('no', 'SecurityError'); } }"
    forbidden = f"for (const each of ['local', 'session']) Object.defineProperty(window, `${{each}}Storage`, {no});"
    for script in (full, forbidden):
        me = window("en")
        me.context.add_init_script(script)
        me.page.goto(server.address)
        me.page.locator("label.card:has(input[value=nim])").click()
        me.page.locator("label:has(input[value=friend])").click()
        me.page.locator("button[type=submit]").click()
        expect(me.page.get_by_label("Link of this room")).to_be_visible()
        me.page.locator('[data-at="1:2"]').click()
        expect(me.page.locator(".history li")).to_have_count(1)


def test_the_skip_link_moves_only_the_focus(window: Callable[..., Window]) -> None:
    me = window("en")
    puzzle = shown_puzzle(me, "2026-03-04")
    Typing(me.page).tile(puzzle.rack.replace("*", "")[0], free_corner(puzzle))
    me.page.locator(".skip").focus()
    me.page.keyboard.press("Enter")
    wait_until(me, lambda: me.page.evaluate("document.activeElement.id") == "main")
    me.page.go_back()
    expect(me.page).to_have_url(re.compile("/puzzle$"))
    me.page.evaluate("new Promise((done) => setTimeout(done, 50))")
    expect(me.page.locator(".laid")).to_have_count(1)
    expect(me.page.locator("input[type=date]")).to_have_value("2026-03-04")


def test_the_next_match_in_another_tab(window: Callable[..., Window], server: Server) -> None:
    """Its link is followed with the seat, however it is opened."""
    tokens = new_token(), new_token()
    room = server.open_room("nim", tokens[0], heaps=[1])
    me = window("en")
    with Person(server, room, tokens[0]) as one, Person(server, room) as two:
        two.sit(tokens[1])
        one.wait_state(lambda state: all(state["taken"]))
        one.play("1:1")
        me.enter(room, tokens[1])
        one.say("again")
        link = me.page.locator("[data-key=next]")
        expect(link).to_be_visible()
        with me.context.expect_page() as opened:
            link.click(button="middle")
        expect(opened.value.locator("h1.status")).to_have_text("Your turn")


def test_the_rules(window: Callable[..., Window], server: Server) -> None:
    from spielkern import guide

    me = window("de", PHONE)
    for game in sk.games():
        me.page.goto(f"{server.address}/rules/{game}")
        titles = [section.title for section in guide.page(game, "de").sections]
        expect(me.page.locator(".guide h2")).to_have_text(titles)
        expect(me.page.locator(".guide figure svg").first).to_be_visible()
        # Nothing is wider than the phone.
        wait_until(me, lambda: me.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


@pytest.mark.parametrize(("viewport", "least"), [(PHONE, 8), (DESKTOP, 10)])
def test_pictures_in_the_rules_are_legible(
    viewport: dict[str, int], least: float, window: Callable[..., Window], server: Server
) -> None:
    me = window("de", viewport)
    for game in sk.games():
        me.page.goto(f"{server.address}/rules/{game}")
        expect(me.page.locator(".guide figure svg").first).to_be_visible()
        wait_until(me, lambda: min(me.page.evaluate(LETTERING, ".guide figure svg")) >= least)


def test_moves_in_the_rules_stay_in_one_line(window: Callable[..., Window], server: Server) -> None:
    me = window("de", {"width": 320, "height": 640})
    for game in sk.games():
        me.page.goto(f"{server.address}/rules/{game}")
        expect(me.page.locator(".guide code").first).to_be_visible()
        wait_until(me, lambda: me.page.evaluate(BROKEN) == [])
        wait_until(me, lambda: me.page.evaluate("document.documentElement.scrollWidth") == 320)


#: Moves, and what else is short, of which a part stands in the next line.
BROKEN = """[...document.querySelectorAll(".guide code")]
  .filter((code) => code.textContent.length <= 24 && code.getClientRects().length > 1)
  .map((code) => code.textContent)"""


def test_whose_turn_it_is_without_colours(window: Callable[..., Window], server: Server) -> None:
    """Where the system sets the colours (high contrast), a border that differs in colour alone says nothing."""
    me = window("en")
    me.page.emulate_media(forced_colors="active")
    token = new_token()
    me.enter(server.open_room("nim", token), token)
    expect(me.page.locator(".player-on")).to_have_css("outline-style", "solid")
    expect(me.page.locator(".player:not(.player-on)")).to_have_css("outline-style", "none")


@pytest.mark.parametrize("game", sk.games())
def test_boards_on_a_phone_are_legible(game: str, window: Callable[..., Window], server: Server) -> None:
    me = window("en", PHONE)
    me.enter(server.open_room(game, new_token()))
    wait_until(me, lambda: min(me.page.evaluate(LETTERING, ".board svg")) >= 9)


#: How large the texts of drawings are on the screen.
LETTERING = """(drawings) => [...document.querySelectorAll(drawings)].flatMap((svg) => {
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  return [...svg.querySelectorAll("text")].map((text) => scale * parseFloat(getComputedStyle(text).fontSize));
})"""
