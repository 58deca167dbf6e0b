"""The types of responses about tournaments: in lists, with their tables, and their logs."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from events.base.response_types import Clock, Field, GameKey, Hash, Id, Moment, NextPage, Settings, component
from events.log.serializers import KeyOut, SealOut
from events.tournaments.serializers.entries import EntryNumber, EntryOut

FORMATS = ("round_robin", "swiss", "knock_out")
TournamentFormat = Literal["round_robin", "swiss", "knock_out"]
TournamentStatus = Literal["open", "running", "finished", "cancelled"]
TieBreaks = Annotated[
    list[Literal["buchholz", "sonneborn_berger", "wins", "score", "matchpoints", "differences"]],
    Field("The criteria that decide between equal points, in this order.", example=["buchholz", "wins"]),
]


class LeagueDivision(TypedDict):
    """The place of a tournament in a season of a league."""

    id: Id
    season: Annotated[int, Field("The number of the season, from 1.", example=3)]
    division: Annotated[int, Field("The number of the division, from 1, the highest.", example=1)]


class TournamentLine(TypedDict):
    """A tournament as it appears in lists."""

    id: Id
    title: Annotated[str, Field("The title of the tournament.", example="Friday evening")]
    game: GameKey
    format: Annotated[TournamentFormat, Field("How the rounds are drawn.", example="swiss")]
    status: Annotated[TournamentStatus, Field("The stage of the tournament.")]
    visibility: Annotated[Literal["public", "unlisted", "private"], Field("Who can find the tournament.")]
    club: Annotated[Id | None, Field("The id of the club that holds the tournament; null for other tournaments.")]
    league: Annotated[
        LeagueDivision | None, Field("The league of which the tournament is a division; null: no league.")
    ]
    organiser: Annotated[str | None, Field("The name of the organiser; null if the account is closed.", example="Ada")]
    seats: Annotated[int, Field("The number of seats of each table.", example=2)]
    duplicate: Annotated[bool, Field("Whether all tables of a round play the same deals.", example=True)]
    rated: Annotated[bool, Field("Whether matches between people count for ratings.", example=False)]
    max_players: Annotated[int, Field("The maximum number of entries.", example=16)]
    number_of_entries: Annotated[int, Field("The number of entries.", example=16)]
    entry: Annotated[int | None, Field("The number of your own entry; null if you do not take part.", example=3)]
    round: Annotated[int, Field("The number of the last round that was drawn; 0 before the first round.", example=2)]
    starts_at: Annotated[Moment | None, Field("When the tournament starts automatically; null: never.")]
    created_at: Moment


class TableLine(TypedDict):
    """A line of the table of a tournament."""

    place: Annotated[int, Field("The place, from 1; entries that are equal in all criteria share a place.", example=1)]
    entry: EntryNumber
    points: Annotated[int, Field("The points, in thousandths of a point.", example=2500)]
    tie_breaks: Annotated[
        dict[str, int], Field("The value of each tie-break, by name.", example={"buchholz": 4500, "wins": 2})
    ]


class TournamentLogHead(TypedDict):
    """The last event of the log of a tournament."""

    seq: Annotated[int, Field("The number of the event, counted from 0.", example=31)]
    hash: Hash


@component("CancelVotes")
class Cancelling(TypedDict):
    """The entrants' votes to cancel a tournament whose organisers are inactive."""

    votes: Annotated[int, Field("The number of votes for cancelling.", example=2)]
    needed: Annotated[
        int,
        Field(
            "The number of votes that cancel the tournament: more than half of the players who take part.", example=4
        ),
    ]
    possible_at: Annotated[Moment, Field("When voting begins, unless an organiser acts before then.")]
    voted: Annotated[bool, Field("Whether you have voted for cancelling.", example=False)]


@component("Tournament")
class TournamentHead(TournamentLine):
    """A tournament with its settings, entries and table."""

    options: Settings
    clock: Clock
    rounds: Annotated[
        int | None, Field("The number of rounds; null before the start if it depends on the entries.", example=4)
    ]
    deals_per_round: Annotated[int, Field("The number of matches that each table plays in a round.", example=2)]
    scoring: Annotated[
        Literal["places", "matchpoints", "differences"], Field("How the results of matches are counted.")
    ]
    tie_breaks: TieBreaks
    rules: Annotated[
        int,
        Field(
            "The version of the scoring rules: 1 for tournaments created before forfeits were known, 2 for all others.",
            example=2,
        ),
    ]
    start: Annotated[
        Literal["manual", "when_full"],
        Field(
            "What starts the tournament, in addition to `starts_at`. `manual`: an organiser; `when_full`: an "
            "organiser, or the entry that fills the tournament."
        ),
    ]
    co_organisers: Annotated[list[str], Field("The names of the co-organisers.", example=["Grace"])]
    is_organiser: Annotated[bool, Field("Whether you may act for the tournament.", example=False)]
    cancelling: Annotated[Cancelling, Field("The votes of the entrants on cancelling the tournament.")]
    late_entry: Annotated[
        int | None,
        Field("The round until whose draw players may enter; null: players may enter until the start.", example=3),
    ]
    substitutes: Annotated[
        bool, Field("Whether substitutes may take over the entries of players who have withdrawn.", example=True)
    ]
    team_size: Annotated[int, Field("The number of players of each entry; 1: no teams.", example=1)]
    replays: Annotated[
        int,
        Field("The number of replays if a knock-out table ends level, before the tie-breaks decide.", example=2),
    ]
    check_in: Annotated[
        int | None,
        Field(
            "The minutes from the opening of the check-in to the start; only players who have checked in are drawn. "
            "Null: no check-in.",
            example=30,
        ),
    ]
    round_minutes: Annotated[
        int | None, Field("The maximum length of a round, in minutes; null: no limit.", example=40)
    ]
    round_until: Annotated[Moment | None, Field("When the time of the current round is up; null: no limit.")]
    weekly_in: Annotated[
        str | None,
        Field(
            "The time zone in which the tournament is repeated a week later at the same hour; null: it is not "
            "repeated.",
            example="Europe/Paris",
        ),
    ]
    is_entry_open: Annotated[bool, Field("Whether players may enter now, if there is room.", example=True)]
    entries: Annotated[list[EntryOut], Field("All entries, in order.")]
    table: Annotated[list[TableLine], Field("The current table, the best first; empty before the start.")]
    deal_commits: Annotated[
        list[str],
        Field(
            "The server's commitments to its seeds of shared deals, in the order of rounds and deals. They were "
            "published before anybody entered.",
            example=["9f" * 32],
        ),
    ]
    head: Annotated[TournamentLogHead, Field("The last event of the log.")]


class TournamentRow(TypedDict):
    """An event of the log of a tournament, as its export contains it."""

    core: Annotated[str, Field("The exact text that is hashed.", example='{"at_ms":1767225600000,"seq":0}')]
    hash: Hash


class TournamentBundleOut(TypedDict):
    """The log of a tournament, signed by the operator."""

    format: Annotated[Literal["comptoir-tournament/1"], Field("The layout of the export.")]
    tournament: Id
    events: Annotated[list[TournamentRow], Field("The events in order.")]
    keys: Annotated[list[KeyOut], Field("The operator's public keys.")]
    seal: Annotated[SealOut, Field("The operator's signature over the other members.")]


class TournamentList(TypedDict):
    """A page of tournaments."""

    items: Annotated[list[TournamentLine], Field("The tournaments, the newest first.")]
    next: NextPage
