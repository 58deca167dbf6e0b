"""Analyses as shown to their player, and the judged decisions of a seat."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import sqrt
from statistics import mean, stdev
from typing import Any, TypedDict, cast

from events.base.clock import utc
from events.base.exceptions import NotFound
from events.base.texts import texts_of
from events.log import log, states
from events.log.access import Viewer
from events.log.match_state.rules import game_of
from events.log.models import Match
from events.matches.lobby.match_detail import forked_from
from events.matches.record.own_decisions import OwnDecision
from events.matches.record.table_views import table_view
from events.replays.models import Analysis
from events.replays.serializers import AnalysisOut, ExplainedOut, JudgedOut, LuckOut, ReplaysOut
from events.users.models import Player
from games.kernel.codec import view_from
from games.kernel.game import Game
from games.kernel.state import State
from games.kernel.view import View
from games.kernel.words.speech import Speaker

TURNING_POINTS = 3
WORTH_MENTIONING = 0.05
"""The smallest loss of a turning point."""


T_95 = 2.0
"""Student's t factor for a 95 % interval from about twenty samples or more."""
DIGITS = 3


class ReplayResults(TypedDict):
    """Results between equal players, from 0 to 1.

    deal: the results of this deal, by seat; other: the result of the analysed seat in another deal.
    """

    deal: list[float]
    other: float


def shares_of(standings: Sequence[Collection[int]]) -> list[float]:
    """Returns the result of each seat: 1 for the first place, 0 for the last; seats that tie share the mean.

    >>> shares_of([(1,), (0, 2)])
    [0.25, 1.0, 0.25]
    """
    seats, before = sum(map(len, standings)), 0
    shares: dict[int, float] = {}
    for tied in standings:
        place = before + (len(tied) - 1) / 2
        shares |= dict.fromkeys(tied, 1 - place / max(1, seats - 1))
        before += len(tied)
    return [shares[seat] for seat in range(seats)]


def deal_of(match: Match) -> State | None:
    """Returns the table after the deal; None for a match that began from a position of another match."""
    started = next(log.read(match.pk, type="match.started", limit=1), None)
    return None if started is None or forked_from(match) is not None else states.at(match, started.seq).state


def view_before(match: Match, seat: int, decision: OwnDecision) -> tuple[Game, View]:
    """Returns the rules, and the view of the seat at the time of a decision."""
    game = game_of(match)
    return game, view_from(game, table_view(match, Viewer(seat), decision.seq - 1))


def analysis_of(match: Match, player: Player, language: str) -> AnalysisOut:
    """Returns a player's analysis of a match. Raises NotFound if they have not asked for one."""
    analyses = Analysis.objects.filter(match=match, player=player, is_of_deal=False)
    analysis = analyses.select_related("match").first()
    if analysis is None:
        raise NotFound()
    return analysis_json(analysis, language)


def analysis_json(analysis: Analysis, language: str) -> AnalysisOut:
    """Returns an analysis as the API shows it."""
    return {
        "match": str(analysis.match_id),
        "seat": analysis.seat,
        "stage": analysis.status,  # type: ignore[typeddict-item]
        "progress": {"done": analysis.done, "total": analysis.total},
        "decisions": [judged_json(analysis.match, decision, language) for decision in analysis.decisions],
        "turning_points": turning_points(analysis.decisions),
        "luck": luck_json(analysis, language),
        "created_at": utc(analysis.created_at),
    }


def judged_json(match: Match, decision: Mapping[str, Any], language: str) -> JudgedOut:
    """Returns a decision as the API shows it, with the gains and costs of its moves in words."""
    speaker = Speaker(game_of(match).package, language)
    played, best = (explained_json(speaker, decision.get(key)) for key in ("played_explained", "best_explained"))
    return cast("JudgedOut", {**decision, "played_explained": played, "best_explained": best})


def explained_json(speaker: Speaker, explained: Mapping[str, Any] | None) -> ExplainedOut | None:
    """Returns the explanation of a move.

    Returns None if no explanation is stored, as in older analyses, or if the game no longer has the sentence.
    """
    sentence = "" if explained is None else speaker.explained(explained["code"], explained["params"])
    return cast("ExplainedOut", {**explained, "sentence": sentence}) if explained and sentence else None


def turning_points(decisions: list[dict[str, Any]]) -> list[int]:
    """Returns the events with the greatest losses, in the order of the log."""
    worst = sorted(decisions, key=lambda decision: -decision["loss"])[:TURNING_POINTS]
    return sorted(decision["seq"] for decision in worst if decision["loss"] >= WORTH_MENTIONING)


def between_equals(replays: Sequence[ReplayResults], seat: int) -> tuple[list[float], list[float]]:
    """Returns the results of a seat in the replays of its deal, and in other deals."""
    return [replay["deal"][seat] for replay in replays], [replay["other"] for replay in replays]


def luck_json(analysis: Analysis, language: str) -> LuckOut | None:
    """Returns the effect of the deal on the seat, as far as it has been computed; None if the deal is not judged."""
    if not analysis.replays_total or analysis.match.standings is None:
        return None
    replays: list[ReplayResults] = analysis.replays
    seat = analysis.seat
    progress: ReplaysOut = {"done": len(replays), "total": analysis.replays_total}
    result = round(shares_of(analysis.match.standings)[seat], DIGITS)
    if len(replays) < max(2, analysis.replays_total):
        return {"progress": progress, "result": result, "estimate": None}
    here, elsewhere = between_equals(replays, seat)
    expected, usual = mean(here), mean(elsewhere)
    errors = [stdev(results) / sqrt(len(results)) for results in (here, elsewhere)]
    luck, margin = expected - usual, T_95 * sqrt(sum(error**2 for error in errors))
    verdict = "even" if abs(luck) <= margin else "good" if luck > 0 else "bad"
    numbers = {"expected": expected, "usual": usual, "result": result}
    percentages = {name: round(100 * number) for name, number in numbers.items()}
    sentence = texts_of("luck")[language][verdict].format(**percentages)
    return {
        "progress": progress,
        "result": result,
        "estimate": {
            "expected": round(expected, DIGITS),
            "usual": round(usual, DIGITS),
            "luck": round(luck, DIGITS),
            "luck_margin": round(margin, DIGITS),
            "skill": round(result - expected, DIGITS),
            "skill_margin": round(T_95 * errors[0], DIGITS),
            "seats": [round(mean(shares), DIGITS) for shares in zip(*(r["deal"] for r in replays), strict=True)],
            "sentence": sentence,
        },
    }
