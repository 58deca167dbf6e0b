"""The SQL of the hot paths: reaching a match, reading its log, and appending to it. Functions are in `events/sql`.

A move needs two of these statements, one that reads and one that writes. Each is a transaction of its own, so a
request without a lock to wait for costs two round trips. The server parses and plans them once for each connection
(`hot_cursor`); a head is then read in a third of the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, LiteralString, NamedTuple
from uuid import UUID

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from psycopg import AsyncCursor, Cursor
from psycopg.pq import Format

from events.base.hub import CHANNEL
from events.log import replicas

Values = Sequence[Any]
encode = msgspec.json.encode


@contextmanager
def hot_cursor() -> Iterator[Any]:
    """A cursor whose statements are prepared, or an ordinary one where they may not be, or where Django logs them.

    The settings say where they may not be (`prepare_threshold`). A connection keeps its cursor: a new one would look up
    again how to write and read each type. So blocks are not nested, and each fetches what it has read. Errors are those
    of Django's cursors.
    """
    database = connections[DEFAULT_DB_ALIAS]  # once: finding the connection of the thread takes a while
    database.close_if_health_check_failed()
    database.ensure_connection()
    if database.connection.prepare_threshold is None or database.queries_logged or database.execute_wrappers:
        with database.cursor() as cursor:
            yield cursor
    else:
        database.validate_no_broken_transaction()
        with database.wrap_database_errors:
            yield _kept_cursor(database.connection)


def _kept_cursor(database: Any) -> Cursor:
    """The cursor of a connection for hot statements; it reads binary values, which are decoded faster than text."""
    cursor: Cursor | None = vars(database).get("hot_cursor")
    if cursor is None:
        cursor = database.hot_cursor = Cursor(database)
        cursor.format = Format.BINARY
    return cursor


class Head(NamedTuple):
    """What changes of a running match, whether it is withheld, and the caller's seat in it; seat None: none."""

    status: str
    head_seq: int
    head_hash: bytes
    frontier: bytes
    last_at_ms: int
    has_orders: bool
    withheld: bool
    damaged_seq: int | None
    seat: int | None


_HEAD = """
    SELECT match.status, match.head_seq, match.head_hash, match.frontier, match.last_at_ms,
        match.has_orders, match.withheld, match.damaged_seq, seat.number
    FROM events_match AS match LEFT JOIN events_seat AS seat ON seat.match_id = match.id AND seat.player_id = %s
    WHERE match.id = %s
"""


def head_of(match_id: UUID, player_id: UUID | None) -> Head | None:
    """The head of a match and a player's seat in it; None if there is no such match."""
    with hot_cursor() as cursor:
        cursor.execute(_HEAD, [player_id, match_id])
        row = cursor.fetchone()
    return None if row is None else Head(*row)


_HORIZONS = """
    SELECT match.id, known.seq, known.at_ms, known.hash, next.at_ms,
        EXISTS (
            SELECT FROM events_actionevent AS later
            WHERE later.match_id = match.id AND later.seq > known.seq AND later.type = ANY(%(reseating)s)
        ),
        match.is_over AND EXISTS (
            SELECT FROM events_actionevent AS ending
            WHERE ending.match_id = match.id AND ending.seq <= known.seq AND ending.type = ANY(%(ends)s)
        )
    FROM unnest(%(ids)s::uuid[], %(heads)s::bigint[], %(moments)s::bigint[], %(over)s::boolean[])
        AS match (id, head, moment, is_over)
    CROSS JOIN LATERAL (
        SELECT seq FROM events_actionevent AS event
        WHERE event.match_id = match.id AND event.type = 'match.started' ORDER BY seq LIMIT 1
    ) AS started
    CROSS JOIN LATERAL (
        SELECT seq, at_ms, hash FROM events_actionevent AS event
        WHERE event.match_id = match.id AND event.seq <= match.head
            AND (event.at_ms <= match.moment OR event.seq < started.seq)
        ORDER BY seq DESC LIMIT 1
    ) AS known
    LEFT JOIN events_actionevent AS next
        ON next.match_id = match.id AND next.seq = known.seq + 1 AND next.seq <= match.head
"""


