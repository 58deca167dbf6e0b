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

from project.embedded import installation_keys

POSTGRES = "postgresql://postgres:postgres@127.0.0.1:5432/postgres"
RABBITMQ = "amqp://guest:guest@127.0.0.1:5672//"
PASSWORDS = ("APP_PASSWORD", "OWNER_PASSWORD", "QUEUE_PASSWORD", "COMPTOIR_METRICS_TOKEN")
NAME = "comptoir"  # as in compose.yaml
DEPLOYMENT = "DEPLOYMENT"  # in the file of secrets: a word by which the roles of the database know their deployment


class NotOurs(Exception):
    """The roles of the database belong to another deployment."""


class Places(NamedTuple):
    """The addresses of a local deployment.

    admin: PostgreSQL as a superuser; broker: its URL; folder: secrets, logs and sockets; port: of the proxy, and of
    HTTPS in the next thousand; name: of the database, and of its roles, which two deployments on one PostgreSQL have to
    have of their own.
    """

    admin: str
    broker: str
    folder: Path
    port: int
    name: str = NAME

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
        name=environment.get("PROD_NAME", NAME),
    )


def load_secrets(folder: Path) -> dict[str, str]:
    """Returns the secrets of the deployment; the first call makes them, in a file that only its owner can read."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / "env"
    if not file.exists():
        values = installation_keys.generate() | {name: secrets.token_hex(16) for name in PASSWORDS}
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as written:
            written.writelines(f"{name}={value}\n" for name, value in values.items())
    if f"\n{DEPLOYMENT}=" not in file.read_text():
        with file.open("a") as added:
            added.write(f"{DEPLOYMENT}={secrets.token_hex(16)}\n")
    return dict(line.split("=", 1) for line in file.read_text().splitlines() if "=" in line)


def make_database(admin: str, values: Mapping[str, str], name: str = NAME) -> None:
    """Creates the roles and the database, as the image of PostgreSQL does in compose.yaml, and sets the passwords.

    values: of the file of secrets; name: of the deployment, and of its database.
    Raises NotOurs if another deployment made the roles: with other passwords it would lose its connection.
    """
    owner, app = f"{name}_owner", f"{name}_app"
    with psycopg.connect(admin, autocommit=True, connect_timeout=5, target_session_attrs="read-write") as server:
        makers = {role: _maker(server, role) for role in (owner, app)}
        for role, maker in makers.items():
            if maker not in (None, "", values[DEPLOYMENT]):
                raise NotOurs(f"another deployment uses the role {role} of this PostgreSQL: set PROD_NAME")
        for role, password, right in (
            (owner, values["OWNER_PASSWORD"], "CREATEROLE"),
            (app, values["APP_PASSWORD"], "NOCREATEROLE"),
        ):
            statement = ("CREATE" if makers[role] is None else "ALTER") + " ROLE {} LOGIN {} PASSWORD {}"
            server.execute(sql.SQL(statement).format(sql.Identifier(role), sql.SQL(right), sql.Literal(password)))
            mark = sql.SQL("COMMENT ON ROLE {} IS {}")
            server.execute(mark.format(sql.Identifier(role), sql.Literal(values[DEPLOYMENT])))
        if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            statement = "CREATE DATABASE {} OWNER {}"
            server.execute(sql.SQL(statement).format(sql.Identifier(name), sql.Identifier(owner)))


def _maker(server: psycopg.Connection, role: str) -> str | None:
    """The deployment that made a role; empty if the role does not say, None if there is no such role."""
    statement = "SELECT COALESCE(shobj_description(oid, 'pg_authid'), '') FROM pg_roles WHERE rolname = %s"
    row = server.execute(statement, [role]).fetchone()
    return row and row[0]
