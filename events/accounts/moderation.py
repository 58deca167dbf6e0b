"""Services for reports: players create them, and the operator resolves them."""

from __future__ import annotations

from contextlib import suppress
from uuid import UUID

from django.db import transaction

from events.base.clock import now_ms
from events.base.exceptions import FieldError, Malformed, NotFound
from events.log import log
from events.log.access import access_to
from events.log.models import ActionEvent, FormerHolder, Seat
from events.matches.lobby.seats import message_withdraw
from events.moderation.models import Report
from events.users.models import Player
from events.users.named import player_named


def report_create(
    *,
    player: Player,
    reason: str,
    text: str,
    name: str | None = None,
    match_id: UUID | None = None,
    seq: int | None = None,
) -> Report:
    """Reports a player by name, or the message `seq` of a match that the reporter may see.

    Raises Malformed unless exactly one of the two is given and concerns another player. Raises NotFound for an unknown
    player or message.
    """
    if (name is None) == (match_id is None) or (match_id is None) != (seq is None):
        raise Malformed(FieldError("/name" if name is not None else "", "name_or_message"))
    reported = player_named(name) if name is not None else _speaker(player, match_id, seq)
    if reported.pk == player.pk:
        raise Malformed(FieldError("", "not_yourself"))
    return Report.objects.create(
        reporter=player, reported=reported, match_id=match_id, seq=seq, reason=reason, text=text, created_ms=now_ms()
    )


def _speaker(reporter: Player, match_id: UUID | None, seq: int | None) -> Player:
    """Returns the player who sent a message, who may have left the seat since.

    Raises NotFound if they left it before the start, because the server does not store who held it then.
    """
    assert match_id is not None and seq is not None
    match = access_to(match_id, reporter).match
    heard = ActionEvent.objects.filter(match=match, seq__lte=match.head_seq, type="message", seat__isnull=False)
    said = heard.filter(seq=seq).first()
    if said is None or said.seat is None:
        raise NotFound()
    if any(left.core["actor"] == said.seat for left in log.read(match.pk, seq, type="seat.left")):
        raise NotFound()
    former = FormerHolder.objects.filter(match=match, number=said.seat, seq__gt=seq).order_by("seq")
    present = Seat.objects.filter(match=match, number=said.seat)
    holder = former.select_related("player").first() or present.select_related("player").first()
    if holder is None or holder.player is None:
        raise NotFound()
    return holder.player


# The operator


def report_resolve(*, report: Report, upheld: bool) -> None:
    """Ends a report. An upheld report about a message withdraws the message for the report's reason."""
    with transaction.atomic():
        locked = Report.objects.select_for_update().get(pk=report.pk)
        if locked.state != Report.State.OPEN:
            return
        locked.state = Report.State.UPHELD if upheld else Report.State.DISMISSED
        locked.resolved_ms = now_ms()
        locked.save(update_fields=["state", "resolved_ms"])
        if upheld and locked.match_id is not None and locked.seq is not None:
            with suppress(NotFound):  # the message may have been withdrawn already
                message_withdraw(match_id=locked.match_id, seq=locked.seq, reason=locked.reason)
