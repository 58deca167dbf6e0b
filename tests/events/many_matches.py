"""A database with many finished matches, its statistics, and the tables and indexes that a query plan reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from events.base.clock import now_ms
from events.log.models import AuditMark, Match, Seat
from events.users.models import Player

MATCHES, PLAYERS = 30_000, 100
HOUR_MS = 3_600_000
TABLES = (Match, Seat, AuditMark)
WHOLE = {"match_over"}  # a partial index that contains nearly all matches
_COPIES = """
    INSERT INTO events_match ({columns}, id, over_ms, last_at_ms, creator_id)
    SELECT {columns}, gen_random_uuid(), %(now)s - number::bigint * %(hour)s, %(now)s - number::bigint * %(hour)s,
        (%(players)s::uuid[])[1 + number %% cardinality(%(players)s)]
    FROM events_match CROSS JOIN generate_series(1, %(matches)s) AS number WHERE id = %(pattern)s
"""
_SEATS = """
    INSERT INTO events_seat ({columns}, match_id, number, player_id)
    SELECT {columns}, match.id, place,
        (%(players)s::uuid[])[1 + (row_number() OVER () + place) %% cardinality(%(players)s)]
    FROM events_seat CROSS JOIN generate_series(0, 1) AS place
        CROSS JOIN (SELECT id FROM events_match WHERE id <> %(pattern)s) AS match
    WHERE match_id = %(pattern)s AND events_seat.number = 0
"""
_MARKS = "INSERT INTO events_auditmark SELECT id, head_seq, head_hash, now() FROM events_match WHERE id <> %(pattern)s"


def many_matches() -> list[Player]:
    """Creates one finished and audited match for each of the last MATCHES hours; returns the players."""
    players = Player.objects.bulk_create(Player(name=f"P {n}", name_key=f"p{n}") for n in range(PLAYERS))
    pattern = Match.objects.create(
        game="great_dalmuti",
        rules_version=1,
        options={},
        size=2,
        status="finished",
        start="when_full",
        fairness="nonces",
        reveal="all",
        over_ms=now_ms() - HOUR_MS,
        head_seq=90,
        creator=players[0],
    )
    Seat.objects.create(match=pattern, number=0, kind="player", player=players[0])
    values: dict[str, Any] = {
        "now": now_ms(),
        "hour": HOUR_MS,
        "matches": MATCHES,
        "pattern": pattern.pk,
        "players": [player.pk for player in players],
    }
    with connection.cursor() as cursor:
        cursor.execute(_COPIES.format(columns=_columns(Match, "id", "over_ms", "last_at_ms", "creator_id")), values)
        cursor.execute(_SEATS.format(columns=_columns(Seat, "id", "match_id", "number", "player_id")), values)
        cursor.execute(_MARKS, values)
        cursor.execute("ANALYZE")
    return players


def _columns(model: Any, *others: str) -> str:
    return ", ".join(
        connection.ops.quote_name(field.column) for field in model._meta.concrete_fields if field.column not in others
    )


@contextmanager
def statements() -> Iterator[list[tuple[str, Any]]]:
    """Collects the statements that read or change rows, with their parameters."""
    collected: list[tuple[str, Any]] = []

    def collect(execute: Any, text: str, values: Any, many: bool, context: Any) -> Any:
        if not many and re.match(r"\s*(SELECT|WITH|UPDATE|DELETE)\b", text):
            collected.append((text, values))
        return execute(text, values, many, context)

    with connection.execute_wrapper(collect):
        yield collected


def plan_of(text: str, values: Any) -> str:
    """Returns the plan of a statement."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {text}", values)
        return "\n".join(line for (line,) in cursor.fetchall())


def is_scan(plan: str, may_walk: bool = False) -> bool:
    """Returns whether a plan reads a whole table, or a whole index of all of its rows.

    may_walk: whether the plan may read matches by age, the latest first, until a page is full.
    """
    tables = "|".join(model._meta.db_table for model in TABLES)
    small = {index.name for model in TABLES for index in model._meta.indexes if index.condition} - WHOLE
    allowed = small | {"events_match_pkey"} if may_walk else small
    walk = rf"Index (?:Only )?Scan (?:Backward )?using (\w+) on (?:{tables})\b.*\n(?!\s+Index Cond)"
    return not set(re.findall(walk, plan)) <= allowed or re.search(rf"Seq Scan on ({tables})\b", plan) is not None
