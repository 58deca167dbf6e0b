"""Where this machine's PostgreSQL, broker and ports are, and the secrets of a local deployment."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from project import installation_keys

POSTGRES = "postgresql://postgres:postgres@127.0.0.1:5432/postgres"
RABBITMQ = "amqp://guest:guest@127.0.0.1:5672//"
PASSWORDS = ("APP_PASSWORD", "OWNER_PASSWORD", "QUEUE_PASSWORD", "COMPTOIR_METRICS_TOKEN")
OWNER, APP, DATABASE = "comptoir_owner", "comptoir_app", "comptoir"  # as in compose.yaml


class Places(NamedTuple):
    """The addresses of a local deployment.

    admin: PostgreSQL as a superuser; broker: its URL; folder: secrets, logs and sockets; port: of the proxy, and of
    HTTPS in the next thousand.
    """

    admin: str
    broker: str
    folder: Path
    port: int

    @property
    def servers(self) -> list[str]:
        """The host and port of each PostgreSQL: of the primary and its standbys, in any order."""
        named = urlsplit(self.admin).netloc.rpartition("@")[2].split(",")
        return [server if ":" in server else f"{server}:5432" for server in named]

    def primaries(self) -> list[str]:
        """The servers that can be written to now; two of them are a split brain."""
        user = urlsplit(self.admin).netloc.rpartition("@")[0]
        return [server for server in self.servers if _is_primary(f"postgresql://{user}@{server}/postgres")]

    @property
    def secure_port(self) -> int:
        return self.port + 1000


def _is_primary(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=2) as server:
            return server.execute("SELECT pg_is_in_recovery()").fetchone() == (False,)
    except psycopg.OperationalError:
        return False


def from_environment(environment: Mapping[str, str]) -> Places:
    """Returns the places that the environment names, else the usual ones of Debian's packages."""
    return Places(
        admin=environment.get("PROD_POSTGRES_URL", POSTGRES),
        broker=environment.get("PROD_BROKER_URL", RABBITMQ),
        folder=Path(environment.get("PROD_DATA", ".data/production")).resolve(),
        port=int(environment.get("PROD_PORT", "8100")),
    )


def load_secrets(folder: Path) -> dict[str, str]:
    """Returns the secrets of the deployment; the first call makes them, in a file that only its owner can read."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / "env"
    if not file.exists():
        values = installation_keys.generate() | {name: secrets.token_hex(16) for name in PASSWORDS}
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as written:
            written.writelines(f"{name}={value}\n" for name, value in values.items())
    return dict(line.split("=", 1) for line in file.read_text().splitlines() if "=" in line)


def make_database(admin: str, owner_password: str, app_password: str, name: str = DATABASE) -> None:
    """Creates the roles and the database, as the image of PostgreSQL does in compose.yaml, and sets the passwords."""
    with psycopg.connect(admin, autocommit=True, connect_timeout=5, target_session_attrs="read-write") as server:
        for role, password, right in ((OWNER, owner_password, "CREATEROLE"), (APP, app_password, "NOCREATEROLE")):
            exists = server.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone()
            statement = ("ALTER" if exists else "CREATE") + " ROLE {} LOGIN {} PASSWORD {}"
            server.execute(sql.SQL(statement).format(sql.Identifier(role), sql.SQL(right), sql.Literal(password)))
        if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            statement = "CREATE DATABASE {} OWNER {}"
            server.execute(sql.SQL(statement).format(sql.Identifier(name), sql.Identifier(OWNER)))
