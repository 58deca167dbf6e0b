"""The first ranking and the deal of every hand (rules, 'Préparation', 'Distribution des cartes', 'Variantes')."""

from __future__ import annotations

from collections.abc import Iterable

from games.great_dalmuti.board import DECK, hand
from games.great_dalmuti.deck import RANKS
from games.great_dalmuti.taxes import levy
from games.kernel.dealer import Dealer
from games.kernel.phase import Phase, verb
from games.kernel.state import Prompt, Seat, Table, Zone
from games.kernel.template import Template, template
from games.kernel.view import View


class Exposure(Phase):
    """The Greater Dalmuti's decision about a card shown during the deal (rules, 'Variantes')."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("leave_it")
        yield template("give_to_greater_peon")

    @verb
    def leave_it(self, dealer: Dealer, seat: Seat) -> None:
        """Gives the card to the seat to which it was dealt."""
        decide(dealer, dealer.state.public.exposed[-1]["seat"])

    @verb
    def give_to_greater_peon(self, dealer: Dealer, seat: Seat) -> None:
        """Gives the card to the Greater Peon, who gives a random card in return."""
        decide(dealer, dealer.state.public.order[-1])


def rank_by_draw(dealer: Dealer, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Has each seat draw a card face up; returns the seats, best card first. `parted` breaks ties (ruling 1)."""
    drawn: dict[int, list[Seat]] = {}
    for seat in seats:
        dealer.draw(1, DECK, Zone("drawn", seat))
        card = dealer.state.cards("drawn", seat)[-1]
        drawn.setdefault(RANKS[dealer.state.face(card)], []).append(seat)
    return tuple(seat for rank in sorted(drawn) for seat in parted(dealer, drawn[rank]))


def parted(dealer: Dealer, tied: list[Seat]) -> Iterable[Seat]:
    """Returns seats that drew equal cards, in the order of a second draw or of random lots."""
    if len(tied) == 1:
        return tied
    if dealer.state.options.seat_draw_ties == "redraw" and dealer.state.size("deck") >= len(tied):
        return rank_by_draw(dealer, tied)
    waiting = list(tied)
    return [waiting.pop(dealer.roll("lot", len(waiting))) for _ in tied]


def gather(dealer: Dealer) -> None:
    """Returns all cards to the deck and shuffles it."""
    for zone in [zone for zone, cards in dealer.state.zones.items() if cards and zone != DECK]:
        dealer.move(dealer.state.zones[zone], zone, DECK)  # type: ignore[arg-type]
    dealer.shuffle(DECK)


def deal(dealer: Dealer, start: int = 0) -> None:
    """Selects the cards that are shown by mistake (option `exposed_card`), then deals and opens the taxes.

    start: the first position in the deal whose card may still be shown; 0 is the top card.
    """
    exposed = next((p for p in range(start, dealer.state.size("deck")) if is_exposed(dealer)), None)
    if exposed is not None:
        expose(dealer, exposed)
    else:
        hand_out(dealer)
        levy(dealer)


def is_exposed(dealer: Dealer) -> bool:
    """Returns whether the next card is shown by mistake."""
    chance = dealer.state.options.exposed_card
    return bool(chance != "off" and dealer.roll("exposure", 1000) < chance["random"])


def expose(dealer: Dealer, place: int) -> None:
    """Shows a card to all and prompts the Greater Dalmuti, unless the card is the Greater Peon's own."""
    order = dealer.state.public.order
    owner = order[place % len(order)]
    dealer.show([dealer.state.cards("deck")[-1 - place]], DECK)
    dealer.change(exposed=(*dealer.state.public.exposed, {"place": place, "seat": owner, "to": None}))
    if owner == order[-1]:
        decide(dealer, owner)
    else:
        dealer.prompt(Exposure, order[0], after=dealer.state.options.tax_seconds)


def decide(dealer: Dealer, to: Seat) -> None:
    """Records the seat that receives the card shown last, and continues the deal."""
    *before, last = dealer.state.public.exposed
    dealer.change(exposed=(*before, {**last, "to": to}))
    deal(dealer, last["place"] + 1)


def hand_out(dealer: Dealer) -> None:
    """Deals one card at a time, first to the Greater Dalmuti: with n seats, each seat gets every nth card (R7)."""
    state, order = dealer.state, dealer.state.public.order
    top_first = state.cards("deck")[::-1]
    moved_on = redirected(state)
    for rank, seat in enumerate(order):
        places = range(rank, len(top_first), len(order))
        dealer.move([top_first[place] for place in places if place not in moved_on], DECK, hand(seat))
    for place, owner in moved_on.items():
        dealer.pick(1, hand(order[-1]), hand(owner), "instead_of_exposed")
        dealer.move([top_first[place]], DECK, hand(order[-1]))


def redirected(table: Table) -> dict[int, Seat]:
    """Returns the positions in the deal of cards that the Greater Peon takes from other seats, with these seats."""
    return {shown["place"]: shown["seat"] for shown in table.public.exposed if shown["to"] != shown["seat"]}
