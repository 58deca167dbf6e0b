"""Clubs: what the API reads of them and shows."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from events.base.shapes import Field, GameKey, Id, Moment, NextPage
from events.http.fields import Choice, Mapping, Shape, WholeNumber, Word
from events.matches.shapes.new_match import ClockInput

Office = Literal["owner", "organiser", "member"]
ClubName = Annotated[str, Field("The name of the club.", example="Les Mardis")]
ABOUT = "What the club is, in one line."
NEW_ABOUT = f"{ABOUT[:-1]}; null: nothing."


class ClubOut(TypedDict):
    """A club."""

    id: Id
    name: ClubName
    about: Annotated[str, Field(ABOUT, example="Cards on Tuesdays, for everybody.")]
    visibility: Annotated[
        Literal["public", "private"],
        Field("Who knows of the club: everybody, or its members alone. It stays as it was at the foundation."),
    ]
    owner: Annotated[str | None, Field("The name of the owner.", example="Ada")]
    number_of_members: Annotated[int, Field("How many members it has, those who lead it included.", example=12)]
    role: Annotated[
        Literal["owner", "organiser", "member", "asking"] | None,
        Field("What you are in it; `asking`: you have asked to join; null: nothing.", example="member"),
    ]
    created_at: Moment


class MemberOut(TypedDict):
    """A member of a club, or somebody who asks to join."""

    name: Annotated[str, Field("The name of the player.", example="Bob")]
    role: Annotated[
        Literal["owner", "organiser", "member", "asking"], Field("What they are in the club.", example="member")
    ]
    since: Moment


class ClubMembershipOut(TypedDict):
    """A club of a player."""

    club: Id
    name: ClubName
    role: Annotated[
        Literal["owner", "organiser", "member", "asking"], Field("What the player is in it.", example="member")
    ]
    since: Moment


class ClubInvitationLine(TypedDict):
    """A link that invites to a club, without its token."""

    id: Id
    uses_left: Annotated[int | None, Field("For how many players it still works; null: for any number.", example=5)]
    created_at: Moment
    expires_at: Moment


class NewClubInvitationOut(ClubInvitationLine):
    """A new link that invites to a club."""

    token: Annotated[str, Field("The token of the link; shown only here.", example="c0ffee" * 7)]
    url: Annotated[
        str,
        Field("The link: `GET` shows the club, `POST` joins it.",
              example="https://example.org/api/v1/club-invitations/c0ffee"),
    ]  # fmt: skip


class ClubInvitationOut(TypedDict):
    """What a link invites to."""

    club: Annotated[ClubOut, Field("The club.")]
    expires_at: Moment


class ClubDefaultsOut(TypedDict):
    """What new tables of a club begin with in a game."""

    game: GameKey
    options: Annotated[
        dict[str, Any],
        Field("The options that differ from those of the game, by name.", example={"end": {"hands": 3}}),
    ]
    clock: Annotated[
        dict[str, Any] | None,
        Field("How long a move may take, as in `POST /matches`; null: no limit.", example={"per_move": 86_400}),
    ]


class ClubList(TypedDict):
    """A page of clubs."""

    items: Annotated[list[ClubOut], Field("The clubs, the newest first.")]
    next: NextPage


class MemberList(TypedDict):
    """A page of the members of a club."""

    items: Annotated[list[MemberOut], Field("The members, in the order in which they came.")]
    next: NextPage


class ClubInvitationList(TypedDict):
    """The links to a club that still work."""

    items: Annotated[list[ClubInvitationLine], Field("The links, the newest first.")]
    next: NextPage


class ClubDefaultsList(TypedDict):
    """What new tables of a club begin with."""

    items: Annotated[list[ClubDefaultsOut], Field("The games in which the club has something of its own, by key.")]
    next: NextPage


NAME = "The name: 2 to 40 Latin letters, digits, spaces, . ' - or _. No two public clubs have names that look alike."


class ClubInput(Shape):
    """A new club."""

    name = Word(NAME, "Les Mardis", min_length=2, max_length=40)
    about = Word(NEW_ABOUT, "Cards on Tuesdays, for everybody.", max_length=400, allow_null=True, required=False)
    visibility = Choice(
        "Who knows of the club and its tables: everybody, or its members alone. It cannot be changed.", "private",
        choices=["public", "private"],
    )  # fmt: skip


class ClubChanges(Shape):
    """What changes of a club."""

    name = Word(NAME, "Les Mardis", min_length=2, max_length=40, required=False)
    about = Word(NEW_ABOUT, "Cards on Tuesdays, for everybody.", max_length=400, allow_null=True, required=False)


class MemberInput(Shape):
    """What somebody becomes in a club."""

    role = Choice(
        "`member`: who asks or was sent away is taken in, and an organiser steps back; `organiser`: leads the club "
        "with the owner; `owner`: the club is theirs, and you become an organiser.", "organiser",
        choices=["owner", "organiser", "member"],
    )  # fmt: skip


class ClubInvitationInput(Shape):
    """A new link to a club."""

    seconds = WholeNumber(
        "How long the link works; by default a week.", 86_400, min_value=60, max_value=30 * 86_400, required=False
    )
    uses = WholeNumber(
        "For how many players it works; null: for any number.", 5, min_value=1, max_value=500, required=False,
        allow_null=True,
    )  # fmt: skip


class ClubDefaultsInput(Shape):
    """What new tables of a club begin with in a game."""

    options = Mapping("The options that differ from those of the game, by name.", {"end": {"hands": 3}}, required=False)
    clock = ClockInput(required=False, allow_null=True, help_text="How long a move may take; null: no limit.")
