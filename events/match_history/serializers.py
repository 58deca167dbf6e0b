"""The types of responses about players' records in matches."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from events.base.response_types import Field, GameKey, Id, Moment, SeatNumber

Played = Annotated[int, Field("The number of matches that are counted.", example=40)]
Won = Annotated[
    int, Field("The number of these matches in which the player had the first place, alone or with others.", example=12)
]
End = Annotated[
    Literal["played", "resigned", "timed_out", "left"],
    Field(
        "How the match ended for the player. `played`: played to the end; `resigned`: the player resigned; "
        "`timed_out`: the player's time ran out, so that the seat was resigned, a bot took it, or the match ended; "
        "`left`: the player left the seat to others.",
        example="played",
    ),
]


class ReliabilityOut(TypedDict):
    """The reliability of a player in their last matches with other people. Pauses and vacations do not count."""

    matches: Annotated[int, Field("The number of matches that are counted: at most the last 50.", example=40)]
    played: Annotated[int, Field("The number of matches that the player played to the end.", example=37)]
    resigned: Annotated[int, Field("The number of matches that the player resigned.", example=1)]
    timed_out: Annotated[int, Field("The number of matches in which the player's time ran out for good.", example=2)]
    left: Annotated[int, Field("The number of matches that the player left to a substitute.", example=0)]
    moves: Annotated[
        int, Field("The number of moves that the player made in these matches, without sealed moves.", example=512)
    ]
    missed: Annotated[
        int, Field("The number of moves that the server made in place of the player at a deadline.", example=8)
    ]
    words: Annotated[
        str,
        Field(
            "The result as a sentence in the language of the request.",
            example="Of the last 40 matches with others, 37 played to the end, 1 resigned and 2 lost to the clock.",
        ),
    ]


class ShareOut(TypedDict):
    """A share, and the 95 % interval (Wilson's) of the share over many matches."""

    value: Annotated[float, Field("The share, from 0 to 1.", example=0.3)]
    low: Annotated[float, Field("The lower bound.", example=0.18)]
    high: Annotated[float, Field("The upper bound.", example=0.45)]


class SeatResultsOut(TypedDict):
    """A player's results in one seat, at tables of one size."""

    seat: SeatNumber
    seats: Annotated[int, Field("The number of seats of the tables.", example=4)]
    played: Played
    won: Won


class OpponentResultsOut(TypedDict):
    """A player's results against one opponent."""

    player: Annotated[str, Field("The name of the other player.", example="Bob")]
    played: Played
    ahead: Annotated[
        int, Field("The number of matches in which the player had a better place than the opponent.", example=5)
    ]
    behind: Annotated[
        int, Field("The number of matches in which the player had a worse place than the opponent.", example=3)
    ]


class LastResultOut(TypedDict):
    """The record of a player in one match."""

    match: Id
    at: Annotated[Moment, Field("When the match ended.")]
    place: Annotated[int | None, Field("The player's place, from 1; null if the match had no result.", example=2)]
    seats: Annotated[int, Field("The number of seats of the match.", example=4)]
    end: End


class PlayerResultsOut(TypedDict):
    """A player's results in one game, of public matches with a result. Practice matches are left out."""

    player: Annotated[str, Field("The name of the player.", example="Ada")]
    game: GameKey
    played: Played
    won: Won
    won_share: Annotated[ShareOut, Field("The share of matches that the player has won.")]
    streak: Annotated[int, Field("The number of newest matches in a row that the player has won.", example=2)]
    longest_streak: Annotated[int, Field("The largest number of matches in a row that the player has won.", example=4)]
    seats: Annotated[list[SeatResultsOut], Field("The results by seat and size of the table.")]
    opponents: Annotated[
        list[OpponentResultsOut],
        Field(
            "The results against the most frequent opponents in the newest 1,000 matches, at most 20; opponents who "
            "hide their results are left out."
        ),
    ]
    newest: Annotated[list[LastResultOut], Field("The newest matches, at most 20, including matches without a result.")]
