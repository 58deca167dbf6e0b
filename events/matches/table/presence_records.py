"""The players who look at a match. They have an open stream of the match and need no notifications of it.

Others see who looks, if the player allows it. An open page that is hidden, or untouched for minutes, reports that the
player does not look. If a process dies, its rows remain and count until `until_ms`.
"""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from events.base.clock import now_ms
from events.log.models import Seat
from events.matches.record.seen import seen_note
from events.notifications.models import Presence
from events.notifications.needs import looked_away
from events.users.models import Player

RENEWED_MS = 20_000  # the interval at which a process renews its rows
LIFE_MS = 50_000


def presence_begin(
    *, presence_id: UUID, player_id: UUID, match_id: UUID, page: UUID | None = None, is_looking: bool = True
) -> None:
    """Stores that a player has an open stream of a match.

    Stores nothing for a player who has no seat and does not show their presence, because such a player receives no
    notifications and is not shown.
    """
    seated = Seat.objects.filter(match=match_id, player=player_id)
    if seated.exists() or Player.objects.filter(pk=player_id, shows_presence=True).exists():
        Presence.objects.create(
            id=presence_id,
            player_id=player_id,
            match_id=match_id,
            until_ms=now_ms() + LIFE_MS,
            page=page,
            is_looking=is_looking,
        )


def page_presence_set(
    *, player_id: UUID, match_id: UUID, page: UUID, is_looking: bool, seen: int | None = None
) -> None:
    """Stores whether the player looks at an open page, if a stream of that page is open.

    seen: the last event that the page has shown; None: unknown. A player who looks away without `seen` has seen all
    events.
    """
    if seen is not None or not is_looking:
        seen_note(player_id=player_id, match_id=match_id, seq=seen)
    pages = Presence.objects.filter(player=player_id, match=match_id, page=page).exclude(is_looking=is_looking)
    if pages.update(is_looking=is_looking) and not is_looking:
        looked_away(player_id, match_id)


def presences_renew(*, presence_ids: Collection[UUID]) -> None:
    """Extends the rows of streams that are still open."""
    Presence.objects.filter(pk__in=presence_ids).update(until_ms=now_ms() + LIFE_MS)


def presence_end(*, presence_id: UUID) -> None:
    """Stores that a stream is closed. For a stream without a page, also stores that its player has seen all events."""
    presence = Presence.objects.filter(pk=presence_id).first()
    if presence is None:
        return
    presence.delete()
    if presence.page is None:
        seen_note(player_id=presence.player_id, match_id=presence.match_id)
    looked_away(presence.player_id, presence.match_id)


def looks_prune() -> int:
    """Deletes expired rows, which dead processes left behind; returns their number."""
    left = Presence.objects.filter(until_ms__lte=now_ms())
    looks = set(left.values_list("player_id", "match_id"))
    pruned = left.delete()[0]
    for player_id, match_id in looks:
        looked_away(player_id, match_id)
    return pruned