class LateHead(NamedTuple):
    """The last event of a match that is old enough, or that came before the start.

    next_ms: the time of the next one, None if there is none; reseated: whether a later one changed an occupant of a
    seat; is_over: whether the match had ended.
    """

    seq: int
    at_ms: int
    hash: bytes
    next_ms: int | None
    reseated: bool
    is_over: bool


def late_heads(
    matches: Sequence[tuple[UUID, int, int, bool]], reseating: Sequence[str], ends: Sequence[str]
) -> dict[UUID, LateHead]:
    """The late heads of matches that have started: id, head, the time that is old enough, whether it is over.

    reseating, ends: the types of events that change an occupant, and that end a match.
    """
    ids, heads, moments, over = (list(column) for column in zip(*matches, strict=True))
    values = {"ids": ids, "heads": heads, "moments": moments, "over": over}
    with hot_cursor() as cursor:
        cursor.execute(_HORIZONS, {**values, "reseating": [*reseating], "ends": [*ends]})
        return {row[0]: LateHead(*row[1:]) for row in cursor.fetchall()}


_CORES_AT = """
    SELECT event.match_id, event.core FROM unnest(%s::uuid[], %s::bigint[]) AS head (match_id, seq)
    JOIN events_actionevent AS event USING (match_id, seq)
"""


def cores_at(heads: Mapping[UUID, int]) -> dict[UUID, bytes]:
    """The public parts of one event of each match, given by its seq.

    Named by pairs: joined with the matches, PostgreSQL reads all events of those, or all matches.
    """
    with hot_cursor() as cursor:
        cursor.execute(_CORES_AT, [list(heads), list(heads.values())])
        return {match_id: bytes(core) for match_id, core in cursor.fetchall()}


# "window" is when the window of a key ends. Rows are sorted, so that concurrent requests cannot deadlock.
_ADD = """
    ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN counter."window" > %s THEN counter.count + 1 ELSE 1 END,
        "window" = CASE WHEN counter."window" > %s THEN counter."window" ELSE excluded."window" END
    RETURNING key, "window", count
"""
_COUNT = """
    INSERT INTO events_counter AS counter (key, "window", count) VALUES {rows} {add}
"""
_COUNT_SHARED = """
    WITH own AS ({count}), shared AS (
        INSERT INTO events_counter AS counter (key, "window", count) SELECT %s, %s, 1 WHERE NOT EXISTS (
            SELECT FROM own JOIN unnest(%s::text[], %s::bigint[]) AS most (key, requests) USING (key)
            WHERE own.count > most.requests
        ) {add}
    )
    SELECT * FROM own UNION ALL SELECT * FROM shared
"""
_COUNT_AND_HEAD = """
    WITH counted AS ({count}), head AS ({head}) SELECT counted.*, head.* FROM counted LEFT JOIN head ON true
"""
_COUNT = _COUNT.format(rows="{rows}", add=_ADD)
_COUNT_SHARED = _COUNT_SHARED.format(count=_COUNT, add=_ADD)
_COUNT_AND_HEAD = _COUNT_AND_HEAD.format(count=_COUNT, head=_HEAD)
Counts = dict[str, tuple[int, int]]


def count(ends: Mapping[str, int], now: int) -> Counts:
    """Counts a request under some keys; returns for each when its window ends, and the requests in it.

    ends: when the windows end that begin now. All times in ms.
    """
    with hot_cursor() as cursor:
        cursor.execute(*_counting(_COUNT, ends, now))
        return {key: (end, requests) for key, end, requests in cursor.fetchall()}


