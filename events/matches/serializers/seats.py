"""The types of requests and responses about seats: taking them, invitations, seeds and vacations."""

from __future__ import annotations

from typing import Annotated, TypedDict

from events.base.response_types import Field, Id, Moment, NextPage, component
from events.http.fields import Hex32Field, IntegerField, Serializer
from events.matches.serializers.lobby import MatchLine, SeatOut

NONCE = "Your part of the seed of the match; null: the server chooses it."
COMMIT = "Your commitment to a seed, in a match with commit and reveal; null: the server chooses a seed."


@component("SeatCreate")
class SitInput(Serializer):
    """The seat that you take."""

    seat = IntegerField(
        "The number of the seat; null: the seat reserved for you, or else the first free seat.",
        1,
        min_value=0,
        max_value=15,
        required=False,
        allow_null=True,
    )
    nonce = Hex32Field(NONCE, "5c" * 32, required=False, allow_null=True)
    commit = Hex32Field(COMMIT, "9f" * 32, required=False, allow_null=True)


class RematchInput(Serializer):
    """An agreement to a rematch."""

    nonce = Hex32Field(NONCE, "5c" * 32, required=False, allow_null=True)


class InvitationInput(Serializer):
    """A new link to a match."""

    seat = IntegerField(
        "The seat that the link is for; null: any free seat.",
        1,
        min_value=0,
        max_value=15,
        required=False,
        allow_null=True,
    )
    seconds = IntegerField(
        "How long the link works, in seconds; by default a week.",
        86_400,
        min_value=60,
        max_value=30 * 86_400,
        required=False,
    )


@component("SeedCommitment")
class CommitInput(Serializer):
    """A commitment to a seed."""

    commit = Hex32Field(COMMIT, "9f" * 32, allow_null=True)


@component("SeedReveal")
class RevealInput(Serializer):
    """The seed of a seat."""

    seed = Hex32Field("The seed to which your seat has committed.", "5c" * 32)


class VacationInput(Serializer):
    """A vacation that starts now."""

    days = IntegerField("The length of the vacation, in days.", 3, min_value=1, max_value=30)


class InvitationLine(TypedDict):
    """A link that invites to a match, without its token."""

    id: Id
    seat: Annotated[int | None, Field("The seat that the link is for; null: any free seat.", example=1)]
    created_at: Moment
    expires_at: Moment


class InvitationOut(TypedDict):
    """The match that a link leads to."""

    match: Annotated[MatchLine, Field("The match.")]
    seat: Annotated[int | None, Field("The seat that the link is for; null: any free seat.", example=1)]
    expires_at: Moment


class NewInvitationOut(InvitationLine):
    """A new link that invites to a match."""

    token: Annotated[str, Field("The token of the link; shown only here.", example="c0ffee" * 7)]
    url: Annotated[
        str,
        Field(
            "The link: `GET` shows the match, `POST` takes a seat.",
            example="https://example.org/api/v1/invitations/c0ffee",
        ),
    ]


class InvitationList(TypedDict):
    """The links to a match that still work."""

    items: Annotated[list[InvitationLine], Field("The links, the newest first.")]
    next: NextPage


class InvitedSeatOut(TypedDict):
    """The seat that a link led to."""

    match: Id
    seat: Annotated[SeatOut, Field("The seat.")]
