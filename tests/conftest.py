"""Shared fixtures: the database, started for the first test that uses it.

DATABASE_URL names a server to use; without it the tests start their own PostgreSQL in a temporary folder, not durable,
and remove it afterwards. Tests of games/ use no database, so running only those starts none. CELERY_BROKER_URL names a
broker to use; without it messages to workers stay in the memory of the tests' process.
"""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import Any

import pytest
from django.conf import settings

from games import compiled
from project.embedded.postgres import OWNER, Cluster
from tests.chance import Drawn
from tests.durations import Limit, Recorder
from tests.games.harness.time_budget import SEED

OF_PROGRAMS = {"clients", "test_examples", "test_first_match", "test_typed_clients"}
_HELD: list[subprocess.Popen[bytes]] = []


def pytest_configure(config: pytest.Config) -> None:
    """Records how long each test takes, for `make quick`; a run with workers does so in the process that hears them."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(config))
    if limit := os.environ.get("COMPTOIR_TEST_LIMIT"):
        config.pluginmanager.register(Limit(float(limit)))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Prints the seed, so that a failing order can be run again."""
    seed = getattr(config.option, "randomly_seed", None)
    if seed is not None:
        terminalreporter.write_line(f"random seed: {seed} (the same again: --randomly-seed={seed})")
    if any("CITUS_URL" in str(skipped.longrepr) for skipped in terminalreporter.stats.get("skipped", [])):
        terminalreporter.write_line("Citus was NOT tested: set CITUS_URL to an empty database of a coordinator")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves out tests that change a compiled engine (`make test-compiled`), and marks some for `make test-services`.

    Those that commit: locks, notices to other connections and what other processes see depend on the server. Not
    those of programs, to which the API is all that there is.
    """
    for item in items:
        if compiled.is_in_use() and item.get_closest_marker("pure") is not None:
            item.add_marker(pytest.mark.skip(reason="a compiled engine cannot be changed by a test"))
        database = item.get_closest_marker("django_db")
        is_of_a_program = not OF_PROGRAMS.isdisjoint([item.path.stem, item.path.parent.name])
        if database is not None and database.kwargs.get("transaction") and not is_of_a_program:
            item.add_marker("postgres")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster | None]:
    """The temporary PostgreSQL; None if DATABASE_URL names a server."""
    if settings.DATABASE_IS_NAMED:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="comptoir-test-"))
    remove_when_we_are_gone(folder)
    own = Cluster(folder / "postgres", durable=False)
    try:
        own.start()
        yield own
    finally:
        own.destroy()
        shutil.rmtree(folder, ignore_errors=True)


def remove_when_we_are_gone(folder: Path) -> None:
    """Removes the folder however the process ends: a child waits for the end of a pipe that only this process holds."""
    command = ["sh", "-c", 'cat >/dev/null; sleep 1; rm -rf "$0"', folder]
    _HELD.append(subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(cluster: Cluster | None, django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Points Django at the cluster, as the owner, because tests empty tables with TRUNCATE."""
    from django.db import connections

    database: dict[str, Any] = connections["default"].settings_dict
    ops = connections["default"].ops
    ops.execute_sql_flush = _with_maintenance(ops.execute_sql_flush)
    database["OPTIONS"]["options"] = "-c lock_timeout=10s -c statement_timeout=60s"
    if cluster:
        database.update(HOST=str(cluster.sockets), USER=OWNER, PASSWORD="", PORT="", NAME="postgres")
        database["TEST"]["NAME"] = "test_comptoir"


@pytest.fixture(scope="session", autouse=True)
def _broker_of_the_tests() -> None:
    """Keeps messages away from the embedded queue, which no test starts in the data folder of the checkout.

    A message to it would wait two seconds for a connection, while threads of its pool write to the log of any test.
    """
    from project.celery import app

    if not os.environ.get("CELERY_BROKER_URL"):
        app.conf.update(broker_url="memory://", broker_transport_options={})


