"""`python -m tests.web.pictures [page …]` writes docs/pictures: each main page and table, in both sizes and themes."""

from __future__ import annotations

import base64
import random
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from playwright.sync_api import Page, sync_playwright

from tests.stack import Stack
from tests.web.browser.chromium import FLAGS, NAMES, Chromium, executable
from tests.web.browser.pages import Api, Table
from tests.web.scripts import script

FOLDER = Path(__file__).resolve().parent.parent.parent / "docs" / "pictures"
MOSAIC = script("mosaic")
WIDE, NARROW = {"width": 1280, "height": 860}, {"width": 360, "height": 780}
QUALITY = 0.72
SEED = 5
BLOG = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>Notes on a match</title>
<body style="font: 18px/1.5 Georgia, serif; max-width: 720px; margin: 2em auto; padding: 0 1em">
<h1>Notes on a match</h1><p>Here Merle gives a property away, and it is not clear why. Step through it:</p>
<iframe src="FRAME" style="width: 100%; height: 480px; border: 1px solid #bbb" title="Comptoir"></iframe>"""
# The number of bots, and the number of events after which a picture of the table is useful.
TABLES = {
    "great_dalmuti": (4, 60),
    "monopoly_deal": (3, 40),
    "dale_of_merchants": (2, 60),
    "dealmaker": (3, 40),
    "negoces2": (3, 40),
}
READY = "#strip .verbs button, #strip.begun, .offer button, .ending"


def main(wished: list[str]) -> int:
    """Takes the pictures with the given names, or all pictures."""
    stack = Stack()
    try:
        stack.start()
        with sync_playwright() as playwright:
            path = executable(*NAMES)
            browser = Chromium(lambda: playwright.chromium.launch(executable_path=path, args=FLAGS))
            take(browser, stack.address, wished)
            browser.close()
    finally:
        stack.stop()
    return 0


def take(browser: Chromium, address: str, wished: list[str]) -> None:
    player = Api.guest(address, "Merle 42")
    FOLDER.mkdir(exist_ok=True)
    for name, (bots, rows) in TABLES.items():
        if not wished or name in wished or name == "monopoly_deal":
            match = player.match(name, bots)
            play(player, match, rows)
            if not wished or name in wished:
                picture(browser, player, name, f"/m/{match}", READY)
    pages = {
        "first-page": ("/", ".gamepick"),
        "my-matches": ("/play", ".tile"),
        "new-table": ("/new/dealmaker", "form"),
        "rules": ("/rules/negoces2", "[data-examples]"),
        "settings": ("/settings", ".sections"),
        "account": ("/account", ".account"),
        "sign-in": ("/login", ".login"),
        "community": ("/community", ".doorway"),
    }
    finished = player.match("monopoly_deal", 2, {"max_turns": 9})
    play(player, finished, 2000)
    pages["end"] = (f"/m/{finished}", ".ending")
    pages["replay"] = (f"/m/{finished}/replay#20", ".replaybar")
    pages["audit"] = (f"/m/{finished}/verify", "[data-verdict=good]")
    if not wished or "tournament" in wished:
        pages["tournament"] = (f"/tournaments/{tournament(player)}", "[data-standings]")
    for name, (path, ready) in pages.items():
        if not wished or name in wished:
            picture(browser, player, name, path, ready)
    if not wished or "embed" in wished:
        with elsewhere(player, finished) as page:
            picture(browser, player, "embed", page, "iframe")


@contextmanager
def elsewhere(player: Api, match: str) -> Iterator[str]:
    """Serves a page on another origin that embeds a replay; yields its address."""
    link = player.call("POST", f"matches/{match}/replay-links", {"as": "spectator"})
    frame = f"{player.address}/embed/r/{link['token']}?spoilers=0&at=30"
    blog = BLOG.replace("FRAME", frame).encode()

    class Blog(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(blog)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Blog) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def tournament(organiser: Api) -> str:
    """Returns a tournament of bots with shared deals, once its standings exist."""
    wish = {
        "title": "Friday evening",
        "game": "great_dalmuti",
        "options": {"end": {"hands": 1}},
        "seats": 4,
        "rounds": 2,
        "format": "swiss",
        "duplicate": True,
        "max_players": 8,
        "start": "when_full",
    }
    made = organiser.call("POST", "tournaments", wish)["id"]
    for number in range(8):
        organiser.call("POST", f"tournaments/{made}/entries", {"policy": ("greedy", "uniform")[number % 2]})
    until = time.monotonic() + 300
    while organiser.call("GET", f"tournaments/{made}")["status"] == "running" and time.monotonic() < until:
        time.sleep(1)
    return str(made)


def play(player: Api, match: str, rows: int) -> None:
    """Plays at random until the match has the given number of events and waits for this player."""
    chance = random.Random(SEED)
    for _ in range(3 * rows):
        head = player.call("GET", f"matches/{match}")
        if head["status"] != "running":
            return
        legal = player.call("GET", f"matches/{match}/legal-moves?limit=60")
        if legal["moves"] and head["seq"] >= rows:
            return
        if legal["moves"]:
            with suppress(HTTPError):
                move = chance.choice(legal["moves"])
                player.call("POST", f"matches/{match}/moves", {"prompt": legal["prompt"], **move})


def picture(browser: Chromium, player: Api, name: str, path: str, ready: str) -> None:
    """Writes one picture composed of four: both sizes, both themes."""
    shots: dict[str, list[str]] = {"wide": [], "narrow": []}
    for size, viewport in (("wide", WIDE), ("narrow", NARROW)):
        for theme in ("light", "dark"):
            table = Table(browser, player.address, viewport=viewport)
            table.prefer(theme=theme)
            table.sign_in(str(player.token), "Merle 42")
            page = table.open(path)
            with suppress(Exception):
                page.wait_for_selector(ready, timeout=20_000)
            page.wait_for_timeout(800)
            shots[size].append(base64.b64encode(page.screenshot()).decode())
            table.close()
    joining = browser.new_context()
    (FOLDER / f"{name}.webp").write_bytes(joined(joining.new_page(), shots))
    joining.close()
    print(f"{name}: {(FOLDER / f'{name}.webp').stat().st_size // 1024} kB")


def joined(page: Page, shots: dict[str, Any]) -> bytes:
    data: str = page.evaluate(MOSAIC, {**shots, "width": 900, "quality": QUALITY})
    return base64.b64decode(data)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
