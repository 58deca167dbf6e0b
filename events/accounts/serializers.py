"""The types of requests and responses about sign-in, profiles, pages, exports, links in e-mails, and reports."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from django.conf import settings

from events.base.response_types import AT, ID, Field, GameKey, Id, Moment, NextPage, SeatNumber, component
from events.base.scopes import SCOPES
from events.clubs.serializers import ClubMembershipOut
from events.http.fields import (
    A_PASSWORD,
    AN_EMAIL,
    AN_ID,
    NEW_NAME,
    NEW_PASSWORD,
    BooleanField,
    CharField,
    ChoiceField,
    IntegerField,
    LineField,
    ParagraphsField,
    Serializer,
    TimeOfDayField,
    UniqueListField,
    UUIDField,
)
from events.match_history.serializers import LastResultOut, ReliabilityOut
from events.matches.serializers.lobby import Face, MatchLine
from events.matches.serializers.presence import NoteOut
from events.moderation.serializers import SanctionOut
from events.notifications.models import Notification
from events.proofs.serializers import BundleOut
from events.ratings.serializers import RatingChangeOut, RatingOut
from events.users.models import ModerationReason
from events.users.models.player import FACES
from events.users.notice_times import DAILY_AT, DAILY_ZONE
from events.users.serializers import BotOut, ReportOut, TokenText

LINK_TOKEN = "The last part of the link that was sent by e-mail."

Avatar = Annotated[
    str,
    Field(
        "The address of a picture that never changes: a pattern that is computed from the id.",
        example=f"/avatars/{ID}.svg",
    ),
]


class PlayWindowOut(TypedDict):
    """The hours in which a player answers, every day."""

    zone: Annotated[str, Field("The time zone of the player, by its IANA name.", example="Europe/Paris")]
    start: Annotated[str, Field("The start of the hours, in local time.", example="08:00")]
    end: Annotated[
        str,
        Field("The end of the hours, in local time; on the next day if it is not later than `start`.", example="23:00"),
    ]


class QuietHoursOut(TypedDict):
    """The hours in which a player wants no notifications, every day."""

    zone: Annotated[str, Field("The time zone of the player, by its IANA name.", example="Europe/Paris")]
    start: Annotated[str, Field("The start of the hours, in local time.", example="22:00")]
    end: Annotated[
        str,
        Field("The end of the hours, in local time; on the next day if it is not later than `start`.", example="07:30"),
    ]
    deadlines: Annotated[bool, Field("Whether `deadline_near` is sent during these hours.", example=True)]


class Profile(TypedDict):
    """The caller's own profile."""

    id: Id
    name: Annotated[str, Field("The name that others see.", example="Ada")]
    avatar: Avatar
    face: Face
    email: Annotated[str | None, Field("The e-mail address, which only the player sees.", example="ada@example.org")]
    email_confirmed: Annotated[
        bool, Field("Whether the player has confirmed the address by the link in an e-mail.", example=True)
    ]
    language: Annotated[str, Field("The language of texts if a request names no language.", example="en")]
    guest: Annotated[bool, Field("Whether the player has no password.", example=False)]
    passkeys: Annotated[int, Field("The number of passkeys that sign the player in.", example=1)]
    notifications: Annotated[
        dict[str, Any],
        Field(
            "The e-mails that the player receives, and the notifications that a page shows.",
            example={"email_on_turn": True},
        ),
    ]
    quiet_hours: Annotated[
        QuietHoursOut | None,
        Field("The hours without notifications on devices, in chats and by e-mail; null: no such hours."),
    ]
    play_window: Annotated[
        PlayWindowOut | None,
        Field("The daily hours in which the player answers, for matches with play windows; null: all day."),
    ]
    shows_presence: Annotated[bool, Field("Whether others can see which matches the player looks at.", example=False)]
    shows_results: Annotated[bool, Field("Whether others can see the player's results.", example=True)]
    created_at: Moment


class GamePlayed(TypedDict):
    """A game, and the number of matches that a player has played."""

    game: GameKey
    played: Annotated[int, Field("The number of public matches that ended by the rules.", example=12)]


