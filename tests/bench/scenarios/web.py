"""The web client in Chromium: its size, and the waiting time on a slow connection or machine.

The connection has 100 ms latency and 1.6 Mbit/s; the slow machine has a quarter of this machine's CPU. A card is
playable once the card or the button of its move is highlighted and can be pressed. The measurement bypasses the data
that a service worker has stored.
"""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.bench.records import LESS, Cell, Column, Record, Rounds, Sheet, add
from tests.bench.scenarios import Options
from tests.games.harness.time_budget import SEED
from tests.stack import Stack
from tests.web.browser.bundled import WebServer, bundle
from tests.web.browser.chromium import FLAGS, NAMES, Chromium, executable
from tests.web.browser.pages import Api, Table
from tests.web.browser.robot import Robot
from tests.web.browser.weights import loaded, sizes
from tests.web.scripts import script

LATENCY_MS = 100
BYTES_A_SECOND = 1_600_000 / 8
SLOWER = 4
PRESSES = 25
PRESSING_SECONDS = 60.0
PAUSE_MS = 700  # between two presses, because the client ignores a press on a button that has just appeared
GAMES = {"monopoly_deal": 2, "dale_of_merchants": 2, "great_dalmuti": 4, "dealmaker": 3, "negoces2": 3}
"""The number of bots beside the player."""
FIRST_PAGE = "first page"
LIT = ".hand button.card.lit, #strip .verbs button, #strip .sentence, .offer button[data-verb]"
SHIFTS, MOVED = script("shifts"), "() => window.shifts.reduce((sum, [value]) => sum + value, 0)"
NOTED = "() => window.presses"


def measure(options: Options) -> Record:
    """Opens the first page and a table of each game, in both builds, with a slow connection, and with a slow CPU."""
    weights, waits = defaultdict[str, dict[str, Cell]](dict), defaultdict[str, dict[str, Cell]](dict)
    rounds = Rounds(options.rounds)
    with served(options) as (browser, addresses):
        player = Api.guest(addresses["bundle"], "Bench")
        for round_ in rounds:
            matches = {game: player.practice(game, GAMES[game]) for game in options.games or GAMES}
            for build, address in addresses.items():
                options.say(f"round {round_ + 1} of {options.rounds}: weights of the {build}")
                weigh(Visit(browser, address, player), matches, build, weights)
            visit = Visit(browser, addresses["bundle"], player)
            for game, match in matches.items():
                options.say(f"round {round_ + 1} of {options.rounds}: waits in {game}")
                add(waits[game], "link", visit.first_card(f"/m/{match}", weights[game]))
                add(waits[game], "start", visit.first_card_from_the_first_page(game, weights[FIRST_PAGE]))
                presses = visit.presses(match)
                add(waits[game], "press", median(presses))
                add(waits[game], "slowest", max(presses))
    return Record(rounds.run(note="Chromium, a window of 1440 × 900 pixels"), sheets(dict(weights), dict(waits)))


def sheets(weights: dict[str, dict[str, Cell]], waits: dict[str, dict[str, Cell]]) -> list[Sheet]:
    """Returns the tables. Requests and shifts are those of the worst round."""
    for name, row in weights.items():
        for series in ("bundle requests", "modules requests", "shift"):
            row[series] = f"{max(float(value) for value in row[series]):g}"
        row["goal"] = "120,000 in 10" if name == FIRST_PAGE else "40,000 in 6"
    weighed = (
        Column("bytes", "bundle bytes", better=LESS),
        Column("requests", "bundle requests"),
        Column("goal", "goal"),
        Column("plain modules, bytes", "modules bytes"),
        Column("requests", "modules requests"),
        Column("layout shift (CLS)", "shift"),
    )
    waited = (
        Column("a link to a table, s", "link", better=LESS),
        Column("Start on the first page, s", "start", better=LESS),
        Column("press to paint, ms", "press", better=LESS),
        Column("slowest press, ms", "slowest"),
    )
    return [Sheet("weights", "opened", weighed, weights), Sheet("waits", "game", waited, waits)]


