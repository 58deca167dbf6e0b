"""Sanctions: imposing and ending them, and appeals."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef

from events.base.clock import now_ms
from events.base.exceptions import Fault, Malformed, NotFound
from events.models import Player, Sanction
from events.oauth.services import grants_end
from events.people.blocks import in_force

SUSPENSION = Sanction.Kind.SUSPENSION


def sanction_impose(*, player: Player, kind: str, reason: str, text: str, until_ms: int | None) -> Sanction:
    """Imposes a sanction. A suspended player can do nothing but read why, and appeal; programs of theirs are out.

    Raises Malformed for an end that has passed, or an account that is closed.
    """
    if until_ms is not None and until_ms <= now_ms():
        raise Malformed(Fault("/until", "out_of_range"))
    with transaction.atomic():
        locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if locked.closed_ms is not None:
            raise Malformed(Fault("/player", "not_an_option"))
        sanction = Sanction.objects.create(
            player=locked, kind=kind, reason=reason, text=text, created_ms=now_ms(), until_ms=until_ms
        )
        if kind == SUSPENSION:
            Player.objects.filter(pk=locked.pk).update(is_active=False)
            grants_end(locked)
    return sanction


def sanction_end(*, sanction: Sanction) -> None:
    """Takes a sanction back; a player whom no other one suspends is active again."""
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=sanction.player_id)
        ended = Sanction.objects.filter(pk=sanction.pk, ended_ms=None).update(ended_ms=now_ms())
        if ended and sanction.kind == SUSPENSION:
            _reinstate(sanction.player_id)


def suspensions_end() -> int:
    """Ends the suspensions whose time is over; returns how many. For the sweeper."""
    due = Sanction.objects.filter(kind=SUSPENSION, ended_ms=None, until_ms__lte=now_ms())
    for sanction in list(due.order_by("until_ms")[:100]):
        sanction_end(sanction=sanction)
    return 0


def _reinstate(player_id: UUID) -> None:
    """Makes a player active whom nothing suspends; an account that its player has closed stays closed."""
    others = Sanction.objects.filter(in_force(now_ms()), player=OuterRef("pk"), kind=SUSPENSION)
    Player.objects.filter(~Exists(others), pk=player_id, closed_ms=None).update(is_active=True)


# Appeals


def appeal(*, player: Player, sanction_id: UUID, text: str) -> Sanction:
    """A player's words to one of their sanctions, once; raises NotFound, or Malformed if they have appealed already."""
    own = Sanction.objects.filter(pk=sanction_id, player=player)
    if not own.filter(appealed_ms=None).update(appeal=text, appealed_ms=now_ms()):
        if own.exists():
            raise Malformed(Fault("", "appealed_already"))
        raise NotFound()
    return own.get()


def appeal_answer(*, sanction: Sanction, text: str, upheld: bool) -> None:
    """Answers an appeal; one that is right ends the sanction."""
    with transaction.atomic():
        open_appeal = Sanction.objects.filter(pk=sanction.pk, appealed_ms__isnull=False, answered_ms=None)
        if open_appeal.update(answer=text, answered_ms=now_ms()) and upheld:
            sanction_end(sanction=sanction)
