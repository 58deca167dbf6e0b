"""Votes beside the trade: all present must agree (rules, 'stop achat' and 'Soldes'; ruling 10)."""

from __future__ import annotations

from collections.abc import Iterable

from games.dealmaker.board import options_of, present, prompt_of
from games.dealmaker.ending import all_agree
from games.kernel.dealer import Dealer
from games.kernel.phase import OpenPhase, verb
from games.kernel.state import Prompt, Seat, Table
from games.kernel.template import Template, template
from games.kernel.view import View


class Vote(OpenPhase):
    """Everybody must agree; one no, the pawn or the clock ends it. Trade goes on meanwhile."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("refuse")
        if view.me not in view.public.ayes:
            yield template("agree")

    def required_seats(self, table: Table, prompt: Prompt) -> tuple[Seat, ...]:
        return tuple(seat for seat in present(table) if seat not in table.public.ayes)

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        lapse_vote(dealer)

    @verb
    def agree(self, dealer: Dealer, seat: Seat, prompt: Prompt) -> None:
        """Says yes; when all have, it is carried."""
        ayes = (*dealer.state.public.ayes, seat)
        dealer.change(ayes=ayes)
        if all_agree(dealer.state, ayes):
            self.close(dealer)
            self.carried(dealer, prompt)

    @verb
    def refuse(self, dealer: Dealer, seat: Seat) -> None:
        """Says no, even after a yes; that ends the vote."""
        dealer.announce("refused", seat=seat)
        self.close(dealer)

    def close(self, dealer: Dealer) -> None:
        """The vote is over."""
        dealer.change(ayes=())
        dealer.close()

    def carried(self, dealer: Dealer, prompt: Prompt) -> None:
        """What was voted for happens."""
        raise NotImplementedError


def trade_of(table: Table) -> Prompt:
    """The prompt of the trade before the sales."""
    trade = prompt_of(table, "trade")
    assert trade is not None, "before the sales there is trade"
    return trade


def vote_of(table: Table) -> Prompt | None:
    """The vote that is open; there is one at most."""
    return prompt_of(table, "stop_vote") or prompt_of(table, "sales_vote")


def start_vote(dealer: Dealer, vote: type[Vote], proposer: Seat) -> None:
    """Opens a vote beside the trade; its proposer counts as a yes."""
    dealer.change(ayes=[proposer])
    trade = trade_of(dealer.state)
    seconds = options_of(dealer.state).vote_time
    dealer.prompt(vote, trade.seats, within=trade.id, after=seconds, beside=True, proposer=proposer)


def lapse_vote(dealer: Dealer) -> None:
    """Ends an open vote without a result."""
    if (vote := vote_of(dealer.state)) is not None:
        dealer.announce("vote_lapsed")
        dealer.change(ayes=())
        dealer.close(vote.id)
