"""The distribution of the tables of matches among Citus nodes, by match, and the checks of these nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from project.database.division import COLUMNS, FIRST, FUNCTIONS

OLDEST_POSTGRES, OLDEST_CITUS = 150_000, (13, 0)
SHARDS = 32
"""The number of parts of each table. It limits the number of useful nodes, because a part is on one node."""
SETTINGS = {"citus.local_table_join_policy": "prefer-distributed"}
"""Makes a join of a match's rows with players transfer the rows of the match instead of the table of players."""


class DistributeError(Exception):
    """The tables could not be divided, and nothing has changed. The text names the solution."""


class DistributionProblem(NamedTuple):
    """A problem of a node or of the division of tables, with its solution."""

    fact: str
    advice: str


def distribute(owner_url: str, app_url: str, timeouts: Mapping[str, str], shards: int = SHARDS) -> list[str]:
    """Divides the undivided tables in one transaction. Returns descriptions of the changes. Raises DistributeError."""
    app = conninfo_to_dict(app_url)
    with psycopg.connect(owner_url) as connection:
        require_citus(connection)
        _require_no_servers(connection)
        role, database = str(app.get("user") or ""), connection.info.dbname
        connection.commit()
        _set_role_settings(connection, role, database, {**timeouts, **SETTINGS})
        _set_role_settings(connection, connection.info.user, database, SETTINGS)
        if wrong := list(unfit_nodes(connection, role, timeouts)):
            raise DistributeError("; ".join(f"{each.fact}: {each.advice}" for each in wrong))
        with connection.transaction():
            return [*_divide_tables(connection, shards), *_send_functions(connection)]


def require_citus(connection: psycopg.Connection[Any]) -> None:
    """Raises DistributeError if the database has no Citus or no worker nodes."""
    if not has_citus(connection):
        raise DistributeError(
            "this database has no Citus: on every node add citus to shared_preload_libraries, restart, and run "
            "CREATE EXTENSION citus in this database (docs/scaling.md)"
        )
    count = "SELECT count(*) FROM pg_dist_node WHERE isactive AND noderole = 'primary' AND shouldhaveshards"
    if not _one(connection, count):
        raise DistributeError(
            "Citus knows no worker: SELECT citus_set_coordinator_host('…'); SELECT citus_add_node('…', 5432)"
        )


def has_citus(connection: psycopg.Connection[Any]) -> bool:
    """Returns whether the database has the extension Citus."""
    return bool(_one(connection, "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')"))


def unfit_nodes(
    connection: psycopg.Connection[Any], role: str, timeouts: Mapping[str, str], others: Mapping[str, str] = SETTINGS
) -> Iterator[DistributionProblem]:
    """Yields the problems of the nodes: their versions, their settings, and the timeouts of the servers' role."""
    timeouts = {**timeouts, **others}
    wanted = ", ".join(f"{name}={value}" for name, value in timeouts.items())
    facts = sql.SQL(_FACTS).format(role=sql.Literal(role)).as_string(None)
    for node, ok, answer in connection.execute(_EXAMINE, [facts]).fetchall():
        if not ok:
            yield DistributionProblem(
                f"{node} does not answer: {' '.join(answer.split())[:200]}", "start it, or remove it"
            )
            continue
        version, citus, wal, prepared, has_role, settings = answer.split("|")
        if int(version) < OLDEST_POSTGRES:
            yield DistributionProblem(f"{node} is PostgreSQL {version}", "upgrade it to PostgreSQL 15 or newer")
        if tuple(int(part) for part in re.findall(r"\d+", citus)[:2]) < OLDEST_CITUS:
            yield DistributionProblem(f"{node} has Citus {citus or 'not at all'}", "upgrade it to Citus 13 or newer")
        if wal != "logical":
            yield DistributionProblem(
                f"{node} has wal_level {wal}", "set wal_level = logical: parts move by logical replication"
            )
        if int(prepared) == 0:
            yield DistributionProblem(f"{node} has max_prepared_transactions 0", "set it to at least max_connections")
        if has_role != "t":
            yield DistributionProblem(
                f"{node} has no role {role}", f"CREATE ROLE {role} LOGIN there, with the same password"
            )
            continue
        held = {name: _plain(value) for name, _, value in (one.partition("=") for one in settings.split(","))}
        if missing := [f"{name}={value}" for name, value in timeouts.items() if held.get(name) != _plain(value)]:
            yield DistributionProblem(
                f"{node} does not keep {role} to {', '.join(missing)}",
                f"as a superuser there: ALTER ROLE {role} IN DATABASE {connection.info.dbname} SET each of {wanted}",
            )


