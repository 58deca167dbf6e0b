"""Bots of other people, and the decisions that their programs lease."""

from __future__ import annotations

from typing import Annotated, TypedDict

from events.base.shape_parts import GameKey
from events.base.shapes import Field, Id, Moment, NextPage, PromptId, SeatNumber
from events.matches.shapes.moves import LegalMovesOut
from events.matches.shapes.table import ViewOut
from events.people.shapes import BotOut, TokenText


class BotList(TypedDict):
    """A page of bots."""

    items: Annotated[list[BotOut], Field("The bots, the newest first.")]
    next: NextPage


class NewBotOut(BotOut):
    """A new bot, with a token for its program."""

    token: TokenText


class LeaseOut(TypedDict):
    """A decision that a bot's program has leased, with all that it needs to choose."""

    match: Id
    game: GameKey
    seat: SeatNumber
    prompt: PromptId
    required: Annotated[
        bool, Field("Whether the match waits for the seat; otherwise it may as well say nothing.", example=True)
    ]
    lease: Annotated[Id, Field("The lease, for the move that answers, or for `passed`.")]
    lease_until: Annotated[Moment, Field("When the lease ends, and the decision is handed out again.")]
    view: Annotated[ViewOut, Field("The table as the seat sees it.")]
    legal_moves: Annotated[LegalMovesOut, Field("What the seat can do; lists at most 100 moves.")]


class LeaseList(TypedDict):
    """The decisions that a program has leased."""

    items: Annotated[list[LeaseOut], Field("The decisions, the longest ready first; empty if none is.")]
    next: NextPage
