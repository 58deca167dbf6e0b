"""Replays: links to them, what they show, and their captions; forks; analyses."""

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
)
from events.http.fields import ChoiceField, Hex32Field, IntegerField, ListSerializer, Serializer
from events.matches.serializers.lobby import DeadlineOut, SeatOut, Status
from events.matches.serializers.log import EventOut
from events.matches.serializers.table import MoveOut, ViewOut
from events.narration.serializers import CaptionOut

Viewer = Annotated[int | None, Field("The seat whose view the replay shows; null for a spectator's.", example=0)]


_As = Annotated[
    Literal["me", "spectator"],
    Field("Whether the replay shows what your seat saw, or what everybody did.", example="spectator"),
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


class ReplayHead(TypedDict):
    """The members of a match that its replay shows."""

    game: GameKey
    rules_version: RulesVersion
    status: Annotated[Status, Field("How the match ended.")]
    rated: Annotated[bool, Field("Whether the result counts for ratings.", example=False)]
    practice: Annotated[bool, Field("Whether the match was for practice.", example=False)]
    reveal: Annotated[Literal["all", "seats", "auditor"], Field("Who sees everything now that the match is over.")]
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
    created_at: Annotated[Moment, Field("When the link was made.")]
    head: Annotated[ReplayHead, Field("The match.")]


class ReplayEventsOut(TypedDict):
    """A replay: the table before the first event, and all events as the audience saw them."""

    match: Id
    viewer: Viewer
    view: Annotated[ViewOut, Field("The table after event 0.")]
    items: Annotated[
        list[EventOut], Field("The events from 0 on; messages are without their words, which can be withdrawn.")
    ]


class CaptionList(TypedDict):
    """A replay in sentences."""

    items: Annotated[list[CaptionOut], Field("The sentences in order; seats are called by their number.")]


class ForkSeatInput(Serializer):
    """The player or bot in a seat of a fork."""

    kind = ChoiceField("You, or a bot.", "bot", choices=["me", "bot"])
    policy = ChoiceField("The policy of a bot; `greedy` if left out.", "greedy", choices=POLICIES, required=False)


class ProgressOut(TypedDict):
    """The progress of an analysis."""

    done: Annotated[int, Field("How many of your decisions are judged.", example=12)]
    total: Annotated[int, Field("How many decisions you made, those without a choice included.", example=40)]


class ForkInput(Serializer):
    """A fork of a match."""

    at = IntegerField("The event after which the fork begins, by its `seq`.", 41, min_value=0, max_value=2**53 - 1)
    mode = ChoiceField(
        "`exact`: the same cards; `resampled`: what you did not see is dealt again.",
        "resampled",
        choices=["exact", "resampled"],
    )
    seat = IntegerField(
        "Your seat; null: the one that moves next, yours if it is one of several. Bots play in the others.",
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
    seed = Hex32Field("A seed of your own; null: the server draws one.", "5c" * 32, required=False, allow_null=True)


class ExplainedOut(TypedDict):
    """The gains and costs of a move, as the bots' rules of thumb judged it from your seat's view."""

    code: Annotated[
        str,
        Field(
            "What kind of trade it is: `trade`, `gift` and `declined` in Dealmaker; `trade` (an offer), `sale` and "
            "`forced` in Négoces 2.",
            example="trade",
        ),
    ]
    params: Annotated[
        dict[str, Any],
        Field(
            "`give` and `want`: goods by face, `coins`, and cards that you saw face down (`hidden`). `cost` and "
            "`gain`: what they were worth to you, in points (Dealmaker) or coins (Négoces 2). `other_gains` or "
            "`other_loses`: what the other side gains or loses by the usual worth of the goods, left out if nothing. "
            "`sells_next`: the right to sell next is part of the gain; left out if not.",
            example={"give": {"carpet": 2}, "want": {"diamond": 1}, "cost": 1.4, "gain": 3.1, "other_gains": 0.7},
        ),
    ]
    sentence: Annotated[
        str,
        Field(
            "The same in the language of the caller.",
            example="Counted in points, it gives 2 × Carpet, worth 1.4 to you, for Diamond, worth 3.1; by the usual "
            "worth of goods the other side gains 0.7.",
        ),
    ]


class JudgedOut(TypedDict):
    """One decision of yours, compared with other moves by playouts from what your seat saw."""

    seq: Seq
    prompt: PromptId
    played: Annotated[MoveOut, Field("Your move.")]
    best: Annotated[
        MoveOut | None,
        Field("The best move found; null if that is to say nothing. Equal to `played` if no other is clearly better."),
    ]
    loss: Annotated[
        float, Field("What your move lost against it: chance to win, or in tricks a share of the points.", example=0.12)
    ]
    error: Annotated[float, Field("The standard error of the loss.", example=0.04)]
    playouts: Annotated[int, Field("The number of playouts behind it.", example=48)]
    played_explained: Annotated[
        ExplainedOut | None, Field("The trade of your move; null for a move without a trade, and in older analyses.")
    ]
    best_explained: Annotated[ExplainedOut | None, Field("The trade of the best move; null likewise.")]


class ReplayLinkInput(Serializer):
    """The view that a replay shows."""

    vars()["as"] = ChoiceField(  # a word of Python
        "`spectator`: what everybody saw; `me`: what your seat saw.", "spectator", choices=["spectator", "me"]
    )


class ReplaysOut(TypedDict):
    """The progress of the comparison of deals."""

    done: Annotated[int, Field("How often the deal has been played again, and as many other deals.", example=6)]
    total: Annotated[int, Field("How often it will be.", example=48)]


class EstimateOut(TypedDict):
    """The effect of the deal on your seat. Results are from 0, the last place, to 1, the first; ties share the mean."""

    expected: Annotated[float, Field("The mean result of your seat when equal bots play this deal.", example=0.62)]
    usual: Annotated[float, Field("The mean result of your seat when they play other deals.", example=0.5)]
    luck: Annotated[float, Field("`expected` less `usual`.", example=0.12)]
    luck_margin: Annotated[float, Field("Half of the 95 % interval of `luck`.", example=0.1)]
    skill: Annotated[
        float,
        Field(
            "Your `result` less `expected`: play, yours and that of others, and the chance that came after the deal.",
            example=0.38,
        ),
    ]
    skill_margin: Annotated[float, Field("Half of the 95 % interval of `expected`, and so of `skill`.", example=0.07)]
    seats: Annotated[
        list[float], Field("The mean result of each seat when equal bots play this deal.", example=[0.62, 0.38])
    ]
    sentence: Annotated[
        str,
        Field(
            "The same in the language of the caller, with results from 0 to 100.",
            example="A good deal for your seat: between equal players it reaches 62 of 100 here, and 50 with other "
            "deals. You reached 100.",
        ),
    ]


class LuckOut(TypedDict):
    """Luck against skill: your result beside what equal players reach with the same cards."""

    progress: Annotated[ReplaysOut, Field("How far the comparison has come.")]
    result: Annotated[float, Field("Your result: from 0, the last place, to 1, the first.", example=1.0)]
    estimate: Annotated[EstimateOut | None, Field("What the deal gave; null until all replays are played.")]


class DealsEstimateOut(TypedDict):
    """The effect of the deals of several matches on a player. Results are from 0, the last place, to 1, the first."""

    luck: Annotated[float, Field("The mean of what the deals gave: `expected` less `usual`.", example=0.04)]
    luck_margin: Annotated[float, Field("Half of its 95 % interval over many matches.", example=0.05)]
    skill: Annotated[
        float,
        Field(
            "The mean of `result` less `expected`: what was reached beyond what equal players reach with the same "
            "cards.",
            example=0.12,
        ),
    ]
    skill_margin: Annotated[float, Field("Half of its 95 % interval over many matches.", example=0.09)]
    sentence: Annotated[
        str,
        Field(
            "The same in the language of the caller, in hundredths.",
            example="Over 24 rated matches, the deals gave as much as others do (+4 ± 5 of 100). With these cards "
            "more was reached than equal players reach (+12 ± 9).",
        ),
    ]


class PlayerLuckOut(TypedDict):
    """Luck against skill over a player's rated matches of a game, as far as the player had their deals judged."""

    player: Annotated[str, Field("The name of the player.", example="Ada")]
    game: GameKey
    matches: Annotated[int, Field("How many matches are judged: the newest 200 at most.", example=24)]
    waiting: Annotated[int, Field("How many the coach still has to judge.", example=3)]
    estimate: Annotated[DealsEstimateOut | None, Field("The result of all of them; null below ten matches.")]


class AnalysisOut(TypedDict):
    """The coach's analysis of your decisions in a match. Only you see it; it is not part of the log."""

    match: Id
    seat: SeatNumber
    stage: Annotated[Literal["waiting", "done", "failed"], Field("Whether the analysis goes on.", example="done")]
    progress: Annotated[ProgressOut, Field("How far it has come.")]
    decisions: Annotated[list[JudgedOut], Field("Your decisions with a choice, in the order of the log.")]
    turning_points: Annotated[list[int], Field("The events at which you lost most, at most three.", example=[12, 40])]
    luck: Annotated[
        LuckOut | None,
        Field("The effect of the deal; null if you may not see all cards, and for forks and voided matches."),
    ]
    created_at: Moment
