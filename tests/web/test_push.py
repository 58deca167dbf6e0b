"""Push notifications, from the switch to the notification: real server, real service worker, and a test's push service.

Chromium subscribes only at Google's push service, which tests do not reach. So `PushManager` answers with the
subscription of a simulated device, and the tests give the messages that it decrypts to the service worker.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Worker

from tests.events.notifications.receivers import Device
from tests.stack import Stack
from tests.web.browser.chromium import Chromium
from tests.web.browser.pages import PHONE, WIDE, Api, Table
from tests.web.conftest import PUSH_PORT
from tests.web.test_account import account

SUBSCRIBING = """(subscription) => {
  let here = false;
  const unsubscribe = async () => { here = false; };
  const found = { endpoint: subscription.endpoint, toJSON: () => subscription, unsubscribe };
  PushManager.prototype.getSubscription = async () => (here ? found : null);
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (applicationServerKey.length !== 65) throw new Error("expected an uncompressed point");
    here = true;
    return found;
  };
}"""

COUNTING = """() => {
  globalThis.doneWith = 0;
  globalThis.showing ??= show;
  globalThis.show = async (message) => {
    await showing(message);
    doneWith++;
  };
}"""


@pytest.fixture
def device() -> Iterator[Device]:
    device = Device(port=PUSH_PORT)
    yield device
    device.close()


@pytest.fixture
def table(stack: Stack, notifying_browser: Chromium) -> Iterator[Table]:
    """A browser page with a service worker, which shows the pushed messages."""
    page = Table(notifying_browser, stack.address, service_workers="allow")
    yield page
    page.close()


def switched_on(stack: Stack, table: Table, device: Device, name: str, language: str = "en") -> Api:
    """A player who has switched notifications on in this browser, by hand."""
    table.context.grant_permissions(["notifications"], origin=stack.address)
    table.context.add_init_script(f"({SUBSCRIBING})({json.dumps(device.subscription)})")
    player = account(stack, table, name, language, tab="notifications")
    table.page.locator("[data-part=devices] input[name=push]").check()
    table.page.locator("[data-part=devices] [data-device]").wait_for()
    return player


def worker_of(page: Page) -> Worker:
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    [worker] = page.context.service_workers
    return worker


def deliver(page: Page, address: str, text: str) -> list[dict[str, Any]]:
    """Gives a message to the service worker, like the browser; returns the notifications that it shows.

    The function reads the notifications only after the worker has handled the message. Chromium forgets a notification
    that is not on the screen yet when somebody asks for the list: asking in a loop lost 15 of 25.
    """
    session = page.context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    until(page, lambda: bool(registrations))
    worker = worker_of(page)
    worker.evaluate(COUNTING)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": address,
            "registrationId": registrations[-1]["registrationId"],
            "data": text,
        },
    )
    until(page, lambda: worker.evaluate("() => doneWith") == 1)
    return shown_notices(page)


def shown_notices(page: Page) -> list[dict[str, Any]]:
    notices: list[dict[str, Any]] = page.evaluate(
        """async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(
             ({ title, body, tag, lang, data }) => ({ title, body, tag, lang, data }))"""
    )
    return notices


def until(page: Page, is_done: Callable[[], bool], seconds: float = 30) -> None:
    """Waits for a condition outside the page, while the page's events continue."""
    for _ in range(int(seconds * 10)):
        if is_done():
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"expected it to happen within {seconds} s")


def test_a_notice_goes_from_the_server_to_the_screen_and_its_click_opens_the_match(
    stack: Stack, table: Table, device: Device
) -> None:
    player = switched_on(stack, table, device, "Pushed")
    [line] = player.call("GET", "me/push-subscriptions")["items"]
    assert (line["endpoint"], line["label"].startswith("Chrome")) == (device.url, True)
    match = player.match("great_dalmuti", 4, {"end": {"hands": 1}})
    until(table.page, lambda: bool(device.shown))
    notice = device.shown[0]
    assert (notice["title"], notice["match"]) == ("The Great Dalmuti", match)

    page = table.page
    [on_screen] = deliver(page, stack.address, json.dumps(notice))

    assert on_screen == {
        "title": notice["title"],
        "body": notice["body"],
        "tag": match,
        "lang": "en",
        "data": {"address": f"/m/{match}"},
    }
    opened = worker_of(page).evaluate(
        """async () => {
             let opened = null;
             clients.openWindow = async (address) => { opened = address; };
             const [notification] = await registration.getNotifications();
             dispatchEvent(new NotificationEvent("notificationclick", { notification }));
             const pause = () => new Promise((resume) => setTimeout(resume, 100));
             for (let wait = 0; opened === null && wait < 50; wait++) await pause();
             return opened;
           }"""
    )
    assert (opened, shown_notices(page)) == (f"/m/{match}", [])
    assert table.faults == []


def test_a_later_notice_of_a_match_replaces_the_earlier_notice(stack: Stack, table: Table, device: Device) -> None:
    switched_on(stack, table, device, "Replaced")
    first = {"title": "Négoces 2", "body": "one", "tag": "x", "match": "x", "language": "fr"}
    deliver(table.page, stack.address, json.dumps(first))

    notices = deliver(table.page, stack.address, json.dumps({**first, "body": "two"}))

    assert [notice["body"] for notice in notices] == ["two"]


def test_no_notice_is_shown_to_a_player_who_looks_at_the_match(stack: Stack, table: Table, device: Device) -> None:
    player = switched_on(stack, table, device, "Looking")
    match = player.match("great_dalmuti", 4, {"end": {"hands": 1}})
    page = table.open(f"/m/{match}")
    page.wait_for_selector("main")
    notice = {"title": "The Great Dalmuti", "body": "It is your turn.", "tag": match, "match": match, "language": "en"}

    assert deliver(page, stack.address, json.dumps(notice)) == []
    table.open("/play")
    assert len(deliver(page, stack.address, json.dumps(notice))) == 1


def test_the_switch_ends_the_subscription_at_the_server_and_in_the_browser(
    stack: Stack, table: Table, device: Device
) -> None:
    player = switched_on(stack, table, device, "Unpushed", "fr")
    part = table.page.locator("[data-part=devices]")
    part.get_by_role("checkbox", name="Afficher les avis sur cet appareil").uncheck()
    part.locator("[data-device]").wait_for(state="detached")

    assert player.call("GET", "me/push-subscriptions")["items"] == []
    assert table.page.evaluate("() => localStorage.getItem('comptoir.push')") is None
    assert table.unreadable(WIDE, PHONE) == []
    assert table.faults == []


def test_a_player_who_refuses_the_permission_sees_a_message(stack: Stack, table: Table, device: Device) -> None:
    table.context.add_init_script("Notification.requestPermission = async () => 'denied'")
    player = account(stack, table, "Refusing", tab="notifications")
    part = table.page.locator("[data-part=devices]")
    part.locator("input[name=push]").click()

    part.get_by_role("alert").get_by_text("does not let this site show notices").wait_for()
    assert not part.locator("input[name=push]").is_checked()
    assert player.call("GET", "me/push-subscriptions")["items"] == []


def test_a_browser_without_push_has_no_switch(stack: Stack, table: Table) -> None:
    table.context.add_init_script("delete globalThis.PushManager")
    account(stack, table, "Pushless", tab="notifications")

    assert table.page.locator("[data-part=devices]").count() == 0
    assert table.faults == []
