"""The creation and revocation of links to replays."""

from __future__ import annotations

import secrets
from uuid import UUID

from django.db import transaction

from events.base.exceptions import Forbidden, NotFound
from events.log import log
from events.log.access import Access, seated
from events.log.delays import ENDS
from events.log.locking import lock_match
from events.log.models import ENDED
from events.matches.errors import MatchNotFinished
from events.matches.lobby.club_tables import is_closed
from events.replays.models import ReplayLink
from events.users.models import Player

ME, SPECTATOR = "me", "spectator"


def replay_link_create(*, access: Access, player: Player, audience: str) -> tuple[ReplayLink, bool]:
    """Returns the player's link to the replay of a finished match, and whether it is new. Each audience has one link.

    audience: `me` shows what the player's seat saw; `spectator` shows what everybody saw. The replay ends with the
    event that ended the match, because the seed, which is opened later, would reveal more than the audience saw. Raises
    NotSeated or MatchNotFinished; MatchNotFinished also while another match of the same deal may still be played.
    """
    seat = seated(access) if audience == ME else None
    if is_closed(access.match):
        raise Forbidden(text="of_a_closed_club")
    with transaction.atomic():
        match = lock_match(access.match.pk)
        if access.match.status not in ENDED or match.is_blinded:
            raise MatchNotFinished(text="replay_of_a_running_match")
        link = ReplayLink.objects.filter(match=match, player=player, seat=seat).first()
        if link is not None:
            return link, False
        (last,) = (event.seq for type in ENDS for event in log.read(match.pk, type=type))
        token = secrets.token_urlsafe(32)
        return ReplayLink.objects.create(match=match, player=player, seat=seat, seq=last, token=token), True


def replay_link_revoke(*, match_id: UUID, player: Player, link_id: UUID) -> None:
    """Revokes a link of the player. Raises NotFound if they have no such link."""
    if not ReplayLink.objects.filter(match_id=match_id, player=player, pk=link_id).delete()[0]:
        raise NotFound()
