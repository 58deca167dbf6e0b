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
    """A card was shown in dealing: the Greater Dalmuti says whose it is (rules, 'Variantes')."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("leave_it")
        yield template("give_to_greater_peon")

    @verb
    def leave_it(self, dealer: Dealer, seat: Seat) -> None:
        """The card goes to whom it was meant for."""
        decide(dealer, dealer.state.public.exposed[-1]["seat"])

    @verb
    def give_to_greater_peon(self, dealer: Dealer, seat: Seat) -> None:
        """The card goes to the Greater Peon, who gives a card at random for it."""
        decide(dealer, dealer.state.public.order[-1])


def rank_by_draw(dealer: Dealer, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Each draws a card face up; the best is first. Equal cards are parted among themselves (RULES.md, ruling 1)."""
    drawn: dict[int, list[Seat]] = {}
    for seat in seats:
        dealer.draw(1, DECK, Zone("drawn", seat))
        card = dealer.state.cards("drawn", seat)[-1]
        drawn.setdefault(RANKS[dealer.state.face(card)], []).append(seat)
    return tuple(seat for rank in sorted(drawn) for seat in parted(dealer, drawn[rank]))


def parted(dealer: Dealer, tied: list[Seat]) -> Iterable[Seat]:
    """Seats that drew equal cards, put in order: they draw again, or lots are cast."""
    if len(tied) == 1:
        return tied
    if dealer.state.options.seat_draw_ties == "redraw" and dealer.state.size("deck") >= len(tied):
        return rank_by_draw(dealer, tied)
    waiting = list(tied)
    return [waiting.pop(dealer.roll("lot", len(waiting))) for _ in tied]


def gather(dealer: Dealer) -> None:
    """All cards become the deck again, shuffled."""
    for zone in [zone for zone, cards in dealer.state.zones.items() if cards and zone != DECK]:
        dealer.move(dealer.state.zones[zone], zone, DECK)  # type: ignore[arg-type]
    dealer.shuffle(DECK)


def deal(dealer: Dealer, start: int = 0) -> None:
    """Deals, once it is known which cards are shown by mistake (option `exposed_card`), and asks for taxes.

    start: the place in the deal, 0 being the top card, from which on cards may still be shown.
    """
    exposed = next((p for p in range(start, dealer.state.size("deck")) if is_exposed(dealer)), None)
    if exposed is not None:
        expose(dealer, exposed)
    else:
        hand_out(dealer)
        levy(dealer)


def is_exposed(dealer: Dealer) -> bool:
    """Whether the Greater Peon fumbles the next card."""
    chance = dealer.state.options.exposed_card
    return bool(chance != "off" and dealer.roll("exposure", 1000) < chance["random"])


def expose(dealer: Dealer, place: int) -> None:
    """Shows a card to all; the Greater Dalmuti is asked unless it is the Greater Peon's own."""
    order = dealer.state.public.order
    owner = order[place % len(order)]
    dealer.show([dealer.state.cards("deck")[-1 - place]], DECK)
    dealer.change(exposed=(*dealer.state.public.exposed, {"place": place, "seat": owner, "to": None}))
    if owner == order[-1]:
        decide(dealer, owner)
    else:
        dealer.prompt(Exposure, order[0], after=dealer.state.options.tax_seconds)


def decide(dealer: Dealer, to: Seat) -> None:
    """Says where the card shown last goes; the deal goes on."""
    *before, last = dealer.state.public.exposed
    dealer.change(exposed=(*before, {**last, "to": to}))
    deal(dealer, last["place"] + 1)


def hand_out(dealer: Dealer) -> None:
    """One card at a time, the Greater Dalmuti first: every so-manieth card of the deck is a seat's (R7)."""
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
    """The cards that the Greater Peon takes from others: place in the deal and whose it was, in order."""
    return {shown["place"]: shown["seat"] for shown in table.public.exposed if shown["to"] != shown["seat"]}
