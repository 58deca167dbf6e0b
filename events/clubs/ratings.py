"""Ratings within a club: a fold over the club's rated matches, in the order in which they ended.

The fold is the same as for the global ratings (`events.ratings.services`). The global ratings count only public
matches, so they do not reveal the results of a private club. A public match of a public club counts in both ratings.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from events.clubs.models import Club, ClubRating
from events.log.delays import ends_unseen
from events.log.models import Match
from events.ratings.services import MODEL, Result, Skills, rated, result_of, shown


def club_rating_count(*, match: Match) -> None:
    """Counts a match in the ratings of its club, within the caller's transaction.

    The last counted match is not counted again. A match that ended before the last counted match causes the ratings to
    be computed again from all matches.
    """
    club, game = match.club, match.game
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"ratings of {club} {game}"])
    countable = _countable().filter(club=club, game=game)
    if club is None or not Club.objects.filter(pk=club).exists() or not countable.filter(pk=match.pk).exists():
        return
    last = ClubRating.objects.filter(club=club, game=game).order_by("-last_ms", "-last_match").first()
    position = (-1, match.pk) if last is None else (last.last_ms, last.last_match)
    if (match.over_ms or 0, match.pk) == position:
        return
    matches = [match]
    if (match.over_ms or 0, match.pk) < position:
        ClubRating.objects.filter(club=club, game=game).delete()
        matches = list(countable.order_by("over_ms", "pk"))
    _count(club, game, [result_of(each.pk, each.over_ms or 0) for each in matches])


def _countable() -> QuerySet[Match]:
    """Returns the rated matches whose result all of their viewers may know."""
    over = Match.objects.filter(rated=True, status=Match.Status.FINISHED, is_blinded=False)
    return over.exclude(ends_unseen(None))


def _count(club: UUID, game: str, results: Sequence[Result]) -> None:
    players = {player for result in results for player in result.players.values() if player is not None}
    ratings = ClubRating.objects.filter(club=club, game=game, player__in=players)
    known = {rating.player_id: rating for rating in ratings}
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
