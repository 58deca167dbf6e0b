"""Pending work after each event: prompts with a deadline, answers that the table waits for, and turns of bots."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from events.base.clock import now_ms
from events.base.nodes import parts
from events.base.policies import THINKING
from events.log.deadlines import deadline_ms, opens_ms
from events.log.sealing import PAUSE
from events.log.states import MatchState, Occupant, game_of, occupants
from events.matches.record import statements
from events.matches.record.statements import Readiness
from events.models import Match, Pending, SealedAnswer, Seat
from games.kernel.state import Json, Prompt

LEASE_MS = 3_000  # renewed while the policy runs, so a dead worker holds a turn no longer than this
PAUSES_MS = (5_000, 15_000, 45_000)  # after the first failed attempt, the second, and later ones
ATTEMPTS = 3
FURTHEST_MS = 300_000  # nothing is postponed or leased for longer: a later time comes from a clock that was ahead
ORDER = ("match_id", "prompt", "seat")  # without an order PostgreSQL returns rows in any
PLACE = "match uuid, prompt integer, seat integer"
BOTS_PAUSE_MS = 1_000  # between two moves of a bot at an open prompt, so that people can act between


def rewrite_pending(match: Match, match_state: MatchState) -> None:
    """Replaces a match's pending work by that of a state; the caller holds the lock. Remaining items keep leases."""
    statements.rewrite_pending(match.pk, match_state.seq, pending_work(match, match_state), now_ms() + BOTS_PAUSE_MS)


def pending_work(match: Match, match_state: MatchState) -> list[dict[str, Json]]:
    """All pending work of a running match, as `events/sql/rewrite_pending.sql` reads it; of a paused one, its end."""
    if match_state.times.paused_at is not None:
        return [_item(PAUSE, deadline_ms=match_state.times.until_ms)]
    return list(_pending_of(match, match_state))


def _item(prompt: int, **members: Json) -> dict[str, Json]:
    """An item that no seat has to answer."""
    empty = {"seat": None, "required": False, "bot": False, "ready_ms": None, "deadline_ms": None, "opens_ms": None,
             "for_worker": False}  # fmt: skip
    return {"prompt": prompt, **empty, **members}


def has_ready_bots(work: Iterable[Mapping[str, Json]]) -> bool:
    """Whether pending work holds a bot's turn that a worker can take now."""
    return any(item["for_worker"] and item["ready_ms"] is not None and item["ready_ms"] <= now_ms() for item in work)


def _pending_of(match: Match, match_state: MatchState) -> Iterator[dict[str, Json]]:
    game, state, seats = game_of(match), match_state.state, occupants(match, match_state)
    answered = answered_seats(match) if any(game.is_sealed(prompt) for prompt in state.open_prompts) else set()
    for prompt in state.open_prompts:
        required = set(game.phases[prompt.phase].required_seats(state, prompt))
        sealed = game.is_sealed(prompt)
        missing = [number for number in prompt.seats if (prompt.id, number) not in answered]
        for number in missing if sealed else prompt.seats:
            if number in required or seats[number].is_leased:
                yield _seat_item(match, match_state, prompt, seats[number], number in required, sealed)
        if sealed or prompt.mode == "open":
            present = [number for number in missing if not seats[number].resigned] if sealed else None
            yield _prompt_item(match, match_state, prompt, present)


def answered_seats(match: Match) -> set[tuple[int, int]]:
    """The seats that have answered sealed prompts, as prompt, seat."""
    return set(SealedAnswer.objects.filter(match=match).values_list("prompt", "seat"))


def _seat_item(
    match: Match,
    match_state: MatchState,
    prompt: Prompt,
    seat: Occupant,
    required: bool,
    sealed: bool,
) -> dict[str, Json]:
    """The item of a seat that a prompt waits for, or whose bot may move. for_worker: whether a policy answers."""
    once = prompt.mode == "once" and not sealed
    deadline = deadline_ms(match_state, prompt) if once else None
    pause = BOTS_PAUSE_MS if prompt.mode == "open" else 0
    return {
        "prompt": prompt.id, "seat": seat.number, "required": required, "bot": seat.is_leased, "opens_ms": None,
        "deadline_ms": now_ms() if seat.resigned and once else deadline,
        "ready_ms": now_ms() + pause if seat.is_leased else None, "for_worker": seat.is_bot,
    }  # fmt: skip


def _prompt_item(match: Match, match_state: MatchState, prompt: Prompt, missing: list[int] | None) -> dict[str, Json]:
    """The item of the prompt itself: its deadline, or, once all sealed answers are in, when they may take effect."""
    deadline = deadline_ms(match_state, prompt)
    if missing == []:
        deadline = max(now_ms(), opens_ms(match_state, prompt))
    opens = opens_ms(match_state, prompt) if prompt.window else None
    return _item(prompt.id, deadline_ms=deadline, opens_ms=opens)


def overdue_prompts(limit: int = 200) -> list[tuple[uuid.UUID, int, int | None]]:
    """The prompts past their deadline, unless their log is damaged, as match, prompt, seat; the oldest first."""
    overdue = Pending.objects.filter(deadline_ms__lte=now_ms(), match__damaged_seq=None)
    overdue = overdue.order_by("deadline_ms", *ORDER)[:limit]
    rows = parts.listed(overdue.values_list("match_id", "prompt", "seat"), PLACE)
    return [(match, prompt, seat) for match, prompt, seat in rows]


