"""Closing an account: the name and everything else about the player vanish, and their matches go on without them.

The row of the player stays, without a name, since ratings of others are computed from who sat where. Logs hold numbers
of seats alone, so they stay as they are and keep verifying.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import structlog
from django.db import DatabaseError, transaction
from django.utils import timezone

from events.clock import now_ms
from events.exceptions import Forbidden, Problem
from events.models import (
    Analysis,
    Avoidance,
    BotAccount,
    Command,
    Invitation,
    Letter,
    Looking,
    Match,
    Notice,
    Player,
    PushSubscription,
    ReplayLink,
    Seat,
    StreamTicket,
    Token,
    WaitingPlayer,
    Webhook,
)
from events.selectors.access import ENDED
from events.services.matches import abort, lock_match
from events.services.recording import announce
from events.services.seats import free, resign
from events.services.substitutes import seat_empty
from events.services.waiting_lists import waiting_offer

RECENT = timedelta(minutes=10)  # how fresh a sign-in has to be
SETTLED_MS = 3_600_000  # how long the sweeper looks for seats that a closed account still has

log = structlog.get_logger()


def account_close(*, player: Player, token: Token | None) -> None:
    """Closes a player's account, and those of their programs. token: the one of the request; None for a session.

    Raises Forbidden unless the player has signed in within ten minutes, except for a guest, who cannot sign in again.
    """
    signed_in = player.last_login if token is None else token.created_at
    if player.has_usable_password() and (signed_in is None or timezone.now() - signed_in > RECENT):
        raise Forbidden(text="sign_in_again")
    with transaction.atomic():
        programs = list(BotAccount.objects.filter(owner=player).values_list("player_id", flat=True))
        for player_id in (player.pk, *programs):
            _close(player_id)
    for player_id in (player.pk, *programs):
        _leave_all(player_id)


def _close(player_id: UUID) -> None:
    """Removes everything that is stored about a player, but for the row that matches refer to."""
    closed = Player.objects.select_for_update().get(pk=player_id)
    _forget(closed)
    models = (Token, StreamTicket, Webhook, PushSubscription, Letter, Notice, Looking, Avoidance, Analysis, ReplayLink,
              WaitingPlayer)  # fmt: skip
    for model in models:
        model.objects.filter(player=closed).delete()  # type: ignore[attr-defined]
    BotAccount.objects.filter(player=closed).delete()
    Command.objects.filter(scope__startswith=f"{closed.pk} ").delete()
    Invitation.objects.filter(match__creator=closed).delete()


def _forget(player: Player) -> None:
    """Removes everything that the row of a player says about them."""
    player.name, player.name_key, player.email = "", f"closed {player.pk.hex}", None
    player.is_email_confirmed = player.is_active = player.is_staff = player.is_superuser = player.is_auditor = False
    player.notifications, player.language, player.closed_ms, player.last_login = {}, "en", now_ms(), None
    player.shows_presence = False
    player.set_unusable_password()
    player.save()


def accounts_settle() -> int:
    """Leaves the seats that accounts still have although they are closed; returns how many accounts have some.

    For the sweeper: a match was busy, or a request that was under way took one more seat.
    """
    recent = Seat.objects.filter(player__closed_ms__gt=now_ms() - SETTLED_MS, resigned=False)
    players = set(recent.filter(match__status__in=_LEFT).values_list("player_id", flat=True))
    for player_id in players:
        assert player_id is not None
        _leave_all(player_id)
    return len(players)


_LEFT = (Match.Status.OPEN, Match.Status.RUNNING)


def _leave_all(player_id: UUID) -> None:
    """Leaves every match, one after another; one that is busy waits for the sweeper."""
    mine = Match.objects.filter(seats__player=player_id) | Match.objects.filter(creator=player_id)
    mine |= Match.objects.filter(seats__invited=player_id)
    matches = list(mine.exclude(status__in=ENDED).order_by("pk").distinct().values_list("pk", flat=True))
    Seat.objects.filter(invited=player_id).update(invited=None)
    for match_id in matches:
        try:
            _leave(match_id, player_id)
        except (Problem, DatabaseError) as error:
            log.info("match_not_left", match=str(match_id), error=type(error).__name__)


def _leave(match_id: UUID, player_id: UUID) -> None:
    """Leaves a match: an open one of the player's own ends; in a running one, a substitute is wanted, or the seat goes
    on by default moves. A seat that was reserved for the player is offered to those who wait."""
    with transaction.atomic():
        match = lock_match(match_id)
        seat = Seat.objects.filter(match=match, player=player_id, kind=Seat.Kind.PLAYER).first()
        if match.status == Match.Status.OPEN and match.creator_id == player_id:
            abort(match, by="player")
        elif seat is None or seat.resigned:
            if waiting_offer(match):
                announce(match)
        elif match.status == Match.Status.OPEN:
            free(match, seat)
        elif match.status == Match.Status.RUNNING and match.substitutes:
            seat_empty(match, seat)
        elif match.status == Match.Status.RUNNING:
            resign(match, seat)
