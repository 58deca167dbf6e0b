"""The client as a browser shows it, and the API beside it."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Request

# A browser notes each refusal of the API as an error of the network; the client shows these to the player itself.
REFUSED = ("status of 409", "status of 422")


class Api:
    """The public API, as one player."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address, self.token = address, token

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """One request; raises HTTPError if it is refused."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/api/v1/{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer) if answer.status != 204 else None

    @staticmethod
    def guest(address: str, name: str) -> Api:
        """A new player."""
        return Api(address, Api(address).call("POST", "players", {"name": name})["token"])

    def match(self, game: str, bots: int, options: dict[str, Any] | None = None, seat: str = "bot") -> str:
        """A new match of mine; returns its id."""
        seats = [{"kind": "me"}, *({"kind": seat} for _ in range(bots))]
        opened = self.call("POST", "matches", {"game": game, "options": options or {}, "seats": seats})
        return str(opened["id"])


class Table:
    """A browser page; `faults` has each error of the console, `requests` each address that was asked for."""

    def __init__(self, browser: Browser, address: str, **context: Any) -> None:
        self.address = address
        self.context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}, "locale": "en-US", **context})
        self.faults: list[str] = []
        self.requests: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", self._asked)
        self.prefer(motion="off")

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(code in message.text for code in REFUSED):
            self.faults.append(f"{message.text} {message.location.get('url', '')}")

    def _asked(self, request: Request) -> None:
        self.requests.append(request.url)

    def prefer(self, **settings: Any) -> None:
        """Settings of the client, before any page is loaded."""
        old = """JSON.parse(localStorage.getItem('comptoir.settings') ?? '{"language": "en"}')"""
        new = f"{{...{old}, ...{json.dumps(settings)}}}"
        self.context.add_init_script(f"localStorage.setItem('comptoir.settings', JSON.stringify({new}))")

    def sign_in(self, token: str, name: str) -> None:
        """Gives the page a player."""
        session = json.dumps(json.dumps({"token": token, "name": name}))
        self.context.add_init_script(f"localStorage.setItem('comptoir.session', {session})")

    def open(self, path: str) -> Page:
        """Goes to an address of the client."""
        self.page.goto(f"{self.address}{path}")
        return self.page

    def token(self) -> str:
        """The token that the page has kept."""
        return str(self.page.evaluate("() => JSON.parse(localStorage.getItem('comptoir.session')).token"))

    def match_id(self) -> str:
        """The match whose table is shown."""
        return self.page.url.partition("/m/")[2].partition("/")[0].partition("#")[0]

    def close(self) -> None:
        """Closes the page and all that it kept."""
        self.context.close()
