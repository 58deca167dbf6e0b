"""Pending work after each event: prompts with a deadline, answers that the table waits for, and turns of bots."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import Exists, Min, OuterRef, Q, QuerySet, Subquery

from events.base.clock import now_ms
from events.base.policies import THINKING
from events.log.deadlines import deadline_ms, opens_ms
from events.log.match_state.folding import MatchState
from events.log.match_state.occupants import Occupant, occupants
from events.log.match_state.rules import game_of
from events.log.models import Match, PendingAction, SealedAnswer, Seat
from events.log.sealing import PAUSE
from events.matches.record import statements
from events.matches.record.statements import Readiness
from events.notifications.services import REMINDER, near_ms
from events.timers.services import set_match_timers
from games.kernel.state import Json, Prompt

LEASE_MS = 3_000  # renewed while the policy runs; the longest time for which a killed worker blocks a turn
# The pauses after the first failed attempt, after the second, and after later attempts.
PAUSES_MS = (5_000, 15_000, 45_000)
ATTEMPTS = 3
FURTHEST_MS = 300_000  # the longest delay or lease; a later time comes from a clock that was ahead
LONGEST_WAIT_MS = 240_000  # the time after which a waiting bot asks again; less than FURTHEST_MS
ORDER = ("match_id", "prompt", "seat")  # without `order_by`, PostgreSQL returns rows in an arbitrary order
BOTS_PAUSE_MS = 1_000  # the pause between two moves of a bot at an open prompt, in which people can act
RESEND_MS = 1_000  # the time after which the message about a ready turn is sent again
DEADLINE, TURN = "deadline", "turn"  # kinds of timers


def rewrite_pending(match: Match, match_state: MatchState) -> None:
    """Replaces a match's pending work with the pending work of a state. Remaining items keep their leases.

    The caller holds the lock.
    """
    work = pending_work(match, match_state)
    statements.rewrite_pending(match.pk, match_state.seq, work, now_ms() + BOTS_PAUSE_MS)
    set_match_timers(match.pk, timers_of(match, work))


def timers_of(match: Match, work: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Returns the next times for the clock, for a reminder, and for the bots, by kind of timer."""
    timers = dict[str, int]()
    if deadlines := [item["deadline_ms"] for item in work if item["deadline_ms"] is not None]:
        timers[DEADLINE] = min(deadlines)
        if any(item["required"] and not item["bot"] for item in work):
            timers[REMINDER] = max(now_ms(), min(deadlines) - near_ms(match.clock))
    if any(item["policy"] for item in work):
        timers[TURN] = now_ms() + RESEND_MS
    return timers


def pending_work(match: Match, match_state: MatchState) -> list[dict[str, Json]]:
    """Returns all pending work of a running match, or the end of a pause (`events/log/sql/rewrite_pending.sql`)."""
    if match_state.times.paused_at is not None:
        return [_item(PAUSE, deadline_ms=match_state.times.until_ms)]
    return list(_pending_of(match, match_state))


def _item(prompt: int, **members: Json) -> dict[str, Json]:
    """Returns an item of pending work that is not assigned to a seat."""
    empty = {
        "seat": None,
        "required": False,
        "bot": False,
        "ready_ms": None,
        "deadline_ms": None,
        "opens_ms": None,
        "policy": None,
        "attended": False,
    }
    return {"prompt": prompt, **empty, **members}


class ReadyTurn(NamedTuple):
    """A bot's turn that a worker can take now. thinks: whether the bot searches; attended: whether a person plays."""

    prompt: int
    seat: int
    thinks: bool
    attended: bool


def ready_turns(work: Iterable[Mapping[str, Any]]) -> list[ReadyTurn]:
    """Returns the bots' turns in the pending work that workers can take now."""
    return [
        ReadyTurn(item["prompt"], item["seat"], item["policy"] in THINKING, item["attended"])
        for item in work
        if item["policy"] and item["ready_ms"] <= now_ms()
    ]


def _pending_of(match: Match, match_state: MatchState) -> Iterator[dict[str, Json]]:
    game, state, seats = game_of(match), match_state.state, occupants(match, match_state)
    attended = any(seat.notified and not seat.resigned and not seat.is_bot_account for seat in seats)
    answered = answered_seats(match) if any(game.is_sealed(prompt) for prompt in state.open_prompts) else set()
    for prompt in state.open_prompts:
        required = set(game.phases[prompt.phase].required_seats(state, prompt))
        sealed = game.is_sealed(prompt)
        missing = [number for number in prompt.seats if (prompt.id, number) not in answered]
        for number in missing if sealed else prompt.seats:
            if number in required or seats[number].is_leased:
                yield _seat_item(match_state, prompt, seats[number], number in required, sealed, attended)
        if sealed or prompt.mode == "open":
            present = [number for number in missing if not seats[number].resigned] if sealed else None
            yield _prompt_item(match, match_state, prompt, present)


