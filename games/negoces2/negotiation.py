"""The haggling: offers by the buyers, coins on the seller's card, and the deal (N12 to N17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.kernel import offers
from games.kernel.dealer import Dealer
from games.kernel.deck import Face
from games.kernel.offers import Bargaining, Offer
from games.kernel.phase import OpenPhase, verb
from games.kernel.slots import Integer, OneOf, Slot
from games.kernel.state import Move, Prompt, Seat, Table, phase_name
from games.kernel.template import Template, template
from games.kernel.view import View
from games.negoces2 import coins as money
from games.negoces2.board import SEATS, hand_faces, hand_over_lot, in_print_order, offered_faces, purse, staked
from games.negoces2.deck import CONTRABAND, GOODS
from games.negoces2.forced import force_by_chance, force_templates, start_forced_sale


class Patience(OpenPhase):
    """How long the seller must haggle before he may force a sale: asks nobody, ends with its time (ruling A2)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        return ()


class Negotiate(Bargaining):
    """What is offered for the card on the market, and what the seller makes of it.

    Everybody may speak; the seller is waited for, since he alone can end it. Each seat has `max_acts` acts in one
    negotiation, then it can only take back, accept or force: so it ends where no clock runs (ruling A18).
    """

    concluding = frozenset({"accept", "force"})

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        if view.me == view.public.seller:
            yield from (template("accept", **offers.named(offer)) for offer in acceptable(view))
            if may_force(view, view.me):
                yield from force_templates(view)
        else:
            yield from (template("retract", **offers.named(offer)) for offer in offers.offers_of(view, view.me))
        if not has_spoken_enough(view, view.me):
            yield from _talk(view)

    def default(self, view: View, prompt: Prompt) -> Move:
        """The seller's first forced sale; a buyer's first legal move, which nobody waits for."""
        moves = self.legal_moves(view, prompt)
        return next(iter(next(iter(moves.of("force")), moves.templates[0])))

    def required_seats(self, table: Table, prompt: Prompt) -> tuple[Seat, ...]:
        return (table.public.seller,)

    def seats_able_to_answer(self, table: Table, prompt: Prompt) -> tuple[Seat, ...]:
        """A buyer who has spoken enough and offers nothing has nothing left to say."""
        return tuple(
            seat
            for seat in prompt.seats
            if seat == table.public.seller or not has_spoken_enough(table, seat) or offers.offers_of(table, seat)
        )

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        """A seller who lets his time run out has chance force the sale, so that stalling never pays."""
        close_talk(dealer)
        force_by_chance(dealer, dealer.state.public.seller)

    @verb
    def offer(self, dealer: Dealer, seat: Seat, coins: int, card: Face | None = None, face: str = "up") -> None:
        """Offer a card, coins or both, in place of one's former offer (N13, N14, rulings A5, A6, A21)."""
        count_act(dealer, seat)
        terms: dict[str, Mapping[str, int]] = {
            "give": {"coins": coins},
            "want": {"coins": dealer.state.public.lot_coins},
        }
        goods: dict[str, list[Face]] = {face: [card]} if card else {}
        after = dealer.state.options.offer_seconds
        standing = offers.offers_of(dealer.state, seat)
        if not standing:
            offers.make(dealer, seat, [dealer.state.public.seller], **goods, **terms, after=after)  # type: ignore[arg-type]
        elif not is_same(dealer.state, standing[0], goods, terms):
            offers.change(dealer, standing[0], **goods, **terms, after=after)  # type: ignore[arg-type]

    @verb
    def retract(self, dealer: Dealer, seat: Seat, offer: int, version: int) -> None:
        """Take one's offer back (N14)."""
        offers.withdraw(dealer, _standing(dealer, offer))

    @verb
    def lot_coins(self, dealer: Dealer, seat: Seat, coins: int) -> None:
        """Lay so many coins on the card for sale, or leave so many there (N16)."""
        count_act(dealer, seat)
        dealer.change(lot_coins=coins)

    @verb
    def accept(self, dealer: Dealer, seat: Seat, offer: int, version: int) -> None:
        """Take an offer: what was offered goes to the seller, his card and the coins on it to the buyer (N17)."""
        taken = _standing(dealer, offer)
        given, paid = dealer.state.public.lot_coins, taken.give["coins"]
        offers.take(dealer, taken, seat)
        close_talk(dealer)
        hand_over_lot(dealer, seat, taken.owner)
        money.pay(dealer, taken.owner, seat, paid)
        money.pay(dealer, seat, taken.owner, given)
        dealer.change(buyer=taken.owner)
        dealer.announce("sold", seller=seat, buyer=taken.owner, paid=paid, lot_coins=given)

    @verb
    def force(self, dealer: Dealer, seat: Seat, card: Face, good: Face) -> None:
        """Lay a second card face down and name a good that one lacks; its holders show it (N18)."""
        close_talk(dealer)
        start_forced_sale(dealer, seat, card, good)

    @verb
    def hide(self, dealer: Dealer, seat: Seat, coins: int) -> None:
        """Keep coins out of sight (N25, ruling A11)."""
        count_act(dealer, seat)
        money.receive(dealer, seat, -coins)
        money.hide(dealer, seat, coins)

    @verb
    def show(self, dealer: Dealer, seat: Seat, coins: int) -> None:
        """Lay hidden coins in sight again (ruling A11)."""
        count_act(dealer, seat)
        money.hide(dealer, seat, -coins)
        money.receive(dealer, seat, coins)

    @verb
    def seek(self, dealer: Dealer, seat: Seat, good: Face) -> None:
        """Say that one looks for a good; words bind nobody (N15, ruling A23)."""
        count_act(dealer, seat)
        dealer.announce("seeks", seat=seat, good=good)

    @verb
    def give(self, dealer: Dealer, seat: Seat, good: Face) -> None:
        """Say that one would give a good; words bind nobody (N15, ruling A23)."""
        count_act(dealer, seat)
        dealer.announce("gives", seat=seat, good=good)


