"""The tables of matches can be divided by match: the catalog allows it, and a move touches one part only."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from events.log import states
from events.log.match_state.rules import game_of
from events.log.models import Match
from events.matches.record.table_views import Choices
from events.matches.table.moves import Submission, move_submit
from project.database import distribution
from project.database.division import COLUMNS
from tests.events.calls import open_match, somebody
from tests.events.tables import dalmuti, fresh

pytestmark = pytest.mark.django_db

WHOLE = frozenset(
    {
        "events_analysis",
        "events_delivery",
        "events_globalleaf",
        "events_invitation",
        "events_looking",
        "events_mailquestion",
        "events_notice",
        "events_ratingchange",
        "events_replaylink",
        "events_report",
        "events_seen",
        "events_streamticket",
        "events_tournamentmatch",
        "events_waitingplayer",
    }
)
"""Tables that name matches but are not divided: no move of a person touches them, or they belong to a player. All
tables without a match are not divided either: players and their data, ratings, counters."""

PARTS = 8
PARTITIONED = (
    "events_actionevent",
    "events_outbox",
    "events_pending",
    "events_sealedanswer",
    "events_secret",
    "events_withdrawable",
    "events_command",
)
_UNIQUE = """
    SELECT t.relname, i.relname, array_agg(a.attname::text), x.indisprimary
    FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY(x.indkey)
    WHERE x.indisunique AND t.relname = ANY(%s) GROUP BY 1, 2, 4
"""
_KEYS = """
    SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'u'
"""
_USES = """
    SELECT relname, seq_scan + COALESCE(idx_scan, 0) + n_tup_ins + n_tup_upd + n_tup_del
    FROM pg_stat_xact_user_tables WHERE relname LIKE '%_part_%'
"""


def rows(statement: str, values: Any = None) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall()) if cursor.description else []


def crossing_keys() -> list[str]:
    """Unique keys without the distribution column, except surrogate ids, which no query uses."""
    return [
        index
        for table, index, columns, is_primary in rows(_UNIQUE, [[*COLUMNS]])
        if COLUMNS[table] not in columns and not (is_primary and columns == ["id"])
    ]


def test_every_unique_key_of_a_divided_table_contains_the_match() -> None:
    assert crossing_keys() == []


def test_a_unique_key_without_the_match_is_found() -> None:
    rows("CREATE UNIQUE INDEX over_matches ON events_actionevent (seq, hash)")

    assert "over_matches" in crossing_keys()


def test_every_table_with_a_match_is_divided_or_listed_as_whole() -> None:
    found = rows(
        "SELECT table_name FROM information_schema.columns WHERE column_name = 'match_id' AND table_schema = 'public'"
    )

    assert {table for (table,) in found} - COLUMNS.keys() <= WHOLE


_LEADING_OUT = """
    SELECT conname FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND (
        (conrelid::regclass::text = ANY(%(divided)s)) <> (confrelid::regclass::text = ANY(%(divided)s))
        OR conrelid::regclass::text = ANY(%(divided)s) AND attname <> 'match_id'
    )
