"""Faults of scoring that the verdicts of a season have to find. The offline audit shares the code, so it has them too."""

from __future__ import annotations

from contextlib import ExitStack
from importlib import import_module
from typing import Any

from tests.simulation.planted import _put, byes_in_full, planted

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


FAULTS = (byes_in_full.__name__, stand_ins_win.__name__, tie_breaks_turned_round.__name__)
