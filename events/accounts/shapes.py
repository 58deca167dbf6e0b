"""Accounts: signing in, profiles, pages and exports, links in e-mails, reports."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from django.conf import settings

from events.base.scopes import SCOPES
from events.base.shapes import AT, ID, Field, GameKey, Id, Moment, NextPage, SeatNumber
from events.clubs.shapes import ClubMembershipOut
from events.http.fields import (
    A_PASSWORD,
    AN_EMAIL,
    AN_ID,
    NEW_NAME,
    NEW_PASSWORD,
    Choice,
    Several,
    Shape,
    TimeOfDay,
    Truth,
    UniqueId,
    WholeNumber,
    Word,
)
from events.matches.shapes.lobby import MatchLine
from events.matches.shapes.presence import NoteOut
from events.models import Notice
from events.models.moderation import Reason
from events.moderation.shapes import SanctionOut
from events.participations.shapes import LastResultOut, ReliabilityOut
from events.people.notice_times import DAILY_AT, DAILY_ZONE
from events.people.shapes import AvoidanceOut, BotOut, FollowedOut, ReportOut, TokenText
from events.proofs.shapes import BundleOut
from events.ratings.shapes import RatingChangeOut, RatingOut

LINK_TOKEN = "The last part of the link that was sent by e-mail."

Avatar = Annotated[
    str, Field("The address of a picture that never changes: a pattern made of the id.", example=f"/avatars/{ID}.svg")
]


class PlayWindowOut(TypedDict):
    """The hours in which a player answers, every day."""

    zone: Annotated[str, Field("The time zone of the player, by its IANA name.", example="Europe/Paris")]
    start: Annotated[str, Field("When the hours begin, local time.", example="08:00")]
    end: Annotated[str, Field("When they end; on the next day if it is not later than `start`.", example="23:00")]


class QuietHoursOut(TypedDict):
    """The hours in which a player wants no notices, every day."""

    zone: Annotated[str, Field("The time zone of the player, by its IANA name.", example="Europe/Paris")]
    start: Annotated[str, Field("When the hours begin, local time.", example="22:00")]
    end: Annotated[str, Field("When they end; on the next day if it is not later than `start`.", example="07:30")]
    deadlines: Annotated[bool, Field("Whether `deadline_near` is sent even so.", example=True)]


class Profile(TypedDict):
    """The caller's own profile."""

    id: Id
    name: Annotated[str, Field("The name that others see.", example="Ada")]
    avatar: Avatar
    email: Annotated[str | None, Field("The e-mail address, which only the player sees.", example="ada@example.org")]
    email_confirmed: Annotated[bool, Field("Whether a link that was sent to the address was followed.", example=True)]
    language: Annotated[str, Field("The language of texts where a request names none.", example="en")]
    guest: Annotated[bool, Field("Whether the player has no password.", example=False)]
    passkeys: Annotated[int, Field("The number of passkeys that sign the player in.", example=1)]
    notifications: Annotated[
        dict[str, Any],
        Field("Which e-mails the player receives, and which notices a page shows.", example={"email_on_turn": True}),
    ]
    quiet_hours: Annotated[QuietHoursOut | None, Field("When devices, chats and e-mails are silent; null: never.")]
    play_window: Annotated[
        PlayWindowOut | None, Field("The hours in which the player answers, where a match counts them; null: all day.")
    ]
    shows_presence: Annotated[bool, Field("Whether others see which matches the player looks at.", example=False)]
    shows_results: Annotated[bool, Field("Whether others see the player's results.", example=True)]
    created_at: Moment


class GamePlayed(TypedDict):
    """How often a player has played a game."""

    game: GameKey
    played: Annotated[int, Field("The number of public matches that ended by the rules.", example=12)]


