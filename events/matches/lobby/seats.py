"""Taking, freeing and resigning seats, and messages to the table."""

from __future__ import annotations

import os
from typing import Any
from uuid import UUID

from django.db import transaction

from events.base.canonical_json import canonical_json
from events.base.exceptions import FieldError, Forbidden, Malformed, NotFound
from events.base.fairness import cell_commit
from events.base.publishing import publish
from events.log import log, states
from events.log.delays import match_known_to
from events.log.errors import NotSeated
from events.log.locking import lock_match, require_status
from events.log.log import StoredEvent
from events.log.match_seeds import drop
from events.log.match_state.rules import game_of
from events.log.models import Match, Seat, Withdrawable
from events.matches.errors import Paused, SeatTaken
from events.matches.lobby.club_tables import is_closed, may_sit
from events.matches.lobby.rematch_of import wake_finished
from events.matches.lobby.seeds import seed_kind
from events.matches.lobby.services import start_if_full, take
from events.matches.lobby.waiting_lists import waiting_offer
from events.matches.record.recording import announce, rng_of, write, write_outcome
from events.notifications.services import message_notify
from events.users.blocks import blocks, require_voice
from events.users.models import Player


def seat_take(
    *,
    match_id: UUID,
    player: Player,
    number: int | None,
    nonce: bytes | None,
    commit: bytes | None = None,
    has_link: bool = False,
) -> Seat:
    """Seats a player. None as number: the seat reserved for the player, or else the first free seat.

    nonce: the player's 32 bytes for the match seed. commit: the player's commitment, in a match with commit-reveal.
    has_link: whether a link invites the player, who may then sit down at a private match.
    Starts a full match if its creator chose `when_full`. Raises SeatTaken.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        require_status(match_known_to(match, player), Match.Status.OPEN)
        seat = _free_seat(match, player, number, has_link)
        take(match, seat.number, player=player, nonce=nonce, commit=commit)
        wake_finished(match)
        start_if_full(match)
        announce(match)
    return Seat.objects.select_related("player").get(match=match, pk=seat.pk)


def _free_seat(match: Match, player: Player, number: int | None, has_link: bool) -> Seat:
    seats = list(Seat.objects.filter(match=match).order_by("number"))
    if any(seat.player_id == player.pk for seat in seats):
        raise SeatTaken()
    if number is not None and not 0 <= number < len(seats):
        raise Malformed(FieldError("/seat", "out_of_range"))
    # Bots may take only seats that are reserved for them, unless they have a link.
    welcome = (player.pk,) if player.is_bot and not has_link else (None, player.pk)
    free = [seat for seat in seats if seat.kind == Seat.Kind.OPEN and seat.invited_id in welcome]
    free.sort(key=lambda seat: (seat.invited_id != player.pk, seat.number))
    candidates = [seat for seat in free if number in (None, seat.number)]
    if not candidates:
        raise SeatTaken()
    is_invited = has_link or player.pk in (candidates[0].invited_id, match.creator_id)
    if match.visibility == Match.Visibility.PRIVATE and not (is_closed(match) or is_invited):
        raise Forbidden()
    if not may_sit(match, player):
        raise Forbidden()
    if blocks(match.creator_id, player.pk) or (player.is_bot and match.rated):
        raise Forbidden()
    return candidates[0]


def seat_leave(*, match_id: UUID, player: Player, number: int) -> None:
    """Frees a seat before the start. Players can free their own seat; the creator of the match can free any seat.

    An invited player declines the reserved seat in this way. To leave a running match, see
    `events.matches.lobby.substitutes`.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        seat = Seat.objects.filter(match=match, number=number).first()
        if seat is None:
            raise NotFound()
        require_status(match, Match.Status.OPEN)
        if player.pk not in (seat.player_id, seat.invited_id, match.creator_id) and not player.is_staff:
            raise Forbidden()
        if seat.kind == Seat.Kind.OPEN and seat.invited_id is None:
            raise NotFound()
        free(match, seat)
        announce(match)


def free(match: Match, seat: Seat, invited: Player | None = None) -> None:
    """Frees a seat before the start. invited: the player for whom the seat is reserved from now on."""
    if seat.kind != Seat.Kind.OPEN:
        write(match, "seat.left", seat=seat.number, by="player")
        drop(match, seed_kind(seat.number))
    Seat.objects.filter(match=match, pk=seat.pk).update(
        kind=Seat.Kind.OPEN,
        player=None,
        policy="",
        is_bot_account=False,
        nonce=None,
        commit=None,
        invited=invited,
    )
    publish(match.pk)
    if invited is None:
        waiting_offer(match)
    wake_finished(match)


def seat_resign(*, match_id: UUID, player: Player) -> tuple[StoredEvent, bool]:
    """Resigns a seat in a running match; the rules of the game determine the consequences.

    Returns the event, and whether the seat had resigned before. Resigning twice changes nothing.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        seat = Seat.objects.filter(match=match, player=player).first()
        if seat is None:
            raise NotSeated()
        if seat.resigned:
            resignations = log.read(match.id, type="seat.resigned")
            return next(event for event in resignations if event.core["actor"] == seat.number), True
        require_status(match, Match.Status.RUNNING)
        return resign(match, seat), False


def resign(match: Match, seat: Seat, by: str = "player") -> StoredEvent:
    """Resigns a seat for its player or for the clock. The caller holds the lock. Raises Paused."""
    if states.head(match).times.paused_at is not None:
        raise Paused()
    Seat.objects.filter(match=match, pk=seat.pk).update(resigned=True)
    match_state = states.head(match)
    outcome = game_of(match).resign(match_state.state, seat.number, rng_of(match))
    return write_outcome(match, match_state, "seat.resigned", outcome, by=by).event


def message_post(*, match_id: UUID, player: Player, text: str) -> StoredEvent:
    """Posts a public message to the table, as a hidden part of its event, so that an operator can withdraw it."""
    with transaction.atomic():
        match = lock_match(match_id)
        seat = Seat.objects.filter(match=match, player=player).values_list("number", flat=True).first()
        if seat is None:
            raise NotSeated()
        require_voice(player)
        event = _message(match, seat, text)
        message_notify(match, event.seq, seat)
        announce(match)
    return event


def _message(match: Match, seat: int, text: str) -> StoredEvent:
    seq, salt = match.head_seq + 1, os.urandom(32)
    commitment = cell_commit(match.id.bytes, seq, "text", salt, canonical_json(text)).hex()
    cell: dict[str, Any] = {"path": "text", "to": None, "c": commitment}
    event = write(match, "message", by="player", seat=seat, cells=[cell])
    Withdrawable.objects.create(match=match, seq=event.seq, path="text", salt=salt, value=text)
    return event


def message_withdraw(*, match_id: UUID, seq: int, reason: str) -> None:
    """Withdraws the text of a message for an operator. A new event records the message and the reason; the commitment
    stays.

    reason: a key of `events.users.models.ModerationReason`. Raises NotFound if the text is missing.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        deleted, _ = Withdrawable.objects.filter(match=match, seq=seq, path="text").delete()
        if not deleted:
            raise NotFound()
        write(match, "message", by="operator", withdrawn=seq, reason=reason)
        announce(match)
