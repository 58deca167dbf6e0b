"""Faults that a simulation must find. Each breaks one promise of the server, as a programming error would."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import Any, NamedTuple
from unittest.mock import patch

from events.timers.registry import TimerKind, kinds
from tests.simulation.seeds import Run, Size

Plant = Callable[[ExitStack], None]
ALONE = Size(people=1, matches=1, tournament=False, games=("monopoly_deal",), moves=12, steps=1_500)
POSTS = ALONE._replace(posts=True)
TOGETHER = ALONE._replace(people=2, moves=6, together=True)
ABSENT = ALONE._replace(absent=True)
SEALED = ABSENT._replace(games=("great_dalmuti",))
OPEN = ALONE._replace(games=("dealmaker",), steps=10_000)
TOURNAMENT = ALONE._replace(people=3, matches=0, tournament=True, moves=3, steps=3_000)


class Planted(NamedTuple):
    """A fault, and the smallest runs that show it. kinds: the injected faults that are frequent in these runs."""

    plant: Plant
    size: Size
    kinds: tuple[str, ...]

    def failure(self, seed: int) -> str:
        """Returns how the run of a seed fails; empty if it succeeds."""
        error = Run(seed, self.kinds, self.size, often=True).failure()
        return f"{type(error).__name__}: {error}" if error else ""


PLANTED: dict[str, Planted] = {}


def planted(*kinds: str, size: Size = ALONE) -> Callable[[Plant], Plant]:
    def add(plant: Plant) -> Plant:
        PLANTED[plant.__name__] = Planted(plant, size, kinds)
        return plant

    return add


@contextmanager
def broken(name: str) -> Iterator[None]:
    """Plants one fault in the server until the block ends."""
    with ExitStack() as stack:
        PLANTED[name].plant(stack)
        yield


def found_by(name: str, first: int, most: int) -> tuple[int | None, str]:
    """Returns the number of seeds until a run fails only with the fault (None: more than `most`), and its error."""
    fault = PLANTED[name]
    for seed in range(first, first + most):
        with broken(name):
            words = fault.failure(seed)
        if words and not fault.failure(seed):
            return seed - first + 1, words
    return None, ""


def _put(stack: ExitStack, module: str, **values: Any) -> None:
    for name, value in values.items():
        stack.enter_context(patch.object(import_module(module), name, value))


def _of(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


def _forget(stack: ExitStack, kind: str) -> None:
    """Disables the match timers of a kind."""
    nothing = TimerKind(lambda match: None, is_of_match=True)
    stack.enter_context(patch.dict(kinds(), {kind: nothing}))  # type: ignore[arg-type]


@planted("reply", "double")
def reply_not_stored(stack: ExitStack) -> None:
    """A repeated request does not find the stored reply to the first request."""
    for module in ("events.log.idempotency", "events.matches.table.moves"):
        _put(stack, module, stored=lambda *_: None, answered_before=lambda *_: None)


@planted()
def answered_before_the_commit(stack: ExitStack) -> None:
    """Rolls back every sixth move after its response."""
    submit, atomic = _of("events.matches.table.moves", "move_submit"), import_module("django.db.transaction")

    def submitted(**arguments: Any) -> Any:
        with atomic.atomic():
            reply = submit(**arguments)
            if reply.body.get("seq") is not None:
                atomic.set_rollback(reply.body["seq"] % 6 == 0)
        return reply

    _put(stack, "events.matches.views.table", move_submit=submitted)


@planted("stall", "broker")
def lease_taken_twice(stack: ExitStack) -> None:
    """A lease ends at once, so another worker takes a turn that is already being played."""
    _put(stack, "events.matches.record.pending", LEASE_MS=0)


@planted("pause", size=OPEN)
def head_not_compared(stack: ExitStack) -> None:
    """An event is appended to the current head, even if the head has changed."""
    statements = import_module("events.log.statements")
    append = statements.append

    def unchecked(match_id: Any, before: int, *rest: Any, **options: Any) -> Any:
        return append(match_id, statements.head_of(match_id, None).head_seq, *rest, **options)

    _put(stack, "events.log.statements", append=unchecked)


@planted(size=ABSENT)
def lost_wake_up(stack: ExitStack) -> None:
    """Sets no timer for a deadline."""
    timers_of = _of("events.matches.record.pending", "timers_of")

    def without(*given: Any) -> dict[str, int]:
        return {kind: due_ms for kind, due_ms in timers_of(*given).items() if kind not in ("deadline", "reminder")}

    for module in ("events.matches.record.pending", "events.matches.record.recording"):
        _put(stack, module, timers_of=without)


@planted("broker")
def bots_forgotten(stack: ExitStack) -> None:
    """Only the broker knows that a bot's turn is ready."""
    _forget(stack, "turn")


