"""The types of requests and responses about leagues."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from events.base.response_types import Clock, Field, GameKey, Id, Moment, NextPage, Settings
from events.http.fields import ChoiceField, IntegerField, JsonSchema, LineField, ListField, Serializer
from events.tournaments.serializers import (
    EntryNumber,
    Instant,
    TieBreaks,
    TournamentFormat,
    TournamentInput,
    TournamentStatus,
)

LARGEST_DIVISION, MOST_DIVISIONS = 56, 8
TAKEN_OVER = (
    "game",
    "options",
    "seats",
    "format",
    "rounds",
    "deals_per_round",
    "duplicate",
    "scoring",
    "tie_breaks",
    "clock",
    "rated",
    "substitutes",
    "replays",
    "round_minutes",
    "club",
)
"""The settings of a league's divisions that are settings of a tournament."""

DivisionNumber = Annotated[int, Field("The number of the division, from 1, the highest.", example=1)]
SeasonNumber = Annotated[int, Field("The number of the season, from 1.", example=3)]
SeasonStatus = Literal["proposed", "running", "finished"]
LeagueTitle = Annotated[str, Field("What the league is called.", example="Winter league")]


class LeagueLine(TypedDict):
    """A league as it appears in lists."""

    id: Id
    title: LeagueTitle
    game: GameKey
    format: Annotated[TournamentFormat, Field("How the rounds of a division are drawn.", example="round_robin")]
    seats: Annotated[int, Field("The number of seats of each table.", example=2)]
    status: Annotated[Literal["open", "ended"], Field("Whether the league goes on.")]
    visibility: Annotated[Literal["public", "unlisted", "private"], Field("Who can find the league.")]
    club: Annotated[Id | None, Field("The club that holds it; null for other leagues.")]
    organiser: Annotated[str | None, Field("The name of the organiser; null if the account is closed.", example="Ada")]
    sizes: Annotated[list[int], Field("The places of each division, the highest first.", example=[8, 8, 16])]
    moving: Annotated[int, Field("How many go up and down between two neighbours.", example=2)]
    number_of_members: Annotated[int, Field("The number of members, including those who wait.", example=24)]
    season: Annotated[SeasonNumber | None, Field("The season that is played or proposed; null once it has ended.")]
    season_status: Annotated[SeasonStatus | None, Field("The stage of that season.", example="running")]
    starts_at: Annotated[Moment | None, Field("When the proposed season begins automatically; null: never.")]
    is_member: Annotated[bool, Field("Whether you are in the league.", example=True)]
    created_at: Moment


class LeagueMemberOut(TypedDict):
    """A member of a league."""

    name: Annotated[str, Field("The name of the player.", example="Bob")]
    division: Annotated[
        int | None,
        Field("The division in which they would play if a season began now; null: they wait for a place.", example=2),
    ]


class LeagueHead(LeagueLine):
    """A league with its settings and members."""

    options: Settings
    clock: Clock
    rounds: Annotated[int | None, Field("The number of rounds; null where it follows from the entries.", example=7)]
    deals_per_round: Annotated[int, Field("How many matches each table plays in a round.", example=2)]
    duplicate: Annotated[bool, Field("Whether all tables of a round play the same deals.", example=False)]
    scoring: Annotated[Literal["places", "matchpoints", "differences"], Field("What the results of matches count.")]
    tie_breaks: TieBreaks
    rated: Annotated[bool, Field("Whether matches between people count for ratings.", example=False)]
    substitutes: Annotated[bool, Field("Whether substitutes may take over entries.", example=True)]
    replays: Annotated[int, Field("How many times a level table of a knock-out is played again.", example=0)]
    round_minutes: Annotated[int | None, Field("How many minutes a round lasts at most; null: any.", example=40)]
    pause_days: Annotated[
        int | None, Field("Days until the next season begins automatically; null: it does not.", example=14)
    ]
    co_organisers: Annotated[list[str], Field("The names of the co-organisers.", example=["Grace"])]
    is_organiser: Annotated[bool, Field("Whether you may act for the league.", example=False)]
    members: Annotated[list[LeagueMemberOut], Field("The members in the order of the league, the highest first.")]


class DivisionLine(TypedDict):
    """A division of a season."""

    division: DivisionNumber
    tournament: Id
    status: Annotated[TournamentStatus, Field("The stage of its tournament.")]