def answered_seats(match: Match) -> set[tuple[int, int]]:
    """Returns the seats that have answered sealed prompts, as pairs of prompt and seat."""
    return set(SealedAnswer.objects.filter(match=match).values_list("prompt", "seat"))


def _seat_item(
    match_state: MatchState, prompt: Prompt, seat: Occupant, required: bool, sealed: bool, attended: bool
) -> dict[str, Json]:
    """Returns the item of a seat that a prompt waits for, or whose bot may move. policy: only for bots that workers
    play.
    """
    once = prompt.mode == "once" and not sealed
    deadline = deadline_ms(match_state, prompt) if once else None
    pause = BOTS_PAUSE_MS if prompt.mode == "open" else 0
    return {
        "prompt": prompt.id,
        "seat": seat.number,
        "required": required,
        "bot": seat.is_leased,
        "opens_ms": None,
        "deadline_ms": now_ms() if seat.resigned and once else deadline,
        "ready_ms": now_ms() + pause if seat.is_leased else None,
        "policy": seat.policy if seat.is_bot else None,
        "attended": attended,
    }


def _prompt_item(match: Match, match_state: MatchState, prompt: Prompt, missing: list[int] | None) -> dict[str, Json]:
    """Returns the item of the prompt itself.

    Its deadline is the deadline of the prompt; or, if all sealed answers are given, the time when they may take effect.
    """
    deadline = deadline_ms(match_state, prompt)
    if missing == []:
        deadline = max(now_ms(), opens_ms(match_state, prompt))
    opens = opens_ms(match_state, prompt) if prompt.window else None
    return _item(prompt.id, deadline_ms=deadline, opens_ms=opens)


def overdue_prompts(match_id: uuid.UUID) -> list[tuple[int, int | None]]:
    """Returns the overdue prompts of a match as pairs of prompt and seat, the oldest first; an empty list if its log is
    damaged.
    """
    overdue = _with_deadline(match_id).filter(deadline_ms__lte=now_ms())
    return list(overdue.order_by("deadline_ms", "prompt", "seat").values_list("prompt", "seat"))


def next_deadline_ms(match_id: uuid.UUID) -> int | None:
    """Returns the earliest deadline of a match; None if its log is damaged."""
    earliest: int | None = _with_deadline(match_id).aggregate(Min("deadline_ms"))["deadline_ms__min"]
    return earliest


def _with_deadline(match_id: uuid.UUID) -> QuerySet[PendingAction]:
    return PendingAction.objects.filter(match=match_id, deadline_ms__isnull=False, match__damaged_seq=None)


def overdue_claim(match_id: uuid.UUID, prompt: int, seat: int | None) -> bool:
    """Locks an overdue item until the transaction ends. Returns False if the item is gone or another process has locked
    the item or its match.

    It never waits for a lock: a move that is being stored is in time, and another scheduler does the same work.
    """
    overdue = PendingAction.objects.filter(match=match_id, prompt=prompt, seat=seat, deadline_ms__lte=now_ms())
    claimed = overdue.select_for_update(skip_locked=True).values_list("pk", flat=True).first()
    return claimed is not None and statements.try_lock(match_id)


def _readiness() -> Readiness:
    """Returns the current conditions under which workers may take turns."""
    return Readiness(now_ms(), now_ms() + FURTHEST_MS, ATTEMPTS)


def attending(match: uuid.UUID) -> QuerySet[Seat]:
    """Returns the seats of a match in which a person still plays."""
    return Seat.objects.filter(match_id=match, kind=Seat.Kind.PLAYER, resigned=False).exclude(player__is_bot=True)


def _of_bot_account() -> Exists:
    """Returns a filter for turns that a bot account's program leases instead of a worker."""
    return Exists(Seat.objects.filter(match=OuterRef("match"), number=OuterRef("seat"), kind=Seat.Kind.PLAYER))


def is_ready() -> Q:
    """Returns a filter for turns that can be leased now."""
    return _unleased() & _has_begun()


def _unleased() -> Q:
    return Q(lease_ms__isnull=True) | Q(lease_ms__lt=now_ms()) | Q(lease_ms__gt=now_ms() + FURTHEST_MS)


