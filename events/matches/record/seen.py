"""The events of a match that a player has not seen, and the other seats' moves since.

A player who moves has seen all earlier events. A player who looks away has seen the events that the page had shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from events.log.models import Match, Seat
from events.matches.models import Seen
from events.matches.serializers.lobby import UnseenOut
from events.users.models import Player

_NOTE = """
    INSERT INTO events_seen AS seen (player_id, match_id, seq)
    SELECT player_id, match_id, least(%(seq)s, match.head_seq)
    FROM events_seat JOIN events_match AS match ON match.id = match_id
    WHERE match_id = %(match)s AND player_id = %(player)s
    ON CONFLICT (player_id, match_id) DO UPDATE SET seq = EXCLUDED.seq WHERE seen.seq < EXCLUDED.seq
"""
_OWN_MOVES = """
    SELECT seat.match_id, (
        SELECT max(seq) FROM events_actionevent AS own
        WHERE own.match_id = seat.match_id AND own.seat = seat.number AND own.type = 'move'
    ) FROM events_seat AS seat WHERE seat.match_id = ANY(%s) AND seat.player_id = %s
"""
_MOVES_SINCE = """
    SELECT event.match_id, event.seat, count(*)
    FROM unnest(%s::uuid[], %s::int[], %s::bigint[]) AS asked (match, seat, seq)
    JOIN events_actionevent AS event ON event.match_id = asked.match AND event.seq > asked.seq
        AND event.type = 'move' AND event.seat <> asked.seat
    GROUP BY event.match_id, event.seat ORDER BY event.seat
"""  # two statements, and one for `Seen`, so that each can run on the database that stores its rows


class Unseen(NamedTuple):
    """The events and moves that a player has not seen.

    seq: the last event that the player has seen; None: the player has neither looked nor moved. moves: the number of
    moves of each other seat since then.
    """

    seq: int | None
    moves: Mapping[int, int]


def seen_note(*, player_id: UUID, match_id: UUID, seq: int | None = None) -> None:
    """Stores that a player with a seat has seen a match up to event `seq`; None: up to its head. The stored `seq` never
    decreases.
    """
    values = {"player": player_id, "match": match_id, "seq": seq}
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, values)


def unseen(player: Player, seats: Mapping[UUID, int]) -> dict[UUID, Unseen]:
    """Returns the events that a player has not seen, by match. seats: the player's seat in each match."""
    if not seats:
        return {}
    looked = dict(Seen.objects.filter(player=player, match__in=[*seats]).values_list("match", "seq"))
    with connection.cursor() as cursor:
        cursor.execute(_OWN_MOVES, [[*seats], player.pk])
        moved = dict(cursor.fetchall())
        upto = {
            match: max((seq for seq in (looked.get(match), moved.get(match)) if seq is not None), default=None)
            for match in seats
        }
        since = [-1 if seq is None else seq for seq in upto.values()]
        cursor.execute(_MOVES_SINCE, [[*seats], [*seats.values()], since])
        rows = cursor.fetchall()
    found = {match: Unseen(seq, {}) for match, seq in upto.items()}
    for match, seat, moves in rows:
        found[match] = found[match]._replace(moves={**found[match].moves, seat: moves})
    return found


def unseen_of(player: Player, match: Match) -> Unseen:
    """Returns the events of a running match that a player has not seen; empty if they have no seat."""
    seats = Seat.objects.filter(match=match, player=player).values_list("number", flat=True)
    seat = seats.first() if match.status == Match.Status.RUNNING else None
    return Unseen(None, {}) if seat is None else unseen(player, {match.pk: seat})[match.pk]


def unseen_json(new: Unseen) -> list[UnseenOut]:
    """Returns the seats that have moved, in the form of responses."""
    return [{"seat": seat, "moves": moves} for seat, moves in new.moves.items()]