def count_shared(ends: Mapping[str, int], most: Mapping[str, int], shared: tuple[str, int], now: int) -> Counts:
    """The same, and also counts under a key that others share, if no other key has more requests than it may.

    shared: the key and when its window ends if it begins now. most: the requests that the other keys may have.
    """
    statement, values = _counting(_COUNT_SHARED, ends, now)
    with hot_cursor() as cursor:
        cursor.execute(statement, [*values, *shared, list(most), list(most.values()), now, now])
        return {key: (end, requests) for key, end, requests in cursor.fetchall()}


def count_and_head_of(ends: Mapping[str, int], now: int, match_id: UUID, player_id: UUID) -> tuple[Counts, Head | None]:
    """What `count` and `head_of` return, in one statement."""
    with hot_cursor() as cursor:
        cursor.execute(*_counting_and_head(ends, now, match_id, player_id))
        return _counts_and_head(ends, cursor.fetchall())


async def count_and_head_on(
    cursor: AsyncCursor[Any], ends: Mapping[str, int], now: int, match_id: UUID, player_id: UUID
) -> tuple[Counts, Head | None]:
    """The same on a connection of the event loop."""
    await cursor.execute(*_counting_and_head(ends, now, match_id, player_id))
    return _counts_and_head(ends, await cursor.fetchall())


def _counting_and_head(
    ends: Mapping[str, int], now: int, match_id: UUID, player_id: UUID
) -> tuple[LiteralString, list[Any]]:
    statement, values = _counting(_COUNT_AND_HEAD, ends, now) if ends else (_HEAD, [])
    return statement, [*values, player_id, match_id]


def _counts_and_head(ends: Mapping[str, int], rows: Sequence[Any]) -> tuple[Counts, Head | None]:
    if not ends:
        return {}, Head(*rows[0]) if rows else None
    head = rows[0][3:]
    return {row[0]: (row[1], row[2]) for row in rows}, None if head[0] is None else Head(*head)


def _counting(statement: LiteralString, ends: Mapping[str, int], now: int) -> tuple[LiteralString, list[Any]]:
    """A statement that counts, with its first values."""
    values = [value for pair in sorted(ends.items()) for value in pair]
    return statement.format(rows=", ".join(["(%s, %s, 1)"] * len(ends))), [*values, now, now]


_WAKE = "SELECT pg_notify(%s, %s)"


def wake(match_id: UUID) -> None:
    """Wakes those who wait for a match, when the transaction commits; for a change of what no trigger watches."""
    with connection.cursor() as cursor:
        cursor.execute(_WAKE, [CHANNEL, f"{match_id}:"])


_TRY_LOCK = "SELECT pg_try_advisory_xact_lock(%s)"


def try_lock(key: int) -> bool:
    """Takes an advisory lock until the transaction ends, if it is free."""
    with connection.cursor() as cursor:
        cursor.execute(_TRY_LOCK, [key])
        return bool(cursor.fetchone()[0])


_HAS_CONSENTS = "SELECT EXISTS (SELECT FROM events_seat WHERE match_id = %s AND consents <> '{}')"


def has_consents(match_id: UUID) -> bool:
    """Whether any player of a match has consented to something."""
    with connection.cursor() as cursor:
        cursor.execute(_HAS_CONSENTS, [match_id])
        return bool(cursor.fetchone()[0])


class NewEvent(NamedTuple):
    """A row to append."""

    type: str
    seat: int | None
    at_ms: int
    core: bytes
    secret: bytes
    hash: bytes


_APPEND = """
    SELECT events_append(
        %s, %s, %s, %s, %s::text[], %s::smallint[], %s::bigint[], %b::bytea[], %b::bytea[], %b::bytea[], %b, %s, %b, %b
    )
"""  # bytes as they are (%b): as text they take longer to write than all the rest