@planted("pause", "death")
def doubled_notice(stack: ExitStack) -> None:
    """A relay that is notified twice delivers a notification twice, because outbox entries have no keys."""
    relay = import_module("events.notifications.relay")
    deliver = relay._deliver
    _put(
        stack,
        "events.notifications.relay",
        _deliver=lambda entries: deliver([entry._replace(key=uuid.uuid4()) for entry in entries]),
    )


@planted("death", "connection", size=TOGETHER)
def torn_outbox(stack: ExitStack) -> None:
    """Notifications are written in a transaction of their own, separate from that of the move."""
    recording, statements = (
        import_module("events.matches.record.recording"),
        import_module("events.notifications.statements"),
    )
    transaction, effects_of = import_module("django.db.transaction"), recording.side_effects_of

    def torn(match: Any, *rest: Any) -> Any:
        effects = effects_of(match, *rest)
        if notices := effects.pop("notices", None):
            transaction.on_commit(lambda: statements.notify(match.pk, notices, match.last_at_ms), robust=True)
        return effects

    _put(stack, "events.matches.record.recording", side_effects_of=torn)


@planted("death")
def outbox_forgotten(stack: ExitStack) -> None:
    """No timer relays notifications, so those of a process that dies are lost."""
    _forget(stack, "outbox")


@planted(size=TOGETHER)
def everybody_notified(stack: ExitStack) -> None:
    """Sends `your_turn` to every seat of the table."""
    services = import_module("events.notifications.services")

    def to_all(match: Any, seats: Any, before: Any, after: Any) -> Any:
        new = services._waits(match, after) - services._waits(match, before)
        facts = {seat: services._turn(match, after, seat.number) for seat in seats}
        return services._notices(match, services.Notification.Kind.YOUR_TURN, facts) if new else []

    _put(stack, "events.matches.record.recording", turn_notices=to_all)


@planted()
def end_not_told(stack: ExitStack) -> None:
    """The player who makes the last move receives no notification of the end of the match."""
    recording = import_module("events.matches.record.recording")
    notices = recording.over_notices
    _put(stack, "events.matches.record.recording", over_notices=lambda match, seats: notices(match, list(seats)[1:]))


@planted(size=ABSENT)
def reminder_missing(stack: ExitStack) -> None:
    """No player receives a reminder of a deadline."""
    _forget(stack, "reminder")


@planted(size=ABSENT)
def expired_early(stack: ExitStack) -> None:
    """Lets a prompt expire half an hour before its deadline."""
    for module in ("events.matches.table.moves", "events.matches.record.pending"):
        deadline = _of(module, "deadline_ms")
        _put(stack, module, deadline_ms=lambda *given, deadline=deadline: _earlier(deadline(*given)))


def _earlier(at_ms: int | None) -> int | None:
    return None if at_ms is None else at_ms - 1_800_000


@planted(size=SEALED)
def sealed_default_skipped(stack: ExitStack) -> None:
    """Only prompts to a single seat time out; sealed prompts stay open."""
    module = "events.matches.timers"
    overdue = _of(module, "overdue_prompts")
    _put(stack, module, overdue_prompts=lambda match: [item for item in overdue(match) if item[1] is not None])


@planted("skew")
def clock_going_back(stack: ExitStack) -> None:
    """An event gets the time of the process that writes it, even if the event before it is later."""
    now_ms = _of("events.base.clock", "now_ms")
    _put(stack, "events.log.log", time_of_next=lambda match: now_ms())


