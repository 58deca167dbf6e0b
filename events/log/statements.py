"""The SQL of the hot paths: reading the head of a match, reading its log, and appending to it.

SQL functions are in `events/sql`. A move needs two of these statements, one that reads and one that writes. Each
statement is a transaction, so a request that waits for no lock costs two round trips. PostgreSQL parses and plans the
statements once for each connection (`hot_cursor`); this cuts the time of reading a head to a third.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection, connections

from events.base.hot_cursor import hot_cursor
from events.log import replicas

Values = Sequence[Any]


class Head(NamedTuple):
    """The changing part of a running match, its privacy, and the caller's seat in it.

    seat: None if the caller has none. club, creator: the club and the player that may know of a private match besides
    its seats. has_consents: whether any player has consented to something; consents are not events of the log.
    """

    status: str
    head_seq: int
    head_hash: bytes
    frontier: bytes
    last_at_ms: int
    has_orders: bool
    is_blinded: bool
    damaged_seq: int | None
    is_private: bool
    club: UUID | None
    creator: UUID | None
    has_consents: bool
    seat: int | None


NOBODY = UUID(int=0)
"""A player id for anonymous callers.

With NULL, a distributed database could not tell that the statement is about one match.
"""

_HEAD = """
    SELECT match.status, match.head_seq, match.head_hash, match.frontier, match.last_at_ms,
        match.has_orders, match.is_blinded, match.damaged_seq,
        match.visibility = 'private', match.club, match.creator_id,
        EXISTS (SELECT FROM events_seat AS agreeing WHERE agreeing.match_id = %s AND agreeing.consents <> '{}'),
        seat.number
    FROM events_match AS match LEFT JOIN events_seat AS seat ON seat.match_id = match.id AND seat.player_id = %s
    WHERE match.id = %s
"""  # the subquery names the match, too: otherwise a distributed database queries all its nodes


def head_of(match_id: UUID, player_id: UUID | None) -> Head | None:
    """Returns the head of a match and a player's seat in it; None if the match does not exist."""
    with hot_cursor() as cursor:
        cursor.execute(_HEAD, [match_id, player_id or NOBODY, match_id])
        row = cursor.fetchone()
    return None if row is None else Head(*row)


_HORIZON = """
    SELECT known.seq, known.at_ms, known.hash, next.at_ms,
        EXISTS (
            SELECT FROM events_actionevent AS later
            WHERE later.match_id = %(match)s AND later.seq > known.seq AND later.type = ANY(%(reseating)s)
        ),
        %(over)s AND EXISTS (
            SELECT FROM events_actionevent AS ending
            WHERE ending.match_id = %(match)s AND ending.seq <= known.seq AND ending.type = ANY(%(ends)s)
        )
    FROM (
        SELECT seq FROM events_actionevent AS event
        WHERE event.match_id = %(match)s AND event.type = 'match.started' ORDER BY seq LIMIT 1
    ) AS started
    CROSS JOIN LATERAL (
        SELECT seq, at_ms, hash FROM events_actionevent AS event
        WHERE event.match_id = %(match)s AND event.seq <= %(head)s
            AND (event.at_ms <= %(moment)s OR event.seq < started.seq)
        ORDER BY seq DESC LIMIT 1
    ) AS known
    LEFT JOIN events_actionevent AS next
        ON next.match_id = %(match)s AND next.seq = known.seq + 1 AND next.seq <= %(head)s
"""


class DelayedHead(NamedTuple):
    """The last event of a match that is old enough, or that came before the start.

    next_ms: the time of the next event; None if there is none. reseated: whether a later event changed an occupant of a
    seat. is_over: whether the match had ended by this event.
    """

    seq: int
    at_ms: int
    hash: bytes
    next_ms: int | None
    reseated: bool
    is_over: bool


def delayed_heads(
    matches: Sequence[tuple[UUID, int, int, bool]], reseating: Sequence[str], ends: Sequence[str]
) -> dict[UUID, DelayedHead]:
    """Returns the late heads of started matches, by match id.

    matches: the id of each match, its head, the latest time that is old enough, and whether the match is over.
    reseating: the types of events that change an occupant; ends: the types of events that end a match.
    """
    found = dict[UUID, DelayedHead]()
    with hot_cursor() as cursor:
        for match_id, head, moment, is_over in matches:  # one query each: a page of a list has few late matches
            values = {"match": match_id, "head": head, "moment": moment, "over": is_over}
            cursor.execute(_HORIZON, {**values, "reseating": [*reseating], "ends": [*ends]})
            if (row := cursor.fetchone()) is not None:
                found[match_id] = DelayedHead(*row)
    return found


_CORES_AT = """
    SELECT event.match_id, event.core FROM unnest(%s::uuid[], %s::bigint[]) AS head (match_id, seq)
    JOIN events_actionevent AS event USING (match_id, seq)
"""