def append(
    match_id: UUID,
    lock_key: int,
    before: int,
    events: Sequence[NewEvent],
    frontier: bytes,
    work: Mapping[str, Any],
    bodies: tuple[bytes | None, bytes | None] = (None, None),
    waits: bool = True,
) -> bool:
    """Appends events and what follows from them, or nothing (`events/sql/append.sql`); returns whether it did.

    before: the head on which they were computed; bodies: of the request and its stored reply.
    """
    columns = [list(column) for column in zip(*events, strict=True)]
    values = [match_id, lock_key, before, waits, *columns, frontier, encode(work).decode(), *bodies]
    with hot_cursor() as cursor:
        cursor.execute(_APPEND, values)
        return bool(cursor.fetchone()[0])


_SEAL = "SELECT events_seal(%s, %s, %s, %s, %s, %s::smallint, %s, %s::smallint[], %s, %s, %s)"


def seal(
    match_id: UUID,
    lock_key: int,
    head: int,
    answer: tuple[int, int, Mapping[str, Any]],
    others: Sequence[int],
    commands: Sequence[Mapping[str, Any]],
    bodies: tuple[bytes, bytes],
    waits: bool,
) -> str:
    """Stores a sealed answer, or nothing; returns what came of it (`events/sql/seal.sql`).

    answer: the prompt, the seat, and the move.
    """
    prompt, seat, move = answer
    values = [match_id, lock_key, head, waits, prompt, seat, encode(move).decode(), list(others)]
    with hot_cursor() as cursor:
        cursor.execute(_SEAL, [*values, encode(commands).decode(), *bodies])
        return str(cursor.fetchone()[0])


_REWRITE_PENDING = "SELECT events_rewrite_pending(%s, %s, %s, %s)"


def rewrite_pending(match_id: UUID, head: int, items: Sequence[Mapping[str, Any]], pause_until: int) -> None:
    """Replaces the pending work of a match (`events/sql/rewrite_pending.sql`)."""
    with connection.cursor() as cursor:
        cursor.execute(_REWRITE_PENDING, [match_id, head, encode(items).decode(), pause_until])


_NOTIFY = "SELECT events_notify(%s, %s, %s, %s)"


def notify(match_id: UUID, people: Sequence[UUID], notices: Sequence[Mapping[str, Any]], at_ms: int) -> None:
    """Writes notices (`events/sql/notify.sql`)."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTIFY, [match_id, list(people), encode(notices).decode(), at_ms])


_NEAR_DEADLINES = """
    SELECT item.match_id, item.prompt, item.seat, near.deadline_ms
    FROM events_pending AS near
    JOIN events_match AS match ON match.id = near.match_id
    JOIN events_pending AS item ON item.match_id = near.match_id AND item.prompt = near.prompt
        AND (item.seat = near.seat OR near.seat IS NULL AND item.deadline_ms IS NULL)
    JOIN events_seat AS seat ON seat.match_id = item.match_id AND seat.number = item.seat
    WHERE match.damaged_seq IS NULL AND near.deadline_ms > %(now)s AND near.deadline_ms <= %(now)s + %(longest)s
        AND near.deadline_ms <= %(now)s + coalesce(
            1000 * coalesce((match.clock ->> 'per_move')::bigint, (match.clock ->> 'bank')::bigint) / %(share)s,
            %(without)s
        )
        AND item.required AND NOT item.bot AND seat.kind = 'player' AND NOT seat.resigned
        AND NOT EXISTS (
            SELECT FROM events_notice AS notice
            WHERE notice.player_id = seat.player_id AND notice.match_id = item.match_id
                AND notice.prompt = item.prompt AND notice.kind = 'deadline_near'
        )
    ORDER BY near.deadline_ms, item.id LIMIT %(limit)s
