"""Announcements during a market, and the spans in which announcements and idle acts are counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.dealmaker.board import options_of, prompt_of
from games.dealmaker.goods import GOODS
from games.kernel.dealer import Dealer
from games.kernel.phase import OpenPhase, verb
from games.kernel.slots import Subset
from games.kernel.state import Prompt, Seat
from games.kernel.template import Template, template
from games.kernel.view import View


class Talk(OpenPhase):
    """An open prompt for announcements of the goods that a seat seeks and offers; none binds (rules, 'Le deal')."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        any_goods = range(len(GOODS) + 1)
        yield template("announce", seeks=Subset(GOODS, any_goods), gives=Subset(GOODS, any_goods))

    @verb
    def announce(self, dealer: Dealer, seat: Seat, seeks: Sequence[str], gives: Sequence[str]) -> None:
        """Announces the goods that the seat seeks and offers.

        A span has a limited number of announcements (ruling 21).
        """
        announcements = dealer.state.public.announcements + 1
        dealer.announce("announcement", seat=seat, seeks=seeks, gives=gives)
        dealer.change(announcements=announcements)
        if announcements >= options_of(dealer.state).max_announcements:
            dealer.close()


def begin_span(dealer: Dealer, market: Prompt) -> None:
    """Begins a span: resets the counts of idle acts and announcements, and opens announcements again."""
    dealer.change(idle_acts=0, announcements=0, enough=())
    if prompt_of(dealer.state, "talk") is None:
        dealer.prompt(Talk, market.seats, within=market.id, beside=True)
