"""The export of all matches of a player. Each line is one match, as the player may see it, with proofs.

The export is streamed.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import msgspec

from events.base.clock import rfc3339_or_none
from events.base.exceptions import NotFound
from events.log.access import Access, access_to
from events.log.models import Seat
from events.proofs.selectors import export_text, exporter_of, members_for
from events.users.models import Player

PAGE = 100  # the number of match ids in one query


def own_matches(player: Player) -> Iterator[bytes]:
    """Yields the lines in the order of the creation of the matches. Holds only a part of one match in memory."""
    for match_id in _ids(player):
        try:
            access = access_to(match_id, player)
        except NotFound:  # the player left the match, or the match was deleted, since the ids were read
            continue
        if access.seat is not None:
            yield from _line(access)


def _ids(player: Player) -> Iterator[UUID]:
    """Yields the ids of the matches in which a player holds a seat."""
    seats = Seat.objects.filter(player=player).order_by("match_id").values_list("match_id", flat=True)
    page = list(seats[:PAGE])
    while page:
        yield from page
        page = list(seats.filter(match_id__gt=page[-1])[:PAGE])


def _line(access: Access) -> Iterator[bytes]:
    match = access.match
    head = {
        "match": str(match.pk),
        "game": match.game,
        "status": match.status,
        "seat": access.seat,
        "ended_at": rfc3339_or_none(match.over_ms),
        "standings": match.standings,
    }
    yield msgspec.json.encode(head)[:-1] + b',"bundle":'
    if match.damaged_seq is None:
        yield from export_text(match, members_for(match, exporter_of(access)))
    else:
        yield b"null"
    yield b"}\n"
