"""The closing of an account: deletes the name and all other data of the player. Matches continue without the player.

The row of the player remains without a name, because the ratings of others are computed from the holders of seats. Logs
contain only seat numbers, so they do not change and can still be verified.
"""

from __future__ import annotations

from uuid import UUID

from django.apps import apps
from django.db import transaction

from events.base.clock import now_ms
from events.base.signals import deactivated
from events.clubs.services import clubs_leave
from events.log.models import IdempotencyRecord, Match, Seat
from events.matches.lobby.leaving import matches_leave
from events.matches.models import Invitation
from events.oauth.services import apps_close
from events.users.models import (
    BotAccount,
    Follow,
    Player,
    Token,
)
from events.users.services import require_fresh

SETTLED_MS = 3_600_000  # the time after closing during which `accounts_settle` searches for remaining seats
_LEFT = (Match.Status.OPEN, Match.Status.RUNNING)


def account_close(*, player: Player, token: Token | None) -> None:
    """Closes a player's account, and the accounts of their bots.

    token: the token of the request; None: the request has a session. Raises Forbidden unless the player is a guest or
    has signed in within the last ten minutes.
    """
    require_fresh(player, token)
    with transaction.atomic():
        bots = list(BotAccount.objects.filter(owner=player).values_list("player_id", flat=True))
        for player_id in (player.pk, *bots):
            _close(player_id)
        deactivated.send(sender=Player, players=[player.pk, *bots])
    for player_id in (player.pk, *bots):
        matches_leave(player_id=player_id)


def _close(player_id: UUID) -> None:
    """Removes all stored data of a player except the row that matches refer to.

    This includes the player's rows of all models with `ends_with_account`.
    """
    closed = Player.objects.select_for_update().get(pk=player_id)
    _forget(closed)
    clubs_leave(player_id)
    for model in apps.get_models():
        if getattr(model, "ends_with_account", False):
            model._default_manager.filter(player=closed).delete()
    Follow.objects.filter(other=closed).delete()
    BotAccount.objects.filter(player=closed).delete()
    apps_close(closed)
    replies = IdempotencyRecord.objects.filter(scope__startswith=f"{closed.pk} ")
    for owner in list(replies.values_list("owner", flat=True).distinct()):  # each deletion runs on one database node
        replies.filter(owner=owner).delete()
    Invitation.objects.filter(match__creator=closed).delete()


def _forget(player: Player) -> None:
    """Clears the personal data in the row of a player."""
    player.name, player.name_key, player.email = "", f"closed {player.pk.hex}", None
    player.is_email_confirmed = player.is_active = player.is_staff = player.is_superuser = player.is_auditor = False
    player.notifications, player.language, player.closed_ms, player.last_login = {}, "en", now_ms(), None
    player.shows_presence, player.quiet_hours, player.play_window, player.face = False, None, None, ""
    player.kept = player.reckoned = 0
    player.set_unusable_password()
    player.save()


def accounts_settle() -> int:
    """Frees seats that closed accounts still hold. Returns the number of these accounts.

    Such seats remain if a match was locked, or if a concurrent request took a further seat.
    """
    recent = Seat.objects.filter(player__closed_ms__gt=now_ms() - SETTLED_MS, resigned=False)
    players = set(recent.filter(match__status__in=_LEFT).values_list("player_id", flat=True))
    for player_id in players:
        assert player_id is not None
        matches_leave(player_id=player_id)
    return len(players)
