"""Bots of other people: their accounts, and the decisions that their programs lease."""

from __future__ import annotations

from typing import Annotated, TypedDict

from events.base.policies import LEVELS
from events.base.shapes import Field, GameKey, Id, Moment, NextPage, PromptId, SeatNumber
from events.http.fields import A_PASSWORD, AN_ID, NEW_NAME, Choice, Several, Shape, Truth, UniqueId, WholeNumber, Word
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


class BotMembers(Shape):
    """What the owner of a bot says of it."""

    games = Several(
        "The keys of the games that it plays; left out: all.", ["great_dalmuti"],
        child=Word("A game.", "negoces2", max_length=40), min_length=1, max_length=20, required=False,
    )  # fmt: skip
    open = Truth("Whether everybody may seat it in a match; otherwise you alone.", True, required=False)


class BotInput(BotMembers):
    """A new account of a bot."""

    name = Word(NEW_NAME, "Deep Dalmuti", min_length=2, max_length=40)
    level = Choice("How strong it is.", "good", choices=LEVELS)
    password = Word(
        "A password, with which `POST /tokens` gives it tokens; null: only its owner can make them.", A_PASSWORD,
        min_length=8, max_length=128, required=False, allow_null=True,
    )  # fmt: skip


class BotChanges(BotMembers):
    """Changes of a bot; members that are left out stay as they are."""

    level = Choice("How strong it is.", "good", choices=LEVELS, required=False)


class LeaseInput(Shape):
    """Which decisions a bot's program leases."""

    max = WholeNumber("How many decisions, at most; by default 1.", 4, min_value=1, max_value=16, required=False)
    wait = WholeNumber(
        "For how many seconds to wait for a decision if none is ready; by default 0.", 25, min_value=0, max_value=30,
        required=False,
    )  # fmt: skip
    seconds = WholeNumber(
        "How long the leases last; by default 30 seconds.", 30, min_value=5, max_value=120, required=False
    )
    passed = Several(
        "Leases that end without a move. Where the match does not wait for the seat, it stays silent until something "
        "happens; other decisions are handed out again.",
        [AN_ID], child=UniqueId("A lease.", AN_ID), max_length=16, required=False,
    )  # fmt: skip