class SeasonLine(TypedDict):
    """A season of a league."""

    season: SeasonNumber
    status: Annotated[SeasonStatus, Field("The stage of the season.")]
    starts_at: Annotated[Moment | None, Field("When it begins automatically; null: never.")]
    began_at: Annotated[Moment | None, Field("When it began.")]
    ended_at: Annotated[Moment | None, Field("When it ended.")]
    champion: Annotated[
        str | None, Field("Who won the highest division; null before the end, and for a closed account.", example="Ada")
    ]
    divisions: Annotated[list[DivisionLine], Field("Its divisions, the highest first.")]


class DivisionPlace(TypedDict):
    """A line of a division."""

    place: Annotated[int | None, Field("The place in the table; null if the division was cancelled.", example=1)]
    entry: EntryNumber
    player: Annotated[str | None, Field("The name of the player; null for a closed account.", example="Ada")]
    points: Annotated[int | None, Field("Thousandths of a point.", example=2500)]
    outcome: Annotated[
        Literal["promoted", "relegated", "stays", "dropped"] | None,
        Field("The outcome of the season for them; null before its end.", example="promoted"),
    ]


class DivisionOut(DivisionLine):
    """A division with its table."""

    lines: Annotated[list[DivisionPlace], Field("Its players, the best first.")]


class SeasonOut(TypedDict):
    """A season with the tables of its divisions."""

    season: SeasonNumber
    status: Annotated[SeasonStatus, Field("The stage of the season.")]
    starts_at: Annotated[Moment | None, Field("When it begins automatically; null: never.")]
    began_at: Annotated[Moment | None, Field("When it began.")]
    ended_at: Annotated[Moment | None, Field("When it ended.")]
    divisions: Annotated[list[DivisionOut], Field("Its divisions, the highest first.")]


class LeagueList(TypedDict):
    """A page of leagues."""

    items: Annotated[list[LeagueLine], Field("The leagues, the newest first.")]
    next: NextPage


class SeasonList(TypedDict):
    """The seasons of a league."""

    items: Annotated[list[SeasonLine], Field("The seasons, the last one first.")]
    next: NextPage


class Sizes(ListField):
    """The places of divisions."""

    keywords: JsonSchema = {}


class LeagueShape(Serializer):
    """The settings that only a league has."""

    title = LineField("What the league is called.", "Winter league", min_length=2, max_length=60)
    sizes = Sizes(
        "The places of each division, the highest first: as many as a table has seats at least, and with `duplicate` "
        "twice as many.",
        [8, 8, 16],
        child=IntegerField("Places.", 8, min_value=2, max_value=LARGEST_DIVISION),
        min_length=1,
        max_length=MOST_DIVISIONS,
    )
    moving = IntegerField(
        "How many go up and down between two neighbours: at most half of the smallest division.",
        2,
        min_value=1,
        max_value=LARGEST_DIVISION // 2,
    )
    pause_days = IntegerField(
        "Days until the next season begins automatically; null: when you begin it, or at its `starts_at`.",
        14,
        min_value=0,
        max_value=365,
        required=False,
        allow_null=True,
    )
    starts_at = Instant(
        "When the proposed season begins automatically; with too few members it waits for you then. Null: never.",
        "2026-03-01T18:00:00Z",
        required=False,
        allow_null=True,
    )


class LeagueInput(LeagueShape):
    """A new league. How a division is played is said as in `POST /tournaments`."""

    visibility = ChoiceField(
        "Who can find the league: everybody, or everybody who has its address. The leagues of a private club are "
        "private.",
        "public",
        choices=["public", "unlisted", "private"],
        required=False,
    )

    def get_fields(self) -> dict[str, Any]:
        """Returns the fields that a league shares with a new tournament, and its own."""
        shared = TournamentInput().get_fields()
        return {**{name: shared[name] for name in TAKEN_OVER}, **super().get_fields()}


class LeagueChange(LeagueShape):
    """Changes of a league; members that are left out stay as they are."""

    def get_fields(self) -> dict[str, Any]:
        """Returns the fields of a new league that may change, all of them optional."""
        shared = TournamentInput().get_fields()
        fields: dict[str, Any] = {**super().get_fields(), **{name: shared[name] for name in ("rounds", "clock")}}
        for field in fields.values():
            field.required = False
        return fields
