"""What all tests share: the database, started for the first test that asks for one.

DATABASE_URL names a server to use; without it a PostgreSQL of our own runs in a temporary folder, not durable, and is
gone afterwards. Tests of games/ ask for no database, so a run of those alone starts none.
"""

import hashlib
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from project.postgres import OWNER, Cluster
from tests.games.time_budget import SEED

_HELD: list[subprocess.Popen[bytes]] = []


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """The seed, so that a failing order can be run again."""
    seed = getattr(config.option, "randomly_seed", None)
    if seed is not None:
        terminalreporter.write_line(f"random seed: {seed} (the same again: --randomly-seed={seed})")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster | None]:
    """The throw-away PostgreSQL; None where DATABASE_URL names a server."""
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
    """Have the folder removed however we end: a child waits for the end of a pipe that only we hold."""
    command = ["sh", "-c", 'cat >/dev/null; sleep 1; rm -rf "$0"', folder]
    _HELD.append(subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(cluster: Cluster | None, django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Point Django at the cluster; as the owner, for tests empty tables with TRUNCATE."""
    from django.db import connections

    database: dict[str, Any] = connections["default"].settings_dict
    ops = connections["default"].ops
    ops.execute_sql_flush = _with_maintenance(ops.execute_sql_flush)
    database["OPTIONS"]["options"] = "-c lock_timeout=10s -c statement_timeout=60s"
    if cluster:
        database.update(HOST=str(cluster.sockets), USER=OWNER, PASSWORD="", PORT="", NAME="postgres")
        database["TEST"]["NAME"] = "test_comptoir"


def _with_maintenance(flush: Callable[[list[str]], None]) -> Callable[[list[str]], None]:
    """Emptying the log between two tests is maintenance; within a test the log stays closed to the owner too."""
    return lambda statements: flush(["SET LOCAL comptoir.maintenance = 'on'", *statements])


@pytest.fixture(autouse=True)
def no_limits(settings: Any) -> None:
    """Tests ask faster than people; those of the limits set their own."""
    settings.COMPTOIR_LIMITS = {}


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Ids and secrets that this process makes are of the test and of the seed: a match is played alike each time.

    A test that fails fails again, and what a seed has passed it passes on the next machine; other deals are tried with
    another `COMPTOIR_TEST_SEED` (`make test SEED=7`).
    """
    name, numbers = f"{SEED} {request.node.nodeid}".encode(), count()

    def drawn(size: int) -> bytes:
        return hashlib.shake_256(b"%d %s" % (next(numbers), name)).digest(size)

    def uuid7() -> uuid.UUID:
        low = int.from_bytes(drawn(8)) >> 2
        return uuid.UUID(int=((_FIRST_MS + next(numbers)) << 80) | (7 << 76) | (2 << 62) | low)

    settings.COMPTOIR_BOT_KEY = hashlib.sha256(name).hexdigest()
    monkeypatch.setattr("os.urandom", drawn)
    monkeypatch.setattr("events.models.player.uuid7", uuid7)


_FIRST_MS = 1_767_225_600_000  # 2026-01-01
