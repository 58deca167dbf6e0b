"""The types of requests and responses about moves."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from events.base.response_types import Field, Id, Moment, Params, Seq, Slots, Words
from events.http.fields import AN_ID, CharField, DictField, IntegerField, Serializer, UUIDField
from events.log.serializers import ReceiptOut
from events.matches.serializers.log import EventOut
from events.matches.serializers.table import MoveOut, PromptOut, ViewOut

VERB, ARGS = "What the seat does.", "The arguments of the move, by name."
AN_ARGUMENT = {"cards": [12, 40]}


class TemplateOut(TypedDict):
    """A verb with the arguments that it may take: all moves that fill the slots are legal."""

    verb: Annotated[str, Field("What the seat does.", example="pay")]
    label: Annotated[str, Field("The label of the verb in the language of the caller.", example="Pay")]
    slots: Slots
    available_at: NotRequired[Annotated[Moment, Field("When the verb can be played; only where it has to wait.")]]


class LegalOut(TypedDict):
    """The legal moves for one prompt, as they are after an event."""

    templates: Annotated[list[TemplateOut], Field("All legal moves, as templates.")]
    words: Words
    count: Annotated[int | str, Field("The number of moves that can be played; a string above 2^53.", example=12)]
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
            "The sealed answer that the seat has given to this prompt, which another move replaces; null while it has "
            "given none."
        ),
    ]


class FaultOut(TypedDict):
    """Something wrong in a move."""

    verb: NotRequired[
        Annotated[
            str,
            Field(
                "The verb that is refused; only for a `card`, and empty where no verb takes it.", example="forced_deal"
            ),
        ]
    ]
    pointer: Annotated[str, Field("A JSON pointer into the request body.", example="/args/cards")]
    code: Annotated[str, Field("A stable name of the fault.", example="not_an_option")]
    detail: Annotated[str, Field("The fault in words.", example="A 9 is no better than a 7.")]
    params: Params
    reason: Annotated[str | None, Field("The rule that forbids it; null for a fault of form.", example="no_better")]


class TriedOut(TypedDict):
    """The result of trying a move: whether it is legal as it is, and what remains to choose."""

    legal: Annotated[bool, Field("Whether the move can be played without further arguments.", example=False)]
    templates: Annotated[
        list[TemplateOut],
        Field(
            "What remains to choose. Of an argument that is a part of what it may be (some of the cards of a list, "
            "of `counts`, of a `pick` or of a payment), the slot has what may be added to it."
        ),
    ]
    words: Words
    errors: Annotated[
        list[FaultOut],
        Field(
            "Why no legal move has these arguments. For a `card`: why it cannot be used, a reason for each verb that "
            "takes cards, the one to show first. If the card can be used, but not for what it is made for, the "
            "reason against that alone."
        ),
    ]
    outcome: Annotated[
        list[str],
        Field(
            "What certainly follows if the move is legal, in the language of the caller. It is computed only from "
            "the view of the caller; empty for a move that is not complete.",
            example=["Ada owes you 5M."],
        ),
    ]


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
    """The prompts open to a seat, as the event `prompt` of a stream has them; those that need its answer come first."""

    match: Id
    seq: Annotated[int | None, Field("The event after which they are open; null where none is.", example=12)]
    seat: Annotated[int, Field("The seat of the caller.", example=0)]
    prompts: Annotated[list[OpenPromptOut], Field("The open prompts.")]


class PlayedOut(ActedOut):
    """The result of a move, with what was asked for beside it."""

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
        "The lease of a bot's decision: the move ends it, and is refused if the decision has been handed out again.",
        AN_ID,
        required=False,
    )


class TryInput(Serializer):
    """A move, perhaps without some of its arguments; or a card of one's own, to learn why it cannot be used."""

    verb = CharField(VERB, "pay", max_length=40, required=False)
    args = DictField(ARGS, AN_ARGUMENT, required=False)
    card = IntegerField(
        "Instead of a verb: the id of a card of yours.", 12, min_value=0, max_value=2**53 - 1, required=False
    )
    prompt = IntegerField(
        "The id of the prompt; left out: the first that is open to you.",
        58,
        min_value=0,
        max_value=2**53 - 1,
        required=False,
    )
