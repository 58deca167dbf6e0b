"""The response types of ratings, leaderboards and changes."""

from __future__ import annotations

from typing import Annotated, TypedDict

from events.base.response_types import Field, GameKey, Id, Moment, NextPage

Points = Annotated[int, Field("The rating; every player begins at 1000.", example=1240)]
Deviation = Annotated[int, Field("The uncertainty of the player's skill, on the scale of ratings.", example=180)]
RatedMatches = Annotated[int, Field("The number of rated matches on which the rating is based.", example=12)]


class RatingOut(TypedDict):
    """A player's rating in a game."""

    game: GameKey
    rating: Points
    deviation: Deviation
    matches: RatedMatches


class LeaderOut(TypedDict):
    """A line of a leaderboard."""

    place: Annotated[int, Field("The place, from 1; equal ratings share a place.", example=1)]
    player: Annotated[str, Field("The name of the player.", example="Ada")]
    rating: Points
    deviation: Deviation
    matches: RatedMatches


class RatedGameOut(TypedDict):
    """A game with ratings."""

    game: GameKey
    players: Annotated[int, Field("The number of players who have a rating.", example=40)]
    leaders: Annotated[list[LeaderOut], Field("The best three players.")]


class RatingChangeOut(TypedDict):
    """The change of a player's rating by a match."""

    match: Id
    at: Moment
    place: Annotated[int, Field("The player's place in the match, from 1.", example=2)]
    players: Annotated[int, Field("The number of players in the match.", example=4)]
    rating: Points
    change: Annotated[int, Field("The difference from the rating before the match.", example=-14)]


class RatedGameList(TypedDict):
    """The games with ratings."""

    items: Annotated[list[RatedGameOut], Field("The games, by key.")]
    next: NextPage


class Leaderboard(TypedDict):
    """A page of the leaderboard of a game."""

    items: Annotated[list[LeaderOut], Field("The players, the best first.")]
    next: NextPage


class RatingHistory(TypedDict):
    """A page of the history of a rating."""

    items: Annotated[list[RatingChangeOut], Field("The change by each match, the newest first.")]
    next: NextPage
