"""SQL statements about notifications: writing and delivering them, finding near deadlines, and leasing deliveries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import connection, transaction

from events.base.clock import now_ms
from events.base.hot_cursor import hot_cursor
from events.base.signals import noticed
from events.notifications.models import Notification
from events.notifications.next_delivery import deliveries_wake
from events.notifications.standing import PROVEN
from events.timers.services import set_match_timers

OUTBOX = "outbox"  # the kind of timer
LOST_MS = 3_000  # the time after which the scheduler delivers the notifications instead of the process that wrote them
_NOTIFY = """
    INSERT INTO events_outbox (match_id, key, notices, created_ms) VALUES (%s, gen_random_uuid(), %s, %s)
"""
_TELL = "SELECT events_notify(NULL, %s::uuid[], %s::jsonb, %s)"
_WAITING_IN = """
    SELECT match_id, key, created_ms, notices::text FROM events_outbox WHERE match_id = ANY(%s)
    ORDER BY created_ms, id LIMIT %s
"""
_RELAY = "SELECT events_relay(%s, %s::jsonb)"
_DELETE = "DELETE FROM events_outbox WHERE match_id = %s AND key = ANY(%s)"


def notify(match_id: UUID, notices: Sequence[Mapping[str, Any]], at_ms: int) -> None:
    """Puts notifications into the outbox of a match."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTIFY, [match_id, msgspec.json.encode(notices).decode(), at_ms])
    set_match_timers(match_id, outbox_timer())
    noticed.send(sender=Notification, match=match_id)


def outbox_timer() -> dict[str, int]:
    """Returns the timer by which the scheduler delivers the outbox entries that a process has not delivered."""
    return {OUTBOX: now_ms() + LOST_MS}


def write_notices(notices: Sequence[Mapping[str, Any]], at_ms: int) -> None:
    """Writes notifications of tournaments directly to their players, in the transaction that they report."""
    people = list({notice["player"] for notice in notices})
    with connection.cursor() as cursor:
        cursor.execute(_TELL, [people, msgspec.json.encode(notices).decode(), at_ms])
    deliveries_wake()


class OutboxEntry(NamedTuple):
    """An entry in the outbox of a match. notices: the notifications as JSON."""

    match_id: UUID
    key: UUID
    created_ms: int
    notices: str


def waiting_entries_in(matches: Sequence[UUID], most: int) -> list[OutboxEntry]:
    """Returns the waiting outbox entries of some matches, the oldest first."""
    with hot_cursor() as cursor:
        cursor.execute(_WAITING_IN, [[*matches], most])
        return [OutboxEntry(*row) for row in cursor.fetchall()]


def relay(now: int, entries: Sequence[OutboxEntry]) -> None:
    """Delivers entries of outboxes (`events/notifications/sql/relay.sql`)."""
    rows = [{**entry._asdict(), "notices": msgspec.Raw(entry.notices.encode())} for entry in entries]
    with hot_cursor() as cursor:
        cursor.execute(_RELAY, [now, msgspec.json.encode(rows).decode()])
        cursor.fetchall()


def delete_entries(match_id: UUID, keys: Sequence[UUID]) -> None:
    """Deletes outbox entries of a match."""
    with hot_cursor() as cursor:
        cursor.execute(_DELETE, [match_id, [*keys]])


_TO_NOTIFY = """
    SELECT item.prompt, item.seat, near.deadline_ms
    FROM events_pending AS near
    JOIN events_pending AS item ON item.match_id = near.match_id AND item.prompt = near.prompt
        AND (item.seat = near.seat OR near.seat IS NULL AND item.deadline_ms IS NULL)
    JOIN events_seat AS seat ON seat.match_id = item.match_id AND seat.number = item.seat
    WHERE near.match_id = %s AND item.match_id = %s AND seat.match_id = %s AND near.deadline_ms > %s
        AND item.required AND NOT item.bot AND NOT item.is_reminded AND seat.kind = 'player' AND NOT seat.resigned
    ORDER BY near.deadline_ms, item.id
"""  # each table names the match, because otherwise a distributed database queries all its nodes


def deadlines_to_notify(match_id: UUID, now: int) -> list[tuple[int, int, int]]:
    """Returns the deadlines of a match that its players have not been notified of, as prompt, seat and time.

    A sealed prompt has one deadline for all its seats.
    """
    with connection.cursor() as cursor:
        cursor.execute(_TO_NOTIFY, [match_id, match_id, match_id, now])
        return [(prompt, seat, at_ms) for prompt, seat, at_ms in cursor.fetchall()]


