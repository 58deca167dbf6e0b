"""The web client in a browser, and direct calls of the API for comparison."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from axe_playwright_python import sync_playwright as axe
from playwright.sync_api import ConsoleMessage, Page, Request, Response, Route, expect

from tests.games.harness.time_budget import SEED
from tests.web.browser.chromium import Chromium
from tests.web.scripts import script

AXE = (Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
SERIOUS = script("serious")
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""axe's rules about colours, the only ones that can give another result in the other theme."""
WIDER = "() => document.documentElement.scrollWidth - innerWidth"
PATIENCE_MS = 90_000  # the timeout of pages; a loaded machine is slow, and no test measures speed
expect.set_options(timeout=PATIENCE_MS)
USUAL = {"viewport": {"width": 1440, "height": 900}, "locale": "en-US", "service_workers": "block"}
WIDE, PHONE = {"width": 1440, "height": 800}, {"width": 360, "height": 740}

# A browser logs each response of 400 or more, and each lost connection, as an error, and no page can prevent this.
# Refused moves (409, 422) and lost connections are therefore recorded separately; all other errors are faults.
BROWSERS_OWN = "Failed to load resource: "
REFUSED = ("status of 409", "status of 422")
BAD = "status of 400"
LOST = "net::ERR_"


def only_stored(route: Route) -> None:
    """Blocks streams that stay open."""
    if "follow=0" in route.request.url:
        route.continue_()
    else:
        route.abort()


def without_prompts(route: Route) -> None:
    """Removes everything but events from streams, so that the page requests its legal moves."""
    if "follow=0" not in route.request.url:
        return route.abort()
    answer = route.fetch()
    return route.fulfill(response=answer, body=re.sub(r"event: prompt\n.*\n\n", "", answer.text()))


BEGUN: list[tuple[Api, str]] = []
"""The matches that players have created, until `end_matches` is called."""


def end_matches(kept: int) -> None:
    """Ends all created matches but the first `kept`, so that no bots play during the next test."""
    while len(BEGUN) > kept:
        player, match = BEGUN.pop()
        with suppress(OSError):  # the match is over or needs the consent of others, or the server is down
            player.call("POST", f"matches/{match}/agreements/abort", {})


