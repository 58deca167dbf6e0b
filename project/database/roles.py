"""Database roles: the owner migrates the database; the app reads and writes, but cannot rewrite the log."""

from collections.abc import Mapping

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

TIMEOUTS = {"lock_timeout": "2s", "statement_timeout": "5s", "idle_in_transaction_session_timeout": "5s"}
ALL_RIGHTS = ("SELECT", "INSERT", "UPDATE", "DELETE")  # the rights of the app on all tables outside the log
RIGHTS: Mapping[str, tuple[str, ...]] = {
    "events_actionevent": ("SELECT", "INSERT"),
    "events_globalleaf": ("SELECT", "INSERT"),
    "events_cosignature": ("SELECT", "INSERT"),
    "events_archive": ("SELECT",),  # only the owner inserts, because the events of listed matches can be deleted
}
"""The only rights of the app on the tables of the log."""


def timeouts(statement: str | None) -> dict[str, str]:
    """Returns the timeouts. statement: the statement timeout, if any; "0": a migration, which may also be idle."""
    pause = {"idle_in_transaction_session_timeout": "0"} if statement == "0" else {}
    return TIMEOUTS | ({"statement_timeout": statement} if statement else {}) | pause


def make_app_role(owner_url: str, app_url: str) -> None:
    """Creates the role of the app if it is missing. Both URLs contain a role and a password."""
    app = conninfo_to_dict(app_url)
    role = str(app["user"])
    with psycopg.connect(owner_url) as connection:
        if not _has_role(connection, role):
            statement = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}")
            connection.execute(statement.format(sql.Identifier(role), sql.Literal(app.get("password"))))


def make_roles(server: str, *, owner: str, app: str, database: str, queue: str) -> None:
    """Creates the role of the app and both databases if they are missing. server: a URL with the role of the owner."""
    with psycopg.connect(server, autocommit=True) as connection:
        if not _has_role(connection, app):
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(app)))
        for name, database_owner in ((database, owner), (queue, app)):
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
                statement = sql.SQL("CREATE DATABASE {} OWNER {}")
                connection.execute(statement.format(sql.Identifier(name), sql.Identifier(database_owner)))


def grant_app_role(owner_url: str, app: str) -> None:
    """Grants the app its rights on the existing tables, except to rewrite or archive the log.

    Call it after migrations. It first revokes all rights, so manually granted rights do not survive.
    """
    role = sql.Identifier(app)
    with psycopg.connect(owner_url) as connection:
        for statement in _GRANTS:
            connection.execute(sql.SQL(statement).format(role=role))
        for table, rights in RIGHTS.items():
            revoked = sql.SQL(", ").join(sql.SQL(right) for right in ALL_RIGHTS if right not in rights)
            revoke = sql.SQL("REVOKE {} ON {} FROM {}").format(revoked, sql.Identifier(table), role)
            connection.execute(revoke)
        if connection.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").fetchone() == (True,):
            connection.execute(sql.SQL(_SEE_BACKUPS).format(role=role))


def set_timeouts(app_url: str, timeouts: Mapping[str, str]) -> None:
    """Stores the timeouts as defaults of the app's role in its database, because a pooler drops those of clients."""
    with psycopg.connect(app_url) as connection:
        database = sql.Identifier(connection.info.dbname)
        for name, value in {**timeouts, "TimeZone": "UTC"}.items():
            statement = sql.SQL("ALTER ROLE CURRENT_USER IN DATABASE {} SET {} = {}")
            connection.execute(statement.format(database, sql.Identifier(name), sql.Literal(value)))


def _has_role(connection: psycopg.Connection, name: str) -> bool:
    return connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name]).fetchone() is not None


_SEE_BACKUPS = "GRANT EXECUTE ON FUNCTION pg_ls_waldir() TO {role}"  # for `project.database.backups`
_GRANTS = (
    "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}",
    "GRANT USAGE ON SCHEMA public TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",  # without TRUNCATE
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}",
)