def _has_begun() -> Q:
    return Q(ready_ms__lte=now_ms()) | Q(ready_ms__gt=now_ms() + FURTHEST_MS)


class TurnLease(NamedTuple):
    """The right to play a turn of a bot in a match. ready_ms: the time from which the turn could be played."""

    match: uuid.UUID
    token: uuid.UUID
    ready_ms: int = 0


def turn_lease(*, match_id: uuid.UUID, prompt: int, seat: int) -> TurnLease | None:
    """Leases a bot's turn; returns the lease, or None if the turn is leased or not ready.

    A lease is short, and its holder renews it (`lease_renew`). It expires if the holder dies.
    """
    token = uuid.uuid4()
    ready_ms = statements.lease_turn(_readiness(), (match_id, prompt, seat), token, now_ms() + LEASE_MS)
    return None if ready_ms is None else TurnLease(match_id, token, ready_ms)


def lease_renew(lease: TurnLease) -> bool:
    """Extends a lease; returns False if the lease is no longer valid."""
    return bool(_leased(lease).update(lease_ms=now_ms() + LEASE_MS))


def lease_holds(lease: TurnLease) -> bool:
    """Returns whether the lease is still valid: no other worker has leased the turn, and the turn has not ended."""
    return _leased(lease).exists()


def _leased(lease: TurnLease) -> QuerySet[PendingAction]:
    return PendingAction.objects.filter(match=lease.match, lease_token=lease.token, lease_ms__isnull=False)


def turn_failed(lease: TurnLease) -> None:
    """Ends a lease after a failure; each failure makes the pause before the next attempt longer."""
    for attempts in _leased(lease).values_list("attempts", flat=True):
        pause = PAUSES_MS[min(attempts, len(PAUSES_MS)) - 1]
        _leased(lease).update(ready_ms=now_ms() + pause, lease_ms=None)


def turn_passed(lease: TurnLease, seq: int) -> None:
    """Ends the turn of a bot that did not move after event `seq`. The next event makes the turn ready again."""
    item = _leased(lease)
    item.filter(match__head_seq__lte=seq).update(ready_ms=None, lease_ms=None, attempts=0, seen_seq=seq)
    item.filter(match__head_seq__gt=seq).update(ready_ms=now_ms(), lease_ms=None, attempts=0)


def turn_played(lease: TurnLease) -> None:
    """Ends a turn at a prompt that is still open. The bot may move again after a pause."""
    statements.end_lease(lease.match, lease.token, now_ms() + BOTS_PAUSE_MS)


def turn_postponed(lease: TurnLease, seconds: int) -> None:
    """Ends a turn that must wait for a cooldown or for people.

    The turn is ready again after `seconds`, and after LONGEST_WAIT_MS at the latest, when the bot asks again.
    """
    ready_ms = now_ms() + min(seconds * 1000, LONGEST_WAIT_MS)
    _leased(lease).update(ready_ms=ready_ms, lease_ms=None, attempts=0)


class WaitingTurn(NamedTuple):
    """A turn of a bot that workers play. ready_ms: the time when it is ready; lease_ms: the end of a worker's lease.

    is_exhausted: whether all attempts have failed, so that the clock plays the default move. thinks, attended: as in
    `ReadyTurn`.
    """

    prompt: int
    seat: int
    ready_ms: int
    lease_ms: int | None
    is_exhausted: bool
    thinks: bool
    attended: bool

    @property
    def is_free(self) -> bool:
        """True while no worker leases the turn."""
        return self.lease_ms is None or not now_ms() <= self.lease_ms <= now_ms() + FURTHEST_MS


def waiting_turns(match_id: uuid.UUID) -> list[WaitingTurn]:
    """Returns the turns of bots in a match, ordered by the time when they are ready; an empty list if its log is
    damaged.
    """
    turns = PendingAction.objects.filter(match=match_id, match__damaged_seq=None, bot=True)
    turns = turns.filter(~_of_bot_account()).order_by("ready_ms", "prompt", "seat")
    policy = Seat.objects.filter(match=match_id, number=OuterRef("seat")).values("policy")[:1]
    rows = turns.annotate(policy=Subquery(policy), attended=Exists(attending(match_id))).values_list(
        "prompt", "seat", "ready_ms", "lease_ms", "required", "attempts", "policy", "attended"
    )
    return [
        WaitingTurn(prompt, seat, ready_ms, lease_ms, required and attempts >= ATTEMPTS, policy in THINKING, attended)
        for prompt, seat, ready_ms, lease_ms, required, attempts, policy, attended in rows
        if seat is not None and ready_ms is not None
    ]
