"""The types of requests and responses about clubs."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from events.base.response_types import Field, GameKey, Id, Moment, NextPage, component
from events.http.fields import CharField, ChoiceField, DictField, IntegerField, LineField, Serializer
from events.matches.serializers.new_match import ClockInput

Office = Literal["owner", "organiser", "member"]
ClubName = Annotated[str, Field("The name of the club.", example="Les Mardis")]
ABOUT = "A description of the club in one line."
NEW_ABOUT = f"{ABOUT[:-1]}; null: no description."


class ClubOut(TypedDict):
    """A club."""

    id: Id
    name: ClubName
    about: Annotated[str, Field(ABOUT, example="Cards on Tuesdays, for everybody.")]
    visibility: Annotated[
        Literal["public", "private"],
        Field("Who can see the club. `public`: everybody; `private`: only its members. It cannot be changed."),
    ]
    owner: Annotated[str | None, Field("The name of the owner.", example="Ada")]
    number_of_members: Annotated[int, Field("The number of members, including its leaders.", example=12)]
    role: Annotated[
        Literal["owner", "organiser", "member", "asking"] | None,
        Field("Your role; `asking`: you have asked to join; null: no role.", example="member"),
    ]
    created_at: Moment


class MemberOut(TypedDict):
    """A member of a club, or a player who asks to join."""

    name: Annotated[str, Field("The name of the player.", example="Bob")]
    role: Annotated[
        Literal["owner", "organiser", "member", "asking"],
        Field("The role of the player in the club.", example="member"),
    ]
    since: Moment


class ClubMembershipOut(TypedDict):
    """A club of a player."""

    club: Id
    name: ClubName
    role: Annotated[
        Literal["owner", "organiser", "member", "asking"],
        Field("The role of the player in the club.", example="member"),
    ]
    since: Moment


class ClubInvitationLine(TypedDict):
    """An invitation link to a club, without its token."""

    id: Id
    uses_left: Annotated[
        int | None, Field("The number of further players who can use the link; null: any number.", example=5)
    ]
    created_at: Moment
    expires_at: Moment


class NewClubInvitationOut(ClubInvitationLine):
    """A new invitation link to a club."""

    token: Annotated[str, Field("The token of the link; shown only here.", example="c0ffee" * 7)]
    url: Annotated[
        str,
        Field(
            "The link: `GET` shows the club, `POST` joins it.",
            example="https://example.org/api/v1/club-invitations/c0ffee",
        ),
    ]


class ClubInvitationOut(TypedDict):
    """The club of an invitation link."""

    club: Annotated[ClubOut, Field("The club.")]
    expires_at: Moment


class ClubDefaultsOut(TypedDict):
    """The defaults for new tables of a club in a game."""

    game: GameKey
    options: Annotated[
        dict[str, Any],
        Field("The options that differ from those of the game, by name.", example={"end": {"hands": 3}}),
    ]
    clock: Annotated[
        dict[str, Any] | None,
        Field("The time limits of moves, as in `POST /matches`; null: no limit.", example={"per_move": 86_400}),
    ]


class ClubList(TypedDict):
    """A page of clubs."""

    items: Annotated[list[ClubOut], Field("The clubs, the newest first.")]
    next: NextPage


class MemberList(TypedDict):
    """A page of the members of a club."""

    items: Annotated[list[MemberOut], Field("The members, in the order of joining.")]
    next: NextPage


class ClubInvitationList(TypedDict):
    """The valid invitation links to a club."""

    items: Annotated[list[ClubInvitationLine], Field("The links, the newest first.")]
    next: NextPage


class ClubDefaultsList(TypedDict):
    """The defaults for new tables of a club."""

    items: Annotated[list[ClubDefaultsOut], Field("The games for which the club has its own defaults, by key.")]
    next: NextPage


NAME = "The name: 2 to 40 Latin letters, digits, spaces, . ' - or _. No two public clubs have names that look alike."


class ClubInput(Serializer):
    """A new club."""

    name = CharField(NAME, "Les Mardis", min_length=2, max_length=40)
    about = LineField(NEW_ABOUT, "Cards on Tuesdays, for everybody.", max_length=400, allow_null=True, required=False)
    visibility = ChoiceField(
        "Who can see the club and its tables. `public`: everybody; `private`: only its members. It cannot be changed.",
        "private",
        choices=["public", "private"],
    )


class ClubChanges(Serializer):
    """The changes of a club."""

    name = CharField(NAME, "Les Mardis", min_length=2, max_length=40, required=False)
    about = LineField(NEW_ABOUT, "Cards on Tuesdays, for everybody.", max_length=400, allow_null=True, required=False)


class MemberInput(Serializer):
    """The new role of a member of a club."""

    role = ChoiceField(
        "`member`: admits a player who has asked to join or was removed, or makes an organiser a member; `organiser`: "
        "the player leads the club with the owner; `owner`: the player becomes the owner, and you become an organiser.",
        "organiser",
        choices=["owner", "organiser", "member"],
    )


class ClubInvitationInput(Serializer):
    """The settings of a new invitation link to a club."""

    seconds = IntegerField(
        "How long the link works, in seconds; by default a week.",
        86_400,
        min_value=60,
        max_value=30 * 86_400,
        required=False,
    )
    uses = IntegerField(
        "The number of players who can use the link; null: any number.",
        5,
        min_value=1,
        max_value=500,
        required=False,
        allow_null=True,
    )


@component("ClubDefaultsUpdate")
class ClubDefaultsInput(Serializer):
    """The new defaults for tables of a club in a game."""

    options = DictField(
        "The options that differ from those of the game, by name.", {"end": {"hands": 3}}, required=False
    )
    clock = ClockInput(required=False, allow_null=True, help_text="How long a move may take; null: no limit.")
