"""The types of requests and responses about standing orders and their answers."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from events.base.response_types import Field, PromptId, component
from events.http.fields import BooleanField, CharField, DictField, Serializer
from events.matches.serializers.moves import AN_ARGUMENT, ARGS, VERB
from events.matches.serializers.table import MoveOut

CONDITION = (
    'The condition on your own view, with at most 20 parts; null: no condition. `{"value": "prompt.data.owed", "is": '
    '"lt", "to": 3}` compares the value at a path by `eq`, `ne`, `lt`, `le`, `gt`, `ge`, `in`, or `has` (a list has '
    "this item). A path begins with `prompt`, `parent` (the prompt that waits for this prompt, if there is one), "
    '`public` or `count` (the number of cards in your zone of that name). Other conditions: `{"can": verb}`, '
    '`{"only": verb}` (no other verb is legal), `{"all": [...]}`, `{"any": [...]}`, `{"not": ...}`.'
)


@component("OrderedMoveInput")
class OrderedMoveInput(Serializer):
    """The move of a standing order."""

    verb = CharField(VERB, "pass", max_length=40)
    args = DictField(
        "The arguments, for a premove; left out: the order plays the first legal move with this verb. " + ARGS,
        AN_ARGUMENT,
        required=False,
        allow_null=True,
    )


@component("StandingOrderCreate")
class OrderInput(Serializer):
    """An answer given in advance to a kind of prompt."""

    phase = CharField("The kind of prompt that the order answers, as `phase` in a view.", "follow", max_length=40)
    move = OrderedMoveInput(
        help_text="The move that the order plays. If the move is not legal, the order does not apply."
    )
    late = BooleanField("Whether the order answers only shortly before the deadline.", False, required=False)
    once = BooleanField("Whether the order ends once it has answered, like a premove.", False, required=False)

    def get_fields(self) -> dict[str, Any]:
        """Returns the fields, including `if`, which cannot be an attribute because it is a keyword of Python."""
        return {**super().get_fields(), "if": DictField(CONDITION, {"can": "pass"}, required=False, allow_null=True)}


class OrderedMoveOut(TypedDict):
    """The move of a standing order."""

    verb: Annotated[str, Field("The verb: what the seat does.", example="pass")]
    args: NotRequired[
        Annotated[
            dict[str, Any] | None,
            Field(
                "The arguments; without them, the order plays the first legal move with this verb.",
                example={"cards": [12, 40]},
            ),
        ]
    ]


StandingOrderOut = TypedDict(
    "StandingOrderOut",
    {
        "number": Annotated[int, Field("The number of the order.", example=3)],
        "phase": Annotated[str, Field("The kind of prompt that the order answers.", example="follow")],
        "if": Annotated[
            dict[str, Any] | None, Field("The condition on your view; null: no condition.", example={"can": "pass"})
        ],
        "move": Annotated[OrderedMoveOut, Field("The move that the order plays.")],
        "late": Annotated[bool, Field("Whether the order answers only shortly before the deadline.", example=False)],
        "once": Annotated[bool, Field("Whether the order ends once it has answered.", example=False)],
    },
)
StandingOrderOut.__doc__ = "One of your standing orders."


TRIED = "The move that the order would play; null: the order would not answer."
TRIED_TEXT = "The move in a sentence, in the language of the caller; null: no move."


class OrderTrialNow(TypedDict):
    """The effect that an order would have at a prompt that is open to you."""

    prompt: PromptId
    move: Annotated[MoveOut | None, Field(TRIED)]
    text: Annotated[str | None, Field(TRIED_TEXT, example="You pass")]
    earlier: Annotated[
        int | None,
        Field(
            "The number of your earlier order that answers this prompt instead; null: no earlier order answers it.",
            example=None,
        ),
    ]


class OrderTrialPast(TypedDict):
    """The effect that an order would have had at a prompt that you have answered."""

    seq: Annotated[int, Field("The event that contains your answer.", example=40)]
    move: Annotated[MoveOut | None, Field(TRIED)]
    text: Annotated[str | None, Field(TRIED_TEXT, example="You pass")]
    played: Annotated[MoveOut, Field("The move that you played.")]
    played_text: Annotated[str, Field("The move that you played, in a sentence.", example="You pass")]


class OrderTrialOut(TypedDict):
    """The effects of an order, before it is given."""

    now: Annotated[list[OrderTrialNow], Field("The effects at the prompts of its kind that are open to you.")]
    past: Annotated[
        list[OrderTrialPast],
        Field(
            "The effects at the last 12 prompts of its kind that you have answered within the last 600 events, newest "
            "first."
        ),
    ]


class OrderedAnswerOut(TypedDict):
    """An answer that one of your standing orders gave. Other players cannot distinguish it from your own answers."""

    prompt: PromptId
    seq: Annotated[int | None, Field("The event of the answer; null if the answer was sealed.", example=42)]
    order: Annotated[int | None, Field("The number of the order; null if the order has been withdrawn.", example=3)]


class StandingOrdersOut(TypedDict):
    """Your standing orders in a match, and the answers that they gave."""

    items: Annotated[list[StandingOrderOut], Field("The orders, in the order in which the server tries them.")]
    answers: Annotated[list[OrderedAnswerOut], Field("The last answers of your orders, the newest first.")]