def cores_at(heads: Mapping[UUID, int]) -> dict[UUID, bytes]:
    """Returns the public part of one event of each match. heads: the `seq` of the event, by match id.

    Selects by (id, seq) pairs; a join would scan all events of the matches, or all matches.
    """
    with hot_cursor() as cursor:
        cursor.execute(_CORES_AT, [list(heads), list(heads.values())])
        return {match_id: bytes(core) for match_id, core in cursor.fetchall()}


class NewEvent(NamedTuple):
    """A row to append."""

    type: str
    seat: int | None
    at_ms: int
    core: bytes
    hidden: bytes
    hash: bytes


_APPEND = """
    SELECT events_append(
        %s, %s, %s, %s::text[], %s::smallint[], %s::bigint[], %b::bytea[], %b::bytea[], %b::bytea[], %b, %s, %b, %b
    )
"""  # %b: binary parameters; as text, writing the bytes would take most of the time


def append(
    match_id: UUID,
    before: int,
    events: Sequence[NewEvent],
    frontier: bytes,
    side_effects: Mapping[str, Any],
    bodies: tuple[bytes | None, bytes | None] = (None, None),
    waits_for_lock: bool = True,
) -> bool:
    """Appends events with their side effects, or nothing; returns whether it appended them.

    See `events/log/sql/append.sql`. before: the head from which the events were computed. bodies: the hash of the
    request's body, and the stored reply.
    """
    columns = [list(column) for column in zip(*events, strict=True)]
    values = [
        match_id,
        before,
        waits_for_lock,
        *columns,
        frontier,
        msgspec.json.encode(side_effects).decode(),
        *bodies,
    ]
    with hot_cursor() as cursor:
        cursor.execute(_APPEND, values)
        return bool(cursor.fetchone()[0])


_SEAL = "SELECT events_seal(%s, %s, %s, %s, %s::smallint, %s, %s::smallint[], %s, %s, %s)"


def seal(
    match_id: UUID,
    head: int,
    answer: tuple[int, int, Mapping[str, Any]],
    others: Sequence[int],
    replies: Sequence[Mapping[str, Any]],
    bodies: tuple[bytes, bytes],
    waits_for_lock: bool,
) -> str:
    """Stores a sealed answer, or nothing. Returns `nothing`, `same`, `stored` or `last` (`seal.sql`).

    answer: the prompt, the seat, and the move.
    """
    prompt, seat, move = answer
    values = [match_id, head, waits_for_lock, prompt, seat, msgspec.json.encode(move).decode(), list(others)]
    with hot_cursor() as cursor:
        cursor.execute(_SEAL, [*values, msgspec.json.encode(replies).decode(), *bodies])
        return str(cursor.fetchone()[0])


_ROWS = """
    SELECT event.seq, event.type, event.core, event.hidden, event.hash, archive.size
    FROM (SELECT 1) AS one
    LEFT JOIN events_archive AS archive ON archive.match_id = %(match)s
    LEFT JOIN (
        SELECT seq, type, core, hidden, hash FROM events_actionevent
        WHERE match_id = %(match)s AND seq > %(after)s AND seq <= %(upto)s
            AND (%(type)s::text IS NULL OR type = %(type)s)
        ORDER BY seq LIMIT %(limit)s
    ) AS event ON true
"""
LAST = 2**63 - 1


def rows(match_id: UUID, after: int, upto: int | None, limit: int | None, type: str | None) -> tuple[list[Values], int]:
    """Returns the rows of a log after a seq, in order, and the number of archived events of the match.

    upto: the last seq; limit: the largest number of rows; type: the only type of events to return.
    """
    values: dict[str, Any] = {
        "match": match_id,
        "after": after,
        "upto": LAST if upto is None else upto,
        "type": type,
        "limit": limit,
    }
    alias = replicas.alias()
    with hot_cursor() if alias == DEFAULT_DB_ALIAS else connections[alias].cursor() as cursor:
        cursor.execute(_ROWS, values)
        fetched = cursor.fetchall()
    archived = fetched[0][5] or 0
    if fetched[0][0] is None:  # if there is no event, the query returns one row of nulls
        return [], archived
    # Usually in order, but SQL does not guarantee this for a join. ORDER BY would make PostgreSQL sort long logs on
    # disk.
    fetched.sort(key=itemgetter(0))
    return [row[:5] for row in fetched], archived


_DROP_ARCHIVED = "DELETE FROM events_actionevent WHERE match_id = %s AND seq < %s AND type <> ALL(%s)"


def drop_archived(match_id: UUID, size: int, kept: Sequence[str]) -> int:
    """Deletes the first `size` events of an archived match, except the types `kept`; returns their number.

    The database permits this only for matches with an archive row (`events.log.models.Archive`).
    """
    with connection.cursor() as cursor:
        cursor.execute(_DROP_ARCHIVED, [match_id, size, [*kept]])
        return int(cursor.rowcount)
