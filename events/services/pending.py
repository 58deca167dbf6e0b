"""What is due after each row: who is waited for, until when, and which bots are to be woken."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from events.clock import now_ms
from events.models import Match, Pending, SealedAnswer, Seat
from events.selectors.states import MatchState, game_of
from events.selectors.table_views import deadline_ms, opens_ms
from games.kernel.state import Prompt

LEASE_MS = 3_000  # renewed while the bot thinks, so a dead worker holds a turn no longer than this
PAUSES_MS = (5_000, 15_000, 45_000)  # after an attempt that failed
ATTEMPTS = 3
FURTHEST_MS = 300_000  # nothing is put off or leased for so long: a later time was written by a clock that was ahead
PLACE = ("match_id", "prompt", "seat")  # without an order PostgreSQL tells rows as they lie, each time otherwise
BOTS_PAUSE_MS = 1_000  # between two acts of a bot where it may act again and again: people are at the table too


def rewrite_pending(match: Match, match_state: MatchState) -> None:
    """Makes the rows of what is due those of this match_state; rows that stay keep their leases."""
    if match.status != Match.Status.RUNNING:
        Pending.objects.filter(match=match).delete()
        return
    wanted = {(row.prompt, row.seat): row for row in _due(match, match_state)}
    gone = []
    for row in Pending.objects.filter(match=match).order_by(*PLACE):
        present = wanted.pop((row.prompt, row.seat), None)
        if present is None:
            gone.append(row.pk)
        else:
            _renew(row, present, match_state)
    if gone:
        Pending.objects.filter(pk__in=gone).delete()
    if wanted:
        Pending.objects.bulk_create(wanted.values())


def _renew(row: Pending, present: Pending, match_state: MatchState) -> None:
    """Brings a row up to date; a bot that had nothing to say is asked again, since the table has changed."""
    changed = {
        name: getattr(present, name)
        for name in ("required", "deadline_ms", "opens_ms")
        if getattr(row, name) != getattr(present, name)
    }
    if row.bot and row.ready_ms is None and row.seen_seq < match_state.seq:
        changed |= {"ready_ms": now_ms() + BOTS_PAUSE_MS, "attempts": 0, "lease_ms": None}
    if changed:
        Pending.objects.filter(pk=row.pk).update(**changed)


def _due(match: Match, match_state: MatchState) -> Iterator[Pending]:
    game, state = game_of(match), match_state.state
    seats = {seat.number: seat for seat in Seat.objects.filter(match=match).only("number", "kind", "resigned")}
    any_sealed = any(game.is_sealed(prompt) for prompt in state.open_prompts)
    sealed_answers = SealedAnswer.objects.filter(match=match).values_list("prompt", "seat")
    answered = set(sealed_answers) if any_sealed else set()
    for prompt in state.open_prompts:
        waited = set(game.phases[prompt.phase].required_seats(state, prompt))
        sealed = game.is_sealed(prompt)
        missing = [s for s in prompt.seats if (prompt.id, s) not in answered]
        for number in missing if sealed else prompt.seats:
            if number in waited or (seats[number].kind == Seat.Kind.BOT and not seats[number].resigned):
                yield _asked(match, match_state, prompt, seats[number], number in waited, sealed)
        if sealed or prompt.mode == "open":
            yield _clocked(
                match,
                match_state,
                prompt,
                [s for s in missing if not seats[s].resigned] if sealed else None,
            )


def _asked(
    match: Match,
    match_state: MatchState,
    prompt: Prompt,
    seat: Seat,
    required: bool,
    sealed: bool,
) -> Pending:
    bot = seat.kind == Seat.Kind.BOT and not seat.resigned
    once = prompt.mode == "once" and not sealed
    deadline = deadline_ms(match, match_state, prompt) if once else None
    pause = BOTS_PAUSE_MS if prompt.mode == "open" else 0
    return Pending(
        match=match, prompt=prompt.id, seat=seat.number, required=required, bot=bot,
        deadline_ms=now_ms() if seat.resigned and once else deadline, ready_ms=now_ms() + pause if bot else None,
    )  # fmt: skip


def _clocked(match: Match, match_state: MatchState, prompt: Prompt, missing: list[int] | None) -> Pending:
    """The row of the prompt itself: when its time is up, or, all answers being in, when they may take effect."""
    deadline = deadline_ms(match, match_state, prompt)
    if missing == []:
        deadline = max(now_ms(), opens_ms(match_state, prompt))
    return Pending(
        match=match, prompt=prompt.id, seat=None, required=False, deadline_ms=deadline,
        opens_ms=opens_ms(match_state, prompt) if prompt.window else None,
    )  # fmt: skip


def overdue_prompts(limit: int = 200) -> list[tuple[uuid.UUID, int, int | None]]:
    """What the clock has to answer now: match, prompt, seat."""
    due = Pending.objects.filter(deadline_ms__lte=now_ms()).order_by("deadline_ms", *PLACE)[:limit]
    return list(due.values_list("match_id", "prompt", "seat"))


class ReadyTurn(NamedTuple):
    """A bot's turn that is due and that nobody holds. attended: whether a person still plays in the match."""

    match: uuid.UUID
    prompt: int
    seat: int
    ready_ms: int
    creator: uuid.UUID | None
    attended: bool


