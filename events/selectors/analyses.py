"""Analyses as their player sees them, and the decisions of a seat that they judge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from events import log
from events.exceptions import NotFound
from events.models import Analysis, Match, Player
from events.selectors import states
from events.selectors.access import Viewer
from events.selectors.responses.analyses import AnalysisOut
from events.selectors.states import game_of
from events.selectors.table_views import table_view
from games.kernel.codec import view_from
from games.kernel.effect import Answered, move_from
from games.kernel.game import Game
from games.kernel.state import Move
from games.kernel.view import View

TURNING_POINTS = 3
WORTH_MENTIONING = 0.05
"""The smallest loss of a turning point."""


class Made(NamedTuple):
    """A decision that a seat has made: the event, the prompt, and the move."""

    seq: int
    prompt: int
    move: Move


def decisions_of(match: Match, seat: int) -> Iterator[Made]:
    """The moves of a seat, in the order of the log; its sealed answers where they were opened."""
    for event in log.read(match.pk):
        move = event.whole()[0] if event.type == "move" else None
        if move is not None and event.core["actor"] == seat and event.core["by"] == "player":
            yield Made(event.seq, event.core["prompt"], move_from(move))
        for effect in states.effects_of(event) if event.type == "move" else ():
            if isinstance(effect, Answered) and effect.seat == seat and effect.move is not None:
                yield Made(event.seq, effect.prompt, effect.move)


def view_before(match: Match, seat: int, made: Made) -> tuple[Game, View]:
    """The rules, and what the seat saw when it decided."""
    game = game_of(match)
    return game, view_from(game, table_view(match, Viewer(seat), made.seq - 1))


def analysis_of(match: Match, player: Player) -> AnalysisOut:
    """A player's analysis of a match; raises NotFound if they have asked for none."""
    found = Analysis.objects.filter(match=match, player=player).first()
    if found is None:
        raise NotFound()
    return analysis_json(found)


def analysis_json(analysis: Analysis) -> AnalysisOut:
    """An analysis as the API shows it."""
    return {
        "match": str(analysis.match_id), "seat": analysis.seat, "stage": analysis.status,
        "progress": {"done": analysis.done, "total": analysis.total},
        "decisions": analysis.decisions, "turning_points": turning_points(analysis.decisions),
        "created_at": analysis.created_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
    }  # fmt: skip


def turning_points(decisions: list[dict[str, Any]]) -> list[int]:
    """The events with the greatest losses, in the order of the log."""
    worst = sorted(decisions, key=lambda decision: -decision["loss"])[:TURNING_POINTS]
    return sorted(decision["seq"] for decision in worst if decision["loss"] >= WORTH_MENTIONING)
