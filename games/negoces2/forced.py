"""The forced sale: two cards of the seller's against one that he names and picks (N18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from games.kernel.dealer import Dealer
from games.kernel.deck import Face
from games.kernel.effect import Moved
from games.kernel.phase import Phase, verb
from games.kernel.slots import OneOf
from games.kernel.state import Prompt, Seat, Table
from games.kernel.template import Template, template
from games.kernel.view import View
from games.negoces2 import coins as money
from games.negoces2.board import (
    hand,
    hand_faces,
    hand_over_lot,
    in_print_order,
    lay_on_market,
    lot_faces,
    others,
    shown,
)
from games.negoces2.deck import GOODS


class Pick(Phase):
    """Whose card of the good he named the seller takes (N18)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("pick", owner=OneOf([seat for seat in others(view.me) if view.size("shown", seat)]))

    @verb
    def pick(self, dealer: Dealer, seat: Seat, owner: Seat) -> None:
        """Take one copy; its owner gets the cards on the market, the other copies go back into the hands (N18)."""
        dealer.move(dealer.state.cards("shown", owner)[:1], shown(owner), hand(seat))
        hand_over_lot(dealer, seat, owner)
        for other in others(seat):
            dealer.move(dealer.state.cards("shown", other), shown(other), hand(other))
        given = dealer.state.public.lot_coins
        money.pay(dealer, seat, owner, given)
        dealer.change(buyer=owner)
        dealer.announce("forced", seller=seat, buyer=owner, good=dealer.state.public.named, lot_coins=given)


def force_templates(view: View) -> Iterable[Template]:
    """The second cards, parted by the goods that may be named when they lie on the market."""
    held = Counter(hand_faces(view, view.me))
    by_goods: dict[tuple[Face, ...], list[Face]] = {}
    for card in in_print_order(held):
        by_goods.setdefault(nameable(view, view.me, held, card), []).append(card)
    for goods, cards in by_goods.items():
        yield template("force", card=OneOf(cards, private=True), good=OneOf(goods))


def nameable(table: Table, seller: Seat, held: Mapping[Face, int], second: Face) -> tuple[Face, ...]:
    """The goods that the seller may name once his second card has left his hand; `held` is how much of each he has.

    He has none in his hand; with `name_market_goods` false none on the market either, unless nothing else is left
    to name (ruling A1). As seven cards make seven goods at most, there is always one.
    """
    lacking = tuple(good for good in GOODS if held.get(good, 0) == (good == second))
    if table.options.name_market_goods:
        return lacking
    on_market = {second, *lot_faces(table, seller)}
    return tuple(good for good in lacking if good not in on_market) or lacking


def start_forced_sale(dealer: Dealer, seller: Seat, second: Face, good: Face) -> None:
    """The second card is laid down, the coins on the lot return (ruling A3), and all copies of the good are shown."""
    lay_on_market(dealer, seller, second, "down")
    if dealer.state.options.forced_lot_coins == "return":
        dealer.change(lot_coins=0)
    dealer.change(named=good)
    for buyer in others(seller):
        copies = [card for card in dealer.state.cards("hand", buyer) if dealer.state.face(card) == good]
        dealer.move(copies, hand(buyer), shown(buyer))
    dealer.prompt(Pick, seller, after=dealer.state.options.answer_deadline)


def force_by_chance(dealer: Dealer, seller: Seat) -> None:
    """A forced sale of which chance decides the second card and the good, each legal one as likely.

    The seller's hand is shuffled: its first card is the second card, the order of the others decides the good. A die
    in sight of all would tell which goods he holds, since it would have to be rolled again for those.
    """
    before = dealer.state.cards("hand", seller)
    dealer.pick(len(before), hand(seller), hand(seller), "stalled")
    shuffle = dealer.effects[-1]
    assert isinstance(shuffle, Moved)
    order = [before.index(card) for card in shuffle.cards if card is not None]
    second = shuffle.faces[0]
    assert second is not None, "the dealer sees every face"
    goods = nameable(dealer.state, seller, Counter(hand_faces(dealer.state, seller)), second)
    start_forced_sale(dealer, seller, second, goods[rank(order[1:]) % len(goods)])


def rank(order: Sequence[int]) -> int:
    """The number of an order among all orders of the same things.

    >>> [rank(order) for order in ((4, 5, 6), (4, 6, 5), (6, 5, 4))]
    [0, 1, 5]
    """
    number = 0
    for place, thing in enumerate(order):
        rest = order[place:]
        number = number * len(rest) + sum(other < thing for other in rest)
    return number
