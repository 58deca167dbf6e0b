"""The types of responses about tokens, bots and reports."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from events.base.response_types import Field, Id, Moment, NextPage

TokenText = Annotated[str, Field("The token, for `Authorization: Bearer`; shown only here.", example="c0ffee" * 8)]
Scopes = Annotated[
    list[Literal["read", "play", "bot"]],
    Field(
        "What the token permits. `read`: to read; `play`: to read and change anything; `bot`: to read and play in the "
        "seats of a bot.",
        example=["read", "play"],
    ),
]


class ReportOut(TypedDict):
    """A report to the operator."""

    id: Id
    state: Annotated[str, Field("`open`, `upheld` or `dismissed`.", example="open")]
    reason: Annotated[str, Field("The reason of the report.", example="abuse")]
    match: Annotated[Id | None, Field("The match of the message; null if a player was reported by name.")]
    seq: Annotated[
        int | None,
        Field("The `seq` of the event that contains the message; null if a player was reported by name.", example=12),
    ]
    created_at: Moment


class BotOut(TypedDict):
    """The public description of a bot account."""

    id: Id
    name: Annotated[str, Field("The name of the bot.", example="Deep Dalmuti")]
    owner: Annotated[
        str | None, Field("The name of the player who owns the bot; null if the account is closed.", example="Ada")
    ]
    level: Annotated[
        Literal["beginner", "casual", "good", "strong"],
        Field("The strength of the bot, as its owner states it.", example="good"),
    ]
    games: Annotated[list[str], Field("The keys of the games that the bot plays.", example=["great_dalmuti"])]
    open: Annotated[
        bool, Field("Whether everybody may seat the bot in a match; otherwise only its owner may.", example=True)
    ]
    created_at: Annotated[Moment, Field("When the account was created.")]


class TokenOut(TypedDict):
    """A new token."""

    token: TokenText
    expires_at: Moment
    scopes: Scopes


class TokenLine(TypedDict):
    """A token of the caller, without its text."""

    id: Id
    created_at: Moment
    expires_at: Moment
    scopes: Scopes
    label: Annotated[str, Field("Your name for the token, given at sign-in; empty: no name.", example="Laptop")]
    current: Annotated[bool, Field("Whether this request uses the token.", example=True)]


class TokenList(TypedDict):
    """The tokens of the caller."""

    items: Annotated[list[TokenLine], Field("The tokens, the newest first.")]
    next: NextPage
