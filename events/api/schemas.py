"""The shapes of responses that the API's views compose; those of selectors are in `events.selectors.responses`."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from events.selectors.responses import (
    EventOut,
    GameOut,
    GlobalHeadOut,
    GlobalLeafOut,
    KeyOut,
    MatchLine,
    MessageOut,
    MoveOut,
    ReceiptOut,
)
from events.shapes import Field, Id, Moment, NextPage, Seq, Slots, Words

TokenText = Annotated[str, Field("The token, for `Authorization: Bearer`; shown only here.", example="c0ffee" * 8)]


class PlayerOut(TypedDict):
    """A new player, signed in."""

    id: Id
    name: Annotated[str, Field("The name of the player.", example="Ada")]
    token: TokenText


class TokenOut(TypedDict):
    """A new token."""

    token: TokenText
    expires_at: Moment


class TicketOut(TypedDict):
    """A ticket that opens one stream."""

    ticket: Annotated[str, Field("The ticket, for `?ticket=`; valid once.", example="c0ffee" * 7)]
    expires_at: Moment


class TokenLine(TypedDict):
    """A token of the caller, without its text."""

    id: Id
    created_at: Moment
    expires_at: Moment
    current: Annotated[bool, Field("Whether this request uses the token.", example=True)]


class TokenList(TypedDict):
    """The tokens of the caller."""

    items: Annotated[list[TokenLine], Field("The tokens, the newest first.")]
    next: NextPage


class Profile(TypedDict):
    """The caller's own profile."""

    id: Id
    name: Annotated[str, Field("The name that others see.", example="Ada")]
    email: Annotated[str | None, Field("The e-mail address, which only the player sees.", example="ada@example.org")]
    language: Annotated[str, Field("The language of notifications.", example="en")]
    guest: Annotated[bool, Field("Whether the player has no password.", example=False)]
    notifications: Annotated[
        dict[str, Any], Field("Which e-mails the player receives.", example={"email_on_turn": True})
    ]
    created_at: Moment


class GameList(TypedDict):
    """All games."""

    items: Annotated[list[GameOut], Field("The games by key.")]
    next: NextPage


class MatchList(TypedDict):
    """A page of matches."""

    items: Annotated[list[MatchLine], Field("The matches, the newest first.")]
    next: NextPage


class TemplateOut(TypedDict):
    """A verb with the arguments that it may take: all moves that fill the slots are legal."""

    verb: Annotated[str, Field("What the seat does.", example="pay")]
    label: Annotated[str, Field("The label of the verb in the language of the caller.", example="Pay")]
    slots: Slots


class LegalMovesOut(TypedDict):
    """The legal moves of the caller's seat."""

    match: Id
    seq: Seq
    seat: Annotated[int | None, Field("The seat of the caller.", example=0)]
    prompt: Annotated[int | None, Field("The prompt that the moves answer; null if none is open.", example=7)]
    prompts: Annotated[list[int], Field("All prompts that the seat may answer now.", example=[7])]
    templates: Annotated[list[TemplateOut], Field("All legal moves, as templates.")]
    words: Words
    count: Annotated[int | str, Field("The number of legal moves; a string above 2^53.", example=12)]
    moves: Annotated[list[MoveOut], Field("The first legal moves, in a stable order.")]
    complete: Annotated[bool, Field("Whether `moves` lists all legal moves.", example=True)]


class FaultOut(TypedDict):
    """Something wrong in a move."""

    pointer: Annotated[str, Field("A JSON pointer into the request body.", example="/args/cards")]
    code: Annotated[str, Field("A stable name of the fault.", example="not_an_option")]
    detail: Annotated[str, Field("The fault in words.", example="expected one of your cards")]


class TriedOut(TypedDict):
    """Whether a move is legal as it is, and what remains to choose."""

    legal: Annotated[bool, Field("Whether the move is legal without further arguments.", example=False)]
    templates: Annotated[list[TemplateOut], Field("What remains to choose.")]
    words: Words
    errors: Annotated[list[FaultOut], Field("Why no legal move has these arguments.")]


class EventList(TypedDict):
    """A page of the log."""

    items: Annotated[list[EventOut], Field("The events in order.")]
    next: NextPage


class PlayedOut(TypedDict):
    """The result of a move or a resignation; `seq` alone is always present."""

    seq: Annotated[int | None, Field("The number of the new event; null for a sealed answer.", example=12)]
    event: NotRequired[EventOut]
    to_act: NotRequired[Annotated[list[int], Field("The seats that the match now waits for.", example=[1])]]
    receipt: NotRequired[ReceiptOut]
    accepted: NotRequired[Annotated[bool, Field("True for a sealed answer.", example=True)]]


class MessageList(TypedDict):
    """A page of the messages at a table."""

    items: Annotated[list[MessageOut], Field("The messages in order.")]
    next: NextPage


class GlobalLogOut(TypedDict):
    """A page of the operator's global log."""

    items: Annotated[list[GlobalLeafOut], Field("The leaves in order.")]
    next: NextPage
    head: Annotated[GlobalHeadOut | None, Field("The newest signed head; null before the first leaf.")]
    keys: Annotated[list[KeyOut], Field("Every key that signs or signed.")]
