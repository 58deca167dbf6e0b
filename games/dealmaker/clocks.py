"""What lies beside a market: announcements, and clocks that stop while the pawn is held."""

from __future__ import annotations

from collections.abc import Iterable

from games.dealmaker.board import options_of, prompt_of
from games.dealmaker.goods import GOODS
from games.kernel.dealer import Dealer
from games.kernel.phase import OpenPhase, Phase, verb
from games.kernel.slots import Subset
from games.kernel.state import Prompt, Seat, Table, phase_name
from games.kernel.template import Template, template
from games.kernel.view import View


class Talk(OpenPhase):
    """Anybody says what he seeks and what he gives; words bind nobody (rules, 'Le deal')."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        any_goods = range(len(GOODS) + 1)
        yield template("announce", seeks=Subset(GOODS, any_goods), gives=Subset(GOODS, any_goods))

    @verb
    def announce(self, dealer: Dealer, seat: Seat, seeks: list[str], gives: list[str]) -> None:
        """Announces what one seeks and gives; after so many words without a deal there is silence (ruling 21)."""
        said = dealer.state.public.announcements + 1
        dealer.announce("announcement", seat=seat, seeks=seeks, gives=gives)
        dealer.change(announcements=said)
        if said >= options_of(dealer.state).max_announcements:
            dealer.close()


class Clock(OpenPhase):
    """A frame that asks nobody; `expire` does what is due when its time is up. time: the option that says how long."""

    time: str

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        return ()


class Limit(Clock):
    """A clock that runs on while the pawn is held: how long a stage of the match may last in all.

    If time is up while the pawn is held, the market ends when the pawn is free again (`Market.resumed`).
    """

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        dealer.close()
        market = dealer.state.prompts[prompt.parent or 0]
        if dealer.state.is_open(market):
            self.reached(dealer)

    def reached(self, dealer: Dealer) -> None:
        """Ends the market."""
        raise NotImplementedError


def start_limit(dealer: Dealer, market: Prompt, limit: type[Limit]) -> None:
    """Starts the clock that limits a market, if the options have such a limit."""
    if getattr(options_of(dealer.state), limit.time) is not None:
        wind(dealer, market, [limit])


def has_reached(table: Table, limit: type[Limit]) -> bool:
    """Whether the time of a market is up."""
    return getattr(options_of(table), limit.time) is not None and prompt_of(table, phase_name(limit)) is None


def wind(dealer: Dealer, market: Prompt, clocks: Iterable[type[Clock]]) -> None:
    """Starts clocks anew; no rule reads the time, so a clock that was stopped begins again."""
    for clock in clocks:
        stop(dealer, clock)
        dealer.prompt(clock, (), within=market.id, after=getattr(options_of(dealer.state), clock.time), beside=True)


def stop(dealer: Dealer, *phases: type[Phase]) -> None:
    """Closes what runs beside a market, as far as it is open."""
    for phase in phases:
        if (running := prompt_of(dealer.state, phase_name(phase))) is not None:
            dealer.close(running.id)


def refresh(dealer: Dealer, market: Prompt) -> None:
    """Something has come of it: idleness is counted anew, and there may be words again."""
    dealer.change(idle_acts=0, announcements=0, enough=())
    if prompt_of(dealer.state, "talk") is None:
        dealer.prompt(Talk, market.seats, within=market.id, beside=True)
