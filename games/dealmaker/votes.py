"""Votes during the trade: all present seats must agree (rules, 'stop achat' and 'Soldes'; ruling 10)."""

from __future__ import annotations

from collections.abc import Iterable

from games.dealmaker.board import options_of, present, prompt_of
from games.dealmaker.ending import all_agree
from games.kernel.dealer import Dealer
from games.kernel.errors import Reason, Refusal, because
from games.kernel.phase import OpenPhase, verb
from games.kernel.state import Move, Prompt, Seat, Table
from games.kernel.template import Template, template
from games.kernel.view import View


class Vote(OpenPhase):
    """A vote that all present seats must support. One no, the pawn or the clock ends it; trade continues meanwhile."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("refuse")
        if view.me not in view.public.ayes:
            yield template("agree")

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        return because("agreed_already") if move.verb == "agree" else None

    def required_seats(self, table: Table, prompt: Prompt) -> tuple[Seat, ...]:
        return tuple(seat for seat in present(table) if seat not in table.public.ayes)

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        lapse_vote(dealer)

    @verb
    def agree(self, dealer: Dealer, seat: Seat) -> None:
        """Votes yes. The vote is carried when all present seats have agreed."""
        prompt, ayes = dealer.current, (*dealer.state.public.ayes, seat)
        dealer.change(ayes=ayes)
        if all_agree(dealer.state, ayes):
            self.close(dealer)
            self.carried(dealer, prompt)

    @verb
    def refuse(self, dealer: Dealer, seat: Seat) -> None:
        """Votes no and ends the vote; a seat that voted yes may still do so."""
        dealer.announce("refused", seat=seat)
        self.close(dealer)

    def close(self, dealer: Dealer) -> None:
        """Closes the vote."""
        dealer.change(ayes=())
        dealer.close()

    def carried(self, dealer: Dealer, prompt: Prompt) -> None:
        """Executes the proposal to which all seats have agreed."""
        raise NotImplementedError


def trade_of(table: Table) -> Prompt:
    """Returns the prompt of the trade before the sales."""
    trade = prompt_of(table, "trade")
    assert trade is not None, "before the sales there is trade"
    return trade


def vote_of(table: Table) -> Prompt | None:
    """Returns the open vote, or None; there is at most one."""
    return prompt_of(table, "stop_vote") or prompt_of(table, "sales_vote")


def start_vote(dealer: Dealer, vote: type[Vote], proposer: Seat) -> None:
    """Opens a vote during the trade; its proposer has voted yes."""
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
