"""The SQL of what a match waits for: consents, pending work, turns of bots and their leases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection

from events.base.hot_cursor import Query, hot_cursor, run
from events.base.nodes import parts
from events.models import Player, Seat

Values = Sequence[Any]


_TRY_LOCK = "SELECT id FROM events_match WHERE id = %s FOR NO KEY UPDATE SKIP LOCKED"


def try_lock(match_id: UUID) -> bool:
    """Takes the lock of a match until the transaction ends, if it is free."""
    with connection.cursor() as cursor:
        cursor.execute(_TRY_LOCK, [match_id])
        return cursor.fetchone() is not None


_SEAT = ("id", "match_id", "number", "kind", "player_id", "invited_id", "policy", "resigned", "stand_in")
"""The columns that are read as they are, in the order of the model."""
_OCCUPANT = ("id", "name", "is_bot")
_SEATS = """
    SELECT seat.id, seat.match_id, seat.number, seat.kind, seat.player_id, seat.invited_id, seat.policy, seat.resigned,
        seat.stand_in, seat.consents::text, player.name, player.is_bot, invited.name, invited.is_bot
    FROM events_seat AS seat
    LEFT JOIN events_player AS player ON player.id = seat.player_id
    LEFT JOIN events_player AS invited ON invited.id = seat.invited_id
    WHERE seat.match_id = %s ORDER BY seat.number
"""


def seats(match_id: UUID) -> list[Seat]:
    """The seats of a match in order, without their seeds. Of players, and of those invited, only the name is read."""
    return run(Query(_SEATS, [match_id], lambda rows: [_seat(*row) for row in rows]))


def _seat(*row: Any) -> Seat:
    *columns, consents, name, is_bot, invited_name, invited_is_bot = row
    seat = Seat.from_db(DEFAULT_DB_ALIAS, _SEAT, columns)
    seat.consents = msgspec.json.decode(consents)
    seat.player = _occupant(seat.player_id, name, is_bot)
    seat.invited = _occupant(seat.invited_id, invited_name, invited_is_bot)
    return seat


def _occupant(player_id: UUID | None, name: str, is_bot: bool) -> Player | None:
    return None if player_id is None else Player.from_db(DEFAULT_DB_ALIAS, _OCCUPANT, (player_id, name, is_bot))


_REWRITE_PENDING = "SELECT events_rewrite_pending(%s, %s, %s, %s)"


def rewrite_pending(match_id: UUID, head: int, items: Sequence[Mapping[str, Any]], pause_until: int) -> None:
    """Replaces the pending work of a match (`events/sql/rewrite_pending.sql`)."""
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
_READY_TURNS = """
    SELECT DISTINCT ON (item.match_id) item.match_id, item.prompt, item.seat, item.ready_ms, match.creator_id, EXISTS (
        SELECT FROM events_seat AS seat
        WHERE seat.match_id = item.match_id AND seat.kind = 'player' AND NOT seat.resigned AND NOT seat.is_program
    )
    FROM events_pending AS item JOIN events_match AS match ON match.id = item.match_id
    WHERE match.damaged_seq IS NULL AND {ready} AND (%(thinking)s::boolean IS NULL OR %(thinking)s::boolean = EXISTS (
        SELECT FROM events_seat AS seat
        WHERE seat.match_id = item.match_id AND seat.number = item.seat AND seat.policy = ANY(%(policies)s)
    ))
    ORDER BY item.match_id, item.ready_ms, item.prompt, item.seat
"""
_LEASE_TURN = """
    UPDATE events_pending AS item SET lease_ms = %(until)s, lease_token = %(token)s, attempts = item.attempts + 1
    WHERE item.match_id = %(match)s AND item.prompt = %(prompt)s AND item.seat = %(seat)s AND {ready}
"""
_READY_TURNS, _LEASE_TURN = (statement.format(ready=_READY) for statement in (_READY_TURNS, _LEASE_TURN))
_END_LEASE = """
    UPDATE events_pending SET ready_ms = %s, lease_ms = NULL, attempts = 0
    WHERE match_id = %s AND lease_token = %s AND lease_ms IS NOT NULL
"""
_READY_TURN = "match uuid, prompt integer, seat integer, ready_ms bigint, creator uuid, attended boolean"


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
    values = {**readiness._asdict(), "thinking": thinking, "policies": [*policies]}
    return [*parts.rows(_READY_TURNS, values, _READY_TURN)]


def lease_turn(readiness: Readiness, turn: tuple[UUID, int, int], token: UUID, until: int) -> bool:
    """Leases a ready turn (match, prompt, seat) and counts the attempt; False if it is not ready. until: ms."""
    match, prompt, seat = turn
    values = {"match": match, "prompt": prompt, "seat": seat, "token": token, "until": until}
    with hot_cursor() as cursor:
        cursor.execute(_LEASE_TURN, {**readiness._asdict(), **values})
        return bool(cursor.rowcount)


def end_lease(match_id: UUID, token: UUID, ready_ms: int) -> None:
    """Ends the lease of a turn that was played, if the turn is still there."""
    with hot_cursor() as cursor:
        cursor.execute(_END_LEASE, [ready_ms, match_id, token])
