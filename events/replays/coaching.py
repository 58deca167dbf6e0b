"""Analyses of finished matches: asking for one, and the work on it, which a worker does in slices."""

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
from events.replays.coach import Replayed, deal_of
from events.replays.errors import NoAnalysis
from events.replays.models import Analysis
from events.users.models import Player
from games import registry

WORK_MS = 30_000  # longer than a slice: a worker that dies holds an analysis no longer than this
ATTEMPTS = 3
REPLAYS = 48
"""The number of replays of a match's deal, and of other deals."""
DEALS = 20
"""Of how many matches at a time a player may have the deal judged."""
LOOKED_AT = 200
"""Among how many of the newest matches these are found."""
OPEN_TO_ALL = {"practice": False, "fork_of": None, "visibility": "public", "reveal": "all", "is_blinded": False}
"""The matches of which everybody may see all cards, so what a deal was worth tells nobody anything new."""


def analysis_request(*, match: Match, player: Player, seat: int, sees_deal: bool) -> tuple[Analysis, bool]:
    """Asks for the analysis of a seat's decisions; returns it, and whether it is new.

    sees_deal: whether the player may see all cards; only then the deal is judged too.

    Raises MatchNotFinished, or NoAnalysis if the match follows older rules or its game is not searched.
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
    """Extends an analysis of a deal to the decisions; results about the deal stay."""
    changes = {"is_of_deal": False, "total": total, "status": Analysis.Status.WAITING, "attempts": 0}
    with transaction.atomic():
        is_new = Analysis.objects.filter(pk=before.pk, is_of_deal=True).update(**changes) == 1
        transaction.on_commit(lambda: analysis_wanted.send(sender=Analysis))
    return Analysis.objects.select_related("match").get(pk=before.pk), is_new


def deals_request(*, player: Player, game: str) -> int:
    """Requests judgements of the deals of a player's newest rated matches of a game; returns how many were added.

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
    """Returns the analyses that a worker can go on with, the oldest first."""
    waiting = Analysis.objects.filter(status=Analysis.Status.WAITING, working_ms__lt=now_ms())
    return list(waiting.order_by("pk").values_list("pk", flat=True))


def analysis_lease(pk: int) -> Analysis | None:
    """Takes an analysis for a slice of work; None if another worker has it."""
    free = Analysis.objects.filter(pk=pk, status=Analysis.Status.WAITING, working_ms__lt=now_ms())
    taken = free.update(working_ms=now_ms() + WORK_MS, attempts=F("attempts") + 1)
    return Analysis.objects.select_related("match").get(pk=pk) if taken else None


def analysis_advance(analysis: Analysis, judged: Mapping[str, Any] | None) -> None:
    """Stores that the next decision is judged; None: it left no choice."""
    if judged is not None:
        analysis.decisions = [*analysis.decisions, judged]
    analysis.done, analysis.attempts = analysis.done + 1, 0
    analysis.working_ms = now_ms() + WORK_MS
    analysis.save(update_fields=["decisions", "done", "attempts", "working_ms"])


def analysis_replayed(analysis: Analysis, replay: Replayed) -> None:
    """Stores the results of playing the deal once more."""
    analysis.replays, analysis.attempts = [*analysis.replays, replay], 0
    analysis.working_ms = now_ms() + WORK_MS
    analysis.save(update_fields=["replays", "attempts", "working_ms"])


def analysis_release(analysis: Analysis) -> None:
    """Ends a slice of work. The analysis is done once everything is judged; one that keeps failing is given up.

    If the player has asked for more meanwhile (`_extended`), it goes on with that.
    """
    status = Analysis.Status.WAITING
    if analysis.done >= analysis.total and len(analysis.replays) >= analysis.replays_total:
        status = Analysis.Status.DONE
    elif analysis.attempts >= ATTEMPTS:
        status = Analysis.Status.FAILED
    stored = Analysis.objects.filter(pk=analysis.pk)
    if not stored.filter(total=analysis.total).update(working_ms=0, status=status):
        stored.update(working_ms=0)
