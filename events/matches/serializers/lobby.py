"""The summaries and details of matches, with their seats, clocks and open decisions."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from events.base.response_types import (
    Chance,
    Clock,
    Field,
    GameKey,
    Id,
    MayAct,
    Moment,
    NextPage,
    PromptId,
    RulesVersion,
    Schema,
    Scores,
    SeatNumber,
    SeatNumbers,
    Seq,
    Settings,
    Standings,
    ToAct,
    component,
)

Status = Literal["open", "sealing", "running", "finished", "aborted", "void"]


Face = Annotated[
    str | None,
    Field(
        "The name of the profile picture that the player has chosen; null: clients derive a picture from the id.",
        example="p4",
    ),
]


class PlayerName(TypedDict):
    """A player as others see them."""

    id: Id
    name: Annotated[str, Field("The name of the player.", example="Ada")]
    face: Face
    bot: Annotated[bool, Field("Whether the account belongs to a bot, which a program plays.", example=False)]


class SeatOut(TypedDict):
    """A seat of a match and its occupant."""

    seat: SeatNumber
    kind: Annotated[Literal["open", "player", "bot"], Field("What occupies the seat.", example="player")]
    player: Annotated[PlayerName | None, Field("The player in the seat; null for an open seat or a bot.")]
    invited: Annotated[
        str | None,
        Field(
            "The name of the player for whom an open seat is reserved; null: the seat is not reserved.", example="Ada"
        ),
    ]
    policy: Annotated[str | None, Field("The policy of a bot; null for other seats.", example="greedy")]
    resigned: Annotated[bool, Field("Whether the seat has resigned.", example=False)]
    stand_in: Annotated[
        Literal["wanted", "kept"] | None,
        Field(
            "The state of a bot that replaces a player who left or was absent. `wanted`: anybody may take the seat; "
            "`kept`: only that player may take it; null for other seats.",
            example="kept",
        ),
    ]


class DeadlineOut(TypedDict):
    """The time at which the server answers a prompt in place of its seats."""

    prompt: PromptId
    seats: SeatNumbers
    at: Moment


class MatchSummary(TypedDict):
    """The members of a match that lists and `GET /matches/{id}` share."""

    id: Id
    game: GameKey
    rules_version: RulesVersion
    status: Annotated[Status, Field("The stage of the match.")]
    visibility: Annotated[Literal["public", "unlisted", "private"], Field("Who can find and watch the match.")]
    title: Annotated[
        str, Field("The title that its creator chose; empty if there is none.", example="Tuesday, first table")
    ]
    club: Annotated[Id | None, Field("The id of the club to which the table belongs; null for other matches.")]
    rated: Annotated[bool, Field("Whether the result counts for ratings.", example=False)]
    practice: Annotated[
        bool, Field("Whether the match is for practice: its creator chose its seed, or it is a fork.", example=False)
    ]
    seq: Seq
    standings: Standings
    created_at: Moment
    seats: Annotated[list[SeatOut], Field("The seats in order.")]
    options: Settings
    clock: Clock
    to_act: ToAct
    may_act: MayAct


@component("MovedSeat")
class UnseenOut(TypedDict):
    """A seat that has moved since the caller last looked."""

    seat: SeatNumber
    moves: Annotated[int, Field("The number of moves of the seat since then.", example=3)]


class MatchLine(MatchSummary):
    """A match in a list."""

    open_seats: Annotated[int, Field("The number of open seats, including those reserved for somebody.", example=1)]
    deadline: Annotated[
        Moment | None, Field("The earliest deadline of the prompts open to your seat; null if there is none.")
    ]
    unseen: Annotated[
        list[UnseenOut],
        Field(
            "The other seats that have moved since you last moved or looked, in a running match; empty if you have no "
            "seat."
        ),
    ]


class AgreementsOut(TypedDict):
    """The current consents of players; the next move ends all of them."""

    abort: Annotated[list[int], Field("The seats that agree to end the match without a result.", example=[0])]
    pause: Annotated[list[int], Field("The seats that agree to pause the match.", example=[0])]
    undo: Annotated[list[int], Field("The seats that agree to take back the last move.", example=[0])]
    rematch: Annotated[
        list[int],
        Field("The seats of a finished match that agree to play again; empty once the rematch runs.", example=[1]),
    ]


@component("SeatHours")
class HoursOut(TypedDict):
    """The daily hours of a seat. The time of the seat runs only within them."""

    start: Annotated[int, Field("The start of the hours, in minutes after local midnight.", example=480)]
    minutes: Annotated[int, Field("The length of the hours, in minutes.", example=900)]
    offsets: Annotated[
        list[list[int]],
        Schema(items={"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}),
        Field(
            "The offsets of the time zone. Each item contains the time from which the offset applies, in milliseconds "
            "since 1970, and the offset in minutes east of Greenwich.",
            example=[[1_767_225_600_000, 60]],
        ),
    ]


class SeatClockOut(TypedDict):
    """The time of a seat, in a match where each seat has its own time."""

    seat: SeatNumber
    bank_ms: Annotated[
        int | None,
        Field(
            "The time left in the seat's bank after the last event, in milliseconds; null without a bank.",
            example=259_200_000,
        ),
    ]
    hours: Annotated[HoursOut | None, Field("The daily hours in which the seat's time runs; null: it always runs.")]
    vacation_until: Annotated[
        Moment | None, Field("The end of the last vacation of the seat; null if the seat has had no vacation.")
    ]
    vacation_ms: Annotated[int, Field("The vacation that the seat has left, in milliseconds.", example=604_800_000)]


class ForkedFromOut(TypedDict):
    """The origin of a fork."""

    match: Id
    seq: Annotated[int, Field("The `seq` of the event after which the fork begins.", example=41)]
    mode: Annotated[
        Literal["exact", "resampled"],
        Field(
            "`exact`: the fork has the same cards; `resampled`: the cards that its creator did not see were dealt "
            "again.",
            example="resampled",
        ),
    ]


@component("Match")
class MatchHead(MatchSummary):
    """A match, without its table."""

    agreements: Annotated[AgreementsOut, Field("The current consents of the players.")]
    start: Annotated[
        Literal["when_full", "manual"],
        Field("`when_full`: the match starts when every seat is taken; `manual`: its creator starts it."),
    ]
    substitutes: Annotated[
        bool, Field("Whether another player may take the seat of a player who is absent or leaves.", example=False)
    ]
    spectator_delay: Annotated[
        int,
        Field(
            "The delay for viewers without a seat, in seconds, which also applies to the end of the match; 0: no "
            "delay.",
            example=300,
        ),
    ]
    reveal: Annotated[Literal["all", "seats", "auditor"], Field("Who may see everything once the match is over.")]
    rematch: Annotated[
        Id | None, Field("The id of the rematch; null until one of the players has agreed to a rematch.")
    ]
    forked_from: Annotated[
        ForkedFromOut | None, Field("The match from which this match was forked; null if this match is not a fork.")
    ]
    creator: Annotated[
        str | None, Field("The name of the player who created the match; null in a tournament.", example="Ada")
    ]
    tournament: Annotated[
        Id | None, Field("The id of the tournament to which the match belongs; null for other matches.")
    ]
    deadlines: Annotated[list[DeadlineOut], Field("The deadlines of the open prompts.")]
    clocks: Annotated[
        list[SeatClockOut], Field("The time of each seat; empty if the seats do not have their own times.")
    ]
    paused_until: Annotated[Moment | None, Field("The latest end of the pause; null if the match is not paused.")]
    scores: Scores
    analysis: Annotated[
        Literal["waiting", "done", "failed"] | None,
        Field(
            "The stage of the coach's analysis that you requested; null if you have not requested an analysis.",
            example="done",
        ),
    ]
    fairness: Chance


class DecisionOut(TypedDict):
    """A prompt that waits for the caller."""

    match: Id
    game: GameKey
    prompt: PromptId
    phase: Annotated[str, Field("The phase of the game that the prompt belongs to.", example="turn")]
    since: Annotated[Moment, Field("When the prompt was opened, or last reopened.")]
    deadline: Annotated[Moment | None, Field("The time at which the server answers the prompt; null: no deadline.")]


class DecisionList(TypedDict):
    """The decisions that wait for the caller in all matches."""

    items: Annotated[list[DecisionOut], Field("The prompts that wait for the caller, the earliest deadline first.")]
    next: NextPage


class MatchList(TypedDict):
    """A page of matches."""

    items: Annotated[list[MatchLine], Field("The matches, the newest first.")]
    next: NextPage