class PlayerPageOut(TypedDict):
    """A player as everybody may see them; only public matches count."""

    id: Id
    name: Annotated[str, Field("The name of the player.", example="Ada")]
    avatar: Avatar
    created_at: Annotated[Moment, Field("When the player signed up.")]
    bot: Annotated[BotOut | None, Field("What is public of a program's account; null for a person.")]
    games: Annotated[list[GamePlayed], Field("The games that the player has played, practice matches apart.")]
    ratings: Annotated[list[RatingOut], Field("The ratings of the player, by game.")]
    reliability: Annotated[ReliabilityOut, Field("How the player kept to their last matches with other people.")]
    running: Annotated[list[MatchLine], Field("The newest running matches of the player, at most 20.")]


class CalendarOut(TypedDict):
    """The address of the caller's calendar."""

    url: Annotated[
        str,
        Field(
            "Where calendar programs find it. Whoever has the address sees when and where you are to move.",
            example="https://comptoir.example/api/v1/calendars/WyIwMTk1NmEzZTdkNWM3YzFhOWIz:mK2c",
        ),
    ]


class PlayerExportOut(TypedDict):
    """What the server stores about the caller. Moves are in `GET /matches/{id}/export` of each match."""

    profile: Annotated[Profile, Field("The profile.")]
    analyses: Annotated[list[str], Field("The matches that the coach has analysed for the player.", example=[ID])]
    bots: Annotated[list[BotOut], Field("The bots that the player owns.")]
    tokens: Annotated[
        list[dict[str, Any]],
        Field("The tokens, without their texts, which are not stored.",
              example=[{"id": ID, "created_at": AT, "expires_at": AT, "scopes": ["read", "play"]}]),
    ]  # fmt: skip
    passkeys: Annotated[
        list[dict[str, Any]],
        Field("The passkeys, without their keys.", example=[{"id": ID, "name": "Phone", "created_at": AT}]),
    ]
    seats: Annotated[
        list[dict[str, Any]],
        Field("Every seat that the player holds or held, with the result of its match.",
              example=[{"match": ID, "game": "monopoly_deal", "seat": 0, "status": "finished", "resigned": False,
                        "standings": [[0], [1]]}]),
    ]  # fmt: skip
    ratings: Annotated[list[RatingChangeOut], Field("What rated matches changed.")]
    clubs: Annotated[list[ClubMembershipOut], Field("The clubs in which the player is, or asks to be.")]
    results: Annotated[list[LastResultOut], Field("How public matches ended for the player.")]
    notes: Annotated[list[NoteOut], Field("What the player has written down at matches.")]
    followed: Annotated[list[FollowedOut], Field("The players whom the player follows.")]
    sanctions: Annotated[list[SanctionOut], Field("What the operator has decided about the player.")]
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
        list[dict[str, Any]], Field("The leagues in which the player is.", example=[{"league": ID, "since": AT}])
    ]
    organised_leagues: Annotated[list[str], Field("The leagues that the player organises.", example=[ID])]
    co_organised_leagues: Annotated[list[str], Field("Those that others organise with the player.", example=[ID])]
    former_entries: Annotated[
        list[dict[str, Any]],
        Field("The entries that a substitute has taken over from the player.",
              example=[{"tournament": ID, "entry": 3, "until_round": 2}]),
    ]  # fmt: skip
    team_boards: Annotated[
        list[dict[str, Any]],
        Field("The boards of teams that the player has or is invited to.",
              example=[{"tournament": ID, "entry": 3, "board": 2, "joined": True}]),
    ]  # fmt: skip
    co_organised: Annotated[list[str], Field("Those that others organise with the player.", example=[ID])]
    tournament_words: Annotated[
        list[dict[str, Any]],
        Field("What the player has said to all entrants of tournaments.",
              example=[{"tournament": ID, "number": 1, "text": "Welcome!", "at": AT}]),
    ]  # fmt: skip
    messages: Annotated[
        list[dict[str, Any]],
        Field("What the player said; the text is null once it was withdrawn.",
              example=[{"match": ID, "seq": 12, "at": AT, "text": "Good game!"}]),
    ]  # fmt: skip
    webhooks: Annotated[
        list[dict[str, Any]],
        Field("The webhooks, without their secrets.", example=[{"id": ID, "url": "https://example.org/comptoir"}]),
    ]
    waiting_for: Annotated[list[Id], Field("The matches for a seat of which the player waits.", example=[ID])]
    push_subscriptions: Annotated[
        list[dict[str, Any]],
        Field(
            "The devices that show notices, without their secrets.", example=[{"id": ID, "label": "Firefox, Android"}]
        ),
    ]
    notices: Annotated[
        list[dict[str, Any]],
        Field("The notices of `/me/stream` that are still stored.",
              example=[{"id": 7, "kind": "your_turn", "at": AT, "match": ID, "game": "monopoly_deal", "seat": 0}]),
    ]  # fmt: skip


