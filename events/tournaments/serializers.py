"""The types of requests and responses about tournaments."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, TypedDict

from events.base.policies import POLICIES
from events.base.response_types import (
    Clock,
    Field,
    GameKey,
    Hash,
    Hex,
    Id,
    Moment,
    NextPage,
    Scores,
    Settings,
    Standings,
    component,
)
from events.http.fields import (
    BooleanField,
    CharField,
    ChoiceField,
    DictField,
    Hex32Field,
    IntegerField,
    JsonSchema,
    LineField,
    Serializer,
    SlugChoiceField,
    UniqueListField,
    UUIDField,
)
from events.log.serializers import KeyOut, SealOut
from events.matches.serializers.new_match import ClockInput
from events.tournaments.scoring import SCORINGS, TIE_BREAKS
from games import registry

FORMATS = ("round_robin", "swiss", "knock_out")
LARGEST_MS = 253_370_764_800_000  # the year 9999

TournamentFormat = Literal["round_robin", "swiss", "knock_out"]
TournamentStatus = Literal["open", "running", "finished", "cancelled"]
EntryNumber = Annotated[int, Field("The number of an entry in its tournament, counted from 0.", example=3)]
EntryNumbers = Annotated[list[int], Field("Numbers of entries.", example=[3, 7])]
SeatEntries = Annotated[list[int], Field("The entries by seat.", example=[7, 3])]
RoundNumber = Annotated[int, Field("The number of the round, from 1.", example=2)]
TableNumber = Annotated[int, Field("The number of the table in its round, from 1.", example=1)]
DealNumber = Annotated[int, Field("The number of the deal in its round, from 1.", example=1)]
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


@component("FormerPlayer")
class FormerOut(TypedDict):
    """A player whose entry a substitute has taken over."""

    player: Annotated[str | None, Field("The name of the player; null for a closed account.", example="Ada")]
    until_round: Annotated[int, Field("The last round that was drawn with this player.", example=2)]


class TeamMemberOut(TypedDict):
    """A player of a team."""

    board: Annotated[
        int, Field("The number of the board at which the member plays; the first board belongs to `player`.", example=2)
    ]
    player: Annotated[str | None, Field("The name of the player; null for a closed account.", example="Grace")]
    joined: Annotated[bool, Field("Whether the member has joined; if not, the member is only invited.", example=True)]


class EntryOut(TypedDict):
    """A player, a bot or a team in a tournament."""

    entry: EntryNumber
    kind: Annotated[Literal["player", "bot"], Field("The kind of participant.", example="player")]
    player: Annotated[str | None, Field("The name of the player; null for a bot or a closed account.", example="Ada")]
    policy: Annotated[str | None, Field("The policy of a bot; null for a player.", example="greedy")]
    withdrawn: Annotated[bool, Field("Whether the entry has been withdrawn and is not drawn any more.", example=False)]
    team: Annotated[str | None, Field("The name of the team; null if the entry is one player.", example="The Jesters")]
    members: Annotated[list[TeamMemberOut], Field("The players at the further boards of the team, by board.")]
    missed: Annotated[
        int,
        Field(
            "The number of rounds that were drawn before the entry, if it came after the start; these rounds count 0.",
            example=0,
        ),
    ]
    former: Annotated[list[FormerOut], Field("The players whose entry substitutes have taken over, in order.")]
    checked_in: Annotated[
        bool, Field("Whether the player has checked in, if the tournament has a check-in.", example=False)
    ]
    may_be_taken: Annotated[bool, Field("Whether a substitute may take the entry over now.", example=False)]


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


class RoundList(TypedDict):
    """The rounds of a tournament."""

    items: Annotated[list[RoundOut], Field("The rounds in order.")]
    next: NextPage


class DealList(TypedDict):
    """The shared deals of a tournament."""

    items: Annotated[list[DealOut], Field("The deals in order.")]
    next: NextPage


class Instant(CharField):
    """A time with its offset from UTC (RFC 3339). The validated value is in milliseconds since 1970."""

    keywords: JsonSchema = {"format": "date-time"}
    default_error_messages = {"bad_moment": "Expected a time with its offset from UTC."}

    def __init__(self, description: str, example: Any, **options: Any) -> None:
        super().__init__(description, example, max_length=40, **options)
        self.validators = []  # the validators of the text field do not apply to a number

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        try:
            moment = datetime.fromisoformat(text)
            at_ms = int(moment.timestamp() * 1000) if moment.tzinfo and len(text) <= 40 else -1
        except (ValueError, OverflowError):
            at_ms = -1
        if not 0 <= at_ms <= LARGEST_MS:
            self.fail("bad_moment")
        return at_ms


LATE_ENTRY = (
    "The round until whose draw players may enter a Swiss tournament that has begun; earlier rounds count 0 for them. "
    "Null: nobody may enter after the start."
)


class TournamentInput(Serializer):
    """A new tournament."""

    title = LineField("The title of the tournament.", "Friday evening", min_length=2, max_length=80)
    game = SlugChoiceField("The key of the game.", "great_dalmuti", among=registry.GAMES, max_length=40)
    options = DictField("The options of the game, as in `POST /matches`.", {"end": {"hands": 1}}, required=False)
    seats = IntegerField("The number of seats of each table.", 4, min_value=2, max_value=16)
    format = ChoiceField("How the rounds are drawn; `knock_out` needs tables of two seats.", "swiss", choices=FORMATS)
    rounds = IntegerField(
        "The number of rounds. Left out if it depends on the entries: in a knock-out, and in a round robin with two "
        "seats at each table.",
        3,
        min_value=1,
        max_value=30,
        required=False,
        allow_null=True,
    )
    deals_per_round = IntegerField(
        "The number of matches that each table plays in a round, with rotated seats; by default 1.",
        2,
        min_value=1,
        max_value=8,
        required=False,
    )
    duplicate = BooleanField("Whether all tables of a round play the same deals.", True, required=False)
    scoring = ChoiceField(
        "How results are counted: by `places` (the default) or, with `duplicate`, also by `matchpoints` or "
        "`differences`. The last two compare each seat with the same seat of the other tables, so a winner may get "
        "fewer points than a loser.",
        "matchpoints",
        choices=SCORINGS,
        required=False,
    )
    tie_breaks = UniqueListField(
        "The criteria that decide between equal points, in this order. By default `buchholz`, then `wins`; with "
        "`duplicate`, `matchpoints`, then `buchholz`. `matchpoints` and `differences` require `duplicate`.",
        ["buchholz", "wins"],
        child=ChoiceField("A tie-break.", "wins", choices=list(TIE_BREAKS)),
        max_length=6,
        required=False,
    )
    max_players = IntegerField("The maximum number of entries.", 16, min_value=2, max_value=64)
    clock = ClockInput(required=False, allow_null=True, help_text="How long a move may take in the matches.")
    rated = BooleanField("Whether matches between people count for ratings.", False, required=False)
    visibility = ChoiceField(
        "Who can find and enter the tournament. `public`: everybody; `unlisted`: everybody who has its address; "
        "`private`: the players whom you invite.",
        "public",
        choices=["public", "unlisted", "private"],
        required=False,
    )
    club = UUIDField(
        "The id of the club that holds the tournament, and of which you are a member; null: no club. The tournaments "
        "of a private club are private, and all its members can see them.",
        "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55",
        required=False,
        allow_null=True,
    )
    invited = UniqueListField(
        "The names of the players who may see a private tournament.",
        ["Grace"],
        child=CharField("The name of a player.", "Grace", min_length=2, max_length=40),
        max_length=64,
        required=False,
    )
    start = ChoiceField(
        "What starts the tournament. `manual`: you; `when_full`: you, or the entry that fills the tournament.",
        "when_full",
        choices=["manual", "when_full"],
        required=False,
    )
    starts_at = Instant(
        "When the tournament starts automatically; it is cancelled at that time if it has too few entries. Null: "
        "never.",
        "2026-03-01T18:00:00Z",
        required=False,
        allow_null=True,
    )
    late_entry = IntegerField(LATE_ENTRY, 3, min_value=2, max_value=30, required=False, allow_null=True)
    substitutes = BooleanField(
        "Whether substitutes may take over the entries of players who withdraw after the start; in a knock-out only "
        "before the first round.",
        True,
        required=False,
    )
    team_size = IntegerField(
        "The number of players of each entry; by default 1. Two teams meet at this number of boards, each a match of "
        "two seats; their result is the sum of all boards.",
        3,
        min_value=1,
        max_value=8,
        required=False,
    )
    replays = IntegerField(
        "The number of replays if two players of a knock-out end level, before the tie-breaks decide; by default 0. "
        "Not allowed with `duplicate`.",
        2,
        min_value=0,
        max_value=5,
        required=False,
    )

    check_in = IntegerField(
        "The minutes from the opening of the check-in to `starts_at`; only players who have checked in are drawn. "
        "Null: no check-in.",
        30,
        min_value=5,
        max_value=1440,
        required=False,
        allow_null=True,
    )
    round_minutes = IntegerField(
        "The maximum length of a round, in minutes. After that, its matches are ended, and the players who were "
        "present share the first places. Null: no limit.",
        40,
        min_value=1,
        max_value=10_080,
        required=False,
        allow_null=True,
    )
    weekly_in = CharField(
        "The IANA name of a time zone. When the tournament begins, a tournament for the week after is opened, at the "
        "same hour in this time zone. Null: the tournament is not repeated.",
        "Europe/Paris",
        max_length=40,
        required=False,
        allow_null=True,
    )


class EntryInput(Serializer):
    """An entry: your own, or a bot's."""

    policy = ChoiceField(
        "The policy of a bot, which only the organiser may enter.", "greedy", choices=POLICIES, required=False
    )
    team = LineField(
        "The name of the team that you enter, if entries are teams; you play at its first board.",
        "The Jesters",
        min_length=2,
        max_length=40,
        required=False,
    )
    nonce = Hex32Field(
        "Your part of the seeds of the shared deals and of the draws; null: the server chooses it.",
        "5c" * 32,
        required=False,
        allow_null=True,
    )
