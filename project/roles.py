"""Who may do what in the database: the owner migrates; web and worker may read and write, but never rewrite the log."""

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

LOG_TABLES = ("events_actionevent", "events_globalleaf")


def make_app_role(owner_url: str, app_url: str) -> None:
    """Make the app's role where it is missing; both URLs name their roles and passwords."""
    app = conninfo_to_dict(app_url)
    with psycopg.connect(owner_url) as connection:
        if not _has_role(connection, app["user"]):
            statement = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}")
            connection.execute(statement.format(sql.Identifier(app["user"]), sql.Literal(app.get("password"))))


def make_roles(server: str, *, owner: str, app: str, database: str, queue: str) -> None:
    """Make the app's role and both databases where they are missing; server: a URL of the owner's."""
    with psycopg.connect(server, autocommit=True) as connection:
        if not _has_role(connection, app):
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(app)))
        for name, possessor in ((database, owner), (queue, app)):
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
                statement = sql.SQL("CREATE DATABASE {} OWNER {}")
                connection.execute(statement.format(sql.Identifier(name), sql.Identifier(possessor)))


def grant_app_role(owner_url: str, app: str) -> None:
    """Let the app's role use the tables that are there now, all but rewrite the log; run it after each migration.

    What it may do is granted anew from nothing, so that a right given by hand does not outlive the next start.
    """
    role, log = sql.Identifier(app), sql.SQL(", ").join(map(sql.Identifier, LOG_TABLES))
    with psycopg.connect(owner_url) as connection:
        for statement in _GRANTS:
            connection.execute(sql.SQL(statement).format(role=role, log=log))


def _has_role(connection: psycopg.Connection, name: str) -> bool:
    return connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name]).fetchone() is not None


_GRANTS = (
    "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}",
    "GRANT USAGE ON SCHEMA public TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",  # TRUNCATE never
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}",
    "REVOKE UPDATE, DELETE ON {log} FROM {role}",
)
