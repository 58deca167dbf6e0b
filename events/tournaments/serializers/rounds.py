"""The types of responses about the rounds of a tournament, their matches, and shared deals."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from events.base.response_types import Field, Hex, Id, NextPage, Scores, Standings
from events.tournaments.serializers.entries import EntryNumbers

SeatEntries = Annotated[list[int], Field("The entries by seat.", example=[7, 3])]
RoundNumber = Annotated[int, Field("The number of the round, from 1.", example=2)]
TableNumber = Annotated[int, Field("The number of the table in its round, from 1.", example=1)]
DealNumber = Annotated[int, Field("The number of the deal in its round, from 1.", example=1)]


class TournamentMatchOut(TypedDict):
    """A match of a tournament. The result is null until it is recorded; with a shared deal, until all tables finish."""

    match: Id
    table: TableNumber
    deal: DealNumber
    is_replay: Annotated[bool, Field("Whether the match is a replay because the table ended level.", example=False)]
    entries: SeatEntries
    status: Annotated[
        Literal["running", "finished", "aborted", "void"],
        Field("How the match ended; `running` until the result counts."),
    ]
    standings: Standings
    scores: Scores
    points: Annotated[
        list[int] | None,
        Field("The points of each seat, in thousandths of a point; null until the result counts.", example=[1000, 0]),
    ]
    forfeits: Annotated[
        list[int],
        Field(
            "The seats whose player was absent; they receive no points. Always empty with version 1 of the scoring "
            "rules.",
            example=[1],
        ),
    ]


class TableOut(TypedDict):
    """A table of a round."""

    table: TableNumber
    entries: EntryNumbers
    matches: Annotated[list[TournamentMatchOut], Field("The matches of the table, one for each deal.")]


class RoundOut(TypedDict):
    """A round of a tournament."""

    round: RoundNumber
    byes: EntryNumbers
    tables: Annotated[list[TableOut], Field("The tables of the round.")]


class DealOut(TypedDict):
    """A deal that all tables of a round play."""

    round: RoundNumber
    deal: DealNumber
    id: Annotated[str, Field("The id that the commitment contains: 16 bytes in hexadecimal digits.", example="5c" * 16)]
    nonce: Annotated[str, Field("The digest of the players' contributions to the deal.", example="9f" * 32)]
    server_commit: Annotated[str, Field("The server's commitment to its seed of the deal.", example="9f" * 32)]
    server_seed: Annotated[Hex | None, Field("The server's seed; null until all matches of the deal are over.")]
    results: Annotated[
        list[TournamentMatchOut], Field("The matches of the deal, by table; empty until all of them are over.")
    ]


class RoundList(TypedDict):
    """The rounds of a tournament."""

    items: Annotated[list[RoundOut], Field("The rounds in order.")]
    next: NextPage


class DealList(TypedDict):
    """The shared deals of a tournament."""

    items: Annotated[list[DealOut], Field("The deals in order.")]
    next: NextPage
