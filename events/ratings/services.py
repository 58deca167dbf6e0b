"""Ratings: a fold over the finished rated matches of each game, in the order in which they ended.

The model is Plackett-Luce (openskill): it takes the places of any number of players. Who resigned shares the last place
of the log's standings; who left their seat to a substitute shares a place behind it, and substitutes are not rated. The
result rests on the logs alone, with the table of seats for who sat where, since names never enter a log. The sweeper
counts new matches; one that ended before another that is already counted makes it start the game again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet
from openskill.models import PlackettLuce, PlackettLuceRating

from events.log import log
from events.log.delays import ends_unseen
from events.models import ActionEvent, FormerHolder, Match, Rating, RatingChange, Seat

MODEL = PlackettLuce()
BASE, SCALE = 1000, 40  # a rating is 1000 + 40 times the skill that is all but certain; everybody begins at 1000
AT_ONCE = 200


class Result(NamedTuple):
    """A match as ratings count it.

    places: by seat, from 1; players: who began in each seat, None for a deleted account; left: seats that they left.
    """

    match: UUID
    over_ms: int
    places: Mapping[int, int]
    players: Mapping[int, UUID | None]
    left: frozenset[int]


class Skills(dict[UUID, PlackettLuceRating]):
    """The skills of players in one game; who is missing begins."""


def ratings_update() -> int:
    """Counts rated matches that have ended since; returns how many. For the sweeper."""
    waiting = _uncounted().order_by().values_list("game", flat=True).distinct()
    return sum(_update(game) for game in list(waiting))


def ratings_recompute(game: str) -> int:
    """Computes all ratings of a game again from the logs; returns how many ratings and changes differ from before."""
    with transaction.atomic():
        _lock(game)
        before = _contents(game)
        _start_again(game)
        return len(before ^ _contents(game))


def shown(skill: PlackettLuceRating) -> tuple[int, int]:
    """A skill as players see it: the rating and its deviation."""
    return round(BASE + SCALE * skill.ordinal()), round(SCALE * skill.sigma)


def _update(game: str) -> int:
    with transaction.atomic():
        _lock(game)
        results = list(_results(_uncounted().filter(game=game)[:AT_ONCE]))
        last = RatingChange.objects.filter(game=game).order_by("-over_ms", "-match").first()
        if last is not None and results and (results[0].over_ms, results[0].match) < (last.over_ms, last.match_id):
            _start_again(game)
        else:
            _count(game, results)
        return len(results)


def _uncounted() -> QuerySet[Match]:
    return _countable().filter(is_counted=False)


def _countable() -> QuerySet[Match]:
    """The rated matches whose result everybody may know: a rating that changed earlier would tell it."""
    public = Match.Visibility.PUBLIC  # others count for their club alone (`events.clubs.ratings`)
    rated = Match.objects.filter(rated=True, status=Match.Status.FINISHED, visibility=public, is_blinded=False)
    return rated.exclude(ends_unseen(None))


def _lock(game: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"ratings {game}"])


def _start_again(game: str) -> None:
    RatingChange.objects.filter(game=game).delete()
    Rating.objects.filter(game=game).delete()
    _count(game, _results(_countable().filter(game=game)))


def _contents(game: str) -> set[tuple[object, ...]]:
    """All ratings and changes of a game, without the numbers of their rows."""
    ratings = Rating.objects.filter(game=game)
    changes = RatingChange.objects.filter(game=game)
    return {
        *ratings.values_list("player_id", "mu", "sigma", "rating", "deviation", "matches"),
        *changes.values_list("match_id", "number", "player_id", "over_ms", "place", "players", "rating", "change"),
    }


def _results(matches: Iterable[Match]) -> Iterator[Result]:
    """The results of matches, in the order in which they ended."""
    ids = [match.pk for match in matches]
    ends = ActionEvent.objects.filter(match__in=ids, type="match.over").order_by("at_ms", "match_id")
    for match_id, at_ms in ends.values_list("match_id", "at_ms"):
        yield result_of(match_id, at_ms)


def results_before(game: str, at_ms: int) -> Iterator[Result]:
    """The results of a game that ratings count, of matches that ended before a time, in order."""
    yield from _results(_countable().filter(game=game, over_ms__lt=at_ms))


def result_of(match_id: UUID, over_ms: int) -> Result:
    """A finished match as ratings count it. over_ms: when it ended."""
    [over] = log.read(match_id, type="match.over")
    holders = dict(Seat.objects.filter(match=match_id).values_list("number", "player_id"))
    starters, last = dict(holders), len(over.core["standings"])
    for number, player in FormerHolder.objects.filter(match=match_id).order_by("-seq").values_list("number", "player"):
        starters[number] = player
    ranks = {seat: place for place, seats in enumerate(over.core["standings"], start=1) for seat in seats}
    left = frozenset(seat for seat in starters if starters[seat] != holders[seat])
    places = {seat: last + 2 if seat in left else ranks.get(seat, last + 1) for seat in sorted(starters)}
    return Result(match_id, over_ms, places, starters, left)


def _count(game: str, results: Iterable[Result]) -> None:
    for result in results:
        _rate(game, result)
        Match.objects.filter(pk=result.match).update(is_counted=True)


def rated(skills: Skills, result: Result) -> dict[int, tuple[PlackettLuceRating, PlackettLuceRating]]:
    """The skills of each seat before a match and after it; `skills` has those after it, too, then."""
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
            game=game, match_id=result.match, number=seat, player_id=player, over_ms=result.over_ms,
            place=result.places[seat], players=len(changes), rating=rating, change=rating - shown(old)[0],
        )  # fmt: skip
        if player is not None:
            matches = known[player].matches + 1 if player in known else 1
            values = {"mu": new.mu, "sigma": new.sigma, "rating": rating, "deviation": deviation, "matches": matches}
            Rating.objects.update_or_create(game=game, player_id=player, defaults=values)


def _skill(rating: Rating) -> PlackettLuceRating:
    return MODEL.rating(mu=rating.mu, sigma=rating.sigma)