"""


def near_deadlines(now: int, longest: int, share: int, without: int, limit: int) -> list[tuple[UUID, int, int, int]]:
    """The deadlines of players who are not notified of them yet and have to be, as match, prompt, seat, time.

    A deadline is near in the last part (share) of the time for a move, or of the bank, but no longer than `longest` ms
    before it; without either, `without` ms before it. A sealed prompt has one deadline for all its seats.

    It begins at the index of deadlines, so its time does not grow with the matches whose deadlines are far.
    """
    values = {"now": now, "longest": longest, "share": share, "without": without, "limit": limit}
    with connection.cursor() as cursor:
        cursor.execute(_NEAR_DEADLINES, values)
        return [(match, prompt, seat, at_ms) for match, prompt, seat, at_ms in cursor.fetchall()]


_READY = """
    item.bot AND item.seat IS NOT NULL AND NOT (item.required AND item.attempts >= %(attempts)s)
    AND (item.lease_ms IS NULL OR item.lease_ms < %(now)s OR item.lease_ms > %(furthest)s)
    AND (item.ready_ms <= %(now)s OR item.ready_ms > %(furthest)s)
    AND NOT EXISTS (
        SELECT FROM events_seat AS seat
        WHERE seat.match_id = item.match_id AND seat.number = item.seat AND seat.kind = 'player'
    )
"""
_READY_TURNS = """
    SELECT DISTINCT ON (item.match_id) item.match_id, item.prompt, item.seat, item.ready_ms, match.creator_id, EXISTS (
        SELECT FROM events_seat AS seat LEFT JOIN events_player AS player ON player.id = seat.player_id
        WHERE seat.match_id = item.match_id AND seat.kind = 'player' AND NOT seat.resigned AND player.is_bot IS NOT TRUE
    )
    FROM events_pending AS item JOIN events_match AS match ON match.id = item.match_id
    WHERE match.damaged_seq IS NULL AND {ready} AND (%(thinking)s::boolean IS NULL OR %(thinking)s::boolean = EXISTS (
        SELECT FROM events_seat AS seat
        WHERE seat.match_id = item.match_id AND seat.number = item.seat AND seat.policy = ANY(%(policies)s)
    ))
    ORDER BY item.match_id, item.ready_ms, item.prompt, item.seat
"""
_READY_TURNS_OF = """
    SELECT item.prompt, item.seat FROM events_pending AS item WHERE item.match_id = %(match)s AND {ready}
    ORDER BY item.ready_ms, item.prompt, item.seat
"""
_LEASE_TURN = """
    UPDATE events_pending AS item SET lease_ms = %(until)s, lease_token = %(token)s, attempts = item.attempts + 1
    WHERE item.match_id = %(match)s AND item.prompt = %(prompt)s AND item.seat = %(seat)s AND {ready}
"""
_READY_TURNS, _READY_TURNS_OF, _LEASE_TURN = (
    statement.format(ready=_READY) for statement in (_READY_TURNS, _READY_TURNS_OF, _LEASE_TURN)
)
_END_LEASE = """
    UPDATE events_pending SET ready_ms = %s, lease_ms = NULL, attempts = 0
    WHERE lease_token = %s AND lease_ms IS NOT NULL
"""


class Readiness(NamedTuple):
    """What makes a bot's turn ready for a worker. furthest: a later time is from a clock that was ahead; times in ms.

    attempts: after as many failures, an answer that the match waits for is left to the clock.
    """

    now: int
    furthest: int
    attempts: int


def ready_turns(readiness: Readiness, thinking: bool | None, policies: Sequence[str]) -> list[Values]:
    """The oldest ready turn of each match: match, prompt, seat, time, creator, and whether a person still plays.

    thinking: only turns of bots with one of the policies, or only those of others.
    """
    with hot_cursor() as cursor:
        cursor.execute(_READY_TURNS, {**readiness._asdict(), "thinking": thinking, "policies": [*policies]})
        return cursor.fetchall()


def ready_turns_of(readiness: Readiness, match_id: UUID) -> list[tuple[int, int]]:
    """The ready turns of one match, as prompt, seat; the oldest first."""
    with hot_cursor() as cursor:
        cursor.execute(_READY_TURNS_OF, {**readiness._asdict(), "match": match_id})
        return cursor.fetchall()


def lease_turn(readiness: Readiness, turn: tuple[UUID, int, int], token: UUID, until: int) -> bool:
    """Leases a ready turn (match, prompt, seat) and counts the attempt; False if it is not ready. until: ms."""
    match, prompt, seat = turn
    values = {"match": match, "prompt": prompt, "seat": seat, "token": token, "until": until}
    with hot_cursor() as cursor:
        cursor.execute(_LEASE_TURN, {**readiness._asdict(), **values})
        return bool(cursor.rowcount)


def end_lease(token: UUID, ready_ms: int) -> None:
    """Ends the lease of a turn that was played, if the turn is still there."""
    with hot_cursor() as cursor:
        cursor.execute(_END_LEASE, [ready_ms, token])


_ROWS = """
    SELECT event.seq, event.type, event.core, event.secret, event.hash, archive.size
    FROM (SELECT 1) AS one
    LEFT JOIN events_archive AS archive ON archive.match_id = %(match)s
    LEFT JOIN (
        SELECT seq, type, core, secret, hash FROM events_actionevent
        WHERE match_id = %(match)s AND seq > %(after)s AND seq <= %(upto)s
            AND (%(type)s::text IS NULL OR type = %(type)s)
        ORDER BY seq LIMIT %(limit)s
    ) AS event ON true
    ORDER BY event.seq
