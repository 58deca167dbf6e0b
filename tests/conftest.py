"""Shared fixtures: the database, started for the first test that uses it.

DATABASE_URL names a server to use. Without it the tests start their own PostgreSQL in a temporary folder, without
durability, and remove it afterwards. Tests of games/ use no database, so running only those starts none.
CELERY_BROKER_URL names a broker to use. Without it messages to workers stay in the memory of the tests' process.
"""

import gc
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Any

import pytest
import structlog
from django.conf import settings
from django.test import override_settings

from games import compiled
from project.embedded.postgres import OWNER, Cluster
from tests import isolation, template
from tests.chance import Drawn
from tests.games.harness.time_budget import SEED
from tests.made_once import SETTINGS, publish_at_once, send_messages_at_once, write_error_reports_within

OF_PROGRAMS = {"clients", "test_examples", "test_first_match", "test_typed_clients"}
_HELD: list[subprocess.Popen[bytes]] = []


def pytest_configure(config: pytest.Config) -> None:
    gc.set_threshold(50_000, 20, 100)  # a tenth of the time of garbage collection, which was a fifth of a start
    config.pluginmanager.register(isolation)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Prints the seed, so that a failing order can be run again."""
    seed = getattr(config.option, "randomly_seed", None)
    if seed is not None:
        terminalreporter.write_line(f"random seed: {seed} (the same again: --randomly-seed={seed})")
    if any("CITUS_URL" in str(skipped.longrepr) for skipped in terminalreporter.stats.get("skipped", [])):
        terminalreporter.write_line("Citus was NOT tested: set CITUS_URL to an empty database of a coordinator")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves out tests that change a compiled engine (`make test-compiled`), and marks some for `make test-services`.

    It marks tests that commit, because locks, notifications and the data visible to other processes depend on the
    server. It does not mark tests of programs that use only the API.
    """
    for item in items:
        if compiled.is_in_use() and item.get_closest_marker("pure") is not None:
            item.add_marker(pytest.mark.skip(reason="a compiled engine cannot be changed by a test"))
        database = item.get_closest_marker("django_db")
        is_of_a_program = not OF_PROGRAMS.isdisjoint([item.path.stem, item.path.parent.name])
        if database is not None and database.kwargs.get("transaction") and not is_of_a_program:
            item.add_marker("postgres")


def pytest_collection_finish() -> None:
    """Exempts the collected tests from garbage collection."""
    gc.freeze()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster | None]:
    """Yields the temporary PostgreSQL; None if DATABASE_URL names a server."""
    if settings.DATABASE_IS_NAMED:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="comptoir-test-"))
    remove_when_we_are_gone(folder)
    own = template.copy_to(folder / "postgres")
    try:
        own.start()
        yield own
    finally:
        own.destroy()
        shutil.rmtree(folder, ignore_errors=True)


