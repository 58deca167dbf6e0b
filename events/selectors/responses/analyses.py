"""Analyses of finished matches."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from events.selectors.responses.tables import MoveOut
from events.shapes import Field, Id, Moment, PromptId, SeatNumber, Seq


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


class AnalysisOut(TypedDict):
    """What the coach says of your decisions in a match. Only you see it; it is no part of the log."""

    match: Id
    seat: SeatNumber
    stage: Annotated[Literal["waiting", "done", "failed"], Field("Whether decisions are still judged.", example="done")]
    progress: Annotated[ProgressOut, Field("How far it has come.")]
    decisions: Annotated[list[JudgedOut], Field("Your decisions with a choice, in the order of the log.")]
    turning_points: Annotated[list[int], Field("The events at which you lost most, at most three.", example=[12, 40])]
    created_at: Moment
