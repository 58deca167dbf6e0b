"""Standing orders: the choice of the order that answers a prompt, and the list of a seat's own orders.

The choice uses only the seat's view. For the form of conditions, see `events.matches.record.conditions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import QuerySet

from events.log.knowledge import known_to
from events.log.match_state.folding import MatchState
from events.log.match_state.rules import game_of
from events.log.models import Match
from events.matches.models import OrderedAnswer, StandingOrder
from events.matches.record.conditions import COMPARISONS, ORDERED
from events.matches.serializers.orders import StandingOrderOut, StandingOrdersOut
from games.kernel.codec import view_json
from games.kernel.state import Json, Move, Prompt
from games.kernel.template import LegalMoves
from games.kernel.view import view_of

ANSWERS_LISTED = 50


class OrderSituation(NamedTuple):
    """A seat's view at a prompt, and its legal moves."""

    values: Mapping[str, Json]
    moves: LegalMoves

    def holds(self, condition: Any) -> bool:
        """Returns whether a condition holds. A comparison does not hold if its path leads to no value."""
        if condition is None:
            return True
        if "all" in condition:
            return all(map(self.holds, condition["all"]))
        if "any" in condition:
            return any(map(self.holds, condition["any"]))
        if "not" in condition:
            return not self.holds(condition["not"])
        if "can" in condition:
            return any(template.verb == condition["can"] for template in self.moves.templates)
        if "only" in condition:
            return {template.verb for template in self.moves.templates} == {condition["only"]}
        return _compares(self._at(condition["value"]), condition["is"], condition["to"])

    def _at(self, path: str) -> Any:
        value: Any = self.values
        for name in path.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        return value

    def move(self, wanted: Mapping[str, Any]) -> Move | None:
        """Returns the legal move that an order names. If the order names no arguments, returns the first legal move
        with the verb.
        """
        if wanted.get("args") is not None:
            move = Move(wanted["verb"], wanted["args"])
            return move if move in self.moves else None
        return next((move for move in self.moves if move.verb == wanted["verb"]), None)


def _compares(value: Any, how: str, to: Any) -> bool:
    if value is None or (how in ORDERED and not (type(value) is int and type(to) is int)):
        return False
    if (how == "in" and not isinstance(to, list)) or (how == "has" and not isinstance(value, list | dict)):
        return False
    return COMPARISONS[how](value, to)


def situation(match: Match, match_state: MatchState, seat: int, prompt: Prompt) -> OrderSituation:
    """Returns a seat's situation at a prompt that is open to it."""
    game = game_of(match)
    view = view_of(match_state.state, seat, known_to(match, seat, match_state))
    shown = view_json(game, view)
    own = {zone["name"]: len(zone["cards"]) for zone in shown["zones"] if zone["seat"] == seat}
    prompts = {each["id"]: each for each in shown["prompts"]}
    values = {
        "prompt": prompts[prompt.id],
        "parent": prompts.get(prompt.parent),
        "public": shown["public"],
        "count": own,
    }
    return OrderSituation(values, game.legal_moves(view, prompt.id))


def first_applying(orders: Iterable[StandingOrder], seen: OrderSituation) -> tuple[StandingOrder, Move] | None:
    """Returns the first order that applies, with its move; None if no order applies."""
    for order in orders:
        if seen.holds(order.condition) and (move := seen.move(order.move)) is not None:
            return order, move
    return None


def orders_of(match: Match, seat: int | None) -> QuerySet[StandingOrder]:
    """Returns the orders of a seat, in the order in which they are tried. None as seat: the orders of all seats."""
    orders = StandingOrder.objects.filter(match=match).order_by("pk")
    return orders if seat is None else orders.filter(seat=seat)


def orders_drop(match: Match, orders: QuerySet[StandingOrder]) -> None:
    """Deletes orders of a match. The answers that they have given remain, without a reference to their order."""
    OrderedAnswer.objects.filter(match=match, order__in=list(orders)).update(order=None)
    orders.delete()


def standing_orders(match: Match, seat: int) -> StandingOrdersOut:
    """Returns a seat's own orders, and the answers that they have given."""
    given = OrderedAnswer.objects.filter(match=match, seat=seat, due_ms=None).order_by("-pk")
    orders = orders_of(match, seat)
    numbers = {order.pk: order.number for order in orders}
    return {
        "items": [_order(order) for order in orders],
        "answers": [
            {"prompt": answer.prompt, "seq": answer.seq, "order": numbers.get(answer.order_id or 0)}
            for answer in given[:ANSWERS_LISTED]
        ],
    }


def _order(order: StandingOrder) -> StandingOrderOut:
    return {
        "number": order.number,
        "phase": order.phase,
        "if": order.condition,
        "move": order.move,
        "late": order.late,
        "once": order.once,
    }
