"""Whom a match waits for, and until when: as events of the log state it, and as the API sends it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from events.base.clock import rfc3339
from events.log import states
from events.log.log import StoredEvent
from events.log.states import MatchState, game_of
from events.models import Match
from games.kernel.timing.waiting import NOBODY, Waiting, waiting


def waiting_in(match: Match, match_state: MatchState) -> Waiting:
    """Whom the match waits for in a state, and until when; nobody once it was ended without a result."""
    if match_state.is_void:
        return NOBODY
    return waiting(game_of(match), match_state.state, match_state.times)


def waiting_now(match: Match) -> Waiting:
    """Whom the match waits for at its head."""
    return waiting_in(match, states.head(match)) if match.status == Match.Status.RUNNING else NOBODY


def waiting_beside(match: Match, event: Mapping[str, Any]) -> Waiting:
    """Whom the match waits for after a further event without effects, which has these public members."""
    if match.status != Match.Status.RUNNING:
        return NOBODY
    return waiting_in(match, states.head(match).folded((), event))


def waiting_after(match: Match, event: StoredEvent) -> dict[str, Any]:
    """Whom the match waits for after an event, as the API sends it; for events of format 1 the log is folded."""
    if event.core["format"] > 1:
        return waiting_json({name: event.core[name] for name in Waiting._fields})
    return waiting_json(waiting_in(match, states.at(match, event.seq)).to_json())


def waiting_json(stored: Mapping[str, Any]) -> dict[str, Any]:
    """The members as the API sends them, from those that the log stores: times are text."""
    deadlines = [{"prompt": d["prompt"], "seats": d["seats"], "at": rfc3339(d["at_ms"])} for d in stored["deadlines"]]
    return {"to_act": stored["to_act"], "may_act": stored["may_act"], "deadlines": deadlines}
