"""A running stack and a real browser for the tests of the web client."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.stack import Stack, free_port
from tests.web.pages import Table

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
).split()
PUSH_PORT = free_port()  # of a push service on this machine, to which the stack may post
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs all browser tests in one process, because they share one stack."""
    for item in items:
        if "tests/web" in str(item.path):
            item.add_marker(pytest.mark.xdist_group("web"))


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    """`make run` in a folder of its own, without rate limits."""
    running = Stack(environment={"COMPTOIR_WEBHOOK_HOSTS": f"127.0.0.1:{PUSH_PORT}"})
    try:
        running.start()
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The system's Chromium, for this folder only: its event loop would block Django's ORM in later tests."""
    path = next((executable for name in CHROMIUM if (executable := shutil.which(name))), None)
    if path is None and os.environ.get("COMPTOIR_NEEDS_BROWSER"):
        pytest.fail("expected chromium on the path, found none")
    if path is None:
        pytest.skip("no Chromium on the path, so the web client is not tried in a browser (apt-get install chromium)")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def table(stack: Stack, browser: Browser) -> Iterator[Table]:
    """A browser page at the client that records its errors."""
    new_table = Table(browser, stack.address)
    yield new_table
    new_table.close()


@pytest.fixture
def guest(stack: Stack, browser: Browser) -> Iterator[Callable[[], Table]]:
    """Opens browsers of people who have no name."""
    opened: list[Table] = []

    def open_another() -> Table:
        opened.append(Table(browser, stack.address))
        return opened[-1]

    yield open_another
    for one in opened:
        one.close()
