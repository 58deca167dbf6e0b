"""Ratings within a club: a fold over its rated matches alone, in the order in which they ended.

It is the fold of the ratings of everybody (`events.ratings.services`), which counts public matches only: what happens
in a private club must not show in a table that all can read. A public match of a public club counts in both.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet

from events.log.delays import ends_unseen
from events.models import Club, ClubRating, Match
from events.ratings.services import MODEL, Result, Skills, rated, result_of, shown

AT_ONCE = 200


def club_ratings_update() -> int:
    """Counts rated matches of clubs that have ended since; returns how many. For the sweeper."""
    waiting = list(_uncounted().order_by("over_ms", "pk").values_list("club", "game", "pk", "over_ms")[:AT_ONCE])
    tables = dict.fromkeys((club, game) for club, game, _, _ in waiting)
    for club, game in tables:
        _update(club, game)
    return len(waiting)


def _uncounted() -> QuerySet[Match]:
    return _countable().filter(is_club_counted=False)


def _countable() -> QuerySet[Match]:
    """The rated matches of clubs whose result all who see them may know."""
    over = Match.objects.filter(rated=True, status=Match.Status.FINISHED, club__isnull=False, is_blinded=False)
    return over.exclude(ends_unseen(None))


def _update(club: UUID, game: str) -> None:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"ratings of {club} {game}"])
        matches = list(_uncounted().filter(club=club, game=game).order_by("over_ms", "pk")[:AT_ONCE])
        if matches and Club.objects.filter(pk=club).exists():
            last = ClubRating.objects.filter(club=club, game=game).order_by("-last_ms", "-last_match").first()
            if last is not None and (matches[0].over_ms, matches[0].pk) <= (last.last_ms, last.last_match):
                ClubRating.objects.filter(club=club, game=game).delete()
                matches = list(_countable().filter(club=club, game=game).order_by("over_ms", "pk"))
            _count(club, game, [result_of(match.pk, match.over_ms or 0) for match in matches])
        for match in matches:
            Match.objects.filter(pk=match.pk).update(is_club_counted=True)


def _count(club: UUID, game: str, results: Iterable[Result]) -> None:
    known = {rating.player_id: rating for rating in ClubRating.objects.filter(club=club, game=game)}
    skills = Skills({player: MODEL.rating(mu=one.mu, sigma=one.sigma) for player, one in known.items()})
    for result in results:
        rated(skills, result)
        for player in result.players.values():
            if player is not None:
                rating = known.setdefault(player, ClubRating(club_id=club, game=game, player_id=player, matches=0))
                rating.matches += 1
                rating.last_ms, rating.last_match = result.over_ms, result.match
    for player, rating in known.items():
        rating.mu, rating.sigma = skills[player].mu, skills[player].sigma
        rating.rating, rating.deviation = shown(skills[player])
        rating.save()
