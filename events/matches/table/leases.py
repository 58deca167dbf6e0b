"""Leases of decisions by the programs of bot accounts: each decision is given to one process at a time.

Playing needs no lease. A lease only prevents two processes of one program from working on the same decision. It ends
with the move, when it is passed, or when it expires. In the last two cases the decision can be leased again.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from events.base.clock import now_ms
from events.base.publishing import publish
from events.log.idempotency import Reply
from events.log.models import ENDED, FormerHolder, Match, PendingAction, Seat
from events.matches.record.pending import BOTS_PAUSE_MS, ORDER, TurnLease, is_ready, turn_played
from events.matches.table.moves import Submission, move_submit
from events.users.models import Player

HELD = ("match_id", "match__status")
LOOKS = 3  # the number of queries for decisions, if other processes lease the found decisions first
TOPICS = 200
"""The number of a program's matches whose changes wake its streams; in other matches, notifications do."""


class Lease(NamedTuple):
    """A decision that a program has leased. required: whether the table waits for it; until_ms: the end of the
    lease.
    """

    match: uuid.UUID
    seat: int
    prompt: int
    token: uuid.UUID
    until_ms: int
    required: bool


def decisions_lease(*, player: Player, most: int, seconds: int, passed: Sequence[uuid.UUID] = ()) -> list[Lease]:
    """Leases the decisions of a bot account that have waited longest. It reads the decisions, then leases each within
    its match.

    passed: leases that end without a move. At an optional prompt the bot then waits until the next event of the match.
    """
    for token in passed:
        _pass(player, token)
    if passed:
        publish(f"player:{player.pk}")  # for a stream that may now lease another decision
    ready = _of(player).filter(is_ready()).select_related("match").order_by("ready_ms", *ORDER)
    leases: list[Lease] = []
    for _ in range(LOOKS):
        items = list(ready[: most - len(leases)])
        leased = [lease for item in items if (lease := _lease(item, now_ms() + 1000 * seconds)) is not None]
        leases += leased
        if len(leased) == len(items):
            break
    return leases


def _lease(item: PendingAction, until_ms: int) -> Lease | None:
    """Leases a decision if it is unchanged since it was read; returns None if another process has leased it."""
    assert item.seat is not None
    token = uuid.uuid4()
    same = PendingAction.objects.filter(
        match=item.match_id, prompt=item.prompt, seat=item.seat, lease_token=item.lease_token
    )
    if not same.filter(is_ready()).update(
        lease_ms=until_ms, lease_token=token, attempts=F("attempts") + 1, seen_seq=item.match.head_seq
    ):
        return None
    return Lease(item.match_id, item.seat, item.prompt, token, until_ms, item.required)


def _of(player: Player) -> QuerySet[PendingAction]:
    """Returns the decisions of the seats of a bot account."""
    seats = Seat.objects.filter(match=OuterRef("match"), player=player, resigned=False)
    running = Q(match__status=Match.Status.RUNNING, match__seats__player=player)
    return PendingAction.objects.filter(running, bot=True, seat=Subquery(seats.values("number")[:1]))


def _pass(player: Player, lease: uuid.UUID) -> None:
    """Ends a lease without a move. The decision can be leased again if the table requires it, or if an event has
    followed.

    Each statement locks one row, so it cannot deadlock with the rewriting of a match's pending work.
    """
    held = _of(player).filter(lease_token=lease, lease_ms__isnull=False).values_list("match_id", flat=True).first()
    if held is None:
        return
    mine = PendingAction.objects.filter(match=held, lease_token=lease, lease_ms__isnull=False)
    silent = mine.filter(required=False, match__head_seq__lte=F("seen_seq"))
    silent.update(ready_ms=None, lease_ms=None, attempts=0)
    mine.update(ready_ms=now_ms() + BOTS_PAUSE_MS, lease_ms=None)


def matches_ended(player: Player, matches: Sequence[uuid.UUID]) -> list[dict[str, str]]:
    """Returns the matches in which a player has nothing more to do, each with its status; omits the other matches."""
    if not matches:
        return []
    seats = Seat.objects.filter(player=player, match__in=matches)
    held = {match: (status, resigned) for match, status, resigned in seats.values_list(*HELD, "resigned")}
    former = FormerHolder.objects.filter(player=player, match__in=matches).exclude(match__in=held)
    held |= {match: (status, True) for match, status in former.values_list(*HELD)}
    return [
        {"match": str(match), "status": status}
        for match, (status, has_left) in held.items()
        if has_left or status in ENDED
    ]


def leases_held(player: Player, tokens: Sequence[uuid.UUID]) -> list[uuid.UUID]:
    """Returns the leases that have neither been answered nor passed and have not expired."""
    held = _of(player).filter(lease_token__in=tokens, lease_ms__gt=now_ms())
    return [token for token in held.values_list("lease_token", flat=True) if token is not None]


def next_decision_ms(player: Player, after_ms: int) -> int | None:
    """Returns the first time after `after_ms` when a waiting decision can be leased: after its pause or the end of its
    lease.
    """
    times = _of(player).filter(ready_ms__isnull=False).values_list("ready_ms", "lease_ms")
    ready = (max(ready or 0, lease or 0) for ready, lease in times)
    return min((at_ms for at_ms in ready if at_ms > after_ms), default=None)


def decision_topics(player: Player) -> list[str]:
    """Returns the topics whose changes can bring a decision: the player's notifications and newest matches."""
    matches = Seat.objects.filter(player=player, resigned=False, match__status=Match.Status.RUNNING)
    newest = matches.order_by("-match_id").values_list("match_id", flat=True)[:TOPICS]
    return [f"player:{player.pk}", *map(str, newest)]


def leased_move_submit(*, seat: int, submission: Submission, lease: uuid.UUID, match: Match) -> Reply:
    """Plays a move under a lease, and ends the lease. At an open prompt the bot may act again after a pause.

    Raises PreconditionFailed if the lease is no longer valid; otherwise as `move_submit`.
    """
    also, leased = (
        submission.precondition,
        PendingAction.objects.filter(match=match, lease_token=lease, lease_ms__isnull=False),
    )
    mine = leased.filter(seat=seat, prompt=submission.prompt)

    def precondition(now: Match) -> bool:
        return mine.exists() and (also is None or also(now))

    checked = submission._replace(precondition=precondition, lease=None if also else lease)
    reply = move_submit(match_id=match.pk, seat=seat, submission=checked, match=match)
    if checked.lease is None or reply.replayed:  # otherwise storing the move has ended the lease
        turn_played(TurnLease(match.pk, lease))
    return reply
