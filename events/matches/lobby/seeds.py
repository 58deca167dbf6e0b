"""Commit and reveal: every seat commits to a seed, then every seat reveals its seed, and then the cards are dealt.

With nonces alone, an operator who colludes with the last player to sit down could choose the match seed. With
commitments, the last player can only refuse to reveal, and then the match is void. If a seat does not commit in time,
the server commits for it, and the log records this.
"""

from __future__ import annotations

import os
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from events.base.clock import now_ms
from events.base.exceptions import FieldError, Malformed, NotFound
from events.base.fairness import client_commit
from events.base.publishing import publish
from events.log import log, match_seeds
from events.log.errors import MatchNotOpen, MatchOver, MatchSealing, NotSeated
from events.log.models import ENDED, Match, PendingAction, Seat
from events.log.sealing import NO_PROMPT, is_closed, settles_seeds
from events.matches.record.pending import DEADLINE
from events.matches.record.recording import announce, deal, void, write
from events.timers.services import set_match_timers
from events.users.models import Player


def seed_kind(number: int) -> str:
    """Returns the kind of secret under which the server stores the seed that it generated for a seat."""
    return f"client_seed:{number}"


def seed_contribution(
    match: Match, number: int, source: str, nonce: bytes | None, commit: bytes | None
) -> dict[str, Any]:
    """Returns a seat's contribution to the match seed, for `seat.joined`: a nonce, or a commitment with commit-reveal.

    source: the kind of occupant, `player` or `bot`. If a player sends no contribution, the server generates a nonce
    now, or a commitment when commitments close. In a match of a shared deal the contribution is empty, because the seed
    was fixed before.
    """
    if match.deal is not None:
        return {"nonce": None, "source": None}
    if not settles_seeds(match):
        if commit is not None:
            raise Malformed(FieldError("/commit", "not_an_option"))
        nonce, members = nonce_contribution(source, nonce)
        Seat.objects.filter(match=match, number=number).update(nonce=nonce)
        return members
    if nonce is not None:
        raise Malformed(FieldError("/nonce", "not_an_option"))
    if source == "bot":
        commit = _make_seed(match, number)
    Seat.objects.filter(match=match, number=number).update(commit=commit)
    commitment = None if commit is None else commit.hex()
    return {"nonce": None, "source": source if commitment else None, "client_commit": commitment}


def nonce_contribution(source: str, nonce: bytes | None) -> tuple[bytes, dict[str, Any]]:
    """Returns a seat's nonce, which is random if the seat sends none, and the members of the event about it."""
    origin = "server" if source == "player" and nonce is None else source
    nonce = nonce or os.urandom(32)
    return nonce, {"nonce": nonce.hex(), "source": origin}


def _make_seed(match: Match, number: int) -> bytes:
    """Generates a seed for a seat and stores it encrypted; returns the commitment to it."""
    match_seeds.drop(match, seed_kind(number))
    return client_commit(match.id.bytes, number, match_seeds.make(match, seed_kind(number)))


def begin(match: Match) -> None:
    """Starts a full match: deals the cards, or with commit-reveal first collects commitments."""
    if not settles_seeds(match):
        deal(match)
        return
    match.status = Match.Status.SEALING
    Match.objects.filter(pk=match.pk).update(status=match.status)
    _set_deadline(match)
    _close_if_committed(match)


def _set_deadline(match: Match) -> int:
    deadline = now_ms() + 1000 * settings.COMPTOIR_SEALING_SECONDS
    item = PendingAction.objects.filter(match=match, prompt=NO_PROMPT, seat=None)
    if not item.update(required=False, deadline_ms=deadline):
        PendingAction.objects.create(match=match, prompt=NO_PROMPT, seat=None, required=False, deadline_ms=deadline)
    set_match_timers(match.pk, {DEADLINE: deadline})
    return deadline


def seed_commit(*, match_id: UUID, player: Player, number: int, commit: bytes | None) -> None:
    """Commits a seat to its seed. None as commit: the server generates the seed. A later commitment replaces an earlier
    one until commitments close.
    """
    with transaction.atomic():
        match, seat = _own_seat(match_id, player, number)
        _require_settling(match)
        if is_closed(match):
            raise MatchSealing()
        _commit(match, seat, commit, by="player")
        if match.status == Match.Status.SEALING:
            _close_if_committed(match)
        announce(match)


