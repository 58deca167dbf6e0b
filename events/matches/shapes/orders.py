"""The shapes of standing orders in request bodies."""

from __future__ import annotations

from typing import Any

from events.http.fields import Mapping, Shape, Truth, Word
from events.matches.shapes.new_match import AN_ARGUMENT, ARGS, VERB

CONDITION = (
    'What must hold of your own view, with at most 20 parts. `{"value": "prompt.data.owed", "is": "lt", "to": 3}` '
    "compares what a path leads to in `prompt`, `public` or `count` (how many cards lie in your zone of that name) by "
    '`eq`, `ne`, `lt`, `le`, `gt`, `ge` or `in`. Further: `{"can": verb}`, `{"only": verb}` (no other verb is '
    'legal), `{"all": [...]}`, `{"any": [...]}`, `{"not": ...}`. Null: nothing.'
)


class OrderedMoveInput(Shape):
    """The move of a standing order."""

    verb = Word(VERB, "pass", max_length=40)
    args = Mapping(
        "The arguments, for a premove; left out: the first legal move with this verb. " + ARGS, AN_ARGUMENT,
        required=False, allow_null=True,
    )  # fmt: skip


class OrderInput(Shape):
    """An answer given in advance to a kind of prompt."""

    phase = Word("The kind of prompt, as `phase` in a view.", "follow", max_length=40)
    move = OrderedMoveInput(help_text="What it does; where the move is not legal, the order does not apply.")
    late = Truth("Whether it answers only shortly before the deadline.", False, required=False)
    once = Truth("Whether it ends once it has answered, like a premove.", False, required=False)

    def get_fields(self) -> dict[str, Any]:
        """The fields, with `if`, which is a word of Python."""
        return {**super().get_fields(), "if": Mapping(CONDITION, {"can": "pass"}, required=False, allow_null=True)}
