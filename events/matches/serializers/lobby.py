"""Matches: their lines, heads, seats and clocks, and open decisions."""

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
)

Status = Literal["open", "sealing", "running", "finished", "aborted", "void"]


Face = Annotated[
    str | None, Field("The face that the player has chosen; null: clients take one that hangs on the id.", example="p4")
]


class PlayerName(TypedDict):
    """A player as others see them."""

    id: Id
    name: Annotated[str, Field("The name of the player.", example="Ada")]
    face: Face
    bot: Annotated[bool, Field("Whether a program plays: the account of a bot.", example=False)]


class SeatOut(TypedDict):
    """A seat of a match and its occupant."""

    seat: SeatNumber
    kind: Annotated[Literal["open", "player", "bot"], Field("What occupies the seat.", example="player")]
    player: Annotated[PlayerName | None, Field("The player in the seat; null for an open seat or a bot.")]
    invited: Annotated[str | None, Field("The name of the player for whom an open seat is reserved.", example="Ada")]
    policy: Annotated[str | None, Field("The policy of a bot; null for other seats.", example="greedy")]
    resigned: Annotated[bool, Field("Whether the seat has resigned.", example=False)]
    stand_in: Annotated[
        Literal["wanted", "kept"] | None,
        Field(
            "Of a bot in the place of a player who left or was absent: anybody may take the seat (`wanted`), or only "
            "that player may (`kept`); null for other seats.",
            example="kept",
        ),
    ]


class DeadlineOut(TypedDict):
    """The time when the clock answers a prompt in place of its seats."""

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
    title: Annotated[str, Field("The title that its creator chose; empty if none.", example="Tuesday, first table")]
    club: Annotated[Id | None, Field("The club whose table it is; null for other matches.")]
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


class UnseenOut(TypedDict):
    """A seat that has moved since the caller last looked."""

    seat: SeatNumber
    moves: Annotated[int, Field("How often it has moved.", example=3)]


class MatchLine(MatchSummary):
    """A match as it appears in lists."""

    open_seats: Annotated[int, Field("The number of open seats, including those reserved for somebody.", example=1)]
    deadline: Annotated[
        Moment | None, Field("The soonest deadline of the prompts open to your seat; null without one.")
    ]
    unseen: Annotated[
        list[UnseenOut],
        Field(
            "The other seats that have moved since you last moved or looked, in a running match; empty without a seat."
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


class HoursOut(TypedDict):
    """The hours of a seat, every day. Its time stands outside them."""

    start: Annotated[int, Field("When they begin, in minutes after local midnight.", example=480)]
    minutes: Annotated[int, Field("How long they last.", example=900)]
    offsets: Annotated[
        list[list[int]],
        Schema(items={"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}),
        Field(
            "The offsets of the time zone: the moment from which one holds, in milliseconds since 1970, and minutes "
            "east of Greenwich.",
            example=[[1_767_225_600_000, 60]],
        ),
    ]


class SeatClockOut(TypedDict):
    """The time of a seat, in a match where each seat has its own."""

    seat: SeatNumber
    bank_ms: Annotated[
        int | None,
        Field(
            "What the seat had left after the last event, in milliseconds; null without a bank.", example=259_200_000
        ),
    ]
    hours: Annotated[HoursOut | None, Field("The hours in which its time runs; null: always.")]
    vacation_until: Annotated[Moment | None, Field("When the last vacation of the seat ends or ended; null: none yet.")]
    vacation_ms: Annotated[int, Field("How much vacation the seat has left, in milliseconds.", example=604_800_000)]


class ForkedFromOut(TypedDict):
    """The origin of a fork."""

    match: Id
    seq: Annotated[int, Field("The event of that match after which the fork begins.", example=41)]
    mode: Annotated[
        Literal["exact", "resampled"],
        Field(
            "Whether the fork has the same cards, or the cards that its creator did not see were dealt again.",
            example="resampled",
        ),
    ]


class MatchHead(MatchSummary):
    """A match, without its table."""

    agreements: Annotated[AgreementsOut, Field("What players currently agree to.")]
    start: Annotated[Literal["when_full", "manual"], Field("What starts the match.")]
    substitutes: Annotated[
        bool, Field("Whether somebody else may take the seat of a player who is absent or leaves.", example=False)
    ]
    spectator_delay: Annotated[
        int,
        Field("The delay, in seconds, for viewers without a seat, also of the end; 0: none.", example=300),
    ]
    reveal: Annotated[Literal["all", "seats", "auditor"], Field("Who sees everything once the match is over.")]
    rematch: Annotated[
        Id | None, Field("The match that these players play next, once one of them has agreed to a rematch.")
    ]
    forked_from: Annotated[
        ForkedFromOut | None, Field("The match that this one goes on from; null unless it is a fork.")
    ]
    creator: Annotated[
        str | None, Field("The name of the player who created the match; null in a tournament.", example="Ada")
    ]
    tournament: Annotated[Id | None, Field("The tournament that the match belongs to; null for other matches.")]
    deadlines: Annotated[list[DeadlineOut], Field("The deadlines of the open prompts.")]
    clocks: Annotated[
        list[SeatClockOut], Field("The time of each seat; empty if no seat of the match has a time of its own.")
    ]
    paused_until: Annotated[Moment | None, Field("When a pause of the match ends at the latest; null without one.")]
    scores: Scores
    analysis: Annotated[
        Literal["waiting", "done", "failed"] | None,
        Field("The stage of your analysis by the coach; null if you have not asked for one.", example="done"),
    ]
    fairness: Chance


class DecisionOut(TypedDict):
    """A prompt that waits for the caller."""

    match: Id
    game: GameKey
    prompt: PromptId
    phase: Annotated[str, Field("The phase of the game that the prompt belongs to.", example="turn")]
    since: Annotated[Moment, Field("When the prompt was opened, or opened again.")]
    deadline: Annotated[Moment | None, Field("When the clock answers; null without a deadline.")]


class DecisionList(TypedDict):
    """The decisions that wait for the caller in all matches."""

    items: Annotated[list[DecisionOut], Field("The prompts that wait for the caller, the soonest deadline first.")]
    next: NextPage


class MatchList(TypedDict):
    """A page of matches."""

    items: Annotated[list[MatchLine], Field("The matches, the newest first.")]
    next: NextPage
