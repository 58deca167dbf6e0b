"""The operating-system user of PostgreSQL when the caller is root: each way to choose it works and opens no folder."""

import os
import pwd
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from project.embedded import postgres
from project.embedded.identity import Identity, identities

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root has a choice")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that other users may enter, unlike the folders of pytest."""
    path = Path(tempfile.mkdtemp(prefix="comptoir-test-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


def ways() -> dict[str, Identity]:
    nobody = pwd.getpwnam("nobody")
    return {
        "a user namespace": Identity(nobody, mapped=True),
        "nobody": Identity(nobody),
        "nobody, passing closed folders": Identity(nobody, passes=True),
    }


def started(folder: Path, identity: Identity, monkeypatch: pytest.MonkeyPatch) -> postgres.Cluster:
    monkeypatch.setattr(postgres, "identities", lambda _: iter([identity]))
    cluster = postgres.Cluster(folder / "postgres", durable=False)
    try:
        cluster.start()
    except postgres.PostgresError as error:
        pytest.skip(f"this machine does not allow it: {error}")
    return cluster


@pytest.mark.parametrize("way", ways())
def test_root_can_start_the_database_server(way: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = started(folder, ways()[way], monkeypatch)
    try:
        with psycopg.connect(cluster.url(postgres.OWNER, "postgres")) as connection:
            assert connection.execute("SELECT 7").fetchone() == (7,)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    finally:
        cluster.destroy()


@pytest.mark.parametrize("way", ["a user namespace", "nobody, passing closed folders"])
def test_a_closed_folder_of_root_keeps_its_permissions(way: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.chmod(0o700)
    cluster = started(folder, ways()[way], monkeypatch)
    cluster.destroy()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_server_is_never_root(folder: Path) -> None:
    for identity in identities(folder):
        assert identity.user is not None
        assert identity.user.pw_uid != 0


def test_a_folder_of_another_user_is_used_as_its_owner(folder: Path) -> None:
    owner = pwd.getpwnam("daemon")
    os.chown(folder, owner.pw_uid, owner.pw_gid)

    assert next(identities(folder)) == Identity(owner)
