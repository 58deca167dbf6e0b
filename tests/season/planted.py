"""Faults that the verdicts of a season have to find. The offline audit shares the code of scoring, and its faults."""

from __future__ import annotations

from contextlib import ExitStack
from importlib import import_module
from typing import Any

from tests.simulation.planted import _put, byes_in_full, planted, round_told_twice

TABLES = ("events.tournaments.rounds", "events.tournaments.selectors", "events.tournaments.audit",
          "events.leagues.seasons", "events.leagues.selectors")  # fmt: skip


@planted
def stand_ins_win(stack: ExitStack) -> None:
    """Nobody forfeits anything: what a bot wins for somebody who is absent is theirs."""
    for module in ("events.tournaments.rounds", "events.tournaments.audit"):
        _put(stack, module, forfeits=lambda cores: [])


@planted
def tie_breaks_turned_round(stack: ExitStack) -> None:
    """Of those with equal points, who has the worst tie-breaks comes first."""
    table_of = import_module("events.tournaments.scoring").table_of

    def turned(state: Any) -> Any:
        def key(line: Any) -> Any:
            return (-line.points, *line.tie_breaks)

        lines = sorted(table_of(state), key=lambda line: (key(line), line.entry))
        return [line._replace(place=1 + sum(key(other) < key(line) for other in lines)) for line in lines]

    for module in TABLES:
        _put(stack, module, table_of=turned)


@planted
def one_more_goes_up(stack: ExitStack) -> None:
    """One more than the league says goes up, and down."""
    order_after = import_module("events.leagues.rules").order_after
    _put(stack, "events.leagues.seasons",
         order_after=lambda divisions, moving, waiting=(): order_after(divisions, moving + 1, waiting))  # fmt: skip


FAULTS = tuple(
    fault.__name__
    for fault in (byes_in_full, stand_ins_win, tie_breaks_turned_round, one_more_goes_up, round_told_twice)
)
"""The first three are faults of scoring."""
