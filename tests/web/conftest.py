"""A running stack and a real browser for the tests of the web client."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Playwright, sync_playwright

from tests.stack import Stack, free_port
from tests.web.browser.bundled import WebServer
from tests.web.browser.chromium import FLAGS, GRACE_SECONDS, NAMES, SHELL, Chromium, ended_after, executable
from tests.web.browser.pages import BEGUN, Table, end_matches

SECONDS = 600.0
"""The seconds for a test with its fixtures, unless it is marked with another `timeout`."""
LONGEST = ("test_play.py", "test_focus.py", "test_spoken.py", "test_table_measures.py")
"""The files that are begun first (`make test-web`): at the end, one of them would leave a worker without work."""
PUSH_PORT = free_port()  # for a push service on this machine that the stack may post to


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begins with the longest files, runs all in one process if the whole suite runs, and ends a process that hangs.

    The other method of pytest-timeout, an exception from a signal, would leave Playwright waiting for ever.
    """
    items.sort(key=lambda item: item.path.name not in LONGEST)
    for item in filter(is_of_browser, items):
        item.add_marker(pytest.mark.xdist_group("web"))
        item.add_marker(pytest.mark.timeout(seconds_of(item), method="thread"), append=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """Ends the browser of a hanging test before its time is up."""
    if not is_of_browser(item):
        return (yield)
    with ended_after(seconds_of(item) - GRACE_SECONDS):
        return (yield)


def is_of_browser(item: pytest.Item) -> bool:
    return "tests/web" in item.path.as_posix()


def seconds_of(item: pytest.Item) -> float:
    """Returns the time limit of a test."""
    mark = item.get_closest_marker("timeout")
    return float(mark.args[0]) if mark else SECONDS


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    """Runs `make run` in its own folder, without rate limits, and with the bundle of the client."""
    running = Stack(environment={"COMPTOIR_WEBHOOK_HOSTS": f"127.0.0.1:{PUSH_PORT}"})
    running.environment["COMPTOIR_URL"] = f"http://localhost:{running.port}"  # passkeys work on this host
    del running.environment["COMPTOIR_CLIENT_BUNDLE"]
    try:
        running.start()
        yield running
    finally:
        running.stop()


@pytest.fixture
def bundled(stack: Stack) -> str:
    """Returns the address of the bundle for a browser that accepts Brotli."""
    return f"http://localhost:{stack.port}"


@pytest.fixture(scope="session")
def modules(stack: Stack) -> Iterator[str]:
    """Yields the address of a second server, which serves the client's modules one by one."""
    server = WebServer(stack, {"COMPTOIR_CLIENT_BUNDLE": ""})
    try:
        server.start()
        yield server.address
    finally:
        server.stop()


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Runs Playwright, for this folder only: its event loop would block Django's ORM in later tests."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Chromium]:
    """Yields the headless shell of Chromium, or else Chromium."""
    with launched(playwright, SHELL, *NAMES) as running:
        yield running


@pytest.fixture(scope="package")
def notifying_browser(playwright: Playwright) -> Iterator[Chromium]:
    """Yields Chromium, because its headless shell has no notifications."""
    with launched(playwright, *NAMES) as running:
        yield running


@contextmanager
def launched(playwright: Playwright, *names: str) -> Iterator[Chromium]:
    """Runs the first browser that is installed."""
    path = executable(*names)
    if path is None and os.environ.get("COMPTOIR_NEEDS_BROWSER"):
        pytest.fail(f"expected one of {', '.join(names)} on the path, found none")
    if path is None:
        pytest.skip("no Chromium on the path, so the web client is not tried in a browser (apt-get install chromium)")
    running = Chromium(lambda: playwright.chromium.launch(executable_path=path, args=FLAGS))
    yield running
    running.close()


@pytest.fixture(autouse=True)
def without_matches_of_others() -> Iterator[None]:
    """Ends the matches of a test; matches of fixtures for several tests continue."""
    before = len(BEGUN)
    yield
    end_matches(before)


@pytest.fixture
def table(stack: Stack, browser: Chromium) -> Iterator[Table]:
    """Yields a browser page with the client that records its errors."""
    new_table = Table(browser, stack.address)
    yield new_table
    new_table.close()


@pytest.fixture
def in_modules(modules: str, browser: Chromium) -> Iterator[Table]:
    """Yields a browser page with the client in modules, which a test can block or import."""
    new_table = Table(browser, modules)
    yield new_table
    new_table.close()


@pytest.fixture
def guest(stack: Stack, browser: Chromium) -> Iterator[Callable[[], Table]]:
    """Yields a function that opens browsers for visitors without a name."""
    opened: list[Table] = []

    def open_another() -> Table:
        opened.append(Table(browser, stack.address))
        return opened[-1]

    yield open_another
    for one in opened:
        one.close()
