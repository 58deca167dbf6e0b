"""Analyses of finished matches: requests, and the steps of the work, which a worker does in slices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F

from events.base.clock import now_ms
from events.base.policies import levels_of
from events.base.signals import analysis_wanted
from events.log.match_state.rules import game_of
from events.log.models import Match
from events.matches.errors import MatchNotFinished
from events.matches.record.own_decisions import decisions_of
from events.ratings.models import Participation
from events.replays.coach import ReplayResults, deal_of
from events.replays.errors import NoAnalysis
from events.replays.models import Analysis
from events.users.models import Player
from games import registry

WORK_MS = 30_000  # a lease, longer than a slice; it ends if the worker dies
ATTEMPTS = 3
REPLAYS = 48
"""The number of replays of a match's deal, and of other deals."""
DEALS = 20
"""The number of matches whose deals a player may have judged with one request."""
LOOKED_AT = 200
"""The number of newest matches that are searched for deals to judge."""
OPEN_TO_ALL = {"practice": False, "visibility": "public", "reveal": "all", "is_blinded": False}
"""A filter for matches whose cards everybody may see, so that the value of a deal reveals nothing new."""


def analysis_request(*, match: Match, player: Player, seat: int, sees_deal: bool) -> tuple[Analysis, bool]:
    """Requests the analysis of a seat's decisions; returns the analysis, and whether it is new.

    sees_deal: whether the player may see all cards; the deal is judged only in this case.

    Raises MatchNotFinished, or NoAnalysis if the match follows older rules or no bot searches its game.
    """
    if match.status != Match.Status.FINISHED or match.is_blinded:
        raise MatchNotFinished()
    if game_of(match) is not registry.get(match.game) or not levels_of(match.game):
        raise NoAnalysis()
    before = Analysis.objects.filter(match=match, player=player).first()
    if before is not None and not before.is_of_deal:
        return before, False
    total = sum(1 for _ in decisions_of(match, seat))
    if before is not None:
        return _extended(before, total)
    sees_deal = sees_deal and match.standings is not None and deal_of(match) is not None
    try:
        with transaction.atomic():
            analysis = Analysis.objects.create(
                match=match, player=player, seat=seat, total=total, replays_total=REPLAYS if sees_deal else 0
            )
    except IntegrityError:
        return Analysis.objects.get(match=match, player=player), False
    transaction.on_commit(lambda: analysis_wanted.send(sender=Analysis))
    return analysis, True


def _extended(before: Analysis, total: int) -> tuple[Analysis, bool]:
    """Extends an analysis of only the deal to the decisions; keeps the results about the deal."""
    changes = {"is_of_deal": False, "total": total, "status": Analysis.Status.WAITING, "attempts": 0}
    with transaction.atomic():
        is_new = Analysis.objects.filter(pk=before.pk, is_of_deal=True).update(**changes) == 1
        transaction.on_commit(lambda: analysis_wanted.send(sender=Analysis))
    return Analysis.objects.select_related("match").get(pk=before.pk), is_new


def deals_request(*, player: Player, game: str) -> int:
    """Requests judgements of the deals of a player's newest rated matches of a game; returns the number added.

    Raises NoAnalysis if no bot searches the game.
    """
    if not levels_of(game):
        raise NoAnalysis()
    known = Analysis.objects.filter(player=player, match__game=game).values_list("match", flat=True)
    places = Participation.objects.filter(player=player, game=game, place__isnull=False).exclude(match__in=known)
    seats = dict(places.order_by("-over_ms", "-pk").values_list("match", "number")[:LOOKED_AT])
    open_to_all = Match.objects.filter(
        pk__in=seats, rated=True, **OPEN_TO_ALL, rules_version=registry.get(game).version
    )
    newest = sorted(open_to_all, key=lambda match: [*seats].index(match.pk))[:DEALS]
    wanted = [
        Analysis(match=match, player=player, seat=seats[match.pk], total=0, replays_total=REPLAYS, is_of_deal=True)
        for match in newest
        if deal_of(match) is not None
    ]
    with transaction.atomic():
        Analysis.objects.bulk_create(wanted, ignore_conflicts=True)
        transaction.on_commit(lambda: analysis_wanted.send(sender=Analysis))
    return len(wanted)


def analyses_waiting() -> list[int]:
    """Returns the ids of the analyses that a worker can continue, the oldest first."""
    waiting = Analysis.objects.filter(status=Analysis.Status.WAITING, working_ms__lt=now_ms())
    return list(waiting.order_by("pk").values_list("pk", flat=True))


def analysis_lease(pk: int) -> Analysis | None:
    """Leases an analysis for a slice of work; returns None if another worker has leased it."""
    free = Analysis.objects.filter(pk=pk, status=Analysis.Status.WAITING, working_ms__lt=now_ms())
    taken = free.update(working_ms=now_ms() + WORK_MS, attempts=F("attempts") + 1)
    return Analysis.objects.select_related("match").get(pk=pk) if taken else None


def analysis_advance(analysis: Analysis, judged: Mapping[str, Any] | None) -> None:
    """Stores the judgement of the next decision. judged: None if the decision left no choice."""
    if judged is not None:
        analysis.decisions = [*analysis.decisions, judged]
    analysis.done, analysis.attempts = analysis.done + 1, 0
    analysis.working_ms = now_ms() + WORK_MS
    analysis.save(update_fields=["decisions", "done", "attempts", "working_ms"])


def analysis_replayed(analysis: Analysis, replay: ReplayResults) -> None:
    """Stores the results of another replay of the deal."""
    analysis.replays, analysis.attempts = [*analysis.replays, replay], 0
    analysis.working_ms = now_ms() + WORK_MS
    analysis.save(update_fields=["replays", "attempts", "working_ms"])


def analysis_release(analysis: Analysis) -> None:
    """Ends a slice of work. The analysis is done once everything is judged; after ATTEMPTS failures it is given up.

    If the player has meanwhile extended it (`_extended`), it continues.
    """
    status = Analysis.Status.WAITING
    if analysis.done >= analysis.total and len(analysis.replays) >= analysis.replays_total:
        status = Analysis.Status.DONE
    elif analysis.attempts >= ATTEMPTS:
        status = Analysis.Status.FAILED
    stored = Analysis.objects.filter(pk=analysis.pk)
    if not stored.filter(total=analysis.total).update(working_ms=0, status=status):
        stored.update(working_ms=0)