"""
LAST = 2**63 - 1


def rows(match_id: UUID, after: int, upto: int | None, limit: int | None, type: str | None) -> tuple[list[Values], int]:
    """The rows of a log after one seq, in order, and how many events of the match are in the archive.

    upto: the last seq; limit: at most this many; type: only this type.
    """
    values = {"match": match_id, "after": after, "upto": LAST if upto is None else upto, "type": type, "limit": limit}
    with connections[replicas.alias()].cursor() as cursor:
        cursor.execute(_ROWS, values)
        found = cursor.fetchall()  # one row without an event if there is none
    return [row[:5] for row in found if row[0] is not None], found[0][5] or 0


_DROP_ARCHIVED = "DELETE FROM events_actionevent WHERE match_id = %s AND seq < %s AND type <> ALL(%s)"


def drop_archived(match_id: UUID, size: int, kept: Sequence[str]) -> int:
    """Deletes the first events of an archived match but those of some types; returns how many.

    The database permits it only for matches in the list of archived ones (`events.models.Archive`).
    """
    with connection.cursor() as cursor:
        cursor.execute(_DROP_ARCHIVED, [match_id, size, [*kept]])
        return int(cursor.rowcount)


_HOST = r"substring(lower({}) FROM '://(\[[^]]*\]|[^/:?]+)')"
PROVEN = """
    ({0}.failures = 0 AND {0}.tried_ms > 0 AND {0}.failed_ms <= %(now)s - 86400000
        AND {0}.created_ms <= %(now)s - 3600000)
