"""Ratings: a fold over the finished rated matches of each game, in the order in which they ended.

The model is Plackett-Luce (openskill), which supports any number of players. Players who resigned share the last place
of the log's standings. Players who left their seat to a substitute share a later place; substitutes are not rated. The
result depends only on the logs and on the table of seat holders, because logs contain no names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet
from openskill.models import PlackettLuce, PlackettLuceRating

from events.log import log
from events.log.delays import ends_unseen
from events.log.models import ActionEvent, FormerHolder, Match, Seat
from events.ratings.models import Rating, RatingChange

MODEL = PlackettLuce()
BASE, SCALE = 1000, 40  # rating = 1000 + 40 times the nearly certain skill; it begins at 1000


class Result(NamedTuple):
    """The result of a match for ratings.

    places: the places from 1, by seat; players: the first holder of each seat, None for a deleted account; left: the
    seats whose first holder left.
    """

    match: UUID
    over_ms: int
    places: Mapping[int, int]
    players: Mapping[int, UUID | None]
    left: frozenset[int]


class Skills(dict[UUID, PlackettLuceRating]):
    """The skills of players in one game. A player without an entry is a beginner."""


def rating_count(match: Match, waiting: Collection[UUID]) -> None:
    """Updates the ratings with a match, in the caller's transaction.

    Waiting matches that ended before this match are counted first.

    Matches that were counted before are skipped. If a match ended before the last counted match, all ratings of the
    game are computed again.
    """
    game = match.game
    _lock(game)
    ended = _countable(game).filter(pk__in={match.pk, *waiting}, over_ms__lte=match.over_ms, damaged_seq=None)
    counted = set(RatingChange.objects.filter(match__in=list(ended)).values_list("match", flat=True))
    results = list(_results(pk for pk in ended if pk not in counted))
    last = RatingChange.objects.filter(game=game).order_by("-over_ms", "-match").first()
    if last is not None and results and (results[0].over_ms, results[0].match) < (last.over_ms, last.match_id):
        RatingChange.objects.filter(game=game).delete()
        Rating.objects.filter(game=game).delete()
        results = list(_results(_countable(game)))
    for result in results:
        _rate(game, result)


def shown(skill: PlackettLuceRating) -> tuple[int, int]:
    """Returns a skill as shown to players: the rating and its deviation."""
    return round(BASE + SCALE * skill.ordinal()), round(SCALE * skill.sigma)


def _countable(game: str) -> QuerySet[Match, UUID]:
    """Returns the rated matches of a game whose result is public, because a rating must not reveal an unknown
    result.
    """
    public = Match.Visibility.PUBLIC  # other matches count only for their club (`events.clubs.ratings`)
    over = Match.objects.filter(game=game, rated=True, status=Match.Status.FINISHED, visibility=public)
    return over.filter(is_blinded=False).exclude(ends_unseen(None)).values_list("pk", flat=True)


def _lock(game: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"ratings {game}"])


def _results(matches: Iterable[UUID]) -> Iterator[Result]:
    """Yields the results of matches, in the order in which they ended."""
    ends = ActionEvent.objects.filter(match__in=list(matches), type="match.over").order_by("at_ms", "match_id")
    for match_id, at_ms in ends.values_list("match_id", "at_ms"):
        yield result_of(match_id, at_ms)


def results_before(game: str, at_ms: int) -> Iterator[Result]:
    """Yields the results of a game's rated matches that ended before a time, in order."""
    yield from _results(_countable(game).filter(over_ms__lt=at_ms))


def result_of(match_id: UUID, over_ms: int) -> Result:
    """Returns the result of a finished match for ratings. over_ms: the time at which it ended."""
    [over] = log.read(match_id, type="match.over")
    holders = dict(Seat.objects.filter(match=match_id).values_list("number", "player_id"))
    starters, last = dict(holders), len(over.core["standings"])
    for number, player in FormerHolder.objects.filter(match=match_id).order_by("-seq").values_list("number", "player"):
        starters[number] = player
    ranks = {seat: place for place, seats in enumerate(over.core["standings"], start=1) for seat in seats}
    left = frozenset(seat for seat in starters if starters[seat] != holders[seat])
    places = {seat: last + 2 if seat in left else ranks.get(seat, last + 1) for seat in sorted(starters)}
    return Result(match_id, over_ms, places, starters, left)


def rated(skills: Skills, result: Result) -> dict[int, tuple[PlackettLuceRating, PlackettLuceRating]]:
    """Returns the skills of each seat before a match and after it; updates `skills`."""
    players = sorted(result.players.items())
    before = {seat: skills.get(player) or MODEL.rating() if player else MODEL.rating() for seat, player in players}
    after = MODEL.rate([[skill] for skill in before.values()], ranks=[float(result.places[seat]) for seat in before])
    changes = {seat: (old, new) for (seat, old), [new] in zip(before.items(), after, strict=True)}
    skills.update({player: changes[seat][1] for seat, player in players if player is not None})
    return changes


def _rate(game: str, result: Result) -> None:
    players = [player for player in result.players.values() if player is not None]
    known = {rating.player_id: rating for rating in Rating.objects.filter(game=game, player__in=players)}
    changes = rated(Skills({player: _skill(rating) for player, rating in known.items()}), result)
    for seat, (old, new) in changes.items():
        player = result.players[seat]
        rating, deviation = shown(new)
        RatingChange.objects.create(
            game=game,
            match_id=result.match,
            number=seat,
            player_id=player,
            over_ms=result.over_ms,
            place=result.places[seat],
            players=len(changes),
            rating=rating,
            change=rating - shown(old)[0],
        )
        if player is not None:
            row = known.setdefault(player, Rating(game=game, player_id=player, matches=0))
            row.mu, row.sigma, row.rating, row.deviation = new.mu, new.sigma, rating, deviation
            row.matches += 1
            row.save()


def _skill(rating: Rating) -> PlackettLuceRating:
    return MODEL.rating(mu=rating.mu, sigma=rating.sigma)
