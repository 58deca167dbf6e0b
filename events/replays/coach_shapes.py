"""Analyses of finished matches."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from events.base.shapes import Field, Id, Moment, PromptId, SeatNumber, Seq
from events.matches.shapes.table import MoveOut


class ProgressOut(TypedDict):
    """How far an analysis has come."""

    done: Annotated[int, Field("How many of your decisions are judged.", example=12)]
    total: Annotated[int, Field("How many decisions you made, those without a choice included.", example=40)]


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
    playouts: Annotated[int, Field("How many playouts this rests on.", example=48)]


class ReplaysOut(TypedDict):
    """How far the comparison of deals has come."""

    done: Annotated[int, Field("How often the deal has been played again, and as many other deals.", example=6)]
    total: Annotated[int, Field("How often it will be.", example=48)]


class EstimateOut(TypedDict):
    """What the deal gave to your seat. Results are from 0, the last place, to 1, the first; ties share the mean."""

    expected: Annotated[float, Field("The mean result of your seat when equal bots play this deal.", example=0.62)]
    usual: Annotated[float, Field("The mean result of your seat when they play other deals.", example=0.5)]
    luck: Annotated[float, Field("`expected` less `usual`.", example=0.12)]
    luck_margin: Annotated[float, Field("Half of the 95 % interval of `luck`.", example=0.1)]
    skill: Annotated[
        float,
        Field("Your `result` less `expected`: play, yours and that of others, and the chance that came after the deal.",
              example=0.38),
    ]  # fmt: skip
    skill_margin: Annotated[float, Field("Half of the 95 % interval of `expected`, and so of `skill`.", example=0.07)]
    seats: Annotated[
        list[float], Field("The mean result of each seat when equal bots play this deal.", example=[0.62, 0.38])
    ]
    sentence: Annotated[
        str,
        Field("The same in the language of the caller, with results from 0 to 100.",
              example="A good deal for your seat: between equal players it reaches 62 of 100 here, and 50 with other "
              "deals. You reached 100."),
    ]  # fmt: skip


class LuckOut(TypedDict):
    """Luck against skill: your result beside what equal players reach with the same cards."""

    progress: Annotated[ReplaysOut, Field("How far the comparison has come.")]
    result: Annotated[float, Field("Your result: from 0, the last place, to 1, the first.", example=1.0)]
    estimate: Annotated[EstimateOut | None, Field("What the deal gave; null until all replays are played.")]


class AnalysisOut(TypedDict):
    """What the coach says of your decisions in a match. Only you see it; it is no part of the log."""

    match: Id
    seat: SeatNumber
    stage: Annotated[Literal["waiting", "done", "failed"], Field("Whether the analysis goes on.", example="done")]
    progress: Annotated[ProgressOut, Field("How far it has come.")]
    decisions: Annotated[list[JudgedOut], Field("Your decisions with a choice, in the order of the log.")]
    turning_points: Annotated[list[int], Field("The events at which you lost most, at most three.", example=[12, 40])]
    luck: Annotated[
        LuckOut | None,
        Field("How good the deal was for your seat; null if you may not see all cards, for forks and voided matches."),
    ]
    created_at: Moment
