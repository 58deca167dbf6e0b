"""The types of requests and responses about sanctions and appeals."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from events.base.response_types import Field, Id, Moment
from events.http.fields import ParagraphsField, Serializer


class SanctionOut(TypedDict):
    """A sanction of the operator against the caller."""

    id: Id
    kind: Annotated[
        Literal["warning", "silence", "suspension"],
        Field(
            "`silence`: you cannot send texts to others. `suspension`: you can only read your sanctions and appeal.",
            example="silence",
        ),
    ]
    reason: Annotated[str, Field("The reason, as in a report.", example="abuse")]
    text: Annotated[str, Field("The operator's message to you.", example="Please stay friendly at the table.")]
    in_force: Annotated[bool, Field("Whether the sanction is in force now.", example=True)]
    created_at: Moment
    until: Annotated[Moment | None, Field("When the sanction ends; null: when the operator ends it.")]
    appeal: Annotated[str | None, Field("Your appeal; null: no appeal yet.", example=None)]
    answer: Annotated[str | None, Field("The operator's answer to your appeal; null: no answer yet.", example=None)]


class SanctionList(TypedDict):
    """The sanctions of the caller."""

    items: Annotated[list[SanctionOut], Field("The sanctions, the newest first.")]
    next: Annotated[None, Field("Always null: there is one page.", example=None)]


class AppealInput(Serializer):
    """Your appeal against a sanction."""

    text = ParagraphsField(
        "Your message to the operator.", "It was a joke among friends.", min_length=1, max_length=1000
    )