def open_negotiation(dealer: Dealer, seller: Seat) -> None:
    """All may speak; a seller who has left the table has chance force the sale."""
    dealer.change(acts=(0,) * SEATS)
    if seller in dealer.state.public.left:
        force_by_chance(dealer, seller)
        return
    options = dealer.state.options
    trade = dealer.prompt(Negotiate, range(SEATS), after=options.negotiation_limit)
    if options.force_after:
        dealer.prompt(Patience, (), within=trade, beside=True, after=options.force_after)


def close_talk(dealer: Dealer) -> None:
    """Ends the negotiation; all offers that stand are taken back."""
    offers.withdraw_all(dealer)
    dealer.close()


def acceptable(view: View) -> Iterable[Offer]:
    """The offers that the seller may take: by the guard, none that was made on more coins than lie there now (A7)."""
    guard, lot = view.options.lot_guard, view.public.lot_coins
    return (offer for offer in offers.offers(view) if not guard or offer.want["coins"] <= lot)


def may_force(table: Table, seller: Seat) -> bool:
    """Whether the time that must be given to haggling is over, or the seller has nothing left to say (ruling A2)."""
    waiting = any(prompt.phase == phase_name(Patience) for prompt in table.prompts.values())
    return not waiting or has_spoken_enough(table, seller)


def has_spoken_enough(table: Table, seat: Seat) -> bool:
    """Whether a seat has used up its acts of this negotiation."""
    return bool(table.public.acts[seat] >= table.options.max_acts)


def count_act(dealer: Dealer, seat: Seat) -> None:
    """Counts an act that does not end the negotiation."""
    acts = list(dealer.state.public.acts)
    acts[seat] += 1
    dealer.change(acts=acts)


def is_same(
    table: Table, offer: Offer, goods: Mapping[str, list[Face]], terms: Mapping[str, Mapping[str, int]]
) -> bool:
    """Whether terms are those that stand already: to say them again does not make an offer a new one."""
    sides = {"up": offers.open_zone(offer), "down": offers.down_zone(offer)}
    lying = {side: [table.face(card) for card in table.cards(*zone)] for side, zone in sides.items()}
    return all(lying[side] == goods.get(side, []) for side in sides) and (offer.give, offer.want) == (
        terms["give"],
        terms["want"],
    )


def _talk(view: View) -> Iterable[Template]:
    """What may be said and shifted without ending the negotiation."""
    me, own = view.me, purse(view, view.me)
    if me != view.public.seller:
        yield from _offers(view, own)
    elif own:
        yield template("lot_coins", coins=Integer(0, own))
    if view.options.coins == "player_choice":
        yield template("hide", coins=Integer(1, view.public.coins[me] - staked(view, me)))
        yield template("show", coins=Integer(1, view.public.hidden_coins[me]))
    yield template("seek", good=OneOf(GOODS))
    yield template("give", good=OneOf(GOODS))


def _offers(view: View, own: int) -> Iterable[Template]:
    yield template("offer", coins=Integer(1, own))
    cards = in_print_order(hand_faces(view, view.me) + offered_faces(view))
    if not view.options.contraband_offers:
        cards = tuple(card for card in cards if card != CONTRABAND)
    slots: dict[str, Slot] = {
        "card": OneOf(cards, private=True),
        "face": OneOf(("up", "down")),
        "coins": Integer(0, own),
    }
    yield template("offer", **slots)


def _standing(dealer: Dealer, number: int) -> Offer:
    offer = offers.standing(dealer.state, number)
    assert offer is not None, "a legal move names an offer that stands"
    return offer