class PlayerPageOut(TypedDict):
    """The public page of a player. Only public matches count."""

    id: Id
    name: Annotated[str, Field("The name of the player.", example="Ada")]
    avatar: Avatar
    face: Face
    created_at: Annotated[Moment, Field("When the player signed up.")]
    bot: Annotated[BotOut | None, Field("The public description of a bot account; null for a person.")]
    games: Annotated[list[GamePlayed], Field("The games that the player has played, without practice matches.")]
    ratings: Annotated[list[RatingOut], Field("The ratings of the player, by game.")]
    reliability: Annotated[
        ReliabilityOut, Field("The reliability of the player in their last matches with other people.")
    ]
    running: Annotated[list[MatchLine], Field("The newest running matches of the player, at most 20.")]


class CalendarOut(TypedDict):
    """The address of the caller's calendar."""

    url: Annotated[
        str,
        Field(
            "The address for calendar programs. Anybody who has the address sees when and where you are to move.",
            example="https://comptoir.example/api/v1/calendars/WyIwMTk1NmEzZTdkNWM3YzFhOWIz:mK2c",
        ),
    ]


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


class PlayerExportOut(TypedDict):
    """Everything that the server stores about the caller. Moves are in `GET /matches/{id}/export` of each match."""

    profile: Annotated[Profile, Field("The profile.")]
    analyses: Annotated[list[str], Field("The matches that the coach has analysed for the player.", example=[ID])]
    bots: Annotated[list[BotOut], Field("The bots that the player owns.")]
    former_emails: Annotated[
        list[str],
        Field(
            "The addresses that the player gave up within the last week; they can still take the account back.",
            example=["ada@example.org"],
        ),
    ]
    tokens: Annotated[
        list[dict[str, Any]],
        Field(
            "The tokens, without their texts, which are not stored.",
            example=[{"id": ID, "created_at": AT, "expires_at": AT, "scopes": ["read", "play"]}],
        ),
    ]
    passkeys: Annotated[
        list[dict[str, Any]],
        Field("The passkeys, without their keys.", example=[{"id": ID, "name": "Phone", "created_at": AT}]),
    ]
    seats: Annotated[
        list[dict[str, Any]],
        Field(
            "The seats that the player holds or held, each with the result of its match.",
            example=[
                {
                    "match": ID,
                    "game": "monopoly_deal",
                    "seat": 0,
                    "status": "finished",
                    "resigned": False,
                    "standings": [[0], [1]],
                }
            ],
        ),
    ]
    ratings: Annotated[list[RatingChangeOut], Field("The changes of the player's ratings by rated matches.")]
    clubs: Annotated[
        list[ClubMembershipOut], Field("The clubs of which the player is a member or has asked to become one.")
    ]
    results: Annotated[list[LastResultOut], Field("The results of the player in public matches.")]
    notes: Annotated[list[NoteOut], Field("The private notes of the player at matches.")]
    relations: Annotated[list[RelationOut], Field("The players whom the player follows, mutes or blocks.")]
    sanctions: Annotated[list[SanctionOut], Field("The sanctions against the player.")]
    invitations: Annotated[
        list[dict[str, Any]], Field("The seats reserved for the player.", example=[{"match": ID, "seat": 1}])
    ]
    replay_links: Annotated[
        list[dict[str, Any]],
        Field("The replays that the player shares.", example=[{"match": ID, "seat": None, "created_at": AT}]),
    ]
    created: Annotated[list[str], Field("The ids of the matches that the player created.", example=[ID])]
    entries: Annotated[
        list[dict[str, Any]],
        Field("The tournaments that the player entered.", example=[{"tournament": ID, "entry": 3, "withdrawn": False}]),
    ]
    organised: Annotated[list[str], Field("The ids of the tournaments that the player organises.", example=[ID])]
    leagues: Annotated[
        list[dict[str, Any]],
        Field("The leagues of which the player is a member.", example=[{"league": ID, "since": AT}]),
    ]
    organised_leagues: Annotated[list[str], Field("The leagues that the player organises.", example=[ID])]
    co_organised_leagues: Annotated[
        list[str], Field("The ids of the leagues that the player organises as a co-organiser.", example=[ID])
    ]
    former_entries: Annotated[
        list[dict[str, Any]],
        Field(
            "The entries that a substitute has taken over from the player.",
            example=[{"tournament": ID, "entry": 3, "until_round": 2}],
        ),
    ]
    team_boards: Annotated[
        list[dict[str, Any]],
        Field(
            "The boards of teams that the player has or is invited to take.",
            example=[{"tournament": ID, "entry": 3, "board": 2, "joined": True}],
        ),
    ]
    co_organised: Annotated[
        list[str], Field("The ids of the tournaments that the player organises as a co-organiser.", example=[ID])
    ]
    tournament_messages: Annotated[
        list[dict[str, Any]],
        Field(
            "The player's messages to all entrants of tournaments.",
            example=[{"tournament": ID, "number": 1, "text": "Welcome!", "at": AT}],
        ),
    ]
    messages: Annotated[
        list[dict[str, Any]],
        Field(
            "The player's messages at tables; the text is null if it was withdrawn.",
            example=[{"match": ID, "seq": 12, "at": AT, "text": "Good game!"}],
        ),
    ]
    webhooks: Annotated[
        list[dict[str, Any]],
        Field("The webhooks, without their secrets.", example=[{"id": ID, "url": "https://example.org/comptoir"}]),
    ]
    waiting_for: Annotated[
        list[Id], Field("The ids of the matches for which the player is on the waiting list.", example=[ID])
    ]
    push_subscriptions: Annotated[
        list[dict[str, Any]],
        Field(
            "The devices that show notifications, without their secrets.",
            example=[{"id": ID, "label": "Firefox, Android"}],
        ),
    ]
    notices: Annotated[
        list[dict[str, Any]],
        Field(
            "The notifications of `/me/stream` that are still stored.",
            example=[{"id": 7, "kind": "your_turn", "at": AT, "match": ID, "game": "monopoly_deal", "seat": 0}],
        ),
    ]


