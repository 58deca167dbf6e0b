"""The types of webhooks, devices, and notifications."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from events.base.outbound import LONGEST, LONGEST_ENDPOINT
from events.base.response_types import (
    AT,
    ID,
    Field,
    GameKey,
    Id,
    Moment,
    NextPage,
    PromptId,
    SeatNumber,
    Seq,
    Standings,
    component,
)
from events.http.fields import BooleanField, CharField, ChoiceField, LineField, Serializer, UniqueListField
from events.notifications.models import Notification, Webhook

WEBHOOK_URL = "The https address, on a public host, to which notifications are posted."
WEBHOOK_FORM = (
    "The form of the posted body. `standard`: the notification; `discord`, `slack`, `matrix` (by matrix-hookshot): a "
    "line of text for a chat, in your language, with a link to the match."
)
FORMS = list(Webhook.Form.values)
WEBHOOK_KINDS = "The kinds of notifications that the webhook receives; left out: all kinds."
KINDS = list(Notification.Kind.values)
A_POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"


class NoticeShape(TypedDict):
    """The members of every notification."""

    id: Annotated[int, Field("The number of the notification, counted from 1 for each player.", example=7)]
    kind: Annotated[str, Field("What has happened.", example="your_turn")]
    at: Moment
    match: Id
    game: GameKey
    seat: SeatNumber


class Invited(NoticeShape):
    """A seat of a match is reserved for you."""


class Started(NoticeShape):
    """One of your matches has started: its cards are dealt."""

    seq: Seq


class YourTurn(NoticeShape):
    """A match now waits for your answer to a prompt."""

    seq: Seq
    prompts: Annotated[list[PromptId], Field("The prompts that wait for you.", example=[3])]
    deadline: Annotated[Moment | None, Field("The earliest deadline of these prompts; null: no deadline.")]


class DeadlineNear(NoticeShape):
    """Your time for a prompt is nearly up."""

    prompts: Annotated[list[PromptId], Field("The prompt, as the only item.", example=[3])]
    deadline: Moment


Spoken = TypedDict("Spoken", {"seq": Seq, "from": Annotated[int, Field("The seat that sent the message.", example=2)]})


class Message(NoticeShape, Spoken):
    """Another player sent a message at your table; its text is in the log."""


class Over(NoticeShape):
    """One of your matches has ended."""

    seq: Seq
    status: Annotated[Literal["finished", "aborted", "void"], Field("How the match ended.")]
    standings: Standings


class TournamentNotice(TypedDict):
    """The members of every notification about a tournament."""

    id: Annotated[int, Field("The number of the notification, counted from 1 for each player.", example=7)]
    kind: Annotated[str, Field("What has happened.", example="round_drawn")]
    at: Moment
    tournament: Id
    game: GameKey


class RoundDrawn(TournamentNotice):
    """A round of your tournament is drawn; its matches start automatically."""

    round: Annotated[int, Field("The number of the round, from 1.", example=2)]
    table: Annotated[int | None, Field("Your table in the round, from 1; null: you have a bye.", example=1)]


class TournamentNews(TournamentNotice):
    """Your tournament has news, which its page shows."""

    news: Annotated[
        Literal[
            "changed",
            "words",
            "organiser",
            "team",
            "vote",
            "cancelled",
            "check_in",
            "evening",
            "season_began",
            "promoted",
            "relegated",
            "stays",
            "dropped",
        ],
        Field(
            "`changed`: the settings have changed; `words`: the organisers sent a message; `organiser`: you are now "
            "an organiser; `team`: a team invites you; `vote`: entrants vote on cancelling the tournament; "
            "`cancelled`: it is cancelled; `check_in`: you have to check in; `evening`: the next evening is open. In "
            "a league: `season_began`: the season begins with you in this division; `promoted`, `relegated`, `stays`, "
            "`dropped`: the season has ended, and you go up, go down, stay, or have dropped out.",
            example="words",
        ),
    ]
    division: NotRequired[
        Annotated[int | None, Field("In a league: the number of your division; null: you have dropped out.", example=2)]
    ]


NOTICES: Mapping[str, Any] = {
    Notification.Kind.YOUR_TURN.value: YourTurn,
    Notification.Kind.MATCH_STARTED.value: Started,
    Notification.Kind.MATCH_OVER.value: Over,
    Notification.Kind.INVITED.value: Invited,
    Notification.Kind.MESSAGE.value: Message,
    Notification.Kind.DEADLINE_NEAR.value: DeadlineNear,
    Notification.Kind.ROUND_DRAWN.value: RoundDrawn,
    Notification.Kind.TOURNAMENT_NEWS.value: TournamentNews,
}


class WebhookOut(TypedDict):
    """An address that receives your notifications."""

    id: Id
    url: Annotated[str, Field("The address.", example="https://example.org/comptoir")]
    form: Annotated[Literal["standard", "discord", "slack", "matrix"], Field("What is posted.", example="standard")]
    kinds: Annotated[
        list[str], Field("The kinds of notifications that are sent to it.", example=["your_turn", "match_over"])
    ]
    is_active: Annotated[
        bool,
        Field(
            "Whether notifications are posted. After a day of failures it is switched off, and notifications wait.",
            example=True,
        ),
    ]
    failing_since: Annotated[
        Moment | None, Field("The time of the first failure since the last success; null: no failure.")
    ]
    created_at: Moment


class DeliveryOut(TypedDict):
    """A delivery of a notification to a webhook."""

    id: Annotated[int, Field("The id of the notification.", example=7)]
    state: Annotated[
        str,
        Field(
            "`pending`; `sent`; `skipped`: you looked at the match; `withheld`: the notification is sent when you look "
            "away without having acted, or at the end of your quiet hours.",
            example="sent",
        ),
    ]
    attempts: Annotated[int, Field("The number of failed attempts.", example=0)]
    status: Annotated[int | None, Field("The HTTP status of the last response; null: no response.", example=204)]
    error: Annotated[
        str | None,
        Field(
            "Why the last attempt failed: `address`, `timeout`, `tls`, `connection` or `status`. Why nothing was "
            "sent: `watching`, `passed` or `quiet`. Null otherwise.",
            example=None,
        ),
    ]
    done_at: Annotated[Moment | None, Field("When the notification was sent or skipped; null: not yet.")]
    next_at: Annotated[Moment | None, Field("The earliest time of the next attempt; null: no attempt is planned.")]
    body: Annotated[
        dict[str, Any],
        Field(
            "The posted body; for `standard`, the notification as `/me/stream` sends it.",
            example={
                "type": "your_turn",
                "timestamp": AT,
                "data": {
                    "id": 7,
                    "kind": "your_turn",
                    "at": AT,
                    "match": ID,
                    "game": "monopoly_deal",
                    "seat": 0,
                    "seq": 12,
                    "prompts": [3],
                    "deadline": None,
                },
            },
        ),
    ]


class NewWebhookOut(WebhookOut):
    """A new webhook, including its secret."""

    secret: Annotated[
        str,
        Field(
            "The secret with which requests are signed, as Standard Webhooks writes it; shown only here.",
            example="whsec_" + "MfKQ9r8GKYqrTwjU" * 2,
        ),
    ]


class WebhookList(TypedDict):
    """The webhooks of the caller."""

    items: Annotated[list[WebhookOut], Field("The webhooks, the oldest first.")]
    next: NextPage


class PushSubscriptionList(TypedDict):
    """The devices of the caller."""

    items: Annotated[list[PushSubscriptionOut], Field("The devices, the oldest first.")]
    next: NextPage
    public_key: Annotated[
        str | None,
        Field(
            "The server's key in base64url, for `applicationServerKey`; null: the server does not use Web Push.",
            example="BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        ),
    ]


class DeliveryList(TypedDict):
    """A page of deliveries to a webhook."""

    items: Annotated[list[DeliveryOut], Field("The deliveries, the newest first; they are stored for 7 days.")]
    next: NextPage


class PushSubscriptionOut(TypedDict):
    """One of your devices that show notifications."""

    id: Id
    endpoint: Annotated[
        str, Field("The address of the device at its push service.", example="https://push.example.net/send/c0ffee")
    ]
    kinds: Annotated[
        list[str], Field("The kinds of notifications that are sent to it.", example=["your_turn", "match_over"])
    ]
    label: Annotated[str, Field("Your name for the device; may be empty.", example="Firefox, Android")]
    failing_since: Annotated[
        Moment | None, Field("The time of the first failure since the last success; null: no failure.")
    ]
    created_at: Moment


class WebhookInput(Serializer):
    """A new webhook."""

    url = CharField(WEBHOOK_URL, "https://example.org/comptoir", min_length=1, max_length=LONGEST)
    form = ChoiceField(f"{WEBHOOK_FORM} Left out: `standard`.", "discord", choices=FORMS, required=False)
    kinds = UniqueListField(
        WEBHOOK_KINDS,
        KINDS[:2],
        child=ChoiceField("A kind.", "your_turn", choices=KINDS),
        min_length=1,
        max_length=len(KINDS),
        required=False,
    )


class WebhookChangeInput(Serializer):
    """Changes of a webhook; omitted members keep their values."""

    url = CharField(WEBHOOK_URL, "https://example.org/comptoir", min_length=1, max_length=LONGEST, required=False)
    form = ChoiceField(WEBHOOK_FORM, "discord", choices=FORMS, required=False)
    kinds = UniqueListField(
        WEBHOOK_KINDS,
        KINDS[:2],
        child=ChoiceField("A kind.", "your_turn", choices=KINDS),
        min_length=1,
        max_length=len(KINDS),
        required=False,
    )
    is_active = BooleanField(
        "Whether notifications are posted; true also posts the notifications that have waited.", True, required=False
    )


@component("PushKeysInput")
class PushKeysInput(Serializer):
    """The keys of a browser's push subscription, in base64url."""

    p256dh = CharField("The public key of the device, a point of P-256.", A_POINT, min_length=1, max_length=88)
    auth = CharField(
        "The secret of 16 bytes that the device shares with the senders of its messages.",
        "tBHItJI5svbpez7KI4CCXg",
        min_length=1,
        max_length=24,
    )