def overdue_claim(match_id: uuid.UUID, prompt: int, seat: int | None) -> bool:
    """Locks an overdue item until the transaction ends; False if it is gone, or somebody else has it or its match.

    Never waits for a lock: a move that is being stored is in time, and another sweeper does the same work.
    """
    overdue = Pending.objects.filter(match=match_id, prompt=prompt, seat=seat, deadline_ms__lte=now_ms())
    claimed = overdue.select_for_update(skip_locked=True).values_list("pk", flat=True).first()
    return claimed is not None and statements.try_lock(match_id)


class ReadyTurn(NamedTuple):
    """A bot's turn that a worker can take now. attended: whether a person still plays in the match."""

    match: uuid.UUID
    prompt: int
    seat: int
    ready_ms: int
    creator: uuid.UUID | None
    attended: bool


def ready_turns(thinking: bool | None = None) -> list[ReadyTurn]:
    """The oldest ready turn of each match: a match with a hundred of them counts once.

    thinking: only turns of bots that search, or only those of others.
    """
    return [ReadyTurn(*values) for values in statements.ready_turns(_readiness(), thinking, THINKING)]


def _readiness() -> Readiness:
    """When workers may take turns, now."""
    return Readiness(now_ms(), now_ms() + FURTHEST_MS, ATTEMPTS)


def attending(match: uuid.UUID) -> QuerySet[Seat]:
    """The seats of a match in which a person still plays."""
    return Seat.objects.filter(match_id=match, kind=Seat.Kind.PLAYER, resigned=False).exclude(player__is_bot=True)


def _of_program() -> Exists:
    """Whether the program of a bot account leases the turn, and no worker."""
    return Exists(Seat.objects.filter(match=OuterRef("match"), number=OuterRef("seat"), kind=Seat.Kind.PLAYER))


def is_ready() -> Q:
    """Whether a turn can be leased now."""
    return _unleased() & _has_begun()


def _unleased() -> Q:
    return Q(lease_ms__isnull=True) | Q(lease_ms__lt=now_ms()) | Q(lease_ms__gt=now_ms() + FURTHEST_MS)


def _has_begun() -> Q:
    return Q(ready_ms__lte=now_ms()) | Q(ready_ms__gt=now_ms() + FURTHEST_MS)


class TurnLease(NamedTuple):
    """The right to play a turn of a bot in a match."""

    match: uuid.UUID
    token: uuid.UUID


def turn_lease(*, match_id: uuid.UUID, prompt: int, seat: int) -> TurnLease | None:
    """Leases a bot's turn; returns the lease, or None if the turn is leased or not ready.

    A lease is short, and its holder renews it (`lease_renew`). It ends by itself if the holder dies.
    """
    token = uuid.uuid4()
    leased = statements.lease_turn(_readiness(), (match_id, prompt, seat), token, now_ms() + LEASE_MS)
    return TurnLease(match_id, token) if leased else None


def lease_renew(lease: TurnLease) -> bool:
    """Extends a lease; False if it no longer holds."""
    return bool(_leased(lease).update(lease_ms=now_ms() + LEASE_MS))


def lease_holds(lease: TurnLease) -> bool:
    """Whether no other worker has leased the turn since."""
    return _leased(lease).exists()


def _leased(lease: TurnLease) -> QuerySet[Pending]:
    return Pending.objects.filter(match=lease.match, lease_token=lease.token, lease_ms__isnull=False)


def turn_failed(lease: TurnLease) -> None:
    """Ends a lease after a failure; the pause before the next attempt grows with each."""
    for attempts in _leased(lease).values_list("attempts", flat=True):
        pause = PAUSES_MS[min(attempts, len(PAUSES_MS)) - 1]
        _leased(lease).update(ready_ms=now_ms() + pause, lease_ms=None)


def turn_passed(lease: TurnLease, seq: int) -> None:
    """Ends the turn of a bot that does not move after event `seq`; the next event makes it ready again."""
    item = _leased(lease)
    item.filter(match__head_seq__lte=seq).update(ready_ms=None, lease_ms=None, attempts=0, seen_seq=seq)
    item.filter(match__head_seq__gt=seq).update(ready_ms=now_ms(), lease_ms=None, attempts=0)


def turn_played(lease: TurnLease) -> None:
    """Ends a turn at a prompt that is still open: the bot may move again after a pause."""
    statements.end_lease(lease.match, lease.token, now_ms() + BOTS_PAUSE_MS)


def turn_postponed(lease: TurnLease, seconds: int) -> None:
    """Ends a turn that has to wait, for a cooldown or for people; it is ready again after that many seconds."""
    _leased(lease).update(ready_ms=now_ms() + seconds * 1000, lease_ms=None, attempts=0)


def exhausted_turns() -> list[tuple[uuid.UUID, int, int]]:
    """The bots' turns whose attempts have all failed, as match, prompt, seat: the clock plays their default move."""
    exhausted = Q(required=True, attempts__gte=ATTEMPTS, match__damaged_seq=None)
    items = Pending.objects.filter(is_ready(), ~_of_program(), exhausted, bot=True).order_by(*ORDER)
    return [
        (match, prompt, seat)
        for match, prompt, seat in parts.listed(items.values_list("match_id", "prompt", "seat"), PLACE)
        if seat is not None
    ]
