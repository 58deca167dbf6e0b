"""Standing orders, and what they have answered."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from events.base.response_types import Field, PromptId
from events.http.fields import BooleanField, CharField, DictField, Serializer
from events.matches.serializers.moves import AN_ARGUMENT, ARGS, VERB
from events.matches.serializers.table import MoveOut

CONDITION = (
    'What must hold of your own view, with at most 20 parts. `{"value": "prompt.data.owed", "is": "lt", "to": 3}` '
    "compares what a path leads to in `prompt`, `parent` (the prompt that waits for this one, if any), `public` or "
    "`count` (how many cards lie in your zone of that name) by `eq`, `ne`, `lt`, `le`, `gt`, `ge`, `in`, or `has` (a "
    'list has this item). Further: `{"can": verb}`, `{"only": verb}` (no other verb is '
    'legal), `{"all": [...]}`, `{"any": [...]}`, `{"not": ...}`. Null: nothing.'
)


class OrderedMoveInput(Serializer):
    """The move of a standing order."""

    verb = CharField(VERB, "pass", max_length=40)
    args = DictField(
        "The arguments, for a premove; left out: the first legal move with this verb. " + ARGS,
        AN_ARGUMENT,
        required=False,
        allow_null=True,
    )


class OrderInput(Serializer):
    """An answer given in advance to a kind of prompt."""

    phase = CharField("The kind of prompt, as `phase` in a view.", "follow", max_length=40)
    move = OrderedMoveInput(help_text="What it does; where the move is not legal, the order does not apply.")
    late = BooleanField("Whether it answers only shortly before the deadline.", False, required=False)
    once = BooleanField("Whether it ends once it has answered, like a premove.", False, required=False)

    def get_fields(self) -> dict[str, Any]:
        """Returns the fields, with `if`, which is a keyword of Python."""
        return {**super().get_fields(), "if": DictField(CONDITION, {"can": "pass"}, required=False, allow_null=True)}


class OrderedMoveOut(TypedDict):
    """The move of a standing order."""

    verb: Annotated[str, Field("What the seat does.", example="pass")]
    args: NotRequired[
        Annotated[
            dict[str, Any] | None,
            Field("The arguments; without them, the first legal move with this verb.", example={"cards": [12, 40]}),
        ]
    ]


StandingOrderOut = TypedDict(
    "StandingOrderOut",
    {
        "number": Annotated[int, Field("The number of the order.", example=3)],
        "phase": Annotated[str, Field("The kind of prompt that it answers.", example="follow")],
        "if": Annotated[
            dict[str, Any] | None, Field("What must hold of your view; null: nothing.", example={"can": "pass"})
        ],
        "move": Annotated[OrderedMoveOut, Field("What it does.")],
        "late": Annotated[bool, Field("Whether it answers shortly before the deadline.", example=False)],
        "once": Annotated[bool, Field("Whether it ends once it has answered.", example=False)],
    },
)
StandingOrderOut.__doc__ = "One of your standing orders."


TRIED = "The move that the order would play; null: it would not answer."
TRIED_TEXT = "The same in a sentence, in the language of the caller."


class OrderTrialNow(TypedDict):
    """The effect that an order would have at a prompt that is open to you."""

    prompt: PromptId
    move: Annotated[MoveOut | None, Field(TRIED)]
    text: Annotated[str | None, Field(TRIED_TEXT, example="You pass")]
    earlier: Annotated[
        int | None,
        Field("The number of the order of yours that answers this prompt before it; null if none does.", example=None),
    ]


class OrderTrialPast(TypedDict):
    """The effect that an order would have had at a prompt that you have answered."""

    seq: Annotated[int, Field("The event with your answer.", example=40)]
    move: Annotated[MoveOut | None, Field(TRIED)]
    text: Annotated[str | None, Field(TRIED_TEXT, example="You pass")]
    played: Annotated[MoveOut, Field("What you did.")]
    played_text: Annotated[str, Field("The same in a sentence.", example="You pass")]


class OrderTrialOut(TypedDict):
    """The effects of an order, before it is given."""

    now: Annotated[list[OrderTrialNow], Field("At the prompts of its kind that are open to you.")]
    past: Annotated[
        list[OrderTrialPast],
        Field("At the last 12 prompts of its kind that you have answered within the last 600 events, newest first."),
    ]


class OrderedAnswerOut(TypedDict):
    """An answer that one of your standing orders gave; nobody else can tell it from your own."""

    prompt: PromptId
    seq: Annotated[int | None, Field("Its event; null if the answer was sealed.", example=42)]
    order: Annotated[int | None, Field("The number of the order; null once it is withdrawn.", example=3)]


class StandingOrdersOut(TypedDict):
    """Your standing orders in a match, and what they have answered."""

    items: Annotated[list[StandingOrderOut], Field("The orders, in the order in which they are tried.")]
    answers: Annotated[list[OrderedAnswerOut], Field("Their last answers, the newest first.")]
