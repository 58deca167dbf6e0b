"""Services that impose and end sanctions, and that save and answer appeals."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from events.base.clock import now_ms
from events.base.exceptions import FieldError, Malformed, NotFound
from events.base.signals import deactivated
from events.http.auth import forget_player
from events.oauth.services import grants_end
from events.timers.services import set_timer
from events.users.blocks import in_force
from events.users.models import BotAccount, Player, Sanction

SUSPENSION = Sanction.Kind.SUSPENSION
SUSPENSION_TIMER = "suspension"  # the kind of timer


def sanction_impose(*, player: Player, kind: str, reason: str, text: str, until_ms: int | None) -> Sanction:
    """Imposes a sanction. A suspended player can only read the sanction and appeal. Their bots are
    also suspended, and apps lose their access.

    Raises Malformed for an end in the past or a closed account.
    """
    if until_ms is not None and until_ms <= now_ms():
        raise Malformed(FieldError("/until", "out_of_range"))
    with transaction.atomic():
        locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if locked.closed_ms is not None:
            raise Malformed(FieldError("/player", "not_an_option"))
        sanction = Sanction.objects.create(
            player=locked, kind=kind, reason=reason, text=text, created_ms=now_ms(), until_ms=until_ms
        )
        if kind == SUSPENSION:
            theirs = list(_accounts_of(locked.pk))
            Player.objects.filter(pk__in=[each.pk for each in theirs]).update(is_active=False)
            for each in theirs:
                grants_end(each)
            deactivated.send(sender=Player, players=[each.pk for each in theirs])
            if until_ms is not None:
                set_timer(SUSPENSION_TIMER, str(sanction.pk), until_ms)
    _forget_accounts(player.pk)
    return sanction


def sanction_end(*, sanction: Sanction) -> None:
    """Ends a sanction. The player becomes active again unless another sanction suspends them."""
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=sanction.player_id)
        ended = Sanction.objects.filter(pk=sanction.pk, ended_ms=None).update(ended_ms=now_ms())
        if ended and sanction.kind == SUSPENSION:
            _reinstate(sanction.player_id)
    _forget_accounts(sanction.player_id)


def suspension_end(sanction_id: str) -> None:
    """Ends a suspension that has expired."""
    for sanction in Sanction.objects.filter(pk=sanction_id, kind=SUSPENSION, ended_ms=None, until_ms__lte=now_ms()):
        sanction_end(sanction=sanction)


def _reinstate(player_id: UUID) -> None:
    """Makes a player and their bots active, except accounts under another suspension and closed accounts."""
    whose = Q(player=OuterRef("pk")) | Q(player=OuterRef("bot__owner"))
    others = Sanction.objects.filter(in_force(now_ms()), whose, kind=SUSPENSION)
    _accounts_of(player_id).filter(~Exists(others), closed_ms=None).update(is_active=True)


def _accounts_of(player_id: UUID) -> QuerySet[Player]:
    """Returns a player and the bot accounts that they own."""
    return Player.objects.filter(Q(pk=player_id) | Q(pk__in=BotAccount.objects.filter(owner=player_id).values("pk")))


def _forget_accounts(player_id: UUID) -> None:
    """Clears this process's cache of active players. Other processes refresh their caches within seconds."""
    for pk in _accounts_of(player_id).values_list("pk", flat=True):
        forget_player(pk)


# Appeals


def appeal(*, player: Player, sanction_id: UUID, text: str) -> Sanction:
    """Saves a player's appeal against one of their sanctions. Raises NotFound, or Malformed for a second appeal."""
    own = Sanction.objects.filter(pk=sanction_id, player=player)
    if not own.filter(appealed_ms=None).update(appeal=text, appealed_ms=now_ms()):
        if own.exists():
            raise Malformed(FieldError("", "appealed_already"))
        raise NotFound()
    return own.get()


def appeal_answer(*, sanction: Sanction, text: str, upheld: bool) -> None:
    """Answers an appeal. An upheld appeal ends the sanction."""
    with transaction.atomic():
        open_appeal = Sanction.objects.filter(pk=sanction.pk, appealed_ms__isnull=False, answered_ms=None)
        if open_appeal.update(answer=text, answered_ms=now_ms()) and upheld:
            sanction_end(sanction=sanction)
