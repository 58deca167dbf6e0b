"""Plays the answers of standing orders at the time that was drawn for each. For the sweeper."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import structlog
from django.db import transaction

from events.base.alarms import OUTAGES, error_alarm
from events.base.clock import now_ms
from events.base.exceptions import CoolingDown, Problem
from events.base.nodes import parts
from events.log import states
from events.log.locking import lock_match
from events.matches.record.order_plans import orders_plan
from events.matches.record.orders import applying, orders_drop, orders_of, situation
from events.matches.table.moves import Submission, move_submit
from events.models import Match, OrderedAnswer, SealedAnswer, StandingOrder
from games.kernel.errors import RulesError
from games.kernel.state import Move

AT_ONCE = 200
log = structlog.get_logger()
_planned: dict[UUID, bytes] = {}
"""The head of each match up to which this process has planned answers; without it, it plans them once more."""


def ordered_answers_play() -> int:
    """Plays the answers whose time has come; returns how many. Each is an ordinary move."""
    _plan()
    due = OrderedAnswer.objects.filter(due_ms__lte=now_ms(), match__damaged_seq=None).order_by("due_ms", "pk")[:AT_ONCE]
    rows = parts.listed(due.values_list("pk", "match_id"), "answer bigint, match uuid")
    return sum(_handled(_try_answer, match, answer) for answer, match in rows)


def _plan() -> None:
    """Plans answers in the matches that have gone on since the last round, and in all after a start of the sweeper.

    Moves do not plan: they would take longer in a match with orders, which would tell that there are some.
    """
    running = Match.objects.filter(has_orders=True, status=Match.Status.RUNNING, damaged_seq=None)
    heads = dict(parts.listed(running.order_by("last_at_ms").values_list("pk", "head_hash"), "match uuid, head bytea"))
    for match_id in _planned.keys() - heads.keys():
        del _planned[match_id]
    moved = [match_id for match_id, head in heads.items() if _planned.get(match_id) != head]
    for match_id in moved[:AT_ONCE]:
        _handled(_planned_for, match_id)


def _planned_for(match_id: UUID) -> bool:
    match = lock_match(match_id)
    orders_plan(match, states.head(match))
    _planned[match_id] = match.head_hash
    return True


def _handled(step: Callable[..., bool], match_id: UUID, *number: int) -> bool:
    """Takes a step in one match; a defect there must not keep those of others waiting."""
    try:
        with transaction.atomic():
            return step(match_id, *number)
    except (Problem, RulesError, *OUTAGES) as error:
        log.info("order_skipped", match=str(match_id), error=type(error).__name__)
    except Exception as error:
        log.exception("order_failed", match=str(match_id))
        error_alarm("sweep_failed", error, "standing order", match_id)
    return False


def _try_answer(match_id: UUID, number: int) -> bool:
    match = lock_match(match_id)
    answer = OrderedAnswer.objects.filter(match=match, pk=number, due_ms__isnull=False).first()
    return answer is not None and _play(match, answer)


def _play(match: Match, answer: OrderedAnswer) -> bool:
    """Plays what the orders say now; drops the answer if the player was quicker, or no order applies any more."""
    match_state = states.head(match)
    if match_state.times.paused_at is not None:
        return False
    chosen = None
    prompt = next((p for p in match_state.state.open_prompts if p.id == answer.prompt and answer.seat in p.seats), None)
    sealed = SealedAnswer.objects.filter(match=match, prompt=answer.prompt, seat=answer.seat)
    if match.status == Match.Status.RUNNING and prompt is not None and not sealed.exists():
        orders = [order for order in orders_of(match, answer.seat) if order.phase == prompt.phase]
        chosen = applying(orders, situation(match, match_state, answer.seat, prompt))
    own = OrderedAnswer.objects.filter(match=match, pk=answer.pk)
    if chosen is None:
        own.delete()
        return False
    order, move = chosen
    try:
        seq = _try_play(match, answer, move)
    except CoolingDown as rest:
        own.update(due_ms=now_ms() + 1000 * (rest.retry_after or 1))
        return False
    own.update(order=order, seq=seq, due_ms=None)
    if order.once:
        orders_drop(match, StandingOrder.objects.filter(match=match, pk=order.pk))
    return True


def _try_play(match: Match, answer: OrderedAnswer, move: Move) -> int | None:
    submission = Submission(answer.prompt, move.verb, move.args)
    seq: int | None = move_submit(match_id=match.pk, seat=answer.seat, submission=submission).body["seq"]
    return seq
