"""The seats that a match waits for and their deadlines, in the forms of the log and of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from events.base.clock import rfc3339
from events.log import states
from events.log.log import StoredEvent
from events.log.match_state.folding import MatchState
from events.log.match_state.rules import game_of
from events.log.models import Match
from games.kernel.timing.waiting import NOBODY, Waiting, waiting


def waiting_in(match: Match, match_state: MatchState) -> Waiting:
    """Returns the seats and deadlines that a match waits for in a state; none if the match ended without a result."""
    if match_state.is_void:
        return NOBODY
    return waiting(game_of(match), match_state.state, match_state.times)


def waiting_now(match: Match) -> Waiting:
    """Returns the seats that the match waits for at its head."""
    return waiting_in(match, states.head(match)) if match.status == Match.Status.RUNNING else NOBODY


def waiting_beside(match: Match, event: Mapping[str, Any]) -> Waiting:
    """Returns the seats that the match waits for after a further event. The event has these members and no effects."""
    if match.status != Match.Status.RUNNING:
        return NOBODY
    return waiting_in(match, states.head(match).folded((), event))


def waiting_after(match: Match, event: StoredEvent) -> dict[str, Any]:
    """Returns the seats that the match waits for after an event. If the event does not state them, folds the log."""
    if event.core["to_act"] is not None:
        return waiting_json({name: event.core[name] for name in Waiting._fields})
    return waiting_json(waiting_in(match, states.at(match, event.seq)).to_json())


def waiting_json(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the members in the form of the API, from their stored form: times become text."""
    deadlines = [{"prompt": d["prompt"], "seats": d["seats"], "at": rfc3339(d["at_ms"])} for d in stored["deadlines"]]
    return {"to_act": stored["to_act"], "may_act": stored["may_act"], "deadlines": deadlines}
