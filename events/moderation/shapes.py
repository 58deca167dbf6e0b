"""Sanctions and appeals, as the API shows them."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from events.base.shapes import Field, Id, Moment
from events.http.fields import Shape, Word


class SanctionOut(TypedDict):
    """What the operator has decided about the caller."""

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
    until: Annotated[Moment | None, Field("Until when it holds; null: until it is taken back.")]
    appeal: Annotated[str | None, Field("What you have said to it; null: nothing yet.", example=None)]
    answer: Annotated[str | None, Field("What the operator answered to that; null: nothing yet.", example=None)]


class SanctionList(TypedDict):
    """The sanctions of the caller."""

    items: Annotated[list[SanctionOut], Field("The sanctions, the newest first.")]
    next: Annotated[None, Field("Always null: there is one page.", example=None)]


class AppealInput(Shape):
    """What you say to a sanction."""

    text = Word("Your words to the operator.", "It was a joke among friends.", min_length=1, max_length=1000)