def _own_seat(match_id: UUID, player: Player, number: int) -> tuple[Match, Seat]:
    """Returns the match under its lock, and the player's seat of that number."""
    try:
        match = log.lock(match_id)
    except Match.DoesNotExist:
        raise NotFound() from None
    seat = Seat.objects.filter(match=match, number=number, player=player).first()
    if seat is None:
        raise NotSeated()
    return match, seat


def _require_settling(match: Match) -> None:
    """Raises the appropriate problem unless the match uses commit-reveal and its cards are not dealt yet."""
    if match.status in ENDED:
        raise MatchOver()
    if not settles_seeds(match) or match.status not in (Match.Status.OPEN, Match.Status.SEALING):
        raise MatchNotOpen()


def _commit(match: Match, seat: Seat, commit: bytes | None, by: str) -> None:
    source = "server" if commit is None else "player"
    if commit is None:
        commit = _make_seed(match, seat.number)
    else:
        match_seeds.drop(match, seed_kind(seat.number))
    Seat.objects.filter(match=match, pk=seat.pk).update(commit=commit)
    publish(match.pk)
    write(match, "seed.committed", by=by, seat=seat.number, client_commit=commit.hex(), source=source)


def _close_if_committed(match: Match) -> None:
    """Closes commitments after every seat has committed, and reveals the seeds that the server generated."""
    if Seat.objects.filter(match=match, commit__isnull=True).exists():
        return
    write(match, "seeds.closed", by="setup", deadline_ms=_set_deadline(match))
    for seat in Seat.objects.filter(match=match).order_by("number"):
        server_made = match_seeds.stored(match, seed_kind(seat.number))
        if server_made is not None:
            source = "bot" if seat.kind == Seat.Kind.BOT else "server"
            _reveal(match, seat, server_made, by="bot" if source == "bot" else "setup", source=source)
    _deal_if_revealed(match)


def seed_reveal(*, match_id: UUID, player: Player, number: int, seed: bytes) -> None:
    """Reveals the seed that a seat committed to; after the last seed, deals the cards.

    Raises MatchSealing before every seat has committed. Raises Malformed if the seed does not match the commitment. A
    repeated request changes nothing.
    """
    with transaction.atomic():
        match, seat = _own_seat(match_id, player, number)
        if seat.nonce is not None and bytes(seat.nonce) == seed:
            return
        _require_settling(match)
        if not is_closed(match):
            raise MatchSealing()
        if seat.commit is None or bytes(seat.commit) != client_commit(match.id.bytes, number, seed):
            raise Malformed(FieldError("/seed", "other_seed"))
        _reveal(match, seat, seed, by="player", source="player")
        _deal_if_revealed(match)
        announce(match)


def _reveal(match: Match, seat: Seat, seed: bytes, by: str, source: str) -> None:
    Seat.objects.filter(match=match, pk=seat.pk).update(nonce=seed)
    publish(match.pk)
    write(match, "seed.revealed", by=by, seat=seat.number, client_seed=seed.hex(), source=source)


def _deal_if_revealed(match: Match) -> None:
    if not Seat.objects.filter(match=match, nonce__isnull=True).exists():
        deal(match)


def sealing_expire(match: Match) -> bool:
    """Acts when the time to commit or to reveal is over; returns False if it is not over. The caller holds the lock.

    If commitments are missing, the server generates them. If a seed is missing, the match becomes void.
    """
    overdue = PendingAction.objects.filter(match=match, prompt=NO_PROMPT, deadline_ms__lte=now_ms()).exists()
    if match.status != Match.Status.SEALING or not overdue:
        return False
    if is_closed(match):
        _void(match)
    else:
        for seat in Seat.objects.filter(match=match, commit__isnull=True).order_by("number"):
            _commit(match, seat, None, by="setup")
        _close_if_committed(match)
    announce(match)
    return True


def _void(match: Match) -> None:
    missing = list(Seat.objects.filter(match=match, nonce__isnull=True).values_list("number", flat=True))
    void(match, Match.Status.VOID, by="clock", reason="no_reveal", seats=sorted(missing))
