"""The negotiation: the buyers' offers, coins on the seller's card, and the deal (N12 to N17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.kernel import offers
from games.kernel.dealer import Dealer
from games.kernel.deck import Face
from games.kernel.errors import Reason, Refusal, because
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
from games.negoces2.reasons import SLOTS, why_no_offer_card, why_not_held

SEEK, GIVE = template("seek", good=OneOf(GOODS)), template("give", good=OneOf(GOODS))


class Patience(OpenPhase):
    """The time before the seller may force a sale; the prompt has no seats and ends by its clock (ruling A2)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        return ()


class Negotiate(Bargaining):
    """The buyers' offers for the card on the market; the seller accepts one offer or forces the sale.

    Every seat may move at any time. The match waits for the seller, who alone can end the negotiation. After `max_acts`
    acts a seat can only retract, accept or force, so the negotiation ends even without a clock (ruling A18).
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

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        if not refusal.slot:
            return why_no_act(view, move.verb)
        value = move.args[refusal.slot]
        if refusal.slot == "card":
            return why_no_offer_card(view, value) if move.verb == "offer" else why_not_held(view, value)
        why = SLOTS.get(refusal.slot)
        return None if why is None else why(view, move, value)

    def default(self, view: View, prompt: Prompt) -> Move:
        """Returns the seller's first forced sale or, for a buyer, the first legal move."""
        moves = self.legal_moves(view, prompt)
        return next(iter(next(iter(moves.of("force")), moves.templates[0])))

    def required_seats(self, table: Table, prompt: Prompt) -> tuple[Seat, ...]:
        return (table.public.seller,)

    def seats_able_to_answer(self, table: Table, prompt: Prompt) -> tuple[Seat, ...]:
        """Returns all seats except buyers without acts and without an offer, who have no moves left."""
        return tuple(
            seat
            for seat in prompt.seats
            if seat == table.public.seller or not has_spoken_enough(table, seat) or offers.offers_of(table, seat)
        )

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        """Forces the sale by chance when the seller's time runs out, so that delaying never pays."""
        close_talk(dealer)
        force_by_chance(dealer, dealer.state.public.seller)

    @verb
    def offer(self, dealer: Dealer, seat: Seat, coins: int, card: Face | None = None, face: str = "up") -> None:
        """Offers a card, coins or both; replaces the seat's earlier offer (N13, N14, rulings A5, A6, A21)."""
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
        """Takes back the seat's offer (N14)."""
        offers.withdraw(dealer, _standing(dealer, offer))

    @verb
    def lot_coins(self, dealer: Dealer, seat: Seat, coins: int) -> None:
        """Sets the number of coins on the card for sale (N16)."""
        count_act(dealer, seat)
        dealer.change(lot_coins=coins)

    @verb
    def accept(self, dealer: Dealer, seat: Seat, offer: int, version: int) -> None:
        """Accepts an offer: the seller gets its goods, and the buyer gets the card for sale and its coins (N17)."""
        taken = _standing(dealer, offer)
        lot_coins, paid = dealer.state.public.lot_coins, taken.give["coins"]
        offers.take(dealer, taken, seat)
        close_talk(dealer)
        hand_over_lot(dealer, seat, taken.owner)
        money.pay(dealer, taken.owner, seat, paid)
        money.pay(dealer, seat, taken.owner, lot_coins)
        dealer.change(buyer=taken.owner)
        dealer.announce("sold", seller=seat, buyer=taken.owner, paid=paid, lot_coins=lot_coins)

    @verb
    def force(self, dealer: Dealer, seat: Seat, card: Face, good: Face) -> None:
        """Lays a second card face down and names a good that the seller lacks; its holders show their copies (N18)."""
        close_talk(dealer)
        start_forced_sale(dealer, seat, card, good)

    @verb
    def hide(self, dealer: Dealer, seat: Seat, coins: int) -> None:
        """Hides open coins (N25, ruling A11)."""
        count_act(dealer, seat)
        money.receive(dealer, seat, -coins)
        money.hide(dealer, seat, coins)

    @verb
    def show(self, dealer: Dealer, seat: Seat, coins: int) -> None:
        """Makes hidden coins open again (ruling A11)."""
        count_act(dealer, seat)
        money.hide(dealer, seat, -coins)
        money.receive(dealer, seat, coins)

    @verb
    def seek(self, dealer: Dealer, seat: Seat, good: Face) -> None:
        """Announces that the seat seeks a good; announcements are not binding (N15, ruling A23)."""
        count_act(dealer, seat)
        dealer.announce("seeks", seat=seat, good=good)

    @verb
    def give(self, dealer: Dealer, seat: Seat, good: Face) -> None:
        """Announces that the seat would give a good; announcements are not binding (N15, ruling A23)."""
        count_act(dealer, seat)
        dealer.announce("gives", seat=seat, good=good)