@planted("clock")
def wrong_clock_trusted(stack: ExitStack) -> None:
    """The scheduler trusts the clock of its machine."""
    _put(stack, "events.timers.scheduler", follow_database=lambda: None)


@planted()
def stale_cache(stack: ExitStack) -> None:
    """A process returns its cached table even if the head has changed."""
    states = import_module("events.log.states")
    head = states.head

    def remembered(match: Any) -> Any:
        return states._heads.get(match.id) or head(match)

    _put(stack, "events.log.states", head=remembered)


@planted("receiver", size=POSTS)
def failed_post_settled(stack: ExitStack) -> None:
    """A failed post counts as delivered."""
    post = _of("events.notifications.deliveries", "webhook_post")
    _put(stack, "events.notifications.deliveries", webhook_post=lambda *given: (post(*given)[0] or 204, ""))


@planted("receiver", size=POSTS)
def new_id_for_each_attempt(stack: ExitStack) -> None:
    """A retried notification gets a new id."""
    webhooks = import_module("events.notifications.webhooks")
    headers = webhooks.headers_for
    _put(
        stack,
        "events.notifications.webhooks",
        headers_for=lambda *given: headers(*given) | {"webhook-id": uuid.uuid4().hex},
    )


@planted("receiver", size=POSTS)
def posts_in_any_order(stack: ExitStack) -> None:
    """Posts the newest notification of a match first."""
    statements = import_module("events.notifications.statements")
    newest = statements._CLAIM_POST["webhook"].replace("match_id, number LIMIT", "match_id, number DESC LIMIT")
    stack.enter_context(patch.dict(statements._CLAIM_POST, webhook=newest))


@planted("death", size=POSTS)
def lease_without_end(stack: ExitStack) -> None:
    """Leased posts of a worker that died are never sent."""
    _put(stack, "events.notifications.deliveries", LEASE_MS=30 * 86_400_000, MAIL_LEASE_MS=30 * 86_400_000)


@planted()
def gap_in_the_stream(stack: ExitStack) -> None:
    """A resumed stream omits the next notification."""
    notices = _of("events.streams.selectors", "notices_after")
    _put(stack, "events.streams.selectors", notices_after=lambda player, number: notices(player, number + bool(number)))


@planted(size=TOURNAMENT._replace(people=4))
def round_drawn_early(stack: ExitStack) -> None:
    """A round is drawn as soon as one table of the previous round has ended."""
    _put(
        stack,
        "events.tournaments.rounds",
        is_complete=lambda state: any(pairing.result is not None for pairing in state.pairings.values()),
    )


@planted(size=TOURNAMENT)
def round_told_twice(stack: ExitStack) -> None:
    """A round is announced again with each new match."""
    rounds = import_module("events.tournaments.rounds")
    opened = rounds._open

    def told(tournament: Any, state: Any, round: int, *place: Any) -> None:
        opened(tournament, state, round, *place)
        rounds.round_notify(tournament, round, state.rounds[round - 1])

    _put(stack, "events.tournaments.rounds", _open=told)


@planted(size=TOURNAMENT)
def byes_in_full(stack: ExitStack) -> None:
    """Counts a bye as a win."""
    scoring = import_module("events.tournaments.scoring")
    _put(stack, "events.tournaments.scoring", _bye=lambda state, own: scoring.BYES["places"])


@planted("absence", size=TOURNAMENT)
def wins_of_stand_ins(stack: ExitStack) -> None:
    """A bot's win in place of an absent player counts for the player."""
    counted = _of("events.tournaments.scoring", "_counted")
    _put(
        stack,
        "events.tournaments.scoring",
        _counted=lambda state, pairing, result, kind: counted(
            state, pairing, result._replace(forfeits=frozenset()), kind
        ),
    )


@planted(size=TOURNAMENT)
def places_turned_round(stack: ExitStack) -> None:
    """The last player at a table gets the points of the first."""
    counted = _of("events.tournaments.scoring", "_counted")
    _put(stack, "events.tournaments.scoring", _counted=lambda *given: counted(*given)[::-1])
