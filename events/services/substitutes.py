"""Leaving a running match that allows substitutes, and taking the seat of a player who left or is absent.

The seat goes on as it is: its cards, its sealed answers and its part in the match seed stay. A substitute sees what the
seat saw, so nobody who has held another seat of the match may become one.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from events import statements
from events.clock import now_ms
from events.exceptions import Forbidden, NotFound, NotSeated, SeatTaken
from events.models import ActionEvent, FormerHolder, Match, Pending, Player, Seat
from events.policies import DEFAULT_POLICY
from events.selectors import states
from events.services.matches import lock_match, require_status
from events.services.notices import takeover_notices
from events.services.pending import has_ready_bots, pending_work, rewrite_pending
from events.services.recording import announce, write

ANSWERING = ("move", "clock")


def seat_abandon(*, match_id: UUID, player: Player, number: int) -> None:
    """Leaves a running match that allows substitutes: a bot takes the player's seat.

    Raises NotFound if there is no such seat, NotSeated if it is another player's, MatchNotRunning, MatchOver, or
    Forbidden if the match allows no substitutes.
    """
    with transaction.atomic():
        match, seat = _running_seat(match_id, number)
        if seat.player_id != player.pk or seat.resigned:
            raise NotSeated()
        _replace(match, seat, None)


def seat_replace(*, match_id: UUID, player: Player, number: int) -> Seat:
    """Seats a player in place of one who left or is absent: the clock made the seat's last answer.

    Raises NotFound, MatchNotRunning, MatchOver; SeatTaken if the seat is not free in this way or the player has one;
    Forbidden if the match allows no substitutes or the player has held another seat of it.
    """
    with transaction.atomic():
        match, seat = _running_seat(match_id, number)
        if Seat.objects.filter(match=match, player=player).exists():
            raise SeatTaken()
        former = FormerHolder.objects.filter(match=match)
        if former.filter(player=player).exclude(number=number).exists():
            raise Forbidden()
        was_left = seat.kind == Seat.Kind.BOT and former.filter(number=number).exists()
        if seat.resigned or not (was_left or _is_absent(match, seat)):
            raise SeatTaken()
        _replace(match, seat, player)
    return Seat.objects.select_related("player").get(pk=seat.pk)


def seat_empty(match: Match, seat: Seat) -> None:
    """Gives a seat to a bot until somebody else takes it; the caller holds the match's lock."""
    _replace(match, seat, None)


def _running_seat(match_id: UUID, number: int) -> tuple[Match, Seat]:
    """A running match that allows substitutes, under its lock, and one of its seats."""
    match = lock_match(match_id)
    seat = Seat.objects.filter(match=match, number=number).first()
    if seat is None:
        raise NotFound()
    require_status(match, Match.Status.RUNNING)
    if not match.substitutes:
        raise Forbidden()
    return match, seat


def _is_absent(match: Match, seat: Seat) -> bool:
    """Whether the clock made the seat's last answer; of sealed answers the log does not say who made them."""
    if seat.kind != Seat.Kind.PLAYER:
        return False
    answers = ActionEvent.objects.filter(match=match, seat=seat.number, type__in=ANSWERING).order_by("-seq")
    return answers.values_list("type", flat=True).first() == "clock"


def _replace(match: Match, seat: Seat, player: Player | None) -> None:
    """Writes that a player, or (None) a bot, has the seat from now on; the caller holds the match's lock."""
    policy = "" if player else DEFAULT_POLICY
    event = write(match, "seat.replaced", seat=seat.number, by="player", policy=policy or None)
    if seat.kind == Seat.Kind.PLAYER:
        FormerHolder.objects.create(match=match, number=seat.number, player_id=seat.player_id, seq=event.seq)
    kind = Seat.Kind.PLAYER if player else Seat.Kind.BOT
    Seat.objects.filter(pk=seat.pk).update(kind=kind, player=player, policy=policy, consents={})
    Pending.objects.filter(match=match, seat=seat.number).delete()  # with the lease of a bot that is still thinking
    match_state = states.head(match)
    rewrite_pending(match, match_state)
    occupant = states.stored_occupants(match)[seat.number]
    if notices := takeover_notices(match, occupant, match_state):
        assert player is not None
        statements.notify(match.pk, [player.pk], notices, now_ms())
    announce(match, bots=has_ready_bots(pending_work(match, match_state)))
