"""Reads without a lost node: reads of many matches query each node, and a lost node affects only its own matches.

A plain PostgreSQL emulates Citus: each part is a view of every other match, and the catalog lists two nodes with one
part each. Statements to a node run here, or are refused if the node is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import DataError, OperationalError, connection

from events.base.nodes import parts
from events.log.models import Match, PendingAction
from events.notifications.models import Outbox
from events.timers import statements
from events.timers.models import MatchTimer
from events.timers.registry import kinds
from events.timers.services import set_match_timers
from project.database.division import COLUMNS
from tests.events.log.test_named_matches import names_its_match
from tests.events.scheduling import run_due
from tests.events.tables import dalmuti, fresh, standing_clock

pytestmark = pytest.mark.django_db

LOST = "lost.example"
OF_ONE = "FROM events_outbox WHERE match_id = ANY"  # here the notifications of one match
CLOCK = {"per_move": 60, "on_timeout": "resign"}
_CATALOG = """
    CREATE TABLE pg_dist_node (groupid integer, nodename text, nodeport integer, noderole text);
    CREATE TABLE pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text);
    CREATE TABLE pg_dist_placement (shardid bigint, groupid integer);
    INSERT INTO pg_dist_node VALUES (0, 'found.example', 5432, 'primary'), (1, 'lost.example', 5432, 'primary');
    CREATE FUNCTION master_run_on_worker(
        names text[], ports integer[], commands text[], parallel boolean,
        OUT node_name text, OUT node_port integer, OUT success boolean, OUT result text
    ) RETURNS SETOF record LANGUAGE plpgsql AS $$
    BEGIN
        FOR i IN 1 .. cardinality(names) LOOP
            node_name := names[i];
            node_port := ports[i];
            success := node_name <> 'lost.example';
            result := 'failed to connect to lost.example:5432';
            IF success THEN
                EXECUTE commands[i] INTO result;
            END IF;
            RETURN NEXT;
        END LOOP;
    END $$;
"""


class Citus:
    """Two nodes, each with half of the matches; one of them is lost from the beginning."""

    def __init__(self) -> None:
        self.whole: list[str] = []
        """The statements that were sent to all nodes at once, and failed."""
        with connection.cursor() as cursor:
            cursor.execute(_CATALOG)
            for number, (table, column) in enumerate(COLUMNS.items()):
                for part in (0, 1):
                    shard = 2 * number + part
                    cursor.execute("INSERT INTO pg_dist_shard VALUES (%s, %s, %s)", [table, shard, str(part)])
                    cursor.execute("INSERT INTO pg_dist_placement VALUES (%s, %s)", [shard, part])
                    cursor.execute(
                        f"CREATE VIEW {table}_{shard} AS SELECT * FROM {table} WHERE uuid_hash({column}) & 1 = %s",
                        [part],
                    )

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        text = " ".join(str(sql).split())
        is_sent = any(f"{table} " in f"{text} ".replace('"', "") for table in COLUMNS) and "pg_dist" not in text
        if is_sent and not (names_its_match(text) or OF_ONE in text) and not text.startswith("WITH answer AS"):
            self.whole.append(text)
            raise OperationalError("connection to the remote node lost.example:5432 failed")
        return execute(sql, params, many, context)


def is_on_lost_node(match: Match) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT uuid_hash(%s) & 1 <> 0", [match.pk])
        return bool(cursor.fetchone()[0])


def match_on_each_node(**wish: Any) -> tuple[Match, Match]:
    """Returns two matches, one on the available node and one on the lost node."""
    made: dict[bool, Match] = {}
    while len(made) < 2:
        match = dalmuti(**wish)
        made.setdefault(is_on_lost_node(match), match)
    PendingAction.objects.exclude(match__in=made.values()).delete()
    return made[False], made[True]


def upcoming() -> list[statements.UpcomingTimer]:
    return statements.upcoming([*kinds()])


@pytest.fixture(autouse=True)
def nothing_is_remembered() -> Iterator[None]:
    parts.forget()
    yield
    parts.forget()


def test_clocks_of_other_matches_run_while_a_node_is_lost() -> None:
    with standing_clock() as hands:
        found, lost = match_on_each_node(clock=CLOCK)
        before = found.head_seq, lost.head_seq

        hands.go(61)
        with connection.execute_wrapper(Citus()):
            run_due(periodic=False, without=["turn"])

        assert fresh(found).head_seq > before[0]
        assert fresh(lost).head_seq == before[1]


def test_notices_of_other_matches_are_delivered_while_a_node_is_lost(published_elsewhere: None) -> None:
    matches = match_on_each_node()
    Outbox.objects.all().delete()
    MatchTimer.objects.all().delete()
    for match in matches:
        Outbox.objects.create(match=match, key=match.pk, notices=[], created_ms=1)
        set_match_timers(match.pk, {"outbox": 1})

    with connection.execute_wrapper(Citus()):
        run_due(periodic=False)

    assert [each.match_id for each in Outbox.objects.all()] == [matches[1].pk]


def test_the_next_timer_is_known_while_a_node_is_lost() -> None:
    found, lost = match_on_each_node()
    MatchTimer.objects.all().delete()
    set_match_timers(found.pk, {"deadline": 9_000})
    set_match_timers(lost.pk, {"deadline": 5_000})

    with connection.execute_wrapper(Citus()):
        assert [(timer.key, timer.due_ms) for timer in upcoming()] == [(found.pk, 9_000)]


def test_a_query_of_each_node_returns_the_rows_of_a_query_of_the_whole_table(
    published_elsewhere: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with standing_clock() as hands:
        match_on_each_node(clock=CLOCK)
        hands.go(61)
        whole = upcoming()
        assert whole
        lost = Citus()
        with connection.cursor() as cursor:
            cursor.execute("UPDATE pg_dist_node SET nodename = 'other.example' WHERE groupid = 1")
        with connection.execute_wrapper(lost):
            of_parts = upcoming()

    assert lost.whole
    assert sorted(of_parts) == sorted(whole)


def test_a_lost_node_is_skipped_for_some_time_and_then_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(parts.time, "monotonic", lambda: now[0])
    lost = Citus()
    with connection.execute_wrapper(lost):
        for _ in range(3):
            upcoming()
    assert len(lost.whole) == 1

    now[0] += parts.LEFT_OUT_SECONDS
    with standing_clock() as hands:
        match_on_each_node(clock=CLOCK)
        hands.go(61)
        assert {is_on_lost_node(Match.objects.get(pk=timer.key)) for timer in upcoming() if timer.is_of_match} == {
            True,
            False,
        }


def test_a_database_in_which_no_node_responds_is_an_outage() -> None:
    lost = Citus()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE pg_dist_node SET nodename = %s", [LOST])

    for _ in range(2):
        with connection.execute_wrapper(lost), pytest.raises(OperationalError, match="no node answers"):
            upcoming()
    assert len(lost.whole) == 2, "nodes that may be back are left out"


@pytest.mark.parametrize("planted", [OperationalError("gone"), DataError("of the statement")])
def test_an_error_of_an_undivided_database_is_raised(planted: Exception) -> None:
    def refused(*_: Any) -> None:
        raise planted

    def only_matches(execute: Callable[..., Any], sql: Any, *others: Any) -> Any:
        return refused() if "events_matchtimer" in str(sql) else execute(sql, *others)

    with connection.execute_wrapper(only_matches), pytest.raises(type(planted)):
        upcoming()