def ready_turns() -> list[ReadyTurn]:
    """The oldest turn that is due and free in each match: a match with a hundred of them counts once."""
    rows = (
        _due_free()
        .order_by("match_id", "ready_ms", "prompt", "seat")
        .distinct("match_id")
        .annotate(attended=Exists(attending(OuterRef("match_id"))))
    )
    columns = ("match_id", "prompt", "seat", "ready_ms", "match__creator_id", "attended")
    return [ReadyTurn(*row) for row in rows.values_list(*columns)]


def attending(match: uuid.UUID | OuterRef) -> QuerySet[Seat]:
    """The seats of a match in which a person still plays."""
    return Seat.objects.filter(match_id=match, kind=Seat.Kind.PLAYER, resigned=False)


def _due_free() -> QuerySet[Pending]:
    given_up = Q(required=True, attempts__gte=ATTEMPTS)  # the clock's
    return Pending.objects.filter(_free(), _due_now(), ~given_up, bot=True, seat__isnull=False)


def _free() -> Q:
    return Q(lease_ms__isnull=True) | Q(lease_ms__lt=now_ms()) | Q(lease_ms__gt=now_ms() + FURTHEST_MS)


def _due_now() -> Q:
    return Q(ready_ms__lte=now_ms()) | Q(ready_ms__gt=now_ms() + FURTHEST_MS)


def ready_turns_of(match_id: uuid.UUID) -> list[tuple[int, int]]:
    """The bots' turns of one match that are due: prompt, seat; the oldest first, so who has just acted goes last."""
    due = _due_free().filter(match_id=match_id).order_by("ready_ms", *PLACE)
    return [(prompt, seat) for prompt, seat in due.values_list("prompt", "seat") if seat is not None]


def turn_lease(*, match_id: uuid.UUID, prompt: int, seat: int) -> uuid.UUID | None:
    """Leases a bot's turn; returns the lease's token, or None if somebody holds the turn or it is not due.

    A lease is short. Its holder renews it (`lease_renew`); the turn of a holder that died is free when it ends.
    """
    token = uuid.uuid4()
    claimed = (
        _due_free()
        .filter(match_id=match_id, prompt=prompt, seat=seat)
        .update(lease_ms=now_ms() + LEASE_MS, lease_token=token, attempts=F("attempts") + 1)
    )
    return token if claimed else None


def lease_renew(token: uuid.UUID) -> bool:
    """Holds a turn for another lease; False if it is no longer held."""
    return bool(_held(token).update(lease_ms=now_ms() + LEASE_MS))


def lease_holds(token: uuid.UUID) -> bool:
    """Whether nobody has taken the turn over since."""
    return _held(token).exists()


def _held(token: uuid.UUID) -> QuerySet[Pending]:
    return Pending.objects.filter(lease_token=token, lease_ms__isnull=False)


def turn_failed(token: uuid.UUID) -> None:
    """Puts off the next attempt at a turn, longer each time, so that a fault is not met again at once."""
    for attempts in _held(token).values_list("attempts", flat=True):
        pause = PAUSES_MS[min(attempts, len(PAUSES_MS)) - 1]
        _held(token).update(ready_ms=now_ms() + pause, lease_ms=None)


def turn_passed(token: uuid.UUID, seq: int) -> None:
    """Ends the turn of a bot that need not act and does not at this head; it is due again when the match goes on."""
    row = _held(token)
    row.filter(match__head_seq__lte=seq).update(ready_ms=None, lease_ms=None, attempts=0, seen_seq=seq)
    row.filter(match__head_seq__gt=seq).update(ready_ms=now_ms(), lease_ms=None, attempts=0)


def turn_played(token: uuid.UUID) -> None:
    """Ends a turn at a prompt that is still open: the bot may act again after a pause."""
    _held(token).update(ready_ms=now_ms() + BOTS_PAUSE_MS, lease_ms=None, attempts=0)


def turn_postponed(token: uuid.UUID, seconds: int) -> None:
    """Ends a turn that cools down; it is due again when the bot may act."""
    _held(token).update(ready_ms=now_ms() + seconds * 1000, lease_ms=None, attempts=0)


def exhausted_turns() -> list[tuple[uuid.UUID, int, int]]:
    """The bots' turns that were tried often enough: the clock plays their default."""
    rows = Pending.objects.filter(_free(), _due_now(), bot=True, required=True, attempts__gte=ATTEMPTS).order_by(*PLACE)
    return [
        (match, prompt, seat)
        for match, prompt, seat in rows.values_list("match_id", "prompt", "seat")
        if seat is not None
    ]
