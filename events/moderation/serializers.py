"""Sanctions and appeals, as the API shows them."""

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
            "`silence`: no words to others. `suspension`: nothing but to read this, and to appeal.", example="silence"
        ),
    ]
    reason: Annotated[str, Field("Why, as in a report.", example="abuse")]
    text: Annotated[str, Field("The operator's words.", example="Please stay friendly at the table.")]
    in_force: Annotated[bool, Field("Whether it holds now.", example=True)]
    created_at: Moment
    until: Annotated[Moment | None, Field("When it ends; null: when the operator ends it.")]
    appeal: Annotated[str | None, Field("Your appeal; null: none yet.", example=None)]
    answer: Annotated[str | None, Field("The operator's answer to it; null: none yet.", example=None)]


class SanctionList(TypedDict):
    """The sanctions of the caller."""

    items: Annotated[list[SanctionOut], Field("The sanctions, the newest first.")]
    next: Annotated[None, Field("Always null: there is one page.", example=None)]


class AppealInput(Serializer):
    """Your appeal against a sanction."""

    text = ParagraphsField("Your words to the operator.", "It was a joke among friends.", min_length=1, max_length=1000)
