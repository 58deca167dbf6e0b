"""The SQL of notices: writing them, finding whom to remind, and leasing what is to be sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import connection, transaction

_NOTIFY = "SELECT events_notify(%s, %s, %s, %s)"


def notify(match_id: UUID, people: Sequence[UUID], notices: Sequence[Mapping[str, Any]], at_ms: int) -> None:
    """Writes notices (`events/sql/notify.sql`)."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTIFY, [match_id, list(people), msgspec.json.encode(notices).decode(), at_ms])


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


_CLAIM = """
    UPDATE events_delivery SET lease_ms = %(until)s, lease_token = %(token)s WHERE id = (
        SELECT delivery.id FROM events_delivery AS delivery
        JOIN {table} AS receiver ON receiver.id = delivery.{column}
        WHERE delivery.state = 'pending' AND delivery.due_ms <= %(now)s
            AND (delivery.lease_ms IS NULL OR delivery.lease_ms <= %(now)s)
            AND {is_active} AND receiver.retry_ms <= %(now)s
            AND NOT EXISTS (
                SELECT FROM events_delivery AS earlier
                WHERE earlier.player_id = delivery.player_id AND earlier.{column} = delivery.{column}
                    AND earlier.match_id = delivery.match_id AND earlier.state = 'pending'
                    AND earlier.number < delivery.number
            )
        ORDER BY receiver.tried_ms, delivery.attempts, delivery.id LIMIT 1
        FOR UPDATE OF delivery SKIP LOCKED
    ) RETURNING id
"""
_CLAIM_POST = _CLAIM.format(table="events_webhook", column="webhook_id", is_active="receiver.is_active")
_CLAIM_PUSH = _CLAIM.format(table="events_pushsubscription", column="subscription_id", is_active="true")


def claim_post(token: UUID, now: int, until: int) -> int | None:
    """Leases the delivery to a webhook whose turn it is, the first of its match; returns its id. until: ms."""
    return _claimed(_CLAIM_POST, token, now, until)


def claim_push(token: UUID, now: int, until: int) -> int | None:
    """The same for a device."""
    return _claimed(_CLAIM_PUSH, token, now, until)


def _claimed(statement: str, token: UUID, now: int, until: int) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute(statement, {"token": token, "now": now, "until": until})
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
    return _claimed(_CLAIM_LETTER, token, now, until)
