"""The clocks that run during a market. Most of them stop while the pawn is held."""

from __future__ import annotations

from collections.abc import Iterable

from games.dealmaker.board import options_of, prompt_of
from games.kernel.dealer import Dealer
from games.kernel.phase import OpenPhase, Phase
from games.kernel.state import Prompt, Table, phase_name
from games.kernel.template import Template
from games.kernel.view import View


class StageClock(OpenPhase):
    """A prompt without seats that expires. option: the name of the option with its seconds."""

    option: str

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        return ()


class StageLimit(StageClock):
    """The clock that limits a stage of the match. It continues while the pawn is held.

    If its time runs out while the pawn is held, the market ends when the pawn is free again (`Market.resumed`).
    """

    def expire(self, dealer: Dealer, prompt: Prompt) -> None:
        dealer.close()
        market = dealer.state.prompts[prompt.parent or 0]
        if dealer.state.is_open(market):
            self.when_time_is_up(dealer)

    def when_time_is_up(self, dealer: Dealer) -> None:
        """Ends the market."""
        raise NotImplementedError


def start_limit(dealer: Dealer, market: Prompt, limit: type[StageLimit]) -> None:
    """Starts the clock that limits a market, if the option is set."""
    if getattr(options_of(dealer.state), limit.option) is not None:
        restart_clocks(dealer, market, [limit])


def is_time_up(table: Table, limit: type[StageLimit]) -> bool:
    """Returns whether the limit of a market is reached."""
    return getattr(options_of(table), limit.option) is not None and prompt_of(table, phase_name(limit)) is None


def restart_clocks(dealer: Dealer, market: Prompt, clocks: Iterable[type[StageClock]]) -> None:
    """Restarts clocks, also stopped ones, with their full time, since no rule reads the time."""
    for clock in clocks:
        stop_clocks(dealer, clock)
        dealer.prompt(clock, (), within=market.id, after=getattr(options_of(dealer.state), clock.option), beside=True)


def stop_clocks(dealer: Dealer, *phases: type[Phase]) -> None:
    """Closes the open prompts of these clocks."""
    for phase in phases:
        if (running := prompt_of(dealer.state, phase_name(phase))) is not None:
            dealer.close(running.id)
