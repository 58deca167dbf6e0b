"""The types of requests and responses about relations to other players, and about reports."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from events.base.response_types import Field, Moment, NextPage
from events.http.fields import (
    AN_ID,
    BooleanField,
    CharField,
    ChoiceField,
    IntegerField,
    ParagraphsField,
    Serializer,
    UUIDField,
)
from events.users.models import ModerationReason
from events.users.serializers import ReportOut


class RelationOut(TypedDict):
    """The relation of the caller to another player."""

    name: Annotated[str, Field("The name of the other player.", example="Eve")]
    is_followed: Annotated[bool, Field("Whether the caller follows the player.", example=True)]
    avoidance: Annotated[
        Literal["mute", "block"] | None,
        Field("Whether the caller mutes or blocks the player; null: neither.", example="mute"),
    ]
    created_at: Annotated[
        Moment | None, Field("The start of the relation that began first; null: the relation has ended.")
    ]


class ReportList(TypedDict):
    """The reports of the caller."""

    items: Annotated[list[ReportOut], Field("The reports, the newest first.")]
    next: NextPage


class RelationList(TypedDict):
    """The players whom the caller follows, mutes or blocks."""

    items: Annotated[list[RelationOut], Field("The players, by name.")]
    next: NextPage


class ReportInput(Serializer):
    """A report to the operator about a player or a message."""

    reason = ChoiceField("The reason of the report.", "abuse", choices=ModerationReason.values)
    text = ParagraphsField("Further information for the operator.", "It goes on.", max_length=1000, required=False)
    name = CharField("The name of the player, instead of `match` and `seq`.", "Eve", max_length=40, required=False)
    match = UUIDField("The match of a message.", AN_ID, required=False)
    seq = IntegerField(
        "The `seq` of the event that contains the message.", 12, min_value=0, max_value=2**53 - 1, required=False
    )


class RelationChange(Serializer):
    """Changes of your relation to a player. Omitted members keep their values."""

    is_followed = BooleanField("Whether you follow the player.", True, required=False)
    avoidance = ChoiceField(
        "Whether you `mute` or `block` the player; null: neither.",
        "mute",
        choices=["mute", "block"],
        required=False,
        allow_null=True,
    )
