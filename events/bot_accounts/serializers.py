"""Bots of other people: their accounts, and the decisions that their programs lease."""

from __future__ import annotations

from typing import Annotated, TypedDict

from events.base.policies import LEVELS
from events.base.response_types import Field, GameKey, Id, Moment, NextPage, PromptId, SeatNumber
from events.http.fields import (
    A_PASSWORD,
    AN_ID,
    NEW_NAME,
    BooleanField,
    CharField,
    ChoiceField,
    IntegerField,
    Serializer,
    UniqueListField,
    UUIDField,
)
from events.matches.serializers.lobby import Status
from events.matches.serializers.moves import LegalMovesOut
from events.matches.serializers.table import ViewOut
from events.users.serializers import BotOut, TokenText


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


class EndedOut(TypedDict):
    """A match that needs no more decisions from the bot."""

    match: Id
    status: Annotated[
        Status, Field("Its stage. `running`: the match goes on without the bot, which has resigned or been replaced.")
    ]


class LeaseList(TypedDict):
    """The decisions that a program has leased."""

    items: Annotated[list[LeaseOut], Field("The decisions, the longest ready first; empty if none is.")]
    ended: Annotated[
        list[EndedOut], Field("The matches in `playing` that need no more decisions from the bot; empty if left out.")
    ]
    next: NextPage


class BotMembers(Serializer):
    """The public description of a bot, by its owner."""

    games = UniqueListField(
        "The keys of the games that it plays; left out: all.",
        ["great_dalmuti"],
        child=CharField("A game.", "negoces2", max_length=40),
        min_length=1,
        max_length=20,
        required=False,
    )
    open = BooleanField("Whether everybody may seat it in a match; otherwise only you.", True, required=False)


class BotInput(BotMembers):
    """A new account of a bot."""

    name = CharField(NEW_NAME, "Deep Dalmuti", min_length=2, max_length=40)
    level = ChoiceField("How strong it is.", "good", choices=LEVELS)
    password = CharField(
        "A password, with which `POST /tokens` gives it tokens; null: only its owner can make them.",
        A_PASSWORD,
        min_length=8,
        max_length=128,
        required=False,
        allow_null=True,
    )


class BotChanges(BotMembers):
    """Changes of a bot; members that are left out stay as they are."""

    level = ChoiceField("How strong it is.", "good", choices=LEVELS, required=False)


class LeaseInput(Serializer):
    """A request of a bot's program for decisions."""

    max = IntegerField(
        "How many decisions, at most; by default 1. 0: only pass leases, or ask what has ended.",
        4,
        min_value=0,
        max_value=16,
        required=False,
    )
    seconds = IntegerField(
        "How long the leases last; by default 30 seconds.", 30, min_value=5, max_value=120, required=False
    )
    playing = UniqueListField(
        "Matches of which the program keeps something, such as a model of the table. Those that have ended come back "
        "in `ended`.",
        [AN_ID],
        child=UUIDField("A match.", AN_ID),
        max_length=64,
        required=False,
    )
    passed = UniqueListField(
        "Leases that end without a move. Where the match does not wait for the seat, it stays silent until something "
        "happens; other decisions are handed out again.",
        [AN_ID],
        child=UUIDField("A lease.", AN_ID),
        max_length=16,
        required=False,
    )
