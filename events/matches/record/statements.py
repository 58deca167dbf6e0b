"""SQL statements about the work that a match waits for: consents, pending work, turns of bots and their leases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection

from events.base.hot_cursor import Query, hot_cursor, run
from events.log.models import Seat
from events.users.models import Player

Values = Sequence[Any]


_TRY_LOCK = "SELECT id FROM events_match WHERE id = %s FOR NO KEY UPDATE SKIP LOCKED"


def try_lock(match_id: UUID) -> bool:
    """Takes the lock of a match until the transaction ends, if it is free; returns whether it did."""
    with connection.cursor() as cursor:
        cursor.execute(_TRY_LOCK, [match_id])
        return cursor.fetchone() is not None


_SEAT = ("id", "match_id", "number", "kind", "player_id", "invited_id", "policy", "resigned", "stand_in")
"""The columns that need no conversion, in the order of the model."""
_OCCUPANT = ("id", "name", "face", "is_bot")
_SEATS = """
    SELECT seat.id, seat.match_id, seat.number, seat.kind, seat.player_id, seat.invited_id, seat.policy, seat.resigned,
        seat.stand_in, seat.consents::text, player.name, player.face, player.is_bot, invited.name, invited.face,
        invited.is_bot
    FROM events_seat AS seat
    LEFT JOIN events_player AS player ON player.id = seat.player_id
    LEFT JOIN events_player AS invited ON invited.id = seat.invited_id
    WHERE seat.match_id = %s ORDER BY seat.number
"""


def seats(match_id: UUID) -> list[Seat]:
    """Returns the seats of a match in order, without their seeds. Holders and invited players have only id, name, face
    and `is_bot`.
    """
    return run(Query(_SEATS, [match_id], lambda rows: [_seat(*row) for row in rows]))


def _seat(*row: Any) -> Seat:
    *columns, consents = row[:-6]
    occupant, invited = row[-6:-3], row[-3:]
    seat = Seat.from_db(DEFAULT_DB_ALIAS, _SEAT, columns)
    seat.consents = msgspec.json.decode(consents)
    seat.player = _occupant(seat.player_id, occupant)
    seat.invited = _occupant(seat.invited_id, invited)
    return seat


def _occupant(player_id: UUID | None, facts: Values) -> Player | None:
    return None if player_id is None else Player.from_db(DEFAULT_DB_ALIAS, _OCCUPANT, (player_id, *facts))


_REWRITE_PENDING = "SELECT events_rewrite_pending(%s, %s, %s, %s)"


def rewrite_pending(match_id: UUID, head: int, items: Sequence[Mapping[str, Any]], pause_until: int) -> None:
    """Replaces the pending work of a match (`events/log/sql/rewrite_pending.sql`)."""
    with connection.cursor() as cursor:
        cursor.execute(_REWRITE_PENDING, [match_id, head, msgspec.json.encode(items).decode(), pause_until])


_READY = """
    item.bot AND item.seat IS NOT NULL AND NOT (item.required AND item.attempts >= %(attempts)s)
    AND (item.lease_ms IS NULL OR item.lease_ms < %(now)s OR item.lease_ms > %(furthest)s)
    AND (item.ready_ms <= %(now)s OR item.ready_ms > %(furthest)s)
    AND NOT EXISTS (
        SELECT FROM events_seat AS seat
        WHERE seat.match_id = item.match_id AND seat.number = item.seat AND seat.kind = 'player'
    )
"""
_LEASE_TURN = """
    UPDATE events_pending AS item SET lease_ms = %(until)s, lease_token = %(token)s, attempts = item.attempts + 1
    WHERE item.match_id = %(match)s AND item.prompt = %(prompt)s AND item.seat = %(seat)s AND {ready}
    RETURNING item.ready_ms
"""
_LEASE_TURN = _LEASE_TURN.format(ready=_READY)
_END_LEASE = """
    UPDATE events_pending SET ready_ms = %s, lease_ms = NULL, attempts = 0
    WHERE match_id = %s AND lease_token = %s AND lease_ms IS NOT NULL
"""


class Readiness(NamedTuple):
    """The conditions under which a bot's turn is ready for a worker. Times are in ms.

    now: the current time. furthest: the limit of plausible times; a later time comes from a clock that was ahead.
    attempts: the number of failures after which the clock answers instead.
    """

    now: int
    furthest: int
    attempts: int


def lease_turn(readiness: Readiness, turn: tuple[UUID, int, int], token: UUID, until: int) -> int | None:
    """Leases a ready turn (match, prompt, seat) and counts the attempt. Returns the time in ms from which the turn was
    ready.

    Returns None if the turn is not ready. until: the end of the lease in ms.
    """
    match, prompt, seat = turn
    values = {"match": match, "prompt": prompt, "seat": seat, "token": token, "until": until}
    with hot_cursor() as cursor:
        cursor.execute(_LEASE_TURN, {**readiness._asdict(), **values})
        row = cursor.fetchone()
    return None if row is None else int(row[0])


def end_lease(match_id: UUID, token: UUID, ready_ms: int) -> None:
    """Ends the lease of a turn that was played, if the turn still exists."""
    with hot_cursor() as cursor:
        cursor.execute(_END_LEASE, [ready_ms, match_id, token])
