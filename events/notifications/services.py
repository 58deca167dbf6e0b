"""The notifications of matches. They are written into the outbox of a match, in the transaction of the event that they
report.

A notification contains only public facts of the match. `your_turn` is written exactly when, by the public state, a
prompt begins to wait for the seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from events.base.clock import now_ms, rfc3339, rfc3339_or_none
from events.log.deadlines import deadline_ms
from events.log.match_state.folding import MatchState
from events.log.match_state.occupants import Occupant
from events.log.match_state.rules import game_of
from events.log.models import Match, PendingAction, Seat
from events.notifications import statements
from events.notifications.models import Notification
from events.users.blocks import players_muting
from games.kernel.state import Json

KEPT_MS = 7 * 86_400_000
PRUNED_AT_ONCE = 5_000
NEAR_MS = 3_600_000  # the longest time before a deadline at which the deadline is near
NEAR_SHARE = 4  # a deadline is near in the last quarter of the time for one move
REMINDER = "reminder"  # the kind of timer
NEAR_WITHOUT_CLOCK_MS = 15_000  # for prompts with their own time, usually in live matches

Facts = Mapping[str, Json]


def started_notices(match: Match, seats: Iterable[Occupant]) -> list[Facts]:
    """Returns the notifications that a match has started."""
    return _notices(match, Notification.Kind.MATCH_STARTED, {seat: {"seq": match.head_seq} for seat in seats})


def over_notices(match: Match, seats: Iterable[Occupant]) -> list[Facts]:
    """Returns the notifications that a match has ended, for any reason."""
    facts = {"seq": match.head_seq, "status": match.status, "standings": match.standings}
    return _notices(match, Notification.Kind.MATCH_OVER, {seat: facts for seat in seats})


def turn_notices(match: Match, seats: Iterable[Occupant], before: MatchState, after: MatchState) -> list[Facts]:
    """Returns the notifications for players whose prompts wait for them after a move but did not before."""
    new = {seat for _, seat in _waits(match, after) - _waits(match, before)}
    playing = [seat for seat in seats if seat.number in new and not seat.resigned]
    return _notices(match, Notification.Kind.YOUR_TURN, {seat: _turn(match, after, seat.number) for seat in playing})


def takeover_notices(match: Match, seat: Occupant, position: MatchState) -> list[Facts]:
    """Returns the notification for a player who has taken a seat; empty if the table does not wait for the seat."""
    waits = any(waiting == seat.number for _, waiting in _waits(match, position))
    return _notices(match, Notification.Kind.YOUR_TURN, {seat: _turn(match, position, seat.number)}) if waits else []


def _notices(match: Match, kind: str, facts: Mapping[Occupant, Facts]) -> list[Facts]:
    """Returns a notification for each seat that a player holds, in the form that `events/notifications/sql/notify.sql`
    reads.
    """
    return [
        {"player": seat.notified, "kind": kind, "data": {"game": match.game, "seat": seat.number, **of_seat}}
        for seat, of_seat in facts.items()
        if seat.notified is not None
    ]


def message_notify(match: Match, seq: int, speaker: int) -> None:
    """Notifies the other players of a match about a message, except the players who have muted its sender.

    The notification does not contain the text, which stays in the log, where an operator can withdraw it. speaker: the
    seat of the sender.
    """
    facts = {"seq": seq, "from": speaker}
    people = list(_people(match))
    muting = players_muting(next((seat.player_id for seat in people if seat.number == speaker), None))
    others = [seat for seat in people if seat.number != speaker and seat.player_id not in muting]
    _write(match, Notification.Kind.MESSAGE, {seat.player_id: {"seat": seat.number, **facts} for seat in others})  # type: ignore[misc]


def invitations_notify(match: Match) -> None:
    """Notifies the players for whom a new match reserves seats."""
    invited = Seat.objects.filter(match=match, invited__isnull=False).exclude(invited=match.creator_id)
    _write(match, Notification.Kind.INVITED, {seat.invited_id: {"seat": seat.number} for seat in invited})  # type: ignore[misc]


def invitation_notify(match: Match, seat: int, player: UUID) -> None:
    """Notifies a player that a seat was reserved for them."""
    _write(match, Notification.Kind.INVITED, {player: {"seat": seat}})


def _turn(match: Match, position: MatchState, seat: int) -> Facts:
    prompts = sorted(prompt for prompt, waiting in _waits(match, position) if waiting == seat)
    deadlines = [deadline_ms(position, position.state.prompts[prompt]) for prompt in prompts]
    soonest = min((at_ms for at_ms in deadlines if at_ms is not None), default=None)
    return {"seq": match.head_seq, "prompts": prompts, "deadline": rfc3339_or_none(soonest)}


def _waits(match: Match, position: MatchState) -> set[tuple[int, int]]:
    """Returns the seats that the table publicly waits for, as pairs of prompt and seat."""
    phases, state = game_of(match).phases, position.state
    return {
        (prompt.id, seat)
        for prompt in state.open_prompts
        for seat in phases[prompt.phase].required_seats(state, prompt)
    }


def near_ms(clock: Mapping[str, Any]) -> int:
    """Returns the time before a deadline at which it is near: a share of the time for a move, or of the bank."""
    seconds = clock.get("per_move") or clock.get("bank")
    return NEAR_WITHOUT_CLOCK_MS if seconds is None else min(NEAR_MS, 1000 * seconds // NEAR_SHARE)


def deadlines_notify(match_id: UUID) -> int | None:
    """Notifies players of a match whose deadlines are near, once for each prompt; returns the time for the next
    call.
    """
    match = Match.objects.only("clock").filter(pk=match_id, damaged_seq=None).first()
    near = 0 if match is None else near_ms(match.clock)
    later = None
    for prompt, seat, at_ms in () if match is None else statements.deadlines_to_notify(match_id, now_ms()):
        if at_ms > now_ms() + near:
            later = min(later or at_ms - near, at_ms - near)
        else:
            _notify_near(match_id, prompt, seat, at_ms)
    return later


def _notify_near(match_id: UUID, prompt: int, seat: int, at_ms: int) -> None:
    with transaction.atomic():
        item = PendingAction.objects.filter(match=match_id, prompt=prompt, seat=seat, is_reminded=False)
        if not item.update(is_reminded=True):
            return
        match = Match.objects.get(pk=match_id)
        player = Seat.objects.only("player_id").get(match=match, number=seat).player_id
        if player is None:
            return
        facts = {"seat": seat, "prompts": [prompt], "deadline": rfc3339(at_ms)}
        _write(match, Notification.Kind.DEADLINE_NEAR, {player: facts}, prompt)


def notices_prune() -> int:
    """Deletes some of the expired notifications; returns their number."""
    old = Notification.objects.filter(created_ms__lt=now_ms() - KEPT_MS).order_by("created_ms").values("pk")
    return Notification.objects.filter(pk__in=old[:PRUNED_AT_ONCE]).delete()[0]


def _people(match: Match) -> QuerySet[Seat]:
    """Returns the seats that players hold, including those that have resigned."""
    return Seat.objects.filter(match=match, kind=Seat.Kind.PLAYER, player__isnull=False).only("number", "player_id")


def _write(match: Match, kind: str, facts: Mapping[UUID, Facts], prompt: int | None = None) -> None:
    """Writes a notification to each player. facts: the members of the notification, by player."""
    if not facts:
        return
    notices = [
        {"player": player, "kind": kind, "prompt": prompt, "data": {"game": match.game, **of_player}}
        for player, of_player in facts.items()
    ]
    statements.notify(match.pk, notices, now_ms())
