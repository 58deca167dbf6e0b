"""The commoners' swap: the highest commoner may swap a hidden card with another commoner (rules, 'Variantes')."""

from __future__ import annotations

from collections.abc import Iterable

from games.great_dalmuti.board import hand, held, taken
from games.great_dalmuti.deck import JESTER, RANKS
from games.great_dalmuti.options import SWAP_SEATS
from games.great_dalmuti.reasons import why_not_this_card
from games.great_dalmuti.tricks import lead
from games.kernel.dealer import Dealer
from games.kernel.deck import Face
from games.kernel.errors import Reason, Refusal, because
from games.kernel.phase import Phase, verb
from games.kernel.slots import OneOf
from games.kernel.state import Move, Prompt, Seat, Table, Zone
from games.kernel.template import Template, template
from games.kernel.view import View


class CommonerSwap(Phase):
    """The highest commoner's choice to lay a card aside for a partner, or to keep all cards."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("keep")
        partners = view.public.order[3:-2]
        yield template("swap", partner=OneOf(partners), card=OneOf(tuple(held(view, view.me)), private=True))

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        if refusal.slot == "partner":
            return because("not_a_commoner")
        return why_not_this_card(view, move.args["card"]) if refusal.slot == "card" else None

    @verb
    def keep(self, dealer: Dealer, seat: Seat) -> None:
        """Makes no swap."""
        lead(dealer, dealer.state.public.order[0])

    @verb
    def swap(self, dealer: Dealer, seat: Seat, partner: Seat, card: Face) -> None:
        """Lays a card aside for a commoner, who must give a card before seeing it."""
        dealer.move(taken(dealer.state, seat, {card: 1}), hand(seat), Zone("swap", seat))
        dealer.prompt(SwapReply, partner, after=dealer.state.options.tax_seconds, owner=seat)


class SwapReply(Phase):
    """The partner's choice of a hidden card in return. data: `owner`: the seat that proposed the swap."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        if view.options.swap_needs_consent:
            yield template("refuse")
        yield template("reply", card=OneOf(tuple(held(view, view.me)), private=True))

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        return why_not_this_card(view, move.args["card"]) if refusal.slot == "card" else None

    def default(self, view: View, prompt: Prompt) -> Move:
        if view.options.swap_needs_consent:
            return Move("refuse")
        worst = max(held(view, view.me), key=lambda face: (face != JESTER, RANKS[face]))
        return Move("reply", {"card": worst})

    @verb
    def refuse(self, dealer: Dealer, seat: Seat) -> None:
        """Refuses the swap; the card laid aside returns unseen (option `swap_needs_consent`)."""
        owner = dealer.current.data["owner"]
        take_aside(dealer, owner, owner)
        lead(dealer, dealer.state.public.order[0])

    @verb
    def reply(self, dealer: Dealer, seat: Seat, card: Face) -> None:
        """Gives a card for the card laid aside; each of the two players sees only the card that they receive."""
        owner = dealer.current.data["owner"]
        dealer.move(taken(dealer.state, seat, {card: 1}), hand(seat), hand(owner))
        take_aside(dealer, owner, seat)
        lead(dealer, dealer.state.public.order[0])


def has_swap(table: Table) -> bool:
    """Returns whether there is a second commoner to swap with."""
    return bool(table.options.commoner_swap) and table.seats >= SWAP_SEATS


def take_aside(dealer: Dealer, owner: Seat, taker: Seat) -> None:
    """Moves the card laid aside into a hand."""
    aside = Zone("swap", owner)
    dealer.move(dealer.state.cards(*aside), aside, hand(taker))
