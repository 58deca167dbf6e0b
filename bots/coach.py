"""The coach: compares each decision of a player in a finished match with other moves, by search from the player's view.

In this search, the move that was played replaces the rollout policy's move. Another move counts as better only if its
gain exceeds one standard error of the paired playouts. Luck has no effect on this judgement, because the worlds are
dealt from the view alone. Afterwards the coach judges the deal itself, by matches between equal players (`bots.luck`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import structlog

from bots.luck import replayed
from bots.search.halving import CandidateComparison
from bots.search.levels import plan_of
from bots.search.plan import Effort, Plan, distinct
from events.base.error_reports import report_error
from events.log.match_state.rules import game_of
from events.matches.record.own_decisions import OwnDecision, decisions_of
from events.replays.coach import deal_of, view_before
from events.replays.coaching import (
    analyses_waiting,
    analysis_advance,
    analysis_lease,
    analysis_release,
    analysis_replayed,
)
from events.replays.models import Analysis
from games.kernel.effect import move_json
from games.kernel.rng import policy_draws
from games.kernel.state import Move
from games.kernel.view import View

DIGITS = 4

log = structlog.get_logger()


def analyse(seconds: float) -> None:
    """Runs queued analyses, the oldest first, for this number of seconds."""
    until = time.monotonic() + seconds
    for pk in analyses_waiting():
        if time.monotonic() >= until:
            return
        analysis = analysis_lease(pk)
        if analysis is not None:
            _advance(analysis, until)


def _advance(analysis: Analysis, until: float) -> None:
    """Judges some decisions of an analysis. Gives up an analysis that keeps failing."""
    try:
        for _ in _steps(analysis):
            if time.monotonic() >= until:
                break
    except Exception as error:
        log.exception("analysis_failed", match=str(analysis.match_id), seat=analysis.seat)
        report_error("task_failed", error, "analysis", analysis.match_id)
    finally:
        analysis_release(analysis)


def _steps(analysis: Analysis) -> Iterator[None]:
    """Judges one decision after another, then plays the deal again; yields after each step."""
    match = analysis.match
    for decision in list(decisions_of(match, analysis.seat))[analysis.done :]:
        analysis_advance(analysis, judged(analysis, decision))
        yield
    deal = deal_of(match) if len(analysis.replays) < analysis.replays_total else None
    if deal is not None:
        for number in range(len(analysis.replays), analysis.replays_total):
            analysis_replayed(analysis, replayed(game_of(match), deal, analysis.seat, match.pk, number))
            yield


def judged(analysis: Analysis, decision: OwnDecision) -> dict[str, Any] | None:
    """Returns a decision as the analysis stores it; None if there was no choice."""
    game, view = view_before(analysis.match, analysis.seat, decision)
    plan, moves = plan_of(game.key), game.legal_moves(view, decision.prompt)
    key = b"coach/%s/%d" % (analysis.match_id.bytes, decision.seq)
    candidates = plan.candidates(view, moves, policy_draws(key, "candidates")) if moves else []
    ranked = distinct([(0.0, decision.move), *((0.0, move) for _, move in candidates)], len(candidates) + 1)
    if len(ranked) < 2:
        return None
    compared = CandidateComparison(plan, view, decision.prompt, [move for _, move in ranked], Effort(plan.coach), key)
    found = compared.explained(compared.guarded(compared.halve()))
    best = found.candidates[found.chosen]
    return {
        "seq": decision.seq,
        "prompt": decision.prompt,
        "played": move_json(decision.move),
        "best": None if best.move is None else move_json(best.move),
        "loss": round(best.gain, DIGITS) if found.chosen else 0.0,
        "error": round(best.error, DIGITS) if found.chosen else 0.0,
        "playouts": found.playouts,
        "played_explained": _explained(plan, view, decision.move),
        "best_explained": _explained(plan, view, best.move),
    }


def _explained(plan: Plan, view: View, move: Move | None) -> dict[str, Any] | None:
    """Returns the trade of a move, as the analysis stores it; None if it trades nothing."""
    explained = None if move is None or plan.explains is None else plan.explains(view, move)
    return None if explained is None else explained._asdict()
