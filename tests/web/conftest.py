"""A running stack and a real browser for the tests of the web client."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from tests.stack import Stack, free_port
from tests.web.browser.bundled import WebServer, collect, packaged, why_not
from tests.web.browser.chromium import FLAGS, GRACE_SECONDS, NAMES, Chromium, ended_after
from tests.web.browser.pages import BEGUN, Table, end_matches

SECONDS = 600.0
"""Seconds for a test with its fixtures, where it is not marked with another `timeout`."""
PUSH_PORT = free_port()  # of a push service on this machine, to which the stack may post


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs all browser tests of a run of everything in one process, and ends a process in which one hangs.

    An exception from a signal, the other method of pytest-timeout, would leave Playwright waiting for ever.
    """
    for item in filter(is_of_browser, items):
        item.add_marker(pytest.mark.xdist_group("web"))
        item.add_marker(pytest.mark.timeout(seconds_of(item), method="thread"), append=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """Ends the browser of a test that hangs, before its time is up."""
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
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """`make run` in a folder of its own, without rate limits; with the bundle of the client, where one can be made."""
    bundle = {} if why_not() else packaged(tmp_path_factory.mktemp("packaged"))
    running = Stack(environment={"COMPTOIR_WEBHOOK_HOSTS": f"127.0.0.1:{PUSH_PORT}", **bundle})
    running.environment["COMPTOIR_URL"] = f"http://localhost:{running.port}"  # where passkeys work
    if bundle:
        collect(running.environment)
    try:
        running.start()
        yield running
    finally:
        running.stop()


@pytest.fixture
def bundled(stack: Stack) -> str:
    """The address at which the bundle is served to a browser that says that it reads Brotli."""
    if reason := why_not():
        pytest.skip(reason)
    return f"http://localhost:{stack.port}"


@pytest.fixture(scope="session")
def modules(stack: Stack) -> Iterator[str]:
    """The address of a server beside the stack that serves the client's modules one by one, as `make run` does."""
    server = WebServer(stack, {"STATIC_MANIFEST": "false", "DJANGO_SETTINGS_MODULE": "project.settings"})
    try:
        server.start()
        yield server.address
    finally:
        server.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Chromium]:
    """The system's Chromium, for this folder only: its event loop would block Django's ORM in later tests."""
    path = next((executable for name in NAMES if (executable := shutil.which(name))), None)
    if path is None and os.environ.get("COMPTOIR_NEEDS_BROWSER"):
        pytest.fail("expected chromium on the path, found none")
    if path is None:
        pytest.skip("no Chromium on the path, so the web client is not tried in a browser (apt-get install chromium)")
    with sync_playwright() as playwright:
        running = Chromium(lambda: playwright.chromium.launch(executable_path=path, args=FLAGS))
        yield running
        running.close()


@pytest.fixture(autouse=True)
def without_matches_of_others() -> Iterator[None]:
    """Ends the matches of a test; those of fixtures for several tests go on."""
    before = len(BEGUN)
    yield
    end_matches(before)


@pytest.fixture
def table(stack: Stack, browser: Chromium) -> Iterator[Table]:
    """A browser page at the client that records its errors."""
    new_table = Table(browser, stack.address)
    yield new_table
    new_table.close()


@pytest.fixture
def in_modules(modules: str, browser: Chromium) -> Iterator[Table]:
    """A browser page at the client in modules, which a test can keep from coming or import."""
    new_table = Table(browser, modules)
    yield new_table
    new_table.close()


@pytest.fixture
def guest(stack: Stack, browser: Chromium) -> Iterator[Callable[[], Table]]:
    """Opens browsers of people who have no name."""
    opened: list[Table] = []

    def open_another() -> Table:
        opened.append(Table(browser, stack.address))
        return opened[-1]

    yield open_another
    for one in opened:
        one.close()
