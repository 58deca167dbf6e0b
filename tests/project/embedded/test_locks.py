"""Lock files of a PostgreSQL that has ended do not prevent a start; those of a running one do."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from project.embedded import locks
from project.embedded.postgres import OWNER, Cluster


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    new_cluster = Cluster(tmp_path / "postgres", durable=False)
    new_cluster.start()
    yield new_cluster
    new_cluster.destroy()


@pytest.fixture
def stranger(cluster: Cluster) -> Iterator[int]:
    """An unrelated running process of the user that runs PostgreSQL."""
    wait = "import time; time.sleep(300)"
    process = subprocess.Popen([sys.executable, "-c", wait], cwd="/", **cluster._identity.popen())
    yield process.pid
    process.kill()
    process.wait()


def lose_power(cluster: Cluster, pid: int) -> None:
    """Leaves the folder as after a power failure, with the server's process id now belonging to another process."""
    left = {name: (cluster.data / name).read_text() for name in locks.FILES if (cluster.data / name).exists()}
    cluster.stop()
    for name, text in left.items():
        sign = "-" if text.startswith("-") else ""
        (cluster.data / name).write_text(f"{sign}{pid}\n{text.partition(chr(10))[2]}")
        (cluster.data / name).chmod(0o600)
        os.chown(cluster.data / name, cluster.data.stat().st_uid, -1)
    assert "postmaster.pid" in left


def answers(cluster: Cluster) -> bool:
    with psycopg.connect(cluster.url(OWNER, "postgres")) as connection:
        return connection.execute("SELECT 1").fetchone() == (1,)


def test_a_process_id_that_another_process_has_reused_does_not_prevent_the_start(
    cluster: Cluster, stranger: int
) -> None:
    lose_power(cluster, stranger)

    cluster.start()

    assert answers(cluster)


def test_a_process_id_without_a_process_does_not_prevent_the_start(cluster: Cluster) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    lose_power(cluster, ended.pid)

    cluster.start()

    assert answers(cluster)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="orphans are found only on Linux")
def test_a_process_that_outlives_its_killed_server_does_not_prevent_the_start(cluster: Cluster) -> None:
    with psycopg.connect(cluster.url(OWNER, "postgres")) as connection:
        os.kill(connection.info.backend_pid, signal.SIGSTOP)  # like a process that waits for a slow disk
        assert cluster.process is not None
        cluster.process.kill()
        cluster.process.wait()

        cluster.start()

    assert answers(cluster)


def test_the_folder_of_a_running_server_cannot_be_used_by_another(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0.2)
    text = (cluster.data / "postmaster.pid").read_text()

    with pytest.raises(locks.FolderInUse, match="already runs in"):
        Cluster(cluster.data, durable=False).start()

    assert (cluster.data / "postmaster.pid").read_text() == text
    assert answers(cluster)
