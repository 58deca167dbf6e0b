"""Leaving a running match that allows substitutes, and taking the seat of a player who left or is absent.

The seat keeps its cards, its sealed answers and its part in the match seed. A substitute sees everything that the seat
saw, so a player who has held another seat of the match cannot become a substitute.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction

from events.base.clock import now_ms
from events.base.exceptions import Forbidden, NotFound
from events.base.policies import DEFAULT_POLICY
from events.base.publishing import publish
from events.log import states
from events.log.delays import match_known_to
from events.log.errors import NotSeated
from events.log.locking import lock_match, require_status
from events.log.match_state.occupants import stored_occupants
from events.log.models import ActionEvent, FormerHolder, Match, PendingAction, Seat
from events.matches.errors import SeatTaken
from events.matches.models import OrderedAnswer, StandingOrder
from events.matches.record.pending import pending_work, ready_turns, rewrite_pending
from events.matches.record.recording import announce, write
from events.notifications import statements
from events.notifications.services import takeover_notices
from events.users.models import Player
from events.users.play_windows import hours_of

ANSWERING = ("move", "clock")
WANTED, KEPT = "wanted", "kept"


def seat_abandon(*, match_id: UUID, player: Player, number: int) -> None:
    """Leaves a running match that allows substitutes: a bot takes the player's seat.

    Raises NotFound, NotSeated, MatchNotRunning, MatchOver, or Forbidden if the match allows no substitutes.
    """
    with transaction.atomic():
        match, seat = _running_seat(match_id, number)
        if seat.player_id != player.pk or seat.resigned:
            raise NotSeated()
        _replace(match, seat, None, stand_in=WANTED)


def seat_stand_in(match: Match, seat: Seat, *, is_wanted: bool) -> None:
    """Gives the seat of an absent player to a bot when the player has missed a deadline. The caller holds the lock.

    is_wanted: whether any player may take the seat then, instead of only the absent player.
    """
    _replace(match, seat, None, by="clock", stand_in=WANTED if is_wanted else KEPT)


def seat_replace(*, match_id: UUID, player: Player, number: int) -> Seat:
    """Seats a player in the seat of a player who left or is absent, or lets the former player return.

    Raises NotFound, MatchNotRunning or MatchOver. Raises SeatTaken if the seat cannot be taken or the player already
    has a seat. Raises Forbidden if the match allows no substitutes or the player has held another seat of it.
    """
    with transaction.atomic():
        match, seat = _running_seat(match_id, number, player)
        if Seat.objects.filter(match=match, player=player).exists():
            raise SeatTaken()
        former = FormerHolder.objects.filter(match=match)
        if former.filter(player=player).exclude(number=number).exists():
            raise Forbidden()
        if seat.resigned or not (_is_free(match, seat, player) or _is_absent(match, seat)):
            raise SeatTaken()
        _replace(match, seat, player)
    return Seat.objects.select_related("player").get(match=match, pk=seat.pk)


def seat_empty(match: Match, seat: Seat) -> None:
    """Gives a seat to a bot until another player takes it. The caller holds the match's lock."""
    _replace(match, seat, None, stand_in=WANTED)


def _running_seat(match_id: UUID, number: int, player: Player | None = None) -> tuple[Match, Seat]:
    """Returns a running match, under its lock, and a seat. Raises Forbidden unless substitutes, or the return of this
    player, are allowed.
    """
    match = lock_match(match_id)
    seat = Seat.objects.filter(match=match, number=number).first()
    if seat is None:
        raise NotFound()
    require_status(match if player is None else match_known_to(match, player), Match.Status.RUNNING)
    if not match.substitutes and not (player is not None and _is_kept(match, seat, player)):
        raise Forbidden()
    if match.status != Match.Status.RUNNING:  # the match has ended, but the player may not know it yet
        raise SeatTaken()
    return match, seat


def _is_free(match: Match, seat: Seat, player: Player) -> bool:
    """Returns whether a bot has the seat and this player may take the seat back or replace the former player."""
    if seat.stand_in == KEPT:
        return _is_kept(match, seat, player)
    return seat.kind == Seat.Kind.BOT and FormerHolder.objects.filter(match=match, number=seat.number).exists()


def _is_kept(match: Match, seat: Seat, player: Player) -> bool:
    """Returns whether a bot keeps the seat for this player."""
    last = FormerHolder.objects.filter(match=match, number=seat.number).order_by("-seq").first()
    return seat.stand_in == KEPT and last is not None and last.player_id == player.pk


def _is_absent(match: Match, seat: Seat) -> bool:
    """Returns whether the clock gave the seat's last answer. The log does not record who gave sealed answers."""
    if seat.kind != Seat.Kind.PLAYER:
        return False
    answers = ActionEvent.objects.filter(match=match, seat=seat.number, type__in=ANSWERING).order_by("-seq")
    return answers.values_list("type", flat=True).first() == "clock"


def _renewal(match: Match, seat: Seat, player: Player | None) -> dict[str, Any]:
    """Returns the member `renewed` of the event that seats a substitute: the time of the seat starts again.

    Returns an empty dictionary for a player who returns, because leaving and returning must gain no time.
    """
    if player is None or FormerHolder.objects.filter(match=match, number=seat.number, player=player).exists():
        return {}
    return {"renewed": True}


def _replace(match: Match, seat: Seat, player: Player | None, *, by: str = "player", stand_in: str = "") -> None:
    """Writes that a player, or a bot (None), holds the seat from now on. The caller holds the match's lock."""
    policy = "" if player else DEFAULT_POLICY
    public = {**hours_of(match, player), **_renewal(match, seat, player)}
    event = write(match, "seat.replaced", seat=seat.number, by=by, policy=policy or None, **public)
    if seat.kind == Seat.Kind.PLAYER:
        FormerHolder.objects.create(match=match, number=seat.number, player_id=seat.player_id, seq=event.seq)
    kind = Seat.Kind.PLAYER if player else Seat.Kind.BOT
    Seat.objects.filter(match=match, pk=seat.pk).update(
        kind=kind,
        player=player,
        policy=policy,
        is_bot_account=player is not None and player.is_bot,
        consents={},
        stand_in=stand_in,
    )
    publish(match.pk)
    PendingAction.objects.filter(match=match, seat=seat.number).delete()  # also the lease of a bot that is thinking
    OrderedAnswer.objects.filter(match=match, seat=seat.number).delete()
    StandingOrder.objects.filter(match=match, seat=seat.number).delete()
    match_state = states.head(match)
    rewrite_pending(match, match_state)
    occupant = stored_occupants(match)[seat.number]
    if notices := takeover_notices(match, occupant, match_state):
        assert player is not None
        statements.notify(match.pk, notices, now_ms())
    announce(match, turns=ready_turns(pending_work(match, match_state)))