class PushSubscriptionInput(Serializer):
    """A device, as the `PushSubscription` of its browser describes it."""

    endpoint = CharField(
        "The https address of the device at its push service, on a public host.",
        "https://push.example.net/send/c0ffee",
        min_length=1,
        max_length=LONGEST_ENDPOINT,
    )
    keys = PushKeysInput(help_text="The keys for which notifications are encrypted.")
    kinds = UniqueListField(
        "The kinds of notifications that the device receives; left out: all kinds except `message`.",
        KINDS[:2],
        child=ChoiceField("A kind.", "your_turn", choices=KINDS),
        min_length=1,
        max_length=len(KINDS),
        required=False,
    )
    label = LineField("Your name for the device.", "Firefox, Android", max_length=40, required=False)  # type: ignore[assignment]


class PushSubscriptionChangeInput(Serializer):
    """Changes of a device; omitted members keep their values."""

    kinds = UniqueListField(
        "The kinds of notifications that the device receives; empty: no notifications.",
        KINDS[:2],
        child=ChoiceField("A kind.", "your_turn", choices=KINDS),
        min_length=0,
        max_length=len(KINDS),
        required=False,
    )
    label = LineField("Your name for the device.", "Firefox, Android", max_length=40, required=False)  # type: ignore[assignment]