@pytest.fixture(autouse=True)
def _alarms_end_with_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes alarms in the transaction of a test that has one: those of other tests would stay in the database."""
    from django.db import connection, transaction

    from events.base import alarms

    outside = alarms.own_connection

    @contextmanager
    def own_connection() -> Iterator[Any]:
        if any(block._from_testcase for block in connection.atomic_blocks):
            with transaction.atomic():
                yield connection
        else:
            with outside() as own:
                yield own

    monkeypatch.setattr("events.base.alarms.own_connection", own_connection)


def _with_maintenance(flush: Callable[[list[str]], None]) -> Callable[[list[str]], None]:
    """Allows emptying the log between two tests; within a test even the owner cannot change it."""

    def emptied(statements: list[str]) -> None:
        _let_others_finish()
        flush(["SET LOCAL comptoir.maintenance = 'on'", *statements])

    return emptied


LOOK_SECONDS, QUIET_LOOKS = 0.01, 3
_OTHERS = """
    SELECT count(*), count(*) FILTER (WHERE state <> 'idle') FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""


def _let_others_finish(seconds: float = 10.0) -> None:
    """Waits until a server of a test has done what follows its last answer: else both would lock each other out.

    A process that has just committed may only be about to begin, so it has to be idle for some looks in a row.
    """
    from django.db import connection

    until, quiet = time.monotonic() + seconds, 0
    while quiet < QUIET_LOOKS and time.monotonic() < until:
        with connection.cursor() as cursor:
            cursor.execute(_OTHERS)
            there, busy = cursor.fetchone()
        if not there:
            return
        quiet = 0 if busy else quiet + 1
        time.sleep(LOOK_SECONDS)


@pytest.fixture(autouse=True)
def no_limits(settings: Any) -> None:
    """Switches rate limits off, because tests send requests faster than people; tests of the limits set their own."""
    settings.COMPTOIR_LIMITS = {}


@pytest.fixture(autouse=True)
def passwords_are_hashed_fast(settings: Any) -> None:
    """Hashes passwords once in place of a million times; a server started by a test hashes as it does elsewhere."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def messages_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages to workers are published on the spot, so that nothing of one test happens in the next."""
    from bots import tasks

    monkeypatch.setattr(tasks.waker, "ring", lambda: tasks.wake_workers())


@pytest.fixture(scope="session", autouse=True)
def errands_at_once() -> Iterator[None]:
    """Errands run right after a commit: later they would meet the next test, and raise their alarms in it."""
    from events.base import publishing

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(publishing, "ERRANDS_SECONDS", 0.0)
        yield


@pytest.fixture(autouse=True)
def publications_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is committed is published on the spot by its thread, and notices are delivered even before the commit."""
    from events.base.publishing import notify, publisher
    from events.notices import relay

    monkeypatch.setattr(publisher, "send", lambda channel, payload: notify([(channel, payload)]))
    monkeypatch.setattr(relay, "ring", lambda match: relay.notices_relay())


@pytest.fixture
def published_elsewhere(publications_at_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes after a commit is left to others, as to the thread of a process: statements are those of a request."""
    from events.base.publishing import publisher
    from events.notices import relay

    monkeypatch.setattr(publisher, "send", lambda channel, payload: None)
    monkeypatch.setattr(relay, "ring", lambda match: None)


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Derives ids and secrets of this process from the test and the seed, so that every run plays the same matches.

    A failing test fails again, and a passing seed passes on every machine. Another `COMPTOIR_TEST_SEED`
    (`make test SEED=7`) tries other deals. A file that moves to another folder keeps its own.
    """
    path, _, test = request.node.nodeid.removesuffix(_group(request.node)).partition("::")
    name = f"{PurePath(path).name}::{test}"
    drawn = Drawn(f"{SEED} {name}")
    settings.COMPTOIR_BOT_KEY = drawn.bot_key
    monkeypatch.setattr("os.urandom", drawn.urandom)
    monkeypatch.setattr("events.models.player.uuid7", drawn.uuid7)


def _group(item: pytest.Item) -> str:
    """What pytest-xdist adds to the id of a test in a group."""
    return "@" + "_".join(sorted(mark.args[0] for mark in item.iter_markers("xdist_group")))


@pytest.fixture(scope="module")
def server(django_db_setup: None, django_db_blocker: Any) -> Iterator[Any]:
    """A real server on the test database, for the tests of one module."""
    from tests.streaming import Server

    with django_db_blocker.unblock():
        running = Server()
        running.start()
    yield running
    running.stop()
