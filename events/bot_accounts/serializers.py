"""The types of bot accounts, and of the decisions that their programs lease."""

from __future__ import annotations

from typing import Annotated, TypedDict

from events.base.policies import LEVELS
from events.base.response_types import Field, GameKey, Id, Moment, NextPage, PromptId, SeatNumber, component
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
    """A decision that a bot's program has leased, with everything that the program needs to choose."""

    match: Id
    game: GameKey
    seat: SeatNumber
    prompt: PromptId
    required: Annotated[
        bool, Field("Whether the match waits for the seat; if not, the program may pass the decision.", example=True)
    ]
    lease: Annotated[Id, Field("The lease, for the member `lease` of the move or for `passed`.")]
    lease_until: Annotated[Moment, Field("When the lease ends; then the decision can be leased again.")]
    view: Annotated[ViewOut, Field("The table as the seat sees it.")]
    legal_moves: Annotated[LegalMovesOut, Field("The legal moves of the seat; lists at most 100 moves.")]


@component("EndedMatch")
class EndedOut(TypedDict):
    """A match that needs no more decisions from the bot."""

    match: Id
    status: Annotated[
        Status,
        Field("The stage of the match. `running`: the match continues; the bot has resigned or was replaced."),
    ]


class LeaseList(TypedDict):
    """The decisions that a program has leased."""

    items: Annotated[
        list[LeaseOut], Field("The decisions, those that have waited longest first; empty if no decision is ready.")
    ]
    ended: Annotated[
        list[EndedOut],
        Field("The matches in `playing` that need no more decisions from the bot; empty if `playing` is omitted."),
    ]
    next: NextPage


class BotMembers(Serializer):
    """The public description of a bot, which its owner writes."""

    games = UniqueListField(
        "The keys of the games that the bot plays; left out: all games.",
        ["great_dalmuti"],
        child=CharField("A game.", "negoces2", max_length=40),
        min_length=1,
        max_length=20,
        required=False,
    )
    open = BooleanField("Whether everybody may seat the bot in a match; otherwise only you may.", True, required=False)


class BotInput(BotMembers):
    """A new account of a bot."""

    name = CharField(NEW_NAME, "Deep Dalmuti", min_length=2, max_length=40)
    level = ChoiceField("The strength of the bot, as you state it.", "good", choices=LEVELS)
    password = CharField(
        "The password with which `POST /tokens` creates tokens for the bot; null: only the owner can create tokens.",
        A_PASSWORD,
        min_length=8,
        max_length=128,
        required=False,
        allow_null=True,
    )


class BotChanges(BotMembers):
    """Changes of a bot; omitted members keep their values."""

    level = ChoiceField("The strength of the bot, as you state it.", "good", choices=LEVELS, required=False)


class LeaseInput(Serializer):
    """A request of a bot's program for decisions."""

    max = IntegerField(
        "The maximum number of decisions; by default 1. 0: the request only passes leases and finds ended matches.",
        4,
        min_value=0,
        max_value=16,
        required=False,
    )
    seconds = IntegerField(
        "The length of the leases, in seconds; by default 30.", 30, min_value=5, max_value=120, required=False
    )
    playing = UniqueListField(
        "The matches for which the program keeps data, such as a model of the table. `ended` in the response lists "
        "those that need no more decisions.",
        [AN_ID],
        child=UUIDField("A match.", AN_ID),
        max_length=64,
        required=False,
    )
    passed = UniqueListField(
        "The leases that end without a move. If the match does not wait for the seat, the decision is not leased "
        "again until something happens; other decisions can be leased again at once.",
        [AN_ID],
        child=UUIDField("A lease.", AN_ID),
        max_length=16,
        required=False,
    )