class Api:
    """Client of the public API for one player."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address, self.token = address, token

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Sends one request; raises HTTPError if it is refused."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/api/v1/{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer) if answer.status != 204 else None

    @staticmethod
    def guest(address: str, name: str) -> Api:
        """Creates a player."""
        return Api(address, Api(address).call("POST", "players", {"name": name})["token"])

    def match(
        self, game: str, bots: int, options: Mapping[str, Any] | None = None, seat: str = "bot", **settings: Any
    ) -> str:
        """Creates a match of this player; returns its id."""
        seats = [{"kind": "me"}, *({"kind": seat} for _ in range(bots))]
        created = self.call("POST", "matches", {"game": game, "options": options or {}, "seats": seats, **settings})
        BEGUN.append((self, str(created["id"])))
        return BEGUN[-1][1]

    def play_out(self, match: str, seconds: float = 240) -> None:
        """Plays first legal moves of this player until the match or the time is over."""
        until = time.monotonic() + seconds
        while self.call("GET", f"matches/{match}")["status"] == "running" and time.monotonic() < until:
            with suppress(HTTPError):  # the match may end between two requests
                legal = self.call("GET", f"matches/{match}/legal-moves?limit=1")
                if legal["moves"]:
                    self.call("POST", f"matches/{match}/moves", {"prompt": legal["prompt"], **legal["moves"][0]})
                    continue
            time.sleep(0.05)

    def practice(self, game: str, bots: int, options: Mapping[str, Any] | None = None) -> str:
        """Creates a match whose deal and bots depend only on the seed of the test run."""
        return self.match(game, bots, options, seed=f"{SEED:064x}")


class Table:
    """A browser page.

    faults: errors that the client or the content security policy reports, and responses that the client should not
    cause; refused: moves that the server refused; lost: requests without a connection; requests: all requested
    addresses.
    """

    def __init__(self, browser: Chromium, address: str, **context: Any) -> None:
        self.address = address
        self.context = browser.new_context(**{**USUAL, **context})
        self.context.set_default_timeout(PATIENCE_MS)
        self.faults: list[str] = []
        self.refused: list[str] = []
        self.lost: list[str] = []
        self.requests: list[str] = []
        self._too_late: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("console", self._logged)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", self._requested)
        self.page.on("response", self._answered)
        self.prefer(motion="off", pace="once")

    def _logged(self, message: ConsoleMessage) -> None:
        address = str(message.location.get("url", ""))
        line = f"{message.text} {address}"
        if message.type == "error" and message.text.startswith(BROWSERS_OWN):
            self._unanswered(message.text, address).append(line)
        elif message.type == "error" or message.text.startswith("fold:"):
            self.faults.append(line)

    def _unanswered(self, text: str, address: str) -> list[str]:
        if LOST in text:
            return self.lost
        if BAD in text and address in self._too_late:
            self._too_late.remove(address)
            return self.refused
        is_move = address.partition("?")[0].endswith(("/moves", "/legal-moves", "/text"))
        return self.refused if is_move and any(status in text for status in REFUSED) else self.faults

    def _answered(self, response: Response) -> None:
        """Records a response. A request about a card that has just left the hand may be refused, like a late move.

        The browser's log line about it, before or after this, says only that a request was bad.
        """
        asked = response.request
        if response.status != 400 or asked.method != "POST" or '"card"' not in (asked.post_data or ""):
            return
        line = next((line for line in self.faults if BAD in line and line.endswith(asked.url)), None)
        if line is None:
            self._too_late.append(asked.url)
        else:
            self.faults.remove(line)
            self.refused.append(line)

    def _requested(self, request: Request) -> None:
        self.requests.append(request.url)

    def prefer(self, **settings: Any) -> None:
        """Sets preferences of the client before a page is loaded."""
        old = """JSON.parse(localStorage.getItem('comptoir.settings') ?? '{"language": "en"}')"""
        new = f"{{...{old}, ...{json.dumps(settings)}}}"
        self.context.add_init_script(f"localStorage.setItem('comptoir.settings', JSON.stringify({new}))")

    def sign_in(self, token: str, name: str) -> None:
        """Signs a player in on the page."""
        session = json.dumps(json.dumps({"token": token, "name": name}))
        self.context.add_init_script(f"localStorage.setItem('comptoir.session', {session})")

    def open(self, path: str) -> Page:
        """Opens an address of the client, or an external page."""
        self.page.goto(path if "://" in path else f"{self.address}{path}")
        return self.page

    def token(self) -> str:
        """Returns the token that the page stores."""
        return str(self.page.evaluate("() => JSON.parse(localStorage.getItem('comptoir.session')).token"))

    def match_id(self) -> str:
        """Returns the id of the displayed match."""
        return self.page.url.partition("/m/")[2].partition("/")[0].partition("#")[0]

    def serious(self, rules: Sequence[str] = LEVELS) -> list[str]:
        """Returns the violations of WCAG 2.2 AA that axe finds in the current page, without minor ones."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE)
        return list(self.page.evaluate(SERIOUS, rules))

    def unreadable(self, *sizes: Any) -> list[str]:
        """Returns the serious faults in both themes and in each size, and pages wider than the window."""
        before, found = self.page.viewport_size, []
        for size in sizes or (before,):
            self.page.set_viewport_size(size)
            for theme, rules in (("light", LEVELS), ("dark", COLOURS)):
                self.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                found += [f"{size['width']} px, {theme}: {fault}" for fault in self.serious(rules)]
            if (pixels := self.page.evaluate(WIDER)) > 0:
                found.append(f"{size['width']} px: {pixels} px too wide")
        if before is not None:
            self.page.set_viewport_size(before)
        self.page.mouse.move(0, 0)  # elements that appear under a resting pointer ignore presses (shell/steady.js)
        return found

    def close(self) -> None:
        """Closes the page and deletes its storage."""
        self.context.close()
