"""Planning the answers of standing orders. A timer starts it after an event that opens a prompt.

An answer waits a random time, so that a fast answer does not reveal that an order gave it. The time depends only on
public facts.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import SystemRandom

from events.base.clock import now_ms
from events.log.match_state.folding import MatchState
from events.log.match_state.occupants import occupants
from events.log.models import Match
from events.matches.models import OrderedAnswer
from events.matches.record.order_timers import ORDERS
from events.matches.record.orders import first_applying, orders_of, situation
from events.timers.services import set_match_timers
from games.kernel.state import Prompt

SOON_MS = (3_000, 25_000)  # after the prompt opens; the range of times that a person at the table needs
SHARE = 12  # in slow matches, an answer comes within 1/12 of the time for it
LATE_SHARES = (50, 8)  # a late answer comes when 1/50 to 1/8 of its time is left
_random = SystemRandom()


def orders_plan(match: Match, match_state: MatchState, seat: int | None = None) -> None:
    """Plans the answers of standing orders to open prompts, once for each prompt. The caller holds the lock.

    seat: the seat whose orders are planned; None: the orders of all seats. No request may wait for the planning of all
    orders, because the delay would reveal that orders exist.
    """
    if match_state.times.paused_at is not None:
        return
    orders = list(orders_of(match, seat))
    planned = set(OrderedAnswer.objects.filter(match=match).values_list("prompt", "seat")) if orders else ()
    for prompt, number in _asked(match, match_state) if orders else ():
        fitting = [order for order in orders if (order.seat, order.phase) == (number, prompt.phase)]
        if not fitting or (prompt.id, number) in planned:
            continue
        if (chosen := first_applying(fitting, situation(match, match_state, number, prompt))) is not None:
            due_ms = now_ms() + delay_ms(match_state, prompt, late=chosen[0].late)
            OrderedAnswer.objects.create(match=match, prompt=prompt.id, seat=number, order=chosen[0], due_ms=due_ms)
            set_match_timers(match.pk, {ORDERS: due_ms})


def _asked(match: Match, match_state: MatchState) -> Iterator[tuple[Prompt, int]]:
    """Yields the open prompts that take one answer, with each prompted seat that a player holds and that has not
    resigned.
    """
    seats = occupants(match, match_state)
    for prompt in match_state.state.open_prompts:
        for number in prompt.seats if prompt.mode == "once" else ():
            if seats[number].notified is not None and not seats[number].resigned:
                yield prompt, number


def delay_ms(match_state: MatchState, prompt: Prompt, *, late: bool) -> int:
    """Returns a random waiting time for an answer, within the time of the prompt. A late answer waits until shortly
    before the deadline.
    """
    deadline = match_state.times.deadline_ms(prompt)
    if deadline is None:
        return _random.randrange(*SOON_MS)
    left = max(deadline - now_ms(), 0)
    if late:
        return left - _random.randrange(left // LATE_SHARES[0], left // LATE_SHARES[1] + 1)
    latest = min(max(SOON_MS[1], left // SHARE), left // 2)
    return _random.randrange(min(SOON_MS[0], latest // 2), latest + 1)
