"""Tournaments without a database: tests write the logs and choose the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from events.tournaments.pairing import draw, round_number, seating
from events.tournaments.state import RULES, Pairing, TournamentState

ID = bytes(range(16))
Outcome = Callable[[Pairing], list[list[int]]]


class Kept(TournamentState):
    """A state with a list of its events, `cores`."""

    def apply(self, core: Any) -> None:
        """Applies the next event."""
        self.__dict__.setdefault("cores", []).append(core)
        super().apply(core)


def started(entries: int, **settings: Any) -> Kept:
    """Returns a tournament that has just started; by default Swiss with tables of two."""
    chosen = {
        "format": "swiss",
        "seats": 2,
        "deals_per_round": 1,
        "duplicate": False,
        "scoring": "places",
        "rounds": 3,
        "tie_breaks": ["buchholz", "sonneborn_berger", "wins", "score"],
        "rules": RULES,
        **settings,
    }
    state = Kept(ID)
    state.apply({"type": "tournament.created", **chosen})
    for entry in range(entries):
        state.apply({"type": "entry.registered", "entry": entry, "kind": "player", "nonce": f"{entry:064x}"})
    rounds = round_number(chosen["format"], chosen["seats"], entries, chosen["rounds"])
    state.apply({"type": "tournament.started", "entries": list(range(entries)), "rounds": rounds})
    return state


def lower_wins(pairing: Pairing) -> list[list[int]]:
    """Returns an outcome in which the lower entry is placed before the higher one."""
    return [[seat] for seat in sorted(range(len(pairing.entries)), key=lambda seat: pairing.entries[seat])]


def draw_round(state: TournamentState) -> None:
    """Draws the next round and opens its matches."""
    drawn = draw(state)
    number = len(state.rounds) + 1
    state.apply({"type": "round.drawn", "tables": [list(table) for table in drawn.tables], "byes": list(drawn.byes)})
    for table, entries in enumerate(drawn.tables, start=1):
        for deal in range(1, state.deals + 1):
            seats = list(seating(state, entries, deal))
            place = {"round": number, "table": table, "deal": deal}
            state.apply({"type": "match.opened", "match": f"{number}/{table}/{deal}", **place, "entries": seats})


def record(
    state: TournamentState,
    match: str,
    standings: list[list[int]] | None,
    scores: list[int] | None = None,
    forfeits: Sequence[int] = (),
) -> None:
    """Records the result of a match. standings: None if there was none. forfeits: the seats whose player was absent."""
    status = "aborted" if standings is None else "finished"
    state.apply(
        {
            "type": "match.recorded",
            "match": match,
            "status": status,
            "standings": standings,
            "scores": scores,
            "forfeits": list(forfeits),
        }
    )


def play_round(state: TournamentState, outcome: Outcome = lower_wins) -> None:
    """Draws the next round and plays all of its matches."""
    draw_round(state)
    for pairing in list(state.pairings.values()):
        if pairing.result is None:
            record(state, pairing.match, outcome(pairing))


def play_all(state: TournamentState, outcome: Outcome = lower_wins) -> TournamentState:
    """Plays all rounds."""
    while len(state.rounds) < state.last_round:
        play_round(state, outcome)
    return state