"""


def keys_across_parts() -> list[str]:
    """The keys that a distributed database cannot have: primary keys, and foreign keys to other parts."""
    primary = [
        name
        for name, table, columns, is_primary in rows(_UNIQUE, [[*COLUMNS]])
        if is_primary and COLUMNS[name] not in columns
    ]
    return primary + [name for (name,) in rows(_LEADING_OUT, {"divided": [*COLUMNS]})]


def test_keys_across_parts_are_changed_and_moves_still_work() -> None:
    connection.ensure_connection()
    assert "events_actionevent" in keys_across_parts()

    steps = list(distribution.keep_keys_within(connection.connection))

    assert steps
    assert keys_across_parts() == []
    assert list(distribution.keep_keys_within(connection.connection)) == []
    match = dalmuti(people=0, bots=5)
    move(match, 0, at_once=True)
    assert match.events.count() > 1


@pytest.fixture
def divided() -> None:
    """The tables divided into parts by the hash of the match, until the end of the test."""
    for table in PARTITIONED:
        whole = f"{table}_whole"
        rows(f"ALTER TABLE {table} RENAME TO {whole}")
        like = f"(LIKE {whole} INCLUDING DEFAULTS INCLUDING IDENTITY)"
        rows(f"CREATE TABLE {table} {like} PARTITION BY HASH ({COLUMNS[table]})")
        for name, key in rows(_KEYS, [whole]):
            rows(f"ALTER TABLE {whole} DROP CONSTRAINT {name}")
            rows(f"ALTER TABLE {table} ADD CONSTRAINT {name} {key}")
        for part in range(PARTS):
            bounds = f"WITH (MODULUS {PARTS}, REMAINDER {part})"
            rows(f"CREATE TABLE {table}_part_{part} PARTITION OF {table} FOR VALUES {bounds}")


class Watched:
    """Records the parts that the block reads or writes, by table."""

    def __enter__(self) -> Watched:
        self._before = dict(rows(_USES))
        return self

    def __exit__(self, *_: object) -> None:
        self.parts: dict[str, set[str]] = {}
        for part, uses in rows(_USES):
            if uses > self._before.get(part, 0):
                self.parts.setdefault(part.rpartition("_part_")[0], set()).add(part)


def part_of(table: str, match: Match) -> str:
    (name,) = rows(f"SELECT tableoid::regclass::text FROM {table} WHERE {COLUMNS[table]} = %s LIMIT 1", [match.pk])[0]
    return str(name)


def move(match: Match, number: int, *, at_once: bool) -> None:
    """Reads the legal moves of a seat and plays the first one; at_once: the match is not read again."""
    now = fresh(match)
    seats = game_of(now).to_act(states.head(now).state)
    seat = seats[number % len(seats)]
    choices = Choices(now, seat)
    (chosen,) = choices.listed(1)
    submission = Submission(choices.prompt or 0, chosen["verb"], chosen["args"])
    move_submit(match_id=now.pk, seat=seat, submission=submission, match=now if at_once else None)


@pytest.mark.parametrize("at_once", [True, False])
def test_a_move_reads_and_writes_only_the_part_of_its_match(divided: None, at_once: bool) -> None:
    matches = [dalmuti(people=0, bots=5) for _ in range(4)]

    for match in matches:
        states.forget()  # so that the log is read
        head = fresh(match).head_seq
        with Watched() as watched:
            for number in range(match.size):  # sealed answers become an event once all have arrived
                move(match, number, at_once=at_once)

        assert fresh(match).head_seq > head
        assert watched.parts["events_actionevent"] == {part_of("events_actionevent", match)}
        assert watched.parts["events_pending"] == {part_of("events_pending", match)}
        assert watched.parts["events_command"] == {part_of("events_command", match)}
        assert all(len(parts) == 1 for parts in watched.parts.values()), watched.parts
    assert len({part_of("events_actionevent", match) for match in matches}) > 1


@pytest.mark.parametrize("ending", ["resign", "agreements/abort"])
def test_creating_joining_and_ending_a_match_touch_only_its_part(
    divided: None, published_elsewhere: None, ending: str
) -> None:
    ada, bob = somebody(), somebody()
    seats = [{"kind": "me"}, {"kind": "open"}, *[{"kind": "bot", "policy": "uniform"}] * 2]

    with Watched() as watched:
        match = Match.objects.get(pk=open_match(ada, [bob] if ending == "resign" else [], seats=seats))
        states.forget()
        assert ada.post(f"/matches/{match.pk}/{ending}").status_code == 200

    assert watched.parts["events_actionevent"] == {part_of("events_actionevent", match)}
    assert all(len(parts) == 1 for parts in watched.parts.values()), watched.parts


def test_a_statement_without_its_match_is_found(divided: None) -> None:
    dalmuti(people=0, bots=5)

    with Watched() as watched:
        rows("SELECT * FROM events_actionevent WHERE seq = 1")

    assert len(watched.parts["events_actionevent"]) == PARTS
