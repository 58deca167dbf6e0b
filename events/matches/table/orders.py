"""Giving and withdrawing standing orders."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import transaction

from events.base.exceptions import FieldError, Malformed, NotFound
from events.base.suggestions import unknown
from events.http.strict_json import MOST_ERRORS, pointer_to
from events.log import states
from events.log.errors import NotSeated
from events.log.locking import lock_match, require_status
from events.log.match_state.rules import game_of
from events.log.models import Match, Seat
from events.matches.models import OrderedAnswer, StandingOrder
from events.matches.record.conditions import Order, condition_errors
from events.matches.record.order_plans import orders_plan
from events.matches.record.orders import orders_drop
from events.users.models import Player
from games.kernel.words.meanings import declared

MOST_ORDERS = 20


def order_add(*, match_id: UUID, player: Player, order: dict[str, Any]) -> Match:
    """Adds an order to the orders of the player's seat, and plans answers to prompts that are already open.

    Raises NotSeated, MatchNotRunning, MatchOver, or Malformed. Malformed also means that the seat has too many orders.
    """
    with transaction.atomic():
        match, seat = _own_seat(match_id, player)
        require_possible(match, order)
        number = _free_number(match, seat)
        condition, move = order.get("if"), order["move"]
        kept = {"late": order.get("late", False), "once": order.get("once", False)}
        StandingOrder.objects.create(
            match=match, seat=seat, number=number, phase=order["phase"], condition=condition, move=move, **kept
        )
        Match.objects.filter(pk=match.pk).update(has_orders=True)
        orders_plan(match, states.head(match), seat)
    return match


def orders_clear(*, match_id: UUID, player: Player, order: int | None = None) -> None:
    """Withdraws one of a seat's orders, or all of them (None), with the answers that are not played yet.

    Raises NotFound if the seat has no such order.
    """
    with transaction.atomic():
        match, seat = _own_seat(match_id, player)
        own = StandingOrder.objects.filter(match=match, seat=seat)
        chosen = own if order is None else own.filter(number=order)
        if order is not None and not chosen.exists():
            raise NotFound()
        OrderedAnswer.objects.filter(match=match, seat=seat, due_ms__isnull=False).delete()
        orders_drop(match, chosen)
        orders_plan(match, states.head(match), seat)


def _own_seat(match_id: UUID, player: Player) -> tuple[Match, int]:
    match = lock_match(match_id)
    seat = Seat.objects.filter(match=match, player=player).values_list("number", flat=True).first()
    if seat is None:
        raise NotSeated()
    require_status(match, Match.Status.RUNNING)
    return match, seat


def _free_number(match: Match, seat: int) -> int:
    taken = set(StandingOrder.objects.filter(match=match, seat=seat).values_list("number", flat=True))
    free = next((number for number in range(MOST_ORDERS) if number not in taken), None)
    if free is None:
        raise Malformed(FieldError("", "too_many", params={"limit": MOST_ORDERS}))
    return free


def require_possible(match: Match, order: dict[str, Any]) -> None:
    """Raises Malformed if the order uses names that the game does not have, or can never apply."""
    if errors := list(islice(_errors(match, order), MOST_ERRORS)):
        raise Malformed(*errors)


def _errors(match: Match, order: dict[str, Any]) -> Iterator[FieldError]:
    game, move = game_of(match), order["move"]
    answered_once = [name for name, phase in game.phases.items() if phase.mode == "once"]
    about = Order(game, match.size, order["phase"])
    if order["phase"] not in answered_once:
        yield unknown("/phase", order["phase"], answered_once)
    if move["verb"] not in about.verbs:
        yield unknown("/move/verb", move["verb"], about.verbs)
    else:
        slots = declared(game.package)["verbs"][move["verb"]]
        others = [name for name in move.get("args") or {} if name not in slots]
        yield from (unknown(pointer_to("/move/args", name), name, slots, "unknown_field") for name in others)
    if order["phase"] in answered_once:
        yield from condition_errors(about, order.get("if"))
