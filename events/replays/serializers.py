"""The request and response types of replays, forks and analyses."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from events.base.policies import POLICIES
from events.base.response_types import (
    Clock,
    Field,
    GameKey,
    Id,
    MayAct,
    Moment,
    NextPage,
    PromptId,
    RulesVersion,
    Scores,
    SeatNumber,
    Seq,
    Settings,
    Standings,
    ToAct,
    component,
)
from events.http.fields import ChoiceField, Hex32Field, IntegerField, ListSerializer, Serializer
from events.matches.serializers.lobby import DeadlineOut, SeatOut, Status
from events.matches.serializers.log import EventOut
from events.matches.serializers.table import MoveOut, ViewOut
from events.narration.serializers import CaptionOut

Viewer = Annotated[int | None, Field("The seat whose view the replay shows; null: the view of a spectator.", example=0)]


_As = Annotated[
    Literal["me", "spectator"],
    Field(
        "The view that the replay shows. `me`: what your seat saw; `spectator`: what everybody saw.",
        example="spectator",
    ),
]
_Audience = TypedDict("_Audience", {"as": _As})


class ReplayLinkOut(_Audience):
    """A link to a replay."""

    id: Id
    token: Annotated[str, Field("The token of the link.", example="c0ffee" * 7)]
    url: Annotated[str, Field("The page of the replay.", example="https://example.org/r/c0ffee")]
    seat: Viewer
    created_at: Moment


class ReplayLinkList(TypedDict):
    """Your links to the replay of a match."""

    items: Annotated[list[ReplayLinkOut], Field("The links, the oldest first.")]
    next: NextPage


@component("ReplayedMatch")
class ReplayHead(TypedDict):
    """The members of a match that a replay shows."""

    game: GameKey
    rules_version: RulesVersion
    status: Annotated[Status, Field("How the match ended.")]
    rated: Annotated[bool, Field("Whether the result counts for ratings.", example=False)]
    practice: Annotated[bool, Field("Whether the match was for practice.", example=False)]
    reveal: Annotated[Literal["all", "seats", "auditor"], Field("Who may see everything now that the match is over.")]
    seq: Seq
    standings: Standings
    scores: Scores
    created_at: Moment
    seats: Annotated[list[SeatOut], Field("The seats in order.")]
    options: Settings
    clock: Clock
    to_act: ToAct
    may_act: MayAct
    deadlines: Annotated[list[DeadlineOut], Field("Empty, because the match is over.")]


class ReplayOut(TypedDict):
    """A replay, without its events."""

    match: Id
    seat: Viewer
    seq: Annotated[int, Field("The last event that the replay shows: the end of the match.", example=87)]
    created_at: Annotated[Moment, Field("When the link was created.")]
    head: Annotated[ReplayHead, Field("The match.")]


class ReplayEventsOut(TypedDict):
    """A replay: the table before the first event, and all events as the audience saw them."""

    match: Id
    viewer: Viewer
    view: Annotated[ViewOut, Field("The table after event 0.")]
    items: Annotated[
        list[EventOut], Field("The events from event 0 on. Messages have no text, because a text can be withdrawn.")
    ]


class CaptionList(TypedDict):
    """A replay in sentences."""

    items: Annotated[list[CaptionOut], Field("The sentences in order; each seat is named by its number.")]


@component("ForkSeatInput")
class ForkSeatInput(Serializer):
    """The player or bot in a seat of a fork."""

    kind = ChoiceField("You, or a bot.", "bot", choices=["me", "bot"])
    policy = ChoiceField("The policy of a bot; by default `greedy`.", "greedy", choices=POLICIES, required=False)


class ProgressOut(TypedDict):
    """The progress of an analysis."""

    done: Annotated[int, Field("The number of your decisions that have been judged.", example=12)]
    total: Annotated[int, Field("The number of your decisions, including those without a choice.", example=40)]


class ForkInput(Serializer):
    """A fork of a match."""

    at = IntegerField("The `seq` of the event after which the fork begins.", 41, min_value=0, max_value=2**53 - 1)
    mode = ChoiceField(
        "`exact`: the fork has the same cards; `resampled`: the cards that you did not see are dealt again.",
        "resampled",
        choices=["exact", "resampled"],
    )
    seat = IntegerField(
        "Your seat; null: the seat that moves next, or your own seat if it is one of several. Bots play in the other "
        "seats.",
        0,
        min_value=0,
        max_value=15,
        required=False,
        allow_null=True,
    )
    seats = ListSerializer(
        child=ForkSeatInput(),
        min_length=1,
        max_length=16,
        required=False,
        help_text="Instead of `seat`: all seats, one of them yours.",
    )
    seed = Hex32Field(
        "A seed that you choose; null: the server draws a seed.", "5c" * 32, required=False, allow_null=True
    )


@component("ExplainedMove")
class ExplainedOut(TypedDict):
    """The gains and costs of a move, as the heuristics of the bots judged the move from your seat's view."""

    code: Annotated[
        str,
        Field(
            "The kind of trade: `trade`, `gift` or `declined` in Dealmaker; `trade` (an offer), `sale` or `forced` in "
            "Négoces 2.",
            example="trade",
        ),
    ]
    params: Annotated[
        dict[str, Any],
        Field(
            "The values. `give` and `want`: the goods by face, `coins`, and the cards that you saw face down "
            "(`hidden`). `cost` and `gain`: their worth to you, in points (Dealmaker) or coins (Négoces 2). "
            "`other_gains` or `other_loses`: what the other side gains or loses by the usual worth of the goods; "
            "absent if nothing. `sells_next`: the gain includes the right to sell next; absent if not.",
            example={"give": {"carpet": 2}, "want": {"diamond": 1}, "cost": 1.4, "gain": 3.1, "other_gains": 0.7},
        ),
    ]
    sentence: Annotated[
        str,
        Field(
            "The explanation in the language of the caller.",
            example="Counted in points, it gives 2 × Carpet, worth 1.4 to you, for Diamond, worth 3.1; by the usual "
            "worth of goods the other side gains 0.7.",
        ),
    ]


