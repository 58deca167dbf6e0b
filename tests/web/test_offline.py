"""The client without a network: its pages, and the single move that is sent later, if nothing has changed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Request

from tests.stack import Stack
from tests.web.browser.chromium import Chromium
from tests.web.browser.pages import PHONE, WIDE, Api, Table

GAME = "monopoly_deal"
STORED = """async ([store, id]) => {
  const opened = await new Promise((resolve) => {
    const opening = indexedDB.open("comptoir.seen");
    opening.onsuccess = () => resolve(opening.result);
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = () => resolve(null);
  });
  if (!opened) return null;
  opened.onversionchange = () => opened.close();
  const asked = opened.transaction(store).objectStore(store).get(id);
  const found = await new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result); });
  opened.close();
  return found ?? null;
}"""
"""Returns a script that reads the value that the browser stores in IndexedDB under an id."""


DESCRIBED = """async () => {
  const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = (await Promise.all(caches_.map((one) => one.keys()))).flat();
  return kept.some(({ url }) => url.includes("/games/monopoly_deal"));
}"""
"""Returns a script that tells whether the worker has stored the table's game."""
SIGN_OUT = """() => import(new URL("shell/session.js", document.querySelector('link[rel="icon"]').href))
  .then(({ signIn }) => signIn(null, null))"""
CONTROLLED = "() => navigator.serviceWorker.controller !== null"


@pytest.fixture
def installed(bundled: str, browser: Chromium) -> Iterator[Table]:
    """Yields a browser page at a server with a bundle."""
    page = Table(browser, bundled, service_workers="allow")
    yield page
    page.close()


def sign_in_at_table(stack: Stack, table: Table, name: str) -> tuple[Api, str]:
    """Creates a match of two people; the player to move is signed in on the page."""
    mine, other = Api.guest(stack.address, name), Api.guest(stack.address, f"{name} 2")
    match = mine.match(GAME, 1, seat="open")
    other.call("POST", f"matches/{match}/seats", {})
    if not mine.call("GET", f"matches/{match}/legal-moves")["moves"]:
        mine, name = other, f"{name} 2"
    session = json.dumps({"token": str(mine.token), "name": name})
    table.open("/rules").evaluate("(session) => localStorage.setItem('comptoir.session', session)", session)
    return mine, match


def wait_until(page: Page, script: str) -> None:
    """Waits until a script returns a true value. `wait_for_function` would not await the promise of the script."""
    for _ in range(300):
        if page.evaluate(script):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"expected a true value of {script}")


def wait_until_stored(page: Page, store: str, key: str, seq: int | None = None) -> None:
    """Waits until the browser has stored an item; `seq`: the event of a stored table."""
    for _ in range(300):
        found = page.evaluate(STORED, [store, key])
        if found and (seq is None or (found["tag"] or {}).get("seq") == seq):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"expected {key} to be stored at {seq}")


def shown_seq(page: Page) -> int:
    return int(str(page.locator(".table[data-seq]").get_attribute("data-seq")))


def open_seen_match(table: Table, match: str) -> Page:
    """Returns the page of a table after the browser has stored its current state."""
    page = table.open(f"/m/{match}")
    page.wait_for_selector("#strip .verbs button")
    wait_until_stored(page, "tables", match, shown_seq(page))
    return page


def end_turn(page: Page) -> None:
    """Ends the turn; while plays remain, the page asks for a second press."""
    page.locator("[data-line=waiting]").wait_for()
    page.locator("#strip [data-verb=end_turn]").press("Enter")
    page.locator("[data-main].act:not([data-unsteady])").press("Enter")
    page.locator("section[data-later=waiting]").wait_for()


def sent_from(page: Page) -> list[Request]:
    """Returns a list to which the moves that the page sends from now on are added."""
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if "/moves?" in request.url else None)
    return sent


def test_the_client_opens_without_a_network_shows_own_tables_and_keeps_a_move_until_undone(
    stack: Stack, installed: Table
) -> None:
    _, match = sign_in_at_table(stack, installed, "Offline")
    page = open_seen_match(installed, match)
    seq = shown_seq(page)
    wait_until(page, CONTROLLED)
    page.reload()
    wait_until(page, DESCRIBED)
    installed.open("/play").locator(".tile.mine").wait_for()
    wait_until_stored(page, "lists", "mine")
    installed.context.set_offline(True)

    page.reload()
    page.get_by_text("No connection: your tables as last seen at").wait_for()
    page.locator(".tile.mine").click()
    page.get_by_text("No connection: the table as last seen at").wait_for()
    assert shown_seq(page) == seq
    end_turn(page)
    page.reload()
    page.get_by_text("is played when the line is back, if nothing has changed").wait_for()
    assert installed.unreadable(WIDE, PHONE) == []
    page.locator("[data-take-back]").click()
    page.locator("#strip [data-verb=end_turn]").wait_for()
    sent = sent_from(page)
    installed.context.set_offline(False)

    page.locator("[data-seen]").wait_for(state="detached")
    page.locator("[data-line=live]").wait_for()
    assert (shown_seq(page), sent, installed.faults) == (seq, [], [])


def test_a_move_chosen_without_a_network_is_played_later_unless_the_table_has_changed(
    stack: Stack, in_modules: Table
) -> None:
    table = in_modules
    me, match = sign_in_at_table(stack, table, "Later")
    page = open_seen_match(table, match)
    sent = sent_from(page)
    table.context.set_offline(True)
    end_turn(page)
    legal = me.call("GET", f"matches/{match}/legal-moves")
    other = next(move for move in legal["moves"] if move["verb"] != "end_turn")
    me.call("POST", f"matches/{match}/moves", {"prompt": legal["prompt"], **other})
    seq = me.call("GET", f"matches/{match}")["seq"]
    table.context.set_offline(False)
    page.get_by_text("nothing was played").wait_for()
    assert me.call("GET", f"matches/{match}")["seq"] == seq

    page.locator("[data-take-back]").click()
    wait_until_stored(page, "tables", match, seq)
    table.context.set_offline(True)
    end_turn(page)
    table.context.set_offline(False)
    page.locator("section[data-later]").wait_for(state="detached")
    assert me.call("GET", f"matches/{match}")["seq"] > seq
    assert [bool(move.headers.get("if-match") and move.headers.get("idempotency-key")) for move in sent] == [True, True]
    assert [fault for fault in table.faults if "status of 412" not in fault] == []


def test_signing_out_deletes_stored_tables_and_moves(stack: Stack, in_modules: Table) -> None:
    table = in_modules
    _, match = sign_in_at_table(stack, table, "Leaving")
    page = open_seen_match(table, match)
    table.context.set_offline(True)
    end_turn(page)
    wait_until_stored(page, "moves", match)
    sent = sent_from(page)

    page.evaluate(SIGN_OUT)
    page.locator("section[data-later]").wait_for(state="detached")
    for _ in range(100):
        if page.evaluate(STORED, ["tables", match]) is None:
            break
        page.wait_for_timeout(50)
    assert [page.evaluate(STORED, [store, match]) for store in ("tables", "moves")] == [None, None]
    table.context.set_offline(False)
    page.locator("[data-line=live]").wait_for()
    assert sent == []