class OwnMatchOut(TypedDict):
    """A match in which the caller holds a seat, with its bundle for the offline verifier."""

    match: Id
    game: GameKey
    status: Annotated[str, Field("The stage of the match, as in lists.", example="finished")]
    seat: SeatNumber
    ended_at: Annotated[Moment | None, Field("When the match ended; null if it has not ended.")]
    standings: Annotated[
        list[list[int]] | None,
        Field("The places, each a list of the seats that share it; null without a result.", example=[[0], [1]]),
    ]
    bundle: Annotated[
        BundleOut | None, Field("The export as the caller may see it; null if the log of the match is damaged.")
    ]


class PlayerOut(TypedDict):
    """A new player, with a token."""

    id: Id
    name: Annotated[str, Field("The name of the player.", example="Ada")]
    token: TokenText


class ReportList(TypedDict):
    """The reports of the caller."""

    items: Annotated[list[ReportOut], Field("The reports, the newest first.")]
    next: NextPage


class RelationList(TypedDict):
    """The players whom the caller follows, mutes or blocks."""

    items: Annotated[list[RelationOut], Field("The players, by name.")]
    next: NextPage


@component("PasswordResetCreate")
class AddressInput(Serializer):
    """An e-mail address."""

    email = CharField("The address that the account has confirmed.", AN_EMAIL, min_length=3, max_length=254)


@component("EmailConfirmation")
class LinkInput(Serializer):
    """The token of a link that was sent by e-mail."""

    token = CharField(LINK_TOKEN, "c0ffee" * 7, min_length=1, max_length=1000)


@component("PasswordReset")
class RecoveryInput(Serializer):
    """A new password, and the token of a link that was sent by e-mail."""

    token = CharField(LINK_TOKEN, "c0ffee" * 7, min_length=1, max_length=1000)
    password = CharField(NEW_PASSWORD, A_PASSWORD, min_length=8, max_length=128)


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


class PlayerInput(Serializer):
    """A new player. A player without a password is a guest."""

    name = CharField(NEW_NAME, "Ada", min_length=2, max_length=40)
    password = CharField(
        "The password; null: no password.", A_PASSWORD, min_length=8, max_length=128, required=False, allow_null=True
    )
    email = CharField(
        "The e-mail address; null: no address.", AN_EMAIL, max_length=254, required=False, allow_null=True
    )


@component("TokenCreate")
class SignInInput(Serializer):
    """A name and its password."""

    name = CharField("The name of the player.", "Ada", max_length=40)
    password = CharField("The password of the player.", A_PASSWORD, max_length=128)
    label = LineField("Your name for the token, in the list of your tokens.", "Laptop", max_length=40, required=False)  # type: ignore[assignment]
    scopes = UniqueListField(
        "What the token permits. `read`: to read; `play`: also to change anything; `bot`: to play as a bot account. "
        "Left out: all scopes that the account can have.",
        ["read"],
        child=ChoiceField("A scope.", "read", choices=SCOPES),
        min_length=1,
        max_length=3,
        required=False,
    )