def undivided(connection: psycopg.Connection[Any]) -> Iterator[DistributionProblem]:
    """Yields the steps of `distribute` that are missing or impossible."""
    found = dict(connection.execute(_DIVIDED).fetchall())
    for table, column in COLUMNS.items():
        if table not in found:
            yield DistributionProblem(f"{table} is not divided", "stop the servers and run `manage.py distribute`")
        elif found[table] != column:
            yield DistributionProblem(
                f"{table} is divided by {found[table]}, not {column}", "undistribute_table, then distribute"
            )
    if len({group for _, group in connection.execute(_GROUPS, [[*COLUMNS]]).fetchall()}) > 1:
        yield DistributionProblem(
            "the tables of a match do not lie together", "undistribute_table, then `manage.py distribute`"
        )
    sent = {name for (name,) in connection.execute(_SENT, [[*FUNCTIONS]]).fetchall()}
    for name in FUNCTIONS:
        if name not in sent:
            yield DistributionProblem(f"{name} runs on the coordinator", "run `manage.py distribute`")


def _require_no_servers(connection: psycopg.Connection[Any]) -> None:
    """Raises DistributeError while other clients that can write are connected."""
    others = connection.execute(_OTHERS).fetchall()
    if others:
        named = ", ".join(sorted({f"{role} ({count})" for role, count in others}))
        raise DistributeError(f"stop the servers first: {named} are connected to {connection.info.dbname}")


def _set_role_settings(
    connection: psycopg.Connection[Any], role: str, database: str, values: Mapping[str, str]
) -> None:
    """Sets the timeouts and settings of a role on every node, because statements do not carry them to the nodes.

    Citus propagates the settings of roles that it manages. For other roles, sets them on each worker node.
    """
    for name, value in values.items():
        statement = sql.SQL("ALTER ROLE {} IN DATABASE {} SET {} = {}")
        named = (sql.Identifier(role), sql.Identifier(database), sql.SQL(name), sql.Literal(value))
        connection.execute(statement.format(*named))
        connection.commit()
        if any(f"{name}={value}" in unfit.fact for unfit in unfit_nodes(connection, role, {name: value}, {})):
            text = statement.format(*named).as_string(connection)
            connection.execute("SELECT run_command_on_workers(%s, parallel => false)", [text])
            connection.commit()


def _divide_tables(connection: psycopg.Connection[Any], shards: int) -> Iterator[str]:
    done = {table for (table, _) in connection.execute(_DIVIDED).fetchall()}
    missing = [table for table in COLUMNS if table not in done]
    if not missing:
        return
    connection.execute("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'")
    connection.execute("SET LOCAL citus.enable_unsafe_triggers TO on")  # our triggers read only rows of their own match
    connection.execute("SET LOCAL comptoir.maintenance TO 'on'")
    connection.execute("DROP TRIGGER IF EXISTS owned ON events_command")  # left by an earlier version
    yield from keep_keys_within(connection)
    for table in missing:
        column = COLUMNS[table]
        if table == FIRST:
            connection.execute(
                "SELECT create_distributed_table(%s, %s, colocate_with => 'none', shard_count => %s)",
                [table, column, shards],
            )
        else:
            connection.execute("SELECT create_distributed_table(%s, %s, colocate_with => %s)", [table, column, FIRST])
        yield f"{table}: divided by {column}"
    for table in reversed(missing):
        connection.execute("SELECT truncate_local_data_after_distributing_table(%s)", [table])


def keep_keys_within(connection: psycopg.Connection[Any]) -> Iterator[str]:
    """Adds the distribution column to every primary key of a divided table, and drops foreign keys across nodes.

    Citus can enforce only keys that contain the distribution column. The code does not depend on the dropped foreign
    keys: ids are unique, and rows that a foreign key refers to are never deleted.
    """
    for name, table in connection.execute(_KEYS_TO_DROP, {"divided": [*COLUMNS], "columns": [*COLUMNS.values()]}):
        connection.execute(sql.SQL("ALTER TABLE {} DROP CONSTRAINT {}").format(_named(table), _named(name)))
        yield f"{table}: foreign key {name} dropped"
    for table, column in COLUMNS.items():
        for name, columns in connection.execute(_PRIMARY, [table]).fetchall():
            if column not in columns:
                both = sql.SQL(", ").join(map(_named, (column, *columns)))
                statement = sql.SQL("ALTER TABLE {} DROP CONSTRAINT {}, ADD CONSTRAINT {} PRIMARY KEY ({})")
                connection.execute(statement.format(_named(table), _named(name), _named(name), both))
                yield f"{table}: its primary key begins with {column}"


