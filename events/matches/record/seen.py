"""How far a player has seen a match, and what the others have done there since.

Who moves has seen what was there before. Who looks has seen what the page showed when they looked away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from events.matches.shapes.lobby import UnseenOut
from events.models import Match, Player, Seat

_NOTE = """
    INSERT INTO events_seen AS seen (player_id, match_id, seq)
    SELECT player_id, match_id, least(%(seq)s, match.head_seq)
    FROM events_seat JOIN events_match AS match ON match.id = match_id
    WHERE match_id = %(match)s AND player_id = %(player)s
    ON CONFLICT (player_id, match_id) DO UPDATE SET seq = EXCLUDED.seq WHERE seen.seq < EXCLUDED.seq
"""
_UNSEEN = """
    SELECT asked.match, asked.seq, event.seat, count(event.seq)
    FROM (
        SELECT match, seat, greatest(
            (SELECT seq FROM events_seen WHERE player_id = %(player)s AND match_id = match),
            (SELECT seq FROM events_actionevent AS own
             WHERE own.match_id = match AND own.seat = asking.seat AND own.type = 'move' ORDER BY own.seq DESC LIMIT 1)
        ) AS seq
        FROM unnest(%(matches)s::uuid[], %(seats)s::int[]) AS asking (match, seat)
    ) AS asked
    LEFT JOIN events_actionevent AS event ON event.match_id = asked.match AND event.seq > coalesce(asked.seq, -1)
        AND event.type = 'move' AND event.seat <> asked.seat
    GROUP BY asked.match, asked.seq, event.seat ORDER BY event.seat
"""


class Unseen(NamedTuple):
    """seq: the last event that a player has seen; None: they have neither looked nor moved. moves: how often each other
    seat has moved since."""

    seq: int | None
    moves: Mapping[int, int]


def seen_note(*, player_id: UUID, match_id: UUID, seq: int | None = None) -> None:
    """Notes that a player with a seat has seen a match up to an event; None: all of it. It never goes back."""
    values = {"player": player_id, "match": match_id, "seq": seq}
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, values)


def unseen(player: Player, seats: Mapping[UUID, int]) -> dict[UUID, Unseen]:
    """What a player has not seen of some matches. seats: their seat in each."""
    if not seats:
        return {}
    values = {"player": player.pk, "matches": [*seats], "seats": [*seats.values()]}
    with connection.cursor() as cursor:
        cursor.execute(_UNSEEN, values)
        return _by_match(cursor.fetchall())


def unseen_of(player: Player, match: Match) -> Unseen:
    """What a player has not seen of a match that runs; nothing is known where they have no seat."""
    seats = Seat.objects.filter(match=match, player=player).values_list("number", flat=True)
    seat = seats.first() if match.status == Match.Status.RUNNING else None
    return Unseen(None, {}) if seat is None else unseen(player, {match.pk: seat})[match.pk]


def unseen_json(new: Unseen) -> list[UnseenOut]:
    """The seats that have moved, as responses name them."""
    return [{"seat": seat, "moves": moves} for seat, moves in new.moves.items()]


def _by_match(rows: Sequence[tuple[Any, ...]]) -> dict[UUID, Unseen]:
    found = dict[UUID, Unseen]()
    for match, seq, seat, moves in rows:
        already = found.setdefault(match, Unseen(seq, {}))
        if seat is not None:
            found[match] = already._replace(moves={**already.moves, seat: moves})
    return found
