"""Replays: links to them, what they show, and their captions."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from events.base.shape_parts import GameKey, MayAct, RulesVersion, ToAct
from events.base.shapes import Clock, Field, Id, Moment, NextPage, Scores, Seq, Settings, Standings
from events.matches.shapes.lobby import DeadlineOut, SeatOut, Status
from events.matches.shapes.table import EventOut, ViewOut

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
    """What a replay says of its match."""

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


class CaptionOut(TypedDict):
    """An event in a sentence."""

    seq: Seq
    at: Moment
    en: Annotated[str, Field("What happened, in English.", example="Player 1 passes.")]
    fr: Annotated[str, Field("What happened, in French.", example="Joueur 1 passe.")]


class CaptionList(TypedDict):
    """A replay in sentences."""

    items: Annotated[list[CaptionOut], Field("The sentences in order; seats are called by their number.")]