class OwnMatchOut(TypedDict):
    """A match in which the caller holds a seat, with its bundle for the offline verifier."""

    match: Id
    game: GameKey
    status: Annotated[str, Field("The stage of the match, as in lists.", example="finished")]
    seat: SeatNumber
    ended_at: Annotated[Moment | None, Field("When it ended; null while it has not.")]
    standings: Annotated[
        list[list[int]] | None, Field("The places of the seats, ties together; null without.", example=[[0], [1]])
    ]
    bundle: Annotated[BundleOut | None, Field("The export as the caller may see it; null if its log is damaged.")]


class PlayerOut(TypedDict):
    """A new player, signed in."""

    id: Id
    name: Annotated[str, Field("The name of the player.", example="Ada")]
    token: TokenText


class ReportList(TypedDict):
    """The reports of the caller."""

    items: Annotated[list[ReportOut], Field("The reports, the newest first.")]
    next: NextPage


class FollowedList(TypedDict):
    """The players whom the caller follows."""

    items: Annotated[list[FollowedOut], Field("The players, by name.")]
    next: NextPage


class AvoidanceList(TypedDict):
    """The players whom the caller avoids."""

    items: Annotated[list[AvoidanceOut], Field("The players, by name.")]
    next: NextPage


class AddressInput(Shape):
    """An e-mail address."""

    email = Word("The address that the account has confirmed.", AN_EMAIL, min_length=3, max_length=254)


class LinkInput(Shape):
    """The token of a link that was sent by e-mail."""

    token = Word(LINK_TOKEN, "c0ffee" * 7, min_length=1, max_length=1000)


class RecoveryInput(Shape):
    """A new password, and the token of a link that was sent by e-mail."""

    token = Word(LINK_TOKEN, "c0ffee" * 7, min_length=1, max_length=1000)
    password = Word(NEW_PASSWORD, A_PASSWORD, min_length=8, max_length=128)


class ReportInput(Shape):
    """A report to the operator: of a player by name, or of a message."""

    reason = Choice("Why.", "abuse", choices=Reason.values)
    text = Word("What the operator should know.", "It goes on.", max_length=1000, required=False)
    name = Word("The name of the player; or else `match` and `seq`.", "Eve", max_length=40, required=False)
    match = UniqueId("The match of a message.", AN_ID, required=False)
    seq = WholeNumber("The event that is the message.", 12, min_value=0, max_value=2**53 - 1, required=False)


class AvoidInput(Shape):
    """How you avoid a player."""

    is_block = Truth("Whether you block the player, and not only mute them.", False)


class PlayerInput(Shape):
    """A new player; a guest if there is no password."""

    name = Word(NEW_NAME, "Ada", min_length=2, max_length=40)
    password = Word(
        "The password; null: none.", A_PASSWORD, min_length=8, max_length=128, required=False, allow_null=True
    )
    email = Word("The e-mail address; null: none.", AN_EMAIL, max_length=254, required=False, allow_null=True)


class SignInInput(Shape):
    """A name and its password."""

    name = Word("The name of the player.", "Ada", max_length=40)
    password = Word("The password of the player.", A_PASSWORD, max_length=128)
    label = Word("What you call the token, in the list of your tokens.", "Laptop", max_length=40, required=False)
    scopes = Several(
        "What the token permits: `read`; `play`: to change anything; `bot`: to play as the account of a bot. Left out: "
        "all that the account can have.",
        ["read"], child=Choice("A scope.", "read", choices=SCOPES), min_length=1, max_length=3, required=False,
    )  # fmt: skip


