"""A running stack and a real browser for the tests of the web client."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.stack import Stack
from tests.web.pages import Table

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
).split()
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One process runs all of them: they share one stack."""
    for item in items:
        if "tests/web" in str(item.path):
            item.add_marker(pytest.mark.xdist_group("web"))


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    """`make run` in a folder of its own, without rate limits."""
    running = Stack()
    try:
        running.start()
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium as the system has it. A module long only: its event loop would forbid Django's ORM to later tests."""
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no Chromium on the path, so the web client is not tried in a browser (apt-get install chromium)")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def table(stack: Stack, browser: Browser) -> Iterator[Table]:
    """A browser page at the client, which notes whatever goes wrong in it."""
    opened = Table(browser, stack.address)
    yield opened
    opened.close()
