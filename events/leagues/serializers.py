"""The types of requests and responses about leagues."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from events.base.response_types import Clock, Field, GameKey, Id, Moment, NextPage, Settings, component
from events.http.fields import ChoiceField, IntegerField, JsonSchema, LineField, ListField, Serializer
from events.tournaments.serializers.entries import EntryNumber
from events.tournaments.serializers.new_tournament import Instant, TournamentInput
from events.tournaments.serializers.tournaments import TieBreaks, TournamentFormat, TournamentStatus

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
"""The settings of a tournament that also apply to the divisions of a league."""

DivisionNumber = Annotated[int, Field("The number of the division, from 1, the highest.", example=1)]
SeasonNumber = Annotated[int, Field("The number of the season, from 1.", example=3)]
SeasonStatus = Literal["proposed", "running", "finished"]
LeagueTitle = Annotated[str, Field("The title of the league.", example="Winter league")]


class LeagueLine(TypedDict):
    """A league as it appears in lists."""

    id: Id
    title: LeagueTitle
    game: GameKey
    format: Annotated[TournamentFormat, Field("How the rounds of a division are drawn.", example="round_robin")]
    seats: Annotated[int, Field("The number of seats of each table.", example=2)]
    status: Annotated[Literal["open", "ended"], Field("Whether the league continues or has ended.")]
    visibility: Annotated[Literal["public", "unlisted", "private"], Field("Who can find the league.")]
    club: Annotated[Id | None, Field("The id of the club that holds the league; null for other leagues.")]
    organiser: Annotated[str | None, Field("The name of the organiser; null if the account is closed.", example="Ada")]
    sizes: Annotated[
        list[int], Field("The number of places of each division, the highest division first.", example=[8, 8, 16])
    ]
    moving: Annotated[
        int, Field("The number of players who go up, and who go down, between two neighbouring divisions.", example=2)
    ]
    number_of_members: Annotated[int, Field("The number of members, including those who wait for a place.", example=24)]
    season: Annotated[
        SeasonNumber | None, Field("The season that is proposed or running; null once the league has ended.")
    ]
    season_status: Annotated[
        SeasonStatus | None, Field("The stage of that season; null if there is no such season.", example="running")
    ]
    starts_at: Annotated[Moment | None, Field("When the proposed season begins automatically; null: never.")]
    is_member: Annotated[bool, Field("Whether you are a member of the league.", example=True)]
    created_at: Moment


class LeagueMemberOut(TypedDict):
    """A member of a league."""

    name: Annotated[str, Field("The name of the player.", example="Bob")]
    division: Annotated[
        int | None,
        Field(
            "The division in which the member would play if a season began now; null: the member waits for a place.",
            example=2,
        ),
    ]


@component("League")
class LeagueHead(LeagueLine):
    """A league with its settings and members."""

    options: Settings
    clock: Clock
    rounds: Annotated[int | None, Field("The number of rounds; null if it depends on the entries.", example=7)]
    deals_per_round: Annotated[int, Field("The number of matches that each table plays in a round.", example=2)]
    duplicate: Annotated[bool, Field("Whether all tables of a round play the same deals.", example=False)]
    scoring: Annotated[
        Literal["places", "matchpoints", "differences"], Field("How the results of matches are counted.")
    ]
    tie_breaks: TieBreaks
    rated: Annotated[bool, Field("Whether matches between people count for ratings.", example=False)]
    substitutes: Annotated[bool, Field("Whether substitutes may take over entries.", example=True)]
    replays: Annotated[int, Field("The number of replays if a knock-out table ends level.", example=0)]
    round_minutes: Annotated[
        int | None, Field("The maximum length of a round, in minutes; null: no limit.", example=40)
    ]
    pause_days: Annotated[
        int | None,
        Field(
            "The days until the next season begins automatically; null: it does not begin automatically.", example=14
        ),
    ]
    co_organisers: Annotated[list[str], Field("The names of the co-organisers.", example=["Grace"])]
    is_organiser: Annotated[bool, Field("Whether you may act for the league.", example=False)]
    members: Annotated[list[LeagueMemberOut], Field("The members in the order of the league, the highest first.")]


class DivisionLine(TypedDict):
    """A division of a season."""

    division: DivisionNumber
    tournament: Id
    status: Annotated[TournamentStatus, Field("The stage of the division's tournament.")]


class SeasonLine(TypedDict):
    """A season of a league."""

    season: SeasonNumber
    status: Annotated[SeasonStatus, Field("The stage of the season.")]
    starts_at: Annotated[Moment | None, Field("When the season begins automatically; null: never.")]
    began_at: Annotated[Moment | None, Field("When the season began; null: not yet.")]
    ended_at: Annotated[Moment | None, Field("When the season ended; null: not yet.")]
    champion: Annotated[
        str | None,
        Field(
            "The name of the winner of the highest division; null before the end, and for a closed account.",
            example="Ada",
        ),
    ]
    divisions: Annotated[list[DivisionLine], Field("The divisions of the season, the highest first.")]


class DivisionPlace(TypedDict):
    """A line of a division."""

    place: Annotated[int | None, Field("The place in the table; null if the division was cancelled.", example=1)]
    entry: EntryNumber
    player: Annotated[str | None, Field("The name of the player; null for a closed account.", example="Ada")]
    points: Annotated[int | None, Field("The points, in thousandths of a point; null if there are none.", example=2500)]
    outcome: Annotated[
        Literal["promoted", "relegated", "stays", "dropped"] | None,
        Field("The outcome of the season for the player; null before the end of the season.", example="promoted"),
    ]


class DivisionOut(DivisionLine):
    """A division with its table."""

    lines: Annotated[list[DivisionPlace], Field("The players of the division, the best first.")]


class SeasonOut(TypedDict):
    """A season with the tables of its divisions."""

    season: SeasonNumber
    status: Annotated[SeasonStatus, Field("The stage of the season.")]
    starts_at: Annotated[Moment | None, Field("When the season begins automatically; null: never.")]
    began_at: Annotated[Moment | None, Field("When the season began; null: not yet.")]
    ended_at: Annotated[Moment | None, Field("When the season ended; null: not yet.")]
    divisions: Annotated[list[DivisionOut], Field("The divisions of the season, the highest first.")]


class LeagueList(TypedDict):
    """A page of leagues."""

    items: Annotated[list[LeagueLine], Field("The leagues, the newest first.")]
    next: NextPage


class SeasonList(TypedDict):
    """The seasons of a league."""

    items: Annotated[list[SeasonLine], Field("The seasons, the last season first.")]
    next: NextPage


class Sizes(ListField):
    """The number of places of each division."""

    keywords: JsonSchema = {}


class LeagueShape(Serializer):
    """The settings that only a league has."""

    title = LineField("The title of the league.", "Winter league", min_length=2, max_length=60)
    sizes = Sizes(
        "The number of places of each division, the highest division first: at least the number of seats of a table, "
        "and with `duplicate` at least twice that number.",
        [8, 8, 16],
        child=IntegerField("Places.", 8, min_value=2, max_value=LARGEST_DIVISION),
        min_length=1,
        max_length=MOST_DIVISIONS,
    )
    moving = IntegerField(
        "The number of players who go up, and who go down, between two neighbouring divisions: at most half of the "
        "places of the smallest division.",
        2,
        min_value=1,
        max_value=LARGEST_DIVISION // 2,
    )
    pause_days = IntegerField(
        "The days until the next season begins automatically; null: it begins when you start it, or at its "
        "`starts_at`.",
        14,
        min_value=0,
        max_value=365,
        required=False,
        allow_null=True,
    )
    starts_at = Instant(
        "When the proposed season begins automatically; with too few members, it waits until you start it. Null: "
        "never.",
        "2026-03-01T18:00:00Z",
        required=False,
        allow_null=True,
    )


class LeagueInput(LeagueShape):
    """A new league. The settings of its divisions are members of `POST /tournaments`."""

    visibility = ChoiceField(
        "Who can find the league. `public`: everybody; `unlisted`: everybody who has its address. The leagues of a "
        "private club are `private`.",
        "public",
        choices=["public", "unlisted", "private"],
        required=False,
    )

    def get_fields(self) -> dict[str, Any]:
        """Returns the fields that a league shares with a tournament, and its own fields."""
        shared = TournamentInput().get_fields()
        return {**{name: shared[name] for name in TAKEN_OVER}, **super().get_fields()}


class LeagueChange(LeagueShape):
    """Changes of a league. Omitted members keep their values."""

    def get_fields(self) -> dict[str, Any]:
        """Returns the fields of a new league that may change, all of them optional."""
        shared = TournamentInput().get_fields()
        fields: dict[str, Any] = {**super().get_fields(), **{name: shared[name] for name in ("rounds", "clock")}}
        for field in fields.values():
            field.required = False
        return fields
