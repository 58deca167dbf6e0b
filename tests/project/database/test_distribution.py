"""`manage.py distribute` reports missing requirements before any change, and on a real Citus a move queries one node.

Tests with a real Citus run if CITUS_URL is available: an empty database with the extension and its workers, and the
role that owns it. The last lines of a run report if it is not.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from project.database import distribution
from project.database.distribution import DistributeError, undivided, unfit_nodes
from project.database.division import COLUMNS, FUNCTIONS
from tests.stack import ROOT

CITUS_URL = os.environ.get("CITUS_URL", "")
needs_citus = pytest.mark.skipif(not CITUS_URL, reason="CITUS_URL names no Citus")
TIMEOUTS = {"lock_timeout": "2s"}
HELD = "lock_timeout=2s,citus.local_table_join_policy=prefer-distributed"
FIT = f"150020|13.2-1|logical|100|t|{HELD}"


class Answering:
    """Fake connection, which answers a statement with the rows that a test has set for a word in it."""

    class info:
        dbname = "comptoir"

    def __init__(self, **rows: list[tuple[Any, ...]]) -> None:
        self._rows = rows

    def execute(self, statement: str, values: Any = None) -> Any:
        found = [rows for word, rows in self._rows.items() if word in statement]
        return type("Cursor", (), {"fetchall": lambda _: found[0] if found else []})()


def found_at(answer: str, *, ok: bool = True) -> str:
    rows = [("a:5432", True, FIT), ("b:5432", ok, answer)]
    found = list(unfit_nodes(Answering(run_command_on_all_nodes=rows), "app", TIMEOUTS))  # type: ignore[arg-type]
    return "; ".join(f"{fact} -> {advice}" for fact, advice in found)


@pytest.mark.parametrize("held", ["lock_timeout=2s", "lock_timeout=2000", "lock_timeout=2000ms"])
def test_suitable_nodes_give_no_finding(held: str) -> None:
    assert found_at(FIT.replace("lock_timeout=2s", held)) == ""


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (FIT.replace("150020", "140012"), "b:5432 is PostgreSQL 140012"),
        (FIT.replace("13.2-1", "12.1-1"), "b:5432 has Citus 12.1-1"),
        (FIT.replace("13.2-1", ""), "b:5432 has Citus not at all"),
        (FIT.replace("logical", "replica"), "b:5432 has wal_level replica"),
        (FIT.replace("|100|", "|0|"), "b:5432 has max_prepared_transactions 0"),
        (FIT.replace("|t|", "|f|"), "b:5432 has no role app"),
        (FIT.replace("lock_timeout=2s", "lock_timeout=9s"), "b:5432 does not keep app to lock_timeout=2s"),
        (FIT.replace("prefer-distributed", "auto"), "b:5432 does not keep app to citus.local_table_join_policy"),
    ],
)
def test_an_unsuitable_node_is_named(answer: str, said: str) -> None:
    assert found_at(answer).startswith(said)


def test_a_node_that_does_not_answer_is_named() -> None:
    assert found_at("connection refused", ok=False).startswith("b:5432 does not answer: connection refused")


def divided(**others: list[tuple[Any, ...]]) -> str:
    rows = {
        "partkey": [*COLUMNS.items()],
        "colocationid": [("events_match", 1)],
        "force_delegation": [(name,) for name in FUNCTIONS],
    }
    return "; ".join(fact for fact, _ in undivided(Answering(**{**rows, **others})))  # type: ignore[arg-type]


def test_divided_tables_give_no_finding() -> None:
    assert divided() == ""


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        ({"partkey": [each for each in COLUMNS.items() if each[0] != "events_seat"]}, "events_seat is not divided"),
        (
            {"partkey": [*{**COLUMNS, "events_seat": "number"}.items()]},
            "events_seat is divided by number, not match_id",
        ),
        ({"colocationid": [("events_match", 1), ("events_seat", 2)]}, "the tables of a match do not lie together"),
        (
            {"force_delegation": [(name,) for name in FUNCTIONS if name != "events_seal"]},
            "events_seal runs on the coordinator",
        ),
    ],
)
def test_tables_that_are_not_divided_are_named(planted: dict[str, list[tuple[Any, ...]]], said: str) -> None:
    assert divided(**planted) == said


@pytest.mark.django_db
def test_a_database_without_citus_is_refused_with_a_remedy() -> None:
    connection.ensure_connection()

    with pytest.raises(DistributeError, match="no Citus: on every node add citus to shared_preload_libraries"):
        distribution.require_citus(connection.connection)


def test_a_missing_address_of_the_database_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)

    with pytest.raises(CommandError, match="expected DATABASE_URL"):
        call_command("distribute")


def on_citus(*words: str) -> str:
    environment = {
        **os.environ,
        "DATABASE_URL": CITUS_URL,
        "DATABASE_OWNER_URL": CITUS_URL,
        "CELERY_BROKER_URL": "memory://",
        "LOG_LEVEL": "ERROR",
    }
    done = subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def played() -> dict[str, Any]:
    asked: dict[str, Any] = json.loads(on_citus("-m", "tests.project.database.moves_on_citus"))
    return asked


@needs_citus
def test_tables_are_divided_once_with_their_rows_and_a_move_queries_one_node() -> None:
    on_citus("manage.py", "prepare")
    whole = played()
    on_citus("manage.py", "distribute")

    assert on_citus("manage.py", "distribute").strip() == "everything is divided already"
    asked = played()
    assert asked["before"] == whole["events"], "rows were lost on the way"
    assert len(asked["moves"]) >= 20
    assert all(len(nodes) == 1 for nodes in asked["moves"]), asked
    assert len({node for nodes in asked["moves"] for node in nodes}) > 1, "all matches lie on one node"
    assert {path: max(counts) for path, counts in asked["requests"].items()} == dict.fromkeys(asked["requests"], 1)
    assert len(asked["everything"]) > 1, "a statement that asks all nodes is not noticed"
