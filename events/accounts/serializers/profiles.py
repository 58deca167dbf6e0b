"""The types of requests and responses about profiles, public pages of players, and calendars."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from django.conf import settings

from events.base.response_types import ID, Field, GameKey, Id, Moment, component
from events.http.fields import (
    A_PASSWORD,
    AN_EMAIL,
    NEW_NAME,
    NEW_PASSWORD,
    BooleanField,
    CharField,
    ChoiceField,
    Serializer,
    TimeOfDayField,
    UniqueListField,
)
from events.match_history.serializers import ReliabilityOut
from events.matches.serializers.lobby import Face, MatchLine
from events.notifications.models import Notification
from events.ratings.serializers import RatingOut
from events.users.models.player import FACES
from events.users.notice_times import DAILY_AT, DAILY_ZONE
from events.users.serializers import BotOut

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
