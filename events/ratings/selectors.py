"""Leaderboards, and the history of a player's ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Count, QuerySet

from events.base.clock import rfc3339
from events.ratings.models import Rating, RatingChange
from events.ratings.serializers import LeaderOut, RatedGameOut, RatingChangeOut, RatingOut
from events.users.models import Player
from events.users.named import player_named

LEADERS = 3


def rated_games() -> list[RatedGameOut]:
    """Returns the games with ratings, each with the number of rated players and the best players."""
    counts = leaders().order_by("game").values_list("game").annotate(Count("pk"))
    return [
        {"game": game, "players": number, "leaders": leader_lines(list(leaders(game)[:LEADERS]))}
        for game, number in counts
    ]


def leaders(game: str | None = None) -> QuerySet[Rating]:
    """Returns the ratings of a game, or of all games, the best first, without closed accounts."""
    ratings = Rating.objects.filter(player__is_active=True).select_related("player").order_by("-rating", "pk")
    return ratings if game is None else ratings.filter(game=game)


def leader_lines(ratings: Sequence[Rating]) -> list[LeaderOut]:
    """Returns a page of a leaderboard; equal ratings share a place."""
    places: dict[int, int] = {}
    for rating in ratings:
        if rating.rating not in places:
            places[rating.rating] = 1 + leaders(rating.game).filter(rating__gt=rating.rating).count()
    return [
        {"place": places[rating.rating], "player": rating.player.name, **_rating(rating)}  # type: ignore[typeddict-item]
        for rating in ratings
    ]


def ratings_of(player: Player) -> list[RatingOut]:
    """Returns a player's ratings, by game."""
    ratings = Rating.objects.filter(player=player).order_by("game")
    return [{"game": rating.game, **_rating(rating)} for rating in ratings]  # type: ignore[typeddict-item]


def _rating(rating: Rating) -> dict[str, int]:
    return {"rating": rating.rating, "deviation": rating.deviation, "matches": rating.matches}


def history(game: str, name: str) -> QuerySet[RatingChange]:
    """Returns the changes of a player's rating in a game, the newest first. Raises NotFound for an unknown player."""
    player = player_named(name)
    return RatingChange.objects.filter(game=game, player=player).order_by("-pk")


def change_lines(changes: Iterable[RatingChange]) -> list[RatingChangeOut]:
    """Returns a page of a history; rated matches are public."""
    return [
        {
            "match": str(change.match_id),
            "at": rfc3339(change.over_ms),
            "place": change.place,
            "players": change.players,
            "rating": change.rating,
            "change": change.change,
        }
        for change in changes
    ]