@component("NotificationsInput")
class NotificationsInput(Serializer):
    """The e-mails that the player receives at a confirmed address, and the notifications that a page shows.

    The new settings replace all earlier settings.
    """

    email_on_turn = BooleanField("Whether an e-mail is sent when a match waits for the player.", True, required=False)
    email_on_start = BooleanField("Whether an e-mail is sent when a match of the player starts.", True, required=False)
    email_on_over = BooleanField("Whether an e-mail is sent when a match of the player ends.", False, required=False)
    email_on_invited = BooleanField(
        "Whether an e-mail is sent when somebody reserves a seat for the player.", True, required=False
    )
    email_on_message = BooleanField(
        "Whether an e-mail is sent when somebody sends a message at a table of the player.", False, required=False
    )
    email_on_deadline = BooleanField(
        "Whether an e-mail is sent when the player's time is nearly up; this e-mail is always sent at once.",
        True,
        required=False,
    )
    email_on_round = BooleanField(
        "Whether an e-mail is sent when a round of a tournament of the player is drawn.", True, required=False
    )
    email_on_news = BooleanField(
        "Whether an e-mail is sent when a tournament of the player changes, or its organisers send a message.",
        True,
        required=False,
    )
    email_when = ChoiceField(
        "`now`, which is the default: each e-mail is sent soon; `daily`: one e-mail a day with everything that waits.",
        "daily",
        choices=["now", "daily"],
        required=False,
    )
    email_at = TimeOfDayField(f"The local time of the daily e-mail; {DAILY_AT} if left out.", "18:30", required=False)
    email_zone = CharField(
        f"The time zone of `email_at`, by its IANA name; {DAILY_ZONE} if left out.",
        "Europe/Paris",
        max_length=40,
        required=False,
    )
    inbox = UniqueListField(
        "The kinds of notifications that a page shows; left out: all kinds. `/me/stream` sends all kinds in any case.",
        ["your_turn", "invited"],
        child=ChoiceField("A kind.", "your_turn", choices=list(Notification.Kind.values)),
        min_length=0,
        max_length=len(Notification.Kind.values),
        required=False,
    )


@component("QuietHoursInput")
class QuietHoursInput(Serializer):
    """The daily hours without notifications, at most 16. Notifications that are still needed are sent afterwards."""

    zone = CharField("The time zone of the player, by its IANA name.", "Europe/Paris", max_length=40)
    start = TimeOfDayField("The start of the hours, in local time.", "22:00")
    end = TimeOfDayField(
        "The end of the hours, in local time; on the next day if it is not later than `start`.", "07:30"
    )
    deadlines = BooleanField(
        "Whether `deadline_near` is sent during these hours; by default true.", True, required=False
    )


@component("PlayWindowInput")
class PlayWindowInput(Serializer):
    """The hours in which the player answers, every day, at least eight."""

    zone = CharField("The time zone of the player, by its IANA name.", "Europe/Paris", max_length=40)
    start = TimeOfDayField("The start of the hours, in local time.", "08:00")
    end = TimeOfDayField(
        "The end of the hours, in local time; on the next day if it is not later than `start`.", "23:00"
    )


class ProfileInput(Serializer):
    """Changes of a profile. Omitted members keep their values."""

    name = CharField(NEW_NAME, "Ada", min_length=2, max_length=40, required=False)
    email = CharField(
        "The e-mail address; null: no address.", AN_EMAIL, max_length=254, required=False, allow_null=True
    )
    face = ChoiceField(
        "The profile picture that others see at tables; null: the picture that is derived from the id.",
        "p4", choices=FACES, required=False,
        allow_null=True,
    )  # fmt: skip
    language = ChoiceField(
        "The language of texts if a request names no language.",
        "fr",
        choices=[code for code, _ in settings.LANGUAGES],
        required=False,
    )
    notifications = NotificationsInput(required=False, help_text="Which e-mails the player receives.")
    quiet_hours = QuietHoursInput(
        required=False, allow_null=True, help_text="When devices, chats and e-mails are silent; null: never."
    )
    play_window = PlayWindowInput(required=False, allow_null=True, help_text="When the player answers; null: all day.")
    shows_presence = BooleanField("Whether others can see which matches the player looks at.", True, required=False)
    shows_results = BooleanField(
        "Whether others can see your results (`GET /players/{name}/results/{game}`).", True, required=False
    )
    password = CharField(NEW_PASSWORD, A_PASSWORD, min_length=8, max_length=128, required=False)
    current_password = CharField(
        "The current password: required for a new password, and for a new name or address without a recent sign-in.",
        A_PASSWORD,
        max_length=128,
        required=False,
    )