@contextmanager
def served(options: Options) -> Iterator[tuple[Chromium, dict[str, str]]]:
    """Yields a browser, and the addresses of two servers on one database: with the bundle, and with plain modules."""
    options.say("starting the server and Chromium")
    path = executable(*NAMES)
    if path is None:
        raise SystemExit("expected chromium on the path, found none")
    stack = Stack()
    with tempfile.TemporaryDirectory(prefix="comptoir-bench-") as folder:
        try:
            stack.start()
            bundled = WebServer(stack, {"COMPTOIR_CLIENT_BUNDLE": str(bundle(Path(folder)))})
            with ExitStack() as ending:
                ending.callback(bundled.stop)
                bundled.start()
                playwright = ending.enter_context(sync_playwright())
                browser = Chromium(lambda: playwright.chromium.launch(executable_path=path, args=FLAGS))
                yield browser, {"bundle": bundled.address, "modules": stack.address}
                browser.close()
        finally:
            stack.stop()


class Visit:
    """The visit of one player with an empty cache."""

    def __init__(self, browser: Chromium, address: str, player: Api) -> None:
        self.browser, self.address, self.player = browser, address, player

    def table(self, signed_in: bool = True, **context: Any) -> Table:
        """Opens a page in a new browser context, and records its layout shifts."""
        table = Table(self.browser, self.address, service_workers="block", **context)
        table.context.add_init_script(SHIFTS)
        if signed_in:
            table.sign_in(str(self.player.token), "Bench")
        return table

    def first_card(self, path: str, row: dict[str, Cell]) -> float:
        """Measures the seconds from a link to the first playable card, on a slow connection."""
        with closing(self.table()) as table:
            slow_line(table.page)
            began = time.perf_counter()
            table.open(path)
            playable(table.page)
            seconds = time.perf_counter() - began
            settled(table.page)
            add(row, "shift", float(table.page.evaluate(MOVED)))
        return seconds

    def first_card_from_the_first_page(self, game: str, row: dict[str, Cell]) -> float:
        """Returns the seconds from Start on the first page, without a name, to the first playable card."""
        with closing(self.table(signed_in=False)) as table:
            slow_line(table.page)
            table.prefer(game=game)
            page = table.open("/")
            page.locator("form.deal button.act").wait_for()
            settled(page)
            add(row, "shift", float(page.evaluate(MOVED)))
            began = time.perf_counter()
            page.locator("form.deal button.act").click()
            playable(page)
            return time.perf_counter() - began

    def presses(self, match: str) -> list[float]:
        """Returns the milliseconds from each press of a robot to the next paint, with a slower CPU."""
        with closing(self.table()) as table:
            table.context.add_init_script(script("presses"))
            page = table.open(f"/m/{match}")
            playable(page)
            settled(page)
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            robot, until = Robot(page, SEED), time.monotonic() + PRESSING_SECONDS
            while robot.clicks < PRESSES and not robot.ended and time.monotonic() < until:
                page.wait_for_timeout(PAUSE_MS if robot.step() else 50)
            page.wait_for_timeout(300)  # measurements are reported a moment later
            return [float(each) for each in page.evaluate(NOTED)]


def weigh(visit: Visit, matches: dict[str, str], build: str, rows: dict[str, dict[str, Cell]]) -> None:
    """Records the size of the first page, and the additional size of a table."""
    with closing(visit.table(signed_in=False)) as table:
        page = table.open("/")
        page.wait_for_selector(".gamepick")
        add(rows[FIRST_PAGE], f"{build} bytes", sum(loaded(page).values()))
        add(rows[FIRST_PAGE], f"{build} requests", len(table.requests))
        first = sizes(page, (".js", ".css"))
    for game, match in matches.items():
        with closing(visit.table()) as table:
            page = table.open(f"/m/{match}")
            playable(page)
            settled(page)
            more = {name: size for name, size in sizes(page, (".js", ".css")).items() if name not in first}
            add(rows[game], f"{build} bytes", sum(more.values()))
            add(rows[game], f"{build} requests", len(more))


def slow_line(page: Page) -> None:
    """Gives the page a slow connection and disables its cache."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    limits = {"latency": LATENCY_MS, "downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
    network.send("Network.emulateNetworkConditions", {"offline": False, **limits})


def playable(page: Page) -> None:
    """Waits until a move can be played."""
    page.locator(LIT).locator("visible=true").first.wait_for()


def settled(page: Page) -> None:
    """Waits until fonts have loaded and rendering has finished."""
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    page.wait_for_timeout(1000)