_HOST = r"substring(lower({}) FROM '://(\[[^]]*\]|[^/:?]+)')"
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
        WHERE {is_active} AND receiver.retry_ms <= %(now)s
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
    WHERE first.due_ms <= %(now)s AND (first.lease_ms IS NULL OR first.lease_ms <= %(now)s)
    ORDER BY receiver.is_proven DESC, receiver.tried_ms, first.attempts, first.id LIMIT %(limit)s
"""
"""The first deliveries of their matches that may be posted under the remaining limits.

The query reads two index entries for each receiver and one for each match, regardless of the number of other
deliveries. So a flood of notifications does not slow down claims.
"""
_LOCK_POSTS = "SELECT pg_advisory_xact_lock(hashtextextended('posts', 0))"
_LEASE_POST = """
    UPDATE events_delivery SET lease_ms = %(until)s, lease_token = %(token)s
    WHERE id = ({first}) AND state = 'pending' AND (lease_ms IS NULL OR lease_ms <= %(now)s) RETURNING id
"""


def _first_posts(table: str, column: str, address: str, is_active: str) -> str:
    """Returns the statement for one kind of receiver."""
    return _FIRST_POSTS.format(
        table=table,
        column=column,
        is_active=is_active,
        host=_HOST.format(f"receiver.{address}"),
        any_host=_HOST.format("COALESCE(webhook.url, device.endpoint)"),
        proven=PROVEN.format("receiver"),
        webhook_proven=PROVEN.format("webhook"),
        device_proven=PROVEN.format("device"),
    )


_FIRST = {
    "webhook": _first_posts("events_webhook", "webhook_id", "url", "receiver.is_active"),
    "device": _first_posts("events_pushsubscription", "subscription_id", "endpoint", "true"),
}
_CLAIM_POST = {kind: _LEASE_POST.format(first=first) for kind, first in _FIRST.items()}


class Shares(NamedTuple):
    """The limits of simultaneous posts: of one owner, to one host, and to all receivers that are not proven."""

    of_owner: int
    of_host: int
    unproven: int


def claim_post(kind: str, shares: Shares, token: UUID, now: int, until: int) -> int | None:
    """Leases the next delivery, which is the first of its match; returns its id.

    Claims run one at a time, so each claim sees the leases of the claims before it. kind: `webhook` or `device`; until:
    the end of the lease in ms.
    """
    values = {**shares._asdict(), "token": token, "now": now, "until": until, "limit": 1}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_LOCK_POSTS)
        cursor.execute(_CLAIM_POST[kind], values)
        return _id(cursor)


def due_posts(kind: str, shares: Shares, now: int, limit: int) -> list[int]:
    """Returns the ids of the deliveries that could be claimed now, each considered alone; at most `limit`."""
    with connection.cursor() as cursor:
        cursor.execute(_FIRST[kind], {**shares._asdict(), "now": now, "limit": limit})
        return [int(id) for (id,) in cursor.fetchall()]


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
    """The deliveries of one e-mail. is_repeated: whether a process that died may already have sent the e-mail."""

    ids: list[int]
    is_repeated: bool


def claim_mail(token: UUID, now: int, until: int) -> ClaimedMail | None:
    """Leases all e-mail deliveries of one player that are due now or in the next 30 seconds.

    until: the end of the lease in ms. The deliveries of an expired lease are leased again without others, so that a
    repeated e-mail is identical. Separate statements ensure that the last statement sees the leases of workers that
    held the player's lock before.
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


_CLAIM_ACCOUNT_MAIL = """
    UPDATE events_letter SET lease_ms = %(until)s, lease_token = %(token)s WHERE id = (
        SELECT id FROM events_letter WHERE due_ms <= %(now)s AND (lease_ms IS NULL OR lease_ms <= %(now)s)
        ORDER BY due_ms, id LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING id
"""


def claim_account_mail(token: UUID, now: int, until: int) -> int | None:
    """Leases a due e-mail about an account; returns its id. until: the end of the lease in ms."""
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM_ACCOUNT_MAIL, {"token": token, "now": now, "until": until})
        return _id(cursor)
