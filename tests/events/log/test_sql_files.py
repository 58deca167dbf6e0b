"""Finds statements in the functions of a move, and keys of tables, that a distributed database refuses or crashes on.

A trial on Citus found them (docs/scaling.md); these checks do not need Citus.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from project.database.division import COLUMNS, FUNCTIONS
from tests.events.log.test_distribution import rows

pytestmark = pytest.mark.django_db

EVENTS = Path(__file__).resolve().parents[3] / "events"
SQL = {path.stem: path for path in EVENTS.glob("*/sql/*.sql")}
OF_A_MOVE = tuple(name.removeprefix("events_") for name in FUNCTIONS)

CROSSING = {
    "events_match": {"creator_id"},
    "events_seat": {"invited_id", "player_id"},
    "events_formerholder": {"player_id"},
}
"""Columns of divided tables that name players by a foreign key: they become plain columns."""


def statements_of(text: str) -> list[str]:
    """The statements of a file, without comments and with single spaces."""
    code = re.sub(r"--[^\n]*", "", text)
    return [" ".join(statement.split()) for statement in code.split(";")]


def of_kind(text: str, *verbs: str) -> Iterator[str]:
    """The statements that begin with one of the verbs, also after a THEN or a LOOP, from that verb on."""
    pattern = re.compile(rf"\b({'|'.join(verbs)}).*")
    for statement in statements_of(text):
        if found := pattern.search(statement):
            yield found[0]


def volatility(name: str) -> set[str]:
    return {kind for (kind,) in rows("SELECT provolatile FROM pg_proc WHERE proname = %s", [name])}


def faults(text: str) -> list[str]:
    """Returns the statements that a function of a move must not contain."""
    found = [statement for statement in statements_of(text) if re.search(r"notify\b|advisory", statement.lower())]
    for statement in of_kind(text, "UPDATE events_", "DELETE FROM"):
        changed = re.search(r"\bSET (.*?)(?: WHERE |$)", statement)
        if changed and re.search(r"\w\[", changed[1]):
            found.append(statement)
        for name, arguments in re.findall(r"\b([a-z_]+)\(([^()]*)\)", statement):
            names = re.findall(r"(?<![\w'.])[a-z_][\w.]*", re.sub("'[^']*'", "", arguments))
            if volatility(name) - {"i"} and any(not word.startswith("p_") for word in names):
                found.append(statement)
    found += [
        statement for statement in of_kind(text, "INSERT INTO") if re.search(r"\bSELECT\b.*\bON CONFLICT\b", statement)
    ]
    return found


def foreign_tables(text: str) -> set[str]:
    """The tables that are not divided by match."""
    code = " ".join(statements_of(text))
    named = set(re.findall(r"(?:FROM|INTO|UPDATE|JOIN) (events_[a-z]+)\b", code))
    return named - COLUMNS.keys()


@pytest.mark.parametrize("name", OF_A_MOVE)
def test_a_function_of_a_move_has_no_statement_that_a_distributed_database_refuses(name: str) -> None:
    assert faults(SQL[name].read_text()) == []


@pytest.mark.parametrize("name", OF_A_MOVE)
def test_a_function_of_a_move_uses_only_divided_tables(name: str) -> None:
    assert foreign_tables(SQL[name].read_text()) == set()


@pytest.mark.parametrize(
    "planted",
    [
        "PERFORM pg_notify('comptoir', p_match || ':');",
        "PERFORM pg_advisory_xact_lock(p_key);",
        "UPDATE events_match SET head_hash = p_hashes[1] WHERE id = p_match;",
        "DELETE FROM events_pending WHERE match_id = p_match AND NOT p_items @> jsonb_build_object('prompt', prompt);",
        "INSERT INTO events_pending SELECT p_match, prompt FROM part ON CONFLICT DO NOTHING;",
    ],
)
def test_a_statement_that_a_distributed_database_refuses_is_found(planted: str) -> None:
    for name in OF_A_MOVE:
        text = SQL[name].read_text()

        assert faults(text.replace("BEGIN\n", f"BEGIN\n    {planted}\n", 1))


def test_a_function_of_a_move_that_reads_players_is_found() -> None:
    text = SQL["append"].read_text() + "SELECT FROM events_player WHERE id = p_player;"

    assert "events_player" in foreign_tables(text)


_TRIGGERS = """
    SELECT t.relname || '.' || g.tgname FROM pg_trigger g
    JOIN pg_class t ON t.oid = g.tgrelid JOIN pg_proc p ON p.oid = g.tgfoid
    WHERE t.relname = ANY(%s) AND NOT g.tgisinternal AND p.prosrc ~* 'notify'
"""


def notifying_triggers() -> list[str]:
    return [name for (name,) in rows(_TRIGGERS, [[*COLUMNS]])]


def test_no_trigger_of_a_match_notifies() -> None:
    assert notifying_triggers() == []


def test_a_trigger_that_notifies_is_found() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN PERFORM pg_notify('comptoir', ''); RETURN NULL; END $$"
        )
        cursor.execute("CREATE TRIGGER planted AFTER INSERT ON events_seat EXECUTE FUNCTION planted()")

    assert notifying_triggers() == ["events_seat.planted"]


_FOREIGN_KEYS = """
    SELECT t.relname, a.attname FROM pg_constraint c
    JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class o ON o.oid = c.confrelid
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
    WHERE c.contype = 'f' AND t.relname = ANY(%(divided)s) AND NOT o.relname = ANY(%(divided)s)
"""


def crossing_foreign_keys() -> dict[str, set[str]]:
    crossing: dict[str, set[str]] = {}
    for table, column in rows(_FOREIGN_KEYS, {"divided": [*COLUMNS]}):
        crossing.setdefault(table, set()).add(column)
    return crossing


def test_only_listed_foreign_keys_lead_out_of_the_tables_of_a_match() -> None:
    assert crossing_foreign_keys() == CROSSING


def test_a_foreign_key_out_of_the_tables_of_a_match_is_found() -> None:
    rows("ALTER TABLE events_pending ADD COLUMN player_id uuid REFERENCES events_player (id)")

    assert crossing_foreign_keys()["events_pending"] == {"player_id"}