class NotificationsInput(Shape):
    """Which e-mails the player receives, at an address that they have confirmed, and which notices a page shows.

    It replaces all that was set before.
    """

    email_on_turn = Truth("When a match waits for the player.", True, required=False)
    email_on_start = Truth("When a match of the player starts.", True, required=False)
    email_on_over = Truth("When a match of the player ends.", False, required=False)
    email_on_invited = Truth("When somebody reserves a seat for the player.", True, required=False)
    email_on_message = Truth("When somebody speaks at a table of the player.", False, required=False)
    email_on_deadline = Truth("When the time of the player is nearly up; always sent soon.", True, required=False)
    email_on_round = Truth("When a round of a tournament of the player is drawn.", True, required=False)
    email_on_news = Truth("When a tournament of the player changes, or its organisers speak.", True, required=False)
    email_when = Choice(
        "Soon, or all that waits in one e-mail a day; `now` if left out.", "daily", choices=["now", "daily"],
        required=False,
    )  # fmt: skip
    email_at = TimeOfDay(
        f"When the e-mail of a day comes, local time; {DAILY_AT} if left out.", "18:30", required=False
    )
    email_zone = Word(
        f"The time zone of `email_at`, by its IANA name; {DAILY_ZONE} if left out.", "Europe/Paris", max_length=40,
        required=False,
    )  # fmt: skip
    inbox = Several(
        "The kinds of notices that a page shows; all if left out. `/me/stream` has all of them, for programs.",
        ["your_turn", "invited"], child=Choice("A kind.", "your_turn", choices=list(Notice.Kind.values)),
        min_length=0, max_length=len(Notice.Kind.values), required=False,
    )  # fmt: skip


class QuietHoursInput(Shape):
    """The hours in which the player wants no notices, every day; 16 at most. They are sent afterwards, if need be."""

    zone = Word("The time zone of the player, by its IANA name.", "Europe/Paris", max_length=40)
    start = TimeOfDay("When the hours begin, local time.", "22:00")
    end = TimeOfDay("When they end; on the next day if it is not later than `start`.", "07:30")
    deadlines = Truth("Whether `deadline_near` is sent even so; true if left out.", True, required=False)


class PlayWindowInput(Shape):
    """The hours in which the player answers, every day; at least eight."""

    zone = Word("The time zone of the player, by its IANA name.", "Europe/Paris", max_length=40)
    start = TimeOfDay("When the hours begin, local time.", "08:00")
    end = TimeOfDay("When they end; on the next day if it is not later than `start`.", "23:00")


class ProfileInput(Shape):
    """Changes of a profile; members that are left out stay as they are."""

    name = Word(NEW_NAME, "Ada", min_length=2, max_length=40, required=False)
    email = Word("The e-mail address; null: none.", AN_EMAIL, max_length=254, required=False, allow_null=True)
    language = Choice(
        "The language of texts where a request names none.", "fr",
        choices=[code for code, _ in settings.LANGUAGES], required=False,
    )  # fmt: skip
    notifications = NotificationsInput(required=False, help_text="Which e-mails the player receives.")
    quiet_hours = QuietHoursInput(
        required=False, allow_null=True, help_text="When devices, chats and e-mails are silent; null: never."
    )
    play_window = PlayWindowInput(required=False, allow_null=True, help_text="When the player answers; null: all day.")
    shows_presence = Truth("Whether others see which matches the player looks at.", True, required=False)
    shows_results = Truth(
        "Whether others see your results (`GET /players/{name}/results/{game}`).", True, required=False
    )
    password = Word(NEW_PASSWORD, A_PASSWORD, min_length=8, max_length=128, required=False)
    current_password = Word("The password so far; needed for a new one.", A_PASSWORD, max_length=128, required=False)
