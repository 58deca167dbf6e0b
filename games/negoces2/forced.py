"""The forced sale: the seller gives two cards for a card that they name and pick (N18)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.kernel.dealer import Dealer
from games.kernel.deck import Face
from games.kernel.errors import Reason, Refusal, because
from games.kernel.phase import Phase, verb
from games.kernel.slots import OneOf
from games.kernel.state import Move, Prompt, Seat, Table, Zone
from games.kernel.template import Template, template
from games.kernel.view import View
from games.negoces2 import coins as money
from games.negoces2.board import (
    hand,
    hand_faces,
    hand_over_lot,
    held_faces,
    in_print_order,
    lay_on_market,
    lot_faces,
    others,
    shown,
)
from games.negoces2.deck import GOODS


class Pick(Phase):
    """The seller's choice of the seat whose copy of the named good they take (N18)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("pick", owner=OneOf([seat for seat in others(view.me) if view.size("shown", seat)]))

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        seat = move.args.get("owner")
        is_other = type(seat) is int and seat in others(view.me)
        return because("has_none", seat=seat) if refusal.slot == "owner" and is_other else None

    @verb
    def pick(self, dealer: Dealer, seat: Seat, owner: Seat) -> None:
        """Takes one copy. Its owner receives the cards on the market; the other copies return to the hands (N18)."""
        dealer.move(dealer.state.cards("shown", owner)[:1], shown(owner), hand(seat))
        hand_over_lot(dealer, seat, owner)
        for other in others(seat):
            dealer.move(dealer.state.cards("shown", other), shown(other), hand(other))
        lot_coins = dealer.state.public.lot_coins
        money.pay(dealer, seat, owner, lot_coins)
        dealer.change(buyer=owner)
        dealer.announce("forced", seller=seat, buyer=owner, good=dealer.state.public.named, lot_coins=lot_coins)


def force_templates(view: View) -> Iterable[Template]:
    """Returns the possible second cards, grouped by the goods that may be named with them."""
    own = hand(view.me)
    return view.derived(_force_templates, own) if view.options.name_market_goods else _force_templates(view, own)


def _force_templates(table: Table, own: Zone) -> Iterable[Template]:
    """Returns the same templates from the seller's hand alone, if goods on the market may be named."""
    assert own.seat is not None, "a hand belongs to a seat"
    held = held_faces(table, own.seat)
    by_goods: dict[tuple[Face, ...], list[Face]] = {}
    for card in in_print_order(held):
        by_goods.setdefault(nameable(table, own.seat, held, card), []).append(card)
    return [template("force", card=OneOf(cards, private=True), good=OneOf(goods)) for goods, cards in by_goods.items()]


def nameable(table: Table, seller: Seat, held: dict[Face, int], second: Face) -> tuple[Face, ...]:
    """Returns the goods that the seller may name after laying the second card; `held`: the seller's cards of each face.

    The seller may not name a good in their hand. If `name_market_goods` is false, they may name a good on the market
    only if no other good is left (ruling A1). Seven cards have at most seven goods, so the seller can always name a
    good.
    """
    lacking = tuple([good for good in GOODS if held.get(good, 0) == (good == second)])
    if table.options.name_market_goods:
        return lacking
    on_market = {second, *lot_faces(table, seller)}
    return tuple(good for good in lacking if good not in on_market) or lacking


def start_forced_sale(dealer: Dealer, seller: Seat, second: Face, good: Face) -> None:
    """Lays the second card, returns the coins on the lot (ruling A3), and shows all copies of the named good."""
    lay_on_market(dealer, seller, second, "down")
    if dealer.state.options.forced_lot_coins == "return":
        dealer.change(lot_coins=0)
    dealer.change(named=good)
    for buyer in others(seller):
        copies = [card for card in dealer.state.cards("hand", buyer) if dealer.state.face(card) == good]
        dealer.move(copies, hand(buyer), shown(buyer))
    dealer.prompt(Pick, seller, after=dealer.state.options.answer_deadline)


def force_by_chance(dealer: Dealer, seller: Seat) -> None:
    """Forces a sale with a random second card and a random good; each legal good is equally likely.

    The seller's hand is shuffled: its first card is the second card, and the order of the others decides the good. A
    public die would reveal the seller's goods, because it would be rolled again for them.
    """
    faces = hand_faces(dealer.state, seller)
    order = dealer.reorder(hand(seller), "stalled")
    second = faces[order[0]]
    goods = nameable(dealer.state, seller, held_faces(dealer.state, seller), second)
    start_forced_sale(dealer, seller, second, goods[rank(order[1:]) % len(goods)])


def rank(order: Sequence[int]) -> int:
    """Returns the position of an order among all orders of the same items.

    >>> [rank(order) for order in ((4, 5, 6), (4, 6, 5), (6, 5, 4))]
    [0, 1, 5]
    """
    number = 0
    for place, thing in enumerate(order):
        rest = order[place:]
        number = number * len(rest) + sum(other < thing for other in rest)
    return number