def remove_when_we_are_gone(folder: Path) -> None:
    """Starts a child that removes the folder when this process ends, however it ends, by waiting on a pipe."""
    command = ["sh", "-c", 'cat >/dev/null; sleep 1; rm -rf "$0"', folder]
    _HELD.append(subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(cluster: Cluster | None, django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Connects Django to the cluster as the owner, because the tests empty its tables."""
    from django.db import connections

    database: dict[str, Any] = connections["default"].settings_dict
    database["OPTIONS"]["options"] = "-c lock_timeout=10s -c statement_timeout=60s"
    if cluster:
        database.update(HOST=str(cluster.sockets), USER=OWNER, PASSWORD="", PORT="", NAME=template.NAME)


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest, cluster: Cluster | None, django_db_modify_db_settings: None, django_db_blocker: Any
) -> Iterator[None]:
    """Uses the database of the template; on a named server, pytest-django creates and removes a database."""
    from django.db import connections

    if cluster is None:
        request.getfixturevalue("django_db_setup")
    with isolation.emptying_tables(django_db_blocker):
        yield
    if cluster:
        connections.close_all()


@pytest.fixture(scope="session", autouse=True)
def _broker_of_the_tests() -> None:
    """Keeps messages away from the embedded queue, which no test starts in the data folder of the checkout.

    A message would wait two seconds for a connection, while the threads of its pool would write to the log of other
    tests.
    """
    from project.celery import app

    if not os.environ.get("CELERY_BROKER_URL"):
        app.conf.update(broker_url="memory://", broker_transport_options={})


@pytest.fixture(autouse=True)
def _log_lines_begin_with_the_test() -> None:
    """Removes what an earlier test has bound for log lines, such as the reason of an outage."""
    structlog.contextvars.clear_contextvars()


@pytest.fixture(autouse=True)
def _limits_begin_with_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Resets the counters of rate limits, and stops their clock, so that no window ends during a test.

    A clock that a test sets still counts.
    """
    from django.core.cache import cache

    from events.base import clock

    cache.clear()
    begun_ms = clock.now_ms()

    def now_ms() -> int:
        return begun_ms if clock._read is clock._machine_ms else clock.now_ms()

    monkeypatch.setattr("events.http.throttles.now_ms", now_ms)


@pytest.fixture(scope="session", autouse=True)
def nothing_later() -> Iterator[None]:
    """Completes all work of a test before the next; tests of limits and started servers use their own settings.

    Messages to workers and committed work are published at once, and jobs run right after a commit. Later they would
    run during the next test, and write their error reports in it.
    """
    from events.base import publishing

    with pytest.MonkeyPatch.context() as patched, override_settings(**SETTINGS):
        patched.setattr(publishing, "JOBS_SECONDS", 0.0)
        send_messages_at_once(patched)
        publish_at_once(patched)
        write_error_reports_within(patched)
        yield


@pytest.fixture
def published_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves jobs after a commit to other threads, so that only the statements of the request are counted."""
    from events.base.publishing import publisher
    from events.notifications import relay

    monkeypatch.setattr(publisher, "send", lambda channel, payload: None)
    monkeypatch.setattr(publisher, "run", lambda job: None)
    monkeypatch.setattr(relay, "notify", lambda match: None)


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Derives ids and secrets of this process from the test and the seed, so that every run plays the same matches.

    A failing test fails again, and a passing seed passes on every machine. Another `COMPTOIR_TEST_SEED`
    (`make test SEED=7`) gives other deals. The name does not depend on the folder of the file.
    """
    path, _, test = request.node.nodeid.removesuffix(_group(request.node)).partition("::")
    name = f"{PurePath(path).name}::{test}"
    drawn = Drawn(f"{SEED} {name}")
    monkeypatch.setattr(settings, "COMPTOIR_BOT_KEY", drawn.bot_key)
    monkeypatch.setattr("os.urandom", drawn.urandom)
    monkeypatch.setattr("events.base.models.uuid7", drawn.uuid7)


def _group(item: pytest.Item) -> str:
    """Returns the suffix that pytest-xdist adds to the id of a test in a group."""
    return "@" + "_".join(sorted(mark.args[0] for mark in item.iter_markers("xdist_group")))


@pytest.fixture(scope="session")
def server(django_db_setup: None, django_db_blocker: Any) -> Iterator[Any]:
    """Yields a real server on the test database, for all tests that neither stop nor configure their server.

    It writes no row that outlives a test, including the row that marks its process as running.
    """
    from tests.streaming import UNNOTICED, Server

    with django_db_blocker.unblock():
        running = Server(UNNOTICED)
        running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def _other_server(django_db_setup: None, django_db_blocker: Any) -> Iterator[Any]:
    from tests.streaming import PATIENT, UNNOTICED, Server

    other = Server(f"{UNNOTICED}\n{PATIENT}")
    yield other
    other.stop()


@pytest.fixture
def other_server(_other_server: Any) -> Any:
    """Returns a second server on the test database, which a test may stop or kill and start again."""
    if _other_server.process is None:
        _other_server.start()
    return _other_server


@pytest.fixture(scope="session")
def stack() -> Iterator[Any]:
    """Yields the stack of `make run` with its limits, for tests of the group "stack" that do not stop it."""
    from tests.stack import Stack

    running = Stack(environment={"COMPTOIR_LIMITS": "on"})
    try:
        running.start()
        yield running
    finally:
        running.stop()