@component("JudgedDecision")
class JudgedOut(TypedDict):
    """One decision of yours, compared with other moves by playouts from what your seat saw."""

    seq: Seq
    prompt: PromptId
    played: Annotated[MoveOut, Field("Your move.")]
    best: Annotated[
        MoveOut | None,
        Field(
            "The best move found; null: to make no move is best. Equal to `played` if no other move is clearly better."
        ),
    ]
    loss: Annotated[
        float,
        Field(
            "The loss of your move compared with `best`: a chance to win, or in The Great Dalmuti a share of the "
            "points.",
            example=0.12,
        ),
    ]
    error: Annotated[float, Field("The standard error of the loss.", example=0.04)]
    playouts: Annotated[int, Field("The number of playouts on which the judgement is based.", example=48)]
    played_explained: Annotated[
        ExplainedOut | None, Field("The trade of your move; null for a move without a trade, and in older analyses.")
    ]
    best_explained: Annotated[
        ExplainedOut | None,
        Field("The trade of the best move; null for a move without a trade, and in older analyses."),
    ]


class ReplayLinkInput(Serializer):
    """The view that a replay shows."""

    vars()["as"] = ChoiceField(  # `as` is a keyword of Python
        "`spectator`: what everybody saw; `me`: what your seat saw.", "spectator", choices=["spectator", "me"]
    )


@component("LuckProgress")
class ReplaysOut(TypedDict):
    """The progress of the comparison of deals."""

    done: Annotated[
        int,
        Field(
            "The number of times that the deal has been replayed; the same number of other deals has been played.",
            example=6,
        ),
    ]
    total: Annotated[int, Field("The number of times that the deal will be replayed.", example=48)]


