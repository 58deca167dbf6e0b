"""A backup restores the database of a moment, and every head in it verifies."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from events.models import Match
from project.database import backup
from project.embedded.postgres import OWNER, Cluster
from tests.events.tables import bots_answer, dalmuti
from tests.stack import ROOT

DATABASE = "test_comptoir"


def server_time() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (moment,) = cursor.fetchone()
    assert isinstance(moment, datetime)
    return moment


def heads(url: str) -> dict[UUID, tuple[int, bytes]]:
    with psycopg.connect(url) as database:
        rows = database.execute("SELECT id, head_seq, head_hash FROM events_match").fetchall()
    return {match: (seq, bytes(digest)) for match, seq, digest in rows}


def audited(url: str) -> subprocess.CompletedProcess[str]:
    """The audit of every match of a database, under the keys of this process."""
    keys = {name: getattr(settings, name) for name in
            ("SECRET_KEY", "COMPTOIR_SECRET_KEY", "COMPTOIR_SIGNING_SEED", "COMPTOIR_BOT_KEY")}  # fmt: skip
    command = [sys.executable, "manage.py", "audit_matches", "--all"]
    environment = {**os.environ, **keys, "DATABASE_URL": url}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


@pytest.mark.django_db(transaction=True)
def test_a_restore_to_a_moment_has_every_head_of_that_moment_and_none_later(
    cluster: Cluster | None, tmp_path: Path
) -> None:
    if cluster is None:
        pytest.skip("needs a PostgreSQL whose folder it may copy")
    source, folder = cluster.url(OWNER, DATABASE), tmp_path / "backups"
    first = dalmuti()
    receiving = backup.receive(source, folder)
    try:
        backup.base(source, folder)
        bots_answer(first)
        expected = heads(source)
        moment = server_time()
        later = dalmuti()
        finish(source, folder)
    finally:
        receiving.terminate()
        receiving.wait()
        with psycopg.connect(source, autocommit=True) as database:
            database.execute("SELECT pg_drop_replication_slot(%s)", [backup.SLOT])

    restored = Cluster(tmp_path / "restored" / "postgres", durable=False)
    backup.restore(folder, restored.data, moment)
    restored.start()
    try:
        url = restored.url(OWNER, DATABASE)
        wait_writable(url)
        assert heads(url) == expected
        assert later.id not in heads(url)
        assert Match.objects.filter(pk=later.pk).exists()
        process = audited(url)
        assert process.returncode == 0, process.stdout + process.stderr
        assert f"{len(expected)} matches audited, 0 alarms" in process.stdout
    finally:
        restored.destroy()


def finish(url: str, folder: Path) -> None:
    """Ends the current segment of the WAL and waits until it has arrived."""
    with psycopg.connect(url, autocommit=True) as database:
        (name,) = database.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone() or ("",)
    until = time.monotonic() + 30
    while not (folder / "wal" / name).exists():
        assert time.monotonic() < until, f"{name} did not arrive"
        time.sleep(0.1)


def wait_writable(url: str) -> None:
    until = time.monotonic() + 30
    while True:
        with psycopg.connect(url) as database:
            if database.execute("SELECT pg_is_in_recovery()").fetchone() == (False,):
                return
        assert time.monotonic() < until, "the recovery does not end"
        time.sleep(0.1)


def test_a_restore_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "PG_VERSION").touch()

    with pytest.raises(backup.BackupError, match="overwrites nothing"):
        backup.restore(tmp_path / "backups", tmp_path / "data")


def test_a_base_backup_with_a_changed_or_missing_file_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "base" / "2026-01-01T01-00-00Z"
    place.mkdir(parents=True)
    (place / "heap").write_bytes(b"rows")
    manifest = {"Files": [{"Path": "heap", "Checksum": hashlib.sha256(b"rows").hexdigest()}]}
    (place / "backup_manifest").write_text(json.dumps(manifest))
    backup.restore(tmp_path, tmp_path / "sound")

    (place / "heap").write_bytes(b"rowz")
    with pytest.raises(backup.BackupError, match="differs"):
        backup.restore(tmp_path, tmp_path / "changed")
    (place / "heap").unlink()
    with pytest.raises(backup.BackupError, match="missing"):
        backup.restore(tmp_path, tmp_path / "missing")


def test_only_a_backup_that_was_finished_before_the_moment_is_used(tmp_path: Path) -> None:
    for hour in (1, 2, 3):
        place = tmp_path / "base" / f"2026-01-01T0{hour}-00-00Z"
        place.mkdir(parents=True)
        if hour == 3:
            continue  # interrupted: it has no manifest
        (place / "backup_manifest").touch()
        ended = datetime(2026, 1, 1, hour, 10, tzinfo=UTC).timestamp()
        os.utime(place / "backup_manifest", (ended, ended))
    moment = datetime(2026, 1, 1, 2, 5, tzinfo=UTC)

    assert backup.base_before(tmp_path, moment).name.startswith("2026-01-01T01")
    assert backup.base_before(tmp_path, None).name.startswith("2026-01-01T02")
    with pytest.raises(backup.BackupError, match="expected a base backup"):
        backup.base_before(tmp_path, moment - timedelta(hours=2))