"""
"""Whether a receiver is an hour old, took the last notice and failed at none for a day."""
_FIRST_POSTS = """
    WITH RECURSIVE under_way AS MATERIALIZED (
        SELECT delivery.player_id, {any_host} AS host, COALESCE({webhook_proven}, {device_proven}) AS is_proven
        FROM events_delivery AS delivery
        LEFT JOIN events_webhook AS webhook ON webhook.id = delivery.webhook_id
        LEFT JOIN events_pushsubscription AS device ON device.id = delivery.subscription_id
        WHERE delivery.state = 'pending' AND delivery.lease_ms > %(now)s
            AND COALESCE(delivery.webhook_id, delivery.subscription_id) IS NOT NULL
    ), waiting (id) AS (
        (
            SELECT {column} FROM events_delivery WHERE state = 'pending' AND {column} IS NOT NULL
            ORDER BY {column}, match_id, number LIMIT 1
        )
        UNION ALL
        SELECT (
            SELECT {column} FROM events_delivery WHERE state = 'pending' AND {column} > waiting.id
            ORDER BY {column}, match_id, number LIMIT 1
        ) FROM waiting WHERE waiting.id IS NOT NULL
    ), receiver AS MATERIALIZED (
        SELECT receiver.id, receiver.tried_ms, {proven} AS is_proven
        FROM waiting JOIN {table} AS receiver ON receiver.id = waiting.id
        WHERE {is_active} AND receiver.retry_ms <= %(due)s
            AND (SELECT count(*) FROM under_way WHERE player_id = receiver.player_id) < %(of_owner)s
            AND (SELECT count(*) FROM under_way WHERE host = {host}) < %(of_host)s
            AND ({proven} OR (SELECT count(*) FROM under_way WHERE NOT is_proven) < %(unproven)s)
    )
    SELECT first.id FROM receiver CROSS JOIN LATERAL (
        WITH RECURSIVE first (id, match_id, attempts, due_ms, lease_ms) AS (
            (
                SELECT id, match_id, attempts, due_ms, lease_ms FROM events_delivery
                WHERE state = 'pending' AND {column} = receiver.id ORDER BY match_id, number LIMIT 1
            )
            UNION ALL
            SELECT next.* FROM first CROSS JOIN LATERAL (
                SELECT id, match_id, attempts, due_ms, lease_ms FROM events_delivery
                WHERE state = 'pending' AND {column} = receiver.id AND match_id > first.match_id
                ORDER BY match_id, number LIMIT 1
            ) AS next
        )
        SELECT * FROM first
    ) AS first
    WHERE first.due_ms <= %(due)s AND (first.lease_ms IS NULL OR first.lease_ms <= %(now)s)
    ORDER BY receiver.is_proven DESC, receiver.tried_ms, first.attempts, first.id LIMIT %(limit)s
"""
"""The first deliveries of their matches that may be posted, with the shares that are left.

Two steps through an index for each receiver, and one for each match, whatever else waits behind: a flood of notices
makes no claim slower.
"""
_LOCK_POSTS = "SELECT pg_advisory_xact_lock(hashtextextended('posts', 0))"
_LEASE_POST = """
    UPDATE events_delivery SET lease_ms = %(until)s, lease_token = %(token)s
    WHERE id = ({first}) AND state = 'pending' AND (lease_ms IS NULL OR lease_ms <= %(now)s) RETURNING id
"""
_UNDER_WAY = """
    SELECT EXISTS (
        SELECT FROM events_delivery WHERE state = 'pending' AND lease_ms > %s
            AND COALESCE(webhook_id, subscription_id) IS NOT NULL
    )
"""


def _first_posts(table: str, column: str, address: str, is_active: str) -> str:
    """The statement for one kind of receiver."""
    return _FIRST_POSTS.format(
        table=table, column=column, is_active=is_active, host=_HOST.format(f"receiver.{address}"),
        any_host=_HOST.format("COALESCE(webhook.url, device.endpoint)"), proven=PROVEN.format("receiver"),
        webhook_proven=PROVEN.format("webhook"), device_proven=PROVEN.format("device"),
    )  # fmt: skip


_FIRST = {
    "webhook": _first_posts("events_webhook", "webhook_id", "url", "receiver.is_active"),
    "device": _first_posts("events_pushsubscription", "subscription_id", "endpoint", "true"),
}
_CLAIM_POST = {kind: _LEASE_POST.format(first=first) for kind, first in _FIRST.items()}


class Shares(NamedTuple):
    """How many posts may be under way at most: of one owner, to one host, and to all receivers that are not proven."""

    of_owner: int
    of_host: int
    unproven: int


def claim_post(kind: str, shares: Shares, token: UUID, now: int, until: int) -> int | None:
    """Leases the delivery whose turn it is, the first of its match; returns its id.

    One claim at a time, so each sees what the one before has leased. kind: `webhook` or `device`; until: ms.
    """
    values = {**shares._asdict(), "token": token, "now": now, "due": now, "until": until, "limit": 1}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_LOCK_POSTS)
        cursor.execute(_CLAIM_POST[kind], values)
        return _id(cursor)


def due_posts(kind: str, shares: Shares, now: int, due: int, limit: int) -> int:
    """How many deliveries could be claimed that were due at a time, each alone; at most `limit`. All times in ms."""
    with connection.cursor() as cursor:
        cursor.execute(_FIRST[kind], {**shares._asdict(), "now": now, "due": due, "limit": limit})
        return len(cursor.fetchall())


def posts_under_way(now: int) -> bool:
    """Whether anybody posts now."""
    with connection.cursor() as cursor:
        cursor.execute(_UNDER_WAY, [now])
        return bool(cursor.fetchone()[0])


def _id(cursor: Any) -> int | None:
    row = cursor.fetchone()
    return None if row is None else int(row[0])


_NEXT_MAIL = """
    SELECT player_id FROM events_delivery AS delivery
    WHERE webhook_id IS NULL AND subscription_id IS NULL AND state = 'pending' AND due_ms <= %(now)s AND NOT EXISTS (
        SELECT FROM events_delivery AS leased
        WHERE leased.player_id = delivery.player_id AND leased.webhook_id IS NULL
            AND leased.subscription_id IS NULL AND leased.state = 'pending' AND leased.lease_ms > %(now)s
    ) AND pg_try_advisory_xact_lock(hashtextextended('mail ' || player_id, 0))
    ORDER BY due_ms LIMIT 1