class EstimateOut(TypedDict):
    """The effect of the deal on your seat. Results are from 0, the last place, to 1, the first; ties share the mean."""

    expected: Annotated[float, Field("The mean result of your seat when equal bots play this deal.", example=0.62)]
    usual: Annotated[float, Field("The mean result of your seat when equal bots play other deals.", example=0.5)]
    luck: Annotated[float, Field("The difference `expected` minus `usual`.", example=0.12)]
    luck_margin: Annotated[float, Field("Half of the 95 % interval of `luck`.", example=0.1)]
    skill: Annotated[
        float,
        Field(
            "Your `result` minus `expected`: the effect of your play, of the play of others, and of chance after the "
            "deal.",
            example=0.38,
        ),
    ]
    skill_margin: Annotated[
        float, Field("Half of the 95 % interval of `expected`, which is also that interval of `skill`.", example=0.07)
    ]
    seats: Annotated[
        list[float], Field("The mean result of each seat when equal bots play this deal.", example=[0.62, 0.38])
    ]
    sentence: Annotated[
        str,
        Field(
            "The estimate in the language of the caller, with results from 0 to 100.",
            example="A good deal for your seat: between equal players it reaches 62 of 100 here, and 50 with other "
            "deals. You reached 100.",
        ),
    ]


class LuckOut(TypedDict):
    """Luck and skill: your result, and the results of equal players with the same cards."""

    progress: Annotated[ReplaysOut, Field("The progress of the comparison.")]
    result: Annotated[float, Field("Your result: from 0, the last place, to 1, the first.", example=1.0)]
    estimate: Annotated[EstimateOut | None, Field("The effect of the deal; null until all replays have been played.")]


class DealsEstimateOut(TypedDict):
    """The effect of the deals of several matches on a player. Results are from 0, the last place, to 1, the first."""

    luck: Annotated[float, Field("The mean effect of the deals: `expected` minus `usual`.", example=0.04)]
    luck_margin: Annotated[float, Field("Half of the 95 % interval of this mean over many matches.", example=0.05)]
    skill: Annotated[
        float,
        Field(
            "The mean of `result` minus `expected`: the player's results beyond those of equal players with the same "
            "cards.",
            example=0.12,
        ),
    ]
    skill_margin: Annotated[float, Field("Half of the 95 % interval of this mean over many matches.", example=0.09)]
    sentence: Annotated[
        str,
        Field(
            "The estimate in the language of the caller, in hundredths.",
            example="Over 24 rated matches, the deals gave as much as others do (+4 ± 5 of 100). With these cards "
            "more was reached than equal players reach (+12 ± 9).",
        ),
    ]


class PlayerLuckOut(TypedDict):
    """Luck and skill in a player's rated matches of a game. Only judged deals count."""

    player: Annotated[str, Field("The name of the player.", example="Ada")]
    game: GameKey
    matches: Annotated[int, Field("The number of matches that have been judged: at most the newest 200.", example=24)]
    waiting: Annotated[int, Field("The number of matches that the coach has not judged yet.", example=3)]
    estimate: Annotated[DealsEstimateOut | None, Field("The estimate over all judged matches; null below ten matches.")]


class AnalysisOut(TypedDict):
    """The coach's analysis of your decisions in a match. Only you see it; it is not part of the log."""

    match: Id
    seat: SeatNumber
    stage: Annotated[Literal["waiting", "done", "failed"], Field("The stage of the analysis.", example="done")]
    progress: Annotated[ProgressOut, Field("The progress of the analysis.")]
    decisions: Annotated[list[JudgedOut], Field("Your decisions with a choice, in the order of the log.")]
    turning_points: Annotated[
        list[int], Field("The events at which your moves lost most, at most three.", example=[12, 40])
    ]
    luck: Annotated[
        LuckOut | None,
        Field("The effect of the deal; null if you may not see all cards, and for forks and voided matches."),
    ]
    created_at: Moment