def _send_functions(connection: psycopg.Connection[Any]) -> Iterator[str]:
    sent = {name for (name,) in connection.execute(_SENT, [[*FUNCTIONS]]).fetchall()}
    missing = [name for name in FUNCTIONS if name not in sent]
    for name, signature in connection.execute(_FUNCTIONS, [missing]).fetchall():
        connection.execute(
            "SELECT create_distributed_function(%s::regprocedure, 'p_match', colocate_with => %s, "
            "force_delegation => true)",
            [signature, FIRST],
        )
        yield f"{name}: runs where its match is"


_UNITS = {None: 1, "ms": 1, "s": 1_000, "min": 60_000, "h": 3_600_000}


def _plain(value: str) -> str:
    """Returns a setting in a comparable form. Times are in milliseconds, as in settings that Citus propagates."""
    time = re.fullmatch(r"(\d+)(ms|s|min|h)?", value)
    return str(int(time[1]) * _UNITS[time[2]]) if time else value


def _named(name: str) -> sql.Identifier:
    return sql.Identifier(name)


def _one(connection: psycopg.Connection[Any], statement: str) -> Any:
    row = connection.execute(statement).fetchone()
    return row and row[0]


_FACTS = """
    SELECT concat_ws('|', current_setting('server_version_num'),
        coalesce((SELECT extversion FROM pg_extension WHERE extname = 'citus'), ''), current_setting('wal_level'),
        current_setting('max_prepared_transactions'), EXISTS (SELECT FROM pg_roles WHERE rolname = {role}),
        coalesce((
            SELECT string_agg(array_to_string(setconfig, ','), ',') FROM pg_db_role_setting AS held
            JOIN pg_roles ON pg_roles.oid = held.setrole
            WHERE rolname = {role} AND setdatabase IN (
                0, (SELECT oid FROM pg_database WHERE datname = current_database())
            )
        ), ''))
"""
_EXAMINE = """
    SELECT nodename || ':' || nodeport, success, result
    FROM run_command_on_all_nodes(%s) AS answer JOIN pg_dist_node USING (nodeid) ORDER BY nodeid
"""
_OTHERS = """
    SELECT usename, count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
        AND application_name NOT LIKE 'citus%' GROUP BY 1
"""
_DIVIDED = """
    SELECT logicalrelid::text, column_to_column_name(logicalrelid, partkey) FROM pg_dist_partition
    WHERE partmethod = 'h'
"""
_GROUPS = "SELECT logicalrelid::text, colocationid FROM pg_dist_partition WHERE logicalrelid::text = ANY(%s)"
_SENT = """
    SELECT DISTINCT proname::text FROM pg_catalog.pg_dist_object JOIN pg_proc ON pg_proc.oid = objid
    WHERE classid = 'pg_proc'::regclass AND force_delegation AND proname = ANY(%s)
"""
_KEYS_TO_DROP = """
    SELECT c.conname, t.relname FROM pg_constraint AS c
    JOIN pg_class AS t ON t.oid = c.conrelid JOIN pg_class AS o ON o.oid = c.confrelid
    LEFT JOIN unnest(%(divided)s::text[], %(columns)s::text[]) AS own (name, key) ON own.name = t.relname
    LEFT JOIN unnest(%(divided)s::text[], %(columns)s::text[]) AS other (name, key) ON other.name = o.relname
    JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    JOIN pg_attribute AS b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
    WHERE c.contype = 'f' AND (own.name IS NOT NULL OR other.name IS NOT NULL)
        AND (own.key, other.key) IS DISTINCT FROM (a.attname::text, b.attname::text)
"""
_PRIMARY = """
    SELECT c.conname, array_agg(a.attname::text) FROM pg_constraint AS c
    JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
    WHERE c.conrelid = %s::regclass AND c.contype = 'p' GROUP BY 1
"""
_FUNCTIONS = """
    SELECT proname::text, oid::regprocedure::text FROM pg_proc
    WHERE proname = ANY(%s) AND pronamespace = 'public'::regnamespace AND proargnames[1] = 'p_match'
        AND prolang <> (SELECT oid FROM pg_language WHERE lanname = 'sql')
"""
