"""The types of responses about players' records in matches."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from events.base.response_types import Field, GameKey, Id, Moment, SeatNumber

Played = Annotated[int, Field("How many matches that is about.", example=40)]
Won = Annotated[int, Field("In how many of them the player had the first place, alone or with others.", example=12)]
End = Annotated[
    Literal["played", "resigned", "timed_out", "left"],
    Field(
        "How the player's part ended: played to the end; resigned; their time ran out, so that they were resigned, a "
        "bot took their seat, or the match ended; or they left the seat to others.",
        example="played",
    ),
]


class ReliabilityOut(TypedDict):
    """The reliability of a player in their last matches with other people. Pauses and vacations do not count."""

    matches: Annotated[int, Field("The number of matches behind it: the last 50 at most.", example=40)]
    played: Annotated[int, Field("In how many the player played to the end.", example=37)]
    resigned: Annotated[int, Field("How many matches the player resigned.", example=1)]
    timed_out: Annotated[int, Field("In how many the player's time ran out for good.", example=2)]
    left: Annotated[int, Field("How many matches the player left to a substitute.", example=0)]
    moves: Annotated[int, Field("The moves that the player made in them, sealed ones apart.", example=512)]
    missed: Annotated[int, Field("The moves that the clock made in their place.", example=8)]
    words: Annotated[
        str,
        Field(
            "The result as a sentence in the language of the request.",
            example="Of the last 40 matches with others, 37 played to the end, 1 resigned and 2 lost to the clock.",
        ),
    ]


class ShareOut(TypedDict):
    """A share, and the 95 % interval of what it would be over many matches (Wilson's)."""

    value: Annotated[float, Field("The share, from 0 to 1.", example=0.3)]
    low: Annotated[float, Field("The lower bound.", example=0.18)]
    high: Annotated[float, Field("The upper bound.", example=0.45)]


class SeatResultsOut(TypedDict):
    """A player's results in one seat, at tables of one size."""

    seat: SeatNumber
    seats: Annotated[int, Field("How many seats the tables had.", example=4)]
    played: Played
    won: Won


class OpponentResultsOut(TypedDict):
    """A player's results against one other."""

    player: Annotated[str, Field("The name of the other player.", example="Bob")]
    played: Played
    ahead: Annotated[int, Field("In how many the player had a better place than the other one.", example=5)]
    behind: Annotated[int, Field("In how many a worse one.", example=3)]


class LastResultOut(TypedDict):
    """The record of a player in one match."""

    match: Id
    at: Annotated[Moment, Field("When the match ended.")]
    place: Annotated[int | None, Field("The player's place, from 1; null if the match had no result.", example=2)]
    seats: Annotated[int, Field("How many seats the match had.", example=4)]
    end: End


class PlayerResultsOut(TypedDict):
    """A player's results in one game, of public matches with a result. Practice matches are left out."""

    player: Annotated[str, Field("The name of the player.", example="Ada")]
    game: GameKey
    played: Played
    won: Won
    won_share: Annotated[ShareOut, Field("The share of matches that the player has won.")]
    streak: Annotated[int, Field("How many of the newest matches the player has won in a row.", example=2)]
    longest_streak: Annotated[int, Field("The most matches that the player won in a row.", example=4)]
    seats: Annotated[list[SeatResultsOut], Field("The results by seat and size of the table.")]
    opponents: Annotated[
        list[OpponentResultsOut],
        Field("Against those met most often in the newest 1,000 matches, at most 20; not who hides their results."),
    ]
    newest: Annotated[list[LastResultOut], Field("The newest matches, at most 20; those without a result, too.")]