def open_negotiation(dealer: Dealer, seller: Seat) -> None:
    """Opens the negotiation; for a seller who has resigned, chance forces the sale instead."""
    dealer.change(acts=(0,) * SEATS)
    if seller in dealer.state.public.left:
        force_by_chance(dealer, seller)
        return
    options = dealer.state.options
    trade = dealer.prompt(Negotiate, range(SEATS), after=options.negotiation_limit)
    if options.force_after:
        dealer.prompt(Patience, (), within=trade, beside=True, after=options.force_after)


def close_talk(dealer: Dealer) -> None:
    """Ends the negotiation and withdraws all open offers."""
    offers.withdraw_all(dealer)
    dealer.close()


def acceptable(view: View) -> Iterable[Offer]:
    """Returns the offers that the seller may accept; `lot_guard` excludes offers made when the lot had more (A7)."""
    guard, lot = view.options.lot_guard, view.public.lot_coins
    return (offer for offer in offers.offers(view) if not guard or offer.want["coins"] <= lot)


def may_force(table: Table, seller: Seat) -> bool:
    """Returns whether the wait before a forced sale is over, or the seller has no acts left (ruling A2)."""
    waiting = phase_name(Patience)
    return waiting not in [prompt.phase for prompt in table.prompts.values()] or has_spoken_enough(table, seller)


def has_spoken_enough(table: Table, seat: Seat) -> bool:
    """Returns whether a seat has used up its acts in this negotiation."""
    return bool(table.public.acts[seat] >= table.options.max_acts)


def count_act(dealer: Dealer, seat: Seat) -> None:
    """Counts an act that does not end the negotiation."""
    acts = list(dealer.state.public.acts)
    acts[seat] += 1
    dealer.change(acts=acts)


def is_same(
    table: Table, offer: Offer, goods: Mapping[str, list[Face]], terms: Mapping[str, Mapping[str, int]]
) -> bool:
    """Returns whether these are the terms of an open offer; repeated terms do not change its version."""
    sides = {"up": offers.open_zone(offer), "down": offers.down_zone(offer)}
    lying = {side: [table.face(card) for card in table.cards(*zone)] for side, zone in sides.items()}
    return all(lying[side] == goods.get(side, []) for side in sides) and (offer.give, offer.want) == (
        terms["give"],
        terms["want"],
    )


def why_no_act(view: View, verb: str) -> Reason | None:
    """Returns why a seat has no move of a verb now."""
    sells = view.me == view.public.seller
    if verb in ("accept", "force", "lot_coins") and not sells:
        return because("only_seller")
    if verb in ("offer", "retract") and sells:
        return because("seller_makes_no_offer")
    if verb == "accept":
        return _why_guarded(view) if offers.offers(view) else because("nobody_has_one")
    if verb in ("force", "retract"):
        return because("not_yet" if verb == "force" else "no_offer_yet")
    if has_spoken_enough(view, view.me):
        return because("acts_used")
    if verb in ("hide", "show"):
        return because("nothing_hidden" if view.options.coins == "player_choice" else "coins_lie_open")
    return None


def _why_guarded(view: View) -> Reason:
    asked = min(offer.want["coins"] for offer in offers.offers(view))
    return because("too_few_on_the_card", lot_coins=view.public.lot_coins, asked=asked)


def _talk(view: View) -> Iterable[Template]:
    """Yields the moves that do not end the negotiation."""
    me, own = view.me, purse(view, view.me)
    if me != view.public.seller:
        yield from _offers(view, own)
    elif own:
        yield template("lot_coins", coins=Integer(0, own))
    if view.options.coins == "player_choice":
        yield template("hide", coins=Integer(1, view.public.coins[me] - staked(view, me)))
        yield template("show", coins=Integer(1, view.public.hidden_coins[me]))
    yield SEEK
    yield GIVE


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
