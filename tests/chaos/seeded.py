"""`python -m tests.chaos.seeded FOLDER --rows 10000000 --processes 2`: makes a PostgreSQL full of real matches.

In FOLDER: `postgres`, with the database `comptoir` as `make prod-local` makes it; `data`, the deployment's secrets.
`tests.chaos.production --behind FOLDER` starts on them. Run again, it adds rows. While it writes, the server is not
durable; after that it is.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from project.production import places
from tests.chaos.clusters import Server
from tests.stack import ROOT

SETTINGS = """
shared_buffers = 1GB
effective_cache_size = 6GB
maintenance_work_mem = 512MB
max_wal_size = 16GB
checkpoint_timeout = 30min
"""
VOLATILE = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")
STOP_SECONDS = 600


@contextmanager
def running(folder: Path, *words: str) -> Iterator[Server]:
    """The server of a seeded folder; the first use makes it. words: further ones of its command line."""
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    server = Server(folder / "postgres", SETTINGS)
    if not (server.data / "PG_VERSION").exists():
        server.make()
    server.start(*words)
    try:
        places.make_database(server.url, places.load_secrets(folder / "data"))
        run(folder, server, "manage.py", "prepare")
        yield server
    finally:
        assert server.process is not None
        server.process.terminate()
        server.process.wait(STOP_SECONDS)  # the last checkpoint


def run(folder: Path, server: Server, *words: str) -> None:
    """Runs Python on the database, directly, without a pooler."""
    secrets = places.load_secrets(folder / "data")

    def url(role: str, password: str) -> str:
        return f"postgresql://{role}:{secrets[password]}@{server.address}/{places.NAME}"

    environment = {
        **os.environ, **secrets, "DATABASE_URL": url(f"{places.NAME}_app", "APP_PASSWORD"),
        "DATABASE_OWNER_URL": url(f"{places.NAME}_owner", "OWNER_PASSWORD"), "CELERY_BROKER_URL": "memory://",
        "COMPTOIR_DATA": str(folder / "data"), "LOG_LEVEL": "WARNING",
    }  # fmt: skip
    subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, check=True)


def main() -> int:
    """Fills the database; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.seeded", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--running", type=int, default=1000)
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    words = [f"--{name}={getattr(arguments, name)}" for name in ("rows", "running", "players", "processes")]
    folder = arguments.folder.resolve()
    with running(folder, *VOLATILE) as server:
        run(folder, server, "-m", "tests.bench.seeding", *words)
        url = f"postgresql://postgres@{server.address}/{places.NAME}"
        with psycopg.connect(url, autocommit=True) as database:
            database.execute("VACUUM (ANALYZE)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
