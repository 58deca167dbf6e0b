"""The types of requests and responses about moves."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from events.base.response_types import Field, Id, Moment, Params, Seq, Slots, Words, component
from events.http.fields import AN_ID, CharField, DictField, IntegerField, Serializer, UUIDField
from events.log.serializers import ReceiptOut
from events.matches.serializers.log import EventOut
from events.matches.serializers.table import MoveOut, PromptOut, ViewOut

VERB, ARGS = "The verb: what the seat does.", "The arguments of the move, by name."
AN_ARGUMENT = {"cards": [12, 40]}


class TemplateOut(TypedDict):
    """A verb with the arguments that it may take: all moves that fill the slots are legal."""

    verb: Annotated[str, Field("The verb: what the seat does.", example="pay")]
    label: Annotated[str, Field("The label of the verb in the language of the caller.", example="Pay")]
    slots: Slots
    available_at: NotRequired[
        Annotated[Moment, Field("When the verb can be played; present only if it cannot be played yet.")]
    ]


@component("LegalMovesAfter")
class LegalOut(TypedDict):
    """The legal moves for one prompt after an event."""

    templates: Annotated[list[TemplateOut], Field("All legal moves, as templates.")]
    words: Words
    count: Annotated[
        int | str, Field("The number of moves that can be played; a string if the number is above 2^53.", example=12)
    ]
    moves: Annotated[list[MoveOut], Field("The first moves that can be played, in a stable order.")]
    complete: Annotated[bool, Field("Whether `moves` lists all moves that can be played.", example=True)]


class LegalMovesOut(LegalOut):
    """The legal moves of the caller's seat."""

    match: Id
    seq: Seq
    seat: Annotated[int | None, Field("The seat of the caller.", example=0)]
    prompt: Annotated[int | None, Field("The prompt that the moves answer; null if none is open.", example=7)]
    prompts: Annotated[list[int], Field("All prompts that the seat may answer now.", example=[7])]
    answered: Annotated[
        MoveOut | None,
        Field(
            "The sealed answer that the seat has given to this prompt, and that another move replaces; null if the "
            "seat has not answered."
        ),
    ]


class FaultOut(TypedDict):
    """An error in a move."""

    verb: NotRequired[
        Annotated[
            str,
            Field(
                "The refused verb; present only for a `card`, and empty if no verb takes the card.",
                example="forced_deal",
            ),
        ]
    ]
    pointer: Annotated[str, Field("A JSON pointer into the request body.", example="/args/cards")]
    code: Annotated[str, Field("The stable name of the error.", example="not_an_option")]
    detail: Annotated[str, Field("The error in words.", example="A 9 is no better than a 7.")]
    params: Params
    reason: Annotated[
        str | None, Field("The rule that forbids the move; null for an error of form.", example="no_better")
    ]


@component("LegalMovesTrialResult")
class TriedOut(TypedDict):
    """The result of trying a move: whether it is legal as it is, and the remaining choices."""

    legal: Annotated[bool, Field("Whether the move can be played without further arguments.", example=False)]
    templates: Annotated[
        list[TemplateOut],
        Field(
            "The remaining choices. A given argument may be incomplete (some of the cards of a list, of `counts`, of "
            "a `pick` or of a payment); its slot then contains what may be added."
        ),
    ]
    words: Words
    errors: Annotated[
        list[FaultOut],
        Field(
            "Why no legal move has these arguments. For a `card`: a reason for each verb that takes cards; the reason "
            "to show first comes first. If the card can be used, but not for its main purpose, only the reason "
            "against that purpose."
        ),
    ]
    outcome: Annotated[
        list[str],
        Field(
            "The certain consequences of the move if it is legal, in the language of the caller. They are computed "
            "only from the view of the caller; empty for an incomplete move.",
            example=["Ada owes you 5M."],
        ),
    ]


@component("ResignationResult")
class ActedOut(TypedDict):
    """The result of a move or a resignation; only `seq` is always present."""

    seq: Annotated[int | None, Field("The number of the new event; null for a sealed answer.", example=12)]
    event: NotRequired[Annotated[EventOut, Field("The new event, as the caller sees it.")]]
    to_act: NotRequired[Annotated[list[int], Field("The seats that the match now waits for.", example=[1])]]
    receipt: NotRequired[Annotated[ReceiptOut, Field("The signed head of the log, with the new event.")]]
    accepted: NotRequired[Annotated[bool, Field("True for a sealed answer.", example=True)]]


class OpenPromptOut(PromptOut):
    """A prompt that is open to the caller's seat, with its legal moves."""

    legal: Annotated[LegalOut, Field("The legal moves for the prompt.")]


class OpenPromptsOut(TypedDict):
    """The prompts open to a seat, as in the event `prompt` of a stream. Prompts that require its answer come first."""

    match: Id
    seq: Annotated[
        int | None, Field("The event after which the prompts are open; null if no prompt is open.", example=12)
    ]
    seat: Annotated[int, Field("The seat of the caller.", example=0)]
    prompts: Annotated[list[OpenPromptOut], Field("The open prompts.")]


@component("MoveResult")
class PlayedOut(ActedOut):
    """The result of a move, with the optional members that the request named."""

    view: NotRequired[Annotated[ViewOut, Field("With `?view=1`: the table after the move, as `GET /view` returns it.")]]
    legal: NotRequired[
        Annotated[OpenPromptsOut, Field("With `?legal=`: your open prompts after the move, with their legal moves.")]
    ]


class MoveInput(Serializer):
    """A move that answers a prompt."""

    prompt = IntegerField("The id of the prompt.", 58, min_value=0, max_value=2**53 - 1)
    verb = CharField(VERB, "pay", max_length=40)
    args = DictField(ARGS, AN_ARGUMENT, required=False)
    lease = UUIDField(
        "The lease of a bot's decision. The move ends the lease, and is refused if the decision has been leased again.",
        AN_ID,
        required=False,
    )


@component("LegalMovesTrial")
class TryInput(Serializer):
    """A move, possibly with missing arguments; or a card of the seat, to learn why it cannot be used."""

    verb = CharField(VERB, "pay", max_length=40, required=False)
    args = DictField(ARGS, AN_ARGUMENT, required=False)
    card = IntegerField(
        "The id of one of your cards, instead of a verb.", 12, min_value=0, max_value=2**53 - 1, required=False
    )
    prompt = IntegerField(
        "The id of the prompt; by default the first prompt that is open to you.",
        58,
        min_value=0,
        max_value=2**53 - 1,
        required=False,
    )
