"""Playing the answers of standing orders at their planned random times."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import Min

from events.base.clock import now_ms
from events.base.nodes import parts
from events.log import states
from events.log.locking import lock_match
from events.log.models import Match, SealedAnswer
from events.matches.errors import CoolingDown
from events.matches.models import OrderedAnswer, StandingOrder
from events.matches.record.order_plans import orders_plan
from events.matches.record.orders import first_applying, orders_drop, orders_of, situation
from events.matches.table.moves import Submission, move_submit
from games.kernel.state import Move

_planned: dict[UUID, bytes] = {}
"""The head of each match up to which this process has planned answers. If the entry is missing, it plans them again."""


def ordered_answers_play(match_id: UUID) -> int | None:
    """Plans the answers of a match, and plays the answers that are due; returns the time when the next answer is due.

    Each answer is an ordinary move. Moves do not plan answers, because slower moves would reveal that orders exist.
    """
    match = Match.objects.filter(pk=match_id, has_orders=True, status=Match.Status.RUNNING, damaged_seq=None).first()
    if match is None:
        return None
    if states.head(match).times.paused_at is not None:
        return None  # the event that ends the pause sets the timer again
    if _planned.get(match_id) != bytes(match.head_hash):
        _plan(match_id)
    waiting = OrderedAnswer.objects.filter(match=match_id, due_ms__isnull=False)
    for number in waiting.filter(due_ms__lte=now_ms()).order_by("due_ms", "pk").values_list("pk", flat=True):
        _try_answer(match_id, number)
    next_ms: int | None = waiting.aggregate(Min("due_ms"))["due_ms__min"]
    return next_ms


def moved_matches() -> list[UUID]:
    """Returns the running matches with orders that have events after this process last planned their answers."""
    running = Match.objects.filter(has_orders=True, status=Match.Status.RUNNING, damaged_seq=None)
    heads: dict[UUID, bytes] = dict(
        parts.listed(running.order_by("last_at_ms").values_list("pk", "head_hash"), "match uuid, head bytea")
    )
    for match_id in _planned.keys() - heads.keys():
        del _planned[match_id]
    return [match_id for match_id, head in heads.items() if _planned.get(match_id) != head]


def _plan(match_id: UUID) -> None:
    with transaction.atomic():
        match = lock_match(match_id)
        orders_plan(match, states.head(match))
    _planned[match_id] = bytes(match.head_hash)


@transaction.atomic
def _try_answer(match_id: UUID, number: int) -> None:
    match = lock_match(match_id)
    answer = OrderedAnswer.objects.filter(match=match, pk=number, due_ms__isnull=False).first()
    if answer is not None:
        _play(match, answer)


def _play(match: Match, answer: OrderedAnswer) -> None:
    """Plays the current answer of the orders. Drops the planned answer if the prompt is already answered or no order
    applies.
    """
    match_state = states.head(match)
    if match_state.times.paused_at is not None:
        return
    chosen = None
    prompt = next((p for p in match_state.state.open_prompts if p.id == answer.prompt and answer.seat in p.seats), None)
    sealed = SealedAnswer.objects.filter(match=match, prompt=answer.prompt, seat=answer.seat)
    if match.status == Match.Status.RUNNING and prompt is not None and not sealed.exists():
        orders = [order for order in orders_of(match, answer.seat) if order.phase == prompt.phase]
        chosen = first_applying(orders, situation(match, match_state, answer.seat, prompt))
    own = OrderedAnswer.objects.filter(match=match, pk=answer.pk)
    if chosen is None:
        own.delete()
        return
    order, move = chosen
    try:
        seq = _try_play(match, answer, move)
    except CoolingDown as rest:
        own.update(due_ms=now_ms() + 1000 * (rest.retry_after or 1))
        return
    own.update(order=order, seq=seq, due_ms=None)
    if order.once:
        orders_drop(match, StandingOrder.objects.filter(match=match, pk=order.pk))


def _try_play(match: Match, answer: OrderedAnswer, move: Move) -> int | None:
    submission = Submission(answer.prompt, move.verb, move.args)
    seq: int | None = move_submit(match_id=match.pk, seat=answer.seat, submission=submission).body["seq"]
    return seq