"""
_LOST_MAIL = """
    SELECT lease_token FROM events_delivery
    WHERE player_id = %(player)s AND webhook_id IS NULL AND subscription_id IS NULL AND state = 'pending'
        AND lease_ms <= %(now)s
    ORDER BY number LIMIT 1
"""
_CLAIM_MAIL = """
    UPDATE events_delivery AS delivery SET lease_ms = %(until)s, lease_token = %(token)s
    WHERE player_id = %(player)s AND webhook_id IS NULL AND subscription_id IS NULL AND state = 'pending'
        AND CASE WHEN %(lost)s::uuid IS NULL THEN due_ms <= %(now)s + 30000 ELSE lease_token = %(lost)s END
        AND NOT EXISTS (
            SELECT FROM events_delivery AS leased
            WHERE leased.player_id = delivery.player_id AND leased.webhook_id IS NULL
                AND leased.subscription_id IS NULL AND leased.state = 'pending' AND leased.lease_ms > %(now)s
        )
    RETURNING id
"""


class ClaimedMail(NamedTuple):
    """Deliveries that one e-mail is for. is_repeated: a process that has died since may have sent it already."""

    ids: list[int]
    is_repeated: bool


def claim_mail(token: UUID, now: int, until: int) -> ClaimedMail | None:
    """Leases all deliveries by e-mail that one player waits for, with those of the next 30 seconds. until: ms.

    Those of a lease that has run out are leased again by themselves, so that a repeated e-mail is the same one. Several
    statements, so that the last sees what another worker has leased before this one had the lock of the player.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_NEXT_MAIL, {"now": now})
        if (row := cursor.fetchone()) is None:
            return None
        values = {"token": token, "now": now, "until": until, "player": row[0]}
        cursor.execute(_LOST_MAIL, values)
        lost = cursor.fetchone()
        cursor.execute(_CLAIM_MAIL, {**values, "lost": lost and lost[0]})
        ids = [int(id) for (id,) in cursor.fetchall()]
        return ClaimedMail(ids, lost is not None) if ids else None


_CLAIM_LETTER = """
    UPDATE events_letter SET lease_ms = %(until)s, lease_token = %(token)s WHERE id = (
        SELECT id FROM events_letter WHERE due_ms <= %(now)s AND (lease_ms IS NULL OR lease_ms <= %(now)s)
        ORDER BY due_ms, id LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING id
"""


def claim_letter(token: UUID, now: int, until: int) -> int | None:
    """Leases a letter that may be sent; returns its id. until: ms."""
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM_LETTER, {"token": token, "now": now, "until": until})
        return _id(cursor)
